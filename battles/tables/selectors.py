"""Queries for users' tables."""

from __future__ import annotations

from django.db.models import QuerySet

from battles.tables.models import Audience, DrawnTable


def own_tables(user_id: int | None) -> QuerySet[DrawnTable]:
    """The tables of this user with their owner; empty for a visitor."""
    return DrawnTable.objects.filter(owner_id=user_id or 0).select_related("owner")


def shared_tables(reader_id: int | None) -> QuerySet[DrawnTable]:
    """The public tables of other users."""
    tables = DrawnTable.objects.filter(audience=Audience.PUBLIC).exclude(owner_id=reader_id or 0)
    return tables.select_related("owner")
