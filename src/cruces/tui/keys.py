"""Keys with descriptions in the user's language."""

from collections.abc import Iterable

from textual.dom import DOMNode

from cruces.locales import text

Key = tuple[str, str, str]
"""A key, the action it calls, and the catalogue key of its description; empty to not show it."""


def bind(
    node: DOMNode, lang: str, keys: Iterable[Key], show: bool = True, priority: bool = False
) -> None:
    """Bind keys of a screen: descriptions of a class would all be in one language."""
    for key, action, description in keys:
        shown = text(description, lang) if description else ""
        node._bindings.bind(key, action, shown, show=show and bool(description), priority=priority)
