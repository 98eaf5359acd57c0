#!/usr/bin/env python3
"""Battles that people made, kept on a server: published, listed, opened, forked, played, taken away; and studies of them."""
import json
import os
import random
import sqlite3
import subprocess
import tempfile
import threading
import unittest

import table
from table import Client, Seat, Server, play, sit_down, wait_until
from test_people import account, admin, sign_in


def text_of(*parts):
    with open(os.path.join(table.DATA, *parts), encoding="utf-8", newline="") as f:
        return f.read()


def battle(**more):
    return dict({"format": "tricorne-battle-1", "name": "the-ford", "system": "minden", "title": "whatever", "origin": "",
                 "scenario": text_of("minden", "scenarios", "first-battle.yaml").replace("title: First battle", "title: The ford")
                 .replace("turns: 12", "turns: 3"), "map": text_of("minden", "maps", "first-battle.yaml"), "tables": []}, **more)


def other_table():
    return [{"name": "melee", "text": text_of("minden", "tables", "melee.yaml").replace("factor:   3", "factor:   4")}]


class Base(unittest.TestCase):
    options = ("--rate", "0", "--study", "0")

    def setUp(self):
        self.server = Server(*self.options, store=os.environ.get("TRICORNE_POSTGRES"))
        self.addCleanup(self.server.end)
        self.anna = self.person("Anna")

    def person(self, name):
        """An account without battles, also in a database that several tests share."""
        try:
            who = account(self.server, name)
        except AssertionError:
            who = sign_in(self.server, name)
        for b in who.get("me/battles").json["battles"]:
            who.api("DELETE", "battles/" + b["battle"])
        return who

    def publish(self, who=None, status=201, **body):
        r = (who or self.anna).post("battles", dict({"file": battle()}, **body))
        self.assertEqual(r.status, status, r.body)
        return r.json.get("about") if status == 201 else r.json["error"]


class Published(Base):
    def test_list_open_fork(self):
        made = self.publish()
        self.assertEqual((made["title"], made["by"], made["system"], made["origin"]), ("The ford", "Anna", "minden", None))
        got = Client(self.server).get("battles").json["battles"]
        self.assertEqual([b["battle"] for b in got], [made["battle"]])
        self.assertEqual(made["bytes"], got[0]["bytes"])
        whole = Client(self.server).get("battles/" + made["battle"]).json
        self.assertEqual(whole["file"], battle(title="The ford"))
        bert = self.person("Bert")
        fork = self.publish(bert, file=dict(whole["file"], scenario=whole["file"]["scenario"].replace("turns: 3", "turns: 4")), origin=made["battle"])
        self.assertEqual(fork["origin"], {"battle": made["battle"], "text": "The ford, by Anna"})
        again = Client(self.server).get("battles/" + fork["battle"]).json
        self.assertEqual(again["file"]["origin"], "The ford, by Anna")
        # the origin goes: the fork still names it
        self.assertEqual(self.anna.api("DELETE", "battles/" + made["battle"]).status, 200)
        still = Client(self.server).get("battles").json["battles"]
        self.assertEqual([b["origin"]["text"] for b in still], ["The ford, by Anna"])
        self.assertEqual(Client(self.server).get("battles/" + made["battle"]).status, 404)

    def test_a_list_of_one_system_and_what_is_not_listed(self):
        self.publish()
        hidden = self.publish(listed=False)
        self.assertEqual(len(Client(self.server).get("battles").json["battles"]), 1)
        self.assertEqual(len(Client(self.server).get("battles?of=minden").json["battles"]), 1)
        self.assertEqual(len(Client(self.server).get("battles?of=reason").json["battles"]), 0)
        self.assertEqual(len(self.anna.get("me/battles").json["battles"]), 2)
        self.assertEqual(Client(self.server).get("battles/" + hidden["battle"]).status, 200)  # by its link

    def test_only_the_maker_changes_it(self):
        made = self.publish()
        bert = self.person("Bert")
        changed = {"file": battle(tables=other_table())}
        self.assertEqual(bert.put("battles/" + made["battle"], changed).status, 403)
        self.assertEqual(bert.api("DELETE", "battles/" + made["battle"]).status, 403)
        self.assertEqual(Client(self.server).put("battles/" + made["battle"], changed).status, 401)
        r = self.anna.put("battles/" + made["battle"], changed)
        self.assertEqual(r.status, 200, r.body)
        self.assertNotEqual(r.json["about"]["file"], made["file"])
        self.assertEqual(len(Client(self.server).get("battles").json["battles"]), 1)
        old = Client(self.server).get("files/" + made["file"])
        self.assertEqual(old.json["file"]["tables"], [])  # games of it go on

    def test_what_is_taken_away_does_not_come_back(self):
        """A new version sent at the moment in which the battle is taken away."""
        for _ in range(8):
            made = self.publish()
            put, other = Client(self.server, self.anna.token), Client(self.server, self.anna.token)
            other.get("me")
            t = threading.Thread(target=lambda: put.put("battles/" + made["battle"], {"file": battle(tables=other_table())}))
            t.start()
            gone = other.api("DELETE", "battles/" + made["battle"]).status
            t.join()
            self.assertEqual(gone, 200)
            self.assertEqual(Client(self.server).get("battles/" + made["battle"]).status, 404)

    def test_an_account_is_needed_and_may_keep_fifty(self):
        self.assertEqual(Client(self.server).post("battles", {"file": battle()}).status, 401)
        for i in range(50):
            self.publish(file=battle(name="ford-%d" % i))
        self.assertEqual(self.publish(status=409)["code"], "full")
        mine = self.anna.get("me/battles").json["battles"]
        self.assertEqual(len(mine), 50)
        self.anna.api("DELETE", "battles/" + mine[0]["battle"])
        self.publish()

    @unittest.skipIf("TRICORNE_POSTGRES" in os.environ, "by the other store")
    def test_an_account_that_goes_takes_its_battles(self):
        self.publish()
        self.assertEqual(self.anna.post("me/delete", {"password": "a good password"}).status, 200)
        self.assertEqual(Client(self.server).get("battles").json["battles"], [])


class Foreign(Base):
    def test_what_is_refused(self):
        good = battle()
        for wrong, where in ((dict(good, name="../../etc"), "name"), (dict(good, system="none"), "system"),
                             (dict(good, scenario=good["scenario"] + "\x00"), "body"), (dict(good, path="/etc/passwd"), "battle"),
                             (dict(good, tables=[{"name": "../x", "text": ""}]), "tables"), (dict(good, map=5), "map"),
                             (dict(good, origin="a\u202eb"), "origin"), (dict(good, format="tricorne-battle-2"), "format"),
                             (dict(good, scenario=good["scenario"].replace("The ford", '"a\\u202eb"')), "title"),
                             (dict(good, scenario=good["scenario"].replace("map: first-battle", "map: ../../x")), None),
                             (dict(good, scenario=good["scenario"].replace("turns: 3", "turns: 900")), None), ({}, "format"), ([], "format"), ("x", "format"),
                             (dict(good, tables=other_table() * 2), "tables")):
            error = self.publish(status=400, file=wrong)
            if where:
                self.assertEqual(error["where"], where, error)
        large = dict(good, scenario=good["scenario"] + "# " + "x" * 300000 + "\n")
        self.assertEqual(self.publish(status=413, file=large)["code"], "full")
        self.assertEqual(self.publish(status=404, origin="AAAAAAAAAAAA")["code"], "name")
        self.assertEqual(Client(self.server).get("battles").json["battles"], [])

    def test_bent_files_do_no_harm(self):
        rng, text = random.Random(5), json.dumps(battle(tables=other_table()))
        for _ in range(150):
            bent = bytearray(text.encode())
            for _ in range(rng.randrange(1, 6)):
                at = rng.randrange(len(bent))
                if rng.random() < .5:
                    bent[at] = rng.randrange(32, 127)
                else:
                    del bent[at:at + rng.randrange(1, 40)]
            body = b'{"file":' + bytes(bent) + b"}"
            r = self.anna.raw("POST", self.server.base + "api/v1/battles", body,
                              {"Content-Type": "application/json", "Authorization": "Bearer " + self.anna.token})
            self.assertIn(r.status, (201, 400, 409), r.body)
        self.assertEqual(Client(self.server).get("battles").status, 200)


class Played(Base):
    def game(self, made, **more):
        r = Client(self.server).post("games", dict({"battle": made["battle"]}, **more))
        self.assertEqual(r.status, 201, r.body)
        return r.json

    def test_with_a_friend_and_after_a_restart(self):
        made = self.publish(file=battle(tables=other_table()))
        got = self.game(made)
        seats = [Seat(self.server, got["game"], got["seats"][0]["token"]), sit_down(self.server, got["game"], got["seats"][1])]
        view = seats[0].view()
        self.assertEqual((view["scenario"], view["file"], view["title"]), (made["scenario"], made["file"], "The ford"))
        play(seats, most=12)
        self.anna.api("DELETE", "battles/" + made["battle"])
        self.server.stop()
        self.server.start()
        seats = [Seat(self.server, got["game"], s.token) for s in seats]
        self.assertEqual(seats[0].view()["title"], "The ford")
        play(seats, most=6)
        self.assertEqual(self.server.stop(), 0)
        self.server.verify()
        with tempfile.TemporaryDirectory() as folder:
            def store(*words):
                done = subprocess.run([table.PROGRAM, "--data", table.DATA, "store", *words], capture_output=True, text=True)
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            store("export", self.server.store, os.path.join(folder, "out"))
            self.assertTrue(os.path.exists(os.path.join(folder, "out", made["file"] + ".battle.json")))
            store("import", os.path.join(folder, "new.db"), os.path.join(folder, "out"))
            store("verify", os.path.join(folder, "new.db"))

    def test_an_operator_takes_it_away(self):
        made = self.publish()
        code, said = admin(self.server.store, "battles", "ford")
        self.assertTrue(code == 0 and made["battle"] in said and "The ford (Anna)" in said, said)
        code, said = admin(self.server.store, "delete", "battle", made["battle"], "--reason", "not ours")
        self.assertEqual(code, 0, said)
        self.assertEqual(Client(self.server).get("battles").json["battles"], [])
        self.assertIn("delete battle " + made["battle"] + ": not ours", admin(self.server.store, "log")[1])
        self.assertEqual(admin(self.server.store, "delete", "battle", made["battle"])[0], 1)


class Studies(Base):
    options = ("--rate", "0", "--study", "300")

    def study(self, status=201, who=None, **body):
        r = (who or Client(self.server)).post("studies", body)
        self.assertEqual(r.status, status, r.body)
        return r.json.get("study")

    def rows(self, study, start=0):
        return Client(self.server).get("studies/%s?from=%d" % (study, start)).json

    def test_it_grows_and_goes_on_after_a_kill(self):
        study = self.study(file=battle(), players=["random", "level-1"], battles=8)
        wait_until(lambda: len(self.rows(study)["fought"]) >= 2, 120)
        self.server.kill()
        self.server.start()
        wait_until(lambda: self.rows(study)["state"] != "waits", 240)
        got = self.rows(study)
        self.assertEqual((got["state"], len(got["fought"]), got["battles"]), ("done", 8, 8))
        row = got["fought"][0]
        self.assertIn(row["winner"], (None, "allied", "french"))
        self.assertTrue(row["turns"] >= 1 and row["answers"] > 10 and row["ending"], row)
        self.assertEqual((len(row["lost"]), row["goals"]), (2, ["Hahlen Cross", "Mill hill"]))
        self.assertTrue(all(0 <= x <= 1 for x in row["lost"]))
        self.assertEqual([len(m["held"]) for m in row["course"]], [2] * len(row["course"]))
        self.assertTrue(row["course"][0]["left"][0] > 0)
        self.assertEqual(len(self.rows(study, 6)["fought"]), 2)
        # the same battles whoever fights them, and whenever
        again = self.study(file=battle(), players=["random", "level-1"], battles=2)
        wait_until(lambda: self.rows(again)["state"] == "done", 120)
        self.assertEqual(self.rows(again)["fought"], got["fought"][:2])

    def test_a_published_battle_says_how_it_plays(self):
        made = self.publish()

        def plays():
            return Client(self.server).get("battles").json["battles"][0]["plays"]
        wait_until(plays, 240)
        self.assertEqual((plays()["battles"], plays()["players"]), (20, ["level-1", "level-1"]))
        self.assertEqual(sum(plays()["wins"].values()) + plays()["drawn"] + plays()["cut"], 20)
        self.assertTrue(0 < plays()["turns"] <= 4 and sum(plays()["endings"].values()) == 20)
        self.assertEqual(made["plays"], None)

    def test_what_is_refused_and_ended(self):
        for body in ({}, {"scenario": "minden/none"}, {"scenario": "minden/first-battle", "players": ["level-9", "random"]},
                     {"scenario": "minden/first-battle", "players": ["level-4:turn=9000", "random"]},
                     {"scenario": "minden/first-battle", "battles": 1001}, {"scenario": "minden/first-battle", "battles": 0},
                     {"scenario": "minden/first-battle", "file": battle(name="X")}):
            self.study(400, **body)
        self.study(404, battle="AAAAAAAAAAAA")
        some = [self.study(scenario="minden/first-battle", battles=1000) for _ in range(4)]
        self.study(429, scenario="minden/first-battle")
        for study in some:
            self.assertEqual(Client(self.server).api("DELETE", "studies/" + study).status, 200)
            self.assertEqual(self.rows(study)["state"], "stopped")
        self.study(scenario="minden/first-battle", battles=1)

    def test_no_battle_is_for_nothing(self):
        """One of a single turn takes less than a millisecond, and is counted all the same."""
        short = battle()
        short["scenario"] = short["scenario"].replace("turns: 3", "turns: 1")
        study = self.study(file=short, players=["random", "random"], battles=300)
        wait_until(lambda: self.rows(study)["state"] == "done", 120)
        self.assertGreaterEqual(self.rows(study)["used"], 300)

    @unittest.skipIf("TRICORNE_POSTGRES" in os.environ, "the store is written by hand")
    def test_battles_of_a_day(self):
        """Ten thousand, and what is fought is swept when it takes too much room."""
        study = self.study(scenario="minden/first-battle", players=["random", "random"], battles=1)
        wait_until(lambda: self.rows(study)["state"] == "done", 120)
        db = sqlite3.connect(self.server.store, timeout=20)
        db.executemany("INSERT INTO study_row (study, n, text) VALUES (?, ?, '{}')", [(study, i) for i in range(1, 9999)])
        db.commit()
        last = self.study(scenario="minden/first-battle", players=["random", "random"], battles=3)
        wait_until(lambda: self.rows(last)["state"] != "waits", 120)
        self.assertEqual((self.rows(last)["state"], len(self.rows(last)["fought"])), ("stopped", 1))
        self.study(429, scenario="minden/first-battle")
        db.execute("UPDATE study_row SET text = ? WHERE study = ? AND n < 9000", ["x" * 20000, study])
        db.commit()
        db.close()
        self.server.stop()
        self.server.start()  # it sweeps when it begins
        wait_until(lambda: Client(self.server).get("studies/" + study).status == 404, 30)
        self.assertEqual(self.rows(last)["state"], "stopped")


class Faults(Base):
    options = ("--rate", "0", "--study", "300")

    def setUp(self):
        os.environ["TRICORNE_TRIP"] = "N-M0a"  # the first rule of a battle of minden
        try:
            super().setUp()
        finally:
            del os.environ["TRICORNE_TRIP"]

    def test_a_mistake_of_ours_ends_the_study_and_not_the_server(self):
        """More of them than the server stands in games."""
        for _ in range(110):
            r = Client(self.server).post("studies", {"scenario": "minden/first-battle", "battles": 1})
            self.assertEqual(r.status, 201, r.body)
            wait_until(lambda: Client(self.server).get("studies/" + r.json["study"]).json["state"] != "waits", 60)
            if Client(self.server).get("studies/" + r.json["study"]).json["state"] == "done":
                self.skipTest("only debug builds trip")
        self.assertEqual(Client(self.server).raw("GET", self.server.base + "healthz").status, 200)


class Budget(Base):
    options = ("--rate", "0", "--study", "1")

    def test_it_ends_when_the_time_is_used_up(self):
        who = self.person("Cora")
        r = who.post("studies", {"scenario": "minden/first-battle", "players": ["level-1", "level-1"], "battles": 1000})
        self.assertEqual(r.status, 201, r.body)
        wait_until(lambda: Client(self.server).get("studies/" + r.json["study"]).json["state"] == "stopped", 240)
        self.assertEqual(who.post("studies", {"scenario": "minden/first-battle"}).status, 429)
        self.assertEqual(Client(self.server).post("studies", {"scenario": "minden/first-battle", "battles": 1}).status, 201)  # another's is another's


if __name__ == "__main__":
    table.main()
