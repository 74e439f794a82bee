"""Matches on a server: from the lobby to the end, with people elsewhere."""

import asyncio
import json
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from textual.pilot import Pilot
from textual.widgets import Button, Input, OptionList, Static

from cruces.core import MalformedError
from cruces.core.record import ChanceEvent
from cruces.locales import text
from cruces.match.fair import commitment
from cruces.match.record import record_of
from cruces.match.visibility import full_view
from cruces.tui.app import CrucesApp
from cruces.tui.dialogs import Choice, Prompt, Question
from cruces.tui.game_screen import GameScreen
from cruces.tui.online.address import address
from cruces.tui.online.dice import Promise
from cruces.tui.online.lobby_screen import LobbyScreen
from cruces.tui.online.new_table_screen import NewTableScreen
from cruces.tui.online.server_screen import ServerScreen
from cruces.tui.online.table_screen import TableScreen
from tests.browser.line import Line
from tests.match.table import Table
from tests.server.process import Server
from tests.servers import free_port
from tests.tui.driving import SMALL, app, game_screen, play_out, press, settled, until

SIZE = (80, 24)


def shown(playing: CrucesApp, where: str) -> str:
    """The text of a part of the screen; empty if it has no such part, or not yet."""
    return "\n".join(str(part.render()) for part in playing.screen.query(where).results(Static))


async def connect(pilot: Pilot[None], url: str, name: str, code: str = "") -> None:
    """From the first screen to the lobby, or with a code to its table."""
    playing = pilot.app
    games = playing.screen.query_one(OptionList)
    games.highlighted = games.get_option_index("server")
    press(pilot, "enter")
    await until(pilot, lambda: isinstance(playing.screen, ServerScreen))
    await until(pilot, lambda: playing.screen.focused is not None)
    for field, value in (("server", url), ("name", name), ("code", code)):
        playing.screen.query_one(f"#{field}", Input).value = value
    press(pilot, "enter")
    kinds = (TableScreen, GameScreen) if code else LobbyScreen
    await until(pilot, lambda: isinstance(playing.screen, kinds))
    await settled(pilot)


async def lay(pilot: Pilot[None], game: str, **chosen: int) -> str:
    """Lay a table from the lobby; its code."""
    playing = pilot.app
    press(pilot, "t")
    await until(pilot, lambda: isinstance(playing.screen, Choice))
    await settled(pilot)
    games = ["qwixx", "big-points", "quixo", "quixo-teams"]
    press(pilot, *["down"] * games.index(game), "enter")
    await until(pilot, lambda: isinstance(playing.screen, NewTableScreen))
    await settled(pilot)
    for name, value in chosen.items():
        playing.screen.query_one(f"#{name}").value = value  # type: ignore[attr-defined]
    press(pilot, "ctrl+s")
    await until(pilot, lambda: isinstance(playing.screen, TableScreen))
    session = table(pilot).session
    await until(pilot, lambda: session.own)
    return session.value["code"]


def table(pilot: Pilot[None]) -> TableScreen:
    """The table that waits for players."""
    assert isinstance(pilot.app.screen, TableScreen)
    return pilot.app.screen


async def playing_at(pilot: Pilot[None], but: GameScreen | None = None) -> GameScreen:
    """The game, once it has begun; another one than that."""

    def begun() -> bool:
        shown = pilot.app.screen
        return isinstance(shown, GameScreen) and shown is not but and bool(shown.query("#status"))

    await until(pilot, begun)
    return game_screen(pilot)


def test_two_apps_play_talk_and_play_again(server: Server, home: Path) -> None:
    host, guest = app("en"), app("es")

    async def run() -> None:
        code: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        await asyncio.gather(receive(code), come(code))

    async def receive(code: asyncio.Future[str]) -> None:
        async with host.run_test(size=SIZE) as pilot:
            await connect(pilot, server.url, "Ana")
            laid = await lay(pilot, "quixo", **{"option-size": SMALL})
            assert laid in shown(host, "#invitation")
            assert shown(host, "#status") == text("tui.gather.few", "en")
            (home / "cruces" / "devices.json").unlink()  # the guest is somebody else
            code.set_result(laid)
            await until(pilot, lambda: shown(host, "#status") == text("tui.gather.all", "en"))
            press(pilot, "r")
            screen = await playing_at(pilot)
            await until(pilot, lambda: "Ana 2: hola" in shown(host, "#said"))
            assert shown(host, "#said").count("hola") == 1
            await play_out(pilot, "keys", Random(1))
            press(pilot, "n")
            again = await playing_at(pilot, but=screen)  # both are ready at once
            assert list(again.session.own) == [1]

    async def come(code: asyncio.Future[str]) -> None:
        async with guest.run_test(size=(40, 24)) as pilot:
            await connect(pilot, server.url, "Ana", await code)
            press(pilot, "enter")  # on the host's seat: the open one is meant; the name is taken
            await until(pilot, lambda: list(table(pilot).session.own) == [1])
            assert table(pilot).session.value["seats"][1]["name"] == "Ana 2"
            press(pilot, "r")
            screen = await playing_at(pilot)
            press(pilot, "m")
            await until(pilot, lambda: isinstance(guest.screen, Prompt))
            await until(pilot, lambda: guest.screen.focused is not None)
            press(pilot, *"hola", "enter")
            await until(pilot, lambda: guest.screen is screen)
            await play_out(pilot, "mouse", Random(2))
            offered = text("web.offer.rematch", "es", name="Ana")
            await until(pilot, lambda: offered in shown(guest, "#status"))
            press(pilot, "a")
            await playing_at(pilot, but=screen)

    asyncio.run(run())


def test_the_dice_of_a_game_are_checked(server: Server) -> None:
    playing = app("en")

    async def run() -> None:
        async with playing.run_test(size=SIZE) as pilot:
            await connect(pilot, server.url, "Ana")
            await lay(pilot, "qwixx", seats=2)
            press(pilot, "b")
            await until(pilot, lambda: isinstance(playing.screen, Choice))
            await settled(pilot)
            press(pilot, "up", "up", "enter")
            await until(pilot, lambda: shown(playing, "#status") == text("tui.gather.all", "en"))
            press(pilot, "r")
            screen = await playing_at(pilot)
            await until(pilot, lambda: screen.seat in screen.session.waiting)
            await play_out(pilot, "keys", Random(3))
            session = screen.session
            rolls = [type(event) for event in session.value["events"]].count(ChanceEvent)
            fair = text("dice.checked", "en", count=rolls)
            await until(pilot, lambda: fair in shown(playing, "#said"))

    asyncio.run(run())


def test_after_a_cut_it_goes_on_where_it_was(server: Server) -> None:
    line, playing = Line(free_port(), server.port), app("en")

    async def run() -> None:
        async with playing.run_test(size=SIZE) as pilot:
            await connect(pilot, f"http://127.0.0.1:{line.port}", "Ana")
            await lay(pilot, "quixo", **{"option-size": SMALL})
            press(pilot, "b")
            await until(pilot, lambda: isinstance(playing.screen, Choice))
            await settled(pilot)
            press(pilot, "enter")
            await until(pilot, lambda: shown(playing, "#status") == text("tui.gather.all", "en"))
            press(pilot, "r")
            screen = await playing_at(pilot)
            await until(pilot, lambda: screen.seat in screen.session.waiting)
            await settled(pilot)
            count = len(screen.session.value["events"])
            press(pilot, "h")
            await until(pilot, lambda: screen.board.suggestion is not None)
            line.cut()
            await until(pilot, lambda: screen.session.trouble)
            await until(pilot, lambda: shown(playing, "#status") == text("web.reconnecting", "en"))
            press(pilot, "enter", "right", "enter")  # it is sent once there is a connection
            await settled(pilot)
            assert len(screen.session.value["events"]) == count
            line.mend()
            await until(pilot, lambda: len(screen.session.value["events"]) >= count + 2)
            assert not screen.session.trouble
            await play_out(pilot, "keys", Random(4))

    try:
        asyncio.run(run())
    finally:
        line.close()


def test_somebody_watches_a_game_with_clocks(server: Server, home: Path) -> None:
    host, watcher = app("en"), app("en")

    async def run() -> None:
        code: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        over = asyncio.Event()
        await asyncio.gather(play(code, over), watch(code, over))

    async def play(code: asyncio.Future[str], over: asyncio.Event) -> None:
        async with host.run_test(size=SIZE) as pilot:
            await connect(pilot, server.url, "Ana")
            laid = await lay(pilot, "quixo", **{"option-size": SMALL, "clock": 4})
            press(pilot, "b")
            await until(pilot, lambda: isinstance(host.screen, Choice))
            await settled(pilot)
            press(pilot, "enter")
            await until(pilot, lambda: shown(host, "#status") == text("tui.gather.all", "en"))
            press(pilot, "r")
            screen = await playing_at(pilot)
            (home / "cruces" / "devices.json").unlink()
            code.set_result(laid)
            first = screen.session.remaining_time(0)
            assert first is not None
            await until(pilot, lambda: "29:5" in shown(host, "#players"))  # of half an hour
            await over.wait()

    async def watch(code: asyncio.Future[str], over: asyncio.Event) -> None:
        async with watcher.run_test(size=SIZE) as pilot:
            await connect(pilot, server.url, "Eva", await code)
            screen = await playing_at(pilot)
            assert not screen.session.own
            await until(pilot, lambda: "Ana" in shown(watcher, "#players"))
            press(pilot, "enter", "right", "enter", "h", "m")  # nobody's turn here
            await until(pilot, lambda: watcher._notifications)
            assert watcher.screen is screen
            press(pilot, "q")  # without a question: nothing is lost
            await until(pilot, lambda: isinstance(watcher.screen, LobbyScreen))
            over.set()

    asyncio.run(run())


def test_refusals_are_sentences(server: Server) -> None:
    playing = app("es")

    def is_told(sentence: str) -> bool:
        return sentence in [note.message for note in playing._notifications]

    async def run() -> None:
        async with playing.run_test(size=SIZE) as pilot:
            await connect(pilot, server.url, "Ana")
            press(pilot, "j")
            await until(pilot, lambda: isinstance(playing.screen, Prompt))
            await until(pilot, lambda: playing.screen.focused is not None)
            press(pilot, *"NOCODE", "enter")
            await until(pilot, partial(is_told, text("error.no-code", "es")))
            press(pilot, "escape")
            await until(pilot, lambda: isinstance(playing.screen, ServerScreen))
            nowhere = f"http://127.0.0.1:{free_port()}"
            for written in ("not an address", nowhere):
                playing.screen.query_one("#server", Input).value = written
                playing.screen.query_one("#go", Button).press()
                key = "server-unreachable" if written == nowhere else "server-address"
                said = text(f"error.{key}", "es", address=written)
                await until(pilot, partial(is_told, said))

    asyncio.run(run())


def test_who_is_not_recognised_may_start_over(server: Server, home: Path) -> None:
    kept = home / "cruces" / "devices.json"
    kept.parent.mkdir()
    kept.write_text(json.dumps({server.url: "a.b.c.d"}))
    playing = app("en")

    async def run() -> None:
        async with playing.run_test(size=SIZE) as pilot:
            playing.push_screen(ServerScreen("en", server.url))
            await until(pilot, lambda: isinstance(playing.screen, Question))
            press(pilot, "y")
            await until(pilot, lambda: isinstance(playing.screen, LobbyScreen))

    asyncio.run(run())
    tokens = json.loads(kept.read_text())
    assert tokens[server.url] != "a.b.c.d"
    assert "a.b.c.d" in tokens.values()  # it may be valid again one day
    assert kept.stat().st_mode & 0o777 == 0o600


def test_a_link_leads_to_a_server_and_its_table() -> None:
    assert address("cruces.example").url == "http://cruces.example"
    assert address("https://cruces.example/#table=xyz").match == "xyz"
    assert address("https://cruces.example").socket == "wss://cruces.example/ws"
    for written in ("", "http://", "ftp://cruces.example", "http://a:b", "http://[1"):
        with pytest.raises(MalformedError):
            address(written)


def cheated(name: str, record: dict[str, Any]) -> dict[str, Any]:
    """A record in which the server has changed something."""
    if name == "secret":
        record["fair"]["secret"] = "00" * 32
    elif name == "rolls":
        record["fair"] |= {"secret": "00" * 32, "commitment": commitment(bytes(32))}
    elif name == "record":
        record["seats"] = record["seats"][:1]
    return record


@pytest.mark.parametrize("name", ["", "commitment", "secret", "own-text", "rolls", "record"])
def test_a_broken_promise_is_noticed(name: str) -> None:
    table = Table("qwixx", seats=2)
    promise = Promise.of(full_view(table.match, frozenset({0}), 0))
    promise.own[0] = "another" if name == "own-text" else "text of 0"
    if name in ("commitment", "rolls"):
        promise.commitment = commitment(bytes(32))
    table.sit_all().play_out()
    value = full_view(table.match, frozenset({0}), 0)
    record = msgspec.json.decode(msgspec.json.encode(record_of(table.match)))
    written = json.dumps(cheated(name, record)).encode()
    good, sentence = promise.check(written, value, "en")
    assert good is not bool(name)
    assert (text(f"dice.problem.{name}", "en") if name else "fair") in sentence
