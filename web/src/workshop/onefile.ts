// A battle as one file, or as a link that holds all of it. What comes in was written by others: sizes and kinds are checked
// here, the rest by the referee.

import type { TableFile } from "./doc";

export interface Battle { format: "tricorne-battle-1"; name: string; system: string; title: string; origin: string; scenario: string; map: string | null; tables: TableFile[] }

const TEXT_MOST = 1 << 20, FILE_MOST = 2 << 20, TABLE_MOST = 1 << 16, TABLES = 24, LINK_MOST = 200_000;

export const toFile = (b: Battle): string => `${JSON.stringify(b, null, 1)}\n`;

const KEYS = new Set(["format", "name", "system", "title", "origin", "scenario", "map", "tables"]), NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/;
/** Characters that nobody sees: control characters, and marks that turn the direction of what stands behind them. */
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/** At most so many bytes of a text, and no half character. */
export function cutTo(text: string, most: number): string {
  let out = "", n = 0;
  for (const c of text) { n += bytesOf(c); if (n > most) break; out += c; }
  return out;
}

const wrong = (what: string): never => { throw new Error(`This is no battle of the workshop: ${what}.`); };

export function fromFile(text: string): Battle {
  if (text.length > FILE_MOST) return wrong("it is too large");
  let v: Record<string, unknown>;
  try {
    v = JSON.parse(text) as Record<string, unknown>;
  } catch {
    return wrong("it is cut off or damaged");
  }
  if (typeof v !== "object" || v === null || v["format"] !== "tricorne-battle-1") return wrong("it does not say tricorne-battle-1");
  const read = (key: string, most: number): string => {
    const x = v[key];
    if (typeof x !== "string") return wrong(`${key} is missing`);
    if (x.length > most || bytesOf(x) > most) return wrong(`${key} is too long`);
    return x.includes("\0") ? wrong(`${key} holds a zero byte`) : x;
  };
  const line = (key: string): string => { const x = read(key, 200); return UNSEEN.test(x) ? wrong(`${key} holds a character that nobody sees`) : x; };
  const own = Object.keys(v).find((k) => !KEYS.has(k));
  if (own !== undefined) return wrong(`there is no key "${own.slice(0, 40)}"`);
  const given = v["tables"] ?? [];
  if (!Array.isArray(given) || given.length > TABLES) return wrong("its tables are no list, or too many");
  const tables = given.map((t: unknown): TableFile => {
    const { name, text } = (t ?? {}) as Partial<TableFile>;
    return typeof name === "string" && typeof text === "string" && name.length <= 40 && NAME.test(name) && bytesOf(text) <= TABLE_MOST && !text.includes("\0") ? { name, text } : wrong("one of its tables has no name, or is too long");
  });
  if (new Set(tables.map((t) => t.name)).size < tables.length) return wrong("one of its tables is there twice");
  const system = read("system", 40), name = read("name", 40);
  if (!NAME.test(name)) wrong("its name is not one of a-z, 0-9 and single hyphens");
  if (!/^[a-z]+$/.test(system)) wrong("its system has no name");
  return { format: "tricorne-battle-1", name, system, title: line("title"), origin: line("origin"), scenario: read("scenario", TEXT_MOST), map: v["map"] === null || v["map"] === undefined ? null : read("map", TEXT_MOST), tables };
}

// --- Links ------------------------------------------------------------------------------------------------------------

/** All that a stream gives, but no more than so many bytes: a small text may hide a large one. */
async function drained(stream: ReadableStream<Uint8Array>, most: number): Promise<Uint8Array> {
  const reader = stream.getReader(), parts: Uint8Array[] = [];
  let n = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    n += value.length;
    if (n > most) { void reader.cancel().catch(() => undefined); return wrong("it is too large"); }
    parts.push(value);
  }
  const out = new Uint8Array(n);
  let at = 0;
  for (const p of parts) { out.set(p, at); at += p.length; }
  return out;
}

const through = (bytes: Uint8Array, way: GenericTransformStream): ReadableStream<Uint8Array> => new Blob([bytes as BlobPart]).stream().pipeThrough(way as ReadableWritablePair<Uint8Array, Uint8Array>);

/** What stands behind #/workshop/ in a link; it never leaves the browser that opens it. Null: the battle is too large for one. */
export async function toLink(b: Battle): Promise<string | null> {
  const bytes = await drained(through(new TextEncoder().encode(JSON.stringify(b)), new CompressionStream("deflate-raw")), TEXT_MOST);
  let text = "";
  for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
  const code = `=${btoa(text).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "")}`;
  return code.length > LINK_MOST ? null : code;
}

export async function fromLink(code: string): Promise<Battle> {
  if (!/^=[A-Za-z0-9_-]+$/.test(code) || code.length > LINK_MOST) return wrong("the link is no whole one");
  let text = "";
  try {
    text = atob(code.slice(1).replace(/-/g, "+").replace(/_/g, "/"));
  } catch {
    return wrong("the link is cut off");
  }
  const bytes = Uint8Array.from(text, (c) => c.charCodeAt(0));
  const all = await drained(through(bytes, new DecompressionStream("deflate-raw")), FILE_MOST).catch((e: Error) => wrong(e.message.includes("too large") ? "it is too large" : "the link is cut off or damaged"));
  return fromFile(new TextDecoder().decode(all));
}
