#!/usr/bin/env python3
"""A long run: many games, players, slow readers and kills; memory must not grow.

usage: soak.py [--minutes N] [--games N]      (30, 500)

Every minute it prints answers, kills, memory, and how long the battles are. In the first third the
server is killed every other minute; then it runs on in one piece, so that what grows has the time to
show, and no request may fail. Memory under load hangs on what is asked just then and on how long the
battles have become, so it has one bound: what --memory and docs/server.md promise. What grows is seen at
rest: at the end of the second and of the last third nobody asks until all games have been put away, and
the second time at most a tenth more may be in use. At the end every acknowledged answer must be in
the store.
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
GAMES_MB = 64
PROMISED_MB = (GAMES_MB + 256) * 1.048576


class Soak:
    def __init__(self, games):
        self.server = Server("--rate", "0", "--memory", str(GAMES_MB), "--idle", "20")
        self.games = []
        for i in range(games):
            kinds = ("person", "level-1") if i % 10 == 0 else ("person", "person")
            made, seats, watch = new_game(self.server, kinds=kinds)
            self.games.append({"seats": seats, "watch": watch, "kept": 0, "lock": threading.Lock()})
        self.stop = threading.Event()
        self.still = threading.Event()  # nobody asks while the server is killed
        self.answers = self.failures = self.kills = 0
        self.memory, self.rest = [], []

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
            for _ in range(0 if self.still.is_set() else 40):
                g = rng.choice(self.games)
                try:
                    s = socket.create_connection((self.server.host, self.server.port), timeout=5)
                    what = rng.choice(["stream", "record", "log", "picture.svg"])
                    s.sendall(("GET /api/v1/games/%s/%s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s"
                               "\r\n\r\n" % (g["watch"].game, what, g["watch"].token)).encode())
                    crowd.append(s)
                except OSError:
                    pass
            end = time.time() + 20
            while time.time() < end and not self.stop.wait(0.2) and not self.still.is_set():
                continue
            for s in crowd:
                s.close()

    def in_memory(self):
        """How many the server has in memory."""
        for line in Client(self.server).raw("GET", "/metrics").body.decode().splitlines():
            if line.startswith("tricorne_games "):
                return int(line.split()[1])

    def at_rest(self):
        """Nobody asks, until all games are put away: megabytes then."""
        self.still.set()
        while self.in_memory() > 0:
            time.sleep(1)
        time.sleep(2)
        self.rest.append(self.server.memory() / 1e6)
        print("at rest: %.1f MB" % self.rest[-1], flush=True)
        for g in self.games:  # what was kept open is closed by now
            with g["lock"]:
                for s in g["seats"]:
                    if s:
                        s.close()
        self.still.clear()

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
            print("minute %d: %d answers, %d failures, %d kills, %.0f MB, battles of %.0f lines"
                  % (minute + 1, self.answers, self.failures, self.kills, self.memory[-1],
                     sum(g["kept"] for g in self.games) / len(self.games)), flush=True)
            if minute % 2 == 0 and minute + 1 < calm:
                self.kill()
            if minute + 1 == calm:
                failed = self.failures
            if minute + 1 in (2 * calm, minutes):
                self.at_rest()
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
    print("memory: at most %.1f MB under load (%.0f are promised); at rest %s MB; %d requests failed"
          % (max(soak.memory), PROMISED_MB, ", then ".join("%.1f" % m for m in soak.rest), soak.failures))
    bad = code != 0 or max(soak.memory) > PROMISED_MB or soak.failures > 0
    bad = bad or (len(soak.rest) == 2 and soak.rest[1] > soak.rest[0] * 1.1)
    soak.server.end()
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
