"""The command `cruces`: shows what the games provide and asks what to do."""

import os
import sys
from collections.abc import Sequence
from typing import NoReturn


def main(args: Sequence[str] | None = None) -> NoReturn:
    """Run the command with these arguments (the process's own for None) and exit."""
    from cruces.cli.commands import build
    from cruces.cli.language import wanted

    arguments = sys.argv[1:] if args is None else list(args)
    _tolerate()
    build(wanted(arguments, os.environ), arguments).main(arguments)
    raise AssertionError("the command exits by itself")


def _tolerate() -> None:
    """Do not let unprintable characters, undecodable input or closed streams end a game."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
        elif reconfigure := getattr(getattr(sys, name), "reconfigure", None):
            reconfigure(errors="replace")
