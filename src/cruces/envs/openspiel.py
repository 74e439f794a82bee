"""Every game in OpenSpiel: ``pyspiel.load_game("cruces_<game>_v<version>")``.

Dice are chance nodes, one for each die. Where several choose at the same time there is a
simultaneous node, if the game's encoding says that it has such positions; otherwise they choose one
after another, unseen. Importing this module registers the games.
"""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from cruces.core import MalformedError, Reason
from cruces.core.extras import naming_extras
from cruces.core.family import AnyGame
from cruces.core.game import CHANCE
from cruces.core.registry import GAMES, ask, get_game
from cruces.envs.chance_parts import MOST_OUTCOMES, part_probabilities
from cruces.envs.encoding import Encoding, encoding_of
from cruces.envs.returns import returns
from cruces.envs.spiel_node import MOST_EVENTS, Event, Node, Rules, option_parameter

with naming_extras():  # first what only the extra has that is to be named
    import pyspiel

    # isort: split
    import numpy as np

Kind = pyspiel.GameType


def spiel_name(game: str, version: int) -> str:
    """A game's name in OpenSpiel."""
    return f"cruces_{game.replace('-', '_')}_v{version}"


def _parameters(game: AnyGame) -> dict[str, Any]:
    """The parameters of a game and their defaults."""
    defaults = game.resolve({})
    own = {option.name: option_parameter(option, defaults[option.name]) for option in game.options}
    return {"players": game.seat_counts[0], "position": "", "max_length": MOST_EVENTS, **own}


def _kind(game: AnyGame, encoding: Encoding, seats: int | None) -> pyspiel.GameType:
    """How OpenSpiel classifies a game; without a number of seats, that of most."""
    together = encoding.simultaneous and seats != 1
    return Kind(
        short_name=spiel_name(game.id, encoding.version),
        long_name=game.name("en"),
        dynamics=Kind.Dynamics.SIMULTANEOUS if together else Kind.Dynamics.SEQUENTIAL,
        chance_mode=(
            Kind.ChanceMode.EXPLICIT_STOCHASTIC
            if encoding.chance
            else Kind.ChanceMode.DETERMINISTIC
        ),
        information=(
            Kind.Information.IMPERFECT_INFORMATION
            if encoding.hidden
            else Kind.Information.PERFECT_INFORMATION
        ),
        utility=Kind.Utility.GENERAL_SUM if seats == 1 else Kind.Utility.ZERO_SUM,
        reward_model=Kind.RewardModel.TERMINAL,
        max_num_players=max(game.seat_counts),
        min_num_players=min(game.seat_counts),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=_parameters(game),
    )


class SpielGame(pyspiel.Game):
    """A game with certain parameters; every game has a class of its own."""

    game_id: ClassVar[str]

    def __init__(self, params: Mapping[str, Any]) -> None:
        rules = Rules(get_game(self.game_id), params)
        low, high = rules.game.score_range if rules.seats == 1 else (-1, 1)
        kind = _kind(rules.game, rules.encoding, rules.seats)
        info = pyspiel.GameInfo(
            num_distinct_actions=rules.encoding.count,
            max_chance_outcomes=MOST_OUTCOMES if rules.encoding.chance else 0,
            num_players=rules.seats,
            min_utility=float(low),
            max_utility=float(high),
            utility_sum=None if rules.seats == 1 else 0.0,
            max_game_length=rules.max_length,
        )
        super().__init__(kind, info, dict(params))
        self.rules = rules

    def new_initial_state(self, *_: object) -> "SpielState":
        """The first state, or the one of the parameter `position`."""
        return SpielState(self)

    def make_py_observer(self, kind: Any = None, params: Any = None) -> "SpielObserver":
        """What players know, and what they see."""
        default = pyspiel.IIGObservationType(perfect_recall=False)
        return SpielObserver(kind or default, params, self.rules)


class SpielState(pyspiel.State):
    """A state: who acts, what they may do, and what follows."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.node = game.rules.first

    def current_player(self) -> int:
        waiting = self.node.to_act
        if not waiting:
            player = pyspiel.PlayerId.TERMINAL
        elif CHANCE in waiting:
            player = pyspiel.PlayerId.CHANCE
        elif len(waiting) > 1 and self.node.rules.encoding.simultaneous:
            player = pyspiel.PlayerId.SIMULTANEOUS
        else:
            player = min(waiting)
        return int(player)

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.node.actions.get(player, ()))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The next die, or whatever is drawn, with probabilities."""
        chance = self.node.rules.game.chance(self.node.state)
        return list(enumerate(part_probabilities(chance, self.node.drawn)))

    def _apply_action(self, action: int) -> None:
        player = self.current_player()
        self.node = self.node.draw(action) if player == CHANCE else self.node.act(player, action)

    def _apply_actions(self, actions: list[int]) -> None:
        self.node = self.node.act_together(actions)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == CHANCE:
            last = self.node.draw(action).last
            return str(action) if last is None else last.text
        actions = self.node.actions.get(player, {})
        return self.node.rules.game.format_action(actions[action]) if action in actions else ""

    def is_terminal(self) -> bool:
        return not self.node.to_act

    def returns(self) -> list[float]:
        """What the game is worth to each player; nothing before its end."""
        outcome = self.node.outcome
        if outcome is None:
            return [0.0] * self.node.rules.seats
        return returns(self.node.rules.game, outcome)

    def __str__(self) -> str:
        """The position, the same for all states that have the same future by the rules."""
        rules = self.node.rules
        text = rules.game.format_position(rules.encoding.canonical(self.node.state))
        return " ".join([text, *(f"[{digit}]" for digit in self.node.drawn)])


class SpielObserver:
    """What a player sees of a position, with perfect recall everything they have seen so far."""

    def __init__(self, kind: Any, params: Any, rules: Rules) -> None:
        if params:
            raise MalformedError(Reason("no-parameters"))
        self.recall = kind.perfect_recall
        size = rules.encoding.size
        self.tensor = np.zeros(size + rules.max_length * self.recall, np.float32)
        self.dict = {"observation": self.tensor[:size]}
        if self.recall:
            self.dict["events"] = self.tensor[size:]

    def set_from(self, state: SpielState, player: int) -> None:
        """Write the observation of a player; then the events that they have seen, in order.

        An event is a number: 1 + the outcome of a draw, or ``MOST_OUTCOMES`` + 2 for an action that
        is not known yet, or ``MOST_OUTCOMES`` + 3 + seat × actions + action.
        """
        node, encoding = state.node, state.node.rules.encoding
        seen = node.rules.game.redact(node.state, player)
        self.dict["observation"][:] = encoding.observe(seen, player)
        if self.recall:
            self.dict["events"].fill(0)
            for at, (event, known) in enumerate(_known(node, player)):
                number = 1 + event.number
                if not known:
                    number = MOST_OUTCOMES + 2
                elif event.actor != CHANCE:
                    number = MOST_OUTCOMES + 3 + event.actor * encoding.count + event.number
                self.dict["events"][at] = number

    def string_from(self, state: SpielState, player: int) -> str:
        """The position in notation, or what has happened so far, as the player knows it."""
        node, game = state.node, state.node.rules.game
        seen = game.format_position(game.redact(node.state, player))
        if not self.recall:
            return f"p{player + 1}: {seen}"
        events = [
            event.text
            if event.actor == CHANCE
            else f"p{event.actor + 1} {event.text * known or '?'}"
            for event, known in _known(node, player)
        ]
        return f"p{player + 1}: {game.format_position(node.rules.first.state)}; {', '.join(events)}"


def _known(node: Node, player: int) -> Iterator[tuple[Event, bool]]:
    """The events, and whether a player knows what they were."""
    events = node.events()
    for at, event in enumerate(events):
        yield event, event.actor in (CHANCE, player) or at < len(events) - node.hidden


def register_all() -> None:
    """Register the games of all families that are loaded."""
    for name, game in GAMES.items():
        encoding: Encoding | None = ask(None, encoding_of, game, game.initial())
        if encoding and spiel_name(name, encoding.version) not in pyspiel.registered_names():
            # A class and not a function: OpenSpiel lets go of it after Python has ended.
            own = type(SpielGame.__name__, (SpielGame,), {"game_id": name})
            pyspiel.register_game(_kind(game, encoding, None), own)


register_all()
