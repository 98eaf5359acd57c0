// A second engine that thinks for the computers of the battles in this browser while a person thinks (docs/protocol.md,
// ahead), so that the first one stays free for what is clicked. It follows the record line by line; what it notes is
// told to the first.

interface Noted { noted: unknown[]; more: boolean }

/** The other engine's worker, by a port: worker.ts answers there as it answers the page. */
export class Helper {
  private next = 1;
  private waiting = new Map<number, { good: (v: unknown) => void; bad: (e: unknown) => void }>();

  constructor(private port: MessagePort) {
    port.onmessage = (e: MessageEvent<{ id?: number; value?: unknown; error?: unknown }>) => {
      const w = this.waiting.get(e.data.id ?? -1);
      this.waiting.delete(e.data.id ?? -1);
      if (e.data.error) w?.bad(e.data.error);
      else w?.good(e.data.value);
    };
  }
  ask<T>(message: { kind: string; [key: string]: unknown }): Promise<T> {
    const id = this.next++;
    return new Promise<T>((good, bad) => {
      this.waiting.set(id, { good: good as (v: unknown) => void, bad });
      this.port.postMessage({ ...message, id });
    });
  }
}

/** What is asked of a battle. */
export interface Thought {
  key: string;
  /** The whole record, and how many lines it has. */
  record(): string;
  number(): number;
  lines(from: number): string;
  file: unknown;
  /** A person is asked, somebody looks on, and a computer of another side takes its time. */
  wanted(): boolean;
  know(noted: unknown[]): void;
}

/** So long the other engine thinks at a time: then it hears what has been played since. */
const SLICE = 250;

/** Thinks until everything likely has been looked at or nobody is to be waited for; call it whenever the battle has moved. */
export class Thinking {
  private busy = false;
  private given = 0;
  private lines = -1;

  constructor(private helper: () => Promise<Helper | null>, private of: Thought) {}

  async on(): Promise<void> {
    if (this.busy || this.given > 1 || !this.of.wanted()) return;
    this.busy = true;
    try {
      const helper = await this.helper();
      while (helper && this.of.wanted()) {
        const now = this.of.number(), key = this.of.key;
        if (this.lines < 0) await helper.ask({ kind: "follow", key, record: this.of.record(), file: this.of.file });
        else if (this.lines !== now) await helper.ask({ kind: "more", key, text: this.of.lines(this.lines) });
        this.lines = now;
        const got = await helper.ask<Noted>({ kind: "ask", key, seat: -1, what: "ahead", body: { ms: SLICE } });
        if (!this.of.wanted()) break;
        if (got.noted.length) this.of.know(got.noted);
        if (!got.more && this.of.number() === now) break;
      }
    } catch {
      this.given++; // it only helps: the battle goes on without
      this.lines = -1;
    } finally {
      this.busy = false;
    }
  }
  leave(): void {
    this.given = 9;
    if (this.lines >= 0) void this.helper().then((h) => h?.ask({ kind: "leave", key: this.of.key })).catch(() => undefined);
  }
}
