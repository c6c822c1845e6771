"""Queries whose SQL is built once. For a query by key, Django spends several times as long on building the SQL as the
database spends on running it; requests that come with every command of a battle use this.

    _sides = PreparedQuery(lambda battle_id: BattleSide.objects.filter(battle_id=battle_id).order_by("letter"))
    sides = _sides.rows(battle.pk)

The arguments must reach the SQL unchanged (keys, numbers, short texts) and may not decide what is asked. Rows are
complete model instances, with `select_related` and deferred columns, but without `prefetch_related`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from threading import Lock
from typing import Any, Generic, NamedTuple, TypeVar

from django.db import connections, models
from django.db.models import query as django_queries

Row = TypeVar("Row", bound=models.Model)
_populators_of: Any = django_queries.get_related_populators
"""The type stubs describe the version of another release of Django."""


class _Statement(NamedTuple):
    sql: str
    parameters: tuple[Any, ...]
    """Values as in the first call; those that are arguments are at `places`."""
    places: tuple[tuple[int, int], ...]
    """(index of the parameter, index of the argument)."""
    converters: Any
    model: Any
    fields: tuple[int, int]
    names: list[str]
    populators: Any


class PreparedQuery(Generic[Row]):
    """A query for rows of one model. `build` returns the queryset for its arguments, which have the types of
    `arguments`."""

    def __init__(self, build: Callable[..., models.QuerySet[Row]], *arguments: type[int] | type[str]) -> None:
        self._build = build
        # Values that occur nowhere else in the query, so that their positions in the parameters can be found.
        self._examples: list[int | str] = [
            f"example-{place}" if kind is str else 2_000_000_011 + place for place, kind in enumerate(arguments)
        ]
        self._statements: dict[str, _Statement] = {}
        self._lock = Lock()

    def rows(self, *arguments: int | str, using: str = "default") -> list[Row]:
        """The rows for these arguments."""
        return list(self._rows(arguments, using))

    def first(self, *arguments: int | str, using: str = "default") -> Row | None:
        """The first row, or None."""
        return next(self._rows(arguments, using), None)

    def _rows(self, arguments: tuple[int | str, ...], using: str) -> Iterator[Row]:
        connection = connections[using]
        statement = self._statements.get(connection.vendor) or self._prepared(using)
        parameters = list(statement.parameters)
        for place, argument in statement.places:
            parameters[place] = arguments[argument]
        with connection.cursor() as cursor:
            cursor.execute(statement.sql, parameters)
            found: Any = cursor.fetchall()
        if statement.converters:
            found = _converted(found, statement.converters, connection)
        start, end = statement.fields
        for row in found:
            instance = statement.model.from_db(using, statement.names, row[start:end])
            for populator in statement.populators:
                populator.populate(row, instance)
            yield instance

    def _prepared(self, using: str) -> _Statement:
        connection = connections[using]
        with self._lock:
            query = self._build(*self._examples).query
            compiler = query.get_compiler(using=using)
            sql, parameters = compiler.as_sql()
            places = tuple(
                (place, self._examples.index(value))
                for place, value in enumerate(parameters)
                if isinstance(value, int | str) and value in self._examples
            )
            assert len({argument for _place, argument in places}) == len(self._examples), sql
            select, klass = compiler.select, compiler.klass_info
            start, end = klass["select_fields"][0], klass["select_fields"][-1] + 1
            statement = _Statement(
                sql=sql,
                parameters=tuple(parameters),
                places=places,
                converters=compiler.get_converters([column[0] for column in select]),
                model=klass["model"],
                fields=(start, end),
                names=[column[0].target.attname for column in select[start:end]],
                populators=_populators_of(klass, select, using),
            )
            self._statements[connection.vendor] = statement
            return statement


def _converted(rows: Any, converters: Any, connection: Any) -> Iterator[list[Any]]:
    """Rows with the values of fields, such as JSON (as in `SQLCompiler.apply_converters`)."""
    steps = [(place, *pair) for place, pair in converters.items()]
    for row in map(list, rows):
        for place, functions, expression in steps:
            value = row[place]
            for function in functions:
                value = function(value, expression, connection)
            row[place] = value
        yield row
