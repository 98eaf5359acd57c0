#!/usr/bin/env python3
"""Accounts and operators: what people may do with theirs, and what an operator can do to them."""
import os
import re
import socketserver
import sqlite3
import stat
import subprocess
import tempfile
import time
import unittest

import table
from table import Client, Seat, Server, new_game, play, wait_until
from test_notice import Relay, serve

WORD = "a good password"


def admin(store, *words):
    done = subprocess.run([table.PROGRAM, "--data", table.DATA, "admin", store, *words],
                          capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def lure():
    """A battle whose maker wants its title read by others."""
    text = lambda folder: open(os.path.join(table.DATA, "minden", folder, "first-battle.yaml"), encoding="utf-8").read()
    return {"format": "tricorne-battle-1", "name": "lure", "system": "minden", "title": "lure", "origin": "", "tables": [],
            "scenario": text("scenarios").replace("title: First battle", "title: Win at evil.example"), "map": text("maps")}


def sign_in(server, name, word=WORD):
    r = Client(server).post("sessions", {"name": name, "password": word})
    assert r.status == 201, (r.status, r.body)
    return Client(server, r.json["token"])


def account(server, name):
    r = Client(server).post("accounts", {"name": name, "password": WORD})
    assert r.status == 201, (r.status, r.body)
    return sign_in(server, name)


class Base(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server("--rate", "0")

    @classmethod
    def tearDownClass(cls):
        cls.server.end()


class Names(Base):
    def make(self, name):
        r = Client(self.server).post("accounts", {"name": name, "password": WORD})
        return r.status

    def test_names_that_look_alike(self):
        self.assertEqual(self.make("Alice"), 201)
        for like in ("alice", "ALICE", "Al ice", "a.l-i_c\'e", "A1ice", "Allce"):
            self.assertEqual(self.make(like), 409, like)
        self.assertEqual(self.make("\u0441\u043e\u0441\u043e"), 201)  # all Cyrillic: it looks
        self.assertEqual(self.make("Coco"), 409)                      # like this one
        self.assertEqual(self.make("\u00c9mile"), 201)
        self.assertEqual(self.make("\u00e9mile"), 409)

    def test_names_that_are_no_names(self):
        for bad in ("bob ", " bob", "bo  b", "b\u200bob", "bo\u00adb", "\u200e", "b\u0430b",
                    "bo\u0301b", "...", "b\ufe0fb", "\U0001f600"):
            self.assertEqual(self.make(bad), 400, repr(bad))
        for good in ("Bob", "Jean-Luc O\'Neil", "\u0411\u043e\u0431", "\u674e\u56db", "R2"):
            self.assertEqual(self.make(good), 201, good)


class Sessions(Base):
    def test_list_and_end(self):
        a = account(self.server, "lara")
        b, c = sign_in(self.server, "lara"), sign_in(self.server, "lara")
        got = a.get("me/sessions").json["sessions"]
        self.assertEqual(len(got), 3)
        self.assertEqual([s["this"] for s in got].count(True), 1)
        self.assertTrue(all(s["until"] - s["made"] == 90 * 86400 for s in got))
        mine = [s["id"] for s in b.get("me/sessions").json["sessions"] if s["this"]][0]
        self.assertEqual(a.api("DELETE", "me/sessions/" + mine).status, 200)
        self.assertEqual(b.get("me").status, 401)
        self.assertEqual(a.api("DELETE", "me/sessions/" + mine).status, 404)
        self.assertEqual(a.api("DELETE", "me/sessions/%25").status, 404)
        self.assertEqual(a.api("DELETE", "me/sessions").json["ended"], 1)
        self.assertEqual((a.get("me").status, c.get("me").status), (200, 401))

    def test_an_account_has_fifty_sessions(self):
        """The newest: who signs in for ever fills no store."""
        a = account(self.server, "lena")
        db = sqlite3.connect(self.server.store, timeout=20)
        soon = int(time.time()) + 80 * 86400
        db.executemany("INSERT INTO session VALUES (?, 'lena', ?)", [("%064x" % i, soon - i) for i in range(60)])
        db.commit()
        b = sign_in(self.server, "lena")
        left = [r[0] for r in db.execute("SELECT hash FROM session WHERE account = 'lena'")]
        db.close()
        self.assertEqual(len(left), 50)
        self.assertEqual(("%064x" % 0 in left, "%064x" % 59 in left), (True, False))
        self.assertEqual(len(b.get("me/sessions").json["sessions"]), 50)

    def test_nothing_is_looked_for_row_by_row(self):
        """What strangers can make many of is found by an index."""
        db = sqlite3.connect(self.server.store, timeout=20)
        for what in ("account_game WHERE game = ''", "session WHERE account = ''", "loan WHERE session = ''",
                     "loan WHERE game = ''", "code WHERE account = ''", "alike WHERE account = ''",
                     "battle WHERE account = ''", "due WHERE at <= 0", "token WHERE hash = ''", "note WHERE game = ''",
                     "setting WHERE game = ''", "line WHERE game = ''"):
            plan = " ".join(r[-1] for r in db.execute("EXPLAIN QUERY PLAN SELECT 1 FROM " + what))
            self.assertIn("INDEX", plan, what)
        db.close()

    def test_change_the_password(self):
        a, b = account(self.server, "mona"), sign_in(self.server, "mona")
        r = a.put("me/password", {"old": "not the old one", "password": "another word"})
        self.assertEqual(r.status, 401)
        r = a.put("me/password", {"old": WORD, "password": "short"})
        self.assertEqual(r.status, 400)
        r = a.put("me/password", {"old": WORD, "password": "another word"})
        self.assertEqual((r.status, r.json["ended"]), (200, 1))
        self.assertEqual((a.get("me").status, b.get("me").status), (200, 401))
        r = Client(self.server).post("sessions", {"name": "mona", "password": WORD})
        self.assertEqual(r.status, 401)
        sign_in(self.server, "mona", "another word")

    def test_guesses_are_counted_for_the_account(self):
        account(self.server, "nina")
        if time.time() % 3600 > 3570:
            time.sleep(31)  # not across the end of an hour
        got = [Client(self.server).post("sessions", {"name": "nina", "password": "guess %04d" % i})
               for i in range(22)]
        self.assertEqual([r.status for r in got], [401] * 20 + [429] * 2)
        self.assertGreater(int(got[-1].headers["Retry-After"]), 0)
        r = Client(self.server).post("sessions", {"name": "nina", "password": WORD})
        self.assertEqual(r.status, 429)
        account(self.server, "olga")  # nobody else is hit

    def test_delete_an_account(self):
        a = account(self.server, "pia")
        self.assertEqual(a.post("me/delete", {"password": "wrong word"}).status, 401)
        self.assertEqual(a.post("me/delete", {"password": WORD}).status, 200)
        self.assertEqual(a.get("me").status, 401)
        account(self.server, "Pia")  # the name is free again


class Seats(Base):
    def test_the_store_keeps_no_usable_token(self):
        a = account(self.server, "quinn")
        made, seats, watch = new_game(self.server)
        for s in seats:
            self.assertEqual(a.post("me/games", {"game": made["game"], "token": s.token}).status, 200)
        lent = [g["token"] for g in a.get("me/games").json["games"]]
        self.assertEqual(lent, [g["token"] for g in a.get("me/games").json["games"]])
        b = sign_in(self.server, "quinn")
        others = [g["token"] for g in b.get("me/games").json["games"]]
        self.assertFalse(set(lent) & set(others))
        tokens = [s.token for s in seats] + lent + others + [watch.token, a.token, b.token]
        for name in os.listdir(self.server.folder):
            with open(os.path.join(self.server.folder, name), "rb") as f:
                data = f.read()
            for t in tokens:
                self.assertNotIn(t.encode(), data, name)
        for k, t in enumerate(lent):
            self.assertEqual(Seat(self.server, made["game"], t).view()["seat"], k)

    def test_a_lent_token_lives_as_long_as_the_session_and_the_seat(self):
        a = account(self.server, "rosa")
        made, seats, watch = new_game(self.server)
        a.post("me/games", {"game": made["game"], "token": seats[0].token})
        first = Seat(self.server, made["game"], a.get("me/games").json["games"][0]["token"])
        st = first.stream()
        st.next("here")
        play([first, seats[1]], 3)
        b = sign_in(self.server, "rosa")
        other = Seat(self.server, made["game"], b.get("me/games").json["games"][0]["token"])
        other.view()
        b.api("DELETE", "sessions")
        self.assertEqual(other.get(other.at("view")).status, 401)
        self.assertEqual(first.view()["seat"], 0)
        # the holder changes the token through the account: the account keeps the seat
        self.assertEqual(first.do("revoke", {"seat": 0}).status, 200)
        self.assertEqual(seats[0].get(seats[0].at("view")).status, 401)
        again = Seat(self.server, made["game"], a.get("me/games").json["games"][0]["token"])
        self.assertEqual(again.view()["seat"], 0)
        # somebody who is no longer the holder keeps nothing
        c = account(self.server, "sven")
        c.post("me/games", {"game": made["game"], "token": seats[1].token})
        lent = Seat(self.server, made["game"], c.get("me/games").json["games"][0]["token"])
        lent.view()
        seats[1].do("revoke", {"seat": 1})
        self.assertEqual(lent.get(lent.at("view")).status, 401)
        self.assertNotIn("token", c.get("me/games").json["games"][0])
        self.assertEqual(c.api("DELETE", "me/games/" + made["game"]).status, 200)
        self.assertEqual(c.get("me/games").json["games"], [])

    def test_an_invitation_is_no_seat(self):
        """It is not put into a list: the one who uses it has the seat."""
        a = account(self.server, "theo")
        r = Client(self.server).post("games", {"scenario": "minden/first-battle"}).json
        got = a.post("me/games", {"game": r["game"], "token": r["seats"][1]["invite"]})
        self.assertEqual(got.status, 403, got.body)
        self.assertEqual(a.get("me/games").json["games"], [])
        self.assertEqual(a.post("me/games", {"game": r["game"], "token": r["watch"]}).status, 200)
        self.assertEqual([g["seat"] for g in a.get("me/games").json["games"]], [-1])

    def test_a_list_has_a_bound(self):
        a = account(self.server, "ursula")
        made, seats, watch = new_game(self.server)
        db = sqlite3.connect(self.server.store, timeout=20)
        db.executemany("INSERT INTO account_game (account, game, seat, token) VALUES ('ursula', ?, ?, '')",
                       [(made["game"], -100 - i) for i in range(199)])
        db.commit()
        db.close()
        add = lambda seat: a.post("me/games", {"game": made["game"], "token": seat.token})
        self.assertEqual(add(seats[0]).status, 200)
        r = add(seats[1])
        self.assertEqual(r.status, 409, r.body)
        self.assertIn("200 games", r.json["error"]["text"])
        self.assertEqual(add(seats[0]).status, 200)  # it is in the list already

    def test_files_are_the_owners_alone(self):
        with Server("--rate", "0", "--log", "log") as s:
            new_game(s)
            copy = os.path.join(s.folder, "copy.db")
            subprocess.run([table.PROGRAM, "store", "backup", s.store, copy], check=True)
            for name in os.listdir(s.folder):
                mode = os.stat(os.path.join(s.folder, name)).st_mode
                self.assertEqual(stat.S_IMODE(mode) & 0o077, 0, name)
            self.assertIn("copy.db", os.listdir(s.folder))

    def test_no_password_on_a_command_line(self):
        for words in (["serve", "--port", "0", "--store", "postgres://a:secret@localhost/x"],
                      ["store", "verify", "postgres://a@localhost/x?password=secret"],
                      ["admin", "postgres://a:secret@localhost/x", "list"]):
            done = subprocess.run([table.PROGRAM, "--data", table.DATA] + words,
                                  capture_output=True, text=True, timeout=20)
            self.assertEqual(done.returncode, 1)
            self.assertIn("@FILE", done.stderr)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "address")
            with open(path, "w") as f:
                f.write(self.server.store + "\n")
            code, said = admin("@" + path, "list")
            self.assertEqual(code, 0, said)
            done = subprocess.run([table.PROGRAM, "admin", "@", "list"], capture_output=True,
                                  text=True, env=dict(os.environ, TRICORNE_STORE=self.server.store))
            self.assertEqual((done.returncode, done.stdout), (0, said))

    def test_delete_a_game(self):
        made, seats, watch = new_game(self.server)
        st = watch.stream()
        st.next("here")
        seats[1].view()
        self.assertEqual(seats[1].do("delete").status, 403)
        self.assertEqual(seats[0].do("delete").status, 403)  # the other plays it
        seats[1].do("resign")
        self.assertEqual(seats[0].do("delete").status, 200)
        st.next("closed")
        self.assertEqual(seats[0].get(seats[0].at("view")).status, 401)
        db = sqlite3.connect(self.server.store)
        for t in ("game", "line", "note", "setting", "token", "pulse", "seed"):
            key = "id" if t == "game" else "game"
            n = db.execute("SELECT count(*) FROM %s WHERE %s = ?" % (t, key), [made["game"]])
            self.assertEqual(n.fetchone()[0], 0, t)
        made, seats, watch = new_game(self.server, kinds=("person", "level-1"))
        self.assertEqual(seats[0].do("delete").status, 200)


class Admin(Base):
    """tricorne admin beside a server that runs."""

    def admin(self, *words):
        code, said = admin(self.server.store, *words)
        self.assertEqual(code, 0, said)
        return said

    def test_list_find_show(self):
        made, seats, watch = new_game(self.server, title="The mill at dawn")
        seats[0].do("chat", {"text": "hello \u00e9"})
        self.assertIn(made["game"], self.admin("list"))
        said = self.admin("find", "mill at")
        self.assertIn(made["game"], said)
        self.assertIn("minden/first-battle", said)
        self.assertIn("hello \u00e9", self.admin("show", made["game"]))
        account(self.server, "tina")
        self.assertIn("account tina", self.admin("find", "tin"))
        self.assertEqual(admin(self.server.store, "find", "nothing like it")[0], 1)
        for words in (["list", "x"], ["nonsense"], ["ban", "thing", "x"], ["sweep"],
                      ["silence", made["game"], "9"]):
            self.assertEqual(admin(self.server.store, *words)[0], 2, words)
        self.assertEqual(admin(self.server.store, "delete", "game", "nowhere")[0], 1)
        self.assertEqual(admin(self.server.store, "delete", "account", "nobody")[0], 1)

    def test_delete_a_game_that_is_open(self):
        made, seats, watch = new_game(self.server)
        st = seats[0].stream()
        st.next("here")
        self.admin("delete", "game", made["game"])
        st.next("closed", 8)
        self.assertEqual(seats[0].get(seats[0].at("view")).status, 401)
        self.assertIn("delete game " + made["game"], self.admin("log"))

    def test_silence(self):
        made, seats, watch = new_game(self.server)
        self.admin("silence", made["game"], "1", "--reason", "rude")
        self.assertEqual(seats[1].do("chat", {"text": "x"}).status, 403)
        self.assertEqual(seats[0].do("chat", {"text": "x"}).status, 200)
        play(seats, 2)
        self.admin("unsilence", made["game"], "1")
        self.assertEqual(seats[1].do("chat", {"text": "x"}).status, 200)
        self.assertIn("silence %s 1: rude" % made["game"], self.admin("log"))

    def test_what_would_hold_nobody_off_is_refused(self):
        """A ban of a typing mistake is said to be one, and nothing is kept or logged."""
        made, seats, watch = new_game(self.server)
        for words, said in ((["ban", "address", "nonsense"], "no address"),
                            (["ban", "address", "203.0.113.0/33"], "no address"),
                            (["ban", "address", "203.0.113/24"], "no address"),
                            (["ban", "address", "203.0.113.0/"], "no address"),
                            (["ban", "address", "2001:db8::/129"], "no address"),
                            (["ban", "address", "0.0.0.0/0"], "no address"),
                            (["ban", "address", "::/0"], "no address"),
                            (["ban", "account", "no such person"], "no account"),
                            (["ban", "mail", "somebody"], "no mail address"),
                            (["sessions", "no such person"], "no account"),
                            (["silence", made["game"], "2"], "seats 0 to 1")):
            code, out = admin(self.server.store, *words)
            self.assertEqual(code, 1, (words, out))
            self.assertIn(said, out)
            self.assertNotIn(" ".join(words), self.admin("log"))
            self.assertNotIn(words[-1], self.admin("bans"))
        for good in ("203.0.113.9", "198.51.100.0/24", "2001:db8:ff::/48", "2001:db8::1"):
            self.admin("ban", "address", good)
            self.admin("unban", "address", good)

    def test_ban_an_account(self):
        a = account(self.server, "ulla")
        self.admin("ban", "account", "ulla", "--reason", "spam")
        self.assertEqual(a.get("me").status, 401)
        ask = lambda: Client(self.server).post("sessions", {"name": "ulla", "password": WORD})
        wait_until(lambda: ask().status == 403, 10)
        self.assertIn("ulla", self.admin("bans"))
        self.admin("unban", "account", "ulla")
        wait_until(lambda: ask().status == 201, 10)

    def test_ban_an_address(self):
        with Server("--rate", "0", "--proxy") as s:
            ask = lambda a: Client(s).get("players", headers={"X-Forwarded-For": a}).status
            self.assertEqual(admin(s.store, "ban", "address", "203.0.113.0/24")[0], 0)
            wait_until(lambda: ask("203.0.113.77") == 403, 10)
            self.assertEqual(ask("203.0.114.77"), 200)
            self.assertEqual(admin(s.store, "unban", "address", "203.0.113.0/24")[0], 0)
            wait_until(lambda: ask("203.0.113.77") == 200, 10)

    def test_reset_and_sessions(self):
        a = account(self.server, "vera")
        code = re.search("#/reset/(\\S+)", self.admin("reset", "vera")).group(1)
        c = Client(self.server)
        r = c.post("password", {"code": code, "password": "quite another"})
        self.assertEqual((r.status, r.json["name"]), (200, "vera"))
        self.assertEqual(a.get("me").status, 401)
        self.assertEqual(c.post("password", {"code": code, "password": "once more!"}).status, 404)
        b = sign_in(self.server, "vera", "quite another")
        self.assertIn("(1 ended)", self.admin("sessions", "vera"))
        self.assertEqual(b.get("me").status, 401)
        self.assertNotIn(code, self.admin("log"))

    def test_sweep(self):
        with Server("--rate", "0") as s:
            old, seats, watch = new_game(s)
            play(seats, 2)
            s.stop()
            db = sqlite3.connect(s.store)
            db.execute("UPDATE setting SET text = '1000' WHERE name = 'touched'")
            db.execute("UPDATE setting SET text = json_set(text, '$.made', 1000) WHERE name = 'meta'")
            db.execute("INSERT INTO account VALUES ('w', 'x')")
            db.execute("INSERT INTO session VALUES ('00', 'w', 1000)")
            db.commit()
            s.start()
            new, seats, watch = new_game(s)
            play(seats, 2)
            # a battle just begun, which the server has not written down as touched yet, stays
            self.assertIn("sweep 1 games", admin(s.store, "sweep", "--days", "30")[1])
            self.assertEqual(seats[0].get(seats[0].at("view")).status, 200)
            s.stop()
            self.assertEqual(db.execute("SELECT count(*) FROM session").fetchone()[0], 0)
            code, said = admin(s.store, "sweep", "--days", "30")
            self.assertEqual((code, said), (0, "sweep 0 games not touched for 30 days\n"))
            self.assertEqual(db.execute("SELECT id FROM game").fetchall(), [(new["game"],)])


class Mail(unittest.TestCase):
    def setUp(self):
        self.relay = serve(socketserver.ThreadingTCPServer, Relay)
        self.server = Server("--rate", "0", "--mail", "127.0.0.1:%d" % self.relay.server_address[1],
                             "--from", "war@example.org", "--url", "https://war.example.org/t")

    def tearDown(self):
        self.server.end()
        self.relay.shutdown()
        self.relay.server_close()

    def code(self, word):
        wait_until(lambda: self.relay.mails)
        text = self.relay.mails.pop(0)["text"]
        return re.search("https://war.example.org/t/#/%s/(\\S+)" % word, text).group(1)

    def test_only_confirmed_addresses(self):
        a = account(self.server, "wanda")
        c = Client(self.server)
        r = a.put("me/notice", {"mail": "w@example.org"})
        self.assertEqual((r.json["mail"], r.json["wanted"]), (None, "w@example.org"))
        code = self.code("confirm")
        made, seats, watch = new_game(self.server, title="Buy at http://evil.example")
        a.post("me/games", {"game": made["game"], "token": seats[1].token})
        while seats[0].view()["question"]["seat"] == 0:
            play(seats, 1)
        time.sleep(0.5)
        self.assertEqual(self.relay.mails, [])
        self.assertEqual(c.post("mail/confirm", {"code": code}).status, 200)
        self.assertEqual(c.post("mail/confirm", {"code": code}).status, 404)
        self.assertEqual(a.get("me").json["mail"], "w@example.org")
        made, seats, watch = new_game(self.server, title="Buy at http://evil.example")
        a.post("me/games", {"game": made["game"], "token": seats[1].token})
        while seats[0].view()["question"]["seat"] == 0:
            play(seats, 1)
        wait_until(lambda: self.relay.mails)
        self.assertNotIn("evil", self.relay.mails[0]["text"])
        # the way out: no mail any more, and no question to this address from anybody
        self.assertEqual(c.post("mail/stop", {"code": self.code("stop")}).status, 200)
        self.assertEqual(a.get("me").json["mail"], None)
        b = account(self.server, "xenia")
        wait_until(lambda: b.put("me/notice", {"mail": "w@example.org"}).status == 429, 10)

    def test_no_text_of_strangers(self):
        """A battle that somebody made has a title of theirs: mail names the system in its place."""
        a = account(self.server, "wilma")
        a.put("me/notice", {"mail": "wilma@example.org"})
        Client(self.server).post("mail/confirm", {"code": self.code("confirm")})
        made = account(self.server, "eve").post("battles", {"file": lure()})
        self.assertEqual(made.status, 201, made.body)
        r = Client(self.server).post("games", {"battle": made.json["about"]["battle"]})
        self.assertEqual(r.status, 201, r.body)
        seats = [table.sit_down(self.server, r.json["game"], s) for s in r.json["seats"]]
        self.assertIn("evil", seats[0].view()["title"])
        for seat in seats:
            a.post("me/games", {"game": r.json["game"], "token": seat.token})
        play(seats, 4)
        wait_until(lambda: self.relay.mails)
        self.assertNotIn("evil", self.relay.mails[0]["text"])
        self.assertIn("battle of Minden", self.relay.mails[0]["text"])

    def test_limits(self):
        b = account(self.server, "yves")
        got = []
        for i in range(5):
            got.append(b.put("me/notice", {"mail": "y@example.org"}).status)
            b.put("me/notice", {"mail": ""})
        self.assertEqual(got, [200] * 3 + [429] * 2)
        wait_until(lambda: len(self.relay.mails) == 3)

    def test_reset_by_mail(self):
        a = account(self.server, "zora")
        c = Client(self.server)
        self.assertEqual(c.post("password/reset", {"name": "zora"}).status, 200)
        self.assertEqual(c.post("password/reset", {"name": "nobody at all"}).status, 200)
        time.sleep(0.3)
        self.assertEqual(self.relay.mails, [])  # no address was confirmed
        a.put("me/notice", {"mail": "z@example.org"})
        c.post("mail/confirm", {"code": self.code("confirm")})
        self.assertEqual(c.post("password/reset", {"name": "zora"}).status, 200)
        wait_until(lambda: self.relay.mails)
        self.assertIn("https://war.example.org/t/#/stop/", self.relay.mails[0]["text"])
        code = self.code("reset")
        self.assertEqual(c.post("password", {"code": code, "password": "short"}).status, 400)
        self.assertEqual(c.post("password", {"code": code, "password": "brand new word"}).status, 200)
        self.assertEqual(a.get("me").status, 401)
        sign_in(self.server, "zora", "brand new word")


if __name__ == "__main__":
    table.main()
