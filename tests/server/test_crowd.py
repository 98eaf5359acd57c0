#!/usr/bin/env python3
"""Many connections, readers who do not read, games of computers: memory stays bounded."""
import os
import shutil
import socket
import sqlite3
import tempfile
import threading
import time
import unittest

import table
from table import LONG, Client, Seat, Server, new_game, play, wait_until

READERS = int(os.environ.get("TRICORNE_READERS", "400"))
OVER = 256  # megabytes above --memory, as docs/server.md says


class SlowReaders(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="tricorne-crowd-")
        cls.store, cls.tokens = table.long_battle(cls.folder)

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder)

    def crowd(self, server, what, n, address=None):
        text = "GET /api/v1/games/%s/%s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\n%s\r\n"
        all_of = []
        for i in range(n):
            s = socket.socket()
            s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            s.connect((server.host, server.port))
            head = "X-Forwarded-For: %s\r\n" % address(i) if address else ""
            s.sendall((text % (LONG, what, self.tokens[2], head)).encode())
            all_of.append(s)
        return all_of

    def most(self, server, seconds):
        """The most memory seen, in megabytes, and the slowest answer to somebody else."""
        most = slowest = 0
        end = time.time() + seconds
        while time.time() < end:
            start = time.time()
            self.assertEqual(Client(server).get("players").status, 200)
            slowest = max(slowest, time.time() - start)
            most = max(most, server.memory() / 1e6)
            time.sleep(0.2)
        return most, slowest

    def test_records_nobody_reads(self):
        for what, address in (("record", None), ("record", lambda i: "10.0.%d.%d" % (i // 200, i % 200)),
                              ("stream", None)):
            with Server("--rate", "0" if address is None else "100", "--proxy", "--memory", "64",
                        store=self.store) as server:
                Seat(server, LONG, self.tokens[2]).view()
                readers = self.crowd(server, what, READERS, address)
                most, slowest = self.most(server, 7)
                for s in readers:
                    s.close()
                self.assertLess(most, 64 + OVER, what)
                self.assertLess(slowest, 5, what)

    def test_who_has_not_read_gets_no_more(self):
        with Server("--memory", "64", store=self.store) as server:
            Seat(server, LONG, self.tokens[2]).view()
            readers = self.crowd(server, "record", 12)
            time.sleep(3)
            s = Seat(server, LONG, self.tokens[2])
            r = s.get(s.at("record"))
            self.assertEqual(r.status, 503, r.body[:100])
            self.assertEqual(s.view()["lines"] > 4000, True)  # small answers are sent
            for x in readers:
                x.close()
            wait_until(lambda: s.get(s.at("record")).status == 200, 30)

    def test_a_battle_of_more_than_four_megabytes_is_streamed(self):
        """In portions, whatever its length."""
        folder = tempfile.mkdtemp(prefix="tricorne-crowd-")
        store = shutil.copy(self.store, os.path.join(folder, "long.db"))
        db = sqlite3.connect(store)
        db.executemany("INSERT INTO note (game, n, line, at, seat, kind, text) VALUES (?,?,?,?,?,?,?)",
                       [(LONG, n, 100, 1, 0, "chat", "x" * 500) for n in range(1, 4001)])
        db.commit()
        db.close()
        with Server("--rate", "0", store=store) as server:
            seat = Seat(server, LONG, self.tokens[2])
            n = seat.view()["lines"]
            st = seat.stream()
            lines, notes = [], []
            while not lines or lines[-1] < n - 1:
                kind, data = st.next(None, 60)[1:]
                if kind == "line":
                    lines.append(data["line"])
                elif kind == "note":
                    notes.append(data["n"])
            st.close()
            self.assertEqual(lines, list(range(n)))
            self.assertEqual([x for x in notes if x <= 4000], list(range(1, 4001)))
        shutil.rmtree(folder)

    def test_news_while_behind(self):
        """Who is still reading the past misses nothing of the present."""
        folder = tempfile.mkdtemp(prefix="tricorne-crowd-")
        store = shutil.copy(self.store, os.path.join(folder, "long.db"))
        with Server("--rate", "0", store=store) as server:
            seats = [Seat(server, LONG, t) for t in self.tokens]
            st = seats[2].stream()
            for i in range(30):
                play(seats[:2], 1)
                seats[0].do("chat", {"text": "number %d" % i})
            n = seats[0].view()["lines"]
            lines, said = [], []
            while not lines or lines[-1] < n - 1 or len(said) < 30:
                kind, data = st.next(None, 60)[1:]
                if kind == "line":
                    lines.append(data["line"])
                elif kind == "note" and data["kind"] == "chat":
                    said.append(data["text"])
            st.close()
            self.assertEqual(lines, list(range(n)))
            self.assertEqual(said, ["number %d" % i for i in range(30)])
        shutil.rmtree(folder)


class Connections(unittest.TestCase):
    def test_of_one_address(self):
        with Server("--connections", "50") as server:
            made, seats, watch = new_game(server)
            crowd = []
            for _ in range(200):
                try:
                    s = socket.create_connection((server.host, server.port), timeout=5)
                    s.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
                    crowd.append(s)
                except OSError:
                    pass
            served = 0
            for s in crowd:
                try:
                    served += s.recv(100).startswith(b"HTTP/1.1 200")
                except OSError:
                    pass
            self.assertLessEqual(served, 52)
            for s in crowd:
                s.close()
            wait_until(lambda: seats[0].get(seats[0].at("view")).status == 200)

    def test_few_files(self):
        """With 300 files to be had 400 connections leave enough for store and page."""
        with Server("--rate", "0", under=["prlimit", "--nofile=300:300"]) as server:
            made, seats, watch = new_game(server)
            q = watch.view()["question"]
            seats[q["seat"]].view()
            crowd = [socket.create_connection((server.host, server.port), timeout=5) for _ in range(400)]
            time.sleep(1)
            self.assertLess(len(os.listdir("/proc/%d/fd" % server.process.pid)), 290)
            play(seats, 2)
            self.assertEqual(seats[0].get("rules/M-22.18").status, 200)  # a file
            for s in crowd:
                s.close()
            wait_until(lambda: Client(server).get("players").status == 200)


class Computers(unittest.TestCase):
    def test_no_game_without_a_person(self):
        with Server() as server:
            sides = table.scenario_sides(server, "minden/first-battle")
            r = Client(server).post("games", {"scenario": "minden/first-battle", "seats": [
                {"side": s, "kind": "random"} for s in sides]})
            self.assertEqual((r.status, r.json["error"]["code"]), (400, "key"))

    def test_computers_wait_for_somebody(self):
        """Two computers in a battle of thousands of answers would fight to the end: not for nobody."""
        with Server("--rate", "0", "--idle", "2") as server:
            made, seats, watch = new_game(server, "malbrook/malplaquet-1709",
                                          kinds=("level-2", "person"))
            s = seats[1]
            self.assertEqual(s.do("sit-in", {"player": "level-2"}).status, 200)
            answers = lambda: metric(server, "tricorne_computer_answers_total")
            wait_until(lambda: answers() > 0)
            before = -1
            for _ in range(20):  # they rest once nobody has asked for two seconds
                time.sleep(3)
                if answers() == before:
                    break
                before = answers()
            self.assertEqual(answers(), before)
            self.assertIsNone(s.view()["over"])  # somebody is there again
            wait_until(lambda: answers() > before)

    def test_games_of_computers_are_put_away(self):
        with Server("--rate", "0", "--memory", "2") as server:
            for _ in range(40):
                new_game(server, "malbrook/first-command", kinds=("random", "person"))
            wait_until(lambda: metric(server, "tricorne_games") < 30, 30)


def metric(server, name):
    for line in Client(server).raw("GET", "/metrics").body.decode().splitlines():
        if line.startswith(name + " "):
            return float(line.split()[1])
    raise AssertionError("there is no figure " + name)


class Quotas(unittest.TestCase):
    def test_games_of_a_day(self):
        with Server("--games", "5") as server:
            got = [Client(server).post("games", {"scenario": "minden/first-battle"}).status
                   for _ in range(8)]
            self.assertEqual(got, [201] * 5 + [429] * 3)

    def test_records_of_a_day(self):
        """A record of a megabyte counts as sixteen games."""
        with Server("--games", "20", "--proxy") as server:
            ask = lambda size, who: Client(server).post("records", {"record": "x" * size}, headers={"X-Forwarded-For": who}).status
            self.assertEqual([ask(1 << 20, "203.0.113.5") for _ in range(2)], [400, 429])
            self.assertEqual([ask(1000, "203.0.113.6") for _ in range(3)], [400] * 3)

    def test_accounts_of_a_day(self):
        with Server("--rate", "10000", "--work", "0", "--proxy") as server:
            def join(name, who):
                return Client(server).post("accounts", {"name": name, "password": "a good password"},
                                           headers={"X-Forwarded-For": who}).status
            words = [a + b for a in "bcdfghk" for b in ("ab", "ec", "ud", "of", "yg", "ah", "uj", "ek")]
            got = [join(w, "203.0.113.5") for w in words]
            self.assertEqual(got, [201] * 50 + [429] * 6)
            self.assertEqual(join("somebody", "203.0.113.6"), 201)

    def test_a_branch_names_its_origin(self):
        with Server("--rate", "0") as server:
            made, seats, watch = new_game(server, kinds=("person", "level-1"))
            play(seats, 12)
            s = seats[0]
            n = s.view()["lines"]
            b = s.do("branch", {"line": n - 1}).json
            t = table.sit_down(server, b["game"], b["seats"][0])
            play([t, None], 4)
            c = t.do("branch", {"line": 5}).json
            u = table.sit_down(server, c["game"], c["seats"][0])
            d = t.do("branch", {"line": t.view()["lines"] - 1}).json
            v = table.sit_down(server, d["game"], d["seats"][0])
            before = [x.get(x.at("lines")).json["lines"] for x in (t, u, v)]
            self.assertEqual(before[0][:n], s.get(s.at("lines")).json["lines"][:n])
            server.stop()
            db = sqlite3.connect(server.store)
            count = dict(db.execute("SELECT game, count(*) FROM line GROUP BY game"))
            self.assertLess(count[b["game"]], len(before[0]) - n + 3)
            self.assertLess(count.get(c["game"], 0), 4)
            origin = dict(db.execute("SELECT game, text FROM setting WHERE name = 'origin'"))
            self.assertIn(made["game"], origin[c["game"]])  # not of the branch: the line is older
            db.close()
            self.assertEqual(server.verify()[0], 0)
            server.start()
            for x, old in zip((t, u, v), before):
                x.connection = None
                self.assertEqual(x.get(x.at("lines")).json["lines"][:len(old)], old)

    def test_a_branch_and_its_origin_deleted_at_once(self):
        with Server("--rate", "0", store=os.environ.get("TRICORNE_POSTGRES")) as server:
            branched = 0
            for _ in range(30):
                made, seats, watch = new_game(server, kinds=("person", "random"))
                one, two = [Seat(server, made["game"], seats[0].token) for _ in range(2)]
                one.view(), two.view()
                got = []
                t = threading.Thread(target=lambda: got.append(one.do("branch", {"line": 0})))
                t.start()
                two.do("delete")
                t.join()
                if got[0].status == 201:
                    branched += 1
                    token, = [s["token"] for s in got[0].json["seats"] if "token" in s]
                    self.assertEqual(Seat(server, got[0].json["game"], token).get("games/%s/view" % got[0].json["game"]).status, 200)
            code, said = server.verify()
            self.assertEqual(code, 0, said)
            self.assertGreater(branched, 0)

    def test_games_nobody_touched_go(self):
        with Server("--rate", "0") as server:
            made, seats, watch = new_game(server, kinds=("person", "level-1"))
            play(seats, 6)
            b = seats[0].do("branch", {"line": 6}).json
            t = table.sit_down(server, b["game"], b["seats"][0])
            lines = t.get(t.at("lines")).json["lines"][:7]
            server.stop()
            db = sqlite3.connect(server.store)
            db.execute("UPDATE setting SET text = '1000' WHERE name = 'touched' AND game = ?",
                       (made["game"],))
            db.commit()
            db.close()
            server.options += ["--forget", "30"]
            server.start()
            for x in (t, seats[0]):
                x.connection = None
            time.sleep(8)  # to look at it would keep it
            self.assertIn(seats[0].get(seats[0].at("view")).status, (401, 404))
            self.assertEqual(t.get(t.at("lines")).json["lines"][:7], lines)
            server.stop()
            self.assertEqual(server.verify()[0], 0)


class Rest(unittest.TestCase):
    def test_undo_by_number(self):
        with Server("--rate", "0") as server:
            made, seats, watch = new_game(server, kinds=("person", "level-1"))
            s = seats[0]
            wait_until(lambda: s.view()["question"].get("seat") == 0)
            play(seats, 3)
            n = wait_until(lambda: (lambda q: q["number"] if q.get("seat") == 0 else 0)
                           (s.view()["question"]))
            self.assertEqual(s.do("undo", {"number": n}).status, 200)
            r = s.do("undo", {"number": n})
            self.assertEqual((r.status, r.json["error"]["code"]), (409, "stale"))

    def test_a_name_of_the_net(self):
        with Server() as server:
            for host, status in (("localhost:8017", 200), ("127.0.0.1", 200), ("[::1]:80", 200),
                                 ("mybox", 200), ("war.localhost", 200), ("evil.example.org", 403),
                                 ("evil.example.org:8017", 403)):
                r = Client(server).raw("GET", "/api/v1/players", None, {"Host": host})
                self.assertEqual(r.status, status, host)
        with Server("--proxy") as server:
            r = Client(server).raw("GET", "/api/v1/players", None, {"Host": "war.example.org"})
            self.assertEqual(r.status, 200)
            r = Client(server).raw("GET", "/metrics", None, {"X-Forwarded-For": "198.51.100.1"})
            self.assertEqual(r.status, 403)

    def test_names_that_are_not_seen(self):
        with Server("--rate", "0") as server:
            for c in ("\u200b", "\u200e", "\u00ad", "\u2060"):
                r = Client(server).post("games", {"scenario": "minden/first-battle",
                                                  "title": "a" + c})
                self.assertEqual(r.status, 400, repr(c))

    def test_notes_have_a_bound(self):
        with Server("--rate", "0") as server:
            made, seats, watch = new_game(server)
            n = watch.view()["noted"]
            server.stop()
            db = sqlite3.connect(server.store)
            db.executemany("INSERT INTO note (game, n, line, at, seat, kind, text) VALUES (?, ?, 0, 0, 0, 'chat', 'x')",
                           [(made["game"], i) for i in range(n + 1, 5000)])
            db.commit()
            db.close()
            server.start()
            seat = Seat(server, made["game"], seats[0].token)
            self.assertEqual(seat.do("chat", {"text": "the last"}).status, 200)
            r = seat.do("chat", {"text": "one more"})
            self.assertGreaterEqual(r.status, 400)
            self.assertIn("nothing more fits", r.json["error"]["text"])
            self.assertNotIn("one more", [x["text"] for x in seat.view()["notes"]])
            noted = seat.view()["noted"]  # what is said otherwise has the same bound
            self.assertGreaterEqual(seat.do("draw").status, 400)
            self.assertEqual(seat.put(seat.at("orders"), {"orders": []}).status, 200)
            self.assertEqual(seat.do("sit-in").status, 200)
            self.assertEqual(seat.do("resume").status, 200)
            self.assertEqual(seat.view()["noted"], noted)
            self.assertEqual(seat.do("resign").status, 200)
            self.assertEqual(seat.view()["notes"][-1]["kind"], "resign")

    def test_one_server_a_file_by_any_name(self):
        with Server() as server:
            for name, link in (("soft.db", os.symlink), ("hard.db", os.link)):
                other = os.path.join(server.folder, name)
                link(server.store, other)
                with self.assertRaises(AssertionError):
                    Server(store=other, folder=server.folder)

    def test_stopping_draws_no_more_pictures(self):
        """Who waits to look when the server is to stop gets 503; it does not draw for them first."""
        with Server("--rate", "0", "--work", "0", "--games", "0") as s:
            made = [new_game(s, scenario="malbrook/blenheim-1704") for _ in range(40)]
            begin = time.time()
            w = made[0][2]
            self.assertEqual(w.get(w.at("picture.svg")).status, 200)
            one = time.time() - begin
            asked = []
            for game, seats, watch in made[1:]:
                k = socket.create_connection((s.host, s.port))
                k.sendall(("GET /api/v1/games/%s/picture.svg HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\n\r\n" % (
                    game["game"], watch.token)).encode())
                asked.append(k)
            time.sleep(one)
            begin = time.time()
            self.assertEqual(s.stop(timeout=120), 0)
            took = time.time() - begin
            print("# a picture took %.2f s, stopping with 39 of them asked for %.2f s" % (one, took))
            self.assertLess(took, 12 * one + 3)
            for k in asked:
                k.close()

    def test_stopping_is_quick(self):
        with Server("--rate", "0") as server:
            c = Client(server)
            for _ in range(300):
                c.post("games", {"scenario": "minden/first-battle"})
            start = time.time()
            server.stop()
            self.assertLess(time.time() - start, 8)


if __name__ == "__main__":
    table.main()
