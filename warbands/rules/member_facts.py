"""What the Book says about one member: tags, active effects, current characteristics."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from battles.engine.profile import CHARACTERISTICS
from catalogue.facts import effects_with
from catalogue.packs.book import Book, Characteristics, EffectData, EquipmentEntry, Item, WarriorType
from warbands.core.injury_sources import injury_source
from warbands.core.state import Member, WarbandState

ABBREVIATIONS: Final = dict(zip(CHARACTERISTICS, ("M", "WS", "BS", "S", "T", "W", "I", "A", "Ld"), strict=True))
COMMON_MAGIC: Final = "lesser_magic"
LASTING: Final = ("characteristic_bonus", "characteristic_change")
HATREDS: Final = ("hatred", "hatred_of")


@dataclass(frozen=True, slots=True)
class Changed:
    """One reason why a characteristic differs from the printed value: the points, and the name of the source."""

    characteristic: str
    amount: int
    because: str


def entry_of(member: Member, book: Book) -> WarriorType:
    """The printed warrior type of a member."""
    return book.warrior_types[member.warrior_type_code]


def tags_of(state: WarbandState, member: Member, book: Book) -> frozenset[str]:
    """All tags of this member."""
    entry = entry_of(member, book)
    tags = book.tags_of(entry.code, state.warband_type_code)
    kind = {"henchman_group": "henchman"}.get(member.kind, member.kind)
    extra = {kind, *(("leader",) if member.is_leader else ()), *(("spellcaster",) if member.spells else ())}
    return (tags - {"hero", "henchman"}) | extra


def hates_of(effects: Iterable[EffectData]) -> set[str]:
    """Tags of those whom the bearer of these effects hates; "*" for all. Rule: PSY-HATE-01"""
    hated: set[str] = set()
    for effect in effects:
        if effect.code in HATREDS:
            enemies = effect.get("enemies")
            hated.update(str(tag) for tag in (enemies if isinstance(enemies, list) else ["*"]))
    return hated


def effects_of(member: Member, book: Book) -> Iterable[tuple[EffectData, str]]:
    """Every lasting effect on a member with the name of its source: special rules, skills, mutations, injuries."""
    own = book.own_effects(member.warrior_type_code)
    entry = entry_of(member, book)
    if not (entry.skills or member.skills or member.mutations or member.injuries):
        return own
    gained = tuple(_gained_effects(member, entry, book))
    lost = {book.rules[str(effect.get("rule"))].name for effect, _name in gained if effect.code == "loses_rule"}
    return (*(pair for pair in own if pair[1] not in lost), *gained)


def _gained_effects(member: Member, entry: WarriorType, book: Book) -> Iterator[tuple[EffectData, str]]:
    for code in dict.fromkeys((*entry.skills, *member.skills)):
        skill = book.skills[code]
        yield from ((effect, skill.name) for effect in skill.effects)
    for code in member.mutations:
        mutation = book.mutations[code]
        yield from ((effect, mutation.name) for effect in mutation.effects)
    for injury in member.injuries:
        fact = injury_source(injury["code"], book)
        name = fact.name if fact is not None else injury["code"]
        yield from ((effect, name) for effect in injury_effects(injury))


def injury_effects(injury: dict[str, Any]) -> Iterable[EffectData]:
    """The lasting effects of an injury, as recorded when it happened."""
    return (EffectData(code=effect["code"], params=effect.get("params", {})) for effect in injury.get("effects", ()))


def own_effects_with(member: Member, book: Book, code: str) -> Iterator[EffectData]:
    """The effects on a member with this code, from all sources."""
    return effects_with((effect for effect, _source in effects_of(member, book)), code)


def has_effect(member: Member, book: Book, code: str) -> bool:
    """Whether the member has an effect with this code from any source."""
    return any(True for _effect in own_effects_with(member, book, code))


def total(member: Member, book: Book, code: str, name: str = "amount") -> int:
    """The sum of the parameter `name` over all effects with this code."""
    return sum(int(effect.get(name, 0)) for effect in own_effects_with(member, book, code))


def owned_terms(state: WarbandState, member: Member, book: Book, name: str) -> int:
    """The sum of what a hired sword's animals add to the upkeep (`name` "upkeep", in gold crowns) or to the rating
    ("rating"). Rules: RO-HIRE-05, RO-RATING-01"""
    held = state.held_by(member.key)
    return sum(
        int(effect.get(name)) * line.count
        for effect in own_effects_with(member, book, "terms_for_each")
        for line in held
        if line.item_code == effect.get("item")
    )


def is_conditional(effect: EffectData) -> bool:
    """Whether a bonus applies only sometimes: in some turns or places, when declared, or after a die roll."""
    return any(effect.get(name) for name in ("turn", "place", "declared", "dice"))


def changes_of(member: Member, book: Book) -> list[Changed]:
    """Why the characteristics differ from the printed ones, increases first."""
    found = [
        Changed(name, amount, "advance")
        for name, amount in member.increases.items()
        if amount and name in CHARACTERISTICS
    ]
    for effect, source in effects_of(member, book):
        if effect.code in LASTING and effect.get("characteristic") in CHARACTERISTICS and not is_conditional(effect):
            found.append(Changed(str(effect.get("characteristic")), int(effect.get("amount", 0)), source))
    return found


def characteristics_of(member: Member, book: Book) -> Characteristics:
    """The nine current characteristics, never below 0 (Wounds and Leadership never below 1)."""
    printed = entry_of(member, book).characteristics
    values = {name: getattr(printed, name) for name in CHARACTERISTICS}
    for change in changes_of(member, book):
        values[change.characteristic] += change.amount
    lowest = {"wounds": 1, "leadership": 1}
    return replace(printed, **{name: max(lowest.get(name, 0), value) for name, value in values.items()})


def own_lines(member: Member, book: Book) -> Mapping[str, EquipmentEntry]:
    """The equipment list lines available to a warrior: those of the warrior type, those from skills, and those of the
    previous leader if they succeeded one. Rules: RO-LIST-01, RO-LEADER-03"""
    own = book.entries_for(member.warrior_type_code)
    if (first := predecessor_of(member, book)) is not None:
        own = {**book.entries_for(first), **own}
    for effect in own_effects_with(member, book, "may_use_list"):
        own = {**book.entries_for(str(effect.get("warrior_type"))), **own}
    return own


def open_beside_lists(state: WarbandState, member: Member, item: Item, book: Book) -> bool:
    """Whether a warrior may have an item although none of their lists contains it. Rule: RO-LIST-03"""
    if member.is_hireling:
        return False
    for effect in effects_with(item.effects, "open_beside_lists"):
        listed = own_lines(member, book).keys() & set(map(str, effect.get("listed", ())))
        if listed or tags_of(state, member, book) & set(map(str, effect.get("who", ()))):
            return True
    return False


def own_metals(member: Member, book: Book) -> Mapping[str, EquipmentEntry]:
    """The materials on the equipment lists that a warrior may use. Rules: RO-BUY-01, RO-LEADER-03"""
    own = book.materials_for(member.warrior_type_code)
    first = predecessor_of(member, book)
    return own if first is None else {**book.materials_for(first), **own}


def predecessor_of(member: Member, book: Book) -> str | None:
    """The warrior type of the leader whom this leader succeeded; None for other members. Rule: RO-LEADER-03"""
    entry = entry_of(member, book)
    if not member.is_leader or entry.is_leader or entry.warband_type is None:
        return None
    return book.leader_of(entry.warband_type).code


def lists_open(member: Member, book: Book) -> tuple[str, ...]:
    """Codes of the skill lists the member may choose from: those of the warrior type, those gained later, and those
    from skills."""
    opened = (
        str(effect.get("skill_list"))
        for effect in own_effects_with(member, book, "opens_skill_list")
        if effect.get("to") == "self"
    )
    return tuple(dict.fromkeys((*entry_of(member, book).skill_lists, *member.skill_lists, *opened)))


def own_spell_list(member: Member, book: Book) -> str | None:
    """The spell list of a wizard: that of the warrior type, or of a mark; None if there is none. Rule: RO-SPELL-01"""
    marked = [str(effect.get("spell_list")) for effect in own_effects_with(member, book, "casts_from")]
    return marked[-1] if marked else entry_of(member, book).spell_list


def spell_lists_of(member: Member, book: Book) -> tuple[str, ...]:
    """Spell lists from which a member may know spells: that of the warrior type, the common one, and those from a
    skill, a book or the death of a leader. Rule: RO-SPELL-01"""
    opened = [str(effect.get("spell_list")) for effect in own_effects_with(member, book, "may_learn_spells")]
    if has_effect(member, book, "never_casts"):
        return ()
    own = own_spell_list(member, book)
    return tuple(dict.fromkeys([*([own] if own is not None else []), *opened, COMMON_MAGIC]))


def rules_of_entry(entry: WarriorType, book: Book) -> Iterator[EffectData]:
    """The effects of the special rules of a warrior type."""
    return (effect for code in entry.rules for effect in book.rules[code].effects)


def rules_of_list(state: WarbandState, book: Book) -> Iterator[EffectData]:
    """The effects of the special rules of the warband's list."""
    listed = book.warband_types[state.warband_type_code]
    return (effect for code in listed.rules for effect in book.rules[code].effects)


def advances_due(member: Member, book: Book) -> int:
    """Number of advances earned and not yet taken; slow learners need a multiple of the experience. Rule: RO-ADV-01"""
    if not gains_experience(member, book):
        return 0
    heroic = member.kind == "hero"
    lines = book.tables.hero_advances_at if heroic else book.tables.henchman_advances_at
    times = max(1, total(member, book, "advances_slowly", "times"))
    crossed = sum(1 for line in lines if member.experience_at_start < line * times <= member.experience)
    return max(0, crossed - member.advances_taken)


def gains_experience(member: Member, book: Book) -> bool:
    """Whether the member can earn experience. Rule: RO-EXP-02"""
    return entry_of(member, book).gains_experience and not has_effect(member, book, "no_experience")


def carries_equipment(member: Member, book: Book) -> bool:
    """Whether the member can carry items at all. Rule: RO-KIT-NONE-01"""
    return entry_of(member, book).carries_equipment and not has_effect(member, book, "no_equipment")
