"""Waiting for bots in the terminal: shows what they are doing, and Ctrl-C works at once.

Bots think in a thread and compile in another process, so this process can always be ended.
"""

import threading
from collections.abc import Callable
from queue import Empty, SimpleQueue
from random import Random
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeVar

from cruces.cli.progress import Live
from cruces.core import View
from cruces.core.family import AnyGame
from cruces.players import Bot, Limits
from cruces.players.preparation import NotPreparedError
from cruces.players.preparing import Preparing
from cruces.render.terminal.style import Style

if TYPE_CHECKING:
    from cruces.analysis.analysis_dto import Advice

T = TypeVar("T")
POLL_SECONDS = 0.1
NOTICE_SECONDS = 0.3
"""After this time the terminal says that a bot is thinking."""
HINT_SECONDS = 1.0


class Thinker:
    """Asks bots for their actions.

    If ``soon`` is true, a stand-in plays for a bot that is not prepared yet. Otherwise the bot is
    waited for, so that the same seed gives the same game.
    """

    def __init__(self, style: Style, soon: bool) -> None:
        self._style, self._soon = style, soon
        self._preparing = Preparing()
        self._preparing.start(everything=False)

    def close(self) -> None:
        """End the background work."""
        self._preparing.close()

    def choose(self, bot: Bot, view: View[Any, Any, Any], state: Any, rng: Random) -> Any:
        """A bot's action."""
        return self._waited(
            lambda: self._choice(bot, view, state, rng), lambda: self._doing(bot, view, state)
        )

    def advise(self, game: AnyGame, state: Any, seat: int) -> "Advice":
        """What the best actions of a seat are worth."""

        def think() -> "Advice":
            from cruces.analysis.analyse import analyse
            from cruces.analysis.analysis_dto import LISTED, advice
            from cruces.analysis.quick import quick_analysis

            missing = self._preparing.missing(game, state, None) if self._soon else ()
            if missing:
                question = game.id, state, seat, HINT_SECONDS
                analysis = self._preparing.meanwhile(missing, quick_analysis, *question)
            else:
                analysis = analyse(game, state, Limits(seconds=HINT_SECONDS), seat)
            return advice(game, state, analysis, self._style.lang, LISTED)

        return self._waited(think, lambda: self._style.say("play.hint-thinking"))

    def _waited(self, work: Callable[[], T], doing: Callable[[], str]) -> T:
        """The result of something that takes long, and a line meanwhile."""
        answers: SimpleQueue[tuple[Any, BaseException | None]] = SimpleQueue()

        def think() -> None:
            try:
                answers.put((work(), None))
            except BaseException as error:
                answers.put((None, error))

        threading.Thread(target=think, daemon=True).start()
        live, started = Live(), monotonic()
        try:
            while True:
                try:
                    answer, error = answers.get(timeout=POLL_SECONDS)
                except Empty:
                    if monotonic() - started >= NOTICE_SECONDS:
                        live.show(lambda _: doing())
                    continue
                if error is not None:
                    raise error
                result: T = answer
                return result
        finally:
            live.clear()

    def _doing(self, bot: Bot, view: View[Any, Any, Any], state: Any) -> str:
        missing = self._preparing.missing(view.game, state, bot.name)
        return self._style.say("play.preparing" if missing else "play.thinking", name=bot.name)

    def _choice(self, bot: Bot, view: View[Any, Any, Any], state: Any, rng: Random) -> Any:
        while missing := self._preparing.missing(view.game, state, bot.name):
            if self._soon:
                try:
                    return self._preparing.choose(bot.name, view, state, Limits(), rng)
                except NotPreparedError:
                    pass
            self._preparing.wait(missing, POLL_SECONDS)
        return bot.choose(view, Limits(), rng)
