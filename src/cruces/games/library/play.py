"""A game in progress, as programs and notebooks get it from ``cruces.start``."""

from collections.abc import Callable
from html import escape
from os import PathLike
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Generic, TypeVar

from cruces import core
from cruces.core.record import encode
from cruces.locales import DEFAULT

if TYPE_CHECKING:
    from cruces.analysis import Analysis, ExactValue
    from cruces.analysis.review import Review
    from cruces.players import Limits

S = TypeVar("S")
A = TypeVar("A")
O = TypeVar("O")  # noqa: E741


class Play(core.Play[S, A, O], Generic[S, A, O]):
    """A game in progress: it shows, saves and judges itself.

    Printed it is the board or the sheets, in a notebook a picture. What everybody can see is shown,
    not what players have chosen in secret.
    """

    def __str__(self) -> str:
        return self.to_text()

    def to_text(self, lang: str = DEFAULT, seat: int | None = None) -> str:
        """The board or the sheets as text, as a seat or a spectator (None) may see them."""
        from cruces.render.terminal import Style, view_of  # late: not everybody prints

        last = self.events[-1] if self.events else None
        return "\n".join(view_of(self, Style(lang)).picture(self.view(seat), last)).rstrip()

    def _repr_svg_(self) -> str:
        from cruces.render import picture

        return picture(self).svg

    def _repr_html_(self) -> str:
        shown = self.game.format_position(self.view(None).state)
        caption = f"<figcaption><code>{escape(shown)}</code></figcaption>"
        return f'<figure style="margin:0">{self._repr_svg_()}{caption}</figure>'

    def roll(self, rng: Random | None = None, at: int | None = None) -> None:
        """Roll the dice or draw lots until a seat may act, with a generator or at random."""
        if rng is not None and not isinstance(rng, Random):
            raise core.WrongTypeError("rng", rng, "random.Random, None")
        super().roll(rng or Random(), at)

    # Records

    def to_json(self) -> str:
        """The record of the game so far, as a JSON document."""
        return encode(self.record())

    def save(self, path: str | PathLike[str]) -> None:
        """Write the record of the game so far to a file, which ``cruces.load`` reads."""
        document = self.to_json()
        Path(path).write_text(document, encoding="utf-8", newline="\n")

    # What it is worth

    def analyse(self, seat: int | None = None, limits: "Limits | None" = None) -> "Analysis":
        """What every legal action of a seat is worth: see ``cruces.analyse``."""
        from cruces.games.library import judging

        return judging.analyse(self, seat, limits)

    def best(self, seat: int | None = None, limits: "Limits | None" = None) -> A:
        """The best action of a seat: see ``cruces.best``."""
        action: A = self.analyse(seat, limits).best.action
        return action

    def exact_value(self, seat: int | None = None) -> "ExactValue | None":
        """The proven value of the position for a seat: see ``cruces.exact_value``."""
        from cruces.games.library import judging

        return judging.exact_value(self, seat)

    def review(
        self, limits: "Limits | None" = None, progress: Callable[[float], None] | None = None
    ) -> "Review":
        """What every choice so far cost, and how lucky the dice were: see ``cruces.review``."""
        from cruces.games.library import judging

        return judging.review(self, limits, progress)
