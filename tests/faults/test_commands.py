#!/usr/bin/env python3
"""Every subcommand ends by itself with the code it should, and without losing memory.

usage: test_commands.py TRICORNE DATA [--valgrind 1]

Under a build with sanitizers a leak is found by LeakSanitizer; with --valgrind by valgrind
(tools/memory). A subcommand of `tricorne --help` that is not tried here is a failure.
"""
import json
import pathlib
import re

import table
from table import DATA, run

if table.option("--valgrind", 0):
    table.TIMEOUT = 3600
    inner = table.command
    table.command = lambda *words: ["valgrind", "-q", "--leak-check=full",
                                    "--errors-for-leak-kinds=definite", "--error-exitcode=99",
                                    f"--suppressions={pathlib.Path(__file__).parent}/valgrind.supp",
                                    *inner(*words)]


class Commands(table.Case):
    def tries(self):
        """subcommand: [(words, what is typed, exit code)]"""
        scenario = table.scenarios()[0]
        system = scenario.split("/")[0]
        record = self.record(scenario, "a.jsonl", "auto 4\nquit\n")
        other = self.record(scenario, "b.jsonl", "auto 4\nquit\n")
        act = json.loads(run("umpire", stdin=json.dumps(
            {"do": "new", "scenario": scenario, "seed": "0" * 32}) + '\n{"do":"offers"}\n')
            .out.splitlines()[1])["offers"][0]["act"]
        broken = self.path / "broken.yaml"
        broken.write_text("format: scenario-1\n")
        text = (f"scenario {scenario}\ncase one\nfield head.turn = 1\n"
                "case two\nfield head.turn = 7\n")
        (self.path / "x.case").write_text(text)
        talk = "".join(json.dumps(t) + "\n" for t in (
            {"do": "list"}, {"do": "new", "scenario": scenario}, {"do": "new", "scenario": "x"},
            {"do": "offers"}, {"do": "scene"}, {"do": "state"}, {"do": "odds", "act": act},
            {"do": "answer", "act": act}, {"do": "undo", "consent": True}, {"do": "record"},
            {"do": "replay", "path": str(record)}, {"do": "adopt", "path": str(record)},
            {"do": "resume", "path": str(record)}, {"do": "messages"}, {"do": "nonsense"})) + "{"
        return {
            "play": [(["play", record, "--plain"], "map\naloud\nauto 2\nundo\nquit\n", 0),
                     (["play", "no/such"], "", 1), (["play", scenario, "--side", "x"], "", 2)],
            "umpire": [(["umpire"], talk, 0)],
            "replay": [(["replay", record], "", 0), (["replay", "--log", record], "", 0), (["replay", "--chances", record], "", 0),
                       (["replay", "--adopt", other], "", 0), (["replay", broken], "", 1)],
            "review": [(["review", record], "", 0), (["review", "--json", "--no-chances", record], "", 0),
                       (["review", broken], "", 1), (["review"], "", 2)],
            "verify": [(["verify", record], "", None), (["verify", broken], "", 1)],
            "case": [(["case", self.path / "x.case"], "", 1), (["case", "none.case"], "", 1),
                     (["case", "--keep", self.path / "x.kept", "--only", "one", self.path / "x.case"], "", None),
                     (["case", "--kept", self.path / "x.kept", self.path / "x.case"], "", 1),
                     (["case", "--kept", broken, self.path / "x.case"], "", 1)],
            "odds": [(["odds", scenario, *act.split()], "", None),
                     (["odds", scenario, "nonsense"], "", 1)],
            "check": [(["check", DATA], "", 0), (["check", broken], "", 1)],
            "rule": [(["rule", "nothing"], "", 1)],
            "list": [(["list"], "", 0), (["list", "--words", system], "", 0),
                     (["list", "--messages", system], "", 0), (["list", "--words", "x"], "", None)],
            "show": [(["show", scenario], "", 0), (["show", "--json", scenario], "", 0),
                     (["show", "--state", scenario], "", 0), (["show", "--aloud", record], "", 0),
                     (["show", broken], "", 1)],
            "draw": [(["draw", scenario, self.path / f"a.{kind}"], "", 0)
                     for kind in ("svg", "png", "pdf")]
                    + [(["draw", scenario, self.path / "a.txt"], "", None)],
            "bench": [(["bench", "--signature", scenario], "", 0)],
            "selfplay": [(["selfplay", "1", "--scenario", scenario], "", 0),
                         (["selfplay", "1", "--scenario", scenario, "--record",
                           self.path / "s.jsonl"], "", 0), (["selfplay", "x"], "", 2)],
            "arena": [(["arena", scenario, "--players", "random,random", "--battles", "2"], "", 0),
                      (["arena", scenario, "--players", "nobody,random"], "", None)],
            "tune": [(["tune", scenario, "--battles", "2", "--players", "random,random", "--threads", "1"],
                      "", None), (["tune"], "", 2), (["tune", "no/such"], "", 1),
                     (["tune", scenario, "--play", "--rate", "fast"], "", 2),
                     (["tune", scenario, "--play", "--spread", "0"], "", 2)],
            "tonight": [(["tonight", "--list"], "", 0), (["tonight", "--system", "nobody"], "", None),
                        (["tonight", "--system", system, "--seed", "1", "--out", self.path / "tonight"], "", 0)],
            "study": [(["study", scenario, "--battles", "2", "--players", "random,random",
                        "--out", self.path / "study"], "", 0),
                      (["study", "no/such"], "", 1)],
            # A server that runs is tested in tests/server; here, what it says to bad wishes.
            "serve": [(["serve", "--port", "x"], "", None), (["serve", "word"], "", 2),
                      (["serve", "--store", self.path / "no" / "such.db", "--port", "0"], "", 1)],
            "join": [(["join", "nonsense"], "", None), (["join", "http://127.0.0.1:1/#/g/x/y"], "", 1)],
            "store": [(["store"], "", 2), (["store", "nonsense", "x"], "", 2),
                      (["store", "verify", self.path / "no" / "such.db"], "", 1)],
            "admin": [(["admin"], "", 2), (["admin", "nonsense"], "", 2),
                      (["admin", "list", self.path / "no" / "such.db"], "", None)],
            "export": [(["export", record], "", 0), (["export", "--csv", record], "", 0),
                       (["export", self.path / "broken.yaml"], "", 1)],
        }

    def test_every_subcommand(self):
        tries = self.tries()
        named = re.findall(r"^  (\w+) ", run("--help").out, re.M)
        for name in named:
            with self.subTest(name):
                self.assertTrue(name in tries, "try the new subcommand here")
        for name, list_of in tries.items():
            for words, typed, code in list_of:
                with self.subTest(" ".join(map(str, words))):
                    codes = (0, 1, 2) if code is None else (code,)
                    done = self.sound(run(*words, stdin=typed, cwd=self.path), *codes)
                    self.assertTrue(done.returncode == 0 or done.err or done.out)

    def test_whole_numbers(self):
        """As far as 64 bits go, and no further."""
        most = str(2 ** 64 - 1)
        done = run("selfplay", "1", "--seed", most, "--each")
        self.assertEqual(done.returncode, 0, done.err)
        self.assertTrue(done.out.startswith(most + "\t"), done.out)
        for bad in (str(2 ** 64), "-1", "", "1x", "9" * 40):
            done = run("selfplay", "1", "--seed", bad)
            self.assertEqual(done.returncode, 2, bad)
            self.assertIn("whole number from 0 to " + most, done.err)

    def test_advice_is_told_in_sentences(self):
        record = self.record("minden/first-battle", "s.jsonl", "quit\n")
        lines = run("play", record, "--plain", stdin="offers\nsuggest\nquit\n").out.splitlines()
        first = next(i for i, line in enumerate(lines) if "(score" in line)
        self.assertRegex(lines[first], r"  1\. [A-Z][^=]*  \(score [+-]\d+, \d+ courses?\)")
        act = lines[first + 1].split(" = ")[1]
        at = next(i for i, line in enumerate(lines) if line.endswith("= " + act) and i < first)
        self.assertIn(lines[at - 1].split("  ")[-1], lines[first])  # the same words as in the list

    def test_the_terminal_tells_what_came_of_dice_first(self):
        """The sentence, then indented what it came of: no die stands before who rolled it and why."""
        record = self.record("bayonet/learning", "told.jsonl", "quit\n")
        told = run("play", record, "--plain", stdin="auto 40\nlog 80\nquit\n").out.splitlines()
        log = told[len(told) - told[::-1].index(next(t for t in told[::-1] if "Turn" in t and "B-2.4a" in t)) - 1:]
        dice = [i for i, t in enumerate(log) if re.match(r" {6}d10: ", t)]
        self.assertGreater(len(dice), 3)
        for i in dice:
            above = next(t for t in log[i::-1] if not t.startswith(" " * 6))
            self.assertRegex(above, r"^  [A-Z].*\.  \[B-", "\n".join(log[max(0, i - 3):i + 3]))
            self.assertNotRegex(above, r"^  (Allied|French): ")

    def test_usage(self):
        self.sound(run(), 2)
        self.sound(run("--help"), 0)
        self.sound(run("nonsense"), 2)
        for name in self.tries():
            self.sound(run(name, "--help"), 0)
            self.sound(run(name, "--nonsense"), 2)


if __name__ == "__main__":
    table.main()
