// The guided first battle: texts watch which question is open and explain it.
import guides from "../guide/guides.json";
import type { Question } from "./types";

export interface Step { id: string; title: string; text: string; question?: string[]; kind?: string; turn?: number }
export interface Guide { id: string; scenario: string; side: string; title: string; about: string; minutes: number; intro: Step; steps: Step[]; hints: Record<string, string> }

export const GUIDES = guides as unknown as Guide[];

export const guideFor = (scenario: string): Guide | undefined => GUIDES.find((g) => g.scenario === scenario);

/** The first step not yet read that fits the open question; null when all is said. */
export function stepFor(g: Guide, q: Question, mine: boolean, done: readonly string[]): Step | null {
  if (!done.includes(g.intro.id)) return g.intro;
  if (q.kind === "over") return g.steps.find((s) => s.kind === "over" && !done.includes(s.id)) ?? null;
  if (!mine) return null;
  return g.steps.find((s) => !done.includes(s.id) && s.kind !== "over" &&
    (s.question ?? []).includes(q.question ?? q.kind) && (s.turn === undefined || q.turn >= s.turn)) ?? null;
}

/** A short reminder for a question whose step has been read. */
export const hintFor = (g: Guide, q: Question, mine: boolean): string | null => (mine && g.hints[q.question ?? q.kind]) || null;
