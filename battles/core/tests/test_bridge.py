"""From the roster to the engine: how items, drugs, ale, mounts and commanders are converted."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest

from battles.board.options.model_options import actors, for_model
from battles.core.bridge.fighters import fighter_of, fighters_of
from battles.engine.aftermath.facts import facts_of
from battles.engine.commands import EndStep
from battles.engine.events import Rolled
from battles.engine.steps.models.bodies import body_of
from battles.engine.steps.turn.rout import losses
from battles.engine.table.vectors import within
from battles.engine.tests.builder import RULESETS
from battles.engine.tests.setups import begin, play_out
from catalogue.packs.book import Book
from catalogue.packs.installed import book
from warbands.core.state import HERO, PERSONA, KitLine, Member, WarbandState
from warbands.core.tests.factories import empty_draft

CAPTAIN = "reiklanders_mercenary_captain"


def band(
    warrior_type: str = CAPTAIN, *items: str, kind: str = HERO, warband: str = "reiklanders", **fields: Any
) -> WarbandState:
    state = empty_draft(warband)
    state.members["m1"] = Member("m1", kind, warrior_type, "Marta", **fields)
    state.kit.update({f"k{number}": KitLine(f"k{number}", "m1", item) for number, item in enumerate(items)})
    return state


def row_of(state: WarbandState, facts: Book | None = None) -> dict[str, Any]:
    return fighter_of(state, state.members["m1"], facts or book(), name="Marta")


def plays(state: WarbandState) -> None:
    """Play two turns of both sides, so that the engine has to accept the fighters and every hook its parameters."""
    sides = [{"name": name, "fighters": fighters_of(state, book())} for name in "XY"]
    table = {"width": 2400, "length": 2400}
    scenario = {"code": "skirmish", "max_turns": 3}
    data = {"ruleset": "mordheim", "sides": sides, "table": table, "scenario": scenario}
    play_out(begin(data, 7))


@pytest.mark.parametrize("item", sorted(
    code for code, item in book().items.items() if item.slot not in ("close_combat", "missile") and item.effects
))  # fmt: skip
def test_the_engine_takes_everyone_with_anything(item: str) -> None:
    plays(band(CAPTAIN, item, "sword"))


@pytest.mark.parametrize("skill", sorted(book().skills))
def test_the_engine_takes_everyone_with_any_skill(skill: str) -> None:
    plays(band(CAPTAIN, "sword", skills=[skill]))


def test_a_pit_fighter_is_no_better_in_the_open() -> None:
    plain, trained = row_of(band()), row_of(band(skills=["pit_fighter"]))
    assert plain["profile"] == trained["profile"]
    assert ["characteristic_bonus", {"characteristic": "attacks", "amount": 1, "place": "ruins"}] in trained["skills"]


def test_hunger_and_drugs_by_dice_are_not_in_the_profile() -> None:
    assert row_of(band(skills=["black_hunger"]))["profile"] == row_of(band())["profile"]
    shaded = row_of(band(CAPTAIN, "crimson_shade"))["profile"]
    assert shaded["initiative"] == row_of(band())["profile"]["initiative"]
    assert shaded["strength"] == row_of(band())["profile"]["strength"] + 1


def test_drugs_do_nothing_for_the_dead() -> None:
    dead = row_of(band("undead_zombie", "mandrake_root", "crimson_shade", warband="undead"))
    assert dead["profile"] == row_of(band("undead_zombie", warband="undead"))["profile"]


def test_a_horse_with_barding() -> None:
    mount = row_of(band(CAPTAIN, "warhorse", "barding"))["mount"]
    assert mount["name"] == "Warhorse"
    assert (mount["profile"]["movement"], mount["armour_bonus"]) == (7, 2)
    assert row_of(band(CAPTAIN, "barding"))["mount"] is None


def test_claws_help_to_climb_whatever_is_in_hand() -> None:
    row = row_of(band("skaven_night_runner", "fighting_claws", warband="skaven"))
    assert ["climb_bonus", {"amount": 1}] in row["skills"]
    assert all(code != "climb_bonus" for weapon in row["weapons"] for code, _ in weapon["traits"])


def test_ale_takes_fear_from_all_but_elves() -> None:
    state = band(CAPTAIN, "bugmans_ale")
    state.members["m2"] = Member("m2", "henchman_group", "reiklanders_warrior", "Otto", headcount=2)
    state.members["m3"] = Member("m3", "hired_sword", "elf_ranger", "Ela")
    rows = fighters_of(state, book())
    fearless = {row["name"]: "immune_to_fear" in row["keywords"] for row in rows}
    assert fearless == {"Marta": True, "Otto 1": True, "Otto 2": True, "Ela": False}


def test_the_high_matriarch_replaces_the_leader() -> None:
    matriarch = next(code for code, entry in book().warrior_types.items() if "high_matriarch" in entry.rules)
    state = band(is_leader=True)
    state.members["m2"] = Member("m2", "dramatis_persona", matriarch, "Bertha")
    assert {row["name"]: row["is_leader"] for row in fighters_of(state, book())} == {"Marta": False, "Bertha": True}
    at_home = fighters_of(state, book(), only=frozenset({"m1"}))
    assert [row["is_leader"] for row in at_home] == [True]


def test_movement_by_dice_and_life_in_water_become_keywords() -> None:
    facts = book()
    entry = facts.warrior_types[CAPTAIN]
    strange = replace(
        entry, traits=(*entry.traits, "aquatic"), characteristics=replace(entry.characteristics, movement_dice="2D6")
    )
    other: Book = replace(facts, warrior_types=MappingProxyType({**facts.warrior_types, CAPTAIN: strange}))
    assert {"aquatic", "random_movement"} <= set(row_of(band(), other)["keywords"])
    assert not {"aquatic", "random_movement"} & set(row_of(band())["keywords"])


def test_the_page_offers_leaps_with_what_the_die_must_show() -> None:
    sides = [{"name": name, "fighters": fighters_of(band(skills=["leap"]), book())} for name in "XY"]
    table = {"width": 2400, "length": 2400}
    battle = begin({"ruleset": "core", "sides": sides, "table": table, "scenario": {"code": "skirmish"}}, 7)
    while battle.state.flow[-1].stage not in ("charges", "remaining"):
        side = battle.awaiting()[0]
        battle.play(side, battle.legal(side)[0])
    side = battle.awaiting()[0]
    while battle.state.flow[-1].stage != "remaining":
        battle.play(side, EndStep())
    choices = for_model(battle, side, f"{side}1", with_reach=False)
    leap = next(verb for verb in choices.verbs if verb.code == "leap")
    assert any(option.note == "needs a 4 on the die" for option in leap.options)
    assert f"{side}1" in actors(battle, side)


def test_a_hound_fights_beside_its_owner() -> None:
    rows = fighters_of(band(CAPTAIN, "sword", "wardog"), book())
    assert [(row["name"], row["roster_id"], row["kind"]) for row in rows] == [
        ("Marta", "m1", "infantry"), ("Wardog", "", "war_beast"),
    ]  # fmt: skip
    assert rows[1]["profile"]["movement"] == 6
    assert ["companion", {"by": "m1", "item": "wardog"}] in rows[1]["skills"]
    plays(band(CAPTAIN, "sword", "wardog"))


def test_ulli_and_marquand_fight_as_two_who_stay_together() -> None:
    """One line of the roster, two models with their own profiles, weapons and skills."""
    state = band("ulli_and_marquand", "double_handed_weapon", "light_armour", kind=PERSONA)
    ulli, marquand = fighters_of(state, book())
    assert (marquand["name"], marquand["role"], marquand["roster_id"]) == ("Marquand Volker", "dramatis_persona", "")
    assert (marquand["profile"]["weapon_skill"], ulli["profile"]["weapon_skill"]) == (5, 4)
    assert [weapon["code"] for weapon in marquand["weapons"]] == ["sword", "throwing_knives"]
    assert (marquand["armour"], ulli["armour"]) == (6, 6)
    for row in (ulli, marquand):
        assert ["stays_near", {"distance": 4}] in row["skills"]
    plays(state)


def horned_rat(ruleset: str = "mordheim", seed: int = 3) -> Any:
    state = band("skaven_eshin_sorcerer", "sword", warband="skaven", spells=["children_of_the_horned_rat"])
    sides = [
        {"name": "Rats", "fighters": fighters_of(state, book())},
        {"name": "Men", "fighters": fighters_of(band(CAPTAIN, "sword"), book())},
    ]
    data = {"ruleset": ruleset, "sides": sides, "table": {"width": 2400, "length": 2400}}
    return begin({**data, "scenario": {"code": "skirmish", "max_turns": 2}}, seed)


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("seed", range(4))
def test_the_children_of_the_horned_rat_are_summoned_before_the_battle(ruleset: str, seed: int) -> None:
    battle = horned_rat(ruleset, seed)
    assert sum(fighter.side == "a" for fighter in battle.game.fighters.values()) == 4
    assert battle.state.sides["a"].started == 1
    while not battle.state.turn_number:
        side = battle.awaiting()[0]
        battle.play(side, battle.legal(side)[0])
    rolled = [event for event in battle.log if isinstance(event, Rolled) and event.purpose == "count"]
    came = [model_id for model_id in ("a2", "a3", "a4") if battle.state.models[model_id].on_table]
    assert len(came) == (rolled[0].faces[0] + 1) // 2
    for model_id in came:
        master, rat = (body_of(battle.game, battle.state, one) for one in ("a1", model_id))
        assert within(master, rat, 600)
    play_out(battle)
    facts = facts_of(battle.game, battle.state, battle.log)["a"]
    assert facts.fought == ("m1",)
    assert all(fallen.roster_id == "m1" for fallen in facts.fallen)


def test_called_beasts_count_neither_as_started_nor_as_lost() -> None:
    battle = horned_rat()
    battle.state.models["a2"] = battle.state.models["a2"]._replace(gone="out")
    assert losses(battle.game, battle.state, "a") == (0, 1)


def test_a_skill_named_like_its_effect_comes_once() -> None:
    """The effect has the distance, so the name alone is not added."""
    facts = book()
    for code, skill in facts.skills.items():
        rows = [row for row in row_of(band(skills=[code]))["skills"] if row[0] == code]
        if any(effect.code == code for effect in skill.effects):
            assert len(rows) <= 1, code
            assert [dict(effect.params) for effect in skill.effects if effect.code == code] == [row[1] for row in rows]


def test_fighting_claws_keep_all_other_weapons_out_of_the_battle() -> None:
    row = row_of(band("skaven_night_runner", "sword", "fighting_claws", "sling", "pistol", warband="skaven"))
    assert [weapon["code"] for weapon in row["weapons"]] == ["fighting_claws"]
    row = row_of(band("skaven_night_runner", "sword", "sling", warband="skaven"))
    assert [weapon["code"] for weapon in row["weapons"]] == ["sword", "sling"]


def test_attacks_of_the_body_are_kept_with_fighting_claws() -> None:
    state = band("skaven_night_runner", "sword", "fighting_claws", warband="skaven")
    member = state.members["m1"]
    state.members["m1"] = replace(member, skills=("body_slam",))
    codes = [weapon["code"] for weapon in row_of(state)["weapons"]]
    assert codes[0] == "fighting_claws"
    assert "sword" not in codes
    assert len(codes) == 2


def test_a_helmet_is_distinguished_from_a_thick_skull() -> None:
    """A ruleset without helmets ignores worn helmets, and the battle log shows the reason of other effects
    (ARM-HELMET-01)."""
    row = row_of(band(CAPTAIN, "helmet", skills=["thick_skull"]))
    assert [about for code, about in row["skills"] if code == "avoid_stun"] == [
        {"needs": 3, "with_helmet": 2, "name": "Thick Skull"},
        {"needs": 4, "worn": True},
    ]
