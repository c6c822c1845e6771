"""Inserts, changes and removes records in the text of a draft, in the style of its other records."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from catalogue.packs.strict_yaml import MAX_BYTES, read
from mordheim_site.refusals import Refusal

_TOP: Final = re.compile(r"[^\s#\-]")
_ITEM: Final = re.compile(r"( *)-(?= |$)")
_WORD: Final = re.compile(r"[a-z][a-z0-9_]*\Z")


class CannotInsert(Refusal):
    """The text is written in a form that records cannot be inserted into."""

    code = "cannot_insert"
    message = _(
        "The draft has this kind on one line or in brackets, so nothing was added. Write it as a list with a "
        "line for each record, or add the record in the text."
    )


class RecordNotFound(Refusal):
    """The draft has no such record."""

    code = "not_there"
    message = _("The draft does not contain this record any more. Nothing was changed; check the draft.")
    status = 409


def with_record(text: str, kind: str, record: Mapping[str, Any]) -> str:
    """The text with `record` as the last of its kind. The rest of the text stays unchanged.

    Raises CannotInsert when the kind is not a list with a line for each record, or when the text would become larger
    than a pack may be.
    """
    lines = text.splitlines()
    heads = [number for number, line in enumerate(lines) if re.match(rf"{kind}\s*:", line)]
    if len(heads) > 1 or (heads and lines[heads[0]].split(":", 1)[1].split("#")[0].strip()):
        raise CannotInsert
    if not heads:
        made = [*lines, *([""] if lines and lines[-1].strip() else []), f"{kind}:", *written(record, 2)]
    else:
        end, indent = _block(lines, heads[0])
        made = [*lines[:end], *written(record, indent), *lines[end:]]
    found = "\n".join(made) + "\n"
    if len(found.encode()) > MAX_BYTES:
        raise CannotInsert(message=_("The pack would become too large. Nothing was added."))
    return found


def records_in(text: str, kind: str) -> list[dict[str, Any]]:
    """The records of a kind as written in the text, in order; empty if the text cannot be read."""
    value = read(text.encode("utf-8", "replace")).value
    rows = value.get(kind) if isinstance(value, dict) else None
    return [dict(row) for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []


def with_changed(text: str, kind: str, code: str, record: Mapping[str, Any] | None) -> str:
    """The text with `record` in place of the one of this code, or without it (None). The rest stays unchanged.

    Raises RecordNotFound when no record has the code, CannotInsert as `with_record` does.
    """
    codes = [row.get("code") for row in records_in(text, kind)]
    if code not in codes:
        raise RecordNotFound
    lines = text.splitlines()
    head = next((number for number, line in enumerate(lines) if re.match(rf"{kind}\s*:\s*(#.*)?\Z", line)), None)
    if head is None:
        raise CannotInsert
    end, indent = _block(lines, head)
    starts = [number for number in range(head + 1, end) if _dash_at(lines[number]) == indent]
    if len(starts) != len(codes):
        raise CannotInsert
    place = codes.index(code)
    begin = starts[place]
    until = starts[place + 1] if place + 1 < len(starts) else end
    while until > begin + 1 and (not lines[until - 1].strip() or lines[until - 1].lstrip().startswith("#")):
        until -= 1
    if record is None and len(starts) == 1:
        begin = head
    made = [*lines[:begin], *([] if record is None else written(record, indent)), *lines[until:]]
    found = "\n".join(made) + "\n"
    if len(found.encode()) > MAX_BYTES:
        raise CannotInsert(message=_("The pack would become too large. Nothing was changed."))
    return found


def _dash_at(line: str) -> int | None:
    found = _ITEM.match(line)
    return len(found[1]) if found is not None else None


def _block(lines: list[str], head: int) -> tuple[int, int]:
    """The line at which the records under a line end, and the indentation of their dashes."""
    end, indent = head + 1, 2
    first = True
    for number in range(head + 1, len(lines)):
        line = lines[number]
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if _TOP.match(line):
            break
        dash = _ITEM.match(line)
        if first:
            if dash is None:
                raise CannotInsert
            indent, first = len(dash[1]), False
        end = number + 1
    return end, indent


def written(record: Mapping[str, Any], indent: int) -> list[str]:
    """A record as lines of YAML that start with a dash, indented by `indent` spaces."""
    rows: list[str] = []
    for name, value in record.items():
        if isinstance(value, list) and value and isinstance(value[0], Mapping):
            rows.append(f"{name}:")
            rows += [f"  - {_flow(item)}" for item in value]
        else:
            rows.append(f"{name}: {_flow(value)}")
    blank = " " * indent
    return [f"{blank}{'- ' if number == 0 else '  '}{row}" for number, row in enumerate(rows)]


def _flow(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{name}: {_flow(item)}" for name, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_flow(item) for item in value) + "]"
    if isinstance(value, str) and _WORD.match(value) and value not in ("true", "false", "null"):
        return value
    return json.dumps(value, ensure_ascii=False)
