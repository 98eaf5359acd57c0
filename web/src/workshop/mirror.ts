// One army from the other: the same troops, turned half round.
import { hexSize } from "./ground";
import { groundOf } from "./home";
import { follow, freshName, namesOf, type Doc } from "./doc";
import { isMapping, keysOf, sidedLists, type Key, type Mapping, type Schema, type Value } from "./schema";

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
  if (k.kind === "int") return k.name !== "facing" ? v : String((Number(v) + (Number(k.max) + 1) / 2) % (Number(k.max) + 1));
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
  const lists = sidedLists(schema);
  // Names of the army that goes are free again.
  const bare: Doc = { ...doc, scenario: { ...doc.scenario, sides: sides.map((s, i) => (i === from ? s : { name: other })), ...Object.fromEntries(lists.map((k) => [k.name, entriesOf(doc, k).filter((e) => e["side"] !== other)])) } };
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
  const turnedOnes = lists.map((k) => [k, entriesOf(bare, k).filter((e) => e["side"] === own).map((e) => copied(facingSaid(e, k, schema), k.of!, schema, f, fresh))] as const);
  for (const [k, mine] of turnedOnes) if (entriesOf(doc, k).length) scenario[k.name] = [...entriesOf(bare, k), ...mine.map((e) => ({ ...(follow(e, k.of!, schema, now) as Mapping), side: other }))];
  return { ...doc, scenario };
}

const entriesOf = (doc: Doc, k: Key): Mapping[] => { const v = doc.scenario[k.name]; return Array.isArray(v) ? v.filter(isMapping) : []; };

/** Somebody who stands on a hex and says no direction has the first of them. */
const facingSaid = (e: Mapping, k: Key, schema: Schema): Mapping => {
  const facing = keysOf(schema, k.of!).find((x) => x.name === "facing" && x.kind === "int");
  return facing && e["hex"] !== undefined && e["facing"] === undefined ? { ...e, facing: facing.min ?? "0" } : e;
};
