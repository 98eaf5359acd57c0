#!/usr/bin/env python3
"""Every sentence the command says itself is in every language of data/lang that it speaks.

Usage: test_lang.py TRICORNE
Sentences are read out of the sources: what stands in SAY("..."), SAID("...") and tc_word("..."),
and what tc_fail says in the files that speak to people. A catalogue that lacks one, has one too
many, or has other conversions (%s, {0}) than the English fails; so does a sentence of the
command that stands in none of them.
"""
import json
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TOKEN = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|[A-Za-z_]\w*|\S', re.S)
ESCAPE = {"n": "\n", "t": "\t", '"': '"', "\\": "\\", "r": "\r", "0337": "\x1b7", "033": "\x1b"}

# Commands for those who write tests and studies speak English; their --help does not.
ENGLISH = re.compile(r"cli/(case_\w+|bench|clock|arena|rate|study\w*|tune\w*|export)\.c")
# What tc_fail says to a person at the terminal.
FAILS = ("kernel/decl.c", "kernel/game.c", "protocol/session.c", "protocol/session_ask.c",
         "protocol/session_undo.c", "protocol/staff.c", "protocol/computer.c", "protocol/record.c",
         "players/spec.c", "cli/where.c")
# What tc_word says.
WORDS = ("draw/speak.c", "draw/textmap.c", "draw/textkey.c", "protocol/gist.c", "protocol/json_event.c", "protocol/staff.c",
         "protocol/computer.c", "protocol/session_log.c", "players/prospect.c", "players/deeds.c", "rules/minden/scene.c")
# No sentences, though they look like it: parts of requests, words that are typed.
PLAIN = re.compile(r"^(Authorization: Bearer|Content-Type|Last-Event-ID|face $|wheel (left|right) $|form $|charge $|"
                   r"odds $|log 200$|rule $)")


def unquote(text):
    return re.sub(r"\\(0337|033|.)", lambda m: ESCAPE[m.group(1)], text)


def literals(path):
    """(the two tokens before it, the text) of every string of a C file, neighbours joined."""
    with open(os.path.join(ROOT, path)) as f:
        source = re.sub(r"^[ \t]*#.*$", "", f.read(), flags=re.M)
    tokens = [t for t in TOKEN.findall(source) if not t.startswith(("/*", "//"))]
    i = 0
    while i < len(tokens):
        if not tokens[i].startswith('"'):
            i += 1
            continue
        first = i
        while i < len(tokens) and tokens[i].startswith('"'):
            i += 1
        text = "".join(t[1:-1] for t in tokens[first:i])
        yield tokens[max(0, first - 12):first], unquote(text)


def is_sentence(text):
    return bool(" " in text and re.search("[A-Za-z]{3}", re.sub("^tricorne: |%[a-z]", "", text)))


def said():
    """Every sentence with where it stands, and the sentences outside the macros."""
    found, outside = {}, []
    for name in sorted(os.listdir(os.path.join(ROOT, "cli"))):
        path = "cli/" + name
        if not name.endswith(".c"):
            continue
        for before, text in literals(path):
            if before[-2:] in (["SAY", "("], ["SAID", "("]):
                found[text] = path
            elif is_sentence(text) and not ENGLISH.match(path) and path not in FAILS and not PLAIN.match(text) and \
                    not text.startswith('{"') and not (name == "main.c" and re.match(r"^[A-Z@|. \[\]a-z]+$", text)
                                                      and before[-2:-1] and before[-3:-2] == ["{"]):
                outside.append((path, text))
    for path in WORDS:
        for before, text in literals(path):
            if before[-2:] == ["tc_word", "("]:
                found[text] = path
    for path in FAILS:
        for before, text in literals(path):
            if {"tc_fail", "bad_word"} & set(before) and is_sentence(text) and text.rstrip().endswith((".", "{0}")):
                found[text] = path
    return found, outside


def marks(text):
    return re.findall(r"%[-+.*0-9]*(?:ll)?[a-zA-Z%]", text), sorted(set(re.findall(r"\{\d\}", text)))


def entries(language, section):
    """The pairs of a section: each is a line, a list as JSON writes it."""
    here, pairs = None, []
    with open(os.path.join(ROOT, "data/lang", language, "command.yaml")) as f:
        for line in f:
            if re.match(r"[a-z]+:", line):
                here = line.split(":")[0]
            elif line.startswith("  - ") and here == section:
                pairs.append(json.loads(line[4:]))
    return pairs


def check_catalogue(language, found):
    pairs = entries(language, "sentences")
    own, faults = dict(pairs), []
    if len(own) != len(pairs):
        faults.append("a sentence stands there twice")
    for text, path in sorted(found.items()):
        if text not in own:
            faults.append(f"{path}: {language} lacks {text!r}")
        elif marks(text) != marks(own[text]):
            faults.append(f"{path}: {language} has other conversions: {text!r}: {own[text]!r}")
    return faults + [f"{language} has too many: {t!r}" for t in own if t not in found]


def words_of(scene):
    """What the terminal says of a scene besides names and numbers."""
    for p in scene["pieces"]:
        if p.get("formation") not in (None, "", "none", "staff"):
            yield p["formation"]
    for panel in scene["panels"]:
        yield panel["title"]
        if panel["title"] != "Brigades":
            yield from (row["left"] for row in panel["rows"])
    yield from (s["name"] for s in scene["sides"])


def check_words(tricorne, language):
    """Every word of the scenes of minden, which speaks this language, has its translation."""
    own, faults = dict(entries(language, "words")), []
    folder = os.path.join(ROOT, "data/minden/scenarios")
    for name in sorted(os.listdir(folder)):
        out = subprocess.run([tricorne, "show", "--json", "minden/" + name[:-5]], capture_output=True, text=True)
        faults += [f"minden/{name}: {language} lacks the word {w!r}"
                   for w in sorted(set(words_of(json.loads(out.stdout)))) if w not in own]
    return faults


def main():
    tricorne = sys.argv[1]
    found, outside = said()
    faults = [f"{p}: not in SAY or SAID: {t!r}" for p, t in outside]
    print("1..2")
    for language in sorted(os.listdir(os.path.join(ROOT, "data/lang"))):
        faults += check_catalogue(language, found) + check_words(tricorne, language)
    for f in faults:
        print("#", f)
    print("not ok 1 every sentence is there" if faults or not found else "ok 1 every sentence is there")
    env = dict(os.environ, LC_ALL="de_DE.UTF-8")
    got = subprocess.run([tricorne, "nonsense"], env=env, capture_output=True, text=True).stderr
    helps = subprocess.run([tricorne, "--lang", "de", "play", "--help"], capture_output=True, text=True).stdout
    plain = subprocess.run([tricorne, "--lang", "en", "nonsense"], env=env, capture_output=True, text=True).stderr
    beside = subprocess.run([tricorne, "--lang", "de", "store", "nonsense"], capture_output=True, text=True,
                            env=dict(os.environ, LC_ALL="C")).stderr
    good = "Es heißt tricorne store" in beside and "Befehl" in got and "Aufruf" in helps and "there is no command" in plain
    print("ok 2 LC_ALL and --lang choose it" if good else f"not ok 2 LC_ALL and --lang: {got} {helps} {plain}")
    return 1 if faults or not good else 0


if __name__ == "__main__":
    sys.exit(main())
