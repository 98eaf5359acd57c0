#!/usr/bin/env python3
"""The Python package: classes, environment, vectors, and the programs of docs/python.md. Writes TAP.

usage: test_python.py SOURCE-ROOT           (PYTHONPATH: where the package was built)
"""
import array
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
import unittest

import tricorne
from tricorne.env import HIDDEN, Env, Vector
from tricorne.study import study

ROOT = pathlib.Path(sys.argv.pop(1) if len(sys.argv) > 1 else ".").resolve()
FIRST = ["minden/first-battle", "bayonet/learning", "malbrook/first-command", "pistolado/first-speech", "reason/learning"]
try:
    import numpy
except ImportError:
    numpy = None


def ints(x):
    return x.ravel().tolist() if numpy is not None else list(x)


class Games(unittest.TestCase):
    data = tricorne.open(ROOT / "data")

    def test_battles_and_rules(self):
        ids = {b["id"] for b in self.data.battles()}
        self.assertTrue(set(FIRST) <= ids)
        self.assertIn("text", self.data.rule("N-B10a"))
        with self.assertRaises(tricorne.Error) as e:
            self.data.rule("N-Z99")
        self.assertEqual(e.exception.code, "name")

    def test_a_battle_by_lot_is_verified_and_resumed(self):
        g = self.data.new("minden/first-battle", seed=5)
        lots = 1
        while g.status == "asks":
            lots = g.answer_lot(lots)
        self.assertTrue(g.over)
        self.assertIn(g.winner, (0, 1, None))
        self.assertTrue(self.data.verify(g.record())["over"])
        self.assertEqual(self.data.resume(g.record()).hash, g.hash)
        with self.assertRaises(tricorne.Error):
            self.data.verify("nothing")

    def test_refusals_name_the_rule_and_change_nothing(self):
        g = self.data.new("minden/first-battle", seed=5)
        was = g.hash
        with self.assertRaises(tricorne.Refused) as e:
            g.answer("stand")
        self.assertTrue(e.exception.where.startswith("N-"))
        self.assertFalse(g.judge("stand")["legal"])
        with self.assertRaises(tricorne.Error):
            g.answer("fly")
        with self.assertRaises(tricorne.Error):
            g.answer(9999)
        with self.assertRaises(ValueError):
            self.data.new("minden/first-battle", seats={"martian": "level-1"})
        self.assertEqual(g.hash, was)

    def test_undo_clone_odds_requests_pictures(self):
        g = self.data.new("minden/first-battle", seed=5)
        was = g.hash
        odds = g.odds(g.acts()[0])
        self.assertAlmostEqual(sum(odds["chance"]), 1, 6)
        g.answer(0)
        g.undo()
        self.assertEqual(g.hash, was)
        c = g.clone(0, 3)
        for i in range(20):
            c.answer_lot(i)
        self.assertEqual(g.hash, was)
        self.assertIn("reach", g.request({"do": "reach", "piece": "reden"}))
        with self.assertRaises(tricorne.Error):
            g.request({"do": "nothing"})
        self.assertRegex(g._repr_svg_(), r"^<svg .*</svg>$")
        self.assertEqual(len(g.state_bytes()), self.data.book("minden/first-battle").about["state_bytes"])

    def test_typed_dice(self):
        g = self.data.new("minden/first-battle", typed=True)
        self.assertEqual(g.status, "dice")
        with self.assertRaises(tricorne.Error):
            g.dice([9])
        g.dice([3] * g.question()["dice"])

    def test_computers_and_studies(self):
        t = study(self.data, "minden/first-battle", ("level-1", "random"), battles=2, seed=3)
        self.assertEqual(t.rows, study(self.data, "minden/first-battle", ("level-1", "random"), battles=2, seed=3).rows)
        self.assertEqual(len(t), 2)
        self.assertIn("winner", str(t))
        self.assertIn("<table>", t._repr_html_())
        if numpy is not None:
            self.assertEqual(t.numpy()["answers"].shape, (2,))

    def test_a_game_is_for_one_thread(self):
        book = self.data.book("minden/first-battle")
        g, p, met = book.new(seed=1, light=True), book.player("level-4"), []
        t = threading.Thread(target=lambda: p.decide(g))
        t.start()
        while t.is_alive():
            try:
                g.score
            except RuntimeError as e:
                met.append(str(e))
        t.join()
        self.assertTrue(not met or "one thread" in met[0])


class Learning(unittest.TestCase):
    data = tricorne.open(ROOT / "data")

    def test_the_layout_tells_every_number(self):
        for battle in FIRST:
            layout = self.data.book(battle).layout
            at = 0
            for run in layout["observation"]:
                self.assertEqual(run["at"], at)
                self.assertGreater(run["count"], 0)
                at += run["count"]
            self.assertEqual(at, layout["values"])
            self.assertEqual(len(layout["columns"]), layout["width"])
            names = [r["name"] for r in layout["observation"]]
            self.assertEqual(len(names), len(set(names)), battle)

    def test_observations_are_the_state(self):
        """What the layout says stands there is what the position holds."""
        env = Env("minden/first-battle", self.data)
        env.reset(seed=2)
        for _ in range(40):
            env.step(0)
        state = env.game.state()
        seen = ints(env.observe(env.agent_selection)["observation"])
        checked = 0
        for run in env.book.layout["observation"]:
            part = run["name"].split(".")
            if len(part) == 3 and part[0] == "units" and run["kind"] in ("number", "length", "angle") and run["count"] == 1:
                want = state["units"][part[1]][part[2]]
                if isinstance(want, int) and not isinstance(want, bool):
                    self.assertEqual(seen[run["at"]], want, run)
                    checked += 1
        self.assertGreater(checked, 50)
        self.assertEqual(seen[1], env.game.side)
        self.assertEqual(env.book.layout["questions"][seen[2]], env.game.question()["question"])

    def test_what_is_hidden_is_not_seen(self):
        """malbrook's orders are the owner's alone."""
        book = self.data.book("malbrook/first-command")
        secret = [r for r in book.layout["observation"] if r.get("seen") == "owner"]
        if not secret:
            self.skipTest("nothing in it is for one side alone")
        env = Env("malbrook/first-command", self.data)
        env.reset(seed=1)
        both = [ints(env.observe(a)["observation"]) for a in env.possible_agents]
        hidden = [sum(b[r["at"]] == HIDDEN for r in secret) for b in both]
        self.assertGreater(sum(hidden), 0)
        for r in secret:
            self.assertTrue(any(b[r["at"]] == HIDDEN for b in both), r)

    def test_agents_in_turn_and_seeds(self):
        def battle(seed):
            env = Env("pistolado/first-speech", self.data)
            env.reset(seed=seed)
            steps = []
            for agent in env.agent_iter():
                seen, reward, over, cut, _ = env.last()
                if over or cut:
                    env.step(None)
                    continue
                self.assertEqual(agent, env.possible_agents[env.game.side])
                self.assertEqual(sum(seen["action_mask"]), seen["answers"])
                steps.append((agent, seen["answers"]))
                env.step(len(steps) * 7 % seen["answers"])
            return steps, env.rewards
        one, two, other = battle(1), battle(1), battle(2)
        self.assertEqual(one, two)
        self.assertNotEqual(one[0], other[0])
        self.assertIn(sorted(one[1].values()), ([-1, 1], [0, 0]))

    def test_a_clone_goes_its_own_way(self):
        env = Env("minden/first-battle", self.data)
        env.reset(seed=4)
        was = env.game.hash
        other = env.clone(seed=9)
        for _ in range(10):
            other.step(0)
        self.assertEqual(env.game.hash, was)
        with self.assertRaises(ValueError):
            env.step(None)
        with self.assertRaises(tricorne.Error):
            env.step(5000)

    def test_vectors(self):
        v, w = (Vector("minden/first-battle", 16, self.data, seed=3, offers=True) for _ in range(2))
        one = Env("minden/first-battle", self.data)
        ended = 0
        for i in range(400):
            picks = array.array("i", [c - 1 if i % 2 else 0 for c in ints(v.counts)])
            v.step(picks)
            w.step(picks)
            ended += sum(ints(v.dones))
            self.assertTrue(all(r == 0 or d for r, d in zip(ints(v.rewards), ints(v.dones))))
        self.assertEqual(ints(v.observations), ints(w.observations))
        self.assertGreater(ended, 0)
        g = v.game(3)
        self.assertEqual(len(g.acts()), ints(v.counts)[3])
        mask = bytes(v.masks[3]) if numpy is not None else bytes(v.masks[3 * v.actions:4 * v.actions])
        self.assertEqual(sum(mask), ints(v.counts)[3])
        seen = ints(v.observations)[3 * v.values:4 * v.values]
        self.assertEqual(seen[1], g.side)
        before = ints(v.observations)
        with self.assertRaises(ValueError):
            v.step(array.array("i", [0] * 15 + [5000]))
        with self.assertRaises(ValueError):
            v.step(array.array("i", [0]))
        self.assertEqual(ints(v.observations), before)
        self.assertEqual(one.values, v.values)
        x = Vector("minden/first-battle", 16, self.data, seed=3, offers=True, threads=3)
        for t in (v, x):
            t.reset(3)
            for _ in range(50):
                t.step()
        self.assertEqual(ints(v.observations), ints(x.observations))  # by threads, and the same
        v.reset(3)
        w.reset(3)
        self.assertEqual(ints(v.observations), ints(w.observations))


    def test_a_vector_with_a_menu(self):
        """Of hundreds of marches a few: masks and offers are those few, and an answer is one of them."""
        v, w = (Vector("minden/first-battle", 8, self.data, seed=5, offers=True, menu=6, threads=t) for t in (1, 2))
        free = {i for i, q in enumerate(v.data.book(v.battle).layout["questions"]) if q in ("path", "form", "handle")}
        short = 0
        for i in range(300):
            counts, seen = ints(v.counts), ints(v.observations)
            for k in range(8):
                if seen[k * v.values + 2] in free:
                    self.assertLessEqual(counts[k], 6)
                    short += len(v.game(k).acts()) > counts[k]
            picks = None if i % 3 else array.array("i", [c - 1 for c in counts])
            v.step(picks)
            w.step(picks)
        self.assertGreater(short, 20)
        for a, b in ((v.observations, w.observations), (v.offers, w.offers), (v.counts, w.counts)):
            self.assertEqual(ints(a), ints(b))
        with self.assertRaises(ValueError):
            Vector("minden/first-battle", 2, self.data, menu=0)


class Pages(unittest.TestCase):
    def test_the_programs_of_the_page_run(self):
        text = (ROOT / "docs/python.md").read_text()
        programs = re.findall(r"^```python\n(.*?)^```$", text, re.M | re.S)
        self.assertGreaterEqual(len(programs), 4)
        for program in programs:
            with tempfile.TemporaryDirectory() as folder:
                file = pathlib.Path(folder) / "page.py"
                file.write_text(program)
                run = subprocess.run([sys.executable, file], capture_output=True, text=True, timeout=250, check=False)
                self.assertEqual(run.returncode, 0, run.stderr)
                if "class Bot" in program:
                    self.assertEqual(len(re.findall(r"won$", run.stdout, re.M)), 5, run.stdout)
                    lines = [x for x in program.splitlines() if x.strip()]
                    self.assertLessEqual(len(lines), 55)


class Tap(unittest.TextTestResult):
    def __init__(self, *a, **k):
        super().__init__(*a, **k)
        self.n = 0

    def say(self, good, test, more=""):
        self.n += 1
        print(f"{'ok' if good else 'not ok'} {self.n} - {test.id()}{more}", flush=True)

    def addSuccess(self, test):
        self.say(True, test)

    def addSkip(self, test, reason):
        self.say(True, test, f" # SKIP {reason}")

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self.say(False, test)
        print("# " + self._exc_info_to_string(err, test).replace("\n", "\n# "))

    addError = addFailure


if __name__ == "__main__":
    suite = unittest.defaultTestLoader.loadTestsFromModule(sys.modules[__name__])
    print(f"1..{suite.countTestCases()}")
    with open("/dev/null", "w") as quiet:
        result = unittest.TextTestRunner(stream=quiet, resultclass=Tap).run(suite)
    sys.exit(not result.wasSuccessful())
