#!/usr/bin/env python3
"""Copies and upgrades: back from a copy; a store of version 1, as the first servers made it, goes on."""
import gzip
import json
import os
import shutil
import sqlite3
import subprocess
import tempfile
import unittest

import table
from table import Client, Seat, Server, new_game, play

HERE = os.path.dirname(os.path.abspath(__file__))
WORD = "a good password"


def tricorne(*words):
    done = subprocess.run([table.PROGRAM, "--data", table.DATA, *words], capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


class Copies(unittest.TestCase):
    def test_back_from_a_copy(self):
        """What was there when the copy was made is there again: games, seats, accounts, dice."""
        with Server("--rate", "0") as s:
            c = Client(s)
            c.post("accounts", {"name": "anna", "password": WORD})
            made, seats, watch = new_game(s)
            play(seats, 8)
            record = watch.get(watch.at("record")).body
            copy = os.path.join(s.folder, "copy.db")
            self.assertEqual(tricorne("store", "backup", s.store, copy)[0], 0)
            play(seats, 5)
            later, _, _ = new_game(s)
            s.kill()
            for tail in ("", "-wal", "-shm"):
                if os.path.exists(s.store + tail):
                    os.unlink(s.store + tail)
            shutil.copy(copy, s.store)
            code, said = tricorne("store", "verify", s.store)
            self.assertEqual(code, 0, said)
            s.start()
            seats = [Seat(s, made["game"], x.token) for x in seats]
            watch = Seat(s, made["game"], watch.token)
            self.assertEqual(watch.get(watch.at("record")).body, record)
            play(seats, 5)
            seats[0].do("resign")
            lines = [json.loads(x) for x in watch.get(watch.at("record")).body.splitlines()[1:]]
            self.assertEqual(len([x for x in lines if "seed" in x]), 1)
            self.assertEqual(Client(s).post("sessions", {"name": "anna", "password": WORD}).status, 201)
            gone = Seat(s, later["game"], later["watch"])
            self.assertEqual(gone.get(gone.at("view")).status, 401)


class Upgrade(unittest.TestCase):
    """tests/server/store-1.sql.gz was made by the first servers: two accounts, two games of two
    persons, one of them resigned, one with an undo asked for."""

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="tricorne-upgrade-")
        self.addCleanup(shutil.rmtree, self.folder)
        self.store = os.path.join(self.folder, "games.db")
        db = sqlite3.connect(self.store)
        with gzip.open(os.path.join(HERE, "store-1.sql.gz"), "rt") as f:
            db.executescript(f.read())
        db.close()
        with open(os.path.join(HERE, "store-1.json")) as f:
            self.was = json.load(f)
        # the rules may have gone on since; then games are refused with that reason, not played
        code, said = tricorne("store", "verify", self.store)
        self.playable = " 0 faults" in said
        if not self.playable:
            self.assertRegex(said, "edition|other tables|other version")

    def test_it_goes_on(self):
        os.chmod(self.store, 0o644)
        with Server("--rate", "0", folder=self.folder, store=self.store) as s:
            self.assertEqual(os.stat(self.store).st_mode & 0o077, 0)
            db = sqlite3.connect(self.store)
            one = lambda q: db.execute(q).fetchone()[0]
            self.assertEqual(one("SELECT text FROM about WHERE name = 'version'"), "2")
            self.assertEqual(one("SELECT count(*) FROM account_game WHERE length(token) = 32"), 0)
            self.assertEqual(one("SELECT count(*) FROM account_setting WHERE name = 'mail'"), 0)
            self.assertEqual(one("SELECT count(*) FROM alike"), 2)
            r = Client(s).post("sessions", {"name": "anna", "password": self.was["password"]})
            self.assertEqual(r.status, 201)
            me = Client(s, r.json["token"])
            self.assertEqual(me.get("me").json["wanted"], "anna@example.org")
            self.assertEqual(Client(s, self.was["session"]).get("me").status, 200)
            self.assertEqual(Client(s).post("accounts", {"name": "Anna", "password": WORD}).status, 409)
            if self.playable:
                self.games(s, me)
            else:
                self.refused(s, me)

    def refused(self, s, me):
        """The rules have gone on since. The old games are refused with that reason and stay as they
        are; everything else goes on."""
        going = self.was["going"]
        seat = Seat(s, going["game"], going["tokens"][0])
        r = seat.get(seat.at("view"))
        self.assertEqual(r.status, 409)
        self.assertEqual(r.json["error"]["code"], "edition")
        made, seats, watch = new_game(s)
        play(seats, 6)
        self.assertEqual(seats[0].do("resign").status, 200)
        self.assertEqual(me.post("me/games", {"game": made["game"], "token": seats[0].token}).status // 100, 2)
        self.assertEqual([g["game"] for g in me.get("me/games").json["games"]], [made["game"]])
        s.stop()
        code, said = tricorne("store", "verify", self.store)
        self.assertRegex(said, " 2 faults")

    def test_games_of_other_editions_are_adopted(self):
        """`store adopt`: the battle of the first servers goes on, in the same seats by the same links."""
        if self.playable:
            self.skipTest("the rules are those of the first servers")
        folder, going, over = os.path.join(self.folder, "were"), self.was["going"], self.was["over"]["game"]
        code, said = tricorne("store", "adopt", self.store, folder)
        self.assertEqual(code, 0, said)
        self.assertIn("1 games go on", said)
        self.assertRegex(said, "%s: it is over" % over)
        with open(os.path.join(folder, going["game"] + ".jsonl")) as f:
            self.assertEqual(json.loads(f.readline())["edition"], 1)
        self.assertEqual(sorted(os.listdir(folder)), [going["game"] + ".json", going["game"] + ".jsonl"])
        with Server("--rate", "0", folder=self.folder, store=self.store) as s:
            seats = [Seat(s, going["game"], t) for t in going["tokens"]]
            self.assertEqual([x.view()["seat"] for x in seats], [0, 1])
            self.assertIsNone(seats[0].view()["pending"]["undo"])
            stream = seats[1].stream()
            self.assertEqual(play(seats, 10), 10)
            stream.next("line", 20)
            stream.close()
            self.assertEqual(seats[1].do("resign").status, 200)
        code, said = tricorne("store", "verify", self.store)
        self.assertRegex(said, " 1 faults")  # the one that was over
        self.assertIn("0 games go on", tricorne("store", "adopt", self.store, folder)[1])

    def test_a_game_of_an_old_store_goes_on(self):
        """A game under today's rules in a store of version 1: it is played on to its end."""
        with Server("--rate", "0") as now:
            made, seats, watch = new_game(now)
            play(seats, 12)
            lines, tokens = watch.view()["lines"], [x.token for x in seats]
            now.stop()
            new, old = sqlite3.connect(now.store), sqlite3.connect(self.store)
            for table_name, key in (("game", "id"), ("line", "game"), ("token", "game"), ("setting", "game")):
                has = [r[1] for r in old.execute("PRAGMA table_info(%s)" % table_name)]
                rows = new.execute("SELECT %s FROM %s WHERE %s = ?" % (", ".join(has), table_name, key),
                                   (made["game"],)).fetchall()
                self.assertTrue(rows, table_name)
                old.executemany("INSERT INTO %s VALUES (%s)" % (table_name, ", ".join("?" * len(has))), rows)
            old.commit()
            new.close()
            old.close()
        with Server("--rate", "0", folder=self.folder, store=self.store) as s:
            seats = [Seat(s, made["game"], t) for t in tokens]
            self.assertEqual(seats[0].view()["lines"], lines)
            stream = seats[1].stream()
            self.assertGreater(play(seats, 10), 0)
            self.assertEqual(seats[0].do("chat", {"text": "on we go"}).status, 200)
            self.assertEqual(stream.next("note", 20)[2]["text"], "on we go")
            stream.close()
            self.assertEqual(seats[1].do("resign").status, 200)
            self.assertEqual(seats[0].view()["over"]["by"], "resign")
            record = seats[0].get(seats[0].at("record")).body
        path = os.path.join(self.folder, "record.jsonl")
        with open(path, "wb") as f:
            f.write(record)
        code, said = tricorne("replay", path)
        self.assertEqual(code, 0, said)

    def games(self, s, me):
        going, over = self.was["going"], self.was["over"]
        seats = [Seat(s, going["game"], t) for t in going["tokens"]]
        v = seats[0].view()
        self.assertEqual(v["lines"], going["lines"])
        play(seats, 6)
        self.assertEqual(seats[0].do("resign").status, 200)
        ended = Seat(s, over["game"], over["tokens"][1])
        self.assertEqual(ended.view()["over"]["by"], "resign")
        self.assertEqual(ended.do("resign").status, 409)
        mine = {g["game"]: g for g in me.get("me/games").json["games"]}
        token = mine[going["game"]]["token"]
        self.assertNotIn(token, going["tokens"])
        self.assertEqual(Seat(s, going["game"], token).view()["seat"], 0)
        s.stop()
        self.assertEqual(tricorne("store", "verify", self.store)[0], 0)

    def test_a_store_of_a_later_version_is_refused(self):
        db = sqlite3.connect(self.store)
        db.execute("UPDATE about SET text = '99' WHERE name = 'version'")
        db.commit()
        db.close()
        code, said = tricorne("store", "verify", self.store)
        self.assertEqual(code, 1)
        self.assertIn("version 99", said)


if __name__ == "__main__":
    table.main()
