"""Numbers for programs and the same numbers in texts."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cruces.core import Reason
from cruces.locales import languages, number, percent
from cruces.locales.numbers import rounded


@pytest.mark.parametrize("lang", languages())
@given(value=st.floats(-200, 200))
@example(value=0.67496)
@example(value=1.24996)
def test_data_reads_like_the_text_beside_it(lang: str, value: float) -> None:
    """A report has both, the number and the sentence: 67% there is not 0.675 here."""
    for digits in (0, 1):
        assert percent(rounded(value), lang, digits) == percent(value, lang, digits)
        assert number(rounded(value), lang, digits) == number(value, lang, digits)


def test_a_wait_has_the_decimal_sign_of_its_language() -> None:
    wait = Reason("slow-down", {"seconds": 1.7})
    assert "1,7 segundos" in wait.message("es")
    assert "1.7 seconds" in wait.message("en")
