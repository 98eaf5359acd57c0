// Orders above single answers: what is kept until its piece is asked, "the rest hold", "all batteries fire", and how
// they go on by themselves.
import type { Game } from "../game";
import { boardOf, hexNamed } from "../map/board";
import { harms } from "../map/kind";
import { t } from "../tongue";
import type { Act, Piece, Plan, PlanOrder, Question } from "../types";
import { anyOrder, firesGuns, gunTarget, laysGuns, letBe, members, ordersAttacks, sameChore } from "./command";
import { pieceName, sideNumber, subjectOf } from "./offers";

const sameHex = (at: [number, number] | null, p: Piece): boolean => !!at && at[0] === p.x && at[1] === p.y;

export class Orders {
  constructor(private readonly game: Game) {}

  /** Where pieces are still to go: an order goes on after each die, when its piece is asked. */
  intents = new Map<string, { to: [number, number]; facing?: number; order?: PlanOrder; by?: [number, number]; tries: number }>();
  /** "The rest hold", until this turn is over; "all guns fire", until nobody asks for guns. */
  holding: { turn: number; like: Pick<Question, "question" | "chore"> | null } | null = null;
  firing = false;

  /** A plan is carried out; what a die or a later question leaves open is kept as intent. */
  async carryOut(plan: Plan, order?: PlanOrder): Promise<void> {
    const table = this.game.view?.scene.board === "plane", charge = order?.manner === "charge";
    // What is no march and hangs on no die is done now or not at all.
    if (charge ? plan.chance : table && (!order?.manner || order.manner === "wheel"))
      for (const e of plan.ends)
        if (!e.there || charge) this.intents.set(e.piece, { to: e.wanted, facing: undefined, order: charge ? order : undefined, tries: 0 });
    const group = this.game.view?.scene.pieces.find((p) => p.key === plan.ends[0]?.piece)?.group;
    this.assault = charge && !table && group && order?.target && plan.ends.length > 1 ? { group, target: order.target, turn: this.game.question?.turn ?? 0 } : null;
    if (!plan.acts.length && table && this.intents.size && !plan.ends.some((e) => e.refusal)) {
      this.game.notice = { kind: "info", text: t("Kept as an order: each goes when it is asked this turn. Undo or \"Stop that\" ends it.") };
      this.orderTurn = this.game.question?.turn ?? 0;
      this.game.changed();
      void this.goOn();
      return;
    }
    if (!plan.acts.length) {
      this.intents.clear();
      const why = plan.ends.find((e) => e.refusal)?.refusal;
      if (why) this.game.refused({ ...why, nearest: null });
      else this.game.notice = { kind: "refused", text: t("Nothing leads there now.") };
      this.game.changed();
      return;
    }
    this.orderTurn = this.game.question?.turn ?? 0;
    if (plan.asks) this.keepAll(plan, order);
    else if (!table) { this.keepForOthers(plan, order); this.keepRest(plan, order); }
    await this.game.give(plan.acts);
    if (plan.asks && !this.game.notice) { this.game.notice = { kind: "info", text: t("First it may fire; then it does what it was ordered.") }; this.game.changed(); }
  }
  /** An order of a brigade on hexes that the other side may answer: what is still to be done then, and how its units stood. */
  private rest: { group: string; question: string; whole: boolean; stood: Map<string, string> } | null = null;
  private stands(): Map<string, string> {
    const group = this.rest?.group, look = (p: Piece): string => [p.strength, ...harms(p)].join();
    return new Map((this.game.view?.scene.pieces ?? []).filter((p) => p.group === group).map((p) => [p.key, look(p)]));
  }
  private keepRest(plan: Plan, order?: PlanOrder): void {
    const q = this.game.question, now = new Map((this.game.view?.scene.pieces ?? []).map((p) => [p.key, p])), group = now.get(plan.ends[0]?.piece ?? "")?.group;
    this.rest = null;
    if (!q || !group || plan.chance || plan.short || order?.manner || plan.ends.some((e) => now.get(e.piece)?.group !== group)) return;
    const left = plan.ends.filter((e) => !e.there && !e.refusal), mover = plan.acts.flatMap((a) => Object.values(a.args)).filter((v) => plan.ends.some((e) => e.piece === v)).pop();
    if (!left.length || !plan.acts.length) return;
    for (const e of plan.ends)
      if (e.piece === mover) this.intents.set(e.piece, { to: e.wanted, tries: 0 });
      else if (left.includes(e)) { const p = now.get(e.piece)!; this.intents.set(e.piece, { to: e.wanted, by: [e.wanted[0] - p.x, e.wanted[1] - p.y], tries: 0 }); }
    this.rest = { group, question: q.question ?? "", whole: plan.ends.length >= members(this.game.view!.scene, group).length, stood: new Map() };
    this.rest.stood = this.stands();
  }
  /** Did the other side's answer hurt somebody of the brigade? Then the order waits, and it is asked. */
  private hurt(subject: string | null): string | null {
    const now = this.stands();
    for (const [key, was] of this.rest?.stood ?? [])
      if ((key === subject || this.intents.has(key)) && was !== now.get(key)) return key;
    return null;
  }
  /** Where it is asked first whether it fires, the whole order is kept until it has. */
  private keepAll(plan: Plan, order?: PlanOrder): void {
    const now = new Map((this.game.view?.scene.pieces ?? []).map((p) => [p.key, p])), marches = !order?.manner || order.manner === "march";
    for (const e of plan.ends) {
      const p = now.get(e.piece);
      if (p) this.intents.set(e.piece, { to: e.wanted, by: marches ? [e.wanted[0] - p.x, e.wanted[1] - p.y] : undefined, order: marches ? undefined : order, tries: 0 });
    }
  }
  /** A brigade that was told to charge: how its units go is settled as is usual, until the order of its attacks. */
  private assault: { group: string; target: string; turn: number } | null = null;
  private inAssault(q: Question, offers: readonly Act[]): Act | null {
    const scene = this.game.view!.scene, a = this.assault, units = new Set(a ? members(scene, a.group) : []), foe = scene.pieces.find((p) => p.key === a?.target);
    if (!a || q.turn !== a.turn || (q.chore !== "assault" && q.chore !== "moves")) { this.assault = null; return null; }
    const told = [...Object.values(q.args ?? {}), ...offers.flatMap((o) => Object.values(o.args))];
    if (offers.some((o) => o.means === "rest") || !told.some((v) => v === a.group || (typeof v === "string" && units.has(v)))) return null;
    if (ordersAttacks(q, offers)) return null; // who comes first is the person's to say
    const board = boardOf(scene), against = offers.find((o) => foe && Object.values(o.args).some((v) => v === foe.key || (typeof v === "string" && q.question !== "run" && sameHex(hexNamed(board, v), foe))));
    return against ?? offers[0] ?? null;
  }
  /** On hexes brigades act one after the other: what the others of a set are to do is kept until theirs is asked for. */
  private keepForOthers(plan: Plan, order?: PlanOrder): void {
    const now = new Map((this.game.view?.scene.pieces ?? []).map((p) => [p.key, p])), group = (key: string): string => now.get(key)?.group ?? key;
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
    this.game.notice = null;
    this.game.changed();
    void this.goOn();
  }
  /** Orders hold for the turn they were given in. */
  private orderTurn = 0;
  private async goOnOnce(): Promise<void> {
    const v = this.game.view, q = this.game.question;
    if (!v || !q || !this.game.mine || this.game.busy || this.game.over || this.game.past.replay || q.kind !== "question" || this.game.offersOf !== q.number || q.number <= this.game.answered) return;
    if (q.turn !== this.orderTurn && this.intents.size) { this.intents.clear(); this.rest = null; this.waits = false; this.game.changed(); }
    const subject = subjectOf(q, v.scene);
    const named = (key: string): boolean => {
      const group = v.scene.pieces.find((p) => p.key === key)?.group;
      return this.game.offers.some((a) => Object.values(a.args).some((x) => x === key || (group && x === group)));
    };
    const key = firesGuns(q) ? undefined : subject && this.intents.has(subject) ? subject : subject ? undefined : [...this.intents.keys()].find(named);
    // Who lets the rest hold while an order waits has left it.
    if (this.waits && (this.holding || this.firing)) { const { holding, firing } = this; this.clear(); [this.holding, this.firing] = [holding, firing]; return this.goOnOnce(); }
    if (this.waits) return;
    if (this.rest && key) {
      const hit = this.hurt(subject);
      this.rest.stood = this.stands();
      if (hit) {
        this.waits = true;
        this.game.notice = { kind: "info", text: t("{0} was hit: the rest of the order waits.", pieceName(v.scene.pieces.find((p) => p.key === hit)!)), goOn: true };
        this.game.changed();
        return;
      }
    }
    if (key) {
      const goal = this.intents.get(key)!, at = v.scene.pieces.find((p) => p.key === key), stop = this.rest && key === subject ? letBe(this.game.offers, subject) : null;
      if (stop && at && at.x === goal.to[0] && at.y === goal.to[1]) { this.intents.delete(key); await this.game.give([stop], true); return; }
      if (++goal.tries > 6) { this.intents.delete(key); return this.goOnOnce(); }
      // A brigade that was picked with others keeps its line.
      const group = v.scene.pieces.find((p) => p.key === key)?.group;
      const mates = goal.by || (goal.order && v.scene.board === "hex") ? [...this.intents.keys()].filter((k) => k === key || (group && v.scene.pieces.some((p) => p.key === k && p.group === group))) : [key];
      const plan = await this.game.api.plan(goal.order ? { ...goal.order, pieces: mates } : goal.by ? { pieces: mates, by: goal.by } : { pieces: [key], to: goal.to, facing: goal.facing }).then((x) => x.plan).catch(() => null);
      if (this.game.question?.number !== q.number) return;
      if (!plan?.acts.length) {
        // What the plan leaves open for one who charges (by which way) is asked of him alone.
        for (const k of goal.order?.manner === "charge" && key === subject ? [key] : mates) this.intents.delete(k);
        if (stop) { await this.game.give([stop], true); return; }
        return this.goOnOnce();
      }
      if (!plan.chance) for (const k of mates) this.intents.delete(k);
      if (this.rest && !subject) this.rest.question = q.question ?? "";
      if (this.rest) { const { whole, question, stood } = this.rest; this.keepRest(plan); this.rest ??= { group: group ?? "", question, whole, stood }; this.rest = { ...this.rest, whole, question }; }
      await this.game.give(plan.acts, true);
      return;
    }
    const next = this.assault ? this.inAssault(q, this.game.offers) : null;
    if (next) { await this.game.give([next], true); return; }
    // The whole brigade has done what it was ordered: nobody else of it moves.
    if (this.rest && !this.intents.size && q.question === this.rest.question) {
      const { whole, group } = this.rest, done = letBe(this.game.offers, null), of = new Set(members(v.scene, group));
      this.rest = null;
      const mine = new Set(v.scene.pieces.filter((p) => p.arm !== "leader" && p.arm !== "other").map((p) => p.key));
      if (whole && done && !Object.keys(done.args).length && this.game.offers.every((a) => Object.values(a.args).every((x) => typeof x !== "string" || !mine.has(x) || of.has(x)))) { await this.game.give([done], true); return; }
    }
    if (this.firing) {
      const board = boardOf(v.scene), side = sideNumber(v.scene, q.side), rest = letBe(this.game.offers, subject);
      const aim = laysGuns(q) ? gunTarget(this.game.offers, q, v.scene, side, (n) => hexNamed(board, n)) ?? (subject ? null : this.game.offers.find((a) => a.means === "strike")) : null;
      if (aim) { await this.game.give([aim], true); return; }
      if (rest && firesGuns(q)) {
        await this.game.give([rest], true);
        return;
      }
      this.firing = false;
      this.game.changed();
    }
    if (this.holding !== null) {
      const h = this.holding, on = h.turn === q.turn && (h.like === null || sameChore(h.like, q));
      const rest = on ? letBe(this.game.offers, subject) ?? anyOrder(this.game.offers) : null;
      if (rest) { await this.game.give([rest], true); return; }
      this.holding = null;
      this.game.changed();
    }
    // A free question with a single answer is none, nor is one whose answers all come to the same.
    if (q.alike && this.game.offers.length) { await this.game.give([this.game.offers[0]!], true); return; }
    if (q.free && this.game.offers.length === 1 && letBe(this.game.offers, subject)) await this.game.give([this.game.offers[0]!], true);
  }

  /** Nothing goes on by itself any more. */
  halt(): void {
    this.clear();
    this.game.changed();
  }
  /** Nothing is kept any more. */
  clear(): void {
    this.rest = null;
    this.assault = null;
    this.waits = false;
    this.holding = null;
    this.firing = false;
    this.intents.clear();
    if (this.game.notice?.goOn) this.game.notice = null;
  }
}
