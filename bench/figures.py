#!/usr/bin/env python3
"""bench/figures.py - the figures that are wanted of server, dice, library and WebAssembly, measured one after another.

usage: python3 bench/figures.py [--only WORD,...] [--seconds N] [--rate N]

Words: long, streams, stored, answers (docs/server.md); scale, dice (docs/scale.md); interface, wasm (docs/library.md), steps
(docs/python.md), size, cold (docs/site.md). All of them take about five minutes. They need

    tools/variant release tricorne tricorne-serve bench/load bench/interface bench/dice python/tricorne/_core.abi3.so
    tools/wasm && tools/web && TRICORNE=build-release/tricorne tools/site

and leave out, saying so, what is not built. The last lines are a table: what, wanted, measured. TRICORNE names the program (default
build-release/tricorne), BUILD the folder of the rest (default build-release). Where a figure is processor time a busy machine
changes little in it; answers a second and how long they take need a quiet one."""
import argparse
import gzip
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

BUILD = os.environ.get("BUILD", os.path.join(ROOT, "build-release"))
LOAD = os.environ.get("LOAD", os.path.join(BUILD, "bench/load"))
BATTLES = ["minden/first-battle", "bayonet/learning", "malbrook/first-command", "pistolado/first-speech", "reason/learning"]
ROWS = []  # what, wanted, measured, good
OPTIONS = ("--rate", "0", "--work", "0", "--games", "0", "--connections", "0")


def say(what, measured, wanted=""):
    """A line; measured is text, or a number with its unit in wanted."""
    print("%-62s %-34s %s" % (what, measured, wanted), flush=True)


def figure(what, value, wanted, unit="", least=False, form="%.1f"):
    """A line that the table at the end repeats: at most what is wanted, or at least."""
    good = value >= wanted if least else value <= wanted
    text = (form + "%s") % (value, unit and " " + unit)
    bound = "%s %g%s" % ("at least" if least else "at most", wanted, unit and " " + unit)
    ROWS.append((what, bound, text, good))
    say(what, text, bound)


def needs(*paths):
    """Is all there? If not it is said."""
    gone = [p for p in paths if not os.path.exists(p)]
    if gone:
        ROWS.append(("(left out: there is no %s)" % os.path.relpath(gone[0], ROOT), "", "", None))
        say("left out", "there is no %s" % gone[0])
    return not gone


def number(pattern, text):
    found = re.search(pattern, text)
    return float(found.group(1)) if found else float("nan")


def load(server, *words):
    done = subprocess.run([LOAD, server.host, str(server.port), *words], capture_output=True, text=True)
    if done.returncode:
        print(done.stdout, done.stderr)
    return done.stdout


def answers(a):
    if not needs(LOAD):
        return
    for games in (64, 256):
        with Server(*OPTIONS) as s:
            text = load(s, "answers", str(games), str(a.rate), str(a.seconds), str(s.process.pid))
            print("# %d games, offered %d a second: %s" % (games, a.rate, " ".join(text.split())), flush=True)
        # They are offered at their moments: what is not quite the rate is the last of them.
        figure("%d games: answers a second" % games, number(r"\(([\d.]+) a second", text), a.rate * 0.995, least=True, form="%.0f")
        figure("%d games: p99 of an answer" % games, number(r"p99 ([\d.]+)", text), 30, "ms")
        figure("%d games: processor an answer" % games, number(r"server ([\d.]+) ms", text), 0.3, "ms", form="%.3f")
        figure("%d games: lines lost or doubled" % games, number(r"doubled (\d+)", text), 0, form="%.0f")


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
        figure("a battle of 4,243 lines: memory, mean of 16", (s.memory() - before) / 16e6, 4, "MB")
    with Server(*OPTIONS, "--idle", "600", store=store) as s:
        before, cost, w = s.memory(), Cost(s), Seat(s, LONG, tokens[2])
        began = s.cpu()
        lines = w.view()["lines"]
        taken = 1000 * (s.cpu() - began)
        print("# the battle has %d lines" % lines)
        say("to read it from the store, to its first view", "%.0f ms" % taken)
        figure("`GET stream` of it from the start", cost(lambda: read_stream(s, tokens[2], lines - 1), 10), 60, "ms")
        places = [lines * k // 41 for k in range(1, 41)]
        figure("`scene?line=` of it, 40 places, the first time", cost(
            lambda: [w.get(w.at("scene?line=%d" % n)) for n in places], 1) / 40, 15, "ms")
        figure("`scene?line=` of it, again", cost(
            lambda: [w.get(w.at("scene?line=%d" % n)) for n in reversed(places)], 5) / 40, 15, "ms")
        for what, times in (("lines", 20), ("log", 10), ("record", 10)):
            say("`%s` of it" % what, "%.1f ms" % cost(lambda: w.get(w.at(what)), times))
        say("`picture.svg` of it, the first time", "%.0f ms" % cost(lambda: w.get(w.at("picture.svg")), 1))
        say("`picture.svg` of it, again", "%.1f ms" % cost(lambda: w.get(w.at("picture.svg")), 20))
        say("memory after all that", "%.1f MB more than before" % ((s.memory() - before) / 1e6))
    shutil.rmtree(folder)


def streams(a):
    if not needs(LOAD):
        return
    with Server(*OPTIONS) as s:
        text = load(s, "idle", "2000", "10", str(s.process.pid))
        print("# " + " ".join(text.split()), flush=True)
        figure("2,000 streams of 500 games", number("megabytes: ([0-9.]+) after", text), 150, "MB", form="%.0f")


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
        say("%d stored games: the longest of 7" % games, "%.0f ms" % max(took))
        figure("%d stored games: listening after (median of 7)" % games, statistics.median(took), 250, "ms", form="%.0f")


def scale(a):
    """One and two servers on one PostgreSQL: bench/scale.py, which runs beside a database of its own."""
    if not needs(LOAD):
        return
    done = subprocess.run([os.path.join(ROOT, "tools/with-postgres"), sys.executable, os.path.join(ROOT, "bench/scale.py"), "--figures",
                           str(min(a.seconds, 4))], capture_output=True, text=True, env=dict(os.environ, LOAD=LOAD))
    print("".join("# %s\n" % l for l in (done.stdout + done.stderr).splitlines()), end="", flush=True)
    said = done.stdout
    figure("two servers on PostgreSQL, a core each, against one on one core", number(r"two to one, bound: ([\d.]+)", said), 1.6, "times", least=True, form="%.2f")
    figure("two servers on PostgreSQL against one, both free", number(r"two to one, free: ([\d.]+)", said), 1.6, "times", least=True, form="%.2f")
    figure("a line told by the other server, median", number(r"told by the other server: median ([\d.]+)", said), 20, "ms")
    figure("a line on a server that only watches, 3,000 lines", number(r"watching a battle of 3\d+ lines: ([\d.]+)", said), 3, "ms", form="%.2f")


def dice(a):
    program = os.path.join(BUILD, "bench/dice")
    if not needs(program):
        return
    said = subprocess.run([program, os.path.join(ROOT, "data"), "minden/first-battle"], capture_output=True, text=True, check=True).stdout
    print("# " + said, end="", flush=True)
    fair, committed = number(r"(\d+) answers/s fair", said), number(r"(\d+) committed", said)
    figure("committed dice: more an answer, of the 0.3 ms it may cost a server", 100 * (1e3 / committed - 1e3 / fair) / 0.3, 3, "%")


def interface(a):
    program = os.path.join(BUILD, "bench/interface")
    if not needs(program):
        return
    said = subprocess.run([program, os.path.join(ROOT, "data")], capture_output=True, text=True, check=True).stdout
    for battle in BATTLES:
        figure("C interface, of the inner speed: %s" % battle, number(battle + r".* ([\d.]+)%", said), 95, "%", least=True)


def wasm(a):
    built, program = os.path.join(ROOT, "build-wasm"), os.path.join(BUILD, "bench/interface")
    if not needs(os.path.join(built, "tricorne.wasm"), program):
        return
    said = subprocess.run(["node", os.path.join(ROOT, "bench/wasm.mjs"), built, program, os.path.join(ROOT, "data")],
                          capture_output=True, text=True).stdout
    for battle in BATTLES:
        figure("WebAssembly, of the native asks: %s" % battle, number(battle + r".*?WebAssembly ([\d.]+)%", said), 50, "%", least=True)


STEPS = """
import time
from tricorne.env import Vector
v = Vector("minden/first-battle", n=8, seed=1, masks=False)
v.step()
best = 0
for _ in range(5):
    n, began = 0, time.process_time()
    while time.process_time() - began < 0.5:
        for _ in range(50):
            v.step()
        n += 50 * 8
    best = max(best, n / (time.process_time() - began))
print("steps", best)
"""


def steps(a):
    folder = os.path.join(BUILD, "python")
    if not needs(os.path.join(folder, "tricorne/_core.abi3.so")):
        return
    done = subprocess.run([sys.executable, "-c", STEPS], capture_output=True, text=True, env=dict(
        os.environ, PYTHONPATH=folder, TRICORNE_DATA=os.path.join(ROOT, "data")))
    if done.returncode:
        print(done.stderr)
    figure("Python: steps a second with observations, random play, minden/first-battle", number(r"steps ([\d.]+)", done.stdout), 100000, least=True, form="%.0f")


def size(a):
    folder = os.path.join(ROOT, "build-site/engine")
    if not needs(folder):
        return
    total = 0
    for name in os.listdir(folder):
        if not re.search(r"^lang-|\.[a-z]{2}\.json$", name):
            with open(os.path.join(folder, name), "rb") as f:
                total += len(gzip.compress(f.read(), 9))
    figure("engine and data of all systems, compressed", total / 1000, 900, "kB", form="%.0f")


def cold(a):
    if not needs(os.path.join(ROOT, "build-site/sw.js"), os.path.join(ROOT, "web/node_modules")):
        return
    done = subprocess.run(["node", os.path.join(ROOT, "web/test/site.mjs"), os.path.join(ROOT, "build-site"), "--only", "a cold load"],
                          capture_output=True, text=True)
    times = re.search(r"\(?(\d+(?:,\d+)*) ms, load", done.stdout)
    best = min(int(n) for n in times.group(1).split(",")) if times else float("nan")
    figure("first question after a cold load, the best of three", best, 1000, "ms", form="%.0f")


PARTS = (size, cold, interface, wasm, steps, dice, long, streams, stored, answers, scale)


def main():
    a = argparse.ArgumentParser()
    a.add_argument("--only", default="")
    a.add_argument("--seconds", type=int, default=8)
    a.add_argument("--rate", type=int, default=4000)
    a = a.parse_args()
    began = time.time()
    load_before = os.getloadavg()[0]
    for part in PARTS:
        if not a.only or part.__name__ in a.only.split(","):
            part(a)
    print("\n%d cores, a load of %.1f before and %.1f after, %.0f seconds\n" % (os.cpu_count(), load_before, os.getloadavg()[0], time.time() - began))
    print("| what | wanted | measured | |\n|---|---|---|---|")
    for what, wanted, measured, good in ROWS:
        print("| %s | %s | %s | %s |" % (what, wanted, measured, "" if good is None else "yes" if good else "NO"))
    return 0 if all(good is not False for *_, good in ROWS) else 1


if __name__ == "__main__":
    sys.exit(main())
