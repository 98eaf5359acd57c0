#!/usr/bin/env python3
"""bench/scale.py - what one, two and three servers on one PostgreSQL hold (docs/scale.md).

usage: tools/with-postgres python3 bench/scale.py [--figures] [SECONDS]

With --figures it measures only what is wanted, and two servers against one by as much work as they can do: bench/figures.py runs it so.

TRICORNE names the program (default build-release/tricorne), LOAD the load (default
build-release/bench/load). Processor time is told beside every figure: on a busy machine it says
more than answers a second."""
import glob
import hashlib
import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
os.environ.setdefault("TRICORNE", os.path.join(ROOT, "build-release/tricorne"))
sys.path.insert(0, os.path.join(ROOT, "tests/server"))
import table
from table import Seat, Server, new_game, play

POSTGRES = os.environ["TRICORNE_POSTGRES"]
LOAD = os.environ.get("LOAD", os.path.join(ROOT, "build-release/bench/load"))
FIGURES = "--figures" in sys.argv
SECONDS = next((x for x in sys.argv[1:] if x.isdigit()), "15")
OPTIONS = ("--rate", "0", "--work", "0", "--games", "0", "--connections", "0")


def server(*more, **k):
    return Server(*OPTIONS, *more, store=POSTGRES, **k)


def cpu_of(pids):
    total = 0
    for pid in pids:
        try:
            with open("/proc/%d/stat" % pid) as f:
                part = f.read().rsplit(")", 1)[1].split()
            total += (int(part[11]) + int(part[12])) / os.sysconf("SC_CLK_TCK")
        except OSError:
            pass
    return total


def database():
    """Processes of the database, by the folder in its address."""
    pids = []
    for path in glob.glob("/proc/[0-9]*/cmdline"):
        try:
            with open(path, "rb") as f:
                text = f.read()
        except OSError:
            continue
        if text.startswith(b"postgres") or b"bin/postgres" in text:
            pids.append(int(path.split("/")[2]))
    return pids


def answers(k, rate, pin=False):
    """k servers, each with its share of the load."""
    servers = [server(under=["taskset", "-c", str(i % os.cpu_count())] if pin else ()) for i in range(k)]
    try:
        before = [s.cpu() for s in servers]
        data = cpu_of(database())
        loads = [subprocess.Popen([LOAD, s.host, str(s.port), "answers", str(96 // k), str(rate // k), SECONDS],
                                  stdout=subprocess.PIPE, text=True) for s in servers]
        said = [p.communicate()[0] for p in loads]
        used = sum(s.cpu() - b for s, b in zip(servers, before))
        data = cpu_of(database()) - data
    finally:
        for s in servers:
            s.end()
    return said, used, data


def told(lines=150):
    """Milliseconds from an answer's reply here to its line in a stream of the other server."""
    with server() as a, server() as b:
        made, seats, watch = new_game(a)
        stream = Seat(b, made["game"], watch.token).stream()
        stream.next("here")
        took, rng = [], random.Random(1)
        while len(took) < lines:
            q = seats[0].view()["question"]
            if q["kind"] != "question":
                break
            o = seats[q["seat"]].offers()
            r = seats[q["seat"]].answer(o["number"], rng.choice(o["offers"])["act"])
            line, at = r.json["line"], time.monotonic()
            while stream.next("line")[2]["line"] < line:
                pass
            took.append(1000 * (time.monotonic() - at))
            time.sleep(0.02)
        stream.close()
    return sorted(took)


def long_game(lines):
    """A battle of so many lines in the database; its tokens."""
    name = "scale" + "".join(random.choice("23456789abcdef") for _ in range(11))
    with tempfile.TemporaryDirectory() as folder:
        record = os.path.join(folder, name + ".jsonl")
        subprocess.run([table.PROGRAM, "--data", table.DATA, "selfplay", "1", "--scenario", "malbrook/malplaquet-1709",
                        "--seed", "3", "--record", record], check=True, capture_output=True)
        with open(record) as f:
            text = f.read().replace('"kind":"random"', '"kind":"person"', 2).splitlines()
        with open(record, "w") as f:
            f.write("\n".join(text[:lines + 1]) + "\n")
        with open(os.path.join(folder, name + ".json"), "w") as f:
            json.dump({"format": "tricorne-game", "game": name, "notes": [], "keys": {
                "meta": json.dumps({"title": "", "names": ["a", "b"], "maker": 0})}}, f)
        subprocess.run([table.PROGRAM, "--data", table.DATA, "store", "import", POSTGRES, folder], check=True, capture_output=True)
    tokens = [c * 16 + name for c in "abw"]  # 32 characters
    for seat, token in zip((0, 1, -1), tokens):
        subprocess.run(["psql", "-XAtq", "-d", POSTGRES, "-c", "INSERT INTO token (game, seat, hash) VALUES ('%s', %d, '%s')" % (
            name, seat, hashlib.blake2b(token.encode(), digest_size=32).hexdigest())], check=True, capture_output=True)
    return name, tokens


def watching(lines=3000, most=60):
    """Milliseconds of processor a line costs a server on which somebody only watches."""
    name, tokens = long_game(lines)
    with server() as a, server() as b:
        seats = [Seat(a, name, t) for t in tokens[:2]]
        stream = Seat(b, name, tokens[2]).stream(last=str(lines - 1))
        n = seats[0].view()["lines"]
        time.sleep(2)
        before, of_a = b.cpu(), a.cpu()
        play(seats, most, random.Random(1))
        end = seats[0].view()["lines"]
        while stream.next("line", 30)[2]["line"] < end - 1:
            pass
        time.sleep(0.5)
        used, of_a = b.cpu() - before, a.cpu() - of_a
        stream.close()
    return end, 1000 * used / (end - n), 1000 * of_a / (end - n)


def loading(lines):
    """Milliseconds of processor until a battle that is not in memory is shown; bytes of a line."""
    size = "SELECT pg_total_relation_size('line')"
    ask = ["psql", "-XAtq", "-d", POSTGRES, "-c", size]
    before = int(subprocess.run(ask, capture_output=True, text=True, check=True).stdout)
    name, tokens = long_game(lines)
    after = int(subprocess.run(ask, capture_output=True, text=True, check=True).stdout)
    with server() as s:
        seat = Seat(s, name, tokens[2])
        seat.get("players")
        cpu = s.cpu()
        seat.view()
        return 1000 * (s.cpu() - cpu), (after - before) / lines


def rate_of(k, offered, pin):
    """Answers a second of k servers."""
    said, used, data = answers(k, offered, pin)
    got = [x for s in said for x in re.findall(r"answers (\d+) in ([\d.]+) s", s)]
    n, rate = sum(int(x) for x, _ in got), sum(int(x) / float(s) for x, s in got)
    print("%d server%s%s: %d answers, %.0f a second; processor an answer: servers %.2f ms, database %.2f ms" % (
        k, "s" if k > 1 else "", ", a core each" if pin else "", n, rate, 1000 * used / max(n, 1),
        1000 * data / max(n, 1)), flush=True)
    return rate


def figures():
    """More is offered than any of them can do."""
    t = told(100)
    print("told by the other server: median %.1f ms, 90%% %.1f ms (%d lines)" % (statistics.median(t), t[len(t) * 9 // 10], len(t)), flush=True)
    print("watching a battle of %d lines: %.2f ms of processor a line; who answers: %.1f ms" % watching(3000), flush=True)
    for pin, word in ((True, "bound"), (False, "free")):
        rate = {1: [], 2: []}
        for k in (1, 2, 1, 2):
            rate[k].append(rate_of(k, 12000, pin))
        print("two to one, %s: %.2f" % (word, sum(rate[2]) / sum(rate[1])), flush=True)


def main():
    if FIGURES:
        return figures()
    print("load average %s" % open("/proc/loadavg").read().split()[0], flush=True)
    t = told()
    print("told by the other server: median %.1f ms, 90%% %.1f ms (%d lines)" % (
        statistics.median(t), t[len(t) * 9 // 10], len(t)), flush=True)
    for n in (1000, 3000):
        end, b, a = watching(n)
        print("watching a battle of %d lines: %.2f ms of processor a line; who answers: %.1f ms" % (end, b, a), flush=True)
    for n in (300, 1000, 3000):
        print("a battle of %d lines: %.0f ms of processor to its first view, %.0f bytes a line in the database" % ((n,) + loading(n)), flush=True)
    for pin in (True, False):
        for k in (1, 2, 1, 2, 3):
            rate_of(k, 1200, pin)


if __name__ == "__main__":
    main()
