"""While the database or Redis is unavailable, the log has one line without a traceback per message and minute."""

from __future__ import annotations

import json
import logging

import pytest
from django.db import OperationalError
from redis.exceptions import ConnectionError as RedisConnectionError

from mordheim_site.monitoring import outages
from mordheim_site.monitoring.logs import JsonFormatter
from mordheim_site.monitoring.outages import OutageFilter


@pytest.fixture
def lines() -> list[str]:
    return []


@pytest.fixture
def logger(lines: list[str]) -> logging.Logger:
    """A logger whose handler is set up like that of the site."""

    class Handler(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(self.format(record))

    handler, made = Handler(), logging.Logger("site.part")
    handler.setFormatter(JsonFormatter())
    handler.addFilter(OutageFilter())
    made.addHandler(handler)
    return made


def fail(logger: logging.Logger, error: Exception, name: str = "") -> None:
    try:
        try:
            raise error
        except type(error):
            raise RuntimeError("the step failed") from error
    except RuntimeError:
        logger.exception("step of %s failed\nwith details", name)


@pytest.mark.parametrize("error", [OperationalError("connection refused"), RedisConnectionError("no answer")])
def test_an_outage_is_one_line_a_minute(
    logger: logging.Logger, lines: list[str], error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(200):
        fail(logger, error, str(number))
    (line,) = lines
    assert len(line) < 300
    found = json.loads(line)
    assert "traceback" not in found
    assert (found["message"], found["outage"]) == ("step of 0 failed", "the step failed")
    now = outages.time.monotonic()
    monkeypatch.setattr(outages.time, "monotonic", lambda: now + 61)
    fail(logger, error, "later")
    assert json.loads(lines[1])["left_out"] == 199


def test_a_message_that_names_an_outage_itself_is_limited_too(logger: logging.Logger, lines: list[str]) -> None:
    for _ in range(5):
        logger.warning("no message sent", extra={"outage": "refused"})
    assert len(lines) == 1


@pytest.mark.parametrize("template", ["consumer: Cannot connect to %s: %s.\n%s", "beat: Connection error: %s %s %s"])
def test_attempts_of_celery_to_connect_are_limited(logger: logging.Logger, lines: list[str], template: str) -> None:
    for number in range(60):
        logger.error(template, "redis://redis", "refused", f"attempt {number}")
    assert len(lines) == 1
    assert "refused" in json.loads(lines[0])["message"]


def test_another_error_keeps_its_traceback_and_is_never_left_out(logger: logging.Logger, lines: list[str]) -> None:
    for _ in range(3):
        fail(logger, KeyError("a bug"))
    assert len(lines) == 3
    assert all("KeyError" in json.loads(line)["traceback"] for line in lines)


def test_attempts_of_the_pool_of_connections_are_one_line(logger: logging.Logger, lines: list[str]) -> None:
    for number in range(50):
        logger.warning("error connecting in %r: %s", "pool-1", f"connection refused {number}")
        logger.warning("reconnection attempt in pool %r failed after %s sec", "pool-1", 1.0)
    assert [json.loads(line)["outage"] for line in lines] == ["the database does not respond"] * 2
