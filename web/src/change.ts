// The stream tells what has changed in the scene; here it is put together again.
import type { Overlay, Panel, Piece, Scene, Side } from "./types";

export interface SceneChange { status?: string; sides?: Side[]; pieces: [number, Piece][]; overlays?: Overlay[]; panels?: Panel[] }

/** A new scene: the old one with what has changed. */
export function changed(scene: Scene, c: SceneChange): Scene {
  const pieces = [...scene.pieces];
  for (const [place, piece] of c.pieces) if (place < pieces.length) pieces[place] = piece;
  return { ...scene, status: c.status ?? scene.status, sides: c.sides ?? scene.sides, pieces, overlays: c.overlays ?? scene.overlays, panels: c.panels ?? scene.panels };
}
