#!/usr/bin/env python3
"""The system of docs/ruleset.md is added to the others and played; prints TAP.

usage: sixth.py BUILD SOURCE [--page]

A tree of links to SOURCE is made. Every block of the page whose first line names a file of picket
becomes that file, and the page's one line goes into rules/registry.c; nothing else is changed. meson
must find the system by that line. Its files are compiled there and linked with the libraries of BUILD,
then check, cases, random battles, terminal and protocol use it as any other. With --page a browser
plays a battle by clicks instead (web/dist must be built: tools/web).
"""
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

BLOCK = re.compile(r"^```\w*\n(?:/\*|#|<!--) ((?:rules|data|tests)/picket/\S+)[^\n]*\n.*?^```$",
                   re.M | re.S)
LINE = re.compile(r"^    (SYSTEM\(picket, pic\) \\)$", re.M)
OWN = ("rules", "data", "tests")


def files_of(page):
    """Path -> text of every file on the page."""
    found = {}
    for match in BLOCK.finditer(page):
        text = match.group(0).split("\n", 1)[1].removesuffix("```")
        assert match.group(1) not in found, f"{match.group(1)} is on the page twice"
        found[match.group(1)] = text
    return found


def plant(source, tree):
    """The tree with the sixth system in it; the names of its files."""
    page = (source / "docs" / "ruleset.md").read_text(encoding="utf-8")
    for path in source.iterdir():
        if path.name not in OWN and not path.name.startswith(("build", ".")):
            (tree / path.name).symlink_to(path)
    for name in OWN:
        (tree / name).mkdir()
        for path in (source / name).iterdir():
            if name == "data" and path.is_dir():
                shutil.copytree(path, tree / name / path.name)  # no link may lead a map out of the data
            else:
                (tree / name / path.name).symlink_to(path)
    registry = (source / "rules" / "registry.c").read_text(encoding="utf-8")
    (tree / "rules" / "registry.c").unlink()
    (tree / "rules" / "registry.c").write_text(
        registry.replace("SYSTEMS(SYSTEM) \\\n", f"SYSTEMS(SYSTEM) \\\n    {LINE.search(page).group(1)}\n"),
        encoding="utf-8")
    found = files_of(page)
    for name, text in found.items():
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        (tree / name).write_text(text, encoding="utf-8")
    return found


def run(*words, **more):
    done = subprocess.run(list(map(str, words)), stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, check=False, **more)
    assert done.returncode == 0, f"{' '.join(map(str, words[:4]))}: {done.stdout[-2000:]}"
    return done.stdout


def options_of(build):
    """What the objects of BUILD were made with, as far as structs hang on it."""
    said = json.loads(run("meson", "introspect", "--buildoptions", build))
    return [f"-D{o['name']}={str(o['value']).lower()}" for o in said
            if o["name"] in ("release_play", "buildtype", "c_args") and o["value"]
            and not isinstance(o["value"], list)]


def compiler_of(build):
    first = json.loads((build / "compile_commands.json").read_text(encoding="utf-8"))[0]["command"]
    return " ".join(word for word in shlex.split(first)[:2] if not word.startswith("-"))


def compile_in(tree, build):
    """Objects of the system and of the list of systems, by the build that meson makes."""
    run("meson", "setup", tree / "build", *options_of(build), cwd=tree,
        env=os.environ | {"CC": compiler_of(build)})
    names = re.findall(r"^(libtricorne-pure\.a\.p/rules_(?:picket_\w+|registry)\.c\.o):",
                       run("ninja", "-C", tree / "build", "-t", "targets", "all"), re.M)
    assert len(names) > 5, f"meson does not find rules/picket: {names}"
    run("ninja", "-C", tree / "build", *names)
    return [tree / "build" / name for name in names]


def link(program, tree, build, objects):
    """One of our programs, with these objects before those of the library."""
    command = run("ninja", "-C", build, "-t", "commands", program).splitlines()[-1]
    words = shlex.split(command.split("&&")[0])
    at = words.index("-o")
    words[at + 1 : at + 2] = [str(tree / "build" / program), *map(str, objects)]
    run(*words, cwd=build)


def by_hand(tree, build, objects):
    """tests/docs/test_picket.c, which looks closer than a player can."""
    debug = [] if "-Drelease_play=true" in options_of(build) else ["-DTC_DEBUG=1"]
    link_with = shlex.split(run("ninja", "-C", build, "-t", "commands", "tricorne").splitlines()[-1])
    sanitized = [word for word in link_with if word.startswith("-fsanitize")]
    run(*shlex.split(compiler_of(build)), "-std=c11", *debug, *sanitized, "-I", tree, "-o", tree / "build" / "test_picket",
        tree / "tests/docs/test_picket.c", tree / "tests/support/rulecov.c", *objects,
        build / "libtricorne-pure.a", "-lcmocka")
    return run(tree / "build" / "test_picket")


def terminal(tricorne, folder):
    out = run(*tricorne, "play", "picket/ford", "--plain", "--against", "random", cwd=folder,
              input="pack heavy\nadvance red-oak\nhold\n")
    assert "red-oak goes to post 2.  [X-2.1]" in out, out
    assert "What do your men carry? [X-1]" in out, out


def protocol(tricorne):
    lines = ['{"do":"new","scenario":"picket/ford"}', '{"do":"answer","act":"pack heavy"}',
             '{"do":"answer","act":"pack light"}', '{"do":"answer","act":"fire red-oak blue-barn"}',
             '{"do":"answer","act":"advance red-oak"}']
    said = [json.loads(line) for line in run(*tricorne, "umpire", input="\n".join(lines)).splitlines()]
    assert said[0]["question"]["question"] == "pack", said[0]
    assert "X-3.1" in json.dumps(said[3]) and "error" in json.dumps(said[3]), said[3]
    assert "red-oak goes to post 2." in json.dumps(said[4]), said[4]


def faults(tricorne, tree):
    """A mistake in a file of the new system names its line and what is allowed."""
    path = tree / "data/picket/scenarios/ford.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("post: 8", "post: 9"), encoding="utf-8")
    done = subprocess.run([*map(str, tricorne), "check", str(path)], text=True, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert done.returncode and "the road has the posts 0 to 8." in done.stdout, done.stdout
    assert re.search(r"ford\.yaml:\d+:\d+: sides\[1\]\.pickets\[1\]\.post", done.stdout), done.stdout


def main(argv):
    build, source = pathlib.Path(argv[0]).resolve(), pathlib.Path(argv[1]).resolve()
    with tempfile.TemporaryDirectory(prefix="tricorne-sixth-") as folder:
        tree = pathlib.Path(folder) / "tree"
        tree.mkdir()
        found = plant(source, tree)
        objects = compile_in(tree, build)
        tricorne = [tree / "build" / "tricorne", "--data", tree / "data"]
        link("tricorne", tree, build, objects)
        if "--page" in argv:
            link("tricorne-serve", tree, build, objects)
            print(run("node", source / "web/test/sixth.mjs", tree / "build" / "tricorne",
                      tree / "data"), end="")
            return 0
        steps = [
            ("it is found and its files are good", lambda: run(*tricorne, "check", tree / "data/picket")),
            ("its cases pass", lambda: run(*tricorne, "case", *sorted(
                tree / name for name in found if name.endswith(".case")))),
            ("a hundred battles by lot end", lambda: run(
                *tricorne, "selfplay", "100", "--scenario", "picket/ford")),
            ("a computer thinks about it", lambda: run(
                *tricorne, "selfplay", "2", "--scenario", "picket/ford", "--players", "greedy,random")),
            ("it is played in the terminal", lambda: terminal(tricorne, folder)),
            ("it is played by the protocol", lambda: protocol(tricorne)),
            ("its words are listed", lambda: run(*tricorne, "list", "--words", "picket")),
            ("seen by hand, it keeps its word", lambda: by_hand(tree, build, objects)),
            ("a mistake is told with its line", lambda: faults(tricorne, tree)),
        ]
        print(f"1..{len(steps)}")
        bad = 0
        for number, (name, step) in enumerate(steps, 1):
            try:
                step()
                print(f"ok {number} - {name}", flush=True)
            except AssertionError as error:
                bad += 1
                print(f"not ok {number} - {name}")
                print("# " + str(error).replace("\n", "\n# "), flush=True)
        return 1 if bad else 0


if __name__ == "__main__":
    if len(sys.argv) < 3 or not shutil.which("meson"):
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1:]))
