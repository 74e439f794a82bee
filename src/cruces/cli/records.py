"""`cruces replay` and `cruces verify`: saved games."""

from typing import Any

import click
import msgspec

from cruces.cli import files
from cruces.cli.arguments import HexText, SeatText, WholeNumber
from cruces.cli.failures import FAILED, CliError, system_reason
from cruces.cli.localised_click import Argument, Command, echo_json, json_option, words
from cruces.core import CrucesError, Play
from cruces.core.record import Result
from cruces.match.verify import Kept, verified
from cruces.render.terminal import view_of
from cruces.render.terminal.style import Style, colour_wanted, printable

AnyPlay = Play[Any, Any, Any]
KEY_SHOWN = 16
"""The digits of a key that are shown to people: enough to tell keys apart."""


def event_option(lang: str) -> click.Option:
    """`--event`."""
    say = words(lang)
    return click.Option(
        ["--event"], type=WholeNumber(lang), metavar=say("metavar.number"), help=say("option.event")
    )


def rewind(play: AnyPlay, event: int | None) -> None:
    """Take back everything after an event; 0 is the start, None changes nothing."""
    if event is None:
        return
    if event > len(play.events):
        raise CliError("no-event", event=event, last=len(play.events))
    play.take_back(event)


def replay_command(lang: str) -> Command:
    """`cruces replay` in a language."""
    say = words(lang)

    def run(file: str, event: int | None, as_json: bool) -> None:
        play = files.read_play(file)
        rewind(play, event)
        if as_json:
            steps = [_step(play, number) for number in range(len(play.events) + 1)]
            echo_json(steps[-1] if event is not None else _game_data(play, steps))
        else:
            style = Style(lang, colour_wanted())
            lines = _position_lines(play, style) if event is not None else _game_lines(play, style)
            click.echo("\n".join(lines), color=style.colour)

    params: list[click.Parameter] = [
        Argument(["file"], say("argument.file"), metavar=say("metavar.file")),
        event_option(lang),
        json_option(lang),
    ]
    examples = (
        "cruces replay game.json",
        "cruces replay game.json --event 12",
        "cruces replay game.json --json",
    )
    return Command("replay", lang, run, params, examples)


def _step(play: AnyPlay, number: int) -> dict[str, object]:
    """The position after an event, and the event; 0 is the start."""
    state = play.states[number]
    outcome = play.game.outcome(state)
    return {
        "number": number,
        "event": msgspec.to_builtins(play.events[number - 1]) if number else None,
        "position": play.game.format_position(state),
        "to_act": sorted(play.game.to_act(state)),
        "result": None if outcome is None else msgspec.to_builtins(Result.of(outcome)),
    }


def _game_data(play: AnyPlay, steps: list[dict[str, object]]) -> dict[str, object]:
    return {
        "game": play.game.id,
        "options": play.game.settings(play.state),
        "seats": msgspec.to_builtins(play.players),
        "steps": steps,
    }


def _game_lines(play: AnyPlay, style: Style) -> list[str]:
    table = view_of(play, style)
    lines = [_title(play, style), *table.small(play.states[0])]
    for number, event in enumerate(play.events, 1):
        before, after = play.states[number - 1 : number + 1]
        lines.append(f"{number:>5}  {table.event(before, event).strip()}")
        lines += [f"    {line}" for line in table.small(after)]
    return [*lines, "", *_position_lines(play, style)]


def _title(play: AnyPlay, style: Style) -> str:
    names = ", ".join(printable(player.name) for player in play.players)
    return style.paint(f"{play.game.name(style.lang)}: {names}", bold=True)


def _position_lines(play: AnyPlay, style: Style) -> list[str]:
    table = view_of(play, style)
    last = play.events[-1] if play.events else None
    lines = [style.rule(style.say("replay.after", event=len(play.events)))]
    if last is not None:
        lines.append(table.event(play.states[-2], last))
    lines += table.picture(play.game.view(play.state, None), last)
    if play.outcome is not None:
        lines += table.ended(play.log, play.outcome)
    return [*lines, style.say("replay.position", text=play.text)]


def verify_command(lang: str) -> Command:
    """`cruces verify` in a language."""
    say = words(lang)

    def run(
        names: tuple[str, ...],
        commitment: str | None,
        contributions: tuple[tuple[int, str], ...],
        key: str | None,
        as_json: bool,
    ) -> int:
        kept = Kept(commitment, dict(contributions), key)
        results = [_verify(name, kept, lang) for name in names]
        if as_json:
            echo_json(results)
        else:
            for result in results:
                _report(result, kept, lang)
        return 0 if all(result["ok"] for result in results) else FAILED

    def option(name: str, kind: click.ParamType[Any], metavar: str, **more: Any) -> click.Option:
        return click.Option(
            [f"--{name}", *more.pop("variable", ())],
            type=kind,
            metavar=say(f"metavar.{metavar}"),
            help=say(f"option.{name}"),
            **more,
        )

    params: list[click.Parameter] = [
        Argument(
            ["names"],
            say("argument.file"),
            nargs=-1,
            required=True,
            metavar=f"{say('metavar.file')}...",
        ),
        option("commitment", HexText(lang, 64), "hex"),
        option(
            "contribution",
            SeatText(lang),
            "seat-text",
            multiple=True,
            variable=("contributions",),
        ),
        option("key", HexText(lang, 64), "hex"),
        json_option(lang),
    ]
    examples = (
        "cruces verify game.json",
        "cruces verify games/*.json --json",
        "cruces verify game.json --commitment 9f86d081... --contribution 1=5e2a91c0...",
    )
    return Command("verify", lang, run, params, examples, codes=("0", "1", "2"))


def _verify(name: str, kept: Kept, lang: str) -> dict[str, Any]:
    try:
        found = verified(files.read(name), kept)
    except CrucesError as error:
        return {"file": name, "ok": False, "error": error.to_dict(lang)}
    except OSError as error:
        reason = system_reason(error)
        failed = {"code": "file", "reason": reason.slug, "message": reason.message(lang)}
        return {"file": name, "ok": False, "error": failed}
    return {
        "file": name,
        "ok": True,
        "game": found.play.game.id,
        "events": len(found.play.events),
        "over": found.play.outcome is not None,
        "dice": found.dice,
        "draws": found.draws,
        "signer": found.signer,
    }


def _report(result: dict[str, Any], kept: Kept, lang: str) -> None:
    say = words(lang)
    name = printable(result["file"])
    if not result["ok"]:
        click.echo(f"{name}: {printable(result['error']['message'])}")
        return
    state = say("verify.over" if result["over"] else "verify.unfinished")
    dice = say(_dice_key(result), count=result["draws"])
    signature = ""
    if result["signer"]:
        known = "verify.signed" if kept.key else "verify.signed-by"
        signature = say(known, signer=result["signer"][:KEY_SHOWN])
    click.echo(
        say(
            "verify.ok",
            file=name,
            game=result["game"],
            events=result["events"],
            state=state,
            dice=dice,
            signature=signature,
        )
    )


def _dice_key(result: dict[str, Any]) -> str:
    """Nobody asks what was promised about dice that a game does not have."""
    none = not result["draws"] and result["dice"] != "not-checkable"
    return "verify.dice.none" if none else f"verify.dice.{result['dice']}"
