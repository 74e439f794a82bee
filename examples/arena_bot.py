"""A program for `cruces arena`: plays a random legal action. Any language will do.

usage: cruces arena quixo --players "greedy,program:python examples/arena_bot.py" --games 20
"""

import json
import sys
from random import Random

rng = Random()
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        rng.seed(message["seed"])
        answer = {"type": "ready"}
    elif message["type"] == "state":
        answer = {"type": "act", "action": rng.choice(message["legal"])}
    else:  # the result: the game is over
        break
    print(json.dumps(answer), flush=True)
