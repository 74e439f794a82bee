"""Who plays: people and bots, by seat."""

from collections.abc import Sequence
from random import Random, SystemRandom

from cruces.cli.arguments import BOT, AnyGame
from cruces.cli.failures import UsageProblem
from cruces.cli.play.keeping import AnyPlay
from cruces.core import Player
from cruces.core.registry import family_of
from cruces.players import Bot, bots_for, get_bot
from cruces.render.terminal.style import Style

OPPONENTS = ("greedy", "level-3")
"""Who sits down where nobody else does: the first that the game has."""


def seated(style: Style, game: AnyGame, wanted: Sequence[str], seats: int | None) -> list[Player]:
    """The players asked for, and bots on the seats left over; one person if nobody was named."""
    named = list(wanted) or [style.say("play.you")]
    count = game.check_seats(max(game.seat_counts[0], len(named)) if seats is None else seats)
    if len(named) > count:
        raise UsageProblem(style.say("usage.too-many-players", players=len(named), seats=count))
    opponent = next(bot for bot in OPPONENTS if bot in bots_for(game.id))
    named += [f"{BOT}{opponent}"] * (count - len(named))
    taken: list[str] = []
    players = []
    for name in named:
        bot = name.removeprefix(BOT) if name.startswith(BOT) else ""
        if bot:
            get_bot(bot, game.id)  # refuses one that there is not
        shown = _unlike(bot or name, taken)
        taken.append(shown)
        players.append(Player(shown, "bot", bot) if bot else Player(shown))
    return players


def _unlike(name: str, taken: Sequence[str]) -> str:
    """The name, with a number if somebody has it already."""
    shown, number = name, 1
    while shown in taken:
        number += 1
        shown = f"{name[:55]} {number}"
    return shown


def bots_of(players: Sequence[Player]) -> dict[int, Bot]:
    """The bots by seat."""
    return {seat: get_bot(p.bot) for seat, p in enumerate(players) if p.kind == "bot"}


def unbeaten_names(play: AnyPlay) -> list[tuple[str, str]]:
    """Those at the table who are proven never to lose, and the command that explains why."""
    settings = play.game.settings(play.state)
    return [
        (player.name, one.command)
        for player in play.players
        for one in family_of(play.game).unbeaten(play.game)
        if player.bot == one.bot and one.options.items() <= settings.items()
    ]


def generators(seed: int | None, seats: int) -> tuple[Random, list[Random]]:
    """One generator for the dice and one for each seat: no player shares the dice's."""
    if seed is None:
        return SystemRandom(), [SystemRandom() for _ in range(seats)]
    return Random(f"{seed} dice"), [Random(f"{seed} seat {seat}") for seat in range(seats)]
