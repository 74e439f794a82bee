"""A bot of one's own: takes a seat at a table and plays the first legal action it is offered.

usage: python bot.py http://127.0.0.1:8000 CODE
"""

import json
import sys
import uuid
from urllib.error import HTTPError
from urllib.request import Request, urlopen


class Bot:
    def __init__(self, server, code):
        self.server = server.rstrip("/")
        self.token = None
        self.token = json.load(self.ask("/api/devices", {}))["token"]
        self.match = json.load(self.ask("/api/join", {"code": code}))["match"]

    def ask(self, path, body=None):
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {self.token}"}
        data = json.dumps(body).encode() if body is not None else None
        try:
            return urlopen(Request(self.server + path, data, headers))
        except HTTPError as error:
            refusal = json.load(error)
            if refusal["code"] == "stale":  # something else happened first: the stream says what
                return None
            raise SystemExit(refusal["message"]) from None

    def do(self, version, **command):
        body = {"id": uuid.uuid4().hex, "version": version, "command": command}
        self.ask(f"/api/bot/matches/{self.match}/commands", body)

    def play(self):
        seat = None
        for line in self.ask(f"/api/bot/matches/{self.match}/stream"):
            message = json.loads(line) if line.strip() else {}
            now = message.get("state") or message.get("now")
            if now and seat is None:  # take the first open seat
                seat = next((i for i, s in enumerate(now["seats"]) if s["kind"] == "open"), None)
                if seat is None:
                    raise SystemExit("Every seat at this table is taken.")
                self.do(now["version"], type="sit", seat=seat, name=f"First move {seat + 1}")
                self.do(now["version"], type="ready", seat=seat, contribution=uuid.uuid4().hex)
            elif now and now["phase"] == "over":
                return f"Over: {now['result']['reason']}"
            elif now and seat in now["to_act"]:
                self.do(now["version"], type="act", seat=seat, action=now["legal"][str(seat)][0])
        raise SystemExit("The server closed the connection before the game was over.")


if len(sys.argv) != 3:
    print(__doc__, file=sys.stderr)
    sys.exit(2)
try:
    print(Bot(*sys.argv[1:]).play())
except (OSError, ValueError) as error:  # no server there, or not one of ours
    sys.exit(f"{sys.argv[1]} does not answer as a Cruces server: {error}")
