#!/usr/bin/env python3
"""What a seat must not see is in nothing that it can ask for.

malbrook's hidden deployment (M-24.5): a wood lies between the armies, so that neither sees the other.
Two battles have the same dice and the same answers, but for one march of the enemy behind the wood. All
that the other seat, or a watcher, can read must be the same in both, word for word, until the battle
is over; then everything is told.
"""
import json
import os
import re
import shutil
import tempfile
import unittest

import table
from table import Server, new_game

MAP = """format: map-1
system: malbrook
title: First command
source: "Invented for this test."
width: 72
height: 48
ground:
  - {name: forest, label: The forest, kind: dense-wood, points: [{x: 0, y: 20}, {x: 72, y: 20}, {x: 72, y: 28}, {x: 0, y: 28}]}
"""
ENEMIES = ("gardes", "picardie", "alsace", "milice", "saint-hilaire", "carabiniers", "cavalerie")


def make_data(folder):
    data = os.path.join(folder, "data")
    shutil.copytree(table.DATA, data)
    with open(data + "/malbrook/maps/first-command.yaml", "w") as f:
        f.write(MAP)
    path = data + "/malbrook/scenarios/first-command.yaml"
    with open(path) as f:
        text = f.read().replace("turns: 10\n", "turns: 10\noptions: {hidden: yes}\n")
    with open(path, "w") as f:
        f.write(text)
    return data


class Battle:
    """One of the twins: answers by the first offer, dice by count."""

    def __init__(self, server, march):
        self.made, self.seats, self.watcher = new_game(
            server, "malbrook/first-command", dice="typed")
        self.march = march  # how far the enemy's brigade goes, where it may
        self.moved = False
        self.streams = [s.stream() for s in (self.seats[0], self.watcher)]
        self.told = [[], []]
        self.rolls = 0

    def question(self):
        return self.seats[0].view()["question"]

    def choose(self, q, offers):
        if q["seat"] == 1 and q["question"] == "declare":  # a brigade that marches
            for o in offers:
                if o["act"].startswith("dice"):
                    return o["act"]
        if q["seat"] == 1 and q["question"] == "path" and not self.moved:
            ahead = [o["act"] for o in offers if re.search(r" (march|by)", o["act"])] or \
                    [o["act"] for o in offers if o["act"].startswith("move")]
            if len(ahead) > 1:
                self.moved = True
                return ahead[0] if self.march else ahead[-1]
        return offers[0]["act"]

    def step(self):
        q = self.question()
        if q["kind"] == "dice":
            self.rolls += 1
            r = self.seats[0].do("dice", {"number": q["number"],
                                          "faces": [2 + self.rolls % 4] * q["dice"]})
        elif q["kind"] == "question":
            seat = self.seats[q["seat"]]
            o = seat.offers()
            r = seat.answer(o["number"], self.choose(seat.view()["question"], o["offers"]))
        else:
            return False
        assert r.status == 200, (q, r.body)
        return True

    def plain(self, text):
        """Without what is a twin's own: its name, and the moments of notes."""
        text = text.replace(self.made["game"], "GAME")
        return re.sub(r'"at": ?\d+', '"at":0', text)

    def looks(self, seat, stream):
        """Everything this seat can read, by name."""
        out = {}
        for what in ("view", "scene", "log", "lines", "record", "picture.svg"):
            r = seat.get(seat.at(what))
            out[what] = r.body.decode()
        line = json.loads(out["view"])["lines"] - 3
        for n in (0, line // 2, line):
            out["scene %d" % n] = seat.get(seat.at("scene?line=%d" % n)).body.decode()
        told = self.told[stream]
        while not any(e[1] == "line" and e[2]["line"] == line + 2 for e in told):
            told.append(self.streams[stream].next())
        out["stream"] = json.dumps([e for e in told if e[1] == "line"])
        return {k: self.plain(v) for k, v in out.items()}

    def asks(self, seat):
        """What it may ask while it is asked itself."""
        out = {"offers": seat.get(seat.at("offers")).body.decode()}
        acts = [o["act"] for o in json.loads(out["offers"])["offers"]]
        for a in acts[:3] + acts[-2:]:
            for what in ("why", "preview", "odds"):
                out[what + " " + a] = seat.do(what, {"act": a}).body.decode()
        for piece in ("guards", "english-horse"):
            out["reach " + piece] = seat.do("reach", {"piece": piece}).body.decode()
            out["threat " + piece] = seat.do("threat", {"piece": piece}).body.decode()
        out["suggest"] = seat.do("suggest", {"player": "level-2"}).body.decode()
        return {k: self.plain(v) for k, v in out.items()}


class Hidden(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="tricorne-hidden-")
        cls.data, table.DATA = table.DATA, make_data(cls.folder)
        table._sides.clear()
        cls.server = Server("--rate", "0")

    @classmethod
    def tearDownClass(cls):
        cls.server.end()
        table.DATA = cls.data
        table._sides.clear()
        shutil.rmtree(cls.folder, ignore_errors=True)

    def same(self, a, b, when):
        for key in a:
            if a[key] == b[key]:
                continue
            i = next((i for i, (x, y) in enumerate(zip(a[key], b[key])) if x != y), 0)
            self.fail("%s, %s: %r and %r" % (when, key, a[key][max(0, i - 160):i + 80],
                                             b[key][max(0, i - 160):i + 80]))

    def test_the_unseen_march(self):
        a, b = Battle(self.server, 0), Battle(self.server, 1)
        looked = asked = 0
        for step in range(400):
            q = a.question()
            if a.moved and q["kind"] == "question" and looked < 12:
                looked += 1
                self.same(a.looks(a.seats[0], 0), b.looks(b.seats[0], 0), "step %d, seat" % step)
                self.same(a.looks(a.watcher, 1), b.looks(b.watcher, 1), "step %d, watcher" % step)
            if a.moved and q["kind"] == "question" and q["seat"] == 0 and asked < 3:
                asked += 1
                self.same(a.asks(a.seats[0]), b.asks(b.seats[0]), "step %d" % step)
            if asked == 3 and looked == 12:
                break
            self.assertEqual(a.step(), b.step())
        self.assertEqual((asked, looked), (3, 12))
        # they are two battles, as the one who marched sees
        mine = [x.seats[1].get(x.seats[1].at("scene")).json["scene"]["pieces"] for x in (a, b)]
        self.assertNotEqual(mine[0], mine[1])
        seen = a.seats[0].get(a.seats[0].at("scene")).json["scene"]["pieces"]
        self.assertFalse([p for p in seen if p["key"] in ENEMIES])
        for what in ("log", "lines", "record"):
            text = a.seats[0].get(a.seats[0].at(what)).body.decode()
            self.assertFalse([e for e in ENEMIES if re.search(r"\b%s\b" % e, text.split("\n", 1)[-1])], what)
            self.assertNotIn('"hash"', text)

    def test_the_record_replays_and_resumes(self):
        a = Battle(self.server, 0)
        while not a.moved:
            a.step()
        before = a.looks(a.seats[0], 0)
        self.server.stop()
        self.server.start()
        for s in a.seats + [a.watcher]:
            s.close()
        after = a.looks(a.seats[0], 0)
        for key in before:
            if key not in ("stream", "view"):
                self.assertEqual(before[key], after[key], key)


if __name__ == "__main__":
    table.main()
