import assert from "node:assert/strict";
import { axialOf, boardOf, cellOf, chain, corners, hexAt, hexName, hexNamed, outline, place, tablePlace } from "../../src/map/board";
import { test } from "./case";
import { brigadeWishes, namesBrigades, placeLabels, settleNames, textWidth, type Label } from "../../src/map/labels";
import type { Block } from "../../src/map/block";
import type { Piece } from "../../src/types";

const hexBoard = (odd: boolean, flat = false) =>
  boardOf({ board: "hex", width: 14, height: 12, hex: { flat_top: flat, odd_place: odd, first: 1, digits: 2 } });

test("a hex number names the hex it is printed on, on all four kinds of map", () => {
  for (const odd of [true, false])
    for (const flat of [true, false]) {
      const b = hexBoard(odd, flat);
      for (let column = 0; column < 14; column++)
        for (let row = 0; row < 12; row++) {
          const [q, r] = axialOf(b, column, row);
          assert.deepEqual(cellOf(b, q, r), { column, row });
          assert.deepEqual(hexNamed(b, hexName(b, q, r)), [q, r]);
        }
    }
  assert.equal(hexName(hexBoard(true), ...axialOf(hexBoard(true), 0, 0)), "0101");
});

test("a number that is on no hex of the map names none", () => {
  const b = hexBoard(true);
  for (const name of ["1501", "0113", "0000", "012", "ab", "0101x"]) assert.equal(hexNamed(b, name), null, name);
});

test("hexes of one row lie side by side and on the sheet", () => {
  const b = hexBoard(false);
  for (let row = 0; row < 12; row++)
    for (let column = 0; column < 14; column++) {
      const [q, r] = axialOf(b, column, row), p = place(b, q, r);
      for (const c of corners(b, q, r)) {
        assert.ok(c.x > -0.01 && c.x < b.width + 0.01 && c.y > -0.01 && c.y < b.height + 0.01);
      }
      assert.deepEqual(hexAt(b, p), [q, r]);
      assert.deepEqual(hexAt(b, { x: p.x + b.k * 0.7, y: p.y }), [q, r]);
    }
});

test("the table's y grows upwards and comes back from the sheet", () => {
  const b = boardOf({ board: "plane", width: 60000, height: 48000 });
  assert.ok(place(b, 0, 0).y > place(b, 0, 48000).y);
  assert.deepEqual(tablePlace(b, place(b, 12345, 6789)), [12345, 6789]);
});

test("the outline of hexes is one loop round neighbours, two with a hole", () => {
  const b = hexBoard(true);
  assert.equal(outline(b, [[0, 0]]).loops[0]!.length, 6);
  const pair = outline(b, [[3, 3], [4, 3]]);
  assert.equal(pair.loops.length, 1);
  assert.equal(pair.loops[0]!.length, 10);
  const ring = outline(b, [[4, 3], [3, 4], [2, 4], [2, 3], [3, 2], [4, 2]]);
  assert.equal(ring.loops.length, 2);
  assert.equal(outline(b, [[0, 0], [5, 5]]).loops.length, 2);
});

test("names of ground keep clear of troops, or wait for a closer view", () => {
  const piece = { id: 1, side: 0, arm: "foot", key: "a", label: "A", stack: 1 } as unknown as Piece;
  const block = (x: number, y: number, w: number, d: number): Block =>
    ({ piece, index: 0, at: { x, y }, angle: 0, w, d, right: { x: 1, y: 0 }, rear: { x: 0, y: 1 } }) as unknown as Block;
  const name = { text: "Hill", at: { x: 100, y: 100 }, angle: 0, size: 10, or: [{ x: 100, y: 300 }] };
  assert.deepEqual(settleNames([name], []).map((n) => n.at), [{ x: 100, y: 100 }]);
  assert.deepEqual(settleNames([name], [block(100, 90, 60, 20)]).map((n) => n.at), [{ x: 100, y: 300 }]);
  assert.deepEqual(settleNames([name], [block(100, 90, 60, 20), block(100, 290, 60, 20)]), []);
});

test("hexsides that meet become one stream", () => {
  const p = (x: number) => ({ x: x * 10, y: 0 });
  const out = chain([[p(1), p(2)], [p(0), p(1)], [p(3), p(2)]]);
  assert.equal(out.length, 1);
  assert.equal(out[0]!.points.length, 4);
  assert.equal(out[0]!.closed, false);
});

test("from afar brigades are named and not their units; on demand every brigade has its name, and no two lie on each other", () => {
  // Twelve brigades of five, packed as close as at Blenheim.
  const blocks = Array.from({ length: 60 }, (_, i): Block => {
    const g = Math.floor(i / 5), at = { x: 60 + (g % 4) * 150 + (i % 5) * 26, y: 60 + Math.floor(g / 4) * 20 };
    return { piece: { id: i, key: `u${i}`, side: g % 2, group: `g${g}`, group_label: `Brigade of ${g}`, arm: "foot", order: 0 } as unknown as Piece, index: 0, at, angle: 0, right: { x: 1, y: 0 }, rear: { x: 0, y: 1 }, w: 24, d: 16, faced: true };
  });
  assert.equal(namesBrigades(blocks, 1), true);
  assert.equal(namesBrigades(blocks, 2), false, "closer by, units are named");
  assert.equal(namesBrigades(blocks.slice(0, 20), 1), false, "few units have room for their names");
  const sheet = { width: 800, height: 300 }, all = placeLabels(brigadeWishes(blocks, true), blocks, 1, sheet), some = placeLabels(brigadeWishes(blocks, false), blocks, 1, sheet);
  assert.equal(all.length, 12);
  assert.ok(some.length < 12 && some.length > 3, `${some.length} have room beside the troops`);
  const box = (l: Label) => ({ x: l.at.x, y: l.at.y, w: textWidth(l.text, false) * l.size, h: l.size * 0.8 });
  for (const [i, a] of all.map(box).entries())
    for (const b of all.slice(i + 1).map(box)) assert.ok(Math.abs(a.x - b.x) >= (a.w + b.w) / 2 || Math.abs(a.y - b.y) >= (a.h + b.h) / 2, `${JSON.stringify(a)} lies on ${JSON.stringify(b)}`);
  for (const l of some) assert.ok(blocks.every((b) => Math.abs(b.at.x - l.at.x) >= (b.w + box(l).w) / 2 - 1 || Math.abs(b.at.y + b.d / 2 - l.at.y) >= (b.d + box(l).h) / 2 - 3), `${l.text} lies on troops`);
});
