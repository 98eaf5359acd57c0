// The page's side of the engine's worker (worker.ts).
import { language } from "../tongue";
import type { Refusal } from "../types";

/** This page has no server: the worker answers instead of one. */
export const SITE = import.meta.env.MODE === "site";

export interface WorkerFailure { status: number; code: string; text: string; refusal?: Refusal }

let worker: Worker | null = null, next = 1;
const waiting = new Map<number, { good: (v: unknown) => void; bad: (e: WorkerFailure) => void }>();
const ears = new Map<number, (kind: string, data: unknown) => void>();

const engine = (): Worker => new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
const begin = (w: Worker): void => w.postMessage({ kind: "begin", base: document.baseURI, lang: language() });

/** A second engine for the first to ask (ahead.ts). */
function help(first: Worker): void {
  try {
    const second = engine(), between = new MessageChannel();
    begin(second);
    second.postMessage({ kind: "port", mine: false }, [between.port1]);
    first.postMessage({ kind: "port", mine: true }, [between.port2]);
  } catch {
    first.postMessage({ kind: "port", mine: true }); // there is none
  }
}

function mail(): Worker {
  if (worker) return worker;
  const first = (worker = engine());
  worker.onmessage = (e: MessageEvent<{ id?: number; value?: unknown; error?: WorkerFailure; ear?: number; kind?: string; data?: unknown; helper?: boolean }>) => {
    const m = e.data;
    if (m.helper) { help(first); return; }
    if (m.ear !== undefined) { ears.get(m.ear)?.(m.kind!, m.data); return; }
    const w = waiting.get(m.id!);
    waiting.delete(m.id!);
    if (m.error) w?.bad(m.error);
    else w?.good(m.value);
  };
  worker.onerror = (e) => {
    for (const w of waiting.values()) w.bad({ status: 0, code: "fault", text: `The engine cannot be started: ${e.message || "its files are missing"}.` });
    waiting.clear();
  };
  begin(worker);
  return worker;
}

/** Ask the worker; failures come as WorkerFailure. */
export function ask<T>(message: { kind: string; [key: string]: unknown }): Promise<T> {
  const id = next++;
  return new Promise<T>((good, bad) => {
    waiting.set(id, { good: good as (v: unknown) => void, bad });
    mail().postMessage({ ...message, id });
  });
}

/** News of a battle in this browser behind so many lines of it, until the function that is given back is called. */
export function listen(game: string, seat: number, lines: number, hear: (kind: string, data: unknown) => void, failed: (e: WorkerFailure) => void): () => void {
  const id = next++;
  ears.set(id, hear);
  waiting.set(id, { good: () => undefined, bad: failed });
  mail().postMessage({ kind: "listen", id, game, seat, lines });
  return () => { ears.delete(id); mail().postMessage({ kind: "unlisten", id }); };
}

/** Have the engine's files on their way before they are needed. */
export function warm(system: string): void {
  void ask({ kind: "request", path: `warm/${system}`, token: null, body: {} }).catch(() => undefined);
}
