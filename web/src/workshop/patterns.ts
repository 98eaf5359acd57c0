// Troops of the battle that this one began with: patterns to make others of, also when the field has been cleared.
import { freshNames, namesOf, valueAt, type Doc } from "./doc";
import { isMapping, keysOf, sidedLists, spotAt, wordsOf, type FileName, type Key, type Mapping, type Path, type Schema, type Value } from "./schema";

export interface Pattern { label: string; list: string; value: Value; side: number }

/** Words that say how somebody stands or is led, and not what he is. */
const PASSING = new Set(["facing", "line", "side", "wing", "command", "parent", "with", "formation", "form", "order", "hook", "under"]);

const sidesOf = (doc: Doc): string[] => (Array.isArray(doc.scenario["sides"]) ? doc.scenario["sides"] : []).map((s) => (isMapping(s) ? String(s["name"] ?? "") : ""));

/** Whether somebody who has a place and a front is there, or right below. */
function troops(schema: Schema, v: Value, shape: number): boolean {
  if (!isMapping(v)) return false;
  const keys = keysOf(schema, shape);
  if (keys.some((k) => k.name === "facing") && (v["x"] !== undefined || v["hex"] !== undefined)) return true;
  return keys.some((k) => k.kind === "list" && k.name === "units" && Array.isArray(v[k.name]));
}

const commands = (schema: Schema, v: Value, shape: number): boolean => isMapping(v) && keysOf(schema, shape).some((k) => k.kind === "map" && (k.name === "command" || k.name === "officer" || k.name === "leader"));

/** One of each sort of troops of each side, with what tells it from others. */
export function patternsOf(doc: Doc, schema: Schema): Pattern[] {
  const out: Pattern[] = [], seen = new Set<string>(), sides = sidesOf(doc), lists = new Set(sidedLists(schema).map((k) => k.name));
  const note = (list: string, side: number, sort: string[], label: string, value: Value): void => {
    const mark = `${side}/${list}/${sort.join("/")}`;
    if (side < 0 || seen.has(mark)) return;
    seen.add(mark);
    const what = sort.filter((w) => w !== "" && w !== "yes" && w !== "no").slice(0, 2).map(wordsOf).join(", ");
    out.push({ label: what ? `${label} (${what})` : label, list, value, side });
  };
  const walk = (v: Value | undefined, shape: number, side: number): void => {
    if (!isMapping(v)) return;
    for (const k of keysOf(schema, shape)) {
      const x = v[k.name];
      if (!Array.isArray(x)) { if (k.of !== undefined) walk(x, k.of, side); continue; }
      x.forEach((e, i) => {
        const of = shape !== schema.scenario ? side : k.name === "sides" ? i : lists.has(k.name) && isMapping(e) ? sides.indexOf(String(e["side"])) : side;
        if (k.of !== undefined && isMapping(e)) {
          const own = keysOf(schema, k.of).filter((y) => (y.kind === "word" || (y.kind === "name" && y.name !== "name" && (y.seen?.length ?? 0) > 0)) && !PASSING.has(y.name)).map((y) => String(e[y.name] ?? ""));
          if (of >= 0 && k.name !== "sides" && troops(schema, e, k.of) && !commands(schema, e, k.of)) note(k.name, of, own, String(e["label"] ?? wordsOf(String(e["name"] ?? ""))), e);
          walk(e, k.of, of);
        }
      });
    }
  };
  walk(doc.scenario, schema.scenario, -1);
  return out;
}

/** What is chosen in a list whose entries name their side, and that list. */
function sidedAt(doc: Doc, schema: Schema, file: FileName, path: Path): { list: Key; entry: Mapping } | null {
  const list = file === "scenario" ? sidedLists(schema).find((k) => k.name === path[0]) : undefined, entry = list && valueAt(doc.scenario, path.slice(0, 2));
  return list && isMapping(entry) ? { list, entry } : null;
}

/** Of which side what is chosen is; -1: of none. */
export function sideOfPath(doc: Doc, schema: Schema, at: { file: FileName; path: Path }): number {
  if (at.file !== "scenario") return -1;
  const on = sidedAt(doc, schema, at.file, at.path);
  return on ? sidesOf(doc).indexOf(String(on.entry["side"])) : at.path[0] === "sides" ? Number(at.path[1]) : -1;
}

/** Where a new one of this sort goes when something is chosen: into a list of it, or behind its like. Null: nowhere. */
export function placeFor(doc: Doc, schema: Schema, file: FileName, chosen: Path, list: string): { path: Path; key: Key; words?: Record<string, string> } | null {
  if (file !== "scenario") return null;
  const root = sidedLists(schema).find((k) => k.name === list);
  if (root) {
    // Beside its like it serves with the same; beside a command it serves there.
    const on = sidedAt(doc, schema, file, chosen), words: Record<string, string> = {};
    if (!on) return null;
    for (const k of sidedLists(schema)) {
      const link = k.name.replace(/s$/, ""), of = on.list.name === list ? on.entry[link] : on.list.name === k.name ? on.entry["name"] : undefined;
      if (typeof of === "string" && keysOf(schema, root.of!).some((x) => x.name === link)) words[link] = of;
    }
    if (on.list.name !== list && !Object.keys(words).length) return null;
    return { path: [list], key: root, words: { ...words, side: String(on.entry["side"]) } };
  }
  for (let n = chosen.length; n > 1; n--) {
    const at = spotAt(schema, file, chosen.slice(0, n)), key = at.is === "mapping" && at.shape >= 0 ? keysOf(schema, at.shape).find((k) => k.name === list && k.kind === "list") : undefined;
    if (key) return { path: [...chosen.slice(0, n), list], key };
  }
  return null;
}

/** The name of somebody in a pattern. */
export function nameIn(p: Pattern, path: Path): string {
  const v = path.reduce<Value | undefined>((at, step) => (at === undefined || typeof at === "string" ? undefined : (at as Record<string | number, Value>)[step]), p.value);
  return isMapping(v) ? String(v["name"] ?? "") : "";
}

/** One made after a pattern, with names that nobody has. */
export function made(p: Pattern, doc: Doc, schema: Schema, to: { key: Key; words?: Record<string, string> }): Value {
  const taken = namesOf(doc, schema), fresh = freshNames(p.value, to.key, new Set(taken), schema);
  if (!to.words || !isMapping(fresh)) return fresh;
  const out: Mapping = { ...fresh, ...to.words };
  // Whom it names of the other battle may not be here.
  for (const k of keysOf(schema, to.key.of!)) if (k.may && k.kind === "name" && out[k.name] !== undefined && !taken.has(String(out[k.name]))) delete out[k.name];
  return out;
}
