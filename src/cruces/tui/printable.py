"""What the terminal is never sent, whoever wrote it: characters that command it."""

from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

JOINER = "\N{ZERO WIDTH JOINER}"
"""It makes one picture of several, and nothing else."""


class Printable(LineFilter):
    """Puts a sign for control characters, and leaves out those that turn the writing around.

    Names and messages come from servers, and records from strangers.
    """

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [
            segment if segment.text.isprintable() else Segment(_shown(segment.text), segment.style)
            for segment in segments
        ]


def _shown(written: str) -> str:
    """The text as wide as before: the layout has counted its characters already."""
    sign = "\N{REPLACEMENT CHARACTER}"
    return "".join(
        char if char.isprintable() or char == JOINER else sign * cell_len(char) for char in written
    )
