#!/usr/bin/env python3
"""Broken records: each is refused with a sentence that names file, line and what is wrong.

usage: test_records.py TRICORNE DATA [--all 1]

A valid record is made first, for the first scenario of every system; then each case below breaks
a copy of it in one place. The battle has everything a record may hold: answers, faces, an undo, an
adjustment, positions, a seed, and (in a second one) an end.
"""
import copy
import json
import re

import table
from table import run

# The umpire may adjust between steps only: one of twenty tries finds the moment in every system.
TYPED = "adjust head.turn 1 a slip\nauto 1\n" * 20 + "auto 20\ntakeback\nauto 5\nquit\n"


class Record:
    """A record as a list of lines, each an object until it is spoilt as text."""

    def __init__(self, path):
        self.line = [json.loads(line) for line in path.read_text().splitlines()]
        self.number = None  # of the line that is broken, counted from 1 as people do

    def head(self):
        self.number = 1
        return self.line[0]

    def find(self, *keys, last=False, where=lambda line: True):
        """The first (or last) line that has all these keys; it becomes the broken one."""
        order = range(len(self.line) - 1, 0, -1) if last else range(1, len(self.line))
        for i in order:
            if all(key in self.line[i] for key in keys) and where(self.line[i]):
                self.number = i + 1
                return self.line[i]
        raise LookupError(f"no line with {keys}")

    def put(self, text, at=None):
        """Spoil the broken line, or line `at`, as text or bytes."""
        self.number = at or self.number
        self.line[self.number - 1] = text

    def bytes(self):
        out = b""
        for line in self.line:
            if isinstance(line, dict):
                line = json.dumps(line, separators=(",", ":"))
            out += (line.encode() if isinstance(line, str) else line) + b"\n"
        return out


def with_faces(line):
    return len(line["faces"]) > 0


def edit(*keys, where=lambda line: True, last=False, **to):
    """A case that sets keys of the first fitting line; None takes a key out."""
    def do(r):
        line = r.find(*keys, where=where, last=last)
        for key, value in to.items():
            if value is None:
                del line[key]
            else:
                line[key] = value(line[key]) if callable(value) else value
    return do


def header(**to):
    def do(r):
        head = r.head()
        for key, value in to.items():
            if value is None:
                del head[key]
            else:
                head[key] = value(head[key]) if callable(value) else value
    return do


def text(spoil, *keys):
    """A case that spoils the text of a line."""
    def do(r):
        line = r.find(*keys) if keys else r.head()
        r.put(spoil(json.dumps(line)))
    return do


def flip(digits):
    return ("1" if digits[0] != "1" else "2") + digits[1:]


def seat(**to):
    return lambda seats: [{**seats[0], **to}] + seats[1:]


def other_face(faces):
    return [5 if faces[0] != 5 else 4] + faces[1:]


def double(r):
    line = copy.deepcopy(r.find("act"))
    r.line.insert(r.number, line)
    r.number += 1


def swap(r):
    r.find("act")
    i = r.number - 1
    r.line[i], r.line[i + 1] = r.line[i + 1], r.line[i]


def remove(r):
    r.find("act")
    del r.line[r.number - 1]


def only(n):
    def do(r):
        del r.line[n:]
        r.number = n + 1
    return do


def move_position(r):
    line = r.find("position")
    i = r.number - 1
    r.line[i], r.line[i + 1] = r.line[i + 1], line
    r.line[i]["n"], r.line[i + 1]["n"] = i - 1, i


def position_twice(r):
    line = copy.deepcopy(r.find("position"))
    r.number += 1
    line["n"] = r.number - 2
    r.line[r.number - 1] = line


def state_field(r):
    state = r.find("position")["state"]
    state["head"]["turn"] += 1


def state_key(r):
    r.find("position")["state"]["head"]["colour"] = 1


def state_hole(r):
    del r.find("position")["state"]["head"]["turn"]


def state_word(r):
    r.find("position")["state"]["head"]["turn"] = "soon"


def end_early(r):
    r.find("act")
    r.put({"n": r.number - 2, "end": "", "winner": None, "turn": 1, "hash": "0" * 16})


def no_position(r):
    r.find("position")
    del r.line[r.number - 1]
    for n, line in enumerate(r.line[1:]):
        line["n"] = n


def raw(content, number=1):
    def do(r):
        r.number = number
        r.line = [content]
    return do


# name: (what is done to the record, words the message must hold)
BROKEN = {
    # --- not a record at all
    "one-newline": (raw(""), "not a JSON object"),
    "words": (raw("Once upon a time"), "not a JSON object"),
    "garbage-bytes": (raw(b"\xff\xfe\x00\x80\x01"), "not a JSON object"),
    "an-array": (raw("[1,2,3]"), "not a JSON object"),
    "a-number": (raw("7"), "not a JSON object"),
    "byte-order-mark": (raw(b"\xef\xbb\xbf{}"), "not a JSON object"),
    "deep-nesting": (raw('{"v":' + "[" * 100000), "not a JSON object"),
    "another-format": (header(format="chess"), "tricorne-record"),
    "no-format": (header(format=None), "tricorne-record"),
    # --- the header
    "version": (header(v=2), "version 1"),
    "unknown-header-key": (header(weather="fine"), "weather"),
    "doubled-header-key": (text(lambda s: '{"v":1,' + s[1:]), "duplicate"),
    "no-system": (header(system=None), "system"),
    "foreign-system": (header(system="chess"), "chess"),
    "no-scenario": (header(scenario=None), "scenario"),
    "scenario-a-number": (header(scenario=7), "scenario"),
    "no-replaced": (header(replaced=None), "replaced"),
    "no-edition": (header(edition=None), "edition"),
    "edition-a-string": (header(edition="1"), "edition", "65535"),
    "edition-negative": (header(edition=-1), "edition", "65535"),
    "edition-huge": (header(edition=70000), "edition", "65535"),
    "another-edition": (header(edition=lambda n: n + 1), "another edition", "adopted"),
    "no-book": (header(book=None), "16 hex digits"),
    "book-short": (header(book="abc"), "16 hex digits"),
    "book-a-number": (header(book=7), "16 hex digits"),
    "another-book": (header(book=flip), "other tables", "adopted"),
    "one-side": (header(sides=["red"]), "two sides"),
    "no-seats": (header(seats=[]), "1 to 8 seats"),
    "nine-seats": (header(seats=lambda s: s * 5), "1 to 8 seats"),
    "seat-of-nobody": (header(seats=seat(side="martians")), "side"),
    "seat-without-kind": (header(seats=seat(kind=7)), "kind"),
    "seat-name-too-long": (header(seats=seat(name="x" * 100)), "name"),
    "command-64": (header(seats=seat(commands=[64])), "0 to 63"),
    "dice-foul": (header(dice="foul"), "committed or interactive"),
    # --- lines as such
    "no-first-line": (only(1), "no first line"),
    "half-a-line": (text(lambda s: s[:len(s) // 2], "act"), "not a JSON object"),
    "blank-line": (text(lambda s: "", "act"), "not a JSON object"),
    "zero-byte": (text(lambda s: s.replace("a", "\0", 1), "act"), "not a JSON object"),
    "not-utf-8": (text(lambda s: s.encode().replace(b"a", b"\xff", 1), "act"),
                  "not a JSON object"),
    "text-behind": (text(lambda s: s + " x", "act"), "not a JSON object"),
    "line-doubled": (double, "out of order"),
    "lines-swapped": (swap, "out of order"),
    "line-removed": (remove, "out of order"),
    "number-edited": (edit("act", n=77), "out of order"),
    "number-missing": (edit("act", n=None), "out of order"),
    "number-a-string": (edit("act", n="2"), "out of order"),
    "number-a-fraction": (edit("act", n=2.0), "out of order"),
    "number-huge": (text(lambda s: re.sub(r'"n": \d+', '"n":99999999999999999999', s), "act"),
                    "not a JSON object"),
    "unknown-key": (edit("act", question="x", weather="fine"), "weather"),
    "doubled-key": (text(lambda s: '{"n":2,' + s[1:], "act"), "duplicate"),
    "no-kind": (edit("act", act=None), "act, dice, undo, adjust, position, seed, end, stop, commit, link or host"),
    # --- the start
    "start-false": (edit("start", start=False), "start"),
    "start-unknown-key": (edit("start", act="x"), "act"),
    "start-extra-face": (edit("start", faces=lambda f: f + [3]), "not rolled"),
    "start-state": (edit("start", state={"head": {}}), "state"),
    # --- answers
    "act-another": (edit("act", act="nonsense"), "nonsense"),
    "act-empty": (edit("act", act=""), "begins with a verb"),
    "act-a-number": (edit("act", act=7), "act, a string"),
    "act-zero-byte": (edit("act", act=lambda a: a + "\0x"), "not a JSON object"),
    "act-of-a-stranger": (edit("act", act=lambda a: a + " nobody-at-all"), "nobody-at-all"),
    "act-very-long": (edit("act", act="x" * 100000), "xxx"),
    "question-edited": (edit("act", question="supper"), "The question here is"),
    "side-edited": (edit("act", side="martians"), "The question here is"),
    "seat-edited": (edit("act", seat=lambda n: 1 - n), "Another seat"),
    "seat-negative": (edit("act", seat=-1), "Another seat"),
    "seat-huge": (edit("act", seat=10 ** 15), "Another seat"),
    "hash-edited": (edit("act", hash=flip), "not the recorded one"),
    "hash-missing": (edit("act", hash=None), "16 hex digits"),
    "hash-short": (edit("act", hash="12"), "16 hex digits"),
    "hash-a-number": (edit("act", hash=12), "16 hex digits"),
    # --- faces
    "faces-missing": (edit("act", faces=None), "faces, a list"),
    "faces-a-number": (edit("act", faces=3), "faces, a list"),
    "face-a-string": (edit("act", faces=["6"]), "0 to 99"),
    "face-100": (edit("act", faces=[100]), "0 to 99"),
    "face-negative": (edit("act", faces=[-1]), "0 to 99"),
    "face-more": (edit("act", "faces", where=with_faces, faces=lambda f: f + [3]), ""),
    "face-less": (edit("act", "faces", where=with_faces, faces=lambda f: f[:-1]), ""),
    "face-edited": (edit("act", "faces", where=with_faces, faces=other_face), ""),
    "forced-too-many": (edit("act", "faces", where=with_faces,
                             faces=lambda f: f, forced=99), "forced"),
    "draw-negative": (edit("draw", draw=-1), "draw"),
    "draw-edited": (edit("act", "draw", where=with_faces, draw=lambda n: n + 1),
                    "published seed"),
    # --- undo, adjust, seed
    "undo-of-nothing": (edit("undo", undo=0), "no answer at the line"),
    "undo-huge": (edit("undo", undo=10 ** 12), "names a line"),
    "undo-a-string": (edit("undo", undo="all"), "names a line"),
    "undo-without-consent": (edit("undo", consent=None), "consent"),
    "adjust-nothing": (edit("adjust", adjust=[]), "needs changes"),
    "adjust-a-string": (edit("adjust", adjust="x"), "list of changes"),
    "adjust-unknown-field": (edit("adjust", adjust=[["head.colour", "1"]]), "head.colour"),
    "adjust-no-number": (edit("adjust", adjust=[["head.turn", "soon"]]), "soon"),
    "adjust-book": (edit("adjust", adjust=[["head.book", "0" * 16]]), "cannot be changed"),
    "adjust-no-pair": (edit("adjust", adjust=[["head.turn"]]), "[field, value]"),
    "adjust-many": (edit("adjust", adjust=[["head.turn", "1"]] * 1001), "list of changes"),
    "adjust-without-reason": (edit("adjust", reason=None), "reason"),
    "adjust-empty-reason": (edit("adjust", reason=""), "reason"),
    "seed-short": (edit("seed", seed="12"), "32 hex digits"),
    "seed-from-later": (edit("seed", **{"from": 10 ** 6}), "32 hex digits"),
    # --- positions
    "position-edited": (state_field, ""),
    "position-unknown-key": (state_key, "colour"),
    "position-key-missing": (state_hole, "turn"),
    "position-a-word": (state_word, "turn"),
    "position-moved": (move_position, "position is missing here"),
    "position-removed": (no_position, "position is missing here"),
    "position-twice": (position_twice, "No turn begins here"),
    "position-hash-edited": (edit("position", hash=flip), "not the recorded one"),
    "position-without-state": (edit("position", state=None), ""),
}

# The same for a battle that is over.
BROKEN_ENDS = {
    "end-too-early": (end_early, "not over"),
    "winner-edited": (edit("end", winner="martians"), "ended otherwise"),
    "ending-edited": (edit("end", end="supper"), "ended otherwise"),
    "turn-edited": (edit("end", turn=lambda n: n + 1), "ended otherwise"),
    "turn-huge": (edit("end", turn=10 ** 9), "ended otherwise"),
    "answer-after-the-end": (lambda r: r.line.append(
        {**r.find("act"), "n": len(r.line) - 1}) or r.find("act", last=True), "was over before this line"),
    "seed-edited": (edit("seed", seed=flip), "published seed"),
}


# All cases for this system; every sixth for the others, unless --all 1 asks for more.
FIRST = "minden"


class BrokenRecords(table.Case):
    def refuse(self, name, record, spoil, words):
        r = copy.deepcopy(record)
        spoil(r)
        path = self.path / f"{name}.jsonl"
        path.write_bytes(r.bytes())
        done = run("replay", path)
        # a wrong seed is noticed at the first face it should have made
        line = r"line \d+" if "seed" in words[0] else f"line {r.number}"
        self.sound(done, 1)
        self.assertRegex(done.err, rf"^tricorne: \S*{name}\.jsonl, {line}: \S.*\.\n$")
        for word in words:
            self.assertIn(word, done.err)

    def break_all(self, record, cases):
        system = record.line[0]["system"]
        some = 1 if table.option("--all", 0) or system == FIRST else 6
        for name, (spoil, *words) in list(cases.items())[::some]:
            with self.subTest(name, system=system):
                self.refuse(name, record, spoil, words)

    def test_records_under_way(self):
        self.assertGreaterEqual(len(BROKEN) + len(BROKEN_ENDS), 100)
        for scenario in table.scenarios():
            path = self.record(scenario, "whole.jsonl", TYPED)
            self.sound(run("replay", path), 0)
            record = Record(path)
            for key in ("start", "act", "undo", "adjust", "seed"):
                record.find(key)
            self.break_all(record, {k: v for k, v in BROKEN.items()
                                    if not k.startswith(("position", "draw-edited"))})

    def test_records_of_whole_battles(self):
        for scenario in table.scenarios():
            path = self.path / "over.jsonl"
            path.unlink(missing_ok=True)
            self.sound(run("selfplay", 1, "--scenario", scenario, "--record", path), 0)
            self.sound(run("replay", path), 0)
            record = Record(path)
            for key in ("position", "seed", "end"):
                record.find(key)
            self.break_all(record, BROKEN_ENDS | {
                k: v for k, v in BROKEN.items()
                if k.startswith(("position", "draw-edited"))})

    def test_a_foreign_scenario(self):
        for scenario in table.scenarios():
            path = self.record(scenario, "whole.jsonl", "auto 3\nquit\n")
            for other in ("../../etc/passwd", "nobody/nothing", "", "x" * 90,
                          scenario.split("/")[0] + "/no-such-battle"):
                r = Record(path)
                r.head()["scenario"] = other
                path.with_name("foreign.jsonl").write_bytes(r.bytes())
                with self.subTest(other):
                    self.refused(run("replay", path.with_name("foreign.jsonl")))

    def test_files_that_are_none(self):
        self.refused(run("replay", self.path / "none.jsonl"), "none.jsonl", "cannot be opened")
        self.refused(run("replay", self.path), str(self.path), "cannot be read")
        self.refused(run("replay", "/dev/null"), "no header")
        (self.path / "empty.jsonl").write_bytes(b"")
        self.refused(run("replay", self.path / "empty.jsonl"), "empty.jsonl, line 1",
                     "no header")

    def test_every_cut_is_torn_or_refused(self):
        scenario = table.scenarios()[0]
        whole = self.record(scenario, "whole.jsonl", "auto 6\nquit\n").read_bytes()
        first = whole.index(b"\n", whole.index(b"\n") + 1) + 1
        for at in range(0, len(whole), 41):
            path = self.path / "cut.jsonl"
            path.write_bytes(whole[:at])
            done = run("replay", path)
            if at < first:
                self.refused(done, "cut.jsonl, line")
            else:
                self.sound(done, 0)
                self.assertEqual("not finished" in done.out, whole[at - 1:at] != b"\n")


if __name__ == "__main__":
    table.main()
