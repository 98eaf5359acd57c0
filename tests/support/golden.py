#!/usr/bin/env python3
"""Golden battles: what is not meant to change.

usage: golden.py TRICORNE DATA SYSTEM FOLDER

FOLDER/<name>-<seed>.jsonl is one short battle of the system between random players. Its
record must replay to its last hash; a failure names the first line that differs.
FOLDER/battles.txt lists more battles, a line each: name, seed and the hash of the last
position. With TRICORNE_REGOLD set all of them are played again first; do that only in a commit that
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


def last_hash(scenario, seed):
    out = run("selfplay", "1", "--scenario", scenario, "--seed", seed, "--each")
    for line in out.stdout.splitlines():
        row = line.split("\t")
        if row[0] == seed and len(row) == 5:
            return row[4]
    return "no hash: " + (out.stdout + out.stderr).strip()


def check_battles(path):
    rows = [line.split() for line in path.read_text().splitlines() if line]
    for row in rows:
        name, seed, hash = row
        scenario = f"{system}/{name}"
        played = last_hash(scenario, seed)
        if regold:
            row[2] = hash = played
        yield played == hash, f"{scenario} seed {seed}", f"ends in {played}, not in {hash}"
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
