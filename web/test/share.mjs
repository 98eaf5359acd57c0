// A battle made in one browser, kept on the server, and found, played and forked in another; a study on the server seen growing. Prints TAP.
//
// usage: node web/test/share.mjs --serve TRICORNE [--shots FOLDER]
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
if (!fs.existsSync(path.join(globalThis.pageFolder, "engine", "index.json"))) {
  console.log("1..0 # SKIP the page has no engine; make wasm makes it");
  process.exit(0);
}
const shots = option("shots"), folder = fs.mkdtempSync(path.join(os.tmpdir(), "tricorne-share-"));
if (shots) fs.mkdirSync(shots, { recursive: true });
const shot = (page, name) => (shots ? page.screenshot({ path: path.join(shots, `${name}.png`) }) : Promise.resolve());
const server = await startServer(path.resolve(option("serve") ?? "build/tricorne"), folder, ["--study", "600"]), browser = await startBrowser();
const tab = async (viewport = { width: 1280, height: 720 }) => newTab(await browser.newContext({ viewport, reducedMotion: "reduce" }));
const state = (page) => page.evaluate(() => { const s = globalThis.tricorneWorkshop?.(); return s ? { looked: s.looked, right: s.right, doc: s.doc, problems: s.problems } : null; });
const right = (page) => until(async () => { const s = await state(page); return s?.looked && s.right ? s : null; }, "the battle to be right", 60000);

async function signIn(page, name) {
  const made = await page.request.post(`${server.base}api/v1/accounts`, { data: { name, password: "a good password" } });
  assert.equal(made.status(), 201);
  const got = await (await page.request.post(`${server.base}api/v1/sessions`, { data: { name, password: "a good password" } })).json();
  await page.goto(server.base);
  await page.evaluate(([name, token]) => localStorage.setItem("tricorne", JSON.stringify({ ...JSON.parse(localStorage.getItem("tricorne") ?? "{}"), name, session: { name, token } })), [name, got.token]);
}

const anna = await tab(), bert = await tab({ width: 390, height: 844 });
let there = "";

const steps = [
  ["a battle with a table of its own goes to the server", async () => {
    await signIn(anna, "Anna");
    await anna.goto(`${server.base}#/workshop`);
    await anna.click('.ws-system:has-text("Minden")');
    await anna.selectOption(".ws-choice select", "minden/first-battle");
    await anna.click(".ws-start");
    await anna.waitForSelector(".workshop .troops .piece", { timeout: 60000 });
    await anna.fill('.ws-form [data-key="title"] input, .ws-form input[data-key="title"]', "The ford at Hahlen");
    await right(anna);
    await anna.click('.bar .tools button:has-text("Tables")');
    await anna.selectOption('[data-key="table-name"]', "melee");
    const text = await anna.inputValue('[data-key="table-text"]');
    await anna.fill('[data-key="table-text"]', text.replace(/figures_per_factor:\s+3/, "figures_per_factor: x"));
    await until(async () => (await state(anna)).problems.some((p) => p.file === "tables/melee"), "the mistake in the table");
    await anna.waitForSelector('.ws-dialog .refusal:has-text("no whole number")');
    await anna.fill('[data-key="table-text"]', text.replace(/figures_per_factor:\s+3/, "figures_per_factor: 4"));
    await anna.waitForSelector('.ws-dialog .refusal:has-text("say where your numbers are from")');
    await anna.fill('[data-key="table-source"]', "Our club's house rule.");
    await shot(anna, "share-tables");
    await anna.click('.ws-dialog button[type="submit"]');
    const s = await right(anna);
    assert.match(s.doc.tables[0].text, /^source: "Our club's house rule\."$/m);
    await anna.click('.bar .tools button:has-text("Save, share")');
    await anna.click('[data-act="publish"]');
    await anna.waitForSelector('[data-key="there"]');
    there = await anna.getAttribute('[data-key="there"]', "href");
    await shot(anna, "share-published");
    await anna.click('.ws-dialog button[type="submit"]');
  }],
  ["a study on the server is seen growing", async () => {
    await anna.click('.bar .tools button:has-text("How fair?")');
    await anna.selectOption(".ws-where", "server");
    await anna.selectOption(".ws-number", "10");
    await anna.click('.ws-bench button[type="submit"]');
    await until(async () => /10 of 10 battles/.test((await anna.textContent(".ws-bench").catch(() => "")) ?? ""), "ten battles", 240000);
    await anna.waitForSelector(".ws-growth");
    await anna.click(".ws-turns summary");
    assert.match(await anna.textContent(".ws-turns"), /Hahlen Cross held/);
    await shot(anna, "share-study");
    await anna.click('.ws-bench button:has-text("Done")');
  }],
  ["a changed battle and what it was, fought on the server with the same dice: the paired difference", async () => {
    await anna.click('.bar .tools button:has-text("How fair?")');
    await anna.selectOption(".ws-where", "server");
    await anna.selectOption(".ws-number", "10");
    await anna.selectOption(".ws-what", "opened");
    await anna.click('.ws-bench button[type="submit"]');
    await until(async () => /^10 pairs/.test((await anna.textContent(".ws-pairs .quiet").catch(() => "")) ?? ""), "ten pairs", 240000);
    assert.match(await anna.textContent(".ws-pairs"), /(No change of the balance is shown|It changes the balance).*points of 100.*\(.* to .*\).*Losses: Allied/s);
    await shot(anna, "share-pairs");
    // A value and not a table: both sides' dice stay, so nothing that comes of it is chance. A title changes nothing, and neither do its battles.
    await anna.click('.ws-bench button:has-text("Done")');
    const was = await state(anna);
    await anna.click('.bar .tools button:has-text("How fair?")');
    await anna.selectOption(".ws-where", "server");
    await anna.selectOption(".ws-number", "10");
    await anna.selectOption(".ws-what", "table");
    await until(() => anna.$('.ws-table option[value="fire"]'), "the tables", 30000);
    await anna.selectOption(".ws-table", "fire");
    const text = await anna.inputValue(".ws-table-text");
    await anna.fill(".ws-table-text", `# a comment\n${text}`);
    await anna.click('.ws-bench button[type="submit"]');
    await until(async () => /^10 pairs/.test((await anna.textContent(".ws-pairs .quiet").catch(() => "")) ?? ""), "ten pairs", 240000);
    assert.match(await anna.textContent(".ws-pairs"), /\+0 points of 100 for Allied \(\+0 to \+0\)/);
    assert.deepEqual((await state(anna)).doc, was.doc, "the battle itself stays as it is");
    await anna.click('.ws-bench button:has-text("Done")');
  }],
  ["the list on a phone says how it plays", async () => {
    await bert.goto(`${server.base}#/battles`);
    await until(async () => { await bert.reload(); await bert.waitForSelector(".ws-made"); return /20 battles of level-1|10 battles of level-1/.test(await bert.textContent(".ws-plays")); }, "what was studied", 240000);
    assert.match(await bert.textContent(".ws-made"), /The ford at Hahlen.*minden, by Anna.*made from minden\/first-battle/s);
    assert.ok(await bert.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing hangs over the edge");
    await shot(bert, "share-list-phone");
    await bert.click(".ws-made a");
    await bert.waitForSelector('[data-act="play"]:not([disabled])');
    assert.match(await bert.textContent("main"), /It changes tables of the rules: melee/);
    await shot(bert, "share-battle-phone");
  }],
  ["it is played with a friend, and the engine in the page follows it", async () => {
    await anna.goto(server.base + there);
    await anna.waitForSelector('[data-act="play"]:not([disabled])');
    await shot(anna, "share-battle");
    await anna.selectOption('[data-key="against"]', "friend");
    await anna.click('[data-act="play"]');
    await anna.waitForSelector(".bar .tools", { timeout: 30000 });
    await anna.waitForSelector("dialog[open] button, .question", { timeout: 30000 });
    await anna.waitForTimeout(300);
    for (let i = 0; i < 3 && (await anna.$("dialog[open]")); i++) { await anna.click("dialog[open] .close"); await anna.waitForTimeout(100); }
    await anna.click('.bar .tools button:has-text("Game")');
    await anna.waitForSelector(".link-row input");
    const link = (await anna.$$eval(".link-row input", (l) => l.map((x) => x.value))).find((l) => l.includes("#/j/"));
    await bert.goto(link);
    await bert.click(".join");
    await bert.waitForSelector(".bar", { timeout: 30000 });
    await anna.click("dialog[open] .close");
    await until(async () => (await anna.evaluate(() => globalThis.tricorneFollows?.())) || (await bert.evaluate(() => globalThis.tricorneFollows?.())), "the engine in the page to follow a battle that somebody made", 60000);
    await shot(anna, "share-game");
  }],
  ["a fork names what it was made from", async () => {
    await signIn(bert, "Bert");
    await bert.goto(server.base + there);
    await bert.waitForSelector('[data-act="fork"]');
    await bert.click('[data-act="fork"]');
    await bert.waitForSelector(".workshop .bar", { timeout: 60000 });
    const s = await right(bert);
    assert.equal(s.doc.tables.length, 1);
    await shot(bert, "share-fork-phone");
    await bert.click('.bar .tools button:has-text("Save, share")');
    await bert.click('[data-act="publish"]');
    await bert.waitForSelector('[data-key="there"]');
    const mine = await bert.getAttribute('[data-key="there"]', "href");
    assert.notEqual(mine, there);
    await bert.goto(server.base + mine);
    await bert.waitForSelector('header a:has-text("The ford at Hahlen, by Anna")');
  }],
];
console.log(`1..${steps.length}`);
let bad = 0;
for (const [i, [name, run]] of steps.entries()) {
  try {
    await run();
    assert.deepEqual([...(anna.faults ?? []), ...(bert.faults ?? [])], []);
    console.log(`ok ${i + 1} - ${name}`);
  } catch (e) {
    bad++;
    console.log(`not ok ${i + 1} - ${name}`);
    for (const line of String(e?.stack ?? e).split("\n").slice(0, 12)) console.log(`# ${line}`);
    await shot(anna, `share-fault-${i + 1}-anna`);
    await shot(bert, `share-fault-${i + 1}-bert`);
    break;
  }
}
await browser.close();
await server.stop();
fs.rmSync(folder, { recursive: true, force: true });
process.exit(bad ? 1 : 0);
