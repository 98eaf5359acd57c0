#!/usr/bin/env python3
"""A long run: many games, players, slow readers and kills; memory must not grow.

usage: soak.py [--minutes N] [--games N]      (30, 500)

Every minute it prints answers, kills, memory. In the first third the server is killed every other
minute; then it runs on in one piece, so that what grows has the time to show: the memory of the last
third may be at most a twentieth above that of the second, and no request may fail in either. At the end
every acknowledged answer must be in the store.
"""
import argparse
import os
import random
import socket
import sys
import threading
import time

import table
from table import Client, Seat, Server, new_game

PLAYERS = 8


class Soak:
    def __init__(self, games):
        self.server = Server("--rate", "0", "--memory", "64", "--idle", "20")
        self.games = []
        for i in range(games):
            kinds = ("person", "level-1") if i % 10 == 0 else ("person", "person")
            made, seats, watch = new_game(self.server, kinds=kinds)
            self.games.append({"seats": seats, "watch": watch, "kept": 0, "lock": threading.Lock()})
        self.stop = threading.Event()
        self.still = threading.Event()  # nobody asks while the server is killed
        self.answers = self.failures = self.kills = 0
        self.memory = []

    def one(self, g, rng):
        q = g["seats"][0].view()["question"]
        seat = g["seats"][q["seat"]] if q["kind"] == "question" else None
        if q["kind"] != "question":
            made, g["seats"], g["watch"] = new_game(self.server)
            g["kept"] = 0
        elif seat is not None:
            o = seat.offers()
            r = seat.answer(o["number"], rng.choice(o["offers"])["act"])
            if r.status == 200:
                g["kept"] = r.json["line"] + 1
                self.answers += 1

    def play(self, k):
        rng = random.Random(k)
        while not self.stop.is_set():
            g = rng.choice(self.games)
            if self.still.is_set() or not g["lock"].acquire(blocking=False):
                time.sleep(0.05)
                continue
            try:
                self.one(g, rng)
            except (OSError, AssertionError, ValueError, http_failed):
                self.failures += 1
                for s in g["seats"]:
                    if s:
                        s.close()
            finally:
                g["lock"].release()

    def read_slowly(self):
        rng = random.Random(99)
        while not self.stop.is_set():
            crowd = []
            for _ in range(40):
                g = rng.choice(self.games)
                try:
                    s = socket.create_connection((self.server.host, self.server.port), timeout=5)
                    what = rng.choice(["stream", "record", "log", "picture.svg"])
                    s.sendall(("GET /api/v1/games/%s/%s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s"
                               "\r\n\r\n" % (g["watch"].game, what, g["watch"].token)).encode())
                    crowd.append(s)
                except OSError:
                    pass
            self.stop.wait(20)
            for s in crowd:
                s.close()

    def kill(self):
        """kill -9 in mid-play; what was acknowledged must be there again."""
        self.server.kill()
        self.still.set()
        self.server.start()
        self.kills += 1
        for g in random.sample(self.games, min(20, len(self.games))):
            with g["lock"]:
                for s in g["seats"]:
                    if s:
                        s.close()
                lines = g["seats"][0].view()["lines"]
                if lines < g["kept"]:
                    raise AssertionError("an acknowledged answer is lost")
        self.still.clear()

    def check_all(self):
        for g in self.games:
            lines = g["seats"][0].view()["lines"]
            if lines < g["kept"]:
                raise AssertionError("an acknowledged answer is lost")

    def run(self, minutes):
        crew = [threading.Thread(target=self.play, args=(k,), daemon=True) for k in range(PLAYERS)]
        crew.append(threading.Thread(target=self.read_slowly, daemon=True))
        for t in crew:
            t.start()
        begin = time.time()
        calm = max(1, minutes // 3)  # from then on it is not killed
        failed = 0
        for minute in range(minutes):
            while time.time() < begin + 60 * (minute + 1):
                time.sleep(1)
            self.memory.append(self.server.memory() / 1e6)
            print("minute %d: %d answers, %d failures, %d kills, %.0f MB"
                  % (minute + 1, self.answers, self.failures, self.kills, self.memory[-1]), flush=True)
            if minute % 2 == 0 and minute + 1 < calm:
                self.kill()
            if minute + 1 == calm:
                failed = self.failures
        self.stop.set()
        for t in crew:
            t.join(30)
        self.failures -= failed
        self.check_all()
        self.server.stop()
        return self.server.verify()


import http.client  # noqa: E402

http_failed = http.client.HTTPException


def main():
    a = argparse.ArgumentParser()
    a.add_argument("--minutes", type=int, default=30)
    a.add_argument("--games", type=int, default=500)
    a = a.parse_args()
    soak = Soak(a.games)
    code, said = soak.run(a.minutes)
    print(said)
    n = len(soak.memory) // 3
    bad = code != 0
    if n >= 2:
        second, last = max(soak.memory[n:2 * n]), max(soak.memory[2 * n:])
        print("memory: most %.1f MB in the second third, %.1f MB in the last; %d requests failed in them"
              % (second, last, soak.failures))
        bad = bad or last > second * 1.05 or soak.failures > 0
    soak.server.end()
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
