// One game as this tab sees it: view, stream, offers, previews, odds, replay. Components read
// its fields and call its methods; it tells them when something has changed.
import type { ClockInfo } from "./read/Clock";
import { useEffect, useState } from "preact/hooks";
import { ApiError, GameApi, type ActLike } from "./api";
import { changed, type SceneChange } from "./change";
import { keep, type KeptGame } from "./keep";
import { keepChain, Shares } from "./dice/shares";
import { boardOf, hexNamed } from "./map/board";
import { isBad } from "./map/kind";
import { anyOrder, firesGuns, gunTarget, laysGuns, letBe, members, sameChore } from "./play/command";
import { comesTo, foesNear } from "./play/measure";
import { inWords, namesOf, pieceName, sideNumber, subjectOf } from "./play/offers";
import { marksOf, strengths, type Mark } from "./marks";
import type { Act, Advice, GameEvent, LineMark, Note, Odds, Piece, Plan, PlanOrder, Preview, Question, Reach, Refusal, Scene, View, Over } from "./types";
import { t } from "./tongue";

export interface Replay {
  line: number;
  scene: Scene;
  events: GameEvent[];
  playing: boolean;
  speed: number;
  /** Not a moment of the record: the other side's turn, shown. */
  shown?: boolean;
}

export interface Loss { line: number; turn: number; left: [number, number] }

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
  outlooks: { line: number; turn: number; share: number }[] = [];
  private asksOutlooks = false;
  replay: Replay | null = null;
  lines: LineMark[] = [];
  losses: Loss[] = [];
  advice: Advice | null = null;
  advising = false;
  since: { from: number; events: GameEvent[] } | null = null;
  /** The brigade that is pointed at, on the map, in a list or a panel. */
  pointed: string | null = null;
  /** Where pieces are still to go: an order goes on after each die, when its piece is asked. */
  intents = new Map<string, { to: [number, number]; facing?: number; order?: PlanOrder; by?: [number, number]; tries: number }>();
  /** "The rest hold", until this turn is over; "all guns fire", until nobody asks for guns. */
  holding: { turn: number; like: Pick<Question, "question" | "chore"> | null } | null = null;
  firing = false;
  /** How many answers the last order was, and the question it led to. */
  private lastOrder: { answers: number; next: number } | null = null;
  /** The field before the other side acted, and what it did: for the summary. */
  recap: { before: Scene; after: Scene; events: GameEvent[]; line: number; turn?: number } | null = null;
  private reaches = new Map<string, Promise<Reach>>();
  private shownReaches = new Map<string, Reach>();
  private previews = new Map<string, Promise<Preview>>();
  private shownPreviews = new Map<string, Preview>();
  private oddsOf = new Map<string, Promise<Odds>>();
  /** The dice need a share of this seat, and this browser does not have it. */
  noShare = false;
  private shares = new Map<number, Shares>();
  private giving = false;
  private ears = new Set<() => void>();
  private stop: (() => void) | null = null;
  /** The field as this seat last answered: what moved since is marked. */
  private base: { line: number; scene: Scene } | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
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
    return this.replay?.scene ?? this.view?.scene ?? null;
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

  // --- Shares of the dice (docs/dice.md) ------------------------------------------------------

  private sharesOf(seat: number): Shares {
    let s = this.shares.get(seat);
    if (!s) this.shares.set(seat, (s = new Shares(this.id, seat, this.view!.dice === "interactive")));
    return s;
  }

  /** Remember what was shown, and give what is owed. */
  private noteDice(q: Question): void {
    this.api.stands(q, this.view!.seat, this.mine);
    if (q.chain) keepChain(this.id, { line: q.number - 1, chain: q.chain });
    if (q.shares) void this.giveShares();
  }

  /** What the seats of this browser owe is given by itself. */
  private async giveShares(): Promise<void> {
    const v = this.view, owed = v?.question.shares;
    if (!v || !owed || v.seat < 0 || this.giving) return;
    const held = keep.game(this.id)?.seats ?? [], seats = held.some((s) => s.seat === v.seat) ? held : [{ seat: v.seat, token: this.api.token }];
    this.giving = true;
    this.noShare = false;
    try {
      for (const s of seats) {
        if (!owed.owes.includes(s.seat)) continue;
        const api = s.seat === v.seat ? this.api : new GameApi(this.id, s.token), mine = this.sharesOf(s.seat);
        if (owed.what === "commit") { await api.commit(mine.commit()); continue; }
        const now = (await api.view()).pledge?.seats.find((x) => x.seat === s.seat);
        const link = mine.next(now?.newest ?? null);
        if (link) { await api.share(link); mine.taken(); }
        else this.noShare = s.seat === v.seat;
      }
    } catch (e) {
      // Given already, or somebody was faster: the next news say what is owed.
      if (!(e instanceof ApiError && e.status === 409)) this.notice = { kind: "refused", text: (e as Error).message };
    }
    this.giving = false;
    if (this.view?.question.shares !== owed) void this.giveShares();
    this.changed();
  }

  /** With interactive dice an answer brings the next link along. */
  private linkFor(): string | null {
    const v = this.view;
    return v?.dice === "interactive" && !v.question.shares && v.seat >= 0 ? this.sharesOf(v.seat).next(null) : null;
  }

  close(): void {
    this.stop?.();
    clearTimeout(this.timer);
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
    this.noteLosses(this.lastLine, v.scene, v.question.turn);
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

  private noteLosses(line: number, scene: Scene, turn: number): void {
    const last = this.losses[this.losses.length - 1], left = strengths(scene);
    if (last && last.line === line) last.left = left;
    else if (!last || last.line < line) this.losses.push({ line, turn, left });
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
        this.noteLosses(d.line, scene, d.question?.turn ?? 0);
      }
      if (d.question) {
        v.question = d.question;
        this.noteDice(d.question);
        this.forgetAnswers();
        if (d.over) v.over = d.over;
        if (d.clock) [v.clock, v.clockAt] = [d.clock, Date.now()];
        if (d.over || d.question.kind === "over") keep.touch(this.id, (g) => { g.over = true; });
        this.noteRecap();
        void this.fetchOffers().then(() => { this.changed(); void this.goOn(); });
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
      const offers = got instanceof Error ? [] : (got as { offers: Act[] }).offers, only = q.free && offers.length === 1 ? letBe(offers, subjectOf(q, this.view!.scene)) : null;
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

  odds(act: ActLike): Promise<Odds> {
    const name = actName(act);
    let p = this.oddsOf.get(name);
    if (!p) {
      p = this.api.odds(act).then((x) => x.odds);
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
    this.notice = null;
    this.changed();
    try {
      return await f();
    } catch (e) {
      this.fail(e);
      return null;
    } finally {
      this.busy = false;
      this.changed();
      setTimeout(() => void this.goOn());
    }
  }

  async answer(act: ActLike, number?: number): Promise<boolean> {
    const q = this.question;
    if (!q) return false;
    this.base = null;
    this.recap = null;
    this.lastOrder = null;
    const link = this.busy ? null : this.linkFor();
    return !!(await this.doing(() => this.api.answer(number ?? q.number, act, link).then((x) => { if (link) this.sharesOf(this.view!.seat).taken(); this.answered = number ?? q.number; return x ?? {}; })));
  }
  /** Several answers as one order, which one Undo takes back; stops at a die or another's answer. */
  async give(acts: ActLike[], byItself = false): Promise<number> {
    const q = this.question;
    if (!q || !acts.length) return 0;
    // What goes on by itself is one act: the summary tells all that came between.
    if (!byItself) { this.base = null; this.recap = null; }
    const got = await this.doing(() => this.api.answers(q.number, acts).then((x) => { this.answered = q.number; return x; }));
    if (!got) return 0;
    this.lastOrder = { answers: got.played, next: got.question.number };
    if (got.stopped === "refused" && got.refusal) this.refused(got.refusal);
    return got.played;
  }

  /** A plan is carried out; what a die or a later question leaves open is kept as intent. */
  async carryOut(plan: Plan, order?: PlanOrder): Promise<void> {
    const table = this.view?.scene.board === "plane", charge = order?.manner === "charge";
    // What is no march and hangs on no die is done now or not at all.
    if (charge ? plan.chance : table && (!order?.manner || order.manner === "wheel"))
      for (const e of plan.ends)
        if (!e.there || charge) this.intents.set(e.piece, { to: e.wanted, facing: undefined, order: charge ? order : undefined, tries: 0 });
    if (!plan.acts.length && table && this.intents.size && !plan.ends.some((e) => e.refusal)) {
      this.notice = { kind: "info", text: t("Kept as an order: each goes when it is asked this turn. Undo or \"Stop that\" ends it.") };
      this.orderTurn = this.question?.turn ?? 0;
      this.changed();
      void this.goOn();
      return;
    }
    if (!plan.acts.length) {
      this.intents.clear();
      const why = plan.ends.find((e) => e.refusal)?.refusal;
      if (why) this.refused({ ...why, nearest: null });
      else this.notice = { kind: "refused", text: t("Nothing leads there now.") };
      this.changed();
      return;
    }
    this.orderTurn = this.question?.turn ?? 0;
    if (!table) { this.keepForOthers(plan, order); this.keepRest(plan, order); }
    await this.give(plan.acts);
  }
  /** An order of a brigade on hexes that the other side may answer: what is still to be done then, and how its units stood. */
  private rest: { group: string; question: string; whole: boolean; stood: Map<string, string> } | null = null;
  private stands(): Map<string, string> {
    const group = this.rest?.group, look = (p: Piece): string => [p.strength, ...(p.badges ?? []).filter(isBad)].join();
    return new Map((this.view?.scene.pieces ?? []).filter((p) => p.group === group).map((p) => [p.key, look(p)]));
  }
  private keepRest(plan: Plan, order?: PlanOrder): void {
    const q = this.question, now = new Map((this.view?.scene.pieces ?? []).map((p) => [p.key, p])), group = now.get(plan.ends[0]?.piece ?? "")?.group;
    this.rest = null;
    if (!q || !group || plan.chance || plan.short || order?.manner || plan.ends.some((e) => now.get(e.piece)?.group !== group)) return;
    const left = plan.ends.filter((e) => !e.there && !e.refusal), mover = plan.acts.flatMap((a) => Object.values(a.args)).filter((v) => plan.ends.some((e) => e.piece === v)).pop();
    if (!left.length || left.length === plan.ends.length) return;
    for (const e of plan.ends)
      if (e.piece === mover) this.intents.set(e.piece, { to: e.wanted, tries: 0 });
      else if (left.includes(e)) { const p = now.get(e.piece)!; this.intents.set(e.piece, { to: e.wanted, by: [e.wanted[0] - p.x, e.wanted[1] - p.y], tries: 0 }); }
    this.rest = { group, question: q.question ?? "", whole: plan.ends.length >= members(this.view!.scene, group).length, stood: new Map() };
    this.rest.stood = this.stands();
  }
  /** Did the other side's answer hurt somebody of the brigade? Then the order waits, and it is asked. */
  private hurt(subject: string | null): string | null {
    const now = this.stands();
    for (const [key, was] of this.rest?.stood ?? [])
      if ((key === subject || this.intents.has(key)) && was !== now.get(key)) return key;
    return null;
  }
  /** On hexes brigades act one after the other: what the others of a set are to do is kept until theirs is asked for. */
  private keepForOthers(plan: Plan, order?: PlanOrder): void {
    const now = new Map((this.view?.scene.pieces ?? []).map((p) => [p.key, p])), group = (key: string): string => now.get(key)?.group ?? key;
    if (new Set(plan.ends.map((e) => group(e.piece))).size < 2) return;
    const acting = new Set(plan.ends.filter((e) => e.there || e.refusal).map((e) => group(e.piece)));
    for (const e of plan.ends) {
      const p = now.get(e.piece);
      if (!p || e.there || e.refusal || acting.has(group(e.piece))) continue;
      const wheels = order?.manner === "wheel", by: [number, number] | undefined = !order?.manner ? [e.wanted[0] - p.x, e.wanted[1] - p.y] : undefined;
      this.intents.set(e.piece, { to: e.wanted, by, facing: wheels ? ((p.facing ?? 0) + (order.turn ?? 0)) & 65535 : undefined, order: order?.manner && !wheels ? order : undefined, tries: 0 });
    }
  }

  /** Whatever of an order is left to do, and what was told to go on by itself. */
  async goOn(): Promise<void> {
    if (this.going) return;
    this.going = true;
    try {
      await this.goOnOnce();
    } finally {
      this.going = false;
    }
  }
  private going = false;
  /** The rest of an order waits until somebody says so. */
  private waits = false;
  goAhead(): void {
    this.waits = false;
    this.notice = null;
    this.changed();
    void this.goOn();
  }
  /** Orders hold for the turn they were given in. */
  private orderTurn = 0;
  /** The last question this tab answered: news of the next may come later than the reply. */
  private answered = -1;

  private async goOnOnce(): Promise<void> {
    const v = this.view, q = this.question;
    if (!v || !q || !this.mine || this.busy || this.over || this.replay || q.kind !== "question" || this.offersOf !== q.number || q.number <= this.answered) return;
    if (q.turn !== this.orderTurn && this.intents.size) { this.intents.clear(); this.rest = null; this.waits = false; this.changed(); }
    const subject = subjectOf(q, v.scene);
    const named = (key: string): boolean => {
      const group = v.scene.pieces.find((p) => p.key === key)?.group;
      return this.offers.some((a) => Object.values(a.args).some((x) => x === key || (group && x === group)));
    };
    const key = subject && this.intents.has(subject) ? subject : subject ? undefined : [...this.intents.keys()].find(named);
    if (this.waits) return;
    if (this.rest && key) {
      const hit = this.hurt(subject);
      this.rest.stood = this.stands();
      if (hit) {
        this.waits = true;
        this.notice = { kind: "info", text: t("{0} was hit: the rest of the order waits.", pieceName(v.scene.pieces.find((p) => p.key === hit)!)), goOn: true };
        this.changed();
        return;
      }
    }
    if (key) {
      const goal = this.intents.get(key)!, at = v.scene.pieces.find((p) => p.key === key), stop = this.rest && key === subject ? letBe(this.offers, subject) : null;
      if (stop && at && at.x === goal.to[0] && at.y === goal.to[1]) { this.intents.delete(key); await this.give([stop], true); return; }
      if (++goal.tries > 6) { this.intents.delete(key); return this.goOnOnce(); }
      // A brigade that was picked with others keeps its line.
      const group = v.scene.pieces.find((p) => p.key === key)?.group;
      const mates = goal.by || (goal.order && v.scene.board === "hex") ? [...this.intents.keys()].filter((k) => k === key || (group && v.scene.pieces.some((p) => p.key === k && p.group === group))) : [key];
      const plan = await this.api.plan(goal.order ? { ...goal.order, pieces: mates } : goal.by ? { pieces: mates, by: goal.by } : { pieces: [key], to: goal.to, facing: goal.facing }).then((x) => x.plan).catch(() => null);
      if (this.question?.number !== q.number) return;
      if (!plan?.acts.length) {
        for (const k of mates) this.intents.delete(k);
        if (stop) { await this.give([stop], true); return; }
        return this.goOnOnce();
      }
      if (!plan.chance) for (const k of mates) this.intents.delete(k);
      if (this.rest && !subject) this.rest.question = q.question ?? "";
      if (this.rest) { const { whole, question, stood } = this.rest; this.keepRest(plan); this.rest ??= { group: group ?? "", question, whole, stood }; this.rest = { ...this.rest, whole, question }; }
      await this.give(plan.acts, true);
      return;
    }
    // The whole brigade has done what it was ordered: nobody else of it moves.
    if (this.rest && !this.intents.size && q.question === this.rest.question) {
      const { whole, group } = this.rest, done = letBe(this.offers, null), of = new Set(members(v.scene, group));
      this.rest = null;
      const mine = new Set(v.scene.pieces.filter((p) => p.arm !== "leader" && p.arm !== "other").map((p) => p.key));
      if (whole && done && !Object.keys(done.args).length && this.offers.every((a) => Object.values(a.args).every((x) => typeof x !== "string" || !mine.has(x) || of.has(x)))) { await this.give([done], true); return; }
    }
    if (q.chore === "flight" && subject && keep.flight()) {
      const way = await this.flightOf(subject);
      if (this.question?.number !== q.number) return;
      if (way) { await this.give([way], true); return; }
    }
    if (this.firing) {
      const board = boardOf(v.scene), side = sideNumber(v.scene, q.side), rest = letBe(this.offers, subject);
      const aim = laysGuns(q) ? gunTarget(this.offers, q, v.scene, side, (n) => hexNamed(board, n)) ?? (subject ? null : this.offers.find((a) => a.means === "strike")) : null;
      if (aim) { await this.give([aim], true); return; }
      if (rest && firesGuns(q)) {
        await this.give([rest], true);
        return;
      }
      this.firing = false;
      this.changed();
    }
    if (this.holding !== null) {
      const h = this.holding, on = h.turn === q.turn && (h.like === null || sameChore(h.like, q));
      const rest = on ? letBe(this.offers, subject) ?? anyOrder(this.offers) : null;
      if (rest) { await this.give([rest], true); return; }
      this.holding = null;
      this.changed();
    }
    // A free question with a single answer is none.
    if (q.free && this.offers.length === 1 && letBe(this.offers, subject)) await this.give([this.offers[0]!], true);
  }

  /** Who runs goes the natural way: where it is farthest from the enemy. */
  private async flightOf(key: string): Promise<Act | null> {
    const scene = this.view!.scene, side = scene.pieces.find((p) => p.key === key)?.side;
    let best: Act | null = null, most = -1;
    for (const a of this.offers) {
      const seen = await this.preview(a).catch(() => null), p = seen?.legal ? (seen.pieces ?? []).find((x) => x.key === key) ?? scene.pieces.find((x) => x.key === key) : null;
      const far = p ? foesNear(scene, { ...p, side: side ?? null }, 1)[0]?.far ?? 99 : -1;
      if (far > most) { most = far; best = a; }
    }
    return best;
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
  /** Nothing goes on by itself any more. */
  halt(): void {
    this.rest = null;
    this.waits = false;
    this.holding = null;
    this.firing = false;
    this.intents.clear();
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
    this.intents.clear();
    this.rest = null;
    this.waits = false;
    this.holding = null;
    this.firing = false;
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

  // --- Replay ---------------------------------------------------------------------------------

  async loadLines(): Promise<void> {
    try {
      const got = await this.api.lines(0);
      this.lines = got.lines ?? [];
      this.changed();
    } catch (e) {
      this.fail(e);
    }
  }

  async showLine(line: number, playing = false): Promise<void> {
    const v = this.view;
    if (!v) return;
    const at = Math.max(0, Math.min(v.lines - 1, line));
    try {
      const got = await this.api.scene(at);
      const scene = (got.scene ?? got) as Scene, events = got.events ?? [];
      this.marks = marksOf(this.replay?.scene ?? null, scene, events);
      this.replay = { line: at, scene, events, playing, speed: this.replay?.speed ?? 1 };
      this.noteOldLoss(at, scene);
    } catch (e) {
      this.fail(e);
    }
    this.changed();
  }
  /** A field that never stood in one moment: for showing a turn brigade by brigade. */
  showScene(scene: Scene, before: Scene, line: number, key: string): void {
    this.marks = marksOf(before, scene, []);
    this.replay = { line, scene, events: [], playing: false, speed: 1, shown: true };
    this.look(key);
  }
  /** The view goes to a piece. */
  focus: { key: string; n: number } | null = null;
  look(key: string): void {
    this.focus = { key, n: (this.focus?.n ?? 0) + 1 };
    this.changed();
  }

  private noteOldLoss(line: number, scene: Scene): void {
    if (this.losses.some((l) => l.line === line)) return;
    this.losses = [...this.losses, { line, turn: 0, left: strengths(scene) }].sort((a, b) => a.line - b.line);
  }

  /** Strengths over the whole battle, from a few moments spread over it. */
  async gatherLosses(points = 24): Promise<void> {
    const v = this.view;
    if (!v) return;
    for (let i = 0; i <= points; i++) {
      const line = Math.round((this.lastLine * i) / points);
      if (this.losses.some((l) => l.line === line)) continue;
      try {
        const got = await this.api.scene(line);
        this.noteOldLoss(line, (got.scene ?? got) as Scene);
        this.changed();
      } catch {
        return;
      }
    }
  }

  /** How the battle stood at the start of each turn, once it is over: a request each. */
  async gatherOutlooks(lines: { line: number; turn: number }[]): Promise<void> {
    if (!this.over || this.asksOutlooks || !lines.length) return;
    this.asksOutlooks = true;
    for (const l of lines) {
      try {
        const { outlook } = await this.api.outlook(l.line);
        if (outlook !== null) this.outlooks = [...this.outlooks, { ...l, share: outlook }];
        this.changed();
      } catch {
        return;
      }
    }
  }

  play(speed: number): void {
    if (!this.replay) return;
    this.replay = { ...this.replay, playing: true, speed };
    this.changed();
    clearTimeout(this.timer);
    const next = async (): Promise<void> => {
      const r = this.replay;
      if (!r?.playing) return;
      if (r.line >= this.lastLine) { this.pause(); return; }
      await this.showLine(r.line + 1, true);
      this.timer = setTimeout(() => void next(), 1200 / (this.replay?.speed ?? 1));
    };
    this.timer = setTimeout(() => void next(), 300);
  }
  pause(): void {
    clearTimeout(this.timer);
    if (this.replay) this.replay = { ...this.replay, playing: false };
    this.changed();
  }
  endReplay(): void {
    this.pause();
    this.replay = null;
    this.marks = [];
    this.changed();
  }
}

/** The game, and a redraw whenever it changes. */
export function useGame(game: Game): Game {
  const [, tick] = useState(0);
  useEffect(() => game.subscribe(() => tick((n) => n + 1)), [game]);
  return game;
}
