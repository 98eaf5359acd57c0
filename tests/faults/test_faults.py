#!/usr/bin/env python3
"""Faults of the world: full disks, closed pipes, kills, clocks, locales, terminals.

usage: test_faults.py TRICORNE DATA [--kills N] [--answers N] [--seed N]

--kills is how often `play` and `selfplay` together, and half as often `umpire`, are killed at a
random moment (12); --answers the length of the long record of the first system (400), those of the
others are a tenth of it. --only CLASS runs one class of these tests.
"""
import fcntl
import json
import os
import pathlib
import pty
import random
import re
import resource
import signal
import struct
import subprocess
import termios
import time

import table
from table import DATA, TRICORNE, command, run

KILLS = table.option("--kills", 12) // 2
ANSWERS = table.option("--answers", 400)
SEED = table.option("--seed", 1)
NOBODY = 65534


def lines_of(path):
    return path.read_bytes().count(b"\n") if path.exists() else 0


class FullDisk(table.Case):
    def limit(self, n):
        return {"preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (n, n))}

    def test_a_record_that_may_not_grow(self):
        for scenario in table.scenarios():
            for size in (0, 10, 300, 700, 3000, 9001):
                path = self.path / f"{scenario.replace('/', '-')}-{size}.jsonl"
                done = run("play", scenario, "--against", "person", "--plain", "--record", path,
                           stdin="auto 200\nquit\n", **self.limit(size))
                self.refused(done, path.name, " written")
                if not path.exists():
                    continue
                self.assertLessEqual(path.stat().st_size, size)
                self.sound(run("replay", path), 0)
                self.sound(run("play", path, "--plain", stdin="auto 3\nquit\n"), 0)
                self.sound(run("replay", path), 0)

    def test_selfplay_whose_record_may_not_grow(self):
        path = self.path / "a.jsonl"
        done = run("selfplay", 1, "--record", path, **self.limit(5000))
        self.refused(done, "a.jsonl", "cannot be written")
        self.sound(run("replay", path), 0)

    def test_output_to_a_full_disk(self):
        scenario = table.scenarios()[0]
        record = self.record(scenario)
        rule = (pathlib.Path(DATA) / scenario.split("/")[0] / "rules.md").read_text()
        rule = rule.split("- **")[1].split("*")[0].rstrip(".")
        for words in (["list"], ["list", "--words", scenario.split("/")[0]], ["show", scenario],
                      ["rule", rule], ["replay", record], ["replay", "--log", record],
                      ["selfplay", "2", "--each"], ["check", DATA], ["--help"]):
            with self.subTest(words[0]), open("/dev/full", "wb") as full:
                done = subprocess.run(command(*words), stdout=full, stderr=subprocess.PIPE,
                                      check=False, timeout=60)
                self.assertEqual(done.returncode, 1, done.stderr)
                self.assertIn(b"could not be written", done.stderr)
        with open("/dev/full", "wb") as full:
            done = subprocess.run(command("umpire"), stdout=full, stderr=subprocess.PIPE,
                                  input=b'{"do":"list"}\n', check=False, timeout=60)
            self.assertEqual(done.returncode, 1, done.stderr)

    def test_pictures_on_a_full_disk(self):
        for kind in ("svg", "png", "pdf"):
            path = self.path / f"full.{kind}"
            path.symlink_to("/dev/full")
            self.refused(run("draw", table.scenarios()[0], path), f"full.{kind}")

    def test_a_small_disk(self):
        mount = self.path / "small"
        mount.mkdir()
        if os.geteuid() != 0 or subprocess.run(
                ["mount", "-t", "tmpfs", "-o", "size=16k", "none", str(mount)],
                capture_output=True, check=False).returncode != 0:
            self.skipTest("only root may mount a small disk")
        try:
            path = mount / "a.jsonl"
            done = run("selfplay", 1, "--record", path)
            self.refused(done, "a.jsonl", "cannot be written", "No space")
            self.sound(run("replay", path), 0)
        finally:
            subprocess.run(["umount", str(mount)], check=True)


class ReadOnly(table.Case):
    """As a user who may not write: root may write everywhere."""

    def setUp(self):
        super().setUp()
        self.who = {"user": NOBODY, "group": NOBODY, "extra_groups": []} \
            if os.geteuid() == 0 else {}
        os.chmod(self.path, 0o555)
        self.addCleanup(os.chmod, self.path, 0o755)
        try:
            probe = run("list", **self.who)
        except PermissionError:
            self.skipTest("another user cannot run the binary here")
        if probe.returncode != 0:
            self.skipTest("another user cannot run the binary here")

    def test_a_folder_that_cannot_be_written(self):
        scenario = table.scenarios()[0]
        env = {**os.environ, "ASAN_OPTIONS": "detect_leaks=0"}
        for words in (["play", scenario], ["play", scenario, "--record", self.path / "a.jsonl"],
                      ["selfplay", 1, "--record", self.path / "a.jsonl"]):
            self.refused(run(*words, cwd=self.path, env=env, **self.who), ".jsonl",
                         "Permission denied")
        for kind in ("svg", "png", "pdf"):
            self.refused(run("draw", scenario, self.path / f"a.{kind}", env=env, **self.who),
                         f"a.{kind}")

    def test_a_record_that_cannot_be_written(self):
        os.chmod(self.path, 0o755)
        path = self.record(table.scenarios()[0])
        os.chmod(path, 0o444)
        env = {**os.environ, "ASAN_OPTIONS": "detect_leaks=0"}
        self.refused(run("play", path, env=env, **self.who), "a.jsonl", "Permission denied")
        self.sound(run("replay", path, env=env, **self.who), 0)
        os.chmod(path, 0)
        self.refused(run("replay", path, env=env, **self.who), "a.jsonl", "Permission denied")


class Pipes(table.Case):
    def closed(self, *words, stdin=b""):
        """Run with a stdout nobody reads."""
        reader, writer = os.pipe()
        os.close(reader)
        done = subprocess.run(command(*words), stdout=writer, stderr=subprocess.PIPE,
                              input=stdin, check=False, timeout=60)
        os.close(writer)
        done.out, done.err = "", done.stderr.decode()
        return done

    def test_a_pipe_nobody_reads(self):
        scenario = table.scenarios()[0]
        for words in (["list"], ["show", scenario], ["selfplay", "5", "--each"], ["--help"]):
            with self.subTest(words[0]):
                self.sound(self.closed(*words), 1)
        self.sound(self.closed("umpire", stdin=b'{"do":"list"}\n' * 50), 1)

    def test_play_into_a_closed_pipe_keeps_its_record(self):
        path = self.path / "a.jsonl"
        done = self.closed("play", table.scenarios()[0], "--against", "person", "--record", path,
                           stdin=b"auto 5\nquit\n")
        self.sound(done, 0, 1)
        self.sound(run("replay", path), 0)

    def test_standard_files_that_are_closed(self):
        for fds in ((0,), (1,), (2,), (0, 1), (0, 1, 2)):
            path = self.path / f"{len(fds)}{fds[0]}.jsonl"
            done = subprocess.run(
                ["sh", "-c", '"$@" ' + " ".join(f"{fd}{'<' if fd == 0 else '>'}&-" for fd in fds),
                 "sh", *command("selfplay", 1, "--record", path)],
                stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=60)
            self.assertIn(done.returncode, (0, 1), done.stderr)
            self.sound(run("replay", path), 0)

    def test_no_more_input(self):
        path = self.path / "a.jsonl"
        self.sound(run("play", table.scenarios()[0], "--record", path), 0)
        self.sound(run("replay", path), 0)
        self.sound(run("umpire", stdin='{"do":"li'), 0)

    def test_hostile_lines(self):
        """Anything may be typed: long lines, zeros, bytes that are not UTF-8."""
        path = self.path / "a.jsonl"
        typed = (b"\xff\xfe\n" + b"x" * 100000 + b"\n\0\0\n" + b"adjust head.turn 1 \xff\xff\n"
                 b"adjust head.turn\nadjust\nzoom 1 2 3\nzoom a\nauto -5\nauto 99999999999\n"
                 b"rule\nrule \xff\nwhy\nwhy x\nodds\nlog -1\nlog 999999999999\noffers \xff\n"
                 b"undo\ntakeback\n1\n0\n-1\n99999999999999999999\nauto 3\nquit\n")
        with open(self.path / "typed", "wb+") as f:
            f.write(typed)
            f.seek(0)
            done = run("play", table.scenarios()[0], "--against", "person", "--record", path,
                       stdin=f)
        self.sound(done, 0)
        self.sound(run("replay", path), 0)


class Kills(table.Case):
    def setUp(self):
        super().setUp()
        self.lots = random.Random(SEED)

    def kill(self, words, path, typed=None, most=0.25):
        """Start, wait a random while, kill -9; returns what had been printed until then."""
        child = subprocess.Popen(command(*words), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                 stderr=subprocess.DEVNULL)
        if typed:
            try:
                child.stdin.write(typed)
                child.stdin.flush()
            except BrokenPipeError:
                pass
        wait = time.monotonic() + 5
        while not path.exists() and child.poll() is None and time.monotonic() < wait \
                and self.lots.random() < 0.999:
            time.sleep(0.0005)
        time.sleep(self.lots.random() * self.lots.random() * most)
        child.kill()
        out, _ = child.communicate()
        return out

    def check_record(self, path, least=0):
        """Whatever was acknowledged is there, replays, and the battle goes on."""
        if lines_of(path) < 2:  # killed while it was made: nothing was acknowledged
            self.assertEqual(least, 0)
            if path.exists():
                self.refused(run("replay", path), "line")
            return
        self.assertGreaterEqual(lines_of(path), least)
        self.sound(run("replay", path), 0)
        self.sound(run("play", path, "--plain", stdin="auto 2\nquit\n"), 0)
        done = self.sound(run("replay", path), 0)
        self.assertNotIn("not finished", done.out)

    def each(self):
        names = table.scenarios()
        for n in range(KILLS):
            path = self.path / f"{n}.jsonl"
            with self.subTest(seed=SEED, kill=n):
                yield names[n % len(names)], path
            path.unlink(missing_ok=True)

    def test_play(self):
        for scenario, path in self.each():
            self.kill(["play", scenario, "--against", "person", "--plain", "--record", path],
                      path, b"auto 1\n" * 2000)
            self.check_record(path)

    def test_selfplay(self):
        for scenario, path in self.each():
            self.kill(["selfplay", 1, "--scenario", scenario, "--record", path], path)
            self.check_record(path)

    def test_umpire(self):
        for scenario, path in self.each():
            talk = [{"do": "new", "scenario": scenario}, {"do": "record", "path": str(path)}]
            talk += [{"do": "answer", "act": act} for act in self.answers(scenario)]
            talk += [{"do": "undo", "consent": True}, {"do": "question"}] * 300
            out = self.kill(["umpire"], path,
                            "".join(json.dumps(t) + "\n" for t in talk).encode())
            told = [json.loads(line) for line in out.splitlines() if line.endswith(b"}")]
            numbers = [t["question"]["number"] for t in told[1:]
                       if "question" in t and lines_of(path)]
            recorded = len(told) >= 2 and told[1].get("ok")
            # the number of the open question is that of the next line; the header is one more
            self.check_record(path, max(numbers, default=0) + 1 if recorded else 0)

    def answers(self, scenario):
        """The acts of a seeded battle; with other dice only the first are legal."""
        path = self.path / "acts.jsonl"
        if not path.exists():
            self.sound(run("selfplay", 1, "--scenario", scenario, "--record", path), 0)
        acts = [json.loads(line).get("act") for line in path.read_text().splitlines()]
        path.unlink()
        return [act for act in acts if act][:40]


class OneAtATime(table.Case):
    def test_two_programs_on_one_record(self):
        path = self.record(table.scenarios()[0])
        before = path.read_bytes()
        first = subprocess.Popen(command("play", path, "--plain"), stdin=subprocess.PIPE,
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        first.stdout.readline()
        try:
            self.refused(run("play", path), "a.jsonl", "Another program is playing")
            done = run("umpire", stdin=json.dumps({"do": "resume", "path": str(path)}) + "\n")
            self.assertEqual(json.loads(done.out)["error"]["code"], "busy")
            self.sound(run("replay", path), 0)  # looking is allowed
            self.refused(run("play", table.scenarios()[0], "--record", path), "File exists")
            self.refused(run("selfplay", 1, "--record", path), "File exists")
            self.assertEqual(path.read_bytes(), before)
        finally:
            first.communicate(b"auto 2\nquit\n")
        self.assertEqual(first.returncode, 0)
        self.sound(run("replay", path), 0)

    def test_the_lock_goes_with_its_program(self):
        path = self.record(table.scenarios()[0])
        first = subprocess.Popen(command("play", path, "--plain"), stdin=subprocess.PIPE,
                                 stdout=subprocess.PIPE)
        first.stdout.readline()
        first.kill()
        first.communicate()
        self.sound(run("play", path, "--plain", stdin="auto 1\nquit\n"), 0)


JUMPS = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sys/time.h>
#include <time.h>
static long jump(void) { static unsigned n; n = n * 1103515245u + 12345u; return (long)(n >> 8) - 8388608; }
int clock_gettime(clockid_t c, struct timespec *t) { (void)c; t->tv_sec = jump(); t->tv_nsec = 7; return 0; }
int gettimeofday(struct timeval *restrict t, void *restrict z) { (void)z; t->tv_sec = jump(); t->tv_usec = 7; return 0; }
time_t time(time_t *t) { time_t v = jump(); if (t) *t = v; return v; }
"""


class Clocks(table.Case):
    def test_clocks_that_jump(self):
        source, shim = self.path / "jumps.c", self.path / "jumps.so"
        source.write_text(JUMPS)
        subprocess.run(["gcc", "-shared", "-fPIC", "-o", str(shim), str(source)], check=True)
        env = {**os.environ, "LD_PRELOAD": str(shim),
               "ASAN_OPTIONS": "verify_asan_link_order=0:detect_leaks=0"}
        for scenario in table.scenarios():
            words = ["selfplay", 3, "--each", "--scenario", scenario]
            steady, jumpy = run(*words), run(*words, env=env)
            self.sound(jumpy, 0)
            self.assertEqual(steady.out, jumpy.out)
        path = self.path / "a.jsonl"
        self.sound(run("play", table.scenarios()[0], "--against", "person", "--record", path,
                       stdin="auto 5\nquit\n", env=env), 0)
        self.sound(run("replay", path), 0)

    def test_time_zones(self):
        words = ["selfplay", 2, "--each"]
        self.assertEqual(run(*words, env={**os.environ, "TZ": "Nowhere/Land"}).out,
                         run(*words).out)


class Locales(table.Case):
    def test_the_same_words_in_every_locale(self):
        scenario = table.scenarios()[0]
        record = self.record(scenario)
        clean = {k: v for k, v in os.environ.items() if not k.startswith(("LC_", "LANG"))}
        for words in (["list"], ["selfplay", 2, "--each"], ["replay", "--log", record],
                      ["show", "--plain", scenario], ["show", "--json", scenario],
                      ["show", "--aloud", scenario], ["check", DATA]):
            plain = self.sound(run(*words, env={**clean, "LC_ALL": "C"}), 0)
            for more in ({}, {"LC_ALL": "garbage"}, {"LC_ALL": "C.UTF-8"},
                         {"LC_ALL": "tr_TR.UTF-8"}, {"LC_NUMERIC": "de_DE.UTF-8", "LANG": "xx"}):
                with self.subTest(words=words[0], locale=more):
                    done = self.sound(run(*words, env={**clean, **more}), 0)
                    self.assertEqual(done.out, plain.out)
            # A language that is spoken changes what people read, not what programs read, and no number.
            with self.subTest(words=words, locale="de"):
                done = self.sound(run(*words, env={**clean, "LANG": "de_DE.UTF-8"}), 0)
                if "--json" in words:
                    self.assertEqual(done.out, plain.out)
                self.assertEqual(re.findall(r"\d+", done.out), re.findall(r"\d+", plain.out))
                if words[0] == "check":
                    self.assertIn("Dateien", done.out)

    def test_pictures_without_a_locale(self):
        clean = {k: v for k, v in os.environ.items() if not k.startswith(("LC_", "LANG"))}
        drawn = []
        for more in ({}, {"LC_ALL": "garbage"}, {"LC_NUMERIC": "de_DE.UTF-8"}, {"LC_ALL": "de_DE.UTF-8"}):
            path = self.path / "a.svg"
            self.sound(run("draw", table.scenarios()[0], path, env={**clean, **more}), 0)
            drawn.append(path.read_bytes())
        self.assertEqual(drawn[0], drawn[1])
        self.assertEqual(drawn[0], drawn[2])
        self.assertNotEqual(drawn[0], drawn[3])  # in German, where numbers still have points
        self.assertIn(b"<svg", drawn[3])
        self.assertNotRegex(drawn[3], rb'="-?[0-9]+,[0-9]+"')

    def test_an_empty_environment(self):
        self.sound(run("list", env={}), 0)
        self.sound(run("show", table.scenarios()[0], env={}), 0)
        self.sound(run("play", table.scenarios()[0], stdin="map\nauto 2\nquit\n", env={},
                       cwd=self.path), 0)


class Terminals(table.Case):
    def on_terminal(self, rows, columns, words, typed=b"", env=None):
        """Run on a terminal of this size; returns exit code and what was shown."""
        pid, fd = pty.fork()
        if pid == 0:
            os.execve(TRICORNE, command(*words), {**os.environ, "TERM": "xterm", **(env or {})})
        fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        if typed:
            os.write(fd, typed)
        shown = b""
        while True:
            try:
                part = os.read(fd, 65536)
            except OSError:
                break
            if not part:
                break
            shown += part
        os.close(fd)
        return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), shown.decode("utf-8", "replace")

    def test_every_size(self):
        for rows, columns in ((0, 0), (1, 1), (2, 3), (3, 200), (200, 3), (24, 80), (1000, 1000),
                              (65535, 65535)):
            with self.subTest(rows=rows, columns=columns):
                for words in (["show", table.scenarios()[0]],
                              ["show", "--plain", table.scenarios()[0]]):
                    code, shown = self.on_terminal(rows, columns, words)
                    self.assertIn(code, (0, 1), shown[-500:])
                    self.assertNotIn("Sanitizer", shown)
                    self.assertNotIn("runtime error", shown)

    def test_play_on_a_tiny_terminal(self):
        for rows, columns in ((0, 0), (1, 1), (3, 10)):
            path = self.path / f"{rows}.jsonl"
            code, shown = self.on_terminal(
                rows, columns, ["play", table.scenarios()[0], "--against", "person", "--record",
                                str(path)], b"map\nauto 3\npanels\noffers\nlog\nquit\n")
            self.assertEqual(code, 0, shown[-500:])
            self.sound(run("replay", path), 0)

    def test_sizes_that_are_asked_for(self):
        scenario = table.scenarios()[0]
        for n in ("0", "1", "7", "100000", "-1", "x", "99999999999999999999"):
            done = run("show", scenario, "--columns", n, "--rows", n)
            self.sound(done, 0, 1, 2)
            self.assertTrue(done.returncode == 0 or done.err)
        for n in ("0", "1", "-5", "x", "1000000", "99999999999999999999"):
            done = run("draw", scenario, self.path / "a.png", "--width", n)
            self.sound(done, 0, 1, 2)
            self.assertTrue(done.returncode == 0 or done.err)

    def test_odd_terminals(self):
        for env in ({"TERM": ""}, {"TERM": "dumb"}, {"TERM": "x" * 5000}, {"COLUMNS": "-3"},
                    {"COLUMNS": "x", "LINES": "0"}, {"LINES": "999999999999"}):
            code, shown = self.on_terminal(24, 80, ["show", table.scenarios()[0]], env=env)
            self.assertEqual(code, 0, shown[-500:])


class Interrupts(table.Case):
    def test_interrupted_selfplay_says_what_it_has(self):
        for sig in (signal.SIGINT,):
            child = subprocess.Popen(command("selfplay", 10 ** 9, "--each"),
                                     stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            child.stdout.readline()
            child.send_signal(sig)
            out, _ = child.communicate(timeout=60)
            self.assertEqual(child.returncode, 1)
            self.assertIn(b"battles", out)

    def test_interrupted_record_replays(self):
        path = self.path / "a.jsonl"
        child = subprocess.Popen(command("selfplay", 10 ** 6, "--record", path),
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        first = self.path / "a-1.jsonl"
        wait = time.monotonic() + 20
        while lines_of(first) < 5 and time.monotonic() < wait:
            time.sleep(0.01)
        child.send_signal(signal.SIGINT)
        child.communicate(timeout=60)
        for name in sorted(self.path.glob("a-*.jsonl")):
            self.sound(run("replay", name), 0)


class LongRecords(table.Case):
    def test_many_answers(self):
        """Answers given and taken back until there are very many; then replay and go on."""
        shm = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
        for number, scenario in enumerate(table.scenarios()):
            many = ANSWERS if number == 0 else ANSWERS // 10
            folder = subprocess.run(["mktemp", "-d", *(["-p", shm] if shm else [])],
                                    capture_output=True, text=True, check=True).stdout.strip()
            self.addCleanup(subprocess.run, ["rm", "-rf", folder], check=False)
            path = pathlib.Path(folder) / "long.jsonl"
            rounds = many // 10
            often = max(1, rounds // 30)  # so often the battle comes one answer further
            typed = "".join("auto 10\n" + "takeback\n" * (9 if i % often == 0 else 10)
                            for i in range(rounds))
            self.sound(run("play", scenario, "--against", "person", "--plain", "--record", path,
                           stdin=typed + "quit\n", timeout=3600), 0)
            began = time.monotonic()
            done = self.sound(run("replay", path, timeout=3600), 0)
            answers = int(done.out.split(" answers")[0].split(" ")[-1])
            self.assertGreaterEqual(answers, many * 9 // 10)
            print(f"# {scenario}: {answers} answers, {lines_of(path)} lines, replayed in "
                  f"{time.monotonic() - began:.1f} s", flush=True)
            self.sound(run("play", path, "--plain", stdin="auto 1\nquit\n", timeout=3600), 0)
            path.unlink()


if __name__ == "__main__":
    table.main()
