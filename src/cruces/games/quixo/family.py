"""Everything that the product needs to know about Quixo, for two and for four."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from cruces.core.errors import Reason
from cruces.core.family import AnyGame, AnyLog, Family
from cruces.core.options import Value
from cruces.core.outcome import Outcome
from cruces.games.quixo.rules import QUIXO, QUIXO_TEAMS

if TYPE_CHECKING:
    from cruces.analysis import Analyser, Analysis, Judgement
    from cruces.analysis.oracle import Oracle
    from cruces.cli.family_command import FamilyCommand
    from cruces.envs.encoding import Encoding
    from cruces.learning.content import Exercise, Step
    from cruces.players import Bot, Limits, Skill, Unbeaten
    from cruces.players.preparation import Preparation
    from cruces.render.document import Scene
    from cruces.render.terminal import TextView
    from cruces.render.terminal.style import Style
    from cruces.tui.board import Board


OPENING = "O..../...../...../...../X.... X 3"
"""A position for examples: after the first round."""


class QuixoFamily(Family):
    """Quixo for two, and for four in two teams."""

    name = "quixo"
    package = __package__
    games = (QUIXO, QUIXO_TEAMS)
    order = 2
    view = "view.js"

    # Presentation

    def wire(self, game: AnyGame, state: Any) -> dict[str, Any]:
        from cruces.games.quixo.show import wire

        return wire.state_data(state)

    def refusal(self, game: AnyGame, state: Any, seat: int, place: str) -> Reason | None:
        from cruces.games.quixo.show import wire

        return wire.refusal(game, state, seat, place)

    def action_phrase(self, game: AnyGame, action: Any, lang: str) -> str:
        from cruces.games.quixo.show import phrases

        return phrases.action_phrase(action, lang)

    def seat_label(self, game: AnyGame, seat: int, name: str) -> str:
        from cruces.games.quixo.show import phrases

        return phrases.seat_label(game, seat, name)

    def text_view(self, style: "Style", game: AnyGame, names: Sequence[str]) -> "TextView":
        from cruces.games.quixo.show.text import QuixoView

        return QuixoView(style, game, names)

    def terminal_board(self, game: AnyGame) -> "type[Board]":
        from cruces.games.quixo.tui.board import QuixoBoard

        return QuixoBoard

    def terminal_editor(self, game: AnyGame) -> "type[Board]":
        from cruces.games.quixo.tui.editor import QuixoEditor

        return QuixoEditor

    def ending_params(self, game: AnyGame, state: Any, outcome: Outcome) -> Mapping[str, object]:
        return {"size": state.options.size}

    def counts(self, game: AnyGame, log: AnyLog) -> Mapping[str, Sequence[int]]:
        from cruces.games.quixo.show.wire import moves

        return {"moves": moves(log)}

    def scene(self, log: AnyLog, names: Sequence[str], lang: str, seat: int | None) -> "Scene":
        from cruces.games.quixo.show.svg.board import scene

        return scene(log, names, lang)

    def illustration(self, log: AnyLog, parts: Sequence[str], lang: str) -> "Scene":
        from cruces.games.quixo.show.svg.illustration import illustration

        return illustration(log, parts)

    def illustration_text(self, style: "Style", log: AnyLog, parts: Sequence[str]) -> Sequence[str]:
        from cruces.games.quixo.show.text import QuixoView

        seats = ["?"] * log.game.seats(log.state)
        return QuixoView(style, log.game, seats).small(log.state)

    def position_text(self, game: AnyGame, state: Any) -> str:
        from cruces.games.quixo.show.svg.board import position_text

        return position_text(game, state)

    # Players

    def players(self, game: AnyGame) -> "Sequence[Bot]":
        from cruces.games.quixo.players.greedy import GreedyBot

        return (GreedyBot(),)

    def skills(self, game: AnyGame) -> "Sequence[Skill]":
        from cruces.games.quixo.players.levels import SKILLS

        return SKILLS[game.id]

    def play_level(self, view: Any, skill: "Skill", limits: "Limits", rng: Random) -> Any:
        from cruces.games.quixo.players.levels import choose

        return choose(view, skill, limits, rng)

    def unbeaten(self, game: AnyGame) -> "Sequence[Unbeaten]":
        from cruces.games.quixo.players.levels import unbeaten

        return unbeaten(game.id)

    def preparations(self) -> "Sequence[Preparation]":
        from cruces.games.quixo.players.levels import PREPARATIONS

        return PREPARATIONS

    def needs(self, game: AnyGame, state: Any, bot: str | None) -> Sequence[str]:
        from cruces.games.quixo.players.levels import needs

        return needs(game.id, state.options.size, bot)

    # Analysis

    def analyser(self, game: AnyGame) -> "Analyser":
        from cruces.games.quixo.analysis.analyser import deepen

        return deepen

    def because(
        self, game: AnyGame, state: Any, analysis: "Analysis", judgement: "Judgement", lang: str
    ) -> str:
        from cruces.games.quixo.analysis.reasons import because

        return because(game, analysis, judgement, lang)

    def oracle(
        self, game: AnyGame, settings: Mapping[str, Value], seats: int | None
    ) -> "Oracle | None":
        if game is not QUIXO:
            return None
        from cruces.games.quixo.analysis.oracle import QuixoOracle

        return QuixoOracle(settings)

    def review_keys(self, game: AnyGame) -> Sequence[str]:
        dots = ("coach.key-dot",) if game is QUIXO_TEAMS else ()
        return ("coach.key-proven", "coach.key-push", *dots)

    # Learning

    def course(self, game: AnyGame) -> "Sequence[Step]":
        from cruces.games.quixo.learning.course import COURSES

        return COURSES.get(game.id, ())

    def exercises(self, game: AnyGame) -> "Sequence[Exercise]":
        from cruces.games.quixo.learning import exercises

        return exercises(game.id)

    def verdict(
        self, game: AnyGame, exercise: "Exercise", state: Any, action: Any, lang: str
    ) -> str:
        from cruces.games.quixo.learning.verdict import verdict

        return verdict(game, exercise, state, action, lang)

    # Environments

    def encoding(self, game: AnyGame, settings: Mapping[str, Value], seats: int) -> "Encoding":
        from cruces.games.quixo.envs.encoding import encoding

        return encoding(game, settings, seats)

    # Commands, examples and pages

    def commands(self) -> "Sequence[FamilyCommand]":
        from cruces.games.quixo.commands import prove, solve

        return (solve.COMMAND, prove.COMMAND)

    def examples(self) -> Mapping[str, Sequence[tuple[str, str]]]:
        return {
            "root": [("cruces rules quixo --lang es", "root.example.quixo")],
            "play": [
                ("cruces play quixo --player bot:greedy --player Ana", "play.example.quixo"),
                ("cruces play quixo --set repetition=none --seed 7", "play.example.quixo-seed"),
            ],
            "rules": [("cruces rules quixo", "rules.example.quixo")],
            "render": [
                (f'cruces render "{OPENING}" --out - > board.svg', "render.example.quixo"),
            ],
            "analyse": [
                (f'cruces analyse "{OPENING}"', "analyse.example.quixo"),
                ('cruces analyse "XX./O../... O 4" --lines 3', "analyse.example.quixo-small"),
            ],
            "oracle report": [
                (
                    "cruces oracle report level-2 --game quixo --set size=4",
                    "oracle.report.example.quixo",
                ),
            ],
            "perft": [
                ("cruces perft quixo --depth 4", "perft.example.quixo"),
                ("cruces perft quixo --depth 6 --size 3 --json", "perft.example.quixo-small"),
            ],
        }

    def pages(self) -> Mapping[str, str]:
        return {"proof": "web.unbeaten"}

    def page(self, name: str, lang: str) -> str:
        from cruces.games.quixo.locales.proof import proof_page

        return proof_page(lang)

    def perft_options(self, game: AnyGame) -> Mapping[str, Value]:
        # Without earlier boards, equal positions are the same and are counted once.
        return {"repetition": None}


FAMILY = QuixoFamily()
