"""An analysis as plain data."""

from typing import Annotated, Any

from msgspec import Meta, Struct

from cruces.bots.analysis import Analysis, AnyGame, Judgement


class Move(Struct, frozen=True):
    """What an action is worth to the one who takes it; see `bots.analysis.Judgement`."""

    action: str
    result: Annotated[
        int | None, Meta(ge=-1, le=1, description="1 wins, 0 draws, −1 loses; null if not proven.")
    ]
    plies: Annotated[
        int | None, Meta(description="Whoever wins has won after so many actions at the latest.")
    ]
    exact: Annotated[bool, Meta(description="Whether the result is proven.")]
    score: Annotated[int | None, Meta(description="The search's estimate, in points of its own.")]
    chance: Annotated[
        float, Meta(ge=0, le=1, description="The share to be expected; a draw counts half.")
    ]
    line: Annotated[tuple[str, ...], Meta(description="How both would go on, this action first.")]


class Advice(Struct, frozen=True):
    """What every action of a seat is worth in a position, the best first."""

    position: str
    seat: int
    exact: Annotated[bool, Meta(description="Whether the value of the position is proven.")]
    depth: Annotated[int, Meta(description="How many actions ahead was looked.")]
    nodes: Annotated[int, Meta(description="At how many positions.")]
    seconds: float
    moves: tuple[Move, ...]


def advice(game: AnyGame, state: Any, analysis: Analysis) -> Advice:
    """An analysis of a state, for clients and programs."""
    return Advice(
        game.format_position(game.redact(state, analysis.seat)),
        analysis.seat,
        analysis.exact,
        analysis.depth,
        analysis.nodes,
        round(analysis.seconds, 3),
        tuple(move(game, judgement) for judgement in analysis.judgements),
    )


def move(game: AnyGame, judgement: Judgement) -> Move:
    """A judgement as data."""
    return Move(
        game.format_action(judgement.action),
        judgement.result,
        judgement.plies,
        judgement.exact,
        judgement.score,
        round(judgement.chance, 4),
        tuple(map(game.format_action, judgement.line)),
    )
