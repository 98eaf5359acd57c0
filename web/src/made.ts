// A game just made: this browser keeps its own seat, or all of them, and the invitations.
import words from "../guide/systems.json";
import { GameApi, type MadeGame } from "./api";
import { keep } from "./keep";
import type { Order } from "./types";

/** Answers nobody would give otherwise: markers are cleared, fire is returned, one fights on. */
const CHORES: Record<string, Order[]> = words.chores;

/** Remember it; gives the token of the maker's seat. Hot-seat: this browser takes every seat. */
export async function keepMade(made: MadeGame, about: { title: string; scenario: string; hot?: boolean; guide?: string; chores?: boolean }): Promise<string> {
  const seats = [], others = [];
  for (const s of made.seats) {
    const seat = { seat: s.seat, side: s.side, name: s.name };
    if (s.token) seats.unshift({ ...seat, token: s.token });
    else if (s.invite && about.hot) seats.push({ ...seat, token: (await new GameApi(made.game, s.invite).join()).token });
    else if (s.invite) others.push({ ...seat, invite: s.invite });
  }
  // Chores that are answered so from the start; Game, Standing orders shows them and takes them back.
  const { chores, ...kept } = about, orders = chores === false ? [] : CHORES[about.scenario.split("/")[0]!] ?? [];
  if (orders.length) await Promise.all(seats.map((s) => new GameApi(made.game, s.token).orders(orders).catch(() => undefined)));
  keep.put({ game: made.game, ...kept, watch: made.watch, touched: Date.now(), seats, others });
  return seats[0]!.token;
}
