// A battle at a table in this browser: the engine's game, its seats, and who listens. What a server would do
// (docs/server.md), as far as one browser needs it.
import type { Game as EngineGame } from "tricorne";
import { TricorneError } from "tricorne";
import type { SceneChange } from "../change";
import type { GameEvent, Note, Order, Over, Question, Scene, Staff } from "../types";
import { type Helper, Thinking } from "./ahead";
import * as store from "./store";

export interface Failure { status: number; code: string; text: string; refusal?: unknown }

export const fail = (status: number, code: string, text: string): never => {
  throw { status, code, text } satisfies Failure;
};

const STATUS: Record<string, number> = { illegal: 422, stale: 409, over: 409, turn: 403, name: 404, busy: 409 };

/** What went wrong, as a server would say it. */
export function failure(e: unknown): Failure {
  if (e instanceof TricorneError)
    return { status: STATUS[e.code] ?? 400, code: e.code, text: e.message, ...(e.refusal ? { refusal: e.refusal } : {}) };
  if (e && typeof e === "object" && "status" in e && "code" in e) return e as Failure;
  return { status: 500, code: "fault", text: (e as Error)?.message ?? String(e) };
}

interface Ear { seat: number; events: number; scene: Scene | null; grounds: string; hear: (kind: string, data: unknown) => void }

/** The language of the page, for every request that is answered in sentences; told by worker.ts. */
let lang = "en";
export const setLanguage = (code: string): void => { lang = code; };
export const spoken = <T extends object>(request: T): T & { lang?: string } => (lang === "en" ? request : { ...request, lang });

/** A second engine, where there can be one; told by worker.ts. */
let helper: () => Promise<Helper | null> = () => Promise.resolve(null);
/** How many thoughts it has told; for tests, and for whoever wonders in the console. */
let told = 0;
Object.assign(globalThis, { tricorneTold: () => told });
export const helpedBy = (how: typeof helper): void => { helper = how; };

const SLICE = 50;
const pause = (): Promise<void> => new Promise((done) => setTimeout(done, 0));

export class Table {
  private ears = new Set<Ear>();
  private saved = 0;
  private playing = false;
  over: Over | null = null;
  closed = false;
  /** Set when the browser cannot keep what was played. */
  private warned = false;
  private thinking: Thinking;

  constructor(readonly game: EngineGame, readonly kept: store.Kept, saved: number) {
    this.saved = saved;
    this.thinking = new Thinking(() => helper(), {
      key: `ahead-${kept.id}`,
      record: () => game.record(),
      number: () => game.number(),
      lines: (from) => (this.ask({ do: "lines", from })["lines"] as object[]).map((l) => JSON.stringify(l)).join("\n"),
      file: kept.draft,
      wanted: () => this.thinksAhead(),
      know: (noted) => {
        this.ask({ do: "ahead", known: noted });
        told += noted.length;
      },
    });
    this.over = this.ending();
  }

  private ask(request: { do: string; [key: string]: unknown }): Record<string, unknown> {
    return this.game.request(spoken(request));
  }

  /** How it ended, if it has: at its end, or before it. */
  private ending(): Over | null {
    const q = this.ask({ do: "question" })["question"] as Question;
    if (q.kind === "over") return { by: "battle", ending: q.ending, winner: q.winner };
    const lines = this.ask({ do: "lines", from: Math.max(0, this.game.number() - 1) })["lines"] as { stop?: "resign" | "draw"; winner?: string | null }[];
    const stop = lines[lines.length - 1];
    return stop?.stop ? { by: stop.stop, winner: stop.winner ?? null } : null;
  }

  /** Write what is new, before anybody is told. */
  private async save(): Promise<void> {
    const now = this.game.number();
    const from = Math.min(this.saved, now), lines = from < now ? (this.ask({ do: "lines", from })["lines"] as object[]).map((l) => JSON.stringify(l)) : [];
    this.kept.touched = Date.now();
    try {
      await store.put(this.kept, from, lines);
      this.saved = now;
    } catch (e) {
      if (!this.warned) this.note(-1, "chat", `This browser does not keep the battle (${(e as Error).message}). Save the record to a file.`);
      this.warned = true;
    }
  }

  /** A battle just made is kept before anybody hears of it. */
  begin(): Promise<void> { return this.save(); }

  // --- Telling ---

  /** lines: what the listener has seen of the battle. Where it has gone on since, he is told so at once. */
  listen(seat: number, lines: number, hear: Ear["hear"]): () => void {
    const ear: Ear = { seat, events: this.count(seat), scene: null, grounds: "", hear };
    this.ears.add(ear);
    if (this.game.number() !== lines) hear("line", { line: this.game.number() - 1, again: true });
    void this.goOn();
    return () => this.ears.delete(ear);
  }
  get heard(): boolean { return this.ears.size > 0; }

  private count(seat: number): number {
    const log = this.events(seat, 0);
    return log.length ? log[log.length - 1]!.n + 1 : 0;
  }
  private as(seat: number): { seat?: number } { return seat >= 0 ? { seat } : {}; }
  private events(seat: number, from: number): GameEvent[] {
    return this.ask({ do: "log", from, ...this.as(seat) })["log"] as GameEvent[];
  }
  private scene(seat: number): Scene { return this.ask({ do: "scene", ...this.as(seat) })["scene"] as Scene; }
  question(seat: number): Question { return this.ask({ do: "question", ...this.as(seat) })["question"] as Question; }

  /** What is not as this ear was told before; the whole scene where pieces came or went. */
  private news(ear: Ear): { scene: Scene } | { change: SceneChange } {
    const scene = this.scene(ear.seat), was = ear.scene, grounds = JSON.stringify(scene.grounds);
    const same = was && grounds === ear.grounds && was.pieces.length === scene.pieces.length && was.pieces.every((p, i) => p.id === scene.pieces[i]!.id);
    ear.scene = scene;
    ear.grounds = grounds;
    if (!same) return { scene };
    const pieces = scene.pieces.map((p, i) => [i, p] as [number, typeof p]).filter(([i, p]) => JSON.stringify(p) !== JSON.stringify(was.pieces[i]));
    return { change: { status: scene.status, pieces, overlays: scene.overlays, panels: scene.panels } };
  }

  private tell(again = false): void {
    const line = this.game.number() - 1;
    for (const ear of this.ears) {
      const fresh = again ? [] : this.events(ear.seat, ear.events);
      const last = fresh[fresh.length - 1];
      if (last) ear.events = last.n + 1;
      if (again || fresh.some((e) => e.reveals)) {
        ear.events = this.count(ear.seat);
        ear.scene = null;
        ear.hear("line", { line, again: true });
      } else ear.hear("line", { line, events: fresh, question: this.question(ear.seat), over: this.over, ...this.news(ear) });
    }
  }

  note(seat: number, kind: string, text = ""): void {
    const n: Note = { n: this.kept.notes.length + 1, line: this.game.number() - 1, at: Math.floor(Date.now() / 1000), kind, seat, name: this.kept.seats[seat]?.name ?? "the referee", text };
    this.kept.notes.push(n);
    for (const ear of this.ears) ear.hear("note", n);
  }

  // --- Computers and standing orders ---

  /** Seats whose person has handed something to the staff. */
  private staffed = new Set<number>();

  private machine(): "computer" | "staff" | Order | null {
    if (this.closed || this.over || this.game.status() !== "asks") return null;
    const seat = this.game.seat();
    if (this.kept.seats[seat]!.kind !== "person") return "computer";
    const orders = this.kept.orders[seat], asked = orders?.length ? this.question(seat).question : null;
    return orders?.find((o) => o.question === asked) ?? (this.staffed.has(seat) ? "staff" : null);
  }

  /** A person is asked, and a computer of another side takes its time. */
  private thinksAhead(): boolean {
    if (this.closed || this.over || !this.heard || this.machine() !== null || this.game.status() !== "asks") return false;
    const side = this.kept.seats[this.game.seat()]!.side;
    return this.kept.seats.some((s) => s.side !== side && s.kind.includes(":turn="));
  }

  private step(): boolean {
    const m = this.machine();
    if (m === null) return false;
    if (m === "computer") { this.game.play(1); return true; }
    if (m === "staff") { // it may leave this one to the person
      const before = this.game.number();
      this.game.play(1);
      return this.game.number() !== before;
    }
    const act = m.verb === "away" ? this.ask({ do: "away" })["act"] as { act: string } : this.game.offers().find((a) => a.verb === m.verb);
    if (!act) return false;
    this.game.answer(act.act);
    return true;
  }

  /** What a standing order answers is answered before anybody is told: nobody is asked in vain, and no screen handed over. */
  private settle(): boolean {
    let any = false;
    for (let m = this.machine(); m !== null && typeof m === "object" && this.step(); m = this.machine()) any = true;
    return any;
  }

  /** Computers answer until a person is asked: for a moment at a time, so that others are heard too. */
  private async goOn(): Promise<void> {
    if (this.playing) return;
    this.playing = true;
    try {
      for (;;) {
        const end = Date.now() + SLICE;
        let any = false;
        while (this.step()) {
          any = true;
          if (Date.now() > end) break;
        }
        if (!any) break;
        this.settle();
        this.over = this.ending();
        await this.save();
        this.tell();
        await pause();
      }
    } catch (e) {
      this.note(-1, "chat", `The computer stopped: ${failure(e).text}`);
    } finally {
      this.playing = false;
    }
    void this.thinking.on();
  }

  // --- Acting ---

  private reply(seat: number): { line: number; question: Question } {
    return { line: this.game.number() - 1, question: this.question(seat) };
  }
  private async after(again = false): Promise<void> {
    if (!again) this.settle();
    this.over = this.ending();
    await this.save();
    this.tell(again);
    void this.goOn();
  }
  private stillOn(): void { if (this.over) fail(409, "over", "The battle is over."); }

  async act(seat: number, request: { do: string; [key: string]: unknown }): Promise<Record<string, unknown>> {
    this.stillOn();
    const got = this.ask({ ...request, seat, wait: true });
    await this.after();
    return { ...got, ...this.reply(seat) };
  }

  /** The umpire's hand; all seats are in this browser. */
  async adjust(seat: number, body: Record<string, unknown>): Promise<Record<string, unknown>> {
    this.stillOn();
    if (body["number"] !== this.game.number()) fail(409, "stale", "Another question is open now.");
    const got = this.ask({ do: "adjust", changes: body["changes"], reason: body["reason"], wait: true });
    await this.after();
    return { ...got, ...this.reply(seat) };
  }

  async undo(seat: number, number: number | undefined, answers: number): Promise<unknown> {
    this.stillOn();
    if (number !== undefined && number !== this.game.number()) fail(409, "stale", "Another question is open now.");
    try {
      this.ask({ do: "undo", seat, ...(answers > 1 ? { answers } : {}) });
    } catch (e) {
      if (!(e instanceof TricorneError && e.code === "turn")) throw e;
      this.ask({ do: "undo", seat, consent: true }); // nobody here minds
    }
    await this.after(true);
    return this.reply(seat);
  }

  async stop(seat: number, by: "resign" | "draw"): Promise<unknown> {
    this.stillOn();
    this.ask({ do: "stop", by, seat });
    this.over = this.ending();
    await this.save();
    this.note(seat, by);
    this.tell();
    return { over: this.over };
  }

  async draw(seat: number): Promise<unknown> {
    this.stillOn();
    if (!this.kept.seats.some((s, i) => i !== seat && s.kind === "person" && s.side !== this.kept.seats[seat]!.side))
      fail(403, "turn", "Computer players fight on; resign instead.");
    this.kept.draw = { seat };
    await this.save();
    this.note(seat, "draw-offer");
    return { asked: true };
  }
  async consent(seat: number, what: string, yes: boolean): Promise<unknown> {
    const offer = this.kept.draw;
    if (what !== "draw" || !offer) return fail(409, "stale", "Nothing of the kind was asked.");
    if (this.kept.seats[offer.seat]!.side === this.kept.seats[seat]!.side) fail(403, "turn", "It is for the other side to agree.");
    this.kept.draw = null;
    if (yes) return this.stop(seat, "draw");
    await this.save();
    this.note(seat, "draw-refused");
    return {};
  }
  async chat(seat: number, text: string): Promise<unknown> {
    if (!text || text.length > 500) fail(400, "range", "Say something of up to 500 characters.");
    this.note(seat, "chat", text);
    await this.save();
    return {};
  }
  async setOrders(seat: number, orders: Order[]): Promise<unknown> {
    this.kept.orders[seat] = orders;
    await this.save();
    void this.goOn();
    return { orders };
  }

  /** Hand something to a computer player, look at it, take it back. It ends with the page. */
  staff(seat: number, body: Record<string, unknown>): { staff: Staff | null } {
    if (Object.keys(body).length) this.stillOn();
    const [staff] = this.ask({ do: "staff", ...body, seat, ...(body["back"] ? {} : { wait: true }) })["staff"] as Staff[];
    if (staff?.on) this.staffed.add(seat);
    else this.staffed.delete(seat);
    void this.goOn();
    return { staff: staff ?? null };
  }

  // --- Looking ---

  look(seat: number, request: { do: string; [key: string]: unknown }): Record<string, unknown> {
    return this.ask({ ...request, ...this.as(seat) });
  }

  view(seat: number): object {
    const log = this.events(seat, Math.max(0, this.count(seat) - 200)), side = seat >= 0 ? this.kept.seats[seat]!.side : null;
    const header = JSON.parse(this.kept.header) as { dice?: string };
    return {
      game: this.kept.id, scenario: this.kept.scenario, system: this.kept.scenario.split("/")[0], title: this.kept.title, seat, side,
      dice: header.dice === "typed" ? "typed" : "fair", pledge: null, maker: true, clock: null,
      seats: this.kept.seats.map((s, i) => ({ seat: i, ...s, here: true, taken: true })),
      question: this.question(seat), scene: this.scene(seat), lines: this.game.number(), log,
      notes: this.kept.notes.slice(-200), noted: this.kept.notes.length, orders: this.kept.orders[seat] ?? [],
      staff: seat >= 0 ? ((this.ask({ do: "staff", seat })["staff"] as Staff[])[0] ?? null) : null,
      pending: { undo: null, draw: this.kept.draw }, over: this.over,
    };
  }
  record(): string { return this.game.record(); }
  free(): void {
    this.closed = true;
    this.thinking.leave();
    this.game.free();
  }
}
