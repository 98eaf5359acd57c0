#!/usr/bin/env python3
"""The staff over the protocol, in all five systems: handed over, summed up, taken back."""
import random
import sys

from test_course import Umpire

BATTLES = ["minden/first-battle", "bayonet/learning", "malbrook/first-command", "pistolado/first-speech",
           "reason/learning"]


def groups(u, side):
    return sorted({p["group"] for p in u.ask(do="scene")["scene"]["pieces"] if p["side"] == side and p.get("group")})


def lot(u, lots):
    offers = u.question.get("offers") or u.ask(do="offers")["offers"]
    return u.ask(do="answer", act=lots.choice([o for o in offers if o["verb"] != "concede"])["act"])


def test_the_rest_of_a_turn():
    """It is seen to until the turn is over, by the seat that handed it over and by no other; then it is summed up once."""
    for battle in BATTLES:
        u, lots = Umpire(battle, 7), random.Random(1)
        seat, turn = u.question["seat"], u.question["turn"]
        got = u.ask(do="staff", until="turn", player="level-1", seat=seat)
        summed, asked = [s for s in got.get("staff", []) if not s["on"]], []
        while u.question["kind"] == "question" and u.question["turn"] == turn:
            asked.append(u.question["seat"])
            summed += [s for s in lot(u, lots).get("staff", []) if not s["on"]]
        assert seat not in asked, (battle, asked)
        assert len(summed) == 1, (battle, summed)
        s = summed[0]
        assert s["seat"] == seat and s["turn"] == turn and s["until"] == "turn" and s["answers"] > 0
        assert sum(d["times"] for d in s["did"]) == s["answers"]
        assert s["text"].startswith("The staff gave %d answer" % s["answers"]), s["text"]
        mine = [line for line in u.ask(do="lines", marks=True)["lines"] if line.get("seat") == seat]
        assert len(mine) >= s["answers"], (battle, len(mine), s["answers"])
        assert u.ask(do="staff", seat=seat)["staff"][0]["answers"] == s["answers"]  # it can be read again
        assert "staff" not in u.ask(do="question")
        u.close()


def test_a_phase():
    """The next question of the seat is of another phase."""
    for battle in BATTLES:
        u, lots = Umpire(battle, 11), random.Random(2)
        seat = u.question["seat"]
        got = u.ask(do="staff", until="phase", player="level-1")
        while u.question["kind"] == "question" and u.question["seat"] != seat:
            got = lot(u, lots)
        done = u.ask(do="staff", seat=seat)["staff"][0]
        assert done["on"] is False and done["answers"] >= 1, (battle, done)
        u.ask(do="staff", until="phase", player="level-1", seat=seat, wait=True)
        now = u.ask(do="staff", seat=seat)["staff"][0]  # of another phase, or of the same in another turn
        assert (now["turn"], now["phase"]) != (done["turn"], done["phase"]), (battle, done)
        u.close()


def test_commands():
    """One command is the staff's: what is asked about it is answered, the rest is asked of the person."""
    for battle in ("minden/first-battle", "malbrook/first-command", "bayonet/learning"):
        u, lots = Umpire(battle, 3), random.Random(3)
        names, seat = groups(u, 0), 0
        pieces = {k: p.get("group") for k, p in u.pieces().items()}
        u.ask(do="staff", commands=[names[0]], player="level-1", seat=seat)
        others = 0
        for _ in range(60):
            q = u.question
            if q["kind"] != "question":
                break
            if q["seat"] == seat:
                unit = q["args"].get("unit") or q["args"].get("gun") or q["args"].get("brigade")
                assert pieces.get(unit, unit) != names[0], (battle, q)
                others += pieces.get(unit) is not None
            lot(u, lots)
        s = u.ask(do="staff", seat=seat)["staff"][0]
        assert s["commands"] == [names[0]] and s["until"] == "battle", s
        assert s["answers"] > 0 and others > 0, (battle, s, others)
        u.close()


def test_taken_back():
    """By a word, and by taking an answer back; a computer's seat hands nothing over."""
    u = Umpire("minden/first-battle", 5)
    assert u.ask(do="staff")["staff"] == []
    assert u.raw(do="staff", back=True)["error"]["code"] == "stale"
    u.ask(do="staff", until="battle", player="level-1", seat=0, wait=True)
    got = u.ask(do="staff", back=True, seat=0)
    assert got["staff"][0]["on"] is False and got["question"]["seat"] == 0
    u.ask(do="answer", act=u.question["offers"][0]["act"])
    u.ask(do="staff", commands=[groups(u, 0)[0]], seat=0, wait=True)
    u.ask(do="undo", seat=0, consent=True)
    assert u.ask(do="staff", seat=0)["staff"][0]["on"] is False
    u.ask(do="new", scenario="minden/first-battle", seats=[{"side": "allied"}, {"side": "french", "kind": "level-1"}])
    no = u.raw(do="staff", until="turn", seat=1)["error"]
    assert no["code"] == "turn" and "computer" in no["text"], no
    u.close()


def test_wrong_requests():
    """Each is refused with what would be right, and nothing is handed over."""
    u = Umpire("minden/first-battle", 5)
    for code, words, request in (
            ("syntax", "phase, turn or battle", {"until": "noon"}), ("syntax", "phase, turn or battle", {"player": "level-1"}),
            ("name", "kingsley", {"commands": ["champagne"]}), ("syntax", "list", {"commands": []}),
            ("name", "kingsley", {"commands": [7]}), ("name", "level-", {"until": "turn", "player": "level-9"}),
            ("name", "our own", {"until": "turn", "player": "program:true"}), ("syntax", "back", {"back": False}),
            ("syntax", "back", {"back": True, "until": "turn"})):
        got = u.raw(do="staff", **request)
        assert "error" in got and got["error"]["code"] == code and words in got["error"]["text"], (request, got)
    assert u.ask(do="staff")["staff"] == []
    u.close()


def test_the_record_is_the_seat_s_own():
    """What the staff answered replays to the last hash; the same seed and wishes give the same battle."""
    texts = []
    for _ in range(2):
        u = Umpire("bayonet/learning", 9)
        for seat in (0, 1):
            u.ask(do="staff", until="battle", player="level-1", seat=seat)
        assert u.question["kind"] == "over", u.question
        texts.append(u.ask(do="record")["record"])
        assert u.ask(do="replay", text=texts[-1])["replay"]["over"] is True
        u.close()
    assert texts[0] == texts[1]


if __name__ == "__main__":
    tests = [(n[5:], f) for n, f in sorted(globals().items()) if n.startswith("test_")]
    bad = 0
    print("1..%d" % len(tests))
    for i, (name, run) in enumerate(tests):
        try:
            run()
            print("ok %d - %s" % (i + 1, name.replace("_", " ")))
        except Exception as e:  # pylint: disable=broad-except
            bad += 1
            print("not ok %d - %s" % (i + 1, name.replace("_", " ")))
            print("# %r" % (e,))
    sys.exit(bad > 0)
