"""A player for every game: Monte Carlo tree search that uses only the ``Game`` contract.

The tree grows from the current position by one node per playout: down the tree by the results so
far, then at random to the end of the game. The result is added to all nodes on the path.

- Dice are drawn at random; each chance outcome has its own node.
- When several seats choose at once, each chooses by its own results, without seeing the choices of
  the others.
- Whatever a seat cannot see is guessed again for every playout: ``Game.guess``.
- A position with a proven result is not played out any more: see ``Node.proof``.
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
"""One per level, weakest first."""
MIN_PLAYOUTS = 16
"""The playouts of the weakest level."""
EXPLORE = 0.4
"""The weight of exploration, in shares of the game."""
EXPLORE_JUDGED = 1.5
"""The same when every action is judged."""
RANDOM_JOINT_CHOICES = 0.1
"""The share of random joint choices, without which the seats might follow each other for ever."""
MAX_NODES = 200_000
"""The largest tree, to limit memory."""


class Proof(NamedTuple):
    """A result that is certain with best play, and the most actions until the end."""

    ending: Ending
    plies: int


class Tally:
    """The results of one action so far, for every seat."""

    __slots__ = ("points", "squares", "values", "visits")

    def __init__(self, seats: int) -> None:
        self.visits = 0
        self.values = [0.0] * seats
        self.points = [0.0] * seats
        self.squares = 0.0
        """The squared values of the acting seat."""

    def add(self, end: Ending, seat: int) -> None:
        """Add the result of a playout."""
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
        """By chance outcome, or by the indices of all seats' actions in ``actions``, together with
        the guessed state if it differs from the visible one."""
        self.proof: Proof | None = None
        seats = () if self.chance else self.seats
        self.actions = [tuple(iter(game.legal(state, seat))) for seat in seats]
        self.tallies = [[Tally(game.seats(state)) for _ in actions] for actions in self.actions]
        outcome = game.outcome(state)
        if outcome is not None:
            self.proof = Proof(ending(game, outcome), 0)

    @property
    def chance(self) -> bool:
        """Whether a chance event comes next."""
        return self.seats == (CHANCE,)


@dataclass(frozen=True, slots=True)
class ActionEstimate:
    """What the search knows about one action of its seat.

    ``values`` is the worth to every seat: the share of the win, or the points in a solo game.
    ``error`` is the standard error of the own seat's value: None without playouts, 0 if proven.
    """

    action: Any
    visits: int
    values: tuple[float, ...]
    points: tuple[float, ...]
    error: float | None
    proof: Proof | None


class TreeSearch:
    """Searches one position; can be continued where it stopped.

    ``seat`` is the seat to choose for, ``state`` what it sees. Without a seat it only estimates the
    worth of the position. With ``judge`` it finds the worth of every action, not only of the best:
    it continues after finding a win, and explores actions that do not look good more often.
    """

    def __init__(
        self, game: AnyGame, state: Any, seat: int | None, rng: Random, *, judge: bool = False
    ) -> None:
        self.game, self.seat, self.rng, self.judge = game, seat, rng, judge
        self.playouts = 0
        self.root = Node(game, state)
        self.nodes = 1
        self._playouts = Playouts(game, rng)
        self._two_sides = len({game.team_of(each) for each in range(game.seats(state))}) == 2
        self._alone = game.seats(state) == 1
        self._low, self._high = (math.inf, -math.inf) if self._alone else (0.0, 1.0)
        self._worth = Tally(game.seats(state))

    @property
    def scale(self) -> float:
        """The range of values; in a solo game, of those seen so far."""
        return self._high - self._low if self._high > self._low else 1.0

    def run(self, until: int | None, deadline: float | None, stop: Stop) -> None:
        """Search up to ``until`` playouts in total, a deadline, a stop or a proof."""
        self._playouts.begin(deadline, stop)
        while (
            (until is None or self.playouts < until)
            and self.root.proof is None
            and not self._playouts.must_stop()
            and self._playout()
        ):
            self.playouts += 1

    def worths(self) -> Ending:
        """The worth of the position to every seat, as the mean of all playouts."""
        if self.root.proof is not None:
            return self.root.proof.ending
        visits = max(1, self._worth.visits)
        return Ending(
            tuple(value / visits for value in self._worth.values),
            tuple(points / visits for points in self._worth.points),
        )

    def results(self) -> list[ActionEstimate]:
        """What the search knows about every action of its seat, in the order of ``legal``."""
        assert self.seat is not None, "the search has a seat"
        place = self.root.seats.index(self.seat)
        return [
            self._estimate(index, action, self.root.tallies[place][index])
            for index, action in enumerate(self.root.actions[place])
        ]

    def _estimate(self, index: int, action: Any, tally: Tally) -> ActionEstimate:
        assert self.seat is not None, "the search has a seat"
        proof = self._proof_of(self.root, index)
        if proof is not None:
            return ActionEstimate(action, tally.visits, *proof.ending, 0.0, proof)
        if not tally.visits:
            return ActionEstimate(action, 0, *self.worths(), None, None)
        values = tuple(value / tally.visits for value in tally.values)
        points = tuple(value / tally.visits for value in tally.points)
        # As if each extreme had occurred once: a few equal results do not prove anything.
        spread = tally.squares / tally.visits - values[self.seat] ** 2
        spread += self.scale**2 / (tally.visits + 2)
        return ActionEstimate(
            action, tally.visits, values, points, math.sqrt(spread / tally.visits), None
        )

    def line(self, action: Any) -> tuple[Any, ...]:
        """The expected continuation from an action to the next chance event or joint choice."""
        node, actions = self.root, [action]
        if len(node.seats) > 1:
            return (action,)
        child = node.children.get((node.actions[0].index(action),))
        while child is not None and len(child.seats) == 1 and not child.chance and child.visits:
            best = self._favourite(child)
            actions.append(child.actions[0][best])
            child = child.children.get((best,))
        return tuple(actions)

    def _favourite(self, node: Node) -> int:
        """The index of the action that wins for certain, or else was tried most often."""

        def rank(index: int) -> float:
            proof = self._proof_of(node, index)
            if proof is not None and proof.ending.values[node.seats[0]] >= self._high:
                return math.inf
            return node.tallies[0][index].visits

        return max(range(len(node.tallies[0])), key=rank)

    # A playout

    def _playout(self) -> bool:
        """Run one playout; False if it had to stop before the end."""
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
            end = self._playouts.play(node.state)
        if end is None:
            return False
        self._record(path, picks, end)
        return True

    def _step(self, node: Node) -> tuple[Hashable, Any, tuple[int, ...]]:
        """The next node's key, its state if it is new, and the indices of the chosen actions."""
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
        if self.nodes < MAX_NODES:
            node.children[key] = child
            self.nodes += 1
        return child

    def _pick(self, node: Node, place: int) -> int:
        """The most promising action of a seat: it did well so far, or was seldom tried."""
        tallies, seat = node.tallies[place], node.seats[place]
        if len(tallies) == 1:
            return 0
        if len(node.seats) > 1 and self.rng.random() < RANDOM_JOINT_CHOICES:
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

    def _record(self, path: list[Node], picks: list[tuple[int, ...]], end: Ending) -> None:
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
                node.proof = self._derive_proof(node)
                if node.proof is None:
                    break

    # Proofs

    def _proof_of(self, node: Node, index: int) -> Proof | None:
        """The proof for an action; None if several seats act at once."""
        if len(node.seats) > 1:
            return None
        child = node.children.get((index,))
        return None if child is None else child.proof

    def _derive_proof(self, node: Node) -> Proof | None:
        """The proof of a node that follows from those of its children, if any."""
        if node.chance:
            return self._derive_chance_proof(node)
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
        # With three sides or more it is unclear what the others consider best.
        if len(known) < len(proofs) or not (self._two_sides or self._alone or len(proofs) == 1):
            return None
        best = max(known, key=lambda proof: (proof.ending.values[seat], proof.plies))
        return Proof(best.ending, best.plies + 1)

    def _derive_chance_proof(self, node: Node) -> Proof | None:
        """A proof if every outcome is proven, and all the same except in a solo game."""
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
    """The action of a level: it searches for a while and adds some error to the results.

    A limit of nodes is the number of playouts of the strongest level; others get a share of it.
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

    def promise(result: ActionEstimate) -> tuple[float, int]:
        value = result.values[view.seat or 0]
        if result.proof is not None:
            value = math.inf if value >= 1 and len(result.values) > 1 else value
        elif not scale:
            # An action that was tried often is more reliable; a mean of few playouts may be luck.
            value -= result.error or 0.0
        return value + rng.gauss(0, scale) if scale else value, result.visits

    return max(results, key=promise).action


def _effort(skill: Skill, limits: Limits) -> tuple[int | None, float | None]:
    """The limit of playouts and the deadline."""
    seconds = skill.seconds
    until = None
    if limits.nodes is not None:
        strongest = SKILLS[-1].seconds or 1.0
        share = min(1.0, (skill.seconds or strongest) / strongest)
        until, seconds = max(min(MIN_PLAYOUTS, limits.nodes), round(limits.nodes * share)), None
    if limits.seconds is not None:
        seconds = limits.seconds if seconds is None else min(seconds, limits.seconds)
    return until, None if seconds is None else time.monotonic() + seconds


def deepening(
    search: TreeSearch, first: int, limits: Limits, stop: Stop, most: int
) -> Iterator[list[ActionEstimate]]:
    """The results after twice as many playouts each time; at least once."""
    deadline = None if limits.seconds is None else time.monotonic() + limits.seconds
    most = most if limits.nodes is None else min(most, limits.nodes)
    until = min(first, most)
    while True:
        search.run(until, deadline, stop)
        yield search.results()
        if search.playouts < until or until >= most:
            return
        until = min(2 * until, most)
