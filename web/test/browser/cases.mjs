// The page in a real browser against a real server.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { answerOnce, dice, newTab, number, ready, request, startBrowser, startLine, startServer, understood, until } from "./kit.mjs";
import { people } from "./people.mjs";

import { guides } from "./guides.mjs";
import { orders } from "./orders.mjs";
import { sets } from "./sets.mjs";
import { means } from "./means.mjs";
import { sheet } from "./sheet.mjs";
import { lengths, limits, volleys } from "./acts.mjs";

const PHONE = { width: 390, height: 844 };

export async function begin({ serve, folder, all, shots }) {
  const server = await startServer(serve, folder), line = await startLine(server.port), browser = await startBrowser();
  const test = globalThis.testCase, base = server.base;
  if (shots) fs.mkdirSync(shots, { recursive: true });
  const shot = (page, name) => (shots ? page.screenshot({ path: path.join(shots, `${name}.png`) }) : Promise.resolve());
  const context = (more = {}) => browser.newContext({ viewport: { width: 1400, height: 900 }, reducedMotion: "reduce", ...more });

  /** A battle between two persons, or against the computer (with the same dice in every run); its links. */
  const make = async (scenario, kinds, more = {}) => {
    if (kinds.filter((k) => k === "person").length < 2 && !more.dice) more = { seed: "0".repeat(31) + "5", ...more };
    const { scenarios } = await request(base, "GET", "scenarios");
    const s = scenarios.find((x) => x.id === scenario);
    const made = await request(base, "POST", "games", null, { scenario, seats: s.sides.map((x, i) => ({ side: x.name, kind: kinds[i] })), ...more });
    for (const x of made.seats) if (x.invite) x.token = (await request(base, "POST", `games/${made.game}/join`, x.invite, {})).token;
    return { ...made, link: (seat, from = base) => `${from}#/g/${made.game}/${made.seats[seat].token}`, token: (seat) => made.seats[seat].token };
  };
  const view = (g, seat) => request(base, "GET", `games/${g.game}/view`, g.token(seat));
  /** The referee plays every stored game again and compares each line. */
  const verify = () => {
    for (let i = 0; ; i++)
      try {
        return execFileSync(serve, ["store", "verify", path.join(folder, "games.db")], { stdio: "pipe" });
      } catch (e) { // on a busy machine the server may be writing for as long as the command waits
        if (i > 3 || !/database is locked/.test(String(e.stderr ?? e))) throw e;
      }
  };
  const clean = (page) => assert.deepEqual(page.faults, []);
  people({ test, base, context, make, clean });

  /** Plays to the end by clicks; the first answers on the map, the rest the quick way. */
  const playOut = async (page, seed, onMap, most = 900) => {
    const roll = dice(seed);
    for (let i = 0; i < most; i++) {
      if ((await ready(page)) === "over") return i;
      await answerOnce(page, roll, i < onMap);
    }
    throw new Error(`${most} answers and no end`);
  };

  const openGuide = async (page, id) => {
    await page.goto(base);
    await page.waitForSelector(`[data-guide=${id}]:not([disabled])`);
    await page.click(`[data-guide=${id}]`);
    await page.waitForSelector(".question.mine", { timeout: 30000 });
  };

  test("one click begins the guided battle, and clicks play it to its end", async () => {
    const ctx = await context(), page = await newTab(ctx);
    await openGuide(page, "hex");
    await page.waitForSelector(".guide h3");
    assert.match(await page.textContent(".guide h3"), /You command/);
    await shot(page, "guide-hex");
    const answers = await playOut(page, 1704, 30);
    assert.ok(answers >= 20, `${answers} answers`);
    assert.match(await page.textContent(".ending"), /win|draw/i);
    assert.ok((await page.$$(".log-line")).length > 10);
    verify();
    clean(page);
    await ctx.close();
  });

  test("the engine in the page answers reach, preview and why; the server stays the referee", async () => {
    if (!fs.existsSync(path.join(globalThis.pageFolder, "engine/index.json"))) return; // tools/wasm was not run
    const ctx = await context(), page = await newTab(ctx), asked = { near: 0, server: 0 };
    await page.addInitScript(() => { globalThis.tricornePatience = 30000; }); // so that a slow machine changes nothing
    const g = await make("bayonet/learning", ["person", "level-1"]);
    page.on("request", (r) => { if (/\/(reach|preview|why|odds|plan)$/.test(r.url())) asked.server++; });
    await page.goto(g.link(0));
    await ready(page);
    // The first record comes by itself; then nothing of the kind goes over the wire.
    await until(() => page.evaluate(() => globalThis.tricorneFollows?.() ?? false), "the engine to stand where the server does", 30000);
    asked.server = 0;
    const roll = dice(4);
    for (let i = 0; i < 12; i++) {
      if ((await ready(page)) !== "mine") break;
      await until(() => page.evaluate(() => globalThis.tricorneFollows()), "the engine to follow", 15000);
      const lit = await page.$$(".piece.live");
      if (lit.length) await lit[0].hover({ force: true, timeout: 2000 }).catch(() => undefined);
      await answerOnce(page, roll, i % 2 === 0);
    }
    asked.near = await page.evaluate(() => globalThis.tricorneAnswered());
    assert.ok(asked.near > 3, `${asked.near} answered in the page`);
    assert.equal(asked.server, 0, `${asked.server} asked of the server`);
    verify();
    clean(page);
    await ctx.close();
  });

  test("a stream that was cut goes on where it stopped: nothing missing, nothing twice", async () => {
    const g = await make("pistolado/first-speech", ["person", "person"]), ctx = await context(), page = await newTab(ctx);
    await page.goto(g.link(0, line.base));
    await page.waitForSelector(".question");
    const answer = async () => {
      for (const seat of [0, 1]) {
        const v = await view(g, seat);
        if (v.question.seat !== seat || v.question.kind !== "question") continue;
        const { offers, number: n } = await request(base, "GET", `games/${g.game}/offers`, g.token(seat));
        await request(base, "POST", `games/${g.game}/answer`, g.token(seat), { number: n, act: offers[offers.length - 1] });
        return;
      }
    };
    for (let i = 0; i < 4; i++) await answer();
    await until(async () => (await number(page)) === String((await view(g, 0)).question.number), "the page to follow");
    line.cut();
    await page.waitForSelector(".link-state.lost");
    for (let i = 0; i < 8; i++) await answer();
    const behind = await number(page);
    assert.notEqual(behind, String((await view(g, 0)).question.number));
    line.mend();
    await until(async () => (await number(page)) === String((await view(g, 0)).question.number), "the page to catch up");
    assert.equal(await page.$(".link-state.lost"), null);
    const told = await page.$$eval(".log [data-n]", (all) => all.map((e) => Number(e.dataset.n)));
    const log = (await view(g, 0)).log.filter((e) => !e.quiet || e.outcome).map((e) => e.n);
    assert.deepEqual([...told].sort((a, b) => a - b), log);
    assert.equal(new Set(told).size, told.length);
    clean(page);
    await ctx.close();
  });

  test("a tab that is behind is refused, says so and is brought up to date", async () => {
    const g = await make("pistolado/first-speech", ["person", "person"]), ctx = await context(), page = await newTab(ctx);
    // The stream is kept away from this tab, so that it does not hear the news.
    await page.route("**/stream", (r) => r.abort());
    await page.goto(g.link(0));
    assert.equal(await ready(page), "mine");
    const old = await number(page), before = await view(g, 0);
    const { offers } = await request(base, "GET", `games/${g.game}/offers`, g.token(0));
    await request(base, "POST", `games/${g.game}/answer`, g.token(0), { number: before.question.number, act: offers[0] });
    const after = await view(g, 0);
    assert.equal(await number(page), old);
    await page.click(".offers .offer > button");
    const again = await page.waitForSelector(".notice.stale, .confirm .do-it");
    if (await again.evaluate((e) => e.classList.contains("do-it"))) await again.click();
    await page.waitForSelector(".notice.stale");
    assert.match(await page.textContent(".notice.stale"), /not taken/);
    await until(async () => (await number(page)) === String(after.question.number), "the tab to be up to date");
    assert.equal((await view(g, 0)).lines, after.lines);
    clean(page);
    await ctx.close();
  });

  test("an invitation is taken once; a link to the moment holds no seat", async () => {
    const { scenarios } = await request(base, "GET", "scenarios"), s = scenarios.find((x) => x.id === "pistolado/first-speech");
    const made = await request(base, "POST", "games", null, { scenario: s.id, seats: s.sides.map((x) => ({ side: x.name, kind: "person" })) });
    const link = `${base}#/j/${made.game}/${made.seats[1].invite}`, ctx = await context(), page = await newTab(ctx);
    await page.goto(link);
    await page.click("button.join");
    await page.waitForSelector(".question");
    const token = new URL(page.url()).hash.split("/")[3];
    assert.notEqual(token, made.seats[1].invite);
    assert.equal((await request(base, "GET", `games/${made.game}/view`, token)).seat, 1);
    await page.keyboard.press("r");
    await page.click("button:has-text('Link to this moment')");
    const moment = await page.inputValue("input[aria-label='Link to this moment']");
    assert.ok(!moment.includes(token) && !moment.includes(made.seats[0].token), moment);
    assert.equal((await request(base, "GET", `games/${made.game}/view`, moment.split("/").pop().split("@")[0])).seat, -1);
    const other = await context(), late = await newTab(other);
    await late.goto(link);
    await late.click("button.join");
    await late.waitForSelector("[role=alert]");
    assert.match(await late.textContent("[role=alert]"), /used or withdrawn/);
    clean(page);
    await other.close();
    await ctx.close();
  });

  test("a unit is dragged over the table; what may not be is refused with its rule", async () => {
    const g = await make("minden/first-battle", ["person", "random"], { seed: "0".repeat(31) + "7" }), ctx = await context(), page = await newTab(ctx);
    await page.goto(g.link(0));
    assert.equal(await ready(page), "mine");
    const to = async (words) => {
      const n = await number(page);
      await page.click(`.offers .offer > button:has-text("${words}")`);
      await until(async () => (await number(page)) !== n, words);
      await ready(page);
    };
    const first = await number(page);
    await page.locator('.piece[data-key="25th-foot"]').dispatchEvent("click");
    await until(async () => (await number(page)) !== first, "25th Foot to be taken");
    await ready(page);
    await to("Roll for movement");
    if ((await page.$eval(".question", (e) => e.dataset.question)) === "keep") await to("Keep");
    assert.equal(await page.$eval(".question", (e) => e.dataset.question), "path");
    const box = await page.locator('.piece[data-key="25th-foot"] .body').boundingBox();
    const x = box.x + box.width / 2, y = box.y + box.height / 2;
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 3, y - 300, { steps: 8 });
    await page.waitForSelector(".hand.refused .refusal .rule");
    await page.waitForSelector(".ghosts.refused");
    await shot(page, "drag-refused");
    // Let go where it may not stand: it is shown how near it can come, and why not nearer; only then it marches.
    const n = await number(page), was = (await view(g, 0)).scene.pieces.find((p) => p.key === "25th-foot");
    await page.mouse.up();
    await page.waitForSelector('.confirm[aria-label="Order"] .refusal .rule');
    await page.waitForSelector(".ghosts.legal");
    assert.equal(await number(page), n);
    await shot(page, "drag-nearest");
    await page.click(".confirm .do-it");
    await until(async () => (await number(page)) !== n, "the march");
    const now = (await view(g, 0)).scene.pieces.find((p) => p.key === "25th-foot");
    assert.ok(now.y > was.y, `${was.y} to ${now.y}`);
    clean(page);
    await ctx.close();
  });

  orders({ test, context, make, view, clean, verify, base, shot, all });
  sheet({ test, context, make, view, clean, base, shot });
  sets({ test, context, make, view, verify, clean, shot });
  means({ test, context, make, view, clean, base, shot, all });
  guides({ test, context, openGuide, clean, verify, all, shot });
  limits({ test, serve });
  if (all) lengths({ test, serve });
  if (all) volleys({ test, serve });
  if (all) more({ test, context, base, line, make, view, verify, clean, playOut, openGuide, shot });

  return async () => {
    await browser.close();
    await line.stop();
    await server.stop();
  };
}

/** What make check wants besides. */
function more({ test, context, base, line, make, view, verify, clean, playOut, openGuide, shot }) {
  for (const [scenario, onMap] of [["minden/first-battle", 25], ["pistolado/first-speech", 40], ["malbrook/first-command", 25], ["reason/learning", 25]])
    test(`${scenario} is played to its end by clicks`, async () => {
      const g = await make(scenario, ["person", "random"]), ctx = await context(), page = await newTab(ctx);
      await page.goto(g.link(0));
      await ready(page);
      await shot(page, `${scenario.replace("/", "-")}-begin`);
      await playOut(page, 7, onMap, 2500);
      await shot(page, `${scenario.replace("/", "-")}-end`);
      assert.ok((await view(g, 0)).over, "the server knows that it is over");
      verify();
      clean(page);
      await ctx.close();
    });

  test("two browsers play each other while one loses its connection, and talk", async () => {
    const g = await make("pistolado/first-speech", ["person", "person"]), a = await context(), b = await context();
    const pages = [await newTab(a), await newTab(b)], roll = dice(3);
    await pages[0].goto(g.link(0, line.base));
    await pages[1].goto(g.link(1));
    const turn = async () => {
      const who = await until(async () => {
        const v = await view(g, 0);
        if (v.question.kind === "over") return "over";
        for (const [i, p] of pages.entries())
          if (v.question.seat === i && (await number(p)) === String(v.question.number) && (await p.$(".question.mine .offer > button:not([disabled])"))) return i + 1;
        return 0;
      }, "one of the two to be asked");
      if (who !== "over") await answerOnce(pages[who - 1], roll, true);
    };
    for (let i = 0; i < 12; i++) await turn();
    line.cut();
    await pages[0].waitForSelector(".link-state.lost");
    await new Promise((r) => setTimeout(r, 800));
    line.mend();
    for (let i = 0; i < 12; i++) await turn();
    await pages[1].click("#tab-chat");
    await pages[1].fill(".chat input", "Messieurs, <b>tirez</b> & firez");
    await pages[1].press(".chat input", "Enter");
    await pages[0].click("#tab-chat");
    await until(async () => /Messieurs, <b>tirez<\/b> & firez/.test(await pages[0].textContent(".chat-lines")), "the words to arrive as they were written");
    const last = await view(g, 0);
    for (const p of pages) {
      await until(async () => (await number(p)) === String(last.question.number), "both to see the same question");
      clean(p);
    }
    await a.close();
    await b.close();
  });

  test("a phone: begin, answer, nothing wider than the screen", async () => {
    const ctx = await context({ viewport: PHONE, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }), page = await newTab(ctx);
    await page.goto(base);
    await page.waitForSelector("[data-guide=table]:not([disabled])");
    await shot(page, "phone-start");
    await page.tap("[data-guide=table]");
    await page.waitForSelector(".question.mine");
    const wide = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    assert.ok((await wide()) <= 1, `${await wide()} px too wide`);
    await understood(page);
    await shot(page, "phone-game");
    const n = await number(page);
    await page.tap(".offers .offer > button");
    await until(async () => (await number(page)) !== n || page.$(".confirm"), "the tap to count");
    clean(page);
    await ctx.close();
  });

  test("the keyboard alone: begin, answer by figures, march, read, help", async () => {
    const ctx = await context(), page = await newTab(ctx);
    await page.goto(base);
    await page.waitForSelector("[data-guide=table]:not([disabled])");
    for (let i = 0; i < 10; i++) {
      await page.keyboard.press("Tab");
      if (await page.evaluate(() => document.activeElement?.getAttribute("data-guide") === "table")) break;
    }
    await page.keyboard.press("Enter");
    await page.waitForSelector(".question.mine .offer");
    await page.keyboard.press("?");
    await page.waitForSelector("dialog .keys");
    await page.keyboard.press("Escape");
    await until(async () => !(await page.$("dialog")), "help to close");
    await page.evaluate(() => document.activeElement?.blur?.());
    let marched = false;
    for (let i = 0; i < 14; i++) {
      if ((await ready(page)) === "over") break;
      const n = await number(page), name = await page.$eval(".question", (e) => e.dataset.question);
      if (name === "path" && !marched) {
        await page.keyboard.press("m");
        for (let k = 0; k < 14 && !(await page.$(".hand.legal")); k++) {
          await page.keyboard.press("ArrowUp");
          await new Promise((r) => setTimeout(r, 250));
        }
        marched = !!(await page.$(".hand.legal"));
        await page.keyboard.press(marched ? "Enter" : "Escape");
      }
      if ((await number(page)) === n) await page.keyboard.press("1");
      await until(async () => {
        if ((await number(page)) !== n) return true;
        if (await page.$(".confirm")) await page.keyboard.press("Enter");
        return false;
      }, `${name} to be answered by a key`);
    }
    await page.keyboard.press("b");
    await page.waitForSelector(".panels");
    await page.keyboard.press("[");
    await page.waitForSelector(".past");
    await page.keyboard.press("r");
    await page.waitForSelector(".replay");
    clean(page);
    await ctx.close();
  });

  test("axe finds no serious fault on the first page, in a game, its dialogs and tabs", async () => {
    const ctx = await context(), page = await newTab(ctx);
    const axe = fs.readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
    const look = async (where) => {
      const found = await page.evaluate(async (source) => {
        if (!window.axe) (0, eval)(source);
        const r = await window.axe.run(document, { resultTypes: ["violations"] });
        return r.violations.filter((v) => v.impact === "serious" || v.impact === "critical").map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => n.html.slice(0, 120)).join(" | ")}`);
      }, axe);
      assert.deepEqual(found, [], where);
    };
    // The page forbids eval to itself; the test brings axe in from outside.
    await page.route("**/*", async (r) => {
      if (r.request().resourceType() !== "document") return r.continue();
      const answer = await r.fetch(), headers = { ...answer.headers() };
      delete headers["content-security-policy"];
      const body = (await answer.text()).replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, "");
      await r.fulfill({ response: answer, headers, body });
    });
    await page.goto(base);
    await page.waitForSelector("[data-guide=hex]:not([disabled])");
    await look("the first page");
    await page.click("[data-guide=hex]");
    await page.waitForSelector(".question.mine .offer");
    await look("a game");
    for (const tab of ["panels", "replay", "chat"]) {
      await page.click(`#tab-${tab}`);
      await look(tab);
    }
    await page.keyboard.press("?");
    await page.waitForSelector("dialog");
    await look("help");
    await ctx.close();
  });

  test("hot-seat hands over behind a screen", async () => {
    const ctx = await context(), page = await newTab(ctx);
    await page.goto(base);
    await page.waitForSelector(".chooser .begin");
    await page.locator(".systems label", { hasText: "Pistolado" }).click();
    await page.locator(".choice label", { hasText: /^Battle/ }).locator("select").selectOption("pistolado/first-speech");
    await page.locator(".choice label", { hasText: /^Against/ }).locator("select").selectOption("hot");
    await page.click(".begin");
    const roll = dice(5), seen = new Set();
    for (let i = 0; i < 16; i++) {
      const what = await ready(page);
      if (what === "hand-over") {
        assert.equal(await page.$(".map"), null);
        seen.add(await page.textContent(".hand-over h2"));
        await page.click(".hand-over button");
        await page.waitForSelector(".map");
        continue;
      }
      await answerOnce(page, roll, false);
    }
    assert.ok(seen.size >= 1);
    clean(page);
    await ctx.close();
  });

  test("real dice are typed in; undo takes back; a moment has a link; since you left is told", async () => {
    const g = await make("minden/first-battle", ["person", "random"], { dice: "typed" }), ctx = await context(), page = await newTab(ctx);
    await page.goto(g.link(0));
    await page.waitForSelector(".typed-dice, .question.mine .offer");
    for (let i = 0; i < 6 && (await page.$(".typed-dice")); i++) {
      const n = await number(page);
      while (await page.$(".typed-dice .faces button:not([disabled])")) await page.click(".typed-dice .faces button[data-face='4']");
      await page.click(".typed-dice .do-it");
      await until(async () => (await number(page)) !== n, "the dice to be taken");
      await page.waitForSelector(".typed-dice, .question.mine .offer");
    }
    assert.match(await page.textContent(".log"), /4/);
    const n = await number(page);
    await page.locator('.piece[data-key="25th-foot"]').dispatchEvent("click");
    await until(async () => (await number(page)) !== n, "25th Foot to be taken");
    await ready(page);
    const asked = await page.$eval(".question", (e) => e.dataset.question);
    await page.click(".tools button:has-text('Undo')");
    await until(async () => (await page.$eval(".question", (e) => e.dataset.question)) !== asked, "the answer to be taken back");
    await page.goto(`${g.link(0)}@0`);
    await page.waitForSelector(".past");
    clean(page);
    await ctx.close();
  });

  test("the pictures: every great battle is drawn without a fault", async () => {
    const ctx = await context(), page = await newTab(ctx);
    for (const id of ["bayonet/blenheim-1704", "malbrook/ramillies-1706", "minden/minden-1759", "pistolado/dreux-1562", "reason/lobositz-1756"]) {
      const g = await make(id, ["person", "person"]);
      await page.goto(g.link(0));
      await page.waitForSelector(".map .piece");
      assert.ok((await page.$$(".map .piece")).length > 20, id);
      await shot(page, id.replace("/", "-"));
    }
    clean(page);
    await ctx.close();
  });
}
