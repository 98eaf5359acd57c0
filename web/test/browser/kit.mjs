// What browser tests are made of: a server of their own, a line that can be cut, a hand that clicks.
import { spawn } from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import { chromium } from "playwright-core";

const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage"];

/** Waits until f gives something; fails with words after ms. */
export async function until(f, words, ms = 30000) {
  const end = Date.now() + ms;
  for (;;) {
    const got = await f();
    if (got) return got;
    if (Date.now() > end) throw new Error(`waited ${ms} ms for: ${words}`);
    await new Promise((r) => setTimeout(r, 40));
  }
}

export async function startServer(serve, folder, more = []) {
  const child = spawn(serve, ["serve", "--port", "0", "--store", path.join(folder, "games.db"), "--page", globalThis.pageFolder, "--rate", "0", ...more],
    { stdio: ["ignore", "pipe", "pipe"] });
  let out = "";
  child.stdout.on("data", (d) => { out += d; });
  child.stderr.on("data", (d) => { out += d; });
  const found = await until(() => {
    if (child.exitCode !== null) throw new Error(`the server ended: ${out}`);
    return /serves (http:\/\/[0-9.]+:(\d+)\/)/.exec(out);
  }, "the server to listen");
  return {
    base: found[1], port: Number(found[2]),
    stop: () => new Promise((done) => { child.once("exit", done); child.kill("SIGTERM"); setTimeout(() => child.kill("SIGKILL"), 4000).unref(); }),
  };
}

/** A line to the server that a test can cut and mend. */
export async function startLine(port) {
  const open = new Set();
  let cut = false;
  const line = net.createServer((a) => {
    if (cut) { a.destroy(); return; }
    const b = net.connect(port, "127.0.0.1");
    for (const s of [a, b]) { open.add(s); s.on("close", () => { open.delete(s); a.destroy(); b.destroy(); }); s.on("error", () => undefined); }
    a.pipe(b);
    b.pipe(a);
  });
  await new Promise((r) => line.listen(0, "127.0.0.1", r));
  return {
    base: `http://127.0.0.1:${line.address().port}/`,
    cut() { cut = true; for (const s of open) s.destroy(); },
    mend() { cut = false; },
    stop: () => new Promise((r) => { this_close(line, open, r); }),
  };
}
function this_close(line, open, done) {
  for (const s of open) s.destroy();
  line.close(done);
}

export function startBrowser() {
  const executablePath = process.env.CHROMIUM ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find((f) => fs.existsSync(f));
  if (!executablePath) throw new Error("there is no chromium; tools/need page installs it");
  return chromium.launch({ executablePath, args: FLAGS });
}

const SEED = "0".repeat(31) + "5";

/** A tab whose every error counts. Battles that the engine in the page begins have the same dice in every run. */
export async function newTab(context) {
  const page = await context.newPage();
  await page.addInitScript((seed) => {
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (m, ...more) {
      const makes = m?.kind === "request" && m.path === "games" && m.body && !m.body.record && !m.body.seed;
      return post.call(this, makes ? { ...m, body: { ...m.body, seed } } : m, ...more);
    };
  }, SEED);
  page.faults = [];
  page.on("pageerror", (e) => page.faults.push(e.message));
  page.on("console", (m) => {
    if (m.type() === "error" && !/Failed to load resource|net::ERR_/.test(m.text())) page.faults.push(m.text());
  });
  return page;
}

export async function request(base, method, at, token, body) {
  const answer = await fetch(new URL(`api/v1/${at}`, base), {
    method, body: body === undefined ? undefined : JSON.stringify(body),
    headers: { ...(token ? { Authorization: `Bearer ${token}` } : {}), ...(body === undefined ? {} : { "Content-Type": "application/json" }) },
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${at}: ${answer.status} ${text.slice(0, 300)}`);
  return at.endsWith("record") ? text : JSON.parse(text || "null");
}

export const number = (page) => page.$eval(".question", (e) => e.dataset.number).catch(() => "");

/** Waits for a question of this seat, or the end of the battle; tells which. */
export function ready(page, ms = 60000) {
  return until(() => page.evaluate(() => {
    if (document.querySelector(".ending")) return "over";
    if (document.querySelector(".question.mine .offer > button:not([disabled])")) return "mine";
    if (document.querySelector(".hand-over button")) return "hand-over";
    return "";
  }).catch(() => ""), "a question or the end", ms).catch(async (e) => {
    throw new Error(`${e.message}; the page says: ${(await page.innerText(".side")).slice(0, 600)}`);
  });
}

/** Clicks away what the guide says. */
export async function understood(page) {
  for (let i = 0; i < 3; i++) {
    const b = await page.$(".guide .primary");
    if (!b) return;
    await b.click({ timeout: 5000 }).catch((e) => {
      if (!/not attached/.test(String(e))) throw e; // the guide went on by itself
    });
  }
}

/** One answer by clicks: by the map where it can be, else in the list. Gives the question's name. */
export async function answerOnce(page, roll, byMap) {
  await understood(page);
  const n = await number(page), name = await page.$eval(".question", (e) => e.dataset.question);
  const changed = () => number(page).then((x) => x !== n);
  const finish = async () => {
    const until2 = Date.now() + 1500;
    while (Date.now() < until2) {
      if (await changed()) return true;
      const b = await page.$(".confirm .do-it:not([disabled])");
      if (b) { await b.click({ timeout: 3000 }).catch(() => undefined); return until(changed, `an answer to ${name} to be taken`, 20000); }
      await new Promise((r) => setTimeout(r, 30));
    }
    return changed();
  };
  if (byMap) {
    const spots = await page.$$(".spot:not(.ghost)"), lit = await page.$$(".piece.live");
    const on = spots.length ? spots[Math.floor(roll() * spots.length)] : lit.length ? lit[Math.floor(roll() * lit.length)] : null;
    if (on) {
      await on.dispatchEvent("click");
      if (await finish()) return name;
    }
  }
  let offers = [];
  await until(async () => (await changed()) || (offers = await page.$$(".offers .offer > button:not([disabled])")).length, `answers to ${name}`);
  if (!offers.length) return name; // it went on by itself
  const pick = byMap ? Math.floor(roll() * offers.length) : offers.length - 1;
  await offers[pick].click({ timeout: 5000 }).catch(() => undefined);
  if (!(await finish())) await until(changed, `an answer to ${name} (${n}) to be taken`, 15000);
  return name;
}

export function dice(seed) {
  let s = seed;
  return () => {
    s = (Math.imul(s, 1664525) + 1013904223) >>> 0;
    return s / 4294967296;
  };
}
