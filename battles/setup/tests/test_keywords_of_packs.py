"""Keywords of the keyword chapter: packs can use each of them, and the warrior types named in the sources have them."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from battles.core.bridge.fighters import fighter_of, fighters_of
from battles.engine.game import Game, opening
from battles.engine.setup import game_from_data
from battles.engine.state import BattleState
from battles.engine.steps.combat.impact_and_stomps import stompers
from battles.engine.steps.combat.strike_order import HAS_IMPACT
from battles.engine.steps.combat.strikers import attack_plan
from battles.engine.steps.combat.striking import blow
from battles.engine.steps.harm.attacks import Attack
from battles.engine.steps.harm.saves import NO_SAVE, saves_against
from battles.engine.steps.harm.wounding import prepare
from battles.engine.steps.models.characteristics import characteristic, keywords_of
from battles.engine.steps.shooting.breath import breath_of
from battles.engine.steps.turn.muster import CHAPTER_KEYWORDS
from battles.engine.tests.builder import RULESETS, Arena
from battles.engine.tests.setups import begin, play_out
from catalogue.custom_packs.reader import read_custom_pack
from catalogue.packs.book import Book, EffectData
from catalogue.packs.installed import book
from warbands.core.state import GROUP, HERO, HIRED, PERSONA, KitLine, Member, WarbandState
from warbands.core.tests.factories import empty_draft

USABLE: dict[str, list[dict[str, Any]]] = {
    "terror": [{"code": "cause_terror"}], "stubborn": [{"code": "stubborn"}], "unbreakable": [{"code": "unbreakable"}],
    "ethereal": [{"code": "ethereal"}], "flammable": [{"code": "flammable"}],
    "flaming_attacks": [{"code": "flaming_attacks"}], "killing_blow": [{"code": "killing_blow"}],
    "heroic_killing_blow": [{"code": "heroic_killing_blow"}], "poisoned_attacks": [{"code": "poisoned_attacks"}],
    "impact_hits": [{"code": "impact_hits", "dice": "D6", "plus": 1}],
    "breath_attack": [{"code": "breath_attack", "strength": 4, "flaming": True}],
    "ward": [{"code": "ward", "needs": 4}],
    "regeneration": [{"code": "regeneration", "needs": 5}],
    "magic_resistance": [{"code": "magic_resistance", "amount": 2}], "stomp": [{"code": "size", "size": "large"}],
    "thunderstomp": [{"code": "size", "size": "gigantic"}], "no_stomp": [{"code": "size", "size": "medium"}],
}  # fmt: skip
"""Keyword of the engine -> effects with which a pack adds it."""
BEARERS = {
    "unbreakable": [
        "undead_zombie", "restless_dead_zombie", "dwarf_troll_slayer", "dwarf_treasure_hunters_dwarf_troll_slayer",
        "dwarf_rangers_troll_slayer", "pit_fighters_dwarf_troll_slayer", "dwarf_slayer_pirate",
        "marauders_of_chaos_spawn_of_chaos", "marauders_hung_spawn_of_chaos", "marauders_kurgan_spawn_of_chaos",
        "marauders_norse_spawn_of_chaos",
    ],
    "ethereal": ["khar_mel"],
    "flammable": ["restless_dead_scarecrow"],
}  # fmt: skip
"""Keyword -> warrior types that have it according to the keyword chapter or their own printed rule."""


def own_book(*effects: dict[str, Any]) -> Book:
    """The site's Book with a skill that gives these effects."""
    facts = book()
    rows = tuple(EffectData(code=row["code"], params={k: v for k, v in row.items() if k != "code"}) for row in effects)
    gifted = replace(facts.skills["leap"], code="gifted", effects=rows)
    return replace(facts, skills=MappingProxyType({**facts.skills, "gifted": gifted}))


def one(entry: str, facts: Book | None = None, *skills: str) -> dict[str, Any]:
    """Fighter data of one warrior of this type."""
    facts = facts or book()
    about = facts.warrior_types[entry]
    kind = {"hero": HERO, "henchman": GROUP, "hired_sword": HIRED, "dramatis_persona": PERSONA}[about.kind]
    state = empty_draft(about.warband_type or "reiklanders")
    state.members["m1"] = Member("m1", kind, entry, "Marta", skills=list(skills))
    return fighter_of(state, state.members["m1"], facts, name="Marta")


def duel(row: dict[str, Any], ruleset: str = "core", weapons: list[dict[str, Any]] | None = None) -> Game:
    """The fighter a1 against a basic b1."""
    sides = [
        {"name": "X", "fighters": [row if weapons is None else {**row, "weapons": weapons}]},
        {"name": "Y", "fighters": [{"name": "b", "role": "hero"}]},
    ]
    table = {"width": 2400, "length": 2400}
    return game_from_data({"ruleset": ruleset, "sides": sides, "table": table, "scenario": {"code": "skirmish"}})


def bears(game: Game, keyword: str) -> bool:
    """Whether a1 behaves in this game as a model with the keyword should."""
    state = opening(game)
    if keyword in ("stomp", "thunderstomp", "no_stomp"):
        return _stomps(game, state) == (keyword != "no_stomp")
    if keyword == "impact_hits":
        return bool(game.rules.keywords and HAS_IMPACT.of(game.fighters["a1"]))
    if keyword == "breath_attack":
        breath = breath_of(game, "a1")
        return breath is not None and breath.strength == 4
    if keyword in ("ward", "regeneration", "magic_resistance"):
        saves = saves_against(game, state, blow(game, state, "b1", "a1", attack_plan(game, state, "b1")[0]))
        found = {"ward": saves.ward, "regeneration": saves.regeneration, "magic_resistance": saves.magic_resistance}
        return found[keyword] == {"ward": 4, "regeneration": 5, "magic_resistance": 2}[keyword]
    if keyword in ("killing_blow", "heroic_killing_blow", "poisoned_attacks"):
        struck = blow(game, state, "a1", "b1", attack_plan(game, state, "a1")[0])
        return keyword == (struck.killing_blow if "blow" in keyword else struck.poison and "poisoned_attacks")
    return keyword in keywords_of(game, state, "a1")


def _stomps(game: Game, state: BattleState) -> bool:
    for model_id, other in (("a1", "b1"), ("b1", "a1")):
        state.models[model_id] = state.models[model_id]._replace(gone="", engaged=(other,))
    return "a1" in stompers(game, state)


def test_every_keyword_of_the_chapter_can_be_written() -> None:
    assert set(USABLE) == CHAPTER_KEYWORDS


def test_keywords_without_an_entry_are_listed_with_their_reason() -> None:
    """The list in docs/reference/packs.md names exactly the effects that no fact of the packs has."""
    page = (Path(__file__).resolve().parents[3] / "docs" / "reference" / "packs.md").read_text(encoding="utf-8")
    rows = page.partition("## Keywords that no entry has")[2].partition("\n## ")[0]
    listed = dict(re.findall(r"^\| `(\w+)` \| (.+) \|$", rows, re.M))
    facts = book()
    groups = (facts.rules, facts.skills, facts.items, facts.mutations, facts.spells)
    given = {effect.code for group in groups for fact in group.values() for effect in fact.effects}
    codes = {row["code"] for effects in USABLE.values() for row in effects} - {"size"}
    assert set(listed) == codes - given
    assert all(reason.endswith(".") for reason in listed.values())


@pytest.mark.parametrize("keyword", sorted(USABLE))
def test_a_pack_gives_the_keyword_where_the_chapter_is_in_force(keyword: str) -> None:
    """Rule: PSY-KEYS-01"""
    row = one("reiklanders_champion", own_book(*USABLE[keyword]), "gifted")
    assert bears(duel(row), keyword)
    for older in ("skirmish", "gazette", "mordheim"):
        game = duel(row, older)  # nothing is refused there
        if keyword not in ("killing_blow", "poisoned_attacks", "no_stomp"):
            assert not bears(game, keyword), older


@pytest.mark.parametrize("keyword", sorted(USABLE))
def test_custom_packs_may_use_every_keyword(keyword: str) -> None:
    written = ", ".join(f"{name}: {str(value).lower() if value is True else value}"
                        for row in USABLE[keyword] for name, value in row.items())  # fmt: skip
    text = (
        "pack: {code: mine, name: Mine, tier: 3, publication: Own, edition: First}\n"
        f'rules:\n  - {{code: gifted_one, name: Gifted, summary: "Own words.", effects: [{{{written}}}]}}\n'
    )
    found = read_custom_pack(text)
    assert found.is_sound, found


@pytest.mark.parametrize(("keyword", "entry"), [(key, entry) for key, entries in BEARERS.items() for entry in entries])
def test_named_bearers(keyword: str, entry: str) -> None:
    """Each has the keyword under core, and the rule says why."""
    assert bears(duel(one(entry)), keyword)
    assert not bears(duel(one(entry), "mordheim"), keyword)
    facts = book()
    given = {"unbreakable": "unbreakable", "ethereal": "ethereal", "flammable": "flammable"}[keyword]
    rules = [facts.rules[code] for code in facts.warrior_types[entry].rules]
    notes = [rule.source.note for rule in rules if any(effect.code == given for effect in rule.effects)]
    assert notes
    assert all(note.startswith("core: ") for note in notes)


def test_trolls_and_rat_ogres_stomp() -> None:
    """SPEC-STOMP-01"""
    for entry in ("orc_mob_troll", "skaven_rat_ogre", "beastmen_raiders_minotaur"):
        assert bears(duel(one(entry)), "stomp")


def printed_saves() -> list[tuple[str, str]]:
    """Every rule, skill, item and mutation that gives a special save: (kind in the Book, code)."""
    facts = book()
    return [
        (kind, code)
        for kind in ("rules", "skills", "items", "mutations")
        for code, fact in getattr(facts, kind).items()
        if any(effect.code == "special_save" for effect in fact.effects)
    ]


@pytest.mark.parametrize(("kind", "code"), printed_saves())
def test_a_printed_save_and_a_ward_are_one_save_under_core(kind: str, code: str) -> None:
    """Under core only the best save is rolled; elsewhere the ward keyword does nothing (SAVE-WARD-01)."""
    effects = [{"code": row.code, **row.params} for row in getattr(book(), kind)[code].effects]
    printed = next(row for row in effects if row["code"] == "special_save")
    how = "shot" if printed.get("phase") == "shooting" else "blow"
    row = one("reiklanders_champion", own_book(*effects, {"code": "ward", "needs": 6}), "gifted")
    for ruleset in ("core", "mordheim"):
        game = duel(row, ruleset)
        saves = saves_against(game, opening(game), Attack("b1", "a1", how))
        best = min(saves.ward, saves.regeneration)
        assert (best, saves.special) == (
            (min(6, printed["needs"]), NO_SAVE) if ruleset == "core" else (NO_SAVE, printed["needs"])
        )


def test_great_horns_are_an_impact_hit_under_core_and_an_attack_elsewhere() -> None:
    """SPEC-IMPACT-01"""
    state = empty_draft("beastmen_raiders")
    state.members["m1"] = Member("m1", HERO, "beastmen_raiders_beastmen_chieftain", "Marta", skills=["horned_one"])
    row = fighter_of(state, state.members["m1"], book(), name="Marta")
    for ruleset, attacks, hits in (("core", 0, True), ("mordheim", 1, False)):
        arena = Arena(ruleset)
        arena.add("a", **{k: v for k, v in row.items() if k != "name"}, name="Marta")
        arena.add("b")
        plain = characteristic(arena.game(), arena.position(), "a1", "attacks")
        arena.engage("a1", "b1", charged=True)
        assert characteristic(arena.game(), arena.position(), "a1", "attacks") == plain + attacks
        assert bears(duel(row, ruleset), "impact_hits") == hits


def test_a_brazier_burns() -> None:
    """The attack is flaming, and wounds an ethereal enemy like any other weapon (SPEC-FLAMING-01)."""
    state = empty_draft("witch_hunters")
    state.members["m1"] = Member("m1", HERO, "witch_hunters_witch_hunter", "Marta")
    state.kit["k1"] = KitLine("k1", "m1", "brazier_iron")
    row = fighter_of(state, state.members["m1"], book(), name="Marta")
    game = duel(row)
    attack = blow(game, opening(game), "a1", "b1", game.fighters["a1"].weapons[0])
    assert attack.flaming
    haunted = game_from_data({**game.data, "sides": [game.data["sides"][0], {"name": "Y", "fighters": [
        one("khar_mel") | {"is_leader": True, "role": "hero"}]}]})  # fmt: skip
    attack = blow(haunted, opening(haunted), "a1", "b1", haunted.fighters["a1"].weapons[0])
    prepare(haunted, opening(haunted), attack)
    assert [mod.reason for mod in attack.wound_mods] == ["ethereal"]


def lists() -> dict[str, WarbandState]:
    """Warbands with many keywords, by list."""
    found = {}
    for code, entries in {
        "undead": [("undead_vampire", HERO), ("undead_zombie", GROUP), ("undead_dire_wolf", GROUP)],
        "restless_dead": [("restless_dead_liche", HERO), ("restless_dead_zombie", GROUP),
                          ("restless_dead_scarecrow", GROUP)],
        "dwarf_treasure_hunters": [("dwarf_treasure_hunters_dwarf_noble", HERO),
                                   ("dwarf_treasure_hunters_dwarf_troll_slayer", HERO), ("khar_mel", PERSONA)],
        "marauders_of_chaos": [("marauders_of_chaos_spawn_of_chaos", GROUP)],
        "beastmen_raiders": [("beastmen_raiders_beastmen_chieftain", HERO), ("beastmen_raiders_minotaur", GROUP)],
    }.items():  # fmt: skip
        state = empty_draft(code)
        for number, (entry, kind) in enumerate(entries, 1):
            skills = ["horned_one"] if entry.endswith("chieftain") else []
            state.members[f"m{number}"] = Member(
                f"m{number}", kind, entry, f"N{number}", skills=skills, is_leader=number == 1 and kind == HERO,
                headcount=2 if kind == GROUP else 1,
            )  # fmt: skip
        found[code] = state
    return found


@pytest.mark.parametrize("seed", range(6))
def test_bots_fight_battles_with_lists_that_have_these_keywords(seed: int) -> None:
    companies = list(lists().values())
    mine, theirs = companies[seed % len(companies)], companies[(seed * 2 + 1) % len(companies)]
    sides = [{"name": name, "fighters": fighters_of(state, book())} for name, state in (("X", mine), ("Y", theirs))]
    table = {"width": 2400, "length": 2400}
    for ruleset in RULESETS if seed == 0 else ("core",):
        data = {"ruleset": ruleset, "sides": sides, "table": table, "scenario": {"code": "skirmish", "max_turns": 6}}
        battle = begin(data, seed)
        play_out(battle, "tactician" if seed % 2 else "random")
        assert battle.outcome is not None
