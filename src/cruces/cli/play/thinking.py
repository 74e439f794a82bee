"""Waiting for bots in the terminal: shows what they are doing, and Ctrl-C works at once.

Bots think in a thread and compile in another process, so this process can always be ended.
"""

import threading
from queue import Empty, SimpleQueue
from random import Random
from time import monotonic
from typing import Any

from cruces.cli.progress import Live
from cruces.core import View
from cruces.players import Bot, Limits
from cruces.players.preparation import NotPreparedError
from cruces.players.preparing import Preparing
from cruces.render.terminal.style import Style

POLL_SECONDS = 0.1
NOTICE_SECONDS = 0.3
"""After this time the terminal says that a bot is thinking."""


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
        answers: SimpleQueue[tuple[Any, BaseException | None]] = SimpleQueue()

        def think() -> None:
            try:
                answers.put((self._choice(bot, view, state, rng), None))
            except BaseException as error:
                answers.put((None, error))

        threading.Thread(target=think, daemon=True).start()
        live, started = Live(), monotonic()
        try:
            while True:
                try:
                    action, error = answers.get(timeout=POLL_SECONDS)
                except Empty:
                    if monotonic() - started >= NOTICE_SECONDS:
                        live.show(lambda _: self._doing(bot, view, state))
                    continue
                if error is not None:
                    raise error
                return action
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
