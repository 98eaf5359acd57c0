#!/usr/bin/env python3
"""Golden battles: what is not meant to change.

usage: golden.py TRICORNE DATA SYSTEM FOLDER

FOLDER/<name>-<seed>.jsonl is one short battle of the system between random players. Its
record must replay to its last hash; a failure names the first line that differs.
FOLDER/battles.txt lists more battles, a line each: name, seed and the hash of the last
position; a failure names the first seed of its scenario that ends otherwise. With TRICORNE_REGOLD set all of them are played again first; do that only in a commit that
says why play has changed.
"""
import os
import pathlib
import re
import subprocess
import sys

tricorne, data, system, folder = *sys.argv[1:4], pathlib.Path(sys.argv[4])
regold = bool(os.environ.get("TRICORNE_REGOLD"))


def run(*words):
    return subprocess.run([tricorne, "--data", data, *words], capture_output=True, text=True)


def check_record(path):
    name, seed = re.fullmatch(r"(.+)-(\d+)", path.stem).groups()
    scenario = f"{system}/{name}"
    if regold:
        path.unlink()
        run("selfplay", "1", "--scenario", scenario, "--seed", seed, "--record", str(path)).check_returncode()
    out = run("replay", str(path))
    good = out.returncode == 0 and " over, " in out.stdout
    return good, f"record of {scenario} seed {seed}", out.stdout + out.stderr


def runs(rows):
    """Rows of one scenario whose seeds follow each other: they are played by one program."""
    at = 0
    for i in range(1, len(rows) + 1):
        if i == len(rows) or rows[i][0] != rows[at][0] or int(rows[i][1]) != int(rows[i - 1][1]) + 1:
            yield rows[at:i]
            at = i


def last_hashes(scenario, seed, count):
    """Seed -> the hash of the last position, and what was said where there is none."""
    out = run("selfplay", str(count), "--scenario", scenario, "--seed", seed, "--each")
    rows = [line.split("\t") for line in out.stdout.splitlines()]
    return {row[0]: row[4] for row in rows if len(row) == 5}, (out.stdout + out.stderr).strip()


def check_battles(path):
    rows = [line.split() for line in path.read_text().splitlines() if line]
    for part in runs(rows):
        scenario, seed = f"{system}/{part[0][0]}", part[0][1]
        played, said = last_hashes(scenario, seed, len(part))
        wrong = [row for row in part if played.get(row[1]) != row[2]]
        if regold:
            for row in part:
                row[2] = played.get(row[1], "none")
        yield not wrong, f"{len(part)} of {scenario} from seed {seed}", "".join(
            f"seed {row[1]} ends in {played.get(row[1], said)}, not in {row[2]}" for row in wrong[:1])
    if regold:
        path.write_text("".join(" ".join(row) + "\n" for row in rows))


results = [check_record(path) for path in sorted(folder.glob("*.jsonl"))]
records = len(results)
for path in sorted(folder.glob("battles.txt")):
    results.extend(check_battles(path))
print(f"1..{len(results)}")
for n, (good, what, why) in enumerate(results, 1):
    print(f"{'ok' if good else 'not ok'} {n} - {what}")
    if not good:
        print("# " + why.strip().replace("\n", "\n# "))
sys.exit(0 if records and len(results) > records and all(good for good, _, _ in results) else 1)
