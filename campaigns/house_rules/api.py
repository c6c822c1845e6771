"""API of the house rules of a campaign: every switch with its code, its meaning and its value."""

from __future__ import annotations

from typing import Any, TypedDict

from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from campaigns.core.permissions import access_to_read
from campaigns.house_rules.operations import ChangeHouseRules
from campaigns.house_rules.switch_text import printed_words, switch_words, value_words
from campaigns.house_rules.switches import BY_CODE, FAMILIES, Switch
from mordheim_site.api.typed_fields import typed_response
from mordheim_site.operations.api import handler_of

Value = bool | int | str | list[int]


class SwitchChoiceJson(TypedDict):
    """One of the values of a switch."""

    value: int | str
    text: str


class SwitchJson(TypedDict):
    """A house rule. Without `choices` and `is_ladder`, its value is a number from `low` to `high`; with `is_ladder` it
    is a list of ascending numbers; with `takes_many` it is a list of choices. `rulesets` are those that have the
    rule."""

    code: str
    family: str
    family_name: str
    name: str
    about: str
    printed: Value
    printed_text: str
    value: Value
    value_text: str
    is_changed: bool
    low: int
    high: int
    choices: list[SwitchChoiceJson]
    takes_many: bool
    is_ladder: bool
    rulesets: list[str]


class HouseRulesJson(TypedDict):
    """All house rules that the ruleset of the campaign has."""

    ruleset: str
    results: list[SwitchJson]


def switch_json(switch: Switch, house_rules: dict[str, Any]) -> SwitchJson:
    """A switch with its value in a campaign."""
    name, about = switch_words(switch.code)
    value = house_rules.get(switch.code, switch.printed)
    is_changed = value != switch.printed
    printed_text = printed_words(switch.code)
    return {
        "code": switch.code,
        "family": switch.family,
        "family_name": str(FAMILIES[switch.family]),
        "name": str(name),
        "about": str(about),
        "printed": switch.printed,
        "printed_text": printed_text,
        "value": value,
        "value_text": value_words(switch.code, value) if is_changed else printed_text,
        "is_changed": is_changed,
        "low": switch.low,
        "high": switch.high,
        "choices": [{"value": choice, "text": str(text)} for choice, text in switch.choices],
        "takes_many": switch.many,
        "is_ladder": switch.ladder,
        "rulesets": list(switch.rulesets),
    }


class HouseRulesView(APIView):
    """The house rules of a campaign; PUT replaces them."""

    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(responses=typed_response(HouseRulesJson), operation_id="campaigns_read_house_rules")
    def get(self, request: Request, slug: str) -> Response:
        campaign = access_to_read(request.user, slug).campaign
        found = [switch for switch in BY_CODE.values() if campaign.ruleset in switch.rulesets]
        results = [switch_json(switch, campaign.house_rules) for switch in found]
        return Response({"ruleset": campaign.ruleset, "results": results})

    put = handler_of(ChangeHouseRules)
