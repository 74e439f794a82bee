"""A Quixo board for a page to read, without names around it.

The parts are ``edge``, which rings the cubes that may be taken, and a square such as ``c1``, which
shows every place where its cube may be pushed in. In teams the seats are around the board.
"""

from collections.abc import Sequence
from typing import Any

from cruces.core.log import GameLog
from cruces.games.quixo.rules import Push, State
from cruces.games.quixo.rules.geometry import index
from cruces.games.quixo.rules.pushing import team_of
from cruces.games.quixo.show.svg import board, cubes
from cruces.render.document import Scene
from cruces.render.shapes import star
from cruces.render.svg import Element

SCALE = 1.5
"""Arrows and names are larger than in other pictures: pages are read on phones, too."""
COORDINATES = (
    "fill:$tray-ink;font-size:19px;font-weight:700;text-anchor:middle;transform:translateY(2px)"
)
EDGE = 2


def illustration(log: GameLog[State, Any, Any], parts: Sequence[str]) -> Scene:
    """The current board, with the push that led to it or the parts that a page names."""
    game, state = log.game, log.state
    seats = game.seats(state)
    teams = seats > 2
    room = board.FRAME + board.ARROW + EDGE + (board.NAME if teams else 0)
    geometry = board.BoardGeometry(state.options.size, room, room)
    outcome, last = game.outcome(state), board.last_push(log)
    winners = outcome.winners if outcome else ()
    body = [
        *board.frame(geometry),
        *board.blanks(geometry),
        *(board.winning(state, geometry, team_of(winners[0])) if winners else ()),
        *board.marks(state, geometry, teams),
        *(_pushed(geometry, last) if last else ()),
        *(part for name in parts for part in _part(log, geometry, name)),
    ]
    if teams:
        mover = next(iter(game.to_act(state)), None)
        body += [
            board.player(geometry, seat, name, seat, seat == mover, seat in winners, SCALE)
            for seat, name in enumerate(board.SEATS)
        ]
    side = geometry.span + 2 * room
    rules = {**cubes.RULES, **board.RULES, ".coord": COORDINATES}
    return Scene(side, side, rules, [*cubes.definitions(), star()], body)


def _pushed(geometry: board.BoardGeometry, push: Push) -> list[Element]:
    *rings, _ = board.pushed(geometry, push)
    return [*rings, board.arrow(geometry, push, SCALE)]


def _part(log: GameLog[State, Any, Any], geometry: board.BoardGeometry, name: str) -> list[Element]:
    legal = [push for push in log.legal(min(log.to_act)) if isinstance(push, Push)]
    if name == "edge":
        taken = {index(geometry.size, push.take) for push in legal}
        return [board.ring(geometry, place, "to") for place in sorted(taken)]
    ends = {push.to: push for push in legal if str(push.take) == name}
    arrows = [board.arrow(geometry, push, SCALE) for push in ends.values()]
    taken_from = index(geometry.size, next(iter(ends.values())).take)
    return [board.ring(geometry, taken_from, "to"), *arrows]
