#!/usr/bin/env python3
"""Three servers on one database, killed, cut off and restarted at random while people play.

tools/with-postgres starts the database and names it in TRICORNE_POSTGRES. Nothing that was
acknowledged may be lost, every line has one winner, all views are alike when all is well again,
and every face was rolled from the one published seed. FAULTS says how many (default 24)."""
import json
import os
import random
import re
import select
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
import unittest
import urllib.parse

import table
from table import Client, Seat, Server, new_game, wait_until

POSTGRES = os.environ["TRICORNE_POSTGRES"]
FAULTS = int(os.environ.get("FAULTS", "24"))
GAMES, SEED = 12, int(os.environ.get("SEED", "1"))


class Wire(threading.Thread):
    """The way of one server to the database, which can be cut (ends) or held (hangs)."""

    def __init__(self):
        super().__init__(daemon=True)
        self.folder = tempfile.mkdtemp(prefix="tricorne-wire-")
        real = urllib.parse.unquote(POSTGRES.split("host=")[1])
        self.real = os.path.join(real, ".s.PGSQL.5432")
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(os.path.join(self.folder, ".s.PGSQL.5432"))
        self.listener.listen(50)
        self.pairs, self.held, self.done = {}, False, False
        self.lock = threading.Lock()
        self.address = POSTGRES.split("host=")[0] + "host=" + urllib.parse.quote(self.folder, "")
        self.start()

    def cut(self):
        with self.lock:
            for s in list(self.pairs):
                self.drop(s)

    def drop(self, s):
        other = self.pairs.pop(s, None)
        if other:
            self.pairs.pop(other, None)
            other.close()
        s.close()

    def run(self):
        while not self.done:
            if self.held:
                time.sleep(0.05)
                continue
            with self.lock:
                ways = [self.listener] + list(self.pairs)
            try:
                ready, _, _ = select.select(ways, [], [], 0.1)
            except (OSError, ValueError):
                continue
            with self.lock:
                for s in ready:
                    self.pass_on(s)

    def pass_on(self, s):
        try:
            if s is self.listener:
                near, _ = self.listener.accept()
                far = socket.socket(socket.AF_UNIX)
                far.connect(self.real)
                self.pairs[near], self.pairs[far] = far, near
            elif s in self.pairs:
                data = s.recv(65536)
                if data:
                    self.pairs[s].sendall(data)
                else:
                    self.drop(s)
        except OSError:
            if s is not self.listener:
                self.drop(s)

    def end(self):
        self.done = True
        self.join(5)
        self.cut()
        self.listener.close()
        shutil.rmtree(self.folder, ignore_errors=True)


class Player(threading.Thread):
    """Plays both seats of one game through whatever server answers; remembers what was taken."""

    def __init__(self, test, made, tokens, seed):
        super().__init__(daemon=True)
        self.test, self.game, self.tokens = test, made["game"], tokens
        self.rng, self.taken, self.done = random.Random(seed), [], False

    def run(self):
        while not self.done:
            server = self.rng.choice(self.test.servers)
            try:
                self.step(server)
            except (OSError, AssertionError, ValueError, KeyError) as e:
                if self.done:
                    return
                time.sleep(0.05)
            except Exception:  # a connection that ended in the middle
                time.sleep(0.05)

    def step(self, server):
        s = Seat(server, self.game, self.tokens[0])
        s.timeout = 10
        r = s.get(s.at("view"))
        if r.status != 200 or r.json["question"]["kind"] != "question" or r.json["over"]:
            return time.sleep(0.05)
        q = r.json["question"]
        me = Seat(server, self.game, self.tokens[q["seat"]])
        offers = me.get(me.at("offers"))
        if offers.status != 200 or not offers.json["offers"]:
            return None
        act = self.rng.choice(offers.json["offers"])["act"]
        r = me.answer(q["number"], act)
        if r.status == 200:
            self.taken.append((q["number"], act))
        s.close()
        me.close()
        return None


class Three(unittest.TestCase):
    def setUp(self):
        self.wires = [Wire() for _ in range(3)]
        self.servers = [Server("--rate", "0", "--work", "0", "--idle", "5", store=w.address)
                        for w in self.wires]

    def tearDown(self):
        for s in self.servers:
            s.end()
        for w in self.wires:
            w.end()

    def fault(self, rng):
        k = rng.randrange(3)
        what = rng.choice(["kill", "stop", "cut", "hang", "ear"])
        s, w = self.servers[k], self.wires[k]
        if what == "kill":
            s.kill()
            time.sleep(rng.uniform(0, 0.3))
            s.start()
        elif what == "stop":
            self.assertEqual(s.stop(), 0)
            s.start()
        elif what == "cut":
            w.cut()
        elif what == "hang":
            w.held = True
            time.sleep(rng.uniform(0.2, 4))
            w.held = False
        else:
            subprocess.run(["psql", "-XAtq", "-d", POSTGRES, "-c",
                            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                            " WHERE query LIKE 'LISTEN%'"], capture_output=True)
        return what

    def test_nothing_acknowledged_is_lost(self):
        rng = random.Random(SEED)
        players, watches = [], []
        for i in range(GAMES):
            made, seats, watch = new_game(self.servers[i % 3])
            players.append(Player(self, made, [x.token for x in seats], i))
            watches.append(watch.token)
        for p in players:
            p.start()
        done = []
        for _ in range(FAULTS):
            time.sleep(rng.uniform(0.1, 0.6))
            done.append(self.fault(rng))
        time.sleep(1)
        for p in players:
            p.done = True
        for p in players:
            p.join(30)
        for s in self.servers:
            wait_until(lambda: Client(s).raw("GET", "/healthz").status == 200, 15)
        answers = sum(len(p.taken) for p in players)
        faces = sum(self.check(p, w) for p, w in zip(players, watches))
        print("# %d faults (%s), %d acknowledged, %d faces verified" % (
            FAULTS, ", ".join("%s %d" % (x, done.count(x)) for x in sorted(set(done))), answers, faces))
        self.assertGreater(answers, 3 * FAULTS)

    def check(self, player, watch):
        """All three show the same game, with all that was taken; its faces are verified."""
        game = player.game
        bodies = {Seat(s, game, watch).get("games/%s/lines" % game).body for s in self.servers}
        self.assertEqual(len(bodies), 1)
        body = bodies.pop()
        self.assertIn(b'"lines"', body[:40], body[:400])
        lines = json.loads(body)["lines"]
        for number, act in player.taken:
            at = number
            while "act" not in lines[at]:
                at += 1  # a seed or a position stands before it
            self.assertEqual(lines[at]["act"], act)
        seat = Seat(self.servers[0], game, player.tokens[0])
        if not seat.view()["over"]:
            self.assertEqual(seat.do("resign").status, 200)
        record = Seat(self.servers[1], game, watch).get("games/%s/record" % game).body
        with tempfile.NamedTemporaryFile("wb", suffix=".jsonl") as f:
            f.write(record)
            f.flush()
            said = subprocess.run([table.PROGRAM, "--data", table.DATA, "replay", f.name],
                                  capture_output=True, text=True)
        self.assertEqual(said.returncode, 0, said.stdout + said.stderr)
        a, b = re.search("faces verified: (\\d+) of (\\d+)", said.stdout).groups()
        self.assertEqual(a, b, said.stdout)
        return int(a)


if __name__ == "__main__":
    table.main()
