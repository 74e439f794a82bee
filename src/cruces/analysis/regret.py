"""How far from perfect a player is: their decisions in many games, judged by an oracle.

In each game one seat is judged, in turn. What a decision costs is exact, so where one plays alone
the expected score is known much better than from the scores: what the dice give and take is no part
of it. The results depend on the seed and the number of games only.
"""

import math
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean
from typing import Any

from cruces.analysis.mistakes import kind_of_mistake
from cruces.analysis.oracle import Oracle
from cruces.analysis.simulate import (
    CONFIDENCE,
    AnyPlayer,
    Estimate,
    chooser,
)
from cruces.core import CHANCE, BadOptionError, Game, Reason
from cruces.core.family import AnyGame, Family
from cruces.core.registry import family_of, present
from cruces.parallel import Here, Place, in_order
from cruces.players.bot import player_name
from cruces.players.whole_game import MAX_EVENTS

GAMES = 300
"""How many games are played if nothing is said."""
PART_GAMES = 4
"""The games that are played in one go."""
OPENING = 6
"""Where no chance makes games different, they begin with up to so many random actions."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A decision that cost something; ``kind`` is the slug of a text ``mistake.<kind>``.

    ``game`` is its number from 0, ``ply`` how many actions came before it. ``best`` is one of the
    actions that would have cost nothing.
    """

    game: int
    ply: int
    seat: int
    state: Any
    action: Any
    best: Any
    regret: float
    kind: str


@dataclass(frozen=True, slots=True)
class MistakeKind:
    """All mistakes of one kind: how many, what they cost in a game, and the worst of them."""

    kind: str
    count: int
    per_game: float
    worst: Mistake


@dataclass(frozen=True, slots=True)
class JudgedGame:
    """The judged seat's part of a game: ``begin`` is what it was worth to them at first."""

    seat: int
    begin: float
    decisions: int
    unknown: int
    regret: float


@dataclass(frozen=True, slots=True)
class Regret:
    """What a player's decisions cost, in points where they play alone, else shares of the game.

    Only decisions between several actions count. ``unknown`` are those that the oracle knows
    nothing about; they are not judged.
    """

    oracle: Oracle
    player: str
    against: str
    games: tuple[JudgedGame, ...]
    mistakes: tuple[Mistake, ...]
    """The costliest first."""

    @property
    def decisions(self) -> int:
        """How many decisions were judged."""
        return sum(game.decisions for game in self.games)

    @property
    def unknown(self) -> int:
        """How many could not be judged."""
        return sum(game.unknown for game in self.games)

    @property
    def per_game(self) -> Estimate:
        """What the decisions of a game cost."""
        return Estimate.of([game.regret for game in self.games])

    @property
    def per_decision(self) -> Estimate:
        """What a decision costs; the interval allows for games that are not alike."""
        decisions = self.decisions
        if not decisions:
            return Estimate(0.0, 0.0, 0.0)
        mean, count = math.fsum(game.regret for game in self.games) / decisions, len(self.games)
        if count < 2:
            return Estimate(mean, -math.inf, math.inf)
        spread = math.fsum((game.regret - mean * game.decisions) ** 2 for game in self.games)
        wide = CONFIDENCE * math.sqrt(spread * count / (count - 1)) / decisions
        return Estimate(mean, mean - wide, mean + wide)

    @property
    def score(self) -> Estimate | None:
        """The expected final score of who plays alone; None where others play, too."""
        if self.oracle.seats > 1 or self.unknown:
            return None
        return Estimate.of([game.begin - game.regret for game in self.games])

    @property
    def optimum(self) -> float | None:
        """What perfect play scores, where one plays alone."""
        return fmean(game.begin for game in self.games) if self.oracle.seats == 1 else None

    def kinds(self) -> list[MistakeKind]:
        """The kinds of mistakes, the costliest first."""
        by_kind = defaultdict[str, list[Mistake]](list)
        for mistake in self.mistakes:
            by_kind[mistake.kind].append(mistake)
        kinds = [
            MistakeKind(kind, len(some), _sum(some) / len(self.games), some[0])
            for kind, some in by_kind.items()
        ]
        return sorted(kinds, key=lambda kind: -kind.per_game)

    def __str__(self) -> str:
        lines = [f"{self.player}: {len(self.games):,} games, {self.decisions:,} decisions"]
        if self.score is not None:
            lines.append(f"expected score {self.score:.2f}, perfect play {self.optimum:.2f}")
        digits = 3 if self.oracle.seats == 1 else 4
        lines.append(f"regret per decision {self.per_decision:.{digits}f}")
        lines.append(f"regret per game {self.per_game:.{digits}f}")
        return "\n".join(lines)


def regret(
    oracle: Oracle,
    player: AnyPlayer,
    games: int = GAMES,
    against: AnyPlayer | None = None,
    seed: int = 1,
    progress: Callable[[float], None] | None = None,
    place: Place | None = None,
) -> Regret:
    """Judge a player's decisions in this many games.

    The other seats are ``against``, by default the same player. Without chance a game begins with
    up to ``OPENING`` random actions, which nobody answers for.
    """
    if games < 1:
        raise BadOptionError(Reason("too-few", {"name": "games", "value": games}))
    other = player if against is None else against
    _Judge(oracle, player, other)  # refuses what is no player
    oracle.prepare()
    part = _Part(family_of(oracle.game), oracle, player, other, games, seed)
    judged, mistakes = list[JudgedGame](), list[Mistake]()
    for some_games, some_mistakes in in_order(part, range(part.count), place or Here()):
        judged += some_games
        mistakes += some_mistakes
        if progress is not None:
            progress(len(judged) / games)
    mistakes.sort(key=lambda mistake: -mistake.regret)
    return Regret(oracle, player_name(player), player_name(other), tuple(judged), tuple(mistakes))


@dataclass(frozen=True, slots=True)
class _Part:
    """Judges the games of one part."""

    family: Family
    oracle: Oracle
    player: AnyPlayer
    other: AnyPlayer
    games: int
    seed: int

    @property
    def count(self) -> int:
        """The number of parts."""
        return -(-self.games // PART_GAMES)

    def __call__(self, number: int) -> tuple[list[JudgedGame], list[Mistake]]:
        present(self.family)
        judge = _Judge(self.oracle, self.player, self.other)
        games = range(number * PART_GAMES, min((number + 1) * PART_GAMES, self.games))
        return [judge.play(game, f"{self.seed} {game}") for game in games], judge.mistakes


def opened(oracle: Oracle, rng: Random, most: int = OPENING) -> Any:
    """A state to begin with: the start; without chance, which makes games differ, a bit later."""
    game, first = oracle.game, oracle.initial()
    if type(game).chance is not Game.chance:
        return first
    while True:
        state = first
        for _ in range(rng.randint(0, most)):
            seat = min(game.to_act(state), default=None)
            if seat is None:
                break
            state = game.advance(state, seat, rng.choice(list(game.legal(state, seat))))
        if game.to_act(state):
            return state


def next_decision(game: AnyGame, state: Any, dice: Random) -> tuple[int, Any] | None:
    """The next seat to act and its state, after what chance does; None at the end."""
    while waiting := game.to_act(state):
        seat = min(waiting)
        if seat != CHANCE:
            return seat, state
        state = game.advance(state, CHANCE, game.chance(state).sample(dice))
    return None


class _Judge:
    def __init__(self, oracle: Oracle, player: AnyPlayer, other: AnyPlayer) -> None:
        self.oracle, self.mistakes = oracle, list[Mistake]()
        self.choose, self.answer = chooser(oracle.game, player), chooser(oracle.game, other)

    def play(self, number: int, seed: str) -> JudgedGame:
        """One game, in which one seat is judged."""
        game, own = self.oracle.game, number % self.oracle.seats
        dice, rng, others = (Random(f"{seed} {name}") for name in ("dice", "player", "others"))
        state = opened(self.oracle, dice)
        begin = self.oracle.value(state, own)
        unknown, costs = 0, list[float]()
        for ply in range(MAX_EVENTS):  # a game that its rules do not bound ends by its length
            decision = next_decision(game, state, dice)
            if decision is None:
                break
            seat, before = decision
            view = game.view(before, seat)
            if seat != own:
                state = game.apply(before, seat, self.answer(view, others))
                continue
            action = self.choose(view, rng)
            state = game.apply(before, seat, action)
            if len(view.legal) > 1:
                cost = self._cost(number, ply, seat, before, action)
                if cost is None:
                    unknown += 1
                else:
                    costs.append(cost)
        worth = math.nan if begin is None else begin.worth
        return JudgedGame(own, worth, len(costs), unknown, math.fsum(costs))

    def _cost(self, number: int, ply: int, seat: int, state: Any, action: Any) -> float | None:
        """What a legal action costs; None if the oracle does not know."""
        actions = self.oracle.actions(state, seat)
        if actions is None:
            return None
        chosen = next(each for each in actions if each.action == action)
        if chosen.regret:
            kind = kind_of_mistake(self.oracle.game, state, seat, chosen, actions[0])
            found = (number, ply, seat, state, action, actions[0].action, chosen.regret, kind)
            self.mistakes.append(Mistake(*found))
        return chosen.regret


def _sum(mistakes: Sequence[Mistake]) -> float:
    return math.fsum(mistake.regret for mistake in mistakes)
