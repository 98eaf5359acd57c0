#!/usr/bin/env python3
"""kill -9 at any moment: no acknowledged answer is lost, every game replays.

TRICORNE_KILLS says how often (default 20).
"""
import json
import os
import random
import threading
import time
import unittest

import table
from table import Seat, Server, new_game

KILLS = int(os.environ.get("TRICORNE_KILLS", "20"))


class Player(threading.Thread):
    """Plays both seats of a game and keeps what was acknowledged: number -> act."""

    def __init__(self, server, game, tokens, seed):
        super().__init__(daemon=True)
        self.seats = [Seat(server, game, t) if t else None for t in tokens]
        self.rng = random.Random(seed)
        self.acknowledged = {}
        self.over = False
        self.trouble = None

    def run(self):
        while not self.over:
            try:
                self.step()
            except (OSError, EOFError, table.http.client.HTTPException):
                return  # killed
            except Exception as e:  # told by the test
                self.trouble = repr(e)
                return

    def step(self):
        first = next(s for s in self.seats if s)
        v = first.view()
        q = v["question"]
        if v["over"]:
            self.over = True
            return
        seat = self.seats[q["seat"]]
        if seat is None:
            time.sleep(0.01)
            return
        o = seat.offers()
        act = self.rng.choice(o["offers"])["act"]
        r = seat.answer(o["number"], act)
        if r.status == 200:
            self.acknowledged[o["number"]] = act
        elif r.status != 409:
            raise AssertionError((r.status, r.body))


TABLES = [("minden/first-battle", ("person", "person")),
          ("bayonet/learning", ("person", "level-1")),
          ("pistolado/first-speech", ("person", "person")),
          ("malbrook/first-command", ("person", "random")),
          ("reason/learning", ("person", "person")),
          ("minden/village-assault", ("random", "person"))]


def lay(server, setting):
    """A new game of that setting: its id, its tokens, what was acknowledged, is it over."""
    made, seats, watch = new_game(server, *setting)
    return {"game": made["game"], "tokens": [s and s.token for s in seats],
            "kept": {}, "over": False, "setting": setting}


class Kill(unittest.TestCase):
    def test_kill(self):
        rng = random.Random(1)
        server = Server("--rate", "0", store=os.environ.get("TRICORNE_POSTGRES"))
        tables = [lay(server, t) for t in TABLES]
        answers = 0
        for kill in range(KILLS):
            if kill:
                server.start()
                # a battle that is over stays in the store, and another is begun
                tables += [lay(server, t["setting"]) for t in playing if t["over"]]
            playing = [t for t in tables if not t["over"]]
            self.assertEqual(len(playing), len(TABLES))
            players = [Player(server, t["game"], t["tokens"], rng.random()) for t in playing]
            for p in players:
                p.start()
            want, end = rng.randint(2, 30), time.time() + 20
            while sum(len(p.acknowledged) for p in players) < want and time.time() < end:
                time.sleep(0.002)
            time.sleep(rng.random() * 0.02)  # in the midst of something
            server.kill()
            for p in players:
                p.join(20)
                self.assertFalse(p.is_alive())
            for p, t in zip(players, playing):
                self.assertIsNone(p.trouble)
                t["kept"].update(p.acknowledged)
                t["over"] = p.over
                answers += len(p.acknowledged)
        self.assertGreaterEqual(answers, 2 * KILLS)
        code, said = server.verify()
        self.assertEqual(code, 0, said)
        done = table.subprocess.run(
            [table.PROGRAM, "--data", table.DATA, "store", "export", server.store,
             os.path.join(server.folder, "out")], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        for t in tables:
            game = t["game"]
            with open(os.path.join(server.folder, "out", game + ".jsonl")) as f:
                lines = [json.loads(x) for x in f][1:]
            for number, act in t["kept"].items():
                # a seed made known may stand before the answer: the number it was asked by
                n = number
                while "seed" in lines[n] or "position" in lines[n]:
                    n += 1
                self.assertEqual(lines[n]["act"], act, (game, number))
        print("# %d kills, %d games, %d acknowledged answers; %s" %
              (KILLS, len(tables), answers, said), flush=True)
        server.end()


if __name__ == "__main__":
    table.main()
