// Four people, two a side, in four browsers: each is asked what it leads, talks to its side, and a computer takes a seat over. Prints TAP.
//
// usage: node web/test/seats.mjs --serve TRICORNE [--shots FOLDER]
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { newTab, startBrowser, startServer, until } from "./browser/kit.mjs";

const option = (name) => {
  const i = process.argv.indexOf(`--${name}`);
  return i < 0 ? null : process.argv[i + 1];
};
globalThis.pageFolder = path.resolve(path.dirname(process.argv[1]), "../dist");
const shots = option("shots"), folder = fs.mkdtempSync(path.join(os.tmpdir(), "tricorne-seats-"));
if (shots) fs.mkdirSync(shots, { recursive: true });
const shot = (page, name) => (shots ? page.screenshot({ path: path.join(shots, `${name}.png`) }) : Promise.resolve());
const server = await startServer(path.resolve(option("serve") ?? "build/tricorne"), folder), browser = await startBrowser();
const tab = async () => newTab(await browser.newContext({ viewport: { width: 1280, height: 720 }, reducedMotion: "reduce" }));

/** The page that opens a battle is put away. */
const enter = async (page) => {
  await page.waitForSelector("dialog[open] button, .question", { timeout: 30000 });
  await page.waitForTimeout(300);
  for (let i = 0; i < 3 && (await page.$("dialog[open]")); i++) { await page.click("dialog[open] .close"); await page.waitForTimeout(100); }
};

/** The first answer of whoever is asked; null if none of these pages is. */
async function answer(pages) {
  for (const [i, page] of pages.entries()) {
    const button = await page.$(".question.mine .offer button:not([disabled])");
    if (!button) continue;
    const before = await page.textContent(".question");
    // The page may be drawn anew at this moment: then it is asked again.
    if (!(await button.click({ timeout: 5000 }).then(() => true, () => false))) continue;
    const sure = await page.$(".do-it:not([disabled])");
    if (sure) await sure.click({ timeout: 5000 }).catch(() => undefined);
    await until(async () => (await page.textContent(".question").catch(() => "")) !== before, "the answer", 1500).catch(() => undefined);
    return i;
  }
  return null;
}

async function four() {
  const maker = await tab();
  await maker.goto(server.base);
  await maker.waitForSelector(".chooser");
  await maker.click('.systems label:has-text("Minden")');
  await maker.selectOption(".choice label:has-text('Battle') select", "minden/first-battle");
  await maker.selectOption(".choice label:has-text('Against') select", "friend");
  await maker.selectOption(".choice label:has-text('Dice') select", "fair");
  await maker.selectOption(".commanders", "2");
  // Who leads what is chosen: the guns go to the first.
  await maker.click(".leads summary");
  const guns = await maker.getAttribute('.leads fieldset:nth-of-type(1) label:has-text("Guns") select', "data-lead");
  assert.equal(await maker.inputValue(`[data-lead="${guns}"]`), "1");
  await maker.selectOption(`[data-lead="${guns}"]`, "0");
  await shot(maker, "seats-leads");
  await maker.click(".begin");
  await maker.waitForSelector(".bar .tools", { timeout: 30000 });
  await enter(maker);
  await maker.click('.bar .tools button:has-text("Game")');
  await maker.waitForSelector(".link-row input");
  await shot(maker, "seats-links");
  const links = (await maker.$$eval(".link-row input", (l) => l.map((x) => x.value))).filter((l) => l.includes("#/j/"));
  assert.equal(links.length, 3);
  const cells = await maker.$$eval(".seats tr", (l) => l.map((r) => r.textContent));
  assert.match(cells[0], /Kingsley's brigade/);
  assert.match(cells[0], /Guns/);
  assert.match(cells[1], /Horse/);
  assert.doesNotMatch(cells[1], /Guns/);
  await maker.click("dialog[open] .close");
  const pages = [maker];
  for (const link of links) {
    const page = await tab();
    await page.goto(link);
    await page.click(".join");
    await page.waitForSelector(".bar .tools", { timeout: 30000 });
    await enter(page);
    pages.push(page);
  }
  // Everybody but who is asked sees whom they wait for.
  const waits = await until(async () => { const l = await Promise.all(pages.map((p) => p.$(".waiting").then((e) => e?.textContent()))); return l.filter(Boolean).length === 3 ? l.filter(Boolean) : null; }, "three to wait");
  assert.ok(waits.every((w) => /Waiting for/.test(w)), waits.join());
  const asked = new Set();
  for (let i = 0; i < 24; i++) { const who = await until(() => answer(pages).then((x) => (x === null ? null : { x })), "somebody to be asked", 20000); asked.add(who.x); }
  assert.ok(asked.size >= 2, `asked: ${[...asked]}`);
  // A word to one's own side.
  for (const p of pages) await p.click("#tab-chat");
  await pages[1].check(".chat .aside");
  await pages[1].fill(".chat input:not([type=checkbox])", "I take the left");
  await pages[1].click('.chat button[type="submit"]');
  await pages[0].waitForSelector(".chat-lines :text('I take the left')");
  await pages[2].fill(".chat input:not([type=checkbox])", "good day");
  await pages[2].click('.chat button[type="submit"]');
  for (const p of pages) await p.waitForSelector(".chat-lines :text('good day')");
  for (const p of pages.slice(2)) assert.equal((await p.textContent(".chat-lines")).includes("I take the left"), false);
  // In the middle of the battle a computer takes the second seat over.
  await pages[1].click('.bar .tools button:has-text("Game")');
  await pages[1].click(".sit-in.mine");
  await pages[0].waitForSelector(".sits-in");
  await pages[1].click("dialog[open] .close");
  await shot(pages[0], "seats-sits-in");
  const others = [pages[0], pages[2], pages[3]];
  for (let i = 0; i < 10; i++) await until(() => answer(others).then((x) => (x === null ? null : { x })), "somebody else to be asked", 60000);
  assert.equal(await pages[1].$(".question.mine .offer"), null);
  // And its holder comes back.
  await pages[1].click(".sits-in button");
  await until(async () => !(await pages[0].$(".sits-in")), "the holder to be back");
  // The map writes labels at Infinity while a dialog is open over it for the first time; that is not about seats.
  for (const p of pages) assert.deepEqual(p.faults.filter((f) => !/translate\(Infinity/.test(f)), []);
}

/** One screen for four commanders: whoever is asked is named, and gets the screen. */
async function oneScreen() {
  const page = await tab();
  await page.goto(server.base);
  await page.waitForSelector(".chooser");
  await page.click('.systems label:has-text("Minden")');
  await page.selectOption(".choice label:has-text('Battle') select", "minden/first-battle");
  await page.selectOption(".choice label:has-text('Against') select", "hot");
  await page.selectOption(".commanders", "2");
  await page.click(".begin");
  await page.waitForSelector(".bar .tools", { timeout: 30000 });
  const handed = [], names = new Set();
  for (let i = 0; i < 120 && names.size < 4; i++) {
    await until(() => page.$(".hand-over button, .question.mine .offer button:not([disabled])"), "the screen to ask somebody", 20000);
    const over = await page.$(".hand-over button");
    if (over) {
      const name = await page.textContent(".hand-over h2");
      if (/Allied 2|French 2/.test(name)) assert.match(await page.textContent(".hand-over"), /leads: .*(Horse|brigade|Guns)/i);
      // Nothing of the battle is seen until he who is asked takes the screen.
      assert.equal(await page.$(".question.mine .offer"), null);
      if (!names.has(name)) await shot(page, `seats-hot-${names.size}`);
      names.add(name);
      handed.push(name);
      await over.click();
      await enter(page);
    } else await answer([page]);
  }
  assert.equal(names.size, 4, `handed to: ${handed.join(", ")}`);
  await shot(page, "seats-hot-play");
  assert.deepEqual(page.faults.filter((f) => !/translate\(Infinity/.test(f)), []);
}

let bad = 0;
const cases = [["four seats, one taken over by the computer in mid-battle", four], ["four commanders at one screen", oneScreen]];
const only = option("only"), chosen = cases.filter(([name]) => !only || name.includes(only));
console.log(`1..${chosen.length}`);
for (const [i, [name, run]] of chosen.entries()) {
  const from = Date.now();
  try {
    await run();
    console.log(`ok ${i + 1} - ${name} (${Date.now() - from} ms)`);
  } catch (e) {
    bad++;
    console.log(`not ok ${i + 1} - ${name}`);
    for (const line of String(e?.stack ?? e).split("\n").slice(0, 20)) console.log(`# ${line}`);
    for (const c of browser.contexts()) for (const p of c.pages()) await shot(p, `seats-failed-${i + 1}-${browser.contexts().indexOf(c)}`);
  }
}
await browser.close();
await server.stop();
fs.rmSync(folder, { recursive: true, force: true });
process.exit(bad ? 1 : 0);
