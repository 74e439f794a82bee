"""Everything that the product asks about Qwixx and Big Points."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from cruces.core.family import AnyGame, AnyLog, Family
from cruces.games.qwixx.rules import BIG_POINTS, QWIXX, BigPoints

if TYPE_CHECKING:
    from cruces.analysis import Analyser, Analysis, Judgement, Worths
    from cruces.cli.family_command import FamilyCommand
    from cruces.players import Bot, Limits, Skill
    from cruces.render.document import Scene
    from cruces.render.terminal import TableView
    from cruces.render.terminal.style import Style
    from cruces.testing.random_play import PlayStyle


class QwixxFamily(Family):
    """Qwixx and Big Points."""

    name = "qwixx"
    package = __package__
    games = (QWIXX, BIG_POINTS)
    order = 1
    view = "view.js"

    # How it is shown

    def wire(self, game: AnyGame, state: Any) -> dict[str, Any]:
        from cruces.games.qwixx.show import wire

        return wire.table(state)

    def sheet(self, game: AnyGame) -> dict[str, Any]:
        from cruces.games.qwixx.show import wire

        return wire.sheet(game)

    def earnings(self, game: AnyGame, state: Any, seat: int, actions: Sequence[Any]) -> list[int]:
        from cruces.games.qwixx.show import wire

        return wire.earnings(state, seat, actions)

    def action_name(self, game: AnyGame, action: Any, lang: str) -> str:
        from cruces.games.qwixx.show import phrases

        return phrases.action_name(action, lang)

    def action_phrase(self, game: AnyGame, action: Any, lang: str) -> str:
        from cruces.games.qwixx.show import phrases

        return phrases.action_phrase(action, lang)

    def chance_phrase(
        self, game: AnyGame, state: Any, outcome: Any, names: Sequence[str], lang: str
    ) -> str:
        from cruces.games.qwixx.show import phrases

        return phrases.chance_phrase(outcome, names, lang)

    def text_view(self, style: "Style", game: AnyGame, names: Sequence[str]) -> "TableView":
        from cruces.games.qwixx.show.text import QwixxView

        return QwixxView(style, game, names)

    def scene(self, log: AnyLog, names: Sequence[str], lang: str, seat: int | None) -> "Scene":
        from cruces.games.qwixx.show.svg.table import scene

        return scene(log, names, lang, seat)

    # Who plays it

    def players(self, game: AnyGame) -> "Sequence[Bot]":
        from cruces.games.qwixx.players.greedy import GreedyBot
        from cruces.games.qwixx.players.strong import FriendlyBot, SearchBot, StrongBot

        friendly = () if isinstance(game, BigPoints) else (FriendlyBot(),)
        return (GreedyBot(), *friendly, StrongBot(), SearchBot())

    def skills(self, game: AnyGame) -> "Sequence[Skill]":
        from cruces.games.qwixx.players.levels import SKILLS

        return SKILLS

    def play_level(self, view: Any, skill: "Skill", limits: "Limits", rng: Random) -> Any:
        from cruces.games.qwixx.players.strong import choose

        return choose(skill, view, limits, rng)

    def warm_up(self) -> None:
        from cruces.games.qwixx.players.strong import warm_up

        warm_up()

    # How it is judged

    def analyser(self, game: AnyGame) -> "Analyser":
        from cruces.games.qwixx.analysis.analyser import deepen

        return deepen

    def because(
        self, game: AnyGame, state: Any, analysis: "Analysis", judgement: "Judgement", lang: str
    ) -> str:
        from cruces.games.qwixx.analysis.reasons import because

        return because(state, analysis, judgement, lang)

    def standing(self, game: AnyGame, state: Any, games: int, seed: int) -> "Worths":
        from cruces.games.qwixx.analysis.analyser import standing

        return standing(game, state, games, seed)

    def review_limits(self, game: AnyGame) -> "Limits":
        from cruces.analysis.review import DICE_NODES
        from cruces.players import Limits

        return Limits(nodes=DICE_NODES)

    # What else it brings

    def commands(self) -> "Sequence[FamilyCommand]":
        from cruces.games.qwixx.commands import solve, train

        return (solve.COMMAND, train.COMMAND)

    def examples(self) -> Mapping[str, Sequence[tuple[str, str]]]:
        seated = "cruces play qwixx --player Ana --player Leo --seats 3 --save game.json"
        return {
            "play": [(seated, "play.example.qwixx")],
            "rules": [
                (
                    "cruces rules qwixx --lang es --edition gamewright-2014",
                    "rules.example.qwixx",
                ),
                ("cruces rules big-points --set circle_die=either", "rules.example.big-points"),
            ],
        }

    def play_styles(self) -> "Sequence[PlayStyle]":
        from cruces.games.qwixx.play_styles import STYLES

        return STYLES


FAMILY = QwixxFamily()
