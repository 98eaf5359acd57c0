// The three hands of docs/page.md: a mouse, a finger on a phone's screen, keys alone. Each does the same things its own way.
import { number, until } from "./kit.mjs";

/** A point at which this block, or this place of an offer, is what lies on top. */
export async function pointOn(page, selector) {
  const at = await page.evaluate((s) => {
    for (const e of [...document.querySelectorAll(s)].reverse()) {
      const b = (e.querySelector(".body") ?? e).getBoundingClientRect();
      for (const fx of [0.5, 0.3, 0.7, 0.15, 0.85])
        for (const fy of [0.5, 0.3, 0.7, 0.15, 0.85]) {
          const x = b.x + b.width * fx, y = b.y + b.height * fy, top = document.elementFromPoint(x, y);
          if (top && e.contains(top)) return [x, y];
        }
    }
    return null;
  }, selector);
  if (!at) throw new Error(`nothing of ${selector} can be pointed at`);
  return at;
}

const block = (key) => `.piece[data-key="${key}"]`;
/** An enemy who can be aimed at has a frame above him; a click on it is a click on him. */
const target = (key) => `${block(key)}, .spot[data-spot="u${key}"]`;

/** Where a drag of a piece by so many pixels begins and ends. */
async function way(page, key, dx, dy) {
  const [x, y] = await pointOn(page, block(key));
  return [[x, y], [x + dx / 3, y + dy / 3], [x + (2 * dx) / 3, y + (2 * dy) / 3], [x + dx, y + dy]];
}

function mouse(page) {
  return {
    name: "mouse",
    point: async (at) => page.mouse.click(...at),
    press: (selector) => page.click(selector, { force: /grey/.test(selector) }), // greyed: it answers why
    pick: async (key) => page.mouse.click(...(await pointOn(page, block(key)))),
    foe: async (key) => page.mouse.click(...(await pointOn(page, target(key)))),
    hold: async (key, dx, dy) => {
      const [first, ...rest] = await way(page, key, dx, dy);
      await page.mouse.move(...first);
      await page.mouse.down();
      for (const at of rest) await page.mouse.move(...at, { steps: 2 });
      return () => page.mouse.up();
    },
  };
}

function finger(page) {
  let wire = null;
  const touch = async (type, at) => {
    wire ??= await page.context().newCDPSession(page);
    await wire.send("Input.dispatchTouchEvent", { type, touchPoints: at ? [{ x: at[0], y: at[1] }] : [] });
  };
  const tap = (at) => page.touchscreen.tap(...at);
  return {
    name: "finger",
    point: tap,
    press: (selector) => page.tap(selector, { force: /grey/.test(selector) }),
    pick: async (key) => tap(await pointOn(page, block(key))),
    foe: async (key) => tap(await pointOn(page, target(key))),
    hold: async (key, dx, dy) => {
      const [first, ...rest] = await way(page, key, dx, dy);
      await touch("touchStart", first);
      for (const at of rest) await touch("touchMove", at);
      return () => touch("touchEnd", null);
    },
  };
}

function keys(page) {
  const key = (k) => page.keyboard.press(k);
  const focused = () => page.evaluate(() => document.activeElement?.closest(".piece")?.dataset.key ?? "");
  /** Tab until that stands under the keys. */
  const walk = async (selector) => {
    for (let i = 0; i < 400; i++) {
      const wanted = await page.$(selector);
      if (await wanted?.evaluate((e) => document.activeElement === e).catch(() => false)) return;
      await key("Tab");
    }
    throw new Error(`Tab does not come to ${selector}`);
  };
  /** Shift+N goes from one enemy to the next. */
  const go = async (of) => {
    for (let i = 0; i < 60; i++) {
      await key("N");
      if ((await focused()) === of) return;
    }
    throw new Error(`Shift+N does not come to ${of}`);
  };
  return {
    name: "keys", key,
    press: async (selector, k) => {
      if (k) { await key(k); return; }
      await walk(selector);
      await key("Enter");
    },
    pick: async (of) => {
      for (let i = 0; i < 60; i++) {
        if (await page.$(`${block(of)}.picked`)) return;
        await key("n");
      }
      throw new Error(`N does not come to ${of}`);
    },
    go, foe: async (of) => { await go(of); await key("Enter"); },
  };
}

/** What each hand needs of the browser. */
export const HANDS = {
  mouse: { make: mouse, screen: { viewport: { width: 1280, height: 720 } } },
  finger: { make: finger, screen: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 } },
  keys: { make: keys, screen: { viewport: { width: 1280, height: 720 } } },
};

/** Waits until the question is another one. */
export const goneOn = (page, n, words) => until(async () => (await number(page)) !== n, words);
