"""Battles as environments for learning: two agents in turn, arrays, masks, seeds, clones, vectors.

`Env` has the usual interface for games in turn (reset, last, observe, step, agent_selection, rewards,
terminations, truncations, infos); `Vector` steps many games at once, in C. docs/python.md says what each number is.
"""
from __future__ import annotations

import array
import random
from typing import Any, Iterator

from . import Data, Game, _core

try:
    import numpy as _np
except ImportError:
    _np = None  # type: ignore[assignment]

HIDDEN: int = _core.HIDDEN
"""Stands where a side may not know the number."""


def _ints(*shape: int) -> Any:
    if _np is not None:
        return _np.zeros(shape, dtype=_np.int32)
    n = 1
    for s in shape:
        n *= s
    return array.array("i", bytes(4 * n))


def _bytes(*shape: int) -> Any:
    return _np.zeros(shape, dtype=_np.uint8) if _np is not None else bytearray(shape[0] * (shape[1] if len(shape) > 1 else 1))


class Env:
    """One battle, agents in turn. An action is the number of an answer: 0 to the answers there are, less one."""

    metadata: dict[str, Any] = {"name": "tricorne", "is_parallelizable": False}

    def __init__(self, battle: str = "minden/first-battle", data: Data | None = None, max_answers: int = 100_000) -> None:
        self.data, self.battle, self.max_answers = data or Data(), battle, max_answers
        self.book = self.data.book(battle)
        self.possible_agents: list[str] = self.book.sides
        layout = self.book.layout
        self.values: int = layout["values"]
        self.width: int = layout["width"]
        self.actions: int = layout["offers"]
        self.game: Game | None = None
        self._random = random.Random()

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin; the same seed rolls the same dice."""
        if seed is not None:
            self._random = random.Random(seed)
        self.game = self.book.new(seed=self._random.getrandbits(128), light=True, **(options or {}))
        self.agents = list(self.possible_agents)
        self.answers = 0
        self.rewards = {a: 0 for a in self.agents}
        self._cumulative_rewards = dict(self.rewards)
        self.terminations = {a: False for a in self.agents}
        self.truncations = {a: False for a in self.agents}
        self.infos: dict[str, dict[str, Any]] = {a: {} for a in self.agents}
        self.agent_selection = self.agents[self.game.side]

    def observe(self, agent: str) -> dict[str, Any]:
        """{"observation": numbers[values], "action_mask": bytes[actions], "offers": numbers[n, width], "answers": n}.

        The mask and the answers are those of the agent that is asked; of the other they are empty.
        """
        game, side = self._begun(), self.possible_agents.index(agent)
        obs, mask = _ints(self.values), _bytes(self.actions)
        game._h.observe(side, obs)
        asked = not game.over and game.side == side
        n = game._h.offer_count() if asked else 0
        rows = _ints(n, self.width)
        if n:
            game._h.offer_rows(rows, self.width)
            mask[:n] = 1 if _np is not None else b"\1" * n
        return {"observation": obs, "action_mask": mask, "offers": rows, "answers": n}

    def last(self, observe: bool = True) -> tuple[Any, int, bool, bool, dict[str, Any]]:
        """Of the agent whose turn it is: observation, reward since its last turn, termination, truncation, info."""
        a = self.agent_selection
        return (self.observe(a) if observe else None, self._cumulative_rewards[a], self.terminations[a], self.truncations[a], self.infos[a])

    def step(self, action: int | None) -> None:
        """Answer for the agent whose turn it is. At the end None takes the agents out, one by one."""
        a = self.agent_selection
        if self.terminations[a] or self.truncations[a]:
            if action is not None:
                raise ValueError("the battle is over; only None is taken")
            self.agents.remove(a)
            if self.agents:
                self.agent_selection = self.agents[0]
            return
        if action is None:
            raise ValueError("an answer is wanted")
        game = self._begun()
        game._h.answer_offer(int(action))
        self.answers += 1
        self._cumulative_rewards[a] = 0
        if game.over:
            w = game.winner
            self.rewards = {x: 0 if w is None else 1 if i == w else -1 for i, x in enumerate(self.possible_agents)}
            for x in self.agents:
                self._cumulative_rewards[x] += self.rewards[x]
            self.terminations = {x: True for x in self.agents}
            self.agent_selection = self.agents[0]
        else:
            self.truncations = {x: self.answers >= self.max_answers for x in self.agents}
            self.agent_selection = self.possible_agents[game.side]

    def agent_iter(self, most: int = 2**63) -> Iterator[str]:
        """The agent whose turn it is, again and again, until nobody is left."""
        while self.agents and most > 0:
            most -= 1
            yield self.agent_selection

    def clone(self, seed: int = 1, agent: str | None = None) -> "Env":
        """A copy to think with: other dice; for an agent as it may imagine the battle."""
        other = object.__new__(Env)
        other.__dict__.update(self.__dict__)
        for name in ("agents", "rewards", "_cumulative_rewards", "terminations", "truncations"):
            setattr(other, name, getattr(self, name).copy())
        other.infos = {a: dict(i) for a, i in self.infos.items()}
        other._random = random.Random(seed)
        other.game = self._begun().clone(-1 if agent is None else self.possible_agents.index(agent), seed)
        return other

    def action_text(self, action: int) -> str:
        """The answer in notation."""
        return self._begun()._h.offer(action)

    def _begun(self) -> Game:
        if self.game is None:
            raise RuntimeError("reset the environment first")
        return self.game


class Vector:
    """Many battles side by side, stepped in C. A battle that ends begins anew, with the next dice.

    After `reset` and each `step` the arrays hold how each battle stands for the side that is asked in it:
    observations[n, values], masks[n, actions], counts[n] (answers), sides[n], rewards[n] (of side 0: 1, 0 or -1, when
    a battle has ended with this step), dones[n]; offers[n, actions, width] where they were asked for. What is not needed
    is not made: without masks and offers a step by lot is many times as fast. With `menu` a question with hundreds of answers
    (where to march) offers that many of them at most, drawn anew each time: masks then cost little. With several threads the
    battles are the same, answer for answer.
    """

    def __init__(self, battle: str = "minden/first-battle", n: int = 256, data: Data | None = None, seed: int = 1,
                 actions: int = 1024, observations: bool = True, masks: bool = True, offers: bool = False, threads: int = 1,
                 menu: int | None = None) -> None:
        self.data, self.battle, self.n, self.actions = data or Data(), battle, n, actions
        layout = self.data.book(battle).layout
        self.values, self.width = layout["values"], layout["width"]
        self._h = _core.Vector(self.data._h, battle, n, seed, self.width, threads, 0 if menu is None else menu or -1)
        self.observations = _ints(n, self.values) if observations else None
        self.masks = _bytes(n, actions) if masks else None
        self.counts = _ints(n) if masks or offers else None
        self.offers = _ints(n, actions, self.width) if offers else None
        self.sides, self.rewards, self.dones = _ints(n), _ints(n), _ints(n)
        self._into = (self.observations, self.offers, self.masks, self.counts, self.sides, self.rewards, self.dones, actions)
        self._h.look(self._into)

    def reset(self, seed: int = 1) -> None:
        """All battles anew; the same seed rolls the same dice."""
        self._h.reset(seed)
        self._h.look(self._into)

    def step(self, actions: Any = None) -> None:
        """An answer for each battle: 32-bit integers, -1 for one by lot. None: all by lot.

        An action that is no answer raises ValueError, and nothing has been done.
        """
        self._h.step(actions, self._into)

    def game(self, i: int, seed: int = 1) -> Game:
        """A copy of battle i, to look at or to think with."""
        return Game(self._h.game(i, seed), self.data.book(self.battle))
