"""Reading pictures back."""

from collections.abc import Callable
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from cruces.render import Picture

SVG = "{http://www.w3.org/2000/svg}"


class Drawing:
    """A picture, parsed: what is drawn, apart from what is only defined."""

    def __init__(self, drawing: Picture) -> None:
        self.root = ElementTree.fromstring(drawing.svg)
        definitions = self.root.find(f"{SVG}defs")
        assert definitions is not None
        self.definitions = definitions
        self._defined = set(definitions.iter())
        self._parents = {child: parent for parent in self.root.iter() for child in parent}

    def part(self, tag: str) -> str:
        """The text of one of the root's parts: title, desc, style."""
        return self.root.findtext(f"{SVG}{tag}") or ""

    def having(self, name: str, among: Element | None = None) -> list[Element]:
        """The elements with a class, in the whole drawing or below one element."""
        below = self.root if among is None else among
        return [
            element
            for element in below.iter()
            if name in self.classes(element) and (among is not None or element not in self._defined)
        ]

    def using(self, name: str) -> list[Element]:
        """The places where a definition is used, its name given with the end left open by ``*``."""
        return [
            element
            for element in self.root.iter(f"{SVG}use")
            if element not in self._defined
            and (
                self.link(element).startswith(name[:-1])
                if name.endswith("*")
                else self.link(element) == name
            )
        ]

    def around(self, element: Element) -> list[Element]:
        """The elements that hold this one, the nearest first."""
        names = []
        while element in self._parents:
            element = self._parents[element]
            names.append(element)
        return names

    @staticmethod
    def classes(element: Element) -> set[str]:
        """The classes of an element, without the scope."""
        return {name.split("-", 1)[1] for name in element.get("class", "").split()}

    @staticmethod
    def link(element: Element) -> str:
        """The definition that an element uses, without the scope."""
        return element.get("href", "").split("-", 1)[1]

    @property
    def said(self) -> list[str]:
        """All that is written in the drawing, the printed sheet included."""
        return ["".join(words.itertext()) for words in self.root.iter(f"{SVG}text")]


@pytest.fixture
def look() -> Callable[[Picture], Drawing]:
    """Reads a picture back."""
    return Drawing
