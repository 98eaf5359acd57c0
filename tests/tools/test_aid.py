#!/usr/bin/env python3
"""The play aids: drawn as text for every battle, they hold words that a player reads, and all that the tables say.

Usage: test_aid.py TRICORNE
No line holds a brace, a key of a table or of a battle, or a code that its section does not explain; none is so long that the
sheet would cut it. Every number of every table is on the sheet, but for those that only a computer wants (UNSAID).
A sheet in another language has the same numbers as the English one.
"""
import os
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TRICORNE = sys.argv.pop(1) if len(sys.argv) > 1 else os.path.join(ROOT, "build", "tricorne")
SYSTEMS = ["minden", "pistolado", "malbrook", "bayonet", "reason"]
LONGEST = 240  # letters that draw_say sets
# English that is a key somewhere as well.
ENGLISH = {"demi-lances", "counter-charge", "counter-charges", "3-pounder", "6-pounder", "12-pounder", "24-pounder", "clean-up", "re-form"}
CODE = re.compile(r"(?=.*[A-Z])(?!I$)[A-Z0-9]{1,4}[+†§]{0,2}(/(-|[A-Z0-9]{1,3}))?$|-/[0-9][MD]?$")
HEADER = {"format", "system", "table", "rule", "source", "note"}
# What nobody measures at a table: geometry of the computer's table, and what is derived.
UNSAID = {
    "command/conform_angle", "command/contact", "command/zone_radius", "command/zone_margin", "command/refuge",
    "bases/grade_foot", "bases/grade_horse", "bases/grade_dragoon", "bases/grade_hussar", "bases/grade_civilian",
    "bases/grade_gun", "bases/grade_wagon", "bases/loose_gap", "combat/clear_move", "combat/breakthrough_dps",
    "fire/scatter_step", "fire/range_mortar", "fire/mod_mortar", "fire/indirect_light", "fire/indirect_medium",
    "fire/indirect_heavy", "combat/break_from", "movement/line_up", "movement/road_heavy", "movement/road_howitzer",
    "movement/road_mortar", "movement/road_near", "movement/road_angle", "movement/withdraw_angle",
    "movement/refuse_angle", "movement/wheel_sample", "movement/merge_angle", "sight/edge",
    "fire/direction_1", "fire/direction_2", "fire/direction_3", "fire/direction_4", "fire/direction_5",
    "fire/direction_6", "fire/direction_7", "fire/direction_8", "terrain/allowance-leader", "cohesion/levels",
    "stands/foot_width", "stands/foot_depth", "stands/horse_width", "stands/horse_depth", "stands/gun_width",
    "stands/gun_depth", "stands/officer", "stands/leader_distance", "stands/defended_edge", "stands/charge_wheel",
    "status/assault", "status/harass", "status/hold", "status/manoeuvre", "status/withdraw",
    "victory/broken_army_percent", "fire-results/small_plus_plus_sure",
}
# Rows of a kind of ground, and its flags that the heading of a row says or that no line needs.
GROUND = re.compile(r"terrain/(road|position)_\w+|terrain/\w+_(line|hill)")


def aid(scenario, *options):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "aid.txt")
        done = subprocess.run([TRICORNE, "--data", os.path.join(ROOT, "data"), *options, "draw", "--play-aid", scenario, path],
                              capture_output=True, text=True, env={**os.environ, "LANG": "C", "LC_ALL": "C"})
        if done.returncode:
            raise AssertionError(scenario + ": " + done.stderr)
        with open(path, encoding="utf-8") as f:
            return f.read()


def scenarios(system):
    return [system + "/" + n[:-5] for n in sorted(os.listdir(os.path.join(ROOT, "data", system, "scenarios")))]


def read(*path):
    with open(os.path.join(ROOT, "data", *path), encoding="utf-8") as f:
        return f.read()


def keys(system):
    """Words with a hyphen or an underscore in the tables and battles of a system."""
    text = ""
    for folder in ("tables", "scenarios", "maps"):
        for name in os.listdir(os.path.join(ROOT, "data", system, folder)):
            body = re.sub(r'(#|label:|title:|source:|note:|special:).*', "", read(system, folder, name))
            text += re.sub(r'label: *"[^"]*"', "", body)
    return set(re.findall(r"[a-z0-9]+(?:[-_][a-z0-9]+)+", text)) - ENGLISH


def sheet(system, language="en"):
    return read(system, "play-aid.yaml") if language == "en" else read("lang", language, "aid-%s.yaml" % system)


def holes(text):
    found = re.findall(r"\{([^{}?:#]+)", text) + re.findall(r"each: \"?([a-z0-9@/_-]+)", text)
    return sorted(h.split(".")[0] for h in found)


class Aid(unittest.TestCase):
    def test_no_key_no_code_no_gap(self):
        for system in SYSTEMS:
            known = keys(system)
            self.assertGreater(len(known), 30)
            for scenario in scenarios(system):
                section = []
                for line in aid(scenario).split("\n") + ["# "]:
                    self.assertNotRegex(line, r"[{}<>_]|\bnone\b|\b\d+b\b", scenario)
                    self.assertLess(len(line), 2 * LONGEST)
                    bad = set(re.findall(r"[a-z0-9]+(?:[-_][a-z0-9]+)+", line.lower())) & known
                    self.assertFalse(bad, "%s: %s" % (scenario, line))
                    if line.startswith("# "):
                        self.explained(scenario, section)
                        section = []
                    section.append(line)

    def explained(self, scenario, section):
        """Every code in a cell of a table stands in a line of its section that explains it."""
        told = " ".join(line.split(": ")[0] for line in section if ": " in line and "|" not in line)
        told += " " + " ".join(line for line in section if ": " not in line and "|" not in line)
        words = set(re.split(r"[ ,/.]+", told))
        for line in section:
            if re.match(r"(Grade|Dressing ranks: points off) \| A \|", line):
                continue  # the grades of troops are called so
            for cell in line.split("|")[1:] if "|" in line else []:
                cell = cell.strip()
                if not CODE.match(cell):
                    continue
                for part in cell.split("/"):
                    self.assertTrue(part == "-" or part in words or set(part) <= words,
                                    "%s: nobody explains %s: %s" % (scenario, part, section[0]))

    def test_every_number_is_there(self):
        missing = []
        for system in SYSTEMS:
            said = set(holes(sheet(system)))
            for name in sorted(os.listdir(os.path.join(ROOT, "data", system, "tables"))):
                if not name.endswith(".yaml") or name.startswith("card-"):
                    continue
                table = name[:-5]
                for key in re.findall(r"^([A-Za-z0-9_-]+):", read(system, "tables", name), re.M):
                    path = table + "/" + key
                    if key in HEADER or path in UNSAID or GROUND.fullmatch(path):
                        continue
                    if not any(h == path or h.startswith(path + "/") for h in said):
                        missing.append(system + ": " + path)
        self.assertEqual(missing, [])

    def test_nothing_is_cut(self):
        for system in SYSTEMS:
            for line in re.findall(r'"((?:[^"\\]|\\.)*)"', sheet(system)):
                for part in re.sub(r"\{[^}]*\}", "1234", line).split(" :: "):
                    self.assertLess(len(part), LONGEST, system)

    def test_german_has_the_same_numbers(self):
        text = aid("minden/first-battle", "--lang", "de")
        self.assertIn("Bewegung", text)
        self.assertIn("Kartätschen", text)
        self.assertNotRegex(text, r"\b(Movement|Green|Trained|or more)\b")
        self.assertEqual(holes(sheet("minden")), holes(sheet("minden", "de")))

    def test_only_what_fights_here(self):
        self.assertIn("Swiss pike", aid("pistolado/dreux-1562"))
        self.assertNotIn("Spanish tercio", aid("pistolado/first-speech"))
        self.assertIn("Americans", aid("reason/brandywine-1777"))
        self.assertNotIn("Americans", aid("reason/kolin-1757"))

    def test_a_gap_is_named(self):
        with tempfile.TemporaryDirectory() as folder:
            data = os.path.join(folder, "data")
            subprocess.run(["cp", "-r", os.path.join(ROOT, "data"), data], check=True)
            path = os.path.join(data, "minden", "play-aid.yaml")
            with open(path, "a", encoding="utf-8") as f:
                f.write('  - "Nothing | {fire/no_such_key}"\n')
            done = subprocess.run([TRICORNE, "--data", data, "draw", "--play-aid", "minden/hahlen", os.path.join(folder, "a.pdf")],
                                  capture_output=True, text=True, env={**os.environ, "LANG": "C", "LC_ALL": "C"})
            self.assertNotEqual(done.returncode, 0)
            self.assertIn("no_such_key", done.stderr)
            self.assertFalse(os.path.exists(os.path.join(folder, "a.pdf")))
            with open(path, "a", encoding="utf-8") as f:
                f.write("  - {wrong: 1}\n")
            done = subprocess.run([TRICORNE, "--data", data, "check", path], capture_output=True, text=True)
            self.assertIn("has lines of its own", done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main()
