// A table drawn from a battle of any system: the conversion of that system read backwards. For a first draft under other rules.
import { groundOf } from "./home";
import { isMapping, type Mapping, type Schema, type Value } from "./schema";
import type { Conversion, Row } from "./table";
import type { Doc } from "./doc";

type Words = Record<string, string>;
export interface Drawn extends Row { wing: string }

/** Where it stands, in parts of the sheet from its top left; nothing where it has no place yet. */
function spotOf(doc: Doc, schema: Schema, v: Words): { at?: [number, number] } {
  const map = groundOf(doc, schema), hex = v["hex"];
  if (!map) return {};
  if (schema.hex) {
    const rows = Array.isArray(map["rows"]) ? map["rows"] : [], long = String(rows[0] ?? "").replace(/\s/g, "").length;
    return hex && /^\d{4}$/.test(hex) && long && rows.length ? { at: [(Number(hex.slice(0, 2)) - 0.5) / long, (Number(hex.slice(2)) - 0.5) / rows.length] } : {};
  }
  const x = Number(v["x"]), y = Number(v["y"]), w = Number(map["width"]), h = Number(map["height"]);
  return v["x"] !== undefined && Number.isFinite(x + y) && w > 0 && h > 0 ? { at: [x / w, 1 - y / h] } : {};
}

const text = (v: Value | undefined): string => (typeof v === "string" ? v : "");
const labelOf = (v: Mapping): string => text(v["label"]) || text(v["name"]);

/** Does the unit say what the rule sets? Gives the word of quality that stands in it, if there is one. */
function fits(set: Words, unit: Words, words: Words | undefined): string | null {
  let quality = "";
  for (const [k, v] of Object.entries(set)) {
    if (!v.includes("{quality}")) { if (unit[k] !== v) return null; continue; }
    const [before, after] = v.split("{quality}") as [string, string], has = unit[k] ?? "";
    const word = has.startsWith(before) && has.endsWith(after) ? has.slice(before.length, has.length - after.length || undefined) : "";
    const known = Object.entries(words ?? {}).find(([, w]) => w === word);
    if (!known) return null;
    quality = known[0];
  }
  return quality;
}

const says = (set: Words, unit: Words): boolean => Object.keys(set).length > 0 && Object.entries(set).every(([k, v]) => unit[k] === v);

const MEN = 500;

function rowOf(c: Conversion, list: string, unit: Words, group: Words, name: string, notes: Set<string>): Row {
  let arm = "", quality = "";
  for (const [a, rule] of Object.entries(c.arms)) {
    if ((rule.list ?? c.units) !== list) continue;
    const of = c.group.arms?.[a], q = fits(rule.set, unit, c.words);
    if (q === null || (of && !says(of, { ...group, ...unit }))) continue;
    arm = a;
    quality = q;
    break;
  }
  // A list that only one arm has says what it is, whatever its kind.
  const only = Object.entries(c.arms).filter(([, rule]) => (rule.list ?? c.units) === list && list !== c.units);
  if (!arm && only.length > 0) arm = only[0]![0];
  if (!arm) notes.add(`What ${name} is has no place in the conversion; taken for foot.`);
  const known = { ...group, ...unit };
  quality ||= Object.entries(c.quality).find(([, set]) => says(set, known))?.[0] ?? Object.entries(c.group.quality ?? {}).find(([, set]) => says(set, known))?.[0] ?? "usual";
  const s = c.arms[arm || "foot"]?.strength, n = s ? Number(unit[s.key]) : NaN;
  if (!(n > 0)) notes.add(`Units without a strength in the other rules are taken for ${MEN} men.`);
  return { name, arm: arm || "foot", strength: n > 0 ? n * s!.men : MEN, quality, brigade: "" };
}

const flat = (v: Mapping): Words => Object.fromEntries(Object.entries(v).filter(([, x]) => typeof x === "string").map(([k, x]) => [k, x as string]));

export function drawTable(doc: Doc, schema: Schema, side: number, c: Conversion): { rows: Drawn[]; notes: string[] } {
  const notes = new Set<string>(), rows: Drawn[] = [], lists = new Set([c.units, ...Object.values(c.arms).map((a) => a.list ?? c.units)]);
  const sides = Array.isArray(doc.scenario["sides"]) ? doc.scenario["sides"] : [], own = sides[side];
  if (!isMapping(own)) return { rows, notes: [] };
  if (c.rows) {
    for (const e of Array.isArray(doc.scenario[c.units]) ? (doc.scenario[c.units] as Value[]).filter(isMapping) : []) {
      const w = flat(e);
      if (w["side"] === text(own["name"])) rows.push({ ...rowOf(c, c.units, w, {}, text(e["label"]) || (w["name"] ?? "").replace(/-/g, " "), notes), brigade: (w["command"] ?? "detached").replace(/-/g, " "), wing: "", ...spotOf(doc, schema, w) });
    }
    return { rows, notes: [...notes] };
  }
  const brigades = String(c.groups[c.groups.length - 1]);
  const walk = (v: Mapping, group: Mapping | null, above: string): void => {
    for (const [name, x] of Object.entries(v)) {
      if (!Array.isArray(x)) continue;
      for (const e of x) {
        if (!isMapping(e)) continue;
        const placed = e["x"] !== undefined || e["hex"] !== undefined;
        if (lists.has(name) && placed && (group || name !== brigades)) rows.push({ ...rowOf(c, name, flat(e), flat(group ?? {}), labelOf(e), notes), brigade: group ? labelOf(group) : "Artillery", wing: text(group?.["wing"]).replace(/-/g, " ") || above, ...spotOf(doc, schema, flat(e)) });
        else walk(e, name === brigades ? e : group, name === brigades ? above : labelOf(e) || above);
      }
    }
  };
  walk(own, null, "");
  return { rows, notes: [...notes] };
}

/** For rules whose units are brigades: one row for all of an arm in a brigade, and wings are the commands. */
export function merged(rows: readonly Drawn[]): Row[] {
  const out = new Map<string, Row>();
  for (const r of rows) {
    const key = JSON.stringify([r.brigade, r.arm, r.arm === "guns" ? r.name : ""]), was = out.get(key);
    if (was) { was.strength += r.strength; if (was.at && r.at) was.at = [(was.at[0] + r.at[0]) / 2, (was.at[1] + r.at[1]) / 2]; }
    else out.set(key, { name: r.arm === "guns" ? r.name : r.brigade, arm: r.arm, strength: r.strength, quality: r.quality, brigade: r.wing || "The army", ...(r.at ? { at: r.at } : {}) });
  }
  return [...out.values()];
}

const cell = (t: string): string => (/[",;\t]/.test(t) ? `"${t.replace(/"/g, '""')}"` : t);

export const writeTable = (rows: readonly Row[]): string =>
  ["name, arm, strength, quality, brigade", ...rows.map((r) => [cell(r.name), r.arm.replace("-", " "), String(r.strength), { low: "green", usual: "trained", high: "veteran" }[r.quality] ?? "trained", cell(r.brigade)].join(", "))].join("\n");
