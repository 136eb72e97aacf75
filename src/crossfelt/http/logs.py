"""The log of the server: one JSON object a line, without cards, tokens or names."""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime
from typing import Any


class JsonLines(logging.Formatter):
    """Each record as one line of JSON; a traceback is one text in it, so that nothing can forge a line."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as one line of JSON, without its newline."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "source": record.name,
            "says": record.getMessage(),
        }
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line)


LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"json": {"()": JsonLines}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json", "stream": "ext://sys.stderr"}},
    # What a client did wrong is a warning to uvicorn: anybody could fill the log with those.
    "loggers": {
        name: {"handlers": ["stderr"], "level": level, "propagate": False}
        for name, level in (("crossfelt", "WARNING"), ("uvicorn", "ERROR"), ("uvicorn.error", "ERROR"))
    },
}
"""How the server logs."""
