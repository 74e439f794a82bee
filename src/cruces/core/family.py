"""What a family of games gives the product: everything that depends on which game is played.

The product (server, command line, coach, pictures) knows no game. It asks the family of the game
in hand, which the registry finds through the entry points of the group ``cruces.games``. Only
``games`` must be there at once, and cheap to import; whatever else a family has is loaded when it
is first asked for. A family that leaves a question unanswered gets the product's general answer:
a search that plays any game, a table of texts, a view with a button for every action.

``docs/adding-a-game.md`` builds a small family from its first line to its browser view.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar

from cruces import locales
from cruces.core.errors import Reason
from cruces.core.game import Game
from cruces.core.log import GameLog
from cruces.core.options import Value

if TYPE_CHECKING:
    from cruces.analysis import Analyser, Analysis, Judgement, Worths
    from cruces.cli.family_command import FamilyCommand
    from cruces.players import Bot, Limits, Skill, Unbeaten
    from cruces.render.document import Scene
    from cruces.render.terminal import TableView
    from cruces.render.terminal.style import Style
    from cruces.testing.random_play import PlayStyle

AnyGame = Game[Any, Any, Any]
AnyLog = GameLog[Any, Any, Any]


class Family:
    """The games of one folder, and all that the product asks about them.

    ``name`` is the family's id, ``package`` the Python package that holds it. Two of its folders
    have a meaning: ``locales`` has a catalogue ``<language>.json`` and the rules of every game as
    ``rules/<game>.<language>.md``; ``web`` has what the browser loads.
    """

    name: ClassVar[str]
    package: ClassVar[str]
    games: ClassVar[tuple[AnyGame, ...]]
    order: ClassVar[int] = 100
    """Where it stands among the others wherever games are listed; equals by name."""

    # How it is shown

    def wire(self, game: AnyGame, state: Any) -> dict[str, Any]:
        """The position as plain data, for clients that draw."""
        return {}

    def sheet(self, game: AnyGame) -> dict[str, Any]:
        """What a client has to know once of a game to draw it: sent with the list of games."""
        return {}

    def earnings(self, game: AnyGame, state: Any, seat: int, actions: Sequence[Any]) -> list[int]:
        """The points that each action would bring a seat; nothing where that means nothing."""
        return []

    def refusal(self, game: AnyGame, state: Any, seat: int, place: str) -> Reason | None:
        """Why a place on the board cannot be used now; None where nothing speaks against it."""
        return None

    @property
    def names_actions(self) -> bool:
        """Whether actions have names, or are said as they are written."""
        return type(self).action_name is not Family.action_name

    def action_name(self, game: AnyGame, action: Any, lang: str) -> str:
        """An action as people say it, as a noun: ``blue 10``."""
        return game.format_action(action)

    def action_phrase(self, game: AnyGame, action: Any, lang: str) -> str:
        """What a player did, behind their name and a colon."""
        return self.action_name(game, action, lang)

    def chance_phrase(
        self, game: AnyGame, state: Any, outcome: Any, names: Sequence[str], lang: str
    ) -> str:
        """What dice or lots brought, without a full stop; ``state`` is the one they led to."""
        return game.format_chance(outcome)

    def seat_label(self, game: AnyGame, seat: int, name: str) -> str:
        """A player's name with what tells them apart on the board."""
        return name

    def text_view(self, style: "Style", game: AnyGame, names: Sequence[str]) -> "TableView | None":
        """How the terminal shows a game; None for the plain view."""
        return None

    def scene(
        self, log: AnyLog, names: Sequence[str], lang: str, seat: int | None
    ) -> "Scene | None":
        """The position at the end of a log as a picture, as a seat may see it; None: as text."""
        return None

    def position_text(self, game: AnyGame, state: Any) -> str:
        """The position as the description of a picture."""
        return game.format_position(state)

    @property
    def view(self) -> str | None:
        """The browser's view, a module in the folder ``web``; None for the plain view."""
        return None

    # Who plays it

    def players(self, game: AnyGame) -> "Sequence[Bot]":
        """The family's own players; the levels are not among them."""
        return ()

    def skills(self, game: AnyGame) -> "Sequence[Skill]":
        """How well each level plays, from the weakest up; none for the general player's."""
        return ()

    def play_level(self, view: Any, skill: "Skill", limits: "Limits", rng: Random) -> Any:
        """The action of a level, where the family has ``skills``."""
        raise NotImplementedError(f"{self.name} has skills, but nobody who plays by them")

    def unbeaten(self, game: AnyGame) -> "Sequence[Unbeaten]":
        """Players that are proven never to lose, and with which options."""
        return ()

    def warm_up(self) -> None:
        """Prepare what the first move would otherwise wait for."""

    # How it is judged

    def analyser(self, game: AnyGame) -> "Analyser | None":
        """What says how much every action is worth; None for the general search."""
        return None

    def because(
        self, game: AnyGame, state: Any, analysis: "Analysis", judgement: "Judgement", lang: str
    ) -> str | None:
        """What speaks for an action or against it, without a capital; None for the usual."""
        return None

    def standing(self, game: AnyGame, state: Any, games: int, seed: int) -> "Worths | None":
        """What a moment is worth to every seat, whoever is to act; None for an estimate."""
        return None

    def review_limits(self, game: AnyGame) -> "Limits | None":
        """How much the coach thinks about a decision where nobody says; None: the usual."""
        return None

    def review_keys(self, game: AnyGame) -> Sequence[str]:
        """Catalogue keys of what the coach's report has to explain besides."""
        return ()

    # What else it brings

    def commands(self) -> "Sequence[FamilyCommand]":
        """Its share of the command line: ``solve``, ``prove``, ``train`` or commands of its own."""
        return ()

    def examples(self) -> Mapping[str, Sequence[tuple[str, str]]]:
        """Lines for the help of the product's commands, by command; each with its text's key."""
        return {}

    def rules_page(self, game: AnyGame, lang: str) -> str:
        """The rules of a game in our own words, as Markdown."""
        return locales.family_page(self.package, f"rules/{game.id}", lang)

    def pages(self) -> Mapping[str, str]:
        """Pages to read besides the rules: an id, and the catalogue key of the title."""
        return {}

    def page(self, name: str, lang: str) -> str:
        """One of ``pages``, as Markdown."""
        raise KeyError(name)

    def play_styles(self) -> "Sequence[PlayStyle]":
        """Ways of playing at random that lead the fuzzer where it would seldom come."""
        return ()

    def perft_options(self, game: AnyGame) -> Mapping[str, Value]:
        """Options under which equal positions are one, so that counting goes faster."""
        return {}
