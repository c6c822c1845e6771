"""The files of a user's data export. Apps to the right register what they contribute.

    registry.EXPORTERS.add("packs", packs_given)     # in AppConfig.ready

An exporter yields the user's own data or what the user may download anyway, never data that only other users may read.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core.serializers.json import DjangoJSONEncoder
from django.utils.text import slugify

from accounts.models import ApiKey, User
from mordheim_site.registry import Registry


class File(NamedTuple):
    """`path` inside the archive, with "/" between folders."""

    path: str
    content: bytes


Exporter = Callable[[User], Iterable[File]]
EXPORTERS: Registry[str, Exporter] = Registry("exporter of personal data")
"""Exporters by the name of the data they contribute."""


def files_of(user: User) -> Iterator[File]:
    """All files of the export: those of the account, then those of each app."""
    yield as_json("account.json", account_of(user))
    for giver in EXPORTERS.values():
        yield from giver(user)


def as_json(path: str, content: Any) -> File:
    """A file with plain values as indented JSON; times are in ISO 8601."""
    text = json.dumps(content, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1)
    return File(path, f"{text}\n".encode())


def stem(name: str, public_id: str) -> str:
    """A readable, unique file name."""
    return f"{slugify(name)[:60] or 'unnamed'}-{public_id}"


def account_of(user: User) -> dict[str, Any]:
    """Names, email addresses, settings, and the ways to sign in, without secrets. Three queries."""
    mail = EmailAddress.objects.filter(user=user).order_by("pk").values("email", "verified", "primary")
    means = Authenticator.objects.filter(user=user).order_by("pk").values("type", "created_at", "last_used_at")
    programs = ApiKey.objects.filter(user=user).values("name", "scopes", "created_at", "used_at")
    return {
        "id": user.public_id,
        "name": user.username,
        "shown_as": user.shown_name,
        "is_guest": user.is_guest,
        "guest_until": user.guest_expires_at,
        "made_at": user.date_joined,
        "last_signed_in_at": user.last_login,
        "mail": user.email,
        "mail_addresses": list(mail),
        "settings": {
            "theme": user.theme,
            "timezone": user.timezone,
            "display_name": user.display_name,
            "board_keys": user.board_keys,
            "board_settings": user.board_settings,
            "favourite_lists": user.favourite_lists,
        },
        "signs_in_by": {"password": user.has_usable_password(), "keys_and_codes": list(means)},
        "keys_for_programs": list(programs),
    }
