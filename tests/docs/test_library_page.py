"""The page about the library mentions every public name."""

import re
from pathlib import Path

import cruces

PAGE = Path(__file__).parents[2] / "docs" / "library.md"


def test_every_public_name_is_on_the_page() -> None:
    text = PAGE.read_text("utf-8")
    code = " ".join(
        re.findall(r"`([^`\n]+)`", text) + re.findall(r"^>>> (.*)$", text, re.MULTILINE)
    )
    documented = set(re.findall(r"\w+", code))
    assert set(cruces.__all__) - documented == set()


def test_every_method_of_a_play_is_on_the_page() -> None:
    text = PAGE.read_text("utf-8")
    methods = {name for name in dir(cruces.Play) if not name.startswith("_")}
    known = set(re.findall(r"play\.(\w+)", text))
    # What `push`, `start`, `save`, `load` and `undo` are made of.
    assert methods - known == {"act", "at", "record", "replay", "take_back"}
