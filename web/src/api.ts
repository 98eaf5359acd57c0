// Talking to the server (docs/server.md). Tokens go into a header, never into an address.
import type {
  Act, Advice, GameEvent, LineMark, Note, Odds, Order, Plan, PlanOrder, Preview, Question, Reach, Refusal, Scene,
  ScenarioInfo, Seat, SystemInfo, View,
} from "./types";
import { SseReader } from "./sse";

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    text: string,
    readonly refusal: Refusal | null = null,
    readonly after = 0,
  ) {
    super(text);
  }
}

const BASE = new URL("api/v1/", document.baseURI);

export type ActLike = Act | string | { verb: string; args: Act["args"]; path?: Act["path"] };

async function request<T>(method: string, path: string, token?: string | null, body?: unknown): Promise<T> {
  const headers: Record<string, string> = {};
  if (token) headers["Authorization"] = `Bearer ${token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let answer: Response;
  try {
    answer = await fetch(new URL(path, BASE), {
      method, headers, body: body === undefined ? undefined : JSON.stringify(body), cache: "no-store",
    });
  } catch {
    throw new ApiError(0, "network", "The server cannot be reached.");
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
    answer.status, e?.code ?? "http", e?.text ?? `The server answered ${answer.status}.`, e?.refusal ?? null,
    Number(answer.headers.get("Retry-After") ?? 0),
  );
}

export interface NewGame {
  scenario: string;
  title?: string;
  dice?: "fair" | "typed";
  /** The seat whose token the maker gets; the first person's if it is left out. */
  maker?: number;
  clock?: { days: number; then: string } | { minutes: number; increment: number; then: string };
  seats: { side: string; kind: string; name?: string }[];
}

export interface MadeGame { game: string; watch: string; seats: Seat[] }

/** An account: mail is confirmed, wanted is not yet; mails: this server sends any. */
export interface Me { name: string; mail: string | null; wanted: string | null; webhook: string | null; mails: boolean }

export interface SessionInfo { id: string; made: number; until: number; this: boolean }

export interface MyGame {
  game: string; title: string; scenario: string; seat: number; token?: string; turn: number;
  mine: boolean; over: boolean; touched?: number;
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
  create: (g: NewGame) => request<MadeGame>("POST", "games", null, g),
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
  constructor(readonly game: string, readonly token: string) {}
  private get<T>(path: string): Promise<T> {
    return request<T>("GET", `games/${this.game}/${path}`, this.token);
  }
  private post<T>(path: string, body: unknown = {}): Promise<T> {
    return request<T>("POST", `games/${this.game}/${path}`, this.token, body);
  }
  view = () => this.get<View>("view");
  scene = (line: number) => this.get<{ scene?: Scene; events?: GameEvent[] } & Partial<Scene>>(`scene?line=${line}`);
  log = (from: number) => this.get<{ log?: GameEvent[]; events?: GameEvent[] }>(`log?from=${from}`);
  lines = (from: number) => this.get<{ lines: LineMark[] }>(`lines?from=${from}`);
  offers = () => this.get<{ number: number; offers: Act[] }>("offers");
  answer = (number: number, act: ActLike) => this.post<{ line: number; question: Question }>("answer", { number, act });
  dice = (number: number, faces: number[]) => this.post<{ line: number; question: Question }>("dice", { number, faces });
  answers = (number: number, acts: ActLike[]) =>
    this.post<{ line: number; question: Question; played: number; stopped: string | null; refusal?: Refusal }>("answers", { number, acts });
  reach = (piece: string) => this.post<{ number: number; reach: Reach }>("reach", { piece });
  plan = (order: PlanOrder) => this.post<{ number: number; plan: Plan }>("plan", order);
  why = (act: ActLike) => this.post<{ legal: boolean; refusal?: Refusal | null }>("why", { act });
  preview = (act: ActLike) => this.post<Preview>("preview", { act });
  odds = (act: ActLike) => this.post<{ odds: Odds }>("odds", { act });
  suggest = (player: string) => this.post<{ advice: Advice }>("suggest", { player });
  undo = (number: number, answers = 1) => this.post<{ asked?: boolean }>("undo", answers > 1 ? { number, answers } : { number });
  draw = () => this.post<unknown>("draw");
  consent = (what: "undo" | "draw", yes: boolean) => this.post<unknown>("consent", { what, yes });
  resign = () => this.post<unknown>("resign");
  resume = () => this.post<unknown>("resume");
  substitute = (seat: number) => this.post<{ seat: number; invite: string }>("substitute", { seat });
  chat = (text: string) => this.post<unknown>("chat", { text });
  orders = (orders: Order[]) => request<unknown>("PUT", `games/${this.game}/orders`, this.token, { orders });
  revoke = (seat: number) => this.post<{ token: string }>("revoke", { seat });
  join = () => this.post<{ seat: number; side: string; token: string }>("join");
  invite = (seat: number) => this.post<{ seat: number; invite: string }>("invite", { seat });
  withdraw = (seat: number) => this.post<unknown>("withdraw", { seat });
  watch = () => this.post<{ watch: string }>("watch");
  endWatch = () => this.post<unknown>("watch", { end: true });
  branch = (line: number) => this.post<MadeGame>("branch", { line });
  record = async (): Promise<string> => {
    const answer = await fetch(new URL(`games/${this.game}/record`, BASE), { headers: { Authorization: `Bearer ${this.token}` } });
    if (!answer.ok) throw new ApiError(answer.status, "http", `The server answered ${answer.status}.`);
    return answer.text();
  };

  /** The stream of news. Connects again by itself, behind the last id it has seen. */
  listen(from: string, hear: StreamEars): () => void {
    const stop = new AbortController();
    void run(this, from, hear, stop.signal);
    return () => stop.abort();
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
        headers: { Authorization: `Bearer ${g.token}`, "Last-Event-ID": last, Accept: "text/event-stream" },
        signal: cut.signal, cache: "no-store",
      });
      if (answer.status === 401 || answer.status === 403 || answer.status === 404) {
        hear.state("dead", answer.status === 404 ? "There is no such game." : "This link is no longer valid: the seat has been given a new one.");
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
