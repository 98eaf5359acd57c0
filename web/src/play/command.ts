// Orders above single answers: letting things be, all guns, brigades. Only names and places are known here.
import type { Act, Piece, Question, Scene } from "../types";

/** The answer that changes least, of those that let things be. */
export function letBe(offers: readonly Act[], subject: string | null): Act | null {
  const found = offers.filter((a) => a.means === "rest");
  return found.find((a) => subject !== null && Object.values(a.args).includes(subject)) ?? found.find((a) => !Object.keys(a.args).length) ?? found[0] ?? null;
}

/** Questions of one chore: who holds in one of them holds in the others. */
export const sameChore = (a: Pick<Question, "question" | "chore">, b: Pick<Question, "question" | "chore">): boolean =>
  a.question === b.question || (!!a.chore && a.chore === b.chore);

/** Only the order of things is asked, and all of them will be done. */
export const anyOrder = (offers: readonly Act[]): Act | null => (offers.length && offers.every((a) => a.means === "any") ? offers[0]! : null);

/** Which attack of an assault comes first: one list is put into order. */
export const ordersAttacks = (q: Pick<Question, "chore">, offers: readonly Act[]): boolean => q.chore === "assault" && offers.length > 1 && !!anyOrder(offers);

/** Brigades, or single units without one, that the offers name: who may still act. */
export function mayAct(offers: readonly Act[], scene: Scene, side: number): string[] {
  const group = new Map<string, string>(), out = new Set<string>();
  for (const p of scene.pieces) if (p.side === side) { group.set(p.key, p.group ?? p.key); if (p.group) group.set(p.group, p.group); }
  for (const a of offers) {
    if (a.means === "rest") continue;
    for (const v of Object.values(a.args)) {
      const g = typeof v === "string" ? group.get(v) : undefined;
      if (g) { out.add(g); break; }
    }
  }
  return [...out];
}

/** Pieces of a brigade, each once, leaders left out. */
export function members(scene: Scene, group: string, side?: number | null): string[] {
  const out = new Set<string>();
  for (const p of scene.pieces) if (p.group === group && p.arm !== "leader" && p.arm !== "other" && (side === undefined || p.side === side)) out.add(p.key);
  return [...out];
}

/** The brigade a text names, or that of a unit it names. */
export function groupNamed(scene: Scene, args: Record<string, unknown> | undefined): string | null {
  for (const v of Object.values(args ?? {})) {
    if (typeof v !== "string") continue;
    const p = scene.pieces.find((x) => x.group === v || x.key === v);
    if (p?.group) return p.group;
  }
  return null;
}

const far = (a: Piece, q: number, r: number): number => {
  const dq = a.x - q, dr = a.y - r;
  return (Math.abs(dq) + Math.abs(dr) + Math.abs(dq + dr)) / 2;
};

/** Whom a battery shoots at when all fire: the nearest enemy that needs no turning, named or standing in a hex. */
export function gunTarget(offers: readonly Act[], q: Question, scene: Scene, side: number, hexAt: (name: string) => [number, number] | null): Act | null {
  const key = Object.values(q.args ?? {}).find((v) => typeof v === "string" && scene.pieces.some((p) => p.key === v));
  const gun = scene.pieces.find((p) => p.key === key);
  let best: Act | null = null, least = Infinity;
  for (const a of offers) {
    for (const v of Object.values(a.args)) {
      if (typeof v !== "string") continue;
      const named = scene.pieces.find((p) => p.key === v && p.side !== side && p.side !== null), hex = named ? null : hexAt(v);
      const foe = named ?? (hex ? scene.pieces.find((p) => p.x === hex[0] && p.y === hex[1] && p.side !== side && p.side !== null && p.arm !== "leader") : undefined);
      if (!foe) continue;
      const friend = hex && scene.pieces.some((p) => p.x === hex[0] && p.y === hex[1] && p.side === side);
      const way = gun ? (scene.board === "hex" ? far(gun, foe.x, foe.y) : Math.hypot(gun.x - foe.x, gun.y - foe.y)) : 0;
      const score = way + (friend ? 1e6 : 0) + (foe.arm === "other" ? 50 : 0);
      if (score < least) { least = score; best = a; }
    }
  }
  return best;
}

/** Guns that limber up or turn do not fire: who wants all to fire lets them be. */
export const readiesGuns = (q: Question): boolean => q.chore === "guns";
/** Does this question ask who fires, and at whom? */
export const laysGuns = (q: Question): boolean => q.chore === "fire";
export const firesGuns = (q: Question): boolean => laysGuns(q) || readiesGuns(q);
