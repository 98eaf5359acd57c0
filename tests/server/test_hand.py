#!/usr/bin/env python3
"""The umpire's hand: who holds the seats of all persons corrects the position."""
import json
import unittest

from table import Client, Seat, Server, main


class Hand(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server("--rate", "0")

    @classmethod
    def tearDownClass(cls):
        cls.server.end()

    def table(self, seats=None):
        body = {"scenario": "minden/first-battle", "dice": "fair"}
        if seats:
            body["seats"] = seats
        r = Client(self.server).post("games", body)
        self.assertEqual(r.status, 201, r.body)
        made = r.json
        first = Seat(self.server, made["game"], made["seats"][0]["token"])
        return made, first

    def other(self, made):
        r = Seat(self.server, made["game"], made["seats"][1]["invite"]).do("join")
        self.assertEqual(r.status, 200, r.body)
        return r.json["token"]

    def refused(self, r, status, code):
        self.assertEqual((r.status, r.json["error"]["code"]), (status, code), r.body)

    @staticmethod
    def at(seat, key):
        return next((p["x"], p["y"]) for p in seat.view()["scene"]["pieces"] if p["key"] == key)

    def wish(self, seat, **more):
        return {"number": seat.view()["question"]["number"], "reason": "measured at the table",
                "changes": [["units.jaegers.x", "11"], ["units.jaegers.y", "16"]], **more}

    def test_all_seats_are_needed(self):
        made, first = self.table()
        self.refused(first.do("adjust", self.wish(first)), 403, "turn")
        token = self.other(made)
        self.refused(first.do("adjust", self.wish(first)), 403, "turn")
        stranger, _ = self.table()
        self.refused(first.do("adjust", self.wish(first, tokens=[stranger["seats"][0]["token"]])),
                     403, "turn")
        r = first.do("adjust", self.wish(first, tokens=[token]))
        self.assertEqual(r.status, 200, r.body)
        self.assertEqual(self.at(first, "jaegers"), (11000, 16000))
        told = [e for e in first.view()["log"] if e.get("kind") == "adjust"]
        self.assertIn("measured at the table", told[0]["text"])
        # it is in the record and comes back after a restart
        self.server.stop()
        self.server.start()
        self.assertEqual(self.at(first, "jaegers"), (11000, 16000))

    def test_alone_against_computers(self):
        _, first = self.table([{"side": "allied", "kind": "person"},
                               {"side": "french", "kind": "level-1"}])
        self.assertEqual(first.do("adjust", self.wish(first)).status, 200)

    def test_no_more_than_two_hundred(self):
        """Each is tried, and tried again whenever the game is read: a record full of them holds a processor for minutes."""
        made, first = self.table()
        tokens = [self.other(made)]
        self.assertEqual(first.do("adjust", self.wish(first, tokens=tokens)).status, 200)
        lines = first.get(first.at("record")).body.decode().splitlines()
        hand = json.loads(lines[-1])

        def bring(n, word="adjust"):
            more = [json.dumps(dict(hand, n=hand["n"] + 1 + k)).replace("adjust", word) for k in range(n - 1)]
            return Client(self.server).post("records", {"record": "\n".join(lines + more) + "\n"})
        self.refused(bring(201), 400, "full")
        self.refused(bring(201, "\\u0061djust"), 400, "full")
        r = bring(200)
        self.assertEqual(r.status, 201, r.body)
        seat = Seat(self.server, r.json["game"], r.json["seats"][0]["token"])
        other = Seat(self.server, r.json["game"], r.json["seats"][1]["invite"]).do("join").json["token"]
        self.refused(seat.do("adjust", self.wish(seat, tokens=[other])), 400, "full")

    def test_bad_requests_change_nothing(self):
        made, first = self.table()
        tokens = [self.other(made)]
        before = first.view()["lines"]
        for wrong, status in (({"changes": []}, 400), ({"changes": "x"}, 400),
                              ({"changes": [["units.jaegers.x"]]}, 400),
                              ({"changes": [["units.jaegers.x", 11]]}, 400),
                              ({"changes": [["a" * 96, "1"]]}, 400),
                              ({"changes": [["units.nobody.x", "1"]]}, 400),
                              ({"changes": [["units.jaegers.x", "1"]] * 41}, 400),
                              ({"reason": ""}, 400), ({"reason": "x" * 201}, 400),
                              ({"tokens": ["short"]}, 400), ({"tokens": "x"}, 400),
                              ({"number": before + 7}, 409)):
            r = first.do("adjust", {**self.wish(first, tokens=tokens), **wrong})
            self.assertEqual(r.status, status, (wrong, r.body))
        self.refused(first.do("adjust", self.wish(first, tokens=tokens, changes=[
            ["units.20th-foot.x", "20.5"], ["units.20th-foot.y", "12"]])), 422, "illegal")
        self.assertEqual(first.view()["lines"], before)


if __name__ == "__main__":
    main()
