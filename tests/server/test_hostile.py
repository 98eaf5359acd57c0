#!/usr/bin/env python3
"""Clients that mean no good, and clients that are merely slow."""
import json
import os
import random
import socket
import threading
import time
import unittest

import table
from table import Client, Seat, Server, Stream, new_game, play, wait_until


class WithServer(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server("--rate", "0")

    @classmethod
    def tearDownClass(cls):
        cls.server.end()

    def alive(self):
        self.assertEqual(Client(self.server).raw("GET", "/healthz").body, b"ok\n")

    def send(self, data, wait=5):
        """Raw bytes on a new connection; all that comes back."""
        with socket.create_connection((self.server.host, self.server.port), timeout=wait) as s:
            s.sendall(data)
            got = b""
            try:
                while True:
                    b = s.recv(65536)
                    if not b:
                        break
                    got += b
            except socket.timeout:
                pass
            return got


class Forged(WithServer):
    def test_tokens(self):
        made, seats, watch = new_game(self.server)
        other, oseats, owatch = new_game(self.server)
        q = seats[0].view()["question"]
        act = seats[q["seat"]].offers()["offers"][0]["act"]
        lines = seats[0].view()["lines"]
        body = {"number": q["number"], "act": act}
        for token, status in [(None, 401), ("", 401), ("x", 401), ("A" * 32, 401),
                              ("A" * 33, 401), ("A" * 4000, 401), ("' OR 1=1 --", 401),
                              (seats[q["seat"]].token[:-1], 401),
                              (seats[q["seat"]].token + "x", 401),
                              (seats[q["seat"]].token.swapcase(), 401),
                              (oseats[q["seat"]].token, 403), (owatch.token, 403),
                              (watch.token, 403), (seats[1 - q["seat"]].token, 403)]:
            c = Client(self.server)
            head = {} if token is None else {"Authorization": "Bearer " + token}
            r = c.api("POST", "games/%s/answer" % made["game"], body, headers=head)
            self.assertEqual(r.status, status, (token, r.body))
            self.assertTrue(r.json["error"]["text"])
        for scheme in ("Basic ", "bearer", "Token "):
            r = Client(self.server).get("games/%s/view" % made["game"],
                                        headers={"Authorization": scheme + seats[0].token})
            self.assertEqual(r.status, 401, scheme)
        self.assertEqual(seats[0].view()["lines"], lines)

    def test_tokens_do_not_open_accounts_and_the_other_way_round(self):
        made, seats, watch = new_game(self.server)
        self.assertEqual(Client(self.server, seats[0].token).get("me/games").status, 401)
        c = Client(self.server)
        c.post("accounts", {"name": "eve", "password": "password of eve"})
        t = c.post("sessions", {"name": "eve", "password": "password of eve"}).json["token"]
        self.assertEqual(Client(self.server, t).get("games/%s/view" % made["game"]).status, 401)

    def test_tokens_in_the_address_do_not_count(self):
        made, seats, watch = new_game(self.server)
        r = Client(self.server).get("games/%s/view?token=%s" % (made["game"], seats[0].token))
        self.assertEqual(r.status, 401)

    def test_no_such_game(self):
        made, seats, watch = new_game(self.server)
        for name in ("aaaaaaaaaaaaaaaa", "x", "../" + made["game"], "%2e%2e", "a" * 300, "games"):
            r = Client(self.server, seats[0].token).get("games/%s/view" % name)
            self.assertIn(r.status, (403, 404), name)

    def test_every_request_of_a_game_needs_a_token(self):
        made, seats, watch = new_game(self.server)
        for what in ("view", "scene", "log", "lines", "offers", "thoughts", "record", "picture.svg",
                     "stream"):
            self.assertEqual(Client(self.server).get("games/%s/%s" % (made["game"], what)).status,
                             401, what)
        for what in ("answer", "dice", "why", "preview", "odds", "suggest", "undo", "draw", "consent",
                     "resign", "chat", "revoke", "branch"):
            self.assertEqual(Client(self.server).post("games/%s/%s" % (made["game"], what)).status,
                             401, what)
            r = watch.do(what)
            self.assertEqual(r.status, 403, (what, r.body))
        self.assertEqual(watch.put(watch.at("orders"), {"orders": []}).status, 403)


class Bodies(WithServer):
    def test_malformed(self):
        made, seats, watch = new_game(self.server)
        s = seats[0]
        for body in (b"", b"{", b"[]", b"null", b"3", b'"x"', b"{}x", b'{"text":"a","text":"b"}',
                     b'{"text":"\\u0000"}', b'{"text":"\xff\xfe"}', b'{"text":"a"\x00}', b"[" * 5000,
                     b'{"a":' * 3000, b'{"text":1e999}', b"\xef\xbb\xbf{}", b'{"text":"\\ud800"}'):
            r = s.post(s.at("chat"), body)
            self.assertEqual(r.status, 400, (body[:40], r.body))
            self.assertIn(r.json["error"]["code"], ("syntax", "key", "range"))
        r = s.raw("POST", "/api/v1/" + s.at("chat"), b'{"text":"x"}',
                  {"Content-Type": "text/plain"})
        self.assertEqual(r.status, 400)
        r = s.raw("POST", "/api/v1/" + s.at("chat"), b"text=x",
                  {"Content-Type": "application/x-www-form-urlencoded"})
        self.assertEqual(r.status, 400)
        self.assertEqual([n for n in s.view()["notes"] if n["kind"] == "chat"], [])

    def test_oversized(self):
        made, seats, watch = new_game(self.server)
        s = seats[0]
        r = s.post(s.at("chat"), b'{"text":"' + b"x" * 65000 + b'"}')
        self.assertEqual(r.status, 400)  # read, and too long for a chat
        r = s.post(s.at("chat"), b'{"text":"' + b"x" * 70000 + b'"}')
        self.assertEqual(r.status, 413)
        head = ("POST /api/v1/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                "Content-Length: 99999999999\r\n\r\n").encode()
        self.assertIn(b" 413 ", self.send(head, 3).split(b"\r\n")[0])
        chunk = b"10000\r\n" + b" " * 65536 + b"\r\n"
        head = ("POST /api/v1/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                "Transfer-Encoding: chunked\r\n\r\n").encode()
        got = self.send(head + chunk * 4 + b"0\r\n\r\n", 3)
        self.assertIn(b" 413 ", got.split(b"\r\n")[0])
        self.alive()

    def test_long_headers_and_garbage(self):
        for data in (b"GET / HTTP/1.1\r\nHost: x\r\nX-Long: " + b"y" * 100000 + b"\r\n\r\n",
                     b"GET /" + b"z" * 100000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
                     b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + os.urandom(300),
                     b"\r\n" * 10000, b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n",
                     b"\x00" * 5000, b"POST / HTTP/1.1\r\nContent-Length: -5\r\n\r\n",
                     b"POST /api/v1/games HTTP/1.1\r\nHost: x\r\nContent-Length: abc\r\n\r\n"):
            self.send(data, 1)
        self.alive()

    def test_header_injection(self):
        c = Client(self.server)
        for path in ("/api/v1/rules/N-B3b%0d%0aX-Evil:%20yes", "/%0d%0aX-Evil:%20yes",
                     "/api/v1/systems/minden%0aX-Evil:yes"):
            r = c.raw("GET", path)
            self.assertEqual(r.status, 404)
            self.assertIsNone(r.headers["X-Evil"])
        made, seats, watch = new_game(self.server)
        r = self.send(("GET /api/v1/games/%s/stream HTTP/1.1\r\nHost: x\r\n"
                       "Authorization: Bearer %s\r\nLast-Event-ID: 0.0%%0d%%0aX\r\n\r\n"
                       % (made["game"], seats[0].token)).encode(), 1)
        self.assertIn(b" 400 ", r.split(b"\r\n")[0])

    def test_text_comes_back_as_it_was(self):
        evil = ['<img src=x onerror="alert(1)">', "</script><script>alert(1)</script>",
                "javascript:alert(1)", "'\"`${7*7}{{7*7}}", "<b>&amp;</b>"]
        r = Client(self.server).post("games", {
            "scenario": "minden/first-battle", "title": evil[1],
            "seats": [{"side": "allied", "name": evil[0]}, {"side": "french", "name": evil[3]}]})
        self.assertEqual(r.status, 201)
        s = Seat(self.server, r.json["game"], r.json["seats"][0]["token"])
        for e in evil:
            self.assertEqual(s.do("chat", {"text": e}).status, 200)
        v = s.get(s.at("view"))
        self.assertEqual(v.headers["Content-Type"], "application/json")
        self.assertEqual(v.headers["X-Content-Type-Options"], "nosniff")
        self.assertEqual(v.json["title"], evil[1])
        self.assertEqual(v.json["seats"][0]["name"], evil[0])
        self.assertEqual([n["text"] for n in v.json["notes"] if n["kind"] == "chat"], evil)
        svg = s.get(s.at("picture.svg"))
        self.assertNotIn(b"<img", svg.body)
        self.assertIn("sandbox", svg.headers["Content-Security-Policy"])

    def test_no_cookies_and_no_other_origins(self):
        made, seats, watch = new_game(self.server)
        r = seats[0].get(seats[0].at("view"), headers={"Origin": "https://evil.example"})
        self.assertIsNone(r.headers["Set-Cookie"])
        self.assertIsNone(r.headers["Access-Control-Allow-Origin"])
        r = Client(self.server).raw("OPTIONS", "/api/v1/games",
                                    headers={"Origin": "https://evil.example",
                                             "Access-Control-Request-Method": "POST"})
        self.assertEqual(r.status, 405)
        self.assertIsNone(r.headers["Access-Control-Allow-Origin"])


class Secrets(WithServer):
    """Nobody is shown what is hidden from him."""

    def everything(self, s):
        """All a seat can read, as one text."""
        text = ""
        for what in ("view", "log", "lines", "record", "scene"):
            text += s.get(s.at(what)).body.decode()
        return text

    def test_secret_answers(self):
        # pistolado's orders are written in secret
        made, seats, watch = new_game(self.server, "pistolado/first-speech")
        rng = random.Random(2)
        seen = 0
        for _ in range(120):
            q = seats[0].view()["question"]
            if q["kind"] != "question":
                break
            k = q["seat"]
            self.assertNotIn("offers", seats[1 - k].view()["question"])
            self.assertNotIn("offers", watch.view()["question"])
            o = seats[k].offers()
            act = rng.choice(o["offers"])["act"]
            r = seats[k].answer(o["number"], act)
            self.assertEqual(r.status, 200)
            if not q["secret"]:
                continue
            line = o["number"]
            mine = seats[k].get(seats[k].at("lines?from=%d" % line)).json["lines"][0]
            if "secret" in mine:
                self.fail("one's own answer is hidden")
            for other in (seats[1 - k], watch):
                theirs = other.get(other.at("lines?from=%d" % line)).json["lines"][0]
                if "secret" in theirs:
                    seen += 1
                    self.assertNotIn("act", theirs)
                    self.assertNotIn("faces", theirs)
                    events = other.get(other.at("log")).json["log"]
                    self.assertFalse([e for e in events if e["line"] == line and "act" in e])
        self.assertGreater(seen, 0)

    def test_secret_dice_are_not_counted(self):
        """While the other side's orders are secret, the place of one's own dice in the stream would
        tell how many it rolled for them."""
        made, seats, watch = new_game(self.server, "pistolado/first-speech")
        rng, wrote, looked = random.Random(1), [False, False], 0
        for _ in range(250):
            q = seats[0].view()["question"]
            if q["kind"] != "question":
                break
            k, number = q["seat"], seats[q["seat"]].offers()["number"]
            act = rng.choice(seats[k].offers()["offers"])["act"]
            self.assertEqual(seats[k].answer(number, act).status, 200)
            mine, theirs = (s.get(s.at("lines?from=%d" % number)).json["lines"][0]
                            for s in (seats[k], seats[1 - k]))
            if "secret" not in theirs:
                wrote = [False, False]
                continue
            if wrote[1 - k] and mine.get("faces"):
                looked += 1
                self.assertNotIn("draw", mine)
            wrote[k] = True
        self.assertGreater(looked, 0)

    def test_a_watcher_sees_no_more_than_both(self):
        for scenario in ("pistolado/first-speech", "malbrook/first-command",
                         "malbrook/ramillies-1706"):
            made, seats, watch = new_game(self.server, scenario)
            rng = random.Random(3)
            for _ in range(12):
                play(seats, 1, rng)
                a, b, w = (s.view()["scene"] for s in (seats[0], seats[1], watch))
                for p in w["pieces"]:
                    other = b if p["side"] == 0 else a
                    self.assertIn(p, other["pieces"])
                rows = lambda v: [json.dumps(r) for p in v["panels"] for r in p["rows"]]
                both = set(rows(a)) | set(rows(b))
                for p in w["panels"]:
                    for r in p["rows"]:
                        self.assertIn(json.dumps(r), both)

    def test_a_seed_in_use_is_nowhere(self):
        seed = "00112233445566778899aabbccddeeff"
        made, seats, watch = new_game(self.server, kinds=("person", "level-1"), seed=seed)
        play(seats, 20, random.Random(4))
        for s in (seats[0], watch):
            self.assertNotIn(seed, self.everything(s))


class Slow(WithServer):
    def test_slow_bodies_do_not_hold_others_up(self):
        made, seats, watch = new_game(self.server)
        slow = []
        for _ in range(60):
            s = socket.create_connection((self.server.host, self.server.port))
            s.sendall(b"POST /api/v1/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                      b"Content-Length: 100\r\n\r\n{")
            slow.append(s)
        for _ in range(60):
            s = socket.create_connection((self.server.host, self.server.port))
            s.sendall(b"GET /api/v1/games HT")
            slow.append(s)
        start = time.time()
        play(seats, 10)
        self.assertLess(time.time() - start, 10)
        for s in slow:
            s.close()
        self.alive()

    def test_a_reader_who_does_not_read(self):
        made, seats, watch = new_game(self.server)
        s = socket.create_connection((self.server.host, self.server.port))
        s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        s.sendall(("GET /api/v1/games/%s/stream HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\n\r\n"
                   % (made["game"], watch.token)).encode())
        good = seats[0].stream()
        play(seats, 60, random.Random(5))
        n = seats[0].view()["lines"]
        while good.next("line")[2]["line"] < n - 1:
            pass
        self.alive()
        s.close()
        good.close()

    def test_clients_that_vanish(self):
        made, seats, watch = new_game(self.server)
        for _ in range(50):
            s = socket.create_connection((self.server.host, self.server.port))
            s.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
            s.sendall(("POST /api/v1/games/%s/odds HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\n"
                       "Content-Type: application/json\r\nContent-Length: 14\r\n\r\n{\"act\":\"hold\"}"
                       % (made["game"], seats[0].token)).encode())
            s.close()
        self.alive()
        play(seats, 3)

    def test_many_streams(self):
        """500 listeners of one game and of fifty: nothing lost, nothing doubled."""
        games = [new_game(self.server) for _ in range(10)]
        streams = []
        for i in range(500):
            made, seats, watch = games[i % 10]
            streams.append(Watcher(self.server, made["game"], watch.token))
        for made, seats, watch in games:
            play(seats, 6, random.Random(6))
        want = [watch.view()["lines"] for made, seats, watch in games]
        end = time.time() + 60
        while time.time() < end and any(len(s.lines) < want[i % 10]
                                        for i, s in enumerate(streams)):
            Watcher.read_all(streams, 0.2)
        for i, s in enumerate(streams):
            self.assertEqual(s.lines, list(range(want[i % 10])), i)
        for s in streams:
            s.socket.close()
        wait_until(lambda: b"tricorne_streams 0\n" in
                   Client(self.server).raw("GET", "/metrics").body, 40)

    def test_answers_from_many_at_once_are_taken_once(self):
        made, seats, watch = new_game(self.server)
        q = seats[0].view()["question"]
        token = seats[q["seat"]].token
        acts = [o["act"] for o in seats[q["seat"]].offers()["offers"]]
        got = []

        def shoot(i):
            s = Seat(self.server, made["game"], token)
            got.append(s.answer(q["number"], acts[i % len(acts)]).status)
        threads = [threading.Thread(target=shoot, args=(i,)) for i in range(24)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        self.assertEqual(sorted(got), [200] + [409] * 23)
        lines = watch.get(watch.at("lines")).json["lines"]
        self.assertEqual(len([x for x in lines if "act" in x]), 1)


class Watcher:
    """A stream without a thread of its own."""

    def __init__(self, server, game, token):
        self.socket = socket.create_connection((server.host, server.port), timeout=30)
        self.socket.sendall(("GET /api/v1/games/%s/stream HTTP/1.1\r\nHost: x\r\n"
                             "Authorization: Bearer %s\r\n\r\n" % (game, token)).encode())
        self.socket.setblocking(False)
        self.raw, self.rest, self.begun = b"", b"", False
        self.lines = []

    @staticmethod
    def read_all(streams, wait):
        import select
        poll = select.poll()
        by = {}
        for s in streams:
            poll.register(s.socket, select.POLLIN)
            by[s.socket.fileno()] = s
        for fd, _ in poll.poll(wait * 1000):
            by[fd].read()

    def read(self):
        try:
            self.raw += self.socket.recv(1 << 20)
        except BlockingIOError:
            return
        if not self.begun and b"\r\n\r\n" in self.raw:
            head, self.raw = self.raw.split(b"\r\n\r\n", 1)
            assert head.startswith(b"HTTP/1.1 200 "), head
            self.begun = True
        while self.begun and b"\r\n" in self.raw:
            size, more = self.raw.split(b"\r\n", 1)
            n = int(size, 16)
            if len(more) < n + 2:
                break
            self.rest += more[:n]
            self.raw = more[n + 2:]
        *whole, self.rest = self.rest.split(b"\n")
        for line in whole:
            if line.startswith(b"data: {\"line\":"):
                self.lines.append(int(line[14:].split(b",")[0]))


if __name__ == "__main__":
    table.main()
