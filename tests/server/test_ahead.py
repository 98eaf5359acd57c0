#!/usr/bin/env python3
"""Computers that take their time think while a person thinks: with what is left over, and for nobody else."""
import re
import time
import unittest

from table import Client, Server, main, new_game, wait_until


def counted(server, name):
    text = Client(server).raw("GET", "/metrics").body.decode()
    return int(re.search(r"^tricorne_%s (\d+)" % name, text, re.M).group(1))


def question_of(seat, number):
    """The question the person of this seat is asked, once it is not the one with this number; None: it is over."""
    q = {}

    def asked():
        q.update(seat.view()["question"])
        return q["kind"] == "over" or (q["kind"] == "question" and q["seat"] == seat.seat and q["number"] != number)

    seat.seat = seat.view()["seat"]
    wait_until(asked, 120)
    return None if q["kind"] == "over" else q


class Ahead(unittest.TestCase):
    def test_what_it_thought_counts(self):
        with Server("--rate", "0", "--work", "0") as server:
            made, seats, watch = new_game(server, "bayonet/learning", kinds=("person", "level-4:turn=600"), seed="%032x" % 5)
            me, number = seats[0], None
            end = time.time() + 200
            while counted(server, "ahead_known_total") == 0 and time.time() < end:
                q = question_of(me, number)
                self.assertIsNotNone(q, "the battle was over before anything was of use")
                number, before = q["number"], counted(server, "ahead_walks_total")
                try:  # eight ways the battle may go on
                    wait_until(lambda: counted(server, "ahead_walks_total") >= before + 8, 20)
                except AssertionError:
                    pass  # they are known already, or the time for a turn is used up
                self.assertEqual(me.answer(number, me.offers()["offers"][0]["act"]).status, 200)
            self.assertGreater(counted(server, "ahead_known_total"), 0)
            began = time.monotonic()
            self.assertEqual(server.stop(), 0)  # and it is no reason to stop later
            self.assertLess(time.monotonic() - began, 15)

    def test_not_where_courses_are_counted(self):
        """Who has no time but a number of courses answers the same whether or not somebody was slow."""
        with Server("--rate", "0", "--work", "0") as server:
            made, seats, watch = new_game(server, "bayonet/learning", kinds=("person", "level-4"), seed="%032x" % 5)
            q = question_of(seats[0], None)
            self.assertEqual(seats[0].answer(q["number"], seats[0].offers()["offers"][0]["act"]).status, 200)
            time.sleep(1)
            self.assertEqual(counted(server, "ahead_walks_total"), 0)

    def test_with_what_is_left_over(self):
        """Half of the processor time of an address is kept for answers somebody waits for."""
        with Server("--rate", "1000", "--work", "10") as server:
            made, seats, watch = new_game(server, "bayonet/learning", kinds=("person", "level-4:turn=10000"), seed="%032x" % 5)
            # Nobody looks: whoever made the battle pays from its beginning.
            wait_until(lambda: counted(server, "ahead_walks_total") > 0, 60)
            time.sleep(3)
            self.assertLessEqual(counted(server, "ahead_walks_total"), 6)


if __name__ == "__main__":
    main()
