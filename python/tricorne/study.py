"""Battles by the dozen: who wins, how fast, at what cost. `tricorne study` does it by the thousand."""
from __future__ import annotations

from typing import Sequence

from . import Data, Table


def study(data: Data, battle: str, players: Sequence[str] = ("level-1", "level-1"), battles: int = 20, seed: int = 1) -> Table:
    """Play battles between two computers; a row for each: seed, winner (0, 1, None), turns, answers, score.

    The same seed plays the same battles.
    """
    book, rows = data.book(battle), []
    for i in range(battles):
        game = book.new(seed=seed * 1_000_003 + i, light=True)
        minds = [book.player(p, seed * 7919 + 2 * i + k) for k, p in enumerate(players)]
        answers = 0
        while game.status == "asks":
            game.answer(minds[game.side].decide(game))
            answers += 1
        rows.append((i, game.winner, game.turn, answers, game.score))
    return Table(["battle", "winner", "turns", "answers", "score"], rows)
