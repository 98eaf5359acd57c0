#!/usr/bin/env python3
"""Files that are wrong on purpose: `tricorne check` must say what is wrong, and where.

usage: broken.py TRICORNE DATA CASES

CASES holds bases and faults. A base is a file that is right: `base NAME FILE` names one below
DATA/SYSTEM, `base NAME` is followed by its text up to a line `end`. A fault is one line:

    fault NAME :: OLD => NEW :: WHAT IS SAID && WHAT ELSE IS SAID

The first OLD in the base becomes NEW; ` ;; ` separates several changes. \\n, \\t, \\xNN and \\\\ stand
for themselves, @30<<text>> for thirty copies, in which # is their number. Every problem told must
name the file, a line and a column.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

tricorne, data, cases = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
system = cases.parent.name


def plain(text):
    """Escapes and copies written out, as bytes."""
    text = re.sub(r"@(\d+)<<(.*?)>>",
                  lambda m: "".join(m[2].replace("#", str(i)) for i in range(int(m[1]))), text)
    parts = re.split(r"\\(n|t|\\|x[0-9a-f]{2})", text)
    signs = {"n": b"\n", "t": b"\t", "\\": b"\\"}
    return b"".join(part.encode() if i % 2 == 0 else signs.get(part) or bytes([int(part[1:], 16)])
                    for i, part in enumerate(parts))


def read_cases():
    """(name, bytes, what must be said) for each base (nothing is said) and each fault."""
    base, found, lines = b"", [], iter(cases.read_text().split("\n"))
    for line in lines:
        words = line.split()
        if line.startswith("base "):
            if len(words) == 3:
                base = (pathlib.Path(data) / system / words[2]).read_bytes()
            else:
                base = "".join(text + "\n" for text in iter(lambda: next(lines), "end")).encode()
            group = words[1]
            found.append((f"{group}-base", base, []))
        elif line.startswith("fault "):
            name, changes, said = re.split(r" :: ?", line[6:])
            text = base
            for change in changes.split(" ;; "):
                old, new = map(plain, re.split(r" => ?", change))
                assert old in text, f"{name}: {old!r} does not stand in the base"
                text = text.replace(old, new, 1)
            found.append((f"{group}-{name}", text, said.split(" && ")))
        elif line.strip() and not line.startswith("#"):
            raise SystemExit(f"broken.py: {cases}: neither base nor fault: {line}")
    return found


def judge(said, expected):
    """A sentence if something is wrong with what was said."""
    if not expected:
        return f"the base has faults: {said}" if said else None
    for text in expected:
        if not any(text in line for line in said):
            return f"not said: {text}"
    for line in said:
        if not re.match(r"\S+\.yaml:\d+:\d+: ", line):
            return f"no line and column: {line}"
    return None


found, failed = read_cases(), 0
with tempfile.TemporaryDirectory() as folder:
    for name, text, _ in found:
        (pathlib.Path(folder) / f"{name}.yaml").write_bytes(text)
    run = subprocess.run([tricorne, "--data", data, "check", folder], capture_output=True)
said = {}
for line in (run.stdout + run.stderr).decode(errors="replace").split("\n"):
    match = re.match(rf"{re.escape(folder)}/([\w.-]+)\.yaml", line)
    if match:
        said.setdefault(match[1], []).append(line.replace(folder + "/", ""))
print(f"1..{len(found)}")
for n, (name, _, expected) in enumerate(found, 1):
    problem = judge(said.get(name, []), expected)
    failed += problem is not None
    print(f"{'not ok' if problem else 'ok'} {n} - {name}")
    if problem:
        print("# " + problem)
        print("".join(f"# heard: {line}\n" for line in said.get(name, [])), end="")
sys.exit(1 if failed else 0)
