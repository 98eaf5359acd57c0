// Battles by the dozen: the battle being made is fought by computers in workers, and what came of it is added up.
import type { Draft } from "../engine/store";
import type { Fought } from "../engine/trial";

export type { Fought };

export interface Sum { battles: number; wins: number[]; drawn: number; cut: number; turns: number; lost: number[]; endings: Map<string, number> }

export const noSum = (sides: number): Sum => ({ battles: 0, wins: Array<number>(sides).fill(0), drawn: 0, cut: 0, turns: 0, lost: Array<number>(sides).fill(0), endings: new Map() });

export function added(s: Sum, f: Fought, sides: readonly string[]): Sum {
  const i = f.winner === null ? -1 : sides.indexOf(f.winner), ending = f.cut ? "broken off" : f.ending || "decided";
  return {
    battles: s.battles + 1, wins: s.wins.map((n, k) => n + (k === i ? 1 : 0)), drawn: s.drawn + (i < 0 && !f.cut ? 1 : 0), cut: s.cut + (f.cut ? 1 : 0),
    turns: s.turns + f.turns, lost: s.lost.map((n, k) => n + (f.lost[k] ?? 0)), endings: new Map([...s.endings, [ending, (s.endings.get(ending) ?? 0) + 1]]),
  };
}

/** Wilson's interval of 95 percent, as the study has it (docs/study.md). */
export function interval(wins: number, n: number): [number, number] {
  if (n === 0) return [0, 1];
  const z = 1.96, p = wins / n, z2 = z * z, middle = p + z2 / (2 * n), half = z * Math.sqrt((p * (1 - p)) / n + z2 / (4 * n * n));
  return [Math.max(0, (middle - half) / (1 + z2 / n)), Math.min(1, (middle + half) / (1 + z2 / n))];
}

/** What the numbers say of how fair it is, in words. */
export function verdict(s: Sum): string {
  const decided = s.wins.reduce((a, b) => a + b, 0);
  if (decided < 8) return "Too few battles to say.";
  const [low, high] = interval(s.wins[0] ?? 0, decided);
  if (low > 0.6 || high < 0.4) return "One side is clearly favoured.";
  return low >= 0.4 && high <= 0.6 ? "Even." : "It may be even; more battles would say.";
}

/** Is the first side's share of those decided known to within so much? */
export function isSure(s: Sum, within: number): boolean {
  const decided = s.wins.reduce((a, b) => a + b, 0), [low, high] = interval(s.wins[0] ?? 0, decided);
  return decided > 0 && (high - low) / 2 <= within;
}

// --- Turn by turn -----------------------------------------------------------------------------------------------

/** Of each turn that was reached: in how many battles, what was left of each side, and how often each objective was held by whom. */
export interface Course { goals: string[]; turns: { n: number; left: number[]; held: number[][] }[] }

export const noCourse = (): Course => ({ goals: [], turns: [] });

export function addedCourse(c: Course, f: Fought, sides: number): Course {
  const turns = c.turns.map((t) => ({ n: t.n, left: [...t.left], held: t.held.map((h) => [...h]) })), goals = f.goals ?? [], first = f.course?.[0]?.left ?? [];
  for (const [i, m] of (f.course ?? []).entries()) {
    const t = (turns[i] ??= { n: 0, left: Array<number>(sides).fill(0), held: goals.map(() => Array<number>(sides).fill(0)) });
    t.n++;
    m.left.forEach((v, k) => { t.left[k] = (t.left[k] ?? 0) + (first[k] ? v / first[k]! : 0); });
    m.held.forEach((side, g) => { if (side !== null && t.held[g]) t.held[g]![side]! += 1; });
  }
  return { goals: c.goals.length ? c.goals : goals, turns };
}

// --- Pairs: the same dice for the battle as it was and as it would be ------------------------------------------------

/** Differences of the first side's points (1 won, a half drawn) and of both sides' losses; sums and sums of squares. */
export interface Pairs { n: number; points: [number, number]; lost: [number, number][] }

export const noPairs = (sides: number): Pairs => ({ n: 0, points: [0, 0], lost: Array.from({ length: sides }, () => [0, 0] as [number, number]) });

const pointsOf = (f: Fought, first: string): number => (f.winner === null ? 0.5 : f.winner === first ? 1 : 0);
const more = ([a, b]: [number, number], d: number): [number, number] => [a + d, b + d * d];

export const addedPair = (p: Pairs, was: Fought, now: Fought, first: string): Pairs => ({
  n: p.n + 1, points: more(p.points, pointsOf(now, first) - pointsOf(was, first)), lost: p.lost.map((l, i) => more(l, (now.lost[i] ?? 0) - (was.lost[i] ?? 0))),
});

/** The mean difference and its interval of 95 percent. */
export function difference([sum, squares]: [number, number], n: number): { mean: number; low: number; high: number } {
  if (n < 2) return { mean: n ? sum : 0, low: -1, high: 1 };
  const mean = sum / n, spread = Math.sqrt(Math.max(0, (squares - n * mean * mean) / (n - 1)) / n) * 1.96;
  return { mean, low: mean - spread, high: mean + spread };
}

// --- Fighting ----------------------------------------------------------------------------------------------------

/** One way the battle could be. */
export interface Variant { draft: Draft }

/** Fights so many battles of each variant, the same seeds for all; tells those of a seed together; ends early when stop is called. */
export function fight(variants: readonly Variant[], sides: readonly string[], players: readonly string[], battles: number, tell: (f: Fought[]) => void, done: (why: string | null) => void): () => void {
  const all = battles * variants.length, crew = Math.max(1, Math.min(4, (navigator.hardwareConcurrency || 2) - 1, all)), workers: Worker[] = [], half = new Map<number, Fought[]>();
  let next = 0, left = all, over = false;
  const stop = (why: string | null): void => {
    if (over) return;
    over = true;
    for (const w of workers) w.terminate();
    done(why);
  };
  const give = (w: Worker): void => {
    if (next >= all) return;
    const id = next++, v = variants[id % variants.length]!, seed = Math.floor(id / variants.length) + 1;
    w.postMessage({ kind: "trial", id, draft: v.draft, seats: sides.map((side, i) => ({ side, kind: players[i] ?? players[0] })), seed: seed.toString(16).padStart(32, "0") });
  };
  const came = (id: number, f: Fought): void => {
    const seed = Math.floor(id / variants.length), got = half.get(seed) ?? [];
    got[id % variants.length] = f;
    half.set(seed, got);
    if (variants.some((_, i) => !got[i])) return;
    half.delete(seed);
    tell(got);
  };
  for (let i = 0; i < crew; i++) {
    const w = new Worker(new URL("../engine/worker.ts", import.meta.url), { type: "module" });
    workers.push(w);
    w.onmessage = (e: MessageEvent<{ id?: number; value?: Fought | null; error?: { text: string } }>) => {
      if (over || e.data.id === undefined) return;
      if (e.data.error) { stop(e.data.error.text); return; }
      if (e.data.value) came(e.data.id, e.data.value);
      if (--left === 0) stop(null);
      else give(w);
    };
    w.onerror = (e) => stop(e.message || "The engine cannot be started.");
    w.postMessage({ kind: "begin", base: document.baseURI });
    give(w);
  }
  return () => stop(null);
}
