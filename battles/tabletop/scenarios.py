"""Scenarios for sheets and tracked battles: all printed scenarios, including those that the board cannot play, and
custom ones. In a league those are from its packs, otherwise from the user's packs or from a pack that they may read.
Rules: AF-PAPER-01, AF-TRACK-01, SCN-HOME-01. If a match has a scenario, it must be used. Rule: LG-SCEN-01"""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from campaigns.models import Match
from catalogue.custom_packs.codes import is_custom_code
from catalogue.custom_packs.library import Pins, book_with
from catalogue.custom_packs.permissions import may_found
from catalogue.custom_packs.selectors import latest_releases, scenarios_of_release
from catalogue.packs.book import Scenario
from catalogue.packs.installed import book
from mordheim_site.refusals import Refusal


class ScenarioNotHere(Refusal):
    """This league, or this user, does not use the custom scenario."""

    code = "scenario_not_here"
    about = ("scenario",)
    message = _("This scenario cannot be used here. Choose a printed one, or one of a custom pack that is used here.")
    rule_id = "SCN-HOME-01"


class OtherScenario(Refusal):
    """The match has to be played with another scenario."""

    code = "other_scenario"
    about = ("scenario",)
    message = _("This match has another scenario. Leave the scenario out, or change that of the match first.")
    rule_id = "LG-SCEN-01"


def scenario_of(match: Match | None) -> str:
    """The scenario of a match if it has one that its league still uses; otherwise "", and any scenario may be used."""
    if match is None or not match.scenario_code or not is_open(match.scenario_code, None, match.campaign.packs):
        return ""
    return match.scenario_code


def scenario_for(match: Match | None, code: str) -> str:
    """The scenario of a sheet or a tracked battle: that of the match if it has one, otherwise `code`. Raises
    OtherScenario."""
    fixed = scenario_of(match)
    if fixed and code not in ("", fixed):
        raise OtherScenario
    return fixed or code


def offered_for(match: Match | None, user_id: int | None, chosen: str = "") -> list[tuple[str, str]]:
    """Like `offered`, but only the scenario of the match if it has one."""
    fixed = scenario_of(match)
    if fixed and match is not None:
        known = {scenario.code: scenario.name for scenario in book_with(match.campaign.packs).scenarios.values()}
        return [(fixed, known[fixed])]
    return offered(user_id, match.campaign.packs if match is not None else None, chosen)


def offered(user_id: int | None, pins: Pins | None, chosen: str = "") -> list[tuple[str, str]]:
    """(code, name) of all available scenarios, printed ones first, then by name; includes `chosen` if allowed.

    A scenario printed twice under nearly the same title is offered once.
    """
    facts = book() if pins is None else book_with(pins)
    once = [
        scenario
        for scenario in facts.scenarios.values()
        if scenario.same_as not in facts.scenarios or scenario.code == chosen
    ]
    found: dict[str, Scenario] = {scenario.code: scenario for scenario in sorted(once, key=_by_name)}
    if pins is None and user_id is not None:
        for release in latest_releases(user_id):
            found |= {scenario.code: scenario for scenario in scenarios_of_release(release)}
    if is_custom_code(chosen) and chosen not in found and is_open(chosen, user_id, pins):
        found[chosen] = book().scenarios[chosen]
    return [(scenario.code, scenario.name) for scenario in found.values()]


def _by_name(scenario: Scenario) -> str:
    return scenario.name.lower().removeprefix("the ")


def is_open(code: str, user_id: int | None, pins: Pins | None) -> bool:
    """Whether this scenario may be used on a sheet here. `pins` are the packs of a league; None outside of leagues."""
    if not is_custom_code(code):
        return code in book().scenarios
    if pins is not None:
        return any(scenario.code == code for scenario in book_with(pins).scenarios.values())
    return book().scenarios.get(code) is not None and user_id is not None and may_found(user_id, code)


def must_be_open(code: str, user_id: int, pins: Pins | None) -> None:
    """Raise ScenarioNotHere if this scenario may not be used."""
    if not is_open(code, user_id, pins):
        raise ScenarioNotHere
