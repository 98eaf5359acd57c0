// The engine in a worker: everything the page asks of a server, answered in this browser; and beside a server a
// second pair of eyes on its battles, for questions that should be answered at once.
import { open, type Engine, type Game as EngineGame } from "tricorne";
import type { Note, Order } from "../types";
import systems from "../../guide/systems.json";
import { Helper } from "./ahead";
import * as store from "./store";
import { fail, failure, helpedBy, setLanguage, spoken, Table } from "./table";
import { trial, type TrialWish } from "./trial";

/** Where the engine's files lie; told by the page before anything else. */
let base = "";
let engine: Promise<Engine> | null = null;
/** Not English: the pack of languages is wanted. */
let foreign = false;

function started(): Promise<Engine> {
  engine ??= open({ packs: new URL("engine/", base) });
  engine.catch(() => { engine = null; });
  return engine;
}

/** Whose rules begin with which letter. */
const LETTERS: Record<string, string> = systems.letters;

async function systemOf(id: string): Promise<Engine> {
  const e = await started();
  await Promise.all([e.load(id), foreign ? e.load("lang").catch(() => undefined) : null]); // without it, English
  return e;
}

// --- Tables ------------------------------------------------------------------------------------------------

const tables = new Map<string, Promise<Table>>(), locks = new Map<string, () => void>();
const asked = new Map<string, number>();

/** One tab at a time holds a battle. */
function lock(id: string): Promise<void> {
  if (!navigator.locks || locks.has(id)) return Promise.resolve();
  return new Promise((good, bad) => {
    void navigator.locks.request(`tricorne-${id}`, { ifAvailable: true }, (held) => {
      if (!held) { bad({ status: 409, code: "busy", text: "This battle is open in another tab. Close it there, then load this page again." }); return; }
      good();
      return new Promise<void>((done) => locks.set(id, done));
    });
  });
}

/** The texts of a battle that is no file of the engine's. */
const texts = (d: store.Draft | undefined): object => (d ? { yaml: d.yaml, ...(d.map ? { map: d.map } : {}), ...(d.tables?.length ? { tables: d.tables } : {}) } : {});

async function find(id: string): Promise<Table> {
  await lock(id);
  const kept = await store.get(id).catch(() => null);
  if (!kept) return fail(404, "name", "This browser does not have that battle.");
  const e = await systemOf(kept.game.scenario), game = e.umpire(), text = `${kept.game.header}\n${kept.lines.join("\n")}\n`;
  try {
    game.request({ do: "resume", text, wait: true, branch: true, ...texts(kept.game.draft) });
  } catch (error) {
    return adopt(game, kept.game, text, error);
  }
  return new Table(game, kept.game, kept.lines.length);
}

/** The rules have changed since: go on from the last position, as a record that is new from there. */
async function adopt(game: EngineGame, kept: store.Kept, text: string, why: unknown): Promise<Table> {
  const code = failure(why).code;
  if (code !== "edition" && code !== "differs") { game.free(); throw why; }
  const got = game.request({ do: "adopt", text, wait: true, ...texts(kept.draft) });
  const fresh: store.Kept = { ...kept, header: game.record().split("\n")[0]!, notes: [...kept.notes] };
  await store.drop(kept.id).catch(() => undefined);
  const t = new Table(game, fresh, 0);
  t.note(-1, "chat", `The rules have changed since this battle began. ${String(got["note"] ?? "")}`);
  return t;
}

function table(id: string): Promise<Table> {
  asked.set(id, Date.now());
  let t = tables.get(id);
  if (!t) {
    t = find(id);
    tables.set(id, t);
    t.catch(() => tables.delete(id));
  }
  return t;
}

/** Battles nobody looks at are put away. */
setInterval(() => {
  for (const [id, t] of tables)
    void t.then((x) => {
      if (x.heard || Date.now() - (asked.get(id) ?? 0) < 5000) return;
      tables.delete(id);
      x.free();
      locks.get(id)?.();
      locks.delete(id);
    }).catch(() => undefined);
}, 2000);

const newId = (): string => [...crypto.getRandomValues(new Uint8Array(9))].map((b) => (b % 36).toString(36)).join("");

interface Wish { scenario?: string; draft?: store.Draft; title?: string; dice?: string; seed?: string; seats?: { side: string; kind: string; name?: string; commands?: number[] }[]; maker?: number; record?: string }

async function sit(e: Engine, game: EngineGame, about: { title?: string; notes?: Note[]; maker?: number; orders?: Order[][]; draft?: store.Draft }): Promise<object> {
  const header = game.record().split("\n")[0]!;
  const h = JSON.parse(header) as { scenario: string; seats: { name: string; kind: string; side: string }[] };
  const title = about.title || (e.list().find((s) => s.id === h.scenario)?.title ?? h.scenario);
  const kept: store.Kept = {
    // A battle of the workshop lies in this browser, also where there is a server: its name says so.
    id: (about.draft ? "own-" : "") + newId(), ...(about.draft ? { draft: about.draft } : {}), header, title, scenario: h.scenario, draw: null, notes: [], touched: Date.now(),
    seats: h.seats.map((s) => ({ side: s.side, kind: s.kind === "program" ? "person" : s.kind, name: s.name })), orders: about.orders ?? h.seats.map(() => []),
  };
  await lock(kept.id);
  const t = new Table(game, kept, 0);
  tables.set(kept.id, Promise.resolve(t));
  asked.set(kept.id, Date.now());
  await t.begin();
  const people = kept.seats.map((s, i) => (s.kind === "person" ? i : -1)).filter((i) => i >= 0);
  const first = people.includes(about.maker ?? -1) ? about.maker! : people[0] ?? -1;
  return {
    game: kept.id, watch: "watch", scenario: kept.scenario, title, hot: people.length > 1,
    seats: kept.seats.map((s, i) => ({ seat: i, ...s, ...(s.kind !== "person" ? {} : i === first ? { token: `seat${i}` } : { invite: `seat${i}` }) })),
  };
}

/** The scenario a record is of, without playing it. */
function scenarioOf(record: string): string {
  try {
    const h = JSON.parse(record.split("\n", 1)[0]!) as { format?: string; scenario?: string };
    if (h.format === "tricorne-record" && h.scenario) return h.scenario;
  } catch { /* said below */ }
  return fail(400, "syntax", "This is not the record of a battle: its first line should say tricorne-record.");
}

async function resumed(record: string, about: { title?: string; maker?: number; orders?: Order[][]; draft?: store.Draft }): Promise<object> {
  const e = await systemOf(scenarioOf(record)), game = e.umpire();
  try {
    game.request({ do: "resume", text: record, wait: true, branch: true, ...texts(about.draft) });
  } catch (error) {
    const code = failure(error).code;
    if (code !== "edition") { game.free(); throw error; }
    game.request({ do: "adopt", text: record, wait: true, ...texts(about.draft) });
  }
  return sit(e, game, about);
}

async function create(w: Wish): Promise<object> {
  if (w.record) return resumed(w.record, w);
  const e = await systemOf(w.draft?.system ?? w.scenario ?? ""), game = e.umpire();
  try {
    game.request({ ...(w.draft ? { do: "load", name: w.draft.name, ...texts(w.draft) } : { do: "new", scenario: w.scenario }), wait: true, dice: w.dice === "typed" ? "typed" : "fair", ...(w.seed ? { seed: w.seed } : {}),
      seats: w.seats?.map((s) => ({ side: s.side, kind: s.kind, ...(s.name ? { name: s.name } : {}), ...(s.commands?.length ? { commands: s.commands } : {}) })) });
  } catch (error) {
    game.free();
    throw error;
  }
  return sit(e, game, w);
}

/** A new battle from a moment of this one. */
function branch(t: Table, seat: number, line: number): Promise<object> {
  const lines = t.record().split("\n").slice(0, line + 2).filter((l, i) => i === 0 || !/"stop":/.test(l));
  return resumed(`${lines.join("\n")}\n`, { title: t.kept.title, maker: seat, draft: t.kept.draft, orders: t.kept.orders.map((o) => [...o]) });
}

// --- Requests, as docs/server.md has them --------------------------------------------------------------------

type Body = Record<string, unknown>;
const strip = (got: Record<string, unknown>): Record<string, unknown> => {
  const { ok: _ok, v: _v, ...rest } = got;
  return rest;
};
const withNumber = (t: Table, got: Record<string, unknown>): Record<string, unknown> => ({ number: t.game.number(), ...strip(got) });

const LOOKS: Record<string, (b: Body) => { do: string; [key: string]: unknown }> = {
  reach: (b) => ({ do: "reach", piece: b["piece"] }),
  plan: (b) => ({ do: "plan", ...b }),
  threat: (b) => ({ do: "threat", ...b }),
  why: (b) => ({ do: "why", act: b["act"] }),
  preview: (b) => ({ do: "preview", act: b["act"] }),
  odds: (b) => ({ do: "odds", ...b }),
  suggest: (b) => ({ do: "suggest", player: b["player"] ?? "level-4" }),
  offers: () => ({ do: "offers" }),
  ahead: (b) => ({ do: "ahead", ...b }),
};

const ACTS: Record<string, (b: Body) => { do: string; [key: string]: unknown }> = {
  answer: (b) => ({ do: "answer", number: b["number"], act: b["act"] }),
  answers: (b) => ({ do: "answers", number: b["number"], acts: b["acts"] }),
  dice: (b) => ({ do: "dice", number: b["number"], faces: b["faces"] }),
};

async function ofGame(id: string, what: string, query: URLSearchParams, seat: number, body: Body): Promise<unknown> {
  const t = await table(id);
  if (LOOKS[what]) return withNumber(t, t.look(seat, LOOKS[what]!(body)));
  if (ACTS[what]) return strip(await t.act(seat, ACTS[what]!(body)));
  switch (what) {
    case "view": return t.view(seat);
    case "scene": return strip(t.look(seat, { do: "scene", line: Number(query.get("line")) }));
    case "now": return strip(t.look(seat, { do: "hurry" }));
    case "review": return strip(t.look(seat, { do: "review", chances: false }));
    case "outlook": return strip(t.look(seat, { do: "outlook", line: Number(query.get("line")) }));
    case "log": return strip(t.look(seat, { do: "log", from: Number(query.get("from") ?? 0) }));
    case "lines": return strip(t.look(seat, { do: "lines", from: Number(query.get("from") ?? 0), marks: true }));
    case "record": return t.record();
    case "undo": return t.undo(seat, body["number"] as number | undefined, Number(body["answers"] ?? 1));
    case "draw": return t.draw(seat);
    case "consent": return t.consent(seat, String(body["what"]), body["yes"] === true);
    case "resign": return t.stop(seat, "resign");
    case "chat": return t.chat(seat, String(body["text"] ?? ""));
    case "adjust": return strip(await t.adjust(seat, body));
    case "staff": return t.staff(seat, body);
    case "orders": return t.setOrders(seat, (body["orders"] ?? []) as Order[]);
    case "join": return { seat, side: t.kept.seats[seat]?.side, token: `seat${seat}` };
    case "branch": return branch(t, seat, Number(body["line"]));
    case "delete": {
      tables.delete(id);
      t.free();
      await store.drop(id);
      return {};
    }
    default: return fail(404, "name", "That needs a server; this page has none.");
  }
}

async function request(path: string, token: string | null, body: Body): Promise<unknown> {
  const [where, search] = path.split("?") as [string, string?], part = where.split("/").map(decodeURIComponent);
  const seat = Number(/^seat(\d)$/.exec(token ?? "")?.[1] ?? -1);
  if (part[0] === "games" && part.length === 1) return create(body as Wish);
  if (part[0] === "games" && part[1] && part[2]) return ofGame(part[1], part[2], new URLSearchParams(search), seat, body);
  if (part[0] === "rules" && part[1]) {
    const e = await systemOf(LETTERS[part[1][0]!.toUpperCase()] ?? ""), r = e.rule(part[1]);
    return { id: r.id, title: r.heading, text: r.text };
  }
  if (part[0] === "warm") { await systemOf(part[1] ?? ""); return null; }
  return fail(404, "name", "That needs a server; this page has none.");
}

// --- Battles being made -----------------------------------------------------------------------------------------

/** One conversation for all questions about drafts: it holds no game. */
let bench: EngineGame | null = null;

async function draft(system: string, question: { do: string; [key: string]: unknown }): Promise<unknown> {
  const e = await systemOf(system);
  bench ??= e.umpire();
  return strip(bench.request(question));
}

// --- Beside a server: its battle, followed line by line ------------------------------------------------------

const followed = new Map<string, EngineGame>();

/** Take the record of a server's battle; false where it does not tell all. */
async function follow(key: string, record: string, file?: store.Draft): Promise<{ hash: string; lines: number }> {
  const e = await systemOf(scenarioOf(record)), game = e.umpire();
  leave(key);
  try {
    game.request({ do: "resume", text: record, wait: true, ...texts(file) });
  } catch (error) {
    game.free();
    throw error;
  }
  followed.set(key, game);
  return { hash: game.hash(), lines: game.number() };
}
function leave(key: string): void {
  followed.get(key)?.free();
  followed.delete(key);
}
function more(key: string, text: string): { hash: string; lines: number } {
  const game = followed.get(key);
  if (!game) return fail(404, "name", "That battle is not followed.");
  try {
    if (text) game.request({ do: "more", text });
  } catch (error) {
    leave(key);
    throw error;
  }
  return { hash: game.hash(), lines: game.number() };
}
function askFollowed(key: string, seat: number, what: string, body: Body): unknown {
  const game = followed.get(key);
  if (!game) return fail(404, "name", "That battle is not followed.");
  return { number: game.number(), ...strip(game.request(spoken({ ...LOOKS[what]!(body), ...(seat >= 0 ? { seat } : {}) }))) };
}

// --- The worker's own mail ------------------------------------------------------------------------------------

type Mail =
  | { kind: "begin"; base: string; lang?: string }
  | { kind: "port"; mine: boolean }
  | { kind: "request"; id: number; path: string; token: string | null; body: Body }
  | ({ kind: "trial"; id: number } & TrialWish)
  | { kind: "tables"; id: number; system: string }
  | { kind: "draft"; id: number; system: string; question: { do: string } }
  | { kind: "listen"; id: number; game: string; seat: number; lines: number }
  | { kind: "unlisten"; id: number }
  | { kind: "follow"; id: number; key: string; record: string; file?: store.Draft }
  | { kind: "more"; id: number; key: string; text: string }
  | { kind: "leave"; id: number; key: string }
  | { kind: "ask"; id: number; key: string; seat: number; what: string; body: Body };

const ears = new Map<number, () => void>();
const post = postMessage as (message: unknown) => void;

async function serve(m: Mail): Promise<unknown> {
  switch (m.kind) {
    case "port": return null;
    case "begin": base = m.base; foreign = (m.lang ?? "en") !== "en"; setLanguage(m.lang ?? "en"); return null;
    case "request": return request(m.path, m.token, m.body);
    case "trial": return trial(await systemOf(m.draft.system), m);
    case "tables": {
      const e = await systemOf(m.system), at = `data/${m.system}/tables/`;
      return e.paths(at).filter((p) => p.endsWith(".yaml")).map((p) => ({ name: p.slice(at.length, -5), text: e.readText(p) ?? "" }));
    }
    case "draft": return draft(m.system, m.question);
    case "listen": {
      const t = await table(m.game);
      ears.set(m.id, t.listen(m.seat, m.lines, (kind, data) => post({ ear: m.id, kind, data })));
      return null;
    }
    case "unlisten": ears.get(m.id)?.(); ears.delete(m.id); return null;
    case "follow": return follow(m.key, m.record, m.file);
    case "more": return more(m.key, m.text);
    case "leave": leave(m.key); return null;
    case "ask": return askFollowed(m.key, m.seat, m.what, m.body);
  }
}

/** Who asks is answered where he asked. */
function hear(m: Mail, answer: (message: unknown) => void): void {
  serve(m).then(
    (value) => { if ("id" in m && m.kind !== "unlisten") answer({ id: m.id, value }); },
    (error: unknown) => { if ("id" in m) answer({ id: m.id, error: failure(error) }); },
  );
}

/** The second engine is started by the page when it is first wanted; its port comes by mail. */
let helper: Promise<Helper | null> | null = null, give: (h: Helper | null) => void = () => undefined;
helpedBy(() => {
  if (!helper) {
    helper = new Promise((done) => { give = done; });
    post({ helper: true });
  }
  return helper;
});

/** Mine: by this port I ask; else another engine asks me. */
function takePort(port: MessagePort | undefined, mine: boolean): void {
  if (mine) give(port ? new Helper(port) : null);
  else if (port) port.onmessage = (e: MessageEvent<Mail>) => hear(e.data, (message) => port.postMessage(message));
}

addEventListener("message", (e: MessageEvent<Mail>) => {
  if (e.data.kind === "port") takePort(e.ports[0], e.data.mine);
  else hear(e.data, post);
});
