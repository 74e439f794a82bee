"""Logs as one JSON object a line. Tokens and bodies are never among the fields."""

import json
import logging
from datetime import UTC, datetime

from cruces.core.registry import broken_families

_OWN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}


class JsonFormatter(logging.Formatter):
    """Time, level, message, and whatever was given as ``extra``."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "message": record.getMessage(),
            **{name: value for name, value in vars(record).items() if name not in _OWN},
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str, ensure_ascii=False)


def set_up(level: str) -> None:
    """Send the server's log to standard error."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonFormatter())
    log = logging.getLogger("cruces")
    log.handlers = [handler]
    log.setLevel(level)
    log.propagate = False
    # Otherwise every start tells which migrations it did not need.
    logging.getLogger("alembic").setLevel(logging.WARNING)
    for family in broken_families():  # they were met before there was a log
        log.warning("games left out", extra={"family": family.name, "why": family.why})
