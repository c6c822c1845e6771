"""Services of tables: every change is one action on a valid table, which must result in a valid table."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime
from typing import Any, cast

import yaml
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.names import clean_name
from battles.engine.table.piece_data import TableData
from battles.tables.complexity import check_complexity
from battles.tables.defaults import with_defaults
from battles.tables.editor.actions import checked
from battles.tables.models import Audience, DrawnTable, TableStep
from mordheim_site.refusals import Refusal

STEPS_KEPT = 40
TABLES_KEPT = 60
MOST_BYTES = 600_000


class StaleTable(Refusal):
    code = "stale_table"
    about = ("step",)
    message = _(
        "The table was changed elsewhere in the meantime, so your change was not made. Reload the page and try again."
    )
    status = 409


class NothingToUndo(Refusal):
    code = "nothing_to_undo"
    message = _("There is nothing more to undo or redo.")
    status = 409


class TooManyTables(Refusal):
    code = "too_many_tables"
    message = _("You already have sixty tables, which is the maximum. Delete one first.")


class NoTableFile(Refusal):
    code = "no_table_file"
    message = _("The file is not a table. It must be JSON or YAML of at most 600 kB.")


@transaction.atomic
def save_table(*, owner_id: int, data: TableData, at: datetime) -> DrawnTable:
    """Create a table with this data. Raises TooManyTables, TableTooComplex, InvalidTable."""
    if DrawnTable.objects.filter(owner_id=owner_id).count() >= TABLES_KEPT:
        raise TooManyTables
    check_complexity(data)
    checked(data)
    data = with_defaults(_with_clean_names(data))
    name = str(data.get("name") or _("A table"))[:60]
    return DrawnTable.objects.create(owner_id=owner_id, name=name, data=data, created_at=at, changed_at=at)


def check_change(before: TableData, after: TableData) -> None:
    """Raise TableTooComplex or InvalidTable if a table may not be changed to `after`."""
    check_complexity(after, before)
    checked(after)


def _with_clean_names(value: Any) -> Any:
    """The same data with every name normalised by `clean_name`. Raises BadName."""
    if isinstance(value, dict):
        return {
            key: clean_name(inner) if key == "name" and isinstance(inner, str) else _with_clean_names(inner)
            for key, inner in value.items()
        }
    return [_with_clean_names(inner) for inner in value] if isinstance(value, list) else value


def read_file(content: bytes) -> TableData:
    """The data in an uploaded table file: JSON, or YAML without tags and aliases. Raises NoTableFile."""
    if len(content) > MOST_BYTES:
        raise NoTableFile
    try:
        words = content.decode("utf-8-sig")
        found = json.loads(words) if words.lstrip()[:1] == "{" else _plain_yaml(words)
    except (ValueError, RecursionError, yaml.YAMLError) as error:
        raise NoTableFile from error
    if not isinstance(found, dict):
        raise NoTableFile
    found.pop("summary", None)
    return cast("TableData", found)


def _plain_yaml(words: str) -> Any:
    for token in yaml.scan(words, Loader=yaml.CSafeLoader):
        if isinstance(token, yaml.AliasToken | yaml.AnchorToken | yaml.TagToken):
            raise NoTableFile(message=_("The file uses YAML aliases or tags, which are not allowed in a table."))
    return yaml.load(words, Loader=yaml.CSafeLoader)


@transaction.atomic
def change(*, table_id: int, action: Callable[[TableData], TableData], step: int, at: datetime) -> DrawnTable:
    """Carry out one action. `step` is the number that the editor showed. Raises StaleTable, NoSuchPart,
    TableTooComplex, InvalidTable."""
    table = _locked(table_id, step)
    after = action(table.data)
    check_change(table.data, after)
    after = _with_clean_names(after)
    TableStep.objects.filter(table=table, number__gte=table.step).delete()
    TableStep.objects.create(table=table, number=table.step, data=table.data)
    TableStep.objects.filter(table=table, number__lt=table.step - STEPS_KEPT + 1).delete()
    return _store(table, after, table.step + 1, at)


@transaction.atomic
def undo(*, table_id: int, step: int, at: datetime) -> DrawnTable:
    """Undo one step. Raises StaleTable, NothingToUndo."""
    return _walk(table_id, step, at, -1)


@transaction.atomic
def redo(*, table_id: int, step: int, at: datetime) -> DrawnTable:
    """Redo one step. Raises StaleTable, NothingToUndo."""
    return _walk(table_id, step, at, 1)


def _walk(table_id: int, step: int, at: datetime, by: int) -> DrawnTable:
    table = _locked(table_id, step)
    there = TableStep.objects.filter(table=table, number=table.step + by).first()
    if there is None:
        raise NothingToUndo
    TableStep.objects.update_or_create(table=table, number=table.step, defaults={"data": table.data})
    return _store(table, there.data, table.step + by, at)


def _locked(table_id: int, step: int) -> DrawnTable:
    table = DrawnTable.objects.select_for_update().get(pk=table_id)
    if table.step != step:
        raise StaleTable
    return table


def _store(table: DrawnTable, data: TableData, step: int, at: datetime) -> DrawnTable:
    table.data, table.step, table.changed_at = data, step, at
    table.name = str(data.get("name") or table.name)[:60]
    table.save(update_fields=["data", "step", "changed_at", "name"])
    return table


def share(*, table_id: int, audience: str) -> None:
    """Set who may see and use the table."""
    DrawnTable.objects.filter(pk=table_id).update(audience=Audience(audience))


def delete(*, table_id: int) -> None:
    """Delete a table. Battles on it have their own copy."""
    DrawnTable.objects.filter(pk=table_id).delete()
