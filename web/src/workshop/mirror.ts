// One army from the other: the same troops, turned half round.
import { hexSize } from "./ground";
import { groundOf } from "./home";
import { follow, freshName, namesOf, type Doc } from "./doc";
import { readLine, writeLine } from "./lines";
import { isMapping, keysOf, type Key, type Mapping, type Schema, type Value } from "./schema";

interface Field { width: number; height: number; hex: boolean }

function fieldOf(doc: Doc, schema: Schema): Field | null {
  const ground = groundOf(doc, schema);
  if (!ground) return null;
  if (!schema.hex) return { width: Number(ground["width"]), height: Number(ground["height"]), hex: false };
  const { columns, rows } = hexSize(ground);
  return { width: columns, height: rows, hex: true };
}

const hexBeyond = (f: Field, hex: string): string => {
  if (!/^\d{4}$/.test(hex)) return hex;
  const turned = (n: number, most: number): string => String(most + 1 - n).padStart(2, "0");
  return turned(Number(hex.slice(0, 2)), f.width) + turned(Number(hex.slice(2)), f.height);
};
const far = (v: Value, most: number): string => String(Math.round((most - Number(v)) * 1000) / 1000);

const EDGES = new Set(["north", "east", "south", "west"]);
const DIRECTIONS = new Set(["facing", "front"]);

function turned(v: Value, k: Key, f: Field): Value {
  if (typeof v !== "string") return v;
  if (k.kind === "length" && k.name === "x") return far(v, f.width);
  if (k.kind === "length" && k.name === "y") return far(v, f.height);
  if (k.kind === "text" && k.name === "hex") return hexBeyond(f, v);
  if (!DIRECTIONS.has(k.name)) return v;
  if (k.kind === "angle") return String((Number(v) + 180) % 360);
  const i = k.words?.indexOf(v) ?? -1, n = k.words?.length ?? 0;
  return k.kind === "word" && i >= 0 && n % 2 === 0 ? k.words![(i + n / 2) % n]! : v;
}

/** Everything of a mapping turned, with new names; old names and new ones are noted. */
function copied(v: Mapping, shape: number, schema: Schema, f: Field, fresh: (n: string) => string): Mapping {
  const out: Mapping = {};
  for (const [name, x] of Object.entries(v)) {
    const k = keysOf(schema, shape).find((y) => y.name === name);
    if (!k) out[name] = x;
    else if (k.of !== undefined && Array.isArray(x)) out[name] = x.map((e) => (isMapping(e) ? copied(e, k.of!, schema, f, fresh) : e));
    else if (k.of !== undefined && isMapping(x)) out[name] = copied(x, k.of, schema, f, fresh);
    else if (name === "name" && typeof x === "string") out[name] = fresh(x);
    else if (k.each === "text" && Array.isArray(x)) out[name] = x.map((h) => (typeof h === "string" ? hexBeyond(f, h) : h));
    else out[name] = turned(x, k, f);
  }
  return out;
}

/** The army of the other side becomes this one, turned; what a side is (name, colour, edge, front) stays. */
export function mirrorArmy(doc: Doc, schema: Schema, from: number): Doc {
  const sides = doc.scenario["sides"], f = fieldOf(doc, schema), key = keysOf(schema, schema.scenario).find((k) => k.name === "sides");
  if (!Array.isArray(sides) || sides.length !== 2 || !f || !key) return doc;
  const a = sides[from], b = sides[1 - from];
  if (!isMapping(a) || !isMapping(b)) return doc;
  const own = String(a["name"]), other = String(b["name"]), now = new Map<string, string>([[own, other]]);
  const lines = keysOf(schema, schema.scenario).filter((k) => k.parts);
  // Names of the army that goes are free again.
  const bare: Doc = { ...doc, scenario: { ...doc.scenario, sides: sides.map((s, i) => (i === from ? s : { name: other })), ...Object.fromEntries(lines.map((k) => [k.name, rowsOf(doc, k).filter((l) => readLine(l, k.parts!)["side"] !== other)])) } };
  const taken = namesOf(bare, schema);
  const fresh = (n: string): string => {
    const name = freshName(n, taken);
    taken.add(name);
    now.set(n, name);
    return name;
  };
  const army = copied(a, key.of!, schema, f, fresh), side: Mapping = {};
  for (const k of keysOf(schema, key.of!)) {
    // What a side is stays: its name, colour, edge and front. What its troops are is as with the other: nation, style, morale.
    const many = k.of !== undefined || Array.isArray(a[k.name]) || ((k.kind === "word" && !k.words?.some((w) => EDGES.has(w))) || k.kind === "int" || k.kind === "yes");
    const v = many ? army[k.name] : b[k.name];
    if (v !== undefined) side[k.name] = v;
  }
  const turnedSide = follow(side, key.of!, schema, now);
  const scenario: Mapping = { ...doc.scenario, sides: sides.map((s, i) => (i === from ? s : turnedSide)) };
  for (const k of lines) {
    const rows = rowsOf(bare, k), mine = rows.filter((l) => readLine(l, k.parts!)["side"] === own);
    if (rowsOf(doc, k).length) scenario[k.name] = [...rows, ...mine.map((l) => turnedLine(l, k, f, other, fresh))];
  }
  for (const k of lines) if (Array.isArray(scenario[k.name])) scenario[k.name] = rowsOf({ ...doc, scenario }, k).map((l) => (readLine(l, k.parts!)["side"] === other ? followLine(l, k, now) : l));
  return { ...doc, scenario };
}

const rowsOf = (doc: Doc, k: Key): string[] => { const v = doc.scenario[k.name]; return Array.isArray(v) ? v.map(String) : []; };

function turnedLine(text: string, k: Key, f: Field, side: string, fresh: (n: string) => string): string {
  const w = readLine(text, k.parts!), facing = k.parts!.find((p) => p.name === "facing"), n = Number(facing?.max ?? 5) + 1;
  const next: Record<string, string> = { ...w, name: fresh(w["name"] ?? "unit"), side };
  if (w["at"]) next["at"] = hexBeyond(f, w["at"]);
  if (facing) next["facing"] = String((Number(w["facing"] ?? 0) + n / 2) % n);
  return writeLine(next, k.parts!);
}
function followLine(text: string, k: Key, now: Map<string, string>): string {
  const w = readLine(text, k.parts!);
  for (const p of k.parts!) if (p.names && p.name !== "side" && w[p.name]) w[p.name] = now.get(w[p.name]!) ?? w[p.name]!;
  return writeLine(w, k.parts!);
}

