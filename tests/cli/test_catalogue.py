"""The command line's texts are in both languages."""

from cruces.locales import catalogue

OURS = sorted(key for key in catalogue("en") if key.startswith("cli."))


def test_languages_differ() -> None:
    """A sentence that reads the same in both was probably forgotten."""
    same = [key for key in OURS if catalogue("en")[key] == catalogue("es")[key]]
    long = [key for key in same if len(str(catalogue("en")[key])) > 25]
    assert long == []
