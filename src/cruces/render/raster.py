"""Pictures as PNG and as an animated GIF, for where SVG cannot be shown.

What this needs is in the extra ``pictures``. Letters are the system's: where it has none of those
named here, there is nothing to write numbers with, and so no such pictures.
"""

import io
import subprocess
import sys
from collections.abc import Sequence
from functools import cache

from cruces.core import CrucesError, Reason
from cruces.render.document import Picture

LETTERS = ("DejaVu Sans", "Liberation Sans", "Noto Sans", "Open Sans", "Arial", "Helvetica")
"""Families of letters, the first of which that is there is used."""
PROBE = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text y="9">8</text></svg>'
COLOURS = 128
APART = """
import sys
from resvg_py import svg_to_bytes
width, family = int(sys.argv[1]), sys.argv[2]
svg = sys.stdin.buffer.read().decode()
drawn = svg_to_bytes(svg_string=svg, width=width, sans_serif_family=family, font_family=family)
sys.stdout.buffer.write(bytes(drawn))
"""
APART_SECONDS = 60
"""More than a picture needs on a very busy computer."""


class NoLettersError(CrucesError):
    """This computer has no font that pictures can be written with."""

    code = "no-letters"


def png(picture: Picture, width: int, letters: str | None = None) -> bytes:
    """The picture as PNG, this many pixels wide; its theme must be fixed."""
    import resvg_py

    family = letters or letters_here()
    drawn = resvg_py.svg_to_bytes(
        svg_string=picture.svg, width=width, sans_serif_family=family, font_family=family
    )
    return bytes(drawn)


def png_apart(picture: Picture, width: int) -> bytes:
    """The same in a process of its own, for servers: resvg lets no other thread of its process run
    while it draws, which may be for a third of a second."""
    return subprocess.run(
        [sys.executable, "-P", "-c", APART, str(width), letters_here()],
        input=picture.svg.encode(),
        stdout=subprocess.PIPE,
        timeout=APART_SECONDS,
        check=True,
        start_new_session=True,  # Ctrl-C goes to the parent only
    ).stdout


@cache
def letters_here() -> str:
    """The family of letters that this computer has."""
    blank = Picture(PROBE.replace("8", " "), 9, 9)
    nothing = png(blank, 9, LETTERS[0])
    for family in LETTERS:
        if png(Picture(PROBE, 9, 9), 9, family) != nothing:
            return family
    raise NoLettersError(Reason("no-letters", {"families": ", ".join(LETTERS)}))


def gif(frames: Sequence[bytes], seconds: float, last_seconds: float) -> bytes:
    """PNG frames of one size as an animated GIF that begins again after its last frame."""
    from PIL import Image

    images = [Image.open(io.BytesIO(frame)).convert("RGB") for frame in frames]
    palette = images[-1].quantize(COLOURS)  # the last frame has all there is to see
    indexed = [one.quantize(palette=palette, dither=Image.Dither.NONE) for one in images]
    times = [round(1000 * seconds)] * (len(indexed) - 1) + [round(1000 * last_seconds)]
    out = io.BytesIO()
    first, *rest = indexed
    first.save(out, "GIF", save_all=True, append_images=rest, duration=times, loop=0, disposal=1)
    return out.getvalue()
