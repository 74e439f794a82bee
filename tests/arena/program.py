"""A program for the arena that plays the first legal action, or misbehaves in its third answer."""

import json
import os
import sys
import time
from typing import Any

FOREVER = 600


def misbehave(what: str, answer: dict[str, Any]) -> object:
    """Do it; or return the answer to give."""
    match what:
        case "hang":
            time.sleep(FOREVER)
        case "deaf":
            sys.stdin.close()
            time.sleep(FOREVER)
        case "crash":
            raise ValueError("no idea")
        case "exit":
            os._exit(7)
        case "child":
            if os.fork() == 0:
                time.sleep(FOREVER)
            os._exit(3)
        case "flood" | "mutter":
            while True:
                (sys.stdout if what == "flood" else sys.stderr).write("x" * 4096)
        case "memory":
            eaten = []
            while True:
                eaten.append(bytearray(2**24))
        case "babble":
            return "hello"
        case "twice":
            sys.stdout.write(json.dumps(answer) + "\n")
        case "cheat":
            return {**answer, "action": "b2>b1"}
        case "nonsense":
            return {**answer, "action": "resign please"}
    return answer


def main() -> None:
    for number, line in enumerate(sys.stdin):
        message = json.loads(line)
        answer: Any = {"type": "ready"}
        if message["type"] == "state":
            assert message["seat"] in message["to_act"]
            answer = {"type": "act", "action": message["legal"][0]}
        if message["type"] == "result":
            break
        told = misbehave(sys.argv[1], answer) if number == 2 else answer
        sys.stdout.write(json.dumps(told) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
