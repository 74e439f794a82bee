"""Every field of the state that clients are shown is documented."""

import re
from pathlib import Path

from tests.match.table import Table

from cruces.match.visibility import full_view
from cruces.storage import Listing

PAGE = Path(__file__).parents[2] / "docs" / "protocol.md"


def test_every_field_of_the_state_is_documented() -> None:
    match = Table("qwixx", seats=2).sit_all().match
    section = PAGE.read_text("utf-8").split("### The state")[1].split("\n## ")[0]
    first_column = "".join(re.findall(r"^\|([^|]*)\|", section, re.MULTILINE))
    documented = set(re.findall(r"`(\w+)`", first_column))
    assert documented == set(full_view(match, frozenset({0}), 0))


def test_every_field_of_a_listing_is_documented() -> None:
    section = PAGE.read_text("utf-8").split("## The lobby")[1].split("\n## ")[0]
    first_column = "".join(re.findall(r"^\|([^|]*)\|", section, re.MULTILINE))
    assert re.findall(r"`(\w+)`", first_column) == list(Listing.__struct_fields__)
