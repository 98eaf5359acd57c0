// The system of docs/ruleset.md, which the page has never heard of, played by clicks; prints TAP.
//
// usage: node web/test/sixth.mjs TRICORNE DATA       tests/docs/sixth.py --page runs it
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { answerOnce, dice, newTab, ready, request, startBrowser, startServer } from "./browser/kit.mjs";

const [tricorne, data] = process.argv.slice(2);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "tricorne-sixth-"));
globalThis.pageFolder = path.join(path.dirname(fileURLToPath(import.meta.url)), "..", "dist");
const server = await startServer(tricorne, folder, ["--data", data]), browser = await startBrowser();
console.log("1..1");
let bad = 0;
try {
  const made = await request(server.base, "POST", "games", null,
    { scenario: "picket/ford", seats: [{ side: "red", kind: "person" }, { side: "blue", kind: "random" }] });
  const page = await newTab(await browser.newContext({ viewport: { width: 1280, height: 720 }, reducedMotion: "reduce" }));
  await page.goto(`${server.base}#/g/${made.game}/${made.seats[0].token}`);
  const roll = dice(5);
  let answers = 0;
  while ((await ready(page)) !== "over") {
    assert.ok(answers++ < 60, "60 answers and no end");
    await answerOnce(page, roll, answers < 8);
    if (answers === 3 && process.env.SHOT) await page.screenshot({ path: process.env.SHOT });
  }
  assert.ok(answers >= 5, `${answers} answers`);
  assert.ok((await page.$$(".piece")).length >= 1, "the pickets are on the map");
  assert.match(await page.innerText(".log"), /goes to post/);
  assert.deepEqual(page.faults, []);
  console.log(`ok 1 - a battle of a system the page has never heard of, by clicks (${answers} answers)`);
} catch (e) {
  bad = 1;
  console.log("not ok 1 - a battle of a system the page has never heard of, by clicks");
  for (const line of String(e?.stack ?? e).split("\n")) console.log(`# ${line}`);
} finally {
  await browser.close();
  await server.stop();
  fs.rmSync(folder, { recursive: true, force: true });
}
process.exit(bad);
