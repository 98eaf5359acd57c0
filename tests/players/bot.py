#!/usr/bin/env python3
"""bot.py MODE - an outside player: one question a line in, one answer a line out.

first: the first offer or candidate. stubborn: an illegal answer, always. repents: illegal
first, legal when told why not. mute: ends at once. noise: not JSON.
"""
import json
import sys

mode = sys.argv[1]
if mode == "mute":
    sys.exit(0)
for line in sys.stdin:
    message = json.loads(line)
    question = message["question"]
    offers = question.get("candidates") or question["offers"]
    answer = {"act": offers[0]["act"]}
    if mode == "stubborn" or (mode == "repents" and "error" not in message):
        answer = {"act": "hold" if question["question"] != "fire" else "done"}
    print("hello" if mode == "noise" else json.dumps(answer), flush=True)
