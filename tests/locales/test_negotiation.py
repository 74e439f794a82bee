"""Which language is spoken: every preference counts, in order."""

import pytest

from cruces.cli.language import wanted
from cruces.locales import negotiate, preferences


@pytest.mark.parametrize(
    ("header", "lang"),
    [
        ("ca-ES,ca;q=0.9,es;q=0.8,en;q=0.7", "es"),
        ("gl, eu;q=0.9, es-ES;q=0.3, en;q=0.2", "es"),
        ("en;q=0.5, es", "es"),
        ("es;q=0.5, en;q=0.6", "en"),
        ("ES-419", "es"),
        ("es;q=0, en", "en"),
        ("es;q=0", "en"),
        ("es;q=0.000, ca", "en"),
        ("fr, es; q = 0.5", "es"),
        ("*", "en"),
        ("", "en"),
        (";;;q=,,=", "en"),
        ("es;q=lots, en;q=1e99", "en"),
        ("es;q=nan", "en"),
        ("x" * 100_000, "en"),
        ("es-" * 30_000, "es"),
        ("x-" * 30_000, "en"),
        ("x," * 30_000, "en"),
        (",".join(["fr;q=0.1"] * 1000 + ["es;q=0.1"]), "es"),
        ("es;level=1;q=0.4, en;q=0.3", "es"),
    ],
)
def test_accept_language(header: str, lang: str) -> None:
    assert negotiate(*preferences(header)) == lang


def test_equal_weights_keep_their_order() -> None:
    assert preferences("en, es, ca") == ["en", "es", "ca"]


@pytest.mark.parametrize(
    ("locales", "lang"),
    [
        (["ca_ES.UTF-8", "es_ES.UTF-8"], "es"),
        (["es_ES@euro"], "es"),
        (["es-Latn-ES"], "es"),
        (["esperanto", "C", "", None], "en"),
        ([], "en"),
    ],
)
def test_locales(locales: list[str | None], lang: str) -> None:
    assert negotiate(*locales) == lang


@pytest.mark.parametrize(
    ("environ", "lang"),
    [
        ({"LANG": "es_ES.UTF-8"}, "es"),
        ({"LC_MESSAGES": "es_ES.UTF-8", "LANG": "en_GB.UTF-8"}, "es"),
        ({"LC_ALL": "en_GB.UTF-8", "LC_MESSAGES": "es_ES.UTF-8"}, "en"),
        ({"LC_ALL": "", "LANG": "es_ES"}, "es"),
        ({"LC_ALL": "fr_FR.UTF-8", "LANG": "es_ES.UTF-8"}, "en"),  # like gettext: one locale
        ({"LANGUAGE": "ca:es:en", "LANG": "en_GB.UTF-8"}, "es"),
        ({"LANGUAGE": "ca:gl", "LANG": "es_ES.UTF-8"}, "es"),
        ({"LANGUAGE": "es", "LC_ALL": "C"}, "en"),
        ({"LANGUAGE": "es"}, "es"),
        ({"LANGUAGE": ":::", "LANG": "es_ES"}, "es"),
        ({"CRUCES_LANG": "en", "LANGUAGE": "es", "LANG": "es_ES"}, "en"),
        ({"CRUCES_LANG": "es", "LC_ALL": "C"}, "es"),
        ({"CRUCES_LANG": "ca", "LANG": "es_ES"}, "es"),
        ({}, "en"),
    ],
)
def test_the_environment(environ: dict[str, str], lang: str) -> None:
    assert wanted([], environ) == lang
    assert wanted(["--lang", "es"], environ) == "es"
