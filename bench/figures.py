#!/usr/bin/env python3
"""bench/figures.py - the figures of docs/server.md, measured one after another.

usage: python3 bench/figures.py [--only WORD] [--seconds N] [--rate N]

Words: answers, long, streams, stored. TRICORNE names the program (default
build-release/tricorne), LOAD the load (default build-release/bench/load). Where a figure is
processor time a busy machine changes little in it; answers a second and how long they take need a quiet one."""
import argparse
import hashlib
import os
import re
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
os.environ.setdefault("TRICORNE", os.path.join(ROOT, "build-release/tricorne"))
sys.path.insert(0, os.path.join(ROOT, "tests/server"))
import table
from table import LONG, Client, Seat, Server, new_game

LOAD = os.environ.get("LOAD", os.path.join(ROOT, "build-release/bench/load"))
OPTIONS = ("--rate", "0", "--work", "0", "--games", "0", "--connections", "0")


def say(what, measured, wanted=""):
    print("%-62s %-34s %s" % (what, measured, wanted), flush=True)


def load(server, *words):
    done = subprocess.run([LOAD, server.host, str(server.port), *words], capture_output=True, text=True)
    if done.returncode:
        print(done.stdout, done.stderr)
    return done.stdout


def answers(a):
    for games in (64, 256):
        with Server(*OPTIONS) as s:
            text = load(s, "answers", str(games), str(a.rate), str(a.seconds), str(s.process.pid))
            print("# %d games, offered %d a second: %s" % (games, a.rate, " ".join(text.split())), flush=True)


class Cost:
    """Processor time of a process, by clock ticks: what is short is done several times."""

    def __init__(self, server):
        self.server = server

    def __call__(self, what, times):
        before = self.server.cpu()
        for _ in range(times):
            what()
        return 1000 * (self.server.cpu() - before) / times


def read_stream(server, token, last):
    st = Seat(server, LONG, token).stream()
    while st.next("line", 60)[2]["line"] < last:
        pass
    st.close()


def copies(store, n):
    """The battle n times more, each with a token to watch; gives (game, token) of each."""
    db, out = sqlite3.connect(store), []
    for i in range(n):
        name, token = "longbattle%06d" % i, "%032d" % i
        db.execute("INSERT INTO game SELECT ?, header FROM game WHERE id = ?", (name, LONG))
        db.execute("INSERT INTO line SELECT ?, n, text FROM line WHERE game = ?", (name, LONG))
        db.execute("INSERT INTO setting SELECT ?, name, text FROM setting WHERE game = ?", (name, LONG))
        db.execute("INSERT INTO token VALUES (?, -1, ?)",
                   (name, hashlib.blake2b(token.encode(), digest_size=32).hexdigest()))
        out.append((name, token))
    db.commit()
    db.close()
    return out


def long(a):
    folder = tempfile.mkdtemp(prefix="tricorne-figures-")
    store, tokens = table.long_battle(folder, 4243)
    more = copies(store, 20)
    with Server(*OPTIONS, "--idle", "600", store=store) as s:
        for game, token in more[:4]:  # tables and threads are there then
            Seat(s, game, token).view()
        before = s.memory()
        for game, token in more[4:]:
            Seat(s, game, token).view()
        say("memory of a battle, mean of 16", "%.1f MB" % ((s.memory() - before) / 16e6), "4 MB")
    with Server(*OPTIONS, "--idle", "600", store=store) as s:
        before, cost, w = s.memory(), Cost(s), Seat(s, LONG, tokens[2])
        began = s.cpu()
        lines = w.view()["lines"]
        taken = 1000 * (s.cpu() - began)
        print("# the battle has %d lines" % lines)
        say("to read it from the store, to its first view", "%.0f ms" % taken)
        say("`GET stream` of it from the start", "%.0f ms" % cost(lambda: read_stream(s, tokens[2], lines - 1), 10), "60 ms")
        places = [lines * k // 41 for k in range(1, 41)]
        say("`scene?line=` of it, 40 places, the first time", "%.1f ms" % (cost(
            lambda: [w.get(w.at("scene?line=%d" % n)) for n in places], 1) / 40), "15 ms")
        say("`scene?line=` of it, again", "%.1f ms" % (cost(
            lambda: [w.get(w.at("scene?line=%d" % n)) for n in reversed(places)], 5) / 40), "15 ms")
        for what, times in (("lines", 20), ("log", 10), ("record", 10)):
            say("`%s` of it" % what, "%.1f ms" % cost(lambda: w.get(w.at(what)), times))
        say("`picture.svg` of it, the first time", "%.0f ms" % cost(lambda: w.get(w.at("picture.svg")), 1))
        say("`picture.svg` of it, again", "%.1f ms" % cost(lambda: w.get(w.at("picture.svg")), 20))
        say("memory after all that", "%.1f MB more than before" % ((s.memory() - before) / 1e6))
    shutil.rmtree(folder)


def streams(a):
    with Server(*OPTIONS) as s:
        text = load(s, "idle", "2000", "10", str(s.process.pid))
        found = re.findall("megabytes: ([0-9.]+) after", text)
        say("2,000 streams of 500 games", "%s MB" % found[0] if found else text, "150 MB")


def stored(a, games=10000):
    with Server(*OPTIONS) as s:
        made, seats, watch = new_game(s)
        table.play(seats, 12)
        s.stop()
        db = sqlite3.connect(s.store)
        for name, key in (("game", "id"), ("line", "game"), ("token", "game"), ("setting", "game"), ("pulse", "game"), ("seed", "game")):
            has = [r[1] for r in db.execute("PRAGMA table_info(%s)" % name)]
            rows = db.execute("SELECT * FROM %s WHERE %s = ?" % (name, key), (made["game"],)).fetchall()
            for i in range(games):
                new = "copy%012d" % i
                db.executemany("INSERT INTO %s VALUES (%s)" % (name, ", ".join("?" * len(has))), [
                    [new if c == key else "%064x" % (i * 8 + r[has.index("seat")] + 1) if c == "hash" else v
                     for c, v in zip(has, r)] for r in rows])
        db.commit()
        db.close()
        took = []
        for _ in range(7):
            began = time.time()
            s.start()
            took.append(1000 * (time.time() - began))
            Client(s).raw("GET", "/healthz")
            s.stop()
        say("%d stored games: listening after (median; longest of 7)" % games,
            "%.0f ms; %.0f ms" % (statistics.median(took), max(took)), "250 ms")


def main():
    a = argparse.ArgumentParser()
    a.add_argument("--only", default="")
    a.add_argument("--seconds", type=int, default=8)
    a.add_argument("--rate", type=int, default=4000)
    a = a.parse_args()
    for part in (long, streams, stored, answers):
        if a.only in part.__name__:
            part(a)


if __name__ == "__main__":
    main()
