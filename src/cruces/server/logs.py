"""Logs as JSON lines, whoever writes them. They never contain tokens or bodies."""

import json
import logging
import sys
import threading
import time
from datetime import UTC, datetime
from types import TracebackType

from cruces.core.registry import broken_families

AGAIN_SECONDS = 10.0
"""Seconds during which the same complaint of a library is logged once."""
MOST_COMPLAINTS = 100
"""How many different complaints are told apart."""
CLIENT_ERRORS = (UnicodeDecodeError, ConnectionError, TimeoutError, EOFError)
"""What a client can make the libraries raise: no failure of the server."""

_OWN = frozenset(vars(logging.makeLogRecord({}))) | {
    "message",
    "asctime",
    "taskName",
    "color_message",  # of uvicorn, for terminals
}


class JsonFormatter(logging.Formatter):
    """Formats the time, level, message and ``extra`` fields as one line."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "message": record.getMessage().rstrip(),
            **{name: value for name, value in vars(record).items() if name not in _OWN},
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str, ensure_ascii=False)


class Complaints(logging.Filter):
    """Passes the same complaint of a library once in a while, with the number of those left out.

    Clients cause most of them, with frames and requests that are none, and must not fill the log.
    Where the client is at fault there is no traceback: it says nothing about the server.
    """

    def __init__(self) -> None:
        super().__init__()
        self._seen: dict[str, tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, CLIENT_ERRORS):
            record.exc_info = None
            record.levelno, record.levelname = logging.WARNING, "WARNING"
            record.why = f"{type(error).__name__}: {error}"
        what = str(record.msg).partition("\n")[0]
        key, moment = f"{record.name} {what} {type(error).__name__}", time.monotonic()
        since, left_out = self._seen.get(key, (-AGAIN_SECONDS, 0))
        if moment - since < AGAIN_SECONDS:
            self._seen[key] = since, left_out + 1
            return False
        if len(self._seen) >= MOST_COMPLAINTS:
            self._seen.clear()
        self._seen[key] = moment, 0
        if left_out:
            record.left_out = left_out
        return True


def set_up(level: str) -> None:
    """Send all logs of this process to standard error, including those of uncaught errors."""
    ours, others = logging.StreamHandler(), logging.StreamHandler()
    for handler in (ours, others):
        handler.setFormatter(JsonFormatter())
    others.addFilter(Complaints())
    root = logging.getLogger()
    root.handlers = [others]
    root.setLevel(logging.WARNING)
    log = logging.getLogger("cruces")
    log.handlers, log.propagate = [ours], False
    log.setLevel(level)
    # Otherwise every start logs the migrations that were not needed.
    logging.getLogger("alembic").setLevel(logging.WARNING)
    logging.captureWarnings(True)
    sys.excepthook = _uncaught
    threading.excepthook = _uncaught_in_thread
    sys.unraisablehook = _unraisable
    for family in broken_families():  # they were found before the log was set up
        log.warning("games left out", extra={"family": family.name, "why": family.why})


def _uncaught(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    if issubclass(kind, KeyboardInterrupt):
        return
    logging.getLogger("cruces").critical("uncaught error", exc_info=(kind, error, trace))


def _uncaught_in_thread(args: threading.ExceptHookArgs) -> None:
    error = args.exc_value
    if error is not None and not isinstance(error, SystemExit):
        _uncaught(args.exc_type, error, args.exc_traceback)


def _unraisable(args: "sys.UnraisableHookArgs") -> None:
    error = args.exc_value
    if error is not None:
        _uncaught(args.exc_type, error, args.exc_traceback)
