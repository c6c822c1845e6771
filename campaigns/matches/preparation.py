"""Preparation of a match: who can come, and the scenario, which can be rolled on the rulebook's table."""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import Final

from django.db import transaction
from django.utils.translation import gettext_lazy

from campaigns.core.actions import Viewer
from campaigns.core.arbitrators import is_run_by
from campaigns.core.events import record
from campaigns.core.refusals import NotYourMatch, ScenarioAlreadyRolled
from campaigns.matches.refusals import NoDateYet, not_open
from campaigns.matches.scenario_sides import allows_sides
from campaigns.models import Campaign, Match, MatchSide, MatchStatus, Rsvp
from catalogue.custom_packs.library import book_with
from mordheim_site.refusals import Refusal

MOST_ROLLS: Final = 15
"""Number of rolls for a scenario that are stored (the latest ones)."""


class ScenarioForTwoSides(Refusal):
    """The scenario has an attacker and a defender, but the battle has three or more sides."""

    code = "scenario_not_for_so_many"
    about = ("scenario",)
    message = gettext_lazy("That scenario is for two warbands only. Choose one for all sides of this match.")
    rule_id = "LG-SCEN-02"


class NoSuchScenario(Refusal):
    """The campaign does not use the publication or pack of this scenario."""

    code = "no_such_scenario"
    about = ("scenario",)
    message = gettext_lazy("This league does not use that scenario. Choose one from the list.")


def _locked(match_id: int, actor_id: int) -> tuple[Match, list[MatchSide]]:
    """A planned match, locked, whose date and scenario this user can still set. Raises NotYourMatch, MatchNotOpen."""
    match = Match.objects.select_for_update().get(pk=match_id)
    asker = Viewer(actor_id, is_run_by(match.campaign_id, actor_id))
    sides = list(match.sides.select_related("entry").order_by("place"))
    if not asker.runs_it and not any(asker.speaks_for(side.entry.player_id) for side in sides):
        raise NotYourMatch
    if match.status != MatchStatus.PLANNED or match.is_bye:
        raise not_open(match)
    return match, sides


@transaction.atomic
def answer(*, match_id: int, actor_id: int, rsvp: str, now: datetime) -> Match:
    """Record whether the user's own sides can play on the date. Raises NotYourMatch, MatchNotOpen, NoDateYet."""
    match, sides = _locked(match_id, actor_id)
    asker = Viewer(actor_id, is_run_by(match.campaign_id, actor_id))
    own = [side for side in sides if asker.speaks_for(side.entry.player_id)]
    if not own:
        raise NotYourMatch
    if rsvp and match.planned_for is None:
        raise NoDateYet
    changed = [side for side in own if side.rsvp != rsvp]
    for side in changed:
        side.rsvp = Rsvp(rsvp) if rsvp else ""
        side.save(update_fields=["rsvp"])
    if changed:
        record(match.campaign, "match_answered", at=now, actor_id=actor_id, match=match.public_id, rsvp=rsvp)
    return match


def refuse_if_not_for(campaign: Campaign, scenario_code: str, sides: int) -> None:
    """Raise NoSuchScenario for an unknown code, and ScenarioForTwoSides for a scenario that does not allow this number
    of warbands. Rule: LG-SCEN-02"""
    scenario = book_with(campaign.packs).scenarios.get(scenario_code)
    if scenario is None:
        raise NoSuchScenario
    if not allows_sides(scenario, sides):
        raise ScenarioForTwoSides


@transaction.atomic
def draw_scenario(*, match_id: int, actor_id: int, now: datetime) -> Match:
    """Roll 2D6 on the scenario table, once. On 2 and 12 the side with the lowest rating chooses, so none is set. In a
    battle with three or more sides, scenarios for two only are rolled again, visibly.

    Raises NotYourMatch, MatchNotOpen, ScenarioAlreadyRolled. Rules: LG-SCEN-01, LG-SCEN-02
    """
    match, sides = _locked(match_id, actor_id)
    if match.scenario_roll:
        raise ScenarioAlreadyRolled
    facts = book_with(match.campaign.packs)
    rolls: list[str] = []
    found = None
    while not rolls or (found is not None and not allows_sides(found, len(sides))):
        faces = [secrets.randbelow(6) + 1 for _die in range(2)]
        found = facts.scenario_for_roll(sum(faces))
        rolls.append(" + ".join(str(face) for face in faces))
    match.scenario_roll = ", ".join(rolls[-MOST_ROLLS:])
    match.scenario_code = found.code if found is not None else ""
    match.save(update_fields=["scenario_roll", "scenario_code"])
    record(
        match.campaign,
        "scenario_drawn",
        at=now,
        actor_id=actor_id,
        match=match.public_id,
        roll=match.scenario_roll,
        scenario=found.name if found is not None else "",
    )
    return match


@transaction.atomic
def choose_scenario(*, match_id: int, actor_id: int, scenario_code: str, now: datetime) -> Match:
    """Choose a scenario instead of rolling it. After a roll of 2 or 12, the weaker side chooses. A rolled scenario
    cannot be replaced. Raises NotYourMatch, MatchNotOpen, ScenarioAlreadyRolled, NoSuchScenario for one that the
    campaign does not use, ScenarioForTwoSides."""
    match, sides = _locked(match_id, actor_id)
    if match.scenario_roll and match.scenario_code:
        raise ScenarioAlreadyRolled
    if match.scenario_code != scenario_code:
        if scenario_code and scenario_code not in set(book_with(match.campaign.packs).scenarios):
            raise NoSuchScenario
        refuse_if_not_for(match.campaign, scenario_code, len(sides))
        match.scenario_code = scenario_code
        match.save(update_fields=["scenario_code"])
    return match
