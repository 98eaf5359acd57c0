"""Dice by commitments: a seat's chain of secrets, and a checker of records that shares no code
with the program (Python's hashlib does the hashing)."""
import hashlib
import json
import os

SIDES = {"d6": (6, 1), "d10": (10, 0), "scatter": (6, 1), "direction": (8, 1), "d100": (100, 0)}
AVERAGE = [2, 3, 3, 4, 4, 5]


def h(*parts, key=b"", size=32):
    return hashlib.blake2b(b"".join(parts), key=key, digest_size=size).digest()


def step(game, seat, link):
    return h(b"tricorne link\0", game.encode() + b"\0", bytes([seat]), link)


def host_commit(game, secret):
    return h(b"tricorne host\0", game.encode() + b"\0", secret)


def key_of(game, secret, links):
    """links: (seat, newest link), by rising seat."""
    key = h(b"tricorne key\0", game.encode() + b"\0", secret)
    for seat, link in links:
        key = h(bytes([seat]), link, key=key)
    return key


def face(key, acts, place, die):
    sides, low = (6, 0) if die == "average" else SIDES[die]
    attempt = 0
    while True:
        for b in h(acts, place.to_bytes(8, "little"), attempt.to_bytes(8, "little"), key=key, size=64):
            if b < 256 - 256 % sides:
                return AVERAGE[b % 6] if die == "average" else low + b % sides
        attempt += 1


class Holder:
    """A seat that gives its shares: one secret, or a chain of links."""

    def __init__(self, seat, links=1, secret=None):
        self.seat = seat
        view = seat.view()
        self.game, self.number = view["game"], view["seat"]
        self.chain = [secret or os.urandom(32)]
        for _ in range(links):
            self.chain.append(step(self.game, self.number, self.chain[-1]))
        self.left = len(self.chain) - 1  # the next to be told is chain[left - 1]

    def commit(self):
        return self.seat.do("commit", {"commit": self.chain[-1].hex()})

    def link(self):
        self.left -= 1
        return self.seat.do("link", {"link": self.chain[self.left].hex()})

    def give(self, question):
        """What this seat owes, if anything; true if it gave it."""
        shares = question.get("shares")
        if not shares or self.number not in shares["owes"]:
            return False
        r = self.commit() if shares["what"] == "commit" else self.link()
        assert r.status == 200, (r.status, r.body)
        return True


class Bad(Exception):
    pass


def check(text):
    """(verified, forced, faces) of a record; Bad names what does not fit."""
    raw = [x for x in text.encode().split(b"\n") if x]
    lines = [json.loads(x) for x in raw]
    head, lines = lines[0], lines[1:]
    game, way = head["game"], head["dice"]
    secret = next((bytes.fromhex(x["host"]) for x in lines if "host" in x), None)
    if secret is not None and host_commit(game, secret).hex() != head["host"]:
        raise Bad("host")
    persons = [i for i, s in enumerate(head["seats"]) if s["kind"] == "person"]
    newest, given, since = {}, {}, 0
    chain = acts = h(bytes(32), raw[0])
    kept, place, verified, forced = [], 0, 0, 0
    for i, line in enumerate(lines):
        if line["n"] != i or line["prev"] != chain.hex():
            raise Bad("chain at %d" % i)
        chain = h(chain, raw[i + 1])
        if ("end" in line or "stop" in line) and i + 1 < len(lines):
            raise Bad("more than the end at %d" % i)
        if "commit" in line:
            if line["seat"] in newest or line["commit"] in [x.hex() for x in newest.values()]:
                raise Bad("commit at %d" % i)
            newest[line["seat"]] = bytes.fromhex(line["commit"])
        if "undo" in line:
            while kept and kept[-1][0] >= line["undo"]:
                _, acts, place = kept.pop()
        if "act" in line:
            kept.append((i, acts, place))
            acts = h(acts, ("%d %s %s" % (line["seat"], line["question"], line["act"])).encode())
            since = i
        if "adjust" in line:
            acts, since = h(acts, b"adjust"), i
            for path, value in line["adjust"]:
                acts = h(h(acts, path.encode()), value.encode())
        if "link" in line:
            at = link = bytes.fromhex(line["link"])
            for _ in range(64 if way == "interactive" else 1):
                at = step(game, line["seat"], at)
                if at == newest[line["seat"]]:
                    break
            else:
                raise Bad("link at %d" % i)
            newest[line["seat"]], given[line["seat"]] = link, i
        dice = [die for n, die in line.get("rolled", []) for _ in range(n)]
        faces = line.get("faces", [])
        if len(dice) != len(faces):
            raise Bad("dice at %d" % i)
        first = line.get("forced", 0)
        forced += first
        if len(faces) > first:
            if set(given) != set(persons) or (way == "interactive" and min(given.values()) < since):
                raise Bad("share missing at %d" % i)
            if line["draw"] != place:
                raise Bad("draw at %d" % i)
            if secret is not None:
                key = key_of(game, secret, [(s, newest[s]) for s in persons])
                for k in range(first, len(faces)):
                    if face(key, acts, place + k, dice[k]) != faces[k]:
                        raise Bad("face %d at %d" % (k + 1, i))
                    verified += 1
        place += len(faces)
    return verified, forced, sum(len(x.get("faces", [])) for x in lines)
