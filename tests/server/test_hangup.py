#!/usr/bin/env python3
"""Every kind of request, cut off after every byte: the server stays well."""
import json
import os
import select
import socket
import struct
import time
import unittest

import table
from table import Client, Server, new_game

RESET = struct.pack("ii", 1, 0)


class HangUp(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server("--rate", "0")
        cls.made, cls.seats, cls.watch = new_game(cls.server)

    @classmethod
    def tearDownClass(cls):
        cls.server.end()

    def alive(self):
        self.assertIsNone(self.server.process.poll(), "the server has died")
        self.assertEqual(Client(self.server).raw("GET", "/healthz").body, b"ok\n")

    def text(self, method, path, body=None, token=None, chunked=False, head=""):
        t = "%s %s HTTP/1.1\r\nHost: x\r\n%s" % (method, path, head)
        if token:
            t += "Authorization: Bearer %s\r\n" % token
        if chunked:
            t += "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
            return (t + "%x\r\n%s\r\n0\r\n\r\n" % (len(body), body)).encode()
        if body is not None:
            t += "Content-Type: application/json\r\nContent-Length: %d\r\n" % len(body)
        return (t + "\r\n" + (body or "")).encode()

    def requests(self):
        game, token = self.made["game"], self.seats[0].token
        at = "/api/v1/games/%s/" % game
        answer = json.dumps({"number": 1, "act": "x"})
        yield self.text("GET", "/")
        yield self.text("GET", "/", "0123456789")
        yield self.text("HEAD", "/index.html", "0123456789")
        yield self.text("GET", "/nothing", "0123456789", chunked=True)
        yield self.text("GET", "/api/v1/players", "0123456789")
        yield self.text("POST", "/", "0123456789")
        yield self.text("GET", "/healthz")
        yield self.text("GET", at + "view", token=token)
        yield self.text("GET", at + "stream", token=token)
        yield self.text("GET", at + "picture.svg", token=token)
        yield self.text("POST", at + "answer", answer, token)
        yield self.text("POST", at + "answer", answer, token, chunked=True)
        yield self.text("PUT", at + "orders", '{"orders":[]}', token)
        yield self.text("DELETE", "/api/v1/sessions", token=token)
        yield self.text("POST", "/api/v1/sessions", '{"name":"a","password":"b"}')
        yield self.text("POST", "/api/v1/games", "{}")

    def cut(self, data, reset):
        s = socket.create_connection((self.server.host, self.server.port), timeout=10)
        s.sendall(data)
        if reset:
            s.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
        s.close()

    def test_every_byte(self):
        for data in self.requests():
            for n in range(len(data) + 1):
                self.cut(data[:n], n % 2)
            self.alive()

    def test_file_with_a_body(self):
        """A hang-up in the body of a GET of a file, seen by the server before the next."""
        for reset in (False, True):
            for _ in range(5):
                s = socket.create_connection((self.server.host, self.server.port), timeout=10)
                s.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n")
                time.sleep(0.1)
                if reset:
                    s.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
                s.close()
                time.sleep(0.05)
                self.alive()

    def test_reading_takes_no_body(self):
        for path in ("/", "/nothing", "/api/v1/players", "/healthz", "/metrics",
                     "/api/v1/games/%s/view" % self.made["game"]):
            for method in ("GET", "HEAD"):
                for chunked in (False, True):
                    with socket.create_connection((self.server.host, self.server.port),
                                                  timeout=10) as s:
                        s.sendall(self.text(method, path, "0123456789", chunked=chunked))
                        got = b""
                        while select.select([s], [], [], 10)[0]:
                            b = s.recv(65536)
                            got += b
                            if not b:
                                break
                    self.assertTrue(got.startswith(b"HTTP/1.1 400 "), (method, path, got[:80]))
                    self.assertEqual(got.count(b"HTTP/1.1"), 1, got)
        self.assertEqual(Client(self.server).raw("GET", "/api/v1/players", None,
                                                 {"Content-Length": "0"}).status, 200)


if __name__ == "__main__":
    table.main()
