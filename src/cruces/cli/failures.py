"""Failures, reported as one sentence on stderr and an exit code."""

import errno
import os
import sys
import traceback
from contextlib import suppress

import click

from cruces.core import BadOptionError, CrucesError, Reason
from cruces.core.extras import missing_extra
from cruces.locales import text
from cruces.render.terminal.style import printable

FAILED, USAGE, INTERNAL, INTERRUPTED = 1, 2, 70, 130
_SYSTEM = {
    errno.ENOENT: "missing",
    errno.EISDIR: "directory",
    errno.ENOTDIR: "not-directory",
    errno.EACCES: "denied",
    errno.EPERM: "denied",
    errno.EROFS: "denied",
    errno.ENOSPC: "full",
    errno.ENAMETOOLONG: "long-name",
}


class CliReason(Reason):
    """A reason whose sentence is under `cli.error.` in the catalogue."""

    __slots__ = ()

    def message(self, lang: str = "en") -> str:
        return text(f"cli.error.{self.slug}", lang, **self.params)


class CliError(CrucesError):
    """An error that only occurs on the command line, such as with a file."""

    code = "cli"

    def __init__(self, slug: str, **params: object) -> None:
        super().__init__(CliReason(slug, params))


class UsageProblem(click.UsageError):
    """A usage error whose message is already in the user's language."""


def system_reason(error: OSError) -> CliReason:
    """The system's error, in the user's language where the catalogue has it."""
    slug = _SYSTEM.get(error.errno or 0, "system")
    return CliReason(slug, {"file": printable(str(error.filename or "")), "why": error.strerror})


def as_object(error: BaseException, lang: str) -> dict[str, object] | None:
    """An error as programs get it with ``--json``; None if there is nothing to tell."""
    error = missing_extra(error) or error
    match error:
        case CrucesError():
            return error.to_dict(lang)
        case click.UsageError():
            return _object("usage", *_usage(error, lang))
        case click.exceptions.Abort() | KeyboardInterrupt() | BrokenPipeError():
            return None
        case OSError():
            reason = system_reason(error)
            return _object("file", reason.slug, reason.message(lang))
    return _object("internal", type(error).__name__, _internal(error, lang))


def _object(code: str, reason: str, message: str) -> dict[str, object]:
    return {"code": code, "reason": reason, "message": message, "position": None}


def report(error: BaseException, lang: str) -> int:
    """Report an error on stderr; returns the exit code."""
    error = missing_extra(error) or error
    match error:
        case click.UsageError():
            _say(_usage(error, lang)[1])
            command = error.ctx.command_path if error.ctx else "cruces"
            _say(text("cli.usage.hint", lang, command=f"{command} --help"), prefix="")
            return USAGE
        case click.exceptions.Abort() | KeyboardInterrupt():
            return INTERRUPTED
        case CrucesError():
            _say(error.message(lang))
            return USAGE if isinstance(error, BadOptionError) else FAILED
        case BrokenPipeError():
            _hush()
            return FAILED
        case OSError():
            _say(system_reason(error).message(lang))
            try:
                sys.stdout.flush()
            except OSError:  # standard output failed, and would fail again
                _hush()
            return FAILED
        case _:
            _say(_internal(error, lang))
            if os.environ.get("CRUCES_DEBUG"):
                traceback.print_exception(error)
            return INTERNAL


def _internal(error: BaseException, lang: str) -> str:
    return text("cli.error.internal", lang, what=f"{type(error).__name__}: {error}")


def _say(sentence: str, prefix: str = "cruces: ") -> None:
    with suppress(OSError):
        click.echo(prefix + printable(sentence), err=True)


def _hush() -> None:
    """Discard further output silently, because its reader is gone."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _usage(error: click.UsageError, lang: str) -> tuple[str, str]:
    """The reason, for programs, and the sentence."""
    match error:
        case UsageProblem():
            return "usage", error.message
        case click.NoSuchOption():
            message = text("cli.usage.option", lang, name=error.option_name)
            if error.possibilities:
                names = ", ".join(sorted(error.possibilities))
                message += " " + text("cli.usage.near", lang, names=names)
            return "option", message
        case click.MissingParameter():
            return "missing", text("cli.usage.missing", lang, name=_name(error.param))
        case click.BadParameter():
            name = _name(error.param)
            return "value", text("cli.usage.value", lang, name=name, why=error.message)
        case click.BadOptionUsage():
            key = "no-value" if _is_flag(error) else "needs-value"
            return key, text(f"cli.usage.{key}", lang, name=error.option_name)
    return "usage", error.format_message()


def _name(param: click.Parameter | None) -> str:
    if isinstance(param, click.Option):
        return max(param.opts, key=len)
    return (param.metavar if isinstance(param, click.Argument) else None) or "?"


def _is_flag(error: click.BadOptionUsage) -> bool:
    params = error.ctx.command.get_params(error.ctx) if error.ctx else []
    return any(
        isinstance(param, click.Option) and param.is_flag and error.option_name in param.opts
        for param in params
    )
