// Battles by the dozen: the battle being made is fought by computers in workers, and what came of it is added up.
import type { Draft } from "../engine/store";

export interface Fought { winner: string | null; ending: string; turns: number; answers: number; lost: number[]; cut?: boolean }

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

/** Fights so many battles; tells each; ends early when stop is called. */
export function fight(draft: Draft, sides: readonly string[], player: string, battles: number, tell: (f: Fought) => void, done: (why: string | null) => void): () => void {
  const crew = Math.max(1, Math.min(2, (navigator.hardwareConcurrency || 2) - 1, battles)), workers: Worker[] = [];
  let next = 0, left = battles, over = false;
  const stop = (why: string | null): void => {
    if (over) return;
    over = true;
    for (const w of workers) w.terminate();
    done(why);
  };
  const give = (w: Worker): void => {
    if (next >= battles) return;
    w.postMessage({ kind: "trial", id: next, draft, seats: sides.map((side) => ({ side, kind: player })), seed: (++next).toString(16).padStart(32, "0") });
  };
  for (let i = 0; i < crew; i++) {
    const w = new Worker(new URL("../engine/worker.ts", import.meta.url), { type: "module" });
    workers.push(w);
    w.onmessage = (e: MessageEvent<{ id?: number; value?: Fought | null; error?: { text: string } }>) => {
      if (over || e.data.id === undefined) return;
      if (e.data.error) { stop(e.data.error.text); return; }
      if (e.data.value) tell(e.data.value);
      if (--left === 0) stop(null);
      else give(w);
    };
    w.onerror = (e) => stop(e.message || "The engine cannot be started.");
    w.postMessage({ kind: "begin", base: document.baseURI });
    give(w);
  }
  return () => stop(null);
}
