// Accounts and clocks in a real browser.
import assert from "node:assert/strict";
import { newTab, request, until } from "./kit.mjs";

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
}
