"""Chance events: exact probabilities."""

from fractions import Fraction
from itertools import islice
from typing import Any

from cruces.core import CHANCE, Chance, IllegalError, Uniform
from cruces.testing.check_context import CheckContext
from cruces.testing.random_play import nth

MAX_LISTED = 300
"""Larger distributions are sampled: four or more dice have thousands of outcomes."""
SAMPLES = 12


def check_chance(context: CheckContext) -> None:
    """There are outcomes; probabilities are positive and sum to 1; other acts are refused."""
    if CHANCE not in context.game.to_act(context.state):
        return
    chance = context.game.chance(context.state)
    context.require(len(chance) > 0, "dead end: chance can bring nothing")
    outcomes = _all(context, chance) if len(chance) <= MAX_LISTED else _some(context, chance)
    for outcome in outcomes:
        context.known.add(outcome)
        context.require(outcome == _round_trip(context, outcome), "chance text is exact", outcome)
        context.game.apply(context.state, CHANCE, outcome)
    for act in context.known.probes(context.rng):
        if not chance.probability(act):
            context.refused(IllegalError, CHANCE, act)
        else:
            context.game.apply(context.state, CHANCE, act)


def _all(context: CheckContext, chance: Chance[Any]) -> list[Any]:
    pairs = list(chance)
    outcomes = [outcome for outcome, _ in pairs]
    context.require(len(pairs) == len(chance), "len is the number of outcomes", len(chance))
    context.require(pairs == list(context.game.chance(context.state)), "the order is fixed")
    context.require(sum(p for _, p in pairs) == 1, "probabilities sum to exactly 1")
    context.require(len(set(outcomes)) == len(outcomes), "no outcome twice")
    texts = {context.game.format_chance(outcome) for outcome in outcomes}
    context.require(len(texts) == len(outcomes), "chance text tells outcomes apart")
    for outcome, probability in pairs:
        _check_probability(context, chance, outcome, probability)
    afters = list(context.game.successors(context.state, CHANCE))
    context.require(
        afters == [context.game.apply(context.state, CHANCE, outcome) for outcome in outcomes],
        "successors are what apply gives",
    )
    return outcomes


def _some(context: CheckContext, chance: Chance[Any]) -> list[Any]:
    first = list(islice(chance, SAMPLES))
    for index, (each, probability) in enumerate(first):
        context.require(nth(chance, index) == each, "an index is a place in the order", index)
        _check_probability(context, chance, each, probability)
    outcomes = [chance.sample(context.rng) for _ in range(SAMPLES)]
    if isinstance(chance, Uniform):
        outcomes += [nth(chance, context.rng.randrange(len(chance))), nth(chance, len(chance) - 1)]
    for each in outcomes:
        _check_probability(context, chance, each, chance.probability(each))
    return outcomes


def _check_probability(
    context: CheckContext, chance: Chance[Any], outcome: Any, probability: Fraction
) -> None:
    context.require(probability > 0, "what may happen is likely at all", outcome)
    context.require(type(probability) is Fraction, "probabilities are exact", outcome)
    context.require(chance.probability(outcome) == probability, "one probability", outcome)
    if isinstance(chance, Uniform):
        context.require(probability == Fraction(1, len(chance)), "uniform is uniform", outcome)


def _round_trip(context: CheckContext, outcome: Any) -> Any:
    return context.game.parse_chance(context.game.format_chance(outcome))
