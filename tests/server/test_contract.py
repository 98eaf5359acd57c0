#!/usr/bin/env python3
"""The contract of docs/server.md, request by request."""
import json
import os
import random
import re
import time
import unittest

import table
from table import Client, Seat, Server, new_game, play, wait_until

ALL = ["bayonet/learning", "malbrook/first-command", "minden/first-battle",
       "pistolado/first-speech", "reason/learning"]


class WithServer(unittest.TestCase):
    options = ["--rate", "0"]

    @classmethod
    def setUpClass(cls):
        cls.server = Server(*cls.options)

    @classmethod
    def tearDownClass(cls):
        cls.server.end()

    def game(self, *a, **k):
        return new_game(self.server, *a, **k)

    def check(self, reply, status):
        self.assertEqual(reply.status, status, reply.body[:400])
        if status >= 400:
            e = reply.json["error"]
            self.assertEqual(set(e) - {"refusal"}, {"code", "where", "text"})
            self.assertTrue(e["text"].endswith(".") or e["text"].endswith("}"), e["text"])
        return reply

    def refused(self, reply, status, code):
        self.check(reply, status)
        self.assertEqual(reply.json["error"]["code"], code, reply.body)


class Without(WithServer):
    """Requests without a game."""

    def test_health_and_metrics(self):
        c = Client(self.server)
        self.assertEqual(c.raw("GET", "/healthz").body, b"ok\n")
        m = c.raw("GET", "/metrics").body.decode()
        self.assertIn("# TYPE tricorne_answers_total counter", m)
        for line in m.splitlines():
            self.assertRegex(line, r"^(# (HELP|TYPE) \S+ .+|[a-z_]+(\{le=\"[^\"]+\"\})? [0-9.e+]+)$")

    def test_scenarios(self):
        j = Client(self.server).get("scenarios").json
        self.assertEqual([s["id"] for s in j["systems"]],
                         ["bayonet", "malbrook", "minden", "pistolado", "reason"])
        by = {s["id"]: s for s in j["scenarios"]}
        for name in ALL:
            self.assertTrue(by[name]["learning"], name)
        b = by["bayonet/blenheim-1704"]
        self.assertFalse(b["learning"])
        self.assertEqual(b["battle"], "blenheim-1704")
        self.assertEqual(len(b["sides"]), 2)
        for s in b["sides"]:
            self.assertRegex(s["colour"], "^#[0-9a-f]{6}$")
        self.assertIn("every battalion", b["text"])

    def test_players(self):
        j = Client(self.server).get("players").json["players"]
        self.assertEqual([p["id"] for p in j],
                         ["level-1", "level-2", "level-3", "level-4", "random"])
        self.assertTrue(all(p["text"] for p in j))

    def test_system(self):
        j = Client(self.server).get("systems/minden").json
        q = {x["name"]: x for x in j["questions"]}
        self.assertIn("pick", q)
        self.assertFalse(q["pick"]["reaction"])
        self.assertTrue(any(x["reaction"] for x in j["questions"]))
        verbs = {v["name"] for v in j["verbs"]}
        for x in j["questions"]:
            self.assertLessEqual(set(x["verbs"]), verbs)
        self.refused(Client(self.server).get("systems/chess"), 404, "name")

    def test_rule(self):
        j = Client(self.server).get("rules/N-B3b").json
        self.assertEqual(j["id"], "N-B3b")
        self.assertTrue(j["text"] and j["title"])
        self.refused(Client(self.server).get("rules/N-nothing"), 404, "name")

    def test_unknown_addresses(self):
        c = Client(self.server)
        self.refused(c.get("nothing"), 404, "name")
        self.refused(c.get("games"), 405, "name")
        self.refused(c.api("DELETE", "games/abc/view"), 405, "name")
        self.assertEqual(c.raw("GET", "/no/such/page").status, 404)
        self.assertEqual(c.raw("POST", "/").status, 405)
        self.assertEqual(c.raw("OPTIONS", "/api/v1/games").status, 405)

    def test_new_game_refusals(self):
        c = Client(self.server)
        good = {"scenario": "minden/first-battle"}
        for body, code in [
                ({}, "key"),
                ({"scenario": 3}, "key"),
                ({"scenario": "minden/nothing"}, None),
                ({"scenario": "../../etc/passwd"}, None),
                (dict(good, colour="red"), "key"),
                (dict(good, dice="loaded"), "syntax"),
                (dict(good, seed="abc"), "syntax"),
                (dict(good, seats=[]), "range"),
                (dict(good, seats=[{"side": "allied"}]), "key"),
                (dict(good, seats=[{"side": "russian"}, {"side": "french"}]), "key"),
                (dict(good, seats=[{"side": "allied", "kind": "program:touch /tmp/x"},
                                   {"side": "french"}]), "name"),
                (dict(good, seats=[{"side": "allied", "kind": "search:iterations=99999999"},
                                   {"side": "french"}]), "name"),
                (dict(good, title="x" * 81), "range"),
                (dict(good, title="a\nb"), "syntax"),
                (dict(good, seats=[{"side": "allied", "name": "n" * 41}, {"side": "french"}]),
                 "range")]:
            r = c.post("games", body)
            self.check(r, 400 if r.status != 404 else 404)
            if code:
                self.assertEqual(r.json["error"]["code"], code, (body, r.body))

    def test_names_of_forty_characters(self):
        name = "Ä" * 40
        r = Client(self.server).post("games", {
            "scenario": "minden/first-battle", "title": "Ö" * 80,
            "seats": [{"side": "allied", "name": name}, {"side": "french"}]})
        self.check(r, 201)
        v = Seat(self.server, r.json["game"], r.json["seats"][0]["token"]).view()
        self.assertEqual(v["seats"][0]["name"], name)
        self.assertEqual(v["title"], "Ö" * 80)


class Playing(WithServer):
    def test_view_and_answer(self):
        for scenario in ALL:
            made, seats, watch = self.game(scenario)
            self.assertRegex(made["game"], "^[a-z0-9]{16}$")
            self.assertRegex(made["seats"][0]["token"], "^[A-Za-z0-9_-]{32}$")
            self.assertRegex(made["seats"][1]["invite"], "^[A-Za-z0-9_-]{32}$")
            self.assertNotIn("token", made["seats"][1])
            v = seats[0].view()
            self.assertEqual(v["scenario"], scenario)
            self.assertEqual((v["seat"], v["side"]), (0, made["seats"][0]["side"]))
            self.assertIsNone(v["over"])
            self.assertTrue(v["scene"]["pieces"])
            asked = seats[v["question"]["seat"]]
            o = asked.offers()
            r = asked.answer(o["number"], o["offers"][0]["act"])
            self.check(r, 200)
            self.assertGreater(r.json["line"], v["lines"] - 1)
            self.assertTrue(r.json["news"])
            self.assertGreater(r.json["question"]["number"], o["number"])
            self.assertEqual(watch.view()["lines"], r.json["line"] + 1)

    def test_wrong_answers_change_nothing(self):
        made, seats, watch = self.game()
        v = seats[0].view()
        asked, other = seats[v["question"]["seat"]], seats[1 - v["question"]["seat"]]
        o = asked.offers()
        n, act = o["number"], o["offers"][0]["act"]
        self.refused(other.answer(n, act), 403, "turn")
        self.refused(watch.answer(n, act), 403, "turn")
        self.refused(asked.answer(n + 1, act), 409, "stale")
        self.refused(asked.answer(n - 1, act), 409, "stale")
        self.refused(asked.answer(-1, act), 400, "range")
        self.refused(asked.answer("1", act), 400, "range")
        self.refused(asked.do("answer", {"number": n}), 400, "key")
        self.refused(asked.answer(n, "nonsense"), 400, "name")
        self.refused(asked.answer(n, {"verb": "pick", "args": {"unit": "nobody"}}), 400, "syntax")
        r = asked.answer(n, "end-move") if "end-move" in json.dumps(o) else asked.answer(n, "hold")
        self.check(r, 422)
        self.assertTrue(r.json["error"]["refusal"]["rule"].startswith("N-"))
        self.assertTrue(r.json["error"]["refusal"]["text"])
        self.refused(asked.do("dice", {"number": n, "faces": [1]}), 409, "stale")
        self.assertEqual(seats[0].view()["lines"], v["lines"])
        self.check(asked.answer(n, act), 200)
        self.refused(asked.answer(n, act), 409, "stale")

    def test_act_as_object(self):
        _, seats, _ = self.game()
        q = seats[0].view()["question"]
        a = seats[q["seat"]].offers()["offers"][1]
        self.check(seats[q["seat"]].answer(q["number"], a), 200)

    def test_log_lines_record(self):
        made, seats, watch = self.game()
        play(seats, 40, random.Random(3))
        s = seats[0]
        log = s.get(s.at("log")).json["log"]
        self.assertEqual([e["n"] for e in log], list(range(len(log))))
        self.assertEqual(s.get(s.at("log?from=7")).json["log"], log[7:])
        lines = s.get(s.at("lines")).json["lines"]
        self.assertEqual([x["n"] for x in lines], list(range(len(lines))))
        self.assertTrue(all(x["turn"] >= 1 and x["phase"] for x in lines))
        self.assertFalse(any("state" in x for x in lines))
        self.assertEqual(s.get(s.at("lines?from=12")).json["lines"], lines[12:])
        record = s.get(s.at("record")).body.decode().splitlines()
        self.assertEqual(len(record), len(lines) + 1)
        self.assertEqual(json.loads(record[0])["format"], "tricorne-record")
        self.refused(s.get(s.at("log?from=x")), 400, "range")
        self.refused(s.get(s.at("lines?from=-1")), 400, "range")

    def test_scene_at_a_line(self):
        made, seats, watch = self.game()
        first = seats[0].view()["scene"]
        play(seats, 25, random.Random(4))
        s = seats[0]
        n = s.view()["lines"]
        then = s.get(s.at("scene?line=0")).json
        self.assertEqual(then["scene"], first)
        self.assertEqual(then["events"][0]["line"], 0)
        now = s.get(s.at("scene")).json
        self.assertEqual(now["line"], n - 1)
        self.assertEqual(now["scene"], s.view()["scene"])
        for line in (5, 6, 5, 20, 5):
            j = s.get(s.at("scene?line=%d" % line)).json
            self.assertEqual(j["line"], line)
            self.assertTrue(all(e["line"] == line for e in j["events"]))
        self.refused(s.get(s.at("scene?line=%d" % n)), 400, "range")

    def test_why_preview_odds_suggest(self):
        # one known battle: the dice of another may have left an army in fog, and an answer to chance
        made, seats, watch = self.game(kinds=("person", "level-1"),
                                       seed="00112233445566778899aabbccddeeff")
        s = seats[0]
        q = wait_until(lambda: (lambda x: x if x["seat"] == 0 else None)(s.view()["question"]))
        act = s.offers()["offers"][0]["act"]
        self.assertEqual(s.do("why", {"act": act}).json["legal"], True)
        r = s.do("why", {"act": "hold"}).json
        self.assertFalse(r["legal"])
        self.assertTrue(r["refusal"]["rule"])
        p = s.do("preview", {"act": act}).json
        self.assertTrue(p["legal"])
        self.assertFalse(p["chance"])
        self.assertIn("odds", s.do("odds", {"act": act}).json)
        self.assertEqual(s.do("odds", {"acts": [act]}).json["odds"], s.do("odds", {"act": act}).json["odds"])
        self.assertFalse(s.do("odds", {"acts": [act, "hold"]}).status == 200)
        self.refused(s.do("odds", {}), 400, "key")
        a = s.do("suggest", {"player": "level-1"}).json["advice"]
        self.assertTrue(a["choices"])
        self.refused(s.do("suggest", {"player": "program:id"}), 400, "name")
        self.refused(watch.get(watch.at("offers")), 403, "turn")
        self.assertEqual(s.view()["question"]["number"], q["number"])

    def test_what_could_be_done_is_for_the_side_that_is_asked(self):
        made, seats, watch = self.game()
        q = seats[0].view()["question"]
        act = seats[q["seat"]].offers()["offers"][0]["act"]
        other = seats[1 - q["seat"]]
        for what in ("why", "preview", "odds", "suggest"):
            self.refused(other.do(what, {} if what == "suggest" else {"act": act}), 403, "turn")
        self.refused(other.get(other.at("offers")), 403, "turn")

    def test_preview_moves_a_piece(self):
        made, seats, watch = self.game()
        rng, moved, chance = random.Random(5), 0, 0
        for _ in range(60):
            q = seats[0].view()["question"]
            if q["kind"] != "question":  # that battle was short
                made, seats, watch = self.game()
                q = seats[0].view()["question"]
            s = seats[q["seat"]]
            o = s.offers()["offers"]
            for a in rng.sample(o, min(3, len(o))):
                before = s.view()["lines"]
                p = s.do("preview", {"act": a["act"]})
                self.check(p, 200)
                moved += bool(p.json["pieces"])
                chance += p.json["chance"]
                self.assertEqual(s.view()["lines"], before)
            self.check(s.answer(q["number"], rng.choice(o)["act"]), 200)
        self.assertGreater(moved, 0)
        self.assertGreater(chance, 0)

    def test_preview_goes_past_a_reaction(self):
        """minden: a march the enemy may fire at is shown as if he did not."""
        for seed in range(1, 40):
            made, seats, watch = self.game("minden/first-battle", ("person", "random"),
                                         seed="%032x" % seed)
            s = seats[0]
            q = s.view()["question"]
            if q["question"] != "pick":
                continue
            for act in ("pick 20th-foot", "dice"):
                self.check(s.answer(s.view()["question"]["number"], act), 200)
            q = s.view()["question"]
            if q["question"] == "keep":
                best = s.offers()["offers"][0]["act"]
                self.check(s.answer(q["number"], best), 200)
                q = s.view()["question"]
            if q["question"] != "path" or q["args"]["value"] < 5000:
                continue
            p = s.do("preview", {"act": "move march 5"}).json
            if not p["legal"]:
                continue
            now = {x["key"]: x for x in s.view()["scene"]["pieces"]}
            then = {x["key"]: x for x in p["pieces"]}
            self.assertEqual(then["20th-foot"]["y"], now["20th-foot"]["y"] + 5000, p)
            self.assertIn("disordered", then["20th-foot"]["badges"])
            self.assertIn("disordered", then["foy"]["badges"])
            return
        self.fail("no seed gave the march")

    def test_picture(self):
        made, seats, watch = self.game()
        for s in (seats[0], watch):
            r = s.get(s.at("picture.svg"), headers={"Accept-Encoding": "gzip"})
            self.check(r, 200)
            self.assertEqual(r.headers["Content-Type"], "image/svg+xml")
            self.assertEqual(r.headers["Content-Encoding"], "gzip")
            self.assertTrue(r.body.startswith(b"<?xml"), r.body[:60])
            self.assertIn(b"</svg>", r.body)

    def test_typed_dice(self):
        made, seats, watch = self.game(dice="typed")
        rng = random.Random(6)
        rolled = 0
        for _ in range(80):
            q = seats[0].view()["question"]
            if q["kind"] == "dice":
                self.refused(watch.do("dice", {"number": q["number"], "faces": [1]}), 403, "turn")
                self.refused(seats[0].do("dice", {"number": q["number"], "faces": [77] * q["dice"]}),
                             400, "range")
                faces = [rng.randint(1, 6) for _ in range(q["dice"])]
                self.check(seats[rng.randint(0, 1)].do("dice", {"number": q["number"],
                                                                "faces": faces}), 200)
                rolled += 1
            else:
                s = seats[q["seat"]]
                self.check(s.answer(q["number"], rng.choice(s.offers()["offers"])["act"]), 200)
        self.assertGreater(rolled, 3)

    def test_seed_gives_the_same_battle(self):
        hashes = []
        for _ in range(2):
            made, seats, watch = self.game(kinds=("person", "level-1"),
                                           seed="00112233445566778899aabbccddeeff")
            play(seats, 10)
            v = wait_until(lambda: (lambda x: x if x["question"]["seat"] == 0 else None)
                           (seats[0].view()))
            hashes.append(v["question"]["hash"])
            self.assertEqual((v["dice"], watch.view()["dice"]), ("seeded", "seeded"))
            head = json.loads(watch.get(watch.at("record")).body.splitlines()[0])
            self.assertEqual(head["dice"], "seeded")
        self.assertEqual(hashes[0], hashes[1])

    def test_no_seed_between_people(self):
        c, seed = Client(self.server), "49ab09da43cc06c813198a2e2950525c"
        two = {"scenario": "minden/first-battle", "seed": seed}
        self.refused(c.post("games", two), 400, "key")
        self.refused(c.post("games", dict(two, seats=[
            {"side": "allied"}, {"side": "french"}, {"side": "french", "kind": "level-1"}])),
            400, "key")
        made, seats, watch = self.game()
        self.assertEqual(seats[0].view()["dice"], "fair")
        self.assertEqual(json.loads(watch.get(watch.at("record")).body.splitlines()[0])["dice"],
                         "fair")

    def test_seeded_dice_stay_seeded(self):
        """Also when the game is read from the store, and in a branch."""
        with Server("--idle", "1") as server:
            made, seats, watch = new_game(server, kinds=("person", "level-1"), seed="0" * 32)
            time.sleep(3)
            self.assertEqual(seats[0].view()["dice"], "seeded")
            b = seats[0].do("branch", {"line": 0}).json
            self.assertEqual(table.sit_down(server, b["game"], b["seats"][0]).view()["dice"],
                             "seeded")

    def test_computer_answers(self):
        for scenario in ALL:
            made, seats, watch = self.game(scenario, kinds=("person", "level-1"))
            self.assertNotIn("token", made["seats"][1])
            rng = random.Random(7)
            play(seats, 12, rng)
            wait_until(lambda: seats[0].view()["over"] or
                       seats[0].view()["question"].get("seat") == 0)
            if seats[0].view()["over"]:  # then they are told
                self.check(seats[0].get(seats[0].at("thoughts?of=1")), 200)
            else:
                self.refused(seats[0].get(seats[0].at("thoughts?of=1")), 403, "turn")
            self.check(seats[0].get(seats[0].at("thoughts?of=0")), 200)

    def test_several_answers_at_once(self):
        """The reply is that of one answer, and how many of them were played."""
        made, seats, watch = self.game()
        q = seats[0].view()["question"]
        s = seats[q["seat"]]
        r = s.do("answers", {"number": q["number"], "acts": [s.offers()["offers"][0]["act"]]})
        self.check(r, 200)
        self.assertEqual(r.json["played"], 1)
        self.assertIn("stopped", r.json)
        self.assertGreater(r.json["question"]["number"], q["number"])
        self.assertTrue(r.json["news"])

    def test_gzip(self):
        made, seats, watch = self.game()
        r = seats[0].get(seats[0].at("view"), headers={"Accept-Encoding": "gzip"})
        self.assertEqual(r.headers["Content-Encoding"], "gzip")
        self.assertEqual(r.json["game"], made["game"])
        self.assertIsNone(seats[0].get(seats[0].at("view")).headers["Content-Encoding"])


class Talking(WithServer):
    def test_chat(self):
        made, seats, watch = self.game()
        self.check(seats[0].do("chat", {"text": "Gentlemen of France, fire first"}), 200)
        self.check(seats[1].do("chat", {"text": "<script>alert(1)</script>"}), 200)
        chat = [n for n in watch.view()["notes"] if n["kind"] == "chat"]
        self.assertEqual([n["text"] for n in chat],
                         ["Gentlemen of France, fire first", "<script>alert(1)</script>"])
        self.assertEqual([n["seat"] for n in chat], [0, 1])
        self.refused(watch.do("chat", {"text": "x"}), 403, "turn")
        self.refused(seats[0].do("chat", {"text": ""}), 400, "range")
        self.refused(seats[0].do("chat", {"text": "x" * 501}), 400, "range")
        self.refused(seats[0].do("chat", {"text": "a\u202eb"}), 400, "syntax")
        self.refused(seats[0].do("chat", {"text": 5}), 400, "syntax")

    def test_resign(self):
        made, seats, watch = self.game()
        self.refused(seats[0].get(seats[0].at("outlook?line=0")), 403, "turn")
        self.check(seats[1].do("resign"), 200)
        stood = seats[0].get(seats[0].at("outlook?line=0"))
        self.check(stood, 200)
        self.assertTrue(0 <= stood.json["outlook"] <= 100)
        self.refused(seats[0].get(seats[0].at("outlook?line=99999")), 400, "range")
        over = watch.view()["over"]
        self.assertEqual((over["by"], over["winner"]), ("resign", "allied"))
        q = seats[0].view()["question"]
        self.refused(seats[q["seat"]].answer(q["number"], q["offers"][0]["act"]
                                             if "offers" in q else "x"), 409, "over")
        self.refused(seats[0].do("resign"), 409, "over")
        self.refused(seats[0].do("undo"), 409, "over")

    def test_draw(self):
        made, seats, watch = self.game()
        self.refused(seats[0].do("consent", {"what": "draw", "yes": True}), 409, "stale")
        self.assertTrue(seats[0].do("draw").json["asked"])
        self.assertEqual(watch.view()["pending"]["draw"], {"seat": 0})
        self.refused(seats[0].do("consent", {"what": "draw", "yes": True}), 403, "turn")
        self.check(seats[1].do("consent", {"what": "draw", "yes": False}), 200)
        self.assertIsNone(watch.view()["pending"]["draw"])
        self.assertIsNone(watch.view()["over"])
        seats[1].do("draw")
        self.check(seats[0].do("consent", {"what": "draw", "yes": True}), 200)
        self.assertEqual(watch.view()["over"], {"by": "draw", "ending": "agreed", "winner": None})
        made, seats, watch = self.game(kinds=("person", "level-1"))
        self.refused(seats[0].do("draw"), 403, "turn")

    def test_who_plays_on_declines_a_draw(self):
        made, seats, watch = self.game()
        q = watch.view()["question"]
        asked, other = seats[q["seat"]], seats[1 - q["seat"]]
        asked.do("draw")
        play(seats, 1)  # one's own answer leaves it open
        self.assertIsNotNone(watch.view()["pending"]["draw"])
        asked.do("consent", {"what": "draw", "yes": True})
        for _ in range(60):
            if watch.view()["question"]["seat"] != q["seat"]:
                break
            play(seats, 1)
        play(seats, 1)
        self.assertIsNone(watch.view()["pending"]["draw"])
        self.refused(other.do("consent", {"what": "draw", "yes": True}), 409, "stale")
        self.assertIsNone(watch.view()["over"])

    def test_the_same_offer_is_noted_once(self):
        made, seats, watch = self.game()
        n = watch.view()["noted"]
        for _ in range(5):
            self.assertTrue(seats[0].do("draw").json["asked"])
            self.check(seats[0].put(seats[0].at("orders"), {"orders": []}), 200)
        self.assertLessEqual(watch.view()["noted"], n + 2)

    def test_undo_at_once(self):
        made, seats, watch = self.game()
        q = seats[0].view()["question"]
        s = seats[q["seat"]]
        s.answer(q["number"], s.offers()["offers"][0]["act"])
        r = s.do("undo")
        self.check(r, 200)
        self.assertEqual(r.json["question"]["question"], q["question"])
        self.assertEqual(r.json["question"]["hash"], q["hash"])
        self.assertTrue(any(x.get("undone") for x in s.get(s.at("lines")).json["lines"]))

    def until_dice(self, seats):
        """Play until an answer has thrown dice; gives its seat."""
        rng = random.Random(8)
        for _ in range(200):
            q = seats[0].view()["question"]
            s = seats[q["seat"]]
            r = s.answer(q["number"], rng.choice(s.offers()["offers"])["act"])
            if any(e.get("kind") in ("die", "pool") for e in r.json["news"]):
                return q["seat"]
        raise AssertionError("no dice fell")

    def test_undo_by_consent(self):
        made, seats, watch = self.game()
        k = self.until_dice(seats)
        lines = watch.view()["lines"]
        self.assertTrue(seats[k].do("undo").json["asked"])
        self.assertEqual(watch.view()["pending"]["undo"], {"seat": k})
        self.refused(seats[k].do("consent", {"what": "undo", "yes": True}), 403, "turn")
        self.check(seats[1 - k].do("consent", {"what": "undo", "yes": False}), 200)
        self.assertEqual(watch.view()["lines"], lines)
        seats[k].do("undo")
        self.check(seats[1 - k].do("consent", {"what": "undo", "yes": True}), 200)
        self.assertEqual(watch.view()["lines"], lines + 1)
        self.assertIsNone(watch.view()["pending"]["undo"])
        kinds = [n["kind"] for n in watch.view()["notes"]]
        self.assertEqual([x for x in kinds if x.startswith("undo")],
                         ["undo-asked", "undo-refused", "undo-asked"])

    def test_undo_lapses_when_play_goes_on(self):
        made, seats, watch = self.game()
        k = self.until_dice(seats)
        seats[k].do("undo")
        play(seats, 1)
        self.assertIsNone(watch.view()["pending"]["undo"])
        self.refused(seats[1 - k].do("consent", {"what": "undo", "yes": True}), 409, "stale")

    def test_undo_against_the_computer(self):
        made, seats, watch = self.game(kinds=("person", "level-1"))
        rng = random.Random(8)
        for _ in range(200):
            v = wait_until(lambda: (lambda x: x if x["question"].get("seat") == 0 else None)
                           (seats[0].view()))
            q = v["question"]
            r = seats[0].answer(q["number"], rng.choice(seats[0].offers()["offers"])["act"])
            self.check(r, 200)
            if any(e.get("kind") in ("die", "pool") for e in r.json["news"]):
                break
        wait_until(lambda: seats[0].view()["question"].get("seat") == 0)
        r = seats[0].do("undo")
        self.check(r, 200)
        self.assertNotIn("asked", r.json)

    def test_orders(self):
        made, seats, watch = self.game()
        q = seats[0].view()["question"]
        s = seats[q["seat"]]
        put = lambda o: s.put(s.at("orders"), {"orders": o})
        self.refused(put([{"question": "pick", "verb": "nothing"}]), 400, "name")
        self.refused(put([{"question": "nothing", "verb": "pick"}]), 400, "name")
        self.refused(put([{"question": "pick"}]), 400, "syntax")
        self.refused(put("pick"), 400, "syntax")
        self.refused(put([{"question": "pick", "verb": "pick"}] * 65), 400, "syntax")
        self.check(put([{"question": "pick", "verb": "pick"}]), 200)
        v = wait_until(lambda: (lambda x: x if x["question"]["number"] > q["number"] else None)
                       (s.view()))
        self.assertNotEqual(v["question"]["question"], "pick")
        self.assertEqual(v["orders"], [{"question": "pick", "verb": "pick"}])
        self.assertEqual(seats[1 - q["seat"]].view()["orders"], [])
        self.check(put([]), 200)

    def test_who_runs_is_led_away_by_a_standing_order(self):
        """`away` answers where it is asked which way who runs, and is refused elsewhere."""
        made, seats, watch = self.game("reason/learning", ("person", "random"), seed="%032x" % 1)
        s = seats[0]
        words = {q["name"]: q["verbs"] for q in s.get("systems/reason").json["questions"]}
        flights = [q for q, verbs in words.items() if "away" in verbs]
        self.assertEqual(sorted(flights), ["collapse", "retreat"])
        put = lambda o: s.put(s.at("orders"), {"orders": o})
        self.refused(put([{"question": "choose", "verb": "away"}]), 400, "name")
        self.check(put([{"question": q, "verb": "away"} for q in flights]), 200)
        open_now = lambda: s.view()["question"]
        for i in range(400):
            q = wait_until(lambda: (lambda q: q if q["kind"] == "over" or q.get("seat") == 0 else None)(open_now()))
            if q["kind"] == "over":
                break
            if q["question"] in flights:  # nobody but the order answers
                wait_until(lambda: open_now()["number"] > q["number"])
                continue
            offers = s.offers().get("offers") or [{"act": "none"}]
            r = s.answer(q["number"], offers[(7 + i * 13) % len(offers)]["act"])
            self.assertIn(r.status, (200, 409), r.body[:300])  # 409: its order was on the way
        told = Client(self.server).raw("GET", "/metrics").body.decode()
        self.assertGreater(int(re.search(r"^tricorne_orders_answers_total (\d+)", told, re.M).group(1)), 0, "nobody ran")

    def test_staff(self):
        made, seats, watch = self.game(kinds=("person", "level-1"))
        s = seats[0]
        hand = lambda **k: s.do("staff", k)
        self.assertIsNone(s.view()["staff"])
        self.assertIsNone(self.check(hand(), 200).json["staff"])
        self.refused(hand(back=True), 409, "stale")
        self.refused(hand(until="noon"), 400, "syntax")
        self.refused(hand(until="turn", player="program:true"), 400, "name")
        self.refused(hand(commands=["nobody"]), 400, "name")
        self.refused(hand(back=True, until="turn"), 400, "syntax")
        self.refused(hand(what="turn"), 400, "key")
        self.refused(watch.do("staff", {}), 403, "turn")
        turn = s.view()["question"]["turn"]
        self.check(hand(until="turn", player="level-1"), 200)
        v = wait_until(lambda: (lambda x: x if x["question"]["turn"] > turn and x["question"].get("seat") == 0 else None)(s.view()))
        done = v["staff"]
        self.assertFalse(done["on"])
        self.assertGreater(done["answers"], 0)
        self.assertEqual(sum(d["times"] for d in done["did"]), done["answers"])
        self.assertIn("The staff gave", done["text"])
        # The record says that the seat answered, and every answer of that turn was the staff's.
        mine = [x for x in s.get(s.at("lines")).json["lines"] if x.get("seat") == 0 and x.get("turn") == turn]
        self.assertGreater(len(mine), 0)
        # A brigade until it is taken back; by an undo too.
        group = next(p["group"] for p in v["scene"]["pieces"] if p["side"] == 0 and p.get("group"))
        on = self.check(hand(commands=[group], player="level-1"), 200).json["staff"]
        self.assertEqual((on["commands"], on["until"], on["on"]), ([group], "battle", True))
        self.assertFalse(self.check(hand(back=True), 200).json["staff"]["on"])
        self.check(hand(commands=[group], player="level-1"), 200)
        wait_until(lambda: s.view()["question"].get("seat") == 0)
        self.check(s.do("undo"), 200)
        self.assertFalse(s.view()["staff"]["on"])

    def test_revoke(self):
        made, seats, watch = self.game()
        stream = seats[1].stream()
        self.assertEqual(stream.status, 200)
        self.refused(seats[0].do("revoke", {"seat": 1}), 403, "turn")
        r = seats[1].do("revoke", {"seat": 1})
        self.check(r, 200)
        self.refused(seats[1].get(seats[1].at("view")), 401, "turn")
        stream.next("closed")
        fresh = Seat(self.server, made["game"], r.json["token"])
        self.assertEqual(fresh.view()["seat"], 1)
        self.refused(fresh.do("revoke", {"seat": 0}), 403, "turn")
        self.refused(seats[0].do("revoke", {"seat": 7}), 400, "range")

    def test_branch(self):
        made, seats, watch = self.game(kinds=("person", "level-1"))
        play(seats, 10, random.Random(9))
        s = seats[0]
        lines = s.get(s.at("lines")).json["lines"]
        then = s.get(s.at("scene?line=6")).json["scene"]
        r = s.do("branch", {"line": 6})
        self.check(r, 201)
        b = Seat(self.server, r.json["game"], r.json["seats"][0]["token"])
        self.assertNotEqual(b.game, s.game)
        old = b.get(b.at("lines")).json["lines"]
        self.assertEqual([x["hash"] for x in old[:7]], [x["hash"] for x in lines[:7]])
        self.assertEqual(b.get(b.at("scene?line=6")).json["scene"], then)
        play([b, None], 3, random.Random(1))
        self.refused(s.do("branch", {"line": 100000}), 400, "range")
        made, seats, watch = self.game()
        self.refused(seats[0].do("branch", {"line": 0}), 403, "turn")
        seats[0].do("resign")
        r = seats[1].do("branch", {"line": 0})
        self.check(r, 201)
        self.assertIn("token", r.json["seats"][1])  # who branches keeps the own side
        self.assertIn("invite", r.json["seats"][0])


    def test_a_record_goes_on_here(self):
        c = Client(self.server)
        for dice in ("fair", "typed"):
            made, seats, watch = self.game(kinds=("person", "level-1"), dice=dice)
            if dice == "fair":
                play(seats, 10, random.Random(9))
            s = seats[0]
            text = s.get(s.at("record")).body.decode()
            key = "k" * 31 + dice[0]
            r = self.check(c.post("records", {"record": text, "title": "brought", "key": key}), 201)
            again = self.check(c.post("records", {"record": text, "title": "brought", "key": key}), 200)
            self.assertEqual(again.json["game"], r.json["game"])  # once, however often it comes
            self.assertEqual(r.json["scenario"], "minden/first-battle")
            b = Seat(self.server, r.json["game"], r.json["seats"][0]["token"])
            self.assertNotEqual(b.game, s.game)
            self.assertEqual(b.view()["title"], "brought")
            self.assertGreater(b.view()["brought"], 0)  # whoever sits down later is told
            self.assertNotIn("brought", s.view())
            fork = b.do("branch", {"line": 0}).json
            self.assertEqual(Seat(self.server, fork["game"], fork["seats"][0]["token"]).view()["brought"], 1)
            old, new = (x.get(x.at("lines")).json["lines"] for x in (s, b))
            self.assertEqual([x.get("hash") for x in old], [x.get("hash") for x in new][:len(old)])
            tail = b.get(b.at("record?from=%d" % (len(old) - 1))).body.decode().splitlines()
            self.assertEqual(json.loads(tail[0])["n"], len(old) - 1)
            if dice == "fair":
                play([b, None], 3, random.Random(1))
        self.refused(c.post("records", {"record": "nothing"}), 400, "syntax")
        self.refused(c.post("records", {"title": "x"}), 400, "key")
        broken = text.replace('"hash":"', '"hash":"0', 1)
        self.assertGreaterEqual(c.post("records", {"record": broken}).status, 400)
        watched = text.replace('"kind":"person"', '"kind":"level-1"')
        self.refused(c.post("records", {"record": watched}), 400, "key")
        shell = text.replace('"kind":"level-1"', '"kind":"program:ls"')
        self.refused(c.post("records", {"record": shell}), 400, "name")
        made, seats, watch = self.game(dice="committed", kinds=("person", "level-1"))
        text = seats[0].get(seats[0].at("record")).body.decode()
        r = c.post("records", {"record": text})  # dice wait for a share that cannot come, or it goes on
        self.assertIn(r.status, (201, 400, 403, 409))
        self.refused(seats[0].get(seats[0].at("record?from=x")), 400, "range")

    def test_large_records_only_where_records_go(self):
        c = Client(self.server)
        self.refused(c.post("records", {"record": "x" * 3000000}), 400, "syntax")
        for most in (4300000, 99999999):
            try:
                self.assertEqual(c.post("records", {"record": "x" * most}).status, 413)
            except (BrokenPipeError, ConnectionResetError):  # cut off before all was sent
                c = Client(self.server)
        self.assertEqual(c.post("games", {"scenario": "x" * 70000}).status, 413)


class Streams(WithServer):
    def test_everything_once_and_in_order(self):
        made, seats, watch = self.game()
        st = seats[0].stream()
        play(seats, 25, random.Random(10))
        seats[1].do("chat", {"text": "one"})
        play(seats, 5, random.Random(11))
        n = seats[0].view()["lines"]
        got, notes, newest = [], [], None
        while len(got) < n:
            ident, kind, data = st.next()
            if kind == "line":
                got.append(data["line"])
                self.assertEqual(int(ident.split(".")[0]), data["line"])
                self.assertTrue(all(e["line"] == data["line"] for e in data["events"]))
                newest = data
            elif kind == "note":
                notes.append(data["n"])
                self.assertEqual(int(ident.split(".")[1]), data["n"])
        self.assertEqual(got, list(range(n)))
        self.assertEqual(notes, list(range(1, len(notes) + 1)))
        v = seats[0].view()
        self.assertEqual(newest["question"], v["question"])
        self.assertEqual(newest["scene"], v["scene"])
        st.close()

    def test_resume(self):
        made, seats, watch = self.game()
        st = seats[0].stream()
        play(seats, 10, random.Random(12))
        seats[0].do("chat", {"text": "before"})
        while st.next()[1] != "note":
            pass
        while True:
            e = st.next()
            if e[1] == "note" and e[2]["text"] == "before":
                break
        last = e[0]
        st.close()
        play(seats, 7, random.Random(13))
        seats[0].do("chat", {"text": "after"})
        line, note = map(int, last.split("."))
        again = seats[0].stream(last)
        got = []
        while True:
            ident, kind, data = again.next()
            if kind == "line":
                got.append(data["line"])
            if kind == "note":
                self.assertGreater(data["n"], note)
                if data["text"] == "after":
                    break
        self.assertEqual(got, list(range(line + 1, line + 1 + len(got))))
        self.assertEqual(got[-1], seats[0].view()["lines"] - 1)
        again.close()

    def test_from_query_and_bad_places(self):
        made, seats, watch = self.game()
        play(seats, 5, random.Random(1))
        s = seats[0]
        for bad in ("x", "1.x", "-5", "1.-2", "99999999999999999999"):
            self.refused(s.get(s.at("stream?from=" + bad)), 400, "range")
        v = s.view()
        st = s.stream("%d.%d" % (v["lines"] - 1, v["noted"]))
        self.assertEqual(st.next()[1], "here")
        play(seats, 1, random.Random(1))
        self.assertEqual(st.next("line")[2]["line"], v["lines"])
        far = s.stream("4000000.4000000")
        self.assertEqual(far.next()[1], "here")

    def test_here(self):
        made, seats, watch = self.game()
        a = seats[0].stream()
        self.assertEqual(a.next("here")[2], {"seats": [0], "watchers": 0})
        b = seats[1].stream()
        self.assertEqual(a.next("here")[2], {"seats": [0, 1], "watchers": 0})
        w = watch.stream()
        self.assertEqual(a.next("here")[2], {"seats": [0, 1], "watchers": 1})
        self.assertEqual([s["here"] for s in watch.view()["seats"]], [True, True])
        b.close()
        w.close()
        wait_until(lambda: a.next("here")[2] == {"seats": [0], "watchers": 0})
        a.close()

    def test_undo_and_reveal_are_marked(self):
        made, seats, watch = self.game()
        st = seats[0].stream()
        st.next("here")
        q = seats[0].view()["question"]
        s = seats[q["seat"]]
        s.answer(q["number"], s.offers()["offers"][0]["act"])
        s.do("undo")
        while True:
            e = st.next("line")[2]
            if e["line"] == q["number"] + 1:
                break
        self.assertTrue(e["again"])
        self.assertEqual(e["question"]["question"], q["question"])
        st.close()

    def test_bye(self):
        server = Server("--rate", "0")
        made, seats, watch = new_game(server)
        st = seats[0].stream()
        st.next("here")
        play(seats, 4)
        self.assertEqual(server.stop(), 0)
        st.next("bye")
        st.next("closed")
        server.start()
        again = Seat(server, made["game"], seats[0].token)
        self.assertGreaterEqual(again.view()["lines"], 5)
        play([Seat(server, made["game"], s.token) for s in seats], 4)
        server.end()


class PutAway(unittest.TestCase):
    """Games that nobody asks for leave the memory, and come back as they were."""

    def loaded(self, server):
        text = Client(server).raw("GET", "/metrics").body.decode()
        return int(re.search("^tricorne_games (\\d+)$", text, re.M).group(1))

    def test_idle_games(self):
        with Server("--rate", "0", "--idle", "1") as server:
            made, seats, watch = new_game(server)
            st = seats[0].stream()
            play(seats, 30, random.Random(14))
            v = seats[0].view()
            wait_until(lambda: self.loaded(server) == 0)
            # nothing was added to the record, and the question is still the same
            s = seats[v["question"]["seat"]]
            act = v["question"]["offers"][0]["act"] if "offers" in v["question"] else \
                s.offers()["offers"][0]["act"]
            r = s.answer(v["question"]["number"], act)
            self.assertEqual(r.status, 200, r.body)
            lines = s.get(s.at("lines")).json["lines"]
            self.assertEqual([x["n"] for x in lines if "seed" in x], [])
            self.assertEqual(lines[v["lines"]]["act"], act)
            got = []
            while not got or got[-1] < lines[-1]["n"]:
                got.append(st.next("line")[2]["line"])
            self.assertEqual(got, list(range(len(lines))))
            self.assertEqual(s.view()["scenario"], v["scenario"])
            server.stop()
            self.assertEqual(server.verify()[0], 0)

    def test_memory_bound(self):
        with Server("--rate", "0", "--memory", "1") as server:
            games = [new_game(server) for _ in range(30)]
            wait_until(lambda: self.loaded(server) < 15)
            for made, seats, watch in games:
                self.assertEqual(play(seats, 3, random.Random(1)), 3)
            server.stop()
            self.assertEqual(server.verify()[0], 0)


class Heartbeat(WithServer):
    def test_comment_every_fifteen_seconds(self):
        made, seats, watch = self.game()
        st = watch.stream()
        st.next("here")
        start = time.time()
        wait_until(lambda: st.beats, 25)
        self.assertTrue(12 <= time.time() - start <= 19, time.time() - start)
        st.close()


class Accounts(WithServer):
    def login(self, name, password="correct horse"):
        c = Client(self.server)
        self.check(c.post("accounts", {"name": name, "password": password}), 201)
        r = c.post("sessions", {"name": name, "password": password})
        self.check(r, 201)
        return Client(self.server, r.json["token"])

    def test_accounts(self):
        me = self.login("anna")
        c = Client(self.server)
        self.refused(c.post("accounts", {"name": "anna", "password": "another one"}), 409, "name")
        self.refused(c.post("sessions", {"name": "anna", "password": "wrong horse"}), 401, "turn")
        self.refused(c.post("sessions", {"name": "nobody", "password": "wrong horse"}), 401, "turn")
        self.refused(c.post("accounts", {"name": "ben", "password": "short"}), 400, "range")
        self.refused(c.post("accounts", {"name": "", "password": "long enough"}), 400, "range")
        self.refused(c.get("me/games"), 401, "turn")
        self.assertEqual(me.get("me/games").json["games"], [])
        self.check(me.api("DELETE", "sessions"), 200)
        self.refused(me.get("me/games"), 401, "turn")

    def test_my_games(self):
        me = self.login("carl")
        made, seats, watch = self.game(title="Ours")
        self.refused(me.post("me/games", {"game": made["game"], "token": "x" * 32}), 403, "turn")
        self.check(me.post("me/games", {"game": made["game"], "token": seats[0].token}), 200)
        g, = me.get("me/games").json["games"]
        q = seats[0].view()["question"]
        self.assertEqual(Seat(self.server, g["game"], g["token"]).view()["seat"], 0)
        self.assertEqual((g["game"], g["title"], g["seat"], g["over"]),
                         (made["game"], "Ours", 0, None))
        self.assertEqual(g["mine"], q["seat"] == 0)
        self.assertEqual(g["turn"], 1)
        play(seats, 2)
        seats[0].do("resign")
        g, = me.get("me/games").json["games"]
        self.assertEqual(g["over"]["by"], "resign")
        self.assertFalse(g["mine"])
        self.assertGreater(g["touched"], 1500000000)

    def test_notice_addresses(self):
        me = self.login("dora")
        self.check(me.put("me/notice", {"webhook": "https://x.org/y"}), 200)
        self.assertEqual(me.get("me").json["webhook"], "https://x.org/y")
        self.refused(me.put("me/notice", {"mail": "d@example.org"}), 409, "name")  # it sends none
        self.check(me.put("me/notice", {"mail": None, "webhook": ""}), 200)
        for bad in ({"mail": "no"}, {"mail": "a@b.c\r\nBcc: d@e.f"}, {"mail": "<a@b.c>"},
                    {"webhook": "file:///etc/passwd"}, {"webhook": "gopher://x"},
                    {"webhook": "http://x y"}, {"mail": 3}):
            self.refused(me.put("me/notice", bad), 400, "syntax")


class Page(unittest.TestCase):
    """The page's files, below a base path."""

    def setUp(self):
        self.server = Server("--rate", "0", "--base-path", "/war/", "--page", "page",
                             folder=self.make())

    def make(self):
        import tempfile
        d = tempfile.mkdtemp(prefix="tricorne-page-")
        os.makedirs(d + "/page/assets")
        open(d + "/page/index.html", "w").write("<!doctype html>" + "x" * 2000)
        open(d + "/page/assets/app-1a2b.js", "w").write("let a = 1;\n" * 200)
        open(d + "/page/.secret", "w").write("no")
        open(d + "/secret.txt", "w").write("no")
        return d

    def tearDown(self):
        self.server.stop()
        import shutil
        shutil.rmtree(self.server.folder)

    def test_files(self):
        c = Client(self.server)
        self.assertEqual(self.server.base, "/war/")
        r = c.raw("GET", "/war/")
        self.assertEqual((r.status, r.headers["Content-Type"]), (200, "text/html; charset=utf-8"))
        self.assertEqual(r.headers["Cache-Control"], "no-cache")
        policy = r.headers["Content-Security-Policy"]
        self.assertNotIn("unsafe", policy.replace("'wasm-unsafe-eval'", ""))  # the engine, no more
        self.assertEqual(r.headers["X-Content-Type-Options"], "nosniff")
        self.assertEqual(r.headers["Referrer-Policy"], "no-referrer")
        again = c.raw("GET", "/war/", headers={"If-None-Match": r.headers["ETag"]})
        self.assertEqual((again.status, again.body), (304, b""))
        js = c.raw("GET", "/war/assets/app-1a2b.js", headers={"Accept-Encoding": "gzip"})
        self.assertEqual(js.headers["Content-Type"], "text/javascript; charset=utf-8")
        self.assertIn("immutable", js.headers["Cache-Control"])
        self.assertEqual(js.headers["Content-Encoding"], "gzip")
        self.assertEqual(js.body, b"let a = 1;\n" * 200)
        head = c.raw("HEAD", "/war/assets/app-1a2b.js")
        self.assertEqual((head.status, head.body), (200, b""))
        self.assertEqual(c.raw("GET", "/war").status, 308)
        self.assertEqual(c.raw("GET", "/war").headers["Location"], "/war/")
        self.assertEqual(c.raw("GET", "/").status, 404)
        self.assertEqual(c.raw("GET", "/war/healthz").body, b"ok\n")
        self.assertEqual(Client(self.server).get("players").status, 200)
        self.assertEqual(c.raw("GET", "/api/v1/players").status, 404)

    def test_a_changed_file_is_read_again(self):
        c = Client(self.server)
        c.raw("GET", "/war/")
        open(self.server.folder + "/page/index.html", "w").write("new")
        self.assertEqual(c.raw("GET", "/war/").body, b"new")

    def test_no_way_out(self):
        c = Client(self.server)
        for path in ("../secret.txt", "..%2fsecret.txt", "%2e%2e/secret.txt", "assets/../../secret.txt",
                     "/etc/passwd", "//etc/passwd", ".secret", "assets/.", "assets", "assets//app-1a2b.js",
                     "index.html%00.js", "..\\secret.txt", "assets/%2e%2e/%2e%2e/secret.txt"):
            r = c.raw("GET", "/war/" + path)
            self.assertEqual(r.status, 404, path)
            self.assertNotIn(b"no\n", r.body)


class Log(unittest.TestCase):
    def test_lines_are_json_without_tokens(self):
        server = Server("--rate", "0", "--log", "log.jsonl")
        made, seats, watch = new_game(server)
        play(seats, 2)
        folder = server.folder
        server.stop()
        text = open(folder + "/log.jsonl").read()
        rows = [json.loads(x) for x in text.splitlines()]
        self.assertEqual(rows[0]["what"], "start") if rows[0]["what"] != "page" else None
        self.assertEqual(rows[-1]["what"], "stop")
        requests = [r for r in rows if r["what"] == "request"]
        self.assertIn("games/{}/answer", [r["route"] for r in requests])
        self.assertTrue(all(r["at"].endswith("Z") for r in rows))
        for token in [s.token for s in seats] + [made["seats"][1]["invite"], made["watch"]]:
            self.assertNotIn(token, text)
        server.end()


class Limits(unittest.TestCase):
    def test_too_many_requests(self):
        with Server("--rate", "10") as server:
            c = Client(server)
            got = [c.get("players").status for _ in range(120)]
            self.assertEqual(got[:50], [200] * 50)
            self.assertIn(429, got)
            r = c.get("players")
            self.assertEqual(r.status, 429)
            self.assertGreaterEqual(int(r.headers["Retry-After"]), 1)
            self.assertEqual(c.raw("GET", "/healthz").status, 200)


class Ready(unittest.TestCase):
    def test_a_battle_is_ready(self):
        with Server("--ready") as server:
            line = server.process.stdout.readline()
            game, token = re.search("#/g/([a-z0-9]+)/([A-Za-z0-9_-]{32})$", line.strip()).groups()
            v = Seat(server, game, token).view()
            self.assertEqual([s["kind"] for s in v["seats"]], ["person", "level-2"])


if __name__ == "__main__":
    table.main()
