"""Everything that the product needs to know about Qwixx and Big Points."""

from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar

from cruces.core.family import AnyGame, AnyLog, Family
from cruces.core.options import Value
from cruces.core.outcome import Outcome
from cruces.games.qwixx.rules import BIG_POINTS, QWIXX, QWIXX_LAYOUT, Qwixx

if TYPE_CHECKING:
    from cruces.analysis import Analyser, Analysis, Judgement, Worths
    from cruces.analysis.oracle import Oracle
    from cruces.analysis.simulate import Policy, Rate, Rows
    from cruces.cli.family_command import FamilyCommand
    from cruces.envs.batch import Batch
    from cruces.envs.encoding import Encoding
    from cruces.learning.content import Exercise, Step
    from cruces.players import Bot, Limits, Skill
    from cruces.players.preparation import Preparation
    from cruces.render.document import Scene
    from cruces.render.terminal import TextView
    from cruces.render.terminal.style import Style
    from cruces.testing.random_play import PlayStyle
    from cruces.tui.board import Board


class QwixxFamily(Family):
    """Qwixx and Big Points, or any other game with such a sheet.

    Everything depends on the layout of a game: for a layout without networks, levels and analysis
    are left to the product's general search.
    """

    name = "qwixx"
    package = __package__
    games: ClassVar[tuple[AnyGame, ...]] = (QWIXX, BIG_POINTS)
    order = 1
    view = "view.js"

    # Presentation

    def wire(self, game: AnyGame, state: Any) -> dict[str, Any]:
        from cruces.games.qwixx.show import wire

        return wire.state_data(state)

    def sheet(self, game: AnyGame) -> dict[str, Any]:
        from cruces.games.qwixx.show import wire

        return wire.sheet_data(_qwixx(game))

    def earnings(self, game: AnyGame, state: Any, seat: int, actions: Sequence[Any]) -> list[int]:
        from cruces.games.qwixx.show import wire

        return wire.earnings(state, seat, actions)

    def action_name(self, game: AnyGame, action: Any, lang: str) -> str:
        from cruces.games.qwixx.show import phrases

        return phrases.action_name(_qwixx(game).layout, action, lang)

    def action_phrase(self, game: AnyGame, action: Any, lang: str) -> str:
        from cruces.games.qwixx.show import phrases

        return phrases.action_phrase(_qwixx(game).layout, action, lang)

    def chance_phrase(
        self, game: AnyGame, state: Any, outcome: Any, names: Sequence[str], lang: str
    ) -> str:
        from cruces.games.qwixx.show import phrases

        return phrases.chance_phrase(_qwixx(game).layout, outcome, names, lang)

    def ended_by(self, game: AnyGame, log: AnyLog, outcome: Outcome) -> Sequence[int]:
        from cruces.games.qwixx.show.phrases import ended_by

        by = ended_by(log.state, outcome)
        return super().ended_by(game, log, outcome) if by is None else by

    def counts(self, game: AnyGame, log: AnyLog) -> Mapping[str, Sequence[int]]:
        from cruces.games.qwixx.show.wire import counts

        return counts(log.state)

    def text_view(self, style: "Style", game: AnyGame, names: Sequence[str]) -> "TextView":
        from cruces.games.qwixx.show.text import QwixxView

        return QwixxView(style, _qwixx(game), names)

    def terminal_board(self, game: AnyGame) -> "type[Board]":
        from cruces.games.qwixx.tui.board import QwixxBoard

        return QwixxBoard

    def scene(self, log: AnyLog, names: Sequence[str], lang: str, seat: int | None) -> "Scene":
        from cruces.games.qwixx.show.svg.scene import scene

        return scene(log, names, lang, seat)

    def illustration(self, log: AnyLog, parts: Sequence[str], lang: str) -> "Scene":
        from cruces.games.qwixx.show.svg.illustration import illustration

        return illustration(log, parts, lang)

    def illustration_text(self, style: "Style", log: AnyLog, parts: Sequence[str]) -> Sequence[str]:
        from cruces.games.qwixx.show.text_sheets import illustration

        return illustration(style, log, parts)

    def blank_sheet(self, game: AnyGame, lang: str) -> "Scene":
        from cruces.games.qwixx.show.svg.blank import blank_sheet

        return blank_sheet(_qwixx(game), lang)

    # Players

    def players(self, game: AnyGame) -> "Sequence[Bot]":
        from cruces.games.qwixx.players.greedy import GreedyBot
        from cruces.games.qwixx.players.strong import FriendlyBot, SearchBot, StrongBot

        friendly = (FriendlyBot(),) if _qwixx(game).layout == QWIXX_LAYOUT else ()
        strong = (StrongBot(), SearchBot()) if _has_networks(game) else ()
        return (GreedyBot(), *friendly, *strong)

    def skills(self, game: AnyGame) -> "Sequence[Skill]":
        from cruces.games.qwixx.players.levels import SKILLS

        return SKILLS if _has_networks(game) else ()

    def play_level(self, view: Any, skill: "Skill", limits: "Limits", rng: Random) -> Any:
        from cruces.games.qwixx.players.strong import choose

        return choose(skill, view, limits, rng)

    def preparations(self) -> "Sequence[Preparation]":
        from cruces.games.qwixx.analysis.preparations import PREPARATIONS

        return PREPARATIONS

    def needs(self, game: AnyGame, state: Any, bot: str | None) -> Sequence[str]:
        if not _has_networks(game):
            return ()
        from cruces.games.qwixx.analysis.preparations import needs

        return needs(state, bot)

    def batch(
        self, game: AnyGame, settings: Mapping[str, Value], players: Sequence[Any]
    ) -> "Rows | None":
        if find_spec("numba") is None or not _fits_kernel(game):
            return None
        from cruces.games.qwixx.players.batch_games import batch_games

        qwixx = _qwixx(game)
        return batch_games(qwixx, qwixx.initial(settings, len(players)), players)

    def rated(self, game: AnyGame, rate: "Rate", weights: tuple[float, ...]) -> "Policy | None":
        from cruces.games.qwixx.players.rated import RatedBot

        return RatedBot(rate, weights)

    # Analysis

    def analyser(self, game: AnyGame) -> "Analyser | None":
        if not _has_networks(game):
            return None
        from cruces.games.qwixx.analysis.analyser import deepen

        return deepen

    def because(
        self, game: AnyGame, state: Any, analysis: "Analysis", judgement: "Judgement", lang: str
    ) -> str | None:
        if not _has_networks(game):
            return None
        from cruces.games.qwixx.analysis.reasons import because

        return because(state, analysis, judgement, lang)

    def standing(self, game: AnyGame, state: Any, games: int, seed: int) -> "Worths | None":
        if not _has_networks(game):
            return None
        from cruces.games.qwixx.analysis.analyser import standing

        return standing(game, state, games, seed)

    def oracle(
        self, game: AnyGame, settings: Mapping[str, Value], seats: int | None
    ) -> "Oracle | None":
        from cruces.games.qwixx.analysis.oracle import QwixxOracle

        if _qwixx(game).layout != QWIXX_LAYOUT:
            return None
        return QwixxOracle(_qwixx(game), settings, seats or 1)

    def mistake(self, game: AnyGame, state: Any, seat: int, action: Any, best: Any) -> str:
        from cruces.games.qwixx.analysis.mistakes import mistake

        return mistake(state, seat, action, best)

    def review_limits(self, game: AnyGame) -> "Limits | None":
        if not _has_networks(game):
            return None
        from cruces.analysis.review import DICE_NODES
        from cruces.players import Limits

        return Limits(nodes=DICE_NODES)

    # Learning

    def course(self, game: AnyGame) -> "Sequence[Step]":
        from cruces.games.qwixx.learning.course import COURSES

        return COURSES.get(game.id, ())

    def exercises(self, game: AnyGame) -> "Sequence[Exercise]":
        from cruces.games.qwixx.learning import exercises

        return exercises(game.id)

    def verdict(
        self, game: AnyGame, exercise: "Exercise", state: Any, action: Any, lang: str
    ) -> str:
        from cruces.games.qwixx.learning.verdict import verdict

        return verdict(game, exercise, state, action, lang)

    # Environments

    def encoding(self, game: AnyGame, settings: Mapping[str, Value], seats: int) -> "Encoding":
        from cruces.games.qwixx.envs.encoding import QwixxEncoding

        return QwixxEncoding(_qwixx(game), seats)

    def solo_batch(
        self, game: AnyGame, settings: Mapping[str, Value], count: int, threads: int | None
    ) -> "Batch | None":
        if not _fits_kernel(game):
            return None
        from cruces.games.qwixx.envs.solo import SoloGames

        qwixx = _qwixx(game)
        return SoloGames(qwixx, qwixx.initial(settings, 1).options, count, threads)

    # Commands and examples

    def commands(self) -> "Sequence[FamilyCommand]":
        from cruces.games.qwixx.commands import solve, train

        own = {game.id for game in self.games}
        return [each for each in (solve.COMMAND, train.COMMAND) if own.intersection(each.games)]

    def examples(self) -> Mapping[str, Sequence[tuple[str, str]]]:
        if QWIXX not in self.games:
            return {}
        example = "cruces play qwixx --player Ana --player Leo --seats 3 --save game.json"
        return {
            "play": [(example, "play.example.qwixx")],
            "oracle data": [
                (
                    "cruces oracle data qwixx --positions 10000 --out solo.parquet",
                    "oracle.data.example.qwixx",
                ),
            ],
            "rules": [
                (
                    "cruces rules qwixx --lang es --edition gamewright-2014",
                    "rules.example.qwixx",
                ),
                ("cruces rules big-points --set circle_die=either", "rules.example.big-points"),
            ],
            "sheet": [
                ("cruces sheet qwixx --out sheets.pdf", "sheet.example.qwixx"),
                (
                    "cruces sheet big-points --per-page 6 --black-and-white --lang es --out x.pdf",
                    "sheet.example.big-points",
                ),
            ],
        }

    def play_styles(self) -> "Sequence[PlayStyle]":
        from cruces.games.qwixx.play_styles import STYLES

        return STYLES


def _qwixx(game: AnyGame) -> Qwixx:
    assert isinstance(game, Qwixx), "the registry asks a family about its own games"
    return game


def _has_networks(game: AnyGame) -> bool:
    """Whether there are networks for the layout of a game."""
    from cruces.games.qwixx.players.levels import NETWORKS

    return _qwixx(game).layout in NETWORKS


def _fits_kernel(game: AnyGame) -> bool:
    """Whether the kernel has bits enough for the sheet of a game."""
    from cruces.games.qwixx.kernel.shape import shape

    try:
        shape(_qwixx(game).layout)
    except ValueError:
        return False
    return True


FAMILY = QwixxFamily()
