#!/usr/bin/env python3
"""Clocks: by the move in days, by the side in minutes; what happens when time runs out.

Time is made to pass by changing the store: the same rows the server writes."""
import json
import random
import re
import socketserver
import sqlite3
import subprocess
import time
import unittest

import table
from table import Client, Seat, Server, new_game, play, wait_until
from test_notice import Relay, serve
from test_people import account

LIVE = {"minutes": 10, "increment": 5, "then": "forfeit"}
POST = {"days": 3, "then": "forfeit"}


def pass_time(server, game, seconds):
    """The clock of the game has run for so long already."""
    db = sqlite3.connect(server.store, timeout=20)
    text, = db.execute("SELECT text FROM setting WHERE game = ? AND name = 'time'", [game]).fetchone()
    t = json.loads(text)
    t["since"] -= seconds
    db.execute("UPDATE setting SET text = ? WHERE game = ? AND name = 'time'", [json.dumps(t), game])
    db.execute("UPDATE pulse SET rev = rev + 1, beside = beside + 1 WHERE game = ?", [game])
    db.execute("UPDATE due SET at = at - ? WHERE game = ?", [seconds, game])
    db.commit()
    db.close()


def answer(seats):
    play(seats, 1, random.Random(1))


class Clocks(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server("--rate", "0")

    @classmethod
    def tearDownClass(cls):
        cls.server.end()

    def game(self, clock, **more):
        made, seats, watch = new_game(self.server, clock=clock, **more)
        for s in seats:
            if s:
                s.view()
        return made, seats, watch

    def test_what_may_be_chosen(self):
        for bad in (3, {}, {"days": 3}, {"days": 0, "then": "forfeit"}, {"days": 31, "then": "forfeit"},
                    {"days": 3, "increment": 5, "then": "forfeit"}, {"minutes": 0, "then": "forfeit"},
                    {"minutes": 5, "increment": -1, "then": "forfeit"}, {"days": 3, "then": "shout"},
                    {"days": 3, "minutes": 5, "then": "forfeit"}, {"days": 1.5, "then": "forfeit"},
                    {"days": 3, "then": "forfeit", "x": 1}):
            r = Client(self.server).post("games", {"scenario": "minden/first-battle", "clock": bad})
            self.assertEqual(r.status, 400, (bad, r.body))
        made, seats, watch = self.game(None)
        self.assertIsNone(watch.view()["clock"])

    def test_minutes_and_increment(self):
        made, seats, watch = self.game(LIVE)
        c = watch.view()["clock"]
        self.assertEqual((c["minutes"], c["increment"], c["then"]), (10, 5, "forfeit"))
        side = c["running"]
        self.assertEqual(c["left"][1 - side], 600)
        self.assertIn(c["left"][side], (599, 600))
        st = watch.stream()
        st.next("here")
        pass_time(self.server, made["game"], 100)
        self.assertIn(watch.view()["clock"]["left"][side], (499, 500))
        answer(seats)
        left = watch.view()["clock"]["left"][side]
        self.assertIn(left, (503, 504, 505))  # less 100, and 5 for the move
        while "clock" not in st.next("line")[2]:
            pass

    def test_days_for_each_move(self):
        made, seats, watch = self.game(POST)
        side = watch.view()["clock"]["running"]
        pass_time(self.server, made["game"], 2 * 86400)
        self.assertLessEqual(watch.view()["clock"]["left"][side], 86400)
        answer(seats)
        c = watch.view()["clock"]
        self.assertGreater(c["left"][side], 3 * 86400 - 5)

    def test_time_begins_when_all_have_sat_down(self):
        r = Client(self.server).post("games", {"scenario": "minden/first-battle", "clock": LIVE}).json
        me = Seat(self.server, r["game"], r["seats"][0]["token"])
        self.assertIsNone(me.view()["clock"]["running"])
        guest = Seat(self.server, r["game"], r["seats"][1]["invite"])
        self.assertEqual(guest.do("join").status, 200)
        self.assertIsNotNone(me.view()["clock"]["running"])

    def test_warning_then_forfeit(self):
        made, seats, watch = self.game(LIVE)
        st = watch.stream()
        st.next("here")
        q = watch.view()["question"]
        pass_time(self.server, made["game"], 545)
        while True:
            note = st.next("note", 10)[2]
            if note["kind"] == "clock":
                break
        self.assertEqual(note["seat"], q["seat"])
        self.assertIsNone(watch.view()["over"])
        pass_time(self.server, made["game"], 60)
        over = wait_until(lambda: watch.view()["over"], 10)
        names = [s["side"] for s in made["seats"]]
        self.assertEqual(over, {"by": "forfeit", "ending": "out of time", "winner": names[1 - q["seat"]]})
        lines = [json.loads(x) for x in watch.get(watch.at("record")).body.splitlines()[1:]]
        self.assertEqual((lines[-1]["stop"], lines[-1]["seat"]), ("forfeit", q["seat"]))
        act = seats[q["seat"]].answer(q["number"], "pass")
        self.assertIn(act.status, (400, 409))
        log = watch.get(watch.at("log")).body.decode()
        self.assertIn("runs out of time", log)
        self.assertIsNone(watch.view()["clock"]["running"])
        self.assertEqual(self.server.verify()[0], 0)

    def test_a_computer_sits_in(self):
        made, seats, watch = self.game(dict(LIVE, then="computer"))
        q = watch.view()["question"]
        k = q["seat"]
        pass_time(self.server, made["game"], 700)
        wait_until(lambda: watch.view()["seats"][k]["kind"] == "level-2", 10)
        wait_until(lambda: watch.view()["question"].get("seat") == 1 - k, 30)
        v = watch.view()
        self.assertTrue(v["seats"][k]["sits_in"] and v["seats"][k]["late"])
        self.assertNotIn("sits_in", v["seats"][1 - k])
        self.assertIsNone(v["over"])
        r = seats[k].answer(v["question"]["number"], "pass")
        self.assertEqual(r.status, 403)
        # the computer's play cannot be taken back at will, nor the game deleted or branched
        r = seats[1 - k].do("undo")
        self.assertTrue(r.status == 409 or r.json.get("asked"), r.body)
        maker = 0
        if maker != k:
            self.assertEqual(seats[maker].do("delete").status, 403)
        self.assertEqual(seats[1 - k].do("branch", {"line": 0}).status, 403)
        # the other invites a substitute
        self.assertEqual(seats[1 - k].do("substitute", {"seat": 1 - k}).status, 403)
        invite = seats[1 - k].do("substitute", {"seat": k}).json["invite"]
        r = Seat(self.server, made["game"], invite).do("join")
        self.assertEqual(r.status, 200, r.body)
        self.assertEqual(seats[k].get(seats[k].at("view")).status, 401)
        seats[k] = Seat(self.server, made["game"], r.json["token"])
        self.assertEqual(seats[k].view()["seats"][k]["kind"], "person")
        self.assertGreater(seats[k].view()["clock"]["left"][k], 590)
        play(seats, 6, random.Random(2))

    def test_the_holder_comes_back(self):
        made, seats, watch = self.game({"days": 1, "then": "computer"})
        k = watch.view()["question"]["seat"]
        self.assertEqual(seats[k].do("resume").status, 403)
        pass_time(self.server, made["game"], 90000)
        wait_until(lambda: watch.view()["seats"][k]["kind"] == "level-2", 10)
        self.assertEqual(seats[k].do("resume").status, 200)
        self.assertEqual(watch.view()["seats"][k]["kind"], "person")
        self.assertGreater(watch.view()["clock"]["left"][k], 86000)  # all of a day again
        play(seats, 4, random.Random(2))

    def test_an_old_invitation_takes_nothing(self):
        """Who was invited while a computer sat there cannot take the seat from who came back."""
        made, seats, watch = self.game({"days": 1, "then": "computer"})
        k = watch.view()["question"]["seat"]
        pass_time(self.server, made["game"], 90000)
        wait_until(lambda: watch.view()["seats"][k]["kind"] == "level-2", 10)
        invite = seats[1 - k].do("substitute", {"seat": k}).json["invite"]
        self.assertEqual(seats[k].do("resume").status, 200)
        self.assertEqual(Seat(self.server, made["game"], invite).do("join").status, 401)
        self.assertEqual(seats[k].view()["seat"], k)

    def test_a_computer_earns_no_time(self):
        """Who lets a computer play and comes back has what was left, not full time."""
        made, seats, watch = self.game(LIVE)
        k = watch.view()["clock"]["running"]
        pass_time(self.server, made["game"], 400)
        self.assertEqual(seats[k].do("sit-in", {"player": "level-1"}).status, 200)
        self.assertIn(watch.view()["clock"]["left"][k], (198, 199, 200))
        self.assertEqual(seats[k].do("resume").status, 200)
        self.assertIn(watch.view()["clock"]["left"][k], range(190, 201))
        self.assertNotIn("late", watch.view()["seats"][k])

    def test_taking_back_earns_no_time(self):
        """The same answer given again and again: one increment, one move's days."""
        for clock in ({"minutes": 10, "increment": 60, "then": "forfeit"}, POST):
            made, seats, watch = self.game(clock)
            while True:  # to a question whose answer can be taken back at once
                q = watch.view()["question"]
                k = q["seat"]
                act = seats[k].offers()["offers"][0]["act"]
                self.assertEqual(seats[k].answer(q["number"], act).status, 200)
                r = seats[k].do("undo", {"number": watch.view()["question"]["number"]})
                if r.status == 200 and not r.json.get("asked"):
                    break
                for s in seats:
                    s.do("consent", {"what": "undo", "yes": False})
            pass_time(self.server, made["game"], 200)
            left = watch.view()["clock"]["left"][k]
            for again in range(4):
                self.assertEqual(seats[k].answer(seats[k].offers()["number"], act).status, 200)
                r = seats[k].do("undo", {"number": watch.view()["question"]["number"]})
                self.assertEqual(r.status, 200, r.body)
            self.assertLessEqual(watch.view()["clock"]["left"][k], left)
            self.assertGreater(watch.view()["clock"]["left"][k], left - 10)
            play(seats, 8, random.Random(3))  # those who go on are paid as before
            c = watch.view()["clock"]
            self.assertGreater(c["left"][k], left)

    def test_sitting_in_stops_no_clock(self):
        """A computer sits in and has not answered: who comes back has lost that time."""
        for again in range(10):  # a first answer it thinks about for seconds; it may be quicker all the same
            made, seats, watch = self.game(LIVE, scenario="pistolado/dreux-1562")
            q = watch.view()["question"]
            k = q["seat"]
            before = watch.view()["clock"]["left"][k]
            self.assertEqual(seats[k].do("sit-in", {"player": "level-4:turn=10000"}).status, 200)
            db = sqlite3.connect(self.server.store, timeout=20)
            text, = db.execute("SELECT text FROM setting WHERE game = ? AND name = 'time'", [made["game"]]).fetchone()
            t = json.loads(text)
            t["sat_at"] -= 300
            db.execute("UPDATE setting SET text = ? WHERE game = ? AND name = 'time'", [json.dumps(t), made["game"]])
            db.execute("UPDATE pulse SET rev = rev + 1, beside = beside + 1 WHERE game = ?", [made["game"]])
            db.commit()
            db.close()
            self.assertEqual(seats[k].do("resume").status, 200)
            if watch.view()["question"]["number"] == q["number"]:
                break
        self.assertEqual(watch.view()["question"]["number"], q["number"])
        self.assertIn(before - watch.view()["clock"]["left"][k], range(300, 320))

    def test_who_is_late_again_has_less_time(self):
        made, seats, watch = self.game({"minutes": 10, "then": "computer"}, scenario="bayonet/blenheim-1704")
        k = watch.view()["clock"]["running"]
        got = []
        for again in range(3):
            while watch.view()["question"]["seat"] != k:
                answer(seats)
            pass_time(self.server, made["game"], 700)
            wait_until(lambda: watch.view()["seats"][k].get("late"), 20)
            self.assertEqual(seats[k].do("resume").status, 200)
            got.append(watch.view()["clock"]["left"][k])
        self.assertTrue(got[0] > 590 and 290 < got[1] <= 300 and 140 < got[2] <= 150, got)

    def test_paused_while_the_server_is_down(self):
        with Server("--rate", "0") as s:
            made, seats, watch = new_game(s, clock=LIVE)
            for x in seats:
                x.view()
            side = watch.view()["clock"]["running"]
            s.stop()
            db = sqlite3.connect(s.store)  # the last sign of life was 5000 seconds ago
            db.execute("UPDATE about SET text = text - 5000 WHERE name = 'alive'")
            text, = db.execute("SELECT text FROM setting WHERE name = 'time'").fetchone()
            t = json.loads(text)
            t["since"] -= 5000
            db.execute("UPDATE setting SET text = ? WHERE name = 'time'", [json.dumps(t)])
            db.execute("UPDATE due SET at = at - 5000")
            db.commit()
            db.close()
            s.start()
            time.sleep(2)
            watch = Seat(s, made["game"], watch.token)
            self.assertIsNone(watch.view()["over"])
            self.assertGreater(watch.view()["clock"]["left"][side], 580)

    def test_clocks_of_adopted_games(self):
        """The record is another after `store adopt`, and time begins anew."""
        with Server("--rate", "0") as s:
            made, seats, watch = new_game(s, clock=POST)
            for x in seats:
                x.view()
            play(seats, 12)
            s.stop()
            db = sqlite3.connect(s.store)
            header, = db.execute("SELECT header FROM game").fetchone()
            db.execute("UPDATE game SET header = ?", [re.sub(r'"edition":\d+', '"edition":1', header)])
            db.commit()
            db.close()
            done = subprocess.run([table.PROGRAM, "--data", table.DATA, "store", "adopt", s.store, s.folder + "/were"],
                                  capture_output=True, text=True)
            self.assertIn("1 games go on", done.stdout + done.stderr)
            s.start()
            seats = [Seat(s, made["game"], x.token) for x in seats]
            side = seats[0].view()["clock"]["running"]
            if side is None:  # nobody has moved since
                play(seats, 1)
            for again in range(2):
                side = seats[0].view()["clock"]["running"]
                pass_time(s, made["game"], 2 * 86400)
                self.assertLessEqual(seats[0].view()["clock"]["left"][side], 86400)
                play(seats, 1)
                self.assertGreater(seats[0].view()["clock"]["left"][side], 3 * 86400 - 5)

    def test_a_game_nobody_looks_at(self):
        """Put away, restarted: time runs out all the same."""
        with Server("--rate", "0", "--idle", "1") as s:
            made, seats, watch = new_game(s, clock=POST)
            for x in seats:
                x.view()
            s.stop()
            pass_time(s, made["game"], 4 * 86400)
            s.start()
            db = sqlite3.connect(s.store)
            last = "SELECT text FROM line WHERE game = ? ORDER BY n DESC LIMIT 1"
            wait_until(lambda: "forfeit" in db.execute(last, [made["game"]]).fetchone()[0], 15)


class Mailed(unittest.TestCase):
    def test_a_warning_by_mail(self):
        relay = serve(socketserver.ThreadingTCPServer, Relay)
        with Server("--rate", "0", "--mail", "127.0.0.1:%d" % relay.server_address[1], "--from",
                    "war@example.org") as s:
            a = account(s, "anton")
            sqlite3.connect(s.store)
            a.put("me/notice", {"mail": "a@example.org"})
            wait_until(lambda: relay.mails)
            code = relay.mails.pop()["text"].split("#/confirm/")[1].split()[0]
            Client(s).post("mail/confirm", {"code": code})
            made, seats, watch = new_game(s, clock=POST)
            for x in seats:
                x.view()
            k = watch.view()["question"]["seat"]
            a.post("me/games", {"game": made["game"], "token": seats[k].token})
            pass_time(s, made["game"], 3 * 86400 - 3600)
            wait_until(lambda: any("running out" in m["text"] for m in relay.mails), 15)
        relay.shutdown()
        relay.server_close()


if __name__ == "__main__":
    table.main()
