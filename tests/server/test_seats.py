#!/usr/bin/env python3
"""Seats are taken by invitation, once; links to watch can be ended."""
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

    def test_the_maker_is_told(self):
        made, maker, guest = self.make()
        maker.view()
        st = maker.stream()
        guest.do("join")
        n = st.next("note")
        while n[2]["kind"] != "join" or n[2]["seat"] != 1:
            n = st.next("note")
        st.close()


if __name__ == "__main__":
    table.main()
