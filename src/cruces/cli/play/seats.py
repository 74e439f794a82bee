"""The players of a game, people and bots, by seat."""

from collections.abc import Sequence
from random import Random, SystemRandom

from cruces.cli.arguments import BOT, AnyGame
from cruces.cli.failures import UsageProblem
from cruces.cli.play.saving import AnyPlay
from cruces.core import Player
from cruces.core.registry import family_of
from cruces.players import Bot, bots_for, get_bot
from cruces.render.terminal.style import Style

OPPONENTS = ("greedy", "level-3")
"""The bots for free seats: the first of these that the game has."""


def seated(style: Style, game: AnyGame, names: Sequence[str], seats: int | None) -> list[Player]:
    """The named players, with bots on the remaining seats; one person if nobody was named."""
    named = list(names) or [style.say("play.you")]
    count = game.check_seats(max(game.seat_counts[0], len(named)) if seats is None else seats)
    if len(named) > count:
        raise UsageProblem(style.say("usage.too-many-players", players=len(named), seats=count))
    opponent = next(bot for bot in OPPONENTS if bot in bots_for(game.id))
    named += [f"{BOT}{opponent}"] * (count - len(named))
    used_names: list[str] = []
    players = []
    for name in named:
        bot = name.removeprefix(BOT) if name.startswith(BOT) else ""
        if bot:
            get_bot(bot, game.id)  # refuses an unknown bot
        unique_name = _unique(bot or name, used_names)
        used_names.append(unique_name)
        players.append(Player(unique_name, "bot", bot) if bot else Player(unique_name))
    return players


def _unique(name: str, used_names: Sequence[str]) -> str:
    """The name, with a number if it is already used."""
    unique_name, number = name, 1
    while unique_name in used_names:
        number += 1
        unique_name = f"{name[:55]} {number}"
    return unique_name


def bots_of(players: Sequence[Player]) -> dict[int, Bot]:
    """The bots by seat."""
    return {seat: get_bot(p.bot) for seat, p in enumerate(players) if p.kind == "bot"}


def unbeaten_names(play: AnyPlay) -> list[tuple[str, str]]:
    """The players who are proven never to lose, and the command that explains why."""
    settings = play.game.settings(play.state)
    return [
        (player.name, unbeaten.command)
        for player in play.players
        for unbeaten in family_of(play.game).unbeaten(play.game)
        if player.bot == unbeaten.bot and unbeaten.options.items() <= settings.items()
    ]


def generators(seed: int | None, seats: int) -> tuple[Random, list[Random]]:
    """One generator for the dice and a separate one for each seat."""
    if seed is None:
        return SystemRandom(), [SystemRandom() for _ in range(seats)]
    return Random(f"{seed} dice"), [Random(f"{seed} seat {seat}") for seat in range(seats)]
