#!/usr/bin/env python3
"""tree.py - the project's own files, for the other tools and for xargs.

usage: tools/tree.py [--root DIR] SUFFIX...      as in: tools/tree.py .c .h
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
SKIPPED = re.compile(r"^(build|build-.*|node_modules|dist|__pycache__|\..*)$")


def files(root, *suffixes):
    """Paths below root with one of the suffixes (none: all), sorted, relative to root."""
    found, folders = [], [pathlib.Path(root)]
    while folders:
        for path in folders.pop().iterdir():
            if path.is_symlink():
                continue
            if path.is_dir():
                if not SKIPPED.match(path.name):
                    folders.append(path)
            elif path.name != ".git" and (not suffixes or path.suffix in suffixes):
                found.append(path.relative_to(root))
    return sorted(found)


def help_from(text):
    """Print a tool's head and end, where it is asked for help."""
    if sys.argv[1:2] in (["-h"], ["--help"]):
        print(text.strip())
        sys.exit(0)


def root_from(argv):
    """Take `--root DIR` out of argv; the tree this file lies in if it is not there."""
    if "--root" in argv:
        at = argv.index("--root")
        root = pathlib.Path(argv[at + 1]).resolve()
        del argv[at : at + 2]
        return root
    return ROOT


TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|' r"'(?:\\.|[^'\\\n])*'", re.S)


def code_only(text):
    """C text with comments and the insides of literals blanked; lines keep their numbers."""

    def blank(match):
        kept = match.group(0)
        if kept[0] in "\"'":
            return kept[0] + " " * (len(kept) - 2) + kept[0]
        return re.sub(r"[^\n]", " ", kept)

    return TOKEN.sub(blank, text)


def report(name, problems):
    """Print the problems; 1 if there are any, for sys.exit."""
    for problem in problems:
        print(problem)
    if problems:
        print(f"{name}: {len(problems)} found")
    return 1 if problems else 0


if __name__ == "__main__":
    help_from(__doc__)
    args = sys.argv[1:]
    top = root_from(args)
    print("\n".join(str(path) for path in files(top, *args)))
