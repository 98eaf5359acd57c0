#!/usr/bin/env python3
"""A battle of thousands of lines: looking at it costs what is sent, and holds nobody up."""
import shutil
import socket
import tempfile
import threading
import time
import unittest

import table
from table import LONG, Client, Seat, Server, new_game, play
from test_people import account


class Long(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="tricorne-long-")
        store, cls.tokens = table.long_battle(cls.folder)
        cls.server = Server("--rate", "0", "--idle", "600", store=store)
        cls.seat = [Seat(cls.server, LONG, t) for t in cls.tokens]
        before = cls.server.cpu()
        cls.lines = cls.seat[2].view()["lines"]
        cls.load = cls.server.cpu() - before  # to read and play it from the store

    @classmethod
    def tearDownClass(cls):
        cls.server.end()
        shutil.rmtree(cls.folder)

    def cost(self, what):
        before = self.server.cpu()
        got = what()
        return self.server.cpu() - before, got

    def read_stream(self, last=None):
        st = self.seat[2].stream(last)
        told = []
        while not told or told[-1] < self.lines - 1:
            told.append(st.next("line", 60)[2]["line"])
        st.close()
        return told

    def test_stream_from_the_start(self):
        cost, told = self.cost(self.read_stream)
        self.assertEqual(told, list(range(self.lines)))
        self.assertLess(cost, 2.0)  # 3.7 s of a release build when each line walked the log

    def test_stream_from_near_the_end(self):
        cost, told = self.cost(lambda: [self.read_stream("%d.0" % (self.lines - 20))
                                        for _ in range(10)])
        self.assertEqual(told[0], list(range(self.lines - 19, self.lines)))
        self.assertLess(cost, 0.5)

    def test_log_and_lines_from_near_the_end(self):
        s = self.seat[2]
        wholes, got = self.cost(lambda: [s.get(s.at("log")) for _ in range(5)])
        whole = got[0].json["log"]
        n = whole[-5]["n"]

        def last():
            for _ in range(20):
                got = s.get(s.at("log?from=%d" % n)).json["log"]
            return got

        cost, got = self.cost(last)
        self.assertEqual(got, whole[-5:])
        print("# log: %.0f ms the whole, %.1f ms its end" % (200 * wholes, 50 * cost))
        self.assertLess(cost, wholes / 2)  # twenty ends, five times the whole
        cost, got = self.cost(lambda: [s.get(s.at("lines?from=%d" % (self.lines - 3))).json["lines"]
                                       for _ in range(20)])
        self.assertEqual([x["n"] for x in got[0]], list(range(self.lines - 3, self.lines)))
        self.assertLess(cost, 0.5)

    def test_scene_at_a_line(self):
        """From the nearest anchor; the same picture as a replay of the record gives."""
        s = self.seat[2]
        lines = [n * self.lines // 40 for n in range(40)]
        cost, got = self.cost(lambda: [s.get(s.at("scene?line=%d" % n)).json for n in lines])
        self.assertEqual([g["line"] for g in got], lines)
        self.assertTrue(all(e["line"] == g["line"] for g in got for e in g["events"]))
        self.assertLess(cost, 6 * self.load)  # by a replay each it would be 20

    def test_all_lines_cost_no_states(self):
        s = self.seat[2]
        s.get(s.at("lines"))
        cost, got = self.cost(lambda: [s.get(s.at("lines")).json["lines"] for _ in range(5)])
        self.assertEqual([x["n"] for x in got[0]], list(range(self.lines)))
        self.assertFalse(any("state" in x for x in got[0]))
        self.assertTrue(any("position" in x for x in got[0]))
        record = s.get(s.at("record")).body.decode().splitlines()
        self.assertTrue(any('"state"' in x for x in record[2:]))
        self.assertLess(cost / 5, 0.15)

    def test_a_picture_is_drawn_once(self):
        s, other = self.seat[2], self.seat[0]
        first = s.get(s.at("picture.svg")).body
        self.assertEqual(other.get(other.at("picture.svg")).status, 200)
        cost, got = self.cost(lambda: [s.get(s.at("picture.svg")).body for _ in range(10)])
        self.assertTrue(first.startswith(b"<"))
        self.assertEqual(set(got), {first})
        self.assertLess(cost / 10, 0.06)  # 0.2 s of a release build each
        made, seats, watch = new_game(self.server)
        before = seats[0].get(seats[0].at("picture.svg")).body
        while seats[0].get(seats[0].at("picture.svg")).body == before:
            play(seats, 1)  # until something has moved: never an old one

    def test_an_idle_server_rests(self):
        """The threads that read and write had gone round and round after some wakes."""
        made, seats, watch = new_game(self.server)
        streams = [s.stream() for s in seats]
        for _ in range(5):
            play(seats, 8)
            cost, _ = self.cost(lambda: time.sleep(0.6))
            self.assertLess(cost, 0.15)
        for s in streams:
            s.close()

    def test_systems_and_rules_are_made_once(self):
        c = Client(self.server)
        first = c.get("systems/malbrook").json
        cost, got = self.cost(lambda: [c.get("systems/malbrook").json for _ in range(100)])
        self.assertEqual(got[-1], first)
        self.assertLess(cost, 1)
        plain, _ = self.cost(lambda: [c.get("players") for _ in range(200)])
        cost, got = self.cost(lambda: [c.get("rules/M-22.18").status for _ in range(200)])
        self.assertEqual(set(got), {200})
        print("# 200 times: players %.2f s, a rule %.2f s" % (plain, cost))
        self.assertLess(cost, 2 * plain + 0.1)  # the file read and parsed each time: several times as much

    def test_many_streams_hold_nobody_up(self):
        made, seats, watch = new_game(self.server)
        text = ("GET /api/v1/games/%s/stream HTTP/1.1\r\nHost: x\r\n"
                "Authorization: Bearer %s\r\n\r\n" % (LONG, self.tokens[2])).encode()
        crowd = [socket.create_connection((self.server.host, self.server.port))
                 for _ in range(40)]
        for s in crowd:
            s.sendall(text)
        slowest = 0
        for _ in range(10):
            start = time.time()
            self.assertEqual(Client(self.server).get("players").status, 200)
            play(seats, 2)
            slowest = max(slowest, time.time() - start)
        for s in crowd:
            s.close()
        self.assertLess(slowest, 4)
        self.assertEqual(self.seat[0].view()["lines"], self.lines)


class Listed(unittest.TestCase):
    def test_a_list_of_long_battles(self):
        """An account's list reads no more battles from the store than its budget allows."""
        folder = tempfile.mkdtemp(prefix="tricorne-listed-")
        store, tokens = table.long_battle(folder, 1500)
        try:
            with Server("--rate", "0", store=store) as server:
                me, who = Seat(server, LONG, tokens[0]), account(server, "anna")
                self.assertEqual(me.do("resign").status, 200)
                for _ in range(12):
                    made = me.do("branch", {"line": 1400}).json
                    token, = [s["token"] for s in made["seats"] if "token" in s]
                    r = who.post("me/games", {"game": made["game"], "token": token})
                    self.assertEqual(r.status, 200, r.body)
                server.stop()
                server.options = ["--work", "20"]  # 160 ms at once
                server.start()
                before = server.cpu()
                games = Client(server, who.token).get("me/games").json["games"]
                spent = server.cpu() - before
                self.assertEqual(len(games), 12)
                read = [g for g in games if g["turn"] is not None]
                self.assertTrue(1 <= len(read) <= 4, len(read))
                for g in games:
                    self.assertEqual(g["scenario"], read[0]["scenario"])
                    self.assertTrue(g["token"] and g["title"])
                server.stop()
                server.options = ["--rate", "0"]
                server.start()
                before = server.cpu()
                games = Client(server, who.token).get("me/games").json["games"]
                self.assertTrue(all(g["turn"] for g in games))
                self.assertLess(2 * spent, server.cpu() - before)
        finally:
            shutil.rmtree(folder)

    def test_reading_long_battles_holds_nobody_up(self):
        """Battles that were put away are read by the threads for looking, not by those who play."""
        folder = tempfile.mkdtemp(prefix="tricorne-read-")
        store, tokens = table.long_battle(folder, 1500)
        try:
            with Server("--rate", "0", store=store) as server:
                me = Seat(server, LONG, tokens[0])
                self.assertEqual(me.do("resign").status, 200)
                away = []
                for _ in range(20):
                    made = me.do("branch", {"line": 1400}).json
                    token, = [s["token"] for s in made["seats"] if "token" in s]
                    away.append((made["game"], token))
                server.stop()
                server.start()
                made, seats, watch = new_game(server)
                watch.view()
                began, ended = time.time(), []

                def look(game, token):
                    seat = Seat(server, game, token)
                    ended.append((seat.get(seat.at("view")).status, time.time() - began))
                crowd = [threading.Thread(target=look, args=x) for x in away]
                for t in crowd:
                    t.start()
                time.sleep(0.2)
                slowest = 0
                while any(t.is_alive() for t in crowd):
                    start = time.time()
                    watch.view()
                    slowest = max(slowest, time.time() - start)
                for t in crowd:
                    t.join()
                self.assertEqual([e[0] for e in ended], [200] * 20)
                last = max(e[1] for e in ended)
                print("# read within %.1f s, others waited %.2f s at most" % (last, slowest))
                self.assertLess(slowest, last / 3)
        finally:
            shutil.rmtree(folder)


if __name__ == "__main__":
    table.main()
