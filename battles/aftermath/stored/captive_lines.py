"""Contents of the lines about captives, offers for them, and heroes raised from the dead. Rules: AF-CAP-01 to
AF-CAP-03, AF-RAISE-01"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from battles.aftermath.stored.line import LineData


@dataclass(frozen=True, slots=True, kw_only=True)
class CaptiveLine(LineData):
    """A captive of this warband. `warband_id` and `loser` (primary key of an aftermath) belong to the captive's own
    warband."""

    kind = "captive"

    warband_id: int = 0
    of: str = ""
    loser: int = 0
    gone: bool | None = None
    gear: Sequence[str] | None = None
    gold: int | None = None
    won: bool | None = None
    """Whether the captive won the fight in the pit."""
    against: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferLine(LineData):
    """An offer of the captor's warband (primary key of its aftermath) to the captive's own warband."""

    captor: int = 0
    by: str = ""
    gone: bool | None = None
    refused: bool | str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RansomLine(OfferLine):
    """A ransom in gold crowns. Rule: AF-CAP-02"""

    kind = "ransom"

    gold: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ExchangeLine(OfferLine):
    """An exchange for the captive of the line `held` (public id), whose name is `other`. Rule: AF-CAP-03"""

    kind = "exchange"

    held: str = ""
    other: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RisenLine(LineData):
    """A dead hero whom this warband may raise with a spell; `kit` is (item, material, count)."""

    kind = "risen"

    warband_id: int = 0
    of: str = ""
    spell: str = ""
    kit: Sequence[tuple[str, str, int]] = ()
