"""A league's house rules affect its battles and every stage of its aftermaths."""

from __future__ import annotations

import datetime
from typing import Any

import pytest

from accounts.models import User
from battles.aftermath.activities.named_people import persona_of
from battles.aftermath.context import AftermathContext
from battles.aftermath.finds.searchers import searchers
from battles.aftermath.stages import experience, exploration, market
from battles.aftermath.tests.test_views import league
from battles.aftermath.tests.world import at_rest
from battles.core import engine_cache
from battles.engine.rulesets.compile import rules_for
from battles.models import Aftermath, Battle
from battles.setup import match_battles
from battles.tables.library import table_for
from battles.tabletop.sheets import services as sheets
from battles.tabletop.tests.test_sheets import bloody_sheet
from campaigns.house_rules import services as house_rules_services
from campaigns.house_rules.switches import AFTERMATH, BATTLE, SWITCHES
from campaigns.models import Campaign, Match
from warbands.builder import recruiting
from warbands.core.house_rules import as_stored
from warbands.core.state import HERO
from warbands.core.state_storage import load_state
from warbands.core.tests.factories import NOON, by
from warbands.rules.violations import AgainstRules

pytestmark = pytest.mark.django_db

TRIED: dict[str, Any] = {
    "terrain_pack": True, "unit_hits": "literal", "sight_mode": "value", "uphill_bonus": True,
    "marsh_all_dangerous": True, "core_keywords": True, "weapon_class_crits": True, "straight_battle": False,
    "free_measuring": True,
    "hr_cavalry_first_wound": True, "hr_poison_crit": True, "hr_swarms": True, "hr_no_single_target_penalty": True,
    "hr_plague_units": True, "hr_losing_control": True, "panic_triggers": [2, 6],
}  # fmt: skip


@pytest.fixture
def match(arbitrator: User, owner: User, rival: User) -> Match:
    return league(arbitrator, owner, rival)[1]


def test_every_switch_of_battles_is_tried_here() -> None:
    assert set(TRIED) == {switch.code for switch in SWITCHES if switch.family == BATTLE}


@pytest.mark.parametrize("ruleset", ["skirmish", "gazette", "mordheim", "core"])
def test_a_league_battle_is_played_by_the_switches_in_force_when_it_begins(
    match: Match, arbitrator: User, owner: User, ruleset: str
) -> None:
    Campaign.objects.filter(pk=match.campaign_id).update(ruleset=ruleset)
    chosen = {
        switch.code: TRIED[switch.code] for switch in SWITCHES if switch.family == BATTLE and ruleset in switch.rulesets
    }
    everything = {**chosen, "af_rare_bonus": 1, "ro_personae": False}

    def switch(**switches: Any) -> None:
        house_rules_services.change(campaign_id=match.campaign_id, actor_id=arbitrator.pk, now=NOON, switches=switches)

    switch(**everything)
    table = table_for(seed="league", density="low", size_in=24)
    battle = match_battles.begin(match_id=match.pk, actor_id=owner.pk, table=table, now=NOON, seed=bytes(32))
    engine_cache.forget(battle.public_id)
    switch()
    again = match_battles.begin(match_id=match.pk, actor_id=owner.pk, table=table, now=NOON)
    game = engine_cache.game_of(again)
    assert game.rules == rules_for(ruleset, chosen) != rules_for(ruleset)


def after(owner: User, rival: User, **switches: Any) -> Aftermath:
    """Side a of a finished battle with these house rules, in which the weaker side won."""
    battle = at_rest(owner, rival)
    Battle.objects.filter(pk=battle.pk).update(options=switches)
    row = Aftermath.objects.select_related("warband", "side__battle").get(side__battle=battle, side__letter="a")
    row.facts = {**row.facts, "won": True, "rating": 50, "enemy_rating": 250}
    row.save(update_fields=["facts"])
    return row


@pytest.mark.parametrize("learns", [True, False])
def test_the_underdog_bonus_can_be_turned_off(owner: User, rival: User, learns: bool) -> None:
    account = AftermathContext(after(owner, rival, **({} if learns else {"af_underdog": False})), NOON)
    experience.share_out(account)
    reasons = {part[0] for gain in account.row.lines.get(kind="experience").data["gains"] for part in gain["parts"]}
    assert ("underdog" in reasons) is learns


@pytest.mark.parametrize(("switches", "change"), [({}, 0), ({"af_winner_die": False}, -1)])
def test_dice_of_the_search(owner: User, rival: User, switches: dict[str, Any], change: int) -> None:
    row = after(owner, rival, **switches)
    standing = load_state(row.warband).active(HERO)
    row.facts = {**row.facts, "fallen": [{"roster_id": member.key} for member in standing[3:]]}
    assert _searched(row) == 4 + change


def test_no_more_dice_than_the_house_allows(owner: User, rival: User) -> None:
    assert _searched(after(owner, rival, af_exploration_dice_max=2)) == 2


def _searched(row: Aftermath) -> int:
    account = AftermathContext(row, NOON)
    exploration.explore(account)
    return len(row.lines.filter(stage="exploration").order_by("number")[0].rolls[0][1])


def test_house_rules_change_who_searches_and_the_rare_roll(owner: User, rival: User) -> None:
    row = after(owner, rival, af_fallen_heroes_search=True, af_rare_bonus=-2)
    fallen = load_state(row.warband).active(HERO)[0]
    row.facts = {**row.facts, "fallen": [{"roster_id": fallen.key}]}
    account = AftermathContext(row, NOON)
    assert fallen.key in {member.key for member in searchers(account)}
    bonus = market.rare_bonus(account, fallen.key)
    Battle.objects.filter(pk=row.side.battle_id).update(options={})
    row.side.battle.refresh_from_db()
    account = AftermathContext(row, NOON)
    assert fallen.key not in {member.key for member in searchers(account)}
    assert market.rare_bonus(account, fallen.key) == bonus + 2


def test_no_one_with_a_name_and_no_hired_sword_is_offered_where_the_house_bars_them(owner: User, rival: User) -> None:
    row = after(owner, rival)
    account = AftermathContext(row, NOON)
    open_to_him = [code for code in account.book.warrior_types if persona_of(account, code) is not None]
    assert open_to_him
    row.warband.house_rules = as_stored({"ro_personae": False, "ro_hired_swords": False})
    row.warband.save(update_fields=["house_rules"])
    account = AftermathContext(row, NOON)
    assert not [code for code in open_to_him if persona_of(account, code) is not None]
    sword = next(
        warrior_type for warrior_type in account.book.warrior_types.values() if warrior_type.kind == "hired_sword"
    )
    with pytest.raises(AgainstRules):
        recruiting.hire_hired_sword(warband_id=row.warband_id, warrior_type=sword.code, by=by(owner), price_gc=0)


def test_how_long_the_choices_wait_also_after_a_battle_on_paper(match: Match, arbitrator: User) -> None:
    house_rules_services.change(
        campaign_id=match.campaign_id, actor_id=arbitrator.pk, now=NOON, switches={"af_hours_to_choose": 5}
    )
    first, second = (side.entry.player for side in match.sides.select_related("entry__player").order_by("place"))
    battle = sheets.send_for_match(match_id=match.pk, actor_id=first.pk, sheet=bloody_sheet(match), now=NOON)
    sheets.agree(battle_id=battle.pk, actor_id=second.pk, now=NOON)
    rows = Aftermath.objects.filter(side__battle=battle)
    assert {row.due_at for row in rows} == {NOON + datetime.timedelta(hours=5)}
    assert {switch.code for switch in SWITCHES if switch.family == AFTERMATH} >= set(battle.options)
