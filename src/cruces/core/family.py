"""The interface of a family of games: everything that depends on which game is played.

The product (server, command line, coach, pictures) does not know any particular game. It asks the
game's family, which the registry finds through the entry points of the group ``cruces.games``. Only
``games`` has to be available at once and cheap to import; everything else is loaded when it is
first needed. A family overrides what it has; for the rest the product has general answers: a
search that plays any game, plain text, a view with a button for every action.

``docs/adding-a-game.md`` builds a small family from its first line to its browser view.
"""

from collections.abc import Mapping, Sequence, Set
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar

from cruces import locales
from cruces.core.errors import Reason
from cruces.core.game import Game
from cruces.core.log import GameLog
from cruces.core.options import Value
from cruces.core.outcome import Outcome

if TYPE_CHECKING:
    from cruces.analysis import Analyser, Analysis, Judgement, Worths
    from cruces.analysis.oracle import Oracle
    from cruces.analysis.simulate import Policy, Rate, Rows
    from cruces.cli.family_command import FamilyCommand
    from cruces.envs.batch import Batch
    from cruces.envs.encoding import Encoding
    from cruces.learning.content import Exercise, Step
    from cruces.players import Bot, Limits, Skill, Unbeaten
    from cruces.players.preparation import Preparation
    from cruces.render.document import Scene
    from cruces.render.terminal import TextView
    from cruces.render.terminal.style import Style
    from cruces.testing.random_play import PlayStyle
    from cruces.tui.board import Board

AnyGame = Game[Any, Any, Any]
AnyLog = GameLog[Any, Any, Any]


class Family:
    """The games of one folder, and everything that the product asks about them.

    ``name`` is the family's id, ``package`` the Python package that contains it. Two folders of the
    package have a fixed meaning: ``locales`` has a catalogue ``<language>.json`` and the rules of
    every game as ``rules/<game>.<language>.md``, to the letter, if that is another page, as
    ``rules/exact/<game>.<language>.md``; ``web`` has the files that the browser loads.
    """

    name: ClassVar[str]
    package: ClassVar[str]
    games: ClassVar[tuple[AnyGame, ...]]
    order: ClassVar[int] = 100
    """The position in lists of games, lowest first; families with equal values go by name."""

    # How it is shown

    def wire(self, game: AnyGame, state: Any) -> dict[str, Any]:
        """The position as plain data, for clients that draw it."""
        return {}

    def sheet(self, game: AnyGame) -> dict[str, Any]:
        """What a client needs to draw the game, in any position: sent with the list of games."""
        return {}

    def earnings(self, game: AnyGame, state: Any, seat: int, actions: Sequence[Any]) -> list[int]:
        """The points that each action would earn a seat; empty for games without points."""
        return []

    def refusal(self, game: AnyGame, state: Any, seat: int, place: str) -> Reason | None:
        """Why a place on the board cannot be used now; None if it can."""
        return None

    @property
    def names_actions(self) -> bool:
        """Whether actions have names in addition to their notation."""
        return type(self).action_name is not Family.action_name

    def action_name(self, game: AnyGame, action: Any, lang: str) -> str:
        """An action as people say it, as a noun: ``blue 10``."""
        return game.format_action(action)

    def action_phrase(self, game: AnyGame, action: Any, lang: str) -> str:
        """What a player did, to follow their name and a colon."""
        return self.action_name(game, action, lang)

    def chance_phrase(
        self, game: AnyGame, state: Any, outcome: Any, names: Sequence[str], lang: str
    ) -> str:
        """A chance outcome in words, without a full stop; ``state`` is the state after it."""
        return game.format_chance(outcome)

    def seat_label(self, game: AnyGame, seat: int, name: str) -> str:
        """A player's name, with their mark or colour on the board."""
        return name

    def ended_by(self, game: AnyGame, log: AnyLog, outcome: Outcome) -> Sequence[int]:
        """The seats that ended the game; empty if nobody in particular did."""
        seat = getattr(log.events[-1], "seat", None) if log.events else None
        return (seat,) if isinstance(seat, int) else outcome.winners

    def ending_params(self, game: AnyGame, state: Any, outcome: Outcome) -> Mapping[str, object]:
        """Further parameters of the texts that say how a game ended."""
        return {}

    def ending(
        self,
        game: AnyGame,
        log: AnyLog,
        outcome: Outcome,
        names: Sequence[str],
        own: Set[int],
        lang: str,
    ) -> str:
        """How a game ended, in a sentence: who did what.

        The text is ``reason.<slug>.you`` if the reader, who plays the seats ``own``, ended it,
        ``reason.<slug>.by`` with ``{names}`` if others did, and ``reason.<slug>`` if nobody did.
        """
        seats, params = self.ended_by(game, log, outcome), self.ending_params
        return locales.ending(
            outcome.reason,
            lang,
            [names[seat] for seat in seats],
            len(own) == 1 and own == frozenset(seats),
            **params(game, log.state, outcome),
        )

    def counts(self, game: AnyGame, log: AnyLog) -> Mapping[str, Sequence[int]]:
        """What players like to know of a finished game, for each seat, the most important first.

        By names with a text ``page.games.count.<name>``: the browser makes figures of them.
        """
        return {}

    def text_view(self, style: "Style", game: AnyGame, names: Sequence[str]) -> "TextView | None":
        """How the terminal shows a game; None for the plain view."""
        return None

    def terminal_board(self, game: AnyGame) -> "type[Board] | None":
        """The board of the terminal app; None for the text view and a list of the actions."""
        return None

    def terminal_editor(self, game: AnyGame) -> "type[Board] | None":
        """The editor of positions in the terminal app: posts ``Edited``; None if it has none."""
        return None

    def scene(
        self, log: AnyLog, names: Sequence[str], lang: str, seat: int | None
    ) -> "Scene | None":
        """The position at the end of a log as a picture, as a seat may see it; None for text."""
        return None

    def position_text(self, game: AnyGame, state: Any) -> str:
        """The position in words, as the description of its picture."""
        return game.format_position(state)

    def illustration(self, log: AnyLog, parts: Sequence[str], lang: str) -> "Scene | None":
        """The end of a log as a picture on a page to read, with the parts that the page names.

        None for the same picture as everywhere.
        """
        return None

    def illustration_text(self, style: "Style", log: AnyLog, parts: Sequence[str]) -> Sequence[str]:
        """The same as lines for the terminal."""
        return [self.position_text(log.game, log.state)]

    def blank_sheet(self, game: AnyGame, lang: str) -> "Scene | None":
        """The sheet of paper that people write on when they play it with real dice, to print.

        None for a game without one. Its transforms only move and scale.
        """
        return None

    @property
    def view(self) -> str | None:
        """The browser's view, a module in the folder ``web``; None for the plain view."""
        return None

    # Who plays it

    def players(self, game: AnyGame) -> "Sequence[Bot]":
        """The family's own players; the levels are not among them."""
        return ()

    def skills(self, game: AnyGame) -> "Sequence[Skill]":
        """How well each level plays, weakest first; empty for those of the general player."""
        return ()

    def play_level(self, view: Any, skill: "Skill", limits: "Limits", rng: Random) -> Any:
        """The action that a level chooses; called only if the family has ``skills``."""
        raise NotImplementedError(f"{self.name} has skills, but no play_level")

    def unbeaten(self, game: AnyGame) -> "Sequence[Unbeaten]":
        """Players proven never to lose, and the options for which that holds."""
        return ()

    def preparations(self) -> "Sequence[Preparation]":
        """What to prepare so that the first move need not wait, in order of need."""
        return ()

    def needs(self, game: AnyGame, state: Any, bot: str | None) -> Sequence[str]:
        """The names of the preparations that a player needs here, or a hint if there is none."""
        return ()

    def batch(
        self, game: AnyGame, settings: Mapping[str, Value], players: Sequence[Any]
    ) -> "Rows | None":
        """Plays many games of these players in compiled code: see ``analysis.simulate``.

        None if it has no such code, or not for one of the players.
        """
        return None

    def rated(self, game: AnyGame, rate: "Rate", weights: tuple[float, ...]) -> "Policy | None":
        """A player that takes the action with the highest rating; None if there is no such code."""
        return None

    # How it is judged

    def analyser(self, game: AnyGame) -> "Analyser | None":
        """The analyser that says what every action is worth; None for the general search."""
        return None

    def because(
        self, game: AnyGame, state: Any, analysis: "Analysis", judgement: "Judgement", lang: str
    ) -> str | None:
        """Why an action is good or bad, without a capital letter; None for the general reason."""
        return None

    def standing(self, game: AnyGame, state: Any, games: int, seed: int) -> "Worths | None":
        """What a position is worth to every seat, whoever's turn it is; None for an estimate."""
        return None

    def oracle(
        self, game: AnyGame, settings: Mapping[str, Value], seats: int | None
    ) -> "Oracle | None":
        """Exact values of a game with these options; None if they are not known.

        If ``seats`` is None, for as many as they are known for. Its ``game`` may be a simpler one.
        """
        return None

    def mistake(self, game: AnyGame, state: Any, seat: int, action: Any, best: Any) -> str | None:
        """What kind of mistake an action is, where another was best: the slug of a text.

        The text ``mistake.<slug>`` says what was done and what would have been better. None for a
        general kind.
        """
        return None

    def review_limits(self, game: AnyGame) -> "Limits | None":
        """The coach's default limits for one decision; None for the general ones."""
        return None

    def review_keys(self, game: AnyGame) -> Sequence[str]:
        """Catalogue keys of further explanations for the coach's report."""
        return ()

    # How it is learned

    def course(self, game: AnyGame) -> "Sequence[Step]":
        """The steps of a course of about five minutes; empty if there is none."""
        return ()

    def exercises(self, game: AnyGame) -> "Sequence[Exercise]":
        """Positions with one clearly best action, from easy to hard."""
        return ()

    def verdict(
        self, game: AnyGame, exercise: "Exercise", state: Any, action: Any, lang: str
    ) -> str:
        """What to say about an action in an exercise, in a sentence: why it is the answer or not.

        ``state`` is that of the exercise; called only for legal actions.
        """
        raise NotImplementedError(f"{self.name} has exercises, but no verdict")

    # How programs learn it

    def encoding(
        self, game: AnyGame, settings: Mapping[str, Value], seats: int
    ) -> "Encoding | None":
        """Its actions and positions as numbers, for environments; None for the general encoding."""
        return None

    def solo_batch(
        self, game: AnyGame, settings: Mapping[str, Value], count: int, threads: int | None
    ) -> "Batch | None":
        """Plays many games of one seat in step, in compiled code; None if there is none."""
        return None

    # What else it brings

    def commands(self) -> "Sequence[FamilyCommand]":
        """Its commands: parts of ``solve``, ``prove`` and ``train``, or commands of its own."""
        return ()

    def examples(self) -> Mapping[str, Sequence[tuple[str, str]]]:
        """Examples for the product's help, by command: the line and its text's catalogue key."""
        return {}

    def rules_page(self, game: AnyGame, lang: str) -> str:
        """The rules of a game as a person would explain them, as Markdown."""
        return locales.family_page(self.package, f"rules/{game.id}", lang)

    def exact_rules_page(self, game: AnyGame, lang: str) -> str | None:
        """The rules to the letter, if they have a page of their own, as Markdown."""
        try:
            return locales.family_page(self.package, f"rules/exact/{game.id}", lang)
        except FileNotFoundError:
            return None

    def pages(self) -> Mapping[str, str]:
        """Further pages, by id, each with the catalogue key of its title."""
        return {}

    def page(self, name: str, lang: str) -> str:
        """One of ``pages``, as Markdown."""
        raise KeyError(name)

    def play_styles(self) -> "Sequence[PlayStyle]":
        """Ways of playing at random that lead the fuzzer to rare positions."""
        return ()

    def perft_options(self, game: AnyGame) -> Mapping[str, Value]:
        """Options that make more positions equal, so that counting is faster."""
        return {}
