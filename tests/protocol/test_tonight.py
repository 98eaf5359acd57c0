#!/usr/bin/env python3
"""tonight: battles from a seed pass every check, are the same for the same seed, and play to an end."""
import json
import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from test_draft import DATA, PROGRAM, SYSTEMS, Umpire  # noqa: E402

SEEDS = 50


def worth(choice, side):
    cost = {k["name"]: int(k["cost"]) for k in choice["kinds"]}
    return side["for_general"] + side["for_style"] + sum(cost[k] * n for k, n in side["troops"].items())


def within(choice, army, side, points):
    """Nobody has more or less of a kind than its army's list allows."""
    for kind, n in side["troops"].items():
        least, most = next(a for a in choice["armies"] if a["name"] == army)["has"][kind]
        assert int(least) * points // 100 <= n <= -(-int(most) * points // 100), (army, kind, n)


def test_every_battle(u, system):
    choice = u.ask(do="tonight", system=system)
    armies = [a["name"] for a in choice["armies"]]
    sizes = [int(choice["points"][k]) for k in ("least", "usual", "most")]
    titles = set()
    for ground in [g["name"] for g in choice["grounds"]]:
        for seed in range(SEEDS):
            a, b, points = armies[seed % len(armies)], armies[(seed // 3) % len(armies)], sizes[seed % 3]
            wish = dict(do="tonight", system=system, armies=[a, b], ground=ground, points=points, seed=seed)
            made = u.ask(**wish)
            assert u.ask(**wish) == made, "the same seed gives the same bytes"
            got = u.ask(do="check", yaml=made["yaml"], map=made["map"], name=made["name"])
            assert got["right"], (wish, got["problems"][:3])
            one, two = (worth(choice, s) for s in made["sides"])
            assert one == two == made["sides"][0]["points"] <= points, (wish, one, two)
            assert one >= points - 3, ("as near to the points as it goes", wish, one)
            for army, side in zip((a, b), made["sides"]):
                within(choice, army, side, points)
            assert made["title"] and made["text"] and "$" not in made["title"] + made["text"] + made["yaml"] + made["map"]
            titles.add(made["title"])
    assert len(titles) > 8, titles


def test_played(u, system):
    """Quick players bring battles of every ground to an end, from the two files that the command writes."""
    grounds = [g["name"] for g in u.ask(do="tonight", system=system)["grounds"]]
    with tempfile.TemporaryDirectory() as folder:
        for seed, ground in enumerate(grounds * 2):
            subprocess.run([PROGRAM, "--data", DATA, "tonight", "--system", system, "--ground", ground, "--seed", str(seed),
                            "--points", "60", "--out", folder], check=True, capture_output=True)
            made = u.ask(do="tonight", system=system, ground=ground, seed=seed, points=60)
            path = os.path.join(folder, made["name"] + ".yaml")
            with open(path) as f:
                assert f.read() == made["yaml"], "the command and the protocol make the same battle"
            for players in ("random,random", "greedy:samples=0,greedy:samples=0"):
                run = subprocess.run([PROGRAM, "--data", DATA, "selfplay", "2", "--scenario", path, "--players", players, "--json"],
                                     check=True, capture_output=True, text=True)
                assert sum(json.loads(run.stdout)["endings"].values()) == 2, run.stdout


def test_a_way_of_fighting_is_paid_for(u, _):
    """The French of malbrook pay for theirs, and have fewer troops for the same points."""
    choice = u.ask(do="tonight", system="malbrook")
    for seed in range(20):
        made = u.ask(do="tonight", system="malbrook", armies=["allies", "french"], seed=seed)
        assert [s["for_style"] for s in made["sides"]] == [0, 9], made["sides"]
        one, two = (worth(choice, s) for s in made["sides"])
        assert one == two, (seed, one, two)


def test_handicap(u, system):
    choice = u.ask(do="tonight", system=system)
    made = u.ask(do="tonight", system=system, points=[110, 80], seed=5)
    one, two = (worth(choice, s) for s in made["sides"])
    assert one - two == 30, (one, two)


REFUSED = [
    (dict(system="chess", seed=1), "allowed: "),
    (dict(seed=1), "allowed: "),
    (dict(system="minden", seed=-1), "0 to 4294967295"),
    (dict(system="minden", seed=1 << 40), "0 to 4294967295"),
    (dict(system="minden", seed="1"), "0 to 4294967295"),
    (dict(system="minden", seed=1, points=5), "60 to 150"),
    (dict(system="minden", seed=1, points=[100]), "60 to 150"),
    (dict(system="minden", seed=1, points=[100, 100, 100]), "60 to 150"),
    (dict(system="minden", seed=1, points="many"), "60 to 150"),
    (dict(system="minden", seed=1, armies=["prussian"]), "two armies"),
    (dict(system="minden", seed=1, armies="prussian"), "two armies"),
    (dict(system="minden", seed=1, armies=["prussian", "roman"]), "prussian, british, french, austrian"),
    (dict(system="minden", seed=1, ground="sea"), "open, village"),
    (dict(system="minden", seed=1, ground=7), "open, village"),
    (dict(system="minden", seed=1, size=7), "size"),
]


def test_refusals(u, _):
    for wish, words in REFUSED:
        got = u.raw(do="tonight", **wish)
        assert words in json.dumps(got.get("error", {})), (wish, got)
    run = subprocess.run([PROGRAM, "--data", DATA, "tonight", "--points", "100;3"], capture_output=True, text=True)
    assert run.returncode == 1 and "60 to 150" in run.stderr, run.stderr


def broken_data(change):
    """What the maker says to a tonight.yaml that somebody has changed."""
    with tempfile.TemporaryDirectory() as folder:
        os.symlink(os.path.join(DATA, "minden", "rules.md"), os.path.join(folder, "rules.md"))
        os.mkdir(os.path.join(folder, "minden"))
        shutil.copytree(os.path.join(DATA, "minden", "maps"), os.path.join(folder, "minden", "maps"))
        for name in os.listdir(os.path.join(DATA, "minden")):
            if name not in ("tonight.yaml", "maps"):
                os.symlink(os.path.join(DATA, "minden", name), os.path.join(folder, "minden", name))
        with open(os.path.join(DATA, "minden", "tonight.yaml")) as f:
            text = f.read()
        assert change(text) != text
        with open(os.path.join(folder, "minden", "tonight.yaml"), "w") as f:
            f.write(change(text))
        run = subprocess.run([PROGRAM, "--data", folder, "tonight", "--seed", "1", "--out", folder], capture_output=True, text=True)
    return run


def test_broken_data(u, _):
    for old, new, words in [
            ("cost: 11", "cost: dear", "cost"), ("cost: 11", "cost: 0", "1 to 1000"), ("    label: British and", "    worth: 51\n    label: British and", "0 to 50"), ("kinds:", "sorts:", "kinds"),
            ("label: $place,", "label: $nowhere,", "$nowhere"), ("line: [3, 6]", "line: [3, x]", "least and the most"),
            ("  generals:", "  captains:", "empty"), ("width: 60,", "width: wide,", "inches"), ("place: [", "towns: [", "empty"),
            ("titles:", "heads:", "titles"), ("x: [-85, -60]", "x: [-185, -60]", "percentage")]:
        run = broken_data(lambda text: text.replace(old, new))
        good = run.returncode == 1 and "tonight.yaml" in run.stderr and words in run.stderr
        assert good or (run.returncode == 0 and old.startswith(("label", "titles", "x:"))), (old, run)


def test_map_beside(u, _):
    """A scenario file may have its map beside it; a text from elsewhere may not reach for one."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([PROGRAM, "--data", DATA, "tonight", "--seed", "3", "--out", folder], check=True, capture_output=True)
        made = u.ask(do="tonight", system="minden", seed=3)
        path = os.path.join(folder, made["name"] + ".yaml")
        subprocess.run([PROGRAM, "--data", DATA, "check", path], check=True, capture_output=True)
        here = subprocess.run([PROGRAM, "--data", DATA, "check", made["name"] + ".yaml"], cwd=folder, capture_output=True)
        assert here.returncode == 0, here
        os.remove(os.path.join(folder, made["map_name"] + ".yaml"))
        gone = subprocess.run([PROGRAM, "--data", DATA, "check", path], capture_output=True, text=True)
        assert gone.returncode == 1 and "no map is named" in gone.stdout + gone.stderr, gone
    got = u.ask(do="check", yaml=made["yaml"], name="x")
    assert not got["right"]


def main():
    u = Umpire()
    tests = [(f, s) for s in SYSTEMS for f in (test_every_battle, test_played, test_handicap)]
    tests += [(f, "") for f in (test_refusals, test_broken_data, test_map_beside)]
    print("1..%d" % len(tests))
    failed = 0
    for i, (f, system) in enumerate(tests):
        try:
            f(u, system)
            print("ok %d - %s %s" % (i + 1, f.__name__, system))
        except AssertionError as e:
            failed += 1
            print("not ok %d - %s %s\n# %s" % (i + 1, f.__name__, system, str(e)[:800]))
        sys.stdout.flush()
    u.end()
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
