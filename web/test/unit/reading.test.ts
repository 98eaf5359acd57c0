import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import guides from "../../guide/guides.json";
import { SseReader } from "../../src/sse";
import { marksOf, strengths } from "../../src/marks";
import { deedOf, hintFor, stepFor, type Deed, type Guide } from "../../src/guide";
import { apart, PAPER, sideColours } from "../../src/map/ink";
import { kindOf } from "../../src/map/kind";
import { layBlocks, middle } from "../../src/map/block";
import { boardOf } from "../../src/map/board";
import { engrave } from "../../src/map/ground";
import { display } from "../../src/read/display";
import { byLine, sentences } from "../../src/read/lines";
import type { GameEvent, Piece, Question, Scene } from "../../src/types";
import { test } from "./case";

test("events of a stream are whole however the bytes come", () => {
  const text = ': beat\n\nid: 12.3\nevent: line\ndata: {"a":1,\ndata: "b":2}\n\nevent: here\r\ndata: {}\r\n\r\n';
  const want = [{ kind: "line", data: '{"a":1,\n"b":2}', id: "12.3" }, { kind: "here", data: "{}", id: null }];
  assert.deepEqual(new SseReader().feed(text), want);
  for (let cut = 1; cut < 9; cut++) {
    const reader = new SseReader(), got = [];
    for (let i = 0; i < text.length; i += cut) got.push(...reader.feed(text.slice(i, i + cut)));
    assert.deepEqual(got, want, `cut ${cut}`);
  }
});

test("half an event is not an event", () => {
  assert.deepEqual(new SseReader().feed("event: line\ndata: {}\n"), []);
});

const e = (n: number, line: number, kind: string, more: Partial<GameEvent> = {}): GameEvent => ({ n, line, kind, text: `${kind} ${n}`, ...more });

test("the log has a paragraph for each answer, with its results under it", () => {
  const lines = byLine([e(0, 0, "tell"), e(1, 1, "answer"), e(2, 1, "die"), e(3, 1, "tell"), e(4, 2, "answer")]);
  assert.deepEqual(lines.map((l) => [l.line, l.head?.n ?? null, l.rest.map((x) => x.n)]), [[0, null, [0]], [1, 1, [2, 3]], [2, 4, []]]);
});

test("dice and modifiers stand behind the sentence they lead to; quiet events are left out", () => {
  const out = sentences([e(1, 1, "die"), e(2, 1, "modifier"), e(3, 1, "tell"), e(4, 1, "tell", { quiet: true }), e(5, 1, "tell"), e(6, 1, "die")]);
  assert.deepEqual(out.map((g) => g.map((x) => x.n)), [[3, 1, 2], [5], [6]]);
});

const piece = (key: string, side: number, more: Partial<Piece> = {}): Piece => ({
  id: key.charCodeAt(0), side, arm: "foot", key, x: 0, y: 0, facing: 0, w: 4000, d: 1000, stack: 0, order: 0, active: false, strength: 5, strength0: 5, ...more,
});
const scene = (pieces: Piece[]): Scene => ({
  v: 1, board: "plane", width: 60000, height: 48000, north: 0, sides: [{ name: "a" }, { name: "b" }], pieces, grounds: [], overlays: [], panels: [],
});

test("what moved gets an arrow, what suffered or gave ground gets a word, a shot that missed none", () => {
  const tell = (unit: string, event: string) => e(1, 1, "tell", { outcome: true, event, args: { unit } });
  const before = scene([piece("a", 0), piece("b", 1, { strength: 6 }), piece("c", 1), piece("d", 1, { facing: 0, y: 9000 })]);
  const after = scene([piece("a", 0, { x: 9 }), piece("b", 1, { strength: 5 }), piece("c", 1), piece("d", 1, { facing: 0, y: 7000 })]);
  const marks = marksOf(before, after, [tell("b", "loses-men"), tell("c", "no-effect"), tell("d", "falls-back")]);
  assert.deepEqual(marks, [{ key: "a", from: { x: 0, y: 0 } }, { key: "d", from: { x: 0, y: 9000 }, text: "gave ground" }, { key: "b", text: "−1" }]);
});

test("strength counts a unit of several pieces once", () => {
  assert.deepEqual(strengths(scene([piece("a", 0), piece("a", 0, { x: 5 }), piece("b", 1, { strength: 3 })])), [5, 3]);
});

test("a command display stands in bodies, lines and places; other panels are left as they are", () => {
  const rows = [
    { side: 0, left: "Left Wing", right: "capacity 3, Rowe 2 front" },
    { side: 0, left: "Guards", right: "front 1: march, morale 7", line: "front", place: 1, state: "march, morale 7" },
    { side: 0, left: "Horse", right: "front 2: charge, morale 6, finished", line: "front", place: 2, state: "charge, morale 6, finished" },
    { side: 0, left: "Line", right: "reserve 1: march, morale 5", line: "reserve", place: 1, state: "march, morale 5" },
  ];
  const d = display(rows)!;
  assert.equal(d.length, 1);
  assert.deepEqual([...d[0]!.lines.keys()], ["front", "reserve"]);
  assert.deepEqual(d[0]!.lines.get("front")!.map((x) => [x.row.left, x.slot, x.rest[0]]), [["Guards", 1, "march"], ["Horse", 2, "charge"]]);
  assert.equal(display([{ side: null, left: "turn", right: "1 of 8" }]), null);
});

test("guides speak once, in order, of the question that is open, and hint afterwards", () => {
  const g = (guides as unknown as Guide[])[0]!, q = { number: 1, turn: 1, kind: "question", question: "limber" } as Question;
  assert.equal(stepFor(g, q, true, [])!.id, "intro");
  assert.equal(stepFor(g, q, true, ["intro"])!.id, "guns");
  assert.equal(stepFor(g, q, true, ["intro", "guns"]), null);
  assert.equal(stepFor(g, q, true, ["intro"], (s) => s.id !== "guns"), null, "a step that cannot be done is left out");
  assert.equal(stepFor(g, { ...q, question: "wing" }, true, ["intro", "wing"]), null, "not in turn 1");
  assert.equal(stepFor(g, { ...q, question: "wing", turn: 3 }, true, ["intro", "wing"])!.id, "quick");
  assert.equal(stepFor(g, q, false, ["intro"]), null);
  assert.ok(hintFor(g, q, true));
  assert.equal(stepFor(g, { ...q, kind: "over" }, false, ["intro"])!.id, "over");
});

test("a guide drags nobody to where he stands", () => {
  const at = (x: number): Scene => ({ pieces: [{ key: "dragoons", x, y: 23000 }] }) as unknown as Scene;
  const drag: Deed = { drag: "dragoons", to: [49, 23], alone: true };
  assert.equal(deedOf([drag], [], at(40000)), drag);
  assert.equal(deedOf([drag], [], at(48400)), null);
});

test("steps of guides have names of their own and something to say", () => {
  for (const g of guides as unknown as Guide[]) {
    const ids = [g.intro, ...g.steps].map((s) => s.id);
    assert.equal(new Set(ids).size, ids.length);
    for (const s of [g.intro, ...g.steps]) assert.ok(s.text.length > 10 && s.text.length < 900, `${g.id}/${s.id}`);
    for (const s of g.steps) assert.ok(s.kind === "over" || (s.do?.length && s.question?.length), `${g.id}/${s.id} says what to do`);
    assert.ok(g.hints["*"]?.do?.length, `${g.id} has something to say to any question`);
  }
});

test("the two sides never look alike, nor like paper", () => {
  for (const [a, b] of [["#b03a2e", "#b03a2e"], ["#f3e9d0", "#f4f1e8"], ["", ""], ["#2e4a85", "#2e4a86"]]) {
    const [x, y] = sideColours([{ colour: a }, { colour: b }]);
    assert.ok(apart(x, y) >= 0.3, `${a} ${b}: ${x} ${y}`);
    assert.ok(apart(x, PAPER) > 0.35 && apart(y, PAPER) > 0.35);
  }
});

test("ground is drawn by the sort the scene gives it, and as any ground where it is unknown", () => {
  assert.deepEqual(["stream", "works", "name", "lunar", undefined].map(kindOf), ["stream", "works", "name", "other", "other"]);
});

test("every form of ground leaves strokes on the plate, and always the same", () => {
  const kinds = ["hill", "field", "rough", "marsh", "lake", "village", "orchard", "wood", "redoubt", "road", "stream", "hedge", "wall", "ditch", "abatis", "cliff"];
  const b = boardOf({ board: "plane", width: 60000, height: 48000 });
  for (const kind of kinds)
    for (const form of ["area", "line"] as const) {
      const s = { ...scene([]), grounds: [{ kind, sort: kind === "lake" ? "water" : kind === "redoubt" ? "works" : kind, form, level: 1, points: [[5000, 5000], [20000, 6000], [18000, 20000], [6000, 17000]] as [number, number][] }] };
      const plate = engrave(s, b);
      assert.ok(plate.strokes.length > 0, `${kind} ${form}`);
      assert.ok(plate.strokes.every((x) => !/NaN|Infinity|undefined/.test(x.d)), `${kind} ${form}`);
      assert.deepEqual(engrave(s, b), plate);
    }
});

test("a stack stands in ranks within its hex, the top in front", () => {
  const b = boardOf({ board: "hex", width: 10, height: 10, hex: { flat_top: false, odd_place: true, first: 1, digits: 2 } });
  const blocks = layBlocks([0, 1, 2].map((order) => piece(`u${order}`, 0, { id: order, x: 3, y: 3, order, stack: 3 })), b, null);
  const y = [0, 1, 2].map((order) => blocks.find((x) => x.piece.order === order)!.at.y);
  assert.ok(y[0]! < y[1]! && y[1]! < y[2]!);
  assert.ok(y[2]! - y[0]! < 2 * b.k);
});

test("the first view of the page is under 300 kB compressed", () => {
  let bytes = 0;
  const walk = (dir: string): void => {
    for (const f of fs.readdirSync(dir, { withFileTypes: true })) {
      const at = path.join(dir, f.name);
      if (f.name === "engine") continue; // fetched when a battle is opened, if at all
      if (f.isDirectory()) walk(at);
      else if (!f.name.startsWith(".")) bytes += gzipSync(fs.readFileSync(at)).length;
    }
  };
  walk(globalThis.pageFolder);
  assert.ok(bytes > 20_000, `${bytes} bytes: is the page built?`);
  assert.ok(bytes < 300_000, `${bytes} bytes`);
});

test("a stack that opens leaves the block under the pointer where it is", () => {
  const b = boardOf({ board: "hex", width: 10, height: 10, hex: { flat_top: false, odd_place: true, first: 1, digits: 2 } }), three = [0, 1, 2].map((order) => piece(`u${order}`, 0, { id: order, x: 3, y: 3, order, stack: 3 }));
  const at = (fan: string | null, hold: number | null, id: number) => middle(layBlocks(three, b, fan, hold).find((x) => x.piece.id === id)!);
  for (const id of [0, 1, 2]) {
    const was = at(null, null, id), is = at("3,3", id, id);
    assert.ok(Math.hypot(was.x - is.x, was.y - is.y) < 1e-6, `block ${id}`);
  }
});
