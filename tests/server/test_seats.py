#!/usr/bin/env python3
"""Seats are taken by invitation, once; links to watch can be ended."""
import sqlite3
import threading
import unittest

import table
from table import Client, Seat, Server, scenario_sides, wait_until


class Seats(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server("--rate", "0")

    @classmethod
    def tearDownClass(cls):
        cls.server.end()

    def make(self):
        r = Client(self.server).post("games", {"scenario": "pistolado/first-speech"})
        self.assertEqual(r.status, 201, r.body)
        made = r.json
        maker = Seat(self.server, made["game"], made["seats"][0]["token"])
        return made, maker, Seat(self.server, made["game"], made["seats"][1]["invite"])

    def refused(self, r, status, code):
        self.assertEqual((r.status, r.json["error"]["code"]), (status, code), r.body)

    def taken(self, maker):
        return [s["taken"] for s in maker.view()["seats"]]

    def test_the_maker_holds_one_seat(self):
        made, maker, guest = self.make()
        texts = [s.get("token") for s in made["seats"]]
        self.assertEqual([t is None for t in texts], [False, True])
        self.assertEqual(self.taken(maker), [True, False])
        r = guest.do("join")
        self.assertEqual(r.status, 200, r.body)
        self.assertEqual((r.json["seat"], r.json["side"]), (1, made["seats"][1]["side"]))
        opponent = Seat(self.server, made["game"], r.json["token"])
        self.assertEqual(opponent.view()["seat"], 1)
        self.assertEqual(self.taken(maker), [True, True])
        self.assertNotIn(r.json["token"], str(made))
        # nothing the maker has opens the seat
        for what in ("lines", "view", "log", "record", "stream"):
            self.refused(guest.get(guest.at(what)), 401, "turn")
        self.refused(guest.do("resign"), 401, "turn")
        self.refused(guest.do("join"), 401, "turn")
        self.refused(maker.do("revoke", {"seat": 1}), 403, "turn")
        self.refused(maker.do("invite", {"seat": 1}), 409, "over")
        self.refused(maker.do("withdraw", {"seat": 1}), 409, "over")
        self.assertEqual(opponent.view()["seat"], 1)

    def test_an_invitation_is_for_joining_only(self):
        made, maker, guest = self.make()
        for what in ("view", "lines", "stream"):
            self.refused(guest.get(guest.at(what)), 403, "turn")
        for what in ("resign", "undo", "draw"):
            self.refused(guest.do(what), 403, "turn")
        self.refused(maker.do("join"), 403, "turn")
        watcher = Seat(self.server, made["game"], made["watch"])
        self.refused(watcher.do("join"), 403, "turn")
        self.refused(Seat(self.server, made["game"], "A" * 32).do("join"), 401, "turn")
        other = self.make()[0]["game"]
        self.refused(Seat(self.server, other, guest.token).do("join"), 403, "turn")

    def test_no_way_round_by_a_computer(self):
        """The maker cannot put a computer in the other's seat, nor take the seat from one."""
        made, maker, guest = self.make()
        opponent = Seat(self.server, made["game"], guest.do("join").json["token"])
        self.refused(maker.do("sit-in", {"seat": 1}), 403, "turn")
        self.assertEqual(opponent.do("sit-in", {"player": "level-1"}).status, 200)
        self.refused(maker.do("substitute", {"seat": 1}), 403, "turn")
        # an invitation of the holder's own is good until the holder comes back
        first = opponent.do("substitute", {"seat": 1}).json["invite"]
        self.assertEqual(opponent.do("resume").status, 200)
        self.refused(Seat(self.server, made["game"], first).do("join"), 401, "turn")
        self.assertEqual(opponent.do("sit-in", {"player": "level-1"}).status, 200)
        second = opponent.do("substitute", {"seat": 1}).json["invite"]
        third = Seat(self.server, made["game"], second).do("join")
        self.assertEqual(third.status, 200, third.body)
        self.assertEqual(opponent.get(opponent.at("view")).status, 401)

    def test_a_computer_in_a_seat_nobody_took(self):
        made, maker, guest = self.make()
        self.assertEqual(maker.do("sit-in", {"seat": 1, "player": "level-4-bold:turn=2000"}).status, 200)
        self.assertEqual(maker.view()["seats"][1]["kind"], "level-4-bold:turn=2000")
        self.assertEqual(guest.do("join").status, 200)  # the friend comes after all
        self.assertEqual(maker.view()["seats"][1]["kind"], "person")

    def test_withdraw_before_it_is_taken(self):
        made, maker, guest = self.make()
        self.refused(maker.do("withdraw", {"seat": 0}), 409, "over")
        self.refused(maker.do("withdraw", {"seat": 2}), 400, "range")
        self.assertEqual(maker.do("withdraw", {"seat": 1}).status, 200)
        self.refused(guest.do("join"), 401, "turn")
        r = maker.do("invite", {"seat": 1})
        self.assertEqual(r.status, 200, r.body)
        again = maker.do("invite", {"seat": 1}).json["invite"]
        self.refused(Seat(self.server, made["game"], r.json["invite"]).do("join"), 401, "turn")
        r = Seat(self.server, made["game"], again).do("join")
        self.assertEqual(r.status, 200, r.body)
        opponent = Seat(self.server, made["game"], r.json["token"])
        self.refused(opponent.do("invite", {"seat": 0}), 403, "turn")
        self.refused(opponent.do("withdraw", {"seat": 0}), 403, "turn")

    def test_of_many_who_join_one_sits(self):
        made, maker, guest = self.make()
        got = []

        def go():
            got.append(Seat(self.server, made["game"], guest.token).do("join").status)

        crowd = [threading.Thread(target=go) for _ in range(12)]
        for t in crowd:
            t.start()
        for t in crowd:
            t.join()
        self.assertEqual(sorted(got), [200] + [401] * 11)

    def test_three_people(self):
        sides = scenario_sides(self.server, "minden/first-battle")
        r = Client(self.server).post("games", {"scenario": "minden/first-battle", "seats": [
            {"side": sides[0], "kind": "level-1"}, {"side": sides[1]}, {"side": sides[1]}]})
        self.assertEqual(r.status, 201, r.body)
        seats = r.json["seats"]
        self.assertEqual([sorted(set(s) & {"token", "invite"}) for s in seats],
                         [[], ["token"], ["invite"]])
        third = table.sit_down(self.server, r.json["game"], seats[2])
        self.assertEqual(third.view()["seat"], 2)

    def test_the_maker_may_take_another_seat(self):
        c, body = Client(self.server), {"scenario": "minden/first-battle"}
        for bad in (2, -1, "1"):
            self.refused(c.post("games", dict(body, maker=bad)), 400, "range")
        sides = scenario_sides(self.server, "minden/first-battle")
        self.refused(c.post("games", dict(body, maker=1, seats=[
            {"side": sides[0]}, {"side": sides[1], "kind": "level-1"}])), 400, "range")
        made = c.post("games", dict(body, maker=1)).json
        maker = Seat(self.server, made["game"], made["seats"][1]["token"])
        self.assertTrue(maker.view()["maker"])
        self.assertEqual(maker.do("withdraw", {"seat": 0}).status, 200)
        self.refused(Seat(self.server, made["game"], made["seats"][0]["invite"]).do("join"),
                     401, "turn")

    def test_links_to_watch(self):
        made, maker, guest = self.make()
        first = Seat(self.server, made["game"], made["watch"])
        stream = first.stream()
        self.assertEqual(first.view()["seat"], -1)
        opponent = table.sit_down(self.server, made["game"], made["seats"][1])
        theirs = Seat(self.server, made["game"], opponent.do("watch", {}).json["watch"])
        self.assertEqual(theirs.view()["seat"], -1)
        self.refused(theirs.do("watch", {}), 403, "turn")
        self.refused(theirs.do("resign"), 403, "turn")
        fresh = maker.do("watch", {}).json["watch"]
        stream.next("closed")
        self.refused(first.get(first.at("view")), 401, "turn")
        self.assertEqual(Seat(self.server, made["game"], fresh).view()["seat"], -1)
        self.assertEqual(theirs.view()["seat"], -1)  # the other seat's link is its own
        r = opponent.do("watch", {"end": True})
        self.assertEqual((r.status, r.json.get("watch")), (200, None))
        self.refused(theirs.get(theirs.at("view")), 401, "turn")
        self.refused(opponent.do("watch", {"end": 1}), 400, "syntax")

    def test_answers_of_a_seat_that_is_known(self):
        """A seat that has answered is not looked up again; its commit sees what others changed."""
        made, seats, _ = table.new_game(self.server)
        table.play(seats, 12)
        q = seats[0].view()["question"]
        seat = seats[q["seat"]]
        act = seat.offers()["offers"][0]["act"]
        self.assertEqual(seat.answer(q["number"], act).status, 200)
        q = seats[0].view()["question"]
        seat = seats[q["seat"]]
        act = seat.offers()["offers"][0]["act"]
        hashed = "SELECT hash FROM token WHERE game = ? AND seat = ?", (made["game"], q["seat"])
        count = "UPDATE pulse SET rev = rev + 1, beside = beside + 1 WHERE game = ?", (made["game"],)
        with sqlite3.connect(self.server.store) as db:  # another program, which tells nobody
            old = db.execute(*hashed).fetchone()[0]
            db.execute("UPDATE token SET hash = ? WHERE hash = ?", ("0" * 64, old))
            db.execute(*count)
        db.close()
        self.refused(seat.answer(q["number"], act), 401, "turn")
        with sqlite3.connect(self.server.store) as db:
            db.execute("UPDATE token SET hash = ? WHERE hash = ?", (old, "0" * 64))
            db.execute(*count)
        db.close()
        self.assertEqual(seats[0].view()["question"]["number"], q["number"])
        self.assertEqual(seat.answer(q["number"], act).status, 200)
        self.refused(seat.answer(q["number"], act), 409, "stale")

    def test_the_maker_is_told(self):
        made, maker, guest = self.make()
        maker.view()
        st = maker.stream()
        guest.do("join")
        n = st.next("note")
        while n[2]["kind"] != "join" or n[2]["seat"] != 1:
            n = st.next("note")
        st.close()


class Again(unittest.TestCase):
    """Requests whose reply was lost are sent again with the same key, and carried out once."""
    KEY = "abcdefghijklmnopqrstuvwxyz-_0123"
    WISH = {"scenario": "minden/first-battle", "title": "once"}

    def setUp(self):
        self.server = Server("--games", "3")

    def tearDown(self):
        self.server.end()

    def games(self):
        db = sqlite3.connect(self.server.store)
        n = db.execute("SELECT count(*) FROM game").fetchone()[0]
        db.close()
        return n

    def make(self, **more):
        return Client(self.server).post("games", dict(self.WISH, **more))

    def test_a_new_game_is_made_once(self):
        first = self.make(key=self.KEY)
        self.assertEqual(first.status, 201, first.body)
        for _ in range(5):  # more than --games allows: they are not new
            again = self.make(key=self.KEY)
            self.assertEqual((again.status, again.json), (200, first.json))
        self.assertEqual(self.games(), 1)
        maker = Seat(self.server, first.json["game"], first.json["seats"][0]["token"])
        self.assertEqual(maker.view()["seat"], 0)
        self.server.stop()
        self.server.start()
        self.assertEqual(self.make(key=self.KEY).json, first.json)
        self.assertNotIn(self.KEY.encode(), open(self.server.store, "rb").read())
        other = self.make(key=self.KEY, title="twice")
        self.assertEqual((other.status, other.json["error"]["where"]), (409, "key"))
        self.assertEqual(self.make().status, 201)
        self.assertEqual(self.games(), 2)

    def test_at_the_same_moment(self):
        got = []
        crowd = [threading.Thread(target=lambda: got.append(self.make(key=self.KEY)))
                 for _ in range(3)]
        for t in crowd:
            t.start()
        for t in crowd:
            t.join()
        self.assertEqual(sorted(r.status for r in got), [200, 200, 201])
        self.assertEqual([r.json for r in got], [got[0].json] * 3)
        self.assertEqual(self.games(), 1)

    def test_keys_that_are_none(self):
        for bad in ("short", "a" * 31, "a" * 33, "a" * 31 + "\u00e4", 7, None, ["a" * 32]):
            r = self.make(key=bad)
            self.assertEqual((r.status, r.json["error"]["where"]), (400, "key"), bad)
        self.assertEqual(self.games(), 0)

    def test_a_dead_invitation_stays_dead(self):
        made = self.make(key=self.KEY).json
        maker = Seat(self.server, made["game"], made["seats"][0]["token"])
        guest = Seat(self.server, made["game"], made["seats"][1]["invite"])
        self.assertEqual(maker.do("withdraw", {"seat": 1}).status, 200)
        self.assertEqual(self.make(key=self.KEY).status, 200)
        self.assertEqual(guest.do("join").status, 401)

    def test_join(self):
        made = self.make().json
        guest = Seat(self.server, made["game"], made["seats"][1]["invite"])
        self.assertEqual(guest.do("join", {"key": "x"}).status, 400)
        first = guest.do("join", {"key": self.KEY})
        self.assertEqual(first.status, 200, first.body)
        again = guest.do("join", {"key": self.KEY})
        self.assertEqual((again.status, again.json), (200, first.json))
        self.assertEqual(guest.do("join", {"key": "z" * 32}).status, 401)
        self.assertEqual(guest.do("join").status, 401)
        seat = Seat(self.server, made["game"], first.json["token"])
        joins = [n for n in seat.view()["notes"] if n["kind"] == "join" and n["seat"] == 1]
        self.assertEqual(len(joins), 1)
        seat.do("revoke", {"seat": 1})
        self.assertEqual(guest.do("join", {"key": self.KEY}).status, 401)

    def test_branch(self):
        sides = scenario_sides(self.server, "minden/first-battle")
        made = self.make(seats=[{"side": sides[0]}, {"side": sides[1], "kind": "level-1"}]).json
        seat = Seat(self.server, made["game"], made["seats"][0]["token"])
        first = seat.do("branch", {"line": 0, "key": self.KEY})
        self.assertEqual(first.status, 201, first.body)
        again = seat.do("branch", {"line": 0, "key": self.KEY})
        self.assertEqual((again.status, again.json), (200, first.json))
        self.assertEqual(self.games(), 2)
        branch = Seat(self.server, first.json["game"], first.json["seats"][0]["token"])
        self.assertEqual(branch.view()["seat"], 0)


if __name__ == "__main__":
    table.main()
