"""Third stage: advances. Each is rolled. If it has only one option it is applied; otherwise the player chooses. A
warrior's next advance is rolled only after the previous one is finished, because that changes which characteristics can
still rise.
Rules: AF-ADV-01 to AF-ADV-05
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Final

from battles.aftermath.activities import studies
from battles.aftermath.campaign_tables import CampaignTables
from battles.aftermath.context import AftermathContext, open_lines
from battles.aftermath.stored.options import LineOption
from battles.aftermath.stored.roster_lines import AdvanceLine, AdvanceTaken, ExtraSkillLine
from battles.engine.aftermath.advances import Option, roll_advance
from battles.engine.profile import CHARACTERISTICS
from battles.models import AftermathLine
from catalogue.packs.book import Book, EffectData, Spell
from warbands.core.state import GROUP, HERO, HIRED, Member, WarbandState
from warbands.roster import advances, casualties, lasting_effects
from warbands.rules.counts import heroes_max
from warbands.rules.development import skills_open
from warbands.rules.member_facts import (
    advances_due,
    effects_of,
    entry_of,
    has_effect,
    own_spell_list,
    spell_lists_of,
    tags_of,
)

STAGE = "advances"
ROLL_AS_HEROES = (HERO, HIRED)
"""Kinds of members that roll on the hero table. Hired swords are among them: they gain experience as slowly as
henchmen, but roll as heroes. Rule: AF-ADV-01"""


def next_due(context: AftermathContext, only: str = "") -> Member | None:
    """The first warrior who has an advance to roll and no open choice; None if there is none. With `only` (a key), just
    that warrior."""
    busy = {line.subject for line in open_lines(context.row) if line.stage == STAGE}
    return next(
        (
            member
            for member in context.state().active()
            if member.key not in busy and (not only or member.key == only) and advances_due(member, context.book)
        ),
        None,
    )


def roll_one(context: AftermathContext, member: Member, *, is_free: bool = False, barred: Sequence[str] = ()) -> None:
    """Roll an advance of this warrior. Apply it, leave it to the player, or skip it if nothing is possible."""
    passed_on = "" if is_free or barred else studies.successor_spell_list(context, member)
    if passed_on:
        studies.ask_successor(context, member, passed_on)
        return
    state = context.state()
    facts = context.book
    table = context.tables.hero_advances if member.kind in ROLL_AS_HEROES else context.tables.henchman_advances
    doomed = member.kind == GROUP and has_effect(member, facts, "talent_dies") and not barred
    if not doomed and not can_be_promoted(state, member, facts):
        barred = promotion_codes(context.tables)
    result = roll_advance(
        context.roller,
        table,
        member.name,
        now=_grown(member, facts),
        maxima=_maxima(member, facts),
        rises=member.increases,
        rise_limit=context.tables.rise_limit if member.kind == GROUP else 0,
        is_wizard=bool(unknown_spells(member, facts)),
        barred=barred,
    )
    if doomed and any(option.kind == "promotion" for option in result.options):
        _talent_dies(context, member)
        return
    options = _options(context, state, member, result.options)
    line = context.line(
        STAGE,
        AdvanceLine(band=result.code, is_free=is_free, was_full=result.was_full),
        subject=member.key,
        name=member.name,
        options=options if len(options) > 1 else (),
    )
    if len(options) == 1:
        take(context, line, options[0]["key"])
    elif not options:
        if not is_free:
            advances.skip_advance(
                warband_id=context.row.warband_id, warrior=member.key, by=context.by(f"advance:{line.number}")
            )
        _took(context, line, "nothing", {"kind": "nothing"})


def _talent_dies(context: AftermathContext, member: Member) -> None:
    """The model of the group that showed talent dies, and the others roll again. Rule: AF-ADV-06"""
    line = context.line(STAGE, "talent_dies", subject=member.key, name=member.name)
    by = context.by(f"talent:{line.number}")
    casualties.kill(warband_id=context.row.warband_id, warrior=member.key, by=by, because="talent")
    left = context.state().members[member.key]
    if left.is_active:
        roll_one(context, left, barred=promotion_codes(context.tables))


def can_be_promoted(state: WarbandState, member: Member, facts: Book) -> bool:
    """Whether a model of this group may become a hero now. Rule: AF-ADV-04"""
    return (
        member.kind == GROUP
        and entry_of(member, facts).can_be_promoted
        and len(state.active(HERO)) < heroes_max(state, facts)
    )


def promotion_codes(tables: CampaignTables) -> tuple[str, ...]:
    """Rows of the henchman table that promote a henchman to hero."""
    return tuple(band.code for band in tables.henchman_advances if any(code == "promotion" for code, _ in band.effects))


def unknown_spells(member: Member, facts: Book) -> list[Spell]:
    """Spells of a wizard's list that they do not know yet."""
    listed = main_list(member, facts)
    return studies.unknown_of(member, listed, facts) if member.kind in ROLL_AS_HEROES and listed else []


def main_list(member: Member, facts: Book) -> str:
    """The list from which a wizard rolls spells: that of the warrior type, or one learned later."""
    own = own_spell_list(member, facts)
    if own is not None:
        return own if own in spell_lists_of(member, facts) else ""
    known = {facts.spells[code].spell_list for code in member.spells if code in facts.spells}
    return next((code for code in spell_lists_of(member, facts) if code in known), "")


def _grown(member: Member, facts: Book) -> dict[str, int]:
    printed = entry_of(member, facts).characteristics
    return {name: getattr(printed, name) + member.increases.get(name, 0) for name in CHARACTERISTICS}


def _maxima(member: Member, facts: Book) -> dict[str, int] | None:
    most = facts.maxima_for(entry_of(member, facts).race)
    if most is None:
        return None
    found = {name: int(getattr(most, name)) for name in CHARACTERISTICS}
    for effect, _source in effects_of(member, facts):
        if effect.code == "maximum_bonus":
            found[str(effect.get("characteristic"))] += int(effect.get("amount", 0))
    return found


def _options(
    context: AftermathContext, state: WarbandState, member: Member, found: Sequence[Option]
) -> list[LineOption]:
    return [choice for option in found for choice in OPTIONS[option.kind](state, member, context.book, option)]


def _characteristic_options(_state: WarbandState, member: Member, facts: Book, option: Option) -> list[LineOption]:
    name = option.characteristic
    before = _grown(member, facts)[name]
    most = (_maxima(member, facts) or {}).get(name)
    return [{"key": f"up:{name}", "before": before, "after": before + option.amount, "most": most}]


def _skill_options(state: WarbandState, member: Member, facts: Book, _option: Option) -> list[LineOption]:
    return [
        {"key": f"skill:{skill.code}", "label": skill.name, "group": facts.skill_lists[skill.skill_list].name}
        for skill in skills_open(state, member, facts)
    ]


def _promotion_options(state: WarbandState, member: Member, facts: Book, _option: Option) -> list[LineOption]:
    """The pairs of skill lists from which the new hero may choose."""
    lists = advances.talent_lists(state, member, facts)
    wanted = min(facts.tables.playable_skill_lists_for_talent, len(lists))
    return [
        {"key": f"promote:{'+'.join(pair)}", "lists": [facts.skill_lists[code].name for code in pair]}
        for pair in combinations(lists, wanted)
    ]


def _spell_options(member: Member, facts: Book) -> list[LineOption]:
    """The options for a spell: a random one. Scholars choose theirs, or make a known one easier. Rule: AF-ADV-05"""
    if not unknown_spells(member, facts):
        return []
    if not has_effect(member, facts, "chooses_spells"):
        return [{"key": "spell"}]
    known = [facts.spells[code] for code in member.spells if code in facts.spells]
    options: list[LineOption] = [
        {"key": f"magic:{spell.code}", "label": spell.name} for spell in unknown_spells(member, facts)
    ]
    options.extend({"key": f"easier:{spell.code}", "label": spell.name} for spell in known if spell.difficulty)
    return options


OPTIONS: Final[Mapping[str, Callable[[WarbandState, Member, Book, Option], list[LineOption]]]] = {
    "characteristic": _characteristic_options,
    "skill": _skill_options,
    "spell": lambda _state, member, facts, _option: _spell_options(member, facts),
    "promotion": _promotion_options,
}
"""Functions that list the options of the line, for each kind of rolled option."""


def take(context: AftermathContext, line: AftermathLine, key: str) -> None:
    """Carry out one option of a rolled advance. Raises the errors of the warband's services."""
    if line.kind == studies.HEIR:
        studies.settle_successor(context, line, key)
        return
    kind, _colon, what = key.partition(":")
    if line.kind == ExtraSkillLine.kind:
        by = context.by(f"advance:{line.number}")
        advances.learn(warband_id=context.row.warband_id, warrior=line.subject, skill=what, by=by)
        context.answered(line, key, ExtraSkillLine(skill=context.book.skills[what].name))
    elif kind == "promote":
        _promote(context, line, key, what.split("+") if what else [])
    else:
        _took(context, line, key, TAKE[kind](context, line, what))
        if kind == "skill":
            _one_more_skill(context, line, what)


def _raise_characteristic(context: AftermathContext, line: AftermathLine, name: str) -> AdvanceTaken:
    before = _grown(context.state().members[line.subject], context.book)[name]
    _advance(context, line, characteristic=name)
    return {"kind": "up", "characteristic": name, "before": before, "after": before + 1}


def _learn_skill(context: AftermathContext, line: AftermathLine, skill: str) -> AdvanceTaken:
    _advance(context, line, skill=skill)
    return {"kind": "skill", "name": context.book.skills[skill].name}


def _learn_spell(context: AftermathContext, line: AftermathLine, spell: str) -> AdvanceTaken:
    _advance(context, line, spell=spell)
    return {"kind": "spell", "name": context.book.spells[spell].name}


def _learn_random_spell(context: AftermathContext, line: AftermathLine, _what: str) -> AdvanceTaken:
    member = context.state().members[line.subject]
    spell = studies.rolled_spell(context, member, main_list(member, context.book))
    return _learn_spell(context, line, spell.code)


def _make_spell_easier(context: AftermathContext, line: AftermathLine, code: str) -> AdvanceTaken:
    spell = context.book.spells[code]
    warband_id = context.row.warband_id
    lasting_effects.add_effects(
        warband_id=warband_id,
        warrior=line.subject,
        source="scholar",
        effects=[EffectData(code="spell_easier", params={"spell": code})],
        detail=spell.name,
        by=context.by(f"easier:{line.number}"),
    )
    if not AdvanceLine.read(line).is_free:
        by = context.by(f"advance:{line.number}")
        advances.skip_advance(warband_id=warband_id, warrior=line.subject, by=by, detail=spell.name)
    return {"kind": "easier", "name": spell.name}


TAKE: Final[Mapping[str, Callable[[AftermathContext, AftermathLine, str], AdvanceTaken]]] = {
    "up": _raise_characteristic,
    "skill": _learn_skill,
    "magic": _learn_spell,
    "spell": _learn_random_spell,
    "easier": _make_spell_easier,
}
"""Functions that apply each kind of option to the warrior, by the first part of its key."""


def _advance(
    context: AftermathContext, line: AftermathLine, *, characteristic: str = "", skill: str = "", spell: str = ""
) -> None:
    advances.take_advance(
        warband_id=context.row.warband_id,
        warrior=line.subject,
        by=context.by(f"advance:{line.number}"),
        characteristic=characteristic,
        skill=skill,
        spell=spell,
        is_free=AdvanceLine.read(line).is_free,
    )


def _took(context: AftermathContext, line: AftermathLine, key: str, took: AdvanceTaken) -> None:
    context.answered(line, key, replace(AdvanceLine.read(line), took=took))


def _one_more_skill(context: AftermathContext, line: AftermathLine, learned: str) -> None:
    """Offer another skill for skills that give one at once, from lists of their own. Rule: AF-ADV-06"""
    facts = context.book
    member = context.state().members[line.subject]
    for effect in facts.skills[learned].effects:
        if effect.code != "new_skill_from":
            continue
        tags = tags_of(context.state(), member, facts)
        found = [skill for code in effect.get("skill_lists") for skill in facts.skills_of(str(code))]
        options: list[LineOption] = [
            {"key": f"skill:{skill.code}", "label": skill.name, "group": facts.skill_lists[skill.skill_list].name}
            for skill in found
            if skill.code not in member.skills and skill.who.allows(tags)
        ]
        context.line(STAGE, ExtraSkillLine(), subject=member.key, name=member.name, options=options)


def _promote(context: AftermathContext, line: AftermathLine, key: str, lists: list[str]) -> None:
    """Make a henchman a hero, who rolls an advance at once; the rest of the group rolls again. If the last hero slot
    was filled since the roll, the whole group rolls again. Rule: AF-ADV-04"""
    state = context.state()
    group = state.members[line.subject]
    if not can_be_promoted(state, group, context.book):
        _took(context, line, key, {"kind": "no_room"})
        roll_one(context, group, barred=promotion_codes(context.tables))
        return
    name = advances.name_of_promoted(state)
    written = advances.promote(
        warband_id=context.row.warband_id,
        warrior=line.subject,
        skill_lists=lists,
        name=name,
        by=context.by(f"advance:{line.number}"),
    )
    _took(context, line, key, {"kind": "promotion", "name": name, "group": group.name})
    now = context.state()
    roll_one(context, now.members[written.subject], is_free=True)
    left = now.members.get(line.subject)
    if left is not None and left.is_active and advances_due(left, context.book):
        roll_one(context, left, barred=promotion_codes(context.tables))
