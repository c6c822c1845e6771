"""Compares two versions of a custom pack: which codes correspond, and what was added, changed or removed."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from catalogue.custom_packs.codes import local_of
from catalogue.custom_packs.library import volume
from catalogue.facts import Fact
from catalogue.models import CustomPack, PackRelease
from catalogue.packs.active_charts import CHART_KINDS
from catalogue.packs.kinds import KIND_PAGES
from catalogue.packs.schema import KINDS
from mordheim_site.refusals import Sentence

UNCHANGED_TEXT = {"code", "source"}


@dataclass(frozen=True, slots=True)
class Changed:
    """A fact that differs between two versions: its kind as text, its name, and (field, old, new) for each changed
    field. If the whole fact was added or removed, the values are empty."""

    kind: Sentence
    name: str
    how: str
    fields: tuple[tuple[str, str, str], ...] = ()
    is_chart: bool = False
    """Whether this row or table replaces a printed one, so that it affects every aftermath of a league."""


def names_between(left: str, taken: str) -> dict[str, dict[str, str]]:
    """For facts in both releases, by kind: code in the old release `left` -> code in the new release `taken`."""
    old, new = volume(left), volume(taken)
    found: dict[str, dict[str, str]] = {}
    for kind in KINDS:
        there = {local_of(code): code for code in new[kind]}
        found[kind] = {code: there[local_of(code)] for code in old[kind] if local_of(code) in there}
    return found


def changes_between(left: str, taken: str) -> tuple[Changed, ...]:
    """Changes from the release `left` to the release `taken`, in the order of the pack file."""
    old, new = volume(left), volume(taken)
    found: list[Changed] = []
    for kind in KINDS:
        words, is_chart = KIND_PAGES[kind].singular, kind in CHART_KINDS
        before = {local_of(code): fact for code, fact in old[kind].items()}
        after = {local_of(code): fact for code, fact in new[kind].items()}
        for code, fact in after.items():
            if code not in before:
                found.append(Changed(words, fact.name, "added", is_chart=is_chart))
            else:
                fields = tuple(_fields(before[code], fact))
                if fields:
                    found.append(Changed(words, fact.name, "changed", fields, is_chart))
        gone = (fact for code, fact in before.items() if code not in after)
        found += [Changed(words, fact.name, "dropped", is_chart=is_chart) for fact in gone]
    return tuple(found)


def _fields(was: Fact, now: Fact) -> Iterator[tuple[str, str, str]]:
    for field in dataclasses.fields(was):
        if field.name in UNCHANGED_TEXT:
            continue
        old, new = _plain(getattr(was, field.name)), _plain(getattr(now, field.name))
        if isinstance(old, dict) and isinstance(new, dict):
            for key in sorted({*old, *new}):
                if old.get(key) != new.get(key):
                    yield f"{field.name}.{key}", _value_text(old.get(key)), _value_text(new.get(key))
        elif old != new:
            yield field.name, _value_text(old), _value_text(new)


def _plain(value: Any) -> Any:
    if isinstance(value, str):
        return local_of(value)
    if isinstance(value, (tuple, list)):
        return [_plain(inner) for inner in value]
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: _plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
    return value


def _value_text(value: Any) -> str:
    if value is None or value in ([], {}, ""):
        return "–"
    if isinstance(value, dict):
        return ", ".join(
            f"{key}: {_value_text(inner)}" for key, inner in value.items() if inner not in (None, [], {}, "")
        )
    if isinstance(value, list):
        return ", ".join(_value_text(inner) for inner in value)[:300]
    return str(value)


def release_at(pack: CustomPack, number: int) -> PackRelease | None:
    """A version of a pack without its text, or None."""
    return PackRelease.objects.filter(pack=pack, number=number).defer("text", "facts").first()
