#!/usr/bin/env python3
"""Several servers on one PostgreSQL database, and a database that fails them;
tools/with-postgres starts it and names it in TRICORNE_POSTGRES."""
import json
import os
import random
import re
import signal
import subprocess
import tempfile
import threading
import time
import unittest
import urllib.parse

import table
from table import Client, Seat, Server, new_game, play, wait_until

POSTGRES = os.environ["TRICORNE_POSTGRES"]


def sql(text):
    done = subprocess.run(["psql", "-XAtq", "-d", POSTGRES, "-c", text], capture_output=True,
                          text=True, check=True)
    return done.stdout.strip()


def there(server, seats):
    """The same seats through another server."""
    return [Seat(server, s.game, s.token) for s in seats if s]


def metric(server, name):
    text = Client(server).raw("GET", "/metrics").body.decode()
    return int(re.search("^tricorne_%s (\\d+)$" % name, text, re.M).group(1))


def replay(record):
    """(exit code, what it says) of tricorne replay."""
    with tempfile.NamedTemporaryFile("wb", suffix=".jsonl") as f:
        f.write(record)
        f.flush()
        done = subprocess.run([table.PROGRAM, "--data", table.DATA, "replay", f.name],
                              capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def in_turn(pairs, most, rng):
    """Answers through one server after another; gives how many."""
    done = 0
    for _ in range(4 * most):
        if done == most:
            break
        seats = pairs[done % len(pairs)]
        q = seats[0].view()["question"]
        if q["kind"] != "question":
            break
        s = seats[q["seat"]]
        r = s.answer(q["number"], rng.choice(s.offers()["offers"])["act"])
        assert r.status == 200, (r.status, r.body)
        done += 1
    return done


class Two(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.a = Server("--rate", "0", store=POSTGRES)
        cls.b = Server("--rate", "0", store=POSTGRES)

    @classmethod
    def tearDownClass(cls):
        cls.a.end()
        cls.b.end()

    def test_a_read_is_current(self):
        """What one has acknowledged the other shows at once, not when it hears of it."""
        made, here, watch = new_game(self.a)
        other = there(self.b, here)
        for i in range(40):
            in_turn([here if i % 2 else other], 1, random.Random(i))
            n = (here if i % 2 else other)[0].view()["lines"]
            self.assertEqual((other if i % 2 else here)[0].view()["lines"], n)

    def test_added_lines_are_taken_up_from_where_one_stands(self):
        made, here, watch = new_game(self.a)
        other = Seat(self.b, made["game"], watch.token)
        st = other.stream()
        st.next("here")
        before = metric(self.b, "games_loaded_total")
        in_turn([here], 30, random.Random(5))
        n = here[0].view()["lines"]
        while st.next("line")[2]["line"] < n - 1:
            pass
        self.assertEqual(metric(self.b, "games_loaded_total"), before)
        for what in ("lines", "log", "record"):
            a, b = watch.get(watch.at(what)), other.get(other.at(what))
            self.assertEqual(a.body, b.body, what)

    def test_undo_and_secrets_cross_over(self):
        """Lines of every kind are taken up: answers, undo, secret orders, positions."""
        made, here, watch = new_game(self.a, scenario="pistolado/first-speech")
        other = there(self.b, here)
        rng = random.Random(8)
        for i in range(30):
            in_turn([here if i % 3 else other], 1, rng)
            if i % 7 == 6:
                (other if i % 2 else here)[0].do("undo")
            for s, t in zip(here, other):
                self.assertEqual(s.get(s.at("lines")).body, t.get(t.at("lines")).body)
                self.assertEqual(s.view()["question"], t.view()["question"])

    def test_revoking_ends_streams_everywhere(self):
        made, here, watch = new_game(self.a)
        other = there(self.b, here)
        mine, dead = other[1].stream(), other[0].stream()
        dead.next("here")
        fresh = here[0].do("revoke", {"seat": 0}).json["token"]
        dead.next("closed", 5)
        self.assertEqual(other[0].get(other[0].at("view")).status, 401)
        here[1].do("chat", {"text": "still here"})
        while mine.next("note", 5)[2]["text"] != "still here":
            pass
        self.assertEqual(Seat(self.b, made["game"], fresh).view()["seat"], 0)

    def test_the_dice_are_rolled_from_one_seed(self):
        """Through both in turn, put away, stopped and killed: one seed, and it is published."""
        c = Server("--rate", "0", "--idle", "1", store=POSTGRES)
        self.addCleanup(c.end)
        made, here, watch = new_game(self.a, scenario="minden/first-battle")
        ways = [here, there(self.b, here), there(c, here)]
        rng = random.Random(9)
        in_turn(ways, 20, rng)
        c.kill()
        c.start()
        wait_until(lambda: metric(c, "games") == 0)
        ways[2] = there(c, here)
        in_turn(ways, 20, rng)
        self.assertEqual(here[0].do("resign").status, 200)
        record = watch.get(watch.at("record")).body
        lines = [json.loads(x) for x in record.splitlines()[1:]]
        self.assertEqual(len([x for x in lines if "seed" in x]), 1)
        faces = sum(len(x.get("faces", [])) for x in lines)
        self.assertGreater(faces, 20)
        places = [x["draw"] + i for x in lines if "draw" in x for i in range(len(x["faces"]))]
        self.assertEqual(places, list(range(faces)))
        code, said = replay(record)
        self.assertEqual(code, 0, said)
        self.assertIn("faces verified: %d of %d," % (faces, faces), said)

    def test_a_seed_that_cannot_be_read_is_not_replaced(self):
        """The store answers with the lines and not with the seed: no dice until it does."""
        made, here, watch = new_game(self.a, scenario="minden/first-battle")
        other = there(self.b, here)
        in_turn([here], 12, random.Random(4))
        lock = subprocess.Popen(["psql", "-XAtq", "-d", POSTGRES], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                text=True)
        self.addCleanup(lock.communicate)
        lock.stdin.write("BEGIN; LOCK TABLE seed; SELECT 'held';\n")
        lock.stdin.flush()
        self.assertEqual(lock.stdout.readline(), "held\n")
        self.assertEqual(other[0].get(other[0].at("view")).status, 503)
        lock.stdin.write("ROLLBACK; SELECT 'free';\n")
        lock.stdin.flush()
        self.assertEqual(lock.stdout.readline(), "free\n")
        wait_until(lambda: other[0].get(other[0].at("view")).status == 200, 10)
        in_turn([other, here], 12, random.Random(5))
        self.assertEqual(here[0].do("resign").status, 200)
        code, said = replay(watch.get(watch.at("record")).body)
        self.assertEqual(code, 0, said)
        verified, faces = re.search("faces verified: (\\d+) of (\\d+)", said).groups()
        self.assertEqual(verified, faces, said)
        self.assertGreater(int(faces), 5)

    def test_the_seed_is_nowhere_until_the_end(self):
        made, here, watch = new_game(self.a)
        in_turn([here, there(self.b, here)], 10, random.Random(3))
        seed = sql("SELECT text FROM seed WHERE game = '%s'" % made["game"])
        self.assertRegex(seed, "^[0-9a-f]{32}$")
        for s in here + [watch]:
            for what in ("view", "log", "lines", "record"):
                self.assertNotIn(seed, s.get(s.at(what)).body.decode())

    def test_resign_here_and_answer_there(self):
        """Both may be acknowledged only if the record has both, the resignation last."""
        both = 0
        for i in range(30):
            made, here, watch = new_game(self.a)
            other = there(self.b, here)
            other[0].view()
            q = here[0].view()["question"]
            act = here[q["seat"]].offers()["offers"][0]["act"]
            got = {}
            threads = [
                threading.Thread(target=lambda: got.update(r=here[1 - q["seat"]].do("resign"))),
                threading.Thread(target=lambda: got.update(
                    a=other[q["seat"]].answer(q["number"], act)))]
            for t in threads:
                t.start()
            for t in threads:
                t.join()
            self.assertEqual(got["r"].status, 200, got["r"].body)
            self.assertIn(got["a"].status, (200, 409))
            lines = [json.loads(x) for x in watch.get(watch.at("record")).body.splitlines()[1:]]
            self.assertEqual(lines[-1].get("stop"), "resign")
            self.assertEqual(any("act" in x for x in lines), got["a"].status == 200)
            both += got["a"].status == 200
            for s in (here[0], other[0]):
                self.assertEqual(s.view()["over"]["by"], "resign")
                self.assertEqual(s.do("resign").status, 409)

    def test_consent_here_and_answer_there(self):
        """An offer to take back, or of a draw, is tied to the line it was made at."""
        made, here, watch = new_game(self.a)
        other = there(self.b, here)
        in_turn([here], 6, random.Random(4))
        lines = [json.loads(x) for x in watch.get(watch.at("record")).body.splitlines()[1:]]
        k = [x["seat"] for x in lines if "act" in x][-1]
        r = here[k].do("undo")
        if r.json.get("asked"):
            self.assertEqual(other[0].view()["pending"]["undo"], {"seat": k})
            in_turn([other], 1, random.Random(4))
            self.assertIsNone(here[0].view()["pending"]["undo"])
            r = here[1 - k].do("consent", {"what": "undo", "yes": True})
            self.assertEqual(r.status, 409)
        here[0].do("draw")
        r = other[1].do("consent", {"what": "draw", "yes": True})
        self.assertEqual(r.json["over"]["by"], "draw")
        self.assertEqual(here[0].view()["over"]["by"], "draw")
        record = watch.get(watch.at("record")).body
        self.assertEqual(json.loads(record.splitlines()[-1])["stop"], "draw")
        self.assertEqual(replay(record)[0], 0)


class Apart(unittest.TestCase):
    def test_servers_with_the_same_number_hear_each_other(self):
        """As in containers, where each is process 1."""
        under = ["unshare", "--pid", "--fork", "--kill-child"]
        if subprocess.run(under + ["true"], capture_output=True).returncode:
            self.skipTest("no namespaces here")
        a = Server("--rate", "0", store=POSTGRES, under=under)
        b = Server("--rate", "0", store=POSTGRES, under=under)
        self.addCleanup(a.kill)  # unshare itself takes no SIGTERM
        self.addCleanup(b.kill)
        made, here, watch = new_game(a)
        st = Seat(b, made["game"], watch.token).stream()
        st.next("here")
        in_turn([here], 6, random.Random(1))
        n = here[0].view()["lines"]
        while st.next("line", 5)[2]["line"] < n - 1:
            pass

    def test_stopped_while_others_write(self):
        """News that come while a server stops find no pool that is gone."""
        first = Server("--rate", "0", "--work", "0", store=POSTGRES)
        self.addCleanup(first.end)
        games, done = [new_game(first) for _ in range(6)], []

        def answer(seats, n):
            while not done:
                try:
                    play(seats, 5, random.Random(n))
                    seats[0].do("undo", {"number": seats[0].view()["question"]["number"]})
                except (AssertionError, OSError):
                    pass
        threads = [threading.Thread(target=answer, args=(g[1], i), daemon=True) for i, g in enumerate(games)]
        for t in threads:
            t.start()
        try:
            for _ in range(8):
                s = Server("--rate", "0", store=POSTGRES, under=["env", "MALLOC_PERTURB_=165"])
                streams = [Seat(s, made["game"], w.token).stream() for made, _, w in games]
                time.sleep(0.2)
                self.assertEqual(s.stop(), 0)
                for st in streams:
                    st.close()
                s.end()
        finally:
            done.append(True)
        for t in threads:
            t.join(20)

    def test_a_lost_ear_is_made_good(self):
        with Server("--rate", "0", store=POSTGRES) as a, \
                Server("--rate", "0", store=POSTGRES) as b:
            made, here, watch = new_game(a)
            st = Seat(b, made["game"], watch.token).stream()
            st.next("here")
            sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE query LIKE 'LISTEN%'")
            in_turn([here], 3, random.Random(1))
            n = here[0].view()["lines"]
            while st.next("line", 10)[2]["line"] < n - 1:
                pass


def processes():
    """The database and its children."""
    folder = urllib.parse.unquote(POSTGRES.split("host=")[1])
    with open(os.path.join(folder, "data", "postmaster.pid")) as f:
        top = int(f.readline())
    found = [top]
    for p in os.listdir("/proc"):
        if p.isdigit():
            try:
                with open("/proc/%s/stat" % p) as f:
                    if int(f.read().rsplit(")", 1)[1].split()[1]) == top:
                        found.append(int(p))
            except (OSError, ValueError):
                pass
    return found


class Hanging(unittest.TestCase):
    def test_a_database_that_hangs(self):
        """503 within 5 seconds; health and figures answer always; well again by itself."""
        with Server("--rate", "0", store=POSTGRES) as a:
            made, here, watch = new_game(a)
            st = watch.stream()
            st.next("here")
            in_turn([here], 4, random.Random(1))
            q = here[0].view()["question"]
            act = here[q["seat"]].offers()["offers"][0]["act"]
            held = processes()
            for p in held:
                os.kill(p, signal.SIGSTOP)
            try:
                got = self.ask_all(a, watch, here, q, act)
                quick = self.timed(lambda: Client(a).raw("GET", "/metrics"))
                health = self.timed(lambda: Client(a).raw("GET", "/healthz"))
                players = self.timed(lambda: Client(a).get("players"))
            finally:
                for p in held:
                    os.kill(p, signal.SIGCONT)
            self.assertEqual({s for s, _ in got}, {503})
            self.assertLess(max(t for _, t in got), 5)
            self.assertEqual(quick[0], 200)
            self.assertEqual(health[0], 503)
            self.assertEqual(players[0], 200)
            self.assertLess(max(quick[1], health[1], players[1]), 3)
            wait_until(lambda: Client(a).raw("GET", "/healthz").status == 200, 10)
            wait_until(lambda: watch.get(watch.at("view")).status == 200, 10)
            in_turn([here], 5, random.Random(2))
            self.assertEqual(replay(watch.get(watch.at("record")).body)[0], 0)

    def timed(self, what):
        start = time.time()
        return what().status, time.time() - start

    def ask_all(self, a, watch, here, q, act):
        """40 requests at once, an answer among them: (status, seconds) of each."""
        got = []

        def view():
            got.append(self.timed(lambda: Seat(a, watch.game, watch.token).get(
                watch.at("view"))))

        def answer():
            got.append(self.timed(lambda: here[q["seat"]].answer(q["number"], act)))
        threads = [threading.Thread(target=view) for _ in range(39)]
        threads.append(threading.Thread(target=answer))
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        return got


if __name__ == "__main__":
    table.main()
