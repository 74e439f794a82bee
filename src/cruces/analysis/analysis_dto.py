"""An analysis as plain data, and who may have one."""

from typing import Annotated, Any

from msgspec import Meta, Struct

from cruces.analysis.analyse import Analysis, Judgement
from cruces.analysis.reasons import action_name, because
from cruces.analysis.value_phrases import Kind, brief, kind, value
from cruces.core.family import AnyGame

LISTED = 3
"""Actions that are named where not all are."""


class Move(Struct, frozen=True):
    """What an action is worth to the one who takes it; see `analysis.Judgement`."""

    action: str
    result: Annotated[
        int | None, Meta(description="1 wins, 0 draws, −1 loses; null if not proven.")
    ]
    plies: Annotated[
        int | None, Meta(description="Whoever wins has won after so many actions at the latest.")
    ]
    exact: Annotated[bool, Meta(description="Whether the result is proven.")]
    score: Annotated[int | None, Meta(description="The search's estimate, in points of its own.")]
    chance: Annotated[
        Annotated[float, Meta(ge=0, le=1)] | None,
        Meta(description="The share to be expected; a draw counts half. Null alone."),
    ]
    points: Annotated[
        float | None, Meta(description="The final score to be expected, where there are points.")
    ]
    line: Annotated[tuple[str, ...], Meta(description="How both would go on, this action first.")]
    why: Annotated[str, Meta(description="What speaks for it or against it, in one sentence.")]
    name: Annotated[str, Meta(description="The action as people say it.")]
    value: Annotated[str, Meta(description="What it is worth, in words.")]
    brief: Annotated[str, Meta(description="The same in little room.")]
    kind: Annotated[Kind, Meta(description="How it looks at a glance.")]
    listed: Annotated[
        bool, Meta(description="Whether it is one of the best three that come to different things.")
    ]


class Advice(Struct, frozen=True):
    """What every action of a seat is worth in a position, the best first."""

    position: str
    seat: int
    exact: Annotated[bool, Meta(description="Whether the value of the position is proven.")]
    depth: Annotated[int, Meta(description="How many actions ahead was looked.")]
    nodes: Annotated[
        int, Meta(description="At how many positions; with dice, how many games were played out.")
    ]
    seconds: float
    moves: tuple[Move, ...]


def advice(
    game: AnyGame, state: Any, analysis: Analysis, lang: str, most: int | None = None
) -> Advice:
    """An analysis of a state, for clients and programs; ``most`` names the best alone."""
    best = _best(game, state, analysis, most or LISTED)
    judgements = analysis.judgements if most is None else best
    return Advice(
        game.format_position(game.redact(state, analysis.seat)),
        analysis.seat,
        analysis.exact,
        analysis.depth,
        analysis.nodes,
        round(analysis.seconds, 3),
        tuple(move(game, state, analysis, one, lang, listed=one in best) for one in judgements),
    )


def _best(game: AnyGame, state: Any, analysis: Analysis, most: int) -> list[Judgement]:
    """The best so many; of several that come to the same, the first."""
    kept: list[tuple[Any, Judgement]] = []
    for judgement in analysis.judgements:
        after = game.apply(state, analysis.seat, judgement.action)
        if len(kept) < most and all(other != after for other, _ in kept):
            kept.append((after, judgement))
    return [judgement for _, judgement in kept]


def move(
    game: AnyGame,
    state: Any,
    analysis: Analysis,
    judgement: Judgement,
    lang: str,
    *,
    listed: bool = True,
) -> Move:
    """A judgement as data."""
    return Move(
        game.format_action(judgement.action),
        judgement.result,
        judgement.plies,
        judgement.exact,
        judgement.score,
        None if judgement.chance is None else round(judgement.chance, 4),
        None if judgement.points is None else round(judgement.points, 2),
        tuple(map(game.format_action, judgement.line)),
        because(game, state, analysis, judgement, lang),
        action_name(game, judgement.action, lang),
        value(judgement, lang),
        brief(judgement, lang),
        kind(judgement),
        listed,
    )
