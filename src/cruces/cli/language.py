"""The language to use. Help is in it too, so it is needed before the commands are built."""

from collections.abc import Mapping, Sequence

from cruces.locales import languages, negotiate

OPTION = "--lang"
OWN, LIST = "CRUCES_LANG", "LANGUAGE"
LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")
NO_LANGUAGE = ("C", "POSIX")


def wanted(args: Sequence[str], environ: Mapping[str, str]) -> str:
    """The language of `--lang`, or else the first available one that the environment asks for.

    The environment is ``CRUCES_LANG``, then the list in ``LANGUAGE``, then the locale. As in
    gettext, the list is ignored if the locale is ``C``.

    >>> wanted(["play", "--lang=es"], {}), wanted([], {"LANG": "es_MX.UTF-8"}), wanted([], {})
    ('es', 'es', 'en')
    >>> wanted([], {"LANGUAGE": "ca:es", "LANG": "ca_ES.UTF-8"})
    'es'
    """
    asked = _option(args)
    if asked in languages():
        return asked
    locale = next(filter(None, (environ.get(name) for name in LOCALE)), "")
    listed = [] if locale in NO_LANGUAGE else environ.get(LIST, "").split(":")
    return negotiate(environ.get(OWN), *listed, locale)


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
