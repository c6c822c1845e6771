"""Log format: one JSON object per line with time, level, logger, message, and the id of the request."""

import contextvars
import datetime
import json
import logging
import sys
from types import TracebackType

current_request_id: contextvars.ContextVar[str] = contextvars.ContextVar("request_id", default="")

current_address: contextvars.ContextVar[str] = contextvars.ContextVar("address", default="")
"""The client address of the current request, as `accounts.addresses` finds it."""

_STANDARD = frozenset(logging.makeLogRecord({}).__dict__) | {
    "message",
    "asctime",
    "taskName",
    "request",
    "color_message",
}


class JsonFormatter(logging.Formatter):
    """Formats a record with everything passed in `extra`; values that JSON cannot represent are written as text."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": datetime.datetime.fromtimestamp(record.created, datetime.UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        request_id = current_request_id.get()
        if request_id:
            line["request_id"] = request_id
        line.update({key: value for key, value in record.__dict__.items() if key not in _STANDARD})
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str, ensure_ascii=False)


def log_all() -> None:
    """Write Python's warnings to the log, and an error that ends this process as a JSON line, even if the settings
    cannot be read."""
    logging.captureWarnings(True)

    def log(kind: type[BaseException], error: BaseException, traceback: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            return
        # An invalid setting is for the operator to correct; its message says how.
        is_setting = kind.__name__ == "ImproperlyConfigured"
        record = logging.LogRecord(
            "mordheim_site", logging.CRITICAL, "", 0, "the process ends: %s", (error,),
            None if is_setting else (kind, error, traceback),
        )  # fmt: skip
        sys.stderr.write(JsonFormatter().format(record) + "\n")

    sys.excepthook = log
