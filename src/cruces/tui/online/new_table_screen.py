"""A new table on a server: how many seats, who may come, which clock, by which rules."""

from collections.abc import Callable, Iterable

from cruces.core.family import AnyGame
from cruces.locales import text
from cruces.match import messages as m
from cruces.tui.setup_screen import Row, SetupScreen

CLOCKS: tuple[m.TimeControl | None, ...] = (
    None,
    m.Clock(180, 2),
    m.Clock(300, 5),
    m.Clock(600, 10),
    m.Clock(1800, 20),
    m.Days(1),
    m.Days(3),
)


class NewTableScreen(SetupScreen):
    """Choices with usual answers; the button lays the table."""

    def __init__(self, game: AnyGame, lang: str, create: Callable[[m.Setup], None]) -> None:
        super().__init__(game, lang)
        self._create = create

    def _rows(self) -> Iterable[Row]:
        lang = self._lang
        yield self._seats()
        who = [(text("web.private", lang), 1), (text("web.open", lang), 0)]
        yield "private", text("tui.who", lang), who, 1
        clocks = [(_clock(clock, lang), index) for index, clock in enumerate(CLOCKS)]
        yield "clock", text("web.clock", lang), clocks, 0

    def _begin(self) -> None:
        self._create(
            m.Setup(
                self._game.id,
                self._chosen_options(),
                self._chosen("seats"),
                CLOCKS[self._chosen("clock")],
                private=bool(self._chosen("private")),
            )
        )


def _clock(clock: m.TimeControl | None, lang: str) -> str:
    if clock is None:
        return text("web.clock.none", lang)
    if isinstance(clock, m.Days):
        return text("web.clock.days", lang, days=clock.days)
    minutes = clock.seconds // 60
    return text("web.clock.bank", lang, minutes=minutes, seconds=clock.increment)
