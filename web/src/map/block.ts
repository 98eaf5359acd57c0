// Where the block of a piece stands on the sheet, and how stacks are laid out.
import type { Piece } from "../types";
import { place, type Board } from "./board";
import type { Pt } from "./shape";

export interface Block {
  piece: Piece;
  index: number;
  at: Pt;
  /** Radians clockwise from the top. */
  angle: number;
  right: Pt;
  rear: Pt;
  w: number;
  d: number;
  faced: boolean;
}

const TURN = (2 * Math.PI) / 65536;

export const stackKey = (p: Piece): string => `${p.x},${p.y}`;

/** Columns are narrow and deep, squares square; a line takes the breadth of its hex. */
function hexForm(form: Piece["form"], k: number, depth: number): { w: number; d: number } {
  if (form === "march") return { w: 0.56 * k, d: depth };
  if (form === "attack") return { w: 0.86 * k, d: depth };
  if (form === "square") return { w: Math.min(0.8 * k, depth * 1.5), d: depth };
  return { w: 1.36 * k, d: depth };
}

/** A piece in another formation: its shape is that of whoever stands in it. */
export const formed = (p: Piece, formation: string, all: readonly Piece[]): Piece =>
  formation === p.formation ? p : { ...p, formation, form: all.find((o) => o.formation === formation)?.form ?? (/march|column/.test(formation) ? "march" : "line") };

function inHex(b: Board, own: Piece, stack: Piece[], fanned: boolean, hold: number | null, out: Block): void {
  const order = [...stack].sort((p, q) => p.order - q.order || p.id - q.id);
  const of = order.length, before = order.indexOf(own), lead = order[0]!;
  const close = Math.min(0.52, 1.42 / of - 0.06) * b.k, depth = fanned ? 0.5 * b.k : close;
  const step = depth + (fanned ? 0.34 : 0.07) * b.k;
  const angle = (lead.facing ?? 0) * TURN, back = { x: -Math.sin(angle), y: Math.cos(angle) };
  // A stack that opens leaves the block under the pointer where it is.
  const kept = fanned ? order.findIndex((p) => p.id === hold) : -1, tight = close + 0.07 * b.k;
  const first = kept < 0 ? -(of * step) / 2 : -(of * tight) / 2 + kept * tight + close / 2 - (kept * step + depth / 2);
  const form = hexForm(own.form, b.k, depth);
  out.w = form.w;
  out.d = form.d;
  out.at.x += back.x * (first + before * step);
  out.at.y += back.y * (first + before * step);
  if (own.arm === "leader") out.w = out.d = Math.min(0.62 * b.k, Math.max(depth, 0.42 * b.k));
  if (!out.faced) {
    // Without a facing a block lies square to its stack.
    out.angle = angle;
    out.right = { x: Math.cos(angle), y: Math.sin(angle) };
    out.rear = back;
  }
}

function onTable(b: Board, own: Piece, fanned: boolean, out: Block): void {
  const least = own.arm === "leader" ? 15 : 9;
  out.w = Math.max((own.w / 1000) * b.k, least);
  out.d = Math.max((own.d / 1000) * b.k, least);
  const step = (fanned ? 1.25 : 0.4) * out.d * own.order;
  out.at.x += out.rear.x * step;
  out.at.y += out.rear.y * step;
}

/** Blocks of all pieces in the order they are painted: stacks from below, leaders last. */
export function layBlocks(pieces: readonly Piece[], b: Board, fan: string | null, hold: number | null = null): Block[] {
  const stacks = new Map<string, Piece[]>();
  for (const p of pieces) stacks.set(stackKey(p), [...(stacks.get(stackKey(p)) ?? []), p]);
  const out = pieces.map((piece, index): Block => {
    const faced = piece.facing !== undefined && piece.facing !== null;
    const angle = faced ? piece.facing! * TURN : 0;
    const block: Block = {
      piece, index, at: place(b, piece.x, piece.y), angle, faced, w: 0, d: 0,
      right: { x: Math.cos(angle), y: Math.sin(angle) },
      rear: { x: -Math.sin(angle), y: Math.cos(angle) },
    };
    const key = stackKey(piece);
    if (b.hex) inHex(b, piece, stacks.get(key)!, fan === key, hold, block);
    else onTable(b, piece, fan === key, block);
    return block;
  });
  const rank = (x: Block): number =>
    (fan !== null && stackKey(x.piece) === fan ? 1000 : 0) + (x.piece.arm === "leader" ? 500 : 0) - x.piece.order;
  return out.sort((x, y) => rank(x) - rank(y) || x.index - y.index);
}

/** The middle of a block. */
export const middle = (x: Block): Pt => ({ x: x.at.x + (x.rear.x * x.d) / 2, y: x.at.y + (x.rear.y * x.d) / 2 });
