"""Prepared queries return what the same queryset returns."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from mordheim_site.reuse.prepared_queries import PreparedQuery

pytestmark = pytest.mark.django_db


def test_rows_are_those_of_the_queryset_for_each_argument(owner: User, rival: User) -> None:
    query = PreparedQuery(lambda pk, name: User.objects.filter(pk=pk, username=name).defer("timezone"), int, str)
    assert query.rows(owner.pk, owner.username) == [owner]
    assert query.rows(rival.pk, rival.username) == [rival]
    assert query.rows(owner.pk, rival.username) == []
    assert query.first(owner.pk, "nobody") is None


def test_values_are_converted_and_deferred_columns_are_loaded_on_demand(owner: User) -> None:
    User.objects.filter(pk=owner.pk).update(board_settings={"speed": "fast"})
    row = PreparedQuery(lambda pk: User.objects.filter(pk=pk).defer("timezone"), int).first(owner.pk)
    assert row is not None
    assert row.board_settings == {"speed": "fast"}
    assert row.date_joined == User.objects.get(pk=owner.pk).date_joined
    with CaptureQueriesContext(connection) as queries:
        assert row.timezone == owner.timezone
    assert len(queries) == 1


def test_the_sql_is_built_once(owner: User, rival: User) -> None:
    built = []

    def build(pk: int) -> object:
        built.append(pk)
        return User.objects.filter(pk=pk)

    query: PreparedQuery[User] = PreparedQuery(build, int)  # type: ignore[arg-type]
    assert [query.first(owner.pk), query.first(rival.pk)] == [owner, rival]
    assert len(built) == 1
