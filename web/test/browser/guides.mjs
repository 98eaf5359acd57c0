// The guided battles, played by a hand that does exactly what the guide says, to the end.
import assert from "node:assert/strict";
import { newTab, number, understood, until } from "./kit.mjs";
import { settled } from "./orders.mjs";

const sleep = (ms) => new Promise((r) => setTimeout(r, ms));

/** Where the golden arrow ends, in pixels of the page. */
const arrowEnd = (page) => page.$eval(".guide-arrow", (e) => {
  const p = e.getPointAtLength(e.getTotalLength()), m = e.getScreenCTM();
  return [p.x * m.a + p.y * m.c + m.e, p.x * m.b + p.y * m.d + m.f];
});

async function dragTo(page, key) {
  const box = await page.locator(`.piece[data-key="${key}"] .body`).first().boundingBox(), [x, y] = await arrowEnd(page);
  const from = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move((from[0] + x) / 2, (from[1] + y) / 2, { steps: 3 });
  await page.mouse.move(x, y, { steps: 3 });
  await sleep(150);
  await page.mouse.up();
}

/** Does what the guide says; gives how many acts it took. */
async function doIt(page, deed) {
  const stand = async () => `${await number(page)} ${await page.$eval(".guide", (e) => e.dataset.step ?? "").catch(() => "")}`;
  const n = await stand(), gone = async () => (await stand()) !== n;
  let acts = 1;
  if (deed.press) await page.keyboard.press(deed.press);
  else if (deed.drag) await dragTo(page, deed.drag);
  else {
    const all = page.locator(".offers .offer > button");
    await (deed.click ? all.filter({ hasText: deed.click }).first() : all.first()).click();
    const more = await until(async () => ((await gone()) ? "gone" : (await page.$(".confirm .do-it")) ? "sure" : ""), "the click to count", 30000);
    if (more === "sure") { acts++; await page.click(".confirm .do-it"); }
  }
  await until(gone, `${JSON.stringify(deed)} to count`, 30000);
  return acts;
}

/** Plays the whole battle by the guide; gives the acts, and what was shown. */
export async function follow(page, { most, tell = () => undefined } = {}) {
  let acts = 0;
  const steps = new Set();
  if (await page.$(".guide .primary")) { acts++; await understood(page); }
  for (let i = 0; i < 400; i++) {
    await settled(page, 250);
    if (await page.$(".ending")) return { acts, steps };
    const shown = await page.waitForSelector(".guide", { timeout: 5000 }).catch(() => null);
    const asked = await page.$eval(".question", (e) => `${e.querySelector(".whose").textContent} ${e.dataset.question}: ${e.querySelector("h2").textContent}`);
    assert.ok(shown, `the guide says nothing to ${asked}`);
    const step = await shown.evaluate((e) => e.dataset.step ?? "").catch(() => "");
    if (step) steps.add(step);
    const deed = await page.$eval(".guide .deed", (e) => JSON.parse(e.dataset.do)).catch(() => null);
    if (!deed) { assert.ok(await page.$(".guide .primary"), `the guide does not say what to do: ${asked}`); acts++; await page.click(".guide .primary"); continue; }
    tell(`${asked.slice(0, 90)} ${step && `[${step}] `}${JSON.stringify(deed)}`);
    acts += await doIt(page, deed).catch(async (e) => { throw new Error(`${asked} (${JSON.stringify(deed)}): ${e.message}; the page says: ${(await page.innerText(".side")).slice(0, 500)}`); });
    if (most && acts > most) throw new Error(`${acts} acts and no end: ${asked}`);
  }
  throw new Error("no end after 400 deeds");
}

export function guides({ test, context, openGuide, clean, verify, all, shot }) {
  for (const [id, side, most, seeds] of [["hex", "French", 45, ["8", "3"]], ["table", "Allied", 70, ["1", "2"]], ["brigade", "French", 45, ["1"]],
    ["reason", "Austrian", 60, ["1"]], ["pistolado", "Royal", 90, ["1"]], ["malbrook", "Allied", 60, ["3", "4"]]].filter(([x]) => all || x === "hex" || x === "table"))
    test(`the guide "${id}" is followed to the letter and wins with at most ${most} acts`, async () => {
      for (const seed of all ? seeds : seeds.slice(0, 1)) {
        const ctx = await context(), page = await newTab(ctx);
        await seeded(page, seed);
        await openGuide(page, id);
        const got = await follow(page, { most });
        console.log(`# guide ${id}, dice ${seed}: ${got.acts} acts, ${got.steps.size} steps`);
        assert.match(await page.textContent(".ending .winner"), new RegExp(`${side} army wins`));
        assert.ok(got.acts <= most, `${got.acts} acts`);
        await shot(page, `guide-${id}-end`);
        verify();
        clean(page);
        await ctx.close();
      }
    });
}

/** The page makes its game with dice that always fall alike. */
export async function seeded(page, seed) {
  await page.route("**/api/v1/games", async (r) => {
    if (r.request().method() !== "POST") return r.continue();
    await r.continue({ postData: JSON.stringify({ ...JSON.parse(r.request().postData()), seed: seed.padStart(32, "0") }) });
  });
}
