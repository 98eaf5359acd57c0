// Battles kept in the browser: IndexedDB, one row for a battle and one for each line of its record.
import type { Note, Order } from "../types";

/** A battle of the workshop: its texts go with its record. */
export interface Draft { name: string; system: string; yaml: string; map: string | null; tables?: { name: string; text: string }[] }

export interface Kept {
  id: string;
  draft?: Draft;
  /** The first line of the record. */
  header: string;
  title: string;
  scenario: string;
  seats: { side: string; kind: string; name: string }[];
  orders: Order[][];
  notes: Note[];
  draw: { seat: number } | null;
  touched: number;
}

const done = <T>(r: IDBRequest<T>): Promise<T> =>
  new Promise((good, bad) => {
    r.onsuccess = () => good(r.result);
    r.onerror = () => bad(r.error ?? new Error("the browser's store failed"));
  });

let opened: Promise<IDBDatabase> | null = null;

function database(): Promise<IDBDatabase> {
  opened ??= new Promise((good, bad) => {
    const r = indexedDB.open("tricorne", 1);
    r.onupgradeneeded = () => {
      r.result.createObjectStore("games", { keyPath: "id" });
      r.result.createObjectStore("lines");
    };
    r.onsuccess = () => {
      r.result.onversionchange = () => { r.result.close(); opened = null; };
      good(r.result);
    };
    r.onerror = () => bad(r.error ?? new Error("the browser keeps nothing"));
  });
  opened.catch(() => { opened = null; });
  return opened;
}

const range = (id: string, from = 0): IDBKeyRange => IDBKeyRange.bound([id, from], [id, Number.MAX_SAFE_INTEGER]);

/** The lines from a number on; those that stood there are replaced. All or nothing. */
export async function put(game: Kept, from: number, lines: string[]): Promise<void> {
  const t = (await database()).transaction(["games", "lines"], "readwrite");
  const whole = new Promise<void>((good, bad) => {
    t.oncomplete = () => good();
    t.onabort = t.onerror = () => bad(t.error ?? new Error("the browser's store is full"));
  });
  t.objectStore("games").put(game);
  const all = t.objectStore("lines");
  lines.forEach((text, i) => all.put(text, [game.id, from + i]));
  await whole;
}

export async function get(id: string): Promise<{ game: Kept; lines: string[] } | null> {
  const t = (await database()).transaction(["games", "lines"]);
  const game = (await done(t.objectStore("games").get(id))) as Kept | undefined;
  return game ? { game, lines: (await done(t.objectStore("lines").getAll(range(id)))) as string[] } : null;
}

export async function drop(id: string): Promise<void> {
  const t = (await database()).transaction(["games", "lines"], "readwrite");
  t.objectStore("games").delete(id);
  await done(t.objectStore("lines").delete(range(id)));
}
