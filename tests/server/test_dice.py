#!/usr/bin/env python3
"""Dice nobody has to trust: shares over HTTP, records that prove every face, and a hundred ways
to falsify them."""
import copy
import json
import os
import random
import subprocess
import tempfile
import unittest

import dice
from dice import Bad, Holder, check
from table import DATA, PROGRAM, Server, main, new_game, scenario_sides


def battle(server, way, kinds=("person", "person"), seed=1, most=200, undo=0, stop=True, scenario="minden/first-battle"):
    """Play with dice by shares until the end, or resign; gives the watcher and the holders."""
    made, seats, watcher = new_game(server, scenario, kinds, dice=way)
    holders = [Holder(s, 300 if way == "interactive" else 1) for s in seats if s]
    rng = random.Random(seed)
    for n in range(most):
        question = holders[0].seat.view()["question"]
        while any(h.give(question) for h in holders):
            question = holders[0].seat.view()["question"]
        if question["kind"] == "over":
            break
        if question["kind"] == "shares":
            continue
        mover = next((h for h in holders if h.number == question["seat"]), None)
        if not mover:
            continue
        offers = mover.seat.offers()
        act = rng.choice(offers["offers"])["act"]
        body = {"number": offers["number"], "act": act}
        if way == "interactive" and rng.random() < 0.5:
            mover.left -= 1
            body["link"] = mover.chain[mover.left].hex()
        r = mover.seat.do("answer", body)
        assert r.status == 200, (r.status, r.body)
        if undo and n % undo == undo - 1:
            question = r.json["question"]
            while any(h.give(question) for h in holders):
                question = holders[0].seat.view()["question"]
            mover.seat.do("undo", {})
            other = [h for h in holders if h is not mover]
            if other:
                other[0].seat.do("consent", {"what": "undo", "yes": True})
    if stop and holders[0].seat.view()["over"] is None:
        r = holders[0].seat.do("resign")
        assert r.status == 200, (r.status, r.body)
    return watcher, holders


def verify(text, *options):
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as f:
        f.write(text)
        f.flush()
        done = subprocess.run([PROGRAM, "--data", DATA, "verify", f.name, *options],
                              capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def verify_all(texts):
    """The sentence about each of many records, by one program; None: it does not replay."""
    with tempfile.TemporaryDirectory() as folder:
        names = [os.path.join(folder, "%d.jsonl" % i) for i in range(len(texts))]
        for name, text in zip(names, texts):
            with open(name, "w") as f:
                f.write(text)
        done = subprocess.run([PROGRAM, "--data", DATA, "verify", *names], capture_output=True, text=True)
    said = dict(x.split(": ", 1) for x in done.stdout.splitlines())
    failed = [x for x in done.stderr.splitlines() if x.startswith("tricorne: ")]
    assert len(said) + len(failed) == len(names), (len(said), len(failed), done.stderr[-500:])
    return [said.get(name) for name in names]


class Shares(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server("--rate", "0")

    @classmethod
    def tearDownClass(cls):
        cls.server.end()

    def proved(self, watcher):
        text = watcher.get(watcher.at("record")).body.decode()
        verified, forced, faces = check(text)
        self.assertGreater(faces, 20)
        self.assertEqual((verified, forced), (faces, 0))
        code, said = verify(text)
        self.assertIn("faces verified: %d of %d" % (faces, faces), said)
        self.assertEqual(code, 0, said)
        return text

    def test_committed(self):
        watcher, _ = battle(self.server, "committed", undo=9)
        self.proved(watcher)

    def test_interactive(self):
        watcher, _ = battle(self.server, "interactive", undo=9)
        self.proved(watcher)

    def test_against_a_computer(self):
        watcher, _ = battle(self.server, "committed", ("person", "level-1"), most=120)
        self.proved(watcher)
        watcher, _ = battle(self.server, "interactive", ("person", "level-1"), most=120)
        self.proved(watcher)

    def test_other_systems(self):
        for scenario in ("reason/learning", "bayonet/learning", "pistolado/first-speech", "malbrook/first-command"):
            watcher, _ = battle(self.server, "committed", scenario=scenario, most=150)
            text = watcher.get(watcher.at("record")).body.decode()
            verified, _, faces = check(text)
            self.assertEqual(verified, faces)
            self.assertEqual(verify(text)[0], 0, verify(text)[1])

    def test_another_server_rolls_alike(self):
        """The host's secret lies in the store: after a kill the same dice fall."""
        with Server("--rate", "0") as s:
            made, seats, watcher = new_game(s, dice="committed")
            holders = [Holder(x) for x in seats]
            rng = random.Random(3)
            for n in range(60):
                question = holders[0].seat.view()["question"]
                while any(h.give(question) for h in holders):
                    question = holders[0].seat.view()["question"]
                mover = holders[question["seat"]]
                offers = mover.seat.offers()
                mover.seat.answer(offers["number"], rng.choice(offers["offers"])["act"])
                if n % 12 == 11:
                    for x in seats + [watcher]:
                        x.close()
                    s.kill()
                    s.start()
            holders[0].seat.do("resign")
            text = watcher.get(watcher.at("record")).body.decode()
            verified, _, faces = check(text)
            self.assertGreater(faces, 3)
            self.assertEqual(verified, faces)

    def test_what_is_refused(self):
        made, seats, watcher = new_game(self.server, dice="committed")
        a, b = (Holder(s) for s in seats)
        game = a.game
        self.assertEqual(watcher.do("commit", {"commit": "0" * 64}).status, 403)
        self.assertEqual(seats[0].do("commit", {"commit": "xyz"}).status, 400)
        self.assertEqual(seats[0].do("commit", {}).status, 400)
        self.assertEqual(a.commit().status, 200)
        self.assertEqual(a.commit().status, 409)
        self.assertEqual(seats[1].do("commit", {"commit": a.chain[-1].hex()}).status, 400)
        self.assertEqual(seats[0].do("link", {"link": a.chain[0].hex()}).status, 409)
        self.assertEqual(b.commit().status, 200)
        self.assertEqual(seats[0].do("link", {"link": b.chain[0].hex()}).status, 400)
        self.assertEqual(seats[0].do("link", {"link": a.chain[0].hex()}).status, 200)
        self.assertEqual(seats[0].do("link", {"link": a.chain[0].hex()}).status, 409)
        self.assertEqual(seats[0].do("dice", {"number": 1, "faces": [6]}).status in (403, 409), True)
        fair, fair_seats, _ = new_game(self.server)
        self.assertEqual(fair_seats[0].do("commit", {"commit": "0" * 64}).status, 409)
        r = a.seat.post("games", {"scenario": "minden/first-battle", "dice": "committed", "seed": "0" * 32})
        self.assertEqual(r.status, 400)

    def test_waits_for_the_other(self):
        """Until all have given their shares no die falls; the view says who is waited for."""
        made, seats, watcher = new_game(self.server, dice="committed")
        a, b = (Holder(s) for s in seats)
        a.commit()
        rng = random.Random(1)
        for _ in range(300):
            question = a.seat.view()["question"]
            if question["kind"] == "shares":
                break
            mover = (a, b)[question["seat"]]
            offers = mover.seat.offers()
            mover.seat.answer(offers["number"], rng.choice(offers["offers"])["act"])
        self.assertEqual(question["kind"], "shares")
        self.assertEqual(question["shares"], {"what": "commit", "owes": [1]})
        self.assertEqual(a.seat.view()["pledge"]["owes"], [1])
        stream = a.seat.stream()
        b.commit()
        b.link()
        self.assertEqual(a.seat.view()["question"]["shares"], {"what": "link", "owes": [0]})
        r = a.link()
        self.assertEqual(r.status, 200)
        self.assertTrue(any(e["kind"] in ("die", "pool") for e in r.json["news"]))
        stream.close()

    def test_branch(self):
        """A branch goes on with dice of its own; what fell before is not called verified."""
        watcher, holders = battle(self.server, "committed", ("person", "level-1"), most=60)
        text = watcher.get(watcher.at("record")).body.decode()
        lines = [json.loads(x) for x in text.split("\n") if x][1:]
        line = max(x["n"] for x in lines if "act" in x)
        r = holders[0].seat.do("branch", {"line": line})
        while r.status == 409 and line > 0:
            line -= 1
            r = holders[0].seat.do("branch", {"line": line})
        self.assertEqual(r.status, 201, r.body)
        from table import Seat
        seat = Seat(self.server, r.json["game"], next(s["token"] for s in r.json["seats"] if "token" in s))
        self.assertEqual(seat.view()["dice"], "fair")
        seat.do("resign")
        code, said = verify(seat.get(seat.at("record")).body.decode())
        self.assertEqual(code, 1, said)
        self.assertIn("NOT verified", said)
        self.assertIn("branched", said)


class Secrets(unittest.TestCase):
    def test_nothing_is_told_early(self):
        """No reply to anybody holds the host's secret while the battle goes on."""
        import sqlite3
        with Server("--rate", "0") as s:
            watcher, holders = battle(s, "interactive", most=60, stop=False)
            db = sqlite3.connect(s.store)
            secret = db.execute("SELECT text FROM seed").fetchone()[0]
            self.assertEqual(len(secret), 64)
            for who in [holders[0].seat, holders[1].seat, watcher]:
                for what in ("view", "log", "lines", "record", "scene?line=3"):
                    self.assertNotIn(secret, who.get(who.at(what)).body.decode())
            holders[0].seat.do("resign")
            self.assertIn(secret, watcher.get(watcher.at("record")).body.decode())


def chained(lines):
    """The same lines with their chain made anew, as somebody who falsifies would."""
    out = [json.dumps(lines[0], separators=(",", ":"), ensure_ascii=False)]
    chain = dice.h(bytes(32), out[0].encode())
    for x in lines[1:]:
        x = dict(x, prev=chain.hex())
        out.append(json.dumps(x, separators=(",", ":"), ensure_ascii=False))
        chain = dice.h(chain, out[-1].encode())
    return "\n".join(out) + "\n"


def plain(lines):
    return "".join(json.dumps(x, separators=(",", ":"), ensure_ascii=False) + "\n" for x in lines)


class Tampering(unittest.TestCase):
    """Each kind is tried with the chain left as it was and with the chain made anew."""

    @classmethod
    def setUpClass(cls):
        with Server("--rate", "0") as s:
            cls.text = {}
            for way in ("committed", "interactive"):
                watcher, _ = battle(s, way, undo=11, most=150)
                cls.text[way] = watcher.get(watcher.at("record")).body.decode()
            made, seats, w = new_game(s, dice="fair")
            from table import play
            play(seats, 150, random.Random(5))
            seats[0].do("resign")
            cls.text["fair"] = w.get(w.at("record")).body.decode()

    def kinds(self, way):
        """name -> function that changes a list of lines; each is another way to falsify."""
        lines = [json.loads(x) for x in self.text[way].split("\n") if x]
        rolled = [i for i, x in enumerate(lines) if x.get("faces") and i > 1]
        many = [i for i in rolled if len(set(lines[i]["faces"])) > 1]
        acts = [i for i, x in enumerate(lines) if "act" in x]
        out = {}

        def kind(name):
            def keep(f):
                out[name] = f
                return f
            return keep

        def number(lines):
            for i, x in enumerate(lines[1:]):
                x["n"] = i

        for where, i in (("first", rolled[0]), ("middle", rolled[len(rolled) // 2]), ("last", rolled[-1])):
            @kind("another face, %s roll" % where)
            def _(a, i=i):
                a[i]["faces"][-1] = a[i]["faces"][-1] % 6 + 1

            @kind("a face more, %s roll" % where)
            def _(a, i=i):
                a[i]["faces"].append(3)

            @kind("a face less, %s roll" % where)
            def _(a, i=i):
                a[i]["faces"].pop()

            @kind("another place, %s roll" % where)
            def _(a, i=i):
                a[i]["draw"] += 1

            @kind("said to be forced, %s roll" % where)
            def _(a, i=i):
                a[i]["faces"][0] = a[i]["faces"][0] % 6 + 1
                a[i]["forced"] = 1

            @kind("line left out, %s roll" % where)
            def _(a, i=i):
                del a[i]
                number(a)

            @kind("line twice, %s roll" % where)
            def _(a, i=i):
                a.insert(i, copy.deepcopy(a[i]))
                number(a)

            @kind("line left out with its number, %s roll" % where)
            def _(a, i=i):
                del a[i]

            @kind("lines in another order, %s roll" % where)
            def _(a, i=i):
                a[i], a[i - 1] = a[i - 1], a[i]
                number(a)

            @kind("another hash, %s roll" % where)
            def _(a, i=i):
                a[i]["hash"] = "0" * 16
        if many:
            @kind("faces swapped")
            def _(a):
                f = a[many[0]]["faces"]
                k = next(k for k in range(1, len(f)) if f[k] != f[0])
                f[0], f[k] = f[k], f[0]

            @kind("faces turned round")
            def _(a):
                a[many[-1]]["faces"].sort(reverse=a[many[-1]]["faces"] == sorted(a[many[-1]]["faces"]))

        @kind("faces of two rolls exchanged")
        def _(a):
            i, k = next((i, k) for i in rolled for k in rolled if a[i]["faces"] != a[k]["faces"])
            a[i]["faces"], a[k]["faces"] = a[k]["faces"], a[i]["faces"]
        for where, i in (("first", acts[0]), ("middle", acts[len(acts) // 2]), ("last", acts[-1])):
            @kind("another act, %s answer" % where)
            def _(a, i=i):
                others = [a[k]["act"] for k in acts if a[k]["act"] != a[i]["act"]]
                a[i]["act"] = others[0]

            @kind("another seat, %s answer" % where)
            def _(a, i=i):
                a[i]["seat"] = 1 - a[i]["seat"]

            @kind("another side, %s answer" % where)
            def _(a, i=i):
                sides = a[0]["sides"]
                a[i]["side"] = sides[1 - sides.index(a[i]["side"])]

            @kind("another question, %s answer" % where)
            def _(a, i=i):
                a[i]["question"] = "nothing"

            @kind("answer left out, %s" % where)
            def _(a, i=i):
                del a[i]
                number(a)

            @kind("a key more, %s answer" % where)
            def _(a, i=i):
                a[i]["luck"] = 1

        @kind("all faces of a roll made the highest")
        def _(a):
            i = next(i for i in rolled if set(a[i]["faces"]) != {6})
            a[i]["faces"] = [6] * len(a[i]["faces"])

        @kind("a roll moved to the line before")
        def _(a):
            i = rolled[len(rolled) // 3]
            k = max(k for k in acts if k < i)
            a[k]["faces"], a[i]["faces"] = a[k]["faces"] + a[i]["faces"], []

        @kind("an undo put in")
        def _(a):
            i = acts[len(acts) // 2]
            a.insert(i + 1, {"n": 0, "undo": a[i]["n"], "hash": a[i]["hash"]})
            number(a)

        @kind("a change by an umpire put in")
        def _(a):
            a.insert(acts[-1], {"n": 0, "adjust": [["turn", "1"]], "hash": a[acts[-1]]["hash"]})
            number(a)

        @kind("a seed put in")
        def _(a):
            a.insert(acts[0], {"n": 0, "seed": "0123456789abcdef" * 2, "from": 0})
            number(a)

        @kind("the end twice")
        def _(a):
            a.append(dict(a[-1], n=len(a) - 1))

        @kind("a number that is a word")
        def _(a):
            a[acts[0]]["n"] = str(a[acts[0]]["n"])

        @kind("a face that is no face")
        def _(a):
            a[rolled[0]]["faces"][0] = 7

        @kind("the dice typed, said in the header")
        def _(a):
            a[0]["dice"] = "typed"

        @kind("another book")
        def _(a):
            a[0]["book"] = "0" * 16

        @kind("cut in the middle of the battle")
        def _(a):
            del a[rolled[-1] + 1:]

        @kind("the last line left out")
        def _(a):
            del a[-1]

        @kind("a line behind the end")
        def _(a):
            a.append(dict(a[acts[-1]], n=len(a) - 1))

        @kind("the winner changed")
        def _(a):
            sides = a[0]["sides"]
            a[-1]["winner"] = sides[1 - sides.index(a[-1]["winner"])] if a[-1]["winner"] else sides[0]
        if any("undo" in x for x in lines):
            u = next(i for i, x in enumerate(lines) if "undo" in x)

            @kind("an undo left out")
            def _(a):
                del a[u]
                number(a)

            @kind("an undo of another line")
            def _(a):
                a[u]["undo"] -= 1

            @kind("said to be by consent, or not")
            def _(a):
                a[u]["undo"] = a[u]["n"]
        if way == "fair":
            s = next(i for i, x in enumerate(lines) if "seed" in x)

            @kind("another seed")
            def _(a):
                a[s]["seed"] = "0123456789abcdef" * 2

            @kind("the seed left out")
            def _(a):
                del a[s]
                number(a)

            @kind("the seed for a part only")
            def _(a):
                a[s]["from"] = a[rolled[0]]["n"] + 1

            return out
        commits = [i for i, x in enumerate(lines) if "commit" in x]
        links = [i for i, x in enumerate(lines) if "link" in x]
        host = next(i for i, x in enumerate(lines) if "host" in x and i > 0)
        for k, i in enumerate(commits):
            @kind("another commitment, seat %d" % k)
            def _(a, i=i):
                a[i]["commit"] = "ab" * 32

            @kind("commitment left out, seat %d" % k)
            def _(a, i=i):
                del a[i]
                number(a)

            @kind("commitment twice, seat %d" % k)
            def _(a, i=i):
                a.insert(i, copy.deepcopy(a[i]))
                number(a)

            @kind("commitment of another seat, %d" % k)
            def _(a, i=i):
                a[i]["seat"] = 1 - a[i]["seat"]

            @kind("commitment too short, %d" % k)
            def _(a, i=i):
                a[i]["commit"] = a[i]["commit"][:-2]

        @kind("commitment copied")
        def _(a):
            a[commits[1]]["commit"] = a[commits[0]]["commit"]

        @kind("commitment and secret copied")
        def _(a):
            a[commits[1]]["commit"] = a[commits[0]]["commit"]
            first = {a[i]["seat"]: a[i]["link"] for i in reversed(links)}
            for i in links:
                if a[i]["seat"] == 1:
                    a[i]["link"] = first[0]

        @kind("the host's commitment copied")
        def _(a):
            a[commits[0]]["commit"] = a[0]["host"]
        for where, i in (("first", links[0]), ("last", links[-1])):
            @kind("forged secret, %s" % where)
            def _(a, i=i):
                a[i]["link"] = "cd" * 32

            @kind("secret of another seat, %s" % where)
            def _(a, i=i):
                a[i]["seat"] = 1 - a[i]["seat"]

            @kind("secret left out, %s" % where)
            def _(a, i=i):
                if "act" in a[i]:
                    del a[i]["link"]
                    a[i]["faces"] = a[i]["faces"] or [1]
                else:
                    del a[i]
                    number(a)

        @kind("own commitment and secret chosen afterwards")
        def _(a):
            mine = a[commits[0]]["seat"]
            links = [i for i, x in enumerate(a) if x.get("link") and x["seat"] == mine]
            link = bytes(32)
            for i in reversed(links):
                a[i]["link"] = link.hex()
                link = dice.step(a[0]["game"], mine, link)
            a[commits[0]]["commit"] = link.hex()

        @kind("the host's commitment and secret chosen afterwards")
        def _(a):
            a[host]["host"] = "11" * 32
            a[0]["host"] = dice.host_commit(a[0]["game"], bytes.fromhex("11" * 32)).hex()

        @kind("forged secret of the host")
        def _(a):
            a[host]["host"] = "22" * 32

        @kind("secret of the host left out")
        def _(a):
            del a[host]
            number(a)

        @kind("secret of the host too early")
        def _(a):
            a.insert(rolled[0], a.pop(host))
            number(a)

        @kind("another host's commitment")
        def _(a):
            a[0]["host"] = "33" * 32

        @kind("another name of the game")
        def _(a):
            a[0]["game"] = "another"

        @kind("said to be fair")
        def _(a):
            a[0]["dice"] = "fair"

        @kind("said to be the other way")
        def _(a):
            a[0]["dice"] = {"committed": "interactive", "interactive": "committed"}[way]
            if way == "interactive":
                return
            a[rolled[-1]]["faces"][0] = a[rolled[-1]]["faces"][0] % 6 + 1

        @kind("a person said to be a computer")
        def _(a):
            a[0]["seats"][0]["kind"] = "level-1"

        @kind("the host's secret told twice")
        def _(a):
            a.insert(host, copy.deepcopy(a[host]))
            number(a)

        @kind("a commitment after the first die")
        def _(a):
            a.insert(rolled[1], a.pop(commits[0]))
            number(a)

        @kind("a secret after the first die")
        def _(a):
            i = next(i for i in links if "act" not in a[i])
            a.insert(rolled[1], dict(a.pop(i), faces=[]))
            number(a)

        @kind("the secrets of the seats exchanged")
        def _(a):
            i, k = (next(i for i in links if a[i]["seat"] == s) for s in (0, 1))
            a[i]["link"], a[k]["link"] = a[k]["link"], a[i]["link"]

        @kind("a secret of a third seat")
        def _(a):
            a[links[0]]["seat"] = 2

        @kind("the host's secret told as a player's")
        def _(a):
            a[links[0]]["link"] = a[host]["host"]

        @kind("other dice named")
        def _(a):
            a[rolled[0]]["rolled"][0][1] = "d100"

        @kind("fewer dice named")
        def _(a):
            a[rolled[0]]["rolled"][0][0] += 1

        @kind("no dice named")
        def _(a):
            del a[rolled[0]]["rolled"]
        return out

    def test_a_hundred_kinds(self):
        tries = []
        for way, text in self.text.items():
            self.assertEqual(verify(text)[0], 0, verify(text)[1])
            lines = [json.loads(x) for x in text.split("\n") if x]
            if way != "fair":
                self.assertEqual(chained(lines), text, "the checker's chain is the program's")
            for name, change in self.kinds(way).items():
                changed = copy.deepcopy(lines)
                change(changed)
                self.assertNotEqual(changed, lines, name)
                tries.append((way, name, False, plain(changed)))
                if way != "fair":
                    tries.append((way, name, True, chained(changed)))
        names = {name for _, name, _, _ in tries}
        self.assertGreaterEqual(len(names), 100)
        print("# %d kinds, %d records" % (len(names), len(tries)))
        silent, only_seen = [], set()
        for (way, name, anew, form), said in zip(tries, verify_all([x[3] for x in tries])):
            caught = said is None or "NOT verified" in said or "missing" in said
            told = "typed or forced" in said and ("forced" in name or "typed" in name) if said else False
            told = told or (way == "fair" and ", not over," in (said or ""))
            # Fair dice have no chain: an answer that changed nothing may be gone without a trace.
            if not caught and not told and (way == "fair" or anew and self.shown(self.text[way], form)):
                only_seen.add(name)
            elif not caught and not told:
                silent.append((way, name, anew, said))
        self.assertEqual(silent, [])
        # Who knows all secrets may write down another end behind the last die, in which everything
        # fits; that the players saw this one is proved by the chain they were shown.
        ends = {"answer left out, last", "another act, last answer"}
        for text in self.text.values():  # where the last answer rolled, its line is that of the last roll
            lines = [json.loads(x) for x in text.split("\n") if x]
            if [x for x in lines if "act" in x][-1].get("faces"):
                ends.add("line left out, last roll")
        self.assertLessEqual(only_seen, ends)

    def test_the_first_misfit_is_named(self):
        """Whatever does not fit, the sentence says in which line of the file."""
        for way in ("committed", "interactive", "fair"):
            lines = [json.loads(x) for x in self.text[way].split("\n") if x]
            rolls = [i for i, x in enumerate(lines) if x.get("faces") and i > 1]
            for i in (rolls[0], rolls[len(rolls) // 2], rolls[-1]):
                changed = copy.deepcopy(lines)
                for k in (i, rolls[-1]):  # two are wrong: the first is named
                    changed[k]["faces"][0] = changed[k]["faces"][0] % 6 + 1
                changed[i]["hash"] = lines[i]["hash"]
                code, said = verify(plain(changed) if way == "fair" else chained(changed))
                self.assertEqual(code, 1)
                self.assertRegex(said, "line %d: (Face \\d+ of this line|A face is not the one|The position after this line|The line has|draw)" % (i + 1))
            cut = copy.deepcopy(lines)
            if way != "fair":  # a hole has a place too
                del cut[next(i for i, x in enumerate(cut) if "host" in x and i > 0):]
                first = next(i for i, x in enumerate(cut) if x.get("faces"))
                self.assertIn("the first in line %d " % (first + 1), verify(chained(cut))[1])

    def test_typed_passed_off(self):
        """Typed dice are counted as such, and cannot be passed off as others."""
        with Server("--rate", "0") as s:
            made, seats, watch = new_game(s, dice="typed")
            rng, done = random.Random(2), 0
            while done < 40:
                q = seats[0].view()["question"]
                if q["kind"] == "dice":
                    r = seats[0].do("dice", {"number": q["number"], "faces": [rng.randint(1, 6) for _ in range(q["dice"])]})
                else:
                    o = seats[q["seat"]].offers()
                    r = seats[q["seat"]].answer(o["number"], rng.choice(o["offers"])["act"])
                self.assertEqual(r.status, 200, r.body)
                done += 1
            seats[0].do("resign")
            text = watch.get(watch.at("record")).body.decode()
        code, said = verify(text)
        typed = int(said.split("typed or forced: ")[1].split(".")[0])
        self.assertEqual(code, 0, said)
        self.assertIn("faces verified: 0 of %d" % typed, said)
        self.assertGreater(typed, 3)
        lines = [json.loads(x) for x in text.split("\n") if x]
        for dice_word in ("fair", "seeded", "committed", "interactive"):
            for share in (False, True):
                changed = copy.deepcopy(lines)
                changed[0]["dice"] = dice_word
                if share:
                    changed[0].update(game="abc", host=dice.host_commit("abc", bytes(32)).hex())
                for form in (plain(changed), chained(changed)):
                    code, said = verify(form)
                    self.assertTrue(code == 1 or "typed or forced: %d" % typed in said, (dice_word, said))

    def shown(self, text, form):
        """Is the other record caught by what a player was shown of the true one?"""
        raw = [x for x in text.encode().split(b"\n") if x]
        chain = dice.h(bytes(32), raw[0])
        for x in raw[1:]:
            chain = dice.h(chain, x)
        return verify(form, "--seen", "%d:%s" % (len(raw) - 2, chain.hex()[:16]))[0] == 1

    def test_whitespace_and_order(self):
        """The same objects written otherwise are not the same record."""
        text = self.text["committed"]
        lines = text.split("\n")
        lines[3] = lines[3].replace('{"n":', '{ "n":', 1)
        self.assertEqual(verify("\n".join(lines))[0], 1)

    def test_seen(self):
        """A record made anew from end to end is consistent; what a player was shown is not."""
        text = self.text["committed"]
        raw = [x for x in text.encode().split(b"\n") if x]
        chain = dice.h(bytes(32), raw[0])
        for x in raw[1:11]:
            chain = dice.h(chain, x)
        self.assertEqual(verify(text, "--seen", "9:" + chain.hex()[:16])[0], 0)
        code, said = verify(text, "--seen", "9:" + "0" * 16)
        self.assertEqual(code, 1)
        self.assertIn("not the battle you were shown", said)

    def test_two_checkers_agree(self):
        for way in ("committed", "interactive"):
            verified, forced, faces = check(self.text[way])
            self.assertIn("faces verified: %d of %d" % (verified, faces), verify(self.text[way])[1])
            lines = [json.loads(x) for x in self.text[way].split("\n") if x]
            roll = next(i for i, x in enumerate(lines) if x.get("faces") and i > 1)
            lines[roll]["faces"][0] = lines[roll]["faces"][0] % 6 + 1
            with self.assertRaises(Bad):
                check(chained(lines))


if __name__ == "__main__":
    main()
