#!/usr/bin/env python3
"""schema, source and check: battles as values and texts, in all five systems."""
import copy
import glob
import json
import os
import random
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAM = os.path.abspath(os.environ.get("TRICORNE", os.path.join(ROOT, "build", "tricorne")))
DATA = os.path.join(ROOT, "data")
SYSTEMS = ["minden", "pistolado", "bayonet", "malbrook", "reason"]


class Umpire:
    def __init__(self):
        self.run = subprocess.Popen([PROGRAM, "--data", DATA, "umpire"],
                                    stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def raw(self, **request):
        self.run.stdin.write(json.dumps(request) + "\n")
        self.run.stdin.flush()
        return json.loads(self.run.stdout.readline())

    def ask(self, **request):
        got = self.raw(**request)
        assert "error" not in got, got["error"]
        return got

    def end(self):
        self.run.stdin.close()
        self.run.wait()


def battles():
    for path in sorted(glob.glob(os.path.join(DATA, "*", "scenarios", "*.yaml"))):
        parts = path.split(os.sep)
        yield "%s/%s" % (parts[-3], parts[-1][:-5])


def text_of(*parts):
    with open(os.path.join(DATA, *parts), encoding="utf-8", newline="") as f:
        return f.read()


KINDS = {"int", "length", "angle", "yes", "word", "name", "text", "id", "colour", "rule", "any",
         "map", "by", "list", "row", "points", "set", "grid"}


def test_schema_names_every_key(u):
    """Every key of every shipped scenario and map has a row, of a kind and with limits."""
    for system in SYSTEMS:
        schema = u.ask(do="schema", system=system)["schema"]
        shapes = schema["shapes"]
        for shape in shapes:
            for k in shape["keys"]:
                assert k["kind"] in KINDS, k
                assert k["kind"] not in ("int", "length", "angle") or "min" in k, k
                assert k["kind"] != "word" or len(k["words"]) > 1, k
                assert k["kind"] not in ("map", "list") or 0 <= k["of"] < len(shapes), k

        def walk(value, shape, path):
            rows = {k["name"]: k for k in shapes[shape]["keys"]}
            for k, row in rows.items():
                assert row["may"] or k in value, (path, k)
            for k, v in value.items():
                assert k in rows, (path, k)
                row = rows[k]
                if row["kind"] == "map":
                    walk(v, row["of"], path + "." + k)
                elif row["kind"] == "list":
                    assert row["least"] <= len(v) <= row["most"], (path, k)
                    for i, x in enumerate(v):
                        walk(x, row["of"], "%s.%s[%d]" % (path, k, i))
                elif row["kind"] == "word":
                    assert v in row["words"], (path, k, v)
                elif row["kind"] in ("int", "length"):
                    assert float(row["min"]) <= float(v) <= float(row["max"]), (path, k, v)

        for id in battles():
            if not id.startswith(system + "/"):
                continue
            files = u.ask(do="source", scenario=id)["source"]
            got = u.ask(do="check", yaml=files["yaml"], map=files["map"], name=files["name"])
            walk(got["value"], schema["scenario"], id)
            walk(got["map_value"], schema["map"], id + " map")
    minden = u.ask(do="schema", system="minden")["schema"]
    ground = [k for s in minden["shapes"] for k in s["keys"] if k["name"] == "kind"]
    assert any("wood" in (k.get("seen") or []) for k in ground), ground
    assert "hex" not in minden
    assert "village" in u.ask(do="schema", system="bayonet")["schema"]["hex"]["terrain"]


def test_every_battle_survives(u):
    """Read, as a value, written, read: the same meaning, scene and opening position."""
    count = 0
    for id in battles():
        system, name = id.split("/")
        files = u.ask(do="source", scenario=id)["source"]
        assert files["yaml"] == text_of(system, "scenarios", name + ".yaml"), id
        assert files["map"] == text_of(system, "maps", files["map_name"] + ".yaml"), id
        one = u.ask(do="check", yaml=files["yaml"], map=files["map"], name=name)
        assert one["right"] and one["problems"] == [], (id, one["problems"][:3])
        # Opened and saved without a change it is the same bytes, so the same book.
        assert one["yaml"] == files["yaml"] and one["map"] == files["map"]
        u.ask(do="new", scenario=id, seed="0" * 31 + "1", wait=True)
        header = json.loads(u.ask(do="record")["record"].split("\n")[0])
        assert header["book"] == one["hash"], id
        shipped = u.ask(do="state")["state"]
        # Written anew it is other bytes with the same meaning.
        two = u.ask(do="check", value=one["value"], map_value=one["map_value"], name=name)
        assert two["right"], (id, two["problems"][:3])
        assert two["meaning"] == one["meaning"], id
        assert two["scene"] == one["scene"], id
        three = u.ask(do="check", yaml=two["yaml"], map=two["map"], name=name)
        assert three["hash"] == two["hash"] and three["meaning"] == one["meaning"], id
        assert three["value"] == one["value"] and three["map_value"] == one["map_value"], id
        four = u.ask(do="check", value=three["value"], map_value=three["map_value"], name=name)
        assert four["yaml"] == two["yaml"] and four["map"] == two["map"], id
        u.ask(do="load", yaml=two["yaml"], map=two["map"], name=name, seed="0" * 31 + "1",
              wait=True)
        made = u.ask(do="state")["state"]
        assert made["head"].pop("book") == two["hash"]
        shipped["head"].pop("book")
        assert made == shipped, id
        count += 1
    assert count >= 24, count


def test_values_of_any_kind_come_back(u):
    """Texts that YAML would read otherwise are quoted."""
    files = u.ask(do="source", scenario="minden/first-battle")["source"]
    value = u.ask(do="check", yaml=files["yaml"], map=files["map"])["value"]
    for text in ["a: b", "# no comment", "12th Foot", "007", "yes", "null", "~", "- x", "{a}", "[b]",
                 "two\nlines", "tab\there", 'a "quoted" word', "back\\slash", " blank ", "&anchor",
                 "*alias", "!tag", "% x", "@x", "`x`", "Höchstädt", "line\u2028end", "\u0085", "\ufeff",
                 "'", "a'b", "x #y", "k:v", "--- x", "...", "?", "1e3", "0x10", "\u00a0", "\U0001f600", "="]:
        value["title"] = text
        value["note"] = text
        got = u.ask(do="check", value=value, map=files["map"])
        assert got["right"], (text, got["problems"])
        back = u.ask(do="check", yaml=got["yaml"], map=files["map"])["value"]
        assert back == value, (text, back["title"])
    value["title"], value["turns"], value["rain"] = "x", 7, True
    value["sides"][0]["army"]["x"] = 30.25
    got = u.ask(do="check", value=value, map=files["map"])
    assert got["right"], got["problems"]
    assert "turns: 7\n" in got["yaml"] and "rain: yes\n" in got["yaml"] and "x: 30.25" in got["yaml"]
    back = u.ask(do="check", yaml=got["yaml"], map=files["map"])["value"]
    assert list(back)[:4] == ["format", "system", "title", "source"], list(back)


def test_mistakes_have_their_places(u):
    """File, line, column, path and what is allowed, for both files at once."""
    files = u.ask(do="source", scenario="minden/first-battle")["source"]
    yaml = files["yaml"].replace("turns: 12", "turns: many").replace("figures: 32", "figures: 99", 1)
    got = u.ask(do="check", yaml=yaml, map=files["map"].replace("kind: wood", "kind: moor"))
    assert not got["right"] and "scene" not in got and got["count"] == len(got["problems"])
    by = {(p["file"], p["path"]): p for p in got["problems"]}
    turns = by[("scenario", "turns")]
    assert turns["line"] == yaml[:yaml.index("turns: many")].count("\n") + 1 and turns["column"] == 1
    assert turns["code"] == "syntax" and "allowed" in turns["text"], turns
    unit = by[("scenario", "sides[0].divisions[0].brigades[0].units[0].figures")]
    assert "1 to 60" in unit["text"] and not unit["text"].startswith("sides"), unit
    wood = [p for p in got["problems"] if p["file"] == "map"]
    assert len(wood) == 1 and wood[0]["path"].startswith("terrain[1]"), got["problems"]
    # What only the system's own checks find.
    value = u.ask(do="check", yaml=files["yaml"], map=files["map"])["value"]
    units = value["sides"][0]["divisions"][0]["brigades"][0]["units"]
    units[1]["x"], units[1]["y"] = units[0]["x"], units[0]["y"]
    got = u.ask(do="check", value=value, map=files["map"])
    assert any("stands on the ground of" in p["text"] and p["path"].endswith("units[1]")
               for p in got["problems"]), got["problems"]
    # A text that is no YAML has a place too, and no value.
    got = u.ask(do="check", yaml="format: [", map=files["map"])
    assert got["value"] is None and got["problems"][0]["line"] >= 1, got
    got = u.ask(do="check", yaml=files["yaml"])
    assert got["right"] and "map" not in got


def test_what_is_refused(u):
    """Foreign texts touch no file and do no harm."""
    files = u.ask(do="source", scenario="minden/first-battle")["source"]
    def code(**request):
        return u.raw(**request).get("error", {}).get("code")
    for id in ["../../etc/passwd", "minden/../../x", "minden", "minden/none-such", "", "x/y", "minden/first-battle.yaml"]:
        assert code(do="source", scenario=id) == "name", id
    assert code(do="source") == "key"
    assert code(do="schema", system="chess") == "name" and code(do="schema") == "name"
    assert code(do="check", yaml=1) == "syntax" and code(do="check") == "key"
    for name in ["../x", "a/b", "", "A", "x" * 41, "none"]:
        assert code(do="check", yaml=files["yaml"], name=name) == "name", name
    assert code(do="check", yaml=files["yaml"], value={"system": "minden"}) == "key"
    assert code(do="check", value={"system": "chess"}) == "name"
    assert code(do="check", value={"system": "minden", "title": None}) == "syntax"
    deep = []
    for _ in range(60):
        deep = [deep]
    assert code(do="check", value={"system": "minden", "title": deep}) == "syntax"
    got = u.ask(do="check", value={"system": "minden", "a b: {": {"x\ny": "z"}, "map": "../../x"})
    assert not got["right"] and got["problems"]
    got = u.ask(do="check", yaml=files["yaml"].replace("map: first-battle", 'map: "../../../etc/passwd"'))
    assert [p["path"] for p in got["problems"]] == ["map"], got["problems"]
    got = u.ask(do="check", yaml=files["yaml"] + "# " + "x" * (5 << 20) + "\n")
    assert not got["right"] and "4 MB" in got["problems"][0]["text"], got["problems"]
    got = u.ask(do="check", yaml="\n".join("k%d: 1" % i for i in range(1500)))
    assert len(got["problems"]) == 1 or got["count"] >= len(got["problems"]) <= 200
    other = u.ask(do="source", scenario="pistolado/first-speech")["source"]
    got = u.ask(do="check", yaml=files["yaml"], map=other["map"])
    assert not got["right"] and got["problems"], got
    got = u.ask(do="check", yaml=other["map"], map=other["yaml"])
    assert {p["file"] for p in got["problems"]} == {"scenario", "map"}, got["problems"]


WORDS = ["", "0", "-1", "999999999999", "1e9", "0101", "9999", "abc", "none", "yes", "no", "~", "null", "#", "&a", "*b", "!c", "%", "@",
         "`", "'", '"', "\\", "\n", "\t", " ", "  x", "x ", "a: b", "- a", "[", "]", "{", "}", ",", "\u00e9", "\u2028", "\u0085", "\ufeff",
         "\U0001f600", "x" * 300, "ne", "4096b", "1.5", "12.3456", "../../x", "sides", "?", "|", ">", "--- a", "..."]


def paths(v, at=()):
    yield at
    for k in (v if isinstance(v, dict) else range(len(v)) if isinstance(v, list) else ()):
        yield from paths(v[k], at + (k,))


def spoil(v, lots):
    """Change one to four places: another word, gone, a copy of something else, twice, a stranger."""
    def at(path):
        x = v
        for k in path:
            x = x[k]
        return x
    for _ in range(lots.randint(1, 4)):
        all = [p for p in paths(v) if p]
        if len(all) < 3:
            return
        p, way = lots.choice(all), lots.random()
        up = at(p[:-1])
        if way < .5:
            up[p[-1]] = lots.choice(WORDS)
        elif way < .65:
            up.pop(p[-1])
        elif way < .8:
            up[p[-1]] = copy.deepcopy(at(lots.choice(all)))
        elif isinstance(up, list):
            up.insert(p[-1], copy.deepcopy(up[p[-1]]))
        else:
            up[lots.choice(WORDS + ["turns", "x", "hex", "units"])] = lots.choice([lots.choice(WORDS), {}, [], ["a"], {"a": "b"}])


def test_spoiled_values(u):
    """Whatever a value holds: it is written, told what is wrong, and read back as it was."""
    lots = random.Random(int(os.environ.get("SEED", "25")))
    base = []
    for id in ["minden/first-battle", "pistolado/first-speech", "bayonet/learning", "malbrook/first-command", "reason/learning"]:
        files = u.ask(do="source", scenario=id)["source"]
        got = u.ask(do="check", yaml=files["yaml"], map=files["map"])
        base.append((got["value"], got["map_value"]))
    tried = 0
    for _ in range(int(os.environ.get("SPOILED", "250"))):
        value, ground = copy.deepcopy(lots.choice(base))
        spoil(lots.choice([value, ground]), lots)
        got = u.raw(do="check", value=value, map_value=ground)
        if "error" in got:  # it has no system any more
            assert got["error"]["code"] in ("name", "syntax"), got["error"]
            continue
        tried += 1
        assert got["right"] or got["problems"], value
        back = u.ask(do="check", yaml=got["yaml"], map=got["map"])
        assert back["meaning"] == got["meaning"] or back["value"] is None or back["map_value"] is None, value
        assert back["value"] in (None, value) and back["map_value"] in (None, ground), (value, back["value"])
        assert [p["text"] for p in back["problems"]] == [p["text"] for p in got["problems"]]
    assert tried > 150, tried


def test_rows_of_words_are_read_and_written_as_mappings(u):
    """A scenario of reason in the older form: the same battle under the same name; what is written is the form of today."""
    with open(os.path.join(ROOT, "tests", "reason", "older", "brandywine-1777.yaml"), encoding="utf-8") as f:
        older = f.read()
    now = u.ask(do="source", scenario="reason/brandywine-1777")["source"]
    was = u.ask(do="check", yaml=older, map=now["map"], name="b")
    is_ = u.ask(do="check", yaml=now["yaml"], map=now["map"], name="b")
    assert '- "brigade-of-guards british' in older and was["right"] and is_["right"], was["problems"]
    assert was["value"] == is_["value"] and was["scene"] == is_["scene"] and was["meaning"] == is_["meaning"]
    again = u.ask(do="check", value=was["value"], map=now["map"], name="b")
    assert again["right"] and '- "' not in again["yaml"].split("units:")[1], again["yaml"]


def test_a_text_is_played(u):
    """A battle from texts is played, recorded and gone on with; never without its texts."""
    files = u.ask(do="source", scenario="minden/first-battle")["source"]
    draft = {"yaml": files["yaml"].replace("turns: 12", "turns: 5"), "map": files["map"]}
    seats = [{"side": "allied", "kind": "level-1"}, {"side": "french", "kind": "level-1"}]
    u.ask(do="load", name="my-battle", seats=seats, wait=True, **draft)
    u.ask(do="play", most=20)
    record = u.ask(do="record")["record"]
    header = json.loads(record.split("\n")[0])
    assert header["scenario"] == "minden/my-battle", header
    number = u.ask(do="question")["question"]["number"]
    again = u.ask(do="resume", text=record, wait=True, **draft)["question"]
    assert again["number"] == number
    report = u.ask(do="replay", text=record, **draft)["replay"]
    assert report["answers"] > 10, report
    assert u.raw(do="resume", text=record)["error"]["code"] == "name"
    changed = dict(draft, yaml=draft["yaml"].replace("turns: 5", "turns: 6"))
    assert u.raw(do="resume", text=record, **changed)["error"]["code"] in ("differs", "edition", "stale")
    broken = u.raw(do="load", yaml=draft["yaml"].replace("turns: 5", "turns: 500"), map=draft["map"])
    assert broken["error"]["code"] == "range" and "turns" in broken["error"]["text"], broken
    assert u.ask(do="question")["question"]["number"] == number


def test_tables_of_its_own(u):
    """A battle brings tables of its own: they are read, named where they are wrong, and played."""
    files = u.ask(do="source", scenario="minden/first-battle")["source"]
    draft = {"yaml": files["yaml"], "map": files["map"], "name": "first-battle"}
    melee = text_of("minden", "tables", "melee.yaml")
    other = [{"name": "melee", "text": melee.replace("figures_per_factor:   3", "figures_per_factor:   4")}]
    was = u.ask(do="check", **draft)
    assert u.ask(do="check", tables=[{"name": "melee", "text": melee}], **draft)["hash"] == was["hash"]
    got = u.ask(do="check", tables=other, **draft)
    assert got["right"] and got["hash"] != was["hash"], got["problems"]
    wrong = [{"name": "melee", "text": melee.replace("figures_per_factor:   3", "figures_per_factor: x")}]
    at = u.ask(do="check", tables=wrong, **draft)["problems"][0]
    assert (at["file"], at["path"], at["line"]) == ("tables/melee", "figures_per_factor", 8), at
    for tables in ([{"name": "../melee", "text": melee}], [{"name": "a/b", "text": melee}], {"melee": melee},
                   other + other, [{"name": "melee"}], [{"name": "melee", "text": "x" * 70000}],
                   [{"name": "melee", "text": "a\0b"}], [{"name": "melee", "text": melee, "path": "x"}], other * 25):
        assert "error" in u.raw(do="check", tables=tables, **draft), tables
    assert not u.ask(do="check", tables=[{"name": "no-such", "text": melee}], **draft)["right"]
    seats = [{"side": "allied", "kind": "level-1"}, {"side": "french", "kind": "level-1"}]
    u.ask(do="load", seats=seats, tables=other, wait=True, **draft)
    u.ask(do="play", most=20)
    record = u.ask(do="record")["record"]
    u.ask(do="resume", text=record, wait=True, yaml=draft["yaml"], map=draft["map"], tables=other)
    assert u.raw(do="resume", text=record, yaml=draft["yaml"], map=draft["map"])["error"]["code"] in ("differs", "edition")


def battle_of(u, **more):
    files = u.ask(do="source", scenario="minden/first-battle")["source"]
    return dict({"format": "tricorne-battle-1", "name": "the-ford", "system": "minden", "title": "The ford",
                 "origin": "", "scenario": files["yaml"], "map": files["map"], "tables": []}, **more)


def test_one_file_on_the_command_line(u):
    """The command reads a battle that is one file wherever it reads a scenario, and names what is wrong with it."""
    import tempfile
    melee = text_of("minden", "tables", "melee.yaml")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "the-ford.battle.json")

        def run(battle, *words):
            with open(path, "w", encoding="utf-8") as f:
                f.write(battle if isinstance(battle, str) else json.dumps(battle))
            return subprocess.run([PROGRAM, "--data", DATA, *words], capture_output=True, text=True, timeout=120)
        whole = battle_of(u, tables=[{"name": "melee", "text": melee.replace("factor:   3", "factor:   4")}])
        good = run(whole, "check", path)
        assert good.returncode == 0 and "1 file, 0 faults" in good.stdout, good
        played = run(whole, "selfplay", "1", "--scenario", path, "--seed", "1")
        assert played.returncode == 0, played
        for wrong, word in ((dict(whole, tables=[{"name": "melee", "text": melee.replace("factor:   3", "factor: x")}]), "tables/melee"),
                            (dict(whole, scenario=whole["scenario"].replace("turns: 12", "turns: 900")), "turns"),
                            (dict(whole, system="reason"), "another system"), (dict(whole, system="../x"), "rule system"),
                            (dict(whole, name="../x"), "name"), (dict(whole, title="a\nb"), "control"), (dict(whole, code="x"), "code"),
                            ("{}", "tricorne-battle-1"), ("[1", "cut off"), ("", "cut off"),
                            (dict(whole, map="x" * (3 << 20)), "large")):
            got = run(wrong, "check", path)
            assert got.returncode == 1 and word in got.stdout, (word, got.stdout[:300], got.stderr)


def main():
    tests = [(n, f) for n, f in sorted(globals().items()) if n.startswith("test_")]
    print("1..%d" % len(tests))
    bad = 0
    for i, (name, f) in enumerate(tests, 1):
        u = Umpire()
        try:
            f(u)
            print("ok %d %s" % (i, name))
        except Exception as e:  # a failure is told, and the next test runs
            bad += 1
            print("not ok %d %s" % (i, name))
            print("# %s: %s" % (type(e).__name__, str(e)[:1500].replace("\n", "\n# ")))
        u.end()
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
