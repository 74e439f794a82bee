"""Dice and lots: exact probabilities."""

from fractions import Fraction
from itertools import islice
from typing import Any

from cruces.core import CHANCE, Chance, IllegalError, Uniform
from cruces.testing.check_context import Here
from cruces.testing.random_play import nth

MOST_LISTED = 300
"""Larger distributions are sampled: four dice and more have thousands of outcomes."""
SAMPLES = 12


def check_chance(here: Here) -> None:
    """Something may happen; probabilities are positive and sum to 1; the rest is refused."""
    if CHANCE not in here.game.to_act(here.state):
        return
    chance = here.game.chance(here.state)
    here.require(len(chance) > 0, "dead end: chance can bring nothing")
    outcomes = _all(here, chance) if len(chance) <= MOST_LISTED else _some(here, chance)
    for outcome in outcomes:
        here.known.add(outcome)
        here.require(outcome == _retold(here, outcome), "chance text is exact", outcome)
        here.game.apply(here.state, CHANCE, outcome)
    for act in here.known.probes(here.rng):
        if not chance.probability(act):
            here.refused(IllegalError, CHANCE, act)
        else:
            here.game.apply(here.state, CHANCE, act)


def _all(here: Here, chance: Chance[Any]) -> list[Any]:
    listed = list(chance)
    outcomes = [outcome for outcome, _ in listed]
    here.require(len(listed) == len(chance), "len is the number of outcomes", len(chance))
    here.require(listed == list(here.game.chance(here.state)), "the order is fixed")
    here.require(sum(p for _, p in listed) == 1, "probabilities sum to exactly 1")
    here.require(len(set(outcomes)) == len(outcomes), "no outcome twice")
    texts = {here.game.format_chance(outcome) for outcome in outcomes}
    here.require(len(texts) == len(outcomes), "chance text tells outcomes apart")
    for outcome, probability in listed:
        _check_probability(here, chance, outcome, probability)
    afters = list(here.game.successors(here.state, CHANCE))
    here.require(
        afters == [here.game.apply(here.state, CHANCE, outcome) for outcome in outcomes],
        "successors are what apply gives",
    )
    return outcomes


def _some(here: Here, chance: Chance[Any]) -> list[Any]:
    first = list(islice(chance, SAMPLES))
    for index, (outcome, probability) in enumerate(first):
        here.require(nth(chance, index) == outcome, "an index is a place in the order", index)
        _check_probability(here, chance, outcome, probability)
    sampled = [chance.sample(here.rng) for _ in range(SAMPLES)]
    if isinstance(chance, Uniform):
        sampled += [nth(chance, here.rng.randrange(len(chance))), nth(chance, len(chance) - 1)]
    for outcome in sampled:
        _check_probability(here, chance, outcome, chance.probability(outcome))
    return sampled


def _check_probability(
    here: Here, chance: Chance[Any], outcome: Any, probability: Fraction
) -> None:
    here.require(probability > 0, "what may happen is likely at all", outcome)
    here.require(type(probability) is Fraction, "probabilities are exact", outcome)
    here.require(chance.probability(outcome) == probability, "one probability", outcome)
    if isinstance(chance, Uniform):
        here.require(probability == Fraction(1, len(chance)), "uniform is uniform", outcome)


def _retold(here: Here, outcome: Any) -> Any:
    return here.game.parse_chance(here.game.format_chance(outcome))
