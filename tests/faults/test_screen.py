"""The whole-screen face of `tricorne play`, on a terminal of its own."""
import fcntl
import os
import pty
import re
import select
import struct
import termios
import time

import table
from table import TRICORNE, command, run

ESCAPE = re.compile(r"\x1b(\[[0-9;?]*[A-Za-z]|[()][A-Z0-9]|[=>])")


class Screen:
    """A program on a pseudo-terminal that is typed at key by key."""

    def __init__(self, words, rows=40, columns=120, env=None):
        self.shown = ""
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
            os.execve(TRICORNE, command(*words),
                      {**os.environ, "TERM": "xterm", "LC_ALL": "C.UTF-8", **(env or {})})

    def wait(self, text, seconds=60):
        """Have the screen drawn anew until the text stands on it."""
        until = time.monotonic() + seconds
        while text not in ESCAPE.sub("", self.shown):
            if time.monotonic() > until:
                raise AssertionError(f"{text!r} did not come; the screen: {self.shown[-3000:]!r}")
            if not select.select([self.fd], [], [], 0.3)[0]:
                self.shown = ""
                self.type("\x0c")
                continue
            try:
                self.shown += os.read(self.fd, 65536).decode("utf-8", "replace")
            except OSError:
                raise AssertionError(f"ended before {text!r}: {self.shown[-3000:]!r}") from None
        self.shown = ""

    def type(self, keys):
        os.write(self.fd, keys.encode())

    def end(self):
        while True:
            try:
                part = os.read(self.fd, 65536)
            except OSError:
                break
            if not part:
                break
            self.shown += part.decode("utf-8", "replace")
        os.close(self.fd)
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


class Keys(table.Case):
    def play(self, *more, **size):
        self.record = self.path / "game.jsonl"
        return Screen(["play", table.scenarios()[0], "--against", "person", "--record",
                       str(self.record), *more], **size)

    def test_answers_are_chosen_and_kept(self):
        screen = self.play()
        screen.wait("Who should move next?")
        screen.type("\r")
        screen.wait("What should")
        screen.type("?")
        screen.wait("Words to type after :")
        screen.type("x")
        screen.wait("What should")
        screen.type("o")
        screen.wait("branches")
        screen.type("x")
        screen.wait("What should")
        screen.type(":nonsense\r")
        screen.wait("There is no verb")
        screen.type("u")
        screen.wait("Who should move next?")
        screen.type("/nobody here\r")
        screen.wait("No answer has")
        screen.type("q")
        self.assertEqual(screen.end(), 0)
        self.assertIn("go on with: tricorne play", screen.shown)
        self.sound(run("replay", self.record), 0)
        self.assertIn('"undo"', self.record.read_text())

    def test_every_system_has_its_screen(self):
        for scenario in table.scenarios():
            with self.subTest(scenario=scenario):
                path = self.path / (scenario.replace("/", "-") + ".jsonl")
                screen = Screen(["play", scenario, "--against", "person", "--record", str(path)])
                screen.wait("answers")
                screen.type(":auto 5\r")
                screen.wait("answers")
                screen.type("p")
                screen.wait("goes back")
                screen.type("x++hjkl0-")
                screen.wait("answers")
                screen.type("q")
                self.assertEqual(screen.end(), 0)
                self.sound(run("replay", path), 0)

    def test_the_computer_begins_and_the_staff_sees_to_a_turn(self):
        path = self.path / "staff.jsonl"
        screen = Screen(["play", "bayonet/learning", "--seed", "5", "--against", "level-1", "--record", str(path)], rows=45,
                        columns=140)
        screen.wait("Which battery")
        screen.type(":staff turn level-1\r")
        screen.wait("The staff gave")
        screen.type("x")
        screen.type("q")
        self.assertEqual(screen.end(), 0)
        self.sound(run("replay", path), 0)

    def test_real_dice_are_typed(self):
        screen = self.play("--dice", "typed")
        screen.wait("Roll 1 x d6")
        screen.type(":7 x\r")
        screen.wait("Type the faces with blanks between them")
        screen.type(":77\r")
        screen.wait("Roll 1 x d6")
        screen.type(":3\r")
        screen.wait("Who should move next?")
        screen.type("q")
        self.assertEqual(screen.end(), 0)
        self.sound(run("replay", self.record), 0)

    def thought(self, against, keys, said, **more):
        """How many hundredths of a second the program works while nobody types, up to 20."""
        path = self.path / "ahead.jsonl"
        screen = Screen(["play", "bayonet/learning", "--seed", "5", "--against", against, "--record", str(path)], **more)
        screen.wait("Which battery")
        time.sleep(0.3)
        before, until = self.worked(screen), time.monotonic() + (30 if ":" in against else 2)
        while self.worked(screen) < before + 20 and time.monotonic() < until:
            time.sleep(0.1)
        spent = self.worked(screen) - before
        screen.type(keys)  # what it thinks about keeps nobody waiting
        screen.wait(said, 20)
        screen.type("xq" if not more else "quit\n")
        self.assertEqual(screen.end(), 0)
        self.sound(run("replay", path), 0)
        path.unlink()
        return spent

    @staticmethod
    def worked(screen):
        with open(f"/proc/{screen.pid}/stat", encoding="ascii") as f:
            words = f.read().rsplit(")", 1)[1].split()
        return (int(words[11]) + int(words[12])) * 100 // os.sysconf("SC_CLK_TCK")

    def test_the_computer_thinks_while_a_person_does(self):
        self.assertGreaterEqual(self.thought("level-4:turn=5000", "?", "Words to type after :"), 20)
        self.assertLess(self.thought("level-4", "?", "Words to type after :"), 20)
        lines = {"env": {"TERM": "dumb"}}
        self.assertGreaterEqual(self.thought("level-4:turn=5000", "help\n", "odds", **lines), 20)
        self.assertLess(self.thought("level-2", "help\n", "odds", **lines), 20)

    def test_a_small_or_simple_terminal_gets_lines(self):
        for size, env in (((10, 40), {}), ((40, 120), {"TERM": "dumb"}),
                          ((40, 120), {"TERM": "no-such-terminal"})):
            screen = self.play(rows=size[0], columns=size[1], env=env)
            screen.wait('"help" lists what you can type')
            screen.type("quit\n")
            self.assertEqual(screen.end(), 0)
            self.record.unlink()


if __name__ == "__main__":
    table.main()
