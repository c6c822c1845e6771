"""Warbands of leagues in battles outside of them: such a battle changes no roster of a league, unless a house rule of
the league allows it. Rule: AF-LEAGUE-01"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from django.utils.translation import gettext_lazy as _

from battles.engine.aftermath.house_rules import aftermath_rules
from campaigns.models import CampaignStatus, Entry
from mordheim_site.refusals import Refusal

IN_PLAY: Final = (CampaignStatus.RUNNING, CampaignStatus.PAUSED)


class PlaysInLeague(Refusal):
    """A warband of a league gains nothing in a battle outside of it; its house rule `af_outside_battles` decides."""

    code = "plays_in_league"
    about = ("counts", "warband", "mine")
    rule_id = "AF-LEAGUE-01"

    def __init__(self, leagues: Iterable[str], field: str = "") -> None:
        message = _(
            "Battles outside of %(league)s change no roster of its warbands. Play a league match or a practice battle, "
            "or ask the arbitrator to allow other battles."
        ) % {"league": ", ".join(sorted(leagues))}
        super().__init__(message=message, fields={field: [message]} if field else None)


def leagues_of(warband_ids: Iterable[int | None]) -> dict[int, str]:
    """The name of the league of each of these warbands whose roster may not change in other battles, by warband. One
    query. Rule: AF-LEAGUE-01"""
    ids = [pk for pk in warband_ids if pk is not None]
    if not ids:
        return {}
    entries = Entry.objects.filter(warband_id__in=ids, withdrawn_at__isnull=True, campaign__status__in=IN_PLAY)
    return {
        entry.warband_id: entry.campaign.name
        for entry in entries.select_related("campaign")
        if not aftermath_rules(entry.campaign.house_rules).outside_battles
    }


def check_outside(warband_ids: Iterable[int | None], field: str = "") -> None:
    """Raise PlaysInLeague if one of these warbands may not gain anything outside of its league."""
    if leagues := leagues_of(warband_ids):
        raise PlaysInLeague(set(leagues.values()), field)
