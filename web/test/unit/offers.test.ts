import assert from "node:assert/strict";
import { boardOf, hexNamed } from "../../src/map/board";
import { actWords, armyOf, groupOffers, hexesAsked, inWords, isWeighty, litUnits, movedPieces, namesOf, pathWords, people, readAct, search, stopsOf, subjectOf, warnings } from "../../src/play/offers";
import type { Act, Piece, Question, Scene } from "../../src/types";
import { test } from "./case";

const piece = (key: string, side: number, more: Partial<Piece> = {}): Piece => ({
  id: 1, side, arm: "foot", key, label: `The ${key}`, x: 1, y: 2, facing: 0, w: 1000, d: 500, stack: 0, order: 0, active: false, ...more,
});
const scene: Scene = {
  v: 1, board: "hex", width: 14, height: 12, north: 0, hex: { flat_top: false, odd_place: true, first: 1, digits: 2 },
  sides: [{ name: "allied" }, { name: "french" }], grounds: [], overlays: [],
  panels: [{ title: "allied", rows: [{ side: 0, left: "Queen's Horse", right: "march" }] }],
  pieces: [piece("guards", 0), piece("queens", 0), piece("navarre", 1)],
};
const board = boardOf(scene);
const act = (verb: string, args: Act["args"], path?: Act["path"]): Act => ({ verb, args, path, act: `${verb} ${Object.values(args).join(" ")}`, text: `${verb}: ${Object.values(args).join(" ")}` });

test("an act is read as units of mine, of others, and hexes", () => {
  const r = readAct(act("attack", { unit: "guards", target: "navarre", hex: "0906", beneath: false, with: null }), scene, board, 0);
  assert.deepEqual(r.own, ["guards"]);
  assert.deepEqual(r.foes, ["navarre"]);
  assert.equal(r.hexes.length, 1);
  assert.equal(isWeighty(r), true);
  assert.equal(isWeighty(readAct(act("done", {}), scene, board, 0)), false);
});

test("the hexes that a question names are known by their numbers; names and counts are no hexes", () => {
  const q = { question: "refuse", args: { hex: "0906", unit: "guards", count: 3, far: "9999" } } as unknown as Question;
  assert.deepEqual(hexesAsked(q, board), [hexNamed(board, "0906")]);
  assert.deepEqual(hexesAsked(q, boardOf({ board: "plane", width: 60000, height: 48000 })), []);
  assert.deepEqual(hexesAsked(null, board), []);
});

test("places are read on a table only", () => {
  const a = act("ride", { leader: "guards", point: [24229, 41666] });
  assert.equal(readAct(a, scene, board, 0).places.length, 0);
  const table = { ...scene, board: "plane" as const, width: 60000, height: 48000 };
  assert.deepEqual(readAct(a, table, boardOf(table), 0).places, [[24229, 41666]]);
});

test("lit are the units the offers name, else the question's, else the scene's", () => {
  const q = { number: 1, turn: 1, kind: "question", args: {} } as Question;
  const of = (acts: Act[]) => acts.map((a) => readAct(a, scene, board, 0));
  assert.deepEqual([...litUnits(of([act("move", { unit: "guards" })]), q, scene, 0)], ["guards"]);
  assert.deepEqual([...litUnits(of([act("halt", {})]), { ...q, args: { unit: "queens" } }, scene, 0)], ["queens"]);
  const lit = { ...scene, pieces: [piece("guards", 0, { active: true }), piece("navarre", 1, { active: true })] };
  assert.deepEqual([...litUnits(of([act("halt", {})]), q, lit, 0)], ["guards"]);
  assert.equal(subjectOf({ ...q, args: { battery: "queens" } }, scene), "queens");
  assert.equal(subjectOf({ ...q, args: { order: "march" } }, scene), null);
});

test("a brigade that offers name is lit with all its units; keys stop at one of them", () => {
  const q = { number: 1, turn: 1, kind: "question", args: {} } as Question, field = { ...scene, pieces: [piece("guards", 0, { group: "foot" }), piece("queens", 0, { group: "foot" }), piece("dutch", 0, { group: "horse" }), piece("navarre", 1, { group: "foot" })] };
  const of = [act("activate", { brigade: "foot" }), act("pass", {})].map((a) => readAct(a, field, board, 0)), lit = litUnits(of, q, field, 0);
  assert.deepEqual([...lit], ["guards", "queens"]);
  assert.deepEqual(stopsOf(lit, of, field, 0), ["guards"]);
});

test("names take the place of keys only where the argument stands", () => {
  const names = namesOf(scene);
  assert.equal(inWords("guards marches; guardsmen and old-guards look on", { unit: "guards" }, names), "The guards marches; guardsmen and old-guards look on");
  assert.equal(inWords("guards marches", {}, names), "Guards marches");
  assert.equal(inWords("queens-horse acts.", { brigade: "queens-horse" }, names), "Queen's Horse acts.");
  assert.equal(inWords("activate the wing prussian-left", { wing: "prussian-left" }, names), "Activate the wing Prussian Left");
  assert.equal(inWords("form in-line", { formation: "in-line" }, names), "Form in-line");
});

test("a path is told in degrees and inches", () => {
  assert.equal(pathWords([["left", 4096], ["march", 4500]]), "wheel left 22.5°, ahead 4.5″");
  const a = { ...act("move", { unit: "guards" }, [["march", 6000]]), text: "guards moves: march 6" };
  assert.equal(actWords(a, namesOf(scene)), "The guards moves: ahead 6″");
});

test("long lists fall into groups, short ones and lists of singles do not", () => {
  const names = namesOf(scene), of = (n: number, f: (i: number) => Act) => Array.from({ length: n }, (_, i) => readAct(f(i), scene, board, 0));
  assert.equal(groupOffers(of(5, (i) => act("a", { n: i })), names).length, 1);
  const two = groupOffers([...of(10, (i) => act("turn", { n: i })), ...of(10, (i) => act("step", { n: i }))], names);
  assert.deepEqual(two.map((g) => g.title), ["Turn", "Step"]);
  assert.equal(groupOffers(of(20, (i) => act(`verb${i}`, {})), names).length, 1);
  const units = groupOffers([...of(10, (i) => act("go", { unit: "guards", n: i })), ...of(9, (i) => act("go", { unit: "queens", n: i }))], names);
  assert.deepEqual(units.map((g) => g.title), ["The queens", "The guards"]);
});

test("search finds by every word, in names and in notation", () => {
  const list = [act("move", { unit: "guards" }), act("move", { unit: "queens" })].map((a) => readAct(a, scene, board, 0));
  assert.equal(search(list, "move the que", namesOf(scene)).length, 1);
  assert.equal(search(list, "charge", namesOf(scene)).length, 0);
});

test("what an answer brings for certain is told before", () => {
  const a = { id: 1, side: 0, arm: "foot", key: "a", label: "Alpha", x: 0, y: 0, w: 0, d: 0, stack: 1, order: 0, active: false, badges: ["tired"] } as Piece;
  assert.deepEqual(warnings([a], [{ ...a, x: 3, badges: ["tired", "disordered"] }]), ["Alpha will be disordered."]);
  assert.deepEqual(warnings([a], [{ ...a, x: 3 }]), []);
  assert.deepEqual(warnings([{ ...a, badges: ["disordered"] }], [{ ...a, badges: ["disordered"] }]), []);
  assert.deepEqual(warnings([a], undefined), []);
});

test("a preview shows only pieces that stand otherwise", () => {
  const now = scene.pieces, then = [piece("guards", 0), piece("queens", 0, { x: 5 }), piece("navarre", 1, { facing: 7 })];
  assert.deepEqual(movedPieces(now, then).map((p) => p.key), ["queens", "navarre"]);
  assert.deepEqual(movedPieces(now, undefined), []);
});

test("sides are called as people say them", () => {
  const said: Record<string, string> = { french: "French", british: "British", allied: "Allies", allies: "Allies", huguenot: "Huguenots", royal: "Royalists", league: "League", states: "States", american: "Americans", austrian: "Austrians", prussian: "Prussians", russian: "Russians", red: "Reds", blue: "Blues" };
  for (const [side, name] of Object.entries(said)) assert.equal(people(side), name);
  assert.equal(armyOf("allies"), "Allied");
});
