"""Commands, options and help with all texts in the catalogue."""

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from difflib import get_close_matches
from functools import partial
from typing import Any, NamedTuple

import click

from cruces.cli.failures import UsageProblem, as_object, report
from cruces.core.registry import ask, families
from cruces.locales import languages, text

Words = Callable[..., str]

JSON = "--json"
GROUP_EXAMPLES = ("cruces play", "cruces play --save game.json && cruces replay game.json")


class Example(NamedTuple):
    """A command line in the help, and the catalogue key of its explanation."""

    line: str
    key: str


def words(lang: str) -> Words:
    """The command line's own texts: ``words("es")("option.json")``."""
    return partial(_word, lang)


def _word(lang: str, key: str, /, **params: object) -> str:
    return text(f"cli.{key}", lang, **params)


class Argument(click.Argument):
    """An argument with a line of help."""

    def __init__(self, decls: Sequence[str], explained: str, **attrs: Any) -> None:
        super().__init__(decls, **attrs)
        self.explained = explained


class _Framed(click.Command):
    """The help page: usage, description, arguments, options, exit codes, examples."""

    lang: str
    texts: str
    """The prefix of its catalogue keys: ``cli.<texts>.``"""
    examples: Sequence[str | Example] = ()
    """An example without a key has ``cli.<texts>.example.<number>``."""
    codes: Sequence[str] = ()

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        option = super().get_help_option(ctx)
        if option is not None:
            option.help = words(self.lang)("option.help")
        return option

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            error.ctx = error.ctx or ctx
            raise

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        say = words(self.lang)
        self.format_usage(ctx, formatter)
        self.format_help_text(ctx, formatter)
        params = self.get_params(ctx)
        arguments = [(p.metavar or "", p.explained) for p in params if isinstance(p, Argument)]
        self._section(formatter, "arguments", arguments)
        self.format_options(ctx, formatter)
        codes = [(code, say(f"{self.texts}.code.{code}")) for code in self.codes]
        self._section(formatter, "codes", codes)
        with formatter.section(say("frame.examples")):
            for number, example in enumerate(self.examples, 1):
                numbered = f"{self.texts}.example.{number}"
                line, key = (example, numbered) if isinstance(example, str) else example
                formatter.write_text(f"\b\n{line}\n    {say(key)}")

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        pieces = " ".join(self.collect_usage_pieces(ctx))
        formatter.write_usage(ctx.command_path, pieces, f"{words(self.lang)('frame.usage')} ")

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        options = [param for param in self.get_params(ctx) if isinstance(param, click.Option)]
        self._section(formatter, "options", [_record(option) for option in options])

    def _section(
        self, formatter: click.HelpFormatter, title: str, rows: list[tuple[str, str]]
    ) -> None:
        if rows:
            with formatter.section(words(self.lang)(f"frame.{title}")):
                formatter.write_dl(rows)


def _family_examples(command: str) -> Iterator[Example]:
    for family in families():
        for example in ask({}, family.examples).get(command, ()):
            yield Example(*example)


def _record(option: click.Option) -> tuple[str, str]:
    """An option in the help: its names, its value and its text, without click's additions."""
    names = ", ".join(sorted(option.opts, key=len))
    return (f"{names} {option.metavar}" if option.metavar else names), option.help or ""


class Command(_Framed):
    """One command, with its texts under `cli.<name>.`; ``group`` is the name before its own."""

    def __init__(
        self,
        name: str,
        lang: str,
        callback: Callable[..., Any],
        params: list[click.Parameter],
        examples: Sequence[str | Example],
        codes: Sequence[str] = (),
        help: str = "",
        group: str = "",
    ) -> None:
        say, texts = words(lang), f"{group}.{name}" if group else name
        super().__init__(
            name,
            callback=callback,
            params=[*params, lang_option(lang)],
            help=help or say(f"{texts}.help"),
            short_help=say(f"{texts}.short"),
            options_metavar=say("frame.options-metavar"),
            context_settings={"allow_extra_args": True, "max_content_width": 80},
        )
        self.lang = lang
        self.texts = texts
        self.examples = [*examples, *_family_examples(texts.replace(".", " "))]
        self.codes = codes

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        extra = super().parse_args(ctx, args)
        if extra and not ctx.resilient_parsing:
            message = words(self.lang)("usage.extra", args=" ".join(extra))
            raise UsageProblem(message, ctx)
        return extra


class _Commands(_Framed, click.Group):
    """Commands under one name; alone it shows its help."""

    def __init__(self, name: str, lang: str, params: list[click.Parameter], **more: Any) -> None:
        say = words(lang)
        super().__init__(
            name,
            params=[*params, lang_option(lang)],
            invoke_without_command=True,
            callback=_help_alone,
            help=say(f"{self.texts}.help"),
            options_metavar=say("frame.options-metavar"),
            subcommand_metavar=say("frame.command-metavar"),
            **more,
        )
        self.lang = lang

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in self.commands and not ctx.resilient_parsing:
            raise UsageProblem(self._no_command(name), ctx)
        return super().resolve_command(ctx, args)

    def _no_command(self, name: str) -> str:
        say = words(self.lang)
        near = get_close_matches(name, self.commands)
        hint = f" {say('usage.near', names=', '.join(near))}" if near else ""
        return say("usage.command", name=name) + hint

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        rows = [(name, command.short_help or "") for name, command in self.commands.items()]
        self._section(formatter, "commands", rows)
        super().format_options(ctx, formatter)


class Subgroup(_Commands):
    """Commands that belong together: ``cruces oracle data``. Its texts are under `cli.<name>.`."""

    def __init__(self, name: str, lang: str, commands: Sequence[Command]) -> None:
        self.texts = name
        super().__init__(name, lang, [], short_help=words(lang)(f"{name}.short"))
        for command in commands:
            self.add_command(command)
        self.examples = [
            example if isinstance(example, Example) else Example(example, key)
            for command in commands
            for number, example in enumerate(command.examples, 1)
            for key in (f"{command.texts}.example.{number}",)
        ]


class Group(_Commands):
    """The top-level command. Its `main` turns every error into a sentence and an exit code."""

    texts = "root"
    codes = ("0", "1", "2", "70", "130")

    def __init__(self, name: str, lang: str, params: list[click.Parameter]) -> None:
        settings = {"max_content_width": 80, "help_option_names": ["--help", "-h"]}
        super().__init__(name, lang, params, context_settings=settings)
        self.examples = (*GROUP_EXAMPLES, *_family_examples(self.texts))

    def main(self, args: Sequence[str] | None = None, *_: Any, **extra: Any) -> Any:
        """Run and exit with the right code."""
        code: object = 0
        arguments = sys.argv[1:] if args is None else list(args)
        try:
            code = super().main(arguments, "cruces", "_CRUCES_COMPLETE", False)
            sys.stdout.flush()
        except (Exception, click.exceptions.Abort, KeyboardInterrupt) as error:
            # By the words of the command line: one that makes no sense cannot be parsed.
            if JSON in arguments:
                self._tell_programs(error)
            code = report(error, self.lang)
        sys.exit(code if isinstance(code, int) else 0)

    def _tell_programs(self, error: BaseException) -> None:
        told = as_object(error, self.lang)
        with suppress(OSError):  # standard output may be what failed
            if told is not None:
                echo_json(told)


@click.pass_context
def _help_alone(ctx: click.Context) -> None:
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def lang_option(lang: str) -> click.Option:
    """`--lang`, before or after the command. It is evaluated earlier: see ``language``."""
    from cruces.cli.arguments import OneOf

    return click.Option(
        ["--lang"],
        type=OneOf(lang, languages()),
        metavar="|".join(languages()),
        expose_value=False,
        help=words(lang)("option.lang"),
    )


def json_option(lang: str) -> click.Option:
    """`--json`: for programs."""
    return click.Option([JSON, "as_json"], is_flag=True, help=words(lang)("option.json"))


def echo_json(data: object) -> None:
    """Write indented JSON."""
    click.echo(json.dumps(data, indent=1, ensure_ascii=False))
