"""An analysis as plain data, for clients and programs."""

from typing import Annotated, Any

from msgspec import Meta, Struct

from cruces.analysis.analyse import Analysis, Judgement
from cruces.analysis.reasons import action_name, because
from cruces.analysis.value_phrases import Kind, brief, kind, value
from cruces.core.family import AnyGame
from cruces.locales.numbers import rounded

LISTED = 3
"""The number of actions in a short list."""


class Move(Struct, frozen=True):
    """What an action is worth to the player who takes it; see `analysis.Judgement`."""

    action: str
    result: Annotated[
        int | None, Meta(description="1 wins, 0 draws, −1 loses; null if not proven.")
    ]
    plies: Annotated[
        int | None, Meta(description="The winner needs at most this many actions of both sides.")
    ]
    exact: Annotated[bool, Meta(description="Whether the result is proven.")]
    score: Annotated[int | None, Meta(description="The search's own evaluation.")]
    chance: Annotated[
        Annotated[float, Meta(ge=0, le=1)] | None,
        Meta(description="The expected share; a draw counts half. Null in a solo game."),
    ]
    points: Annotated[
        float | None, Meta(description="The expected final score, in games with points.")
    ]
    line: Annotated[
        tuple[str, ...], Meta(description="The expected continuation, from this action.")
    ]
    why: Annotated[str, Meta(description="Why it is good or bad, in one sentence.")]
    name: Annotated[str, Meta(description="The action in words.")]
    value: Annotated[str, Meta(description="What it is worth, in words.")]
    brief: Annotated[str, Meta(description="The same, abbreviated.")]
    kind: Annotated[Kind, Meta(description="The kind of value, for its style.")]
    listed: Annotated[
        bool, Meta(description="Whether it is one of the best three with different effects.")
    ]


class Advice(Struct, frozen=True):
    """What every action of a seat is worth in a position, the best first."""

    position: str
    seat: int
    exact: Annotated[bool, Meta(description="Whether the value of the position is proven.")]
    depth: Annotated[int, Meta(description="The search depth, in actions.")]
    nodes: Annotated[
        int, Meta(description="The positions searched; with dice, the games simulated.")
    ]
    seconds: float
    moves: tuple[Move, ...]


def advice(
    game: AnyGame, state: Any, analysis: Analysis, lang: str, most: int | None = None
) -> Advice:
    """An analysis of a state, for clients and programs; ``most`` limits it to the best."""
    best = _best(game, state, analysis, most or LISTED)
    judgements = analysis.judgements if most is None else best
    return Advice(
        game.format_position(game.redact(state, analysis.seat)),
        analysis.seat,
        analysis.exact,
        analysis.depth,
        analysis.nodes,
        round(analysis.seconds, 3),
        tuple(move(game, state, analysis, each, lang, listed=each in best) for each in judgements),
    )


def _best(game: AnyGame, state: Any, analysis: Analysis, most: int) -> list[Judgement]:
    """The ``most`` best actions; of several with the same effect, the first."""
    best: list[tuple[Any, Judgement]] = []
    for judgement in analysis.judgements:
        after = game.apply(state, analysis.seat, judgement.action)
        if len(best) < most and all(other != after for other, _ in best):
            best.append((after, judgement))
    return [judgement for _, judgement in best]


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
        rounded(judgement.chance),
        rounded(judgement.points),
        tuple(map(game.format_action, judgement.line)),
        because(game, state, analysis, judgement, lang),
        action_name(game, judgement.action, lang),
        value(judgement, lang),
        brief(judgement, lang),
        kind(judgement),
        listed,
    )
