#!/usr/bin/env python3
"""The examples of docs/cases.md run as they stand, and each promise of the page can fail.

usage: cases_page.py TRICORNE DATA PAGE
"""
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


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
