"""The packs of a campaign as JSON."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from campaigns.matches.scenario_sides import allows_sides
from campaigns.models import Campaign
from campaigns.packs.selectors import used_packs
from campaigns.standings.outcomes import MOST_SIDES
from catalogue.custom_packs.codes import is_custom_code
from catalogue.custom_packs.library import book_with
from catalogue.packs.installed import book


class PlayedOut(serializers.Serializer[dict[str, Any]]):
    """A custom pack in use."""

    code = serializers.CharField()
    public_id = serializers.CharField()
    name = serializers.CharField()
    number = serializers.IntegerField()
    newest = serializers.IntegerField()


class PlayableScenarioOut(serializers.Serializer[dict[str, Any]]):
    """A scenario that can be chosen for matches of the league."""

    code = serializers.CharField(help_text="The code that `scenario` of a match uses.")
    name = serializers.CharField()
    most_sides = serializers.IntegerField(help_text="The maximum number of warbands that can play it.")


class LeaguePacksOut(serializers.Serializer[dict[str, Any]]):
    """The packs of a league, and the scenarios for its matches."""

    publications = serializers.ListField(child=serializers.CharField())
    left_out = serializers.ListField(child=serializers.CharField())
    own = PlayedOut(many=True)
    scenarios = PlayableScenarioOut(many=True)


def packs_shape(campaign: Campaign) -> dict[str, Any]:
    """The packs of a league as JSON. One query if it uses custom packs."""
    left_out = [code for code in campaign.packs if not is_custom_code(code)]
    return {
        "publications": [code for code in book().packs if code not in left_out],
        "left_out": left_out,
        "own": [
            {
                "code": pack.code,
                "public_id": pack.public_id,
                "name": pack.name,
                "number": pack.number,
                "newest": pack.newest,
            }
            for pack in used_packs(campaign)
        ],
        "scenarios": [
            {
                "code": scenario.code,
                "name": scenario.name,
                "most_sides": max(count for count in range(2, MOST_SIDES + 1) if allows_sides(scenario, count)),
            }
            for scenario in book_with(campaign.packs).scenarios.values()
        ],
    }
