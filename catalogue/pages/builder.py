"""A pair of functions that render one kind of fact."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from catalogue.packs.book import Book
from catalogue.pages.sheets import Grid, Sheet


@dataclass(frozen=True, slots=True)
class Builder:
    """`sheet` renders one fact of the kind, `lists` the tables of all of them."""

    sheet: Callable[[Book, Any], Sheet]
    lists: Callable[[Book], tuple[Grid, ...]]
