#!/usr/bin/env python3
"""`tricorne join`: a seat on a server from the terminal, with its clock and its dice."""
import os
import pty
import queue
import re
import select
import signal
import struct
import subprocess
import tempfile
import termios
import fcntl
import threading
import time
import unittest

import table
from table import Client, Seat, Server, new_game, play, wait_until
from test_clock import pass_time

LIVE = {"minutes": 10, "increment": 5, "then": "forfeit"}


class Terminal:
    """The program with its lines: say, and wait for what it writes."""

    def __init__(self, *words, home=None, first=None):
        env = dict(os.environ, NO_COLOR="1")
        if home:
            env["XDG_STATE_HOME"] = home
        self.process = subprocess.Popen([table.PROGRAM, "--data", table.DATA, "join", "--plain", *words],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.STDOUT, text=True, bufsize=1, env=env)
        self.lines, self.seen = queue.Queue(), []
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()
        if first:
            self.say(first)

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))
        self.lines.put(None)

    def say(self, text):
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()

    def wait(self, pattern, seconds=30):
        """The first line from here on that holds the pattern."""
        end = time.time() + seconds
        while True:
            try:
                line = self.lines.get(timeout=max(0.01, end - time.time()))
            except queue.Empty:
                raise AssertionError("no %r in\n%s" % (pattern, "\n".join(self.seen)))
            if line is None:
                raise AssertionError("it ended without %r:\n%s" % (pattern, "\n".join(self.seen)))
            self.seen.append(line)
            found = re.search(pattern, line)
            if found:
                return found

    def end(self):
        if self.process.poll() is None:
            self.say("quit")
        code = self.process.wait(20)
        self.reader.join(10)
        self.process.stdin.close()
        self.process.stdout.close()
        return code


def page(server):
    return "http://%s:%d/" % (server.host, server.port)


def link(server, seat):
    return "%s#/g/%s/%s" % (page(server), seat.game, seat.token)


class Join(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server("--rate", "0")

    @classmethod
    def tearDownClass(cls):
        cls.server.end()

    def open(self, where, **more):
        t = Terminal(where, **more) if where else Terminal(**more)
        self.addCleanup(lambda: t.process.poll() is None and t.process.kill())
        return t

    def test_a_seat_is_played(self):
        made, seats, watch = new_game(self.server)
        t = self.open(link(self.server, seats[0]))
        t.wait("First battle")
        t.wait("Who should move next")
        t.wait("= pick 20th-foot")
        t.say("why march nowhere")
        t.wait("There is no verb")
        t.say("odds 1")
        t.wait("%")
        t.say("999")
        t.wait("Answers are numbered 1 to")
        t.say("1")
        t.wait("20th Foot next")
        t.wait("What should the 20th Foot do")
        self.assertEqual(watch.view()["lines"], 2)
        t.say("undo")
        t.wait("Taken back")
        t.wait("Who should move next")
        t.say("pick 25th-foot")
        t.wait("What should the 25th Foot do")
        t.say("say good luck")
        t.wait("says: good luck")
        seats[1].do("chat", {"text": "and to you"})
        t.wait("says: and to you")
        t.say("clock")
        t.wait("no clock")
        t.say("who")
        t.wait(r"allied.*\(you\)")
        t.say("map")
        t.wait("Hahlen|20th")
        t.say("rule N-B3b")
        t.wait("  .")
        t.say("resign")
        t.wait("resign yes")
        t.say("resign yes")
        t.wait("The battle is over: french has won")
        self.assertEqual(t.end(), 0)

    def test_the_other_side_plays_meanwhile(self):
        made, seats, watch = new_game(self.server)
        t = self.open(link(self.server, watch))
        t.wait("You watch")
        play(seats, 3)
        t.wait(r"\[N-")
        t.say("1")
        t.wait("You watch")
        t.say("resign yes")
        t.wait("only who has a seat")
        self.assertEqual(t.end(), 0)

    def test_an_invitation(self):
        r = Client(self.server).post("games", {"scenario": "minden/first-battle", "seats": [
            {"side": "allied", "kind": "person"}, {"side": "french", "kind": "person"}]}).json
        invite = "%s#/j/%s/%s" % (page(self.server), r["game"], r["seats"][1]["invite"])
        t = self.open(None, first=invite)  # not on the command line
        token = t.wait(r"#/g/%s/([\w-]+)" % r["game"]).group(1)
        t.wait("It is for allied to answer")
        self.assertEqual(Seat(self.server, r["game"], token).view()["seat"], 1)
        self.assertEqual(t.end(), 0)
        again = self.open(invite)
        again.wait("tricorne: ")
        self.assertEqual(again.process.wait(20), 1)

    def test_clocks_are_shown(self):
        made, seats, watch = new_game(self.server, clock=LIVE)
        t = self.open(link(self.server, seats[0]))
        t.wait(r"Time left: allied (10:00|9:5\d) \(runs\), french 10:00")
        t.say("1")
        t.wait(r"Time left: allied (10:0\d|9:5\d) \(runs\)")
        pass_time(self.server, made["game"], 575)
        t.say("1")
        t.wait(r"Time left: allied 0:[0-3]\d \(runs\)")
        t.wait("You have 0:.* left; then the battle is lost")
        pass_time(self.server, made["game"], 100)
        t.wait("The battle is over: french has won .forfeit", 60)
        self.assertEqual(t.end(), 0)

    def test_the_first_line_of_a_terminal(self):
        """On a real terminal clocks run in the first line, and it is given back at the end."""
        made, seats, watch = new_game(self.server, clock=LIVE)
        pid, fd = pty.fork()
        if pid == 0:
            os.environ["TERM"] = "xterm"
            os.execv(table.PROGRAM, [table.PROGRAM, "--data", table.DATA, "join", link(self.server, seats[0])])
        fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
        got = b""
        end = time.time() + 30
        while time.time() < end and len(set(re.findall(rb"\x1b\[1;1H\x1b\[7m Time left: allied (\S+)", got))) < 3:
            if select.select([fd], [], [], 1)[0]:
                got += os.read(fd, 65536)
        self.assertGreaterEqual(len(set(re.findall(rb"Time left: allied (\S+) \(runs\), french 10:00", got))), 3, got[-2000:])
        self.assertIn(b"\x1b[2;40r", got)
        os.kill(pid, signal.SIGTERM)
        while time.time() < end and b"\x1b[r" not in got:
            try:
                got += os.read(fd, 65536)
            except OSError:
                break
        self.assertIn(b"\x1b[r", got)
        self.assertEqual(os.WTERMSIG(os.waitpid(pid, 0)[1]), signal.SIGTERM)
        os.close(fd)

    def test_shares_of_the_dice(self):
        for way in ("committed", "interactive"):
            with self.subTest(way), tempfile.TemporaryDirectory() as home:
                r = Client(self.server).post("games", {"scenario": "minden/first-battle", "dice": way, "seats": [
                    {"side": "allied", "kind": "person"}, {"side": "french", "kind": "level-1"}]}).json
                seat = Seat(self.server, r["game"], r["seats"][0]["token"])
                t = self.open(link(self.server, seat), home=home)
                t.wait("= pick 20th-foot")
                t.say("1")
                t.wait("What should")
                t.say("dice")  # rolls
                t.wait("N-B9")
                kept = os.path.join(home, "tricorne", "dice", "%s-0.json" % r["game"])
                self.assertEqual(os.stat(kept).st_mode & 0o777, 0o600)
                self.assertEqual(t.end(), 0)
                back = self.open(link(self.server, seat), home=home)  # goes on with the same secret
                back.wait(r"^ +1 ")
                back.say("1")
                back.wait(r"^ +1 ")
                self.assertEqual(back.end(), 0)
                self.assertEqual(len(os.listdir(os.path.dirname(kept))), 1)

    def test_a_server_that_comes_back(self):
        with Server("--rate", "0") as server:
            made, seats, watch = new_game(server)
            t = self.open(link(server, seats[0]))
            t.wait("Who should move next")
            server.kill()
            t.wait("out of reach")
            server.wanted = server.port
            server.start()
            wait_until(lambda: watch.view()["seats"][0]["here"])
            t.say("1")
            t.wait("What should the 20th Foot do")
            self.assertEqual(t.end(), 0)

    def test_what_is_no_link(self):
        for bad in ("", "minden", "http://x/", "ftp://x/#/g/a/b", "http://x/#/g/a", "http://x/#/q/a/b",
                    "http://x/#/g/../b", "http://x/#/g/a%2f/b", "http://x/#/g/" + "a" * 500 + "/b"):
            done = subprocess.run([table.PROGRAM, "--data", table.DATA, "join", bad], capture_output=True,
                                  text=True, stdin=subprocess.DEVNULL)
            self.assertEqual(done.returncode, 2, (bad, done))
            self.assertIn("#/g/GAME/TOKEN", done.stderr)
        done = subprocess.run([table.PROGRAM, "join", "http://127.0.0.1:1/#/g/aaaa/bbbb"], capture_output=True,
                              text=True, stdin=subprocess.DEVNULL)
        self.assertEqual(done.returncode, 1)
        self.assertIn("does not answer", done.stderr)


if __name__ == "__main__":
    table.main()
