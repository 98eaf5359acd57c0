// Corrections in the terms of the protocol's adjust: which fields of a system say where a piece stands (guide/hand.json).
import hand from "../../guide/hand.json";
import { boardOf, hexAt, hexName, onMap, place } from "../map/board";
import { pieceName } from "../play/offers";
import type { Piece, Scene } from "../types";
import { t } from "../tongue";
import type { Fix } from "./desk";

interface Fields { unit: string; leader?: string; facing?: string; strength?: string; hex?: string; leader_hex?: string }
const HAND: Record<string, Fields> = hand;

const inches = (n: number): string => String(Math.round(n) / 1000);

function root(system: string, p: Piece): string | null {
  const f = HAND[system], list = p.arm === "leader" ? f?.leader : f?.unit;
  return list ? `${list}.${p.key}` : null;
}

/** It stands elsewhere than the referee thinks. Null: this cannot be said for it. */
export function placeFix(system: string, scene: Scene, p: Piece, to: [number, number], reason: string): Fix | null {
  const f = HAND[system], at = root(system, p);
  if (!f || !at) return null;
  if (scene.board !== "hex") return { changes: [[`${at}.x`, inches(to[0])], [`${at}.y`, inches(to[1])]], reason, text: t("{0} stands elsewhere", pieceName(p)) };
  const field = p.arm === "leader" ? f.leader_hex : f.hex, name = hexName(boardOf(scene), to[0], to[1]);
  return field && onMap(boardOf(scene), to[0], to[1]) ? { changes: [[`${at}.${field}`, name]], reason, text: t("{0} stands in {1}", pieceName(p), name) } : null;
}
/** On hexes a tap on the sheet means a hex. */
export const pointed = (scene: Scene, at: [number, number]): [number, number] => (scene.board === "hex" ? hexAt(boardOf(scene), place(boardOf(scene), at[0], at[1])) : at);

export function facingFix(system: string, p: Piece, facing: number, reason: string): Fix | null {
  const f = HAND[system], at = root(system, p);
  return f?.facing && at && p.arm !== "leader" ? { changes: [[`${at}.${f.facing}`, `${facing & 65535}b`]], reason, text: t("{0} faces otherwise", pieceName(p)) } : null;
}
export function strengthFix(system: string, p: Piece, strength: number, reason: string): Fix | null {
  const f = HAND[system], at = root(system, p);
  return f?.strength && at && p.arm !== "leader" ? { changes: [[`${at}.${f.strength}`, String(strength)]], reason, text: t("{0} has {1}", pieceName(p), strength) } : null;
}
/** Measured at the table: so many inches from another. It is put on the line between them. */
export function rangeFix(system: string, scene: Scene, p: Piece, from: Piece, far: number, reason: string): Fix | null {
  const dx = p.x - from.x, dy = p.y - from.y, now = Math.hypot(dx, dy) || 1;
  return placeFix(system, scene, p, [from.x + (dx / now) * far * 1000, from.y + (dy / now) * far * 1000], reason);
}
