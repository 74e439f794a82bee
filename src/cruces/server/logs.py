"""Logs as JSON lines. They never contain tokens or bodies."""

import json
import logging
from datetime import UTC, datetime

from cruces.core.registry import broken_families

_OWN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}


class JsonFormatter(logging.Formatter):
    """Formats the time, level, message and ``extra`` fields."""

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
    # Otherwise every start logs the migrations that were not needed.
    logging.getLogger("alembic").setLevel(logging.WARNING)
    for family in broken_families():  # they were found before the log was set up
        log.warning("games left out", extra={"family": family.name, "why": family.why})
