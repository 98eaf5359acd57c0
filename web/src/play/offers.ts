// Offers in the terms of the map: which unit, which hex, which place; and in groups a person
// can survey. No rule is known here: only names, numbers and places.
import type { Act, Piece, Question, Scene, Value } from "../types";
import { hexNamed, type Board } from "../map/board";
import { t } from "../tongue";

export interface Reading {
  act: Act;
  /** Units of one's own named in it, in order. */
  own: string[];
  /** Units of others named in it. */
  foes: string[];
  hexes: [number, number][];
  places: [number, number][];
}

export interface Names { label: Map<string, string> }

/** The name of a piece; one that has only its key is called by that, as a name. */
export const pieceName = (p: { key: string; label?: string }): string => (!p.label || p.label === p.key ? asName(p.key) : p.label);

/** Names for people of everything on the map. */
export function namesOf(scene: Scene): Names {
  const label = new Map<string, string>();
  for (const p of scene.pieces) if (p.label && !label.has(p.key)) label.set(p.key, pieceName(p));
  // Brigades, wings and leaders that are no pieces stand in the panels by their names.
  for (const panel of scene.panels ?? [])
    for (const r of panel.rows) {
      const key = (r.left ?? "").toLowerCase().replace(/['’]/g, "").replace(/[^a-z0-9]+/g, "-");
      if (r.left && key.length > 2 && key !== r.left && !label.has(key)) label.set(key, r.left);
    }
  for (const side of scene.sides) if (!label.has(side.name)) label.set(side.name, capital(side.name));
  return { label };
}

/** Arguments that name a body of troops or a person; such a key is written as a name. */
const NAMING = /^(wing|command|brigade|leader|general|group|regiment|battery)$/;

/** A key such as prussian-left, as people write it. */
export const asName = (key: string): string => t(key.split("-").map((w) => (w ? w.charAt(0).toUpperCase() + w.slice(1) : w)).join(" "));

/** The people of a side, as one says them behind "the": the French, the Huguenots, the Allies. */
const PEOPLE: Record<string, string> = { allied: "Allies", royal: "Royalists", red: "Reds", blue: "Blues" };
export const people = (side: string): string => (PEOPLE[side] ? t(PEOPLE[side]) : /(an|ot)$/.test(side) ? asName(`${side}s`) : asName(side));
/** The army of a side: the Allied army. */
export const armyOf = (side: string): string => asName(side === "allies" ? "allied" : side);

const isPlace = (v: Value): v is number[] => Array.isArray(v) && v.length === 2 && v.every((n) => typeof n === "number");

const round1 = (n: number): string => String(Math.round(n * 10) / 10);

/** A path in words: angles in degrees, lengths in inches. */
export function pathWords(path: readonly [string, number][]): string {
  return path.map(([word, n]) => {
    if (word === "left" || word === "right") return t("wheel {0} {1}°", t(word), round1((n * 360) / 65536));
    if (word === "face" || word === "turn" || word === "about") return `${word} ${round1((n * 360) / 65536)}°`;
    return `${word === "march" ? "ahead" : word} ${round1(n / 1000)}″`;
  }).join(", ");
}

/** An act in words; its path is told so that a person can follow it. */
export function actWords(act: Act, names: Names): string {
  if (!act.path?.length) return inWords(act.text, act.args, names);
  const colon = act.text.indexOf(":"), head = colon < 0 ? act.text : act.text.slice(0, colon);
  return `${inWords(head, act.args, names)}: ${pathWords(act.path)}`;
}

/** A text with names of pieces instead of their keys; only words that are arguments change. */
export function inWords(text: string, args: Record<string, Value> | undefined, names: Names): string {
  let out = text;
  for (const [k, v] of Object.entries(args ?? {})) {
    if (typeof v !== "string") continue;
    const label = names.label.get(v) ?? (NAMING.test(k) && v !== "none" ? asName(v) : undefined);
    // A sentence may have the name already; part of it may be the key of the same piece.
    if (!label || label === v || out.toLowerCase().includes(label.toLowerCase())) continue;
    const safe = v.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    out = out.replace(new RegExp(`(^|[^a-z0-9-])${safe}(?![a-z0-9-])`, "g"), (_, before: string) => before + label);
  }
  return capital(out);
}

export const capital = (s: string): string => (s ? t(s.charAt(0).toUpperCase() + s.slice(1)) : s);

export function sideNumber(scene: Scene, name: string | null | undefined): number {
  return scene.sides.findIndex((s) => s.name === name);
}

/** Where an argument that names a hex is meant as a hex: a number as printed on this map. */
export function readAct(act: Act, scene: Scene, board: Board, side: number): Reading {
  const out: Reading = { act, own: [], foes: [], hexes: [], places: [] };
  const pieces = new Map<string, Piece>();
  for (const p of scene.pieces) pieces.set(p.key, p);
  for (const v of Object.values(act.args)) {
    if (typeof v === "string") {
      const p = pieces.get(v), hex = p ? null : hexNamed(board, v);
      if (p) (p.side === side ? out.own : out.foes).push(v);
      else if (hex) out.hexes.push(hex);
    } else if (isPlace(v) && !board.hex) out.places.push([v[0]!, v[1]!]);
  }
  return out;
}

/** The unit the question itself is about, if it names one that is on the map. */
export function subjectOf(q: Question, scene: Scene): string | null {
  for (const v of Object.values(q.args ?? {}))
    if (typeof v === "string" && scene.pieces.some((p) => p.key === v)) return v;
  return null;
}

/** Hexes that the question names by their numbers: they are shown, since numbers are drawn only from near by. */
export function hexesAsked(q: Question | null, board: Board): [number, number][] {
  if (!q || !board.hex) return [];
  return Object.values(q.args ?? {}).flatMap((v) => {
    const at = typeof v === "string" && /^\d+$/.test(v) ? hexNamed(board, v) : null;
    return at ? [at] : [];
  });
}

/** Brigades that offers name, not their units. */
function groupsNamed(readings: Reading[], scene: Scene, side: number): Set<string> {
  const said = new Set(readings.flatMap((r) => Object.values(r.act.args).filter((v): v is string => typeof v === "string")));
  return new Set(scene.pieces.flatMap((p) => (p.side === side && p.group && said.has(p.group) ? [p.group] : [])));
}

/** Units that may act: named by offers, by themselves or by their brigade, by the question, or lit by the scene itself. */
export function litUnits(readings: Reading[], q: Question, scene: Scene, side: number): Set<string> {
  const out = new Set<string>(), groups = groupsNamed(readings, scene, side);
  for (const r of readings) for (const k of r.own) out.add(k);
  for (const p of scene.pieces) if (p.side === side && p.group && groups.has(p.group)) out.add(p.key);
  const subject = subjectOf(q, scene);
  if (subject && scene.pieces.some((p) => p.key === subject && p.side === side)) out.add(subject);
  if (out.size === 0)
    for (const p of scene.pieces) if (p.active && p.side === side) out.add(p.key);
  return out;
}

/** Where keys stop that go from one to the next: each unit that is named, and one of each brigade that is. */
export function stopsOf(lit: Set<string>, readings: Reading[], scene: Scene, side: number): string[] {
  const named = new Set(readings.flatMap((r) => r.own)), groups = groupsNamed(readings, scene, side), had = new Set<string>();
  return scene.pieces.filter((p) => {
    if (p.side !== side || !lit.has(p.key) || had.has(p.key)) return false;
    had.add(p.key);
    if (named.has(p.key) || !p.group || !groups.has(p.group)) return true;
    if (had.has(`in ${p.group}`)) return false;
    had.add(`in ${p.group}`);
    return true;
  }).map((p) => p.key).sort();
}

export interface Group { title: string; readings: Reading[] }

/** Groups for a long list: by unit when offers name several, else by verb; rare ones first. */
export function groupOffers(readings: Reading[], names: Names): Group[] {
  const units = new Set(readings.flatMap((r) => r.own.slice(0, 1)));
  const byUnit = units.size > 1 && readings.length > 12 && readings.filter((r) => r.own.length).length * 2 > readings.length;
  const groups = new Map<string, Reading[]>();
  for (const r of readings) {
    const lead = r.own[0];
    const title = byUnit ? (lead ? names.label.get(lead) ?? lead : "General") : r.act.verb;
    groups.set(title, [...(groups.get(title) ?? []), r]);
  }
  const out = [...groups].map(([title, list]) => ({ title: capital(title.replace(/-/g, " ")), readings: list }));
  // Groups of one are no help.
  if (out.length < 2 || readings.length <= 12 || readings.length < 2 * out.length) return [{ title: "", readings }];
  return out.sort((a, b) => a.readings.length - b.readings.length);
}

export function search(readings: Reading[], words: string, names: Names): Reading[] {
  const parts = words.toLowerCase().split(/\s+/).filter(Boolean);
  return readings.filter((r) => {
    const text = `${r.act.text} ${r.act.act} ${actWords(r.act, names)}`.toLowerCase();
    return parts.every((p) => text.includes(p));
  });
}

/** Does the act itself lead somewhere or against somebody: then it deserves a second look. */
export function isWeighty(r: Reading): boolean {
  return r.foes.length > 0 || r.hexes.length > 0 || (r.act.path?.length ?? 0) > 0;
}

/** Pieces that a preview puts elsewhere or turns otherwise. */
export function movedPieces(now: Piece[], then: Piece[] | undefined): Piece[] {
  if (!then) return [];
  const at = (p: Piece) => `${p.side}/${p.key}/${p.x},${p.y},${p.facing ?? ""},${p.w},${p.d},${p.formation ?? ""}`;
  const known = new Set(now.map(at));
  return then.filter((p) => !known.has(at(p)));
}

const BAD = /rout|broken|disorder|shaken|waver|panic|out-of-place|out of/;

/** What an answer brings for certain that nobody wants: troops disordered, a brigade out of its place. */
export function warnings(now: readonly Piece[], then: readonly Piece[] | undefined): string[] {
  const out = new Map<string, string[]>();
  for (const p of then ?? []) {
    const old = now.find((o) => o.key === p.key && o.side === p.side);
    if (!old) continue;
    for (const b of p.badges ?? []) if (BAD.test(b) && !(old.badges ?? []).includes(b)) out.set(b, [...new Set([...(out.get(b) ?? []), pieceName(p)])]);
  }
  return [...out].map(([b, names]) => t("{0}{1} will be {2}.", names.slice(0, 4).join(", "), names.length > 4 ? t(" and others") : "", t(b).replace(/-/g, " ")));
}
