// Server-sent events out of a stream of text.

export interface Sse { kind: string; data: string; id: string | null }

/** Splits a stream of text into server-sent events; feed() takes whatever has come. */
export class SseReader {
  private rest = "";
  private kind = "";
  private data: string[] = [];
  private id: string | null = null;
  feed(text: string): Sse[] {
    const out: Sse[] = [], all = this.rest + text;
    // A carriage return at the end may be half of a line's end.
    const held = all.endsWith("\r") ? "\r" : "", lines = all.slice(0, all.length - held.length).split(/\r\n|\n|\r/);
    this.rest = (lines.pop() ?? "") + held;
    for (const line of lines) {
      if (line === "") {
        if (this.data.length) out.push({ kind: this.kind || "message", data: this.data.join("\n"), id: this.id });
        this.kind = "";
        this.data = [];
        this.id = null;
        continue;
      }
      if (line.startsWith(":")) continue;
      const colon = line.indexOf(":"), name = colon < 0 ? line : line.slice(0, colon);
      const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
      if (name === "event") this.kind = value;
      else if (name === "data") this.data.push(value);
      else if (name === "id") this.id = value;
    }
    return out;
  }
}
