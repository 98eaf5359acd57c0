// The guided battles: texts watch which question is open, say what it is about and what to do now.
import guides from "../guide/guides.json";
import { anyOrder, letBe } from "./play/command";
import { asName, pieceName } from "./play/offers";
import type { Act, Question, Scene } from "./types";
import { t } from "./tongue";

/** Something to do, as data: the page says it in words and shows it on the map, a test does it. */
export type Deed =
  | { press: string }
  | { click: string }
  | { first: true }
  | { drag: string; to: string | [number, number]; alone?: boolean };

export interface Step { id: string; title: string; text: string; question?: string[]; kind?: string; turn?: number | [number, number]; do?: Deed[] }
export interface Hint { text: string; do?: Deed[] }
export interface Guide {
  id: string; scenario: string; side: string; board: "hex" | "plane"; title: string; about: string; minutes: number; short?: boolean;
  intro: Step; steps: Step[]; hints: Record<string, Hint>;
}

export const GUIDES = guides as unknown as Guide[];

export const guideFor = (scenario: string): Guide | undefined => GUIDES.find((g) => g.scenario === scenario);

const inTurn = (s: Step, turn: number): boolean =>
  s.turn === undefined || (typeof s.turn === "number" ? turn === s.turn : turn >= s.turn[0] && turn <= s.turn[1]);

/** So near to the end of its arrow a piece on the table need not go there: a drag of it would be none. */
const THERE = 1500;

const isThere = (p: { x: number; y: number }, to: string | [number, number]): boolean =>
  typeof to !== "string" && Math.hypot(p.x - to[0] * 1000, p.y - to[1] * 1000) < THERE;

/** Can this be done now? A named answer must be offered; a piece that is dragged must be on the map and not be there yet. */
function possible(d: Deed, offers: readonly Act[], scene: Scene): boolean {
  if ("click" in d) return offers.some((a) => a.text.includes(d.click));
  if ("press" in d) return d.press.toLowerCase() !== "h" || !!(letBe(offers, null) ?? anyOrder(offers));
  return !("drag" in d) || scene.pieces.some((p) => p.key === d.drag && !isThere(p, d.to));
}

/** The first of the deeds that can be done now. */
export const deedOf = (deeds: readonly Deed[] | undefined, offers: readonly Act[], scene: Scene): Deed | null =>
  (deeds ?? []).find((d) => possible(d, offers, scene)) ?? null;

/** The first step not yet read that fits the open question; null when all is said. */
export function stepFor(g: Guide, q: Question, mine: boolean, done: readonly string[], can: (s: Step) => boolean = () => true): Step | null {
  if (!done.includes(g.intro.id)) return g.intro;
  if (q.kind === "over") return g.steps.find((s) => s.kind === "over" && !done.includes(s.id)) ?? null;
  if (!mine) return null;
  return g.steps.find((s) => !done.includes(s.id) && s.kind !== "over" &&
    (s.question ?? []).includes(q.question ?? q.kind) && inTurn(s, q.turn) && can(s)) ?? null;
}

/** A short reminder for a question whose step has been read; "*" is for any other. */
export const hintFor = (g: Guide, q: Question, mine: boolean): Hint | null =>
  (mine && q.kind === "question" && (g.hints[q.question ?? q.kind] ?? g.hints["*"])) || null;

const KEYS: Record<string, string> = {
  h: t("Press H, or the button \"The rest hold\" or \"Let it be\"."),
  H: t("Press Shift+H, or the button \"End of my turn\"."),
  f: t("Press F, or the button \"All batteries fire\"."),
};

/** What is to be done, in words. */
export function deedWords(d: Deed, scene: Scene): string {
  if ("press" in d) return KEYS[d.press] ?? t("Press {0}.", d.press.toUpperCase());
  if ("click" in d) return t("Click \"{0}\".", d.click);
  if ("first" in d) return t("Click the first answer (or press 1); \"Do it\" if you are shown the odds.");
  const p = scene.pieces.find((x) => x.key === d.drag), group = !d.alone && p?.group ? p.group_label ?? asName(p.group) : "";
  return t("Drag {0} to the end of the golden arrow{1}{2}.", p ? pieceName(p) : d.drag, typeof d.to === "string" ? t(" (hex {0})", d.to) : "", group ? t("; the rest of {0} goes with it", group) : "");
}
