// Distances on the map, and who of the enemy could come to a place. Only places are known here, no rule.
import type { Danger, Piece, Reach, Scene, Threat } from "../types";
import { pieceName } from "./offers";
import { t } from "../tongue";

/** How far two places are apart: hexes, or inches. */
export function apart(board: Scene["board"], a: readonly [number, number], b: readonly [number, number]): number {
  const dx = a[0] - b[0], dy = a[1] - b[1];
  return board === "hex" ? (Math.abs(dx) + Math.abs(dy) + Math.abs(dx + dy)) / 2 : Math.hypot(dx, dy) / 1000;
}

export function apartWords(board: Scene["board"], n: number): string {
  if (board === "hex") return n === 1 ? t("1 hex") : t("{0} hexes", n);
  return `${Math.round(n * 10) / 10}\u2033`;
}

/** Troops of the other side, the nearest first. */
export function foesNear(scene: Scene, of: Piece, most = 99): { piece: Piece; far: number }[] {
  const seen = new Set<string>(), out: { piece: Piece; far: number }[] = [];
  for (const p of scene.pieces) {
    if (p.side === null || p.side === of.side || p.arm === "leader" || p.arm === "other" || seen.has(p.key)) continue;
    seen.add(p.key);
    out.push({ piece: p, far: apart(scene.board, [p.x, p.y], [of.x, of.y]) });
  }
  return out.sort((a, b) => a.far - b.far || (a.piece.key < b.piece.key ? -1 : 1)).slice(0, most);
}

function inside(poly: readonly (readonly [number, number])[], at: readonly [number, number]): boolean {
  let odd = false;
  for (let i = 0, j = poly.length - 1; i < poly.length; j = i++) {
    const [xi, yi] = poly[i]!, [xj, yj] = poly[j]!;
    if (yi > at[1] !== yj > at[1] && at[0] < ((xj - xi) * (at[1] - yi)) / (yj - yi) + xi) odd = !odd;
  }
  return odd;
}

/** Could a piece with this reach come up to the place in one move: next to the hex, or within an inch and a half on the table? */
export function comesTo(board: Scene["board"], reach: Reach, from: readonly [number, number], at: readonly [number, number]): boolean {
  if (board === "hex") return apart(board, from, at) <= 1 || reach.places.some((p) => apart(board, p.at, at) <= 1);
  const edge = (reach.edge ?? []).map((e) => e.at);
  return apart(board, from, at) <= 1.5 || edge.some((e) => apart(board, e, at) <= 1.5) || (edge.length > 1 && inside([[from[0], from[1]], ...edge], at));
}

/** How far a danger is, in the units of the map. */
export const dangerFar = (board: Scene["board"], d: Danger): string => apartWords(board, board === "hex" ? d.far : d.far / 1000);

/** Whom a piece could shoot at or charge, and who it, in a few words each. */
export function dangerWords(threat: Threat | null, scene: Scene, most = 3): string[] {
  const name = (d: Danger): string => {
    const p = scene.pieces.find((x) => x.key === d.piece);
    return `${p ? pieceName(p) : d.piece} (${d.band ? `${d.band}, ` : ""}${dangerFar(scene.board, d)})`;
  };
  const row = (list: Danger[] | undefined, how: "fire" | "charge", words: string): string[] => {
    const found = (list ?? []).filter((d) => d.how.includes(how)).sort((a, b) => a.far - b.far);
    return found.length ? [`${words} ${found.slice(0, most).map(name).join(", ")}${found.length > most ? t(" and {0} more", found.length - most) : ""}`] : [];
  };
  return [...row(threat?.can, "fire", t("can fire at")), ...row(threat?.can, "charge", t("can charge")), ...row(threat?.by, "fire", t("can be shot by")), ...row(threat?.by, "charge", t("can be charged by"))];
}
