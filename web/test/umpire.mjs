// The umpire's page in Chromium on a phone: scripted battles whose taps are counted. Prints TAP.
//
// usage: node web/test/umpire.mjs SITE [--serve TRICORNE] [--shots FOLDER] [--only WORDS] [--turns N]
//
// An act is what one body of troops does: who, does what, to whom. It ends where dice are thrown or another is chosen. Dice are typed
// by their faces, one tap a die, and are no act; which dice are kept is asked by itself.
import assert from "node:assert/strict";
import fs from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { newTab, startBrowser, startServer, until } from "./browser/kit.mjs";

const site = path.resolve(process.argv[2] ?? "build-site");
const option = (name) => {
  const i = process.argv.indexOf(`--${name}`);
  return i < 0 ? null : process.argv[i + 1];
};
if (!fs.existsSync(path.join(site, "engine", "index.json"))) {
  console.log("1..0 # SKIP there is no build-site; make site makes it");
  process.exit(0);
}
const shots = option("shots"), turns = Number(option("turns") ?? 2), cases = [];
if (shots) fs.mkdirSync(shots, { recursive: true });
const test = (name, run) => cases.push({ name, run });
const shot = (page, name) => (shots ? page.screenshot({ path: path.join(shots, `${name}.png`) }) : Promise.resolve());

const TYPES = { html: "text/html", js: "text/javascript", css: "text/css", svg: "image/svg+xml", json: "application/json", webmanifest: "application/manifest+json", png: "image/png" };
const host = http.createServer((q, a) => {
  const file = path.join(site, decodeURIComponent(new URL(q.url, "http://x").pathname).replace(/^\/$/, "/index.html"));
  if (!file.startsWith(site) || !fs.existsSync(file) || fs.statSync(file).isDirectory()) { a.writeHead(404).end("no"); return; }
  a.writeHead(200, { "Content-Type": TYPES[file.split(".").pop()] ?? "application/octet-stream" });
  fs.createReadStream(file).pipe(a);
});
await new Promise((r) => host.listen(0, "127.0.0.1", r));
const own = `http://127.0.0.1:${host.address().port}/`;
const browser = await startBrowser();

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, reducedMotion: "reduce" };

/** Lots that are the same every time. */
const lots = (seed) => () => { seed = (seed * 1103515245 + 12345) % 2147483648; return seed / 2147483648; };

const stand = (page) => page.evaluate(() => { const s = globalThis.tricorneUmpire?.(); return s?.question ? { n: s.question.number, kind: s.question.kind, turn: s.question.turn, dice: s.question.dice, faces: s.question.faces, args: s.question.args ?? {}, question: s.question.question, busy: s.busy, ready: s.ready, over: s.over, fixes: s.fixes } : null; });
const rest = (page) => until(async () => { const s = await stand(page); return s && !s.busy && (s.ready || s.kind !== "question") && (s.over || s.kind === "dice" || (await page.$(".um-tile, .um-where"))) ? s : null; }, "the referee to ask", 60000);

async function begin(base, system, battle) {
  const context = await browser.newContext(PHONE), page = await newTab(context);
  await page.addInitScript(() => { globalThis.spoken = []; if (globalThis.speechSynthesis) globalThis.speechSynthesis.speak = (u) => { globalThis.spoken.push(u.text); }; });
  await page.goto(`${base}#/umpire`);
  await page.click(`.um-tile:has-text("${system}")`);
  await page.selectOption(".um-field select >> nth=0", battle);
  await page.click(".um-begin");
  await page.waitForSelector(".umpire .um-bar", { timeout: 60000 });
  return { context, page };
}

/** A place on the glass about an inch and a half before the piece that is led. */
const before = (page) => page.evaluate(() => {
  const key = document.querySelector(".um-where")?.dataset.piece, box = document.querySelector(`.um-map .piece[data-key="${key}"]`)?.getBoundingClientRect();
  const glass = document.querySelector(".um-map .map-hold").getBoundingClientRect(), p = globalThis.tricorneUmpire().scene.pieces.find((x) => x.key === key);
  if (!box || !p) return null;
  const a = ((p.facing ?? 0) / 65536) * 2 * Math.PI, x = box.x + box.width / 2 + Math.sin(a) * 17, y = box.y + box.height / 2 - Math.cos(a) * 17;
  return x > glass.left + 4 && x < glass.right - 4 && y > glass.top + 4 && y < glass.bottom - 4 ? { x, y } : null;
});

/** One question answered by taps; how many it took. */
async function answer(page, s, lot, count) {
  let taps = 0;
  for (let guard = 0; guard < 9; guard++) {
    const now = await stand(page);
    if (now.n !== s.n || now.over) return taps;
    if (await page.$(".um-where")) {
      const straight = await page.$$(".um-where .um-tile:not([disabled])"), at = !straight.length || lot() < 0.6 ? await before(page) : null;
      taps++;
      if (at) { count.pointed++; await page.touchscreen.tap(at.x, at.y); }
      else if (straight.length) await straight[Math.floor(lot() * straight.length)].tap();
      else {
        taps--;
        const back = await page.$(".um-back");
        if (!back) { await page.waitForTimeout(50); continue; } // what was answered before is being drawn
        await back.tap();
      }
      await page.waitForTimeout(at ? 200 : 60);
      if (at && (await page.$(".um-short"))) {
        count.short++;
        // Now and then the table decides; what stands nowhere is said to stand where it is.
        if (lot() < 0.3) { count.decided++; await page.tap(".um-short .um-tile"); await page.waitForTimeout(100); }
        if ((await stand(page)).n === s.n && (await page.$(".um-back"))) { await page.tap(".um-back"); return taps; }
      }
    } else {
      const all = await page.$$(".um-ask .um-tile:not([disabled])");
      if (!all.length) { await page.waitForTimeout(50); continue; }
      taps++;
      await all[Math.floor(lot() * all.length)].tap();
    }
    await until(async () => { const t = await stand(page); return !t.busy || t.n !== s.n ? t : null; }, "the answer to be taken", 30000);
    await page.waitForTimeout(30);
  }
  return taps;
}

async function battle(base, system, id, name) {
  const { context, page } = await begin(base, system, id), lot = lots(7);
  const count = { answers: 0, acts: 0, taps: 0, dice: 0, most: 0, mostAct: 0, pointed: 0, short: 0, decided: 0, turns: [] };
  let act = { key: null, taps: 0 }, turn = 1, tapsOfTurn = 0;
  const close = () => { if (act.taps > 3) console.log(`# ${JSON.stringify(act)}`); if (act.taps) { count.acts++; count.mostAct = Math.max(count.mostAct, act.taps); } act = { key: null, taps: 0 }; };
  await shot(page, `${name}-first`);
  for (let i = 0; i < 600; i++) {
    const s = await rest(page);
    if (s.turn !== turn) { count.turns.push(tapsOfTurn); tapsOfTurn = 0; turn = s.turn; }
    if (s.over || turn > turns) break;
    if (s.kind === "dice") {
      close();
      if (count.dice === 3) await shot(page, `${name}-dice`);
      for (let d = 0; d < s.dice; d++) { await page.tap(`.um-faces button[data-face="${s.faces[Math.floor(lot() * s.faces.length)]}"]`); count.dice++; }
      await until(async () => (await stand(page)).n !== s.n, "the dice to be taken", 30000);
      continue;
    }
    const key = Object.values(s.args).find((v) => typeof v === "string") ?? null;
    if (act.key && key !== act.key) close();
    const had = [count.short, count.pointed], taps = await answer(page, s, lot, count);
    if (count.short !== had[0]) await shot(page, `${name}-short`);
    else if (count.pointed === 2 && had[1] === 1) await shot(page, `${name}-where`);
    const now = await stand(page);
    const cost = taps;
    if (now.n !== s.n) { count.answers++; count.most = Math.max(count.most, cost); }
    count.taps += taps;
    tapsOfTurn += taps;
    const next = Object.values(now.args ?? {}).find((v) => typeof v === "string") ?? null;
    if (key === null && next !== null && now.n !== s.n) act = { key: next, taps: cost };
    else act = { key: key ?? act.key, taps: act.taps + cost, asked: [...(act.asked ?? []), s.question] };
    if (act.key === null) close();
  }
  close();
  if (!count.turns.length) count.turns.push(tapsOfTurn);
  await shot(page, `${name}-last`);
  const spoken = await page.evaluate(() => globalThis.spoken.length);
  console.log(`# ${name}: ${count.answers} answers, ${count.acts} acts, ${count.taps} taps and ${count.dice} dice; most taps of an answer ${count.most}, of an act ${count.mostAct}; taps a turn ${count.turns.join(", ")}; ${count.pointed} places pointed at, ${count.short} not allowed there, ${count.decided} the table decided; ${spoken} results spoken`);
  assert.ok(count.answers >= 20, `only ${count.answers} answers`);
  assert.ok(count.most <= 3, `an answer took ${count.most} taps`);
  assert.ok(count.mostAct <= 3, `an act took ${count.mostAct} taps`);
  assert.ok(spoken > 3, "results are read out");
  assert.deepEqual(page.faults, []);
  return { context, page, count };
}

test("minden by a phone: at most three taps an act", async () => { (await (await battle(own, "Minden", "minden/first-battle", "minden")).context.close()); });
test("pistolado by a phone: at most three taps an act", async () => { (await (await battle(own, "Pistolado", "pistolado/first-speech", "pistolado")).context.close()); });

async function corrected(base, name) {
  const { context, page } = await begin(base, "Minden", "minden/first-battle");
  let s = await rest(page);
  while (s.kind === "dice") { for (let i = 0; i < s.dice; i++) await page.tap('.um-faces button[data-face="3"]'); await until(async () => (await stand(page)).n !== s.n, "dice"); s = await rest(page); }
  await page.tap(".um-correct");
  await page.locator('.um-fixing .piece[data-key="jaegers"]').first().tap({ force: true });
  const glass = await page.locator(".um-fixing .map-hold").boundingBox();
  await page.touchscreen.tap(glass.x + glass.width * 0.5, glass.y + glass.height * 0.55);
  await page.waitForSelector(".um-question:has-text(': here.')");
  await shot(page, `${name}-correct`);
  const was = await page.evaluate(() => { const p = globalThis.tricorneUmpire().scene.pieces.find((x) => x.key === "jaegers"); return [p.x, p.y]; });
  await page.fill(".um-field:has-text('Reason') input", "measured at the table");
  await page.tap(".um-fix-it");
  await until(async () => (await page.evaluate(() => { const p = globalThis.tricorneUmpire().scene.pieces.find((x) => x.key === "jaegers"); return [p.x, p.y]; })).join() !== was.join(), "the correction", 20000);
  assert.equal((await stand(page)).fixes, 0);
  await page.waitForSelector(".um-said:has-text('measured at the table')", { timeout: 20000 }); // the reason is told
  assert.deepEqual(page.faults, []);
  await shot(page, `${name}-corrected`);
  await context.close();
}
test("a correction with its reason, without a server", () => corrected(own, "site"));

const serve = option("serve");
let server = null;
if (serve) {
  globalThis.pageFolder = path.resolve(path.dirname(process.argv[1]), "../dist");
  server = await startServer(path.resolve(serve), fs.mkdtempSync(path.join(os.tmpdir(), "tricorne-umpire-")));
  test("a correction with its reason, on a server", () => corrected(server.base, "server"));
  test("minden by a phone on a server", async () => { (await (await battle(server.base, "Minden", "minden/first-battle", "minden-server")).context.close()); });
}

let bad = 0;
const only = option("only"), chosen = cases.filter((c) => !only || c.name.includes(only));
console.log(`1..${chosen.length}`);
for (const [i, c] of chosen.entries()) {
  const from = Date.now();
  try {
    await c.run();
    console.log(`ok ${i + 1} - ${c.name} (${Date.now() - from} ms)`);
  } catch (e) {
    bad++;
    console.log(`not ok ${i + 1} - ${c.name}`);
    for (const line of String(e?.stack ?? e).split("\n").slice(0, 20)) console.log(`# ${line}`);
  }
}
await browser.close();
host.close();
await server?.stop?.();
process.exit(bad ? 1 : 0);
