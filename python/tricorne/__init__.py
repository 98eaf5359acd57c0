"""Tricorne in Python: play, referee and study battles of the linear age (1560-1780).

    import tricorne
    game = tricorne.open().new("minden/first-battle", seats={"french": "level-2"})
    print(game.question()["text"])
    game.answer(game.offers()[0]["act"])

Questions, acts, states and requests are the objects of docs/protocol.md as dicts; records are text
(docs/record.md). docs/python.md describes the package.
"""
from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, Iterator, Mapping, Sequence

from . import _core

__all__ = ["Data", "Book", "Game", "Player", "Error", "Refused", "open", "UMPIRE", "version"]

UMPIRE = -1
"""As a seat: sees all, and may answer for whoever is asked."""

JSON = dict[str, Any]


class Error(Exception):
    """What went wrong: `code` is a word of docs/protocol.md, `where` the rule, file or key."""

    def __new__(cls, *args: Any) -> "Error":
        return super().__new__(Refused if cls is Error and args and args[0] == "illegal" else cls, *args)

    @property
    def code(self) -> str:
        return str(self.args[0]) if self.args else ""

    @property
    def where(self) -> str:
        return str(self.args[1]) if len(self.args) > 1 else ""

    @property
    def text(self) -> str:
        return str(self.args[2]) if len(self.args) > 2 else ""

    def __str__(self) -> str:
        return f"{self.text} ({self.where})" if self.where else self.text


class Refused(Error):
    """The rules refuse an act; `where` names the rule."""


_core.set_error(Error)


def version() -> str:
    """The version of the engine."""
    return _core.version()


def _folder() -> str | None:
    beside = Path(__file__).parent / "data"
    if os.environ.get("TRICORNE_DATA") or not beside.is_dir():
        return None  # the library knows: $TRICORNE_DATA, or where it was installed
    return str(beside)


def open(folder: str | os.PathLike[str] | None = None) -> "Data":  # noqa: A001 - as in gzip.open
    """The data: every system and battle. Without a folder those that were installed."""
    return Data(folder)


class Data:
    """A folder of systems and battles; may be shared by threads."""

    def __init__(self, folder: str | os.PathLike[str] | None = None) -> None:
        self._h = _core.Data(os.fspath(folder) if folder is not None else _folder())
        self._books: dict[str, Book] = {}

    def battles(self) -> list[JSON]:
        """Every battle: {"id", "title", "battle"}."""
        return json.loads(self._h.list())

    def rule(self, rule: str) -> JSON:
        """The text of a rule: {"id", "heading", "text"}."""
        return json.loads(self._h.rule(rule))

    def book(self, battle: str) -> "Book":
        """A battle by its name, read once."""
        if battle not in self._books:
            self._books[battle] = Book(self, self._h.book(battle), battle)
        return self._books[battle]

    def read(self, yaml: str) -> "Book":
        """A scenario or position of your own (docs/data.md)."""
        return Book(self, self._h.read(yaml), None)

    def new(self, battle: str, **options: Any) -> "Game":
        """A new game; the options are those of Book.new."""
        return self.book(battle).new(**options)

    def resume(self, record: str, adopt: bool = False) -> "Game":
        """Go on with a record. adopt: from its last position, whatever rules made it."""
        return Game(self._h.resume(record, adopt))

    def verify(self, record: str) -> JSON:
        """Play a record again and compare every line; raises where it differs."""
        return json.loads(self._h.verify(record))

    def umpire(self) -> "Game":
        """A conversation: game.request({"do": "new", ...}) begins a game."""
        return Game(self._h.umpire())


class Book:
    """One battle with its tables; may be shared by threads."""

    def __init__(self, data: Data, handle: Any, name: str | None) -> None:
        self.data, self._h, self.name = data, handle, name
        self._about: JSON | None = None
        self._layout: JSON | None = None

    @property
    def about(self) -> JSON:
        """{"id", "title", "battle", "system", "edition", "hash", "sides", ...}"""
        if self._about is None:
            self._about = json.loads(self._h.about())
        return self._about

    @property
    def sides(self) -> list[str]:
        """The names of both sides."""
        return [s["name"] for s in self.about["sides"]]

    @property
    def layout(self) -> JSON:
        """Which number stands where in observations and rows of answers (docs/python.md)."""
        if self._layout is None:
            self._layout = json.loads(self._h.layout())
        return self._layout

    def messages(self) -> JSON:
        """Every sentence of its system."""
        return json.loads(self._h.messages())

    def new(self, seats: Mapping[str, str] | Sequence[JSON] | None = None, seed: int | str | None = None,
            state: JSON | None = None, typed: bool = False, light: bool = False, partial: bool = False) -> "Game":
        """A new game.

        seats: a player for each side that is no person, as {"french": "level-2"}; or the list of
        docs/protocol.md. seed: a number or 32 hex digits; without it the dice are nobody's to know.
        typed: faces are asked for. light: no record, no log, no undo: for search and learning.
        """
        flags = typed * _core.TYPED_DICE | light * _core.LIGHT | partial * _core.PARTIAL
        if isinstance(seats, Mapping):
            unknown = set(seats) - set(self.sides)
            if unknown:
                raise ValueError(f"the sides are {' and '.join(self.sides)}, not {', '.join(sorted(unknown))}")
            seats = [{"side": s, **({"kind": seats[s]} if s in seats else {})} for s in self.sides]
        hexed = f"{seed & (1 << 128) - 1:032x}" if isinstance(seed, int) else seed
        return Game(self._h.game(flags, hexed, json.dumps(seats) if seats is not None else None,
                                 json.dumps(state) if state is not None else None), self)

    def player(self, name: str, seed: int = 1) -> "Player":
        """A computer player: "level-1" to "level-4", "random", "greedy" ... (docs/study.md)."""
        return Player(self._h.player(name, seed))


class Player:
    """A computer player; one thread at a time."""

    def __init__(self, handle: Any) -> None:
        self._h = handle

    def decide(self, game: "Game") -> str:
        """Its answer to the open question, in notation. It sees what its side may see."""
        return self._h.decide(game._h)


_STATUS = ("asks", "dice", "over")


class Game:
    """A battle under way; one thread at a time."""

    def __init__(self, handle: Any, book: Book | None = None) -> None:
        self._h, self.book = handle, book

    # --- What it waits for ---
    @property
    def status(self) -> str:
        """"asks", "dice" or "over"."""
        return _STATUS[self._h.status()]

    @property
    def over(self) -> bool:
        return self._h.status() == 2

    @property
    def seat(self) -> int:
        """The seat that is asked."""
        return self._h.seat()

    @property
    def side(self) -> int:
        """The side that is asked, 0 or 1."""
        return self._h.side()

    @property
    def turn(self) -> int:
        return self._h.turn()

    @property
    def number(self) -> int:
        """The number of the open question; none comes twice."""
        return self._h.number()

    @property
    def winner(self) -> int | None:
        """0 or 1; None: nobody. Only of a battle that is over."""
        side = self._h.winner()
        return None if side == 2 else side

    @property
    def score(self) -> int:
        """How side 0 stands, -10000 to 10000."""
        return self._h.score()

    def question(self, seat: int = UMPIRE) -> JSON:
        return json.loads(self._h.question(seat))

    def offers(self) -> list[JSON]:
        """Every answer; of a free question those a computer would weigh."""
        return json.loads(self._h.offers())

    def acts(self) -> list[str]:
        """The same in notation."""
        return [self._h.offer(i) for i in range(self._h.offer_count())]

    # --- Answering ---
    def judge(self, act: str) -> JSON:
        """{"legal", "act", "refusal"}: would it be taken?"""
        return json.loads(self._h.judge(act))

    def answer(self, act: str | int, seat: int = UMPIRE, number: int = -1) -> None:
        """Give an answer: notation, or the number of an offer. Raises Refused with the rule."""
        if isinstance(act, int):
            self._h.answer_offer(act)
        else:
            self._h.answer(act, seat, number)

    def answer_lot(self, lots: int) -> int:
        """One of the answers by lot, from a number; gives the number for the next."""
        return self._h.answer_lot(lots)

    def dice(self, faces: Sequence[int]) -> None:
        """The faces of the roll that waits."""
        self._h.dice(bytes(faces))

    def force(self, faces: Sequence[int]) -> None:
        """Faces for the next rolls, before the fair ones."""
        self._h.force(bytes(faces))

    def play(self, most: int = 0) -> None:
        """Let computer seats answer, at most so many times (0: until a person is asked)."""
        self._h.play(most)

    def undo(self, seat: int = UMPIRE, consent: bool = False) -> None:
        self._h.undo(seat, consent)

    # --- Looking ---
    def state(self, seat: int = UMPIRE) -> JSON:
        return json.loads(self._h.state(seat))

    def scene(self, seat: int = UMPIRE) -> JSON:
        return json.loads(self._h.scene(seat))

    def odds(self, act: str, seat: int = UMPIRE) -> "Table":
        """The chances of an act: a table with `chance` and `outcome`, likeliest first."""
        from .table import Table
        o = json.loads(self._h.odds(act, seat))
        rows = [(r["num"] / r["den"], "; ".join(e if isinstance(e, str) else e.get("text", "") for e in r["events"]))
                for r in o["rows"]]
        t = Table(["chance", "outcome"], sorted(rows, key=lambda r: -r[0]))
        t.about = o
        return t

    def log(self, start: int = 0, seat: int = UMPIRE) -> list[JSON]:
        return json.loads(self._h.log(start, seat))

    def record(self) -> str:
        return self._h.record()

    @property
    def hash(self) -> int:
        """The name of the position."""
        return self._h.hash()

    def state_bytes(self) -> bytes:
        """The flat bytes of the position: what `hash` names."""
        return self._h.bytes()

    def clone(self, seat: int = UMPIRE, seed: int = 1) -> "Game":
        """A light game of its own, as a seat may imagine it, with other dice."""
        return Game(self._h.clone(seat, seed), self.book)

    def request(self, request: Mapping[str, Any]) -> JSON:
        """Any request of docs/protocol.md that names no file; failures are raised."""
        answer = json.loads(self._h.request(json.dumps(request)))
        e = answer.get("error")
        if e:
            raise Error(e["code"], e["where"], e["text"])
        return answer

    def svg(self, seat: int = UMPIRE) -> str:
        """The field as a picture."""
        from .svg import draw
        return draw(self.scene(seat))

    def _repr_svg_(self) -> str:
        return self.svg()

    def __iter__(self) -> Iterator[JSON]:
        """Every question until the end; answer each before the next."""
        while self.status == "asks":
            n = self.number
            yield self.question()
            if self.status == "asks" and self.number == n:
                raise RuntimeError("the question was not answered")


from .table import Table  # noqa: E402
__all__.append("Table")
