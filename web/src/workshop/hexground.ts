// The drawn ground of hex maps: rows of letters, a legend, hexsides, places (docs/data.md).
import { isMapping, type Mapping, type Value } from "./schema";

export type Cell = [column: number, row: number];

const list = (v: Value | undefined): Value[] => (Array.isArray(v) ? v : []);

/** Letters by row and column; the blanks are for the eye. */
export const lettersOf = (map: Mapping): string[][] => list(map["rows"]).map((r) => [...String(r).replace(/\s/g, "")]);

const rowsOf = (letters: string[][]): string[] => letters.map((r, i) => (i % 2 ? " " : "") + r.join(" "));

const legendOf = (map: Mapping): { letter: string; terrain: string }[] =>
  list(map["legend"]).filter(isMapping).map((l) => ({ letter: String(l["letter"]), terrain: String(l["terrain"]) }));

export function terrainAt(map: Mapping, [column, row]: Cell): string | null {
  const letter = lettersOf(map)[row]?.[column];
  return legendOf(map).find((l) => l.letter === letter)?.terrain ?? null;
}

const LETTERS = ".~abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/** The map with this terrain in these hexes; a terrain without a letter gets one. */
export function paint(map: Mapping, cells: readonly Cell[], terrain: string): Mapping {
  const legend = legendOf(map), letters = lettersOf(map);
  let letter = legend.find((l) => l.terrain === terrain)?.letter, more = map;
  if (letter === undefined) {
    const wish = [...terrain, ...terrain.toUpperCase(), ...LETTERS].filter((c) => /[A-Za-z.~0-9]/.test(c));
    letter = wish.find((c) => !legend.some((l) => l.letter === c)) ?? "?";
    more = { ...map, legend: [...list(map["legend"]), { letter, terrain }] };
  }
  let any = false;
  for (const [column, row] of cells)
    if (letters[row]?.[column] !== undefined && letters[row]![column] !== letter) { letters[row]![column] = letter; any = true; }
  return any ? { ...more, rows: rowsOf(letters) } : map;
}

/** Another size: what is cut off is gone, what is new is the first terrain of the legend. */
export function resize(map: Mapping, columns: number, rows: number): Mapping {
  const old = lettersOf(map), bare = legendOf(map)[0]?.letter ?? ".";
  const letters = Array.from({ length: rows }, (_, r) => Array.from({ length: columns }, (_, c) => old[r]?.[c] ?? bare));
  return { ...map, rows: rowsOf(letters) };
}

/** Plain ground: no terrain but the first, no hexsides, no places. */
export function clear(map: Mapping, columns: number, rows: number): Mapping {
  const { sides: _sides, places: _places, ...rest } = map, first = legendOf(map)[0] ?? { letter: ".", terrain: "clear" };
  return resize({ ...rest, legend: [first], rows: [] }, columns, rows);
}

// --- Hexsides ---------------------------------------------------------------------------------------------------

export const SIDES = ["e", "se", "sw", "w", "nw", "ne"] as const;

const readSides = (at: Value | undefined): Map<string, Set<string>> => {
  const out = new Map<string, Set<string>>();
  for (const text of list(at)) {
    const [hex, dirs] = String(text).split(":") as [string, string?];
    out.set(hex, new Set([...(out.get(hex) ?? []), ...(dirs ?? "").split(",").map((d) => d.trim()).filter(Boolean)]));
  }
  return out;
};
const writeSides = (m: Map<string, Set<string>>): string[] =>
  [...m].filter(([, d]) => d.size).sort(([a], [b]) => (a < b ? -1 : 1)).map(([hex, d]) => `${hex}:${SIDES.filter((s) => d.has(s)).concat([...d].filter((x) => !SIDES.includes(x as never)) as never[]).join(",")}`);

/** A hexside as seen from its hex, and the same seen from the other one. */
export interface Side { hex: string; side: number; other: string }

export function hasSide(map: Mapping, s: Side, feature: string): boolean {
  const near = SIDES[s.side]!, far = SIDES[(s.side + 3) % 6]!;
  return list(map["sides"]).some((e) => { const at = isMapping(e) && e["feature"] === feature ? readSides(e["at"]) : null; return !!at && (!!at.get(s.hex)?.has(near) || !!at.get(s.other)?.has(far)); });
}

/** With or without this feature. on: null changes it, true and false set it. */
export function setSide(map: Mapping, s: Side, feature: string, on: boolean | null): Mapping {
  const all = list(map["sides"]), near = SIDES[s.side]!, far = SIDES[(s.side + 3) % 6]!;
  let found = false, home = -1;
  const next = all.map((e, i): Value => {
    if (!isMapping(e) || e["feature"] !== feature) return e;
    if (home < 0 && e["name"] === undefined) home = i;
    const at = readSides(e["at"]), here = at.get(s.hex)?.has(near), there = at.get(s.other)?.has(far);
    if (!here && !there) return e;
    found = true;
    if (on === true) return e;
    at.get(s.hex)?.delete(near);
    at.get(s.other)?.delete(far);
    return { ...e, at: writeSides(at) };
  });
  if (found) return on === true ? map : { ...map, sides: next.filter((e) => !isMapping(e) || list(e["at"]).length > 0) };
  if (on === false) return map;
  if (home < 0) return { ...map, sides: [...all, { feature, at: [`${s.hex}:${near}`] }] };
  const at = readSides((next[home] as Mapping)["at"]);
  at.set(s.hex, new Set([...(at.get(s.hex) ?? []), near]));
  next[home] = { ...(next[home] as Mapping), at: writeSides(at) };
  return { ...map, sides: next };
}

// --- Places -----------------------------------------------------------------------------------------------------

export const placesOf = (map: Mapping): string[] => list(map["places"]).filter(isMapping).map((p) => String(p["name"]));

/** Hexes into a named place, or out of it. A place without hexes is gone. */
export function setPlace(map: Mapping, name: string, hexes: readonly string[], on: boolean): Mapping {
  const all = list(map["places"]), has = all.some((p) => isMapping(p) && p["name"] === name);
  const next = (has ? all : [...all, { name, hexes: [] }]).map((p): Value => {
    if (!isMapping(p) || p["name"] !== name) return p;
    const was = list(p["hexes"]).map(String);
    return { ...p, hexes: on ? [...new Set([...was, ...hexes])] : was.filter((h) => !hexes.includes(h)) };
  });
  return { ...map, places: next.filter((p) => !isMapping(p) || list(p["hexes"]).length > 0) };
}

// --- Symmetry -----------------------------------------------------------------------------------------------------

export type Symmetry = "none" | "mirror" | "turn";

/** The same place on the other half: mirrored from west to east, or turned half round. */
export function twin(sym: Symmetry, [column, row]: Cell, columns: number, rows: number): Cell | null {
  if (sym === "none") return null;
  return sym === "mirror" ? [columns - 1 - column, row] : [columns - 1 - column, rows - 1 - row];
}
export function twinPoint(sym: Symmetry, [x, y]: [number, number], width: number, height: number): [number, number] | null {
  if (sym === "none") return null;
  return sym === "mirror" ? [width - x, y] : [width - x, height - y];
}
