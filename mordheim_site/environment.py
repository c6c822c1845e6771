"""Reads and checks the environment variables once, and fails with a clear error when a value is invalid.

`settings.py` turns these values into Django's; nothing else reads the environment.
"""

import base64
import contextlib
import ipaddress
import os
import re
import secrets
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured

from mordheim_site import environment_checks

env = environ.Env()

ORDER_OF_P256 = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""Order of the elliptic curve of push keys. A private key is a number from 1 to this order minus one."""

SQLITE_OPTIONS: dict[str, Any] = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON;",
}
POSTGRESQL_POOL: dict[str, Any] = {"min_size": 1, "max_size": 10, "timeout": 5, "reconnect_timeout": 1}


EARLIER_NAMES = {
    "GUESTS_PER_HOUR": "GUEST_SEATS_PER_HOUR",
    "LIMIT_COMMANDS": "LIMIT_ORDERS",
    "LIMIT_MESSAGES": "LIMIT_WORDS",
}
"""Variables that were renamed: the earlier name is read when the current one is not set."""


def given(name: str) -> str:
    """The value of a variable without spaces at its ends; "" if it is not set."""
    value = os.environ.get(name, "").strip()
    return value or os.environ.get(EARLIER_NAMES.get(name, ""), "").strip()


def flag(name: str, default: bool) -> bool:
    """Read a yes or no. Raises ImproperlyConfigured for anything else."""
    raw = given(name)
    if not raw:
        return default
    word = raw.lower()
    if word in {"1", "true", "yes", "on"}:
        return True
    if word in {"0", "false", "no", "off"}:
        return False
    raise ImproperlyConfigured(f"{name}={raw!r} is neither yes nor no. Use 1 or 0.")


def whole_number(name: str, default: int, *, lowest: int, highest: int) -> int:
    """Read a whole number. Raises ImproperlyConfigured if it is out of bounds."""
    raw = given(name)
    if not raw:
        return default
    try:
        number = int(raw)
    except ValueError as error:
        raise ImproperlyConfigured(f"{name}={raw!r} is not a whole number.") from error
    if not lowest <= number <= highest:
        raise ImproperlyConfigured(f"{name}={number} must be between {lowest} and {highest}.")
    return number


def rate(name: str, default: tuple[int, int]) -> tuple[int, int]:
    """Read a rate such as 30/3600: (count, seconds). Raises ImproperlyConfigured for anything else."""
    raw = given(name)
    if not raw:
        return default
    often, slash, seconds = raw.partition("/")
    if not slash or not often.isdecimal() or not seconds.isdecimal() or not int(often) or not int(seconds):
        raise ImproperlyConfigured(
            f"{name}={raw!r} is not a limit. Write how often in how many seconds, such as 30/3600."
        )
    return int(often), int(seconds)


def rate_text(name: str, default: tuple[int, int]) -> str:
    """Read a rate and return it in allauth's format: 30/3600s."""
    often, seconds = rate(name, default)
    return f"{often}/{seconds}s"


def words(name: str, default: list[str]) -> list[str]:
    """Read a comma-separated list; empty entries are left out."""
    raw = given(name)
    if not raw:
        return default
    return [word.strip() for word in raw.split(",") if word.strip()]


def networks(name: str) -> list[ipaddress.IPv4Network | ipaddress.IPv6Network]:
    """Read a comma-separated list of addresses and networks. Raises ImproperlyConfigured for anything else."""
    try:
        return [ipaddress.ip_network(word) for word in words(name, [])]
    except ValueError as error:
        raise ImproperlyConfigured(f"{name} must list addresses or networks such as 10.0.0.0/8: {error}.") from error


def var_dir(default: Path) -> Path:
    """The folder for everything the site writes. Created if missing, refused if not writable."""
    folder = Path(os.environ.get("VAR_DIR") or default).expanduser().resolve()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ImproperlyConfigured(f"VAR_DIR={folder} cannot be made: {error.strerror}.") from error
    if not os.access(folder, os.W_OK):
        raise ImproperlyConfigured(f"VAR_DIR={folder} cannot be written.")
    return folder


def secret_key(folder: Path, *, must_be_given: bool) -> str:
    """SECRET_KEY. A site on one machine may leave it out: then a key is created at first start and stored in the given
    folder."""
    key = os.environ.get("SECRET_KEY", "")
    if key:
        if len(key) < 32:
            raise ImproperlyConfigured("SECRET_KEY is too short: use at least 32 random characters.")
        return key
    if must_be_given:
        raise ImproperlyConfigured("SECRET_KEY must be set when REDIS_URL is set: every process needs the same one.")
    return _made_once(folder / "secret_key", secrets.token_urlsafe(60))


def push_key(folder: Path, *, is_alone: bool) -> str:
    """PUSH_KEY, the private key (32 bytes, base64url) that identifies this site to browsers. A site on one machine
    creates one at first start. If several machines have none, it is "" and no push messages are sent."""
    key = os.environ.get("PUSH_KEY", "").strip()
    if key and not re.fullmatch(r"[A-Za-z0-9_-]{43}=?", key):
        raise ImproperlyConfigured("PUSH_KEY is not a valid key: 32 bytes in base64url, 43 characters.")
    if key or not is_alone:
        return key
    number = secrets.randbelow(ORDER_OF_P256 - 1) + 1
    fresh = base64.urlsafe_b64encode(number.to_bytes(32, "big")).rstrip(b"=").decode("ascii")
    return _made_once(folder / "push_key", fresh)


def _made_once(kept: Path, fresh: str) -> str:
    """The key stored in the file `kept`. If the file does not exist, it is created with the key `fresh`."""
    try:
        handle = os.open(kept, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        key = kept.read_text(encoding="ascii").strip()
        if len(key) < 32:
            raise ImproperlyConfigured(f"{kept} contains no usable key. Delete it, and a new one is created.") from None
        return key
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(fresh)
    return fresh


def database(folder: Path) -> dict[str, Any]:
    """Django's DATABASES entry from DATABASE_URL; without that variable, SQLite in the given folder."""
    raw = os.environ.get("DATABASE_URL") or f"sqlite:///{folder / 'db.sqlite3'}"
    try:
        config: dict[str, Any] = dict(environ.Env.db_url_config(raw))
    except Exception as error:
        raise ImproperlyConfigured(f"DATABASE_URL cannot be understood: {error}") from error
    environment_checks.check_database(config, os.environ.get("DATABASE_URL", ""))
    engine = config.get("ENGINE")
    options: dict[str, Any] = dict(config.get("OPTIONS") or {})
    if engine == "django.db.backends.sqlite3":
        config["OPTIONS"] = {**SQLITE_OPTIONS, **options}
        _keep_to_owner(str(config["NAME"]))
    elif engine == "django.db.backends.postgresql":
        # Django then loads mordheim_site.postgresql.base.
        config["ENGINE"] = "mordheim_site.postgresql"
        # For operators and `restore`, the process id distinguishes this process's connections from those of others.
        config["OPTIONS"] = {"pool": POSTGRESQL_POOL, "application_name": f"mordheim {os.getpid()}", **options}
        config["CONN_MAX_AGE"] = 0
        # Check a pooled connection before it is used, because the server may have restarted.
        config["CONN_HEALTH_CHECKS"] = True
        # The folder of a socket is in the address, with its slashes quoted.
        config["HOST"] = unquote(str(config.get("HOST", "")))
    else:
        raise ImproperlyConfigured("DATABASE_URL must begin with sqlite:/// or postgres://.")
    return config


def _keep_to_owner(name: str) -> None:
    """Make a SQLite database readable only by its owner. SQLite gives the files it creates next to it the same mode."""
    if name == ":memory:" or name.startswith("file:") or not Path(name).parent.is_dir():
        return
    with contextlib.suppress(FileExistsError, PermissionError):
        os.close(os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    for path in (name, f"{name}-wal", f"{name}-shm", f"{name}-journal"):
        with contextlib.suppress(FileNotFoundError, PermissionError):
            if os.stat(path).st_mode & 0o077:
                os.chmod(path, 0o600)


def site_url(*, must_be_public: bool) -> str:
    """SITE_URL without a trailing slash; by default localhost with PORT. Raises ImproperlyConfigured if it is not a web
    address, or if it is not https although the site must be public: every link in a mail would be broken."""
    address = os.environ.get("SITE_URL", "").strip().rstrip("/")
    url = urlsplit(address or f"http://localhost:{whole_number('PORT', 8000, lowest=1, highest=65535)}")
    if url.scheme not in ("http", "https") or not url.hostname:
        raise ImproperlyConfigured(
            f"SITE_URL={address!r} is not a web address. Write it like https://league.example.org."
        )
    is_local = url.hostname == "localhost" or url.hostname.startswith("127.") or url.hostname == "::1"
    if must_be_public and (is_local or url.scheme != "https"):
        raise ImproperlyConfigured(
            "SITE_URL must be the site's public address, like https://league.example.org, when HTTPS=1: "
            "mails and webhooks link to it."
        )
    return address or url.geturl()


def local_webhooks(*, is_public: bool) -> bool:
    """LOCAL_WEBHOOKS. Raises ImproperlyConfigured on a public site, where users could call programs on the same
    machine."""
    is_on = flag("LOCAL_WEBHOOKS", default=False)
    if is_on and is_public:
        raise ImproperlyConfigured("LOCAL_WEBHOOKS=1 is for development only, so it cannot be set with HTTPS=1.")
    return is_on


def redis_url() -> str:
    """REDIS_URL, or "" without one. Raises ImproperlyConfigured for another scheme."""
    raw = os.environ.get("REDIS_URL", "").strip()
    if raw and not raw.startswith(("redis://", "rediss://", "unix://")):
        raise ImproperlyConfigured("REDIS_URL must begin with redis://, rediss:// or unix://.")
    return raw
