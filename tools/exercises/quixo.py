"""Exercises of Quixo: one push wins by force, or one push alone does not lose by force.

Both are proven by searching every push of both sides to the end: for two players by the compiled
search of `kernel.forced`, in teams, one turn deep, by the rules themselves.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

from tools.exercises.find import Find

from cruces.core.family import AnyGame
from cruces.games.quixo.kernel.forced import safe_pushes, winning_pushes
from cruces.games.quixo.kernel.lines import gaps
from cruces.games.quixo.kernel.search import canonical_key
from cruces.games.quixo.learning.verdict import SAVE, WIN, winning_reply
from cruces.games.quixo.players.engine import board_tables, masks
from cruces.games.quixo.players.greedy import longest
from cruces.games.quixo.players.levels import SKILLS, choose
from cruces.games.quixo.rules import QUIXO, QUIXO_TEAMS, Push, State
from cruces.games.quixo.rules.geometry import pushes, squares
from cruces.games.quixo.rules.pushing import lines_of, team_of
from cruces.learning.content import GRADES, Exercise
from cruces.players import Limits

WANTED = {
    QUIXO.id: {
        "win 1": 230,
        "win 3": 115,
        "win 5": 90,
        "win 7": 45,
        "save 1": 200,
        "save 3": 85,
        "save 5": 135,
    },
    QUIXO_TEAMS.id: {"win 1": 50, "save 1": 50},
}
"""How many of each kind, by game; the number is that of plies to the end that is proven."""
GRADE = {
    "win 1": 1,
    "save 1": 2,
    "win 3": 2,
    "save 3": 3,
    "win 5": 4,
    "save 5": 4,
    "win 7": 5,
}
TEMPTING = 2
"""From so many other pushes that look good on, a position is a grade harder."""
SMALL_BOARD = 6
"""One game in so many is played on 4×4, and one in teams."""
RANDOM_PLIES = 4
FEWEST_PUSHES = 6
"""Positions with fewer different pushes have nothing to find."""
LONGEST_GAME = 80
NODES = 2000
SLOWER = 2
"""So many plies later other pushes may win as well; nobody is told that these are wrong."""
MOST_SLOWER = 3
"""With more of them, the fastest win is not clearly the best push."""
DEEPEST = 7
DEEP_EVERY = 4
"""In one game in so many the longest wins are looked for: that takes most of the time."""


def search(seed: int, number: int) -> Iterator[Find]:
    """The exercises in one game between two levels."""
    rng = Random(f"{seed} {number}")
    game: AnyGame = QUIXO_TEAMS if number % SMALL_BOARD == 1 else QUIXO
    size = 4 if number % SMALL_BOARD == 0 else 5
    state = game.initial({"size": size, "repetition": None})
    players = [rng.choice(SKILLS[game.id][:4]) for _ in range(2)]
    deepest = DEEPEST if number % DEEP_EVERY == 0 else DEEPEST - 2
    while game.to_act(state) and state.ply < LONGEST_GAME:
        (seat,) = game.to_act(state)
        if state.ply >= RANDOM_PLIES:
            yield from (
                Find(game.id, kind, once, exercise)
                for kind, once, exercise in _exercise(game, state, seat, deepest)
            )
            limits = Limits(nodes=NODES)
            action = choose(game.view(state, seat), players[team_of(seat)], limits, rng)
        else:
            action = rng.choice(list(game.legal(state, seat)))
        state = game.apply(state, seat, action)


def holds(game: AnyGame, exercise: Exercise) -> bool:
    """Whether what an exercise claims is true."""
    state = game.parse_position(exercise.position, exercise.options)
    kind, plies = exercise.claim["kind"], exercise.claim["plies"]
    answers = frozenset(exercise.answers)
    if not answers or answers != _solution(game, state, exercise.seat, kind, plies):
        return False
    if kind == WIN and plies > 1 and _solution(game, state, exercise.seat, kind, plies - 2):
        return False
    slower = frozenset(exercise.claim["slower"])
    return not slower or slower == _slower(game, state, exercise.seat, plies, answers)


def _exercise(
    game: AnyGame, state: State, seat: int, deepest: int
) -> Iterator[tuple[str, str, Exercise]]:
    """The exercise that a position is, if it is one."""
    if len({game.apply(state, seat, one).board for one in game.legal(state, seat)}) < FEWEST_PUSHES:
        return
    found = _claim(game, state, seat, deepest)
    if found is None:
        return
    kind, plies, answers = found
    slower = _slower(game, state, seat, plies, answers) if kind == WIN else frozenset()
    if slower and not _few(game, state, seat, slower):
        return
    name = f"{kind} {plies}"
    yield (
        name,
        _once(game, state, seat),
        Exercise(
            game.format_position(state),
            seat,
            tuple(sorted(answers)),
            min(GRADES, GRADE[name] + (_tempting(game, state, seat, answers) >= TEMPTING)),
            {"kind": kind, "plies": plies, "slower": sorted(slower)},
        ),
    )


def _claim(
    game: AnyGame, state: State, seat: int, deepest: int
) -> tuple[str, int, frozenset[str]] | None:
    """What is to be found: the shortest win, or the only push that does not lose."""
    deepest = 1 if game is QUIXO_TEAMS else deepest
    for kind, most in ((WIN, deepest), (SAVE, min(deepest, 5))):
        for plies in range(1, most + 1, 2):
            solution = _solution(game, state, seat, kind, plies)
            if not solution and kind == SAVE:
                return None  # everything loses
            if solution and (kind == WIN or _same(game, state, seat, solution)):
                return (kind, plies, solution) if _same(game, state, seat, solution) else None
    return None


def _slower(
    game: AnyGame, state: State, seat: int, plies: int, answers: frozenset[str]
) -> frozenset[str]:
    """The pushes that win as well, but later."""
    if game is QUIXO_TEAMS or not 1 < plies < DEEPEST:
        return frozenset()
    return _solution(game, state, seat, WIN, plies + SLOWER) - answers


def _same(game: AnyGame, state: State, seat: int, answers: frozenset[str]) -> bool:
    """Whether these pushes lead to the same marks: they are one answer."""
    return _results(game, state, seat, answers) == 1


def _few(game: AnyGame, state: State, seat: int, pushes: frozenset[str]) -> bool:
    return _results(game, state, seat, pushes) <= MOST_SLOWER


def _results(game: AnyGame, state: State, seat: int, pushes: frozenset[str]) -> int:
    """To how many different boards these pushes lead, whatever their dots."""
    after = (game.apply(state, seat, game.parse_action(one)).board for one in pushes)
    return len({tuple(cube and 1 + team_of(cube - 1) for cube in board) for board in after})


def _solution(game: AnyGame, state: State, seat: int, kind: str, plies: int) -> frozenset[str]:
    """The pushes that win, or do not lose, by force within so many plies."""
    if game is QUIXO_TEAMS:
        return frozenset(
            game.format_action(one)
            for one in game.legal(state, seat)
            if (_wins(game, state, seat, one) if kind == WIN else _saves(game, state, seat, one))
        )
    size = state.options.size
    among = winning_pushes if kind == WIN else safe_pushes
    bits = among(board_tables(size), *masks(state.board, seat), plies)
    places = squares(size)
    return frozenset(
        game.format_action(Push(places[taken], places[end]))
        for number, (taken, end) in enumerate(pushes(size))
        if bits >> number & 1
    )


def _wins(game: AnyGame, state: State, seat: int, action: Any) -> bool:
    outcome = game.outcome(game.apply(state, seat, action))
    return outcome is not None and outcome.scores[seat] > 0


def _saves(game: AnyGame, state: State, seat: int, action: Any) -> bool:
    after = game.apply(state, seat, action)
    outcome = game.outcome(after)
    if outcome is not None:
        return outcome.scores[seat] > 0
    _, others = masks(after.board, team_of(seat))
    tables = board_tables(after.options.size)
    threatens = gaps(tables.shape, tables.evaluation.lines, others) != 0
    return not threatens or winning_reply(game, after) is None


def _tempting(game: AnyGame, state: State, seat: int, answers: frozenset[str]) -> int:
    """How many other boards one could push to that look as good as the greedy player likes."""
    size, team = state.options.size, team_of(seat)
    return len(
        {
            after.board
            for action in game.legal(state, seat)
            if game.format_action(action) not in answers
            and not lines_of((after := game.apply(state, seat, action)).board, size, 1 - team)
            and longest(after.board, size, team) >= size - 1
        }
    )


def _once(game: AnyGame, state: State, seat: int) -> str:
    """The same for positions that differ by a symmetry; in teams, for the same position."""
    if game is QUIXO_TEAMS:
        return game.format_position(state)
    size = state.options.size
    return f"{size} {canonical_key(board_tables(size), *masks(state.board, seat))}"
