"""Items after a battle: used up, ruined, and side effects of drugs."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import User
from battles.aftermath.activities import belongings
from battles.aftermath.context import AftermathContext
from battles.aftermath.decisions import choices, confirmation, undo
from battles.aftermath.option_text import option_words
from battles.aftermath.tests.world import at_rest
from battles.aftermath.text import sentence_of
from battles.models import Aftermath, AftermathLine, Battle
from catalogue.packs.installed import book
from warbands.core.ledger import ActionContext
from warbands.core.state import HERO, STASH, WarbandState
from warbands.core.state_storage import load_state
from warbands.core.tests.factories import NOON, assert_reconciled
from warbands.models import Warband
from warbands.rules.member_facts import characteristics_of, has_effect
from warbands.trading import stash

pytestmark = pytest.mark.django_db


@pytest.fixture
def battle(owner: User, rival: User) -> Battle:
    return at_rest(owner, rival, gold=300)


def side(battle: Battle) -> Aftermath:
    return Aftermath.objects.select_related("warband", "side__battle").get(side__battle=battle, side__letter="a")


def state(row: Aftermath) -> WarbandState:
    return load_state(Warband.objects.get(pk=row.warband_id))


def carrying(row: Aftermath, item: str, hero: int = 0, count: int = 1) -> str:
    """Give an item to a hero of the warband. Returns the hero's key."""
    key = state(row).active(HERO)[hero].key
    stash.add(warband_id=row.warband_id, item=item, warrior=key, count=count, by=ActionContext(actor_id=None, at=NOON))
    return key


def cleared(row: Aftermath, faces: list[int], **facts: Any) -> list[AftermathLine]:
    """Process all items with these dice, and return the resulting lines."""
    row.facts = {**row.facts, **facts}
    row.faces = [[face, "typed", 0] for face in faces]
    before = set(row.lines.values_list("pk", flat=True))
    belongings.apply_battle_effects(AftermathContext(row, NOON))
    row.save()
    assert_reconciled(row.warband)
    return list(row.lines.exclude(pk__in=before).order_by("number"))


def test_a_poison_lasts_one_battle(battle: Battle) -> None:
    row = side(battle)
    hero = carrying(row, "black_lotus", count=2)
    (line,) = cleared(row, [], used={}, beasts={})
    held = state(row).line(hero, "black_lotus")
    assert held is not None
    assert held.count == 1
    assert "Black Lotus is used up." in sentence_of(line)


def test_thrown_vials_are_removed_and_the_rest_kept(battle: Battle) -> None:
    row = side(battle)
    hero = carrying(row, "blessed_water", count=3)
    assert cleared(row, [], used={}, beasts={}) == []
    cleared(row, [], used={hero: {"thrown_vial": 2}}, beasts={})
    held = state(row).line(hero, "blessed_water")
    assert held is not None
    assert held.count == 1


def test_a_sheet_does_not_say_what_was_thrown_so_the_player_does(battle: Battle) -> None:
    row = side(battle)
    hero = carrying(row, "blessed_water")
    (line,) = cleared(row, [])
    assert line.is_open
    assert [option_words(line, option)[0] for option in line.options] == ["It was used up", "It was not needed"]
    choices.answer(line_id=line.public_id, actor_id=row.warband.owner_id, option="used", now=NOON)
    assert state(row).line(hero, "blessed_water") is None
    line.refresh_from_db()
    assert "used up" in sentence_of(line)
    undo.undo_answer(line_id=line.public_id, actor_id=row.warband.owner_id, now=NOON)
    assert state(row).line(hero, "blessed_water") is not None


@pytest.mark.parametrize(
    ("drug", "faces", "left"),
    [
        ("crimson_shade", [1, 2], "addicted"),
        ("crimson_shade", [2, 2], ""),
        ("crimson_shade", [6, 6], "quicker"),
        ("mandrake_root", [2, 1], "weaker"),
        ("mandrake_root", [1, 3], ""),
        ("mad_cap_mushrooms", [1], "stupid"),
        ("mad_cap_mushrooms", [2], ""),
    ],
)
def test_a_drug_is_taken_and_leaves_what_the_dice_say(battle: Battle, drug: str, faces: list[int], left: str) -> None:
    row = side(battle)
    hero = carrying(row, drug)
    was = characteristics_of(state(row).members[hero], book())
    (line,) = cleared(row, faces, used={}, beasts={})
    member = state(row).members[hero]
    now = characteristics_of(member, book())
    assert line.data["left"] == left
    assert state(row).line(hero, drug) is None
    assert has_effect(member, book(), "craves") == (left == "addicted")
    assert has_effect(member, book(), "stupidity") == (left == "stupid")
    assert now.initiative - was.initiative == (left == "quicker")
    assert was.toughness - now.toughness == (left == "weaker")


def test_warriors_who_did_not_fight_use_no_drugs(battle: Battle) -> None:
    row = side(battle)
    hero = carrying(row, "crimson_shade")
    assert cleared(row, [], used={}, beasts={}, fought=[]) == []
    assert state(row).line(hero, "crimson_shade") is not None


def test_an_addict_takes_a_dose_along_or_leaves_and_comes_back_with_the_page(battle: Battle) -> None:
    row = side(battle)
    hero = carrying(row, "crimson_shade")
    cleared(row, [1, 1], used={}, beasts={})
    leader = state(row).leader()
    assert leader is not None
    assert leader.key == hero
    press = {"aftermath_id": row.public_id, "actor_id": row.warband.owner_id, "now": NOON}
    confirmation.confirm(**press)
    after = state(row)
    assert after.members[hero].status == "retired"
    heir = after.leader()
    assert heir is not None
    assert heir.key != hero
    assert "found no Crimson Shade" in sentence_of(row.lines.get(kind="craving"))
    confirmation.reopen(**press)
    assert state(row).members[hero].is_active
    stash.add(warband_id=row.warband_id, item="crimson_shade", by=ActionContext(actor_id=None, at=NOON))
    confirmation.confirm(**press)
    assert state(row).line(hero, "crimson_shade") is not None
    assert state(row).line(STASH, "crimson_shade") is None
    assert_reconciled(row.warband)


def test_silk_is_ruined_on_one_to_three_when_its_wearer_went_down(battle: Battle) -> None:
    for face, is_left in ((4, True), (3, False)):
        row = side(battle)
        hero = carrying(row, "cathayan_silk_clothes") if face == 4 else state(row).active(HERO)[0].key
        fallen = [{"roster_id": hero}]
        (line,) = cleared(row, [face], used={}, beasts={}, fallen=fallen)
        assert (state(row).line(hero, "cathayan_silk_clothes") is not None) == is_left
        assert ("is intact" in sentence_of(line)) == is_left


def test_a_hound_that_went_down_rolls_as_henchmen_do(battle: Battle) -> None:
    row = side(battle)
    hero = carrying(row, "wardog", count=2)
    lines = cleared(row, [2, 3], used={}, beasts={hero: {"wardog": 2}})
    assert [line.data["dies"] for line in lines] == [True, False]
    held = state(row).line(hero, "wardog")
    assert held is not None
    assert held.count == 1


def test_a_sheet_does_not_name_hounds_so_the_player_does(battle: Battle) -> None:
    row = side(battle)
    hero = carrying(row, "wardog")
    (line,) = cleared(row, [])
    choices.answer(line_id=line.public_id, actor_id=row.warband.owner_id, option="fell", now=NOON)
    line.refresh_from_db()
    assert (state(row).line(hero, "wardog") is None) == line.data["dies"]
    assert [purpose for purpose, *_rest in line.rolls] == ["casualty"]


def test_the_battle_says_what_was_used_and_which_hounds_went_down() -> None:
    from battles.core.tests.test_bridge import CAPTAIN, band, begin, fighters_of
    from battles.engine.aftermath.facts import facts_of
    from battles.engine.events import Removed, Used
    from battles.engine.events.state_changes import apply

    sides = [{"name": name, "fighters": fighters_of(band(CAPTAIN, "sword", "wardog"), book())} for name in "XY"]
    fight = begin(
        {"ruleset": "core", "sides": sides, "table": {"width": 2400, "length": 2400}, "scenario": {"code": "skirmish"}},
        7,
    )
    state = fight.state.fork()
    apply(state, Used("a1", "thrown_vial"))
    found = facts_of(fight.game, state, [Removed("a2", "out", "b1")])["a"]
    assert found.used == {"m1": {"thrown_vial": 1}}
    assert found.beasts == {"m1": {"wardog": 1}}
    assert found.fallen == ()
