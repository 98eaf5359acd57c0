// Any set of pieces led as one: Ctrl-click, a lasso, a wing of the Command Display, keys.
import assert from "node:assert/strict";
import { newTab, number, ready, understood, until } from "./kit.mjs";
import { drag, settled, toBrigades } from "./orders.mjs";

export function sets({ test, context, make, view, verify, clean, shot }) {
  const open = async (scenario, more = {}) => {
    const g = await make(scenario, ["person", "level-1"], { seed: "0".repeat(31) + "1" }), ctx = await context(more), page = await newTab(ctx);
    await page.goto(g.link(0));
    await page.waitForSelector(".map .piece");
    await ready(page);
    await understood(page);
    return { g, ctx, page };
  };
  const poses = async (g, keys) => { const { scene } = await view(g, 0); return keys.map((k) => { const p = scene.pieces.find((x) => x.key === k); return [p.x, p.y, p.facing]; }); };
  const click = (page, key, more = {}) => page.locator(`.piece[data-key="${key}"]`).first().dispatchEvent("click", more);
  const words = (page) => page.textContent(".set-words").catch(() => "");
  const picked = (page) => page.$$eval(".piece.picked", (all) => [...new Set(all.map((e) => e.dataset.key))].sort());

  test("Blenheim: two brigades are picked by Ctrl-click and led by one drag; each goes when it is asked, and keeps its line", async () => {
    const { g, ctx, page } = await open("bayonet/blenheim-1704", { viewport: { width: 1280, height: 720 } });
    await toBrigades(page);
    const keys = ["rowe-1", "rowe-3", "rowe-5", "ferguson-1", "ferguson-2", "ferguson-3"], before = await poses(g, keys);
    await click(page, "rowe-3");
    await until(async () => (await picked(page)).length === 5, "the brigade to be picked");
    await click(page, "ferguson-1", { ctrlKey: true });
    await until(async () => /10 units picked: Rowe \(5\), Ferguson \(5\)/.test(await words(page)), "two brigades to be picked");
    await shot(page, "set-1280");
    // Once more takes them out again.
    await click(page, "ferguson-2", { ctrlKey: true });
    await until(async () => (await picked(page)).length === 5, "one brigade to be let go");
    await click(page, "ferguson-2", { ctrlKey: true });
    await until(async () => (await picked(page)).length === 10, "it to be picked again");
    assert.ok(await drag(page, "rowe-3", 0, 18), "the set marches");
    await settled(page);
    const gone = (await poses(g, keys)).map((p, i) => [p[0] - before[i][0], p[1] - before[i][1]].join());
    assert.equal(new Set(gone).size, 1, `all go the same way: ${gone}`);
    assert.notEqual(gone[0], "0,0");
    verify();
    clean(page);
    await ctx.close();
  });

  test("a wing is picked on the Command Display, a lasso picks what it holds, keys gather; Escape lets go", async () => {
    const { ctx, page } = await open("bayonet/learning");
    await toBrigades(page);
    await page.click("#tab-panels");
    await page.locator(".display h4 button").first().click();
    await until(async () => /units picked/.test(await words(page)), "the wing to be picked");
    const wing = await picked(page);
    assert.ok(wing.includes("guards-1") && wing.includes("queens-1"), wing.join());
    await page.keyboard.press("Escape");
    await until(async () => !(await page.$(".set-words")), "the set to be let go");
    // Round the whole sheet: everybody of this side, nobody of the other.
    const box = await page.locator(".map-hold").boundingBox();
    await page.keyboard.press("j");
    await page.waitForSelector(".map-hold.lassoing");
    await page.mouse.move(box.x + 4, box.y + 4);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width - 60, box.y + box.height - 4, { steps: 4 });
    await page.waitForSelector(".lasso:not([hidden])");
    await page.mouse.up();
    await until(async () => /units picked/.test(await words(page)), "the lasso to catch");
    assert.ok((await picked(page)).every((k) => !/navarre|carabiniers|french/.test(k)), (await picked(page)).join());
    assert.ok((await picked(page)).includes("guards-4"));
    await page.keyboard.press("Escape");
    await until(async () => !(await page.$(".set-words")), "the set to be let go again");
    await click(page, "guards-1");
    await until(async () => (await picked(page)).length === 4, "the brigade to be picked");
    await page.keyboard.press("w");
    await until(async () => (await picked(page)).length === 1, "one unit alone");
    await page.keyboard.press("s");
    await page.waitForSelector('.orders-row button[aria-pressed=true]:has-text("Add")');
    await click(page, "guards-3");
    await until(async () => /2 units picked: Foot Guards \(2\)/.test(await words(page)), "two units to be gathered");
    clean(page);
    await ctx.close();
  });

  test("minden: a lasso by Shift and a drag; an order for the whole set is shown before it is given", async () => {
    const { ctx, page } = await open("minden/first-battle");
    const box = await page.locator(".map-hold").boundingBox();
    await page.keyboard.down("Shift");
    await page.mouse.move(box.x + 3, box.y + 3);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width - 60, box.y + box.height - 3, { steps: 4 });
    await page.mouse.up();
    await page.keyboard.up("Shift");
    await until(async () => /units picked/.test(await words(page)), "the lasso to catch");
    const keys = await picked(page), n = await number(page);
    assert.ok(keys.length > 3, keys.join());
    await page.keyboard.press("x");
    await page.waitForSelector('.confirm[aria-label="Order"]');
    await until(async () => (await page.$('.confirm[aria-label="Order"] .do-it:not([disabled])')) ?? (await page.$('.confirm[aria-label="Order"] .refusal')), "the plan of the halt");
    assert.equal(await number(page), n, "nothing is done before it is said");
    await page.keyboard.press("Escape");
    await until(async () => !(await page.$(".confirm")), "the order to be put away");
    clean(page);
    await ctx.close();
  });

  for (const [name, viewport, more] of [["1280 x 720", { width: 1280, height: 720 }, {}], ["a phone", { width: 390, height: 844 }, { hasTouch: true, isMobile: true }]])
    test(`an order that cannot be now is greyed and says why, by its rule; the box of a brigade is drawn on demand, on ${name}`, async () => {
      const { ctx, page } = await open("bayonet/learning", { viewport, ...more });
      // Guns are asked about: the foot can do nothing yet.
      await click(page, "guards-2");
      await page.waitForSelector('.orders-row button.grey[data-manner="halt"]');
      const n = await number(page);
      await page.click('.orders-row button.grey[data-manner="halt"]', { force: true });
      await page.waitForSelector(".notice.refused .rule");
      assert.match(await page.textContent(".notice.refused"), /Not now\. What is asked is: .*battery/);
      assert.equal(await number(page), n);
      await toBrigades(page);
      await click(page, "guards-2");
      await page.waitForSelector('.orders-row button.grey[data-manner="charge"]');
      assert.equal(await page.$('.orders-row button.grey[data-manner="halt"]'), null, "a halt is possible now");
      await page.click('.orders-row button.grey[data-manner="charge"]', { force: true });
      await page.waitForSelector(".notice.refused");
      // The box, by its key; the rule stands beside it.
      assert.equal(await page.$(".brigade-box"), null);
      await page.keyboard.press("v");
      await page.waitForSelector(".brigade-box");
      assert.match(await page.textContent(".unit-card"), /must keep to *B-4\.2a/);
      await shot(page, `box-${viewport.width}`);
      await page.keyboard.press("v");
      await until(async () => !(await page.$(".brigade-box")), "the box to go");
      assert.equal((await page.$$(".overlay.goal")).length > 0, true, "the ground that counts is marked");
      clean(page);
      await ctx.close();
    });
}
