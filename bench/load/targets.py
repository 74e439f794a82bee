"""The servers under load: how to open a match on each, and how to talk to it."""

import asyncio
import random
import secrets
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import httpx
import msgspec

from bench.load.machine import Server, free_port
from bench.load.wire import WebSocket
from cruces.games.quixo.rules.geometry import pushes
from cruces.server.tokens import Signer
from cruces.storage import Store

PEER = Path(__file__).parent / "peer"
SEATS = 2


class MatchListener(Protocol):
    """Receives what the sockets of one match report."""

    def acked(self, seat: int) -> None:
        """The server acknowledged the seat's command."""

    def saw(self, seat: int, version: int, move: bytes | None, *, over: bool) -> None:
        """The seat's socket has the position at a version; ``move`` is what it sends if it may."""

    def failed(self, what: str) -> None:
        """Something went wrong."""


class LoadTarget(Protocol):
    """A server under load."""

    name: str
    server: Server

    async def open(self, number: int, listener: MatchListener) -> list[WebSocket]:
        """A new match with both players connected. The first move comes to ``saw``."""

    async def close(self) -> None:
        """Stop the server."""


# Ours


class _Now(msgspec.Struct):
    version: int
    phase: str
    legal: dict[str, list[str]]


class _State(msgspec.Struct, tag_field="type", tag="state"):
    state: _Now


class _Events(msgspec.Struct, tag_field="type", tag="events"):
    now: _Now


class _Ack(msgspec.Struct, tag_field="type", tag="ack"):
    id: str


class _Error(msgspec.Struct, tag_field="type", tag="error"):
    reason: str


class _Presence(msgspec.Struct, tag_field="type", tag="presence"):
    pass


_decode = msgspec.json.Decoder(_State | _Events | _Ack | _Error | _Presence).decode
_encode = msgspec.json.encode


def _do(number: str, version: int, **command: object) -> bytes:
    return _encode({"type": "do", "id": number, "version": version, "command": command})


class CrucesTarget:
    """Cruces, every event on the disk before it is acknowledged."""

    name = "Cruces"

    def __init__(self, folder: Path, core: int, database: str = "") -> None:
        self._port = free_port()
        url = database or f"sqlite:///{folder / 'load.db'}"
        address = f"http://127.0.0.1:{self._port}"
        self.server = Server(
            [sys.executable, "-m", "cruces", "serve", "--port", str(self._port)],
            {
                "CRUCES_DATABASE": url,
                "CRUCES_LOG_LEVEL": "WARNING",
                "CRUCES_UNLIMITED": "127.0.0.1",
            },
            core,
            folder / "cruces.log",
            f"{address}/ready",
        )
        # Thousands of devices come from one address here, more than the server lets in from one:
        # so we sign their tokens ourselves, with the key that it keeps in its database.
        store = Store(url)
        self._signer = Signer(store.setting("device-key", b""))
        store.close()
        self._devices: dict[int, list[str]] = {}
        self._http = httpx.AsyncClient(base_url=address, timeout=60)

    async def open(self, number: int, listener: MatchListener) -> list[WebSocket]:
        if number not in self._devices:
            self._devices[number] = [self._signer.issue()[1] for _ in range(SEATS)]
        tokens = self._devices[number]
        answer = await self._http.post(
            "/api/matches",
            json={"game": "quixo"},
            headers={"Authorization": f"Bearer {tokens[0]}"},
        )
        match = answer.raise_for_status().json()["match"]
        return [await self._sit(seat, tokens[seat], match, listener) for seat in range(SEATS)]

    async def _sit(self, seat: int, token: str, match: str, listener: MatchListener) -> WebSocket:
        ready = asyncio.get_running_loop().create_future()
        socket = await WebSocket.connect(
            self._port,
            "/ws",
            _cruces_handler(seat, listener, ready),
            lambda: listener.failed("cut"),
        )
        socket.send(_encode({"type": "hello", "token": token, "match": match}))
        socket.send(_do("sit", 0, type="sit", seat=seat, name=f"Player {seat + 1}"))
        socket.send(_do("ready", 0, type="ready", seat=seat, contribution=secrets.token_hex(8)))
        await asyncio.wait_for(ready, 60)
        return socket

    async def close(self) -> None:
        await self._http.aclose()
        self.server.stop()


def _cruces_handler(
    seat: int, listener: MatchListener, ready: "asyncio.Future[None]"
) -> Callable[[bytes], None]:
    own = str(seat)

    def on_message(data: bytes) -> None:
        message = _decode(data)
        match message:
            case _Events(now):
                if now.phase != "gathering":
                    listener.saw(
                        seat, now.version, _cruces_move(now, own), over=now.phase == "over"
                    )
            case _Ack(id):
                if id == "ready":
                    if not ready.done():
                        ready.set_result(None)
                elif id != "sit":
                    listener.acked(seat)
            case _Error(reason):
                listener.failed(reason)

    return on_message


def _cruces_move(now: _Now, own: str) -> bytes | None:
    actions = now.legal.get(own)
    if not actions:
        return None
    act = random.choice(actions)
    return _do(str(now.version), now.version, type="act", seat=int(own), action=act)


# boardgame.io


class PeerTarget:
    """boardgame.io with the same game. Its namespace on socket.io is the game's name."""

    def __init__(self, folder: Path, core: int, modules: Path, storage: str) -> None:
        self._port = free_port()
        self.name = f"boardgame.io, {storage}"
        lobby = free_port()
        address = f"http://127.0.0.1:{lobby}/games"
        self.server = Server(
            ["node", str(PEER / "server.js")],
            {
                "NODE_ENV": "production",
                "NODE_PATH": str(modules),
                "PORT": str(self._port),
                "LOBBY_PORT": str(lobby),
                "FLATFILE": str(folder / "flatfile") if storage == "flatfile" else "",
            },
            core,
            folder / "peer.log",
            address,
        )
        self._http = httpx.AsyncClient(base_url=f"{address}/quixo", timeout=60)

    async def open(self, number: int, listener: MatchListener) -> list[WebSocket]:
        match = (await self._post("/create", {"numPlayers": SEATS}))["matchID"]
        sockets = []
        for seat in range(SEATS):
            name = {"playerID": str(seat), "playerName": f"Player {seat + 1}"}
            joined = await self._post(f"/{match}/join", name)
            sockets.append(await self._sit(seat, joined["playerCredentials"], match, listener))
        return sockets

    async def _post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        answer = (await self._http.post(path, json=body)).raise_for_status()
        found: dict[str, Any] = answer.json()
        return found

    async def _sit(
        self, seat: int, credentials: str, match: str, listener: MatchListener
    ) -> WebSocket:
        player = _PeerPlayer(seat, credentials, match, listener)
        player.socket = await WebSocket.connect(
            self._port,
            "/socket.io/?EIO=4&transport=websocket",
            player.on_message,
            lambda: listener.failed("cut"),
        )
        await asyncio.wait_for(player.ready, 60)
        return player.socket

    async def close(self) -> None:
        await self._http.aclose()
        self.server.stop()


class _Board(msgspec.Struct):
    board: list[int]


class _Ctx(msgspec.Struct):
    currentPlayer: str  # noqa: N815
    gameover: Any = None


class _PeerState(msgspec.Struct):
    G: _Board
    ctx: _Ctx
    stateID: int = msgspec.field(name="_stateID")  # noqa: N815


class _Sync(msgspec.Struct):
    state: _PeerState


_message = msgspec.json.Decoder(list[msgspec.Raw]).decode
_update = msgspec.json.Decoder(_PeerState).decode
_sync = msgspec.json.Decoder(_Sync).decode
_NAMESPACE = b"/quixo,"


class _PeerPlayer:
    """Speaks socket.io: packets of engine.io (0 open, 2 ping, 3 pong, 4 message) around its own."""

    def __init__(self, seat: int, credentials: str, match: str, listener: MatchListener) -> None:
        self._seat = seat
        self._credentials = credentials
        self._match = match
        self._listener = listener
        self.socket: WebSocket | None = None
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def _send(self, packet: bytes) -> None:
        if self.socket is None:  # the handshake's last packet may come before `connect` returns
            asyncio.get_running_loop().call_soon(self._send, packet)
        else:
            self.socket.send(packet)

    def on_message(self, data: bytes) -> None:
        if data.startswith(b"42" + _NAMESPACE):
            self._event(data[2 + len(_NAMESPACE) :])
        elif data == b"2":
            self._send(b"3")
        elif data.startswith(b"0"):
            self._send(b"40" + _NAMESPACE)
        elif data.startswith(b"40"):
            hello = ["sync", self._match, str(self._seat), self._credentials, SEATS]
            self._send(b"42" + _NAMESPACE + _encode(hello))
        else:
            self._listener.failed(data[:40].decode())

    def _event(self, data: bytes) -> None:
        kind, *rest = _message(data)
        match bytes(kind):
            case b'"update"':
                self._saw(_update(rest[1]), own=True)
            case b'"sync"':
                if not self.ready.done():
                    self.ready.set_result(None)
                self._saw(_sync(rest[1]).state, own=False)

    def _saw(self, state: _PeerState, *, own: bool) -> None:
        # The only acknowledgement is the mover's own copy of the state after the move.
        mover = int(state.ctx.currentPlayer)
        over = state.ctx.gameover is not None
        version = state.stateID
        if own and (version - 1) % SEATS == self._seat:
            self._listener.acked(self._seat)
        move = None if over or mover != self._seat else self._move(state)
        self._listener.saw(self._seat, version, move, over=over)

    def _move(self, state: _PeerState) -> bytes:
        board, own = state.G.board, self._seat + 1
        take, to = random.choice([p for p in pushes(5) if board[p[0]] in (0, own)])
        payload = {
            "type": "push",
            "args": [take, to],
            "playerID": str(self._seat),
            "credentials": self._credentials,
        }
        action = {"type": "MAKE_MOVE", "payload": payload}
        packet = ["update", action, state.stateID, self._match, str(self._seat)]
        return b"42" + _NAMESPACE + _encode(packet)
