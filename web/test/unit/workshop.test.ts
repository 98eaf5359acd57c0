import assert from "node:assert/strict";
import { withComments } from "../../src/workshop/comments";
import { act, begin, change, follow, freshName, insert, newEntry, put, redo, renamed, undo, type Doc } from "../../src/workshop/doc";
import { markSides, sidesUnder } from "../../src/workshop/ground";
import { lettersOf, paint, resize, setPlace, setSide, terrainAt, twin } from "../../src/workshop/hexground";
import { mirrorArmy } from "../../src/workshop/mirror";
import { hexesIn, pickHex } from "../../src/workshop/hexvalues";
import { canTurn, placedOf, setPlace as setPlaceOf, turn } from "../../src/workshop/places";
import { sideCounts } from "../../src/workshop/bare";
import { made, patternsOf, placeFor, sideOfPath } from "../../src/workshop/patterns";
import { keyTitle, pathText, readPath, sidedLists, spotAt, type Key, type Mapping, type Path, type Schema } from "../../src/workshop/schema";
import { added, addedCourse, addedPair, difference, interval, isSure, noCourse, noPairs, noSum, verdict } from "../../src/workshop/fighting";
import { cutTo, fromFile, fromLink, toFile, toLink, type Battle } from "../../src/workshop/onefile";
import { readTable } from "../../src/workshop/table";
import { writeTable } from "../../src/workshop/draw";
import { test } from "./case";

const unit: Key = { name: "units", kind: "list", may: false, of: 2, least: 1, most: 9 };
const schema: Schema = {
  system: "toy", scenario: 0, map: 3,
  shapes: [
    { keys: [{ name: "title", kind: "text", may: false }, { name: "sides", kind: "list", may: false, of: 1, least: 2, most: 2 }, { name: "rows", kind: "list", may: true, of: 4, least: 0, most: 9 }] },
    { keys: [{ name: "name", kind: "name", may: false }, { name: "edge", kind: "word", may: false, words: ["north", "south"] }, { name: "style", kind: "word", may: true, words: ["old", "new"] }, unit] },
    { keys: [{ name: "name", kind: "name", may: false }, { name: "front", kind: "int", may: true, min: "1", max: "20" }, { name: "with", kind: "name", may: true }, { name: "kind", kind: "word", may: false, words: ["foot", "horse"] }, { name: "x", kind: "length", may: false, min: "0", max: "40" }, { name: "y", kind: "length", may: false, min: "0", max: "40" }, { name: "facing", kind: "angle", may: true, min: "0", max: "359" }] },
    { keys: [{ name: "width", kind: "length", may: false }, { name: "height", kind: "length", may: false }] },
    { keys: [{ name: "name", kind: "name", may: false }, { name: "side", kind: "name", may: false }, { name: "with", kind: "name", may: true }, { name: "hex", kind: "text", may: true }, { name: "facing", kind: "int", may: true, min: "0", max: "5" }] },
  ],
};
const doc: Doc = {
  name: "x", map: { width: "40", height: "30" },
  scenario: { title: "t", rows: [], sides: [
    { name: "red", edge: "south", style: "new", units: [{ name: "foot", kind: "foot", x: "10", y: "5", facing: "15" }, { name: "guns-1", kind: "foot", front: "2", with: "foot", x: "12", y: "5" }] },
    { name: "blue", edge: "north", style: "old", units: [{ name: "horse", kind: "horse", x: "10", y: "25" }] },
  ] },
};

test("paths are written and read; the schema says what lies there", () => {
  assert.deepEqual(readPath("sides[0].units[12].x"), ["sides", 0, "units", 12, "x"]);
  assert.equal(pathText(["sides", 0, "units", 12, "x"]), "sides[0].units[12].x");
  assert.equal(spotAt(schema, "scenario", ["sides", 1]).shape, 1);
  assert.equal(spotAt(schema, "scenario", ["sides", 1, "units", 0]).shape, 2);
  assert.deepEqual([spotAt(schema, "scenario", ["rows"]).is, spotAt(schema, "scenario", ["rows", 0]).shape], ["list", 4]);
  assert.equal(spotAt(schema, "scenario", ["sides", 1, "units", 0, "x"]).key?.kind, "length");
});

test("a change is a copy; it is taken back and done again; typing in one field is one change", () => {
  const next = change(doc, "scenario", ["sides", 0, "units", 0, "x"], "11");
  assert.equal((doc.scenario["sides"] as never as { units: { x: string }[] }[])[0]!.units[0]!.x, "10");
  let h = act(begin(doc), next, "a");
  h = act(h, change(next, "scenario", ["sides", 0, "units", 0, "x"], "12"), "a");
  assert.equal(h.past.length, 1);
  assert.equal(undo(h).now, doc);
  assert.equal(redo(undo(h)).now, h.now);
  assert.deepEqual(put({ a: ["1", "2", "3"] }, ["a", 1], undefined), { a: ["1", "3"] });
  assert.deepEqual((insert(doc, "scenario", ["rows"], "r").scenario["rows"]), ["r"]);
});

test("new names are nobody's; what speaks of them follows, words of the rules do not", () => {
  assert.equal(freshName("guards-1", new Set(["guards-1", "guards-2"])), "guards-3");
  assert.equal(freshName("foy", new Set(["foy"])), "foy-b");
  assert.equal(freshName("foy-b", new Set(["foy", "foy-b"])), "foy-c");
  assert.deepEqual(follow({ name: "a", with: "foot", kind: "foot" }, 2, schema, new Map([["foot", "foot-b"]])), { name: "a", with: "foot-b", kind: "foot" });
  assert.deepEqual(renamed({ name: "foot", label: "Foot", kind: "foot" }, unit, doc, schema), { name: "foot-b", label: "Foot B", kind: "foot" });
});

test("hexes are painted, hexsides seen from either hex, places filled and emptied", () => {
  const map = { legend: [{ letter: ".", terrain: "clear" }], rows: [". . .", " . . .", ". . ."] };
  const wood = paint(map, [[1, 1], [2, 1]], "forest");
  assert.equal(terrainAt(wood, [1, 1]), "forest");
  assert.deepEqual(wood["rows"], [". . .", " . f f", ". . ."]);
  assert.equal(paint(wood, [[1, 1]], "forest"), wood, "nothing new is no change");
  assert.deepEqual(lettersOf(resize(wood, 2, 2)), [[".", "."], [".", "f"]]);
  const brook = setSide(map, { hex: "0101", side: 0, other: "0201" }, "stream", null);
  assert.deepEqual(brook["sides"], [{ feature: "stream", at: ["0101:e"] }]);
  assert.deepEqual(setSide(brook, { hex: "0201", side: 3, other: "0101" }, "stream", null)["sides"], []);
  const hill = setPlace(map, "level-1", ["0101", "0102"], true);
  assert.deepEqual(setPlace(hill, "level-1", ["0101", "0102"], false)["places"], []);
  assert.deepEqual(twin("turn", [0, 1], 3, 3), [2, 1]);
  assert.deepEqual(twin("mirror", [0, 1], 3, 3), [2, 1]);
});

test("an army is mirrored: turned half round, with names of its own, on its own edge", () => {
  const sides = mirrorArmy(doc, schema, 0).scenario["sides"] as unknown as Record<string, unknown>[];
  assert.deepEqual(sides[1], { name: "blue", edge: "north", style: "new", units: [
    { name: "foot-b", kind: "foot", x: "30", y: "25", facing: "195" }, { name: "guns-2", kind: "foot", front: "2", with: "foot-b", x: "28", y: "25" }] });
  assert.deepEqual(sides[0], (doc.scenario["sides"] as unknown[])[0]);
});

/** An army that is not written within its side: entries that name it. */
const rows: Mapping[] = [
  { name: "red-foot", side: "red", hex: "0102", facing: "1" }, { name: "blue-foot", side: "blue", hex: "0401" }, { name: "red-guns", side: "red", with: "red-foot" },
];
const mapped: Schema = { ...schema, hex: { terrain: [], sides: [] } };
const sided: Doc = { name: "x", map: { rows: [". . . .", " . . . ."] }, scenario: { ...doc.scenario, sides: [{ name: "red", edge: "south" }, { name: "blue", edge: "north" }], rows } };

test("lists whose entries name their side: they stand, turn, move and are counted like those within a side", () => {
  assert.deepEqual(sidedLists(mapped).map((k) => k.name), ["rows"]);
  assert.deepEqual([...placedOf(sided, mapped).values()].map((p) => [p.name, p.side, p.hex, p.troops]), [["red-foot", 0, "0102", true], ["blue-foot", 1, "0401", true], ["red-guns", 0, "", true]]);
  assert.deepEqual(sideCounts(sided, mapped), [2, 1]);
  const at = (i: number): { file: "scenario"; path: Path } => ({ file: "scenario", path: ["rows", i] }), row = (d: Doc, i: number): Mapping => (d.scenario["rows"] as Mapping[])[i]!;
  assert.equal(canTurn(mapped, at(0)), "step");
  assert.equal(row(turn(sided, mapped, at(0), -1, 0), 0)["facing"], "0", "to the left");
  assert.equal(row(turn(sided, mapped, at(1), -1, 0), 1)["facing"], "5", "who says no direction has the first");
  assert.equal(row(setPlaceOf(sided, at(0), { hex: "0201" }), 0)["hex"], "0201");
  assert.equal(sideOfPath(sided, mapped, at(1)), 1);
});

test("such an army is mirrored, and is a pattern of which more are made beside their like", () => {
  const turned = mirrorArmy(sided, mapped, 0).scenario["rows"] as Mapping[];
  assert.deepEqual(turned.filter((e) => e["side"] === "red"), [rows[0], rows[2]]);
  assert.deepEqual(turned.filter((e) => e["side"] === "blue"), [{ name: "red-foot-b", side: "blue", hex: "0401", facing: "4" }, { name: "red-guns-b", side: "blue", with: "red-foot-b" }]);
  assert.equal((mirrorArmy(sided, mapped, 1).scenario["rows"] as Mapping[]).find((e) => e["side"] === "red")!["facing"], "3");
  const [red] = patternsOf(sided, mapped).filter((p) => p.list === "rows" && p.side === 0);
  assert.equal(placeFor(sided, mapped, "scenario", ["sides", 0], "rows"), null);
  const to = placeFor(sided, mapped, "scenario", ["rows", 1], "rows")!;
  assert.deepEqual([to.path, to.words], [["rows"], { side: "blue" }]);
  assert.deepEqual(made(red!, sided, mapped, to), { name: "red-foot-b", side: "blue", hex: "0102", facing: "1" });
  assert.equal((made({ ...red!, value: { name: "n", side: "red", with: "nobody-here" } }, sided, mapped, to) as Mapping)["with"], undefined);
});

test("a hex that is pointed at is the value, or one more of a list, or one less", () => {
  const there = (): boolean => true, one = pickHex(sided, "scenario", { path: ["rows", 0, "hex"], many: false }, "0301", there);
  assert.deepEqual(hexesIn(one, { ...mapped, shapes: mapped.shapes.map((s, i) => (i === 4 ? { keys: s.keys.filter((k) => k.name !== "facing") } : s)) }, "scenario", ["rows", 2], null), []);
  assert.equal((one.scenario["rows"] as Mapping[])[0]!["hex"], "0301");
  const more = pickHex(sided, "scenario", { path: ["rows", 2, "entry"], many: true }, "0101", there), two = pickHex(more, "scenario", { path: ["rows", 2, "entry"], many: true }, "0202", there);
  assert.deepEqual((two.scenario["rows"] as Mapping[])[2]!["entry"], ["0101", "0202"]);
  assert.deepEqual((pickHex(two, "scenario", { path: ["rows", 2, "entry"], many: true }, "0101", there).scenario["rows"] as Mapping[])[2]!["entry"], ["0202"]);
});

test("battles are added up; the interval is the study's", () => {
  const sides = ["red", "blue"];
  let s = noSum(2);
  for (let i = 0; i < 10; i++) s = added(s, { winner: i < 5 ? "red" : "blue", ending: "broken", turns: 4, answers: 9, lost: [0.2, 0.4] }, sides);
  s = added(s, { winner: null, ending: "", turns: 4, answers: 9, lost: [0, 0], cut: true }, sides);
  assert.deepEqual([s.battles, s.wins, s.drawn, s.cut, s.endings.get("broken")], [11, [5, 5], 0, 1, 10]);
  const [low, high] = interval(5, 10);
  assert.ok(Math.abs(low - 0.2366) < 1e-4 && Math.abs(high - 0.7634) < 1e-4);
  assert.deepEqual(interval(0, 0), [0, 1]);
  assert.match(verdict(s), /may be even/);
  assert.equal(isSure(s, 0.1), false);
  assert.equal(isSure({ ...s, wins: [50, 50] }, 0.1), true);
});

test("a battle goes through one file and a link; what is none is refused with words", async () => {
  const b: Battle = { format: "tricorne-battle-1", name: "the-ford", system: "minden", title: "The ford \u00e9", origin: "", scenario: "format: scenario-1\n".repeat(50), map: null, tables: [{ name: "melee", text: "a: 1" }] };
  assert.deepEqual(fromFile(toFile(b)), b);
  const code = await toLink(b);
  assert.ok(code && /^=[A-Za-z0-9_-]+$/.test(code) && code.length < 500);
  assert.deepEqual(await fromLink(code!), b);
  for (const bad of ["", "{", "[]", "null", '{"format":"x"}', toFile({ ...b, system: "../x" }), toFile({ ...b, name: "x".repeat(41) }), toFile({ ...b, scenario: 3 as never })])
    assert.throws(() => fromFile(bad), /no battle of the workshop/, bad.slice(0, 40));
  const said: [Partial<Battle> | Record<string, unknown>, RegExp][] = [
    [{ name: "../../etc/passwd" }, /its name is not/], [{ name: "CON" }, /its name is not/], [{ name: "a--b" }, /its name is not/], [{ title: "one\u202etwo" }, /title holds a character that nobody sees/], [{ title: "a\nb" }, /nobody sees/],
    [{ origin: "x".repeat(201) }, /origin is too long/], [{ origin: "\u00e9".repeat(101) }, /origin is too long/], [{ scenario: "a\0b" }, /zero byte/], [{ scenario: "x".repeat((1 << 20) + 1) }, /scenario is too long/],
    [{ script: "x" }, /no key "script"/], [{ tables: [{ name: "melee", text: "" }, { name: "melee", text: "" }] }, /twice/], [{ tables: [{ name: "../x", text: "" }] }, /one of its tables/], [{ map: 7 }, /map is missing/],
  ];
  for (const [bad, words] of said) assert.throws(() => fromFile(JSON.stringify({ ...b, ...bad })), words, JSON.stringify(bad).slice(0, 60));
  assert.equal(cutTo("\u00e9\u00e9\u00e9", 5), "\u00e9\u00e9");
  for (const bad of ["=", "=!", "=AAAA", code!.slice(0, -9), `=${"A".repeat(300000)}`]) await assert.rejects(fromLink(bad), /no battle of the workshop/);
  const bomb = await toLink({ ...b, scenario: "x".repeat(5 << 20) });
  await assert.rejects(fromLink(bomb!), /too l/);
});

test("tables are read with any mark between cells; what is guessed is said", () => {
  const { rows, notes } = readTable('unit;arm;men;quality;command\n"Guards; first";battalion;600;elite;Guards\nHussars;hussars;200;green;\nWho;;;;\n;foot;1;a;b');
  assert.deepEqual(rows[0], { name: "Guards; first", arm: "foot", strength: 600, quality: "high", brigade: "Guards" });
  assert.deepEqual([rows[1]!.arm, rows[1]!.quality, rows[1]!.brigade], ["light-horse", "low", "Brigade"]);
  assert.equal(rows.length, 3);
  assert.ok(notes.some((n) => /no arm we know/.test(n)) && notes.some((n) => /no strength/.test(n)) && notes.some((n) => /has no name/.test(n)), notes.join(" "));
  assert.deepEqual(readTable(writeTable(rows)).rows.map((r) => [r.name, r.arm, r.quality]), rows.map((r) => [r.name, r.arm, r.quality]));
});

test("pairs: the same dice before and after; a difference is shown only when its interval says so", () => {
  const f = (winner: string | null, lost = [0.1, 0.2]) => ({ winner, ending: "x", turns: 3, answers: 9, lost });
  let p = noPairs(2);
  for (let i = 0; i < 10; i++) p = addedPair(p, f("b"), f(i < 8 ? "a" : "b", [0.2, 0.2]), "a");
  const d = difference(p.points, p.n), lost = difference(p.lost[0]!, p.n);
  assert.equal(p.n, 10);
  assert.ok(Math.abs(d.mean - 0.8) < 1e-9 && d.low > 0.5 && d.high < 1.1);
  assert.ok(Math.abs(lost.mean - 0.1) < 1e-9 && Math.abs(lost.high - lost.low) < 1e-6);
  let none = noPairs(2);
  for (let i = 0; i < 10; i++) none = addedPair(none, f(i % 2 ? "a" : "b"), f(i % 2 ? "a" : "b"), "a");
  assert.deepEqual(difference(none.points, none.n), { mean: 0, low: 0, high: 0 });
  assert.equal(difference(addedPair(noPairs(2), f(null), f("a"), "a").points, 1).low, -1); // one pair says nothing
});

test("turn by turn: what is left is a share of the beginning, and holders are counted", () => {
  const f = { winner: "a", ending: "x", turns: 2, answers: 9, lost: [0, 0], goals: ["mill"], course: [{ turn: 1, left: [100, 50], held: [null] }, { turn: 2, left: [80, 50], held: [1] }] };
  const c = addedCourse(addedCourse(noCourse(), f, 2), { ...f, course: f.course.slice(0, 1) }, 2);
  assert.deepEqual(c.goals, ["mill"]);
  assert.deepEqual(c.turns, [{ n: 2, left: [2, 2], held: [[0, 0]] }, { n: 1, left: [0.8, 1], held: [[0, 1]] }]);
});

test("comments of a file stay at their lines; those whose line is gone are counted", () => {
  const old = '# Head, one.\n# Head, two.\ntitle: "A # in a text"\n\n# Why so few turns.\nturns: 6  # an hour\nsides:\n  # The first side.\n  - {name: red, colour: "#aa0000"}\n  - name: blue\n    units:\n      - {name: foot, figures: 24} # the old guard\n';
  const now = 'title: "A # in a text"\nturns: 8\nsides:\n  - {name: red, colour: "#bb0000"}\n  - name: blue\n    units:\n      - {name: foot, figures: 20}\n';
  const kept = withComments(old, now);
  assert.equal(kept.lost, 0);
  assert.equal(kept.text, '# Head, one.\n# Head, two.\ntitle: "A # in a text"\n# Why so few turns.\nturns: 8  # an hour\nsides:\n  # The first side.\n  - {name: red, colour: "#bb0000"}\n  - name: blue\n    units:\n      - {name: foot, figures: 20}  # the old guard\n');
  assert.deepEqual(withComments(old, now.replace("name: foot", "name: guard")), { text: kept.text.replace("name: foot", "name: guard").replace("  # the old guard", ""), lost: 1 });
  assert.deepEqual(withComments("title: x\n", now), { text: now, lost: 0 });
});

test("a stroke follows the edges of hexes, a way leads through them; both turn on the other half, and again takes them away", () => {
  const rows = Array.from({ length: 9 }, (_, r) => (r % 2 ? " " : "") + Array(9).fill(".").join(" "));
  const map: Mapping = { legend: [{ letter: ".", terrain: "clear" }], rows }, doc: Doc = { name: "d", scenario: {}, map };
  // Along the border between the rows 4 and 5, shaky, from the fourth hex to the sixth.
  const line: [number, number][] = [];
  for (let x = 3; x <= 6; x += 0.1) line.push([x, 2 / Math.sqrt(3) + 3 * Math.sqrt(3) / 2 - 0.15 + (line.length % 2 ? 0.08 : -0.08)]);
  const sides = sidesUnder(map, line, false), rowsOf = new Set(sides.flatMap((s) => [s.hex.slice(2), s.other.slice(2)]));
  assert.ok(sides.length >= 5 && sides.length <= 8, JSON.stringify(sides));
  assert.deepEqual([...rowsOf].sort(), ["04", "05"]);
  // All are of the hexes of one row: a slope has its upper side on one hand.
  assert.equal(new Set(sides.map((s) => s.hex.slice(2))).size, 1);
  const road = sidesUnder(map, [[1.5, 3], [7, 3.2]], true);
  assert.ok(road.length === 5 || road.length === 6);
  road.slice(1).forEach((s, i) => assert.equal(s.hex, road[i]!.other));
  // There and back again by a slip of the hand leaves no spur.
  const slip = sidesUnder(map, [...line, ...[...line].reverse().slice(0, 6), ...line.slice(-6)], false);
  assert.deepEqual(slip.map((s) => `${s.hex}${s.side}`).sort(), sides.map((s) => `${s.hex}${s.side}`).sort());
  const drawn = markSides(doc, schema, sides, "stream", "turn"), all = (d: Doc): string[] => ((d.map!["sides"] ?? []) as Mapping[]).flatMap((e) => (e["at"] as string[]).flatMap((t) => t.split(":")[1]!.split(",")));
  assert.ok(all(drawn).length > sides.length && all(drawn).length <= 2 * sides.length);
  assert.equal(all(markSides(drawn, schema, sides, "stream", "turn")).length, 0);
  assert.equal(all(markSides(markSides(doc, schema, sides.slice(0, 2), "stream", "none"), schema, sides, "stream", "none")).length, sides.length, "what is half there is drawn to the end");
});

test("troops of the battle it began with are patterns; a new entry is named after its list and like those of its side", () => {
  const found = patternsOf(doc, schema), bare = change(doc, "scenario", ["sides", 0, "units"], []);
  assert.deepEqual(found.map((p) => [p.side, p.list, p.label]), [[0, "units", "foot (foot)"], [1, "units", "horse (horse)"]]);
  assert.equal(sideOfPath(doc, schema, { file: "scenario", path: ["sides", 1, "units", 0] }), 1);
  assert.equal(placeFor(bare, schema, "scenario", ["sides"], "units"), null);
  const to = placeFor(bare, schema, "scenario", ["sides", 0], "units")!;
  assert.deepEqual(to.path, ["sides", 0, "units"]);
  // The name that is free stays, the one that is taken does not.
  assert.deepEqual(made(found[0]!, bare, schema, to), { name: "foot", kind: "foot", x: "10", y: "5", facing: "15" });
  assert.equal((made(found[0]!, doc, schema, to) as Mapping)["name"], "foot-b");
  // Like the last of its own side, not of the other's.
  const two = change(doc, "scenario", ["sides", 0, "more"], []);
  assert.equal((newEntry(two, { ...schema, shapes: schema.shapes.map((x, i) => (i === 1 ? { keys: [...x.keys, { ...unit, name: "more", may: true }, unit] } : x)) }, "scenario", ["sides", 0, "units"], unit) as Mapping)["name"], "guns-2");
  assert.equal((newEntry(bare, { ...schema, shapes: schema.shapes.map((x, i) => (i === 2 ? { keys: x.keys.map((k) => ({ ...k, may: k.name !== "name" })) } : x)) }, "scenario", ["sides", 0, "units"], { ...unit, name: "objectives" }) as Mapping)["name"], "objective");
});

test("keys have names for people: a system's own before that for all, else the file's", () => {
  assert.equal(keyTitle({ ...schema, system: "reason" }, "etn"), "End-turn number");
  assert.equal(keyTitle({ ...schema, system: "minden" }, "at"), "Entry");
  assert.equal(keyTitle(schema, "at"), "Where");
  assert.equal(keyTitle(schema, "break_point"), "Break point");
});
