// The browser's own hashing and checking of dice, against values of docs/dice.md.
import assert from "node:assert/strict";
import { blake2b } from "../../src/dice/blake";
import { checkRecord, inWords } from "../../src/dice/check";
import { before, chained, faceOf, fromHex, hostCommit, keyOf, Shares, toHex } from "../../src/dice/shares";
import { luckBySide, luckOf, luckWords, total } from "../../src/dice/luck";
import { test } from "./case";

const bytes = (n: number): Uint8Array => Uint8Array.from({ length: n }, (_, i) => i);

test("BLAKE2b by its published vectors", () => {
  assert.equal(toHex(blake2b(new TextEncoder().encode("abc"))),
    "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d17d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923");
  const keyed: [number, string][] = [[0, "10ebb67700b1868e"], [127, "76d2d819c92bce55"], [128, "72065ee4dd91c2d8"], [129, "64475dfe7600d717"], [255, "142709d62e28fccc"]];
  for (const [n, hash] of keyed) assert.equal(toHex(blake2b(bytes(n), 64, bytes(64))).slice(0, 16), hash);
});

test("the values of docs/dice.md", () => {
  const secret = bytes(32);
  assert.equal(toHex(hostCommit("abc", secret)), "1af49cc96e84590bfc0a50399f167df1a20a63b36296e8318f6aa6e656ef8393");
  assert.equal(toHex(before("abc", 1, secret)), "6ac980dd4fe2158f4e47aba1df982a13cec5d09f86db0f12ddfede25500941f7");
  const key = keyOf("abc", secret, [[0, new Uint8Array(32).fill(1)], [1, new Uint8Array(32).fill(2)]]);
  assert.equal(toHex(key), "07ec4ec32ec1f6beae963bc3fabb50f8609a6962fef5a17251a6624d723d36ff");
  const acts = chained(new Uint8Array(32), "fire red-oak");
  assert.deepEqual(Array.from({ length: 12 }, (_, i) => faceOf(key, acts, i, "d6")), [1, 6, 1, 2, 1, 6, 3, 2, 6, 4, 5, 3]);
  assert.deepEqual(Array.from({ length: 12 }, (_, i) => faceOf(key, acts, i, "d100")), [8, 53, 96, 39, 20, 83, 68, 3, 61, 3, 10, 74]);
});

test("links are told once and in order", () => {
  const s = new Shares("g", 0, true), commit = s.commit();
  assert.equal(s.commit(), commit);
  const first = s.next(commit)!, second = s.next(commit)!;
  assert.equal(toHex(before("g", 0, fromHex(first))), commit);
  assert.equal(toHex(before("g", 0, fromHex(second))), first);
  s.taken();
  assert.equal(toHex(before("g", 0, fromHex(s.next(null)!))), second);
  assert.equal(new Shares("g", 1, true).next(null), null);
  const one = new Shares("h", 0, false), word = one.commit();
  assert.equal(toHex(before("h", 0, fromHex(one.next(word)!))), word);
});

/** A record of two rolls, as the program would write it. */
function record(change: (lines: Record<string, unknown>[]) => void = () => undefined): string {
  const secret = bytes(32), links = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
  const head = JSON.stringify({ dice: "committed", game: "abc", host: toHex(hostCommit("abc", secret)), seats: [{ kind: "person" }, { kind: "person" }, { kind: "random" }] });
  const key = keyOf("abc", secret, [[0, links[0]!], [1, links[1]!]]), start = chained(new Uint8Array(32), head);
  const acts = chained(start, "0 order fire a"), next = chained(acts, "1 order fire b");
  const lines: Record<string, unknown>[] = [
    { start: true, faces: [] },
    ...links.map((l, seat) => ({ commit: toHex(before("abc", seat, l)), seat })),
    ...links.map((l, seat) => ({ link: toHex(l), seat, faces: [] })),
    { seat: 0, question: "order", act: "fire a", faces: [0, 1, 2].map((i) => faceOf(key, acts, i, "d6")), draw: 0, rolled: [[3, "d6"]] },
    { seat: 1, question: "order", act: "fire b", faces: [3].map((i) => faceOf(key, next, i, "d10")), draw: 3, rolled: [[1, "d10"]] },
    { host: toHex(secret) },
    { end: "broken" },
  ];
  change(lines);
  let chain = start, text = head + "\n";
  for (const [n, l] of lines.entries()) {
    const line = JSON.stringify({ n, ...l, prev: toHex(chain) });
    chain = chained(chain, line);
    text += line + "\n";
  }
  return text;
}

test("a record is checked face by face", () => {
  assert.equal(inWords(checkRecord(record())), "faces verified: 4 of 4.");
  const tricks: ((l: Record<string, unknown>[]) => void)[] = [
    (l) => { (l[5]!["faces"] as number[])[1] = ((l[5]!["faces"] as number[])[1]! % 6) + 1; },
    (l) => { l[5]!["act"] = "fire c"; },
    (l) => { l[3]!["link"] = "ab".repeat(32); },
    (l) => { l.splice(4, 1); },
    (l) => { l[2]!["commit"] = l[1]!["commit"]; },
    (l) => { l[7]!["host"] = "cd".repeat(32); },
    (l) => { l.splice(5, 1); },
    (l) => { l.pop(); },
    (l) => { l.push({ ...l[l.length - 1] }); },
    (l) => { l[6]!["draw"] = 4; },
    (l) => { l[6]!["rolled"] = [[1, "d6"]]; },
  ];
  for (const [i, trick] of tricks.entries()) {
    const c = checkRecord(record(trick));
    assert.ok(c.bad, `trick ${i}: ${inWords(c)}`);
  }
  const lines = record().split("\n");
  lines.splice(3, 1);
  assert.match(checkRecord(lines.join("\n")).bad ?? "", /changed, left out or put in/);
});

test("what cannot be verified is said", () => {
  const early = checkRecord(record((l) => { l.splice(7, 2); }));
  assert.equal(early.bad, null);
  assert.match(inWords(early), /verified: 0 of 4, not verified: 4\. The host tells/);
  assert.match(inWords(checkRecord(record((l) => { l[6]!["forced"] = 1; }))), /verified: 3 of 4, typed or forced: 1/);
  assert.match(inWords(checkRecord('{"dice":"fair","seats":[]}\n{"n":0,"start":true,"faces":[3]}\n')), /not verified: 1/);
});

test("a record other than the one that was shown is found", () => {
  assert.match(checkRecord(record(), { line: 2, chain: "00".repeat(32) }).bad ?? "", /not the battle/);
  assert.match(checkRecord(record(), { line: 200, chain: "00".repeat(32) }).bad ?? "", /missing/);
});

test("luck is what was good for the side that threw", () => {
  const die = (face: number, good: "high" | "low" | "middle" | "none", side = "red", name = "d6"): Parameters<typeof luckOf>[0] =>
    ({ n: 0, line: 0, kind: "die", die: name, face, good, side });
  const near = (a: number, b: number): void => assert.ok(Math.abs(a - b) < 1e-4, `${a} is not ${b}`);
  near(luckOf(die(6, "high"))!.sum, 2.5 / Math.sqrt(35 / 12));
  near(luckOf(die(6, "low"))!.sum, -2.5 / Math.sqrt(35 / 12));
  near(luckOf(die(3, "middle"))!.sum, 1 / Math.sqrt(2 / 3));
  near(luckOf(die(5, "high", "red", "average"))!.sum, 1.5 / Math.sqrt(11 / 12));
  assert.equal(luckOf(die(6, "none")), null);
  const pool = { n: 0, line: 0, kind: "pool", die: "d6", dice: 8, target: 5, hits: 4, good: "high" as const, side: "blue" };
  near(luckOf(pool)!.sum, (4 - 8 / 3) / Math.sqrt(2 / 9));
  assert.equal(luckOf({ ...pool, target: 7 }), null);
  const [red, blue] = luckBySide([die(6, "high"), die(1, "low"), die(6, "low"), { ...die(1, "high"), march: true }, pool], ["red", "blue"]);
  near(total(red!.fight), 2.5 / Math.sqrt(35 / 12) / Math.sqrt(3));
  assert.equal(red!.fight.dice, 3);
  assert.equal(red!.march.dice, 1);
  assert.equal(blue!.fight.dice, 8);
  assert.equal(luckWords({ sum: 3, dice: 4 }), "+1.5, lucky (4 dice)");
  assert.equal(luckWords({ sum: -2.5, dice: 1 }), "−2.5, very unlucky (one die)");
});
