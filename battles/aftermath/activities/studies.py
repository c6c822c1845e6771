"""Tomes of magic: which warriors can learn a spell from one, and what a new leader can learn of the dead leader's
magic. A tome can be read once: its spell is learned and the tome becomes worthless. Rules: AF-TOME-01, AF-HEIR-01"""

from __future__ import annotations

from dataclasses import replace

from battles.aftermath.context import AftermathContext, open_lines
from battles.aftermath.stored.activity_lines import HeirsMagicLine, StudyLine
from battles.aftermath.stored.options import LineOption
from battles.models import AftermathLine
from catalogue.packs.book import Book, EffectData, Item, Spell
from warbands.core.state import HERO, STASH, KitLine, Member, WarbandState
from warbands.roster import advances, lasting_effects
from warbands.rules.member_facts import effects_of, entry_of, rules_of_list, spell_lists_of, tags_of
from warbands.trading import stash

STAGE = "market"
BOOK, HEIR = StudyLine.kind, HeirsMagicLine.kind


def offer_books(context: AftermathContext) -> None:
    """Write a line for each tome of the warband that a warrior can read now. Rule: AF-TOME-01"""
    state = context.state()
    books = {StudyLine.read(line).kit for line in open_lines(context.row) if line.kind == BOOK}
    for line in state.ordered_kit():
        item = context.book.items[line.item_code]
        holder = state.members.get(line.holder)
        if line.key in books or (line.holder != STASH and (holder is None or not holder.is_active)):
            continue
        options = _readers(state, item, context.book)
        if options:
            context.line(STAGE, StudyLine(item=item.code, kit=line.key), options=[*options, {"key": "later"}])


def _readers(state: WarbandState, item: Item, book: Book) -> list[LineOption]:
    about = next((effect for effect in item.effects if effect.code == "learn_spell"), None)
    if about is None:
        return []
    found: list[LineOption] = []
    for hero in state.active(HERO):
        if not item.who.allows(tags_of(state, hero, book)):
            continue
        for code in _lists_for(hero, item, about, book):
            if unknown_of(hero, code, book):
                named = book.spell_lists[code].name
                found.append({"key": f"read:{hero.key}:{code}", "label": f"{hero.name}: {named}"})
    return found


def _lists_for(hero: Member, item: Item, about: EffectData, book: Book) -> list[str]:
    """The spell lists from which this hero may learn with this tome: for a wizard their own list and that of the tome,
    for other readers that of the tome."""
    taught, own = str(about.get("spell_list")), entry_of(hero, book).spell_list
    learned = [effect for effect, _source in effects_of(hero, book) if effect.code == "may_learn_spells"]
    if own is not None:
        return list(dict.fromkeys([own, taught] if about.get("or_own_list") else [taught]))
    if any(effect.get("needs_item") == item.code for effect in learned) or (learned and about.get("with_lore")):
        return [taught]
    return []


def unknown_of(member: Member, spell_list: str, book: Book) -> list[Spell]:
    """Spells of a list that the warrior does not know yet."""
    return [spell for spell in book.spells_of(spell_list) if spell.code not in member.spells]


def settle_book(context: AftermathContext, line: AftermathLine, key: str) -> None:
    """Let the hero read the tome and learn a random spell, or leave it for later. Rule: AF-TOME-01"""
    study = StudyLine.read(line)
    held = context.state().kit.get(study.kit)
    if key == "later" or held is None:
        context.answered(line, key)
        return
    _read, hero, spell_list = key.split(":")
    member = context.state().members[hero]
    spell = rolled_spell(context, member, spell_list)
    if spell.spell_list not in spell_lists_of(member, context.book):
        _open_list(context, member, held, spell_list)
    by = context.by(f"study:{line.number}")
    advances.learn(warband_id=context.row.warband_id, warrior=hero, spell=spell.code, by=by, because=held.item_code)
    stash.lose(warband_id=context.row.warband_id, kit=held.key, by=context.by(f"book:{line.number}"), because="studied")
    context.answered(line, key, replace(study, reader=member.name, spell=spell.name))


def _open_list(context: AftermathContext, member: Member, held: KitLine, spell_list: str) -> None:
    named = context.book.spell_lists[spell_list].name
    lasting_effects.add_effects(
        warband_id=context.row.warband_id,
        warrior=member.key,
        source=held.item_code,
        effects=[EffectData(code="may_learn_spells", params={"spell_list": spell_list})],
        detail=named,
        by=context.by(f"lore:{member.key}:{spell_list}"),
    )


def rolled_spell(context: AftermathContext, member: Member, spell_list: str) -> Spell:
    """A random spell of a list, rolled again if the warrior already knows it. Rule: AF-ADV-05"""
    unknown = unknown_of(member, spell_list, context.book)
    for _throw in range(60):
        face = context.roller.d6("spell", member.name)
        for spell in unknown:
            if spell.roll == face:
                return spell
    return unknown[0]


# -- the dead leader's magic ------------------------------------------------------------------------------------------


def successor_spell_list(context: AftermathContext, member: Member) -> str:
    """The spell list from which a new leader may learn instead of the first advance; "" if there is none. Rule:
    AF-HEIR-01"""
    state, book = context.state(), context.book
    first = book.leader_of(state.warband_type_code)
    if not member.is_leader or member.kind != HERO or member.warrior_type_code == first.code or not first.spell_list:
        return ""
    if not any(effect.code == "successor_may_learn_magic" for effect in rules_of_list(state, book)):
        return ""
    if any(context.book.spells[code].spell_list == first.spell_list for code in member.spells):
        return ""
    heir_lines = AftermathLine.objects.filter(
        aftermath__warband_id=context.row.warband_id, kind=HEIR, subject=member.key
    )
    return "" if heir_lines.exclude(answer="").exists() else first.spell_list


def ask_successor(context: AftermathContext, member: Member, spell_list: str) -> None:
    """Ask the player to choose between one of the spells and a normal advance."""
    spells = context.book.spells_of(spell_list)
    options: list[LineOption] = [{"key": f"magic:{spell.code}", "label": spell.name} for spell in spells]
    options.append({"key": "roll"})
    context.line("advances", HeirsMagicLine(list=spell_list), subject=member.key, name=member.name, options=options)


def settle_successor(context: AftermathContext, line: AftermathLine, key: str) -> None:
    """Learn the chosen spell, or leave the advance to be rolled together with the others that are due."""
    kind, _colon, code = key.partition(":")
    if kind == "magic":
        warband_id, warrior = context.row.warband_id, line.subject
        spell = context.book.spells[code]
        lasting_effects.add_effects(
            warband_id=warband_id,
            warrior=warrior,
            source="magic_passes_on",
            effects=[EffectData(code="may_learn_spells", params={"spell_list": spell.spell_list})],
            detail=context.book.spell_lists[spell.spell_list].name,
            by=context.by(f"heir:{line.number}"),
        )
        advances.take_advance(
            warband_id=warband_id, warrior=warrior, by=context.by(f"advance:{line.number}"), spell=code
        )
        context.answered(line, key, replace(HeirsMagicLine.read(line), spell=spell.name))
        return
    context.answered(line, key)
