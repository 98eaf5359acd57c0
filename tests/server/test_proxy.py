#!/usr/bin/env python3
"""Behind nginx and Caddy, with the files of deploy/: TLS, streams at once, true addresses."""
import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import tempfile
import time
import unittest

import table
from table import Client, Seat, Server, new_game, play

DEPLOY = os.path.join(table.ROOT, "deploy")


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Secure:
    """What Client and Stream need of a server, through TLS."""

    def __init__(self, port):
        self.host, self.port, self.base = "127.0.0.1", port, "/"


def insecure():
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def ask(port, path, token=None, body=None, headers=()):
    """(status, body) of a request over TLS."""
    head = dict(headers, Host="war.example.org", Connection="close")
    if token:
        head["Authorization"] = "Bearer " + token
    data = b"" if body is None else json.dumps(body).encode()
    if body is not None:
        head.update({"Content-Type": "application/json", "Content-Length": str(len(data))})
    text = "%s %s HTTP/1.1\r\n" % ("GET" if body is None else "POST", path)
    text += "".join("%s: %s\r\n" % x for x in head.items()) + "\r\n"
    with socket.create_connection(("127.0.0.1", port), timeout=20) as raw:
        with insecure().wrap_socket(raw, server_hostname="war.example.org") as s:
            s.sendall(text.encode() + data)
            got = b""
            while True:
                try:
                    more = s.recv(65536)
                except ssl.SSLEOFError:
                    break
                if not more:
                    break
                got += more
    return int(got.split()[1]), got


class Behind(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="tricorne-proxy-")
        self.addCleanup(shutil.rmtree, self.folder, True)
        self.server = Server("--proxy", "--log", "log")
        self.addCleanup(self.server.end)
        self.port = free_port()

    def run_proxy(self, command):
        p = subprocess.Popen(command, cwd=self.folder, stdout=subprocess.DEVNULL,
                             stderr=open(os.path.join(self.folder, "err"), "w"),
                             env=dict(os.environ, HOME=self.folder, XDG_DATA_HOME=self.folder,
                                      XDG_CONFIG_HOME=self.folder))
        self.addCleanup(p.wait, 20)
        self.addCleanup(p.kill)  # Caddy would wait for its streams
        for _ in range(200):
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return
            except OSError:
                time.sleep(0.05)
        self.fail(open(os.path.join(self.folder, "err")).read())

    def certificate(self):
        key, cert = (os.path.join(self.folder, x) for x in ("key.pem", "cert.pem"))
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
                        "-subj", "/CN=war.example.org", "-keyout", key, "-out", cert],
                       check=True, capture_output=True)
        return key, cert

    def behind(self):
        made, seats, watch = new_game(self.server)
        self.assertEqual(ask(self.port, "/healthz")[0], 200)
        self.assertEqual(ask(self.port, "/metrics")[0], 403)
        self.assertEqual(ask(self.port, "/api/v1/games/%s/view" % made["game"], seats[0].token)[0], 200)
        self.streams(made, seats)
        # a record of 1 MB comes through: it is our server that refuses it
        status, got = ask(self.port, "/api/v1/records", body={"record": "x" * 1000000})
        self.assertEqual(status, 400)
        self.assertIn(b'"error"', got)
        # the client's own word about its address is thrown away
        ask(self.port, "/api/v1/players", headers={"X-Forwarded-For": "203.0.113.9"})
        time.sleep(0.3)
        with open(os.path.join(self.server.folder, "log")) as f:
            said = f.read()
        self.assertNotIn("203.0.113.9", said)
        self.assertIn("127.0.0.1", said)

    def streams(self, made, seats):
        """A line is there as soon as it was played, through the proxy."""
        raw = socket.create_connection(("127.0.0.1", self.port), timeout=20)
        s = insecure().wrap_socket(raw, server_hostname="war.example.org")
        s.sendall(("GET /api/v1/games/%s/stream HTTP/1.1\r\nHost: war.example.org\r\n"
                   "Authorization: Bearer %s\r\n\r\n" % (made["game"], seats[0].token)).encode())
        got = b""
        while b"event: here" not in got:
            got += s.recv(65536)
        n = got.count(b"event: line")
        for i in range(5):
            start = time.time()
            play(seats, 1)
            while got.count(b"event: line") <= n:
                got += s.recv(65536)
            n = got.count(b"event: line")
            self.assertLess(time.time() - start, 2)
        s.close()

    @unittest.skipUnless(shutil.which("nginx") and shutil.which("openssl"), "there is no nginx")
    def test_nginx(self):
        key, cert = self.certificate()
        with open(os.path.join(DEPLOY, "nginx.conf")) as f:
            conf = f.read()
        for old, new in (("127.0.0.1:8017", "127.0.0.1:%d" % self.server.port),
                         ("listen 443 ssl", "listen 127.0.0.1:%d ssl" % self.port),
                         ("/etc/letsencrypt/live/war.example.org/fullchain.pem", cert),
                         ("/etc/letsencrypt/live/war.example.org/privkey.pem", key)):
            self.assertEqual(conf.count(old), 1, old)
            conf = conf.replace(old, new)
        path = os.path.join(self.folder, "nginx.conf")
        temp = "".join("%s_temp_path %s/%s;\n" % (x, self.folder, x)
                       for x in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        with open(path, "w") as f:
            f.write("daemon off;\nmaster_process off;\npid %s/pid;\nerror_log stderr;\nevents {}\n"
                    "http {\naccess_log off;\n%s%s}\n" % (self.folder, temp, conf))
        self.run_proxy(["nginx", "-c", path, "-p", self.folder, "-e", "stderr"])
        self.behind()

    @unittest.skipUnless(shutil.which("caddy") and shutil.which("openssl"), "there is no caddy")
    def test_caddy(self):
        key, cert = self.certificate()
        with open(os.path.join(DEPLOY, "Caddyfile")) as f:
            conf = f.read()
        conf = conf.replace("127.0.0.1:8017", "127.0.0.1:%d" % self.server.port)
        conf = re.sub("(?m)^war.example.org {", "https://war.example.org:%d {\n\tbind 127.0.0.1\n\ttls %s %s"
                      % (self.port, cert, key), conf)
        path = os.path.join(self.folder, "Caddyfile")
        with open(path, "w") as f:
            f.write("{\n\tadmin off\n\tauto_https disable_redirects\n}\n" + conf)
        self.run_proxy(["caddy", "run", "--adapter", "caddyfile", "--config", path])
        self.behind()


if __name__ == "__main__":
    table.main()
