"""Positions with the exact value of every action, as a table to learn from.

They come from games in which a part of the actions, another part in each game, is drawn at random,
and the others are perfect: so there are good positions and bad ones. Each position is there once.
"""

import json
from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import dataclass
from itertools import chain, count, islice
from random import Random
from typing import TYPE_CHECKING, Any

from cruces.analysis.oracle import ActionValue, Oracle
from cruces.analysis.regret import next_decision, opened
from cruces.core import BadOptionError, Reason
from cruces.core.extras import naming_extras
from cruces.core.family import Family
from cruces.core.registry import family_of, present
from cruces.parallel import Here, Place, in_order
from cruces.players.whole_game import MAX_EVENTS

if TYPE_CHECKING:
    import pyarrow  # type: ignore[import-untyped]

PART_GAMES = 4
"""The games that are played in one go."""
NOTHING_NEW = 500
"""After so many games without a position that is new there are hardly any left."""


@dataclass(frozen=True, slots=True)
class Labelled:
    """A decision: ``game`` is the number of the game it is from, ``ply`` the actions before it."""

    game: int
    ply: int
    seat: int
    state: Any
    actions: tuple[ActionValue, ...]
    """What every legal action is worth, the best first; at least two."""


def labelled(oracle: Oracle, seed: int = 1, place: Place | None = None) -> Generator[Labelled]:
    """Different positions in which a seat has a choice, until hardly any are left."""
    oracle.prepare()
    part = _Part(family_of(oracle.game), oracle, seed)
    seen, fruitless = set[Any](), 0
    with closing(in_order(part, count(), place or Here())) as parts:
        for decisions in chain.from_iterable(parts):
            fruitless += 1
            for one in decisions:
                position = oracle.essence(one.state), one.seat
                if position not in seen:
                    seen.add(position)
                    fruitless = 0
                    yield one
            if fruitless == NOTHING_NEW:
                return


@dataclass(frozen=True, slots=True)
class _Part:
    """Plays the games of one part: a list of decisions for each."""

    family: Family
    oracle: Oracle
    seed: int

    def __call__(self, number: int) -> list[list[Labelled]]:
        present(self.family)
        games = range(number * PART_GAMES, (number + 1) * PART_GAMES)
        return [list(_game(self.oracle, game, Random(f"{self.seed} {game}"))) for game in games]


def _game(oracle: Oracle, number: int, rng: Random) -> Generator[Labelled]:
    """The decisions of a game, as far as the oracle knows them."""
    game, at_random = oracle.game, rng.random()
    state = opened(oracle, rng)
    for ply in range(MAX_EVENTS):
        decision = next_decision(game, state, rng)
        actions = None if decision is None else oracle.actions(decision[1], decision[0])
        if decision is None or actions is None:
            return
        seat, state = decision
        if len(actions) > 1:
            yield Labelled(number, ply, seat, state, actions)
        best = [entry for entry in actions if not entry.regret]
        chosen = rng.choice(actions if rng.random() < at_random else best)
        state = game.advance(state, seat, chosen.action)


def dataset(
    oracle: Oracle,
    positions: int,
    seed: int = 1,
    progress: Callable[[float], None] | None = None,
    place: Place | None = None,
) -> "pyarrow.Table":
    """So many positions, or as many as there are, as a table; the same for the same seed.

    ``docs/how-to/exact-tables.md`` describes its columns. ``place`` is where the games are played.
    """
    if positions < 1:
        raise BadOptionError(Reason("too-few", {"name": "positions", "value": positions}))
    with naming_extras():
        import pyarrow
    rows = list[dict[str, Any]]()
    with closing(labelled(oracle, seed, place)) as found:
        for one in islice(found, positions):
            rows.append(_row(oracle, one))
            if progress is not None:
                progress(len(rows) / positions)
    return pyarrow.Table.from_pylist(rows, _schema(oracle, seed))


def written(table: "pyarrow.Table") -> bytes:
    """The table as a Parquet file."""
    with naming_extras():
        import pyarrow
        from pyarrow import parquet
    sink = pyarrow.BufferOutputStream()
    parquet.write_table(table, sink)
    content: bytes = sink.getvalue().to_pybytes()
    return content


def _row(oracle: Oracle, one: Labelled) -> dict[str, Any]:
    names = [oracle.game.format_action(entry.action) for entry in one.actions]
    return {
        "position": oracle.game.format_position(one.state),
        "game": one.game,
        "ply": one.ply,
        "seat": one.seat,
        "value": one.actions[0].value.worth,
        "best": names[0],
        "actions": names,
        "values": [entry.value.worth for entry in one.actions],
        "regrets": [entry.regret for entry in one.actions],
        "plies": [entry.value.plies for entry in one.actions],
    }


def _schema(oracle: Oracle, seed: int) -> "pyarrow.Schema":
    import pyarrow as pa

    about = {
        "game": oracle.game.id,
        "options": json.dumps(oracle.settings),
        "seed": str(seed),
        "about": oracle.description("en"),
    }
    numbers = pa.list_(pa.float64())
    return pa.schema(
        [
            ("position", pa.string()),
            ("game", pa.int32()),
            ("ply", pa.int16()),
            ("seat", pa.int8()),
            ("value", pa.float64()),
            ("best", pa.string()),
            ("actions", pa.list_(pa.string())),
            ("values", numbers),
            ("regrets", numbers),
            ("plies", pa.list_(pa.int16())),
        ],
        metadata=about,
    )
