"""A tournament as plain data, and as a table for notebooks."""

import math
from typing import Any

from cruces.analysis.simulate import Estimate
from cruces.arena.tournament import Tournament
from cruces.core.extras import MissingExtraError

DIGITS = 5


def report(tournament: Tournament) -> dict[str, Any]:
    """All that is known, the players in the order in which they were given.

    ``rating`` is null without the extra ``rl``, and in a solo game.
    """
    setup, players = tournament.setup, range(len(tournament.players))
    try:
        ratings = tournament.ratings
    except MissingExtraError:
        ratings = None
    faults = tournament.faults
    return {
        "game": setup.game.id,
        "options": dict(setup.settings),
        "seats": setup.seats,
        "seed": setup.seed,
        "games": len(tournament.games),
        "rounds": len({setup.round_of(game.row) for game in tournament.games}),
        "players": [
            {
                "name": tournament.players[player],
                "player": setup.contestants[player].about,
                "rank": tournament.order.index(player) + 1,
                "games": tournament.played(player),
                "share": _estimate(tournament.share(player)),
                "points": _estimate(tournament.points(player)),
                "rating": None
                if ratings is None
                else {
                    "mean": round(ratings[player].mean, DIGITS),
                    "deviation": round(ratings[player].deviation, DIGITS),
                },
                "faults": sum(fault.player == player for fault in faults),
                "against": [
                    None if other == player else _estimate(tournament.against(player, other))
                    for other in players
                ]
                if setup.seats > 1
                else [],
            }
            for player in players
        ],
        "faults": [
            {
                "player": tournament.players[fault.player],
                "game": fault.game,
                "kind": fault.kind,
                "detail": fault.detail,
            }
            for fault in faults
        ],
        "sprt": _sprt(tournament),
    }


def plain_table(tournament: Tournament) -> str:
    """A line for each player, the best first."""
    width = max(map(len, tournament.players))
    lines = [f"{len(tournament.games):,} games"]
    for player in tournament.order:
        share, points = tournament.share(player), tournament.points(player)
        faults = sum(fault.player == player for fault in tournament.faults)
        line = f"{tournament.players[player]:<{width}}"
        if share is not None:
            line += f"  wins {share:.1%}"
        if points is not None:
            line += f"  points {points:.1f}"
        if faults:
            line += f"  faults {faults}"
        lines.append(line)
    return "\n".join(lines)


def _sprt(tournament: Tournament) -> dict[str, Any] | None:
    test = tournament.sprt
    if test is None:
        return None
    ratio = round(test.ratio(tournament.row_shares), DIGITS)
    return {"low": test.low, "high": test.high, "ratio": ratio, "verdict": tournament.verdict}


def _estimate(estimate: Estimate | None) -> dict[str, float | None] | None:
    if estimate is None:
        return None
    known = math.isfinite(estimate.low)
    low, high = (round(value, DIGITS) if known else None for value in (estimate.low, estimate.high))
    return {"mean": round(estimate.mean, DIGITS), "low": low, "high": high}
