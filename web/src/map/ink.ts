// Colours of the sheet, and strokes that become SVG paths.

export const PAPER = "#f3e9d0";
export const INK = "#251c16";
export const SEPIA = "#614932";
export const GREEN = "#748651";
export const BLUE = "#90b0b8";
export const BRICK = "#b8574a";
export const OCHRE = "#d7b87c";
export const GOLD = "#d39e25";

function parts(c: string): [number, number, number] {
  const v = /^#[0-9a-f]{6}$/i.test(c) ? parseInt(c.slice(1), 16) : 0x594d40;
  return [(v >> 16) & 255, (v >> 8) & 255, v & 255];
}

export function blend(a: string, b: string, t: number): string {
  const p = parts(a), q = parts(b);
  const hex = (i: 0 | 1 | 2) => Math.round(p[i] + (q[i] - p[i]) * t).toString(16).padStart(2, "0");
  return "#" + hex(0) + hex(1) + hex(2);
}

export function brightness(c: string): number {
  const [r, g, b] = parts(c);
  return (0.3 * r + 0.59 * g + 0.11 * b) / 255;
}

export function apart(a: string, b: string): number {
  const p = parts(a), q = parts(b);
  return (Math.abs(p[0] - q[0]) + Math.abs(p[1] - q[1]) + Math.abs(p[2] - q[2])) / 255;
}

/** Two sides in one colour, or one in the colour of paper, could not be told apart. */
export function sideColours(sides: readonly { colour?: string }[]): [string, string] {
  const usual = ["#a7322a", "#2e4a85"];
  const out = usual.map((u, i) => {
    const c = sides[i]?.colour;
    const known = c && /^#[0-9a-f]{6}$/i.test(c) ? c : u;
    return apart(known, PAPER) < 0.5 ? blend(known, "#8a6d2f", 0.45) : known;
  });
  if (apart(out[0]!, out[1]!) < 0.3) out[1] = apart(out[0]!, usual[1]!) < 0.3 ? usual[0]! : usual[1]!;
  return [out[0]!, out[1]!];
}

const COATS: readonly [string, string][] = [
  ["british", "#b3342f"], ["english", "#b3342f"], ["scot", "#3f5f3f"], ["irish", "#c0504a"],
  ["french", "#e4e2da"], ["prussia", "#27406f"], ["austria", "#f2efe6"], ["imperial", "#f2efe6"],
  ["hanover", "#d8a63a"], ["hess", "#4a6fa5"], ["brunswick", "#5b6f8f"], ["saxon", "#7d9a6a"],
  ["bavaria", "#8fb4d6"], ["dutch", "#d9822b"], ["danish", "#8f9a94"], ["dane", "#8f9a94"],
  ["russia", "#47694a"], ["swed", "#e0c040"], ["swiss", "#b04038"], ["german", "#3a3a3a"],
  ["spanish", "#e8d48a"], ["hugueno", "#f4f1e8"], ["catholic", "#8f2f3f"], ["royalist", "#f0ead8"],
  ["america", "#34507c"], ["polish", "#a03040"], ["wurttemberg", "#d0b060"], ["palatin", "#b8b0a0"],
  ["walloon", "#c8a070"], ["savoy", "#5878a0"],
];

/** The coat of a nation, where it is known. */
export function coatOf(nation: string | undefined): string | null {
  const small = (nation ?? "").toLowerCase();
  return (small && COATS.find(([word]) => small.startsWith(word))?.[1]) || null;
}

export interface Stroke {
  d: string;
  fill?: string;
  stroke?: string;
  width?: number;
  opacity?: number;
  dash?: string;
  round?: boolean;
  evenodd?: boolean;
  clip?: string;
}

export interface Clip { id: string; d: string }

/** What an engraver has put down, in order. */
export class Plate {
  strokes: Stroke[] = [];
  clips: Clip[] = [];
  fill(d: string, fill: string, opacity = 1, clip?: string): void {
    if (d) this.strokes.push({ d, fill, opacity, evenodd: true, clip });
  }
  line(d: string, stroke: string, width: number, more: Partial<Stroke> = {}): void {
    if (d) this.strokes.push({ d, stroke, width, ...more });
  }
  clip(d: string): string {
    const id = `clip${this.clips.length}`;
    this.clips.push({ id, d });
    return id;
  }
}
