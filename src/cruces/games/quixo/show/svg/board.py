"""A Quixo board, seen from straight above, with the players around it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from cruces.core import Outcome
from cruces.core.family import AnyGame
from cruces.core.log import GameLog
from cruces.core.record import ActionEvent
from cruces.games.quixo.rules import Push, State
from cruces.games.quixo.rules.geometry import index, pushes, squares
from cruces.games.quixo.rules.pushing import lines_of, team_of
from cruces.games.quixo.rules.state import NEUTRAL
from cruces.games.quixo.show.svg import cubes
from cruces.locales import text
from cruces.render import shapes
from cruces.render.document import Scene, card
from cruces.render.lettering import shorten, verdict, width, wrap
from cruces.render.svg import Element, at, el, group, path, use
from cruces.render.theme import Rules

SEATS = ("A1", "B1", "A2", "B2")
"""The names of the seats of two teams, before anybody sits there (T1)."""
MARGIN = 16
FRAME = 26
"""The wood around the cubes, with the coordinates."""
ARROW = 30
"""Room for the arrow of the last push, on every side."""
NAME = 40
"""Room for a player's name."""
WORDS = 22
"""Room for a line of text about the result."""
_SPAN, _LARGEST = 400, 128
"""The width of all cubes together, and the most for one."""
_GAP = 0.06
"""The gap between cubes, as a fraction of the pitch."""
_LETTER = 17
_ICON = 26
_WORD = 15

RULES: Rules = {
    ".tray": "fill:$tray;stroke:$tray-edge;stroke-width:2",
    ".well": "fill:$tray-edge",
    ".coord": "fill:$tray-ink;font-size:13px;font-weight:700;text-anchor:middle",
    ".name": f"fill:$ink-2;font-size:{_LETTER}px;font-weight:700",
    ".up .name": "fill:$ink",
    ".turn": "fill:none;stroke:$accent;stroke-width:3",
    ".to": "fill:none;stroke:$mark;stroke-width:4",
    ".from": "fill:none;stroke:$mark;stroke-width:3;stroke-dasharray:7 6;stroke-linecap:round",
    ".arrow": "fill:none;stroke:$accent;stroke-width:4;stroke-linecap:round;stroke-linejoin:round",
    ".halo": "fill:none;stroke:$win;stroke-width:18;stroke-linecap:round",
    ".won": "fill:none;stroke:$win-light;stroke-width:12;stroke-linecap:round",
    ".star": "fill:$mark;stroke:$ink;stroke-width:1.2;stroke-linejoin:round",
    ".words": f"fill:$ink-2;font-size:{_WORD}px;text-anchor:middle",
}


@dataclass(frozen=True, slots=True)
class BoardGeometry:
    """The coordinates of the squares."""

    size: int
    left: float
    top: float

    @property
    def pitch(self) -> float:
        """From one square to the next."""
        return min(_SPAN / self.size, _LARGEST)

    @property
    def span(self) -> float:
        """The width of a row."""
        return self.size * self.pitch

    def corner(self, place: int) -> tuple[float, float]:
        """The upper left corner of a square."""
        column, row = squares(self.size)[place]
        return self.left + column * self.pitch, self.top + row * self.pitch

    def cube(self, place: int) -> tuple[float, float, float]:
        """The upper left corner of the cube on a square, and its size."""
        x, y = self.corner(place)
        inset = self.pitch * _GAP / 2
        return x + inset, y + inset, self.pitch - 2 * inset

    def middle(self, place: int) -> tuple[float, float]:
        """The middle of a square."""
        x, y = self.corner(place)
        return x + self.pitch / 2, y + self.pitch / 2


def scene(log: GameLog[State, Any, Any], names: Sequence[str], lang: str) -> Scene:
    """The current board of a game, with the push that led to it."""
    game, state = log.game, log.state
    marks = [text("quixo.crosses", lang), text("quixo.circles", lang)]
    seats = names or (SEATS if game.seats(state) > len(marks) else marks)
    mover = next(iter(game.to_act(state)), None)
    return draw(state, seats, mover, last_push(log), game.outcome(state), lang)


def position_text(game: AnyGame, state: State) -> str:
    """The board without the earlier ones, which would only make the text long."""
    return game.format_position(replace(state, seen=()))


def last_push(log: GameLog[State, Any, Any]) -> Push | None:
    """The last push, if the last action was one."""
    acts = [
        act
        for act, event in zip(log.acts, log.events, strict=True)
        if isinstance(event, ActionEvent)
    ]
    return acts[-1] if acts and isinstance(acts[-1], Push) else None


def draw(
    state: State,
    names: Sequence[str],
    mover: int | None,
    last: Push | None,
    outcome: Outcome | None,
    lang: str,
) -> Scene:
    """The board; as many names as seats, two or four."""
    teams = len(names) > 2
    side_room = FRAME + ARROW + (NAME if teams else 0)
    top_room = FRAME + ARROW + NAME
    geometry = BoardGeometry(state.options.size, MARGIN + side_room, MARGIN + top_room)
    wide = geometry.span + 2 * side_room
    result_lines = wrap(verdict(outcome, lang), _WORD, wide - 2 * MARGIN) if outcome else []
    tall = geometry.span + 2 * top_room + WORDS * len(result_lines) + (10 if result_lines else 0)
    winners = outcome.winners if outcome else ()
    body = [
        *card(MARGIN, MARGIN, wide, tall),
        *frame(geometry),
        *blanks(geometry),
        *(winning(state, geometry, team_of(winners[0])) if winners else ()),
        *marks(state, geometry, teams),
        *(pushed(geometry, last) if last else ()),
        *(
            player(
                geometry, seat, name, seat if teams else 2 * seat, seat == mover, seat in winners
            )
            for seat, name in enumerate(names)
        ),
        *(
            el("text", line, class_="words", x=MARGIN + wide / 2, y=MARGIN + tall - WORDS * up - 16)
            for up, line in enumerate(reversed(result_lines))
        ),
    ]
    definitions = [*cubes.definitions(), shapes.star()]
    rules = {**cubes.RULES, **RULES}
    return Scene(wide + 2 * MARGIN, tall + 2 * MARGIN, rules, definitions, body)


def frame(geometry: BoardGeometry) -> list[Element]:
    """The tray that holds the cubes, with letters above and below, numbers on both sides."""
    outer = geometry.span + 2 * FRAME
    x, y = geometry.left - FRAME, geometry.top - FRAME
    parts = [
        el("rect", class_="shade", x=x, y=y + 5, width=outer, height=outer, rx=20),
        el("rect", class_="tray", x=x, y=y, width=outer, height=outer, rx=20),
        el(
            "rect",
            class_="well",
            x=geometry.left - 4,
            y=geometry.top - 4,
            width=geometry.span + 8,
            height=geometry.span + 8,
            rx=12,
        ),
    ]
    near, far = -FRAME / 2 - 1, geometry.span + FRAME / 2 + 1
    for n in range(geometry.size):
        along = (n + 0.5) * geometry.pitch
        name = str(squares(geometry.size)[n * (geometry.size + 1)])
        for across in (near, far):
            parts += [
                el(
                    "text",
                    name[0],
                    class_="coord",
                    x=geometry.left + along,
                    y=geometry.top + across + 4,
                ),
                el(
                    "text",
                    name[1],
                    class_="coord",
                    x=geometry.left + across,
                    y=geometry.top + along + 5,
                ),
            ]
    return parts


def blanks(geometry: BoardGeometry) -> list[Element]:
    places = range(geometry.size**2)
    return [
        cubes.blank(2 * place + place // geometry.size, *geometry.cube(place)) for place in places
    ]


def marks(state: State, geometry: BoardGeometry, teams: bool) -> list[Element]:
    """The marks on the cubes, and in teams their dots (T2)."""
    parts = []
    for place, value in enumerate(state.board):
        if value != NEUTRAL:
            parts.append(cubes.mark(team_of(value - 1), *geometry.cube(place)))
            if teams:
                parts.append(cubes.dot(value - 1, *geometry.cube(place)))
    return parts


def pushed(geometry: BoardGeometry, push: Push) -> list[Element]:
    """Where the cube was taken, where it was pushed in, and an arrow for the push."""
    taken, end = index(geometry.size, push.take), index(geometry.size, push.to)
    return [ring(geometry, taken, "from"), ring(geometry, end, "to"), arrow(geometry, push)]


def arrow(geometry: BoardGeometry, push: Push, scale: float = 1) -> Element:
    """An arrow at the end where a cube is pushed in."""
    taken, end = index(geometry.size, push.take), index(geometry.size, push.to)
    beyond = pushes(geometry.size)[taken, end][-2]
    (x, y), (inner_x, inner_y) = geometry.middle(end), geometry.middle(beyond)
    dx, dy = (inner_x - x) / geometry.pitch, (inner_y - y) / geometry.pitch
    out = geometry.pitch / 2 + FRAME
    tip = path("M", -20, 0, "H", -4, "M", -10, -7, "L", -3, 0, "L", -10, 7)
    turn = {(1, 0): 0, (0, 1): 90, (-1, 0): 180, (0, -1): 270}[round(dx), round(dy)]
    place = at(x - dx * out, y - dy * out, turn=turn, scale=scale)
    return el("path", class_="arrow", d=tip, transform=place)


def ring(geometry: BoardGeometry, place: int, look: str) -> Element:
    x, y = geometry.corner(place)
    return el(
        "rect",
        class_=look,
        x=x + 1,
        y=y + 1,
        width=geometry.pitch - 2,
        height=geometry.pitch - 2,
        rx=0.13 * geometry.pitch,
    )


def winning(state: State, geometry: BoardGeometry, team: int) -> list[Element]:
    """A stroke through every line of the winners, extended a little at both ends.

    It is drawn under the marks: along a diagonal it would hide half of every cross.
    """
    parts = []
    for line in lines_of(state.board, geometry.size, team):
        (x0, y0), (x1, y1) = geometry.middle(line[0]), geometry.middle(line[-1])
        beyond = 0.3 / (geometry.size - 1)
        dx, dy = (x1 - x0) * beyond, (y1 - y0) * beyond
        data = path("M", x0 - dx, y0 - dy, "L", x1 + dx, y1 + dy)
        parts += [el("path", class_="halo", d=data), el("path", class_="won", d=data)]
    return parts


def player(
    geometry: BoardGeometry,
    seat: int,
    name: str,
    side: int,
    turn: bool,
    won: bool,
    scale: float = 1,
) -> Element:
    """A player's mark and name at a side of the board: ringed in turn, with a star for a win."""
    middle_x, middle_y = geometry.left + geometry.span / 2, geometry.top + geometry.span / 2
    away = geometry.span / 2 + FRAME + ARROW + NAME / 2 - 4
    dx, dy = cubes.TOWARDS[side]
    middle = (middle_x + dx * away, middle_y + dy * away)
    place = at(*middle, turn=(0, -90, 0, 90)[side], scale=scale)
    gap = 10
    label = shorten(name, _LETTER, geometry.span + 2 * FRAME - _ICON - gap)
    # Most fonts are narrower than the widest, for which the text is measured.
    left = -(_ICON + gap + 0.85 * width(label, _LETTER)) / 2
    parts = [
        cubes.blank(0, left, -_ICON / 2, _ICON),
        cubes.mark(team_of(seat), left, -_ICON / 2, _ICON),
        el("text", label, class_="name", x=left + _ICON + gap, y=6),
    ]
    if turn:
        ring = {"x": left - 3, "y": -_ICON / 2 - 3, "width": _ICON + 6, "height": _ICON + 6}
        parts.append(el("rect", class_="turn", rx=8, **ring))
    if won:
        parts.append(use("star", left - 18, 0))
    return group(*parts, class_="up" if turn or won else None, transform=place)
