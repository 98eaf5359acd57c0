// An order of battle from a table: name, arm, strength, quality, brigade. What becomes of each row says the conversion of the system
// (web/guide/conversion.json), which whoever makes the battle may change.
import { freshName, namesOf, put, valueAt, type Doc } from "./doc";
import { groundOf } from "./home";
import { isMapping, keysOf, sidedLists, spotAt, type Key, type Mapping, type Path, type Schema, type Value } from "./schema";
import { inches, placedOf, type Placed } from "./places";

type Words = Record<string, string>;
interface ArmRule { set: Words; list?: string; within?: string; ofSide?: boolean; strength?: { key: string; men: number; least: number; most: number } }
export interface Conversion {
  groups: Path; units: string; wide: number; deep: number; rows?: boolean; number?: string; words?: Words;
  /** A unit of these rules is a brigade. */
  merge?: boolean;
  /** What a converted army must keep to: horse and foot apart, units of a command, commands and units of a side. */
  /** Commands have numbered places, so many in each line of the side's first wing. */
  slots?: { list: string; key: string; most: number; line: string[] };
  limits?: { unmixed?: boolean; least?: number; most?: number; groups?: number; units?: number };
  group: { keep?: string[]; arms?: Record<string, Words>; quality?: Record<string, Words> };
  arms: Record<string, ArmRule>; quality: Record<string, Words>;
}

/** at: where it stood in the battle it is from, in parts of the sheet from its top left. */
export interface Row { name: string; arm: string; strength: number; quality: string; brigade: string; at?: [number, number] }

const ARMS: [RegExp, string][] = [
  [/gun|artill|batter|cannon/, "guns"], [/dragoon/, "dragoons"], [/hussar|light (horse|cav)|cossack|chevau|carabin.*light/, "light-horse"],
  [/horse|cav|cuirass|lance|gendarm|reiter|squadron/, "horse"], [/j[aä]e?ger|light|skirmish|rifle|grenz|croat|perdus|arquebus/, "light-foot"], [/foot|inf|battalion|musket|grenad|pike|fusil|guard/, "foot"],
];
const QUALITIES: [RegExp, string][] = [
  [/^(d|e|4|5)$|green|raw|militia|poor|levy|recruit|second/, "low"], [/^(a|b|1|2)$|vet|elite|guard|good|first|excellent/, "high"], [/^(c|3)?$|train|regular|average|line|season|usual/, "usual"],
];
const known = (list: [RegExp, string][], text: string): string | null => list.find(([r]) => r.test(text.trim().toLowerCase()))?.[1] ?? null;

const COLUMNS = ["name", "arm", "strength", "quality", "brigade"] as const;

/** Cells of a line: tabs, semicolons or commas between them, quotes round those that hold one. */
function cells(line: string, mark: string): string[] {
  const out: string[] = [];
  let cell = "", quoted = false;
  for (let i = 0; i < line.length; i++) {
    const c = line[i]!;
    if (c === '"' && quoted && line[i + 1] === '"') { cell += c; i++; } else if (c === '"') quoted = !quoted;
    else if (c === mark && !quoted) { out.push(cell.trim()); cell = ""; } else cell += c;
  }
  return [...out, cell.trim()];
}

/** Rows, and what was guessed or could not be read. The first line may name the columns; else they come in the usual order. */
export function readTable(text: string): { rows: Row[]; notes: string[] } {
  const lines = text.split(/\r?\n/).filter((l) => l.trim() !== "").slice(0, 300), notes: string[] = [], rows: Row[] = [];
  const mark = ["\t", ";", ","].find((m) => lines[0]?.includes(m)) ?? ",", head = cells(lines[0] ?? "", mark).map((c) => c.toLowerCase());
  const named = head.includes("name") || head.includes("unit"), at = (c: string): number => (named ? head.findIndex((h) => h === c || (c === "name" && h === "unit") || (c === "strength" && h === "men") || (c === "brigade" && h === "command")) : COLUMNS.indexOf(c as never));
  for (const [i, line] of lines.entries()) {
    if (named && i === 0) continue;
    const cell = cells(line, mark), get = (c: string): string => (at(c) >= 0 ? cell[at(c)] ?? "" : ""), name = get("name");
    if (!name) { notes.push(`Line ${i + 1} has no name and is left out.`); continue; }
    const arm = known(ARMS, get("arm")) ?? known(ARMS, name), quality = known(QUALITIES, get("quality")), strength = Number(get("strength").replace(/[^0-9.]/g, ""));
    if (!arm) notes.push(`${name}: “${get("arm")}” is no arm we know; taken for foot.`);
    if (!quality) notes.push(`${name}: “${get("quality")}” is no quality we know; taken for usual.`);
    if (!(strength > 0)) notes.push(`${name}: no strength; taken for the least.`);
    rows.push({ name: name.slice(0, 80), arm: arm ?? "foot", strength: strength > 0 ? strength : 0, quality: quality ?? "usual", brigade: get("brigade").slice(0, 80) || "Brigade" });
  }
  return { rows, notes };
}

const kebab = (text: string): string => text.toLowerCase().normalize("NFD").replace(/[̀-ͯ]/g, "").replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 36).replace(/-+$/, "") || "unit";

/** Where the next one stands: where it stood in another battle, or in lines along the side's own edge. */
class Lines {
  private i = 0;
  private taken: [number, number][];
  for(r: Row): Words { return r.at ? this.near(r.at) : this.next(); }
  /** The nearest free place, in rings round the wish. */
  private near([u, v]: [number, number]): Words {
    const hex = !!this.schema.hex, rows = tall(this.doc, this.schema), long = hex ? String((groundOf(this.doc, this.schema)!["rows"] as Value[])[0] ?? "").replace(/\s/g, "").length : Number(groundOf(this.doc, this.schema)!["width"]);
    const wide = hex ? 1 : this.c.wide, deep = hex ? 1 : this.c.deep, edge = hex ? 1 : Math.max(wide, deep) / 2 + 0.5;
    const clamp = (n: number, most: number): number => Math.max(edge, Math.min(hex ? most : most - edge, n));
    const x = clamp(hex ? Math.ceil(u * long) : u * long, long), y = clamp(hex ? Math.ceil(v * rows) : (1 - v) * rows, rows);
    for (let ring = 0; ring < 60; ring++)
      for (let i = -ring; i <= ring; i++)
        for (let k = -ring; k <= ring; k++) {
          const a = x + i * wide, b = y + k * deep;
          if (Math.max(Math.abs(i), Math.abs(k)) !== ring || a !== clamp(a, long) || b !== clamp(b, rows) || this.taken.some(([p, q]) => Math.abs(p - a) < wide - 1e-6 && Math.abs(q - b) < deep - 1e-6)) continue;
          this.taken.push([a, b]);
          return hex ? { hex: String(a).padStart(2, "0") + String(b).padStart(2, "0") } : { x: inches(Math.round(a * 1000)), y: inches(Math.round(b * 1000)) };
        }
    return this.next();
  }
  constructor(private doc: Doc, private schema: Schema, private c: Conversion, private first: { x: number; y: number }, private back: number, others: readonly { at: [number, number] | null; hex: string }[] = []) {
    this.taken = others.flatMap((o): [number, number][] => (o.at ? [[o.at[0] / 1000, o.at[1] / 1000]] : o.hex && /^\d{4}$/.test(o.hex) ? [[Number(o.hex.slice(0, 2)), Number(o.hex.slice(2))]] : []));
  }
  next(): Words {
    const wide = this.c.wide, hex = !!this.schema.hex, map = groundOf(this.doc, this.schema)!, rows = Array.isArray(map["rows"]) ? map["rows"] : [];
    const long = hex ? String(rows[0] ?? "").replace(/\s/g, "").length : Number(map["width"]);
    const per = Math.max(1, Math.floor((long - (hex ? 2 : 4)) / wide)), line = Math.floor(this.i / per), n = this.i++ % per;
    // From the middle outwards, right and left by turns.
    const x = Math.round(long / 2 - (per % 2 ? 0 : wide / 2)) + (n % 2 ? 1 : -1) * Math.ceil(n / 2) * wide, y = this.first.y + this.back * line * this.c.deep;
    return hex ? { hex: String(Math.max(1, Math.min(long, x))).padStart(2, "0") + String(Math.max(1, Math.min(rows.length, y))).padStart(2, "0") } : { x: inches(x * 1000), y: inches(y * 1000) };
  }
}

/** Those of the other side: nobody is put upon them. */
const strangers = (doc: Doc, schema: Schema, side: number): Placed[] => [...placedOf(doc, schema).values()].filter((p) => p.file === "scenario" && !(p.path[0] === "sides" && p.path[1] === side));

const pick = (v: Mapping, keys: readonly string[]): Mapping => Object.fromEntries(keys.filter((k) => v[k] !== undefined).map((k) => [k, v[k]!]));

function valuesOf(c: Conversion, r: Row, notes: string[]): Words {
  const rule = c.arms[r.arm] ?? c.arms["foot"]!, out: Words = {};
  for (const [k, v] of Object.entries({ ...rule.set, ...c.quality[r.quality] })) out[k] = v.replace("{quality}", c.words?.[r.quality] ?? r.quality);
  if (rule.strength) {
    const s = rule.strength, n = Math.round(r.strength / s.men), v = Math.max(s.least, Math.min(s.most, n));
    if (v !== n && r.strength) notes.push(`${r.name}: ${r.strength} would be ${n} ${s.key}; ${v} are taken.`);
    out[s.key] = String(v);
  }
  return out;
}

/** The side's army becomes the rows. Commands and what else a row does not say are like those the side had. */
export function raise(doc: Doc, schema: Schema, side: number, rows: readonly Row[], c: Conversion): { doc: Doc; notes: string[] } {
  return c.rows ? raiseRows(doc, schema, side, rows, c) : raiseEntries(doc, schema, side, rows, c);
}

function firstPlace(v: Value | undefined): { x: number; y: number } | null {
  if (Array.isArray(v)) for (const e of v) { const p = firstPlace(e); if (p) return p; }
  if (!isMapping(v)) return null;
  if (typeof v["hex"] === "string" && /^\d{4}$/.test(v["hex"])) return { x: Number(v["hex"].slice(0, 2)), y: Number(v["hex"].slice(2)) };
  if (v["x"] !== undefined && v["y"] !== undefined && Number.isFinite(Number(v["y"]))) return { x: Number(v["x"]), y: Number(v["y"]) };
  for (const e of Object.values(v)) { const p = firstPlace(e); if (p) return p; }
  return null;
}

function tall(doc: Doc, schema: Schema): number {
  const ground = groundOf(doc, schema);
  return schema.hex ? (Array.isArray(ground?.["rows"]) ? ground["rows"].length : 0) : Number(ground?.["height"]);
}

/** The middle of all places of a side, from its edge of the sheet (y as the file has it). */
function middleOf(v: Value | undefined): number | null {
  const all: number[] = [];
  const walk = (x: Value | undefined): void => {
    if (Array.isArray(x)) { x.forEach(walk); return; }
    if (!isMapping(x)) return;
    const p = firstPlace({ ...(x["hex"] !== undefined ? { hex: x["hex"] } : {}), ...(x["x"] !== undefined && x["y"] !== undefined ? { x: x["x"], y: x["y"] } : {}) });
    if (p) all.push(p.y);
    Object.values(x).forEach(walk);
  };
  walk(v);
  return all.length ? all.reduce((a, b) => a + b, 0) / all.length : null;
}

/** The front line of a side that has so many lines: in its own half, with room behind. High: y grows towards its edge. */
function front(wish: number, lines: number, c: Conversion, most: number, high: boolean): number {
  const room = lines * c.deep + (c.rows ? 1 : 2), low = Math.min(Math.round(most * 0.42), Math.max(high ? most - wish : wish, room));
  return high ? most - low : low;
}

/** How many lines so many units need. */
const linesOf = (n: number, doc: Doc, schema: Schema, c: Conversion): number => {
  const ground = groundOf(doc, schema);
  const long = schema.hex ? String((Array.isArray(ground?.["rows"]) ? ground["rows"][0] : "") ?? "").replace(/\s/g, "").length : Number(ground?.["width"]);
  return Math.ceil(n / Math.max(1, Math.floor((long - (schema.hex ? 2 : 4)) / c.wide)));
};

function raiseEntries(doc: Doc, schema: Schema, side: number, rows: readonly Row[], c: Conversion): { doc: Doc; notes: string[] } {
  const notes: string[] = [], at: Path = ["sides", side, ...c.groups], old = valueAt(doc.scenario, at), pattern = Array.isArray(old) ? old.find(isMapping) : undefined;
  const key = spotAt(schema, "scenario", at).key;
  if (!pattern || key?.of === undefined || !groundOf(doc, schema)) return { doc, notes: ["The side has no command to take as a pattern."] };
  const lists = keysOf(schema, key.of).filter((k) => k.kind === "list"), first = firstPlace(lists.map((k) => pattern[k.name]!).filter(Boolean)) ?? firstPlace(pattern) ?? { x: 0, y: 0 };
  const own = put(doc.scenario, at, []) as Mapping, bare: Doc = { ...doc, scenario: own }, taken = namesOf(bare, schema), used = (n: string): string => { const name = taken.has(n) ? freshName(n, taken) : n; taken.add(name); return name; };
  // Its own half is where it stood, seen from the other army.
  const here = middleOf(valueAt(doc.scenario, ["sides", side])) ?? first.y, there = middleOf(valueAt(doc.scenario, ["sides", 1 - side])) ?? tall(doc, schema) / 2;
  const high = here >= there, back = high ? 1 : -1, y = front(first.y, linesOf(rows.length, doc, schema, c), c, tall(doc, schema), high);
  const lines = new Lines(doc, schema, c, { ...first, y }, back, strangers(bare, schema, side)), groups: Mapping[] = [], ofSide: Record<string, Value[]> = {};
  for (const brigade of [...new Set(rows.map((r) => r.brigade))]) {
    const mine = rows.filter((r) => r.brigade === brigade), lead = mine.find((r) => r.arm !== "guns") ?? mine[0]!;
    const fighting = mine.filter((r) => !c.arms[r.arm]?.ofSide), places = new Map(mine.map((r) => [r, lines.for(r)]));
    for (const r of mine.filter((x) => c.arms[x.arm]?.ofSide)) (ofSide[c.arms[r.arm]!.list!] ??= []).push({ name: used(kebab(r.name)), label: r.name, ...pick(pattern, ["facing"]), ...places.get(r)!, ...valuesOf(c, r, notes) });
    if (!fighting.length) continue;
    const name = used(kebab(brigade)), group: Mapping = { name, label: brigade, ...pick(pattern, c.group.keep ?? []), ...c.group.arms?.[lead.arm], ...c.group.quality?.[lead.quality] };
    if (c.number) group[c.number] = String(groups.length + 1);
    for (const k of keysOf(schema, key.of)) {
      const v = pattern[k.name];
      if (k.kind === "map" && isMapping(v)) group[k.name] = chief(v, k, name, brigade, places.get(fighting[0]!)!, back, c, used);
    }
    for (const r of fighting) {
      const rule = c.arms[r.arm]!, list = rule.within ?? rule.list ?? c.units;
      // What this kind of unit does not have is left unsaid: guns have no grade where the rules give them none.
      const of = keysOf(schema, key.of).find((k) => k.name === list)?.of, says = of === undefined || rule.within ? null : new Set(keysOf(schema, of).map((k) => k.name));
      const values = Object.fromEntries(Object.entries(valuesOf(c, r, notes)).filter(([k]) => !says || says.has(k)));
      const unit: Mapping = { name: used(kebab(r.name)), label: r.name, ...values, ...places.get(r)! }, entry: Mapping = rule.within ? { name: used(kebab(`${r.name} regiment`)), label: r.name, [c.units]: [unit] } : unit;
      group[list] = [...((group[list] as Value[] | undefined) ?? []), entry];
    }
    const least = keysOf(schema, key.of).find((k) => k.name === c.units)?.least ?? 0;
    if (fighting.length < least) notes.push(`${brigade}: the rules want ${least} units in a command.`);
    groups.push(group);
  }
  const slots = c.slots, wing = slots ? valueAt(doc.scenario, ["sides", side, slots.list, 0]) : undefined, had = slots && isMapping(wing) ? Number(wing[slots.key]) : 0;
  const each = slots && groups.length > had ? Math.min(slots.most, groups.length) : had;
  if (slots && c.number && each > had) {
    groups.forEach((g, i) => { g[c.number!] = String((i % each) + 1); g["line"] = slots.line[Math.min(slots.line.length - 1, Math.floor(i / each))]!; });
    notes.push(`The first of the side's ${slots.list} has room for ${each} commands a line now.`);
  }
  let scenario = put(doc.scenario, at, groups) as Mapping;
  if (slots && each > had && isMapping(wing)) scenario = put(scenario, ["sides", side, slots.list, 0, slots.key], String(each)) as Mapping;
  // Of several wings the first has them all.
  const n = c.groups.findIndex((p) => typeof p === "number"), above: Path = ["sides", side, ...c.groups.slice(0, n)];
  const wings = n > 0 ? valueAt(scenario, above) : undefined;
  if (Array.isArray(wings) && wings.length > 1) {
    scenario = put(scenario, above, [wings[c.groups[n] as number]!]) as Mapping;
    notes.push(`All commands are in the first of the side's ${String(c.groups[n - 1])}.`);
  }
  for (const [list, v] of Object.entries(ofSide)) scenario = put(scenario, ["sides", side, list], v) as Mapping;
  // Other armies of the side are gone: what is written beside the list of the table would fight on.
  for (const k of keysOf(schema, keysOf(schema, schema.scenario).find((x) => x.name === "sides")!.of!))
    if (k.may && k.kind === "list" && c.groups.length === 1 && k.name !== c.groups[0] && !ofSide[k.name] && keysOf(schema, k.of!).some((x) => x.name === c.groups[0] || x.name === "facing")) scenario = put(scenario, ["sides", side, k.name], undefined) as Mapping;
  notes.push("Commanders are those of the pattern with the brigade's name; every place is only a first line-up.");
  return { doc: { ...doc, scenario }, notes };
}

/** The pattern's commander, with a name of his own, behind the first of his units or with it. */
function chief(v: Mapping, k: Key, group: string, label: string, at: Words, back: number, c: Conversion, used: (n: string) => string): Mapping {
  const out: Mapping = { ...v, name: used(kebab(`${group} ${k.name}`)), label: `${label}, commander` };
  delete out["with"];
  if (at["y"] !== undefined) { out["x"] = at["x"]!; out["y"] = inches((Number(at["y"]) + back * c.deep * 0.7) * 1000); }
  return out;
}

function raiseRows(doc: Doc, schema: Schema, side: number, rows: readonly Row[], c: Conversion): { doc: Doc; notes: string[] } {
  const notes: string[] = [], name = String((valueAt(doc.scenario, ["sides", side, "name"]) ?? "")), group = String(c.groups[0]), link = group.replace(/s$/, "");
  const all = (list: string): Mapping[] => (Array.isArray(doc.scenario[list]) ? (doc.scenario[list] as Value[]).filter(isMapping) : []), others = (list: string): Mapping[] => all(list).filter((e) => e["side"] !== name), mine = (list: string): Mapping[] => all(list).filter((e) => e["side"] === name);
  const pattern = mine(group)[0], like = mine(c.units)[0];
  if (!like) return { doc, notes: ["The side has no unit to take as a pattern."] };
  const scenario: Mapping = { ...doc.scenario, [group]: others(group), [c.units]: others(c.units) };
  // Leaders of commands that are gone go with them.
  for (const k of sidedLists(schema).filter((x) => x.name !== group && x.name !== c.units && keysOf(schema, x.of!).some((y) => y.name === link))) scenario[k.name] = all(k.name).filter((e) => e["side"] !== name || e[link] === undefined);
  const taken = namesOf({ ...doc, scenario }, schema), used = (n: string): string => { const x = taken.has(n) ? freshName(n, taken) : n; taken.add(x); return x; };
  const first = firstPlace(like) ?? { x: 1, y: 1 }, back = first.y > tall(doc, schema) / 2 ? 1 : -1;
  const lines = new Lines(doc, schema, c, first, back, strangers({ ...doc, scenario }, schema, side)), groups: Mapping[] = [], units: Mapping[] = [];
  for (const brigade of [...new Set(rows.map((r) => r.brigade))]) {
    const of = used(kebab(brigade));
    groups.push({ ...pick(pattern ?? {}, c.group.keep ?? []), name: of, label: brigade, side: name });
    for (const r of rows.filter((x) => x.brigade === brigade))
      units.push({ facing: "0", ...pick(like, ["nation", "facing"]), ...valuesOf(c, r, notes), name: used(kebab(r.name)), label: r.name, side: name, [link]: of, ...lines.for(r) });
  }
  scenario[group] = [...others(group), ...groups];
  scenario[c.units] = [...others(c.units), ...units];
  notes.push("All are of the nation of the side's first unit; commands have no leaders yet; every place is only a first line-up.");
  return { doc: { ...doc, scenario }, notes };
}
