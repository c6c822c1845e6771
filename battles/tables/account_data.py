"""Tables of a user in the data export and the account deletion."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from accounts.data_export.registry import File, as_json, stem
from accounts.models import User
from battles.tables.models import Audience, DrawnTable


def delete_private_tables(user: User, now: datetime) -> None:
    """Delete the tables that only the user can see. Shared tables stay, because others may use them."""
    DrawnTable.objects.filter(owner=user, audience=Audience.PRIVATE).delete()


def tables_given(user: User) -> Iterator[File]:
    """Each table that the user created, as a file."""
    for table in DrawnTable.objects.filter(owner=user).order_by("pk"):
        yield as_json(f"tables/{stem(table.name, table.public_id)}.json", table.data)
