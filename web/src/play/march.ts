// Building a march on the free table out of a drag: wheel on a flank, then ahead. The page only
// draws where the hand points; whether it may be done is asked of the referee.
import type { Act, Piece } from "../types";

export type Draft = { how: "path"; act: Act } | { how: "wheel"; act: Act } | { how: "place"; act: Act; arg: string };

/** How a unit of this question can be led by hand, as its offers say. */
export function draftOf(offers: readonly Act[], unit: string, subject: string | null): Draft | null {
  const concerns = (a: Act): boolean => {
    const named = Object.values(a.args).filter((v): v is string => typeof v === "string");
    return named.includes(unit) || (subject === unit && !named.some((v) => v === subject && v !== unit));
  };
  const mine = offers.filter((a) => a.hand && concerns(a));
  const path = mine.find((a) => a.hand === "path" && a.path?.length) ?? mine.find((a) => a.hand === "path"), wheel = mine.find((a) => a.hand === "wheel");
  if (path) return { how: "path", act: path };
  if (wheel) return { how: "wheel", act: wheel };
  for (const a of mine)
    for (const [arg, v] of Object.entries(a.args))
      if (Array.isArray(v) && v.length === 2 && Object.values(a.args).includes(unit)) return { how: "place", act: a, arg };
  return null;
}

export interface March { turn: number; ahead: number }

const TAU = 2 * Math.PI, BRADS = 65536;

interface Pose { x: number; y: number; heading: number }

/** Where the middle of the front stands after a wheel by turn (brads, right positive). */
export function wheeled(p: Pick<Piece, "x" | "y" | "w"> & { facing?: number }, turn: number): Pose {
  const h = ((p.facing ?? 0) / BRADS) * TAU, t = (turn / BRADS) * TAU, sign = turn < 0 ? -1 : 1;
  const right = (a: number) => ({ x: Math.cos(a), y: -Math.sin(a) });
  const half = (p.w / 2) * sign, r0 = right(h), r1 = right(h + t);
  return { x: p.x + r0.x * half - r1.x * half, y: p.y + r0.y * half - r1.y * half, heading: h + t };
}

/** The pose after wheel and march. y grows to the north, headings run clockwise from it. */
export function poseAfter(p: Pick<Piece, "x" | "y" | "w"> & { facing?: number }, m: March): Pose {
  const w = wheeled(p, m.turn);
  return { x: w.x + Math.sin(w.heading) * m.ahead, y: w.y + Math.cos(w.heading) * m.ahead, heading: w.heading };
}

/** The wheel and march that bring the middle of the front to a place, as nearly as can be. */
export function marchTo(p: Pick<Piece, "x" | "y" | "w"> & { facing?: number }, x: number, y: number): March {
  let best: March = { turn: 0, ahead: 0 }, least = Infinity;
  for (let deg = -90; deg <= 90; deg += 0.5) {
    const turn = Math.round((deg / 360) * BRADS), w = wheeled(p, turn);
    const dx = x - w.x, dy = y - w.y;
    const ahead = Math.max(0, dx * Math.sin(w.heading) + dy * Math.cos(w.heading));
    const miss = Math.hypot(dx - ahead * Math.sin(w.heading), dy - ahead * Math.cos(w.heading));
    const cost = miss + Math.abs(deg) * 2;
    if (cost < least) { least = cost; best = { turn, ahead: Math.round(ahead) }; }
  }
  return Math.abs(best.turn) < 180 ? { turn: 0, ahead: best.ahead } : best;
}

/** The act of a march in the words of the draft. */
export function marchAct(d: Draft, m: March, at: [number, number] | null): { verb: string; args: Act["args"]; path?: [string, number][] } {
  if (d.how === "place") return { verb: d.act.verb, args: { ...d.act.args, [d.arg]: at ?? (d.act.args[d.arg] as number[]) } };
  if (d.how === "wheel") {
    // What is left out is as if nothing were said of it.
    const names = Object.entries(d.act.args).filter(([, v]) => typeof v === "string");
    return { verb: d.act.verb, args: { ...Object.fromEntries(names), wheel: m.turn, march: m.ahead } };
  }
  const path: [string, number][] = [];
  if (m.turn) path.push([m.turn < 0 ? "left" : "right", Math.abs(m.turn)]);
  if (m.ahead || !m.turn) path.push(["march", m.ahead]);
  return { verb: d.act.verb, args: d.act.args, path };
}

/** The piece as it would stand, for the ghost under the hand. */
export function ghostOf(p: Piece, m: March): Piece {
  const pose = poseAfter(p, m), facing = ((Math.round((pose.heading / TAU) * BRADS) % BRADS) + BRADS) % BRADS;
  return { ...p, x: Math.round(pose.x), y: Math.round(pose.y), facing };
}

export const degrees = (brads: number): string => String(Math.round((Math.abs(brads) / BRADS) * 3600) / 10);
export const inches = (thousandths: number): string => String(Math.round(thousandths / 10) / 100);
