#!/usr/bin/env python3
"""What strangers and bad luck may do to a server, beside what the other programs try.

Twelve thousand connections, a flood of everything at once, damaged stores, a full disk.
tools/check attack runs it with the others. All of it stays on 127.0.0.1.
"""
import os
import random
import resource
import shutil
import signal
import socket
import sqlite3
import subprocess
import tempfile
import threading
import time
import unittest

import table
from table import Client, Seat, Server, new_game, play, wait_until

CROWD = int(os.environ.get("TRICORNE_CROWD", "12000"))


def lift_files(n):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(n, hard), hard))
    return min(n, hard)


class Connections(unittest.TestCase):
    def test_twelve_thousand(self):
        """From one address most are turned away; who plays from another is served."""
        room = lift_files(CROWD + 200) - 200
        with Server() as server:
            made, seats, watch = new_game(server)
            crowd, slowest, lost = [], 0, 0
            for i in range(min(CROWD, room)):
                s = socket.socket()
                s.settimeout(2)
                try:
                    s.connect((server.host, server.port))
                    s.sendall(b"GET / HT")
                    crowd.append(s)
                except OSError:
                    s.close()
                    lost += 1
                if i % 2000 == 1999:  # the game is played from 127.0.0.2
                    start = time.time()
                    self.assertEqual(self.from_elsewhere(server, seats[0]), 200)
                    slowest = max(slowest, time.time() - start)
            print("# %d connections, %d lost, slowest answer %.2f s, %.0f MB"
                  % (len(crowd), lost, slowest, server.memory() / 1e6))
            self.assertLess(slowest, 3)
            self.assertLess(server.memory() / 1e6, 256 + 256)
            for s in crowd:
                s.close()
            wait_until(lambda: seats[0].get(seats[0].at("view")).status == 200)

    def from_elsewhere(self, server, seat):
        with socket.create_connection((server.host, server.port), timeout=10,
                                      source_address=("127.0.0.2", 0)) as s:
            s.sendall(("GET /api/v1/games/%s/view HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
                       "Authorization: Bearer %s\r\n\r\n" % (seat.game, seat.token)).encode())
            return int(s.recv(64).split()[1])


class Locked(unittest.TestCase):
    def test_another_program_holds_the_lock(self):
        """Who would write is told within five seconds, all of them; reading and healthz go on."""
        with Server("--rate", "0") as server:
            games, looked = [new_game(server) for _ in range(4)], new_game(server)[2]
            games[0][1][0].do("chat", {"text": "before"})
            lock = sqlite3.connect(server.store, isolation_level=None)
            lock.execute("BEGIN IMMEDIATE")
            got = []

            def write(seat, wait):
                time.sleep(wait)
                start = time.time()
                r = seat.do("chat", {"text": "hello"})
                got.append((r.status, time.time() - start))
                self.assertNotIn(server.folder, r.body.decode())

            jobs = []
            for i, (made, seats, watch) in enumerate(games):
                for k in range(2):  # two of each game: one waits for the other
                    seat = Seat(server, made["game"], seats[k].token)
                    jobs.append(threading.Thread(target=write, args=(seat, 0.7 * i + 0.3 * k)))
            for j in jobs:
                j.start()
            time.sleep(1)
            took = {}
            for name, ask in (("view", lambda: looked.get(looked.at("view"))),
                              ("metrics", lambda: Client(server).raw("GET", "/metrics")),
                              ("healthz", lambda: Client(server).raw("GET", "/healthz"))):
                start = time.time()
                r = ask()
                took[name] = round(time.time() - start, 2)
                self.assertIn(r.status, (200, 503) if name == "healthz" else (200,))
            print("# while it is locked:", took)
            self.assertLess(max(took.values()), 5)
            for j in jobs:
                j.join()
            lock.execute("ROLLBACK")
            lock.close()
            self.assertEqual({s for s, t in got}, {503}, got)
            self.assertLess(max(t for s, t in got), 5, got)
            for made, seats, watch in games:
                wait_until(lambda: seats[0].do("chat", {"text": "after"}).status == 200)
            play(games[1][1], 3)
            notes = games[0][2].view()["notes"]
            self.assertEqual([n["text"] for n in notes if n["kind"] == "chat"], ["before", "after"])


class Flood(unittest.TestCase):
    def test_everything_at_once(self):
        """Eight addresses ask all they can; a game between two others goes on."""
        with Server("--proxy", "--rate", "50", "--work", "200", "--games", "20") as server:
            made, seats, watch = new_game(server)
            stop, got = threading.Event(), {}

            def ask(k):
                c = Client(server)
                head = {"X-Forwarded-For": "203.0.113.%d" % k}
                rng = random.Random(k)
                while not stop.is_set():  # two ask for passwords, which take long on a busy machine
                    what = rng.choice((1, 4) if k < 2 else (0, 2, 3, 5))
                    if what == 0:
                        r = c.post("games", {"scenario": "minden/first-battle"}, headers=head)
                    elif what == 1:
                        r = c.post("sessions", {"name": "anna", "password": "x" * 20}, headers=head)
                    elif what == 2:
                        r = c.get("systems/malbrook", headers=head)
                    elif what == 3:
                        r = c.raw("GET", "/", None, head)
                    elif what == 4:
                        r = c.post("accounts", {"name": "n%d" % rng.randrange(10 ** 9),
                                                "password": "x" * 20}, headers=head)
                    else:
                        r = c.get("scenarios", headers=head)
                    got[r.status] = got.get(r.status, 0) + 1

            crowd = [threading.Thread(target=ask, args=(k,)) for k in range(8)]
            for t in crowd:
                t.start()
            slowest, end = 0, time.time() + 20
            while time.time() < end:
                start = time.time()
                if not play(seats, 1):
                    made, seats, watch = new_game(server)
                slowest = max(slowest, time.time() - start)
                time.sleep(0.05)
            stop.set()
            for t in crowd:
                t.join()
            print("# slowest answer %.2f s, replies %s" % (slowest, sorted(got.items())))
            self.assertLess(slowest, 5)
            self.assertGreater(got.get(429, 0), 50)
            self.assertEqual([s for s in got if s >= 500 and s != 503], [])


class Damage(unittest.TestCase):
    def test_damaged_files(self):
        """Bits, pages and lengths of the store changed: no crash, others play on."""
        rng = random.Random(7)
        with Server("--rate", "0") as first:
            tables = [new_game(first) for _ in range(12)]
            for made, seats, watch in tables:
                play(seats, 12, rng)
            first.stop()
            whole = open(first.store, "rb").read()
            for case in range(14):
                folder = tempfile.mkdtemp(prefix="tricorne-attack-")
                store, data = os.path.join(folder, "bad.db"), bytearray(whole)
                kind = case % 4
                if kind == 0:
                    for _ in range(20):
                        data[rng.randrange(4096, len(data))] ^= 1 << rng.randrange(8)
                elif kind == 1:
                    page = 4096 * rng.randrange(1, len(data) // 4096)
                    data[page:page + 4096] = bytes(4096)
                elif kind == 2:
                    del data[rng.randrange(4096, len(data)):]
                else:
                    data[rng.randrange(100)] ^= 0xff
                open(store, "wb").write(data)
                try:
                    server = Server("--rate", "0", store=store, folder=folder)
                except AssertionError:
                    shutil.rmtree(folder)
                    continue  # it does not start, in words
                for made, seats, watch in tables:
                    s = Seat(server, made["game"], seats[0].token)
                    self.assertIn(s.get(s.at("view")).status, (200, 400, 401, 404, 409, 503))
                self.assertIsNone(server.process.poll())
                server.stop()
                shutil.rmtree(folder)


    def test_tokens_that_cannot_be_looked_up(self):
        """The page by which tokens are found is damaged: healthz says so, and nobody is told where the store lies."""
        with Server("--rate", "0") as server:
            made, seats, watch = new_game(server)
            server.stop()
            db = sqlite3.connect(server.store)
            size, = db.execute("PRAGMA page_size").fetchone()
            pages = [r[0] for r in db.execute("SELECT rootpage FROM sqlite_master WHERE tbl_name = 'token'"
                                              " AND type = 'index'")]
            db.close()
            with open(server.store, "r+b") as f:
                for p in pages:
                    f.seek((p - 1) * size)
                    f.write(b"\xff" * size)
            server.start()
            seat = Seat(server, made["game"], seats[0].token)
            r = seat.get(seat.at("view"))
            self.assertEqual(r.status, 503)
            for word in (server.folder, "malformed", "database"):
                self.assertNotIn(word, r.body.decode())
            self.assertEqual(Client(server).raw("GET", "/healthz").status, 503)


class FullDisk(unittest.TestCase):
    def test_no_room_left(self):
        """503, nothing half done, and what was acknowledged is there afterwards."""
        with Server("--rate", "0") as server:
            made, seats, watch = new_game(server)
            play(seats, 5)
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE,
                             (os.path.getsize(server.store + "-wal") + 20000,) * 2)
            kept, refused = seats[0].view()["lines"], 0
            for _ in range(300):
                v = seats[0].view()
                q = v["question"]
                if q["kind"] != "question":
                    break
                s = seats[q["seat"]]
                r = s.answer(q["number"], s.offers()["offers"][0]["act"])
                if r.status == 200:
                    kept = r.json["line"] + 1
                else:
                    self.assertEqual(r.status, 503, r.body)
                    refused += 1
                if refused > 5:
                    break
            self.assertGreater(refused, 0)
            self.assertEqual(seats[0].view()["lines"], kept)
            self.assertEqual(Client(server).raw("GET", "/healthz").status, 503)
            server.kill()
            server.start()
            for s in seats:
                s.connection = None
            self.assertEqual(seats[0].view()["lines"], kept)
            play(seats, 3)
            server.stop()
            self.assertEqual(server.verify()[0], 0)


if __name__ == "__main__":
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    table.main()
