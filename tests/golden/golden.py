#!/usr/bin/env python3
"""Golden records: whole battles whose every hash must come out again.

usage: golden.py TRICORNE DATA FOLDER

Each FOLDER/<system>/<name>-<seed>.jsonl is a battle between random players under scenario
<system>/<name>. It must replay to its last hash. With TRICORNE_REGOLD set the records are
played anew from their seeds first; do that only in a commit that says why play has changed.
"""
import os
import pathlib
import re
import subprocess
import sys

tricorne, data, folder = sys.argv[1:4]
records = sorted(pathlib.Path(folder).glob("*/*.jsonl"))
print(f"1..{len(records)}")
failed = 0
for n, path in enumerate(records, 1):
    name, seed = re.fullmatch(r"(.+)-(\d+)", path.stem).groups()
    scenario = f"{path.parent.name}/{name}"
    if os.environ.get("TRICORNE_REGOLD"):
        path.unlink()
        subprocess.run([tricorne, "--data", data, "selfplay", "1", "--scenario", scenario,
                        "--seed", seed, "--record", str(path)], check=True)
    run = subprocess.run([tricorne, "--data", data, "replay", str(path)],
                         capture_output=True, text=True)
    good = run.returncode == 0 and " over, " in run.stdout
    failed += not good
    print(f"{'ok' if good else 'not ok'} {n} - {scenario} seed {seed}")
    if not good:
        print("# " + (run.stdout + run.stderr).strip().replace("\n", "\n# "))
sys.exit(1 if failed or not records else 0)
