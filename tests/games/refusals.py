"""What refusals say."""

import pytest

from cruces.core import CrucesError


def reason(caught: pytest.ExceptionInfo[CrucesError]) -> str:
    """The slug of the reason, which has a text in each language."""
    assert caught.value.message("en") != caught.value.message("es")
    return caught.value.reason.slug
