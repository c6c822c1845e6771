"""Released custom packs in memory, and the Books built with them.

A release never changes, so its cached facts stay valid in every process. `book_with` combines the site's Book
with the releases that a campaign or a warband uses, without the publications it excludes; the same choice returns the
same Book, and the default choice returns `book()` itself.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from typing import Any, Final

from catalogue.custom_packs.code_prefixes import qualified
from catalogue.custom_packs.codes import is_custom_code, key_and_number, release_code, release_of
from catalogue.facts import Pack
from catalogue.models import PackRelease
from catalogue.packs.active_charts import with_charts
from catalogue.packs.book import Book
from catalogue.packs.book_builder import build_book, without
from catalogue.packs.indexes import Volume, find_with
from catalogue.packs.installed import book, site_parts
from catalogue.packs.schema import KINDS, PackPart, read_part

RELEASES_KEPT: Final = 256
BOOKS_KEPT: Final = 48
ALWAYS: Final = "rulebook"
"""The pack that no campaign can exclude: its tables are always needed."""
CHARTS: Final = "charts"
"""Key stored among the packs of a warband: its league uses the charts of the custom packs. Rule: AF-CHART-01"""
SHELVES: Final = (
    *KINDS, "packs", "_entries", "_prices", "_metals", "_own_effects", "_skills_by_list", "_spells_by_list",
)  # fmt: skip

Pins = Mapping[str, Any]
"""Packs of a warband or campaign by code. For a custom pack (`own_<key>`) the value is the number of the version, for a
pack of the site its version, or None if it is excluded."""


@functools.lru_cache(maxsize=RELEASES_KEPT)
def release_part(release: str) -> PackPart:
    """The facts of one release under their full codes. One query the first time, then none. Raises KeyError for an
    unknown one."""
    key, number = key_and_number(release)
    row = PackRelease.objects.filter(pack__key=key, number=number).values_list("facts", flat=True).first()
    if row is None:
        raise KeyError(release)
    return qualified(read_part(json.dumps(row).encode()), release)


@functools.lru_cache(maxsize=RELEASES_KEPT)
def volume(release: str) -> Volume:
    """What one release adds to each dictionary of a Book. Raises KeyError for an unknown one."""
    source, own = book_of_release(release), f"{release}_"
    return {
        name: {code: value for code, value in getattr(source, name).items() if code.startswith(own) or code == release}
        for name in SHELVES
    }


def _volume_of(code: str) -> Volume:
    release = release_of(code)
    if release is None:
        raise KeyError(code)
    return volume(release)


find_with(_volume_of)


def book_of_release(release: str) -> Book:
    """The site's Book with one release: for pages about it. Raises KeyError for an unknown one."""
    return _composed((release,), frozenset(), True)


def book_of_part(part: PackPart, release: str) -> Book:
    """The site's Book with unreleased facts, so that their author can preview them."""
    parts, version = site_parts()
    return with_charts(build_book((*parts, qualified(part, release)), f"{version}:{release}"), [release])


def book_with(pins: Pins) -> Book:
    """The Book of a campaign or warband with these packs. Raises KeyError for an unknown release.

    Charts of custom packs apply only where a league stored CHARTS with the pins.
    """
    releases = tuple(sorted(f"{code}_{number}" for code, number in pins.items() if is_custom_code(code)))
    left_out = frozenset(code for code, version in pins.items() if version is None and code != ALWAYS)
    if not releases and not left_out:
        return book()
    return _composed(releases, left_out, bool(pins.get(CHARTS)))


@functools.lru_cache(maxsize=BOOKS_KEPT)
def _composed(releases: tuple[str, ...], left_out: frozenset[str], charts: bool) -> Book:
    parts, version = site_parts()
    own = tuple(release_part(release) for release in releases)
    text = ":".join((version, *releases, *sorted(f"-{code}" for code in left_out), *([CHARTS] if charts else [])))
    found = without(build_book((*parts, *own), text), left_out)
    return with_charts(found, releases) if charts else found


def pins_of(code: str) -> dict[str, Any]:
    """The packs that a warband of this list has to use: the release that contains the list, or none."""
    release = release_of(code)
    if release is None:
        return {}
    key, number = key_and_number(release)
    return {release_code(key, number).rpartition("_")[0]: number}


def known_pins(data: Pins) -> dict[str, Any]:
    """The valid part of a choice of packs that was read from a file: excluded publications of the site, and released
    versions."""
    site, found = book().packs, dict[str, Any]()
    for code, version in data.items():
        if version is None and code in set(site) - {ALWAYS}:
            found[code] = None
        elif isinstance(version, int) and not isinstance(version, bool) and release_of(f"{code}_{version}"):
            try:
                release_part(f"{code}_{version}")
            except KeyError:
                continue
            found[code] = version
    return found


def pack_named(release: str) -> Pack:
    """The header of a release. Raises KeyError."""
    header = release_part(release).pack
    if header is None:
        raise KeyError(release)
    return header
