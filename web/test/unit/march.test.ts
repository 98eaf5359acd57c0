import assert from "node:assert/strict";
import { draftOf, marchAct, marchTo, poseAfter, wheeled } from "../../src/play/march";
import type { Act } from "../../src/types";
import { test } from "./case";

const unit = { x: 30000, y: 10000, w: 8000, facing: 0 };

test("a wheel leaves the inner front corner where it is", () => {
  for (const turn of [-8192, 8192, 4096, -16384]) {
    const w = wheeled(unit, turn), half = turn < 0 ? -4000 : 4000;
    const corner = (x: number, y: number, h: number) => [x + Math.cos(h) * half, y - Math.sin(h) * half];
    const before = corner(unit.x, unit.y, 0), after = corner(w.x, w.y, w.heading);
    assert.ok(Math.hypot(before[0]! - after[0]!, before[1]! - after[1]!) < 0.01);
  }
});

test("straight ahead is no wheel at all", () => {
  assert.deepEqual(marchTo(unit, 30000, 16000), { turn: 0, ahead: 6000 });
  assert.deepEqual(marchTo({ ...unit, facing: 16384 }, 36000, 10000), { turn: 0, ahead: 6000 });
});

test("a march leads to where the hand points", () => {
  for (const [x, y] of [[34000, 18000], [25000, 20000], [38000, 14000]] as const) {
    const p = poseAfter(unit, marchTo(unit, x, y));
    assert.ok(Math.hypot(p.x - x, p.y - y) < 200, `${p.x},${p.y}`);
  }
});

test("a march never goes backwards", () => {
  assert.ok(marchTo(unit, 30000, 2000).ahead >= 0);
});

const path: Act = { verb: "go", args: { regiment: "guards" }, path: [["left", 100], ["march", 2000]], act: "", text: "", hand: "path" };
const args: Act = { verb: "go", args: { unit: "guards", wheel: 2048, incline: 5, march: 300, facing: 9 }, act: "", text: "", hand: "wheel" };
const ride: Act = { verb: "trot", args: { leader: "eugene", point: [1, 2], attach: null }, act: "", text: "", hand: "place" };

test("the offers say how a unit is led; a verb that says nothing is not led by hand", () => {
  assert.equal(draftOf([path], "guards", null)?.how, "path");
  assert.equal(draftOf([args], "guards", null)?.how, "wheel");
  assert.equal(draftOf([ride], "eugene", "eugene")?.how, "place");
  assert.equal(draftOf([{ ...path, args: {} }], "guards", "guards")?.how, "path");
  for (const a of [path, args, ride]) assert.equal(draftOf([{ ...a, hand: undefined }], a === ride ? "eugene" : "guards", null), null);
});

test("left and right, wheel and march become acts in the words of the system", () => {
  assert.deepEqual(marchAct(draftOf([path], "guards", null)!, { turn: -4096, ahead: 4500 }, null),
    { verb: "go", args: { regiment: "guards" }, path: [["left", 4096], ["march", 4500]] });
  assert.deepEqual(marchAct(draftOf([args], "guards", null)!, { turn: 2048, ahead: 700 }, null).args, { unit: "guards", wheel: 2048, march: 700 });
  assert.deepEqual(marchAct(draftOf([ride], "eugene", null)!, { turn: 0, ahead: 0 }, [5, 6]).args["point"], [5, 6]);
});
