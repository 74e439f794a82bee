"""`cruces completion`: the shell's completion script."""

from __future__ import (
    annotations,  # classes of older click versions are not subscriptable at run time
)

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
    """Joins words such as ``start=lot`` and ``bot:greedy``, which Bash splits."""

    name = "bash"

    def source(self) -> str:
        # No version check: another Bash may be first on the PATH.
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
        items = super().get_completions(args, incomplete)
        prefix = _BREAK.match(incomplete)
        if prefix is None:
            return items
        # Bash replaces only the part after the split.
        return [CompletionItem(item.value.removeprefix(prefix[0]), item.type) for item in items]


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
