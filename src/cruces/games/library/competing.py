"""A tournament between players: ``tournament``."""

from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from pathlib import Path

from cruces.analysis.simulate import AnyPlayer
from cruces.arena.contestants import ObjectContestant, of_object
from cruces.arena.program import ProgramLimits
from cruces.arena.setup import new_setup
from cruces.arena.sprt import Sprt
from cruces.arena.store import GameFile
from cruces.arena.tournament import NODES, Tournament, play_tournament
from cruces.core import Game, WrongTypeError
from cruces.core.family import AnyGame
from cruces.games.library.starting import get_game
from cruces.parallel import check_count, place_of
from cruces.players import Limits


def tournament(
    game: str | AnyGame,
    players: Sequence[AnyPlayer],
    games: int = 100,
    *,
    options: Mapping[str, object] | None = None,
    seats: int | None = None,
    seed: int = 1,
    nodes: int = NODES,
    program_limits: ProgramLimits | None = None,
    sprt: tuple[float, float] | None = None,
    workers: int = 1,
    ray: str | None = None,
    save: str | PathLike[str] | None = None,
    progress: Callable[[float], None] | None = None,
) -> Tournament:
    """Let everyone play everyone, in every seat and with the same dice.

    Players are names, functions of a view and bots, and texts as ``cruces arena`` takes them:
    ``file.py:function``, ``program:command``. The number of games is rounded up to complete rounds.
    The results depend on the seed and the number of games, not on who computes them: ``workers``
    processes of this computer, or with ``ray`` a cluster. ``save`` is a file for the games, with
    which the same call goes on after an interruption.
    """
    chosen = game if isinstance(game, Game) else get_game(game)
    if not isinstance(players, list | tuple):
        raise WrongTypeError("players", players, "list")
    check_count("games", games)
    check_count("nodes", nodes)
    check_count("workers", workers)
    limits = program_limits or ProgramLimits()
    contestants = [of_object(player, chosen, limits) for player in players]
    setup = new_setup(
        chosen, contestants, options=options, seats=seats, seed=seed, limits=Limits(nodes=nodes)
    )
    objects = any(isinstance(each, ObjectContestant) for each in contestants)
    place = place_of(1 if objects else workers, ray)
    test = None if sprt is None else Sprt(*sprt)
    if save is None:
        return play_tournament(setup, games, place, sprt=test, progress=progress)
    file, before = GameFile.open(Path(save), setup)
    try:
        return play_tournament(
            setup, games, place, sprt=test, before=before, keep=file.add, progress=progress
        )
    finally:
        file.close()
