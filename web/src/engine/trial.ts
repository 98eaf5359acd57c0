// One battle between computers, to its end: who won and how, and what stood and was held at each turn.
import type { Engine, Game as EngineGame } from "tricorne";
import type { Scene } from "../types";
import type { Draft } from "./store";

export interface TrialWish {
  draft: Draft;
  seats: { side: string; kind: string }[];
  seed: string;
}
/** At the beginning of a turn: strength of each side, and who holds each objective. */
export interface Moment { turn: number; left: number[]; held: (number | null)[] }
export interface Fought {
  winner: string | null; ending: string; turns: number; answers: number; lost: number[]; cut?: boolean;
  goals?: string[]; course?: Moment[];
}

/** A battle so long is broken off. */
const TRIAL_MOST = 20000, STEP = 25;

function strengths(scene: Scene, sides: number): number[] {
  const seen = new Set<number>(), out = Array<number>(sides).fill(0);
  for (const p of scene.pieces)
    if (!seen.has(p.id) && p.side !== null) { seen.add(p.id); out[p.side] = (out[p.side] ?? 0) + (p.strength ?? 0); }
  return out;
}

const goalsOf = (scene: Scene) => scene.overlays.filter((o) => /^(objective|goal)$/.test(o.what ?? "") && o.points[0]);

/** As the scene says, or on hexes who stands there; else as before. */
function holders(scene: Scene, before: (number | null)[] | undefined): (number | null)[] {
  return goalsOf(scene).map((o, i) => {
    const [x, y] = o.points[0]!, there = scene.board === "hex" ? scene.pieces.find((p) => p.x === x && p.y === y && p.side !== null && p.arm !== "leader") : undefined;
    return there?.side ?? o.side ?? before?.[i] ?? null;
  });
}

export function trial(e: Engine, w: TrialWish): Fought {
  const game: EngineGame = e.umpire(), d = w.draft, sides = w.seats.length;
  try {
    game.request({ do: "load", name: d.name, yaml: d.yaml, ...(d.map ? { map: d.map } : {}), ...(d.tables?.length ? { tables: d.tables } : {}), seats: w.seats, seed: w.seed, wait: true });
    let scene = game.scene() as unknown as Scene, most = strengths(scene, sides), turn = 0, answers = 0;
    const course: Moment[] = [], goals = goalsOf(scene).map((o) => o.label ?? "");
    const note = (): void => {
      scene = game.scene() as unknown as Scene;
      const left = strengths(scene, sides);
      most = most.map((n, i) => Math.max(n, left[i] ?? 0)); // some come later
      if (game.turn() === turn) return;
      turn = game.turn();
      course.push({ turn, left, held: holders(scene, course[course.length - 1]?.held) });
    };
    note();
    while (game.status() === "asks" && answers < TRIAL_MOST) {
      game.play(STEP);
      answers += STEP;
      if (game.turn() !== turn || answers % 100 === 0) note();
    }
    turn = -1;
    note();
    const q = game.question() as { kind: string; turn: number; ending?: string; winner?: string | null }, after = strengths(scene, sides);
    return {
      winner: q.winner ?? null, ending: q.ending ?? "", turns: q.turn, answers: game.number(), goals, course,
      lost: most.map((n, i) => (n ? (n - (after[i] ?? 0)) / n : 0)), ...(q.kind === "over" ? {} : { cut: true }),
    };
  } finally {
    game.free();
  }
}
