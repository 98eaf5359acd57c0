// A server's battle, followed by the engine in this page: reach, plan, preview, why and odds are answered here, at
// once. The server remains the referee: what the page cannot be sure of is asked there.
import type { Question } from "../types";
import { ask } from "./client";

/** Is there an engine beside this page? Asked once. */
let there: Promise<boolean> | null = null;
export const hasEngine = (): Promise<boolean> =>
  (there ??= fetch(new URL("engine/index.json", document.baseURI), { cache: "no-cache" }).then((a) => a.ok && a.headers.get("Content-Type")?.includes("json") === true).catch(() => false));

/** So long a question waits for the engine to come to where the server stands, in milliseconds; tests wait longer. */
const patience = (): number => (globalThis as { tricornePatience?: number }).tricornePatience ?? 400;

interface Stand { hash: string; lines: number }

export class Follower {
  private stand: Stand | null = null;
  private given = 0;
  /** Given up: part of this battle is hidden from the seat, or there is no engine. */
  off = false;
  private work: Promise<void> = Promise.resolve();
  private answered = 0;
  private wanted: Question | null = null;

  constructor(readonly key: string, readonly seat: number, private record: (from?: number) => Promise<string>, private file?: () => Promise<object | undefined>) {
    // For tests, and for whoever wonders in the console.
    Object.assign(globalThis, { tricorneFollows: () => this.stands(this.wanted), tricorneAnswered: () => this.answered });
  }

  private stands(q: Question | null): boolean {
    return !this.off && !!q && this.stand?.hash === q.hash && this.stand?.lines === q.number;
  }

  /** The open question: come to where the server stands. */
  come(q: Question): void {
    this.wanted = q;
    if (this.off || q.kind !== "question" || this.seat < 0) return;
    this.work = this.work.then(() => this.to(q)).catch(() => this.miss());
  }
  private miss(): void {
    this.stand = null;
    if (++this.given >= 2) this.off = true;
  }
  private async to(q: Question): Promise<void> {
    if (!q.hash || !(await hasEngine())) { this.off = true; return; }
    if (this.stands(q)) return;
    if (this.stand) {
      const text = await this.record(this.stand.lines);
      this.stand = await ask<Stand>({ kind: "more", key: this.key, text });
    } else this.stand = await ask<Stand>({ kind: "follow", key: this.key, record: await this.record(), file: await this.file?.() });
    if (this.stand.hash !== q.hash && this.stand.lines <= q.number) throw new Error("the engine here stands elsewhere");
    this.given = 0;
  }
  /** The answer, or null: ask the server. */
  async ask<T>(what: string, body: object, q: Question | null): Promise<T | null> {
    if (!this.off && !this.stands(q)) await Promise.race([this.work, new Promise((done) => setTimeout(done, patience()))]);
    if (!this.stands(q)) return null;
    try {
      const got = await ask<T>({ kind: "ask", key: this.key, seat: this.seat, what, body });
      this.answered++;
      return got;
    } catch {
      return null; // let the referee say it
    }
  }
  leave(): void {
    this.off = true;
    if (this.stand) void ask({ kind: "leave", key: this.key }).catch(() => undefined);
  }
}
