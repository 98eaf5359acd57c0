#!/usr/bin/env python3
"""tricorne store: verify, export, import, backup; and a store that cannot write."""
import json
import os
import random
import sqlite3
import subprocess
import threading
import time
import unittest

import table
from table import Client, Server, new_game, play


def store(*args):
    r = subprocess.run([table.PROGRAM, "--data", table.DATA, "store", *args],
                       capture_output=True, text=True)
    return r.returncode, r.stdout + r.stderr


class Command(unittest.TestCase):
    def setUp(self):
        self.server = Server("--rate", "0")
        self.games = []
        for scenario in ("minden/first-battle", "bayonet/learning"):
            made, seats, watch = new_game(self.server, scenario, title="T\u00fcrenne")
            play(seats, 12, random.Random(1))
            seats[0].do("chat", {"text": "h\u00e9"})
            self.games.append(made["game"])
            self.token = seats[0].token
        self.at = lambda name: os.path.join(self.server.folder, name)

    def tearDown(self):
        self.server.end()

    def test_verify(self):
        self.server.stop()
        code, said = store("verify", self.server.store)
        self.assertEqual(code, 0, said)
        self.assertRegex(said, r"^2 games, \d+ lines, 24 answers, 0 faults\n$")
        db = sqlite3.connect(self.server.store)
        name = self.lines_table(db)
        text = db.execute("select text from %s where game = ? and n = 3" % name,
                          (self.games[0],)).fetchone()[0]
        line = json.loads(text)
        line["hash"] = "0" * 16
        db.execute("update %s set text = ? where game = ? and n = 3" % name,
                   (json.dumps(line), self.games[0]))
        db.commit()
        db.close()
        code, said = store("verify", self.server.store)
        self.assertEqual(code, 1)
        self.assertIn(self.games[0], said)
        self.assertIn("1 faults", said)

    def lines_table(self, db):
        for name, sql in db.execute("select name, sql from sqlite_master where type = 'table'"):
            if "line" in name:
                return name
        self.fail("there is no table of lines")

    def test_a_broken_game_is_refused_by_the_server(self):
        made = self.games[1]
        self.server.stop()
        db = sqlite3.connect(self.server.store)
        db.execute("update %s set text = '{}' where game = ? and n = 3" % self.lines_table(db),
                   (made,))
        db.commit()
        db.close()
        self.server.start()
        r = Client(self.server, self.token).get("games/%s/view" % made)
        self.assertIn(r.status, (400, 409), r.body)
        self.assertIn("5", r.json["error"]["where"] + r.json["error"]["text"])  # which line
        made2, seats, watch = new_game(self.server)
        play(seats, 3)  # others are not touched

    def test_export_and_import(self):
        self.server.stop()
        code, said = store("export", self.server.store, self.at("out"))
        self.assertEqual(code, 0, said)
        self.assertEqual(sorted(os.listdir(self.at("out"))),
                         sorted(g + e for g in self.games for e in (".json", ".jsonl")))
        code, said = store("import", self.at("second.db"), self.at("out"))
        self.assertEqual(code, 0, said)
        self.assertIn("2 games imported, 0 refused", said)
        code, said = store("export", self.at("second.db"), self.at("again"))
        for name in os.listdir(self.at("out")):
            a, b = (open(self.at(d) + "/" + name).read() for d in ("out", "again"))
            self.assertEqual(a, b, name)
        code, said = store("import", self.at("second.db"), self.at("out"))
        self.assertEqual(code, 1)
        self.assertIn("0 games imported, 2 refused", said)
        with open(self.at("out") + "/" + self.games[0] + ".jsonl", "a") as f:
            f.write('{"n":99,"act":"nonsense"}\n')
        code, said = store("import", self.at("third.db"), self.at("out"))
        self.assertEqual(code, 1)
        self.assertIn("1 games imported, 1 refused", said)

    def test_backup_while_in_use(self):
        code, said = store("backup", self.server.store, self.at("copy.db"))
        self.assertEqual(code, 0, said)
        code, said = store("verify", self.at("copy.db"))
        self.assertEqual(code, 0, said)
        self.assertIn("2 games", said)

    def test_usage(self):
        for words in ([], ["verify"], ["export", "x"], ["nonsense", "x"], ["verify", "x", "y"]):
            self.assertEqual(store(*words)[0], 2, words)
        code, said = store("verify", "/nonexistent/x.db")
        self.assertEqual(code, 1)
        self.assertIn("/nonexistent/x.db", said)


class Beside(unittest.TestCase):
    """Commands beside somebody who writes wait for him; none is told that the store is locked."""

    def start(self, *args):
        return subprocess.Popen([table.PROGRAM, "--data", table.DATA, *args], text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    def opened(self, process, path):
        """Has it opened the file, or ended?"""
        fds = "/proc/%d/fd" % process.pid
        try:
            return process.poll() is not None or any(
                os.path.realpath(os.path.join(fds, fd)) == path for fd in os.listdir(fds))
        except OSError:
            return False

    def commands(self, s, game, other):
        at = lambda name: os.path.join(s.folder, name)
        return [("admin", s.store, "list"), ("admin", s.store, "find", "anna"),
                ("admin", s.store, "silence", game, "1"), ("admin", s.store, "sweep", "--days", "3"),
                ("admin", s.store, "ban", "address", "203.0.113.9"),
                ("admin", s.store, "reset", "anna"), ("admin", s.store, "sessions", "anna"),
                ("admin", s.store, "delete", "game", other), ("admin", s.store, "log"),
                ("store", "verify", s.store), ("store", "export", s.store, at("out")),
                ("store", "adopt", s.store, at("old")), ("store", "backup", s.store, at("copy.db"))]

    def test_a_writer_is_waited_for(self):
        with Server("--rate", "0") as s:
            Client(s).post("accounts", {"name": "anna", "password": "a long password"})
            game, other = new_game(s)[0]["game"], new_game(s)[0]["game"]
            lock = sqlite3.connect(s.store, isolation_level=None)
            lock.execute("BEGIN IMMEDIATE")
            lock.execute("UPDATE game SET header = header")
            jobs = [self.start(*words) for words in self.commands(s, game, other)]
            path = os.path.realpath(s.store)
            end = time.time() + 10  # who is later than that is not tried, and passes
            while time.time() < end and not all(self.opened(j, path) for j in jobs):
                time.sleep(0.05)
            time.sleep(0.5)  # from the file to the lock
            lock.execute("COMMIT")
            for j in jobs:
                said = j.communicate(timeout=60)[0]
                self.assertEqual(j.returncode, 0, (j.args, said))
            lock.close()

    def talk(self, seat, stop, refused):
        while not stop.is_set():
            r = seat.do("chat", {"text": "word"})
            if r.status != 200:
                refused.append(r.status)

    def test_commands_on_a_slow_disk(self):
        """The lock of a server that writes all the time is free for moments only."""
        module = os.environ.get("SLOW_SYNC_MODULE",
                                os.path.join(table.ROOT, "build/tests/support/libslow_sync.so"))
        under = ["env", "LD_PRELOAD=" + module, "ASAN_OPTIONS=verify_asan_link_order=0"]
        with Server("--rate", "0", under=under) as s:
            Client(s).post("accounts", {"name": "anna", "password": "a long password"})
            games, other = [new_game(s) for _ in range(8)], new_game(s)[0]["game"]
            stop, refused = threading.Event(), []
            crew = [threading.Thread(target=self.talk, args=(g[1][0], stop, refused)) for g in games]
            for t in crew:
                t.start()
            try:
                for words in self.commands(s, games[0][0]["game"], other):
                    for _ in range(1 if "delete" in words or "backup" in words else 5):
                        j = self.start(*words)
                        said = j.communicate(timeout=60)[0]
                        self.assertEqual(j.returncode, 0, (words, said))
            finally:
                stop.set()
                for t in crew:
                    t.join()
            self.assertEqual(refused, [])


class Full(unittest.TestCase):
    """A store that cannot write: 503, nothing has happened, and play goes on later."""

    def test_store_cannot_write(self):
        server = Server("--rate", "0")
        made, seats, watch = new_game(server)
        play(seats, 4)
        q = seats[0].view()["question"]
        s = seats[q["seat"]]
        act = s.offers()["offers"][0]["act"]
        lock = sqlite3.connect(server.store, isolation_level=None, timeout=0.1)
        deadline = time.time() + 20
        while True:
            try:
                lock.execute("begin exclusive")
                break
            except sqlite3.OperationalError:
                self.assertLess(time.time(), deadline)
        r = s.answer(q["number"], act)
        lock.execute("rollback")
        lock.close()
        if r.status == 200:  # the store waited for the lock to go
            self.skipTest("the store waits longer than the lock was held")
        self.assertEqual(r.status, 503, r.body)
        self.assertEqual(s.view()["question"]["number"], q["number"])
        self.assertEqual(s.answer(q["number"], act).status, 200)
        server.stop()
        self.assertEqual(server.verify()[0], 0)
        server.end()


if __name__ == "__main__":
    table.main()
