// A battle being made: two values, changed by copies, so that every change can be taken back.
import { isMapping, keysOf, title, type FileName, type Key, type Mapping, type Path, type Schema, type Value } from "./schema";
import { groundOf } from "./home";

/** A table of the battle's own, in place of the shipped one. */
export interface TableFile { name: string; text: string }
export interface Doc { name: string; scenario: Mapping; map: Mapping | null; tables?: TableFile[] }

export const valueAt = (v: Value | undefined | null, path: Path): Value | undefined =>
  path.reduce<Value | undefined>((at, p) => (at === undefined || typeof at === "string" ? undefined : (at as Mapping)[p as string]), v ?? undefined);

/** A copy with another value at a path; undefined takes it away. */
export function put(v: Value, path: Path, to: Value | undefined): Value {
  if (path.length === 0) return to ?? "";
  const [step, ...rest] = path as [string | number, ...Path];
  if (Array.isArray(v)) {
    const copy = [...v];
    if (rest.length === 0 && to === undefined) copy.splice(step as number, 1);
    else copy[step as number] = put(copy[step as number] ?? {}, rest, to);
    return copy;
  }
  const copy: Mapping = { ...(isMapping(v) ? v : {}) };
  if (rest.length === 0 && to === undefined) delete copy[step as string];
  else copy[step as string] = put(copy[step as string] ?? (typeof rest[0] === "number" ? [] : {}), rest, to);
  return copy;
}

export function change(doc: Doc, file: FileName, path: Path, to: Value | undefined): Doc {
  const was = doc[file];
  return was ? { ...doc, [file]: put(was, path, to) as Mapping } : doc;
}

/** Put an entry into a list, behind the others or at a place. */
export function insert(doc: Doc, file: FileName, path: Path, entry: Value, at?: number): Doc {
  const list = valueAt(doc[file], path), copy = Array.isArray(list) ? [...list] : [];
  copy.splice(at ?? copy.length, 0, entry);
  return change(doc, file, path, copy);
}

// --- Names ---------------------------------------------------------------------------------------------------

/** Every name of the battle: what a new one may not be. */
export function namesOf(doc: Doc, schema: Schema): Set<string> {
  const names = new Set<string>();
  const walk = (v: Value | undefined, shape: number): void => {
    if (!isMapping(v)) return;
    for (const k of keysOf(schema, shape)) {
      const x = v[k.name];
      if (k.name === "name" && typeof x === "string") names.add(x);
      else if (k.of !== undefined && Array.isArray(x)) for (const e of x) walk(e, k.of);
      else if (k.of !== undefined) walk(x, k.of);
    }
  };
  walk(doc.scenario, schema.scenario);
  if (doc.map) walk(doc.map, schema.map);
  return names;
}

const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** guards-2 after guards-1, guards-b after guards: the next that nobody bears. Figures only where there are some: parts of a
 * battery may have names with figures of their own. */
export function freshName(name: string, taken: Set<string>): string {
  const [, stem, n] = /^(.*?)(?:-(\d+|[a-z]))?$/.exec(name) as unknown as [string, string, string?], short = (stem || "unit").slice(0, 34).replace(/-+$/, "");
  if (n && /\d/.test(n)) {
    for (let i = 2; ; i++) if (!taken.has(`${short}-${i}`)) return `${short}-${i}`;
  }
  for (let i = 1; ; i++) {
    const mark = (i >= 26 ? LETTERS[Math.floor(i / 26) - 1]! : "") + LETTERS[i % 26]!;
    if (i >= 26 * 26) return `${short}-${taken.size}`;
    if (!taken.has(`${short}-${mark}`)) return `${short}-${mark}`;
  }
}

/** The name itself while nobody bears it, else the next one. */
export const freeName = (name: string, taken: Set<string>): string => (taken.has(name) ? freshName(name, taken) : name);

const numbered = (label: string, name: string): string => {
  const n = /-(\d+|[a-z]{1,2})$/.exec(name)?.[1];
  return n ? `${label.replace(/ (\d+|[A-Z]{1,2})$/, "")} ${n.toUpperCase()}` : label;
};

const NAMING = new Set(["name", "text"]);

/** Texts and names that speak of those who have another name now; words of the rules are no names. */
export function follow(v: Value, shape: number, schema: Schema, now: Map<string, string>): Value {
  if (Array.isArray(v)) return v.map((x) => follow(x, shape, schema, now));
  if (!isMapping(v)) return v;
  const out: Mapping = {};
  for (const [name, x] of Object.entries(v)) {
    const k = keysOf(schema, shape).find((y) => y.name === name);
    if (k?.of !== undefined) out[name] = follow(x, k.of, schema, now);
    else if (k && name !== "label" && name !== "name" && typeof x === "string" && NAMING.has(k.kind)) out[name] = now.get(x) ?? x;
    else out[name] = x;
  }
  return out;
}

/** A copy of an entry with names of its own, also below; what names them inside the copy follows. */
export const renamed = (entry: Value, key: Key, doc: Doc, schema: Schema): Value => {
  const taken = namesOf(doc, schema), own = new Set(taken);
  walkNames(entry, (name) => own.add(name));
  return freshNames(entry, key, own, schema);
};

function walkNames(v: Value, note: (name: string) => void): void {
  if (Array.isArray(v)) v.forEach((x) => walkNames(x, note));
  else if (isMapping(v)) for (const [k, x] of Object.entries(v)) if (k === "name" && typeof x === "string") note(x); else walkNames(x, note);
}

/** The same for an entry from elsewhere: names that are free stay. */
export function freshNames(entry: Value, key: Key, taken: Set<string>, schema: Schema): Value {
  const now = new Map<string, string>();
  const fresh = (v: Value): Value => {
    if (Array.isArray(v)) return v.map(fresh);
    if (!isMapping(v)) return v;
    const out: Mapping = {};
    for (const [k, x] of Object.entries(v)) out[k] = fresh(x);
    if (typeof v["name"] === "string") {
      const was = v["name"], name = freeName(was, taken);
      taken.add(name);
      now.set(was, name);
      out["name"] = name;
      if (name !== was && typeof v["label"] === "string") out["label"] = numbered(v["label"], name);
    }
    return out;
  };
  return follow(fresh(entry), key.of ?? -1, schema, now);
}

// --- New entries ----------------------------------------------------------------------------------------------

/** An entry of this shape in the battle, of the same side if there is one: a pattern for a new one. */
export function pattern(doc: Doc, schema: Schema, key: Key, path: Path = []): Value | null {
  const walk = (v: Value | undefined, shape: number): Value | null => {
    let found: Value | null = null;
    if (!isMapping(v)) return null;
    for (const k of keysOf(schema, shape)) {
      const x = v[k.name];
      if (k.of === undefined || x === undefined) continue;
      if (k.kind === "list" && k.of === key.of && k.name === key.name && Array.isArray(x) && x.length) found = x[x.length - 1]!;
      for (const e of Array.isArray(x) ? x : [x]) found = walk(e, k.of) ?? found;
    }
    return found;
  };
  const sides = path[0] === "sides" && typeof path[1] === "number" ? keysOf(schema, schema.scenario).find((k) => k.name === "sides")?.of : undefined;
  return (sides !== undefined ? walk(valueAt(doc.scenario, path.slice(0, 2)), sides) : null) ?? walk(doc.scenario, schema.scenario) ?? (doc.map ? walk(doc.map, schema.map) : null);
}

/** The hex in the middle of the ground. */
function middleHex(doc: Doc, schema: Schema): string | null {
  const ground = groundOf(doc, schema), rows = Array.isArray(ground?.["rows"]) ? ground["rows"] : [], columns = String(rows[0] ?? "").replace(/\s/g, "").length;
  return columns ? [Math.ceil(columns / 2), Math.ceil(rows.length / 2)].map((n) => String(n).padStart(2, "0")).join("") : null;
}

/** A value that stands in until somebody writes a better one. */
export function standIn(schema: Schema, k: Key, doc: Doc, stem = "new"): Value {
  const within = (wish: number): string => String(Math.max(Number(k.min ?? 0), Math.min(Number(k.max ?? wish), wish)));
  const one = (kind: Key["kind"]): Value => {
    switch (kind) {
      case "int": return k.name === "points" ? within(10) : k.min ?? "0";
      case "angle": return k.min ?? "0";
      case "length": return within(k.name === "radius" ? 5 : 12);
      case "yes": return "no";
      case "word": return k.words?.[0] ?? "";
      case "colour": return "#808080";
      case "name": return k.name === "name" ? freeName(stem, namesOf(doc, schema)) : namesIn(doc, schema, `${k.name}s`)[0] ?? k.seen?.[0] ?? "new";
      case "rule": return "X-1";
      default:
        if (k.name === "label") return title(stem);
        return (k.seen?.some((x) => /^\d{4}$/.test(x)) ? middleHex(doc, schema) : null) ?? k.seen?.[0] ?? `${k.name}`;
    }
  };
  switch (k.kind) {
    case "map": return entryOf(schema, k.of!, doc, stemOf(k));
    case "by": return Object.fromEntries((k.words ?? []).map((w) => [w, k.of !== undefined ? entryOf(schema, k.of, doc, stemOf(k)) : one(k.each!)]));
    case "list": return Array.from({ length: k.least ?? 0 }, () => entryOf(schema, k.of!, doc, stemOf(k)));
    case "row": return Array.from({ length: Math.max(k.least ?? 0, 1) }, () => one(k.each!));
    case "points": return [["2", "2"], ["8", "2"], ["8", "6"]];
    case "set": return [];
    case "grid": return [];
    default: return one(k.kind);
  }
}

/** What one entry of a list is called: an objective, one of `entries`. */
const stemOf = (k: Key): string => k.name.replace(/_/g, "-").replace(/ies$/, "y").replace(/s$/, "");

function entryOf(schema: Schema, shape: number, doc: Doc, stem: string): Mapping {
  return Object.fromEntries(keysOf(schema, shape).filter((k) => !k.may).map((k) => [k.name, standIn(schema, k, doc, stem)]));
}

/** The names that a key may have: entries of the list that it names. */
export function namesIn(doc: Doc, schema: Schema, list: string): string[] {
  const out: string[] = [];
  const walk = (v: Value | undefined, shape: number): void => {
    if (!isMapping(v)) return;
    for (const k of keysOf(schema, shape)) {
      const x = v[k.name];
      if (Array.isArray(x) && k.name === list) for (const e of x) if (isMapping(e) && typeof e["name"] === "string") out.push(e["name"]);
      if (k.of !== undefined) for (const e of Array.isArray(x) ? x : [x]) walk(e, k.of);
    }
  };
  walk(doc.scenario, schema.scenario);
  return out.filter(Boolean);
}

/** A new entry for a list: like the last one there, else like any of its shape, else bare. */
export function newEntry(doc: Doc, schema: Schema, file: FileName, path: Path, key: Key): Value {
  const list = valueAt(doc[file], path), last = Array.isArray(list) ? list[list.length - 1] : undefined;
  const like = last ?? pattern(doc, schema, key, path) ?? undefined;
  if (like !== undefined) return renamed(like, key, doc, schema);
  return entryOf(schema, key.of!, doc, stemOf(key));
}

// --- Taking back ------------------------------------------------------------------------------------------------

export interface History { now: Doc; past: Doc[]; future: Doc[]; mark: string; at: number }

export const begin = (doc: Doc): History => ({ now: doc, past: [], future: [], mark: "", at: 0 });

const MOST = 200;

/** A change; what is typed into one field in one go is one change. */
export function act(h: History, doc: Doc, mark = ""): History {
  if (doc === h.now) return h;
  const time = Date.now(), same = mark !== "" && mark === h.mark && time - h.at < 1500;
  return { now: doc, past: same ? h.past : [...h.past.slice(-MOST), h.now], future: [], mark, at: time };
}
export function undo(h: History): History {
  const was = h.past[h.past.length - 1];
  return was ? { now: was, past: h.past.slice(0, -1), future: [h.now, ...h.future], mark: "", at: 0 } : h;
}
export function redo(h: History): History {
  const next = h.future[0];
  return next ? { now: next, past: [...h.past, h.now], future: h.future.slice(1), mark: "", at: 0 } : h;
}
