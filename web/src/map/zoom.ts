// Pan and zoom of the sheet. While the hand moves, the drawn sheet is shifted and stretched as one picture (a layer of its own); what is
// drawn is drawn anew when it rests. So a frame costs the same however many troops there are, and nothing is laid out or compared.
import { select } from "d3-selection";
import { zoom, zoomIdentity, type D3ZoomEvent, type ZoomBehavior } from "d3-zoom";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Board } from "./board";
import { margins } from "./Frame";
import type { Pt } from "./shape";

export interface View { x: number; y: number; k: number }

const css = (v: View): string => `translate(${v.x}px, ${v.y}px) scale(${v.k})`;

/** The shift and scale that shows a picture drawn for one view as another wants it. */
export function between(drawn: View, wanted: View): View {
  const k = wanted.k / drawn.k;
  return { x: wanted.x - drawn.x * k, y: wanted.y - drawn.y * k, k };
}

/** Names are laid for steps of a third of a doubling. */
export const stepOf = (k: number): number => Math.round(Math.log2(k) * 3) / 3;

/** What the map hangs on: `hold` stays and takes the gestures, `layer` is shifted, `sheet` is the drawing in it. */
export interface Zoom {
  hold: { current: HTMLDivElement | null };
  layer: { current: HTMLDivElement | null };
  glass: { current: HTMLDivElement | null };
  sheet: { current: SVGGElement | null };
  live: { current: View };
  /** How the sheet is drawn, as a CSS transform. */
  drawn(): string;
  /** How large it is drawn, in the steps in which names change. */
  scale: number;
  moving(): boolean;
  fit(): void;
  by(f: number): void;
  pan(dx: number, dy: number): void;
  show(p: Pt): void;
}

export function useZoom(board: Board, gameKey: string, onRest?: () => void): Zoom {
  const hold = useRef<HTMLDivElement | null>(null), layer = useRef<HTMLDivElement | null>(null), glass = useRef<HTMLDivElement | null>(null), sheet = useRef<SVGGElement | null>(null);
  const live = useRef<View>({ x: 0, y: 0, k: 1 }), drawn = useRef<View>(live.current);
  const timer = useRef<ReturnType<typeof setTimeout>>(), moved = useRef(0), moving = useRef(false), rested = useRef(onRest);
  const behaviour = useRef<ZoomBehavior<HTMLDivElement, unknown> | null>(null);
  const [step, setStep] = useState(0);
  rested.current = onRest;

  /** Draws the sheet as it is seen. */
  const settle = (): void => {
    clearTimeout(timer.current);
    moving.current = false;
    drawn.current = live.current;
    if (layer.current) layer.current.style.transform = "";
    if (sheet.current) sheet.current.style.transform = css(drawn.current);
    if (glass.current) glass.current.hidden = true;
    setStep(stepOf(drawn.current.k));
    rested.current?.();
  };
  const put = (v: View): void => {
    const now = performance.now();
    live.current = v;
    moving.current = true;
    // What lies under the hand does not hear it while the sheet moves.
    if (glass.current?.hidden) glass.current.hidden = false;
    if (layer.current) layer.current.style.transform = css(between(drawn.current, v));
    // On a slow machine the next turn of a wheel comes late: it rests when none has come for a while.
    gap.current = Math.min(700, Math.max(60, 2 * (now - moved.current)));
    moved.current = now;
    clearTimeout(timer.current);
  };
  const gap = useRef(60);
  const end = (): void => {
    if (!moving.current) return;
    clearTimeout(timer.current);
    timer.current = setTimeout(settle, gap.current);
  };
  const jump = (v: View): void => {
    if (!hold.current || !behaviour.current) return;
    select(hold.current).call(behaviour.current.transform, zoomIdentity.translate(v.x, v.y).scale(v.k));
    settle();
  };
  const fit = (): void => {
    if (!hold.current) return;
    const box = hold.current.getBoundingClientRect(), m = margins(board), w = board.width + 2 * m.side, h = board.height + m.top + m.bottom;
    if (!box.width || !box.height) return; // hidden, or squeezed away: it is fitted when it has room again
    const k = Math.min(box.width / w, box.height / h) * 0.985;
    jump({ x: (box.width - w * k) / 2 + m.side * k, y: (box.height - h * k) / 2 + m.top * k, k });
  };
  useLayoutEffect(() => {
    const el = hold.current;
    if (!el) return;
    const z = zoom<HTMLDivElement, unknown>().scaleExtent([0.15, 9])
      .filter((e: Event & { button?: number; shiftKey?: boolean; ctrlKey?: boolean }) =>
        !e.button && !(e.type === "mousedown" && (e.shiftKey || e.ctrlKey)) &&
        !(e.target as Element).closest?.(e.type.startsWith("touch") ? ".draggable.picked, .lassoing" : ".draggable, .lassoing"))
      .on("zoom", (e: D3ZoomEvent<HTMLDivElement, unknown>) => put({ x: e.transform.x, y: e.transform.y, k: e.transform.k }))
      .on("end", end);
    behaviour.current = z;
    select(el).call(z).on("dblclick.zoom", null);
    fit();
    const watch = new ResizeObserver(() => fit());
    watch.observe(el);
    return () => { watch.disconnect(); clearTimeout(timer.current); select(el).on(".zoom", null); };
  }, [board, gameKey]);
  const by = (f: number): void => {
    if (hold.current && behaviour.current) select(hold.current).call(behaviour.current.scaleBy, f);
  };
  const pan = (dx: number, dy: number): void => {
    if (hold.current && behaviour.current) select(hold.current).call(behaviour.current.translateBy, dx / live.current.k, dy / live.current.k);
  };
  /** Puts a point of the sheet into the middle, near enough to see. */
  const show = (p: Pt): void => {
    if (!hold.current) return;
    const box = hold.current.getBoundingClientRect(), k = Math.max(live.current.k, Math.min(1.1, 2.2 * live.current.k));
    jump({ x: box.width / 2 - p.x * k, y: box.height / 2 - p.y * k, k });
  };
  return { hold, layer, glass, sheet, live, drawn: () => css(drawn.current), scale: 2 ** step, moving: () => moving.current, fit, by, pan, show };
}
