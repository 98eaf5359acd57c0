#!/usr/bin/env python3
"""Each request and each stream is answered in the language it asks for; the record is one."""
import re
import unittest

import table
from table import Client, Server, new_game

BROWSER = "de-AT,de;q=0.9,en;q=0.8"
GERMAN = re.compile(r"[äöüß]|\b(Zug|als|der|das|ist|und|nicht|bleiben|rücken)\b", re.I)


def words(value):
    """Every sentence in an answer."""
    if isinstance(value, dict):
        for k, v in value.items():
            if k in ("text", "help") and isinstance(v, str):
                yield v
            else:
                yield from words(v)
    elif isinstance(value, list):
        for v in value:
            yield from words(v)


class Tongues(unittest.TestCase):
    def setUp(self):
        self.server = Server("--rate", "0")

    def tearDown(self):
        self.server.end()

    def table(self):
        made, seats, watch = new_game(self.server)
        seats[0].language, seats[1].language = BROWSER, "en-GB"
        return made, seats, watch

    def test_each_seat_in_its_own(self):
        _, (german, english), watch = self.table()
        mine, theirs, plain = german.view(), english.view(), watch.view()
        self.assertEqual(mine["question"]["text"], "Wer soll sich als Nächstes bewegen?")
        self.assertTrue(mine["question"]["offers"][0]["text"].startswith("Als Nächstes: "))
        self.assertIn("Reaktionsfeuer", mine["question"]["help"])
        self.assertTrue(mine["scene"]["status"].startswith("Zug 1, Alliierte"))
        self.assertEqual(mine["log"][0]["text"], "Zuerst am Zug: Alliierte.")
        self.assertTrue(theirs["scene"]["status"].startswith("Turn 1, "))
        self.assertEqual(theirs["log"][0]["text"], plain["log"][0]["text"])
        self.assertFalse([w for w in words([theirs, plain]) if GERMAN.search(w)])
        for what in ("act", "args", "question", "hash", "number"):  # what programs read is the same
            self.assertEqual(mine["question"].get(what), watch.view()["question"].get(what))

    def test_refusals_odds_and_systems(self):
        _, (german, _), _ = self.table()
        number = german.view()["question"]["number"]
        r = german.answer(number, "stand")
        self.assertEqual((r.status, r.json["error"]["text"]), (422, "Danach ist jetzt nicht gefragt."))
        self.assertEqual(r.headers["Vary"], "Accept-Encoding, Accept-Language")
        german.language = "fr, xx;q=0.9"
        self.assertEqual(german.answer(number, "stand").json["error"]["text"], "That is not what is asked now.")
        c = Client(self.server)
        texts = {}
        for c.language in ("de", "en", None):
            texts[c.language] = [q["text"] for q in c.get("systems/minden").json["questions"]]
        self.assertEqual(texts["en"], texts[None])
        self.assertNotEqual(texts["de"], texts["en"])
        self.assertIn("Wer soll sich als Nächstes bewegen?", texts["de"])

    def test_what_is_wanted_most(self):
        _, (seat, _), _ = self.table()
        for accept, german in (("de", True), ("en;q=0.5, de;q=0.6", True), ("de;q=0.5, en", False), ("de;q=0", False),
                               ("de-CH-1996", True), ("deu", False), ("*", False), ("", False), ("," * 200, False),
                               ("../../de", False), ("fr, de;q=0.1", True), ("de;q=abc", False)):
            seat.language = accept
            self.assertEqual(seat.view()["scene"]["status"].startswith("Zug"), german, accept)

    def test_streams_side_by_side(self):
        """Changes are told against what that listener was told, whatever others hear."""
        made, (german, english), watch = self.table()
        ears = [german.stream(), english.stream(), watch.stream()]
        heard = [[], [], []]
        for e in ears:
            e.next("line")
        for _ in range(12):
            q = watch.view()["question"]
            asked = (german, english)[q["seat"]]
            self.assertEqual(asked.answer(q["number"], asked.offers()["offers"][0]["act"]).status, 200)
            for k, e in enumerate(ears):
                heard[k].append(e.next("line")[2])
        for k, seat in enumerate((german, english, watch)):
            now = seat.view()
            self.assertEqual(heard[k][-1]["scene"]["status"], now["scene"]["status"])
            self.assertEqual(heard[k][-1]["scene"]["pieces"], now["scene"]["pieces"])
            self.assertEqual(heard[k][-1]["question"]["text"], now["question"]["text"])
        self.assertTrue([w for w in words(heard[0]) if GERMAN.search(w)])
        self.assertFalse([w for w in words(heard[1:]) if GERMAN.search(w)])
        for e in ears:
            e.close()
        record = german.get(german.at("record")).body
        self.assertEqual(record, english.get(english.at("record")).body)

    def test_taken_back_and_given_up(self):
        _, (german, english), _ = self.table()
        q = german.view()["question"]
        one = next(o for o in q["offers"] if not german.do("preview", {"act": o["act"]}).json["chance"])
        self.assertEqual(german.answer(q["number"], one["act"]).status, 200)  # no die falls, so it is taken back at once
        self.assertEqual(german.do("undo", {"number": german.view()["question"]["number"]}).status, 200)
        self.assertEqual(german.do("resign").status, 200)
        own, theirs = german.view()["log"], english.view()["log"]
        # What is asked first hangs on the fog of war; in either case it is told in the words of the answer.
        self.assertIn("Alliierte: zurückgenommen: " + one["text"], [e["text"] for e in own])
        self.assertTrue(any(e["text"].startswith("Allied: taken back: ") for e in theirs), theirs[-3:])
        self.assertIn("Alliierte: Aufgabe. Der Sieg geht an: Franzosen.", [e["text"] for e in own])
        self.assertIn("The Allied side resigns; the French side wins.", [e["text"] for e in theirs])


if __name__ == "__main__":
    table.main()
