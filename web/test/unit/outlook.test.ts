// Where a battle turned: the largest changes, in the order of the battle.
import assert from "node:assert/strict";
import { turned } from "../../src/read/Panels";
import { test } from "./case";

const at = (shares: number[]) => shares.map((share, i) => ({ line: 10 * i, turn: i + 1, share }));

test("a battle turns at its three largest changes", () => {
  assert.deepEqual(turned(at([50, 52, 30, 31, 70, 64, 100])).map((t) => [t.turn, t.from, t.to]), [[2, 52, 30], [4, 31, 70], [6, 64, 100]]);
  assert.deepEqual(turned(at([50, 57, 49])), []);
  assert.deepEqual(turned([]), []);
});
