"""Which language to speak. Help is in it too, so it is known before the commands are built."""

from collections.abc import Mapping, Sequence

from cruces.locales import languages, negotiate

OPTION = "--lang"
VARIABLES = ("CRUCES_LANG", "LC_ALL", "LC_MESSAGES", "LANG")


def wanted(args: Sequence[str], environ: Mapping[str, str]) -> str:
    """The language of `--lang`, or else of the first variable that says something.

    >>> wanted(["play", "--lang=es"], {}), wanted([], {"LANG": "es_MX.UTF-8"}), wanted([], {})
    ('es', 'es', 'en')
    """
    asked = _option(args)
    if asked in languages():
        return asked
    return negotiate(next(filter(None, (environ.get(name) for name in VARIABLES)), None))


def _option(args: Sequence[str]) -> str:
    said = ""
    for place, word in enumerate(args):
        if word == "--":
            break
        if word == OPTION:
            said = args[place + 1] if place + 1 < len(args) else said
        elif word.startswith(f"{OPTION}="):
            said = word.removeprefix(f"{OPTION}=")
    return said
