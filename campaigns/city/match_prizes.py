"""What a match of a campaign with a map is fought for: what its page shows, and what a challenge may choose.
Rule: LG-MAP-01"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from campaigns.city import services as city_services
from campaigns.city.maps import map_of
from campaigns.matches.selectors import MatchView
from campaigns.models import Campaign, Holding

NOTHING = "none"
"""The choice of a challenge that leaves the map alone."""
Choices = list[tuple[str, str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeCard:
    """The stake of one match. `name` and `code` are "" when nothing is at stake."""

    name: str
    code: str
    choices: Choices = field(default_factory=list)
    """Districts the reader may choose from, with who holds them."""
    is_open: bool
    """Is the match still to be played?"""


def prize_card(view: MatchView, campaign: Campaign, *, may_choose: bool) -> PrizeCard | None:
    """What this match is fought for, or None in a campaign without a map and for a bye."""
    chart = map_of(campaign.map_code)
    if chart is None or view.is_bye:
        return None
    district = chart.districts.get(view.district_code)
    return PrizeCard(
        name=district.name if district is not None else "",
        code=view.district_code,
        choices=prize_choices(campaign, [side.entry_id for side in view.sides]) if may_choose else [],
        is_open=view.status == "planned",
    )


def prize_choices(campaign: Campaign, entries: Sequence[int]) -> Choices:
    """(code, words) of every district that a match among these entries may be fought for, in the order of the map."""
    chart = map_of(campaign.map_code)
    if chart is None:
        return []
    open_to: Collection[str] = city_services.possible_prizes(campaign, list(entries))
    held = dict(
        Holding.objects.filter(campaign=campaign).values_list("district_code", "entry__warband__name").order_by("pk")
    )
    return [(one.code, _words(one.name, held.get(one.code))) for one in chart.districts.values() if one.code in open_to]


def _words(name: str, holder: str | None) -> str:
    if holder is None:
        return _("%(district)s (held by nobody)") % {"district": name}
    return _("%(district)s (held by %(holder)s)") % {"district": name, "holder": holder}


def has_no_prize(campaign: Campaign, district_code: str) -> bool:
    """Does this campaign have a map, and would a match fought for `district_code` leave it as it is?"""
    chart = map_of(campaign.map_code)
    return chart is not None and district_code not in chart.districts
