"""Queries of custom packs for their pages: lists, versions, contents, samples."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from django.db.models import Max, Q, QuerySet

from catalogue.custom_packs.codes import release_code
from catalogue.custom_packs.library import release_part
from catalogue.models import CustomPack, PackRelease, PackVisibility
from catalogue.packs.book import Book, Scenario, WarbandType
from catalogue.packs.selectors import PackKind, pack_contents

SHOWN: Final = 60
SAMPLES: Final = Path(__file__).resolve().parent / "samples"


def _listed(rows: QuerySet[CustomPack]) -> QuerySet[CustomPack]:
    return rows.select_related("owner").defer("text").annotate(latest=Max("releases__number"))


def packs_of(owner_id: int) -> QuerySet[CustomPack]:
    """A user's packs, last changed first, archived ones last. `latest` is the number of the last version."""
    rows = CustomPack.objects.filter(owner_id=owner_id)
    return _listed(rows).order_by("archived_at", "-changed_at", "pk")


def public_packs(query: str = "") -> QuerySet[CustomPack]:
    """Public released packs, last changed first. All words of `query` must appear in the name or the author."""
    rows = CustomPack.objects.filter(visibility=PackVisibility.PUBLIC, archived_at=None)
    for word in query.split()[:6]:
        rows = rows.filter(Q(name__icontains=word) | Q(owner__display_name__icontains=word))
    return _listed(rows.filter(releases__isnull=False)).order_by("-changed_at", "pk")


def releases_of(pack: CustomPack) -> list[PackRelease]:
    """The versions, newest first, without their texts."""
    rows = list(pack.releases.order_by("-number").defer("text", "facts"))
    for row in rows:
        row.pack = pack
    return rows


def latest_releases(owner_id: int) -> list[str]:
    """Codes of the last version of each of a user's packs that is not archived. One query."""
    rows = CustomPack.objects.filter(owner_id=owner_id, archived_at=None, releases__isnull=False)
    found = rows.annotate(latest=Max("releases__number")).order_by("-changed_at", "pk").values_list("key", "latest")
    return [release_code(key, number) for key, number in found]


def scenarios_of_release(release: str) -> tuple[Scenario, ...]:
    """The scenarios of one version. One query the first time. Raises KeyError for an unknown one."""
    return release_part(release).scenarios


@dataclass(frozen=True, slots=True)
class Contents:
    """The contents of one version (or of the draft): its lists, and all facts by kind with links."""

    lists: tuple[WarbandType, ...]
    kinds: tuple[PackKind, ...]
    scenarios: tuple[Scenario, ...] = ()
    """The scenarios of the pack that can be played on the board."""


def contents_of(source: Book, release: str) -> Contents:
    """The contents of a release, from a Book that lists it."""
    lists = tuple(warband_type for warband_type in source.warband_types.values() if warband_type.source.pack == release)
    of_it = (scenario for scenario in source.scenarios.values() if scenario.source.pack == release)
    played = tuple(scenario for scenario in of_it if scenario.automation != "text")
    return Contents(lists, pack_contents(source, release), played)


@dataclass(frozen=True, slots=True)
class SampleRecord:
    """A sample record: its kind, its name, its YAML."""

    kind: str
    text: str


@functools.cache
def skeletons() -> tuple[SampleRecord, ...]:
    """One sample record of each kind."""
    parts = re.split(r"^(?=[a-z_]+:$)", (SAMPLES / "kinds.yaml").read_text(encoding="utf-8"), flags=re.MULTILINE)
    return tuple(SampleRecord(part.split(":", 1)[0], part.rstrip() + "\n") for part in parts if part.strip())


@functools.cache
def sample() -> str:
    """A small complete pack that can be released unchanged."""
    return (SAMPLES / "sewer_watch.yaml").read_text(encoding="utf-8")


def pack_named(public_id: str) -> CustomPack | None:
    """A custom pack without the text of its draft."""
    return CustomPack.objects.filter(public_id=public_id).defer("text").first()


def newest_release_number(pack: CustomPack) -> int | None:
    """The number of the newest version of a pack, or None if it has none."""
    return pack.releases.order_by("-number").values_list("number", flat=True).first()


def release_numbered(pack: CustomPack, number: int) -> PackRelease | None:
    """A version of a pack, or None if it has no such version."""
    return PackRelease.objects.select_related("pack").filter(pack=pack, number=number).first()
