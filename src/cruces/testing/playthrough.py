"""Golden playthroughs: seeded random games as readable text.

A change of the rules, a text or an order shows up as a difference in such a file.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from cruces.core import CHANCE, Outcome, Play, Value
from cruces.core.options import value_text
from cruces.core.registry import get_game
from cruces.testing.random_play import AnyPlay, PlayStyle, anything, listed, perform, random_act

MAX_EVENTS = 2_000
LIST_FIRST, LIST_EVERY = 4, 10
"""Legal actions are listed in the first few states and in every tenth."""
WIDTH = 96


@dataclass(frozen=True)
class Playthrough:
    """One game to play; the seed is chosen so that something interesting happens."""

    name: str
    game: str
    seed: int
    seats: int | None = None
    options: Mapping[str, Value] = field(default_factory=dict)
    style: PlayStyle = anything


def transcript(playthrough: Playthrough) -> str:
    """The whole game as text."""
    play = Play(get_game(playthrough.game), playthrough.options, playthrough.seats)
    rng = Random(playthrough.seed)
    settings = play.game.settings(play.state)
    lines = [
        f"game     {playthrough.game}",
        f"options  {' '.join(f'{name}={value_text(v)}' for name, v in settings.items())}",
        f"seats    {len(play.players)}",
        f"seed     {playthrough.seed}",
        f"style    {playthrough.style.__name__}",
        "",
        "0",
        *_state(play),
    ]
    while play.to_act and len(play.events) < MAX_EVENTS:
        actor, act = random_act(play.game, play.state, rng, playthrough.style)
        perform(play, actor, act)
        lines += [f"{len(play.events)} {_event(play, actor, act)}", *_state(play)]
    lines += ["", *_end(play.outcome)]
    return "\n".join(lines) + "\n"


def _event(play: AnyPlay, actor: int, act: object) -> str:
    if actor == CHANCE:
        return f"chance {play.game.format_chance(act)}"
    return f"p{actor + 1} {play.game.format_action(act)}"


def _state(play: AnyPlay) -> Iterator[str]:
    """The position, the spectator's view if it differs, and the legal actions."""
    game, state, number = play.game, play.state, len(play.events)
    yield f"  {play.text}"
    visible = game.redact(state, None)
    if visible != state:
        yield f"  seen {game.format_position(visible)}"
    for actor in sorted(play.to_act):
        if actor == CHANCE:
            yield f"  chance: {len(game.chance(state))} outcomes"
            continue
        actions = [game.format_action(action) for action in listed(game.legal(state, actor))]
        yield f"  p{actor + 1}: {len(actions)} legal"
        if number < LIST_FIRST or number % LIST_EVERY == 0:
            yield from _wrapped(actions)


def _wrapped(words: Sequence[str]) -> Iterator[str]:
    line = "   "
    for word in words:
        if len(line) + 1 + len(word) > WIDTH:
            yield line
            line = "   "
        line += f" {word}"
    yield line


def _end(outcome: Outcome | None) -> Iterator[str]:
    if outcome is None:
        yield f"no end after {MAX_EVENTS} events"
        return
    yield f"end      {outcome.reason}"
    for words in outcome.announced:
        yield f"         {words}"
    for seat, (place, score) in enumerate(zip(outcome.places, outcome.scores, strict=True)):
        yield f"p{seat + 1}       place {place}, score {score}"
    yield f"winners  {' '.join(f'p{seat + 1}' for seat in outcome.winners) or '-'}"


def write(folder: Path, playthroughs: Sequence[Playthrough]) -> None:
    """Write every playthrough, and remove files of former ones."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.txt"):
        old.unlink()
    for playthrough in playthroughs:
        # Bytes, because they are compared byte for byte on every system.
        (folder / f"{playthrough.name}.txt").write_bytes(transcript(playthrough).encode())
