"""Refuses settings whose values are readable but cannot work, each with a message that names the setting.

`environment.py` reads single variables; the functions here check addresses, and settings that must fit together.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence
from email.utils import parseaddr
from typing import Any, Final
from urllib.parse import urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured, ValidationError
from django.core.validators import validate_email
from django.utils.http import is_same_domain

HOST: Final = re.compile(r"\.?[a-z0-9_-]+(\.[a-z0-9_-]+)*\.?|\[[0-9a-f:.]+\]", re.IGNORECASE)
"""A name or address in ALLOWED_HOSTS; a dot at the beginning includes all subdomains."""
LEVELS: Final = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")


def port_of(name: str, address: str) -> int | None:
    """The port of an address; None without one. Raises ImproperlyConfigured for a port that does not exist."""
    try:
        port = urlsplit(address).port
    except ValueError as error:
        raise ImproperlyConfigured(f"{name} has an invalid port. Use a number from 1 to 65535.") from error
    if port == 0:
        raise ImproperlyConfigured(f"{name} has an invalid port. Use a number from 1 to 65535.")
    return port


def check_debug(*, debug: bool, https: bool) -> None:
    """Refuse debug pages, which show settings and code to every visitor, on a public site."""
    if debug and https:
        raise ImproperlyConfigured(
            "DEBUG=1 shows settings and code to every visitor, so it cannot be set with HTTPS=1."
        )


def check_hosts(hosts: Sequence[str], *, https: bool) -> None:
    """Refuse entries of ALLOWED_HOSTS that are not names of hosts, and `*` on a public site."""
    for host in hosts:
        if host == "*":
            if https:
                raise ImproperlyConfigured(
                    "ALLOWED_HOSTS=* accepts forged names, so it cannot be set with HTTPS=1. List its names."
                )
        elif "://" in host or "/" in host:
            raise ImproperlyConfigured(f"ALLOWED_HOSTS contains {host!r}: list names only, like league.example.org.")
        elif not HOST.fullmatch(host):
            raise ImproperlyConfigured(
                f"ALLOWED_HOSTS contains {host!r}, which is not the name of a host. List names without ports, like "
                "league.example.org."
            )


def check_origins(origins: Sequence[str]) -> None:
    """Refuse entries of CSRF_TRUSTED_ORIGINS without a scheme or with a path."""
    for origin in origins:
        url = urlsplit(origin)
        if url.scheme not in ("http", "https") or not url.netloc or url.path or url.query:
            raise ImproperlyConfigured(
                f"CSRF_TRUSTED_ORIGINS contains {origin!r}: write scheme and host, like https://league.example.org."
            )
        port_of("CSRF_TRUSTED_ORIGINS", origin.replace("*", "any"))


def check_site_url(address: str, hosts: Sequence[str], *, is_given: bool) -> None:
    """Refuse a SITE_URL with a path or a query, or whose host the site would not answer to."""
    url = urlsplit(address)
    port_of("SITE_URL", address)
    if url.path or url.query or url.fragment:
        raise ImproperlyConfigured(
            f"SITE_URL={address!r} must end after the host: the site cannot be served below a path."
        )
    host = f"[{url.hostname}]" if ":" in (url.hostname or "") else url.hostname or ""
    if is_given and not any(name == "*" or is_same_domain(host.lower(), name) for name in hosts):
        raise ImproperlyConfigured(
            f"SITE_URL has the host {host}, which is not in ALLOWED_HOSTS: every link in mails would be refused. "
            "Add it to ALLOWED_HOSTS."
        )


def check_redis_url(address: str) -> None:
    """Refuse a REDIS_URL without a host, or with an invalid port or number of a database."""
    if not address:
        return
    port_of("REDIS_URL", address)
    url = urlsplit(address)
    if url.scheme == "unix":
        if not url.path:
            raise ImproperlyConfigured("REDIS_URL=unix:// needs the path of the socket, like unix:///run/redis.sock.")
        return
    if not url.hostname:
        raise ImproperlyConfigured("REDIS_URL names no host. Write it like redis://localhost:6379/0.")
    if not re.fullmatch(r"/?[0-9]{0,3}", url.path):
        raise ImproperlyConfigured(
            f"REDIS_URL ends with {url.path!r}, which is not the number of a database. Write it like "
            "redis://localhost:6379/0."
        )


def check_database(config: dict[str, Any], address: str) -> None:
    """Refuse a DATABASE_URL without the name of a database, or with an invalid port."""
    if not str(config.get("NAME") or "").strip("/"):
        raise ImproperlyConfigured(
            "DATABASE_URL names no database. Write it like postgres://user:password@host:5432/name."
        )
    if address:
        port_of("DATABASE_URL", address)


def from_address(value: str) -> str:
    """DEFAULT_FROM_EMAIL. Raises ImproperlyConfigured if it is not one address, with or without a name."""
    _name, address = parseaddr(value)
    try:
        # `noreply@localhost` is the default of a site that sends no mails.
        validate_email(address if address.partition("@")[2] != "localhost" else f"{address}.example")
    except ValidationError as error:
        raise ImproperlyConfigured(
            f"DEFAULT_FROM_EMAIL={value!r} is not an address. Write it like Mordheim <noreply@league.example.org>."
        ) from error
    if "\n" in value or value.count("<") != value.count(">"):
        raise ImproperlyConfigured(f"DEFAULT_FROM_EMAIL={value!r} is not an address: its brackets do not match.")
    return value


def email_config(value: str) -> dict[str, Any]:
    """Django's settings of EMAIL_URL. Raises ImproperlyConfigured for an address that is not one of a mail server."""
    example = "Write it like smtp+tls://user:password@host:587."
    scheme = value.partition(":")[0]
    if scheme not in environ.Env.EMAIL_SCHEMES:
        known = ", ".join(sorted(name for name in environ.Env.EMAIL_SCHEMES if name.startswith("smtp")))
        raise ImproperlyConfigured(f"EMAIL_URL begins with {scheme!r}, which is none of {known}. {example}")
    port_of("EMAIL_URL", value)
    try:
        config: dict[str, Any] = dict(environ.Env.email_url_config(value))
    except Exception as error:
        raise ImproperlyConfigured(f"EMAIL_URL cannot be understood: {error}. {example}") from error
    if scheme.startswith("smtp") and not config.get("EMAIL_HOST"):
        raise ImproperlyConfigured(f"EMAIL_URL names no host. {example}")
    return config


def log_level(value: str) -> str:
    """LOG_LEVEL, INFO by default. Raises ImproperlyConfigured for a level that does not exist."""
    level = (value or "INFO").upper()
    if level not in LEVELS or not isinstance(logging.getLevelName(level), int):
        raise ImproperlyConfigured(f"LOG_LEVEL={value!r} is not a level. Use one of {', '.join(LEVELS)}.")
    return level
