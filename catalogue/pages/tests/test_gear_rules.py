"""What the site says about equipment under each ruleset agrees with what the engine does."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from battles.core.bridge.weapons import weapon_of
from battles.engine.rulesets.compile import rules_for
from battles.engine.rulesets.keys import CODES, Rules
from battles.engine.steps.combat.parrying import means_of_parry
from battles.engine.steps.harm.saves import basic_save
from battles.engine.tests.builder import Arena
from catalogue.packs.book import Item
from catalogue.packs.installed import book
from catalogue.packs.kinds import page_of
from catalogue.pages.gear_rules import GEAR_RULES, gear_note, gear_sentences
from catalogue.rules.rulesets import RULESETS

CANNOT = "Cannot parry."
PLAIN = {"code": "club", "name": "club", "kind": "melee", "chart": "bludgeoning", "hands": 1}


def carrying(ruleset: str, *codes: str, **more: Any) -> Arena:
    """Two fighters in combat under a ruleset; "b1" has these items."""
    items = [book().items[code] for code in codes]
    arms = [weapon for item in items if (weapon := weapon_of(item)) is not None and item.slot == "close_combat"]
    slots = {item.slot for item in items}
    arena = Arena(ruleset)
    arena.add("a", at=(10, 10), weapons=[PLAIN])
    worn = {slot: True for slot in ("helmet", "shield", "buckler") if slot in slots}
    arena.add("b", at=(11, 10), weapons=arms or [PLAIN], **worn, **more)
    arena.engage("a1", "b1")
    return arena


def parrying_items() -> list[str]:
    found = ("parry", "parry_on")
    return [code for code, item in book().items.items() if any(effect.code in found for effect in item.effects)]


@pytest.mark.parametrize("ruleset", CODES)
@pytest.mark.parametrize("code", parrying_items())
def test_weapons_and_bucklers_parry_where_the_engine_allows_it(ruleset: str, code: str) -> None:
    arena = carrying(ruleset, code)
    may = means_of_parry(arena.game(), arena.position(), "b1") is not None
    assert (CANNOT in gear_sentences(book().items[code], ruleset)) is not may
    assert may is (ruleset in ("core", "mordheim"))


@pytest.mark.parametrize("ruleset", CODES)
def test_two_swords_re_roll_a_parry_where_the_engine_does(ruleset: str) -> None:
    arena = carrying(ruleset, "sword", "sword")
    means = means_of_parry(arena.game(), arena.position(), "b1")
    is_shown = any("two parrying weapons" in sentence for sentence in gear_sentences(book().items["sword"], ruleset))
    assert is_shown is (means is not None and means.may_reroll)
    arena = carrying(ruleset, "sword", "buckler")
    means = means_of_parry(arena.game(), arena.position(), "b1")
    is_shown = any("Re-rolls" in sentence for sentence in gear_sentences(book().items["buckler"], ruleset))
    assert is_shown is (means is not None and means.may_reroll)


@pytest.mark.parametrize("ruleset", ["core", "mordheim"])
def test_a_knocked_down_warrior_is_said_to_parry_where_the_engine_lets_it(ruleset: str) -> None:
    arena = carrying(ruleset, "sword", posture="knocked_down")
    may = means_of_parry(arena.game(), arena.position(), "b1") is not None
    word = "can still" if may else "cannot"
    assert f"A knocked-down warrior {word} parry." in gear_sentences(book().items["sword"], ruleset)


@pytest.mark.parametrize("ruleset", CODES)
def test_a_helmet_is_said_to_help_where_the_engine_rolls_for_it(ruleset: str) -> None:
    sentences = gear_sentences(book().items["helmet"], ruleset)
    helps = rules_for(ruleset).helmets
    arena = carrying(ruleset, "helmet")
    arena.blows("a1", "b1", dice="hit 5, wound 5, injury 3" + (", helmet 4" if helps else ""))
    assert arena.posture("b1") == ("knocked_down" if helps else "stunned")
    assert sentences == (
        ("A stunned result becomes knocked down on a D6 of 4 or more.",)
        if helps
        else ("Does not help against a stunned result.",)
    )


@pytest.mark.parametrize("ruleset", CODES)
def test_a_shield_improves_the_save_in_every_ruleset(ruleset: str) -> None:
    arena = carrying(ruleset, "shield")
    assert basic_save(arena.game(), arena.position(), "b1") == 6
    assert gear_sentences(book().items["shield"], ruleset) == (
        "Improves the armour save by 1; in combat only while it is in hand.",
    )


def test_every_rule_names_switches_and_values_that_the_engine_has() -> None:
    for rule in GEAR_RULES:
        assert rule.switch in ("", *Rules.__dataclass_fields__)
        values = {getattr(rules_for(code), rule.switch) if rule.switch else None for code in CODES}
        assert set(rule.sentences) & values, rule.switch
        assert set(rule.only_if) <= set(Rules.__dataclass_fields__)


def test_a_note_names_the_ruleset_and_is_empty_outside_leagues() -> None:
    sword: Item = book().items["sword"]
    assert gear_note(sword, "gazette") == "Gazette: Cannot parry."
    assert gear_note(sword, "") == ""
    assert gear_note(book().items["lantern"], "gazette") == ""
    assert set(RULESETS) == set(CODES)


def test_the_page_of_an_item_shows_the_four_rulesets_side_by_side(client: Client) -> None:
    body = client.get(page_of("items", "sword")).content.decode()
    section = body[body.index('id="rulesets"') :]
    for name in (ruleset.name for ruleset in RULESETS.values()):
        assert f'<th scope="col">{name}</th>' in section
    assert section.count(CANNOT) == 2
    assert 'id="rulesets"' not in client.get(page_of("items", "lantern")).content.decode()
