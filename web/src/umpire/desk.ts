// The umpire's side of one battle: all persons' seats in one hand, questions put one after the other, results to be read out,
// corrections that wait for their moment. The same on a server and in this browser.
import { ApiError, GameApi, type ActLike } from "../api";
import { keep, type KeptGame } from "../keep";
import { inWords, namesOf } from "../play/offers";
import type { Act, GameEvent, Plan, Question, View } from "../types";
import { t } from "../tongue";

/** A correction: fields and values as the protocol's adjust takes them, and what it is in words. */
export interface Fix { changes: [string, string][]; reason: string; text: string }

const fixKey = (id: string): string => `tricorne-umpire-${id}`;

export class Desk {
  view: View | null = null;
  offers: Act[] = [];
  offersOf = -1;
  error: string | null = null;
  notice: { text: string; rule?: string } | null = null;
  busy = false;
  /** What came of the last act, for reading out. */
  said: { n: number; text: string }[] = [];
  fixes: Fix[] = [];
  private apis = new Map<number, GameApi>();
  private watch: GameApi | null = null;
  private kept: KeptGame | undefined;
  private stop: (() => void) | null = null;
  private ears = new Set<() => void>();
  private asking: Promise<void> | null = null;
  private again = false;
  private heard = -1;
  onSaid: ((text: string) => void) | null = null;

  constructor(readonly id: string) {
    this.kept = keep.game(id);
    for (const s of this.kept?.seats ?? []) this.apis.set(s.seat, new GameApi(id, s.token));
    if (this.kept?.watch) this.watch = new GameApi(id, this.kept.watch);
    try {
      this.fixes = JSON.parse(localStorage.getItem(fixKey(id)) ?? "[]") as Fix[];
    } catch { /* none are kept */ }
  }
  subscribe(f: () => void): () => void { this.ears.add(f); return () => this.ears.delete(f); }
  changed(): void { for (const f of this.ears) f(); }
  get question(): Question | null { return this.view?.question ?? null; }
  get over(): boolean { return !!this.view && (!!this.view.over || this.view.question.kind === "over"); }
  /** Somebody else, a computer or a guest, is to answer. */
  get waits(): boolean { return !!this.view && !this.over && this.question?.kind === "question" && !this.apis.has(this.question.seat ?? -1); }
  private any(): GameApi | undefined { return this.apis.values().next().value; }
  private api(): GameApi { return this.apis.get(this.view?.question.seat ?? -1) ?? this.any()!; }

  async open(): Promise<void> {
    const ear = this.watch ?? this.any();
    if (!this.any() || !ear) {
      this.error = t("This browser does not hold the seats of that battle. Begin one here.");
      this.changed();
      return;
    }
    try {
      const seen = await ear.view();
      this.heard = seen.log[seen.log.length - 1]?.n ?? -1;
      this.stop = ear.listen(`${seen.lines - 1}.${seen.noted ?? 0}`, {
        event: (kind, data) => this.hear(kind, data as { events?: GameEvent[] }),
        state: (state, why) => { if (state === "dead") { this.error = why ?? t("The game is closed."); this.changed(); } },
      });
      await this.refresh();
    } catch (e) {
      this.error = (e as Error).message;
      this.changed();
    }
  }
  close(): void { this.stop?.(); this.ears.clear(); }

  private hear(kind: string, data: { events?: GameEvent[] }): void {
    if (kind !== "line") return;
    const fresh = (data.events ?? []).filter((e) => e.n > this.heard);
    if (fresh.length) this.heard = fresh[fresh.length - 1]!.n;
    this.say(fresh);
    void this.refresh();
  }
  /** Only what both sides may know is read out. */
  private say(events: GameEvent[]): void {
    if (!this.view) return;
    const names = namesOf(this.view.scene);
    const texts = events.filter((e) => !e.secret && ((e.kind === "tell" && !e.quiet) || e.kind === "pool" || e.kind === "adjust" || e.kind === "undo"))
      .map((e) => ({ n: e.n, text: e.kind === "pool" ? t("{0} dice, {1} or better: {2}.", e.dice, e.target, e.hits) : inWords(e.text ?? "", e.args, names) })).filter((s) => s.text);
    if (!texts.length) return;
    this.said = [...this.said, ...texts].slice(-12);
    this.onSaid?.(texts.map((s) => s.text).join(" "));
  }

  /** Where the battle stands, seen from the seat that is asked. */
  refresh(): Promise<void> {
    this.again = true;
    this.asking ??= this.look().finally(() => { this.asking = null; });
    return this.asking;
  }
  private async look(): Promise<void> {
    while (this.again) {
      this.again = false;
      try {
        let v = await this.api().view();
        const seat = v.question.seat;
        if (seat !== undefined && seat !== v.seat && this.apis.has(seat)) v = await this.apis.get(seat)!.view();
        this.view = v;
        const q = v.question, mine = q.kind === "question" && this.apis.has(q.seat ?? -1) && !v.over;
        if (mine && this.offersOf !== q.number) {
          const got = q.offers ? { number: q.number, offers: q.offers } : await this.apis.get(q.seat!)!.offers();
          if (got.number === q.number) { this.offers = got.offers; this.offersOf = q.number; }
        } else if (!mine) { this.offers = []; this.offersOf = q.number; }
        if (v.over || q.kind === "over") keep.touch(this.id, (g) => { g.over = true; });
        if (this.fixes.length && !this.busy) await this.tryFixes();
      } catch (e) {
        const behind = e instanceof ApiError && (e.status === 403 || e.status === 409);
        if (!behind) this.notice = { text: (e as Error).message };
        else this.again = (await this.api().view().catch(() => null))?.question.number !== this.question?.number;
      }
      this.changed();
    }
  }

  private async doing<T>(f: () => Promise<T>): Promise<T | null> {
    if (this.busy) return null;
    this.busy = true;
    this.notice = null;
    this.changed();
    try {
      return await f();
    } catch (e) {
      const r = e instanceof ApiError ? e.refusal : null;
      this.notice = { text: r && this.view ? inWords(r.text, r.args, namesOf(this.view.scene)) : (e as Error).message, rule: r?.rule };
      return null;
    } finally {
      this.busy = false;
      await this.refresh();
    }
  }
  async answer(act: ActLike): Promise<boolean> {
    const q = this.question!;
    this.said = [];
    return !!(await this.doing(() => this.api().answer(q.number, act)));
  }
  async dice(faces: number[]): Promise<void> {
    const q = this.question!;
    await this.doing(() => this.any()!.dice(q.number, faces));
  }
  plan(piece: string, to: [number, number]): Promise<Plan> { return this.api().plan({ pieces: [piece], to }).then((x) => x.plan); }
  async carryOut(acts: Act[]): Promise<void> {
    const q = this.question!;
    this.said = [];
    const got = await this.doing(() => this.api().answers(q.number, acts));
    if (got?.refusal) { this.notice = { text: got.refusal.text, rule: got.refusal.rule }; this.changed(); }
  }
  /** The last answer, whoever gave it, and its dice: at one screen nobody need be asked. */
  async undo(): Promise<void> {
    const last = [...(this.view?.log ?? [])].reverse().find((e) => e.kind === "answer"), seat = this.view?.seats.find((s) => s.side === last?.side && this.apis.has(s.seat))?.seat;
    const api = seat === undefined ? this.any()! : this.apis.get(seat)!;
    this.said = [];
    await this.doing(async () => {
      const got = await api.undo(this.question!.number);
      if (!got?.asked) return;
      const other = [...this.apis].find(([s]) => s !== seat && this.view!.seats[s]?.side !== last?.side);
      await other?.[1].consent("undo", true);
    });
  }

  // --- Corrections ---

  private keepFixes(): void {
    try {
      localStorage.setItem(fixKey(this.id), JSON.stringify(this.fixes));
    } catch { /* kept as long as the page is open */ }
  }
  /** Done now, or as soon as what is under way is over. */
  async fix(f: Fix): Promise<void> {
    this.fixes = [...this.fixes, f];
    this.keepFixes();
    await this.refresh();
  }
  dropFix(f: Fix): void {
    this.fixes = this.fixes.filter((x) => x !== f);
    this.keepFixes();
    this.changed();
  }
  private async tryFixes(): Promise<void> {
    const first = this.fixes[0]!, [mine, ...others] = [...this.apis.values()];
    if (this.question?.kind !== "question") return;
    try {
      await mine!.adjust(this.question.number, first.changes, first.reason, others.map((o) => o.token));
    } catch (e) {
      if (e instanceof ApiError && (e.code === "turn" || e.code === "stale")) return; // its moment will come
      this.notice = { text: t("{0}: not corrected. {1}", first.text, (e as Error).message) };
    }
    this.fixes = this.fixes.slice(1);
    this.keepFixes();
    this.offersOf = -1;
    this.again = true;
  }
}
