"""The warriors who explore after a battle, and their characteristic tests. Rules: AF-EXPL-01, AF-EXPL-06, AF-RARE-01"""

from __future__ import annotations

from battles.aftermath.context import AftermathContext
from battles.engine.aftermath.tables import Effect
from catalogue.packs.book import Book
from warbands.core.state import HERO, Member, WarbandState
from warbands.rules.member_facts import characteristics_of, effects_of

CARRIED = frozenset({
    "breaks_when_out", "exploration_dice", "exploration_pick", "exploration_reroll", "exploration_shift", "price_cut",
    "rare_item_bonus", "side_effect",
})  # fmt: skip
"""Effects of skills and equipment that the aftermath implements."""


def searchers(context: AftermathContext, state: WarbandState | None = None) -> list[Member]:
    """Heroes who fought, did not go out of action and are still on the roster. Passing the `state` saves queries. If a
    house rule lets warriors who went out of action explore, only those who must rest are left out. Rules: AF-EXPL-01,
    AF-HOUSE-01"""
    fallen = context.facts.out_of_action
    fought = set(context.facts.fought)
    if not context.house.fallen_heroes_search:
        fought -= fallen
    return [
        hero
        for hero in (state or context.state()).active(HERO)
        if hero.key in fought and not (hero.key in fallen and hero.misses_battles)
    ]


def list_tags(state: WarbandState, book: Book) -> frozenset[str]:
    """Tags of the warband's list, and of the list that it counts as at locations and for captives. Rule: AF-EXPL-11"""
    tags = set(book.warband_tags(state.warband_type_code))
    rules = [book.rules[code] for code in book.warband_types[state.warband_type_code].rules]
    for effect in (effect for rule in rules for effect in rule.effects):
        if effect.code == "counts_as_list":
            tags |= book.warband_tags(str(effect.get("warband_type")))
    return frozenset(tags)


def added_to_search(state: WarbandState, standing: set[str], book: Book, code: str) -> int:
    """What the list and each warrior who is not out of action add to an exploration. Rule: AF-EXPL-02"""
    rules = book.warband_types[state.warband_type_code].rules
    found = [effect for rule in rules for effect in book.rules[rule].effects]
    for member in state.active():
        if member.key in standing:
            found += [effect for effect, _source in effects_of(member, book)]
    return sum(int(effect.get("amount", 0)) for effect in found if effect.code == code)


def passes_test(context: AftermathContext, check: Effect, member: Member) -> bool:
    """Whether this warrior passes a characteristic test: 2D6 for Leadership, else a D6 where 6 always fails. Rule:
    AF-EXPL-06"""
    name = str(check[1].get("characteristic", "leadership"))
    value = int(getattr(characteristics_of(member, context.book), name))
    if name == "leadership":
        return context.roller.roll("2D6", "leadership", member.name) <= value
    face = context.roller.d6(name, member.name)
    return face <= value and face < 6
