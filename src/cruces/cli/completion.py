"""`cruces completion`: the script that teaches a shell our words."""

from __future__ import annotations  # older clicks' classes take no brackets at run time

import re
from typing import Any

import click
from click.shell_completion import (
    BashComplete,
    CompletionItem,
    add_completion_class,
    get_completion_class,
)

from cruces.cli.arguments import OneOf
from cruces.cli.localised_click import Argument, Command, words

SHELLS = ("bash", "zsh", "fish")
VARIABLE = "_CRUCES_COMPLETE"
_BREAK = re.compile(r".*[=:]")


@add_completion_class
class WholeWords(BashComplete):
    """Bash breaks words at ``=`` and ``:``; put ``start=lot`` and ``bot:greedy`` together again."""

    name = "bash"

    def source(self) -> str:
        # The version that runs this script is not always the first one on the PATH: no check.
        return self.source_template % self.source_vars()

    def get_completion_args(self) -> tuple[list[str], str]:
        args, incomplete = super().get_completion_args()
        joined: list[str] = []
        for word in [*args, incomplete]:
            after_break = bool(joined) and joined[-1][-1:] in ("=", ":")
            if joined and (word in ("=", ":") or after_break):
                joined[-1] += word
            else:
                joined.append(word)
        return joined[:-1], joined[-1]

    def get_completions(self, args: list[str], incomplete: str) -> list[CompletionItem[str]]:
        found = super().get_completions(args, incomplete)
        begun = _BREAK.match(incomplete)
        if begun is None:
            return found
        # Bash replaces only what stands after the break.
        return [CompletionItem(item.value.removeprefix(begun[0]), item.type) for item in found]


def command(lang: str) -> Command:
    """The command in a language."""
    say = words(lang)

    def run(shell: str) -> None:
        kind: Any = get_completion_class(shell)
        click.echo(kind(click.Command("cruces"), {}, "cruces", VARIABLE).source())

    argument = Argument(
        ["shell"], say("completion.argument"), type=OneOf(lang, SHELLS), metavar="|".join(SHELLS)
    )
    examples = (
        "cruces completion bash > ~/.local/share/bash-completion/completions/cruces",
        "cruces completion zsh > ~/.zfunc/_cruces",
        "cruces completion fish > ~/.config/fish/completions/cruces.fish",
    )
    return Command("completion", lang, run, [argument], examples)
