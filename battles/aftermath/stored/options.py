"""The options of a line, as they are stored with it."""

from __future__ import annotations

from typing import Required, TypedDict


class LineOption(TypedDict, total=False):
    """One option. `key` is what an answer sends; the other fields are needed to show it. Prices are in gold crowns;
    `face` is the face of a die."""

    key: Required[str]
    label: str
    group: str
    of: str
    name: str
    gold: int
    shards: int
    count: int
    dice: str
    face: int
    before: int
    after: int
    most: int | None
    least: int
    item: str
    lists: list[str]
