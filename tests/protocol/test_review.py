#!/usr/bin/env python3
"""A battle looked back upon, and advice in the battle's own money, in all five systems."""
import json
import os
import subprocess
import sys
import tempfile
import time

from test_course import Umpire

BATTLES = ["minden/first-battle", "bayonet/learning", "malbrook/first-command", "pistolado/first-speech",
           "reason/learning"]
WORDS = {"minden": "figures", "bayonet": "steps", "malbrook": "bases", "pistolado": "companies",
         "reason": "strength points"}
DEEDS = {"holds", "moves", "advances", "goes-for", "takes", "attacks", "fights", "falls-back", "arrives", "gone"}


def fought(battle, seed=3):
    u = Umpire(battle, seed)
    for seat in (0, 1):
        u.ask(do="staff", until="battle", player="level-1", seat=seat, wait=True)
    u.ask(do="play")
    assert u.ask(do="question")["question"]["kind"] == "over"
    return u


def test_review():
    """Every turn is told of both sides and all their commands; the same each time; refused before the end."""
    for battle in BATTLES:
        u = Umpire(battle, 3)
        assert u.raw(do="review", seat=0)["error"]["code"] == "turn"
        assert u.raw(do="review", chances=3)["error"]["code"] == "syntax"
        u.close()
        u = fought(battle)
        groups = {(p["side"], p["group"]) for p in u.ask(do="scene", line=0)["scene"]["pieces"]
                  if p.get("group") and p["arm"] != "leader"}
        review = u.ask(do="review", seat=0, chances=False)["review"]
        assert review == u.ask(do="review", chances=False)["review"]
        assert review["strength"] == WORDS[battle.split("/")[0]] and review["turned"] == []
        turns = [t["turn"] for t in review["turns"]]
        assert turns == sorted(set(turns)) and turns[0] == 1, turns
        first = {(i, c["command"]) for i, s in enumerate(review["turns"][0]["sides"]) for c in s["commands"]}
        assert first == groups, (battle, first ^ groups)
        deeds = [c["deed"] for t in review["turns"] for s in t["sides"] for c in s["commands"]]
        assert set(deeds) <= DEEDS and set(deeds) - {"holds"}, (battle, set(deeds))
        for t in review["turns"]:
            assert all(s["text"] for s in t["sides"] if s["commands"]), t
            line = u.ask(do="scene", line=t["line"])
            assert line["turn"] == t["turn"], (line["turn"], t)
        start, end = (sum(p["strength"] for p in {(p["side"], p["key"]): p for p in u.ask(do="scene", **k)["scene"]["pieces"]
                          if p["arm"] != "leader"}.values()) for k in ({"line": 0}, {}))
        lost = sum(s["lost"] for t in review["turns"] for s in t["sides"])
        assert lost >= start - end, (battle, lost, start, end)
        u.close()


def test_chances():
    """The chances are those of outlook, the turns where it turned are the largest changes, and the command says the same."""
    u = fought("minden/first-battle")
    review = u.ask(do="review")["review"]
    for t in review["turns"][:3]:
        assert t["chance"] == u.ask(do="outlook", line=t["line"])["outlook"]
    stood = [t["chance"] for t in review["turns"]] + [review["end"]]
    swings = sorted((abs(b - a) for a, b in zip(stood, stood[1:])), reverse=True)
    assert sorted((abs(m["to"] - m["from"]) for m in review["turned"]), reverse=True) == [s for s in swings if s >= 10][:3]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "battle.jsonl")
        with open(path, "w") as f:
            f.write(u.ask(do="record")["record"])
        told = subprocess.run([os.environ["TRICORNE"], "review", "--json", path], capture_output=True, check=True)
        assert json.loads(told.stdout) == review
        plain = subprocess.run([os.environ["TRICORNE"], "review", path], capture_output=True, text=True, check=True).stdout
        assert plain.count("Turn ") >= len(review["turns"]) and "It turned in turn" in plain, plain
    u.close()


def test_advice():
    """The best three say what the commands do, what it costs in the system's own money, and points; best first."""
    for battle in BATTLES:
        u, told, plans, grounds = Umpire(battle, 5), "", 0, set()
        for _ in range(12):
            if u.question["kind"] != "question":
                break
            advice = u.ask(do="suggest", player="greedy")["advice"]
            worth = [c["score"] for c in advice["choices"]]
            assert worth == sorted(worth, reverse=True), (battle, worth)
            for c in advice["choices"][:3]:
                told += c["prospect"]["text"] + " | "
                plans += bool(c["prospect"]["plan"])
                grounds |= {g["name"] for g in c["prospect"]["ground"]}
                assert c["visits"] > 0 and "points" in c["prospect"]
            u.ask(do="answer", act=advice["choices"][0]["act"]["act"])
        assert grounds, battle  # every learning battle has ground worth having, and advice sees it
        assert plans, (battle, told)
        assert " of strength " not in told, told
        u.close()


def test_plain_answers_have_others():
    """At Blenheim the answer is taken without a try; asked for advice it is compared with others all the same."""
    u = Umpire("bayonet/blenheim-1704", 1)
    for _ in range(4):
        offers = u.ask(do="offers")["offers"]
        advice = u.ask(do="suggest")["advice"]
        if len(offers) > 2:
            assert advice["courses"] > 0 and all(c["visits"] for c in advice["choices"]), advice
        u.ask(do="answer", act=advice["choices"][0]["act"]["act"])
    u.close()


def turn_of(player, hurry):
    """The seconds the computer takes for its first questions, told to move now after the first of them or not."""
    u = Umpire("minden/first-battle", 1)
    u.ask(do="new", scenario="minden/first-battle", seed="%032x" % 1, wait=True,
          seats=[{"side": "allied"}, {"side": "french", "kind": player}])
    u.ask(do="staff", until="turn", player="level-1", seat=0, wait=True)
    spent, asked = 0, 0
    while asked < 8 and u.question["kind"] == "question":
        theirs, start = u.question["side"] == "french", time.monotonic()
        u.ask(do="play", most=1)
        if theirs:
            asked += 1
            spent += time.monotonic() - start
            if hurry:
                assert u.ask(do="hurry")["hurried"] == 1
    u.close()
    return spent


def test_time():
    """With time it takes its time; told to move now it does not for the rest of its turn."""
    slow, told = (min(turn_of("level-4:turn=4000", hurry) for _ in range(3)) for hurry in (False, True))
    assert told < slow, (told, slow)
    u = Umpire("minden/first-battle", 1)
    assert u.raw(do="suggest", player="level-4:turn=700000")["error"]["code"] == "range"
    assert u.ask(do="hurry")["hurried"] == 0
    u.close()


def table_of(player):
    u = Umpire("bayonet/learning", 1)
    u.ask(do="new", scenario="bayonet/learning", seed="%032x" % 5, wait=True,
          seats=[{"side": "allied"}, {"side": "french", "kind": player}])
    return u


def test_ahead():
    """What a computer thought while another side was asked counts when it is asked that very question; so does what another program thought."""
    u, many, used = table_of("level-4:turn=4000"), 10 ** 9, False
    assert u.raw(do="ahead", seat=0)["error"]["code"] == "turn"
    assert u.raw(do="ahead", ms=0)["error"]["code"] == "range"
    assert u.raw(do="ahead", known=[{"seat": 1, "key": "00"}])["error"]["code"] == "syntax"
    assert u.raw(do="ahead", known=[{"seat": 0, "key": "%016x" % 1, "best": [{"act": "done"}]}])["error"]["code"] == "syntax"
    known = []
    while u.question["kind"] == "question" and not used:
        if u.question["side"] == "french":
            u.ask(do="play", most=1)
            got = u.ask(do="thoughts", of=1)["advice"] or {"courses": 0}
            if got["courses"] >= many:  # it stood by what it knew, without another thought
                used = True
                assert [c["act"]["act"] for c in got["choices"]] == [b["act"]["act"] for b in known[got["courses"] - many]["best"]]
            continue
        noted, more = {}, True
        for _ in range(10):
            got = u.ask(do="ahead", ms=100)
            noted.update({n["key"]: n for n in got["noted"]})
            if not got["more"]:
                break
        known = [dict(n, seconds=1000, courses=many + i) for i, n in enumerate(noted.values())]
        u.ask(do="ahead", known=known)
        u.ask(do="answer", act=u.ask(do="offers")["offers"][0]["act"], wait=True)
    assert used, "nothing of what was thought was of use"
    u.close()
    quick = table_of("level-4")  # who counts courses answers as if nobody had waited
    got = quick.ask(do="ahead")
    assert got["noted"] == [] and got["more"] is False, got
    quick.close()


if __name__ == "__main__":
    tests = [test_review, test_chances, test_advice, test_plain_answers_have_others, test_time, test_ahead]
    print("1..%d" % len(tests))
    failed = 0
    for i, test in enumerate(tests, 1):
        try:
            test()
            print("ok %d - %s" % (i, test.__name__))
        except AssertionError as e:
            failed += 1
            print("not ok %d - %s # %r" % (i, test.__name__, e))
    sys.exit(failed != 0)
