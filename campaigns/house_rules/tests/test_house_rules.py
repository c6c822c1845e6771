"""The switches of a campaign: set in the form, changed by arbitrators, and applied to every roster in it."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import User
from battles.engine.aftermath.house_rules import AftermathRules, aftermath_rules
from battles.engine.rulesets.compile import rules_for
from battles.engine.rulesets.keys import CODES
from battles.engine.rulesets.options import OPTIONS
from campaigns.chronicle.selectors import chronicle_of
from campaigns.core.refusals import AgainstHouseRules, NotTheArbitrator
from campaigns.core.tests.factories import enter, entry_of, league, now
from campaigns.house_rules import services as house_rules_services
from campaigns.house_rules.forms import HouseForm
from campaigns.house_rules.switch_text import WORDS
from campaigns.house_rules.switches import BATTLE, BY_CODE, PLAY, SWITCHES, BadHouseRules, Switch
from campaigns.matches.bot_players import BOT_SWITCH
from campaigns.matches.turn_clocks import CLOCK_SWITCH
from campaigns.members import services as members_services
from campaigns.models import Campaign
from catalogue.packs.installed import book
from warbands.builder import recruiting
from warbands.core.house_rules import RosterHouse, roster_house
from warbands.core.state import HERO, STASH, WarbandState
from warbands.core.state_storage import load_state
from warbands.core.tests.factories import by, founded
from warbands.models import Warband
from warbands.rules.counts import heroes_max, size_max
from warbands.rules.prices import sale_value_gc
from warbands.rules.violations import AgainstRules
from warbands.shared.sheet import roster_of
from warbands.trading import treasury

pytestmark = pytest.mark.django_db


@pytest.fixture
def ashes(arbitrator: User, owner: User, rival: User) -> Campaign:
    return league(arbitrator, [owner, rival], ruleset="mordheim")


def change(campaign: Campaign, actor: User, **switches: Any) -> Campaign:
    return house_rules_services.change(campaign_id=campaign.pk, actor_id=actor.pk, now=now(), switches=switches)


def warband_of(campaign: Campaign, player: User) -> Warband:
    return Warband.objects.get(pk=entry_of(campaign, player).warband_id)


def test_every_switch_of_engine_aftermath_and_roster_is_offered_with_words() -> None:
    aftermath = {f"af_{name}" for name in AftermathRules.__dataclass_fields__}
    roster = {f"ro_{name}" for name in RosterHouse.__dataclass_fields__}
    assert (
        {switch.code for switch in SWITCHES} == {*OPTIONS, *aftermath, *roster, CLOCK_SWITCH, BOT_SWITCH} == set(WORDS)
    )


def test_the_list_of_switches_agrees_with_the_engine() -> None:
    for switch in SWITCHES:
        if switch.family == PLAY:
            continue
        if switch.family != BATTLE:
            names, default = (AftermathRules(), "af_") if switch.code.startswith("af_") else (RosterHouse(), "ro_")
            usual = getattr(names, switch.code.removeprefix(default))
            assert (list(usual) if switch.ladder else usual) == switch.printed
            continue
        value = next(choice for choice in (not switch.printed, "literal", "value", [1]) if switch.takes(choice))
        for ruleset in CODES:
            if ruleset in switch.rulesets:
                rules = rules_for(ruleset, {switch.code: switch.printed})
                assert rules == rules_for(ruleset), switch.code
                assert rules_for(ruleset, {switch.code: value}) != rules, (ruleset, switch.code)
                continue
            with pytest.raises(BadHouseRules):
                house_rules_services.refuse_bad(ruleset, {switch.code: value})


@pytest.mark.parametrize(
    "bad",
    [
        {"flying_rats": True}, {"af_underdog": 0}, {"af_rare_bonus": 7}, {"ro_sell_percent": 101}, {"uphill_bonus": 1},
        {"panic_triggers": 5}, {"panic_triggers": [3]}, {"panic_triggers": [True]}, {"sight_mode": "keen"},
        {"unit_hits": None}, {"ro_hired_swords": "no"}, {"hr_swarms": True}, {"af_captives_escape_on": 1},
    ],
)  # fmt: skip
def test_unknown_switches_and_invalid_values_are_refused(
    ashes: Campaign, arbitrator: User, bad: dict[str, Any]
) -> None:
    with pytest.raises(BadHouseRules):
        change(ashes, arbitrator, **bad)
    ashes.refresh_from_db()
    assert ashes.house_rules == {}


@pytest.mark.parametrize(
    "switch", [one for one in SWITCHES if one.code[:3] in ("af_", "ro_")], ids=lambda one: one.code
)
def test_the_form_and_the_rules_take_the_same_values(switch: Switch) -> None:
    """Each number has one range, so that aftermaths and rosters accept everything that a league can set."""
    read = aftermath_rules if switch.code.startswith("af_") else roster_house
    for value in [True, False] if switch.is_flag else [] if switch.ladder else range(-20, 170):
        try:
            read({switch.code: value})
        except ValueError:
            assert not switch.takes(value), value
        else:
            assert switch.takes(value), value


def test_the_form_keeps_what_differs_from_print_alone() -> None:
    form = HouseForm(
        {"af_underdog": "off", "af_rare_bonus": "2", "panic_triggers": ["1", "6"], "unit_hits": "", "ro_personae": ""},
        ruleset="skirmish",
    )
    assert form.is_valid(), form.errors
    assert form.house_rules == {"panic_triggers": [1, 6], "af_underdog": False, "af_rare_bonus": 2}
    shown = HouseForm.showing(form.house_rules, "skirmish")
    assert (shown["af_underdog"].value(), shown["af_rare_bonus"].value()) == ("off", 2)
    assert "weapon_class_crits" not in shown.fields


def test_a_league_is_made_with_its_house_rules_in_one_press(owner: User, client_of: Any) -> None:
    client = client_of(owner)
    sent = {
        "name": "Ashes",
        "ruleset": "mordheim",
        "weapon_class_crits": "on",
        "ro_personae": "off",
        "af_rare_bonus": "1",
    }
    assert client.post("/campaigns/new/", sent).status_code == 302
    kept = {"ro_personae": False, "weapon_class_crits": True, "af_rare_bonus": 1}
    assert Campaign.objects.get().house_rules == kept
    page = client.get("/campaigns/ashes/rules/").content.decode()
    assert page.count('scope="row"') == 3
    refused = client.post("/campaigns/new/", {**sent, "ruleset": "core"})
    assert refused.status_code == 422
    assert "does not have this rule" in refused.content.decode()
    assert Campaign.objects.count() == 1


def test_the_page_of_switches_shows_what_holds_and_keeps_what_is_pressed(
    ashes: Campaign, arbitrator: User, client_of: Any
) -> None:
    client, address = client_of(arbitrator), f"/campaigns/{ashes.slug}/manage/house-rules/"
    assert client.get(address).status_code == 200
    assert client.post(address, {"af_winner_die": "off"}).url == f"/campaigns/{ashes.slug}/rules/"
    assert '<option value="off" selected>' in client.get(address).content.decode()
    assert client.post(address, {"af_rare_bonus": "99"}).status_code == 422
    ashes.refresh_from_db()
    assert ashes.house_rules == {"af_winner_die": False}


def test_only_arbitrators_change_house_rules_with_one_chronicle_entry(
    ashes: Campaign, owner: User, arbitrator: User
) -> None:
    with pytest.raises(NotTheArbitrator):
        change(ashes, owner, af_underdog=False)
    for _press in range(2):
        change(ashes, arbitrator, af_underdog=False, ro_extra_models=0)
    chronicle = [entry for entry in chronicle_of(ashes) if "house rules" in entry.plain]
    assert len(chronicle) == 1
    assert "Underdogs: off" in chronicle[0].plain


def test_rosters_obey_as_soon_as_the_rule_is_made_and_no_longer_once_they_leave(
    ashes: Campaign, owner: User, arbitrator: User
) -> None:
    warband, facts = warband_of(ashes, owner), book()
    treasury.gain(warband_id=warband.pk, gold_gc=200, by=by(owner))
    before = load_state(warband)
    change(ashes, arbitrator, ro_hired_swords=False, ro_extra_models=-2, ro_extra_heroes=1, ro_sell_percent=100)
    warband.refresh_from_db()
    after = load_state(warband)
    assert size_max(after, facts) == size_max(before, facts) - 2
    assert heroes_max(after, facts) == heroes_max(before, facts) + 1
    assert _sale(after) == 2 * _sale(before) >= 10
    sword = next(
        warrior_type.code
        for warrior_type in facts.warrior_types.values()
        if warrior_type.kind == "hired_sword" and facts.may_hire(warrior_type.code, "reiklanders")
    )
    with pytest.raises(AgainstRules) as raised:
        recruiting.hire_hired_sword(warband_id=warband.pk, warrior_type=sword, by=by(owner))
    assert raised.value.rule_id == "RO-HOUSE-01"
    assert "no hired swords" in roster_of(warband).house_lines
    members_services.withdraw(entry_id=entry_of(ashes, owner).pk, actor_id=owner.pk, now=now())
    recruiting.hire_hired_sword(warband_id=warband.pk, warrior_type=sword, by=by(owner))


def _sale(state: WarbandState) -> int:
    line = next(line for line in state.kit.values() if line.holder != STASH and line.paid_gc)
    return sale_value_gc(state, line, 1, 10, book())


def test_a_roster_that_breaks_a_house_rule_stays_outside_and_is_told_why(arbitrator: User, owner: User) -> None:
    campaign = league(arbitrator, house_rules={"ro_extra_heroes": -3})
    warband = founded(owner)
    assert len(load_state(warband).active(HERO)) > 3
    with pytest.raises(AgainstHouseRules) as raised:
        members_services.join(join_code=campaign.join_code, actor_id=owner.pk, warband_id=warband.pk, now=now())
    assert warband.name in str(raised.value)
    warband.refresh_from_db()
    assert warband.house_rules == []


def test_a_roster_keeps_what_a_later_house_rule_forbids(ashes: Campaign, owner: User, arbitrator: User) -> None:
    change(ashes, arbitrator, ro_extra_heroes=-3)
    warband = warband_of(ashes, owner)
    treasury.gain(warband_id=warband.pk, gold_gc=100, by=by(owner))
    assert len(load_state(warband).active(HERO)) > 3


def test_a_band_suggested_at_the_invitation_is_founded_under_the_house_rules(arbitrator: User, owner: User) -> None:
    campaign = league(arbitrator, house_rules={"ro_extra_heroes": -1, "ro_extra_models": -5})
    entry = members_services.join_with_new(
        join_code=campaign.join_code, actor_id=owner.pk, warband_type="reiklanders", now=now()
    )
    state = load_state(entry.warband)
    assert state.house == RosterHouse(extra_heroes=-1, extra_models=-5)
    assert state.models_count() <= size_max(state, book()) == 10


def test_a_second_warband_of_another_league_is_left_alone(ashes: Campaign, arbitrator: User, rival: User) -> None:
    other = league(arbitrator, name="Embers")
    free = enter(other, rival, seed="second")
    change(ashes, arbitrator, ro_personae=False)
    assert Warband.objects.get(pk=free.warband_id).house_rules == []
    assert BY_CODE["ro_personae"].printed is True
