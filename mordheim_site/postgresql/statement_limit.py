"""How long a statement may take in this process. Without psycopg, which a site on SQLite does not load."""

from typing import Final

WEB_SECONDS: Final = 10.0
"""Limit of a web process. nginx gives up after 60 s."""
WORKER_SECONDS: Final = 60.0


class StatementLimit:
    """Seconds after which a statement counts as unanswered; None for no limit."""

    seconds: float | None = None
