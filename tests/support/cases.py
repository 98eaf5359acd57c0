#!/usr/bin/env python3
"""Run every .case file of a folder through `tricorne case` and print TAP, one test a case.

usage: cases.py TRICORNE DATA FOLDER

What each case comes to is compared with what was kept of it in the file FOLDER.kept, if that is there
(docs/cases.md, "What is kept"). With TRICORNE_REGOLD set the file is written anew first.
"""
import os
import pathlib
import re
import subprocess
import sys

tricorne, data, folder = sys.argv[1:4]
files = sorted(map(str, pathlib.Path(folder).glob("*.case")))
kept = pathlib.Path(folder + ".kept")
if os.environ.get("TRICORNE_REGOLD"):
    subprocess.run([tricorne, "--data", data, "case", "--keep", str(kept), *files], capture_output=True)
options = ["--kept", str(kept)] if kept.exists() else []
run = subprocess.run([tricorne, "--data", data, "case", "--names", *options, *files],
                     capture_output=True, text=True)
lines = run.stdout.splitlines()
end = re.fullmatch(r"(\d+) passed, (\d+) failed", lines[-1] if lines else "")
if not end:
    print("1..1\nnot ok 1 - tricorne case ended badly")
    print("# " + (run.stdout + run.stderr).replace("\n", "\n# "))
    sys.exit(1)
passed, failed = map(int, end.groups())
print(f"1..{passed + failed}")
names = [line[3:] for line in lines if line.startswith("ok ")]
for n, name in enumerate(names, 1):
    print(f"ok {n} - {name}")
for n in range(passed + 1, passed + failed + 1):
    print(f"not ok {n} - see below")
for line in lines[:-1]:
    if not line.startswith("ok "):
        print("# " + line)
sys.exit(1 if failed or not files else 0)
