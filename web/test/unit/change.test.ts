import assert from "node:assert/strict";
import { changed } from "../../src/change";
import type { Scene } from "../../src/types";
import { test } from "./case";

const piece = (id: number, x: number) => ({ id, side: 0, arm: "foot", x, y: 0, w: 1, d: 1, badges: [], stack: 0, active: false, order: 0 });
const scene = (): Scene => ({
  v: 1, board: "plane", width: 10, height: 10, north: 0, status: "turn 1", sides: [], grounds: [], overlays: [], panels: [],
  pieces: [piece(1, 1), piece(2, 2)],
} as unknown as Scene);

test("a change of the scene is put on the scene before it", () => {
  const old = scene(), now = changed(old, { status: "turn 2", pieces: [[1, piece(2, 9) as never]] });
  assert.deepEqual(now.pieces.map((p) => p.x), [1, 9]);
  assert.equal(now.status, "turn 2");
  assert.deepEqual(old, scene());
  assert.equal(changed(old, { pieces: [] }).status, "turn 1");
  assert.deepEqual(changed(old, { pieces: [[7, piece(8, 1) as never]] }).pieces, old.pieces);
});
