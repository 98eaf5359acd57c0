"""tests/server/table.py - a server of one's own, and a client that speaks to it.

Only Python's standard library. Every test program starts its server on a free port with a
store in a folder of its own, and stops it again.
"""
import gzip
import hashlib
import http.client
import json
import os
import queue
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAM = os.path.abspath(os.environ.get("TRICORNE", os.path.join(ROOT, "build", "tricorne")))
DATA = os.path.join(ROOT, "data")


class Server:
    """tricorne serve on a free port; `again` starts it anew on the same store."""

    def __init__(self, *options, store=None, folder=None, log=False, under=()):
        self.own = folder is None
        self.folder = folder or tempfile.mkdtemp(prefix="tricorne-server-")
        self.store = store or os.path.join(self.folder, "games.db")
        self.options = list(options)
        self.log = log
        self.under = list(under)  # a program that starts the server, as unshare
        self.process = None
        self.wanted = 0  # port; 0: a free one
        self.start()

    def start(self):
        command = self.under + [PROGRAM, "--data", DATA, "serve", "--port", str(self.wanted),
                                "--store", self.store]
        self.process = subprocess.Popen(command + self.options, stdout=subprocess.PIPE,
                                        text=True, cwd=self.folder)
        line = self.process.stdout.readline()
        if not line.startswith("tricorne serves http://"):
            raise AssertionError("the server did not start: " + repr(line))
        address = line.split("http://")[1].split("/")[0]
        self.base = "/" + line.split("http://")[1].split("/", 1)[1].strip()
        self.host, port = address.rsplit(":", 1)
        self.port = int(port)

    def stop(self, sign=signal.SIGTERM, timeout=30):
        """Stop in order; gives the exit code."""
        if self.process.poll() is None:
            self.process.send_signal(sign)
        code = self.process.wait(timeout)
        self.process.stdout.close()
        return code

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def memory(self):
        """Resident bytes."""
        with open("/proc/%d/statm" % self.process.pid) as f:
            return int(f.read().split()[1]) * 4096

    def cpu(self):
        """Processor seconds used so far."""
        with open("/proc/%d/stat" % self.process.pid) as f:
            part = f.read().rsplit(")", 1)[1].split()
        return (int(part[11]) + int(part[12])) / os.sysconf("SC_CLK_TCK")

    def end(self):
        if self.process.poll() is None:
            self.stop()
        if self.own:
            shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *args):
        self.end()

    def verify(self):
        """Replay every game of the store; gives (exit code, last line)."""
        done = subprocess.run([PROGRAM, "--data", DATA, "store", "verify", self.store],
                              capture_output=True, text=True)
        return done.returncode, (done.stdout + done.stderr).strip()


class Reply:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    @property
    def json(self):
        return json.loads(self.body)


class Client:
    """One keep-alive connection."""

    def __init__(self, server, token=None):
        self.server, self.token = server, token
        self.language = None  # Accept-Language
        self.connection = None

    def raw(self, method, path, body=None, headers=None):
        head = dict(headers or {})
        if self.token and "Authorization" not in head:
            head["Authorization"] = "Bearer " + self.token
        if self.language:
            head.setdefault("Accept-Language", self.language)
        for again in (True, False):
            if self.connection is None:
                self.connection = http.client.HTTPConnection(self.server.host, self.server.port,
                                                             timeout=60)
            try:
                self.connection.request(method, path, body, head)
                r = self.connection.getresponse()
                data = r.read()
                break
            except (http.client.RemoteDisconnected, BrokenPipeError, ConnectionResetError):
                self.connection = None
                if not again or method != "GET":
                    raise
        if r.getheader("Content-Encoding") == "gzip":
            data = gzip.decompress(data)
        if r.getheader("Connection", "").lower() == "close":
            self.connection.close()
            self.connection = None
        return Reply(r.status, r.headers, data)

    def api(self, method, path, body=None, headers=None):
        head = dict(headers or {})
        data = None
        if body is not None:
            head.setdefault("Content-Type", "application/json")
            data = body if isinstance(body, (bytes, str)) else json.dumps(body)
        return self.raw(method, self.server.base + "api/v1/" + path, data, head)

    def get(self, path, **more):
        return self.api("GET", path, **more)

    def post(self, path, body=None, **more):
        return self.api("POST", path, {} if body is None else body, **more)

    def put(self, path, body, **more):
        return self.api("PUT", path, body, **more)

    def close(self):
        if self.connection:
            self.connection.close()
            self.connection = None


class Seat(Client):
    """A client in a seat of a game."""

    def __init__(self, server, game, token):
        super().__init__(server, token)
        self.game = game

    def at(self, what):
        return "games/%s/%s" % (self.game, what)

    def view(self):
        r = self.get(self.at("view"))
        assert r.status == 200, (r.status, r.body)
        return r.json

    def do(self, what, body=None):
        return self.post(self.at(what), body)

    def offers(self):
        r = self.get(self.at("offers"))
        assert r.status == 200, (r.status, r.body)
        return r.json

    def answer(self, number, act):
        return self.do("answer", {"number": number, "act": act})

    def stream(self, last=None):
        return Stream(self.server, self.game, self.token, last, self.language)


def new_game(server, scenario="minden/first-battle", kinds=("person", "person"), **more):
    """The reply of POST games, with a Seat for each person and for the watcher."""
    c = Client(server)
    sides = scenario_sides(server, scenario)
    body = dict({"scenario": scenario,
                 "seats": [{"side": s, "kind": k} for s, k in zip(sides, kinds)]}, **more)
    r = c.post("games", body)
    c.close()
    assert r.status == 201, (r.status, r.body)
    made = r.json
    seats = [sit_down(server, made["game"], s) for s in made["seats"]]
    return made, seats, Seat(server, made["game"], made["watch"])


def sit_down(server, game, seat):
    """The Seat of a seat in the reply of POST games; an invitation is taken up."""
    if "invite" in seat:
        guest = Seat(server, game, seat["invite"])
        r = guest.do("join")
        guest.close()
        assert r.status == 200, (r.status, r.body)
        return Seat(server, game, r.json["token"])
    return Seat(server, game, seat["token"]) if "token" in seat else None


_sides = {}


def scenario_sides(server, scenario):
    if not _sides:
        c = Client(server)
        for s in c.get("scenarios").json["scenarios"]:
            _sides[s["id"]] = [x["name"] for x in s["sides"]]
        c.close()
    return _sides[scenario]


class Stream(threading.Thread):
    """Reads server-sent events into a queue: (id, event, data)."""

    def __init__(self, server, game, token, last=None, language=None):
        super().__init__(daemon=True)
        self.events = queue.Queue()
        self.beats = 0
        self.scene = None
        self.last = last
        self.socket = socket.create_connection((server.host, server.port), timeout=60)
        head = "GET %sapi/v1/games/%s/stream HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\n" \
            % (server.base, game, token)
        if last is not None:
            head += "Last-Event-ID: %s\r\n" % last
        if language:
            head += "Accept-Language: %s\r\n" % language
        self.socket.sendall((head + "\r\n").encode())
        self.file = self.socket.makefile("rb")
        self.status = int(self.file.readline().split()[1])
        self.headers = {}
        while True:
            line = self.file.readline().strip().decode()
            if not line:
                break
            k, v = line.split(":", 1)
            self.headers[k.lower()] = v.strip()
        if self.status == 200:
            self.start()

    def chunks(self):
        """The lines of a chunked body."""
        rest = b""
        while True:
            size = int(self.file.readline().strip() or b"0", 16)
            if size == 0:
                return
            rest += self.file.read(size)
            self.file.readline()
            while b"\n" in rest:
                line, rest = rest.split(b"\n", 1)
                yield line.decode()

    def whole(self, kind, data):
        """With the scene, where only its change was told."""
        if kind == "line" and "change" in data and self.scene:
            c, s = data["change"], dict(self.scene)
            s["pieces"] = list(s["pieces"])
            for place, piece in c["pieces"]:
                s["pieces"][place] = piece
            s.update({k: c[k] for k in ("status", "sides", "overlays", "panels") if k in c})
            data["scene"] = s
        self.scene = data.get("scene", self.scene) if kind == "line" else self.scene
        return data

    def run(self):
        ident = kind = data = None
        try:
            for line in self.chunks():
                if line.startswith(":"):
                    self.beats += 1
                elif line.startswith("id: "):
                    ident = line[4:]
                elif line.startswith("event: "):
                    kind = line[7:]
                elif line.startswith("data: "):
                    data = line[6:]
                elif line == "" and kind:
                    if ident:
                        self.last = ident
                    self.events.put((ident, kind, self.whole(kind, json.loads(data))))
                    ident = kind = data = None
        except (OSError, ValueError):
            pass
        self.events.put((None, "closed", None))

    def next(self, kind=None, timeout=20):
        """The next event (of a kind); others are skipped."""
        end = time.time() + timeout
        while True:
            e = self.events.get(timeout=max(0.01, end - time.time()))
            if kind is None or e[1] == kind:
                return e
            if e[1] == "closed":
                raise AssertionError("the stream has ended while waiting for " + kind)

    def close(self):
        try:
            self.socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self.socket.close()


def wait_until(what, timeout=20):
    end = time.time() + timeout
    while time.time() < end:
        v = what()
        if v:
            return v
        time.sleep(0.02)
    raise AssertionError("waited in vain")


def play(seats, most=200, rng=None):
    """Answer for whoever is asked, with the first offer or one by lot; gives the answers."""
    done = 0
    while done < most:
        q = seats[0].view()["question"]
        if q["kind"] != "question":
            break
        seat = seats[q["seat"]]
        if seat is None:
            time.sleep(0.02)
            continue
        o = seat.offers()
        if o["number"] != q["number"]:
            continue
        act = (rng.choice(o["offers"]) if rng else o["offers"][0])["act"]
        r = seat.answer(o["number"], act)
        assert r.status == 200, (r.status, r.body)
        done += 1
    return done


# --- A long battle ------------------------------------------------------------------------------

LONG = "longbattle234567"  # its name


def long_battle(folder, lines=4200):
    """A store with a battle of so many lines between two people, still going on.

    Gives (store, [token of each seat, token to watch])."""
    quick = "/dev/shm" if os.path.isdir("/dev/shm") else folder  # each line is synced
    with tempfile.TemporaryDirectory(dir=quick) as f:
        record = os.path.join(f, LONG + ".jsonl")
        subprocess.run([PROGRAM, "--data", DATA, "selfplay", "1", "--scenario",
                        "malbrook/malplaquet-1709", "--seed", "3", "--record", record],
                       check=True, capture_output=True)
        with open(record) as r:
            all_lines = r.read().replace('"kind":"random"', '"kind":"person"', 2).splitlines()
        end = min(lines + 1, len(all_lines) - 4)
        with open(record, "w") as r:
            r.write("\n".join(all_lines[:end]) + "\n")
        with open(os.path.join(f, LONG + ".json"), "w") as r:
            json.dump({"format": "tricorne-game", "game": LONG, "notes": [], "keys": {
                "meta": json.dumps({"title": "", "names": ["a", "b"], "maker": 0})}}, r)
        store = os.path.join(folder, "long.db")
        subprocess.run([PROGRAM, "--data", DATA, "store", "import", store, f], check=True,
                       capture_output=True)
    tokens = [c * 32 for c in "abw"]
    db = sqlite3.connect(store)
    for seat, token in zip((0, 1, -1), tokens):
        db.execute("INSERT INTO token (game, seat, hash) VALUES (?, ?, ?)",
                   (LONG, seat, hashlib.blake2b(token.encode(), digest_size=32).hexdigest()))
    db.commit()
    db.close()
    return store, tokens


# --- Running test cases, told as TAP ---------------------------------------------------------

class Tap:
    """A unittest result that prints TAP."""

    def __new__(cls):
        import unittest

        class Result(unittest.TestResult):
            count = 0

            def line(self, good, test, note=""):
                Result.count += 1
                print("%s %d - %s%s" % ("ok" if good else "not ok", Result.count,
                                        test.id().split(".", 1)[-1], note), flush=True)

            def addSuccess(self, test):
                self.line(True, test)

            def told(self, test, err):
                for text in self._exc_info_to_string(err, test).splitlines():
                    print("# " + text)

            def addFailure(self, test, err):
                super().addFailure(test, err)
                self.line(False, test)
                self.told(test, err)

            def addError(self, test, err):
                super().addError(test, err)
                self.line(False, test)
                self.told(test, err)

            def addSkip(self, test, reason):
                super().addSkip(test, reason)
                self.line(True, test, " # SKIP " + reason)

        return Result()


def main():
    """Run the cases of the calling program; arguments choose by part of a name."""
    import unittest
    suite = unittest.defaultTestLoader.loadTestsFromModule(sys.modules["__main__"])
    cases = [t for group in suite for t in group]
    if len(sys.argv) > 1:
        cases = [t for t in cases if any(a in t.id() for a in sys.argv[1:])]
    order = {}
    for t in cases:
        order.setdefault(type(t), []).append(t)
    print("1..%d" % len(cases), flush=True)
    result = Tap()
    for group in order.values():
        unittest.TestSuite(group).run(result)
    sys.exit(0 if result.wasSuccessful() and cases else 1)
