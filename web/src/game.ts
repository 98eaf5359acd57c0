// One game as this tab sees it: view, stream, offers, previews, odds; orders, replay and shares have files of their own. Components read
// its fields and call its methods; it tells them when something has changed.
import type { ClockInfo } from "./read/Clock";
import { useEffect, useState } from "preact/hooks";
import { ApiError, GameApi, type ActLike } from "./api";
import { changed, type SceneChange } from "./change";
import { keep, type KeptGame } from "./keep";
import { Giving } from "./dice/giving";
import { keepChain } from "./dice/shares";
import { letBe } from "./play/command";
import { comesTo, foesNear } from "./play/measure";
import { inWords, namesOf, subjectOf } from "./play/offers";
import { Orders } from "./play/orders";
import { Past } from "./read/past";
import { marksOf, type Mark } from "./marks";
import type { Act, Advice, GameEvent, Note, Odds, Plan, Preview, Question, Reach, Refusal, Scene, View, Over } from "./types";
import { t } from "./tongue";

export const actName = (a: ActLike): string =>
  typeof a === "string" ? a : "act" in a && a.act ? a.act : JSON.stringify([a.verb, a.args, a.path ?? []]);

export class Game {
  view: View | null = null;
  error: string | null = null;
  /** Shown once and put away by the reader. */
  notice: { kind: "stale" | "refused" | "info"; text: string; rule?: string; nearest?: ActLike | null; plan?: Plan; goOn?: boolean } | null = null;
  link: "connecting" | "live" | "lost" | "dead" = "connecting";
  log: GameEvent[] = [];
  notes: Note[] = [];
  unread = 0;
  offers: Act[] = [];
  offersOf = -1;
  busy = false;
  marks: Mark[] = [];
  advice: Advice | null = null;
  advising = false;
  since: { from: number; events: GameEvent[] } | null = null;
  /** The brigade that is pointed at, on the map, in a list or a panel. */
  pointed: string | null = null;
  /** How many answers the last order was, and the question it led to. */
  private lastOrder: { answers: number; next: number } | null = null;
  /** The field before the other side acted, and what it did: for the summary. */
  recap: { before: Scene; after: Scene; events: GameEvent[]; line: number; turn?: number } | null = null;
  private reaches = new Map<string, Promise<Reach>>();
  private shownReaches = new Map<string, Reach>();
  private previews = new Map<string, Promise<Preview>>();
  private shownPreviews = new Map<string, Preview>();
  private oddsOf = new Map<string, Promise<Odds>>();
  readonly giving = new Giving(this);
  readonly orders = new Orders(this);
  readonly past = new Past(this);
  /** The last question this tab answered: news of the next may come later than the reply. */
  answered = -1;
  private ears = new Set<() => void>();
  private stop: (() => void) | null = null;
  /** The field as this seat last answered: what moved since is marked. */
  private base: { line: number; scene: Scene } | null = null;
  api: GameApi;

  constructor(readonly id: string, token: string) {
    this.api = new GameApi(id, token);
  }

  subscribe(f: () => void): () => void {
    this.ears.add(f);
    return () => this.ears.delete(f);
  }
  changed(): void {
    for (const f of this.ears) f();
  }

  get question(): Question | null {
    return this.view?.question ?? null;
  }
  /** Is it this seat's turn to answer? */
  get mine(): boolean {
    const v = this.view, q = v?.question;
    if (!v || !q || q.kind === "over" || q.kind === "shares" || v.over || v.seat < 0) return false;
    // Real dice are rolled at the table: any seat may type them in.
    if (q.kind === "dice") return q.seat === undefined || q.seat === v.seat;
    return q.seat === undefined ? q.side === v.side : q.seat === v.seat;
  }
  get over(): boolean {
    return !!this.view && (!!this.view.over || this.view.question.kind === "over");
  }
  /** The newest line of the record. */
  get lastLine(): number {
    return Math.max(0, (this.view?.lines ?? 1) - 1);
  }
  get scene(): Scene | null {
    return this.past.replay?.scene ?? this.view?.scene ?? null;
  }

  async open(): Promise<void> {
    try {
      await this.refresh();
      const v = this.view!;
      const seen = keep.seen(this.id, v.seat);
      if (seen !== undefined && v.lines - seen > 1) {
        const events = this.log.filter((e) => e.line > seen && e.kind === "tell" && !e.quiet);
        if (events.length) this.since = { from: seen, events };
      }
      keep.touch(this.id, (g) => { g.touched = Date.now(); });
      this.stop = this.api.listen(`${v.lines - 1}.${v.noted ?? 0}`, {
        event: (kind, data) => this.hear(kind, data),
        state: (state, why) => {
          const was = this.link;
          this.link = state;
          if (state === "dead") this.error = why ?? t("The game is closed.");
          if (state === "live" && was === "lost") void this.refresh();
          this.changed();
        },
      });
      this.link = "live";
    } catch (e) {
      this.error = e instanceof ApiError && e.status === 401
        ? t("This link is not valid any more, or was never one. Ask your opponent for the seat's new link.")
        : (e as Error).message;
    }
    this.changed();
  }

  /** Remember what was shown, and give what is owed. */
  private noteDice(q: Question): void {
    this.api.stands(q, this.view!.seat, this.mine);
    if (q.chain) keepChain(this.id, { line: q.number - 1, chain: q.chain });
    if (q.shares) void this.giving.giveShares();
  }

  close(): void {
    this.stop?.();
    this.past.close();
    this.ears.clear();
  }

  /** Everything anew, as after a stale answer. */
  async refresh(): Promise<void> {
    let v = await this.api.view();
    // The stream may have been faster than this answer: then it is asked for again.
    for (let i = 0; i < 5 && v.lines < (this.view?.lines ?? 0); i++) v = await this.api.view();
    this.setView(v);
    this.log = v.log ?? [];
    const whole = this.whole;
    this.whole = false;
    if (whole) await this.earlier();
    this.notes = v.notes ?? [];
    await this.fetchOffers();
    this.changed();
  }

  /** A view brings the newest events only; the log is whole when the rest has been fetched. */
  private whole = false;
  get hasEarlier(): boolean {
    return !this.whole && (this.log[0]?.n ?? 0) > 0;
  }
  async earlier(): Promise<void> {
    try {
      const got = await this.api.log(0), all = got.log ?? got.events ?? [], last = all[all.length - 1]?.n ?? -1;
      this.log = [...all, ...this.log.filter((e) => e.n > last)];
      this.whole = true;
    } catch (e) {
      this.fail(e);
    }
    this.changed();
  }

  private setView(v: View): void {
    v.clockAt = Date.now();
    this.view = v;
    this.noteDice(v.question);
    this.forgetAnswers();
    this.past.noteLosses(this.lastLine, v.scene, v.question.turn);
    if (!this.turnBase || this.turnBase.turn > v.question.turn) this.noteTurn(v.scene, this.lastLine, v.question.turn);
    this.markSeen();
  }

  private forgetAnswers(): void {
    this.previews.clear();
    this.shownPreviews.clear();
    this.reaches.clear();
    this.shownReaches.clear();
    this.threats = null;
    this.oddsOf.clear();
    this.advice = null;
  }

  markSeen(): void {
    if (this.view && document.visibilityState === "visible") keep.see(this.id, this.view.seat, this.view.lines);
  }

  /** The view goes to a piece. */
  focus: { key: string; n: number } | null = null;
  look(key: string): void {
    this.focus = { key, n: (this.focus?.n ?? 0) + 1 };
    this.changed();
  }

  private hear(kind: string, data: unknown): void {
    const v = this.view;
    if (!v) return;
    if (kind === "line") {
      const d = data as { line: number; events?: GameEvent[]; question?: Question; scene?: Scene; change?: SceneChange; over?: Over | null; clock?: ClockInfo; again?: boolean };
      if (d.again) {
        // Taken back or revealed: what was told before has changed.
        v.lines = Math.max(v.lines, d.line + 1);
        void this.refresh().catch((e) => this.fail(e));
        return;
      }
      const known = this.log.length ? this.log[this.log.length - 1]!.n : -1;
      const fresh = (d.events ?? []).filter((e) => e.n > known);
      this.log = this.whole ? [...this.log, ...fresh] : [...this.log, ...fresh].slice(-3000);
      v.lines = Math.max(v.lines, d.line + 1);
      const scene = d.scene ?? (d.change && changed(v.scene, d.change));
      if (scene) {
        this.base ??= { line: d.line - 1, scene: v.scene };
        const base = this.base;
        this.marks = marksOf(base.scene, scene, this.log.filter((e) => e.line > base.line));
        v.scene = scene;
        this.past.noteLosses(d.line, scene, d.question?.turn ?? 0);
      }
      if (d.question) {
        v.question = d.question;
        this.noteDice(d.question);
        this.forgetAnswers();
        if (d.over) v.over = d.over;
        if (d.clock) [v.clock, v.clockAt] = [d.clock, Date.now()];
        if (d.over || d.question.kind === "over") keep.touch(this.id, (g) => { g.over = true; });
        this.noteRecap();
        void this.fetchOffers().then(() => { this.changed(); void this.orders.goOn(); });
      }
      if (this.notice?.kind !== "info") this.notice = null;
      this.markSeen();
    } else if (kind === "note") {
      const n = data as Note;
      if (this.notes.some((o) => o.n === n.n)) return;
      this.notes = [...this.notes, n];
      if ((n.kind === "chat" || n.kind === "aside") && n.seat !== v.seat) this.unread++;
      if (n.kind === "join") for (const s of v.seats) if (s.seat === n.seat) s.taken = true;
      // Requests, draws and resignations change more than the note says.
      if (n.kind !== "chat" && n.kind !== "aside" && n.kind !== "join" && n.kind !== "leave") void this.refresh();
    } else if (kind === "here") {
      const here = new Set(((data as { seats?: (number | { seat: number })[] }).seats ?? []).map((s) => (typeof s === "number" ? s : s.seat)));
      for (const s of v.seats) s.here = here.has(s.seat);
    }
    this.changed();
  }

  private async fetchOffers(): Promise<void> {
    const v = this.view;
    if (!v) return;
    const q = v.question;
    this.handTo = null;
    if (!this.mine || q.kind !== "question") { this.offers = []; this.offersOf = q.number; await this.findHand(q); return; }
    if (q.offers) { this.offers = q.offers; this.offersOf = q.number; return; }
    try {
      const got = await this.api.offers();
      if (got.number === this.view?.question.number) { this.offers = got.offers; this.offersOf = got.number; }
      else if (got.number > (this.view?.question.number ?? 0)) await this.refresh();
    } catch (e) {
      // A staff or a standing order was faster than this page: the next question is on its way.
      const behind = e instanceof ApiError && (e.status === 403 || e.status === 409);
      const now = behind ? await this.api.view().catch(() => null) : null;
      if (!now || now.question.number === q.number) this.fail(e);
    }
  }

  /** Two at one screen: whose question it is now, when it is a real one. What answers itself is answered for them, and nobody gets up for it. */
  handTo: KeptGame["seats"][number] | null = null;
  private async findHand(q: Question): Promise<void> {
    const kept = keep.game(this.id);
    const next = kept?.hot && !this.mine && !this.over ? kept.seats.find((s) => s.seat === q.seat || (q.seat === undefined && s.side === q.side)) : undefined;
    if (!next) return;
    if (q.kind === "question") {
      const api = new GameApi(this.id, next.token), got = await api.offers().catch((e: unknown) => e);
      if (this.question?.number !== q.number) return;
      // Somebody else answers it, or has done so: its news are on their way.
      if (got instanceof ApiError && (got.status === 403 || got.status === 409)) return;
      const offers = got instanceof Error ? [] : (got as { offers: Act[] }).offers, only = q.alike && offers.length ? offers[0]! : q.free && offers.length === 1 ? letBe(offers, subjectOf(q, this.view!.scene)) : null;
      if (only && (await api.answers(q.number, [only]).catch(() => null))) return;
    }
    this.handTo = next;
  }

  // --- Looking ahead ------------------------------------------------------------------------

  preview(act: ActLike): Promise<Preview> {
    const name = actName(act);
    let p = this.previews.get(name);
    if (!p) {
      p = this.api.preview(act);
      this.previews.set(name, p);
      const of = this.question?.number;
      p.then((x) => {
        if (this.question?.number === of) { this.shownPreviews.set(name, x); this.changed(); }
      }).catch(() => this.previews.delete(name));
    }
    return p;
  }
  previewed(act: ActLike): Preview | undefined {
    return this.shownPreviews.get(actName(act));
  }

  /** Every place a piece can come to; kept until the question changes. */
  reach(piece: string): Promise<Reach> {
    let p = this.reaches.get(piece);
    if (!p) {
      const of = this.question?.number;
      p = this.api.reach(piece).then((x) => x.reach);
      this.reaches.set(piece, p);
      p.then((x) => {
        if (this.question?.number === of) { this.shownReaches.set(piece, x); this.changed(); }
      }).catch(() => this.reaches.delete(piece));
    }
    return p;
  }
  reached(piece: string): Reach | undefined {
    return this.shownReaches.get(piece);
  }
  /** Who of the enemy could come up to a piece in one move; null: not asked for. */
  threats: { key: string; by: { key: string; far: number }[]; asking: boolean } | null = null;
  async askThreats(key: string | null): Promise<void> {
    const scene = this.view?.scene, of = scene?.pieces.find((p) => p.key === key), number = this.question?.number;
    if (!key || !scene || !of || this.threats?.key === key) { this.threats = null; this.changed(); return; }
    const told: NonNullable<Game["threats"]> = { key, by: [], asking: true };
    this.threats = told;
    this.changed();
    for (const f of foesNear(scene, of, 24)) {
      const reach = await this.reach(f.piece.key).catch(() => null);
      if (this.threats !== told || this.question?.number !== number) return;
      if (reach && comesTo(scene.board, reach, [f.piece.x, f.piece.y], [of.x, of.y])) { told.by.push({ key: f.piece.key, far: f.far }); this.changed(); }
    }
    told.asking = false;
    this.changed();
  }
  point(group: string | null): void {
    if (this.pointed === group) return;
    this.pointed = group;
    this.changed();
  }

  odds(acts: ActLike[]): Promise<Odds> {
    const name = acts.map(actName).join("; ");
    let p = this.oddsOf.get(name);
    if (!p) {
      p = this.api.odds(acts).then((x) => x.odds);
      this.oddsOf.set(name, p);
      p.catch(() => this.oddsOf.delete(name));
    }
    return p;
  }

  async suggest(player: string): Promise<void> {
    this.advising = true;
    this.advice = null;
    this.changed();
    try {
      this.advice = (await this.api.suggest(player)).advice;
    } catch (e) {
      this.fail(e);
    }
    this.advising = false;
    this.changed();
  }

  // --- Acting -------------------------------------------------------------------------------

  fail(e: unknown): void {
    if (e instanceof ApiError && e.status === 409) {
      this.notice = {
        kind: "stale",
        text: t("This tab was behind: the battle has gone on since, so your answer was not taken. You now see it as it stands."),
      };
      void this.refresh().catch(() => undefined);
    } else if (e instanceof ApiError && e.refusal) {
      this.refused(e.refusal);
    } else if (e instanceof ApiError && e.status === 429) {
      this.notice = { kind: "refused", text: t("Too many requests; wait {0} s.", e.after || 1) };
    } else {
      this.notice = { kind: "refused", text: (e as Error).message };
    }
    this.changed();
  }
  refused(r: Refusal): void {
    const text = this.view ? inWords(r.text, r.args, namesOf(this.view.scene)) : r.text;
    this.notice = { kind: "refused", text, rule: r.rule, nearest: r.nearest ?? null };
    this.changed();
  }

  private async doing<T>(f: () => Promise<T>): Promise<T | null> {
    if (this.busy) return null;
    this.busy = true;
    if (!this.notice?.goOn) this.notice = null; // an order that waits says so until somebody decides
    this.changed();
    try {
      return await f();
    } catch (e) {
      this.fail(e);
      return null;
    } finally {
      this.busy = false;
      this.changed();
      setTimeout(() => void this.orders.goOn());
    }
  }

  async answer(act: ActLike, number?: number): Promise<boolean> {
    const q = this.question;
    if (!q) return false;
    this.base = null;
    this.recap = null;
    this.lastOrder = null;
    const link = this.busy ? null : this.giving.linkFor();
    return !!(await this.doing(() => this.api.answer(number ?? q.number, act, link).then((x) => { if (link) this.giving.taken(); this.answered = number ?? q.number; return x ?? {}; })));
  }
  /** Several answers as one order, which one Undo takes back; stops at a die or another's answer. */
  async give(acts: ActLike[], byItself = false): Promise<number> {
    const q = this.question;
    if (!q || !acts.length) return 0;
    // What goes on by itself is one act: the summary tells all that came between.
    if (!byItself) { this.base = null; this.recap = null; }
    const got = await this.doing(() => this.api.answers(q.number, acts).then((x) => { this.answered = q.number; return x; }));
    if (!got) return 0;
    // What goes on by itself belongs to the order before it, as far as no die fell between.
    const before = byItself && this.lastOrder?.next === q.number ? this.lastOrder.answers : 0;
    this.lastOrder = { answers: before + got.played, next: got.question.number };
    if (got.stopped === "refused" && got.refusal) this.refused(got.refusal);
    return got.played;
  }

  /** A standing order out of an answer: this question is answered so from now on. */
  async always(act: Act): Promise<void> {
    const v = this.view, q = this.question;
    if (!v || !q?.question) return;
    const orders = [...v.orders.filter((o) => o.question !== q.question), { question: q.question, verb: act.verb }];
    try {
      await this.api.orders(orders);
      v.orders = orders;
      this.notice = { kind: "info", text: t("Standing order: whenever this is asked, \"{0}\". Game, Standing orders takes it back.", act.verb) };
      await this.answer(act);
    } catch (e) {
      this.fail(e);
    }
    this.changed();
  }
  /** The field as it stood when this turn began: where the sides take turns by brigades, the whole turn is told at its end. */
  private turnBase: { turn: number; line: number; scene: Scene } | null = null;
  private noteTurn(scene: Scene, line: number, turn: number): void {
    if (this.turnBase?.turn !== turn) this.turnBase = { turn, line, scene };
  }
  /** The other side has acted since our last answer: keep what is needed to tell it. */
  private noteRecap(): void {
    const v = this.view!, began = this.turnBase;
    if (!this.mine || !this.base) return;
    if (began && v.question.turn > began.turn) {
      const told = this.log.filter((e) => e.line > began.line), foe = told.filter((e) => e.kind === "answer" && e.side !== v.side);
      // Where they came one after the other with ours, their last answers are not their turn.
      if (foe.length >= 3 && told.some((e) => e.kind === "answer" && e.side === v.side && e.line > foe[0]!.line)) {
        this.recap = { before: began.scene, after: v.scene, events: told.filter((e) => e.kind !== "answer" && e.line >= foe[0]!.line), line: began.line, turn: began.turn };
        this.noteTurn(v.scene, this.lastLine, v.question.turn);
        return;
      }
    }
    this.noteTurn(v.scene, this.lastLine, v.question.turn);
    const from = this.base, theirs = this.log.filter((e) => e.line > from.line && e.kind === "answer" && e.side !== v.side);
    if (theirs.length < 3) return;
    // What one's own staff and standing orders did before is not the other side's.
    const events = this.log.filter((e) => e.line >= theirs[0]!.line && e.kind !== "answer");
    this.recap = { before: from.scene, after: v.scene, events, line: from.line };
  }

  dice(faces: number[]): Promise<unknown> {
    const q = this.question;
    return q ? this.doing(() => this.api.dice(q.number, faces)) : Promise.resolve(null);
  }
  async undo(): Promise<void> {
    // Where the other side has answered since, the order's last answer is a take-back; the rest of the order goes with it.
    const last = this.lastOrder, at = last && last.next === this.question?.number, many = at ? last.answers : 1, more = last && !at ? last.answers - 1 : 0;
    this.lastOrder = null;
    this.orders.clear();
    const r = await this.doing(() => this.api.undo(this.question?.number ?? this.view!.lines, many).then((x) => x ?? {}));
    if (r?.asked) this.notice = { kind: "info", text: t("Your opponent has been asked to allow it.") };
    if (r && !r.asked) await this.refresh().catch(() => undefined);
    if (r && !r.asked && more > 0 && this.mine) {
      await this.doing(() => this.api.undo(this.question!.number, more).then((x) => x ?? {}));
      await this.refresh().catch(() => undefined);
    }
    this.changed();
  }
  async draw(): Promise<void> {
    if ((await this.doing(() => this.api.draw().then((x) => x ?? {}))) !== null) {
      this.notice = { kind: "info", text: t("A draw has been offered.") };
      this.changed();
    }
  }
  async consent(what: "undo" | "draw", yes: boolean): Promise<void> {
    await this.doing(() => this.api.consent(what, yes).then((x) => x ?? {}));
    await this.refresh().catch(() => undefined);
  }
  async resign(): Promise<void> {
    await this.doing(() => this.api.resign().then((x) => x ?? {}));
    await this.refresh().catch(() => undefined);
  }
  async chat(text: string, aside = false): Promise<boolean> {
    try {
      await this.api.chat(text, aside);
      return true;
    } catch (e) {
      this.fail(e);
      return false;
    }
  }
}

/** The game, and a redraw whenever it changes. */
export function useGame(game: Game): Game {
  const [, tick] = useState(0);
  useEffect(() => game.subscribe(() => tick((n) => n + 1)), [game]);
  return game;
}
