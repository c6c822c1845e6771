"""The prize of a match in a campaign with a map: what the page of the match shows, and the choices for a challenge.
Rule: LG-MAP-01"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from campaigns.city import services as city_services
from campaigns.city.maps import map_of
from campaigns.matches.selectors import MatchView
from campaigns.models import Campaign, Holding

"""The choice of a challenge without a prize."""
Choices = list[tuple[str, str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeCard:
    """The prize of one match. `name` and `code` are "" if there is no prize."""

    name: str
    code: str
    choices: Choices = field(default_factory=list)
    """Districts that the reader may choose as the prize, with their holders."""
    is_open: bool
    """Whether the match has not been played yet."""


def prize_card(view: MatchView, campaign: Campaign, *, may_choose: bool) -> PrizeCard | None:
    """The prize of this match; None for a bye, or in a campaign without a map."""
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
    """(code, text) of every district that can be the prize of a match between these entries, in the order of the
    map."""
    chart = map_of(campaign.map_code)
    if chart is None:
        return []
    open_to: Collection[str] = city_services.possible_prizes(campaign, list(entries))
    held = dict(
        Holding.objects.filter(campaign=campaign).values_list("district_code", "entry__warband__name").order_by("pk")
    )
    return [
        (district.code, _district_text(district.name, held.get(district.code)))
        for district in chart.districts.values()
        if district.code in open_to
    ]


def _district_text(name: str, holder: str | None) -> str:
    if holder is None:
        return _("%(district)s (held by nobody)") % {"district": name}
    return _("%(district)s (held by %(holder)s)") % {"district": name, "holder": holder}


def has_no_prize(campaign: Campaign, district_code: str) -> bool:
    """Whether the campaign has a map but a match for this prize would change nothing on it."""
    chart = map_of(campaign.map_code)
    return chart is not None and district_code not in chart.districts
