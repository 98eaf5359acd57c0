"""What the fault tests share: the command under test, its scenarios, a folder of their own.

Every program takes TRICORNE DATA [OPTION...] as arguments. All of it is driven against the real
binary, for the first scenario of every system, so that new systems are covered by themselves.
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))

TRICORNE, DATA = (os.path.abspath(path) for path in sys.argv[1:3])
OPTIONS = sys.argv[3:]

TIMEOUT = 120  # seconds of one program; under valgrind more

# A crash is one of these: a signal, a bug of ours, or what a sanitizer exits with.
CRASHES = ("AddressSanitizer", "runtime error:", "LeakSanitizer", "internal error at ")


def command(*words):
    return [TRICORNE, "--data", DATA, *map(str, words)]


def run(*words, stdin="", env=None, cwd=None, **more):
    """Run to the end; what it printed is bytes turned to text, whatever they are."""
    more.setdefault("timeout", TIMEOUT)
    if isinstance(stdin, str):
        more["input"] = stdin.encode()
    else:
        more["stdin"] = stdin
    done = subprocess.run(command(*words), capture_output=True, check=False, cwd=cwd,
                          env=None if env is None else env, **more)
    done.out = done.stdout.decode("utf-8", "replace")
    done.err = done.stderr.decode("utf-8", "replace")
    return done


def scenarios():
    """The learning scenario of each system (the first if none is called so), minden's first."""
    small = ("first", "learning", "drill")
    chosen = {}
    for line in run("list").out.splitlines():
        system, name = line.split("\t")[0].split("/")
        if system not in chosen or (name.startswith(small)
                                    and not chosen[system].startswith(small)):
            chosen[system] = name
    order = sorted(chosen, key=lambda system: (system != "minden", system))
    return [f"{system}/{chosen[system]}" for system in order]


def option(name, none):
    """The number behind --name among the options."""
    return int(OPTIONS[OPTIONS.index(name) + 1]) if name in OPTIONS else none


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="tricorne-")
        self.addCleanup(self.folder.cleanup)
        self.path = pathlib.Path(self.folder.name)

    def sound(self, done, *codes):
        """It ended by itself, with one of these codes, and without a bug of ours."""
        self.assertIn(done.returncode, codes, done.out[-800:] + done.err[-800:])
        for word in CRASHES:
            self.assertNotIn(word, done.err)
        return done

    def refused(self, done, *words):
        """Exit 1 with a sentence on stderr that holds all these words."""
        self.sound(done, 1)
        self.assertTrue(done.err.startswith("tricorne: "), done.err)
        for word in words:
            self.assertIn(word, done.err)
        return done

    def record(self, scenario, name="a.jsonl", typed="auto 40\nquit\n", *more):
        """A record made by a person who types these lines for both sides."""
        path = self.path / name
        path.unlink(missing_ok=True)
        self.sound(run("play", scenario, "--against", "person", "--seed", "1", "--plain",
                       "--record", path, *more, stdin=typed), 0)
        return path


def main():
    from tap import run as run_tap
    argv, sys.argv = sys.argv, sys.argv[:1]
    code = run_tap(only=argv[argv.index("--only") + 1] if "--only" in argv else None)
    sys.argv = argv
    sys.exit(code)
