#!/usr/bin/env python3
"""A battle looked back upon (`GET review`), and computers that are told to move now (`POST now`)."""
import time
import unittest

from table import Client, Seat, Server, main, new_game, play, wait_until


class WithServer(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server("--rate", "0", "--work", "0")

    @classmethod
    def tearDownClass(cls):
        cls.server.end()

    def refused(self, r, status, code):
        self.assertEqual((r.status, r.json["error"]["code"]), (status, code), r.body)


class Review(WithServer):
    def test_not_before_it_is_over(self):
        made, seats, watch = new_game(self.server)
        for who in seats + [watch]:
            self.refused(who.get(who.at("review")), 403, "turn")
        stranger = Seat(self.server, made["game"], "x" * 32)
        self.assertEqual(stranger.get(stranger.at("review")).status, 401)
        nobody = Client(self.server)
        self.assertEqual(nobody.get("games/%s/review" % made["game"]).status, 401)

    def test_turn_by_turn(self):
        made, seats, watch = new_game(self.server)
        while not seats[0].view()["scene"]["status"].startswith("Turn 3") and play(seats, 10):
            pass
        self.assertEqual(seats[1].do("resign").status, 200)
        told = [who.get(who.at("review")) for who in seats + [watch]]
        self.assertEqual([r.status for r in told], [200] * 3)
        review = told[0].json["review"]
        self.assertEqual([r.json["review"] for r in told], [review] * 3)
        self.assertEqual(review["side"], "allied")
        self.assertEqual(review["courses"], 0)  # without chances: they are asked line by line
        turns = review["turns"]
        self.assertGreaterEqual(len(turns), 2)
        self.assertEqual([t["turn"] for t in turns], sorted({t["turn"] for t in turns}))
        self.assertEqual([t["line"] for t in turns], sorted({t["line"] for t in turns}))
        for t in turns:
            self.assertEqual([s["side"] for s in t["sides"]], ["allied", "french"])
            self.assertIsNone(t["chance"])
            stood = watch.get(watch.at("outlook?line=%d" % t["line"]))
            self.assertEqual(stood.status, 200, stood.body)
        # It is worked out from the record: the same after the game was put away.
        self.server.stop()
        self.server.start()
        self.assertEqual(watch.get(watch.at("review")).json["review"], review)


class Now(WithServer):
    def seconds(self, hurry):
        """How long twenty lines of a battle take against a computer with ten seconds a turn, told to move now or not."""
        made, seats, watch = new_game(self.server, kinds=("level-4:turn=10000", "person"), seed="%032x" % 5)
        mine = seats[1]
        began = time.monotonic()
        stream = mine.stream()
        wait_until(lambda: mine.view()["lines"] > 1, 120)
        if hurry:
            self.assertEqual(mine.do("now").status, 200)
        end = time.time() + 120
        while time.time() < end and mine.view()["lines"] < 20:
            q = mine.view()["question"]
            if q["kind"] == "question" and q["seat"] == 1:
                o = mine.offers()
                mine.answer(o["number"], o["offers"][0]["act"])
            time.sleep(0.02)
        self.assertGreaterEqual(mine.view()["lines"], 20)
        took = time.monotonic() - began
        stream.close()
        self.assertEqual(mine.do("resign").status, 200)
        return took

    def test_it_stops_thinking(self):
        pairs = [(self.seconds(False), self.seconds(True)) for _ in range(3)]  # what else runs here may slow one of them
        self.assertLess(sum(told for _, told in pairs), sum(slow for slow, _ in pairs), pairs)

    def test_not_by_the_enemy(self):
        """A computer that sits in for a person is hurried by that side alone."""
        made, seats, watch = new_game(self.server)
        self.assertEqual(seats[0].do("sit-in", {"player": "level-4:turn=10000"}).status, 200)
        self.assertEqual(seats[0].do("now").json["seats"], [0])
        self.assertEqual(seats[1].do("now").json["seats"], [1])
        made, seats, watch = new_game(self.server, kinds=("person", "level-4:turn=10000"))
        self.assertEqual(seats[0].do("now").json["seats"], [0, 1])

    def test_only_for_those_who_sit(self):
        made, seats, watch = new_game(self.server, kinds=("person", "level-1"))
        self.assertEqual(seats[0].do("now").status, 200)  # nobody thinks: nothing to hurry, and no fault
        self.refused(watch.do("now"), 403, "turn")
        r = seats[0].do("now", {"seat": 1})
        self.refused(r, 400, "key")
        self.assertEqual(r.json["error"]["text"], 'There is no key "seat" here; there may be none.')
        self.assertEqual(Client(self.server).post("games/%s/now" % made["game"]).status, 401)


if __name__ == "__main__":
    main()
