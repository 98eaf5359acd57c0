#!/usr/bin/env python3
"""Reach, plan, answers and undo of several, over the protocol, in all five systems."""
import json
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAM = os.path.abspath(os.environ.get("TRICORNE", os.path.join(ROOT, "build", "tricorne")))
PASS = {"done", "cease", "pass", "pass-with", "keep", "fight-on", "hold", "hold-fire", "first",
        "stay", "no-charge", "end", "rest", "speak", "stand"}


def hexes(a, b):
    q, r = a["x"] - b["x"], a["y"] - b["y"]
    return (abs(q) + abs(r) + abs(q + r)) // 2


class Umpire:
    def __init__(self, scenario, seed=1):
        self.run = subprocess.Popen([PROGRAM, "--data", os.path.join(ROOT, "data"), "umpire"],
                                    stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.question = self.ask(do="new", scenario=scenario, seed="%032x" % seed)["question"]

    def raw(self, **request):
        self.run.stdin.write(json.dumps(request) + "\n")
        self.run.stdin.flush()
        return json.loads(self.run.stdout.readline())

    def ask(self, **request):
        got = self.raw(**request)
        assert "error" not in got, got
        if "question" in got:
            self.question = got["question"]
        return got

    def pieces(self):
        return {p["key"]: p for p in reversed(self.ask(do="scene")["scene"]["pieces"])}

    def pass_to(self, side, question, subject=""):
        """Let everybody pass until this is asked."""
        for _ in range(300):
            q = self.question
            if q["side"] == side and q["question"] == question and subject in str(q["args"]):
                return q
            offers = q.get("offers") or self.ask(do="offers")["offers"]
            quiet = [o for o in offers if o["verb"] in PASS] or offers
            self.ask(do="answer", act=quiet[0]["act"])
        raise AssertionError("never asked: " + question)

    def close(self):
        self.run.stdin.close()
        self.run.wait()
        self.run.stdout.close()


def pose(p):
    return [p["x"], p["y"]], p.get("facing")


def group(u, name):
    """Pieces of a brigade, leaders left out."""
    return [k for k, p in u.pieces().items()
            if p.get("group") == name and p["arm"] not in ("leader", "other")][::-1]


def test_threat_is_what_the_judge_lets_shoot():
    """A battery can hit exactly whom its question would offer, and is told who can hit it."""
    u = Umpire("bayonet/learning")
    u.pass_to("allied", "fire")
    threat = u.ask(do="threat", piece="allied-guns")["threat"]
    assert [b["what"] for b in threat["bands"]] == ["fire", "fire"], threat
    told = {d["piece"] for d in threat["can"] if "fire" in d["how"]}
    u.ask(do="answer", act="fire allied-guns")
    at = {o["args"]["hex"] for o in u.question["offers"]}
    numbers = {k: "%02d%02d" % cell(p) for k, p in u.pieces().items()
               if p["side"] == 1 and p["arm"] not in ("leader", "other")}
    assert told == {k for k, n in numbers.items() if n in at}, (told, at, numbers)
    u.close()


def cell(p):
    """Column and row, from 1, of a piece on the map of bayonet/learning."""
    return p["x"] + p["y"] // 2 + 1, p["y"] + 1


def test_threat_in_all_five_systems():
    """Range bands for those who shoot, both ways between enemies, and from where one would go."""
    for scenario, piece in (("bayonet/learning", "allied-guns"), ("minden/first-battle", "foy"),
                            ("malbrook/first-command", "blood"),
                            ("pistolado/first-speech", "arquebusiers"),
                            ("reason/learning", "moller-battery")):
        u = Umpire(scenario)
        threat = u.ask(do="threat", piece=piece)["threat"]
        fire = [b for b in threat["bands"] if b["what"] == "fire"]
        assert fire and all(b["far"] > 0 and b["arc"] > 0 for b in fire), (scenario, threat)
        for d in threat["can"]:
            back = u.ask(do="threat", piece=d["piece"])["threat"]["by"]
            same = [b for b in back if b["piece"] == piece]
            assert same and same[0]["how"] == d["how"], (scenario, d, back)
        if scenario not in ("pistolado/first-speech",):
            assert threat["can"], (scenario, threat)
        u.close()
    u = Umpire("minden/first-battle")
    foe, near = u.pieces()["picardie-1"], None
    assert not u.ask(do="threat", piece="reden")["threat"]["can"]
    near = u.ask(do="threat", piece="reden", at=[foe["x"], foe["y"] - 4000], facing=0)["threat"]
    how = {d["piece"]: d["how"] for d in near["can"]}
    assert how["volunteers"] == ["fire", "charge"] and how["picardie-1"] == ["fire"], near
    assert {d["piece"]: d["how"] for d in near["by"]}["picardie-1"] == ["fire", "charge"], near
    for bad in ({"piece": "nobody"}, {}, {"piece": "reden", "at": [1]},
                {"piece": "reden", "at": [1, 2], "facing": -3},
                {"piece": "reden", "acts": ["fire"]}, {"piece": "reden", "acts": 3}):
        assert "error" in u.raw(do="threat", **bad), bad
    u.close()


def test_a_brigade_wheels_turns_and_halts():
    """A wheel keeps the line and the place of the flank; a turn keeps every place."""
    u = Umpire("bayonet/learning")
    u.pass_to("allied", "brigade")
    keys, before = group(u, "foot-guards"), u.pieces()
    plan = u.ask(do="plan", pieces=keys, manner="wheel", flank="left", turn=-10923)["plan"]
    assert all(e["there"] for e in plan["ends"]), plan["ends"]
    ends = {e["piece"]: e for e in plan["ends"]}
    assert ends["guards-1"]["at"] == pose(before["guards-1"])[0]
    assert {e["facing"] for e in plan["ends"]} == {54613}
    steps = [[b - a for a, b in zip(ends[k]["at"], ends[n]["at"])]
             for k, n in zip(sorted(keys), sorted(keys)[1:])]
    assert all(s == steps[0] for s in steps), steps
    turn = u.ask(do="plan", pieces=keys, manner="face", turn=10923)["plan"]
    assert [e["at"] for e in turn["ends"]] == [pose(before[e["piece"]])[0] for e in turn["ends"]]
    halt = u.ask(do="plan", pieces=keys, manner="halt")["plan"]
    u.ask(do="answers", acts=[a["act"] for a in halt["acts"]])
    assert "foot-guards" not in str(u.ask(do="offers")["offers"]), "the brigade has had its turn"
    u.ask(do="undo", answers=len(halt["acts"]))
    got = u.ask(do="answers", acts=[a["act"] for a in plan["acts"]])
    assert got["played"] == len(plan["acts"]), got
    assert {u.pieces()[k]["facing"] for k in keys} == {54613}
    u.close()
    u = Umpire("minden/first-battle")
    for bad in ({"manner": "dance"}, {"manner": "wheel", "turn": 5}, {"manner": "face"},
                {"manner": "wheel", "flank": "left"}, {"manner": "charge"},
                {"manner": "face", "turn": 99999}, {"manner": "halt", "to": [1, 2]}):
        assert "error" in u.raw(do="plan", pieces=["reden"], **bad), bad
    u.close()


def test_a_brigade_forms_and_charges():
    """Formations it can take are told; a charge says which rule forbids it or which die comes first."""
    for scenario, keys, formation in (("minden/first-battle", ["20th-foot", "25th-foot"], "square"),
                                      ("reason/learning", ["itzenplitz-1", "itzenplitz-2"], "march-column")):
        u = Umpire(scenario)
        if scenario.startswith("reason"):
            u.ask(do="answer", act=[o["act"] for o in u.question["offers"] if o["verb"] == "command"][0])
            u.pass_to("prussian", "pick")
        which = u.ask(do="plan", pieces=keys, manner="form")["plan"]["formations"]
        assert formation in which, which
        plan = u.ask(do="plan", pieces=keys, manner="form", formation=formation)["plan"]
        assert all(e["there"] and e["formation"] == formation for e in plan["ends"]), plan["ends"]
        u.ask(do="answers", acts=[a["act"] for a in plan["acts"]])
        assert all(u.pieces()[k]["formation"] == formation for k in keys)
        u.close()
    u = Umpire("bayonet/learning")
    u.pass_to("allied", "brigade")
    far = u.ask(do="plan", pieces=group(u, "foot-guards"), manner="charge", target="navarre-1")["plan"]
    assert not far["acts"] and far["ends"][0]["refusal"]["rule"].startswith("B-"), far
    plan = u.ask(do="plan", pieces=group(u, "queens-horse"), manner="charge", target="navarre-1")["plan"]
    assert plan["chance"] and plan["acts"][-1]["act"] == "change charge", plan
    u.close()


def test_a_piece_is_known_by_its_name_too():
    """People type the name they read, large or small; who is nobody's name is refused."""
    u = Umpire("minden/first-battle")
    by_key = u.ask(do="reach", piece="25th-foot")["reach"]
    for name in ("25th Foot", "25th foot"):
        reach = u.ask(do="reach", piece=name)["reach"]
        assert reach["edge"] == by_key["edge"] and reach["lead"] == by_key["lead"], name
    u.close()


def test_reach_is_what_the_judge_accepts():
    """Every hex and facing of reach is a legal march, and no other hex near by is."""
    u = Umpire("bayonet/learning")
    u.pass_to("allied", "brigade")
    reach = u.ask(do="reach", piece="guards-2")["reach"]
    assert not reach["imagined"] and len(reach["places"]) > 8, reach
    lead = reach["places"][0]["ways"][0]["acts"][:-1]
    assert lead == ["activate foot-guards", "keep", "move guards-2"], lead
    u.ask(do="answers", acts=lead)
    start = u.ask(do="state")["state"]["units"]["guards-2"]["hex"]
    for p in reach["places"]:
        for way in p["ways"]:
            assert u.ask(do="why", act=way["acts"][-1])["legal"], way
    for column in range(1, 14):
        for row in range(1, 14):
            name = "%02d%02d" % (column, row)
            legal = [f for f in ("ene", "n", "wnw", "wsw", "s", "ese")
                     if u.raw(do="why", act=f"march {name} {f}").get("legal")]
            ways = [w["acts"][-1].split()[-1] for p in reach["places"] if p["hex"] == name
                    for w in p["ways"]]
            if (name, len(legal) - len(ways)) != (start, 1):  # as it stands now is not a move
                assert sorted(legal) == sorted(ways), (name, legal, ways)
    u.close()


def test_a_click_far_away_is_one_list():
    """The acts of a place lead there, and the unit stands and faces as it was told."""
    u = Umpire("bayonet/learning")
    u.pass_to("allied", "brigade")
    reach = u.ask(do="reach", piece="guards-2")["reach"]
    place = max(reach["places"], key=lambda p: p["ways"][0]["cost"])
    way = place["ways"][-1]
    got = u.ask(do="answers", acts=way["acts"])
    assert got["played"] == len(way["acts"]) and got["stopped"] is None, got
    assert pose(u.pieces()["guards-2"]) == (place["at"], way["facing"])
    u.close()


def test_a_brigade_keeps_its_line():
    """Blenheim: Rowe's five battalions go one hex on and stand to each other as before."""
    u = Umpire("bayonet/blenheim-1704")
    u.pass_to("allied", "brigade")
    before = u.pieces()
    keys = [k for k, p in before.items() if p.get("group") == "rowe"]
    assert len(keys) == 5 and before[keys[0]]["chief"] == "Lord Cutts", keys
    plan = u.ask(do="plan", pieces=keys, by=[-1, 1])["plan"]
    assert all(e["there"] for e in plan["ends"]), plan["ends"]
    number = u.question["number"]
    got = u.ask(do="answers", number=number, acts=[a["act"] for a in plan["acts"]])
    assert got["played"] == len(plan["acts"]) and got["stopped"] is None, got
    after = u.pieces()
    for k in keys:
        assert (after[k]["x"] - before[k]["x"], after[k]["y"] - before[k]["y"]) == (-1, 1), k
        assert after[k]["facing"] == before[k]["facing"], k
    taken = u.ask(do="undo", answers=len(plan["acts"]), seat=0)["taken"]
    assert taken == len(plan["acts"]), taken
    assert {k: pose(p) for k, p in u.pieces().items()} == {k: pose(p) for k, p in before.items()}
    u.close()


def test_a_line_is_kept_when_not_all_can_go_so_far():
    """Rowe by two hexes: some would be short; all go one, and the rule is told. far: each for itself."""
    u = Umpire("bayonet/blenheim-1704")
    u.pass_to("allied", "brigade")
    keys = [k for k, p in u.pieces().items() if p.get("group") == "rowe"]
    plan = u.ask(do="plan", pieces=keys, by=[-2, 2])["plan"]
    before = u.pieces()
    went = {(e["at"][0] - before[e["piece"]]["x"], e["at"][1] - before[e["piece"]]["y"])
            for e in plan["ends"]}
    assert went == {(-1, 1)} and plan["short"]["refusal"]["rule"].startswith("B-"), plan
    far = u.ask(do="plan", pieces=keys, by=[-2, 2], far=True)["plan"]
    assert any(e["at"] == e["wanted"] for e in far["ends"]) and "short" not in far, far
    assert any(e["at"] != e["wanted"] for e in far["ends"]), far
    u.close()


def test_a_limit_is_told_by_its_rule():
    u = Umpire("bayonet/blenheim-1704")
    u.pass_to("allied", "brigade")
    plan = u.ask(do="plan", pieces=["rowe-1"], by=[0, -2])["plan"]
    end = plan["ends"][0]
    assert not end["there"] and end["refusal"]["rule"].startswith("B-"), end
    assert "Ferguson" in end["refusal"]["text"], end
    u.close()


def test_steps_are_found_without_a_march():
    """reason has no march: turns and steps are searched for, and end where the plan says."""
    u = Umpire("reason/lobositz-1756")
    for _ in range(40):
        if u.question["question"] == "pick" and u.question["side"] == "prussian":
            break
        offers = u.question.get("offers") or u.ask(do="offers")["offers"]
        quiet = [o for o in offers if o["verb"] in PASS]
        u.ask(do="answer", act=(quiet or offers)[0]["act"])
    key = "bevern-1"
    plan = u.ask(do="plan", pieces=[key], by=[1, -1])["plan"]
    assert plan["ends"][0]["there"] and not plan["chance"], plan
    assert plan["acts"][0]["verb"] == "move" and plan["acts"][-1]["verb"] == "end", plan
    u.ask(do="answers", acts=[a["act"] for a in plan["acts"]])
    assert list(pose(u.pieces()[key])) == [plan["ends"][0]["at"], plan["ends"][0]["facing"]]
    u.close()


def test_a_throw_ends_the_list():
    """minden: the unit is picked and throws; then the dice are kept and the march is planned."""
    u = Umpire("minden/first-battle")
    u.pass_to("allied", "pick")
    start = u.pieces()["20th-foot"]
    goal = [start["x"], start["y"] + 2500]
    plan = u.ask(do="plan", pieces=["20th-foot"], to=goal)["plan"]
    assert [a["act"] for a in plan["acts"]] == ["pick 20th-foot", "dice"], plan
    assert plan["chance"]
    got = u.ask(do="answers", acts=["pick 20th-foot", "dice", "stand"])
    assert got["played"] == 2 and got["stopped"] == "dice", got
    plan = u.ask(do="plan", pieces=["20th-foot"], to=goal)["plan"]
    assert [a["verb"] for a in plan["acts"]] == ["keep", "move"], plan
    end = plan["ends"][0]
    assert start["y"] < end["at"][1] <= goal[1] and (end["there"] or end["refusal"]["rule"]), end
    u.close()


def test_the_free_table_has_an_edge():
    u = Umpire("pistolado/dreux-1562")
    u.pass_to("royal", "move")
    key = u.question["args"]["regiment"]
    reach = u.ask(do="reach", piece=key)["reach"]
    assert len(reach["edge"]) > 8, reach
    for e in reach["edge"]:
        act = f"move {key} " + (f"{'left' if e['turn'] < 0 else 'right'} {abs(e['turn'])}b "
                                if e["turn"] else "")
        inches = lambda n: "%d.%03d" % (n // 1000, n % 1000)
        if e["ahead"]:
            assert u.ask(do="why", act=act + "march " + inches(e["ahead"]))["legal"], e
        assert not u.ask(do="why", act=act + "march " + inches(e["ahead"] + 40))["legal"], e
        assert e["refusal"]["rule"], e
    u.close()


def test_what_an_enemy_could_do():
    u = Umpire("bayonet/learning")
    u.pass_to("allied", "brigade")
    enemy = [k for k, p in u.pieces().items() if p["side"] == 1]
    reaches = [u.ask(do="reach", piece=k)["reach"] for k in enemy]
    assert all(r["imagined"] for r in reaches)
    assert any(len(r["places"]) > 5 for r in reaches), reaches
    u.close()


def test_what_an_enemy_could_do_in_every_system():
    """Whoever is asked before it is the enemy's turn lets things be, or answers as comes first."""
    for scenario, side, question, enemy in (
            ("bayonet/learning", "allied", "brigade", "navarre-4"),
            ("malbrook/first-command", "allies", "declare", "gardes"),
            ("minden/first-battle", "allied", "pick", "champagne-1"),
            ("pistolado/first-speech", "royal", "move", "lansquenets"),
            ("reason/learning", "prussian", "pick", "kheul-1")):
        u = Umpire(scenario)
        u.pass_to(side, question)
        reach = u.ask(do="reach", piece=enemy)["reach"]
        assert reach["imagined"], scenario
        assert len(reach["places"]) + len(reach.get("edge", [])) > 5, (scenario, reach)
        u.close()


def test_the_terminal_has_reach_and_orders():
    """A brigade is led by one line, in its line; what cannot be read is told."""
    lines = ["done", "cease", "done", "reach guards-2", "reach navarre-1", "order nobody 0101",
             "order foot-guards", "order foot-guards 0508", "units", "quit"]
    with tempfile.TemporaryDirectory() as folder:
        out = subprocess.run(
            [PROGRAM, "--data", os.path.join(ROOT, "data"), "play", "bayonet/learning", "--side",
             "allied", "--against", "level-1", "--plain", "--seed", "%032x" % 1],
            input="\n".join(lines) + "\n", capture_output=True, text=True, cwd=folder,
            timeout=60, check=True).stdout
    assert "(4)" in out and "Not now; when it is its turn it could come to:" in out, out
    assert out.count("Say: order UNIT|BRIGADE PLACE") == 2, out
    for unit, place in [("guards-1", "0508"), ("guards-2", "0608"), ("guards-3", "0708"),
                        ("guards-4", "0808")]:
        assert any(unit in l and place in l for l in out.split("\n")), (unit, out[-3000:])


def test_the_terminal_leads_who_runs_away():
    for scenario, told in (("reason/learning", ["1. collapse: away", "2. retreat: away"]),
                           ("minden/first-battle", ["These rules do not ask which way who runs."])):
        with tempfile.TemporaryDirectory() as folder:
            out = subprocess.run(
                [PROGRAM, "--data", os.path.join(ROOT, "data"), "play", scenario, "--against",
                 "level-1", "--plain"], input="always away\norders\nquit\n", capture_output=True,
                text=True, cwd=folder, timeout=60, check=True).stdout
        assert all(t in out for t in told), out


def test_which_orders_can_be_given_and_the_box_of_a_brigade():
    """A row says yes exactly where a plan has answers; the box holds where the judge lets go."""
    u = Umpire("bayonet/learning")
    guards = ["guards-%d" % i for i in range(1, 5)]
    rows = u.ask(do="plan", pieces=guards, manner="which")["plan"]["orders"]
    assert [r["can"] for r in rows] == [False] * 5, rows  # guns are asked about
    u.pass_to("allied", "brigade")
    rows = {r["manner"]: r for r in u.ask(do="plan", pieces=guards, manner="which")["plan"]["orders"]}
    assert sorted(rows) == ["charge", "face", "form", "halt", "wheel"], rows
    for manner, more in [("halt", {}), ("face", {"turn": 10922}), ("wheel", {"turn": 10922, "flank": "right"})]:
        plan = u.ask(do="plan", pieces=guards, manner=manner, **more)["plan"]
        assert rows[manner]["can"] and plan["acts"], (manner, rows)
    assert not rows["form"]["can"] and not rows["charge"]["can"], rows
    assert rows["charge"]["refusal"]["rule"].startswith("B-"), rows
    threat = u.ask(do="threat", piece="guards-2", box=True)["threat"]
    box = {tuple(at) for at in threat["box"]["at"]}
    assert threat["box"]["rule"] == "B-4.2a" and "box" not in u.ask(do="threat", piece="guards-2")["threat"]
    reach = u.ask(do="reach", piece="guards-2")["reach"]["places"]
    assert reach and all(tuple(p["at"]) in box for p in reach), (sorted(box), reach)
    u.close()
    u = Umpire("minden/first-battle")
    assert "box" not in u.ask(do="threat", piece="reden", box=True)["threat"]
    u.close()


def test_the_terminal_says_what_can_be_ordered():
    lines = ["can guards-1", "box guards-1", "can nobody", "done", "cease", "done", "can foot-guards", "quit"]
    with tempfile.TemporaryDirectory() as folder:
        out = subprocess.run(
            [PROGRAM, "--data", os.path.join(ROOT, "data"), "play", "bayonet/learning", "--side",
             "allied", "--against", "level-1", "--plain", "--seed", "%032x" % 1],
            input="\n".join(lines) + "\n", capture_output=True, text=True, cwd=folder,
            timeout=60, check=True).stdout
    assert "no: nobody asks for it now" in out and "halt    yes" in out, out
    assert "Its brigade keeps to (B-4.2a):" in out and "Say: can UNIT or can BRIGADE." in out, out


def test_a_brigade_is_led_when_its_command_is_chosen():
    """reason: the command is activated and its line moved by one plan."""
    u = Umpire("reason/lobositz-1756")
    u.pass_to("prussian", "choose")
    keys = group(u, "dragoons")
    before = u.pieces()
    plan = u.ask(do="plan", pieces=keys, by=[1, 0])["plan"]
    assert plan["acts"][0]["act"] == "command dragoons", plan
    u.ask(do="answers", acts=[a["act"] for a in plan["acts"]])
    after = u.pieces()
    assert [k for k in keys if pose(after[k]) == pose(before[k])] == [], plan
    u.close()


def test_who_may_fire_first_is_asked_and_marches_then():
    u = Umpire("reason/leuthen-1757")
    assert u.question["question"] == "choose", u.question
    order = {"pieces": group(u, "wedell-attack-guard"), "by": [1, -1]}
    plan = u.ask(do="plan", **order)["plan"]
    assert plan["asks"] and [a["act"] for a in plan["acts"]] == ["command wedell-attack-guard"], plan
    u.ask(do="answers", acts=plan["acts"])
    assert u.question["question"] == "fire" and u.question["chore"] == "fire", u.question
    u.ask(do="answer", act="done")
    plan = u.ask(do="plan", **order)["plan"]
    assert plan["acts"] and "asks" not in plan, plan
    u.close()


def test_what_can_be_ordered_is_told_of_one_who_may_only_march():
    """A regiment that may not stand has some 300 marches: they were tried on for minutes."""
    u = Umpire("pistolado/first-speech")
    for _ in range(60):
        q = u.question
        if q["question"] == "move" and q["args"]["regiment"] == "demi-lances":
            break
        offers = q.get("offers") or u.ask(do="offers")["offers"]
        act = next((o for o in offers if o.get("means") == "rest"), offers[0])
        u.ask(do="answer", act=act["act"])
    assert u.question["args"]["regiment"] == "demi-lances", u.question
    rows = {r["manner"]: r["can"] for r in u.ask(do="plan", pieces=["demi-lances"], manner="which")["plan"]["orders"]}
    assert rows["face"] and not rows["form"], rows
    u.close()


def test_the_first_brigade_of_a_set_keeps_its_line():
    """Others wait until theirs is asked for: that breaks nobody's line."""
    u = Umpire("bayonet/blenheim-1704")
    u.pass_to("allied", "brigade")
    before, both = u.pieces(), group(u, "rowe") + group(u, "ferguson")
    for by in ([0, 2], [-1, 2], [-1, 3]):
        ends = u.ask(do="plan", pieces=both, by=by)["plan"]["ends"]
        went = {(e["at"][0] - before[e["piece"]]["x"], e["at"][1] - before[e["piece"]]["y"])
                for e in ends if e["piece"].startswith("rowe")}
        assert len(went) == 1 and went != {(0, 0)}, (by, went)
    u.close()


def test_who_runs_is_led_away_from_the_enemy():
    """`away` leads no nearer to the enemy than any other answer would, and says no elsewhere."""
    u, seen = Umpire("reason/learning"), 0
    assert "which way somebody runs" in u.raw(do="away")["error"]["text"]
    for i in range(1500):
        q = u.question
        if q["kind"] != "question" or seen == 4:
            break
        offers = [a["act"] for a in q.get("offers") or u.ask(do="offers")["offers"]]
        if q.get("chore") != "flight":
            u.ask(do="answer", act=offers[(7 + i * 13) % len(offers)])
            continue
        runner = q["args"]["unit"]
        side = u.pieces()[runner]["side"]

        def far(act):
            there = dict(u.pieces())
            there.update({p["key"]: p for p in u.ask(do="preview", act=act).get("pieces", [])})
            foes = [p for p in there.values() if p["side"] == 1 - side and p["arm"] not in ("leader", "other")]
            return min(hexes(p, there[runner]) for p in foes)

        act = u.ask(do="away")["act"]["act"]
        assert act in offers, (act, offers)
        assert far(act) == max(far(a) for a in offers), (act, [(a, far(a)) for a in offers])
        seen += len(offers) > 1
        u.ask(do="answer", act=act)
    assert seen, "nobody ran"
    u.close()


def test_nobody_is_led_to_where_it_may_not_stay():
    """Not even where the other side is asked first: a battalion that stepped there could not end."""
    u = Umpire("reason/leuthen-1757")
    u.pass_to("prussian", "choose")
    u.ask(do="answer", act="command karl-of-bevern")
    u.pass_to("prussian", "pick")
    keys = group(u, "karl-of-bevern")
    plan = u.ask(do="plan", pieces=keys, by=[1, 0])["plan"]
    if plan["acts"]:
        u.ask(do="answers", acts=[a["act"] for a in plan["acts"]])
    for _ in range(9):
        if u.question["side"] == "prussian":
            break
        offers = u.question.get("offers") or u.ask(do="offers")["offers"]
        u.ask(do="answer", act=[o for o in offers if o.get("means") == "rest"][0]["act"])
    if u.question["question"] == "act":
        offers = u.question.get("offers") or u.ask(do="offers")["offers"]
        assert any(o.get("means") == "rest" for o in offers), (plan, u.question)
    u.close()


def test_who_cannot_go_there_is_told_why():
    """Where steps are named by the compass, too, and for one who is not even asked."""
    u = Umpire("reason/leuthen-1757")
    u.pass_to("prussian", "choose")
    u.ask(do="answer", act="command karl-of-bevern")
    u.pass_to("prussian", "pick")
    plan = u.ask(do="plan", pieces=group(u, "karl-of-bevern"), by=[1, 0])["plan"]
    why = [e["refusal"]["text"] for e in plan["ends"] if e.get("refusal")]
    assert not plan["acts"] and "The enemy is at 2143." in why, plan
    plan = u.ask(do="plan", pieces=["bevern-grenadiers-1"], by=[1, 0])["plan"]
    assert plan["ends"][0]["refusal"]["rule"] == "R-6.3x1", plan
    u.close()


def test_a_far_march_throws_for_double_distance():
    """Malbrook: a drag over the field rolled one die, for an inch and a half."""
    u = Umpire("malbrook/first-command")
    u.pass_to("allies", "pick")
    u.ask(do="answer", act="pick greys")
    acts = [u.ask(do="plan", pieces=["greys"], by=[0, far])["plan"]["acts"][-1]
            for far in (10000, 2000)]
    assert [a["args"].get("double", False) for a in acts] == [True, False], acts
    u.close()


def test_every_scene_says_how_both_sides_stand():
    """Points, and how near the army is to breaking, in all five systems."""
    for battle, words in [("bayonet/blenheim-1704", "brigades of a Wing lost"),
                          ("malbrook/ramillies-1706", "bases lost"),
                          ("minden/minden-1759", "units lost"),
                          ("pistolado/dreux-1562", "companies lost"),
                          ("reason/lobositz-1756", "army morale lost")]:
        u = Umpire(battle)
        for side in u.ask(do="scene")["scene"]["sides"]:
            army = side["army"]
            assert side["points"] >= 0 and army["lost"] == 0 < army["breaks"], (battle, side)
            assert army["text"] == "0 of %d %s" % (army["breaks"], words), (battle, army)
        u.close()


def test_a_question_whose_answers_all_come_to_the_same_says_so():
    """Control tests of malbrook: what each answer comes to is read from its odds."""
    said = {True: 0, False: 0}
    for seed in (1, 2):
        u = Umpire("malbrook/ramillies-1706", seed=seed)
        for _ in range(600):
            q = u.question
            if q["kind"] != "question" or sum(said.values()) >= 20 * seed:
                break
            offers = q.get("offers") or u.ask(do="offers")["offers"]
            if q["question"] == "adjust":
                fates = set()
                for o in offers:
                    rows = u.ask(do="odds", act=o["act"])["odds"]["rows"]
                    # what is told of the brigade itself, its score left out
                    fates.add(str([e["text"] for e in rows[0]["events"]
                                   if q["args"]["unit"] in str(e["args"]) and e["event"] != "tested"]))
                alike = q.get("alike", False)
                assert alike == (len(fates) == 1), (q["args"], fates)
                said[alike] += 1
            quiet = [o for o in offers if o["verb"] in PASS] or offers
            u.ask(do="answer", act=quiet[0]["act"])
        u.close()
    assert min(said.values()) > 2, said


def test_the_odds_of_an_order_are_those_of_its_last_answer():
    u = Umpire("bayonet/learning")
    u.pass_to("allied", "brigade")
    plan = u.ask(do="plan", pieces=["queens-1", "queens-2", "queens-3"], manner="charge", target="navarre-1")["plan"]
    assert plan["chance"] and len(plan["acts"]) > 1, plan
    acts, number = [a["act"] for a in plan["acts"]], u.question["number"]
    told = u.ask(do="odds", acts=acts)["odds"]
    assert u.ask(do="question")["question"]["number"] == number, "nothing is given"
    for act in acts[:-1]:
        u.ask(do="answer", act=act)
    assert told == u.ask(do="odds", act=acts[-1])["odds"]
    assert len(told["rows"]) > 1
    u.close()
    # A die, or the other side, before the last one.
    u = Umpire("bayonet/learning")
    u.pass_to("allied", "brigade")
    assert u.raw(do="odds", acts=acts + acts[-1:])["error"]["code"] == "turn"
    assert u.raw(do="odds", acts=["keep"])["error"]["code"] == "illegal"
    u.close()


def test_bad_requests_change_nothing():
    u = Umpire("bayonet/learning")
    u.pass_to("allied", "brigade")
    number = u.question["number"]
    for request, code in [
        (dict(do="reach"), "key"), (dict(do="reach", piece="nobody"), "name"),
        (dict(do="plan", pieces=[], by=[1, 0]), "key"), (dict(do="plan", pieces=["x"], by=[1, 0]), "name"),
        (dict(do="plan", pieces=["guards-2"]), "syntax"),
        (dict(do="plan", pieces=["guards-2"], by=[1, 0], to=[1, 0]), "syntax"),
        (dict(do="plan", pieces=["guards-2"], by=[1, 0], facing=-4), "range"),
        (dict(do="answers", acts=[]), "syntax"), (dict(do="answers", acts=["halt"]), "illegal"),
        (dict(do="answers", number=number - 1, acts=["activate foot-guards"]), "stale"),
        (dict(do="undo", answers=0), "range"),
    ]:
        got = u.raw(**request)
        assert got.get("error", {}).get("code") == code, (request, got)
    assert u.ask(do="question")["question"]["number"] == number
    got = u.ask(do="answers", acts=["activate foot-guards", "march 0101 n", "keep"])
    assert got["played"] == 1 and got["stopped"] == "refused" and got["refusal"], got
    u.close()


def main():
    tests = [(n, f) for n, f in sorted(globals().items()) if n.startswith("test_")]
    print("1..%d" % len(tests))
    bad = 0
    for i, (name, f) in enumerate(tests, 1):
        try:
            f()
            print("ok %d - %s" % (i, name[5:].replace("_", " ")))
        except Exception as e:  # noqa: BLE001
            bad += 1
            print("not ok %d - %s\n# %r" % (i, name[5:].replace("_", " "), e))
        sys.stdout.flush()
    return bad != 0


if __name__ == "__main__":
    sys.exit(main())
