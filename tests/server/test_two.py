#!/usr/bin/env python3
"""Two servers on one PostgreSQL database; tools/with-postgres starts it and names it in
TRICORNE_POSTGRES."""
import os
import random
import subprocess
import threading
import time
import unittest

import table
from table import Client, Seat, Server, new_game, play, wait_until

POSTGRES = os.environ["TRICORNE_POSTGRES"]


def store(*args):
    r = subprocess.run([table.PROGRAM, "--data", table.DATA, "store", *args],
                       capture_output=True, text=True)
    return r.returncode, r.stdout + r.stderr


class Two(unittest.TestCase):
    """Two servers on one database."""

    @classmethod
    def setUpClass(cls):
        cls.a = Server("--rate", "0", store=POSTGRES)
        cls.b = Server("--rate", "0", store=POSTGRES)

    @classmethod
    def tearDownClass(cls):
        cls.a.end()
        cls.b.end()

    def pair(self, **k):
        made, seats, watch = new_game(self.a, **k)
        other = [Seat(self.b, made["game"], s.token) for s in seats if s]
        return made, seats, other, Seat(self.b, made["game"], watch.token)

    def test_news_cross_over(self):
        made, mine, theirs, watch = self.pair()
        st = watch.stream()
        st.next("here")
        play(mine, 15, random.Random(1))
        n = mine[0].view()["lines"]
        got = [0]
        while got[-1] < n - 1:
            got.append(st.next("line")[2]["line"])
        self.assertEqual(sorted(set(got)), got)
        self.assertEqual(got[-1] + 1, n)
        mine[0].do("chat", {"text": "over here"})
        while st.next("note")[2]["text"] != "over here":
            pass

    def test_one_plays_here_the_other_there(self):
        made, mine, theirs, watch = self.pair()
        seats = [mine[0], theirs[1]]
        done = 0
        rng = random.Random(2)
        deadline = time.time() + 60
        while done < 60 and time.time() < deadline:
            for k in (0, 1):
                q = seats[k].view()["question"]
                if q["kind"] != "question" or q["seat"] != k:
                    continue
                done += self.answer_by_lot(seats[k], q["number"], rng) == 200
        self.assertGreaterEqual(done, 60)
        self.same(mine[0], theirs[0])

    def answer_by_lot(self, seat, number, rng):
        """The status: 200, or 403 or 409 where the question has been answered meanwhile."""
        r = seat.get(seat.at("offers"))
        if r.status == 200 and not r.json["offers"]:
            return 409  # the battle is over
        if r.status == 200:
            r = seat.answer(number, rng.choice(r.json["offers"])["act"])
        self.assertIn(r.status, (200, 403, 409), r.body)
        return r.status

    def same(self, a, b):
        wait_until(lambda: a.get(a.at("record")).body == b.get(b.at("record")).body, 60)

    def test_both_answer_the_same_question(self):
        made, mine, theirs, watch = self.pair()
        twice = 0
        for _ in range(25):
            q = mine[0].view()["question"]
            k = q["seat"]
            wait_until(lambda: theirs[0].view()["question"]["number"] == q["number"])
            acts = [o["act"] for o in mine[k].offers()["offers"]]
            got = []

            def shoot(s, i):
                got.append(s.answer(q["number"], acts[i % len(acts)]).status)
            threads = [threading.Thread(target=shoot, args=(s, i))
                       for i, s in enumerate((mine[k], theirs[k]))]
            for t in threads:
                t.start()
            for t in threads:
                t.join()
            self.assertEqual(sorted(got), [200, 409])
            twice += 1
        self.assertEqual(twice, 25)
        self.same(mine[0], theirs[0])

    def test_computer_seats_answer_once(self):
        made, mine, theirs, watch = self.pair(kinds=("person", "level-1"))
        st = watch.stream()
        st.next("here")
        here, there = mine[0], theirs[0]
        rng = random.Random(4)
        given = 0
        while given < 30:
            s = (here, there)[given % 2]
            v = wait_until(lambda: (lambda x: x if x["over"] or x["question"].get("seat") == 0
                                    else None)(s.view()), 60)
            if v["over"]:
                break
            r = self.answer_by_lot(s, v["question"]["number"], rng)
            given += r == 200  # else this server had not heard of the last answer yet
        self.same(here, there)
        n = there.view()["lines"]
        got = []
        while not got or got[-1] < n - 1:
            got.append(st.next("line")[2]["line"])
        self.assertEqual(got, list(range(got[0], got[0] + len(got))))

    def test_tokens_and_accounts_are_shared(self):
        made, mine, theirs, watch = self.pair()
        fresh = mine[0].do("revoke", {"seat": 0}).json["token"]
        self.assertEqual(theirs[0].get(theirs[0].at("view")).status, 401)
        self.assertEqual(Seat(self.b, made["game"], fresh).view()["seat"], 0)
        Client(self.a).post("accounts", {"name": "zoe", "password": "password of zoe"})
        r = Client(self.b).post("sessions", {"name": "zoe", "password": "password of zoe"})
        self.assertEqual(r.status, 201)

    def test_verify(self):
        made, mine, theirs, watch = self.pair()
        play(mine, 5)
        code, said = store("verify", POSTGRES)
        self.assertEqual(code, 0, said)
        self.assertIn(" 0 faults", said)

    def test_one_is_killed(self):
        c = Server("--rate", "0", store=POSTGRES)
        made, seats, watch = new_game(c, kinds=("person", "level-1"))
        play(seats, 6, random.Random(3))
        c.kill()
        s = Seat(self.a, made["game"], seats[0].token)
        wait_until(lambda: s.view()["question"].get("seat") == 0)
        self.assertEqual(play([s, None], 4, random.Random(3)), 4)
        self.assertEqual(store("verify", POSTGRES)[0], 0)


if __name__ == "__main__":
    table.main()
