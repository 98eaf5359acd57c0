#!/usr/bin/env python3
"""A battle of thousands of lines: looking at it costs what is sent, and holds nobody up."""
import shutil
import socket
import tempfile
import time
import unittest

import table
from table import LONG, Client, Seat, Server, new_game, play


class Long(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="tricorne-long-")
        store, cls.tokens = table.long_battle(cls.folder)
        cls.server = Server("--rate", "0", "--idle", "600", store=store)
        cls.seat = [Seat(cls.server, LONG, t) for t in cls.tokens]
        cls.lines = cls.seat[2].view()["lines"]

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
        whole = s.get(s.at("log")).json["log"]
        n = whole[-5]["n"]

        def last():
            for _ in range(20):
                got = s.get(s.at("log?from=%d" % n)).json["log"]
            return got

        cost, got = self.cost(last)
        self.assertEqual(got, whole[-5:])
        self.assertLess(cost, 0.5)
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
        self.assertLess(cost / 40, 0.15)  # 0.3 s of a release build by a replay each

    def test_systems_and_rules_are_made_once(self):
        c = Client(self.server)
        first = c.get("systems/malbrook").json
        cost, got = self.cost(lambda: [c.get("systems/malbrook").json for _ in range(100)])
        self.assertEqual(got[-1], first)
        self.assertLess(cost, 1)
        cost, got = self.cost(lambda: [c.get("rules/M-22.18").status for _ in range(200)])
        self.assertEqual(set(got), {200})
        self.assertLess(cost, 0.5)

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


if __name__ == "__main__":
    table.main()
