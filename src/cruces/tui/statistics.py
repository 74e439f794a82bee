"""The statistics of this computer: how one's games in the app ended, by game and opponents."""

import time
from collections import defaultdict
from contextlib import suppress
from typing import Annotated, TypedDict

import msgspec
from rich.text import Text

from cruces.core.registry import GAMES
from cruces.locales import number, percent, text
from cruces.players.names import strength_name
from cruces.tui import keeping
from cruces.tui.dialogs import Page, Question
from cruces.tui.keys import bind
from cruces.tui.session import Session

FILE = "statistics"
MOST = 5000
"""How many games are kept, the latest."""
PEOPLE, ALONE = "people", "alone"
"""The opponents if they are not robots of one level."""
MOST_POINTS = 10**9


class Game(TypedDict):
    """How one game ended."""

    game: str
    against: str
    won: bool
    drawn: bool
    score: Annotated[int, msgspec.Meta(ge=-MOST_POINTS, le=MOST_POINTS)]
    at: int


def keep(session: Session) -> None:
    """Keep how a game has ended, if one person played it here."""
    value = session.value
    result, own = value["result"], list(session.own)
    if result is None or len(own) != 1:
        return
    seat = own[0]
    team = session.game.team_of
    others = [one for other, one in enumerate(value["seats"]) if team(other) != team(seat)]
    bots = {one["bot"] for one in others}
    against = bots.pop() if len(bots) == 1 else PEOPLE
    places = result["places"]
    won = places[seat] == 1
    game: Game = {
        "game": session.game.id,
        "against": (against or PEOPLE) if others else ALONE,
        "won": won and len(set(places)) > 1,
        "drawn": won and len(set(places)) == 1 and bool(others),
        "score": result["scores"][seat],
        "at": int(time.time()),
    }
    keeping.write(FILE, {"games": [*games(), game][-MOST:]})


def games() -> list[Game]:
    """What is kept; whatever does not look like a game is left out."""
    kept = keeping.read(FILE).get("games")
    found = []
    for one in kept if isinstance(kept, list) else []:
        with suppress(msgspec.ValidationError):
            found.append(msgspec.convert(one, Game))
    return found


def table(lang: str) -> Text:
    """Games, wins, averages and bests, by game and opponents."""
    groups: dict[tuple[str, str], list[Game]] = defaultdict(list)
    for one in games():
        groups[one["game"], one["against"]].append(one)
    if not groups:
        return Text(text("tui.statistics.none", lang))
    page, last = Text(), ""
    for (game, against), played in sorted(groups.items()):
        if game != last:
            name = GAMES[game].name(lang) if game in GAMES else game
            page.append(f"{chr(10) if last else ''}{name}\n", "bold")
            last = game
        page.append(f"  {_opponents(against, lang)}\n")
        page.append(f"    {_figures(game, against, played, lang)}\n", "dim")
    return page


def _opponents(against: str, lang: str) -> str:
    if against in (PEOPLE, ALONE):
        return text(f"tui.statistics.{against}", lang)
    return strength_name(against, lang).capitalize()


def _figures(game: str, against: str, played: list[Game], lang: str) -> str:
    said = [text("tui.statistics.games", lang, count=len(played))]
    if against != ALONE:
        won = sum(one["won"] for one in played)
        share = percent(won / len(played), lang)
        said.append(text("tui.statistics.won", lang, count=won, percent=share))
        drawn = sum(one["drawn"] for one in played)
        if drawn:
            said.append(text("tui.statistics.drawn", lang, count=drawn))
    if game in GAMES and GAMES[game].has_points:
        scores = [one["score"] for one in played]
        mean = number(sum(scores) / len(scores), lang, 1)
        said.append(text("tui.statistics.points", lang, mean=mean, best=str(max(scores))))
    return ", ".join(said)


class StatisticsScreen(Page):
    """The page, on which everything can be deleted."""

    def __init__(self, lang: str) -> None:
        super().__init__(text("tui.statistics", lang), table(lang), lang, wraps=True)
        self._language = lang
        bind(self, lang, [("x", "forget", "tui.key.forget")])

    def action_forget(self) -> None:
        """Delete everything, after a question."""

        def answered(sure: bool | None) -> None:
            if sure:
                keeping.forget(FILE)
                self.dismiss()

        question = text("tui.ask.forget", self._language)
        self.app.push_screen(Question(question, self._language), answered)
