// Orders above single answers, in a real browser: far marches, brigades, guns, and how many acts a turn takes.
import assert from "node:assert/strict";
import { newTab, number, ready, request, until } from "./kit.mjs";

const sleep = (ms) => new Promise((r) => setTimeout(r, ms));

/** Waits until nothing goes on by itself any more and this seat is asked. */
export async function settled(page, ms = 700) {
  let last = "", since = Date.now();
  for (;;) {
    const n = await number(page);
    if (n !== last) { last = n; since = Date.now(); }
    if (Date.now() - since > ms && (await page.$(".question.mine .offer > button:not([disabled]), .ending"))) return;
    if (Date.now() - since > 60000) throw new Error("the page does not come to rest");
    await sleep(50);
  }
}

const asked = (page) => page.$eval(".question", (e) => e.dataset.question);
const turnOf = (page) => page.$eval(".whose", (e) => Number(/\d+/.exec(e.textContent)?.[0] ?? 0));

async function pressed(page, key) {
  const n = await number(page);
  await page.keyboard.press(key);
  await until(async () => (await number(page)) !== n, `${key} to count`);
  await settled(page);
}

/** Drags a piece by pixels; true when it made the battle go on. */
export async function drag(page, key, dx, dy) {
  const box = await page.locator(`.piece[data-key="${key}"] .body`).first().boundingBox();
  const x = box.x + box.width / 2, y = box.y + box.height / 2, n = await number(page);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + dx / 3, y + dy / 3, { steps: 3 });
  await page.mouse.move(x + dx, y + dy, { steps: 4 });
  await sleep(300);
  await page.mouse.up();
  const went = await until(async () => (await number(page)) !== n, "the drag to count", 4000).catch(() => false);
  if (went) await settled(page);
  return went;
}

/** To the first question about brigades at Blenheim: guns stay, fire, wings stay. Gives the acts it took. */
async function toBrigades(page) {
  let acts = 0;
  for (; acts < 8 && (await asked(page)) !== "brigade"; acts++) await pressed(page, (await asked(page)) === "fire" ? "f" : "h");
  assert.equal(await asked(page), "brigade");
  return acts;
}

export function orders({ test, context, make, view, clean, verify, base, shot, all, openGuide }) {
  const open = async (scenario, more = {}) => {
    const g = await make(scenario, ["person", "level-1"], { seed: "0".repeat(31) + "1" }), ctx = await context(more), page = await newTab(ctx);
    await page.goto(g.link(0));
    await page.waitForSelector(".map .piece");
    await ready(page);
    return { g, ctx, page };
  };
  const pose = async (g, key) => {
    const p = (await view(g, 0)).scene.pieces.find((x) => x.key === key);
    return [p.x, p.y, p.facing];
  };

  test("a far hex is marched to by a click and a facing; one Undo takes the whole march back", async () => {
    const { g, ctx, page } = await open("bayonet/learning");
    await toBrigades(page);
    const before = await pose(g, "guards-2"), n = await number(page);
    await page.locator('.piece[data-key="guards-2"]').first().dispatchEvent("click");
    await page.waitForSelector(".spot.reach .cost");
    assert.match(await page.textContent(".unit-card"), /Foot Guards.*Rowe/);
    const spots = await page.$$(".spot.reach");
    assert.ok(spots.length > 8, `${spots.length} hexes in reach`);
    await spots[spots.length - 1].dispatchEvent("click");
    await page.waitForSelector('.confirm[aria-label="March"] .do-it');
    await page.waitForSelector(".ghosts.legal");
    await page.click(".confirm .do-it");
    await until(async () => (await number(page)) !== n, "the march");
    await settled(page);
    assert.notDeepEqual((await pose(g, "guards-2")).slice(0, 2), before.slice(0, 2));
    await page.keyboard.press("u");
    await until(async () => (await asked(page)) === "brigade", "the order to be taken back");
    assert.deepEqual(await pose(g, "guards-2"), before);
    verify();
    clean(page);
    await ctx.close();
  });

  test("a hex that cannot be reached says why, by its rule; keys march too", async () => {
    const { g, ctx, page } = await open("bayonet/learning");
    await toBrigades(page);
    await page.locator('.piece[data-key="guards-2"]').first().dispatchEvent("click");
    await page.waitForSelector(".spot.reach");
    const far = await page.locator('.hex-numbers text:text-is("1302")').boundingBox();
    await page.mouse.click(far.x + far.width / 2, far.y + far.height / 2 + 12);
    await page.waitForSelector(".notice.refused .rule");
    assert.match(await page.textContent(".notice.refused .rule"), /^B-/);
    const before = await pose(g, "guards-2"), n = await number(page);
    await page.keyboard.press("m");
    await page.waitForSelector('.confirm[aria-label="March"]');
    for (const k of ["ArrowUp", ".", "Enter"]) {
      await sleep(200);
      await page.keyboard.press(k);
    }
    await until(async () => (await number(page)) !== n, "Enter to march");
    await settled(page);
    assert.notDeepEqual(await pose(g, "guards-2"), before);
    clean(page);
    await ctx.close();
  });

  test("the guide on the hexes: its first turn is done exactly as it says", async () => {
    const ctx = await context(), page = await newTab(ctx);
    await openGuide(page, "hex");
    const step = async (title) => {
      await until(async () => (await page.$eval(".guide h3", (e) => e.textContent).catch(() => "")) === title, `the step "${title}"`);
      const text = await page.textContent(".guide");
      await page.click(".guide .primary");
      return text;
    };
    await step("You command the red army");
    assert.match(await step("The guns first"), /Press H/);
    await pressed(page, "h");
    assert.match(await step("Fire?"), /Press F/);
    await pressed(page, "f");
    assert.match(await page.textContent(".log"), /fires at|shot|hit|effective|miss/i);
    assert.match(await step("Your wing commander"), /Answer "Done"/);
    const n = await number(page);
    await page.locator(".offer > button", { hasText: "Done" }).click();
    await until(async () => (await number(page)) !== n, "the wing commander to be done");
    await settled(page);
    assert.match(await step("Activate a brigade"), /its whole brigade is picked/);
    await page.locator('.piece[data-key="guards-3"]').first().dispatchEvent("click");
    await page.waitForSelector(".spot.reach");
    assert.equal((await page.$$(".piece.picked")).length, 4);
    assert.ok(await drag(page, "guards-3", 0, -60), "the brigade marches as one");
    clean(page);
    await ctx.close();
  });

  test("Blenheim: all guns fire, a brigade is dragged and keeps its line, the rest hold", async () => {
    const { g, ctx, page } = await open("bayonet/blenheim-1704", { viewport: { width: 1280, height: 720 } });
    assert.ok((await toBrigades(page)) <= 4);
    const keys = ["rowe-1", "rowe-2", "rowe-3", "rowe-4", "rowe-5"], before = {};
    for (const k of keys) before[k] = await pose(g, k);
    await page.locator('.piece[data-key="rowe-3"]').first().dispatchEvent("click");
    assert.equal((await page.$$(".piece.picked")).length >= 5, true, "the whole brigade is picked");
    assert.equal((await page.$$(".piece.band .outline")).length >= 5, true, "and outlined");
    await shot(page, "blenheim-1280");
    assert.ok(await drag(page, "rowe-3", 0, 22), "the brigade marches");
    const gone = await Promise.all(keys.map(async (k) => { const p = await pose(g, k); return [p[0] - before[k][0], p[1] - before[k][1]].join(); }));
    assert.equal(new Set(gone).size, 1, `all go the same way: ${gone}`);
    assert.notEqual(gone[0], "0,0");
    await pressed(page, "h");
    assert.ok((await turnOf(page)) === 2 || (await asked(page)) !== "brigade", "nobody is asked for a brigade again this turn");
    clean(page);
    await ctx.close();
  });

  for (const [name, viewport, more] of [["1280 x 720", { width: 1280, height: 720 }, {}], ["a phone", { width: 390, height: 844 }, { hasTouch: true, isMobile: true }]])
    test(`a click on the enemy aims at him; odds and "Do it" are in sight on ${name}`, async () => {
      const { ctx, page } = await open("bayonet/learning", { viewport, ...more });
      await pressed(page, "h");
      assert.equal(await asked(page), "fire");
      await page.click(".offers .offer > button");
      await until(async () => (await asked(page)) === "aim", "the guns to be laid");
      const foe = await page.evaluate(() => {
        const red = [...document.querySelectorAll(".spot.hex.attack")].map((e) => e.dataset.spot);
        return red.length > 0;
      });
      assert.ok(foe, "there are targets");
      let hit = false;
      for (const k of ["navarre-1", "navarre-2", "navarre-3", "navarre-4", "french-guns", "carabiniers-1"]) {
        await page.locator(`.piece[data-key="${k}"]`).first().dispatchEvent("click");
        hit = await page.waitForSelector('.confirm[aria-label="Chosen"] .odds, .narrow', { timeout: 1500 }).then(() => true).catch(() => false);
        if (hit) break;
      }
      assert.ok(hit, "the click on the block answers");
      if (!(await page.$(".confirm"))) await page.click(".offers .offer > button");
      const button = await page.waitForSelector(".confirm .do-it"), box = await button.boundingBox();
      assert.ok(box.y >= 0 && box.y + box.height <= viewport.height + 1, `Do it lies at ${box.y}`);
      await shot(page, `aim-${viewport.width}`);
      clean(page);
      await ctx.close();
    });

  test("minden: one drag picks, throws, keeps the dice and marches", async () => {
    const { g, ctx, page } = await open("minden/first-battle");
    const before = await pose(g, "reden");
    assert.ok(await drag(page, "reden", 0, -60));
    const now = await pose(g, "reden");
    assert.ok(now[1] > before[1] + 500, `${before} to ${now}`);
    assert.equal(await asked(page), "pick");
    clean(page);
    await ctx.close();
  });

  test("a standing order is made beside an answer, seen and taken back", async () => {
    const { g, ctx, page } = await open("bayonet/learning");
    assert.equal(await asked(page), "limber");
    const n = await number(page);
    await page.locator(".offer", { hasText: "Done" }).locator(".always button").click();
    await until(async () => (await number(page)) !== n, "the answer to be given as well");
    assert.deepEqual((await view(g, 0)).orders, [{ question: "limber", verb: "done" }]);
    await page.click(".tools button:has-text('Game')");
    const row = page.locator('.orders select[aria-label="limber"]');
    await row.waitFor();
    assert.equal(await row.inputValue(), "done");
    await row.selectOption("");
    await until(async () => (await view(g, 0)).orders.length === 0, "the order to be taken back");
    clean(page);
    await ctx.close();
  });

  if (all) counts({ test, open, view, shot, clean, base, request });
}

/** One act: a key, and its question is gone. */
async function key(page, k, count) {
  count.acts++;
  const n = await number(page);
  await page.keyboard.press(k);
  await until(async () => (await number(page)) !== n, `${k} to count`, 20000);
  await settled(page);
}

/** One answer out of the list, by one click or two. */
async function click(page, count) {
  count.acts++;
  const n = await number(page);
  await page.click(".offers .offer > button");
  const b = (await number(page)) === n ? await page.waitForSelector(".confirm .do-it", { timeout: 700 }).catch(() => null) : null;
  if (b) { count.acts++; await b.click(); }
  await settled(page);
}

/** Leads the brigade of a unit straight ahead by one drag; what it does is its own matter. */
async function leadAhead(page, piece, count, shift) {
  const a = ((piece.facing ?? 0) / 65536) * 2 * Math.PI;
  count.acts++;
  if (shift) await page.keyboard.down("Shift");
  await drag(page, piece.key, Math.sin(a) * 26, -Math.cos(a) * 26);
  if (shift) await page.keyboard.up("Shift");
}

/** How many clicks, drags and keys a turn takes in which every brigade that is asked acts once. */
function counts({ test, open, view, shot, clean, base, request }) {
  const offersOf = (g) => request(base, "GET", `games/${g.game}/offers`, g.token(0));
  // Who moves is asked by these questions; a brigade is dragged with Shift where single units are named.
  for (const [id, most, least, ask, shift] of [
    ["bayonet/blenheim-1704", 60, 29, ["brigade"], false], ["malbrook/ramillies-1706", 50, 4, ["declare"], true],
    ["minden/minden-1759", 45, 10, ["pick"], true], ["reason/lobositz-1756", 45, 6, ["pick"], true],
  ])
    test(`${id}: a turn in which the brigades act takes at most ${most} acts`, async () => {
      const { g, ctx, page } = await open(id), count = { acts: 0 }, led = new Set();
      await settled(page);
      for (let i = 0; i < 150 && (await turnOf(page)) === 1 && !(await page.$(".ending")); i++) {
        const name = await asked(page), v = await view(g, 0), side = v.scene.sides.findIndex((s) => s.name === v.side);
        const own = new Map(v.scene.pieces.filter((p) => p.side === side && p.arm !== "leader" && p.arm !== "other" && p.arm !== "gun").map((p) => [p.key, p]));
        if (ask.includes(name)) {
          const named = [...Object.values(v.question.args ?? {}), ...(await offersOf(g)).offers.flatMap((o) => Object.values(o.args))];
          const piece = [...own.values()].find((p) => !led.has(p.group) && (named.includes(p.key) || named.includes(p.group)));
          if (piece) { led.add(piece.group); await leadAhead(page, piece, count, shift); continue; }
        }
        if (name === "fire" && (await page.$('.whole .quick:has-text("batteries")'))) await key(page, "f", count);
        else if (name !== "choose" && (await page.$(".whole .quick"))) await key(page, "h", count);
        else await click(page, count);
      }
      await shot(page, `turn-${id.replace("/", "-")}`);
      console.log(`# ${id}: ${count.acts} acts, ${led.size} brigades led`);
      assert.ok(led.size >= least, `${led.size} brigades were led`);
      assert.ok(count.acts <= most, `${count.acts} acts`);
      clean(page);
      await ctx.close();
    });
}
