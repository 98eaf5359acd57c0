// Accounts and clocks in a real browser.
import assert from "node:assert/strict";
import { answerOnce, dice, newTab, number, request, until } from "./kit.mjs";

export function people({ test, base, context, make, clean }) {
  test("an account: made, password changed, places listed and ended, deleted", async () => {
    const ctx = await context(), page = await newTab(ctx), open = () => page.click(".account summary");
    await page.goto(base);
    await open();
    await page.locator(".account label", { hasText: "Name" }).locator("input").fill("Eugene of Savoy");
    await page.locator(".account label", { hasText: "Password" }).locator("input").fill("a first password");
    await page.click("text=New account");
    await page.waitForSelector(".account summary:has-text('Eugene of Savoy')");
    const other = await request(base, "POST", "sessions", null, { name: "Eugene of Savoy", password: "a first password" });
    await page.reload();
    await open();
    await page.waitForSelector(".sessions li:nth-child(2)");
    await page.click(".sessions button");
    await until(async () => !(await page.$(".sessions")), "the other place to be signed out");
    await assert.rejects(request(base, "GET", "me", other.token));
    await page.locator(".account .password label", { hasText: "Old" }).locator("input").fill("a first password");
    await page.locator(".account .password label", { hasText: "New" }).locator("input").fill("a second password");
    await page.click("text=Change the password");
    await page.waitForSelector("text=The password is changed");
    await request(base, "POST", "sessions", null, { name: "Eugene of Savoy", password: "a second password" });
    await page.locator(".account .leave input").fill("a second password");
    await page.click("text=Delete the account");
    await page.waitForSelector("text=New account", { state: "attached" });
    await assert.rejects(request(base, "POST", "sessions", null, { name: "Eugene of Savoy", password: "a second password" }));
    await page.goto(`${base}#/confirm/${"x".repeat(32)}`);
    await page.click("text=Yes, it is mine");
    await page.waitForSelector("[role=alert]:has-text('valid')");
    await ctx.close();
  });

  test("a clock is shown and counts down", async () => {
    const g = await make("minden/first-battle", ["person", "person"], { clock: { minutes: 10, increment: 5, then: "forfeit" } });
    await request(base, "GET", `games/${g.game}/view`, g.token(1));
    const ctx = await context(), page = await newTab(ctx), running = () => page.textContent(".clock .running");
    await page.goto(g.link(0));
    await page.waitForSelector(".clock .running");
    const first = await running();
    assert.match(first, /(10:00|9:5\d)/);
    await until(async () => (await running()) !== first, "a second to pass");
    clean(page);
    await ctx.close();
  });

  /** Both play by clicks until so many dice have fallen. */
  const rollSome = async (g, pages, seed, most) => {
    const roll = dice(seed), state = () => request(base, "GET", `games/${g.game}/view`, g.token(0));
    for (let i = 0; i < 150; i++) {
      const v = await until(async () => { const x = await state(); return x.question.kind === "question" && !x.question.shares ? x : null; }, "the dice to fall");
      if (v.log.filter((e) => e.kind === "die" || e.kind === "pool").length >= most) return;
      const page = pages[v.question.seat];
      await until(async () => Number(await number(page)) >= v.question.number && (await page.$(".question.mine .offer > button:not([disabled])")), "the question to be seen");
      await answerOnce(page, roll, false);
    }
    throw new Error("no dice fell");
  };

  test("committed and interactive dice: shares by themselves, waiting is said, every face checked", async () => {
    for (const way of ["committed", "interactive"]) {
      const g = await make("minden/first-battle", ["person", "person"], { dice: way });
      const one = await context(), two = await context();
      const pages = [await newTab(one), await newTab(two)];
      await pages[0].goto(g.link(0));
      await until(async () => (await request(base, "GET", `games/${g.game}/view`, g.token(0))).question.shares?.owes.join() === "1", "the first commitment");
      await pages[1].goto(g.link(1));
      await rollSome(g, pages, 7, 3);
      if (way === "interactive") {
        const pair = [two, pages[1]];
        await pages[1].goto("about:blank"); // away, its secret stays in the browser
        // Seat 1 answers by its token alone until a roll waits for the share of its browser.
        const roll = dice(3), view = () => request(base, "GET", `games/${g.game}/view`, g.token(0));
        for (let n = 0; n < 200 && (await view()).question.kind !== "shares"; n++) {
          const q = (await view()).question;
          if (q.seat === 0) await answerOnce(pages[0], roll, false).catch(() => undefined);
          else {
            const { offers, number: at } = await request(base, "GET", `games/${g.game}/offers`, g.token(1));
            await request(base, "POST", `games/${g.game}/answer`, g.token(1), { number: at, act: offers[Math.floor(roll() * offers.length)].act });
          }
        }
        const owed = async () => (await view()).question.shares;
        assert.equal((await owed())?.what, "link");
        await until(async () => (await owed())?.owes.join() === "1", "the page of seat 0 to give its share");
        await until(async () => /The dice wait for .*, who is away/.test(await pages[0].innerText(".question")), "the page to say for whom the dice wait");
        await pair[1].goto(g.link(1)); // back: its page gives the share by itself
        await until(async () => (await view()).question.kind !== "shares", "the dice to fall");
        await rollSome(g, pages, 9, 4);
      }
      await request(base, "POST", `games/${g.game}/resign`, g.token(0), {});
      for (const page of pages) {
        await page.waitForSelector(".ending");
        await page.click(".ending .check-dice");
        await page.waitForSelector(".ending .dice-said");
        const said = await page.textContent(".ending .dice-said");
        assert.match(said, /^faces verified: (\d+) of \1\.$/, said);
        await page.click(".ending .weigh-luck");
        await page.waitForSelector(".ending .luck dl:nth-of-type(2)");
        assert.match(await page.innerText(".ending .luck"), /In the fight .*(dice|die)/);
        clean(page);
      }
      await one.close();
      await two.close();
    }
  });
}
