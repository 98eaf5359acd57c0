// Drawing the ground: strokes on hexes, shapes on a free table.
import { change, freeName, insert, namesOf, standIn, valueAt, type Doc } from "./doc";
import { hasSide, lettersOf, paint, SIDES, setPlace, setSide, twin, twinPoint, type Cell, type Side, type Symmetry } from "./hexground";
import { beyond, cellAt, cellKey, cellsAlong, edge, edgesAlong, middle, type Spot } from "./lattice";
import { groundKey } from "./bare";
import { groundOf, homeOf, withGround } from "./home";
import { isCorners, isMapping, keysOf, type FileName, type Mapping, type Path, type Schema, type Value } from "./schema";
import { inches } from "./places";

/** Kinds of ground that can be drawn on a free table. */
export function groundKinds(schema: Schema): string[] {
  const list = groundKey(schema), kind = list ? keysOf(schema, list.of!).find((k) => k.name === "kind") : undefined;
  return kind?.words ?? kind?.seen ?? [];
}

export const hexSize = (map: Mapping): { columns: number; rows: number } => {
  const letters = lettersOf(map);
  return { columns: letters[0]?.length ?? 0, rows: letters.length };
};

export function paintCell(doc: Doc, schema: Schema, cell: Cell, terrain: string, sym: Symmetry): Doc {
  const was = groundOf(doc, schema);
  if (!was) return doc;
  const { columns, rows } = hexSize(was), other = twin(sym, cell, columns, rows);
  const map = paint(was, other ? [cell, other] : [cell], terrain);
  return map === was ? doc : withGround(doc, schema, map);
}

const hexOf = (column: number, row: number): string => String(column + 1).padStart(2, "0") + String(row + 1).padStart(2, "0");
const cellOfHex = (hex: string): Cell => [Number(hex.slice(0, hex.length / 2)) - 1, Number(hex.slice(hex.length / 2)) - 1];

const MIRRORED = [3, 2, 1, 0, 5, 4];

/** Hexsides with a feature, and those on the other half; without it where they all have it already. */
export function markSides(doc: Doc, schema: Schema, sides: readonly Side[], feature: string, sym: Symmetry): Doc {
  const was = groundOf(doc, schema);
  if (!was || sides.length === 0) return doc;
  const { columns, rows } = hexSize(was), on = !sides.every((s) => hasSide(was, s, feature));
  let map = was;
  for (const s of sides) {
    const a = twin(sym, cellOfHex(s.hex), columns, rows), b = twin(sym, cellOfHex(s.other), columns, rows);
    map = setSide(map, s, feature, on);
    if (a && b) map = setSide(map, { hex: hexOf(...a), other: hexOf(...b), side: sym === "turn" ? (s.side + 3) % SIDES.length : MIRRORED[s.side]! }, feature, on);
  }
  return map === was ? doc : withGround(doc, schema, map);
}

/** Hexsides under a stroke of the hand. Ways lead from hex to hex; all else follows the edges next to the stroke, and is of the hexes on
 * that hand of it where the hand was: a slope has an upper and a lower side. */
export function sidesUnder(map: Mapping, line: readonly Spot[], way: boolean): Side[] {
  const { columns, rows } = hexSize(map), side = (c: Cell, d: number): Side => ({ hex: hexOf(...c), side: d, other: hexOf(...beyond(c, d)) });
  if (way) {
    const cells = cellsAlong(line, columns, rows);
    return cells.slice(1).flatMap((c, i) => { const d = SIDES.findIndex((_, k) => cellKey(beyond(cells[i]!, k)) === cellKey(c)); return d < 0 ? [] : [side(cells[i]!, d)]; });
  }
  const visits = new Map<string, number>();
  for (const s of line) { const c = cellAt(s, columns, rows); if (c) visits.set(cellKey(c), (visits.get(cellKey(c)) ?? 0) + 1); }
  const right = (e: { cell: Cell; side: number }): boolean => {
    const [a, b] = edge(e.cell, e.side), m: Spot = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2], far = ([x, y]: Spot): number => Math.hypot(x - m[0], y - m[1]);
    let i = 0;
    line.forEach((s, k) => { if (far(s) < far(line[i]!)) i = k; });
    const from = line[Math.max(0, i - 2)]!, to = line[Math.min(line.length - 1, i + 2)]!, [x, y] = middle(e.cell);
    return (to[0] - from[0]) * (y - m[1]) - (to[1] - from[1]) * (x - m[0]) > 0;
  };
  const edges = edgesAlong(line, columns, rows).map((e) => ({ ...e, right: right(e) }));
  const lean = edges.reduce((n, e) => n + (e.right ? 1 : -1) * ((visits.get(cellKey(e.cell)) ?? 0) - (visits.get(cellKey(beyond(e.cell, e.side))) ?? 0)), 0);
  return edges.map((e) => (e.right === lean >= 0 ? side(e.cell, e.side) : side(beyond(e.cell, e.side), (e.side + 3) % SIDES.length)));
}

export function markPlace(doc: Doc, schema: Schema, cell: Cell, name: string, on: boolean, sym: Symmetry): Doc {
  const was = groundOf(doc, schema);
  if (!was) return doc;
  const { columns, rows } = hexSize(was), other = twin(sym, cell, columns, rows);
  return withGround(doc, schema, setPlace(was, name, [hexOf(...cell), ...(other ? [hexOf(...other)] : [])], on));
}

export const inPlace = (map: Mapping, name: string, hex: string): boolean =>
  (Array.isArray(map["places"]) ? map["places"] : []).some((p) => isMapping(p) && p["name"] === name && Array.isArray(p["hexes"]) && p["hexes"].includes(hex));

// --- Shapes -----------------------------------------------------------------------------------------------------

/** Corners of a piece of ground in thousandths of an inch, however they are written. */
export const cornersOf = (v: Value | undefined): [number, number][] =>
  (Array.isArray(v) ? v : []).map((c) => (Array.isArray(c) ? [Number(c[0]), Number(c[1])] : isMapping(c) ? [Number(c["x"]), Number(c["y"])] : [NaN, NaN]) as [number, number])
    .filter(([x, y]) => Number.isFinite(x + y)).map(([x, y]) => [Math.round(x * 1000), Math.round(y * 1000)]);

function written(schema: Schema, at: [number, number][]): Value {
  const list = groundKey(schema)!, k = keysOf(schema, list.of!).find((x) => x.name === "points")!;
  return at.map(([x, y]): Value => (isCorners(schema, k) ? { x: inches(x), y: inches(y) } : [inches(x), inches(y)]));
}

export function addShape(doc: Doc, schema: Schema, kind: string, at: [number, number][], sym: Symmetry): { doc: Doc; file: FileName; path: Path } {
  const list = groundKey(schema), home = homeOf(doc, schema), was = groundOf(doc, schema);
  if (!list || !home || !was || at.length < 2) return { doc, file: "map", path: [] };
  const width = Number(was["width"]) * 1000, height = Number(was["height"]) * 1000;
  const one = (d: Doc, points: [number, number][]): Doc => {
    const entry: Mapping = Object.fromEntries(keysOf(schema, list.of!).filter((k) => !k.may && k.name !== "points").map((k) => [k.name, standIn(schema, k, d)]));
    const name = freeName(kind, namesOf(d, schema));
    return insert(d, home.file, [...home.path, list.name], { ...entry, name, kind, points: written(schema, points) });
  };
  let next = one(doc, at);
  const path: Path = [...home.path, list.name, (valueAt(next[home.file], [...home.path, list.name]) as Value[]).length - 1];
  const other = at.map((p) => twinPoint(sym, p, width, height));
  if (other.every((p): p is [number, number] => p !== null)) next = one(next, other);
  return { doc: next, file: home.file, path };
}

export function moveCorner(doc: Doc, schema: Schema, file: FileName, path: Path, i: number, to: [number, number]): Doc {
  const at = cornersOf(valueAt(doc[file], [...path, "points"]));
  at[i] = to;
  return change(doc, file, [...path, "points"], written(schema, at));
}
