#!/usr/bin/env python3
"""Several people a side: each leads commands, a computer or somebody else may take a seat."""
import unittest

from table import Client, Seat, Server, main, wait_until


class Command(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server("--rate", "0")

    @classmethod
    def tearDownClass(cls):
        cls.server.end()

    def four(self, scenario="minden/first-battle", sides=("allied", "french"), **more):
        seats = [{"side": s, "kind": "person", "name": f"{s} {i}"} for s in sides for i in (1, 2)]
        r = Client(self.server).post("games", {"scenario": scenario, "seats": seats,
                                               "dice": "fair", **more})
        self.assertEqual(r.status, 201, r.body)
        made, out = r.json, []
        for s in made["seats"]:
            token = s.get("token")
            if not token:
                token = Seat(self.server, made["game"], s["invite"]).do("join").json["token"]
            out.append(Seat(self.server, made["game"], token))
        return made, out

    def refused(self, r, status, code):
        self.assertEqual((r.status, r.json["error"]["code"]), (status, code), r.body)

    def test_commands_are_dealt_and_asked(self):
        for scenario, sides in (("minden/first-battle", ("allied", "french")),
                                ("bayonet/learning", ("allied", "french")),
                                ("malbrook/ramillies-1706", None),
                                ("reason/learning", ("prussian", "austrian"))):
            if sides is None:
                lists = Client(self.server).get("scenarios").json["scenarios"]
                info = [s for s in lists if s["id"].startswith("malbrook/ramillies")][0]
                scenario, sides = info["id"], [s["name"] for s in info["sides"]]
            _, seats = self.four(scenario, sides)
            led = [s.get("commands") or [] for s in seats[0].view()["seats"]]
            for side in (0, 2):
                a, b = ({c["command"] for c in led[side]}, {c["command"] for c in led[side + 1]})
                self.assertFalse(a & b, scenario)
                self.assertTrue(a, scenario)
            self.assertTrue(all(c["name"] for l in led for c in l), (scenario, led))

    def test_the_one_who_leads_it_is_asked(self):
        _, seats = self.four()
        led = [{c["command"] for c in s["commands"]} for s in seats[0].view()["seats"]]
        asked = set()
        for _ in range(60):
            q = seats[0].view()["question"]
            if q["kind"] != "question":
                break
            asked.add(q["seat"])
            me = seats[q["seat"]]
            offers = me.get(me.at("offers")).json["offers"]
            for i in {0, 1, 2, 3} - {q["seat"]}:  # nobody else may answer
                self.refused(seats[i].do("answer", {"number": q["number"],
                                                    "act": offers[0]["act"]}), 403, "turn")
            self.assertEqual(me.do("answer", {"number": q["number"],
                                              "act": offers[0]["act"]}).status, 200)
        self.assertGreaterEqual(len(asked), 3, led)

    def test_a_computer_sits_in_and_somebody_else_takes_over(self):
        made, seats = self.four()
        self.refused(seats[1].do("sit-in", {"seat": 2}), 403, "turn")
        self.refused(seats[0].do("sit-in", {"seat": 9}), 400, "range")
        self.refused(seats[0].do("sit-in", {"player": "program:ls"}), 400, "name")
        long = seats[0].do("sit-in", {"player": "level-4:turn=60000"})
        self.refused(long, 400, "name")
        self.assertIn("0 to 10000 milliseconds", long.json["error"]["text"])  # what is allowed
        self.assertEqual(seats[1].do("sit-in", {"player": "random"}).status, 200)
        self.refused(seats[1].do("sit-in"), 409, "stale")
        view = seats[0].view()["seats"][1]
        self.assertEqual((view["kind"], view["sits_in"]), ("random", True))
        number = seats[0].view()["question"]["number"]
        self.refused(seats[1].do("answer", {"number": number, "act": "x"}), 403, "turn")
        # it answers for what that seat leads
        done = 0
        for _ in range(200):
            q = seats[0].view()["question"]
            if q["kind"] != "question" or done >= 3:
                break
            if q["seat"] == 1:
                wait_until(lambda: seats[0].view()["question"]["number"] != q["number"])
                done += 1
                continue
            me = seats[q["seat"]]
            offers = me.get(me.at("offers")).json["offers"]
            me.do("answer", {"number": q["number"], "act": offers[-1 if len(offers) < 3 else 0]["act"]})
        self.assertGreaterEqual(done, 1)
        # somebody else takes the seat, whom its side invites; the old token is dead
        self.refused(seats[2].do("substitute", {"seat": 1}), 403, "turn")
        r = seats[0].do("substitute", {"seat": 1})
        self.assertEqual(r.status, 200, r.body)
        joined = Seat(self.server, made["game"], r.json["invite"]).do("join")
        self.assertEqual(joined.json["seat"], 1)
        self.assertEqual(seats[0].view()["seats"][1]["kind"], "person")
        self.assertEqual(seats[1].get(seats[1].at("view")).status, 401)
        # and one comes back to one's own
        self.assertEqual(seats[3].do("sit-in").status, 200)
        self.assertEqual(seats[3].do("resume").status, 200)
        self.assertEqual(seats[0].view()["seats"][3]["kind"], "person")

    def test_one_side_lets_a_computer_lead_for_its_own(self):
        """Not only the maker; and nobody for the enemy."""
        _, seats = self.four()
        for mine, theirs in ((0, 2), (0, 3), (2, 0), (3, 1)):
            self.refused(seats[mine].do("sit-in", {"seat": theirs}), 403, "turn")
        self.assertEqual(seats[2].do("sit-in", {"seat": 3}).status, 200)
        self.assertTrue(seats[0].view()["seats"][3]["sits_in"])
        stream = seats[1].stream()
        stream.next("here")
        self.refused(seats[0].do("sit-in", {"seat": 1}), 403, "turn")  # who is here leads
        stream.close()

    def test_nobody_takes_the_seat_of_a_friend(self):
        """Who puts a computer into a friend's seat cannot give the seat away; who left it can."""
        made, seats = self.four()
        self.assertEqual(seats[0].do("sit-in", {"seat": 1}).status, 200)
        self.refused(seats[0].do("substitute", {"seat": 1}), 403, "turn")
        self.assertEqual(seats[1].do("resume").status, 200)
        self.assertEqual(seats[1].do("sit-in").status, 200)
        self.assertEqual(seats[0].do("substitute", {"seat": 1}).status, 200)
        self.assertEqual(seats[1].do("resume").status, 200)
        self.assertEqual(seats[0].do("sit-in", {"seat": 1}).status, 200)
        self.assertEqual(seats[1].do("substitute", {"seat": 1}).status, 200)

    def test_asides_stay_with_the_side(self):
        made, seats = self.four()
        self.refused(seats[0].do("chat", {"text": "x", "to": "nobody"}), 400, "name")
        self.assertEqual(seats[0].do("chat", {"text": "strike left", "to": "side"}).status, 200)
        self.assertEqual(seats[2].do("chat", {"text": "good day"}).status, 200)
        texts = [[n["text"] for n in s.view()["notes"] if n["text"]] for s in seats]
        self.assertEqual(texts, [["strike left", "good day"]] * 2 + [["good day"]] * 2)
        watcher = Seat(self.server, made["game"], made["watch"])
        self.assertEqual([n["text"] for n in watcher.view()["notes"] if n["text"]], ["good day"])
        for s, heard in ((seats[1], True), (seats[3], False), (watcher, False)):
            stream = s.stream()
            try:
                seen = []
                while "good day" not in seen:
                    seen.append(stream.next("note")[2]["text"])
                self.assertEqual("strike left" in seen, heard)
            finally:
                stream.close()


if __name__ == "__main__":
    main()
