// Talking to the server (docs/server.md), or to the engine in a worker where there is none. Tokens go into a header,
// never into an address.
import type {
  Act, Advice, GameEvent, LineMark, Note, Odds, Order, Plan, PlanOrder, Preview, Question, Reach, Refusal, Review, Scene,
  ScenarioInfo, Seat, Staff, SystemInfo, Threat, View,
} from "./types";
import { ask, listen, SITE, type WorkerFailure } from "./engine/client";
import { Follower } from "./engine/follow";
import type { Fought } from "./engine/trial";
import { SseReader } from "./sse";
import { language, t } from "./tongue";

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    text: string,
    readonly refusal: Refusal | null = null,
    readonly after = 0,
  ) {
    super(t(text)); // what is said often stands among the page's own words
  }
}

const BASE = new URL("api/v1/", document.baseURI);

export type ActLike = Act | string | { verb: string; args: Act["args"]; path?: Act["path"] };

/** Lists that lie beside the page as files, where there is no server. */
const LISTS = /^(?:(scenarios|players)|systems\/([a-z]+))$/;

async function list<T>(name: string): Promise<T> {
  const answer = await fetch(new URL(`engine/${name}.json`, document.baseURI)).catch(() => null);
  if (!answer?.ok) throw new ApiError(answer?.status ?? 0, "network", t("A file of this page cannot be fetched."));
  return answer.json() as Promise<T>;
}

/** The words of a system, in the page's language where they are there in it. */
const words = <T>(system: string): Promise<T> => {
  const english = `system-${system}`, own = `${english}.${language()}`;
  return language() === "en" ? list<T>(english) : list<{ of: string[] }>(`systems.${language()}`).then((l) => list<T>(l.of.includes(system) ? own : english));
};

/** The same requests, answered by the engine in this browser. */
const local = <T>(path: string, token: string | null, body: unknown): Promise<T> => {
  const named = LISTS.exec(path);
  return !named ? asked<T>(path, token, body) : named[1] ? list<T>(named[1]) : words<T>(named[2]!);
};
const asked = <T>(path: string, token: string | null, body: unknown): Promise<T> =>
  ask<T>({ kind: "request", path, token, body: body ?? {} }).catch((e: WorkerFailure) => {
    throw new ApiError(e.status, e.code, e.text, e.refusal ?? null);
  });

/** A battle of the workshop lies in this browser, also beside a server. */
export const inBrowser = (game: string): boolean => SITE || game.startsWith("own-");

async function request<T>(method: string, path: string, token?: string | null, body?: unknown): Promise<T> {
  if (SITE || path.startsWith("games/own-")) return local<T>(path, token ?? null, body);
  const headers: Record<string, string> = { "Accept-Language": language() };
  if (token) headers["Authorization"] = `Bearer ${token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let answer: Response;
  try {
    answer = await fetch(new URL(path, BASE), {
      method, headers, body: body === undefined ? undefined : JSON.stringify(body), cache: "no-store",
    });
  } catch {
    throw new ApiError(0, "network", t("The server cannot be reached."));
  }
  const text = await answer.text();
  let value: unknown = null;
  try {
    value = text ? JSON.parse(text) : null;
  } catch {
    value = null;
  }
  if (answer.ok) return value as T;
  const e = (value as { error?: { code?: string; text?: string; refusal?: Refusal } } | null)?.error;
  throw new ApiError(
    answer.status, e?.code ?? "http", e?.text ?? t("The server answered {0}.", answer.status), e?.refusal ?? null,
    Number(answer.headers.get("Retry-After") ?? 0),
  );
}

/** A key by lot. A request that is sent again with the same key is carried out once. */
export const newKey = (): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(24)))).replace(/\+/g, "-").replace(/\//g, "_");

/** The keys of requests whose reply never came, by what was asked for. */
const unanswered = new Map<string, string>();

const lost = (e: unknown): boolean => e instanceof ApiError && (e.status === 0 || e.status >= 502);

/** Send it, once more if the reply was lost; the same request keeps its key until it is answered. */
async function once<T>(path: string, token: string | null, body: object): Promise<T> {
  const what = JSON.stringify([path, token, body]), key = unanswered.get(what) ?? newKey();
  unanswered.set(what, key);
  const send = (): Promise<T> => request<T>("POST", path, token, { ...body, key });
  const done = await send().catch((e: unknown) => (lost(e) ? send() : Promise.reject(e))).catch((e: unknown) => {
    if (!lost(e)) unanswered.delete(what);
    throw e;
  });
  unanswered.delete(what);
  return done;
}

/** A battle as one file (docs/workshop.md). */
export interface BattleFile { format: "tricorne-battle-1"; name: string; system: string; title: string; origin: string; scenario: string; map: string | null; tables: { name: string; text: string }[] }

/** A battle that this server keeps; plays: what came of a study of it. */
export interface MadeBattle {
  battle: string; system: string; title: string; by: string; file: string; scenario: string; listed: boolean; made: number; changed: number; bytes: number;
  origin: { battle: string; text: string } | null;
  plays: { battles: number; players: string[]; wins: Record<string, number>; drawn: number; cut: number; turns: number; answers: number; endings: Record<string, number> } | null;
}

export interface NewGame {
  /** A scenario, or a battle that the server keeps. */
  scenario?: string;
  battle?: string;
  title?: string;
  dice?: "fair" | "committed" | "interactive" | "typed";
  /** False: what a die or the other side has answered stands. */
  take_backs?: boolean;
  /** The seat whose token the maker gets; the first person's if it is left out. */
  maker?: number;
  clock?: { days: number; then: string } | { minutes: number; increment: number; then: string };
  seats: { side: string; kind: string; name?: string; commands?: number[] }[];
}

/** scenario, title and hot (one screen for all): of a record that was opened. */
export interface MadeGame { game: string; watch: string; seats: Seat[]; scenario?: string; title?: string; hot?: boolean }

/** An account: mail is confirmed, wanted is not yet; mails: this server sends any. */
export interface Me { name: string; mail: string | null; wanted: string | null; webhook: string | null; mails: boolean }

export interface SessionInfo { id: string; made: number; until: number; this: boolean }

export interface MyGame {
  game: string; title: string; scenario: string; seat: number; token?: string; turn: number | null;
  mine: boolean | null; over: unknown; touched?: number;
}

export interface SystemWords {
  questions: { name: string; text: string; verbs: string[]; reaction?: boolean }[];
  verbs: { name: string; text: string }[];
}

export const api = {
  scenarios: () => request<{ systems: SystemInfo[]; scenarios: ScenarioInfo[] }>("GET", "scenarios"),
  players: () => request<{ players: { id: string; text: string }[] }>("GET", "players"),
  system: (id: string) => request<SystemWords>("GET", `systems/${encodeURIComponent(id)}`),
  rule: (id: string) => request<{ id: string; title?: string; text: string }>("GET", `rules/${encodeURIComponent(id)}`),
  create: (g: NewGame) => once<MadeGame>("games", null, g),
  /** Battles that people made and this server keeps. */
  battles: (of: string, from: number) => request<{ battles: MadeBattle[] }>("GET", `battles?from=${from}${of ? `&of=${encodeURIComponent(of)}` : ""}`),
  battle: (id: string) => request<{ about: MadeBattle; file: BattleFile }>("GET", `battles/${id}`),
  file: (hash: string) => request<{ file: BattleFile }>("GET", `files/${hash}`),
  myBattles: (token: string) => request<{ battles: MadeBattle[] }>("GET", "me/battles", token),
  publish: (token: string, file: BattleFile, listed: boolean, origin?: string) => request<{ about: MadeBattle }>("POST", "battles", token, { file, listed, ...(origin ? { origin } : {}) }),
  publishAgain: (token: string, id: string, file: BattleFile, listed: boolean) => request<{ about: MadeBattle }>("PUT", `battles/${id}`, token, { file, listed }),
  unpublish: (token: string, id: string) => request<unknown>("DELETE", `battles/${id}`, token),
  /** Battles by the dozen on the server, within what it allows. */
  study: (token: string | null, what: { file?: BattleFile; battle?: string; scenario?: string }, players: readonly string[], battles: number) => request<{ study: string }>("POST", "studies", token, { ...what, players, battles }),
  studyRows: (id: string, from: number) => request<{ state: "waits" | "done" | "stopped" | "failed"; battles: number; used: number; fought: Fought[] }>("GET", `studies/${id}?from=${from}`),
  endStudy: (id: string) => request<unknown>("DELETE", `studies/${id}`),
  /** A battle from its texts, played in this browser. */
  createDraft: (g: Omit<NewGame, "scenario" | "battle"> & { draft: { name: string; system: string; yaml: string; map: string | null; tables?: { name: string; text: string }[] } }) => asked<MadeGame>("games", null, g),
  /** A battle that goes on from its record. */
  openRecord: (record: string) => (SITE ? request<MadeGame>("POST", "games", null, { record }) : once<MadeGame>("records", null, { record })),
  /** Of a battle that lies in this browser alone nothing remains. */
  forget: (game: string) => (inBrowser(game) ? request<unknown>("POST", `games/${game}/delete`, null, {}) : Promise.resolve(null)),
  account: (name: string, password: string) => request<unknown>("POST", "accounts", null, { name, password }),
  session: (name: string, password: string) => request<{ token: string }>("POST", "sessions", null, { name, password }),
  endSession: (token: string) => request<unknown>("DELETE", "sessions", token),
  myGames: (token: string) => request<{ games: MyGame[] }>("GET", "me/games", token),
  addGame: (token: string, game: string, seat: string) => request<unknown>("POST", "me/games", token, { game, token: seat }),
  notice: (token: string, mail: string, webhook: string) => request<Me>("PUT", "me/notice", token, { mail, webhook }),
  me: (token: string) => request<Me>("GET", "me", token),
  sessions: (token: string) => request<{ sessions: SessionInfo[] }>("GET", "me/sessions", token),
  endSessions: (token: string, id?: string) => request<unknown>("DELETE", id ? `me/sessions/${id}` : "me/sessions", token),
  newPassword: (token: string, old: string, password: string) => request<unknown>("PUT", "me/password", token, { old, password }),
  deleteMe: (token: string, password: string) => request<unknown>("POST", "me/delete", token, { password }),
  resetPassword: (name: string) => request<unknown>("POST", "password/reset", null, { name }),
  setPassword: (code: string, password: string) => request<unknown>("POST", "password", null, { code, password }),
  mail: (what: "confirm" | "stop", code: string) => request<unknown>("POST", `mail/${what}`, null, { code }),
};

/** Requests of one game on behalf of one token. */
export class GameApi {
  /** The engine in this page, following the server's battle; null before the first question. */
  near: Follower | null = null;
  private open: Question | null = null;
  constructor(readonly game: string, readonly token: string) {}
  /** What is open now, and for whom: the engine in this page comes there too. */
  stands(q: Question, seat: number, mine: boolean): void {
    this.open = q;
    if (inBrowser(this.game) || !mine) return;
    this.near ??= new Follower(`${this.game}/${this.token}`, seat, this.recordFrom, this.texts);
    this.near.come(q);
  }
  /** Asked of the engine in this page if it stands where the server does, else of the server. */
  private async nearly<T>(path: string, body: object): Promise<T> {
    return (await this.near?.ask<T>(path, body, this.open)) ?? this.post<T>(path, body);
  }
  private get<T>(path: string): Promise<T> {
    return request<T>("GET", `games/${this.game}/${path}`, this.token);
  }
  private post<T>(path: string, body: unknown = {}): Promise<T> {
    return request<T>("POST", `games/${this.game}/${path}`, this.token, body);
  }
  /** The texts of a battle that somebody made: the engine in this page does not have them. */
  private made: string | undefined;
  private texts = async (): Promise<object | undefined> => {
    if (!this.made) return undefined;
    const { file } = await api.file(this.made);
    return { name: file.name, system: file.system, yaml: file.scenario, map: file.map, tables: file.tables };
  };
  view = () => this.get<View>("view").then((v) => { this.made = v.file; return v; });
  scene = (line: number) => this.get<{ scene?: Scene; events?: GameEvent[] } & Partial<Scene>>(`scene?line=${line}`);
  outlook = (line: number) => this.get<{ outlook: number | null }>(`outlook?line=${line}`);
  /** Computers that take their time are to move at once. */
  now = () => this.post<object>("now");
  review = () => this.get<{ review: Review }>("review");
  log = (from: number) => this.get<{ log?: GameEvent[]; events?: GameEvent[] }>(`log?from=${from}`);
  lines = (from: number) => this.get<{ lines: LineMark[] }>(`lines?from=${from}`);
  offers = () => this.get<{ number: number; offers: Act[] }>("offers");
  answer = (number: number, act: ActLike, link?: string | null) =>
    this.post<{ line: number; question: Question }>("answer", link ? { number, act, link } : { number, act });
  commit = (commit: string) => this.post<{ line: number; question: Question }>("commit", { commit });
  share = (link: string) => this.post<{ line: number; question: Question }>("link", { link });
  dice = (number: number, faces: number[]) => this.post<{ line: number; question: Question }>("dice", { number, faces });
  answers = (number: number, acts: ActLike[]) =>
    this.post<{ line: number; question: Question; played: number; stopped: string | null; refusal?: Refusal }>("answers", { number, acts });
  reach = (piece: string) => this.nearly<{ number: number; reach: Reach }>("reach", { piece });
  plan = (order: PlanOrder) => this.nearly<{ number: number; plan: Plan }>("plan", order);
  /** Whom a piece could shoot at or charge, and who it; after these answers, or standing there. */
  threat = (piece: string, from: { acts?: ActLike[]; at?: [number, number]; facing?: number; box?: boolean } = {}) => this.nearly<{ number: number; threat: Threat }>("threat", { piece, ...from });
  why = (act: ActLike) => this.nearly<{ legal: boolean; refusal?: Refusal | null }>("why", { act });
  preview = (act: ActLike) => this.nearly<Preview>("preview", { act });
  /** Of the last of these answers, the others given before it. */
  odds = (acts: ActLike[]) => this.nearly<{ odds: Odds }>("odds", acts.length > 1 ? { acts } : { act: acts[0]! });
  suggest = (player: string) => this.post<{ advice: Advice }>("suggest", { player });
  undo = (number: number, answers = 1) => this.post<{ asked?: boolean }>("undo", answers > 1 ? { number, answers } : { number });
  draw = () => this.post<unknown>("draw");
  consent = (what: "undo" | "draw", yes: boolean) => this.post<unknown>("consent", { what, yes });
  resign = () => this.post<unknown>("resign");
  remove = () => this.post<unknown>("delete");
  resume = () => this.post<unknown>("resume");
  substitute = (seat: number) => this.post<{ seat: number; invite: string }>("substitute", { seat });
  /** A computer plays the seat until its holder comes back or somebody else takes it. */
  sitIn = (seat: number) => this.post<unknown>("sit-in", { seat });
  chat = (text: string, aside = false) => this.post<unknown>("chat", aside ? { text, to: "side" } : { text });
  orders = (orders: Order[]) => request<unknown>("PUT", `games/${this.game}/orders`, this.token, { orders });
  /** The umpire's hand: whoever holds the seats of all persons corrects the position. */
  adjust = (number: number, changes: [string, string][], reason: string, tokens: string[]) => this.post<unknown>("adjust", { number, changes, reason, tokens });
  staff = (body: object) => this.post<{ staff: Staff | null }>("staff", body);
  revoke = (seat: number) => this.post<{ token: string }>("revoke", { seat });
  join = () => once<{ seat: number; side: string; token: string }>(`games/${this.game}/join`, this.token, {});
  invite = (seat: number) => this.post<{ seat: number; invite: string }>("invite", { seat });
  withdraw = (seat: number) => this.post<unknown>("withdraw", { seat });
  watch = () => this.post<{ watch: string }>("watch");
  endWatch = () => this.post<unknown>("watch", { end: true });
  branch = (line: number) => once<MadeGame>(`games/${this.game}/branch`, this.token, { line });
  record = (): Promise<string> => this.recordFrom();
  /** The record, or its lines from a number on. */
  private recordFrom = async (from?: number): Promise<string> => {
    if (inBrowser(this.game)) return local<string>(`games/${this.game}/record`, this.token, {});
    const answer = await fetch(new URL(`games/${this.game}/record${from === undefined ? "" : `?from=${from}`}`, BASE), { headers: { Authorization: `Bearer ${this.token}` } });
    if (!answer.ok) throw new ApiError(answer.status, "http", t("The server answered {0}.", answer.status));
    return answer.text();
  };

  /** The stream of news. Connects again by itself, behind the last id it has seen. */
  listen(from: string, hear: StreamEars): () => void {
    if (inBrowser(this.game)) {
      hear.state("live");
      return listen(this.game, Number(/^seat(\d)$/.exec(this.token)?.[1] ?? -1), parseInt(from, 10) + 1, (kind, data) => hear.event(kind, data, null), (e) => hear.state("dead", e.text));
    }
    const stop = new AbortController();
    void run(this, from, hear, stop.signal);
    return () => { stop.abort(); this.near?.leave(); };
  }
  streamAddress = (): URL => new URL(`games/${this.game}/stream`, BASE);
}

export interface StreamEars {
  event(kind: string, data: unknown, id: string | null): void;
  state(state: "live" | "lost" | "dead", why?: string): void;
}

const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((done) => {
    const t = setTimeout(done, ms);
    signal.addEventListener("abort", () => { clearTimeout(t); done(); }, { once: true });
    window.addEventListener("online", () => { clearTimeout(t); done(); }, { once: true });
  });

const SILENCE = 40_000;

async function run(g: GameApi, from: string, hear: StreamEars, signal: AbortSignal): Promise<void> {
  let last = from, pause = 400;
  while (!signal.aborted) {
    const cut = new AbortController(), abort = () => cut.abort();
    signal.addEventListener("abort", abort, { once: true });
    let watch: ReturnType<typeof setTimeout> | undefined;
    const alive = (): void => {
      clearTimeout(watch);
      watch = setTimeout(abort, SILENCE);
    };
    try {
      alive();
      const answer = await fetch(g.streamAddress(), {
        headers: { Authorization: `Bearer ${g.token}`, "Last-Event-ID": last, Accept: "text/event-stream", "Accept-Language": language() },
        signal: cut.signal, cache: "no-store",
      });
      if (answer.status === 401 || answer.status === 403 || answer.status === 404) {
        hear.state("dead", answer.status === 404 ? t("There is no such game.") : t("This link is no longer valid: the seat has been given a new one."));
        return;
      }
      if (!answer.ok || !answer.body) throw new Error(String(answer.status));
      hear.state("live");
      pause = 400;
      const reader = answer.body.getReader(), text = new TextDecoder(), sse = new SseReader();
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        alive();
        for (const e of sse.feed(text.decode(value, { stream: true }))) {
          if (e.id !== null) last = e.id;
          if (e.kind === "bye") continue;
          hear.event(e.kind, JSON.parse(e.data), e.id);
        }
      }
    } catch {
      /* lost: try again below */
    }
    clearTimeout(watch);
    signal.removeEventListener("abort", abort);
    if (signal.aborted) return;
    hear.state("lost");
    await wait(pause * (0.8 + 0.4 * Math.random()), signal);
    pause = Math.min(pause * 1.8, 10_000);
  }
}

export type { Note };
