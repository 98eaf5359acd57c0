// A bare field: what is left of a battle when everything is taken away that the referee does not insist on.
import { clear } from "./hexground";
import { groundOf, withGround } from "./home";
import type { Checked } from "./bench";
import { change, valueAt, type Doc } from "./doc";
import { placedOf, setPlace } from "./places";
import { isMapping, keysOf, sidedLists, type Key, type Mapping, type Path, type Schema, type Value } from "./schema";

/** The list of a free table's ground: the one whose entries have points. */
export function groundKey(schema: Schema): Key | null {
  return keysOf(schema, schema.map).find((k) => k.kind === "list" && keysOf(schema, k.of!).some((p) => p.name === "points")) ?? null;
}

export function bareMap(map: Mapping, schema: Schema, size: { width: number; height: number }): Mapping {
  if (schema.hex) return clear(map, size.width, size.height);
  const ground = groundKey(schema), out: Mapping = { ...map, width: String(size.width), height: String(size.height) };
  if (ground) delete out[ground.name];
  return out;
}

/** Lists with their entries, deepest last, that may be made shorter; and keys that may be left out. */
function cuts(v: Value, shape: number, schema: Schema, path: Path): { path: Path; whole: boolean }[] {
  const out: { path: Path; whole: boolean }[] = [];
  if (!isMapping(v)) return out;
  for (const k of keysOf(schema, shape)) {
    const x = v[k.name];
    if (x === undefined) continue;
    const at = [...path, k.name], many = Array.isArray(x) && k.kind === "list";
    if (k.may && (many || k.kind === "map")) out.push({ path: at, whole: true });
    if (many) for (let i = (x as Value[]).length - 1; i >= 0; i--) out.push({ path: [...at, i], whole: false });
    if (k.of !== undefined && Array.isArray(x)) x.forEach((e, i) => out.push(...cuts(e, k.of!, schema, [...at, i])));
    else if (k.of !== undefined) out.push(...cuts(x, k.of, schema, at));
  }
  return out;
}

const LEAST = 1, PATIENCE = 400;

/** Troops stay that others need; of each list a pattern stays, to make more of. */
export async function bareField(doc: Doc, schema: Schema, check: (d: Doc) => Promise<Checked>): Promise<Doc> {
  let now = doc, tries = 0;
  const tried = new Set<string>();
  const gone = (d: Doc, path: Path): Doc => change(d, "scenario", path, undefined);
  for (let again = true; again && tries < PATIENCE;) {
    again = false;
    for (const cut of cuts(now.scenario, schema.scenario, schema, [])) {
      const v = valueAt(now.scenario, cut.path), mark = JSON.stringify([cut.path, v]);
      if (v === undefined || tried.has(mark) || tries >= PATIENCE) continue;
      tried.add(mark);
      // The last troops of a side stay: from them others are made.
      if (!leaves(now, gone(now, cut.path), schema)) continue;
      tries++;
      const next = gone(now, cut.path);
      if ((await check(next)).right) { now = next; again = true; break; }
    }
  }
  return now;
}

/** Somebody of a side's troops is left, wherever he is written. */
function leaves(was: Doc, next: Doc, schema: Schema): boolean {
  const a = [...sideCounts(was, schema), ...rowCounts(was, schema)], b = [...sideCounts(next, schema), ...rowCounts(next, schema)];
  return a.every((n, i) => (b[i] ?? 0) >= Math.min(n, LEAST));
}

/** Those of a side, wherever it is named. */
const ofSide = (d: Doc, k: Key, side: string): number => { const v = d.scenario[k.name]; return Array.isArray(v) ? v.filter((e) => isMapping(e) && e["side"] === side).length : 0; };

/** Entries that name their side and stand on the map, by list and side: leaders are a pattern as well. */
function rowCounts(d: Doc, schema: Schema): number[] {
  const names = (Array.isArray(d.scenario["sides"]) ? d.scenario["sides"] : []).map((s) => (isMapping(s) ? String(s["name"]) : ""));
  return sidedLists(schema).filter((k) => !k.may && keysOf(schema, k.of!).some((x) => x.name === "hex")).flatMap((k) => names.map((n) => ofSide(d, k, n)));
}

/** How many troops of a side have a place and a front, by the entries of `sides`, or by the word that names the side. */
export function sideCounts(d: Doc, schema: Schema): number[] {
  const sides = Array.isArray(d.scenario["sides"]) ? d.scenario["sides"] : [];
  const names = sides.map((s) => (isMapping(s) ? String(s["name"]) : ""));
  const placed = (v: Value, shape: number, listed: boolean): number => {
    if (!isMapping(v)) return 0;
    const keys = keysOf(schema, shape), turns = keys.some((k) => k.name === "facing");
    let n = listed && turns && (v["x"] !== undefined || v["hex"] !== undefined) ? 1 : 0;
    for (const k of keys) {
      const x = v[k.name];
      if (k.of !== undefined && x !== undefined) for (const e of Array.isArray(x) ? x : [x]) n += placed(e, k.of, k.kind === "list");
    }
    return n;
  };
  const key = keysOf(schema, schema.scenario).find((k) => k.name === "sides");
  const counts = sides.map((s) => (key?.of !== undefined ? placed(s, key.of, false) : 0));
  for (const k of sidedLists(schema))
    if (keysOf(schema, k.of!).some((x) => x.name === "facing")) names.forEach((n, i) => { counts[i] = (counts[i] ?? 0) + ofSide(d, k, n); });
  return counts;
}

/** The same few troops on a field of another size: each as far from the edges as it was, by proportion. */
export function resized(doc: Doc, schema: Schema, was: { width: number; height: number }, size: { width: number; height: number }): Doc {
  const a = size.width / Math.max(1, was.width), b = size.height / Math.max(1, was.height), two = (n: number, by: number): string => String(Math.max(1, Math.ceil(n * by))).padStart(2, "0");
  let now = clearGround(doc, schema, size);
  for (const p of placedOf(doc, schema).values()) {
    if (p.at) now = setPlace(now, p, { at: [p.at[0] * a, p.at[1] * b] });
    else if (/^\d{4}$/.test(p.hex)) now = setPlace(now, p, { hex: two(Number(p.hex.slice(0, 2)), a) + two(Number(p.hex.slice(2)), b) });
  }
  return now;
}

export const clearGround = (doc: Doc, schema: Schema, size: { width: number; height: number }): Doc =>
  groundOf(doc, schema) ? withGround(doc, schema, bareMap(groundOf(doc, schema)!, schema, size)) : doc;

