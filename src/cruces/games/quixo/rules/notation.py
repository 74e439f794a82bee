"""Quixo as text.

An action is ``a1>a5``: take the cube on a1, push it in at a5; in teams ``a1>a5@3`` turns its dot to
player 3. Where passing is forced it is ``pass``.

A position is the rows from the top, ``/`` between them, then who is to move and the number of the
turn::

    O..../...../...../...../X.... X 3            two players: cross, circle, neutral
    1..4./...../...../...../3.... 1 5            teams: the player the dot points at

After that there may be how the game was ended, ``= agreement`` or ``= resignation p2``, and the
earlier boards that could repeat, latest first, each after ``<``.
"""

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from cruces.core import PASS, MalformedError, Reason
from cruces.core.actions import PASS_TEXT
from cruces.core.game import WITHOUT_SEAT
from cruces.games.quixo.rules.geometry import Square, squares
from cruces.games.quixo.rules.state import NEUTRAL, Action, Board, Conclusion, Options, Push, State

if TYPE_CHECKING:
    from cruces.games.quixo.rules.game import Quixo

BLANK = "."
_PUSH = re.compile(r"([a-e])([1-5])>([a-e])([1-5])(?:@([1-4]))?")
_POSITION = re.compile(
    r"(?P<board>\S+) (?P<sign>\S) (?P<turn>[1-9][0-9]{0,8})"
    r"(?: = (?P<how>agreement|length|resignation|time|abandonment)(?: p(?P<seat>[1-4]))?)?"
    r"(?P<seen>(?: < \S+)*)"
)


@cache  # a few thousand at most
def format_action(action: Action) -> str:
    """``a1>a5``, ``a1>a5@3`` or ``pass``."""
    if not isinstance(action, Push):
        return PASS_TEXT
    dot = "" if action.dot is None else f"@{action.dot + 1}"
    return f"{action.take}>{action.to}{dot}"


@lru_cache(maxsize=512)  # what people write, in various spellings
def parse_action(written: str) -> Action:
    """
    >>> parse_action("a1>a5@3")
    Push(take=Square(column=0, row=0), to=Square(column=0, row=4), dot=2)
    """
    plain = "".join(written.split()).lower()
    if plain == PASS_TEXT:
        return PASS
    match_ = _PUSH.fullmatch(plain)
    if match_ is None:
        raise MalformedError(Reason("quixo-action", {"text": written}))
    take, to = (Square("abcde".index(match_[i]), int(match_[i + 1]) - 1) for i in (1, 3))
    return Push(take, to, None if match_[5] is None else int(match_[5]) - 1)


def no_chance(written: str) -> MalformedError:
    """There are no dice in Quixo."""
    return MalformedError(Reason("quixo-chance", {"text": written}))


def format_line(size: int, line: tuple[int, ...]) -> str:
    """The squares of a line, as announced: ``a1 b1 c1 d1 e1``."""
    return " ".join(str(squares(size)[i]) for i in line)


@lru_cache(maxsize=4096)  # a position lists earlier boards, and so does the next one
def format_board(board: Board, size: int, signs: str) -> str:
    """The rows from the top."""
    # As NEUTRAL is 0, and a seat's cubes are 1 more than the seat.
    cubes = bytes(board).translate(_signs(signs)).decode()
    return "/".join([cubes[start : start + size] for start in range(0, size * size, size)])


@cache
def _signs(signs: str) -> bytes:
    """The table that translates cubes into signs."""
    return (BLANK + signs).encode().ljust(256, b"?")


def format_position(state: State, signs: str, mover: int) -> str:
    """The whole state except its options."""
    size = state.options.size
    words = [format_board(state.board, size, signs), signs[mover], str(state.ply + 1)]
    if state.conclusion is not None:
        words += ["=", state.conclusion.how]
        if state.conclusion.seat is not None:
            words.append(f"p{state.conclusion.seat + 1}")
    for board in reversed(state.seen):
        words += ["<", format_board(board, size, signs)]
    return " ".join(words)


def size_of(written: str) -> int:
    """The number of rows in a position; the options decide whether that is a valid size."""
    rows = written.split(" ", 1)[0].count("/") + 1
    if rows == 1:  # nothing like a position
        raise MalformedError(Reason("quixo-position", {"text": written}))
    return rows


def parse_position(game: "Quixo", written: str, options: Options) -> State:
    """The state as written; raises MalformedError if no game can reach it."""
    match_ = _POSITION.fullmatch(" ".join(written.split()))
    if match_ is None:
        raise MalformedError(Reason("quixo-position", {"text": written}))
    conclusion = None
    if match_["how"] is not None:
        seat = None if match_["seat"] is None else int(match_["seat"]) - 1
        conclusion = Conclusion(match_["how"], seat)
    seen = tuple(
        parse_board(board, options.size, game.signs)
        for board in reversed(match_["seen"].split(" < ")[1:])
    )
    board = parse_board(match_["board"], options.size, game.signs)
    state = State(options, board, int(match_["turn"]) - 1, seen, conclusion)
    if not _fits(game, state, match_["sign"].upper()):
        raise MalformedError(Reason("quixo-impossible", {"text": written}))
    return state


def parse_board(written: str, size: int, signs: str) -> Board:
    """
    >>> parse_board("X./.O", 2, "XO")
    (1, 0, 0, 2)
    """
    rows = written.upper().split("/")
    cubes = "".join(rows)
    if [len(row) for row in rows] != [size] * size or set(cubes) - set(BLANK + signs):
        raise MalformedError(Reason("quixo-board", {"text": written, "signs": BLANK + signs}))
    return tuple(NEUTRAL if cube == BLANK else signs.index(cube) + 1 for cube in cubes)


def _fits(game: "Quixo", state: State, sign: str) -> bool:
    """Whether the player to move, the marks and the history agree with the turn number."""
    marked = sum(cube != NEUTRAL for cube in state.board)
    seats = game.seats(state)
    conclusion = state.conclusion
    return (
        sign == game.signs[game.mover(state)]
        and marked <= state.ply
        and (marked > 0 or state.ply == 0)
        and len(state.seen) <= max(0, state.ply - marked)
        and (not state.seen or state.options.repetition is not None)
        and all(sum(cube != NEUTRAL for cube in board) == marked for board in state.seen)
        and (conclusion is None or (conclusion.how in WITHOUT_SEAT) == (conclusion.seat is None))
        and (conclusion is None or conclusion.seat is None or conclusion.seat < seats)
    )
