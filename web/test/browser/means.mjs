// Points 1 to 8 of "a turn in minutes" in every system, by mouse, by a finger on a phone's screen, by keys alone: one table, one program.
import assert from "node:assert/strict";
import { goneOn, HANDS, pointOn } from "./hands.mjs";
import { newTab, number, ready, request, until } from "./kit.mjs";
import { settled } from "./orders.mjs";

/**
 * One row a system: a short battle; the question at which a brigade marches (`march`), who is picked then, an enemy, how far he is
 * dragged, by how many inches more keys lead (`more`). `gun`: the question at which somebody is aimed at, and at whom; `lay`: what is answered on the way there.
 */
const ROWS = [
  { id: "bayonet/learning", march: "brigade", unit: "guards-1", foe: "navarre-4", ahead: [0, -1], gun: { at: "aim", foe: "navarre-1", lay: { fire: "fire" } } },
  { id: "malbrook/first-command", march: "declare", about: "dutch", unit: "dutch", foe: "milice", ahead: [0, -1], more: 2, gun: { at: "fire", foe: "milice" } },
  { id: "minden/first-battle", march: "pick", unit: "reden", foe: "champagne-1", ahead: [0, -1], gun: { at: "target", foe: "picardie-2", lay: { fire: "shoot" } } },
  { id: "pistolado/first-speech", march: "move", unit: "bandes", foe: "lansquenets", ahead: [0, -1], gun: { at: "shoot", foe: "enfants" } },
  { id: "reason/learning", march: "pick", unit: "itzenplitz-1", foe: "kheul-1", ahead: [0, -1], gun: { at: "fire", foe: "kheul-1" } },
];

const GREY = ".orders-row button.grey";
const plane = (row) => !/^(bayonet|reason)/.test(row.id);
const inSight = async (page, selector) => {
  const b = await (await page.waitForSelector(selector)).boundingBox(), v = page.viewportSize();
  assert.ok(b.x >= 0 && b.y >= 0 && b.x + b.width <= v.width + 1 && b.y + b.height <= v.height + 1, `${selector} lies at ${Object.values(b).map(Math.round)}`);
};

/** A place to march to with nobody near: a finger is thick. */
const farSpot = (page) => page.evaluate(() => {
  const mid = (e) => { const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; };
  const troops = [...document.querySelectorAll(".piece .body")].map(mid);
  const room = (at) => Math.min(...troops.map((p) => Math.hypot(p[0] - at[0], p[1] - at[1])));
  const free = [...document.querySelectorAll(".spot.reach")].filter((e) => e.contains(document.elementFromPoint(...mid(e))));
  return free.map(mid).sort((a, b) => room(b) - room(a))[0];
});

export function means({ test, context, make, view, clean, base, shot, all }) {
  /** The battle goes on by requests, each question let be, until this is asked. */
  const walk = async (g, name, lay = {}, about = null) => {
    for (let i = 0; i < 400; i++) {
      const v = await until(async () => { const x = await view(g, 0); return x.question.kind !== "question" || x.question.seat === 0 ? x : null; }, "to be asked");
      if (v.question.question === name && (!about || Object.values(v.question.args ?? {}).includes(about))) return v;
      assert.equal(v.question.kind, "question", `${name} is asked before the end`);
      const { offers } = await request(base, "GET", `games/${g.game}/offers`, g.token(0)), want = lay[v.question.question];
      const act = offers.find((o) => o.verb === want) ?? offers.find((o) => o.means === "rest") ?? offers[0];
      await request(base, "POST", `games/${g.game}/answer`, g.token(0), { number: v.question.number, act }).catch((e) => {
        if (!/409/.test(e.message)) throw e; // the page has given it itself: it was no real question
      });
    }
    throw new Error(`${name} is never asked`);
  };
  const open = async (row, how, name, lay, about) => {
    const g = await make(row.id, ["person", "level-1"], { seed: "0".repeat(31) + "1" }), ctx = await context(HANDS[how].screen), page = await newTab(ctx), hand = HANDS[how].make(page);
    await page.goto(g.link(0));
    await page.waitForSelector(".map .piece");
    await ready(page);
    await goals(page, hand);
    const v = await walk(g, name, lay, about);
    await until(async () => (await number(page)) === String(v.question.number), "the page to follow");
    await ready(page);
    return { g, ctx, page, hand };
  };
  const poses = async (g, keys) => { const { scene } = await view(g, 0); return keys.map((k) => { const p = scene.pieces.find((x) => x.key === k); return [p.x, p.y, p.facing]; }); };

  /** 7: the first page tells both sides' aims; the line over the map has turn, both armies, how near they are to breaking. */
  async function goals(page, hand) {
    const card = await page.textContent(".opening");
    assert.match(card, /\(you\):.*turns/s);
    await hand.press(".opening .primary");
    await page.waitForSelector(".opening", { state: "detached" });
    assert.match(await page.textContent(".victory summary"), /Turn \d.*%.*breaks 0\/\d+.*%.*breaks 0\/\d+/s);
    await inSight(page, ".victory summary");
    assert.equal((await page.$$(".overlay.goal, .overlay.objective")).length > 0, true, "the ground that counts is marked");
    await hand.press(".victory summary");
    await page.waitForSelector(".victory .all b:text-is('Your aim:')");
    await inSight(page, ".victory .all");
    await hand.press(".victory summary");
    await page.waitForSelector(".victory .all", { state: "hidden" });
  }

  /** 1 and 4: who he is, where he can go, whom he could act against; the same of an enemy; the ruler. */
  async function looks(page, hand, row) {
    await hand.pick(row.unit);
    await page.waitForSelector(`.piece[data-key="${row.unit}"].picked`);
    await page.waitForSelector(plane(row) ? ".edge" : ".spot.reach");
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth) && (await page.evaluate(() => window.innerWidth)) === page.viewportSize().width, "nothing is wider than the screen");
    const card = await page.textContent(".unit-card");
    assert.match(card, / of .*nearest enemy .*(hex|″)/, "the card names the brigade and the nearest enemy");
    assert.ok((await page.$$(".piece.band")).length > 1, "its brigade is lit");
    await hand.press('.map-tools button[aria-label="Brigades"]', "d");
    await page.waitForSelector(".brigades");
    await hand.press('.map-tools button[aria-label="Brigades"]', "d");
    await page.waitForSelector(".brigades", { state: "detached" });
    if (hand.name === "finger") { // on a phone the card is one line until it is opened
      assert.ok((await (await page.$(".unit-card")).boundingBox()).height < 40, "the card hides no army");
      await hand.press(".unit-card .unfold");
    }
    await hand.press('.unit-card button:text-is("Who can come to it?")', "t");
    await page.waitForSelector(".threats");
    if (hand.name === "finger") {
      await hand.press('.unit-card button:text-is("Hide that")');
      await hand.press(".unit-card .unfold");
    }
    // The ruler, from him to an enemy.
    const [from, to] = hand.name === "keys" ? [] : [await pointOn(page, `.piece[data-key="${row.unit}"]`), await pointOn(page, `.piece[data-key="${row.foe}"]`)];
    await hand.press('.map-tools button[aria-label="Ruler"]', "k");
    await page.waitForSelector('.map-tools button[aria-label="Ruler"][aria-pressed=true]');
    if (hand.name === "keys") await hand.go(row.foe);
    else { await hand.point(from); await hand.point(to); }
    await page.waitForSelector(".ruler text");
    assert.match(await page.textContent(".ruler text"), plane(row) ? /″$/ : /hex(es)?$/);
    await hand.press('.map-tools button[aria-label="Ruler"]', "k");
    await page.waitForSelector(".ruler", { state: "detached" });
    await hand.foe(row.foe);
    await page.waitForSelector(`.piece[data-key="${row.foe}"].picked`);
    await page.waitForSelector(plane(row) ? ".edge.could" : ".spot.could");
  }

  /** 1: what cannot be says why, by its rule: a greyed order, and on hexes a place that cannot be reached. */
  async function refusals(page, hand, row) {
    await hand.pick(row.unit);
    const n = await number(page);
    await page.waitForSelector(GREY);
    await hand.press(GREY);
    await page.waitForSelector(".notice.refused");
    assert.ok((await page.textContent(".notice.refused p")).length > 10);
    await hand.press(".notice.refused button:text-is('Close')");
    await page.waitForSelector(".notice.refused", { state: "detached" });
    if (!plane(row) && hand.name !== "keys") {
      const bare = await page.evaluate(() => {
        const b = document.querySelector(".map-hold").getBoundingClientRect();
        for (let y = b.y + 0.3 * b.height; y < b.bottom; y += 9)
          for (let x = b.x + 30; x < b.right - 60; x += 9) {
            const top = document.elementFromPoint(x, y);
            if (top?.closest(".map") && !top.closest(".spot, .piece")) return [x, y];
          }
        return null;
      });
      await hand.point(bare);
      await page.waitForSelector(".notice.refused .rule");
      await hand.press(".notice.refused button:text-is('Close')");
    }
    assert.equal(await number(page), n, "nothing was answered");
  }

  /** 1: one piece marches, by a far hex or a drag; Undo takes it back. */
  async function marches(page, hand, row, g) {
    const at = async () => (await poses(g, [row.unit]))[0].join(), before = await at(), n = await number(page);
    await hand.pick(row.unit);
    if (await page.$(".whole-brigade input:checked")) await hand.press(".whole-brigade input", "w");
    if (hand.name === "keys") {
      await hand.key("m");
      await hand.key("ArrowUp");
      await page.waitForSelector(".confirm .do-it:not([disabled]), .hand.legal .do-it:not([disabled])");
      await hand.key("Enter");
    } else if (plane(row)) {
      const drop = await hand.hold(row.unit, 30 * row.ahead[0], 30 * row.ahead[1]);
      await page.waitForSelector(".ghosts");
      await drop();
      // Let go where it may not stand: how near it can come is shown first, with the rule.
      const how = await until(async () => ((await number(page)) !== n ? "gone" : (await page.$(".confirm .do-it:not([disabled])")) ? "near" : ""), "the drag to count");
      if (how === "near") { await inSight(page, ".confirm .do-it"); await hand.press(".confirm .do-it"); }
    } else {
      await hand.point(await farSpot(page));
      await page.waitForSelector('.confirm[aria-label="March"] .do-it');
      await inSight(page, ".confirm .do-it");
      await hand.press(".confirm .do-it");
    }
    await until(async () => (await at()) !== before, "the march");
    await settled(page);
    for (let i = 0; i < 6 && (await at()) !== before; i++) {
      const m = await number(page);
      await hand.press('.tools button:text-is("Undo")', "u");
      await goneOn(page, m, "Undo to count");
      await settled(page);
    }
    assert.equal(await at(), before, "it is taken back");
  }

  /** 2 and 8: the whole brigade, dragged or led by keys, an order shown with its ghosts before it is given, "Do it" in sight. */
  async function brigades(page, hand, row, g) {
    await hand.pick(row.unit);
    const { scene } = await view(g, 0), group = scene.pieces.find((p) => p.key === row.unit).group;
    const mates = [...new Set(scene.pieces.filter((p) => p.group === group && p.arm !== "leader" && p.arm !== "other").map((p) => p.key))], before = await poses(g, mates);
    if (!(await page.$(".whole-brigade input:checked"))) await hand.press(".whole-brigade input", "w");
    await until(async () => (await page.$$eval(".piece.picked", (l) => new Set(l.map((e) => e.dataset.key)).size)) === mates.length, "the brigade to be picked");
    await hand.press('.orders-row [data-manner="wheel"]', "q");
    await page.waitForSelector('.confirm[aria-label="Order"] .do-it');
    await until(async () => (await page.$(".ghosts")) && !/…$/.test(await page.textContent('.confirm[aria-label="Order"] p')), "the plan of the wheel");
    await inSight(page, ".confirm .do-it");
    await shot(page, `means-${row.id.split("/")[0]}-${hand.name}`);
    await hand.press(".confirm button:text-is('Not this')", "Escape");
    await page.waitForSelector(".confirm", { state: "detached" });
    await settled(page);
    await hand.pick(row.unit);
    await until(async () => {
      if ((await page.$$eval(".piece.picked", (l) => new Set(l.map((e) => e.dataset.key)).size)) === mates.length) return true;
      if (await page.$(".whole-brigade input:not(:checked)")) await hand.press(".whole-brigade input", "w");
      else await hand.pick(row.unit);
      await settled(page);
      return false;
    }, "the brigade to be picked again");
    if (hand.name === "keys") {
      await hand.key("m");
      for (let i = 0; i < (row.more ?? 0); i++) await hand.key("ArrowUp");
      if (row.more) await until(async () => (await page.textContent('.confirm[aria-label="Order"]').catch(() => "")).includes(`March ${1 + row.more}″ up the sheet.`), "the plan of the march");
      await page.waitForSelector('.confirm[aria-label="Order"] .do-it:not([disabled])');
      await page.waitForSelector(".ghosts");
      await hand.key("Enter");
    } else {
      const drop = await hand.hold(row.unit, 30 * row.ahead[0], 30 * row.ahead[1]);
      await page.waitForSelector(".ghosts");
      await until(async () => (await page.$(".plan-words")) && !/…/.test(await page.textContent(".plan-words")), "the plan");
      await drop();
    }
    const moved = async () => (await poses(g, mates)).filter((p, i) => p.join() !== before[i].join()).length;
    await until(async () => (await moved()) > 0, "somebody to march");
    await settled(page);
    assert.ok((await moved()) >= Math.min(2, mates.length), `${await moved()} of ${mates.length} have marched`);
  }

  /** 3: a standing order beside an answer, which is given as well; then the rest hold. */
  async function letting(page, hand, row, g) {
    await settled(page);
    const m = await number(page), asked = await page.$eval(".question", (e) => e.dataset.question);
    await hand.press(".offers .offer .always button");
    await goneOn(page, m, "the answer to be given as well");
    assert.ok((await view(g, 0)).orders.some((o) => o.question === asked), `a standing order for ${asked}`);
    await request(base, "PUT", `games/${g.game}/orders`, g.token(0), { orders: [] });
    await settled(page);
    if (await page.$(".quick:has-text('rest hold'), .quick:has-text('Let it be')")) {
      const n = await number(page);
      await hand.press(".whole .quick:has-text('rest hold'), .whole .quick:has-text('Let it be')", "h");
      await goneOn(page, n, "the rest to hold");
    }
    await settled(page);
  }

  /** 6: the turn is ended; what he did is told, shown and skipped; the log is folded. */
  async function recap(page, hand) {
    for (let i = 0; i < 60 && !(await page.$(".recap button:text-is('Show me')")); i++) {
      await settled(page);
      if (await page.$(".recap button:text-is('Show me')")) break;
      const n = await number(page);
      if (await page.$(".whole .quick:has-text('End of my turn')")) await hand.press(".whole .quick:has-text('End of my turn')", "H");
      else {
        await hand.press(".offers .offer > button", "1");
        const more = await until(async () => ((await number(page)) !== n ? "gone" : (await page.$(".confirm .do-it")) ? "sure" : ""), "the answer to count");
        if (more === "sure") await hand.press(".confirm .do-it", "Enter");
      }
      await goneOn(page, n, "the turn to go on");
    }
    assert.match(await page.textContent(".recap summary"), /the .*: .*\./i);
    if (!(await page.$(".recap details[open]"))) await hand.press(".recap summary");
    await hand.press(".recap button:text-is('Show me')");
    await page.waitForSelector(".recap [role=status] button:text-is('Skip')");
    await hand.press(".recap button:text-is('Skip')");
    await page.waitForSelector(".recap button:text-is('Close')");
    await hand.press(".recap button:text-is('Close')");
    await page.waitForSelector(".recap", { state: "detached" });
  }

  /** 5: a click on the enemy himself aims at him; odds and "Do it" are in sight; it is done. */
  async function aims(page, hand, row) {
    const n = await number(page);
    await hand.foe(row.gun.foe);
    const what = await until(async () => ((await number(page)) !== n ? "gone" : (await page.$('.confirm[aria-label="Chosen"] .odds')) ? "odds" : (await page.$(".narrow")) ? "ways" : ""), "the click on the block to count");
    if (what === "ways") { // more than one way to shoot there: the list has only these
      await hand.press(".offers .offer > button", "1");
      await until(async () => (await number(page)) !== n || page.$('.confirm[aria-label="Chosen"] .odds'), "the way to be chosen");
    }
    if ((await number(page)) === n) {
      assert.match(await page.textContent(".confirm"), /%/);
      await inSight(page, ".confirm .do-it");
      await shot(page, `aims-${row.id.split("/")[0]}-${hand.name}`);
      await hand.press(".confirm .do-it", "Enter");
    }
    await goneOn(page, n, "it to be done");
  }

  // The mouse is at work in all other programs: here it comes with --all, and so do most of the shots.
  for (const row of ROWS)
    for (const how of all ? ["mouse", "finger", "keys"] : row.id.startsWith("pistolado") ? [] : ["finger"])
      test(`${row.id} by ${how}: a click on the enemy aims at him`, async () => {
        const { ctx, page, hand } = await open(row, how, row.gun.at, row.gun.lay);
        await aims(page, hand, row);
        clean(page);
        await ctx.close();
      });

  for (const row of ROWS)
    for (const how of all ? ["mouse", "finger", "keys"] : ["finger", "keys"])
      test(`${row.id} by ${how}: goals, reach, refusals, a march, a brigade, the rest hold, what the other side did`, async () => {
        const { g, ctx, page, hand } = await open(row, how, row.march, {}, row.about);
        await looks(page, hand, row);
        await refusals(page, hand, row);
        await marches(page, hand, row, g);
        await brigades(page, hand, row, g);
        await letting(page, hand, row, g);
        await recap(page, hand);
        clean(page);
        await ctx.close();
      });
}
