#!/usr/bin/env python3
"""study.py TRICORNE DATA mpi|one - the study, arena and export commands from outside."""
import csv
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

TRICORNE, DATA, MPI = sys.argv[1:4]
ENV = dict(os.environ, TRICORNE_DATA=DATA, OMPI_ALLOW_RUN_AS_ROOT="1",
           OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
FIRST = "minden/first-battle"
FILES = ["battles.csv", "study.json", "report.html"]
passed = failed = 0


class NotTried(Exception):
    """Neither passed nor failed."""


def run(*words, launcher=(), code=0):
    done = subprocess.run([*launcher, TRICORNE, *words], env=ENV, capture_output=True, text=True,
                          timeout=200)
    if done.returncode != code:
        raise AssertionError(f"{words}: exit {done.returncode}, not {code}: {done.stderr}")
    return done


def study(out, *words, **more):
    return run("study", FIRST, "--players", "random,random", "--out", str(out), *words, **more)


def same(a, b):
    for name in FILES:
        assert (a / name).read_bytes() == (b / name).read_bytes(), f"{name} differs"
    assert not (b / "journal").exists(), "the journal is left"


def threads(tmp):
    study(tmp / "one", "--battles", "60", "--threads", "1")
    study(tmp / "two", "--battles", "60", "--threads", "2")
    same(tmp / "one", tmp / "two")
    rows = list(csv.DictReader((tmp / "one/battles.csv").open()))
    assert len(rows) == 60
    assert [r["battle"] for r in rows] == [str(i) for i in range(60)]
    assert rows[0]["seed"] == rows[1]["seed"] != rows[2]["seed"]
    j = json.loads((tmp / "one/study.json").read_text())
    won = sum(r["winner"] == "allied" for r in rows)
    assert j["sides"][0]["won"] == won and j["battles"] == 60
    low, value, high = (j["side_share"][k] for k in ("low", "value", "high"))
    assert 0 <= low < value < high <= 1
    assert sum(e["battles"] for e in j["endings"]) == 60
    assert len(j["objectives"]) == 2 and any(t["held"][0][2] < 1 for t in j["by_turn"])
    page = (tmp / "one/report.html").read_text()
    assert "http" not in page.replace("http-equiv", ""), "the page needs another file"
    assert page.count("<svg") > 10 and "NaN" not in page and "-nan" not in page


def commands(tmp):
    """Losses are put under the brigade or command that had them, in every system."""
    want = {"bayonet/learning": {"foot-guards": "allied", "queens-horse": "allied", "carabiniers": "french", "navarre": "french"},
            "malbrook/first-command": {"allied-foot": "allies", "allied-horse": "allies", "french-foot": "french", "french-horse": "french"},
            "pistolado/first-speech": {"royal-brigade": "royal", "huguenot-brigade": "huguenot"},
            "reason/learning": {"hautcharmoy": "prussian", "schoenaich": "prussian", "kheul": "austrian", "radicati": "austrian"}}
    for scenario, brigades in want.items():
        out = tmp / scenario.replace("/", "-")
        run("study", scenario, "--players", "random,random", "--battles", "4", "--out", str(out))
        j = json.loads((out / "study.json").read_text())
        assert {c["command"]: c["side"] for c in j["commands"]} == brigades, (scenario, j["commands"])
        assert all(0 <= c["lost"] <= c["start"] for c in j["commands"]), (scenario, j["commands"])
        if scenario == "bayonet/learning":  # batteries belong to no brigade
            assert [c["start"] for c in j["commands"]] == [12, 9, 9, 12], j["commands"]


def interrupted(tmp):
    study(tmp / "whole", "--battles", "1200", "--threads", "2")
    for attempt in range(5):
        out = tmp / f"cut{attempt}"
        p = subprocess.Popen([TRICORNE, "study", FIRST, "--players", "random,random", "--out",
                              str(out), "--battles", "1200", "--threads", "2"], env=ENV,
                             stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        while not (out / "journal").exists() or (out / "journal").stat().st_size < 20000:
            time.sleep(0.01)
            if p.poll() is not None:
                break
        if p.poll() is None:
            p.send_signal(signal.SIGINT)
        err = p.communicate(timeout=100)[1]
        if p.returncode == 1:
            break
    assert p.returncode == 1 and "--resume" in err, (p.returncode, err)
    part = json.loads((out / "study.json").read_text())
    assert 0 <= part["battles"] < 1200, "what was done is kept"
    assert (out / "journal").exists()
    assert "--resume" in run("study", FIRST, "--players", "random,random", "--out", str(out),
                             "--battles", "1200", code=1).stderr
    study(out, "--battles", "1200", "--resume", "--threads", "1")
    same(tmp / "whole", out)


def ranks(tmp):
    if MPI != "mpi" or not shutil.which("mpirun"):
        raise NotTried("no MPI here, ranks are not tried")
    study(tmp / "one", "--battles", "60", "--threads", "1")
    # Open MPI keeps memory to its end; what we keep shows in the runs of one process.
    study(tmp / "four", "--battles", "60", launcher=["env", "ASAN_OPTIONS=detect_leaks=0", "mpirun",
                                                     "--oversubscribe", "-n", "4"])
    same(tmp / "one", tmp / "four")


def what_if(tmp):
    out = tmp / "vary"
    text = study(out, "--battles", "40", "--vary", "tables/victory.yaml:broken_percent=10,50,90").stdout
    assert "broken_percent 50 -> 10" in text and "50 -> 90" in text and "-> 50" not in text
    j = json.loads((out / "what-if.json").read_text())
    assert [v["value"] for v in j["variants"]] == ["10", "90"]
    for v in j["variants"]:
        d = v["difference"]
        assert d["low"] <= d["value"] <= d["high"] and v["battles"] == 40
    assert j["variants"][0]["turns_difference"]["high"] < 0, "a tenth breaks sooner"
    one = study(out, "--battles", "40", "--threads", "2", "--vary",
                "scenario:units.reden.figures=28..32").stdout
    assert one.count("reden.figures 32 ->") == 4
    early = study(out, "--battles", "2000", "--precision", "20", "--vary",
                  "scenario:units.reden.figures=8").stdout
    assert "200 battles" in early, early
    for wish, word in (("tables/fire.yaml:hit_no=3", "hit_no"), ("nonsense", "FILE:PATH=VALUE"),
                       ("tables/none.yaml:a=1", "none.yaml"),
                       ("tables/fire.yaml:hit_on=6", "changes nothing")):
        assert word in study(out, "--vary", wish, code=1).stderr
    refused = study(out, "--battles", "2", "--vary", "tables/fire.yaml:hit_on=99").stdout
    assert "not allowed" in refused


def sensitivity(tmp):
    study(tmp / "sense", "--battles", "10", "--sensitivity", "tables/melee.yaml")
    j = json.loads((tmp / "sense/what-if.json").read_text())
    paths = {v["path"] for v in j["variants"]}
    assert "figures_per_factor" in paths and "draw_back" in paths
    effect = [abs(v["difference"]["value"]) / max(1e-9, v["difference"]["high"] - v["difference"]["low"])
              for v in j["variants"] if "difference" in v and v["difference"]["high"] > v["difference"]["low"]]
    assert effect == sorted(effect, reverse=True), "those that matter come first"


def several_systems(tmp):
    run("study", "--battle", "minden-1759", "--battles", "2", "--players", "random,random", "--out",
        str(tmp / "battle"))
    j = json.loads((tmp / "battle/battle.json").read_text())
    assert any(s["scenario"] == "minden/minden-1759" for s in j["studies"])
    assert "2,800" in json.dumps(j["history"])
    assert "no-such" in run("study", "--battle", "no-such", code=1).stderr


def arena(tmp):
    bot = Path(__file__).parent.parent / "players/bot.py"
    table = tmp / "arena.json"
    words = ["arena", FIRST, "--players", f"random,program:python3 {bot} first", "--battles", "4",
             "--threads", "1", "--json", str(table), "--markdown", str(tmp / "arena.md")]
    first = run(*words).stdout
    rows = json.loads(table.read_text())["rows"]
    assert len(rows) == 1 and rows[0]["battles"] == 4
    assert run(*words).stdout.splitlines()[0] == first.splitlines()[0], "kept, not played again"
    assert "| minden/first-battle | program" in (tmp / "arena.md").read_text()
    for players in ("random,levl-2", "search:iterations=x", ""):
        run("arena", "--players", players, code=1)
    assert "iterations, not a time" in run("study", FIRST, "--players", "search:ms=5",
                                           code=1).stderr


def export(tmp):
    record = tmp / "r.jsonl"
    run("selfplay", "1", "--players", "level-1,random", "--record", str(record))
    run("replay", str(record))
    answers = [json.loads(l) for l in record.read_text().splitlines()[1:]]
    answers = [l for l in answers if "act" in l]
    lines = [json.loads(l) for l in run("export", str(record)).stdout.splitlines()]
    assert [l["act"]["act"] for l in lines] == [a["act"] for a in answers]
    assert all(l["act"]["act"] in l["offers"] for l in lines if not l["question"]["free"])
    rows = list(csv.DictReader(run("export", "--csv", "--features", str(record)).stdout.splitlines()))
    assert len(rows) == len(lines) and rows[0]["units.reden.fig"] == "32"
    assert rows[-1]["head.turn"] == rows[-1]["turn"]


def recorded_battles_are_the_same(tmp):
    for scenario, players in ((FIRST, "level-2,random"), ("pistolado/first-speech", "random,random")):
        words = ("selfplay", "1", "--scenario", scenario, "--players", players, "--seed", "4711",
                 "--each")
        record = tmp / f"{scenario.split('/')[0]}.jsonl"
        plain = run(*words).stdout.splitlines()[0]
        kept = run(*words, "--record", str(record)).stdout.splitlines()
        assert kept == [plain], f"{scenario}, {players}: {kept} recorded, {plain} played"
        assert run("replay", str(record)).stdout.split()[-1] == plain.split("\t")[-1]


def who_arrives_can_be_lost(tmp):
    """At Leuthen troops come up during the battle; an army never loses less than nobody."""
    run("study", "reason/leuthen-1757", "--battles", "4", "--players", "random,random", "--out",
        str(tmp / "out"))
    rows = list(csv.DictReader((tmp / "out" / "battles.csv").read_text().splitlines()))
    assert len(rows) == 4
    for r in rows:
        for side in "01":
            lost, start = int(r[f"lost_{side}"]), int(r[f"start_{side}"])
            assert 0 <= lost <= start, f"side {side} loses {lost} of {start}"


for check in (threads, commands, interrupted, ranks, what_if, sensitivity, several_systems, arena, export,
              recorded_battles_are_the_same, who_arrives_can_be_lost):
    with tempfile.TemporaryDirectory() as folder:
        try:
            check(Path(folder))
            passed += 1
        except NotTried as e:
            print(f"{check.__name__}: {e}")
        except AssertionError as e:
            failed += 1
            print(f"{check.__name__}: {e}")
print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0)
