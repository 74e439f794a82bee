"""The shapes and texts of a scene, each with its own style: for paper, which knows no style sheet.

Classes, inherited values and copies of definitions are resolved here, so that whoever draws a leaf
only has to read its attributes.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from cruces.render.document import Scene
from cruces.render.svg import Element, at
from cruces.render.theme import Rules

INHERITED = frozenset(
    {
        "fill",
        "fill-opacity",
        "font-size",
        "font-weight",
        "stroke",
        "stroke-dasharray",
        "stroke-linecap",
        "stroke-linejoin",
        "stroke-opacity",
        "stroke-width",
        "text-anchor",
    }
)
STYLED = INHERITED | {"opacity"}
_TOKEN = re.compile(r"\$([a-z0-9-]+)")
_TRANSFORM = re.compile(r"translate\((\S+) (\S+)\)(?: scale\((\S+)\))?")

Style = Mapping[str, str]


class Place(NamedTuple):
    """Where the origin of something is, and how large it is drawn."""

    x: float = 0
    y: float = 0
    scale: float = 1

    def within(self, outer: "Place") -> "Place":
        x, y, scale = outer
        return Place(x + scale * self.x, y + scale * self.y, scale * self.scale)

    @property
    def transform(self) -> str | None:
        return None if self == Place() else at(self.x, self.y, scale=self.scale)


@dataclass(frozen=True, slots=True)
class Leaf:
    """A shape or a text: its attributes include its whole style."""

    element: Element
    place: Place


class _Rule(NamedTuple):
    within: str
    """The class of something around it; empty for anything."""
    own: str
    style: Style


def leaves(scene: Scene, colours: Mapping[str, str]) -> Iterator[Leaf]:
    """Every shape and text of a scene, in the order in which they are drawn.

    ``colours`` are the values of the tokens.
    """
    reader = _Reader(_rules(scene.rules, colours), _definitions(scene.definitions))
    for element in scene.body:
        yield from reader.read(element, Place(), {}, ())


@dataclass(frozen=True, slots=True)
class _Reader:
    rules: list[_Rule]
    definitions: Mapping[str, Element]

    def read(
        self, element: Element, place: Place, inherited: Style, around: tuple[str, ...]
    ) -> Iterator[Leaf]:
        attributes = dict(element.attributes)
        classes = attributes.pop("class", "").split()
        place = _place(attributes.pop("transform", "")).within(place)
        around = (*around, *classes)
        style = {
            **inherited,
            **{name: attributes.pop(name) for name in STYLED & attributes.keys()},
            **self._style(classes, around),
        }
        passed_on = {name: value for name, value in style.items() if name in INHERITED}
        match element.tag:
            case "g":
                for child in element.children:
                    if isinstance(child, Element):
                        yield from self.read(child, place, passed_on, around)
            case "use":
                moved = Place(float(attributes.get("x", 0)), float(attributes.get("y", 0)))
                used = self.definitions[attributes["href"].removeprefix("#")]
                # As in browsers: inside, a selector sees only the used part.
                yield from self.read(used, moved.within(place), passed_on, ())
            case tag:
                attributes.pop("id", None)
                pairs = (*attributes.items(), *sorted(style.items()))
                yield Leaf(Element(tag, pairs, element.children), place)

    def _style(self, classes: list[str], around: tuple[str, ...]) -> Style:
        """What the rules say, those of two classes last."""
        found: dict[str, str] = {}
        for rule in self.rules:
            if rule.own in classes and (not rule.within or rule.within in around):
                found |= rule.style
        return found


def _rules(rules: Rules, colours: Mapping[str, str]) -> list[_Rule]:
    """The rules by precedence: of equal ones the last."""
    every = [
        _Rule(within.strip(" ."), own.strip(" ."), _declarations(body, colours))
        for selectors, body in rules.items()
        for selector in selectors.split(",")
        for within, _, own in (selector.rpartition(" "),)
    ]
    return sorted(every, key=lambda rule: bool(rule.within))


def _declarations(body: str, colours: Mapping[str, str]) -> Style:
    filled = _TOKEN.sub(lambda token: colours[token[1]], body)
    pairs = (declaration.split(":", 1) for declaration in filled.split(";"))
    return {name: value.removesuffix("px") for name, value in pairs if name in STYLED}


def _definitions(elements: object) -> dict[str, Element]:
    assert isinstance(elements, list | tuple)
    return {dict(element.attributes)["id"]: element for element in elements}


def _place(transform: str) -> Place:
    if not transform:
        return Place()
    moved = _TRANSFORM.fullmatch(transform)
    if moved is None:
        raise ValueError(f"not on paper: {transform}")
    x, y, scale = moved.groups()
    return Place(float(x), float(y), float(scale or 1))
