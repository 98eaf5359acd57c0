"""The tools: each check passes what is good and fails what is bad. Prints TAP."""
import importlib.machinery
import importlib.util
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOLS = ROOT / "tools"
sys.dont_write_bytecode = True
sys.path.insert(0, str(TOOLS))


def load(name):
    """A tool without .py in its name, as a module."""
    loader = importlib.machinery.SourceFileLoader(name.replace("-", "_"), str(TOOLS / name))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


class ToolTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)

    def write(self, path, text, executable=False):
        full = self.root / path
        full.parent.mkdir(parents=True, exist_ok=True)
        full.write_text(text, encoding="utf-8")
        if executable:
            full.chmod(0o755)
        return full

    def run_tool(self, name, *args, env=None):
        run = subprocess.run(
            [str(TOOLS / name), *map(str, args)], capture_output=True, text=True, check=False,
            env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1"} | (env or {}),
        )
        return run.returncode, run.stdout + run.stderr

    def expect(self, code, text, name, *args, env=None):
        got, said = self.run_tool(name, *args, env=env)
        self.assertEqual(got, code, said)
        self.assertIn(text, said)


class Help(ToolTest):
    def test_every_tool_says_how_it_is_used_and_does_nothing_else(self):
        tools = [path for path in sorted(TOOLS.iterdir()) if path.is_file() and os.access(path, os.X_OK)]
        self.assertGreater(len(tools), 25)
        for path in tools:
            with self.subTest(tool=path.name):
                run = subprocess.run([str(path), "--help"], capture_output=True, text=True, check=False,
                                     timeout=20, env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1"})
                self.assertEqual((run.returncode, run.stderr), (0, ""))
                self.assertRegex(run.stdout, f"usage: (tools/)?{path.name}")
                self.assertNotIn("set -", run.stdout)


class CountTests(ToolTest):
    def log(self, *runs):
        lines = [json.dumps({"name": "x", "stdout": o, "result": r}) for o, r in runs]
        return self.write("build/testlog.json", "\n".join(lines) + "\n")

    def test_cases_are_counted_one_by_one(self):
        log = self.log(("1..2\nok 1 - a\nok 2 - b\n1..1\nok 1 - c\n", "OK"))
        self.expect(0, "3 passed, 0 failed\n", "count-tests", log)

    def test_a_failed_case_fails_with_its_remark(self):
        log = self.log(("1..2\nok 1 - a\nnot ok 2 - b\n# 1 != 2\n", "FAIL"))
        self.expect(1, "b\n    1 != 2\n1 passed, 1 failed\n", "count-tests", log)

    def test_a_crash_is_a_failure(self):
        log = self.log(("1..3\nok 1 - a\n", "FAIL"))
        self.expect(1, "1 passed, 1 failed\n", "count-tests", log)

    def test_a_bad_exit_after_good_cases_is_a_failure(self):
        log = self.log(("1..1\nok 1 - a\n", "FAIL"))
        self.expect(1, "1 passed, 1 failed\n", "count-tests", log)

    def test_cases_that_did_not_run_are_a_failure_whatever_the_exit(self):
        log = self.log(("1..3\nok 1 - a\n", "OK"))
        self.expect(1, "2 planned cases did not run", "count-tests", log)

    def test_a_time_out_is_a_failure(self):
        self.expect(1, "0 passed, 1 failed\n", "count-tests", self.log(("", "TIMEOUT")))

    def test_skipped_cases_count_neither_way(self):
        log = self.log(("1..2\nok 1 - a\nnot ok 2 # SKIP b\n", "OK"))
        self.expect(0, "1 passed, 0 failed\n", "count-tests", log)

    def test_a_program_may_count_for_itself(self):
        log = self.log(("n-d2 ok\n7 passed, 0 failed\n", "OK"), ("2 passed, 3 failed\n", "FAIL"))
        self.expect(1, "9 passed, 3 failed\n", "count-tests", log)

    def test_a_silent_program_is_one_case(self):
        self.expect(0, "1 passed, 0 failed\n", "count-tests", self.log(("", "OK")))

    def test_no_test_at_all_fails(self):
        self.expect(1, "0 passed, 0 failed\n", "count-tests", self.root / "none.json")

    def test_a_second_run_counts_and_the_first_is_told(self):
        log = self.log(("1..2\nok 1 - a\nnot ok 2 - b\n# 1 != 2\n", "FAIL"))
        second = {"name": "x", "stdout": "1..2\nok 1 - a\nok 2 - b\n", "result": "OK"}
        again = self.write("build/again.json", json.dumps(second) + "\n")
        code, said = self.run_tool("count-tests", log)
        self.assertEqual(code, 0)
        self.assertRegex(said, r"UNSTEADY .*x, so it was run again: b\n +1 != 2\n2 passed, 0 failed\n$")
        again.write_text(json.dumps(second | {"stdout": "1..1\nnot ok 1 - a\n", "result": "FAIL"}) + "\n")
        self.expect(1, "0 passed, 1 failed\n", "count-tests", log)

    def test_only_failed_programs_of_named_suites_are_run_again(self):
        runs = [("t:page / site", "FAIL"), ("t:page / page", "OK"), ("t:rules / minden", "FAIL"), ("t:server / kill", "TIMEOUT")]
        log = self.write("build/testlog.json", "".join(
            json.dumps({"name": n, "stdout": "", "result": r}) + "\n" for n, r in runs))
        self.assertEqual(self.run_tool("count-tests", "--failed", log, "page", "server"), (0, "site\nkill\n"))


class Includes(ToolTest):
    def refuse(self, path, include):
        self.write(path, f"#include {include}\n")
        self.expect(1, f"{path}:1:", "includes", "--root", self.root)

    def test_the_allowed_ways(self):
        self.write("rules/minden/fire.c", '#include "board/plane.h"\n#include <string.h>\n')
        self.write("book/a.c", '#include "rules/registry.h"\n#include <yaml.h>\n')
        self.write("cli/main.c", '#include "protocol/session.h"\n#include <stdio.h>\n')
        self.expect(0, "", "includes", "--root", self.root)

    def test_no_system_includes_another(self):
        self.refuse("rules/minden/a.c", '"rules/reason/state.h"')

    def test_the_kernel_includes_nothing_above_it(self):
        self.refuse("kernel/a.c", '"rules/registry.h"')

    def test_rules_do_not_read_files(self):
        self.refuse("rules/minden/a.c", '"book/book.h"')

    def test_pure_parts_are_freestanding(self):
        self.refuse("board/a.c", "<stdio.h>")

    def test_generic_parts_know_no_system(self):
        self.refuse("protocol/a.c", '"rules/minden/state.h"')

    def test_book_and_players_know_no_system(self):
        self.refuse("book/a.c", '"rules/minden/tables.h"')
        self.refuse("players/a.c", '"rules/minden/state.h"')

    def test_drawing_knows_no_rules(self):
        self.refuse("draw/a.c", '"rules/registry.h"')

    def test_libraries_stay_in_their_folder(self):
        self.refuse("players/a.c", "<jansson.h>")

    def test_an_unknown_folder_is_told(self):
        self.write("misc/a.c", "")
        self.expect(1, "misc/a.c", "includes", "--root", self.root)


class Pure(ToolTest):
    def words(self, text):
        return list(load("pure").word_problems("a.c", text))

    def test_words_that_make_runs_differ(self):
        for line in ("double d;", "n = rand();", "qsort(a, n, 1, f);", "t = time(0);",
                     "p = malloc(3);", "free(p);", 'printf("x");', "int x = 1.5;", "setlocale(0,0);"):
            self.assertEqual(len(self.words(line)), 1, line)

    def test_comments_strings_and_members_are_no_code(self):
        self.assertEqual(self.words('/* a double 1.5 */ s = "rand time"; x->time = 3; // free()'), [])

    def test_a_variable_may_be_called_free(self):
        self.assertEqual(self.words("int free = room - used; if (free > 3) return;"), [])

    @unittest.skipUnless(shutil.which("clang"), "no clang")
    def test_pointers_by_order(self):
        self.write("kernel/a.c", "int f(const char *a, const char *b)\n{\n    return a < b;\n}\n")
        self.expect(1, "f() compares pointers", "pure", "--root", self.root)

    @unittest.skipUnless(shutil.which("clang"), "no clang")
    def test_a_cursor_and_its_end(self):
        self.write("kernel/a.c", "int f(const char *a, const char *end)\n{\n    return a < end;\n}\n")
        self.expect(0, "", "pure", "--root", self.root)


class Memory(ToolTest):
    @unittest.skipUnless(shutil.which("gcc"), "no gcc")
    def test_an_archive_that_allocates(self):
        for code, said, body in ((1, "may not use: malloc", "void *f(void) { return malloc(3); }"),
                                 (0, "nothing is allocated", "int f(int x) { return x; }")):
            self.write("a.c", "void *malloc(unsigned long);\n" + body + "\n")
            subprocess.run(["gcc", "-c", "a.c", "-o", "a.o"], cwd=self.root, check=True)
            (self.root / "a.a").unlink(missing_ok=True)
            subprocess.run(["ar", "rc", "a.a", "a.o"], cwd=self.root, check=True)
            self.expect(code, said, "memory", self.root / "a.a")


class Headers(ToolTest):
    GOOD = "#ifndef A_H\n#define A_H\n#include <stdint.h>\nuint8_t f(void);\n#endif\n"

    def test_a_header_that_stands_alone(self):
        self.write("kernel/a.h", self.GOOD)
        self.expect(0, "", "headers", "--root", self.root)

    def test_a_header_that_leans_on_another(self):
        self.write("kernel/a.h", self.GOOD.replace("#include <stdint.h>\n", ""))
        self.expect(1, "kernel/a.h: does not compile alone", "headers", "--root", self.root)

    def test_a_missing_guard(self):
        self.write("kernel/a.h", "int f(void);\n")
        self.expect(1, "kernel/a.h: no include guard", "headers", "--root", self.root)

    def test_a_guard_used_twice(self):
        self.write("kernel/a.h", self.GOOD)
        self.write("kernel/b.h", self.GOOD)
        self.expect(1, "its guard A_H is also", "headers", "--root", self.root)


class Lines(ToolTest):
    def refuse(self, text, said, path="kernel/a.c"):
        self.write(path, text)
        self.expect(1, said, "lines", "--root", self.root)

    def test_good_text(self):
        self.write("kernel/a.c", "int a;\n")
        self.expect(0, "", "lines", "--root", self.root)

    def test_long_lines_and_files(self):
        self.refuse("/*" + "x" * 95 + "*/\n", "99 columns")
        self.refuse("\n" * 701, "701 lines")

    def test_longer_lines_where_they_may_be(self):
        self.write("kernel/a.c", '"' + "x" * 100 + '",\n/* clang-format off */\n'
                   + "/*" + "x" * 120 + "*/\n/* clang-format on */\n")
        self.expect(0, "", "lines", "--root", self.root)
        self.refuse('"' + "x" * 120 + '",\n', "123 columns")
        self.refuse("/* clang-format off */\n/* clang-format on */\n/*" + "x" * 95 + "*/\n",
                    "99 columns")

    def test_files_that_are_wrong_on_purpose(self):
        self.write("tests/fuzz/corpus/yaml/a.yaml", "a: ")
        self.expect(0, "", "lines", "--root", self.root)

    def test_unfinished_work(self):
        self.refuse("/* TO" + "DO */\n", "unfinished")

    def test_traces_of_a_machine(self):
        self.refuse("see /ho" + "me/anna/x\n", "one machine", "docs/a.md")

    def test_blanks_and_a_lost_end(self):
        self.refuse("int a; \n", "blanks")
        self.refuse("int a;", "does not end")


class Check(ToolTest):
    def test_its_steps_are_named(self):
        self.expect(0, "includes\npure\nheaders\n", "check", "--list")

    def test_a_step_that_is_not_there(self):
        self.expect(1, "there is no step \"nonsense\"", "check", "nonsense")
        self.expect(1, "make check: failed: nonsense", "check", "nonsense")


class Order(ToolTest):
    def test_forwards_backwards_and_too_few(self):
        self.write("data/minden/rules.md", "".join(f"- **N-B{i}** text\n" for i in range(1, 10)))
        head = "/* the head, with N-B5 */\n"  # what it names is not counted
        self.write("rules/minden/a.c", head + "".join(f"/* N-B{i} */\n" for i in range(1, 10)))
        self.write("rules/minden/b.c", head + "".join(f"/* N-B{i} */\n" for i in range(9, 0, -1)))
        self.write("rules/minden/c.c", head + "/* N-B1 N-B2 */\n")
        self.expect(0, " -1.00    9 rules/minden/b.c\n  1.00    9 rules/minden/a.c\n"
                    "  0.00      minden: median; without rulings 0.00\n", "order", "--root", self.root)
        self.expect(0, "c.c", "order", "--root", self.root, "--least", "2")

    def test_rulings_stand_elsewhere_in_the_rulebook(self):
        listed = "".join(f"- **N-B{i}** text\n" for i in range(1, 10)) + "- **N-RUL-1** text\n"
        self.write("data/minden/rules.md", listed)
        cited = ["N-RUL-1"] + [f"N-B{i}" for i in range(1, 10)]
        self.write("rules/minden/a.c", "int a;\n" + "".join(f"/* {rule} */\n" for rule in cited))
        self.expect(0, "  0.60      minden: median; without rulings 1.00\n", "order", "--root", self.root)

    def test_tau(self):
        tau = load("order").tau
        self.assertEqual(tau([1, 2, 3]), 1)
        self.assertAlmostEqual(tau([2, 1, 3]), 1 / 3)
        self.assertIsNone(tau([1]))


class Mutate(ToolTest):
    def changes(self, text):
        return sorted((text[a:b], new) for a, b, new in load("mutate").places_in(text))

    def test_places(self):
        self.assertEqual(self.changes("if (a < b && c)\n    return true;\n"),
                         [("&&", "||"), ("<", "<="), ("return true;", "return false;")])
        self.assertEqual(self.changes("x = a + 2;"), [("+", "-"), ("2", "3")])

    def test_comments_texts_and_preprocessor_are_left_alone(self):
        self.assertEqual(self.changes('/* a < b */ f("a < b");\n#if A < B\n#endif\n'), [])

    def test_a_loop_goes_one_row_less_far(self):
        self.assertEqual(self.changes("for (int i = 0; i < bk->units; i++)\n"), [("<", "< -1 +")])
        self.assertEqual(self.changes("for (int i = 0; i < n && i < k; i++)\n"),
                         [("&&", "||"), ("<", "< -1 +"), ("<", "< -1 +")])
        self.assertEqual(self.changes("for (; i < n; i = next(i))\n"), [("<", "<=")])
        self.assertEqual(self.changes("for (int i = 0; i < n; i++) {\n    x = i < k;\n"),
                         [("<", "< -1 +"), ("<", "<=")])

    def test_what_no_rule_hangs_on_is_left_alone(self):
        self.assertEqual(self.changes("TC_BUG_ON(a < b ||\n          c > d);\n"), [])
        function = "%sbool %s(int i)\n{\n    return true;\n}\n\n"
        self.assertEqual(self.changes(function % ("", "min_nth_fire")), [])
        for name in ("bay_score", "score", "say_name", "label_of"):
            self.assertEqual(self.changes(function % ("static ", name)), [], name)
        for name in ("scores", "min_scored", "say_names"):
            self.assertEqual(len(self.changes(function % ("", name))), 1, name)
        self.assertEqual(self.changes(function % ("", "near") + function % ("", "min_nth_fire")),
                         [("return true;", "return false;")])

    def test_a_case_that_names_the_rule(self):
        path = self.write("a.case", "case n-b1-first\n  do x\ncase other\n  # N-B2\n  do y\n")
        names = load("mutate").names
        said = f"{path}:2: n-b1-first: refused\n"
        self.assertTrue(names(said, "N-B1"))
        self.assertFalse(names(said, "N-B2"))
        self.assertTrue(names(f"{path}:5: other: refused\n", "N-B2"))

    def test_what_was_kept_is_no_assertion(self):
        asserted = load("mutate").asserted
        kept = ("x/a.case:9: one: differs from what was kept (x.kept:3): events\n"
                "If what differs is meant: tricorne case --keep x.kept FILE... writes it anew\n3 passed, 1 failed\n")
        self.assertEqual(asserted(kept), "")
        self.assertEqual(asserted("x/a.case:4: two: \"go\" is refused\n" + kept),
                         "x/a.case:4: two: \"go\" is refused\n")
        self.assertEqual(asserted("a case never ended"), "a case never ended")

    def test_a_number_is_needed(self):
        self.expect(1, "usage: tools/mutate N", "mutate")


class RuleCoverage(ToolTest):
    def test_rows_and_missing_rules(self):
        self.write("data/minden/rules.md", "- **N-B1** one\n- **N-B2** two\n")
        self.write("rules/minden/a.c", "/* N-B1 */\n")
        self.write("build/rules-exercised.txt", "N-B1\n")
        self.expect(0, "minden             2        1         0          1\n"
                    "    N-B1 is not named in a test\n"
                    "    N-B2 is not cited in code nor named in a test nor exercised\n",
                    "rulecov", "--root", self.root, "--missing", "minden")
        self.expect(1, "data/minden/rules.md: N-B1 is not named in a test",
                    "rulecov", "--root", self.root, "--strict")

    def test_nothing_is_missing_and_tables_are_no_rules(self):
        self.write("data/bayonet/rules.md", "- **B-1.0a** one\n- **B-T6f** two\n- **B-T6** table\n"
                   "- **B-TAB-6** table\n")
        self.write("rules/bayonet/a.c", "/* B-1.0a, B-T6f, B-T6, B-TAB-6 */\n")
        self.write("tests/a.case", "B-1.0a B-T6f\n")
        self.write("build/rules-exercised.txt", "B-1.0a\nB-T6f\n")
        self.expect(0, "bayonet            2        2         2          2\n",
                    "rulecov", "--root", self.root, "--strict")

    def test_tags_belong_to_lines(self):
        text = ("/* N-B1: above a function it is no tag. */\n"
                "static int f(int d)\n"
                "{\n"
                "    int left = 3;\n"
                "\n"
                "    /* N-B2, N-B3 */\n"
                "    if (d > 1 &&\n"
                "        left) /* N-B4 */\n"
                "        left -= d; /* N-B5: behind the line */\n"
                "    tell(u,\n"
                "         \"N-B6\");\n"
                "    return left;\n"
                "}\n")
        executed = load("rulecov").executed
        counts = {4: 1, 7: 1, 9: 0, 10: 1, 12: 1}
        self.assertEqual({"N-B2", "N-B3", "N-B4", "N-B6"}, set(executed(text, counts)))
        counts[9] = 2
        self.assertIn("N-B5", set(executed(text, counts)))
        counts = {line: 0 for line in counts}
        self.assertEqual(set(), set(executed(text, counts)))
        self.assertEqual(set(), set(executed(text, {})))

    def test_a_citation_of_nothing(self):
        self.write("data/minden/rules.md", "- **N-B1** one\n")
        self.write("rules/minden/a.c", "/* N-B12 */\n")
        self.expect(1, "N-B12 is not in data/minden/rules.md", "rulecov", "--root", self.root)

    def test_groups_tables_and_rows(self):
        self.write("data/minden/rules.md", "- **N-B12a** one\n- **N-B12b** two\n"
                   "- **N-TAB-4 Guns** many\n### T-14 Pursuit\n| **N-TEC-H1** | clear |\n")
        self.write("rules/minden/a.c", "/* N-B12, N-T-14 */ \"N-TAB-4\" \"N-TEC-H1\"\n")
        self.expect(0, "minden", "rulecov", "--root", self.root)

    def test_a_group_where_a_rule_acts(self):
        self.write("data/minden/rules.md", "- **N-B12a** one\n- **N-B12b** two\n")
        self.write("rules/minden/a.c", "tell(\"N-B12\");\n")
        self.expect(1, "N-B12 is a group", "rulecov", "--root", self.root)

    def test_no_group_by_half_a_number(self):
        self.write("data/minden/rules.md", "- **N-B12a** one\n")
        self.write("rules/minden/a.c", "/* N-B1 */\n")
        self.expect(1, "N-B1 is not in data/minden/rules.md", "rulecov", "--root", self.root)


class Commits(ToolTest):
    def commit(self, text, **files):
        for name, content in files.items():
            self.write(name.replace("__", "/").replace("_c", ".c"), content)
        for words in (["add", "-A"], ["-c", "user.name=x", "-c", "user.email=x@x", "commit", "-q",
                                      "--allow-empty", "-m", text]):
            subprocess.run(["git", *words], cwd=self.root, check=True)

    def test_what_a_commit_must_carry(self):
        subprocess.run(["git", "init", "-q", self.root], check=True)
        self.commit("before there was a tool", rules__a_c="1")
        self.write("tools/commits", "")
        self.commit("tools: looks at commits")
        self.expect(0, "", "commits", "--root", self.root)
        self.commit("docs: a page", docs__a_c="1")
        self.commit("rules: nothing new\n\nNo change of play.", rules__a_c="2")
        self.commit("rules: new\n\nSignature: 0123456789abcdef", rules__a_c="3")
        self.commit("web: German words", data__lang__de_c="1")
        self.expect(0, "", "commits", "--root", self.root)
        self.commit("rules: who knows", rules__a_c="4")
        self.expect(1, "rules: who knows: its last line is neither", "commits", "--root", self.root)

    def test_an_area_comes_first(self):
        subprocess.run(["git", "init", "-q", self.root], check=True)
        self.write("tools/commits", "")
        self.commit("tools: looks at commits")
        self.commit("Fixed it")
        self.expect(1, '"Fixed it" does not begin with an area', "commits", "--root", self.root)

    def test_no_git(self):
        self.expect(0, "", "commits", "--root", self.root)


class BenchCompare(ToolTest):
    def run_of(self, name, asks, clone=100, signature="aa"):
        row = {"scenario": "a/b", "asks_per_second": asks, "clone_ns": clone, "signature": "x"}
        return self.write(name, json.dumps({"v": 1, "scenarios": [row], "signature": signature}))

    def compare(self, code, said, *runs, changes="", more=()):
        log = self.write("CHANGELOG.md", changes)
        self.expect(code, said, "bench-compare", *runs, *more, "--changelog", log, "--baseline",
                    self.root / "base.json")

    def test_slower_is_told_and_never_fails(self):
        self.run_of("base.json", 100)
        self.compare(0, "0.50x", self.run_of("run.json", 50))

    def test_less_time_is_better(self):
        self.run_of("base.json", 100, clone=300)
        self.compare(0, "3.00x", self.run_of("run.json", 100, clone=100))

    def test_several_runs_give_their_median(self):
        self.run_of("base.json", 100)
        runs = [self.run_of(f"{asks}.json", asks) for asks in (1, 80, 999)]
        self.compare(0, "0.80x", *runs)

    def test_a_changed_signature_fails(self):
        self.run_of("base.json", 1)
        self.compare(1, "play has changed", self.run_of("run.json", 1, signature="bb"))

    def test_an_announced_signature_passes(self):
        self.run_of("base.json", 1)
        self.compare(0, "announces it", self.run_of("run.json", 1, signature="bb"),
                     changes="- Signature: bb\n")

    def test_runs_that_played_differently(self):
        self.compare(1, "played differently", self.run_of("run.json", 1),
                     self.run_of("other.json", 1, signature="bb"))

    def test_a_broken_run_is_told(self):
        self.compare(1, "is not a run", self.write("run.json", '{"v": 1}'))

    def test_keep_makes_the_baseline(self):
        self.compare(0, "kept", self.run_of("run.json", 5, signature="cc"), more=["--keep"])
        self.compare(0, "as in the baseline", self.run_of("run.json", 5, signature="cc"))


class Need(ToolTest):
    def fake(self, installed, user="1000", apt="exit 1"):
        """A machine of our own: what dpkg-query, id and apt-get say."""
        self.write("bin/dpkg-query", f'#!/bin/sh\n{installed}\n', executable=True)
        self.write("bin/id", f"#!/bin/sh\necho {user}\n", executable=True)
        self.write("bin/apt-get", f"#!/bin/sh\necho \"$@\" >>{self.root}/calls\n{apt}\n",
                   executable=True)
        self.write("bin/sudo", "#!/bin/sh\nexit 1\n", executable=True)
        return {"PATH": f"{self.root}/bin:/usr/bin:/bin"}

    def test_silent_when_nothing_is_missing(self):
        env = self.fake("printf 'installed '")
        self.assertEqual(self.run_tool("need", "build", "check", env=env), (0, ""))
        self.assertFalse((self.root / "calls").exists())

    def test_says_what_to_do_when_not_root(self):
        env = self.fake('case "$*" in *meson) exit 1;; esac; printf "installed "')
        self.expect(1, "apt-get install meson\n", "need", "build", env=env)

    def test_a_removed_package_is_missing(self):
        env = self.fake('case "$*" in *meson) printf "not-installed ";; *) printf "installed ";; esac')
        self.expect(1, "apt-get install meson\n", "need", "build", env=env)

    def test_installs_as_root(self):
        env = self.fake("exit 1", user="0", apt="exit 0")
        self.expect(0, "installing clang", "need", "check", env=env)
        self.assertIn("valgrind", (self.root / "calls").read_text())

    def test_tries_again_with_fresh_lists_and_then_gives_up(self):
        env = self.fake("exit 1", user="0", apt='case "$*" in *update*) exit 0;; esac; exit 1')
        self.expect(1, "Is there a network?", "need", "check", env=env)
        self.assertEqual(len((self.root / "calls").read_text().splitlines()), 3)

    def test_an_unknown_group(self):
        self.expect(2, 'no group "tea"', "need", "tea")


class TapResult(unittest.TextTestResult):
    """TAP on stdout, so that tools/count-tests sees each case."""

    def say(self, word, test, more=""):
        print(f"{word} {self.testsRun} - {test.id().split('.', 1)[1]}{more}", flush=True)

    def addSuccess(self, test):
        super().addSuccess(test)
        self.say("ok", test)

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self.say("ok", test, f" # SKIP {reason}")

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self.say("not ok", test)
        print("\n".join("# " + line for line in self.failures[-1][1].splitlines()))

    def addError(self, test, err):
        super().addError(test, err)
        self.say("not ok", test)
        print("\n".join("# " + line for line in self.errors[-1][1].splitlines()))


if __name__ == "__main__":
    suite = unittest.defaultTestLoader.loadTestsFromModule(sys.modules["__main__"])
    print(f"1..{suite.countTestCases()}")
    with open(os.devnull, "w", encoding="utf-8") as nowhere:
        done = unittest.TextTestRunner(stream=nowhere, resultclass=TapResult).run(suite)
    sys.exit(0 if done.wasSuccessful() else 1)
