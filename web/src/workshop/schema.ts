// What a system's files may say, as the referee's `schema` tells it (docs/workshop.md). Nothing here knows a system.
import words from "../../guide/keys.json";

export type Kind =
  | "int" | "length" | "angle" | "yes" | "word" | "name" | "text" | "id" | "colour" | "rule" | "any"
  | "map" | "by" | "list" | "row" | "points" | "set" | "grid";

export interface Key {
  name: string; kind: Kind; may: boolean; min?: string; max?: string; least?: number; most?: number; words?: string[];
  each?: Kind; of?: number; seen?: string[] | null; rows?: number; columns?: number;
}

export interface Schema {
  system: string; scenario: number; map: number; shapes: { keys: Key[] }[]; hex?: { terrain: string[]; sides: string[] };
}

export type FileName = "scenario" | "map";
export type Value = string | Value[] | { [key: string]: Value };
export type Mapping = { [key: string]: Value };
export type Path = (string | number)[];

export const isMapping = (v: Value | undefined): v is Mapping => typeof v === "object" && !Array.isArray(v);

export const keysOf = (s: Schema, shape: number): Key[] => s.shapes[shape]?.keys ?? [];

/** A list of mappings with x and y and nothing else: corners. */
export const isCorners = (s: Schema, k: Key): boolean => k.kind === "list" && keysOf(s, k.of!).length === 2 && keysOf(s, k.of!).every((x) => x.name === "x" || x.name === "y");

/** Lists of the battle itself whose entries have a name and say of which side they are: armies that are not written within their side. */
export const sidedLists = (s: Schema): Key[] =>
  keysOf(s, s.scenario).filter((k) => k.kind === "list" && ["name", "side"].every((n) => keysOf(s, k.of!).some((x) => x.name === n && x.kind === "name")));

/** What lies at a path: a mapping with its shape, a list, or a single value. */
export interface Spot { is: "mapping" | "list" | "value"; shape: number; key: Key | null }

export function spotAt(s: Schema, file: FileName, path: Path): Spot {
  let at: Spot = { is: "mapping", shape: s[file], key: null };
  for (const step of path) {
    if (typeof step === "number") {
      at = at.key?.kind === "list" ? { is: "mapping", shape: at.key.of!, key: at.key } : { is: "value", shape: -1, key: at.key };
      continue;
    }
    const key = at.is === "mapping" ? keysOf(s, at.shape).find((k) => k.name === step) ?? null : null;
    const below = key && (key.kind === "map" || (key.kind === "by" && key.of !== undefined)) ? key.of! : -1;
    at = below >= 0 ? { is: "mapping", shape: below, key } : { is: key?.kind === "list" ? "list" : "value", shape: -1, key };
  }
  return at;
}

/** `sides[0].units[2].x` and back. */
export const pathText = (path: Path): string => path.reduce<string>((t, p) => (typeof p === "number" ? `${t}[${p}]` : t ? `${t}.${p}` : p), "");

export const readPath = (text: string): Path =>
  text ? text.split(/\.|(?=\[)/).map((p) => (p.startsWith("[") ? Number(p.slice(1, -1)) : p)) : [];

export const samePath = (a: Path, b: Path): boolean => a.length === b.length && a.every((p, i) => p === b[i]);
export const within = (path: Path, above: Path): boolean => above.every((p, i) => path[i] === p);

/** "command_radius" and "lose-wing" as people read them. */
export const wordsOf = (name: string): string => name.replace(/[_-]/g, " ");
export const title = (name: string): string => wordsOf(name).replace(/^./, (c) => c.toUpperCase());

const OWN = words as unknown as Record<string, Record<string, string> | undefined>;
/** What a key is called (guide/keys.json), else its name. */
export const keyTitle = (s: Schema, name: string): string => OWN[s.system]?.[name] ?? OWN["all"]?.[name] ?? title(name);
