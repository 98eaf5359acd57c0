#!/usr/bin/env python3
"""A whole battle of each system played from the text alone, as somebody does who listens to it."""
import os
import random
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BINARY = os.environ.get("TRICORNE", os.path.join(ROOT, "build", "tricorne"))
BATTLES = ["minden/first-battle", "pistolado/first-speech", "malbrook/first-command",
           "bayonet/learning", "reason/learning"]
ANSWERS = 6000
GIVES_UP = ("Give up the battle", "Concede the battle")


def keys_of(scenario):
    system, name = scenario.split("/")
    with open(os.path.join(ROOT, "data", system, "scenarios", name + ".yaml")) as f:
        text = f.read()
    return set(re.findall(r"(?:name: |- \")\"?([a-z0-9]+(?:-[a-z0-9]+)+)", text))


class Listener:
    """Knows nothing but what is printed: a question, and answers with numbers."""

    def __init__(self, scenario, folder):
        self.p = subprocess.Popen(
            [BINARY, "--data", os.path.join(ROOT, "data"), "play", scenario, "--plain",
             "--against", "random", "--seed", "%032x" % 7,
             "--record", os.path.join(folder, "ear.jsonl")],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            env={**os.environ, "LANG": "C", "LC_ALL": "C"})

    def end(self):
        self.p.kill()
        self.p.wait()
        self.p.stdout.close()
        try:
            self.p.stdin.close()
        except BrokenPipeError:
            pass

    def hear(self):
        heard = ""
        while not heard.endswith("\n> ") and heard != "> ":
            c = self.p.stdout.read(1)
            if not c:
                break
            heard += c
        return heard

    def say(self, line):
        self.p.stdin.write(line + "\n")
        self.p.stdin.flush()
        return self.hear()


class Ear(unittest.TestCase):
    def read(self, heard, keys):
        for line in heard.splitlines():
            line = line.strip()
            if line.startswith("= ") or line.startswith("> ="):
                continue  # how the answer is typed in words
            for key in re.findall(r"[a-z0-9]+(?:-[a-z0-9]+)+", line):
                self.assertNotIn(key, keys, line)
            line = re.sub(r"\[[A-Z]-[^]]*\]|^[A-Z]-\S+  .*", "", line)  # rules and their texts
            self.assertNotRegex(line, r"\b(to|facing|by) none\b|\d{4,}b\b|[{}|]|\(in line,|[^.]\b0 inches", line)

    def look(self, ear, keys, heard):
        told = ear.say("aloud")
        self.read(told, keys)
        self.assertRegex(told, r" units? on the field\.")
        what = ear.say("what")
        self.read(what, keys)
        self.assertGreaterEqual(what.count("."), 2, what)

    def play(self, scenario):
        """To the end, by the numbers before the answers, and never by giving up."""
        draw, keys = random.Random(3), keys_of(scenario)
        with tempfile.TemporaryDirectory() as folder:
            ear = Listener(scenario, folder)
            self.addCleanup(ear.end)
            heard = ear.hear()
            for n in range(ANSWERS):
                self.read(heard, keys)
                answers = re.findall(r"^ +(\d+)  (\S.*)", heard, re.M)
                if not answers:
                    break
                question = [l for l in heard.splitlines() if re.match(r"Turn \d+", l)]
                self.assertTrue(question, heard)
                if n % 40 == 0:
                    self.look(ear, keys, heard)
                heard = ear.say(draw.choice([a for a, text in answers
                                             if not text.startswith(GIVES_UP)]))
        self.assertRegex(heard, r"[Tt]he battle is over", scenario + " has no end")
        self.assertGreater(n, 50, scenario + ": too few questions were answered")


class Log(unittest.TestCase):
    def test_dice_behind_their_sentence(self):
        """The log of a record tells who did what first, then the dice it came of."""
        with tempfile.TemporaryDirectory() as folder:
            record = os.path.join(folder, "log.jsonl")
            run = [BINARY, "--data", os.path.join(ROOT, "data")]
            subprocess.run(run + ["selfplay", "1", "--scenario", "minden/first-battle", "--players", "level-1,level-1",
                                  "--seed", "2311", "--record", record], check=True, capture_output=True)
            log = subprocess.run(run + ["replay", "--log", record], check=True, capture_output=True, text=True).stdout
        lines = [re.sub(r"^ *\d+  ", "", l) for l in log.splitlines()]
        dice = [i for i, l in enumerate(lines) if l.startswith("    ")]
        self.assertGreater(len(dice), 100)
        for i in dice:
            self.assertNotRegex(lines[i - 1], r"^(Allied|French): ", lines[i])


for battle in BATTLES:
    setattr(Ear, "test_" + battle.split("/")[0], lambda self, b=battle: self.play(b))

if __name__ == "__main__":
    if len(sys.argv) > 1 and os.access(sys.argv[1], os.X_OK):
        BINARY = sys.argv.pop(1)
    unittest.main()
