// Panels whose rows have places in lines, as on a command display.
import type { Row } from "../types";

/** A row such as "support 2: march, morale 7" stands at a place of a line. */
function placeOf(text: string | undefined): { line: string; slot: number; rest: string[] } | null {
  const m = /^([a-z]+) (\d+): (.+)$/.exec(text ?? "");
  return m ? { line: m[1]!, slot: Number(m[2]), rest: m[3]!.split(", ") } : null;
}

export interface Body { head: Row; lines: Map<string, { row: Row; slot: number; rest: string[] }[]> }

/** Rows with places in lines, under the row of the body they belong to; null if there are none. */
export function display(rows: readonly Row[]): Body[] | null {
  const out: Body[] = [];
  for (const row of rows) {
    const at = placeOf(row.right), body = out[out.length - 1];
    if (!at) { out.push({ head: row, lines: new Map() }); continue; }
    if (!body) return null;
    const line = body.lines.get(at.line) ?? [];
    line.push({ row, slot: at.slot, rest: at.rest });
    body.lines.set(at.line, line);
  }
  return out.some((b) => b.lines.size) ? out : null;
}
