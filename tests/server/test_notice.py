#!/usr/bin/env python3
"""Notices: by mail through a relay and by webhook, once a turn, to those who are away."""
import http.server
import json
import random
import re
import socket
import socketserver
import threading
import time
import unittest

import table
from table import Client, Server, new_game, play, wait_until


class Relay(socketserver.StreamRequestHandler):
    """As much of SMTP as a relay needs."""

    def handle(self):
        say = lambda text: self.wfile.write((text + "\r\n").encode())
        mail = {"to": []}
        say("220 relay")
        while True:
            line = self.rfile.readline().decode().strip()
            word = line.upper()
            if not line or word == "QUIT":
                say("221 bye")
                return
            if word.startswith("MAIL FROM:"):
                mail["from"] = line[10:].split()[0]
            if word.startswith("RCPT TO:"):
                mail["to"].append(line[8:].split()[0])
            if word == "DATA":
                say("354 go on")
                text = b""
                while not text.endswith(b"\r\n.\r\n"):
                    text += self.rfile.readline()
                mail["text"] = text.decode()
                self.server.mails.append(mail)
            say("250 ok")


class Hook(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.posts.append(json.loads(body))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *args):
        pass


def serve(cls, handler):
    s = cls(("127.0.0.1", 0), handler)
    s.mails, s.posts = [], []
    threading.Thread(target=s.serve_forever, daemon=True).start()
    return s


class Notices(unittest.TestCase):
    def setUp(self):
        self.relay = serve(socketserver.ThreadingTCPServer, Relay)
        self.hook = serve(http.server.ThreadingHTTPServer, Hook)

    def tearDown(self):
        self.server.end()
        for s in (self.relay, self.hook):
            s.shutdown()
            s.server_close()

    def begin(self, *options):
        self.server = Server("--rate", "0", "--mail",
                             "127.0.0.1:%d" % self.relay.server_address[1], "--from",
                             "war@example.org", *options)
        c = Client(self.server)
        c.post("accounts", {"name": "anna", "password": "password of anna"})
        token = c.post("sessions", {"name": "anna", "password": "password of anna"}).json["token"]
        self.anna = Client(self.server, token)
        r = self.anna.put("me/notice", {
            "mail": "anna@example.org",
            "webhook": "http://127.0.0.1:%d/x" % self.hook.server_address[1]})
        self.assertEqual(r.status, 200)
        wait_until(lambda: self.relay.mails)
        code = re.search("#/confirm/(\\S+)", self.relay.mails.pop()["text"]).group(1)
        self.assertEqual(c.post("mail/confirm", {"code": code}).status, 200)

    def sit(self, k):
        """A game in which anna holds seat k."""
        made, seats, watch = new_game(self.server, title="H\u00f6chst\u00e4dt")
        r = self.anna.post("me/games", {"game": made["game"], "token": seats[k].token})
        self.assertEqual(r.status, 200)
        return made, seats, watch

    def until(self, seats, what):
        rng = random.Random(1)
        for _ in range(2000):
            v = seats[0].view()
            if v["over"] or what(v):
                return v
            play(seats, 1, rng)
        self.fail("it never came to that")

    def test_once_a_turn(self):
        self.begin("--local-hooks")
        made, seats, watch = self.sit(1)
        first = seats[0].view()["question"]["seat"]
        self.assertEqual(first, 0)
        self.until(seats, lambda v: v["question"].get("seat") == 1)
        wait_until(lambda: self.hook.posts and self.relay.mails)
        self.assertEqual(self.hook.posts[0], {"v": 1, "game": made["game"], "title": "H\u00f6chst\u00e4dt",
                                              "seat": 1, "turn": 1})
        mail = self.relay.mails[0]
        self.assertEqual((mail["from"], mail["to"]), ("<war@example.org>", ["<anna@example.org>"]))
        self.assertIn("turn 1", mail["text"])
        self.assertIn("Subject: Tricorne: your move", mail["text"])
        self.assertNotIn("chst", mail["text"])  # the title is a stranger's text
        for s in seats:
            self.assertNotIn(s.token, mail["text"])
        v = self.until(seats, lambda v: v["question"]["turn"] >= 3)
        time.sleep(0.5)
        turns = [p["turn"] for p in self.hook.posts]
        self.assertEqual(turns, sorted(set(turns)))
        self.assertGreaterEqual(len(turns), 2)
        self.assertEqual(len(self.relay.mails), len(turns))

    def test_not_while_one_is_here(self):
        self.begin("--local-hooks")
        made, seats, watch = self.sit(1)
        st = seats[1].stream()
        st.next("here")
        self.until(seats, lambda v: v["question"].get("seat") == 1)
        time.sleep(0.5)
        self.assertEqual(self.hook.posts, [])
        st.close()  # gone, and it is still anna's move
        wait_until(lambda: self.hook.posts)

    def test_a_hook_that_hangs_holds_nobody_up(self):
        """Computers and odds go on; the host is left alone for a while."""
        trap = socket.create_server(("127.0.0.1", 0))  # takes connections, never answers
        self.begin("--local-hooks")
        r = self.anna.put("me/notice", {"webhook": "http://127.0.0.1:%d/x" % trap.getsockname()[1]})
        self.assertEqual(r.status, 200)
        for _ in range(8):
            made, seats, watch = self.sit(1)
            self.until(seats, lambda v: v["question"].get("seat") == 1)
        made, seats, watch = new_game(self.server, kinds=("person", "level-1"))
        start = time.time()
        play(seats, 6)
        wait_until(lambda: seats[0].view()["question"].get("seat") == 0)
        self.assertLess(time.time() - start, 4)
        c = Client(self.server)
        c.post("accounts", {"name": "bert", "password": "password of bert"})
        self.assertLess(time.time() - start, 6)
        wait_until(lambda: b"tricorne_notices_failed_total 0\n" not in c.raw("GET", "/metrics").body,
                   12)
        trap.close()

    def test_not_again_after_a_restart(self):
        self.begin("--local-hooks")
        made, seats, watch = self.sit(1)
        self.until(seats, lambda v: v["question"].get("seat") == 1)
        wait_until(lambda: self.hook.posts)
        self.server.stop()
        self.server.start()
        seats[0].connection = None
        seats[0].view()
        time.sleep(0.5)
        self.assertEqual(len(self.hook.posts), 1)

    def test_webhooks_stay_out_of_the_own_network(self):
        self.begin()
        made, seats, watch = self.sit(1)
        self.until(seats, lambda v: v["question"].get("seat") == 1)
        wait_until(lambda: self.relay.mails)
        wait_until(lambda: b"tricorne_notices_failed_total 1\n" in
                   Client(self.server).raw("GET", "/metrics").body)
        self.assertEqual(self.hook.posts, [])


if __name__ == "__main__":
    table.main()
