#!/usr/bin/env python3
"""The examples of docs/cases.md run as they stand, and each promise of the page can fail.

usage: cases_page.py TRICORNE DATA PAGE
"""
import os
import re
import subprocess
import sys
import tempfile
import unittest

TRICORNE, DATA, FILE = sys.argv[1:4]
with open(FILE) as file:
    PAGE = file.read()

CHARGE = """scenario pistolado/drill-ground
set  phase = cohesion
at   charge-order
set  brigade.red-horse status=charge
set  brigade.blue-horse status=rally order=hold
set  brigade.blue-foot status=rally
set  officer.red-captain attached=none
set  regiment.gend x=50 y=30
set  regiment.bands x=50 y=36

case one
"""


def run(text, *options):
    with tempfile.NamedTemporaryFile("w", suffix=".case") as file:
        file.write(text)
        file.flush()
        out = subprocess.run([TRICORNE, "--data", DATA, "case", *options, file.name],
                             capture_output=True, text=True)
    return out.returncode, out.stdout


class Page(unittest.TestCase):
    def test_every_example_passes(self):
        blocks = re.findall(r"^```\n((?:scenario|map) .*?)^```$", PAGE, re.S | re.M)
        self.assertGreaterEqual(len(blocks), 3)
        for block in blocks:
            code, said = run(block)
            self.assertEqual(code, 0, said)

    def test_every_line_of_the_tables_is_used_in_an_example(self):
        examples = "".join(re.findall(r"^```\n(.*?)^```$", PAGE, re.S | re.M))
        for word in re.findall(r"^\| `([a-z-]+)", PAGE, re.M):
            if word not in ("over", "pool", "ask-single"):
                self.assertRegex(examples, rf"(?m)^\s*{word}\b", f"no example of {word}")


class EachCanFail(unittest.TestCase):
    def fails(self, lines, *said, charge=True):
        code, out = run((CHARGE if charge else "") + lines)
        self.assertEqual(code, 1, out)
        for text in said:
            self.assertIn(text, out)

    def passes(self, lines, *options):
        code, out = run(CHARGE + lines, *options)
        self.assertEqual(code, 0, out)
        return out

    def test_a_case_that_ends_waiting_for_dice(self):
        self.fails("  do charge gend bands\n", "ends while 2 x d6 wanted for P-W4")
        self.passes("  do charge gend bands\n  wants 2 d6 by P-W4\n")

    def test_not_ask_while_dice_are_wanted(self):
        self.fails("  do charge gend bands\n  not ask red charge gend\n  wants 2 d6\n",
                   "nothing is asked")

    def test_not_wants(self):
        self.fails("  do charge gend bands\n  not wants\n", "2 x d6 wanted")
        self.fails("  do charge gend bands\n  wants 2 d6\n  not wants 2 d6 by P-W4\n", "2 x d6")
        self.passes("  not wants\n  do charge gend bands\n  not wants 1 d6\n  wants 2 d6\n")

    def test_order_of_events(self):
        self.passes("  do charge gend bands\n  dice 4 4\n"
                    "  event declares gend bands\n  then event waver gend to-charge charges\n")
        self.fails("  do charge gend bands\n  dice 4 4\n"
                   "  event waver gend to-charge charges\n  then event declares gend bands\n",
                   "did not happen behind the event above")

    def test_tolerance(self):
        self.passes("  field regiment.gend.y = 29.99 within 0.01\n  not over\n")
        self.fails("  field regiment.gend.y = 29.98 within 0.01\n", "regiment.gend.y is 30")

    def test_label_and_owner(self):
        fight = "  do charge gend bands\n  dice 4 4\n  do await bands\n  dice 2 2\n"
        self.fails(fight + "  mod 1 fiercer of bands\n", "did not happen")
        self.fails(fight + "  mod 1 no-such-label\n", "has no label")
        self.fails(fight + "  mod 1 rain\n", "did not happen")

    def test_unknown_words(self):
        self.fails("  not event no-such-event\n", 'no event "no-such-event"')
        self.fails("  not event declares nobody\n", "nobody")
        self.fails("  not event declares gend bands 3\n", "has only 2 values")

    def test_odds_of_what_is_not_an_outcome(self):
        self.fails("  odds charge gend bands : declares gend bands = 0/1\n", "is not an outcome")
        self.fails("  odds : waver gend to-charge charges = 1/2\n", "is asked charge")

    def test_lists_of_offers(self):
        self.passes("  offers 2\n  offers no-charge gend; charge gend bands\n")
        self.fails("  offers 3\n", "2 are offered", "| offer charge gend bands")
        self.fails("  offers no-charge gend\n", "2 are offered")
        self.assertIn("| offer no-charge gend", self.passes("  show offers\n  offers 2\n"))

    def test_reasons(self):
        self.passes("  refuse charge guns bands by P-H21 as guns-charge near no-charge gend\n")
        self.fails("  refuse charge guns bands by P-H21 as absent\n", "refused as guns-charge")

    def test_one_case_by_name(self):
        out = self.passes("  offers 99\n\ncase two\n  offers 2\n", "--only", "two", "--names")
        self.assertIn("ok two\n1 passed, 0 failed", out)
        code, out = run(CHARGE + "  offers 2\n", "--only", "three")
        self.assertEqual(code, 1)
        self.assertIn("no case is named three", out)

    def test_loads_that_fail(self):
        own = "  scenario |\n  format: scenario-1\n  system: nonsense\n  end\n"
        self.passes(own + '  fails the key "system" must name a rule system\n')
        self.fails(own, "the scenario cannot be loaded")
        self.fails(own + "  fails no such text\n", "it fails otherwise")
        self.fails("  fails anything\n", "no scenario inside this case failed")

    def test_a_question_with_one_answer(self):
        guns = CHARGE.replace("regiment.bands x=50 y=36", "regiment.falcons x=50 y=36")
        text = guns + "  do charge gend falcons\n  dice 4 4\n"
        self.assertEqual(run(text + "  wants 2 d6 by P-W4\n")[0], 0)
        asked = text.replace("case one\n", "case one\n  ask-single\n")
        code, out = run(asked + "  offers await falcons\n  refuse face falcons by P-H12a\n")
        self.assertEqual(code, 0, out)

    def test_a_unit_off_the_table_in_every_system(self):
        for scenario, unit in (("pistolado/drill-ground", "light"), ("minden/first-battle", "reden"),
                               ("bayonet/drill-ground", "f1"), ("malbrook/blenheim-1704", "rowe"),
                               ("reason/learning", "itzenplitz-1")):
            code, out = run(f"scenario {scenario}\ncase one\n  off {unit}\n  not over\n  off {unit}\n")
            self.assertEqual(out.count("\n"), 2, out)  # only that the last line comes too late
            self.assertIn("before anything is done", out)


class Kept(unittest.TestCase):
    """What is kept of each case beside what it asserts."""
    LINES = "  do charge gend bands\n  dice 4 4\n  event declares gend bands\n"

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.kept = f"{self.folder.name}/cases.kept"

    def cases(self, lines, option="--kept", *more, name="a.case", head=CHARGE):
        path = f"{self.folder.name}/{name}"
        with open(path, "w") as file:
            file.write(head + lines)
        done = subprocess.run([TRICORNE, "--data", DATA, "case", option, self.kept, *more, path],
                              capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr

    def keeps(self, lines, *more, **where):
        self.assertEqual(self.cases(lines, "--keep", *more, **where)[0], 0)

    def differs(self, lines, *said, **where):
        code, out = self.cases(lines, **where)
        self.assertEqual(code, 1, out)
        for text in said:
            self.assertIn(text, out)

    def rows(self):
        with open(self.kept) as file:
            return [line.split() for line in file if not line.startswith("#")]

    def test_the_same_passes(self):
        self.keeps(self.LINES)
        self.assertEqual(self.cases(self.LINES)[0], 0)
        self.assertEqual([row[:2] for row in self.rows()], [["a.case", "one"]])
        self.assertEqual(len(self.rows()[0]), 7)
        self.assertEqual(self.rows()[0][6], "-", "nothing was refused")

    def test_what_it_does_not_assert_is_noticed(self):
        self.keeps(self.LINES)
        self.differs(self.LINES.replace("4 4", "4 5"), "a.case:14: one: differs from what was kept",
                     "cases.kept:3): events, dice\n", "tricorne case --keep")
        code, out = self.cases(self.LINES + "  offers 99\n")
        self.assertEqual((code, "are offered" in out, "differs" in out), (1, True, False), out)

    def test_each_part_alone(self):
        self.keeps("  offers 2\n")
        self.differs("  offers 2\n  not offer charge guns bands\n", "cases.kept:3): refusals\n")
        self.differs("  offers 2\n", "cases.kept:3): positions\n",
                     head=CHARGE.replace("case one", "set head.turn = 2\ncase one"))

    def test_a_case_without_a_line_and_a_line_without_a_case(self):
        self.keeps(self.LINES)
        self.differs(self.LINES + "case two\n  offers 2\n", "two: it is not kept in")
        self.differs(self.LINES.replace("  do", "case two\n  do"), "two: it is not kept in")
        self.differs("case two\n  offers 2\n", "two: it is not kept in", head=CHARGE)
        self.differs("  offers 2\n", "cases.kept:3: a.case has no case one", head=CHARGE.replace("one", "x"))

    def test_other_files_beside_it_stay(self):
        self.keeps(self.LINES)
        self.keeps("  offers 2\n", name="b.case")
        self.assertEqual([row[0] for row in self.rows()], ["a.case", "b.case"])
        self.assertEqual(self.cases("  offers 2\n", name="b.case")[0], 0)
        os.remove(f"{self.folder.name}/a.case")
        self.differs("  offers 2\n", "a.case has no case one", name="b.case")
        self.keeps("  offers 2\n", name="b.case")
        self.assertEqual([row[0] for row in self.rows()], ["b.case"])

    def test_one_case_by_name(self):
        both = self.LINES + "case two\n  offers 2\n"
        self.keeps(both)
        before = self.rows()
        self.assertEqual(self.cases(both, "--kept", "--only", "two")[0], 0)
        self.keeps(both.replace("offers 2", "not offer charge guns bands"), "--only", "two")
        self.assertEqual(self.rows()[0], before[0])
        self.assertNotEqual(self.rows()[1], before[1])

    def test_nothing_is_written_while_a_case_fails(self):
        self.keeps(self.LINES)
        before = self.rows()
        code, out = self.cases("  offers 99\n", "--keep")
        self.assertEqual(code, 1)
        self.assertIn("not written: first let every case pass", out)
        self.assertEqual(self.rows(), before)

    def test_two_cases_of_one_name(self):
        code, out = self.cases("  offers 2\ncase one\n  offers 2\n", "--keep")
        self.assertEqual(code, 1)
        self.assertIn("another case of this file has its name", out)

    def test_files_that_cannot_be(self):
        self.differs("  offers 2\n", "cases.kept:0: cannot be read; --keep")
        self.keeps("  offers 2\n")
        for text, said in (("<<<<<<< one\n", "cases.kept:1: a line is: FILE CASE"),
                           ("a.case one 12 - - - -\n", "cases.kept:1: a line is"),
                           ("a.case - - - - -\n", "cases.kept:1: a line is"),
                           ("a.case one - - - - -\n" * 2, "this case has a line already")):
            with open(self.kept, "w") as file:
                file.write(text)
            self.differs("  offers 2\n", said)
        self.assertEqual(self.cases("  offers 2\n", "--keep", "--kept", "x")[0], 2)
        self.kept = f"{self.folder.name}/none/cases.kept"
        self.assertIn("cannot be written", self.cases("  offers 2\n", "--keep")[1])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
