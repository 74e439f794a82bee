"""Small drawings that several games share."""

from cruces.render.svg import Element, el


def tick() -> Element:
    """A tick around the origin."""
    return el("path", id="tick", class_="tick", d="M-6 0l4 4.5l8 -9")


def star() -> Element:
    """A five-pointed star around the origin, for the winner."""
    return el(
        "path",
        id="star",
        class_="star",
        d="M0 -9l2.6 5.5l6 .8l-4.4 4.2l1.1 6l-5.3 -2.9l-5.3 2.9l1.1 -6l-4.4 -4.2l6 -.8z",
    )
