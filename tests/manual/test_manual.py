#!/usr/bin/env python3
"""Manual pages and shell completion, tried out. Writes TAP.

usage: test_manual.py TRICORNE BUILD DATA
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

TRICORNE, BUILD, DATA = (pathlib.Path(a).resolve() for a in sys.argv[1:4])
ENV = {**os.environ, "TRICORNE_DATA": str(DATA), "LC_ALL": "C.UTF-8"}
number = failed = 0


def test(name, program=None):
    def run(f):
        global number, failed
        number += 1
        if program and not shutil.which(program):
            print(f"ok {number} - {name} # SKIP there is no {program}")
            return
        try:
            f()
            print(f"ok {number} - {name}")
        except Exception as e:  # pylint: disable=broad-except
            failed += 1
            print(f"not ok {number} - {name}")
            print("# " + str(e).replace("\n", "\n# "))
    return run


def ask(*words, **more):
    return subprocess.run([str(w) for w in words], capture_output=True, text=True, timeout=60, env=ENV, check=False, **more)


HELP = ask(TRICORNE, "--help").stdout
COMMANDS = re.findall(r"^  ([a-z]+) ", HELP, re.M)


@test("every command has a page, and the page has its options and the exit codes")
def _():
    assert len(COMMANDS) >= 20, COMMANDS
    for c in COMMANDS:
        page = (BUILD / f"tricorne-{c}.1").read_text()
        for option in re.findall(r"^  --([a-z-]+)", ask(TRICORNE, c, "--help").stdout, re.M):
            assert "\\-\\-" + option.replace("-", "\\-") in page, (c, option)
        assert "EXIT STATUS" in page and "NAME" in page
        assert f"tricorne\\-{c} (1)" in (BUILD / "tricorne.1").read_text()


@test("pages are well-formed", "mandoc")
def _():
    for f in sorted(BUILD.glob("tricorne*.[157]")):
        r = ask("mandoc", "-Tlint", "-Werror", f)
        assert r.returncode == 0, r.stdout
        assert len(ask("mandoc", "-Tascii", f).stdout) > 400, f


@test("exit codes are as they are documented")
def _():
    assert ask(TRICORNE, "list").returncode == 0
    assert ask(TRICORNE, "rule", "N-Z99").returncode == 1
    assert ask(TRICORNE, "rule").returncode == 2
    assert ask(TRICORNE, "nothing").returncode == 2


@test("what a program reads is JSON")
def _():
    import json
    assert {b["id"] for b in json.loads(ask(TRICORNE, "list", "--json").stdout)} >= {"minden/first-battle"}
    assert json.loads(ask(TRICORNE, "rule", "N-B", "--json").stdout)[0]["id"].startswith("N-B")
    assert json.loads(ask(TRICORNE, "selfplay", "2", "--json").stdout)["battles"] == 2
    assert json.loads(ask(TRICORNE, "check", DATA / "minden", "--json").stdout)["faults"] == []
    with tempfile.TemporaryDirectory() as folder:
        record = pathlib.Path(folder) / "b.jsonl"
        assert ask(TRICORNE, "selfplay", "1", "--record", record).returncode == 0
        assert json.loads(ask(TRICORNE, "replay", "--json", record).stdout)["over"] is True
        assert json.loads(ask(TRICORNE, "verify", "--json", record).stdout)["verified"] is True
        record.write_text(record.read_text().replace('"hash":"', '"hash":"f', 1))
        bad = json.loads(ask(TRICORNE, "check", record, "--json").stdout)
        assert len(bad["faults"]) == 1 and bad["faults"][0]["text"]


@test("cases, a store and the operator's desk speak JSON too")
def _():
    import json
    cases = DATA.parent / "tests" / "minden" / "cases"
    one = sorted(cases.iterdir())[0]
    got = json.loads(ask(TRICORNE, "case", one, "--json").stdout)
    assert got["passed"] > 0 and got["failed"] == 0 and got["lines"] == [], got
    bad = ask(TRICORNE, "case", one, "--only", "no such case", "--json")
    assert bad.returncode == 1 and json.loads(bad.stdout)["lines"] == ["no case is named no such case"], bad.stdout
    with tempfile.TemporaryDirectory() as folder:
        store = pathlib.Path(folder) / "games.db"
        assert ask(TRICORNE, "admin", store, "ban", "address", "203.0.113.7", "--reason", "noise").returncode == 0
        bans = json.loads(ask(TRICORNE, "admin", store, "bans", "--json").stdout)
        assert [(b["kind"], b["name"], b["reason"]) for b in bans] == [("address", "203.0.113.7", "noise")], bans
        assert "ban address" in json.loads(ask(TRICORNE, "admin", store, "log", "--json").stdout)[0]["what"]
        assert json.loads(ask(TRICORNE, "admin", store, "list", "--json").stdout) == []
        none = ask(TRICORNE, "admin", store, "find", "x", "--json")
        assert none.returncode == 1 and json.loads(none.stdout) == [], none.stdout
        assert json.loads(ask(TRICORNE, "store", "verify", store, "--json").stdout) == {"games": 0, "lines": 0, "answers": 0, "faults": []}


def played(*lines, battle="bayonet/learning"):
    with tempfile.TemporaryDirectory() as folder:
        return ask(TRICORNE, "play", battle, "--plain", "--seed", "5", "--against", "level-1", "--record",
                   pathlib.Path(folder) / "b.jsonl", input="\n".join([*lines, "quit", ""])).stdout


@test("in the terminal: standing orders, the rest of the turn, a summary of the enemy's")
def _():
    out = played("orders", "always 1", "orders", "orders 9", "orders 1", "orders")
    assert "There are no standing orders" in out, out[-800:]
    assert re.search(r'Whenever ".*" is asked: ', out), out[-800:]
    assert re.search(r"^  1\. \S+: \S+$", out.replace("> ", ""), re.M), out[-800:]
    assert "Write: orders, or orders N" in out and "That order has ended." in out
    out = played("rest", "summary")
    assert re.search(r"Since your last answer the other side gave \d+ answers", out), out[-800:]
    asked = re.findall(r"^Turn (\d+), Allied:", out, re.M)
    assert asked == ["1", "2"], asked  # one word, and the next question is of the next turn


@test("in the terminal: a phase, a turn or a brigade is handed to the staff, summed up and taken back")
def _():
    out = played("staff", "staff nonsense", "staff turn level-1")
    assert "Nothing is handed to the staff" in out and "there are: foot-guards, queens-horse" in out, out[-900:]
    assert re.search(r"The staff gave \d+ answers: ", out), out[-900:]
    assert re.findall(r"^Turn (\d+), Allied:", out, re.M) == ["1", "2"], out[-900:]
    out = played("staff queens-horse level-1", "staff back", "staff back")
    assert "The staff (level-1) sees to it." in out and "Nothing is handed to the staff now." in out, out[-900:]
    out = played("staff phase level-9")
    assert "level-9" in out, out[-900:]
    # The summary of the other side's turn leaves out what one's own staff did before it.
    out = played("staff turn level-1", battle="minden/first-battle")
    told, other = out.split("Since your last answer the other side gave", 1)
    kept = re.compile(r"- The dice kept for (?:the )?(.*?) give")
    allied = {"20th Foot", "25th Foot", "Reden", "Linstow", "Hanoverian Jaegers", "10th Dragoons (first squadron)",
              "10th Dragoons (second squadron)"}
    assert allied & set(kept.findall(told)), out[-1500:]
    assert kept.findall(other) and not allied & set(kept.findall(other)), out[-1500:]


@test("NO_COLOR is obeyed on a terminal", "script")
def _():
    for no, want in (("", True), ("1", False)):
        r = subprocess.run(["script", "-qec", f"{TRICORNE} show minden/first-battle", "/dev/null"], capture_output=True,
                           text=True, env={**ENV, "NO_COLOR": no, "TERM": "xterm-256color"}, timeout=60, check=False)
        assert ("\033[" in r.stdout) == want, (no, r.stdout[:200])


def bash(line):
    words = line.split(" ")
    array = " ".join(f"'{w}'" for w in words)
    script = f"""PATH={TRICORNE.parent}:$PATH; source {BUILD}/tricorne.bash
COMP_WORDS=({array}); COMP_CWORD={len(words) - 1}; COMP_LINE='{line}'; _tricorne; printf '%s\\n' "${{COMPREPLY[@]}}" """
    return ask("bash", "-c", script).stdout.split()


@test("bash completes commands, options, battles and values", "bash")
def _():
    assert set(bash("tricorne ver")) == {"verify"}
    assert set(COMMANDS) <= set(bash("tricorne "))
    assert "--against" in bash("tricorne play --a")
    assert "minden/first-battle" in bash("tricorne play minden/")
    assert "level-3" in bash("tricorne play --against lev")
    assert "--json" in bash("tricorne odds --")


@test("zsh completes commands and options", "zsh")
def _():
    r = ask("zsh", "-n", BUILD / "_tricorne")
    assert r.returncode == 0, r.stderr
    script = f"""fpath=({BUILD} $fpath); PATH={TRICORNE.parent}:$PATH; autoload -Uz compinit; compinit -u -D
zmodload zsh/zpty; zpty -d z 2>/dev/null
zpty z zsh -f -i
await() {{ out=; for i in {{1..300}}; do while zpty -r -t z more; do out+=$more; done; [[ $out == *$1* ]] && return; sleep 0.1; done; }}
zpty -w z "PS1=; fpath=({BUILD} \\$fpath); PATH={TRICORNE.parent}:\\$PATH; autoload -Uz compinit; compinit -u -D; zstyle ':completion:*' list-colors ''; LISTMAX=1000; bindkey '^I' complete-word; print rea''dy"
await ready
zpty -w -n z $'tricorne ver\\t'
await verify
print -r -- $out"""
    got = ask("zsh", "-f", "-c", script).stdout
    assert "tricorne verify" in got or "verify" in got.split("tricorne ver", 1)[-1], got[-400:]


def fish(line):
    script = f"set -x PATH {TRICORNE.parent} $PATH; source {BUILD}/tricorne.fish; complete -C '{line}'"
    return [x.split("\t")[0] for x in ask("fish", "--no-config", "-c", script).stdout.splitlines()]


@test("fish completes commands, options and battles", "fish")
def _():
    assert fish("tricorne verif") == ["verify"]
    assert "--against" in fish("tricorne play --ag")
    assert "minden/first-battle" in fish("tricorne play minden/f")


print(f"1..{number}")
sys.exit(failed > 0)
