// The workshop in Chromium, on a server that knows nothing but files. Prints TAP.
//
// usage: node web/test/workshop.mjs SITE [--shots FOLDER] [--only WORDS]
//
// The steps are those of docs/workshop.md; every click, choice, drag and field that is typed into is an act, and they are counted.
import assert from "node:assert/strict";
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import { newTab, startBrowser, until } from "./browser/kit.mjs";

const site = path.resolve(process.argv[2] ?? "build-site");
const option = (name) => {
  const i = process.argv.indexOf(`--${name}`);
  return i < 0 ? null : process.argv[i + 1];
};
if (!fs.existsSync(path.join(site, "engine", "index.json"))) {
  console.log("1..0 # SKIP there is no build-site; make site makes it");
  process.exit(0);
}
const shots = option("shots"), cases = [];
if (shots) fs.mkdirSync(shots, { recursive: true });
const test = (name, run) => cases.push({ name, run });
const shot = (page, name) => (shots ? page.screenshot({ path: path.join(shots, `${name}.png`) }) : Promise.resolve());

const TYPES = { html: "text/html", js: "text/javascript", css: "text/css", svg: "image/svg+xml", json: "application/json", webmanifest: "application/manifest+json", png: "image/png" };
const host = http.createServer((q, a) => {
  const file = path.join(site, decodeURIComponent(new URL(q.url, "http://x").pathname).replace(/^\/$/, "/index.html"));
  if (!file.startsWith(site) || !fs.existsSync(file) || fs.statSync(file).isDirectory()) { a.writeHead(404).end("no"); return; }
  a.writeHead(200, { "Content-Type": TYPES[file.split(".").pop()] ?? "application/octet-stream" });
  fs.createReadStream(file).pipe(a);
});
await new Promise((r) => host.listen(0, "127.0.0.1", r));
const base = `http://127.0.0.1:${host.address().port}/`;
const browser = await startBrowser();

/** A hand that counts what it does. */
class Hand {
  acts = 0;
  constructor(page) { this.page = page; }
  async click(what) { this.acts++; await this.page.click(what); }
  async choose(what, value) { this.acts++; await this.page.selectOption(what, value); }
  async type(what, text) { this.acts++; await this.page.fill(what, text); }
  async drag(from, to) {
    this.acts++;
    const m = this.page.mouse;
    await m.move(from.x, from.y);
    await m.down();
    await m.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
    await m.move(to.x, to.y, { steps: 4 });
    await m.up();
  }
  async clickAt(p) { this.acts++; await this.page.mouse.click(p.x, p.y); }
  state() { return this.page.evaluate(() => { const s = globalThis.tricorneWorkshop?.(); return s ? { looked: s.looked, right: s.right, counts: s.counts, problems: s.problems, doc: s.doc, yaml: s.yaml, map: s.map, meaning: s.meaning } : null; }); }
  /** The referee has looked at the battle as it is now. */
  async looked() { await this.page.waitForTimeout(40); return until(async () => { const s = await this.state(); return s?.looked ? s : null; }, "the referee to look", 20000); }
  /** The battle is right, and what is waited for is in it: an act may be answered before the page knows of it. */
  right(words, holds = () => true) { return until(async () => { const s = await this.state(); return s?.right && holds(s) ? s : null; }, `the battle to be right: ${words}`, 30000).catch(async (e) => { throw new Error(`${e.message}: ${JSON.stringify((await this.state())?.problems?.slice(0, 4))}`); }); }
  async middle(what) { const b = await this.page.locator(what).first().boundingBox(); return { x: b.x + b.width / 2, y: b.y + b.height / 2 }; }
}

const SYSTEMS = { minden: "Minden", pistolado: "Pistolado", bayonet: "Bayonet", malbrook: "Malbrook", reason: "Reason" };

async function begin(system, { bare = false, size = null, battle = "", viewport = { width: 1280, height: 720 } } = {}) {
  const context = await browser.newContext({ viewport, reducedMotion: "reduce", acceptDownloads: true });
  const page = await newTab(context), hand = new Hand(page);
  await page.goto(`${base}#/workshop`);
  await page.waitForSelector(".ws-system");
  await hand.click(`.ws-system:has-text("${SYSTEMS[system]}")`);
  if (battle) await hand.choose(".ws-choice select", battle);
  if (bare) await hand.click(".ws-check");
  for (const [i, n] of (size ?? []).entries()) await hand.type(`.ws-size >> nth=${i}`, String(n));
  await hand.click(".ws-start");
  await page.waitForSelector(".workshop .troops .piece", { timeout: 60000 });
  return { context, page, hand };
}

/** The troops of each side in the tree: the first of each list that can be turned. */
const firstOf = (page, side) => page.evaluate((side) => {
  const { doc } = globalThis.tricorneWorkshop(), found = [];
  const walk = (v, path) => {
    if (Array.isArray(v)) v.forEach((x, i) => walk(x, `${path}[${i}]`));
    else if (v && typeof v === "object") {
      if (v.name && (v.hex !== undefined || v.x !== undefined) && /(units|brigades|regiments|guns|batteries)\[\d+\]$/.test(path)) found.push(path);
      for (const k of Object.keys(v)) walk(v[k], path ? `${path}.${k}` : k);
    }
  };
  walk(doc.scenario.sides[side], `sides[${side}]`);
  if (!found.length) doc.scenario.units?.forEach((u, i) => { if (u.side === doc.scenario.sides[side].name) found.push(`units[${i}]`); });
  return found;
}, side);

/** Open the tree down to a path and click it. */
async function choose(hand, at) {
  const steps = at.split(/(?=\.)|(?=\[)/), item = `.ws-name[data-at="scenario:${at}"]`;
  for (let i = 1; i <= steps.length && !(await hand.page.$(item)); i++) {
    const above = `.ws-name[data-at="scenario:${steps.slice(0, i).join("")}"]`;
    if (await hand.page.$(above)) await hand.click(above);
  }
  await hand.click(item);
}

const WANT = 10;

/** Add troops like those there are until the side has ten. */
async function raise(hand, side) {
  let s = await hand.right("before an army is raised");
  const at = await firstOf(hand.page, side);
  await choose(hand, at[0]);
  for (let i = 0; s.counts[side] < WANT && i < 30; i++) {
    const before = s.counts[side];
    await hand.click('[data-act="another"]');
    s = await hand.looked();
    if (s.right && s.counts[side] > before) continue;
    // Its list is full: take it back and make another command with troops of its own.
    await hand.click('[aria-label="Take back"]');
    const up = at[0].replace(/\.[a-z]+\[\d+\]$/, "");
    await choose(hand, up);
    await hand.click('[data-act="another"]');
    s = await hand.looked();
    if (!s.right) await mend(hand, s);
    s = await hand.right("another command");
    if (s.counts[side] >= WANT) break;
    const fresh = await firstOf(hand.page, side);
    await choose(hand, fresh[fresh.length - 1]);
  }
  return s;
}

/** What the rules say of a new command: its slot on the display is taken. */
async function mend(hand, s) {
  for (const p of s.problems) if (/slot/.test(p.text)) { await hand.type('[data-key="slot"]', "2"); return; }
}

for (const system of Object.keys(SYSTEMS))
  test(`${system}: a battle of ${WANT} units a side by clicks, drawn, checked, played`, async () => {
    const { context, page, hand } = await begin(system, { bare: true });
    await hand.type('[data-key="title"]', "Club night");
    for (const side of [0, 1]) await raise(hand, side);
    let s = await hand.right("both armies");
    assert.ok(s.counts.every((n) => n >= WANT), `counts ${s.counts}`);
    // Ground: a wood, drawn.
    const frame = await page.locator(".ws-sheet .map").boundingBox(), at = (x, y) => ({ x: frame.x + frame.width * x, y: frame.y + frame.height * y });
    if (await page.$('[data-tool="terrain"]')) {
      const word = await page.$eval('[data-tool="terrain"]', (e) => [...e.options].map((o) => o.value).find((v) => /^(forest|woods)$/.test(v)));
      await hand.choose('[data-tool="terrain"]', word);
      await hand.drag(at(0.45, 0.5), at(0.55, 0.5));
      s = await hand.right(`painted: ${word}`, (s) => s.doc.map.legend.some((l) => l.terrain === word));
    } else {
      const word = await page.$eval('[data-tool="shape"]', (e) => [...e.options].map((o) => o.value).find((v) => /wood/.test(v)));
      await hand.choose('[data-tool="shape"]', word);
      for (const [x, y] of [[0.46, 0.46], [0.54, 0.47], [0.53, 0.54], [0.46, 0.53]]) await hand.clickAt(at(x, y));
      await hand.click('[data-act="finish"]');
      s = await hand.right(`drawn: ${word}`, (s) => JSON.stringify(s.doc.map).includes(word));
    }
    await hand.click('.ws-tools button:has-text("Deploy")');
    // Deploy: one is dragged and turned, and taken back.
    const was = s.yaml, piece = (await firstOf(page, 0))[0], name = await page.evaluate((p) => { const { doc } = globalThis.tricorneWorkshop(); const v = p.split(/\.|(?=\[)/).reduce((a, k) => a[k.startsWith("[") ? Number(k.slice(1, -1)) : k], doc.scenario); return typeof v === "string" ? v.split(" ")[0] : v.name; }, piece);
    const from = await hand.middle(`.piece[data-key="${name}"]`);
    await hand.drag(from, { x: from.x + 25, y: from.y + 60 });
    s = await hand.looked();
    assert.notEqual(s.yaml, was, "nothing moved");
    await hand.click('[aria-label="Take back"]');
    s = await hand.right("taken back");
    assert.equal(s.yaml, was);
    await shot(page, `workshop-${system}`);
    await hand.click('.bar button:has-text("Play it now")');
    await hand.click('.ws-dialog button[type="submit"]');
    await page.waitForSelector(".game .question", { timeout: 60000 });
    assert.ok((await page.textContent(".bar h1, .cartouche .title")).includes("Club night"));
    assert.deepEqual(page.faults, []);
    assert.ok(hand.acts < 120, `${hand.acts} acts`);
    console.log(`# ${system}: ${hand.acts} acts, ${s.counts.join(" and ")} units`);
    // The battle under way is there again when the page is loaded anew.
    await page.reload();
    await page.waitForSelector(".game .question", { timeout: 60000 });
    await context.close();
  });

const data = path.join(path.dirname(new URL(import.meta.url).pathname), "..", "..", "data");
const text = (...parts) => fs.readFileSync(path.join(data, ...parts), "utf8");

test("every shipped battle opens as right, and is saved as the bytes it was", async () => {
  const { context, page, hand } = await begin("minden");
  let n = 0;
  for (const system of Object.keys(SYSTEMS)) {
    await page.click('.bar button:has-text("Leave")');
    await page.waitForSelector(".ws-system");
    await page.click(`.ws-system:has-text("${SYSTEMS[system]}")`);
    const ids = await page.$$eval(".ws-choice select:not([data-key]) option", (l) => l.map((o) => o.value));
    assert.equal(ids.length, fs.readdirSync(path.join(data, system, "scenarios")).length, system);
    for (const id of ids) {
      if (!(await page.$(".ws-start"))) { await page.click('.bar button:has-text("Leave")'); await page.waitForSelector(".ws-system"); await page.click(`.ws-system:has-text("${SYSTEMS[system]}")`); }
      await page.selectOption(".ws-choice select", id);
      await page.click(".ws-start");
      await page.waitForSelector(".workshop .troops .piece", { timeout: 20000 }).catch(async () => { throw new Error(`${id}: ${await page.textContent("body")}`.slice(0, 800)); });
      const s = await hand.right(id), map = s.doc.scenario.map;
      assert.equal(s.yaml, text(system, "scenarios", `${id.split("/")[1]}.yaml`), id);
      assert.equal(s.map, text(system, "maps", `${map}.yaml`), id);
      n++;
    }
  }
  assert.ok(n >= 24);
  assert.deepEqual(page.faults, []);
  await context.close();
});

test("every shipped battle that is changed says the same but for the change, and keeps the comments at its head", async () => {
  const { context, page, hand } = await begin("minden");
  for (const system of Object.keys(SYSTEMS)) {
    const ids = fs.readdirSync(path.join(data, system, "scenarios")).map((f) => `${system}/${f.replace(".yaml", "")}`);
    for (const id of ids) {
      await page.click('.bar button:has-text("Leave")');
      await page.waitForSelector(".ws-system");
      await page.click(`.ws-system:has-text("${SYSTEMS[system]}")`);
      await page.selectOption(".ws-choice select", id);
      await page.click(".ws-start");
      await page.waitForSelector(".workshop .troops .piece", { timeout: 30000 });
      const was = await hand.right(id), title = await page.inputValue('[data-key="title"]');
      await page.fill('[data-key="title"]', "Another name");
      const other = await hand.right(`${id}, renamed`);
      assert.notEqual(other.meaning, was.meaning, id);
      await page.fill('[data-key="title"]', title);
      const again = await hand.right(`${id}, as it was called`);
      // Another value than the one it was opened with: written by the writer and not given back as the file it was.
      assert.equal(again.meaning, was.meaning, id);
      const head = (text) => text.split("\n").filter((l, i, all) => all.slice(0, i + 1).every((x) => x.startsWith("#"))).join("\n");
      assert.equal(head(again.yaml), head(was.yaml), id);
      assert.equal(again.yaml.split("\n").filter((l) => /^ *#/.test(l)).length, was.yaml.split("\n").filter((l) => /^ *#/.test(l)).length, `${id} lost comments`);
    }
  }
  assert.deepEqual(page.faults, []);
  await context.close();
});

test("a cleared field has the troops of its battle to add; a river is one stroke, and taken away by another", async () => {
  const { context, page, hand } = await begin("reason", { bare: true });
  await choose(hand, "commands[0]");
  const offered = await page.$$eval('[data-act="troops"] option', (l) => l.map((o) => o.textContent));
  assert.ok(offered.some((t) => /grenadier/.test(t)) && offered.some((t) => /cuirassier/.test(t)), offered.join());
  await hand.choose('[data-act="troops"]', { label: offered.find((t) => /cuirassier/.test(t)) });
  let s = await hand.right("cuirassiers", (s) => s.counts[0] === 2);
  const { name, side, nation, kind, command } = s.doc.scenario.units[s.doc.scenario.units.length - 1];
  assert.deepEqual([name, side, nation, kind, command], ["schoenaich-cuirassiers", "prussian", "prussian", "cuirassier", "hautcharmoy"]);
  const frame = await page.locator(".ws-sheet .map").boundingBox(), at = (x, y) => ({ x: frame.x + frame.width * x, y: frame.y + frame.height * y });
  await hand.choose('[data-tool="side"]', "stream");
  await hand.drag(at(0.2, 0.46), at(0.8, 0.44));
  const sides = (v) => (v.doc.map.sides ?? []).flatMap((e) => e.at.flatMap((t) => t.split(":")[1].split(",")));
  s = await hand.right("a river", (s) => sides(s).length);
  assert.ok(sides(s).length >= 14, JSON.stringify(s.doc.map.sides));
  await hand.drag(at(0.2, 0.46), at(0.8, 0.44));
  await hand.right("no river", (s) => sides(s).length === 0);
  await hand.choose('[data-tool="side"]', "road");
  await hand.drag(at(0.4, 0.8), at(0.42, 0.3));
  s = await hand.right("a road", (s) => sides(s).length);
  assert.ok(sides(s).length >= 6 && s.doc.map.sides.length === 1, JSON.stringify(s.doc.map.sides));
  await shot(page, "workshop-strokes");
  assert.deepEqual(page.faults, []);
  await context.close();
});

test("an objective begins in the middle; corners clicked faster than they are drawn are all there", async () => {
  const { context, page, hand } = await begin("minden", { bare: true });
  await hand.click('[data-add="objectives"]');
  let s = await hand.right("an objective", (s) => s.doc.scenario.objectives?.length);
  assert.deepEqual([s.doc.scenario.objectives[0].name, s.doc.scenario.objectives[0].x, s.doc.scenario.objectives[0].y], ["objective", "30", "24"]);
  await choose(hand, "sides[0].brigades[0]");
  const offered = await page.$$eval('[data-act="troops"] option', (l) => l.map((o) => o.textContent));
  for (const [i, what] of [/line infantry/, /light infantry/, /gun/].entries()) {
    const label = offered.find((t) => what.test(t));
    assert.ok(label, `${what}: ${offered}`);
    await hand.choose('[data-act="troops"]', { label });
    s = await hand.right(label, (s) => s.counts[0] === i + 2); // each where there is room for one as large as it is
  }
  // Two quick clicks are two more, each on ground of its own.
  await page.evaluate(() => { for (let i = 0; i < 2; i++) document.querySelector('[data-act="another"]').click(); });
  s = await hand.right("two more", (s) => s.counts[0] === 6);
  await hand.choose('[data-tool="shape"]', "stream");
  const frame = await page.locator(".ws-sheet .map").boundingBox();
  // Enter comes before the last corner is drawn: by then the page must know of it.
  await page.evaluate(({ x, y, w, h }) => {
    const sheet = document.querySelector(".ws-canvas");
    sheet.setPointerCapture = () => undefined;
    for (const [u, v] of [[0.3, 0.45], [0.4, 0.5], [0.5, 0.45], [0.6, 0.5]])
      for (const kind of ["pointerdown", "pointerup"]) sheet.dispatchEvent(new PointerEvent(kind, { bubbles: true, pointerId: 1, button: 0, clientX: x + w * u, clientY: y + h * v }));
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
  }, { x: frame.x, y: frame.y, w: frame.width, h: frame.height });
  s = await hand.right("a stream", (s) => s.doc.map.terrain);
  assert.equal(s.doc.map.terrain[0].points.length, 4, JSON.stringify(s.doc.map.terrain));
  assert.deepEqual(page.faults, []);
  await context.close();
});

/** What the form does not show: said once for all, painted on the sheet, or a position that a battle under way was kept as. */
const UNSHOWN = new Set(["format", "system", "state"]), PAINTED = new Set(["legend", "rows"]);

/** Another value than the one that is there, put in by hand; what it is now, or null where the rules know no other. */
async function edit(page, hand, k, at, value) {
  const field = `.ws-form [data-key="${k.name}"]`, was = JSON.stringify(await value());
  const options = await page.$eval(field, (e) => (e.tagName === "SELECT" ? [...e.options].map((o) => o.value) : null));
  if (options) {
    const to = options.find((o) => o !== "" && JSON.stringify(o) !== was);
    if (to === undefined) return null;
    await page.selectOption(field, to);
  } else {
    const kind = k.kind === "row" ? k.each : k.kind, old = await page.inputValue(field);
    const number = () => [k.max, k.min].map((v) => (v?.endsWith("b") ? "90" : v)).find((v) => v !== undefined && v !== old) ?? "7";
    const one = { int: number, length: number, angle: number, colour: () => "#123456", rule: () => "X-9", name: () => `other-${k.name}` }[kind]?.() ?? (kind === "list" || kind === "points" ? "1.5 2\n9 2.5\n9 8\n2 7" : `Other: "${k.name}" # -`);
    await page.fill(field, k.kind === "row" && k.least > 1 ? Array.from({ length: k.least }, () => one).join(k.each === "text" ? "\n" : ", ") : one);
  }
  await until(async () => JSON.stringify(await value()) !== was, `${at} to be another than ${was}`);
  return value();
}

/** Every key of every shape that can be reached: a field, a branch of the tree, or a list with its +. What is not there is added first. */
async function walkKeys(page, hand, schema) {
  const seen = new Set(), count = { keys: 0, set: 0, alone: [] };
  const value = (file, at) => page.evaluate(([file, at]) => at.split(/\.|(?=\[)/).filter(Boolean).reduce((v, k) => v?.[k.startsWith("[") ? Number(k.slice(1, -1)) : k], globalThis.tricorneWorkshop().doc[file]), [file, at]);
  const open = async (file, at) => {
    const item = (p) => `.ws-name[data-at="${file}:${p}"]`, steps = at.split(/(?=\.)|(?=\[)/);
    if (await page.$(`${item(at)}[aria-current="true"]`)) { await page.click(item(at)); return; } // a new one is chosen, and still shut
    if (!(await page.$(item(at)))) await page.click(item(""));
    for (let i = 1; i <= steps.length; i++) { const above = item(steps.slice(0, i).join("").replace(/^\./, "")); if (await page.$(above)) await page.click(above); }
    await page.click(item(at));
  };
  const walk = async (file, at, shape) => {
    if (seen.has(shape)) return;
    seen.add(shape);
    const corners = (k) => k.kind === "list" && schema.shapes[k.of].keys.length === 2 && schema.shapes[k.of].keys.every((x) => /^[xy]$/.test(x.name));
    for (const k of schema.shapes[shape].keys) {
      if (UNSHOWN.has(k.name) || (file === "map" && PAINTED.has(k.name))) continue;
      const below = at ? `${at}.${k.name}` : k.name, where = `${schema.system} ${file}:${below}`;
      await open(file, at);
      count.keys++;
      if (k.kind === "list" && !corners(k)) {
        const add = `[data-add="${below}"]`;
        assert.ok(await page.$(add), `${where} has no +`);
        if (!((await value(file, below)) ?? []).length) await page.click(add);
        await until(async () => ((await value(file, below)) ?? []).length > 0, `${where} to have an entry`);
        await walk(file, `${below}[0]`, k.of);
        continue;
      }
      if ((await value(file, below)) === undefined && k.may) {
        assert.ok(await page.$(`[data-key="+"] option[value="${k.name}"]`), `${where} cannot be added`);
        await page.selectOption('[data-key="+"]', k.name);
        await until(async () => (await value(file, below)) !== undefined, `${where} to be there`);
      }
      if (k.kind === "map") await walk(file, below, k.of);
      else {
        assert.ok(await page.$(`.ws-form [data-key="${k.name}"]`), `${where} has no field`);
        if ((await edit(page, hand, k, where, () => value(file, below))) === null) count.alone.push(where);
        else count.set++;
      }
    }
  };
  await walk("scenario", "", schema.scenario);
  await walk("map", "", schema.map);
  return { count, seen };
}

/** The battle as its two files, as they are downloaded. */
async function twoFiles(page) {
  const got = [], files = [], note = (d) => got.push(d);
  page.on("download", note);
  await page.click('.bar button:has-text("Save, share")');
  await page.click('[data-act="two-files"]');
  await until(() => got.length === 2, "two files");
  page.off("download", note);
  await page.click('.ws-dialog button[type="submit"]');
  for (const d of got) files.push({ name: d.suggestedFilename(), mimeType: "text/yaml", buffer: fs.readFileSync(await d.path()) });
  return files;
}

for (const system of Object.keys(SYSTEMS))
  test(`${system}: every key that its files know can be set, and comes back out`, async () => {
    const { context, page, hand } = await begin(system);
    await hand.right("opened");
    const schema = await page.evaluate(() => globalThis.tricorneWorkshop().schema), { count, seen } = await walkKeys(page, hand, schema);
    const words = JSON.parse(fs.readFileSync(path.join(data, "..", "web", "guide", "keys.json"), "utf8"))[system], known = new Set(schema.shapes.flatMap((x) => x.keys.map((k) => k.name)));
    assert.deepEqual(Object.keys(words).filter((k) => !known.has(k)), [], "names for keys that are not there");
    const all = new Set(schema.shapes.map((_, i) => i)), table = (i) => seen.has(i) || i === (schema.shapes[schema.map].keys.find((k) => k.name === "legend")?.of ?? -1);
    console.log(`# ${system}: ${count.keys} keys of ${seen.size} shapes, ${[...all].filter((i) => !table(i)).length} not reached`);
    assert.ok([...all].every((i) => table(i) || schema.shapes[i].keys.every((k) => /^[xy]$/.test(k.name))), JSON.stringify([...all].filter((i) => !table(i)).map((i) => schema.shapes[i].keys.map((k) => k.name))));
    // Whatever is wrong with these values, no key is one that the referee does not know.
    const s = await hand.looked();
    assert.deepEqual(s.problems.filter((p) => /no key/.test(p.text)), []);
    console.log(`# ${system}: ${count.set} set to another value; only one is allowed: ${count.alone.join(", ") || "-"}`);
    // All of it comes out as files, and in again.
    const files = await twoFiles(page), wanted = { scenario: s.doc.scenario, map: s.doc.map };
    await page.click('.bar button:has-text("Leave")');
    await page.waitForSelector(".ws-drafts");
    await page.setInputFiles('input[type="file"]', files);
    await page.waitForSelector(".ws-tree", { timeout: 60000 });
    const again = await hand.looked();
    assert.deepEqual({ scenario: again.doc.scenario, map: again.doc.map }, wanted);
    assert.deepEqual([again.yaml, again.map], [s.yaml, s.map]);
    assert.deepEqual(page.faults, []);
    await context.close();
  });

test("a mistake is shown at its field, in the tree and in the list; taken back the file is the old one", async () => {
  const { context, page, hand } = await begin("minden");
  const was = (await hand.right("opened")).yaml;
  await hand.type('[data-key="turns"]', "500");
  await until(() => page.$(".ws-field.wrong"), "the field to be marked");
  assert.match(await page.textContent(".ws-field.wrong"), /0 to 100/);
  assert.match(await page.textContent(".ws-problems"), /turns/);
  assert.ok(await page.$(".ws-bad"));
  assert.ok(await page.$eval('.bar button:has-text("Play it now")', (b) => b.disabled));
  await shot(page, "workshop-mistake");
  // A unit on another's ground: the rules of the system say it, and the unit is marked on the sheet.
  await page.click('[aria-label="Take back"]');
  await hand.right("taken back");
  await hand.drag(await hand.middle('.piece[data-key="20th-foot"]'), await hand.middle('.piece[data-key="25th-foot"]'));
  await until(() => page.$(".ws-bad-outline"), "the unit to be marked");
  assert.match(await page.textContent(".ws-problems"), /stands on the ground of/);
  await page.click(".ws-problems .link");
  assert.match(await page.textContent(".ws-form .ws-faults"), /stands on the ground of/);
  await page.click('[aria-label="Take back"]');
  assert.equal((await hand.right("taken back")).yaml, was);
  assert.deepEqual(page.faults, []);
  await context.close();
});

/** A formation that the arm does not have, by system: who, the key, the word, what the referee says. In bayonet, which has none, the enemy's hex. */
const ILLEGAL = {
  minden: ["sides[0].brigades[0].regiments[0].units[0]", "formation", "square", /cannot be in this formation \(N-Kb9\); allowed: /],
  pistolado: ["sides[0].brigades[0].regiments[2]", "formation", "hedgehog", /does not know this formation; allowed: column, en-haye/],
  bayonet: ["sides[0].brigades[0].units[1]", "hex", "1104", /carabiniers-1 and guards-2 cannot share hex 1104/],
  malbrook: ["sides[0].wings[0].commands[1].brigades[0]", "formation", "unformed", /are unformed, and always \(M-12.7, M-12.9\)/],
  reason: ["units[4]", "form", "square", /has no such formation \(R-8.1d.1, R-8.3c\); allowed: line, attack-column/],
};

for (const system of Object.keys(SYSTEMS))
  test(`${system}: troops are turned, ordered, taken away and put back; a formation that is not theirs is shown at its field`, async () => {
    const { context, page, hand } = await begin(system), [at, key, word, words] = ILLEGAL[system];
    const was = (await hand.right("opened")).yaml, unit = (s, path = at) => path.split(/\.|(?=\[)/).reduce((v, k) => v?.[k.startsWith("[") ? Number(k.slice(1, -1)) : k], s.doc.scenario);
    await choose(hand, at);
    const turned = (s) => JSON.stringify(unit(s).facing ?? null), before = turned(await hand.state());
    await hand.click('[data-act="right"]');
    let s = await until(async () => { const x = await hand.state(); return turned(x) !== before ? x : null; }, "a turn to the right");
    const right = turned(s);
    await page.keyboard.press("[");
    await until(async () => { const x = await hand.state(); return turned(x) !== right ? x : null; }, "a turn to the left");
    await page.keyboard.press("Control+z");
    await until(async () => turned(await hand.state()) === right, "the turn to the left taken back");
    await page.keyboard.press("Control+z");
    s = await hand.right("both taken back");
    assert.equal(s.yaml, was);
    await page.keyboard.press("Control+y");
    await until(async () => turned(await hand.state()) === right, "done again");
    await page.keyboard.press("Control+z");
    // Its place among its fellows, and none at all.
    const list = at.replace(/\[\d+\]$/, ""), i = Number(/\[(\d+)\]$/.exec(at)[1]), names = (s) => unit(s, list).map((u) => u.name), order = names(await hand.state());
    if (order.length > 1) {
      await hand.click(i ? '[aria-label="Up"]' : '[aria-label="Down"]');
      const other = i ? i - 1 : i + 1, swapped = [...order];
      [swapped[i], swapped[other]] = [swapped[other], swapped[i]];
      await until(async () => names(await hand.state()).join() === swapped.join(), "another order");
      await page.keyboard.press("Control+z");
    }
    await until(async () => names(await hand.state()).join() === order.join(), "the old order");
    await choose(hand, at);
    await page.keyboard.press("Delete");
    await until(async () => !(unit(await hand.state(), list) ?? []).some((u) => u.name === order[i]), "it to be gone");
    await hand.click('[aria-label="Take back"]');
    assert.equal((await hand.right("it is back")).yaml, was);
    // What the rules do not allow is said where it is.
    await choose(hand, at);
    if (!(await page.$(`.ws-form [data-key="${key}"]`))) await hand.choose('[data-key="+"]', key);
    const field = `.ws-form [data-key="${key}"]`;
    if (await page.$eval(field, (e) => e.tagName === "SELECT")) await hand.choose(field, word);
    else await hand.type(field, word);
    await until(async () => (await hand.looked()).problems.length, "the mistake");
    s = await hand.looked();
    assert.ok(s.problems.some((p) => words.test(p.text) && (system === "bayonet" || p.path === `${at}.${key}`)), JSON.stringify(s.problems));
    if (system !== "bayonet") assert.match(await page.textContent(".ws-field.wrong"), words);
    assert.match(await page.textContent(".ws-problems"), words);
    await shot(page, `workshop-illegal-${system}`);
    assert.deepEqual(page.faults, []);
    await context.close();
  });

for (const [system, size, holds] of [
  ["minden", [50, 40], (m) => m.width === "50" && m.height === "40"],
  ["bayonet", [16, 11], (m) => m.rows.length === 11 && m.rows.every((r) => r.replace(/\s/g, "").length === 16)],
  ["reason", [20, 15], (m) => m.rows.length === 15 && m.rows.every((r) => r.replace(/\s/g, "").length === 20)],
])
  test(`${system}: a clear field is as large as it was asked for, and mirrored ground lies on both halves`, async () => {
    const { context, page, hand } = await begin(system, { bare: true, size });
    let s = await hand.right("cleared");
    assert.ok(holds(s.doc.map), JSON.stringify(s.doc.map).slice(0, 600));
    const frame = await page.locator(".ws-sheet .map").boundingBox(), at = (x, y) => ({ x: frame.x + frame.width * x, y: frame.y + frame.height * y });
    if (system === "minden") {
      await hand.choose('[data-tool="shape"]', "wood");
      await hand.choose('[data-tool="symmetry"]', "mirror");
      for (const p of [[0.3, 0.42], [0.4, 0.42], [0.4, 0.47], [0.3, 0.47]]) await hand.clickAt(at(...p));
      await hand.click('[data-act="finish"]');
      s = await hand.right("two woods", (s) => s.doc.map.terrain?.length === 2);
      const [xs, ys] = [0, 1].map((k) => s.doc.map.terrain.map((t) => t.points.map((p) => Number(Array.isArray(p) ? p[k] : [p.x, p.y][k])).sort((a, b) => a - b)));
      assert.deepEqual(ys[0], ys[1], JSON.stringify(s.doc.map.terrain));
      assert.ok(Math.abs(Math.max(...xs[0]) + Math.min(...xs[1]) - 50) < 0.01, JSON.stringify(xs));
    } else {
      const word = await page.$eval('[data-tool="terrain"]', (e) => [...e.options].map((o) => o.value).find((v) => v === "village"));
      await hand.choose('[data-tool="terrain"]', word);
      await hand.choose('[data-tool="symmetry"]', "mirror");
      await hand.clickAt(at(0.45, 0.42));
      s = await hand.right("two villages", (s) => s.doc.map.legend.some((l) => l.terrain === "village"));
      const letter = s.doc.map.legend.find((l) => l.terrain === "village").letter, rows = s.doc.map.rows.map((r) => r.replace(/\s/g, ""));
      const found = rows.flatMap((r, y) => [...r].flatMap((c, x) => (c === letter ? [[x, y]] : [])));
      assert.equal(found.length, 2, JSON.stringify(rows));
      assert.ok(found[0][1] === found[1][1] && found[0][0] + found[1][0] === size[0] - 1, JSON.stringify(found)); // west and east
    }
    await shot(page, `workshop-size-${system}`);
    assert.deepEqual(page.faults, []);
    await context.close();
  });

test("a field too small for those who stay is not made, and that is said", async () => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 }, reducedMotion: "reduce" }), page = await newTab(context), hand = new Hand(page);
  await page.goto(`${base}#/workshop`);
  await page.waitForSelector(".ws-system");
  await hand.click(`.ws-system:has-text("Minden")`);
  await hand.click(".ws-check");
  for (const i of [0, 1]) await hand.type(`.ws-size >> nth=${i}`, "5");
  await hand.click(".ws-start");
  await page.waitForSelector(".ws-notes", { timeout: 60000 });
  assert.match(await page.textContent(".ws-notes"), /The field is 60 by 48: the troops that stay do not fit on 5 by 5\./);
  await hand.click('[aria-label="What was guessed"] button[type="submit"]');
  assert.equal((await hand.right("the field as it was")).doc.map.width, "60");
  assert.deepEqual(page.faults, []);
  await context.close();
});

test("a study stops when the share is known as well as was asked", async () => {
  const { context, page } = await begin("minden");
  await page.click('.bar button:has-text("How fair?")');
  for (const i of [0, 1]) await page.selectOption(`.ws-dialog .ws-field:has-text("led by") select >> nth=${i}`, "random");
  await page.selectOption(".ws-dialog .ws-number", "200");
  await page.selectOption('.ws-dialog .ws-field:has-text("Stop early") select', "0.15");
  await page.click('.ws-dialog button[type="submit"]');
  const of = () => page.textContent(".ws-sum caption").then((t) => Number(/^(\d+) of 200/.exec(t ?? "")?.[1] ?? 0), () => 0);
  await until(async () => (await of()) > 4 && (await page.textContent('.ws-dialog button[type="submit"]')) === "Fight", "the study to stop", 240000);
  const n = await of(), [, low, high] = /between (\d+)% and (\d+)%/.exec(await page.getAttribute(".ws-growth", "aria-label")).map(Number);
  assert.ok(n < 200 && high - low <= 31, `${n} battles, ${low} to ${high}`);
  console.log(`# stopped after ${n} battles: ${low} to ${high}%`);
  assert.deepEqual(page.faults, []);
  await context.close();
});

for (const system of Object.keys(SYSTEMS))
  test(`${system}: an army is mirrored; the files go out and come in again`, async () => {
    const { context, page, hand } = await begin(system);
    await choose(hand, "sides[0]");
    await hand.click('[data-act="mirror"]');
    let s = await hand.looked();
    assert.equal(s.counts[0], s.counts[1], JSON.stringify(s.counts));
    assert.deepEqual(s.problems, []);
    await shot(page, `workshop-mirror-${system}`);
    const got = [];
    page.on("download", (d) => got.push(d));
    await page.click('.bar button:has-text("Save, share")');
    await page.click('[data-act="two-files"]');
    await until(() => got.length === 2, "two files");
    await page.click('[data-act="one-file"]');
    await until(() => got.length === 3, "one file");
    const link = await until(async () => { const v = await page.inputValue('[data-key="link"]'); return v.startsWith("http") ? v : null; }, "a link");
    await page.click('.ws-dialog button[type="submit"]');
    const files = [];
    for (const d of got.slice(0, 2)) files.push({ name: d.suggestedFilename(), mimeType: "text/yaml", buffer: fs.readFileSync(await d.path()) });
    await page.click('.bar button:has-text("Leave")');
    await page.waitForSelector(".ws-drafts");
    await page.setInputFiles('input[type="file"]', files);
    await page.waitForSelector(".workshop .troops .piece", { timeout: 60000 });
    const again = await hand.right("read again");
    assert.equal(again.yaml, s.yaml);
    assert.equal(again.map, s.map);
    // The same by one file, and by a link in another browser.
    await page.click('.bar button:has-text("Leave")');
    await page.waitForSelector(".ws-drafts");
    await page.setInputFiles('input[type="file"]', { name: got[2].suggestedFilename(), mimeType: "application/json", buffer: fs.readFileSync(await got[2].path()) });
    await page.waitForSelector(".workshop .troops .piece", { timeout: 60000 });
    assert.equal((await hand.right("one file")).yaml, s.yaml);
    assert.ok(link.length < 8000, `a link of ${link.length} letters`);
    const other = await browser.newContext({ viewport: { width: 1280, height: 720 } }), friend = await newTab(other), theirs = new Hand(friend);
    await friend.goto(link);
    await friend.waitForSelector(".workshop .troops .piece", { timeout: 60000 });
    const sent = await theirs.right("sent");
    assert.deepEqual([sent.yaml, sent.map], [s.yaml, s.map]);
    for (const bad of [link.slice(0, -40), `${base}#/workshop/=AAAA`, `${base}#/workshop/=${"A".repeat(4000)}`]) {
      await friend.goto("about:blank");
      await friend.goto(bad);
      await friend.waitForSelector(".notice.refused");
      assert.match(await friend.textContent(".notice.refused"), /no battle of the workshop/);
    }
    assert.deepEqual([...page.faults, ...friend.faults], []);
    await other.close();
    await context.close();
  });

for (const system of ["minden", "reason"])
  test(`${system}: computers fight the battle being made, and the balance has its interval`, async () => {
    const { context, page } = await begin(system);
    await page.click('.bar button:has-text("How fair?")');
    for (const i of [0, 1]) await page.selectOption(`.ws-dialog .ws-field:has-text("led by") select >> nth=${i}`, "random");
    await page.selectOption(".ws-dialog .ws-number", "10");
    await page.click('.ws-dialog button[type="submit"]');
    await until(async () => /^10 of 10/.test(await page.textContent(".ws-sum caption").catch(() => "")), "ten battles", 120000);
    const rows = await page.$$eval(".ws-sum:has(caption) tr", (l) => l.slice(1).map((r) => Number(r.querySelector("td").textContent)));
    assert.equal(rows.reduce((a, b) => a + b, 0), 10, JSON.stringify(rows));
    assert.ok((await page.textContent(".ws-balance")).length > 4);
    assert.match(await page.getAttribute(".ws-growth", "aria-label"), /of those decided, between \d+% and \d+%/);
    await page.click(".ws-turns summary");
    const turns = await page.$$eval(".ws-turns tbody tr", (l) => l.map((r) => [...r.querySelectorAll("td")].map((d) => d.textContent)));
    assert.ok(turns.length >= 3, "turn by turn");
    assert.deepEqual(turns[0].slice(0, 3), ["10", "100%", "100%"]); // all battles, nothing lost yet
    await shot(page, `workshop-fair-${system}`);
    assert.deepEqual(page.faults, []);
    await context.close();
  });

test("a changed table: the paired difference, with the same dice", async () => {
  const { context, page } = await begin("minden");
  await page.click('.bar button:has-text("How fair?")');
  for (const i of [0, 1]) await page.selectOption(`.ws-dialog .ws-field:has-text("led by") select >> nth=${i}`, "random");
  await page.selectOption(".ws-dialog .ws-number", "10");
  await page.selectOption(".ws-what", "table");
  await until(() => page.$('.ws-table option[value="fire"]'), "the tables", 30000);
  await page.selectOption(".ws-table", "fire");
  assert.equal(await page.isDisabled('.ws-dialog button[type="submit"]'), true); // nothing is changed yet
  const text = await page.inputValue(".ws-table-text");
  // A comment changes nothing: the same dice give the same battles, so every difference is nought.
  await page.fill(".ws-table-text", `# a comment\n${text}`);
  await page.click('.ws-dialog button[type="submit"]');
  await until(async () => /^10 pairs/.test(await page.textContent(".ws-pairs .quiet").catch(() => "")), "ten pairs", 200000);
  assert.match(await page.textContent(".ws-pairs"), /No change of the balance is shown: \+0 points of 100 for Allied \(\+0 to \+0\)/);
  // Two dice of three hit: more fall.
  assert.match(text, /^hit_on: +6/m);
  await page.fill(".ws-table-text", text.replace(/^hit_on: +6/m, "hit_on: 3"));
  await page.click('.ws-dialog button[type="submit"]');
  await until(async () => /^10 pairs/.test(await page.textContent(".ws-pairs .quiet").catch(() => "")) || (await page.$(".ws-dialog .refusal")), "ten pairs again", 200000);
  const said = await page.textContent(".ws-dialog");
  assert.ok(/10 pairs/.test(said) && !/Losses: Allied \+0 \(\+0 to \+0\), French \+0 \(\+0 to \+0\)/.test(said), said);
  await shot(page, "workshop-what-if");
  // What is no table is refused with words.
  await page.fill(".ws-table-text", text.replace(/^hit_on: +6/m, "hit_on: 9"));
  await page.click('.ws-dialog button[type="submit"]');
  await page.waitForSelector(".ws-dialog .refusal:has-text('allowed: 2 to 6')", { timeout: 60000 });
  assert.deepEqual(page.faults, []);
  await context.close();
});

for (const system of Object.keys(SYSTEMS))
  test(`${system}: an army from a table`, async () => {
    const { context, page, hand } = await begin(system, { bare: true });
    await choose(hand, "sides[0]");
    await hand.click('[data-act="raise"]');
    const rows = ["unit;arm;men;quality;command"];
    for (const b of ["Guards", "Line"]) for (const i of [1, 2, 3]) rows.push(`${b} ${i}. battalion;foot;600;${b === "Guards" ? "elite" : "trained"};${b}`);
    for (const i of [1, 2, 3]) rows.push(`Horse ${i};cavalry;300;trained;Horse`);
    rows.push("Battery;guns;120;trained;Line");
    await hand.type('[data-key="table"]', rows.join("\n"));
    await hand.click('.ws-dialog button[type="submit"]');
    assert.match(await page.textContent(".ws-notes"), /first line-up/);
    await hand.click('.ws-dialog button:has-text("Done")');
    const s = await hand.looked();
    assert.equal(s.counts[0], 10, JSON.stringify(s.counts));
    assert.deepEqual(s.problems, []);
    assert.ok(s.yaml.includes("guards-1-battalion"));
    await shot(page, `workshop-table-${system}`);
    assert.deepEqual(page.faults, []);
    await context.close();
  });

test("Blenheim of bayonet becomes a first draft in malbrook, with what was guessed", async () => {
  const { context, page, hand } = await begin("malbrook", { battle: "malbrook/blenheim-1704" });
  for (const side of [0, 1]) {
    await choose(hand, `sides[${side}]`);
    await hand.click('[data-act="raise"]');
    await page.waitForSelector('[data-key="army"] option:nth-child(5)', { state: "attached" });
    await hand.choose('[data-key="army"]', `bayonet/blenheim-1704#${side}`);
    await until(async () => (await page.inputValue('[data-key="table"]')).split("\n").length > 15, "the table");
    assert.match(await page.textContent(".ws-notes"), /taken for 500 men/);
    await hand.click('.ws-dialog button[type="submit"]');
    await hand.click('.ws-dialog button:has-text("Done")');
  }
  const s = await hand.looked();
  assert.ok(s.counts.every((n) => n > 15), JSON.stringify(s.counts));
  assert.deepEqual(s.problems, []);
  await shot(page, "workshop-blenheim");
  assert.deepEqual(page.faults, []);
  await context.close();
});

test("a battle of other rules, ground and all: what was guessed is listed, and it can be played", async () => {
  for (const [system, from, viewport] of [["malbrook", "bayonet/blenheim-1704", { width: 1280, height: 720 }], ["bayonet", "malbrook/first-command", { width: 390, height: 844 }]]) {
    const context = await browser.newContext({ viewport, reducedMotion: "reduce" }), page = await newTab(context), hand = new Hand(page);
    await page.goto(`${base}#/workshop`);
    await page.waitForSelector(".ws-system");
    await hand.click(`.ws-system:has-text("${SYSTEMS[system]}")`);
    await hand.choose('[data-key="other"]', from);
    await hand.click(".ws-start");
    await page.waitForSelector('[aria-label="What was guessed"]', { timeout: 120000 });
    assert.match(await page.textContent(".ws-notes"), /is taken for \d+ m.*has become.*not carried over/s);
    await shot(page, `convert-guessed-${system}`);
    await hand.click('[aria-label="What was guessed"] button[type="submit"]');
    const s = await hand.right("converted");
    assert.ok(s.counts.every((n) => n >= 4), s.counts.join());
    await shot(page, `convert-${system}`);
    await hand.click('.bar button:has-text("Play it now")');
    await hand.click('.ws-dialog button[type="submit"]');
    await page.waitForSelector(".game .question", { timeout: 60000 });
    assert.deepEqual(page.faults, []);
    await context.close();
  }
});

test("a page without the engine says what is missing", async () => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } }), page = await newTab(context);
  await page.route("**/engine/index.json", (r) => r.fulfill({ status: 404, body: "no" }));
  await page.goto(`${base}#/workshop`);
  await page.waitForSelector(".notice.refused");
  assert.match(await page.textContent(".notice.refused"), /needs the engine in the page/);
  await context.close();
});

test("begin, editor and dialogs pass axe", async () => {
  const axe = fs.readFileSync(path.join(path.dirname(new URL(import.meta.url).pathname), "..", "node_modules", "axe-core", "axe.min.js"), "utf8");
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 }, bypassCSP: true }), page = await newTab(context);
  const look = async (where) => {
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => globalThis.axe.run(document, { runOnly: ["wcag2a", "wcag2aa"] }));
    assert.deepEqual(violations.map((v) => [v.id, v.nodes[0].html.slice(0, 120)]), [], where);
  };
  await page.goto(`${base}#/workshop`);
  await page.waitForSelector(".ws-system");
  await look("begin");
  await page.click(`.ws-system:has-text("${SYSTEMS.reason}")`);
  await page.click(".ws-start");
  await page.waitForSelector(".workshop .troops .piece", { timeout: 60000 });
  await look("editor");
  await page.click('.ws-name[data-at="scenario:sides[0]"]');
  for (const [open, name] of [['[data-act="raise"]', "table"], ['.bar button:has-text("How fair?")', "fair"], ['.bar button:has-text("Save, share")', "share"]]) {
    await page.click(open);
    await look(name);
    await page.click('.ws-dialog button:has-text("Done")');
  }
  await page.click('.bar button:has-text("Play it now")');
  await look("play");
  await context.close();
});

test("a picture is traced and stays here", async () => {
  const { context, page, hand } = await begin("pistolado", { bare: true });
  const before = (await hand.right("begun")).yaml;
  await page.setInputFiles('[data-key="picture"]', { name: "plan.png", mimeType: "image/png", buffer: fs.readFileSync(path.join(site, "icon-192.png")) });
  await page.waitForSelector(".ws-picture");
  const [href, strong] = await page.$eval(".ws-picture", (e) => [e.getAttribute("href"), e.getAttribute("opacity")]);
  assert.ok(href.startsWith("data:image/png") && strong === "0.5");
  assert.equal((await hand.state()).yaml, before, "the picture is no part of the battle");
  await shot(page, "workshop-trace");
  await page.click('[aria-label="Take the picture away"]');
  assert.equal(await page.$(".ws-picture"), null);
  assert.deepEqual(page.faults, []);
  await context.close();
});

test("a picture is moved and sized until it fits, and keeps its shape", async () => {
  const { context, page, hand } = await begin("minden", { bare: true });
  await page.setInputFiles('[data-key="picture"]', { name: "plan.png", mimeType: "image/png", buffer: fs.readFileSync(path.join(site, "icon-192.png")) });
  await page.waitForSelector(".ws-picture");
  const box = () => page.$eval(".ws-picture", (e) => ["x", "y", "width", "height"].map((k) => Number(e.getAttribute(k)))), was = await box();
  assert.ok(Math.abs(was[2] - was[3]) < 1, `a square picture is a square on the sheet: ${was}`);
  assert.equal(await page.$(".ws-picture-frame"), null); // troops can be dragged until it is asked for
  await hand.click('[data-act="fit-picture"]');
  const corner = await hand.middle('[data-handle="picture-3"]');
  await hand.drag(corner, { x: corner.x - 120, y: corner.y - 120 });
  const small = await box();
  assert.ok(small[2] < was[2] * 0.8 && Math.abs(small[2] - small[3]) < 1 && Math.abs(small[0] - was[0]) < 1 && Math.abs(small[1] - was[1]) < 1, `${was} ${small}`);
  const middle = await hand.middle(".ws-picture-frame");
  await hand.drag(middle, { x: middle.x + 90, y: middle.y + 40 });
  const moved = await box();
  assert.ok(moved[0] > small[0] + 20 && moved[1] > small[1] + 5 && Math.abs(moved[2] - small[2]) < 1, `${small} ${moved}`);
  await shot(page, "workshop-fit-picture");
  // Traced: a corner of ground lies where the picture's is.
  await page.keyboard.press("Escape");
  assert.equal(await page.$(".ws-picture-frame"), null);
  await hand.choose('[data-tool="shape"]', "wood");
  const b = await page.locator(".ws-picture").boundingBox();
  for (const [x, y] of [[0.1, 0.1], [0.9, 0.1], [0.9, 0.9]]) await hand.clickAt({ x: b.x + b.width * x, y: b.y + b.height * y });
  await hand.click('[data-act="finish"]');
  const s = await hand.right("traced", (s) => JSON.stringify(s.doc.map).includes("wood"));
  assert.ok(!JSON.stringify(s.doc).includes("data:image"));
  assert.deepEqual(page.faults, []);
  await context.close();
});

test("hexes of a value are pointed at on the sheet", async () => {
  const { context, page, hand } = await begin("bayonet", { battle: "bayonet/oberglau" });
  await choose(hand, "goals[0]");
  await page.waitForSelector('.ws-marked[data-hex="0308"]');
  await hand.click('[data-pick="hexes"]');
  const frame = await page.locator(".ws-sheet .map").boundingBox();
  await hand.clickAt({ x: frame.x + frame.width / 2, y: frame.y + frame.height / 2 });
  let s = await hand.right("one hex more", (s) => s.doc.scenario.goals[0].hexes.length === 2);
  assert.equal(await page.$$eval(".ws-marked", (l) => l.length), 2);
  await shot(page, "workshop-hexes");
  await hand.clickAt({ x: frame.x + frame.width / 2, y: frame.y + frame.height / 2 });
  s = await hand.right("and off again", (s) => s.doc.scenario.goals[0].hexes.length === 1);
  assert.deepEqual(s.doc.scenario.goals[0].hexes, ["0308"]);
  await page.keyboard.press("Escape");
  assert.equal(await page.getAttribute('[data-pick="hexes"]', "aria-pressed"), "false");
  // One hex: the old one goes.
  await page.click('.bar button:has-text("Leave")');
  await page.waitForSelector(".ws-system");
  await page.click(`.ws-system:has-text("${SYSTEMS.reason}")`);
  await page.selectOption(".ws-choice select", "reason/learning");
  await page.click(".ws-start");
  await page.waitForSelector(".workshop .troops .piece", { timeout: 60000 });
  s = await hand.right("opened");
  await choose(hand, "goals[0]");
  const was = s.doc.scenario.goals[0].hex;
  await hand.click('[data-pick="hex"]');
  const sheet = await page.locator(".ws-sheet .map").boundingBox();
  await hand.clickAt({ x: sheet.x + sheet.width * 0.4, y: sheet.y + sheet.height * 0.45 });
  s = await hand.right("another place", (s) => s.doc.scenario.goals[0].hex !== was);
  assert.match(s.doc.scenario.goals[0].hex, /^\d{4}$/);
  assert.deepEqual(page.faults, []);
  await context.close();
});

test("hexsides and places are drawn, also on the other half", async () => {
  const { context, page, hand } = await begin("reason", { bare: true });
  const frame = await page.locator(".ws-sheet .map").boundingBox(), at = (x, y) => ({ x: frame.x + frame.width * x, y: frame.y + frame.height * y });
  await hand.choose('[data-tool="side"]', "stream");
  await hand.choose('[data-tool="symmetry"]', "turn");
  await hand.clickAt(at(0.4, 0.4));
  let s = await hand.right("a stream", (s) => s.doc.map.sides?.length);
  assert.equal(s.doc.map.sides.flatMap((e) => e.at).join(" ").split(/[ ,]/).length, 2, JSON.stringify(s.doc.map.sides));
  await hand.clickAt(at(0.4, 0.4));
  s = await hand.right("no stream", (s) => !s.doc.map.sides?.length);
  page.on("dialog", (d) => void d.accept("level-1"));
  await hand.choose('[data-tool="place"]', "+");
  await hand.drag(at(0.4, 0.5), at(0.6, 0.5));
  s = await hand.right("a hill", (s) => s.doc.map.places?.length);
  assert.ok(s.doc.map.places[0].name === "level-1" && s.doc.map.places[0].hexes.length >= 3, JSON.stringify(s.doc.map.places));
  await shot(page, "workshop-hill");
  assert.deepEqual(page.faults, []);
  await context.close();
});

/** The ground of a battle becomes a part of its scenario, and back, by the button at the ground. */
async function rehome(hand, from) {
  await hand.click(`.ws-name[data-at="${from}"]`);
  await hand.click('[data-act="home"]');
  return hand.right("the ground in the other file");
}

test("ground of the scenario's own is drawn on hexes, also on the other half, and taken back", async () => {
  const { context, page, hand } = await begin("reason", { bare: true });
  let s = await rehome(hand, "map:");
  assert.equal(s.map, null);
  assert.ok(s.doc.scenario.map === undefined && s.doc.scenario.ground.rows.length > 0 && /^ground:/m.test(s.yaml), s.yaml.slice(0, 400));
  const bare = s.yaml, frame = await page.locator(".ws-sheet .map").boundingBox(), at = (x, y) => ({ x: frame.x + frame.width * x, y: frame.y + frame.height * y });
  const word = await page.$eval('[data-tool="terrain"]', (e) => [...e.options].map((o) => o.value).find((v) => /^(forest|woods)$/.test(v)));
  await hand.choose('[data-tool="terrain"]', word);
  await hand.choose('[data-tool="symmetry"]', "turn");
  await hand.drag(at(0.4, 0.3), at(0.5, 0.3));
  s = await hand.right("a wood");
  const letter = s.doc.scenario.ground.legend.find((l) => l.terrain === word)?.letter, rows = s.doc.scenario.ground.rows.map((r) => r.replace(/\s/g, "")), half = Math.floor(rows.length / 2), count = (l) => l.join("").split(letter).length - 1;
  assert.ok(letter && count(rows) >= 4, JSON.stringify(s.doc.scenario.ground));
  assert.equal(count(rows.slice(0, half)), count(rows.slice(rows.length - half)));
  await hand.choose('[data-tool="side"]', "stream");
  await hand.clickAt(at(0.4, 0.45));
  page.on("dialog", (d) => void d.accept("level-1"));
  await hand.choose('[data-tool="place"]', "+");
  await hand.drag(at(0.4, 0.55), at(0.55, 0.55));
  s = await hand.right("a stream and a hill");
  assert.equal(s.doc.scenario.ground.sides.flatMap((e) => e.at).join(" ").split(/[ ,]/).length, 2, JSON.stringify(s.doc.scenario.ground.sides));
  assert.ok(s.doc.scenario.ground.places.some((p) => p.name === "level-1" && p.hexes.length >= 3), JSON.stringify(s.doc.scenario.ground.places));
  await shot(page, "workshop-own-hexes");
  // Mistakes are shown by the referee's checks; all of it is taken back in turn.
  for (let i = 0; i < 3; i++) await hand.click('[aria-label="Take back"]');
  s = await hand.right("bare again");
  assert.equal(s.yaml, bare);
  s = await rehome(hand, "scenario:ground");
  assert.ok(s.map && s.doc.scenario.ground === undefined && s.doc.scenario.map === s.doc.name, JSON.stringify(Object.keys(s.doc.scenario)));
  assert.deepEqual(page.faults, []);
  await context.close();
});

for (const system of ["minden", "pistolado"])
  test(`${system}: ground of the scenario's own is drawn on a table, with corners, symmetry and what is wrong`, async () => {
    const { context, page, hand } = await begin(system);
    await hand.right("opened");
    let s = await rehome(hand, "map:");
    const was = s.doc.scenario.table.terrain.length, frame = await page.locator(".ws-sheet .map").boundingBox(), at = (x, y) => ({ x: frame.x + frame.width * x, y: frame.y + frame.height * y });
    const word = await page.$eval('[data-tool="shape"]', (e) => [...e.options].map((o) => o.value).find((v) => /wood/.test(v)));
    await hand.choose('[data-tool="shape"]', word);
    await hand.choose('[data-tool="symmetry"]', "turn");
    for (const p of [[0.3, 0.46], [0.36, 0.46], [0.36, 0.5], [0.3, 0.5]]) await hand.clickAt(at(...p));
    await hand.click('[data-act="finish"]');
    s = await hand.looked();
    assert.equal(s.doc.scenario.table.terrain.length, was + 2, JSON.stringify(s.doc.scenario.table.terrain.slice(was)));
    const points = s.doc.scenario.table.terrain[was].points;
    await hand.choose('[data-tool="shape"]', "");
    const corner = await hand.middle('[data-handle="corner-0"]');
    await hand.drag(corner, { x: corner.x - 12, y: corner.y - 12 });
    s = await hand.looked();
    assert.notDeepEqual(s.doc.scenario.table.terrain[was].points, points);
    await shot(page, `workshop-own-table-${system}`);
    await hand.type('[data-key="name"]', "Not A Name");
    s = await hand.looked();
    assert.ok(s.problems.some((p) => p.file === "scenario" && p.path.startsWith(`table.terrain[${was}]`)), JSON.stringify(s.problems));
    assert.ok(await page.$(".ws-problems li"));
    for (let i = 0; i < 3; i++) await hand.click('[aria-label="Take back"]');
    s = await hand.right("as it was");
    assert.equal(s.doc.scenario.table.terrain.length, was);
    assert.deepEqual(page.faults, []);
    await context.close();
  });

test("hostile files are refused with what is wrong, and do no harm", async () => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 }, reducedMotion: "reduce" }), page = await newTab(context);
  const good = { format: "tricorne-battle-1", name: "the-ford", system: "minden", title: "The ford", origin: "", scenario: fs.readFileSync(path.join(data, "minden", "scenarios", "first-battle.yaml"), "utf8"), map: null, tables: [] };
  const give = async (name, text) => {
    await page.goto(`${base}#/workshop`);
    await page.reload();
    await page.waitForSelector(".ws-system");
    await page.setInputFiles('.ws-file input[type="file"]', { name, mimeType: "application/json", buffer: Buffer.from(text) });
  };
  const refused = async (change, words) => {
    await give("x.battle.json", typeof change === "string" ? change : JSON.stringify({ ...good, ...change }));
    const said = await until(async () => { const t = await page.textContent("main").catch(() => page.textContent("body")); return words.test(t) ? t : null; }, `${words} to be said`, 20000);
    assert.equal(await page.$(".workshop"), null);
    return said;
  };
  await refused("{", /cut off or damaged/);
  await refused(`{${" ".repeat(2 << 20)}`, /it is too large/);
  await refused("x".repeat((4 << 20) + 1), /too large: a battle has 4 MB at most/);
  await refused({ name: "../../index" }, /its name is not one of/);
  await refused({ system: "../minden" }, /its system has no name/);
  await refused({ title: "one\u202etwo" }, /title holds a character that nobody sees/);
  await refused({ map: "format: map-1", extra: 1 }, /there is no key "extra"/);
  await refused({ tables: [{ name: "../fire", text: "" }] }, /one of its tables/);
  await shot(page, "workshop-refused");
  await refused({ system: "nowhere" }, /nowhere|rule system/);
  // What is text stays text: a name of markup is shown and runs nothing.
  const evil = '<img src=x onerror="globalThis.harm=1">';
  await give("x.battle.json", JSON.stringify({ ...good, title: evil, scenario: good.scenario.replace(/^title: .*$/m, `title: '${evil}'`).replace(/label: [^,}\n]*/, `label: '${evil}'`) }));
  await page.waitForSelector(".workshop", { timeout: 60000 });
  await page.waitForTimeout(300);
  assert.equal(await page.textContent(".workshop .bar h1"), evil);
  assert.equal(await page.evaluate(() => globalThis.harm), undefined);
  // A scenario of the wrong kind, or as deep as it may be: words, no fault.
  await give("x.battle.json", JSON.stringify({ ...good, scenario: `a: ${"[".repeat(3000)}` }));
  await until(async () => (await page.$(".workshop")) || (await page.$(".past, [role=alert]")), "an answer", 20000);
  assert.deepEqual(page.faults, []);
  await context.close();
});

test("on a phone, and the first page does not fetch the workshop", async () => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, reducedMotion: "reduce" }), page = await newTab(context), asked = [];
  page.on("request", (r) => asked.push(r.url()));
  await page.goto(base);
  await page.waitForSelector('a[href="#/workshop"]');
  assert.ok(!asked.some((u) => /Workshop/.test(u)), "the workshop came with the first page");
  await page.click('a[href="#/workshop"]');
  await page.waitForSelector(".ws-system");
  await shot(page, "workshop-phone-begin");
  await page.click(".ws-start");
  await page.waitForSelector(".workshop .troops .piece", { timeout: 60000 });
  for (const tab of ["Battle", "Values", "To mend"]) {
    await page.click(`.ws-tabs button:has-text("${tab}")`);
    await shot(page, `workshop-phone-${tab.replace(" ", "-").toLowerCase()}`);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${tab} is too wide`);
  }
  assert.deepEqual(page.faults, []);
  await context.close();
});

let bad = 0;
const only = option("only"), chosen = cases.filter((c) => !only || c.name.includes(only));
console.log(`1..${chosen.length}`);
for (const [i, c] of chosen.entries()) {
  const from = Date.now();
  try {
    await c.run();
    console.log(`ok ${i + 1} - ${c.name} (${Date.now() - from} ms)`);
  } catch (e) {
    bad++;
    console.log(`not ok ${i + 1} - ${c.name}`);
    for (const line of String(e?.stack ?? e).split("\n").slice(0, 12)) console.log(`# ${line}`);
    if (shots) for (const ctx of browser.contexts()) for (const p of ctx.pages()) await p.screenshot({ path: path.join(shots, `failed-${i + 1}.png`) }).catch(() => undefined);
  }
  for (const ctx of browser.contexts()) await ctx.close().catch(() => undefined);
}
await browser.close();
host.close();
process.exit(bad ? 1 : 0);
