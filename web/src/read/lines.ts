// Events in the order a reader wants them.
import { groupNamed } from "../play/command";
import type { GameEvent, Scene } from "../types";

export interface Line { line: number; head: GameEvent | null; rest: GameEvent[] }

/** Events gathered by the line of the record they belong to. */
export function byLine(events: GameEvent[]): Line[] {
  const out: Line[] = [];
  for (const e of events) {
    let last = out[out.length - 1];
    if (!last || last.line !== e.line || (e.kind === "answer" && (last.head || last.rest.length)))
      out.push((last = { line: e.line, head: null, rest: [] }));
    if (e.kind === "answer" && !last.head && !last.rest.length) last.head = e;
    else last.rest.push(e);
  }
  return out;
}

/** Dice and modifiers belong to the sentence that follows them: it comes first, then what it came of. */
export function sentences(events: GameEvent[]): GameEvent[][] {
  const out: GameEvent[][] = [];
  let open: GameEvent[] = [];
  for (const e of events) {
    if (e.quiet && !e.outcome) continue;
    open.push(e);
    if (e.kind === "tell" || e.secret) { out.push([e, ...open.slice(0, -1)]); open = []; }
  }
  if (open.length) out.push(open);
  return out;
}

export interface Segment { title: string; lines: Line[] }

/** Lines of one brigade after the other, so that those of long ago can be folded. */
export function segments(lines: readonly Line[], scene: Scene): Segment[] {
  const out: (Segment & { group: string | null; side: string })[] = [];
  for (const l of lines) {
    const side = l.head?.side ?? "", group = groupNamed(scene, l.head?.act?.args), last = out[out.length - 1];
    if (last && (side === last.side || !side) && (group === last.group || !group)) { last.lines.push(l); continue; }
    const name = scene.pieces.find((p) => p.group === group)?.group_label;
    out.push({ group, side, title: name ? `${side.charAt(0).toUpperCase()}${side.slice(1)}: ${name}` : "", lines: [l] });
  }
  return out;
}
