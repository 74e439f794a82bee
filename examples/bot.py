"""A bot of one's own: takes a seat at a table and plays the first legal action it is offered.

usage: python bot.py http://127.0.0.1:8000 CODE
"""

import json
import sys
import uuid
from urllib.request import Request, urlopen


def ask(path, body=None, token=None):
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    data = json.dumps(body).encode() if body is not None else None
    return urlopen(Request(SERVER + path, data, headers))


def do(version, **command):
    body = {"id": uuid.uuid4().hex, "version": version, "command": command}
    ask(f"/api/bot/matches/{match}/commands", body, token).close()


SERVER, code = sys.argv[1:]
token = json.load(ask("/api/devices", {}))["token"]
match = json.load(ask("/api/join", {"code": code}, token))["match"]
seat = None
for line in ask(f"/api/bot/matches/{match}/stream", token=token):
    message = json.loads(line) if line.strip() else {}
    now = message.get("state") or message.get("now")
    if now and seat is None:  # take the first open seat
        seat = next(i for i, held in enumerate(now["seats"]) if held["kind"] == "open")
        do(now["version"], type="sit", seat=seat, name="First move")
        do(now["version"], type="ready", seat=seat, contribution=uuid.uuid4().hex)
    elif now and now["phase"] == "over":
        sys.exit(f"Over: {now['result']['reason']}")
    elif now and seat in now["to_act"]:
        do(now["version"], type="act", seat=seat, action=now["legal"][str(seat)][0])
