#!/usr/bin/env python3
"""A mistake of the program's own in one game does not end the others.

A debug build trips over the rule that $TRICORNE_TRIP names, as TC_BUG_ON does. On the program of
before (d2f5b6f), and with the guards of server/fault.c taken out, the server ends at the first trip.
"""
import json
import os
import time
import unittest

import table
from table import Client, Server, new_game, wait_until

RULE = "N-B9"  # of minden, named a few answers into First battle
OTHER = "pistolado/first-speech"


def serve(trip, *options, **more):
    if trip:
        os.environ["TRICORNE_TRIP"] = trip
    else:
        os.environ.pop("TRICORNE_TRIP", None)
    try:
        return Server("--rate", "0", *options, **more)
    finally:
        os.environ.pop("TRICORNE_TRIP", None)


def until_trip(seats, most=60):
    """Answer with the first offer until an answer is 500; gives (number, act) and the reply."""
    for _ in range(most):
        q = seats[0].view()["question"]
        seat = seats[q["seat"]]
        o = seat.offers()
        r = seat.answer(o["number"], o["offers"][0]["act"])
        if r.status != 200:
            return seat, (o["number"], o["offers"][0]["act"]), r
    raise AssertionError("the rule was not met")


def tripped(server):
    """A game that trips by its next answer and not before: what follows a question is run out on
    random answers, which may meet the rule as well."""
    for _ in range(30):
        made, seats, watcher = new_game(server)
        stream = watcher.stream()
        seat, answer, r = until_trip(seats)
        if seat.get(seat.at("view")).status == 200:
            return made, seats, stream, seat, answer, r
        stream.close()
    raise AssertionError("every game trips when it is looked at")


class Fault(unittest.TestCase):
    def tearDown(self):
        self.server.end()

    def metric(self, name):
        text = Client(self.server).raw("GET", "/metrics").body.decode()
        return [int(l.split()[1]) for l in text.splitlines() if l.startswith("tricorne_" + name + " ")][0]

    def is_fault(self, r, words):
        self.assertEqual((r.status, r.json["error"]["code"]), (500, "fault"), r.body)
        self.assertIn(words, r.json["error"]["text"])
        self.assertNotIn("trip", r.body.decode())  # that is for the log

    def others_go_on(self):
        _, seats, _ = self.other
        self.assertEqual(table.play(seats, 2), 2)
        self.assertEqual(Client(self.server).raw("GET", "/healthz").status, 200)

    def test_an_answer_that_trips(self):
        self.server = serve(RULE, "--log", "server.log")
        self.other = new_game(self.server, OTHER)
        made, seats, stream, seat, answer, r = tripped(self.server)
        before = self.metric("faults_total") - 1
        self.is_fault(r, "stands as it is recorded")
        lines = seat.view()["lines"]  # read from the store again
        self.is_fault(seat.answer(*answer), "stands as it is recorded")
        self.assertEqual(seat.view()["lines"], lines)
        self.others_go_on()
        self.is_fault(seat.answer(*answer), "stands as it is recorded")
        for what in ("view", "record", "stream", "lines"):
            self.is_fault(seat.get(seat.at(what)), "set aside")
        while stream.next()[1] != "closed":
            pass
        self.others_go_on()
        self.assertEqual(self.metric("faults_total"), before + 3)
        self.assertEqual(self.server.stop(), 0)
        with open(os.path.join(self.server.folder, "server.log")) as f:
            told = [j for j in map(json.loads, f) if j["what"] == "fault" and j["game"] == made["game"]]
        self.assertEqual(len(told), 3)
        self.assertEqual({j["level"] for j in told}, {"error"})
        # a program without the mistake goes on with it
        self.server = serve(None, folder=self.server.folder)
        self.server.own = True
        for s in seats:
            s.server = self.server
            s.close()
        self.assertEqual(seat.view()["lines"], lines)
        self.assertEqual(seat.answer(*answer).status, 200)
        self.assertEqual(self.server.stop(), 0)
        code, said = self.server.verify()
        self.assertEqual(code, 0, said)

    def test_a_game_that_trips_when_it_is_read(self):
        self.server = serve(None)
        self.other = new_game(self.server, OTHER)
        made, seats, _ = new_game(self.server)
        table.play(seats, 12)
        self.server.stop()
        self.server = serve(RULE, folder=self.server.folder)
        self.server.own = True
        for s in seats + self.other[1]:
            s.server = self.server
            s.close()
        for _ in range(3):
            self.is_fault(seats[0].get(seats[0].at("view")), "stands as it is recorded")
        for _ in range(3):
            self.is_fault(seats[0].get(seats[0].at("view")), "set aside")
        self.assertEqual(self.metric("faults_total"), 3)
        self.others_go_on()

    def test_a_computer_that_trips(self):
        self.server = serve(RULE)
        self.other = new_game(self.server, OTHER)
        made, seats, watcher = new_game(self.server, kinds=("person", "level-1"))
        stream = watcher.stream()

        def set_aside():
            r = watcher.get(watcher.at("view"))
            if r.status == 500:
                return "set aside" in r.json["error"]["text"]
            q = r.json["question"]
            if q["kind"] == "question" and q["seat"] == 0:
                o = seats[0].get(seats[0].at("offers"))
                if o.status == 200 and o.json["offers"]:
                    seats[0].answer(o.json["number"], o.json["offers"][0]["act"])
            return False

        wait_until(set_aside, 60)
        before = self.server.cpu()
        time.sleep(1)
        self.assertLess(self.server.cpu() - before, 0.3)  # nobody tries again and again
        self.assertEqual(self.metric("faults_total"), 3)
        self.others_go_on()
        stream.close()

    def test_a_question_that_trips_is_the_askers_alone(self):
        """Advice is thought out on a copy: the game itself is as it was."""
        self.server = serve(RULE)
        self.other = new_game(self.server, OTHER)
        made, seats, stream, seat, answer, r = tripped(self.server)
        before, lines = self.metric("faults_total"), seat.view()["lines"]
        for _ in range(4):
            self.is_fault(seat.do("suggest", {"player": "level-3"}), "stands as it is recorded")
        self.assertEqual(seat.view()["lines"], lines)
        self.assertEqual(self.metric("faults_total"), before + 4)
        self.others_go_on()

    def test_too_many_end_it(self):
        """So many that it is better to start anew."""
        self.server = serve(RULE)
        ended = False
        for _ in range(40):
            try:
                made, seats, _ = new_game(self.server)
                seat, answer, r = until_trip(seats)
                seat.answer(*answer)
                seat.answer(*answer)
            except (OSError, AssertionError, table.http.client.HTTPException):
                ended = True
                break
        self.assertTrue(ended)
        self.assertNotEqual(self.server.process.wait(10), 0)
        self.server.process.stdout.close()


if __name__ == "__main__":
    table.main()
