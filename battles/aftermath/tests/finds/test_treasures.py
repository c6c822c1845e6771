"""Treasure maps, the black market, bounties, plans for the league, and a rival who follows."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from accounts.models import User
from battles.aftermath.activities import activities, merchants, strategists
from battles.aftermath.context import AftermathContext, write_line
from battles.aftermath.decisions import choices, defaults
from battles.aftermath.finds import treasure_maps
from battles.aftermath.option_text import option_words
from battles.aftermath.stages import exploration, injuries
from battles.aftermath.stored.activity_lines import DeedLine
from battles.aftermath.stored.facts import Casualty
from battles.aftermath.tests.world import at_rest
from battles.aftermath.text import sentence_of
from battles.aftermath.warriors import bounty
from battles.models import Aftermath, AftermathLine
from battles.setup import rivals
from campaigns.city import factions
from campaigns.models import Campaign, Entry, ResourceEntry
from catalogue.packs.book import EffectData
from catalogue.packs.installed import book
from warbands.builder import recruiting
from warbands.core.ledger import ActionContext
from warbands.core.state import CAPTURED, HERO, STASH, WarbandState
from warbands.core.state_storage import load_state
from warbands.core.tests.factories import NOON, assert_reconciled, founded
from warbands.models import Warband
from warbands.roster import lasting_effects
from warbands.trading import stash

pytestmark = pytest.mark.django_db
NOBODY = ActionContext(actor_id=None, at=NOON)


@pytest.fixture
def row(owner: User, rival: User) -> Aftermath:
    battle = at_rest(owner, rival, gold=400)
    return Aftermath.objects.select_related("warband", "side__battle").get(side__battle=battle, side__letter="a")


def state(row: Aftermath) -> WarbandState:
    return load_state(Warband.objects.get(pk=row.warband_id))


def who_can(row: Aftermath, code: str, **params: Any) -> str:
    """The key of a hero who is not out of action and has this effect."""
    out = {member["roster_id"] for member in row.facts["fallen"]}
    key = next(member.key for member in state(row).active(HERO) if member.key not in out)
    effect = EffectData(code=code, params=params)
    lasting_effects.add_effects(
        warband_id=row.warband_id, warrior=key, source="scholar", effects=[effect], detail="x", by=NOBODY
    )
    return key


def typed(row: Aftermath, faces: list[int]) -> None:
    row.faces = [[face, "typed", 0] for face in faces]
    row.save(update_fields=["faces"])


def searched(row: Aftermath, faces: list[int]) -> list[AftermathLine]:
    row.stage, row.place, row.facts = "exploration", 1, {**row.facts, "won": False}
    row.save()
    typed(row, faces)
    before = set(row.lines.values_list("pk", flat=True))
    exploration.explore(AftermathContext(row, NOON))
    return list(row.lines.exclude(pk__in=before).order_by("number"))


def answered(row: Aftermath, line: AftermathLine, option: str, faces: list[int]) -> AftermathLine:
    typed(row, faces)
    choices.answer(line_id=line.public_id, actor_id=row.warband.owner_id, option=option, now=NOON)
    line.refresh_from_db()
    assert sentence_of(line)
    assert_reconciled(Warband.objects.get(pk=row.warband_id))
    return line


def fought(row: Aftermath, *keys: str) -> None:
    row.facts = {**row.facts, "fought": list(keys), "fallen": []}
    row.save(update_fields=["facts"])


# -- maps -------------------------------------------------------------------------------------------------------------


def test_a_treasure_hunters_map_brings_a_shard_before_the_search(row: Aftermath) -> None:
    fought(row, who_can(row, "treasure_map", place="treasure_hunters_map"))
    before = state(row).shards
    led, search = searched(row, [3, 6])
    assert sentence_of(led).endswith("A looted hoard.")
    assert search.data["kept"] == [6]
    assert state(row).shards == before + 1 + search.data["shards"]


def test_a_true_map_adds_a_die_and_the_best_one_a_die_of_choice(row: Aftermath) -> None:
    fought(row, who_can(row, "treasure_map", place="treasure_hunters_map"))
    assert searched(row, [5, 6, 2])[-1].data["kept"] == [6, 2]
    led, line = searched(row, [6, 4])
    assert led.kind == "led_by_map"
    assert [str(option["key"]) for option in line.options] == [f"pick:{face}" for face in range(1, 7)]
    assert option_words(line, line.options[3])[0] == "A 4"
    assert sentence_of(line) == "The exploration dice show 4. You choose the face of one more die."
    assert defaults.choose(AftermathContext(row, NOON, line), line) == "pick:4"
    answered(row, line, "pick:4", [])
    assert row.lines.filter(kind="search").latest("number").data["kept"] == [4, 4]
    assert row.lines.filter(kind="location").latest("number").data["location"] == "straggler"


def test_a_warrior_out_of_action_cannot_use_a_treasure_map(row: Aftermath) -> None:
    key = who_can(row, "treasure_map", place="treasure_hunters_map")
    row.facts = {**row.facts, "fought": [key], "fallen": [{"roster_id": key}]}
    assert [line.kind for line in searched(row, [])] == ["no_search"]


def pirates(owner: User, rival: User) -> Aftermath:
    battle = at_rest(owner, rival, first="pirates", gold=500)
    found = Aftermath.objects.select_related("warband", "side__battle").get(side__battle=battle, side__letter="a")
    stash.add(warband_id=found.warband_id, item="treasure_map", by=NOBODY)
    return found


@pytest.mark.parametrize(
    ("faces", "gold", "shards", "things"),
    [
        ([1, 4], 20, 0, []),
        ([2, 3, 4], 70, 1, []),
        ([3, 3, 4], 70, 0, ["bugmans_ale"]),
        ([6, 3], 0, 5, []),
    ],
)
def test_pirates_follow_their_map_in_place_of_the_search(
    owner: User, rival: User, faces: list[int], gold: int, shards: int, things: list[str]
) -> None:
    row = pirates(owner, rival)
    before = state(row)
    (choice,) = searched(row, [])
    assert sentence_of(choice) == "You may follow Treasure map instead of exploring the ruins."
    assert exploration.is_open(row)
    # A 5 on a D6 is a 3 on a D3. The map is used as soon as it is found.
    answered(row, choice, treasure_maps.FOLLOW, [6, 5, 1] if faces[0] == 6 else faces)
    after = state(row)
    assert after.treasury_gc - before.treasury_gc == gold
    assert after.shards - before.shards == shards
    held = {line.item_code for line in after.held_by(STASH)}
    assert "treasure_map" not in held
    assert set(things) <= held
    assert not row.lines.filter(kind="search").exists()
    assert "The map leads to: A Buried Hoard." in sentence_of(row.lines.get(kind="location"))


def test_a_treasure_map_can_be_kept_for_a_later_battle(owner: User, rival: User) -> None:
    row = pirates(owner, rival)
    (line,) = searched(row, [])
    answered(row, line, treasure_maps.SEARCH, [])
    assert row.lines.filter(kind="search").exists()
    assert state(row).line(STASH, "treasure_map") is not None


def test_no_one_else_makes_anything_of_a_pirates_map(row: Aftermath) -> None:
    stash.add(warband_id=row.warband_id, item="treasure_map", by=NOBODY)
    assert "map_instead" not in [line.kind for line in searched(row, [])]


@pytest.mark.parametrize(("face", "charm", "misses"), [(1, True, 0), (6, False, 1)])
def test_a_hero_tries_the_trapped_chest(owner: User, rival: User, face: int, charm: bool, misses: int) -> None:
    row = pirates(owner, rival)
    before = state(row)
    (line,) = searched(row, [])
    answered(row, line, treasure_maps.FOLLOW, [5])
    chest = row.lines.get(kind="location", data__location="trapped_chest")
    hero = str(chest.options[0]["key"])
    answered(row, chest, hero, [face, 1, 2, 3])
    after = state(row)
    assert after.treasury_gc - before.treasury_gc == 60
    assert (after.line(STASH, "lucky_charm") is not None) is charm
    assert after.members[hero[5:]].misses_battles == misses


def test_secrets_of_merchants_open_one_rare_thing(owner: User, rival: User) -> None:
    row = pirates(owner, rival)
    (line,) = searched(row, [])
    answered(row, line, treasure_maps.FOLLOW, [4])
    merchants.offer_as_common(AftermathContext(row, NOON))
    merchants.offer_as_common(AftermathContext(row, NOON))
    offer = row.lines.get(kind="as_common")
    keys = {str(option["key"]) for option in offer.options}
    assert "wares:elven_cloak:1" in keys
    assert "wares:treasure_map:1" not in keys
    before = state(row)
    answered(row, offer, "wares:elven_cloak:1", [2, 3, 4])
    assert state(row).treasury_gc - before.treasury_gc == -(100 + 20) + 70
    assert state(row).line(STASH, "elven_cloak") is not None


# -- markets ----------------------------------------------------------------------------------------------------------


def test_a_merchant_visits_one_market_and_buys_at_the_plain_price(row: Aftermath) -> None:
    who_can(row, "visits_market", places=["border_black_market", "exotic_wares"])
    activities.offer(AftermathContext(row, NOON))
    line = row.lines.get(kind="deed")
    labels = [option_words(line, option)[0] for option in line.options]
    assert labels == ["Go to: Black Market of the Borders", "Go to: Exotic Wares", "Not this time"]
    answered(row, line, "visit:border_black_market", [2, 5])
    wares = row.lines.get(kind="wares")
    assert [str(option["key"]) for option in wares.options] == [
        "wares:spider_spittle:1", "wares:spider_spittle:2", "wares:spider_spittle:3", "leave"
    ]  # fmt: skip
    before = state(row).treasury_gc
    answered(row, wares, "wares:spider_spittle:2", [])
    assert state(row).treasury_gc == before - 60
    held = state(row).line(STASH, "spider_spittle")
    assert held is not None
    assert held.count == 2


def test_the_black_market_may_have_no_goods(row: Aftermath) -> None:
    who_can(row, "visits_market", places=["black_market"])
    activities.offer(AftermathContext(row, NOON))
    line = answered(row, row.lines.get(kind="deed"), "visit:black_market", [1])
    assert sentence_of(line).endswith("Black Market: nothing for sale.")
    assert not row.lines.filter(kind="wares").exists()


# -- bounty -----------------------------------------------------------------------------------------------------------


def test_a_bounty_hunter_is_paid_for_a_captured_target(row: Aftermath) -> None:
    hired = recruiting.hire_hired_sword(warband_id=row.warband_id, warrior_type="bounty_hunter", by=NOBODY)
    other = Aftermath.objects.select_related("warband", "side__battle").get(
        side__battle=row.side.battle, side__letter="b"
    )
    leader = state(other).leader()
    assert leader is not None
    fallen = {
        "model": "", "roster_id": leader.key, "facts": ["mark"], "by_name": "Hunter", "by_roster": hired.subject,
        "by_role": "hired_sword", "by_warband": row.side.name, "by_warband_id": row.warband.public_id,
        "by_type": row.warband.warband_type_code, "by_side": "a",
    }  # fmt: skip
    other.facts = {**other.facts, "leader": leader.key, "fallen": [fallen]}
    other.save(update_fields=["facts"])
    row.facts = {**row.facts, "won": True, "fallen": []}
    row.save(update_fields=["facts"])
    kit = sum((book().items[line.item_code].price_gc or 0) * line.count for line in state(other).held_by(leader.key))
    before = state(row)
    typed(row, [6])
    bounty.collect(AftermathContext(row, NOON))
    after = state(row)
    assert after.treasury_gc - before.treasury_gc == (book().warrior_types["undead_vampire"].price_gc + kit) // 2
    assert after.members[hired.subject].experience == before.members[hired.subject].experience + 3
    assert leader.name in sentence_of(row.lines.get(kind="bounty"))
    injuries.one_casualty(AftermathContext(other, NOON), 0)
    assert state(other).members[leader.key].status == CAPTURED
    assert_reconciled(Warband.objects.get(pk=row.warband_id))


def test_a_bounty_hunter_is_paid_only_for_the_target(row: Aftermath) -> None:
    hired = recruiting.hire_hired_sword(warband_id=row.warband_id, warrior_type="bounty_hunter", by=NOBODY)
    other = Aftermath.objects.select_related("warband", "side__battle").get(
        side__battle=row.side.battle, side__letter="b"
    )
    hero = next(member for member in state(other).active(HERO) if not member.is_leader)
    fallen = Casualty(roster_id=hero.key, by_roster=hired.subject, by_warband_id=row.warband.public_id)
    assert not bounty.is_mark(AftermathContext(other, NOON), fallen)
    marked = replace(fallen, facts=["mark"])
    assert bounty.is_mark(AftermathContext(other, NOON), marked)
    assert not bounty.is_mark(AftermathContext(other, NOON), replace(marked, by_roster=""))
    comrade = state(row).active(HERO)[0].key
    assert not bounty.is_mark(AftermathContext(other, NOON), replace(marked, by_roster=comrade))


# -- plans for the league ---------------------------------------------------------------------------------------------


def test_plans_are_made_in_leagues_only(row: Aftermath) -> None:
    who_can(row, strategists.POINTS, amount=1)
    activities.offer(AftermathContext(row, NOON))
    assert not row.lines.filter(kind="deed").exists()


def test_a_strategist_earns_a_campaign_point_by_staying_away(row: Aftermath) -> None:
    key = who_can(row, strategists.POINTS, amount=1)
    line = write_line(
        row,
        "market",
        DeedLine(deed=strategists.POINTS),
        subject=key,
        name="Otto",
        options=[{"key": "do"}],
    )
    answered(row, line, "do", [])
    assert state(row).members[key].misses_battles == 1
    campaign = Campaign.objects.create(name="League", slug="league", created_at=NOON)
    entry = Entry.objects.create(campaign=campaign, warband=row.warband, player=row.warband.owner, joined_at=NOON)
    strategists.credit_points(entry, row, NOON)
    assert not ResourceEntry.objects.exists(), "the battle before he stayed away counts for nothing"
    later = Aftermath(pk=0, warband_id=row.warband_id, facts={"fought": []}, public_id="later")
    strategists.credit_points(entry, later, NOON)
    strategists.credit_points(entry, later, NOON)
    assert [(entry.resource, entry.delta) for entry in ResourceEntry.objects.all()] == [(strategists.RESOURCE, 1)]
    campaign.refresh_from_db()
    assert campaign.resources == [strategists.RESOURCE]


def test_a_league_at_the_limit_gets_no_further_resources(row: Aftermath) -> None:
    names = [f"r{number}" for number in range(factions.MOST_RESOURCES)]
    campaign = Campaign.objects.create(name="League", slug="league", created_at=NOON, resources=names)
    entry = Entry.objects.create(campaign=campaign, warband=row.warband, player=row.warband.owner, joined_at=NOON)
    factions.credit(entry=entry, resource="Points", delta=1, reason="x", now=NOON, source_key="k")
    assert not ResourceEntry.objects.exists()


# -- old enemies ------------------------------------------------------------------------------------------------------


def test_the_truthsayer_follows_the_emissary_on_a_die(owner: User, rival: User) -> None:
    dark, light = founded(owner, "undead", seed="dark"), founded(rival, "witch_hunters", seed="light")
    recruiting.hire_hired_sword(warband_id=dark.pk, warrior_type="dark_emissary", by=NOBODY)
    outcomes = set()
    for number in range(40):
        joined = rivals.answer([dark, light], seed=bytes([number] * 32), now=NOON, match_id=number)
        outcomes.add(tuple(joined))
        if joined:
            break
    assert outcomes <= {(), (light.public_id,)}
    assert (light.public_id,) in outcomes
    (came,) = load_state(Warband.objects.get(pk=light.pk)).of_type("truthsayer")
    assert came.paid_gc == 0
    assert rivals.answer([dark, light], seed=bytes(32), now=NOON, match_id=99) == []


def test_no_one_joins_a_side_that_may_not_have_them(owner: User, rival: User) -> None:
    dark, other = founded(owner, "undead", seed="dark"), founded(rival, "skaven", seed="rats")
    recruiting.hire_hired_sword(warband_id=dark.pk, warrior_type="dark_emissary", by=NOBODY)
    for number in range(8):
        assert rivals.answer([dark, other], seed=bytes([number] * 32), now=NOON, match_id=number) == []
