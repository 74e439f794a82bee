"""A player for every game: Monte Carlo tree search over the contract, and nothing else.

A tree of positions grows from the one in hand, a node with every playout: down the tree by what
has done well so far, then at random to the end of the game. What comes out is kept along the way.

- Dice are drawn; what each of them leads to is a node of its own.
- Where several choose at once, each chooses by what has done well for them alone, without seeing
  the others' choices.
- What a seat does not see is guessed anew for every playout: ``Game.guess``.
- A position whose result is certain is not played out any more: see ``Node.proof``.
"""

import math
import time
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

from cruces.core import CHANCE, View
from cruces.core.family import AnyGame
from cruces.players.bot import Limits
from cruces.players.playouts import Ending, Playouts, ending
from cruces.players.skill import Skill
from cruces.players.stop import Stop

SKILLS: tuple[Skill, ...] = (
    Skill(seconds=0.01, blur=0.30),
    Skill(seconds=0.02, blur=0.20),
    Skill(seconds=0.04, blur=0.14),
    Skill(seconds=0.08, blur=0.09),
    Skill(seconds=0.15, blur=0.06),
    Skill(seconds=0.3, blur=0.03),
    Skill(seconds=0.6, blur=0.01),
    Skill(seconds=1.0),
)
"""From the weakest up."""
FEWEST = 16
"""So many playouts the weakest level has."""
EXPLORE = 0.4
"""How much is tried that has not done well yet, in shares of the game."""
EXPLORE_JUDGED = 1.5
"""The same where every action is judged."""
UNPREDICTABLE = 0.1
"""How often who chooses at the same time as others chooses anything: else all might go round in
step for ever."""
MOST_NODES = 200_000
"""Then the tree grows no further, so that memory does not either."""


class Proof(NamedTuple):
    """A result that is certain with best play, after so many actions at the latest."""

    ending: Ending
    plies: int


class Tally:
    """What has come of one action so far, for everyone."""

    __slots__ = ("points", "squares", "values", "visits")

    def __init__(self, seats: int) -> None:
        self.visits = 0
        self.values = [0.0] * seats
        self.points = [0.0] * seats
        self.squares = 0.0
        """Of the values of who acts."""

    def add(self, end: Ending, seat: int) -> None:
        """One more playout."""
        self.visits += 1
        for other, value in enumerate(end.values):
            self.values[other] += value
            self.points[other] += end.points[other]
        self.squares += end.values[seat] ** 2


class Node:
    """A position in the tree."""

    __slots__ = ("actions", "children", "proof", "seats", "state", "tallies", "visits")

    def __init__(self, game: AnyGame, state: Any) -> None:
        self.state = state
        self.seats = tuple(sorted(game.to_act(state)))
        self.visits = 0
        self.children: dict[Hashable, Node] = {}
        """By what chance brought, or by the places of everyone's actions in ``actions``, with the
        state that was guessed if it is not the one that is seen."""
        self.proof: Proof | None = None
        seats = () if self.chance else self.seats
        self.actions = [tuple(iter(game.legal(state, seat))) for seat in seats]
        self.tallies = [[Tally(game.seats(state)) for _ in own] for own in self.actions]
        outcome = game.outcome(state)
        if outcome is not None:
            self.proof = Proof(ending(game, outcome), 0)

    @property
    def chance(self) -> bool:
        """Whether dice or lots come next."""
        return self.seats == (CHANCE,)


@dataclass(frozen=True, slots=True)
class Result:
    """What is known of one action of the seat that is thought for.

    ``values`` is what it is worth to every seat: the share of the win, alone the points. ``error``
    is the standard error of the own one, None where nothing was tried and 0 where it is proven.
    """

    action: Any
    visits: int
    values: tuple[float, ...]
    points: tuple[float, ...]
    error: float | None
    proof: Proof | None


class TreeSearch:
    """Thinks about one position; goes on where it stopped.

    ``seat`` is whose choice it is, ``state`` what they see. Without a seat it only estimates what
    the position is worth. To ``judge`` is to find out what every action is worth, not only the
    best: it goes on when a win is found, and tries more often what does not look good.
    """

    def __init__(
        self, game: AnyGame, state: Any, seat: int | None, rng: Random, *, judge: bool = False
    ) -> None:
        self.game, self.seat, self.rng, self.judge = game, seat, rng, judge
        self.playouts = 0
        self.root = Node(game, state)
        self.nodes = 1
        self._random = Playouts(game, rng)
        self._two_sides = len({game.team_of(one) for one in range(game.seats(state))}) == 2
        self._alone = game.seats(state) == 1
        self._low, self._high = (math.inf, -math.inf) if self._alone else (0.0, 1.0)
        self._worth = Tally(game.seats(state))

    @property
    def scale(self) -> float:
        """From the worst that can be to the best; alone at the table, that came about so far."""
        return self._high - self._low if self._high > self._low else 1.0

    def run(self, until: int | None, deadline: float | None, stop: Stop) -> None:
        """Play out until there are so many playouts, it is time, or all is proven."""
        self._random.begin(deadline, stop)
        while (
            (until is None or self.playouts < until)
            and self.root.proof is None
            and not self._random.halted()
            and self._playout()
        ):
            self.playouts += 1

    def worths(self) -> Ending:
        """What the position is worth to everyone, with what was tried counted in."""
        if self.root.proof is not None:
            return self.root.proof.ending
        every = max(1, self._worth.visits)
        return Ending(
            tuple(value / every for value in self._worth.values),
            tuple(points / every for points in self._worth.points),
        )

    def results(self) -> list[Result]:
        """What is known of every action of the seat, in the order of ``legal``."""
        assert self.seat is not None, "somebody is thought for"
        place = self.root.seats.index(self.seat)
        return [
            self._result(index, action, self.root.tallies[place][index])
            for index, action in enumerate(self.root.actions[place])
        ]

    def _result(self, index: int, action: Any, tally: Tally) -> Result:
        assert self.seat is not None, "somebody is thought for"
        proof = self._proof_of(self.root, index)
        if proof is not None:
            return Result(action, tally.visits, *proof.ending, 0.0, proof)
        if not tally.visits:
            return Result(action, 0, *self.worths(), None, None)
        values = tuple(value / tally.visits for value in tally.values)
        points = tuple(value / tally.visits for value in tally.points)
        # One of each extreme counted in: a few equal results are no certainty.
        spread = tally.squares / tally.visits - values[self.seat] ** 2
        spread += self.scale**2 / (tally.visits + 2)
        return Result(action, tally.visits, values, points, math.sqrt(spread / tally.visits), None)

    def line(self, action: Any) -> tuple[Any, ...]:
        """How it would go on, this action first, until chance or several at once decide."""
        node, found = self.root, [action]
        if len(node.seats) > 1:
            return (action,)
        child = node.children.get((node.actions[0].index(action),))
        while child is not None and len(child.seats) == 1 and not child.chance and child.visits:
            best = self._favourite(child)
            found.append(child.actions[0][best])
            child = child.children.get((best,))
        return tuple(found)

    def _favourite(self, node: Node) -> int:
        """The action of the one who is to act that wins for sure, or else was tried most."""

        def rank(index: int) -> float:
            proof = self._proof_of(node, index)
            if proof is not None and proof.ending.values[node.seats[0]] >= self._high:
                return math.inf
            return node.tallies[0][index].visits

        return max(range(len(node.tallies[0])), key=rank)

    # One playout

    def _playout(self) -> bool:
        """Whether it came to its end before it was halted."""
        node, path = self.root, [self.root]
        picks: list[tuple[int, ...]] = []
        while node.proof is None:
            key, state, pick = self._step(node)
            picks.append(pick)
            child = node.children.get(key)
            if child is not None:
                node = child
                path.append(node)
                continue
            node = self._grow(node, key, state)
            path.append(node)
            break
        if node.proof is not None:
            end: Ending | None = node.proof.ending
        else:
            end = self._random.play(node.state)
        if end is None:
            return False
        self._keep(path, picks, end)
        return True

    def _step(self, node: Node) -> tuple[Hashable, Any, tuple[int, ...]]:
        """Where to go from a node: under which key, a state to begin it with, and the choices."""
        game, state = self.game, node.state
        if node.chance:
            outcome = game.chance(state).sample(self.rng)
            after = None if outcome in node.children else game.advance(state, CHANCE, outcome)
            return outcome, after, ()
        pick = tuple(self._pick(node, place) for place in range(len(node.seats)))
        if node is self.root and self.seat is not None:
            state = game.guess(state, self.seat, self.rng)
        key: Hashable = pick if state is node.state else (state, pick)
        if key in node.children:
            return key, None, pick
        for place, seat in enumerate(node.seats):
            state = game.advance(state, seat, node.actions[place][pick[place]])
        return key, state, pick

    def _grow(self, node: Node, key: Hashable, state: Any) -> Node:
        child = Node(self.game, state)
        if self.nodes < MOST_NODES:
            node.children[key] = child
            self.nodes += 1
        return child

    def _pick(self, node: Node, place: int) -> int:
        """The action of a seat that promises most: what did well, and what was seldom tried."""
        tallies, seat = node.tallies[place], node.seats[place]
        if len(tallies) == 1:
            return 0
        if len(node.seats) > 1 and self.rng.random() < UNPREDICTABLE:
            return self.rng.randrange(len(tallies))
        untried = [index for index, tally in enumerate(tallies) if not tally.visits]
        if untried:
            return untried[self.rng.randrange(len(untried))]
        visits = math.log(node.visits)
        judged = self.judge and node is self.root
        explore = (EXPLORE_JUDGED if judged else EXPLORE) * self.scale
        best, most = 0, -math.inf
        for index, tally in enumerate(tallies):
            proof = self._proof_of(node, index)
            if proof is None:
                promise = tally.values[seat] / tally.visits
                promise += explore * math.sqrt(visits / tally.visits)
            elif judged:
                continue
            else:
                promise = proof.ending.values[seat]
            if promise > most:
                best, most = index, promise
        return best

    def _keep(self, path: list[Node], picks: list[tuple[int, ...]], end: Ending) -> None:
        if self._alone:
            self._low = min(self._low, end.values[0])
            self._high = max(self._high, end.values[0])
        self._worth.add(end, 0)
        for node in path:
            node.visits += 1
        for node, pick in zip(path, picks, strict=False):
            for place, index in enumerate(pick):
                node.tallies[place][index].add(end, node.seats[place])
        if path[-1].proof is not None:
            for node in reversed(path[:-1]):
                node.proof = self._proven(node)
                if node.proof is None:
                    break

    # What is certain

    def _proof_of(self, node: Node, index: int) -> Proof | None:
        """Of an action of the only seat that is to act."""
        if len(node.seats) > 1:
            return None
        child = node.children.get((index,))
        return None if child is None else child.proof

    def _proven(self, node: Node) -> Proof | None:
        """Whether the result follows from what comes after: see ``Proof``."""
        if node.chance:
            return self._proven_chance(node)
        if len(node.seats) > 1:
            return None
        seat = node.seats[0]
        proofs = [self._proof_of(node, index) for index in range(len(node.actions[0]))]
        known = [proof for proof in proofs if proof is not None]
        if not self._alone and not (self.judge and node is self.root):
            wins = [proof for proof in known if proof.ending.values[seat] == 1]
            if wins:
                quickest = min(wins, key=lambda proof: proof.plies)
                return Proof(quickest.ending, quickest.plies + 1)
        # With three sides or more, nobody can be sure what is best for the others.
        if len(known) < len(proofs) or not (self._two_sides or self._alone or len(proofs) == 1):
            return None
        best = max(known, key=lambda proof: (proof.ending.values[seat], proof.plies))
        return Proof(best.ending, best.plies + 1)

    def _proven_chance(self, node: Node) -> Proof | None:
        """Dice whose every outcome is certain; unless alone, with the same result."""
        chance = self.game.chance(node.state)
        if len(node.children) < len(chance):
            return None
        proofs = [child.proof for child in node.children.values() if child.proof is not None]
        if len(proofs) < len(chance):
            return None
        plies = max(proof.plies for proof in proofs)
        if self._alone:
            mean = sum(
                float(share) * child.proof.ending.values[0]
                for outcome, share in chance
                if (child := node.children[outcome]).proof is not None
            )
            return Proof(Ending((mean,), (mean,)), plies)
        values = proofs[0].ending.values
        if any(proof.ending.values != values for proof in proofs):
            return None
        return Proof(proofs[0].ending, plies)


def choose(view: View[Any, Any, Any], skill: Skill, limits: Limits, rng: Random) -> Any:
    """What a level plays: it thinks for a while, and misjudges what it finds a little.

    A limit of nodes counts playouts for the strongest level; the others have their share of them.
    """
    assert view.seat is not None, "a spectator has nothing to choose"
    actions = list(view.legal)
    if len(actions) == 1:
        return actions[0]
    search = TreeSearch(view.game, view.state, view.seat, rng)
    until, deadline = _effort(skill, limits)
    search.run(until, deadline, Stop())
    results = search.results()
    scale = skill.blur * search.scale

    def promise(result: Result) -> tuple[float, int]:
        own = result.values[view.seat or 0]
        if result.proof is not None:
            own = math.inf if own >= 1 and len(result.values) > 1 else own
        elif not scale:
            # What was tried most has stood the test longest; a mean of few may be luck.
            own -= result.error or 0.0
        return own + rng.gauss(0, scale) if scale else own, result.visits

    return max(results, key=promise).action


def _effort(skill: Skill, limits: Limits) -> tuple[int | None, float | None]:
    """How many playouts, and until when."""
    seconds = skill.seconds
    until = None
    if limits.nodes is not None:
        strongest = SKILLS[-1].seconds or 1.0
        share = min(1.0, (skill.seconds or strongest) / strongest)
        until, seconds = max(min(FEWEST, limits.nodes), round(limits.nodes * share)), None
    if limits.seconds is not None:
        seconds = limits.seconds if seconds is None else min(seconds, limits.seconds)
    return until, None if seconds is None else time.monotonic() + seconds


def deepening(
    search: TreeSearch, first: int, limits: Limits, stop: Stop, most: int
) -> Iterator[list[Result]]:
    """The results after ever more playouts, twice as many each time; at least once."""
    deadline = None if limits.seconds is None else time.monotonic() + limits.seconds
    most = most if limits.nodes is None else min(most, limits.nodes)
    until = min(first, most)
    while True:
        search.run(until, deadline, stop)
        yield search.results()
        if search.playouts < until or until >= most:
            return
        until = min(2 * until, most)
