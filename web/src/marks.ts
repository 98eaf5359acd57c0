// What a change of the field is marked with.
import { boardOf, place, type Board } from "./map/board";
import { harms } from "./map/kind";
import { t } from "./tongue";
import type { GameEvent, Piece, Scene } from "./types";

/** What just happened: where bodies came from, and what is to be read beside them. */
export interface Mark { key: string; from?: { x: number; y: number }; text?: string }

/** Strength of both sides in a scene, each unit counted once. */
export function strengths(scene: Scene): [number, number] {
  const seen = new Set<string>(), out: [number, number] = [0, 0];
  for (const p of scene.pieces) {
    if ((p.side !== 0 && p.side !== 1) || p.strength === undefined || seen.has(`${p.side}/${p.id}`)) continue;
    seen.add(`${p.side}/${p.id}`);
    out[p.side] += Math.max(0, p.strength);
  }
  return out;
}

/** Does it stand behind where it stood, by the way it faced? */
function gaveGround(board: Board, old: Piece, now: Piece): boolean {
  const a = place(board, old.x, old.y), b = place(board, now.x, now.y), f = ((old.facing ?? 0) / 65536) * 2 * Math.PI;
  return (b.x - a.x) * Math.sin(f) - (b.y - a.y) * Math.cos(f) < -0.5;
}

/** In a word or two: men lost, a state it fell into or left, ground given. */
function cameOf(board: Board, old: Piece, now: Piece): string {
  const was = harms(old), is = harms(now), fell = is.filter((b) => !was.includes(b)), lost = (old.strength ?? 0) - (now.strength ?? 0);
  const words = [...(lost > 0 ? [`−${lost}`] : []), ...fell.filter((w) => !/\d/.test(w)).slice(0, 1).map((b) => t(b))];
  if (words.length) return words.join(" ");
  return gaveGround(board, old, now) ? t("gave ground") : was.length > is.length ? t("recovered") : "";
}

/** What changed between two scenes, for arrows; and what the events say, for words beside. */
export function marksOf(before: Scene | null, after: Scene, events: GameEvent[]): Mark[] {
  const marks = new Map<string, Mark>(), board = boardOf(after);
  if (before)
    for (const p of after.pieces) {
      const old = before.pieces.find((o) => o.key === p.key && o.side === p.side);
      if (old && (old.x !== p.x || old.y !== p.y) && !marks.has(p.key)) marks.set(p.key, { key: p.key, from: { x: old.x, y: old.y } });
    }
  for (const e of events) {
    if (!e.outcome || !e.text) continue;
    const unit = Object.values(e.args ?? {}).find((v) => typeof v === "string" && after.pieces.some((p) => p.key === v));
    if (typeof unit !== "string") continue;
    // A word stands where something came of it: not at every shot that missed and every throw for a move.
    const then = after.pieces.find((p) => p.key === unit), old = before?.pieces.find((p) => p.key === unit && p.side === then?.side);
    const text = old && then ? cameOf(board, old, then) : "";
    if (text) marks.set(unit, { ...(marks.get(unit) ?? { key: unit }), text });
  }
  return [...marks.values()].slice(0, 24);
}
