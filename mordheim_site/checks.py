"""Start-up checks of the project. An app adds its own with `@register(START_UP)`, imported in `ready()`."""

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, Warning, register

# The tag of the checks that `manage.py serve` runs before it starts anything.
START_UP = "start_up"


@register(START_UP)
def sqlite_begins_immediate(app_configs: Sequence[AppConfig] | None, **_: Any) -> list[CheckMessage]:
    """Require IMMEDIATE transactions of SQLite: deferred ones fail with "database is locked" when two processes
    write."""
    database = settings.DATABASES["default"]
    if database["ENGINE"].endswith("sqlite3") and database["OPTIONS"].get("transaction_mode") != "IMMEDIATE":
        return [Error("SQLite must open transactions as IMMEDIATE.", id="mordheim.E001")]
    return []


@register(START_UP)
def mails_are_sent(app_configs: Sequence[AppConfig] | None, **_: Any) -> list[CheckMessage]:
    """Require a mail server on a public site: if mails were only written to files, no password could be reset."""
    is_to_files = settings.MAIL_DELIVERY_BACKEND.endswith("filebased.EmailBackend")
    if is_to_files and (settings.HTTPS or not settings.EMBEDDED):
        hint = f"Set EMAIL_URL to your mail server. Until then mails are files in {settings.EMAIL_FILE_PATH}."
        return [Warning("No mail leaves this site.", hint=hint, id="mordheim.W001")]
    return []


@register(START_UP)
def push_has_a_key(app_configs: Sequence[AppConfig] | None, **_: Any) -> list[CheckMessage]:
    """Warn a site of several processes without a key: its players are never offered push notifications."""
    if not settings.PUSH_KEY:
        return [Warning("No push notifications are sent.", hint="Set PUSH_KEY.", id="mordheim.W002")]
    return []


@register(START_UP)
def several_nodes_share_a_database(app_configs: Sequence[AppConfig] | None, **_: Any) -> list[CheckMessage]:
    """Refuse SQLite together with Redis: Redis means that several machines run the site, but a SQLite file belongs to
    one."""
    if settings.REDIS_URL.startswith("rediss://") and settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
        return [Error("REDIS_URL points to another machine: set DATABASE_URL to PostgreSQL too.", id="mordheim.E002")]
    return []
