import assert from "node:assert/strict";
import { apart, apartWords, comesTo, foesNear } from "../../src/play/measure";
import type { Piece, Reach, Scene } from "../../src/types";
import { test } from "./case";

const piece = (key: string, side: number, x: number, y: number, arm = "foot"): Piece => ({ id: 1, key, side, arm, x, y, w: 1, d: 1, stack: 1, order: 0, active: false }) as Piece;

test("distances are hexes or inches", () => {
  assert.equal(apart("hex", [0, 0], [2, -1]), 2);
  assert.equal(apart("plane", [0, 0], [3000, 4000]), 5);
  assert.equal(apartWords("hex", 1), "1 hex");
  assert.equal(apartWords("plane", 5.04), "5\u2033");
});

test("foes come nearest first, each once, leaders left out", () => {
  const own = piece("a", 0, 0, 0), scene = { board: "plane", pieces: [own, piece("far", 1, 9000, 0), piece("near", 1, 2000, 0), piece("near", 1, 2500, 0), piece("chief", 1, 100, 0, "leader")] } as unknown as Scene;
  assert.deepEqual(foesNear(scene, own).map((f) => f.piece.key), ["near", "far"]);
});

test("who comes next to a hex, or within an inch and a half, can come up to it", () => {
  const hex = { piece: "x", imagined: true, places: [{ at: [3, 0], ways: [] }] } as unknown as Reach;
  assert.equal(comesTo("hex", hex, [9, 0], [2, 0]), true);
  assert.equal(comesTo("hex", hex, [9, 0], [1, 0]), false);
  const edge = { piece: "x", imagined: true, places: [], edge: [[-4000, 6000], [0, 8000], [4000, 6000]].map((at) => ({ at, turn: 0, ahead: 0 })) } as unknown as Reach;
  assert.equal(comesTo("plane", edge, [0, 0], [0, 5000]), true, "inside");
  assert.equal(comesTo("plane", edge, [0, 0], [0, 9000]), true, "at the edge");
  assert.equal(comesTo("plane", edge, [0, 0], [0, 10000]), false, "beyond");
});
