// The sheet under the hand: while it is panned or zoomed nothing on it is changed, compared or laid out.
import assert from "node:assert/strict";
import { newTab, ready, request, understood, until } from "./kit.mjs";
import { settled } from "./orders.mjs";

export function sheet({ test, context, make, view, base, clean }) {
  const open = async (scenario, more = {}) => {
    const g = await make(scenario, ["person", "level-1"], { seed: "0".repeat(31) + "1" }), ctx = await context(more), page = await newTab(ctx);
    await page.goto(g.link(0));
    await page.waitForSelector(".map .piece");
    await ready(page);
    await understood(page);
    await settled(page);
    return { g, ctx, page };
  };

  test("after a reload the log has the newest events, and Earlier fetches all that was told before", async () => {
    const g = await make("bayonet/learning", ["person", "level-1"], { seed: "0".repeat(31) + "1" }), at = `games/${g.game}`, token = g.token(0);
    // A battle of fixed dice, answered by requests until more is told than a view brings.
    let whole = [];
    for (let i = 0; i < 400 && whole.length < 320; i++) {
      const v = await until(async () => { const x = await view(g, 0); return x.question.kind !== "question" || x.question.seat === 0 ? x : null; }, "to be asked");
      assert.equal(v.question.kind, "question", "the battle is long enough");
      const { offers } = await request(base, "GET", `${at}/offers`, token);
      await request(base, "POST", `${at}/answer`, token, { number: v.question.number, act: offers[i % 3 === 0 ? offers.length - 1 : 0] });
      whole = (await request(base, "GET", `${at}/log?from=0`, token)).log;
    }
    const ctx = await context(), page = await newTab(ctx), told = () => page.$$eval(".log [data-n]", (all) => all.map((e) => Number(e.dataset.n)));
    await page.goto(g.link(0));
    await page.waitForSelector(".log .earlier");
    whole = (await request(base, "GET", `${at}/log?from=0`, token)).log;
    assert.ok(!(await told()).includes(whole[0].n) && (await told()).includes(whole[whole.length - 1].n), "the newest are there, the first are not");
    await page.click(".log .earlier");
    await until(async () => !(await page.$(".log .earlier")), "all of it to be fetched");
    const shown = whole.filter((e) => !e.quiet || e.outcome || e.kind === "answer").map((e) => e.n);
    assert.deepEqual((await told()).sort((a, b) => a - b), shown, "everything, and nothing twice");
    clean(page);
    await ctx.close();
  });

  test("Blenheim is panned and zoomed as one picture: nothing on the sheet changes, and it is drawn anew when it rests", async () => {
    const { ctx, page } = await open("bayonet/blenheim-1704", { viewport: { width: 1280, height: 720 } });
    const box = await page.locator(".map-hold").boundingBox(), x = box.x + box.width / 2, y = box.y + box.height / 2;
    const where = () => page.$eval(".piece", (e) => { const b = e.getBoundingClientRect(); return [b.x, b.y, b.width]; });
    const drawn = () => page.$eval(".map > g", (e) => e.style.transform), rested = () => page.$eval(".map-glass", (e) => e.hidden);
    await until(rested, "the sheet to rest at first");
    await page.evaluate(() => {
      const seen = (globalThis.seen = { changes: 0, from: globalThis.tricorneDrawn });
      new MutationObserver((list) => { seen.changes += list.length; }).observe(document.querySelector(".map"), { childList: true, subtree: true, attributes: true, characterData: true });
    });
    const seen = () => page.evaluate(() => [globalThis.seen.changes, globalThis.tricorneDrawn - globalThis.seen.from]);
    const [first, was] = [await drawn(), await where()];
    // On bare ground, so that it is the sheet that is taken: the margin of the paper.
    const grip = [box.x + box.width / 2, await page.$eval(".cartouche", (e) => e.getBoundingClientRect().bottom + 3)];
    await page.mouse.move(...grip);
    await page.mouse.down();
    await page.mouse.move(grip[0] + 2, grip[1] + 1);
    await until(async () => !(await rested()), "the sheet to move");
    await page.evaluate(() => { globalThis.seen.changes = 0; globalThis.seen.from = globalThis.tricorneDrawn; });
    for (let i = 1; i <= 20; i++) await page.mouse.move(grip[0] + 4 * i, grip[1] + 2 * i);
    const now = await where();
    assert.ok(Math.abs(now[0] - was[0] - 80) < 1.5 && Math.abs(now[1] - was[1] - 40) < 1.5, `the sheet goes with the hand: ${was} to ${now}`);
    assert.equal(await drawn(), first, "it is shifted, not drawn");
    assert.equal(await rested(), false);
    assert.deepEqual(await seen(), [0, 0], "changes on the sheet, drawings");
    await page.mouse.up();
    await until(rested, "the sheet to rest");
    assert.notEqual(await drawn(), first, "at rest it is drawn where it is");
    assert.equal(await page.$eval(".map-layer", (e) => e.style.transform), "");
    const at = await where();
    assert.ok(Math.abs(at[0] - now[0]) < 1.5 && Math.abs(at[1] - now[1]) < 1.5, `nothing jumps when it rests: ${now} to ${at}`);
    // The wheel: ten turns in one task, so that no rest lies between.
    const [changes, drawings] = await page.evaluate(([cx, cy]) => {
      document.querySelector(".map").dispatchEvent(new WheelEvent("wheel", { deltaY: -40, clientX: cx, clientY: cy, bubbles: true, cancelable: true }));
      globalThis.seen.changes = 0;
      globalThis.seen.from = globalThis.tricorneDrawn;
      for (let i = 0; i < 9; i++) document.querySelector(".map").dispatchEvent(new WheelEvent("wheel", { deltaY: -40, clientX: cx, clientY: cy, bubbles: true, cancelable: true }));
      return new Promise((done) => queueMicrotask(() => done([globalThis.seen.changes, globalThis.tricorneDrawn - globalThis.seen.from])));
    }, [x, y]);
    assert.deepEqual([changes, drawings], [0, 0]);
    assert.ok((await where())[2] > at[2] * 1.2, "it has grown");
    await until(rested, "the sheet to rest after the wheel");
    await until(async () => (await seen())[1] > 0, "names to be laid anew for the new size");
    clean(page);
    await ctx.close();
  });
}
