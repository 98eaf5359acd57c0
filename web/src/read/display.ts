// Panels whose rows have places in lines, as on a command display.
import type { Row } from "../types";

export interface Body { head: Row; lines: Map<string, { row: Row; slot: number; rest: string[] }[]> }

/** Rows with places in lines, under the row of the body they belong to; null if there are none. */
export function display(rows: readonly Row[]): Body[] | null {
  const out: Body[] = [];
  for (const row of rows) {
    const body = out[out.length - 1];
    if (!row.line) { out.push({ head: row, lines: new Map() }); continue; }
    if (!body) return null;
    const line = body.lines.get(row.line) ?? [];
    line.push({ row, slot: row.place ?? 0, rest: (row.state ?? "").split(", ") });
    body.lines.set(row.line, line);
  }
  return out.some((b) => b.lines.size) ? out : null;
}
