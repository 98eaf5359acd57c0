// Shares of the dice that this browser owes: given by itself (docs/dice.md).
import { ApiError, GameApi } from "../api";
import type { Game } from "../game";
import { keep } from "../keep";
import { Shares } from "./shares";

export class Giving {
  /** The dice need a share of this seat, and this browser does not have it. */
  noShare = false;
  private shares = new Map<number, Shares>();
  private giving = false;

  constructor(private readonly game: Game) {}

  private sharesOf(seat: number): Shares {
    let s = this.shares.get(seat);
    if (!s) this.shares.set(seat, (s = new Shares(this.game.id, seat, this.game.view!.dice === "interactive")));
    return s;
  }

  /** What the seats of this browser owe is given by itself. */
  async giveShares(): Promise<void> {
    const v = this.game.view, owed = v?.question.shares;
    if (!v || !owed || v.seat < 0 || this.giving) return;
    const held = keep.game(this.game.id)?.seats ?? [], seats = held.some((s) => s.seat === v.seat) ? held : [{ seat: v.seat, token: this.game.api.token }];
    this.giving = true;
    this.noShare = false;
    try {
      for (const s of seats) {
        if (!owed.owes.includes(s.seat)) continue;
        const api = s.seat === v.seat ? this.game.api : new GameApi(this.game.id, s.token), mine = this.sharesOf(s.seat);
        if (owed.what === "commit") { await api.commit(mine.commit()); continue; }
        const now = (await api.view()).pledge?.seats.find((x) => x.seat === s.seat);
        const link = mine.next(now?.newest ?? null);
        if (link) { await api.share(link); mine.taken(); }
        else this.noShare = s.seat === v.seat;
      }
    } catch (e) {
      // Given already, or somebody was faster: the next news say what is owed.
      if (!(e instanceof ApiError && e.status === 409)) this.game.notice = { kind: "refused", text: (e as Error).message };
    }
    this.giving = false;
    if (this.game.view?.question.shares !== owed) void this.giveShares();
    this.game.changed();
  }

  /** With interactive dice an answer brings the next link along. */
  linkFor(): string | null {
    const v = this.game.view;
    return v?.dice === "interactive" && !v.question.shares && v.seat >= 0 ? this.sharesOf(v.seat).next(null) : null;
  }

  /** The link that went with an answer was taken. */
  taken(): void {
    this.sharesOf(this.game.view!.seat).taken();
  }
}
