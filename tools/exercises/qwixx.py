"""Exercises of Qwixx and Big Points: one action is clearly better than all others.

How much better is estimated as in the analysis, in games with the same dice for every action. It
has to be many times the error of that estimate, to hold with other dice as well, and the player
who searches has to choose the same action.
"""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from tools.exercises.find import Find

from cruces.analysis import Analysis, analyse
from cruces.core import CHANCE, PASS
from cruces.core.family import AnyGame
from cruces.games.qwixx.analysis.estimate import Plan, draw_samples
from cruces.games.qwixx.players import greedy, strong
from cruces.games.qwixx.rules import BIG_POINTS, QWIXX, Action, Phase, State
from cruces.games.qwixx.rules.state import HIDDEN
from cruces.learning.content import Exercise
from cruces.players import Limits

GREEDY_RIGHT, GREEDY_WRONG = "greedy right", "greedy wrong"
WANTED = {
    QWIXX.id: {GREEDY_RIGHT: 220, GREEDY_WRONG: 80},
    BIG_POINTS.id: {GREEDY_RIGHT: 140, GREEDY_WRONG: 60},
}
"""How many exercises, by game, and by whether the greedy player finds the answer."""
SEATS = (2, 3)
MARGIN = 0.03
"""The least lead of the answer, in the chance to win, over every other action."""
ERRORS = 4
"""The lead has to be so many times its standard error."""
QUICK_GAMES, GAMES = 512, 4096
"""Games for each action: for a first look, and for what is claimed."""
CHECK_GAMES, CHECK_SEED = 1024, 7
"""What confirms it: other dice."""
FOUND, CHECKED = 0.6, 0.5
"""The share of the lead that other dice have to show at least, when it is found and later: another
processor may round otherwise."""
EVERY = 3
"""One decision in so many is looked at: those that follow each other are much alike."""


def search(seed: int, number: int) -> Iterator[Find]:
    """The exercises in one game between strong and greedy players."""
    rng = Random(f"{seed} {number}")
    game: AnyGame = BIG_POINTS if number % 5 < 2 else QWIXX
    seats = rng.choice(SEATS)
    state: State = replace(game.initial(None, seats), phase=Phase.ROLL)
    players = [rng.choice(("greedy", "strong", "strong")) for _ in range(seats)]
    while waiting := game.to_act(state):
        if CHANCE in waiting:
            state = game.apply(state, CHANCE, game.chance(state).sample(rng))
            continue
        acts = {}
        for seat in sorted(waiting):
            view = game.view(state, seat)
            if rng.randrange(EVERY) == 0:
                yield from _finds(game, state, seat)
            acts[seat] = strong.choose(players[seat], view, Limits(), rng)
        state = game.apply_joint(state, acts)


def holds(game: AnyGame, exercise: Exercise, share: float = CHECKED) -> bool:
    """Whether the answer leads the second best with other dice, too, by this share of its lead."""
    state = game.parse_position(exercise.position, exercise.options)
    best, second = (
        _plan(game, state, exercise.seat, line) for line, *_ in exercise.claim["actions"][:2]
    )
    samples = draw_samples([best, second], 0, CHECK_GAMES, CHECK_SEED)
    first, second_best = (float(sample.shares[:, exercise.seat].mean()) for sample in samples)
    claimed: float = exercise.claim["actions"][1][1]
    return first - second_best >= share * claimed


def _finds(game: AnyGame, state: State, seat: int) -> Iterator[Find]:
    """The exercise that a decision is, if it is one."""
    actions = list(game.legal(state, seat))
    if len(actions) < 2:
        return
    if state.phase is Phase.WHITE:  # all others have decided, nobody sees what
        hidden = tuple(None if each == seat else HIDDEN for each in range(len(state.sheets)))
        state = replace(state, choices=hidden)
    quick = analyse(game, state, Limits(nodes=QUICK_GAMES * len(actions)), seat)
    if _lead(quick) < MARGIN:
        return
    found = analyse(game, state, Limits(nodes=GAMES * len(actions)), seat)
    first, second = found.judgements[:2]
    if first.action != quick.best.action or second.error is None:
        return
    if _lead(found) < max(MARGIN, ERRORS * second.error):
        return
    searched = strong.choose("strong+search", game.view(state, seat), Limits(), Random(1))
    if searched != first.action:
        return
    right = greedy.choose(game.view(state, seat)) == first.action
    exercise = Exercise(
        game.format_position(state),
        seat,
        (game.format_action(first.action),),
        _grade(_lead(found), right),
        _claim(game, found),
    )
    if any(_ends(game, state, seat, one.line) for one in (first, second)):
        return
    if holds(game, exercise, FOUND):
        yield Find(game.id, GREEDY_RIGHT if right else GREEDY_WRONG, exercise.position, exercise)


def _lead(found: Analysis) -> float:
    first, second = found.judgements[:2]
    return first.worth - second.worth


def _grade(lead: float, right: bool) -> int:
    """Harder where the lead is smaller, and where the action that looks best is not."""
    close = lead < 2 * MARGIN
    return (2 if close else 1) if right else 3 + close + (lead < 4 / 3 * MARGIN)


def _claim(game: AnyGame, found: Analysis) -> dict[str, object]:
    """The chance of the answer; of every action, best first, how it goes on and how far behind."""
    best = found.best.worth
    return {
        "chance": round(best, 3),
        "actions": [
            (
                " ".join(map(game.format_action, one.line)),
                round(best - one.worth, 4),
                round(one.error or 0, 4),
            )
            for one in found.judgements
        ],
    }


def _plan(game: AnyGame, state: State, seat: int, line: str) -> Plan:
    """The state after the first action of a line; a second one is kept in mind."""
    first, *more = map(game.parse_action, line.split())
    if state.phase is Phase.COLOUR:
        return Plan(game.apply(state, seat, first))
    choices = (*state.choices[:seat], first, *state.choices[seat + 1 :])
    return Plan(replace(state, choices=choices), more[0] if more else None)


def _ends(game: AnyGame, state: State, seat: int, line: tuple[Action, ...]) -> bool:
    """Whether the game may be over after it: there is nothing left to estimate."""
    if state.phase is Phase.COLOUR:
        return game.apply(state, seat, line[0]).phase is Phase.OVER
    hidden = (PASS if each is HIDDEN else each for each in state.choices)
    return game.apply(replace(state, choices=tuple(hidden)), seat, line[0]).phase is Phase.OVER
