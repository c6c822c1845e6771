"""Every location of the chart has its effect, and stored effects act when they are used."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

import pytest

from accounts.models import User
from battles.aftermath.activities import merchants
from battles.aftermath.activities.wish_costs import WISH_COSTS
from battles.aftermath.activities.wish_results import WISH_RESULTS
from battles.aftermath.captives.pit_effects import PIT_EFFECTS
from battles.aftermath.context import AftermathContext, open_lines, write_line
from battles.aftermath.decisions import choices, defaults
from battles.aftermath.effects.registry import EFFECTS
from battles.aftermath.finds import locations, maps, searchers
from battles.aftermath.stages import exploration, market, runner
from battles.aftermath.stages.injury_effects import PitDuel
from battles.aftermath.stored.find_lines import SearchLine
from battles.aftermath.tests.world import at_rest, ended, print_of
from battles.core.bridge.fighters import fighters_of
from battles.models import Aftermath, AftermathLine, Battle
from battles.setup import earlier_finds
from battles.setup.services import SideTerms
from catalogue.packs.installed import book
from warbands.core.ledger import ActionContext
from warbands.core.state import GROUP, HERO, STASH
from warbands.core.state_storage import load_state
from warbands.core.tests.factories import NOON, assert_reconciled, founded
from warbands.models import Warband
from warbands.roster import advances, casualties
from warbands.rules.member_facts import effects_of, has_effect
from warbands.trading import stash

pytestmark = pytest.mark.django_db
LOCATIONS = sorted(row.code for row in book().exploration.values() if row.dice)


@pytest.fixture
def battle(owner: User, rival: User) -> Battle:
    return at_rest(owner, rival, gold=300)


def side(battle: Battle, letter: str = "a") -> Aftermath:
    return Aftermath.objects.select_related("warband", "side__battle").get(side__battle=battle, side__letter=letter)


def visited(row: Aftermath, location: str) -> AftermathLine:
    """The line after this side has visited the location; its dice come from a stream of its own."""
    before = set(AftermathLine.objects.filter(aftermath=row).values_list("pk", flat=True))
    opening = write_line(row, "exploration", SearchLine())
    context = AftermathContext(row, NOON, opening)
    locations.visit(context, next(row_found for row_found in context.tables.locations if row_found.code == location))
    return AftermathLine.objects.exclude(pk__in=before).get(aftermath=row, kind="location")


def chosen(line: AftermathLine, option: str) -> AftermathLine:
    row = Aftermath.objects.select_related("warband").get(pk=line.aftermath_id)
    choices.answer(line_id=line.public_id, actor_id=row.warband.owner_id, option=option, now=NOON)
    line.refresh_from_db()
    return line


def test_every_location_changes_the_roster_or_waits_for_its_day(battle: Battle) -> None:
    for location, letter in product(LOCATIONS, "ab"):
        row = side(battle, letter)
        before = print_of(row.warband)
        earlier = set(row.lines.values_list("pk", flat=True))
        line = visited(row, location)
        if line.is_open:
            wanted = defaults.choose(AftermathContext(row, NOON, line), line)
            if wanted == "nobody":
                wanted = str(line.options[0]["key"])
            chosen(line, wanted)
        kept = AftermathLine.objects.filter(aftermath=row, kind="kept").exclude(pk__in=earlier)
        did = [*line.data.get("done", []), *line.data.get("then", [])]
        assert not any(record.get("kept") for record in did), location
        changed = print_of(row.warband) != before
        says_why = any("refused" in record for record in did) or line.data.get("passed") is False
        nothing_to_give = not did and not line.options
        assert changed or kept.exists() or says_why or nothing_to_give or line.data.get("roll") == 1, location
        assert_reconciled(row.warband)


def test_every_stored_effect_of_a_location_is_read_later() -> None:
    later = {"next_exploration", "permanent_exploration_reroll", earlier_finds.TUNNEL, earlier_finds.HATED}
    lent = {"exploration_dice", "exploration_die_chosen", merchants.COMMON, "offers_items"}
    assert {code for code, _parameters in maps.KEPT.values()} <= {*later, earlier_finds.SCENARIO, "exploration_reroll"}
    wishes = set(WISH_RESULTS)
    kept = set()
    for row in book().exploration.values():
        effects = [*row.effects, *(effect for line in row.outcomes for effect in line.effects)]
        kept |= {effect.code for effect in effects} - set(EFFECTS)
    assert kept - lent - wishes == later


def test_every_cost_of_a_wish_in_the_packs_has_a_class() -> None:
    effects = [effect for row in book().exploration.values() for line in row.outcomes for effect in line.effects]
    assert {str(effect.get("what")) for effect in effects if effect.code == "wish_costs"} == set(WISH_COSTS)


def test_every_result_of_the_fighting_pits_in_the_packs_has_a_class() -> None:
    results = [
        effect.code
        for row in book().injuries.values()
        if any(effect.code == PitDuel.code for effect in row.effects)
        for line in row.outcomes
        for effect in line.effects
        if line.after in ("passed", "failed")
    ]
    assert results
    assert set(results) <= set(PIT_EFFECTS)


def test_a_prisoner_joins_for_the_price_of_the_gear(battle: Battle) -> None:
    row = side(battle)
    group = load_state(row.warband).active(GROUP)[0]
    casualties.kill(warband_id=row.warband_id, warrior=group.key, by=ActionContext(actor_id=None, at=NOON))
    row = side(battle)
    line = visited(row, "prisoners")
    option = next(option for option in line.options if option["key"].startswith("group:"))
    key = option["key"].partition(":")[2]
    before = load_state(row.warband)
    chosen(line, option["key"])
    after = load_state(Warband.objects.get(pk=row.warband_id))
    assert after.members[key].headcount == before.members[key].headcount + 1
    gold = next(record["gold"] for record in line.data["done"] if "gold" in record)
    assert after.treasury_gc == row.warband.treasury_gc + gold - option["gold"]


def test_a_hired_sword_comes_for_a_favour(battle: Battle) -> None:
    row = side(battle)
    gold = row.warband.treasury_gc
    line = visited(row, "returning_a_favour")
    chosen(line, next(option["key"] for option in line.options if option["key"].startswith("hire:")))
    state = load_state(Warband.objects.get(pk=row.warband_id))
    assert state.active("hired_sword")
    assert state.treasury_gc == gold


def test_a_blessed_weapon_wounds_the_dead_on_two(owner: User, rival: User) -> None:
    row = side(at_rest(owner, rival, first="witch_hunters"))
    line = visited(row, "shrine")
    option = next(option for option in line.options if option["key"].startswith("kit:") and option["of"])
    chosen(line, option["key"])
    state = load_state(row.warband)
    blessed = next(kit for kit in state.kit.values() if kit.material_code == "blessed_weapon")
    fighter = next(fighter for fighter in fighters_of(state, book()) if fighter["roster_id"] == blessed.holder)
    weapon = next(weapon for weapon in fighter["weapons"] if weapon["code"] == blessed.item_code and weapon["traits"])
    assert ["wounds_at_worst_on", {"needs": 2, "enemies": ["undead_creature", "possessed"]}] in weapon["traits"]
    assert_reconciled(row.warband)


def test_keeping_the_gem_adds_to_rolls_for_rare_items(battle: Battle) -> None:
    row = side(battle)
    line = visited(row, "jewelsmith")
    hero = next(option["key"] for option in line.options if option["key"].startswith("hero:"))
    bonus = market.rare_bonus(AftermathContext(row, NOON), hero[5:])
    chosen(line, hero)
    assert market.rare_bonus(AftermathContext(row, NOON), hero[5:]) == bonus + 1


def test_the_manual_lets_weapon_skill_pass_its_maximum(battle: Battle) -> None:
    row = side(battle)
    line = visited(row, "fighting_arena")
    hero = next(option["key"] for option in line.options if option["key"].startswith("hero:"))
    chosen(line, hero)
    member = load_state(row.warband).members[hero[5:]]
    assert has_effect(member, book(), "maximum_bonus")
    assert "combat" in member.skill_lists


def test_a_jewelled_sword_sells_for_twice_as_much(battle: Battle, owner: User) -> None:
    row = side(battle)
    by = ActionContext(actor_id=owner.pk, at=NOON)
    stash.add(warband_id=row.warband_id, item="sword", by=by, material="jewelled_weapon")
    stash.add(warband_id=row.warband_id, item="sword", by=ActionContext(actor_id=owner.pk, at=NOON, source_key="plain"))
    from warbands.trading import services as trading_services

    lines = load_state(row.warband).held_by(STASH)
    jewelled = next(line for line in lines if line.material_code == "jewelled_weapon")
    plain = next(line for line in lines if line.item_code == "sword" and not line.material_code)
    first = trading_services.sell(warband_id=row.warband_id, kit=jewelled.key, by=by).gold_delta_gc
    assert first == 2 * trading_services.sell(warband_id=row.warband_id, kit=plain.key, by=by).gold_delta_gc


def test_a_die_that_may_be_rolled_again_is_asked_about_first(owner: User, rival: User) -> None:
    fought = ended(owner, rival)
    row = side(fought)
    hero = next(member for member in load_state(row.warband).active(HERO) if not fell(row, member.key))
    advances.learn(
        warband_id=row.warband_id, warrior=hero.key, skill=searching_skill(), by=ActionContext(actor_id=None, at=NOON)
    )
    runner.run(battle_id=fought.pk, now=NOON)
    row = side(fought)
    assert (row.stage, row.status) == ("exploration", "waiting")
    line = AftermathLine.objects.get(aftermath=row, kind=exploration.AGAIN)
    assert not AftermathLine.objects.filter(aftermath=row, kind="search").exists()
    chosen(line, "again:0")
    faces = line.data["now"]
    assert faces[1:] == line.data["faces"][1:]
    assert AftermathLine.objects.get(aftermath=row, kind="search").data["kept"] == faces
    assert side(fought).stage == "over"
    assert_reconciled(row.warband)


def test_miners_find_a_shard_more_than_their_dice_show(owner: User) -> None:
    state = load_state(founded(owner, warband_type="dwarf_treasure_hunters"))
    everyone = {member.key for member in state.active()}
    assert searchers.added_to_search(state, everyone, book(), "shards_found_bonus") == 1
    assert searchers.added_to_search(state, everyone, book(), "exploration_total_bonus") == 0


def fell(row: Aftermath, key: str) -> bool:
    return any(casualty["roster_id"] == key for casualty in row.facts["fallen"])


def searching_skill() -> str:
    return next(
        skill.code
        for skill in book().skills.values()
        if any(effect.code == "exploration_reroll" for effect in skill.effects)
    )


def seats(rows: Sequence[Aftermath]) -> list[SideTerms]:
    found = []
    for row in rows:
        fighters: list[dict[str, Any]] = fighters_of(load_state(row.warband), book())
        found.append(SideTerms(name=row.warband.name, fighters=fighters, warband_id=row.warband_id))
    return found


def test_a_way_through_the_catacombs_is_used_in_the_next_battle_and_once(battle: Battle) -> None:
    rows = [side(battle), side(battle, "b")]
    visited(rows[0], "catacombs")
    first = earlier_finds.bring(seats(rows))
    below = [row for row in first[0].fighters if any(code == earlier_finds.TUNNEL for code, _ in row["skills"])]
    assert len(below) == 3
    assert not any(row["is_leader"] for row in below)
    again = earlier_finds.bring(seats(rows))
    assert not any(code == earlier_finds.TUNNEL for row in again[0].fighters for code, _ in row["skills"])


def test_robbed_graves_are_hated_by_the_next_sisters(battle: Battle, stranger: User) -> None:
    row = side(battle)
    visited(row, "graveyard")
    sisters = founded(stranger, "sisters_of_sigmar")
    undead = seats([row, side(battle, "b")])
    assert not any(
        f"warband:{row.warband.public_id}" in fighter["hates"] for fighter in earlier_finds.bring(undead)[1].fighters
    )
    enemy = SideTerms(name="s", fighters=fighters_of(load_state(sisters), book()), warband_id=sisters.pk)
    met = earlier_finds.bring([seats([row])[0], enemy])
    assert all(f"warband:{row.warband.public_id}" in fighter["hates"] for fighter in met[1].fighters)
    assert not any(
        f"warband:{row.warband.public_id}" in fighter["hates"]
        for fighter in earlier_finds.bring([met[0], enemy])[1].fighters
    )


def test_each_artefact_is_found_once(battle: Battle, owner: User) -> None:
    row = side(battle)
    artefacts = [item.code for item in book().items.values() if item.artefact_roll]
    for code in artefacts[:5]:
        by = ActionContext(actor_id=owner.pk, at=NOON, source_key=f"held:{code}")
        stash.add(warband_id=row.warband_id, item=code, by=by)
    opening = write_line(row, "exploration", SearchLine())
    from battles.aftermath.finds.effects import carry_out

    context = AftermathContext(row, NOON, opening)
    done = carry_out(context, [("gain_artefact", {})], because="nobles_villa", key="x")
    assert done[0]["item"] == book().items[artefacts[5]].name
    again = carry_out(context, [("gain_artefact", {})], because="nobles_villa", key="y")
    assert "refused" in again[0]


def test_effects_of_a_location_name_the_location(battle: Battle) -> None:
    row = side(battle)
    line = visited(row, "jewelsmith")
    hero = next(option["key"] for option in line.options if option["key"].startswith("hero:"))
    chosen(line, hero)
    member = load_state(row.warband).members[hero[5:]]
    assert any(source == book().exploration["jewelsmith"].name for _effect, source in effects_of(member, book()))
    assert not any(line.kind == "location" for line in open_lines(row))
    assert load_state(row.warband).active(GROUP)
