// Ground carried from one system to another: both are read and written by guide/ground.json, in metres, and what does not fit is said.
import { addShape, hexSize } from "./ground";
import { groundOf, withGround } from "./home";
import { groundKey } from "./bare";
import { cornersOf } from "./ground";
import { clear, lettersOf, paint, setPlace, setSide, SIDES, terrainAt, type Cell } from "./hexground";
import { beyond, cellAt, cellKey, cellsAlong, chains, edge, edgesAlong, extent, fewer, inside, lots, middle, outline, type Spot } from "./lattice";
import { change, valueAt, type Doc } from "./doc";
import { isMapping, keysOf, type Mapping, type Schema, type Value } from "./schema";

type Words = Record<string, string>;
export interface Ground { metres: number; areas: Words; lines?: Words; sides?: Words; paths?: Words; levels?: string; into: Words }

/** A piece of ground in metres, y down from the top of the sheet. */
interface Piece { what: string; at: Spot[]; label: string }
export interface Country { width: number; height: number; areas: Piece[]; lines: Piece[] }

const list = (v: Value | undefined): Mapping[] => (Array.isArray(v) ? v.filter(isMapping) : []);
const cellOf = (hex: string): Cell => [Number(hex.slice(0, hex.length / 2)) - 1, Number(hex.slice(hex.length / 2)) - 1];
const hexOf = ([c, r]: Cell): string => String(c + 1).padStart(2, "0") + String(r + 1).padStart(2, "0");
const times = (s: Spot, by: number): Spot => [s[0] * by, s[1] * by];

// --- Reading --------------------------------------------------------------------------------------------------------

function readTable(doc: Doc, schema: Schema, g: Ground, notes: Set<string>): Country {
  const map = groundOf(doc, schema)!, height = Number(map["height"]) * g.metres, out: Country = { width: Number(map["width"]) * g.metres, height, areas: [], lines: [] };
  for (const e of list(map[groundKey(schema)?.name ?? ""])) {
    const kind = String(e["kind"] ?? ""), at = cornersOf(e["points"]).map(([x, y]): Spot => [(x / 1000) * g.metres, height - (y / 1000) * g.metres]), label = String(e["label"] ?? e["name"] ?? "");
    const line = g.lines?.[kind], area = g.areas[kind];
    if (line) out.lines.push({ what: line, at, label });
    else if (area && at.length > 2) out.areas.push({ what: area, at, label });
    else if (area === undefined) notes.add(`${label}: ${kind.replace(/-/g, " ")} has no place in the conversion and is left out.`);
  }
  return out;
}

function readHexes(doc: Doc, schema: Schema, g: Ground, notes: Set<string>): Country {
  const map = groundOf(doc, schema)!, letters = lettersOf(map), { columns, rows } = hexSize(map), [w, h] = extent(columns, rows), m = g.metres;
  const out: Country = { width: w * m, height: h * m, areas: [], lines: [] }, of = new Map<string, Cell[]>(), named = list(map["places"]);
  letters.forEach((l, r) => l.forEach((_, c) => { const t = terrainAt(map, [c, r]) ?? "", what = g.areas[t]; if (what) of.set(what, [...(of.get(what) ?? []), [c, r]]); else if (what === undefined) notes.add(`${t.replace(/-/g, " ")} has no place in the conversion and is left out.`); }));
  const nameOf = (lot: Cell[]): string => { const own = new Set(lot.map((c) => hexOf(c))); return String(named.find((p) => !/^level-/.test(String(p["name"])) && (Array.isArray(p["hexes"]) ? p["hexes"] : []).some((x) => own.has(String(x))))?.["name"] ?? ""); };
  const put = (what: string, cells: Cell[]): void => { for (const lot of lots(cells)) out.areas.push({ what, at: outline(lot).map((s) => times(s, m)), label: nameOf(lot) }); };
  for (const [what, cells] of of) put(what, cells);
  for (const p of named) if (g.levels && /^level-/.test(String(p["name"])) && String(p["name"]) !== "level-0") put(g.levels, (Array.isArray(p["hexes"]) ? p["hexes"] : []).map((x) => cellOf(String(x))));
  for (const s of list(map["sides"])) {
    const feature = String(s["feature"]), what = g.sides?.[feature] ?? g.paths?.[feature], through = g.paths?.[feature] !== undefined, pieces: [Spot, Spot][] = [];
    if (what === undefined) notes.add(`${feature.replace(/-/g, " ")} has no place in the conversion and is left out.`);
    if (!what) continue;
    for (const text of Array.isArray(s["at"]) ? s["at"] : []) {
      const [hex, dirs] = String(text).split(":") as [string, string?], cell = cellOf(hex);
      for (const d of (dirs ?? "").split(",")) { const i = SIDES.indexOf(d.trim() as never); if (i >= 0) pieces.push(through ? [middle(cell), middle(beyond(cell, i))] : edge(cell, i)); }
    }
    for (const line of chains(pieces)) out.lines.push({ what, at: line.map((x) => times(x, m)), label: String(s["name"] ?? "") });
  }
  return out;
}

/** The same country with the other edge at the top. */
const turned = (c: Country): Country => {
  const flip = (p: Piece): Piece => ({ ...p, at: p.at.map(([x, y]): Spot => [c.width - x, c.height - y]) });
  return { ...c, areas: c.areas.map(flip), lines: c.lines.map(flip) };
};

// --- Writing --------------------------------------------------------------------------------------------------------

const limits = (schema: Schema, name: string): [number, number] => { const k = keysOf(schema, schema.map).find((x) => x.name === name); return [Number(k?.min ?? 12), Number(k?.max ?? 120)]; };

/** A line as an area, so far to both sides. */
function band(line: readonly Spot[], far: number): Spot[] {
  const beside = (i: number, by: number): Spot => {
    const [a, b] = line[Math.max(0, i - 1)]!, [c, d] = line[Math.min(line.length - 1, i + 1)]!, n = Math.hypot(c - a, d - b) || 1, [x, y] = line[i]!;
    return [x - ((d - b) / n) * by, y + ((c - a) / n) * by];
  };
  return [...line.map((_, i) => beside(i, far)), ...line.map((_, i) => beside(i, -far)).reverse()];
}

function writeTable(country: Country, doc: Doc, schema: Schema, g: Ground, notes: Set<string>): Doc {
  const [least, most] = limits(schema, "width"), [low, high] = limits(schema, "height"), want = [country.width / g.metres, country.height / g.metres] as Spot;
  const by = Math.min(1, most / want[0], high / want[1]) * Math.max(1, least / want[0], low / want[1]), w = Math.round(want[0] * by), h = Math.round(want[1] * by), key = groundKey(schema)!;
  if (Math.abs(by - 1) > 0.01) notes.add(`The sheet is drawn to ${Math.round(by * 100)} percent of its scale, so that it fits the table.`);
  const { [key.name]: _gone, ...rest } = groundOf(doc, schema)!, points = keysOf(schema, key.of!).find((k) => k.name === "points")?.most ?? 24;
  let next = withGround(doc, schema, { ...rest, width: String(w), height: String(h) });
  const into = ([x, y]: Spot): [number, number] => [Math.round(Math.max(0, Math.min(w, (x / g.metres) * by)) * 1000), Math.round(Math.max(0, Math.min(h, h - (y / g.metres) * by)) * 1000)];
  const size = (p: Piece): number => { const xs = p.at.map((a) => a[0]), ys = p.at.map((a) => a[1]); return (Math.max(...xs) - Math.min(...xs)) * (Math.max(...ys) - Math.min(...ys)); };
  const all = [...country.areas.sort((a, b) => size(b) - size(a)).map((p) => ({ ...p, ring: true })), ...country.lines.map((p) => ({ ...p, ring: false }))].filter((p) => p.at.length > (p.ring ? 2 : 1)), room = key.most ?? 64;
  if (all.length > room) notes.add(`${all.length - room} of ${all.length} pieces of ground, the smallest and the last, are left out: there is room for ${room}.`);
  for (const p of all.slice(0, room)) {
    const word = g.into[p.what] ?? "", kind = word.replace(/^(line|band) /, "");
    if (!word) { notes.add(`${p.what} has no word here and is left out.`); continue; }
    const steps = p.at.map((s): Spot => [s[0] / g.metres, s[1] / g.metres]), kept = (p.ring || !word.startsWith("band ") ? fewer(steps, points, p.ring) : band(fewer(steps, Math.floor(points / 2), false), 0.75)).map((s) => into(times(s, g.metres)));
    const made = addShape(next, schema, kind, kept, "none");
    next = p.label ? change(made.doc, made.file, [...made.path, "label"], p.label) : made.doc;
    if (kind !== p.what) notes.add(`${p.what} has become ${kind.replace(/-/g, " ")}.`);
  }
  return next;
}

function writeHexes(country: Country, doc: Doc, schema: Schema, g: Ground, notes: Set<string>): Doc {
  const want: Spot = [country.width / g.metres, country.height / g.metres / (Math.sqrt(3) / 2)], by = Math.min(1, 60 / want[0], 60 / want[1]) * Math.max(1, 8 / want[0], 8 / want[1]);
  const columns = Math.round(want[0] * by), rows = Math.round(want[1] * by), scale = by / g.metres;
  if (Math.abs(by - 1) > 0.01) notes.add(`The sheet is drawn to ${Math.round(by * 100)} percent of its scale, so that it fits the hexes.`);
  let map = clear(groundOf(doc, schema)!, columns, rows);
  const cells = Array.from({ length: rows }, (_, r) => Array.from({ length: columns }, (_, c): Cell => [c, r])).flat();
  // An area whose word here is one of edges or ways becomes the line round it.
  const flat = country.areas.filter((p) => !/ /.test(g.into[p.what] ?? "")), lines = [...country.areas.filter((p) => / /.test(g.into[p.what] ?? "")).map((p) => ({ ...p, at: [...p.at, p.at[0]!] })), ...country.lines];
  for (const p of flat) {
    const ring = p.at.map((s) => times(s, scale)), word = g.into[p.what] ?? "", own = cells.filter((c) => inside(middle(c), ring));
    const mid = ring.reduce(([a, b], [x, y]): Spot => [a + x / ring.length, b + y / ring.length], [0, 0] as Spot), one = own.length ? own : [cellAt(mid, columns, rows)].filter((c): c is Cell => !!c);
    if (!word) notes.add(`${p.what}${p.label ? ` (${p.label})` : ""} has no word here and is left out.`);
    else if (word === "level") map = setPlace(map, "level-1", one.map(hexOf), true);
    else map = paint(map, one, word);
    if (word && p.label && p.what === "village") map = setPlace(map, p.label, one.map(hexOf), true);
    if (word && word !== p.what) notes.add(`${p.what} has become ${word === "level" ? "a height of one level" : word.replace(/-/g, " ")}.`);
  }
  for (const p of lines) {
    const line = p.at.map((s) => times(s, scale)), [way, feature] = (g.into[p.what] ?? "").split(" ") as [string, string?];
    if (!way) { notes.add(`${p.what}${p.label ? ` (${p.label})` : ""} has no word here and is left out.`); continue; }
    if (!feature) { map = paint(map, cellsAlong(line, columns, rows), way); notes.add(`${p.what} has become ${way.replace(/-/g, " ")}.`); continue; }
    const through = cellsAlong(line, columns, rows);
    const sides = way === "side" ? edgesAlong(line, columns, rows) : through.slice(1).flatMap((c, i) => { const side = [0, 1, 2, 3, 4, 5].find((d) => cellKey(beyond(through[i]!, d)) === cellKey(c)); return side === undefined ? [] : [{ cell: through[i]!, side }]; });
    for (const s of sides) map = setSide(map, { hex: hexOf(s.cell), side: s.side, other: hexOf(beyond(s.cell, s.side)) }, feature, true);
    if (feature !== p.what) notes.add(`${p.what} has become ${feature.replace(/-/g, " ")}.`);
  }
  return withGround(doc, schema, { ...map, places: list(map["places"]).flatMap((p) => parted(p)) });
}

/** A place has at most so many hexes; heights of more are several of one name. */
function parted(p: Mapping): Mapping[] {
  const hexes = Array.isArray(p["hexes"]) ? p["hexes"] : [], out: Mapping[] = [];
  for (let i = 0; i < hexes.length; i += PLACE) out.push({ ...p, hexes: hexes.slice(i, i + PLACE) });
  return out;
}
const PLACE = 40;

/** The ground of one battle under the rules of another. turn: the other edge of the sheet is at the top. */
export function carryGround(from: { doc: Doc; schema: Schema; ground: Ground }, to: { doc: Doc; schema: Schema; ground: Ground }, turn: boolean): { doc: Doc; notes: string[] } {
  const notes = new Set<string>(), f = from.ground, t = to.ground;
  if (!groundOf(from.doc, from.schema) || !groundOf(to.doc, to.schema)) return { doc: to.doc, notes: ["One of the two has no ground."] };
  const read = from.schema.hex ? readHexes(from.doc, from.schema, f, notes) : readTable(from.doc, from.schema, f, notes), country = turn ? turned(read) : read;
  notes.add(`${from.schema.hex ? "A hex" : "An inch"} of ${from.schema.system} is taken for ${f.metres} m, ${to.schema.hex ? "a hex" : "an inch"} of ${to.schema.system} for ${t.metres} m.`);
  const doc = to.schema.hex ? writeHexes(country, to.doc, to.schema, t, notes) : writeTable(country, to.doc, to.schema, t, notes);
  if (doc.map && from.doc.map && valueAt(from.doc.map, ["title"])) return { doc: { ...doc, map: { ...doc.map, title: String(from.doc.map["title"]), source: `Converted from ${from.schema.system}: ${String(from.doc.map["source"] ?? "")}`.slice(0, 390) } }, notes: [...notes] };
  return { doc, notes: [...notes] };
}
