import assert from "node:assert/strict";
import { inWords } from "../../src/play/offers";
import type { Act, Piece, Question, Scene } from "../../src/types";
import { facingFix, placeFix, rangeFix } from "../../src/umpire/fix";
import { nearestPlace, straight, tiles } from "../../src/umpire/sort";
import { test } from "./case";

const piece = (key: string, side: number, more: Partial<Piece> = {}): Piece => ({ id: 1, side, arm: "foot", key, label: `The ${key}`, x: 10000, y: 20000, facing: 0, w: 1000, d: 500, stack: 0, order: 0, active: false, ...more });
const names = ["alpha", "beta", "gamma", "delta", "epsilon"];
const scene: Scene = {
  v: 1, board: "plane", width: 60000, height: 40000, north: 0, sides: [{ name: "allied" }, { name: "french" }], grounds: [], overlays: [], panels: [],
  pieces: [...names.map((n) => piece(n, 0, { group: "right", group_label: "Right wing" })), piece("navarre", 1, { x: 10000, y: 30000 }), piece("picardy", 1)],
};
const q = (args: Question["args"] = {}): Question => ({ number: 1, turn: 1, kind: "question", side: "allied", seat: 0, args });
const act = (verb: string, args: Act["args"], more: Partial<Act> = {}): Act => ({ verb, args, act: `${verb} ${Object.values(args).join(" ")}`, text: `${verb} ${Object.values(args).join(" ")}`, ...more });

test("umpire: who, does what, to whom: three taps at most for every answer", () => {
  const offers = names.flatMap((n) => [act("shoot", { unit: n, target: "navarre" }), act("shoot", { unit: n, target: "picardy" }), act("hold", { unit: n }, { means: "rest" })]);
  const first = tiles(offers, q(), scene, []);
  assert.deepEqual(first.map((t) => [t.step, t.key, t.acts.length]), names.map((n) => ["who", n, 3]));
  const second = tiles(first[1]!.acts, q(), scene, ["beta"]);
  assert.equal(second.length, 3); // few: each is one tap
  assert.ok(second.every((t) => t.acts.length === 1));
  // All answers of 200 come out somewhere within three taps.
  const many = names.flatMap((n) => Array.from({ length: 20 }, (_, i) => [act("march", { unit: n }, { hand: "path", path: [["march", i * 100]] }), act("form", { unit: n, shape: `s${i}` })])).flat();
  let found = 0;
  for (const a of tiles(many, q(), scene, []))
    for (const b of tiles(a.acts, q(), scene, [a.key!])) {
      if (b.where) { found += b.acts.length; continue; }
      for (const c of b.acts.length === 1 ? [b] : tiles(b.acts, q(), scene, [a.key!, b.key!])) found += c.acts.length;
    }
  assert.equal(found, many.length);
});

test("umpire: what is asked about one body names it no more; what is led somewhere asks for the place", () => {
  const offers = [act("stand", { unit: "alpha" }, { means: "rest", text: "the alpha: stand still" }), ...Array.from({ length: 30 }, (_, i) => act("move", { unit: "alpha" }, { hand: "path", path: [["left", i], ["march", 1000]] }))];
  const got = tiles(offers, q({ unit: "alpha" }), scene, []);
  assert.deepEqual(got.map((t) => [t.label, !!t.where]), [["Stand still", false], ["Move", true]]);
  assert.deepEqual(straight([act("move", {}, { path: [["march", 2500]] }), act("move", {}, { path: [["march", 5000]] }), act("move", {}, { path: [["left", 9], ["march", 1]] })]).map((s) => s.inches), [5, 2.5]);
  const near = nearestPlace([act("drag", { to: [0, 0] }), act("drag", { to: [9000, 9000] })], [8000, 8000]);
  assert.deepEqual(near?.args["to"], [9000, 9000]);
});

test("umpire: corrections name the fields of their system, in inches and turns", () => {
  const p = scene.pieces[0]!, foe = scene.pieces.find((x) => x.key === "navarre")!;
  assert.deepEqual(placeFix("minden", scene, p, [12345.6, 20000], "so")?.changes, [["units.alpha.x", "12.346"], ["units.alpha.y", "20"]]);
  assert.deepEqual(placeFix("pistolado", scene, { ...p, arm: "leader" }, [1000, 2000], "so")?.changes[0], ["officer.alpha.x", "1"]);
  assert.deepEqual(facingFix("malbrook", p, -8192, "so")?.changes, [["brigades.alpha.heading", "57344b"]]);
  assert.deepEqual(rangeFix("minden", scene, p, foe, 4, "so")?.changes, [["units.alpha.x", "10"], ["units.alpha.y", "26"]]);
  assert.equal(placeFix("bayonet", { ...scene, board: "hex", width: 9, height: 9, hex: { flat_top: false, odd_place: true, first: 1, digits: 2 } }, { ...p, arm: "leader" }, [1, 1], "so"), null);
});

test("a name that stands in a sentence already is not put into itself", () => {
  assert.equal(inWords("Enfants perdus (royal) lost 1 level.", { unit: "perdus" }, { label: new Map([["perdus", "Enfants perdus (royal)"]]) }), "Enfants perdus (royal) lost 1 level.");
  assert.equal(inWords("perdus lost 1 level.", { unit: "perdus" }, { label: new Map([["perdus", "Enfants perdus (royal)"]]) }), "Enfants perdus (royal) lost 1 level.");
});
