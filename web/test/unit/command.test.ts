import assert from "node:assert/strict";
import { anyOrder, groupNamed, gunTarget, letBe, mayAct, members, sameChore } from "../../src/play/command";
import { deeds, frames } from "../../src/read/Recap";
import { segments } from "../../src/read/lines";
import type { Act, Piece, Question, Scene } from "../../src/types";
import { test } from "./case";

const act = (verb: string, args: Act["args"] = {}, means?: Act["means"]): Act => ({ verb, args, act: verb, text: verb, means });
const piece = (key: string, side: number, x: number, y: number, more: Partial<Piece> = {}): Piece =>
  ({ id: key.length + x, side, arm: "foot", key, label: key, x, y, w: 0, d: 0, stack: 1, order: 0, active: false, strength: 3, strength0: 3, ...more });
const scene = (pieces: Piece[]): Scene => ({
  v: 1, board: "hex", width: 20, height: 20, north: 0, sides: [{ name: "red" }, { name: "blue" }], pieces, grounds: [], overlays: [], panels: [],
});

test("letting be takes the answer that says so, the one about the unit that is asked first", () => {
  assert.equal(letBe([act("move", { unit: "a" }), act("wait", { unit: "b" }, "rest"), act("over", {}, "rest")], null)?.verb, "over");
  assert.equal(letBe([act("wait", { unit: "b" }, "rest"), act("wait", { unit: "a" }, "rest")], "a")?.args["unit"], "a");
  assert.equal(letBe([act("done", { unit: "a" })], null), null, "the word alone says nothing");
});

test("where only the order of things is asked, any order will do; else a person is asked", () => {
  assert.equal(anyOrder([act("first", { leader: "x" }, "any"), act("first", { leader: "y" }, "any")])?.args["leader"], "x");
  assert.equal(anyOrder([act("first", { leader: "x" }, "any"), act("go")]), null);
  assert.equal(anyOrder([act("retreat", { hex: "0101" }), act("retreat", { hex: "0102" })]), null);
});

test("holding one chore does not hold the next", () => {
  assert.ok(sameChore({ question: "a", chore: "x" }, { question: "b", chore: "x" }) && sameChore({ question: "odd" }, { question: "odd" }));
  assert.ok(!sameChore({ question: "a", chore: "x" }, { question: "b", chore: "y" }) && !sameChore({ question: "a" }, { question: "b" }));
});

test("who may still act is counted by brigades, passes left out; members are counted once", () => {
  const s = scene([piece("a1", 0, 1, 1, { group: "a" }), piece("a2", 0, 2, 1, { group: "a" }), piece("a2", 0, 3, 1, { group: "a" }), piece("b1", 0, 5, 1, { group: "b" }), piece("chief", 0, 1, 1, { group: "a", arm: "leader" }), piece("e", 1, 9, 9, { group: "z" })]);
  assert.deepEqual(mayAct([act("activate", { brigade: "a" }), act("move", { unit: "a2" }), act("move", { unit: "b1" }), act("pass-with", { brigade: "c" }, "rest")], s, 0), ["a", "b"]);
  assert.deepEqual(members(s, "a", 0), ["a1", "a2"]);
  assert.equal(groupNamed(s, { unit: "b1" }), "b");
  assert.equal(groupNamed(s, { hex: "0101" }), null);
});

test("a battery takes the nearest enemy, never a hex with friends in it, and none where there is none", () => {
  const s = scene([piece("gun", 0, 0, 0, { arm: "gun" }), piece("near", 1, 2, 0), piece("far", 1, 6, 0), piece("mate", 0, 2, 0)]);
  const hex = (n: string): [number, number] | null => (/^\d{4}$/.test(n) ? [Number(n.slice(0, 2)), Number(n.slice(2))] : null);
  const q = { number: 1, turn: 1, kind: "question", question: "aim", args: { battery: "gun" } } as Question;
  assert.equal(gunTarget([act("at", { hex: "0600" }), act("at", { hex: "0200" })], q, s, 0, hex)?.args["hex"], "0600");
  assert.equal(gunTarget([act("at", { hex: "0900" })], q, s, 0, hex), null);
  assert.equal(gunTarget([act("at", { target: "far" }), act("at", { target: "near" })], q, s, 0, hex)?.args["target"], "near");
});

test("what the other side did is told by brigades, and shown one after the other", () => {
  const before = scene([piece("a1", 1, 1, 1, { group: "a" }), piece("a2", 1, 2, 1, { group: "a" }), piece("b1", 1, 5, 1, { group: "b" }), piece("general", 1, 7, 1, { arm: "leader" }), piece("we", 0, 1, 9)]);
  const after = scene([piece("a1", 1, 1, 4, { group: "a" }), piece("a2", 1, 2, 4, { group: "a" }), piece("b1", 1, 5, 1, { group: "b", strength: 1 }), piece("general", 1, 7, 5, { arm: "leader" }), piece("we", 0, 1, 9)]);
  const d = deeds(before, after, 1);
  assert.deepEqual(d.map((x) => [x.group, x.moved, x.nearer, x.lost]), [["a", 2, true, 0], ["b", 0, false, 2]]);
  const f = frames(before, after, 1);
  assert.equal(f.length, 1);
  assert.equal(f[0]!.scene.pieces.find((p) => p.key === "a2")!.y, 4);
  assert.equal(before.pieces.find((p) => p.key === "a2")!.y, 1);
});

test("the log is gathered by brigades of a side", () => {
  const s = scene([piece("a1", 0, 1, 1, { group: "a", group_label: "Alpha" }), piece("b1", 1, 1, 1, { group: "b", group_label: "Beta" })]);
  const line = (n: number, side: string, unit?: string) => ({ line: n, rest: [], head: { n, line: n, side, act: act("x", unit ? { unit } : {}) } });
  const got = segments([line(1, "red", "a1"), line(2, "red"), line(3, "blue", "b1"), line(4, "red", "a1")], s);
  assert.deepEqual(got.map((x) => [x.title, x.lines.length]), [["Red: Alpha", 2], ["Blue: Beta", 1], ["Red: Alpha", 1]]);
});
