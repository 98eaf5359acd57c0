#!/usr/bin/env python3
"""Three servers behind a round-robin proxy, each and the database in a network namespace.

Players reconnect anywhere with every request; servers are killed, stopped, cut off from
everybody or from the database alone, the database is restarted, its listeners are ended, the
proxy's connections are dropped. Nothing that was acknowledged may be lost, every line has one
winner, all views are alike when all is well again, every face is verified.

Namespaces need root; without it the test says so and is skipped (test_three.py does most of it
without). FAULTS says how many (default 12), GAMES how many games are played at once (default
12), SEED which faults."""
import glob
import http.client
import json
import os
import random
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest

FAULTS = int(os.environ.get("FAULTS", "12"))
GAMES = int(os.environ.get("GAMES", "12"))
SEED = int(os.environ.get("SEED", "1"))
NET = "10.77.0."
BIN = (sorted(glob.glob("/usr/lib/postgresql/*/bin")) or [""])[-1]
WHY_NOT = ("network namespaces need root" if os.geteuid() else
           "there is no PostgreSQL server" if not BIN else
           "there is no ip" if not shutil.which("ip") else "")

if not WHY_NOT and not os.environ.get("TRICORNE_SPACE"):
    os.environ["TRICORNE_SPACE"] = "1"
    os.execvp("unshare", ["unshare", "--net", sys.executable] + sys.argv)

import table
from dice import Holder
from table import Client, Seat, Server, new_game, wait_until


QUIET = ["sh", "-c", 'exec "$@" 2>>errors', "sh"]  # it says very often that the database does not answer


def do(*command):
    subprocess.run(command, check=True, capture_output=True)


def holds(lines, taken, game):
    """Every answer that was taken stands where it was taken."""
    for number, act in taken:
        at = number
        while at < len(lines) and "act" not in lines[at]:
            at += 1  # a seed, a share or a position stands before it
        assert at < len(lines) and lines[at]["act"] == act, (game, number, act, lines[at:at + 1])
    return True


class Space:
    """A network namespace with one address, on the bridge of this one."""

    def __init__(self, number):
        self.address, self.link = NET + str(number), "out%d" % number
        self.holder = subprocess.Popen(["unshare", "--net", "sleep", "infinity"])
        self.enter = ["nsenter", "-t", str(self.holder.pid), "-n"]
        own = os.readlink("/proc/self/ns/net")
        wait_until(lambda: os.readlink("/proc/%d/ns/net" % self.holder.pid) != own)
        do("ip", "link", "add", self.link, "type", "veth", "peer", "name", "eth0", "netns", str(self.holder.pid))
        do("ip", "link", "set", self.link, "master", "hub", "up")
        for words in ("ip link set lo up", "ip addr add %s/24 dev eth0" % self.address, "ip link set eth0 up"):
            do(*self.enter, *words.split())

    def cut(self, off):
        do("ip", "link", "set", self.link, "down" if off else "up")

    def lose(self, other, off):
        """Nothing goes from here to another address, as by a fire wall that drops."""
        do(*self.enter, "ip", "route", "add" if off else "del", "blackhole", other.address + "/32")

    def end(self):
        self.holder.kill()
        self.holder.wait()


class Database:
    def __init__(self, space):
        self.space = space
        self.folder = tempfile.mkdtemp(prefix="tricorne-db-")
        shutil.chown(self.folder, "postgres")
        os.chmod(self.folder, 0o711)
        self.data = self.folder + "/data"
        self.as_user = ["runuser", "-u", "postgres", "--"]
        self.run(*self.as_user, BIN + "/initdb", "-D", self.data, "-A", "trust", "-U", "tricorne", "-E", "UTF8", "--locale=C")
        with open(self.data + "/pg_hba.conf", "a") as f:
            f.write("host all all %s0/24 trust\n" % NET)
        with open(self.data + "/postgresql.conf", "a") as f:
            f.write("listen_addresses='%s'\nunix_socket_directories='%s'\nmax_connections=200\n"
                    % (space.address, self.folder))
        self.address = "postgres://tricorne@%s/postgres" % space.address
        self.start()

    def run(self, *command):
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=self.folder)
        assert done.returncode == 0, done.stdout

    def start(self):
        with open(self.folder + "/start.log", "w") as f:  # not a pipe: the server would keep it open
            done = subprocess.run(self.space.enter + self.as_user + [
                BIN + "/pg_ctl", "-D", self.data, "-l", self.data + "/log", "-w", "-t", "60", "start"],
                stdout=f, stderr=f, cwd=self.folder)
        assert done.returncode == 0, open(self.folder + "/start.log").read()

    def stop(self, mode):
        self.run(*self.as_user, BIN + "/pg_ctl", "-D", self.data, "-m", mode, "-w", "stop")

    def ask(self, sql):
        subprocess.run(["psql", "-XAtq", "-h", self.folder, "-U", "tricorne", "-d", "postgres", "-c", sql], capture_output=True)

    def end(self):
        self.stop("immediate")
        shutil.rmtree(self.folder, ignore_errors=True)


class Proxy(threading.Thread):
    """Each new connection goes to the next server that takes it."""

    def __init__(self, servers):
        super().__init__(daemon=True)
        self.servers, self.turn = servers, 0
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=400)
        self.host, self.port = self.listener.getsockname()
        self.base = "/"
        self.ways, self.lock = set(), threading.Lock()
        self.start()

    def run(self):
        while True:
            try:
                near, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.serve, args=(near,), daemon=True).start()

    def reach(self):
        for _ in range(len(self.servers)):
            self.turn += 1
            s = self.servers[self.turn % len(self.servers)]
            try:
                return socket.create_connection((s.host, s.port), timeout=0.5)
            except OSError:
                continue
        return None

    def serve(self, near):
        far = self.reach()
        if not far:
            near.close()
            return
        for s in (near, far):
            s.settimeout(20)
        with self.lock:
            self.ways |= {near, far}
        back = threading.Thread(target=self.pump, args=(far, near), daemon=True)
        back.start()
        self.pump(near, far)
        back.join()
        with self.lock:
            self.ways -= {near, far}
        near.close()
        far.close()

    def pump(self, a, b):
        try:
            while True:
                data = a.recv(65536)
                if not data:
                    break
                b.sendall(data)
        except OSError:
            pass
        for s in (a, b):
            try:
                s.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def drop(self):
        with self.lock:
            for s in self.ways:
                try:
                    s.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass

    def end(self):
        self.listener.close()
        self.drop()


class Player(threading.Thread):
    """Plays both seats of one game, each request by a connection of its own."""

    def __init__(self, proxy, way, number):
        super().__init__(daemon=True)
        self.proxy, self.way = proxy, way
        made, seats, watch = new_game(proxy, dice=way)
        self.game, self.seats, self.watch = made["game"], seats, watch.token
        self.holders = [Holder(s, 2000 if way == "interactive" else 1) for s in seats] if way != "fair" else []
        self.rng, self.taken, self.done, self.failed = random.Random(number), [], False, 0

    def run(self):
        while not self.done:
            try:
                self.step()
            except Exception:  # refused, cut, hung, half an answer: somebody else is asked next
                self.failed += 1
                time.sleep(0.05)
            for s in self.seats:
                s.close()
            time.sleep(self.rng.uniform(0, 0.03 * GAMES))

    def step(self):
        r = self.seats[0].get(self.seats[0].at("view"))
        if r.status != 200 or r.json["over"]:
            self.failed += r.status != 200
            return time.sleep(0.1)
        q = r.json["question"]
        if q.get("shares"):
            for h in self.holders:
                h.give(q)
            return None
        me = self.seats[q["seat"]]
        offers = me.get(me.at("offers"))
        if offers.status != 200 or not offers.json["offers"] or offers.json["number"] != q["number"]:
            return None
        act = self.rng.choice(offers.json["offers"])["act"]
        r = me.answer(q["number"], act)
        if r.status == 200:
            self.taken.append((q["number"], act))
        return None


@unittest.skipIf(WHY_NOT, WHY_NOT)
class Spaces(unittest.TestCase):
    def setUp(self):
        self.undo, self.said = [], ""
        try:
            self.build()
        except BaseException:
            self.tearDown()
            raise

    def build(self):
        do("ip", "link", "set", "lo", "up")
        do("ip", "link", "add", "hub", "type", "bridge")
        do("ip", "addr", "add", NET + "1/24", "dev", "hub")
        do("ip", "link", "set", "hub", "up")
        self.undo.append(lambda: do("ip", "link", "del", "hub"))
        self.spaces = [self.own(Space(n)) for n in (11, 12, 13)]
        self.home = self.own(Space(2))
        self.db = self.own(Database(self.home))
        self.servers = [self.own(Server("--rate", "0", "--work", "0", "--games", "0", "--connections", "0", "--idle", "5",
                                        "--bind", s.address, store=self.db.address, under=s.enter + QUIET))
                        for s in self.spaces]
        self.proxy = self.own(Proxy(self.servers))

    def own(self, thing):
        self.undo.append(thing.end)
        return thing

    def tearDown(self):
        for end in reversed(self.undo):
            try:
                end()
            except Exception as e:
                print("# while ending:", e)

    def last_words(self, server):
        with open(os.path.join(server.folder, "errors")) as f:
            return [x.strip() for x in f if not x.startswith("{") or '"bug"' in x][-20:]

    # --- Faults ---

    def fault(self, rng):
        for s in self.servers:
            self.assertIsNone(s.process.poll(), self.last_words(s))
        k = rng.randrange(3)
        s, space = self.servers[k], self.spaces[k]
        what = rng.choices(["kill", "stop", "cut off", "no database", "database restarted", "database killed",
                            "listeners ended", "connections dropped"], [4, 2, 4, 3, 1, 1, 3, 3])[0]
        wait = rng.uniform(0.1, 1) if rng.random() < 0.8 else rng.uniform(1, 4)
        if what == "kill":
            s.kill()
            time.sleep(min(wait, 0.5))
            s.start()
        elif what == "stop":
            self.assertEqual(s.stop(), 0, self.last_words(s))
            s.start()
        elif what == "cut off":
            space.cut(True)
            time.sleep(wait)
            space.cut(False)
        elif what == "no database":
            space.lose(self.home, True)
            time.sleep(wait)
            space.lose(self.home, False)
        elif what.startswith("database"):
            self.db.stop("fast" if what.endswith("restarted") else "immediate")
            self.db.start()
        elif what == "listeners ended":
            self.db.ask("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'")
        else:
            self.proxy.drop()
        return what

    # --- What must hold ---

    def well(self, server):
        try:
            return Client(server).raw("GET", "/healthz").status == 200
        except OSError:
            return False

    def lines(self, server, player):
        c = Seat(server, player.game, player.watch)
        r = c.get(c.at("lines"))
        c.close()
        self.assertEqual(r.status, 200, r.body[:300])
        return r.body

    def heals(self, players):
        """Seconds from the end of a fault until all three answer and show what was taken."""
        began = time.time()
        for p in players:
            taken = list(p.taken)
            for s in self.servers:
                try:
                    wait_until(lambda: self.shows(s, p, taken), 30)
                except AssertionError as e:
                    raise AssertionError("%s after 30 s: %s, last %s, %s" % (s.host, e, self.said, self.last_words(s))) from None
        return time.time() - began

    def shows(self, server, player, taken):
        try:
            lines = json.loads(self.lines(server, player))["lines"]
        except (OSError, AssertionError, ValueError, http.client.HTTPException) as e:
            self.said = repr(e)[:300]
            return False
        return holds(lines, taken, player.game)

    def alike(self, players):
        """Seconds until all three show the same of all games, now that nobody plays."""
        worst = 0
        for p in players:
            began = time.time()
            while len({self.lines(s, p) for s in self.servers}) > 1:
                self.assertLess(time.time() - began, 5)
            worst = max(worst, time.time() - began)
        return worst

    def test_nothing_acknowledged_is_lost(self):
        rng = random.Random(SEED)
        ways = ["committed", "fair", "committed", "interactive"]
        players = [Player(self.proxy, ways[i % 4], i) for i in range(GAMES)]
        for p in players:
            p.start()
        done, heals, began = [], [], time.time()
        while len(done) < FAULTS:
            time.sleep(rng.uniform(0.05, 0.4))
            done.append(self.fault(rng))
            if len(done) % min(20, FAULTS // 4) == 0:
                heals.append(self.heals(rng.sample(players, 2)))
            if len(done) % 100 == 0:
                print("# %d faults after %.0f s, %d acknowledged" % (
                    len(done), time.time() - began, sum(len(p.taken) for p in players)), flush=True)
        for s in self.servers:
            wait_until(lambda: self.well(s), 30)
        healed, known = time.time(), sum(len(p.taken) for p in players)
        while sum(len(p.taken) for p in players) < known + GAMES and time.time() < healed + 20:
            time.sleep(0.02)  # they go on by themselves
        goes_on = time.time() - healed
        for p in players:
            p.done = True
        for p in players:
            p.join(60)
        worst = self.alike(players)
        answers = sum(len(p.taken) for p in players)
        faces = self.check(players)
        print("# %d faults in %.0f s (%s); %d games, %d acknowledged, %d failed requests; all three show what was "
              "taken %.2f s after a fault (median, at most %.1f), the same of all games after %.2f s, %d faces verified; "
              "as many answers as games %.1f s after the last fault" % (
                  FAULTS, healed - began, ", ".join("%s %d" % (x, done.count(x)) for x in sorted(set(done))), GAMES,
                  answers, sum(p.failed for p in players), sorted(heals)[len(heals) // 2], max(heals), worst,
                  faces, goes_on))
        self.assertGreater(answers, 2 * FAULTS)
        self.assertLess(worst, 1)
        self.assertLess(sorted(heals)[len(heals) // 2], 5)  # a busy machine and a debug build included

    def check(self, players):
        """What was taken stands where it was taken; every face of every record is verified."""
        folder = tempfile.mkdtemp(prefix="tricorne-records-")
        self.undo.append(lambda: shutil.rmtree(folder))
        names = []
        for p in players:
            lines = json.loads(self.lines(self.servers[0], p))["lines"]
            self.assertTrue(holds(lines, p.taken, p.game))
            self.assertEqual(len({number for number, _ in p.taken}), len(p.taken), "one winner a line")
            seat = Seat(self.servers[1], p.game, p.seats[0].token)
            if not seat.view()["over"]:
                self.assertEqual(seat.do("resign").status, 200)
            names.append(os.path.join(folder, p.game + ".jsonl"))
            r = Seat(self.servers[2], p.game, p.watch).get("games/%s/record" % p.game)
            self.assertEqual(r.status, 200, r.body[:300])
            with open(names[-1], "wb") as f:
                f.write(r.body)
        said = subprocess.run([table.PROGRAM, "--data", table.DATA, "verify"] + names, capture_output=True, text=True)
        self.assertEqual(said.returncode, 0, said.stdout + said.stderr)
        told = re.findall("faces verified: (\\d+) of (\\d+)", said.stdout)
        self.assertEqual(len(told), len(players))
        for a, b in told:
            self.assertEqual(a, b, said.stdout)
        return sum(int(a) for a, _ in told)


if __name__ == "__main__":
    table.main()
