"""Equipment rules of one member. The equipment panel and the legality check use the same functions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from django.utils.translation import gettext as _

from catalogue.packs.book import FREE_ITEM, Book, Item
from warbands.core.state import KitLine, Member, WarbandState
from warbands.rules.counts import models_of, size_max
from warbands.rules.dependencies import too_many_of_it
from warbands.rules.member_facts import (
    carries_equipment,
    effects_of,
    entry_of,
    has_effect,
    open_beside_lists,
    own_lines,
    tags_of,
    total,
)
from warbands.rules.violations import Fix, Violation

ARMOUR_SLOTS: Final = ("body_armour", "shield", "buckler", "helmet")
WEAPONS: Final = ("close_combat", "missile", "black_powder")
Identity = tuple[str, str, str]
"""Key that distinguishes violations: see Violation.identity."""


def kit_violations(state: WarbandState, member: Member, lines: Sequence[KitLine], book: Book) -> list[Violation]:
    """All violations of `lines` carried by this member."""
    if not lines and not has_effect(member, book, "must_carry"):
        return []
    if not carries_equipment(member, book):
        own = _own_items(member, book)
        return [
            _violation(
                "carries_nothing",
                "RO-KIT-NONE-01",
                member,
                line,
                book,
                _("%(name)s cannot carry equipment such as this: %(item)s."),
            )
            for line in lines
            if line.item_code not in own
        ]
    found = [violation for line in lines for violation in _line_breaches(state, member, line, book)]
    found += _slot_breaches(member, lines, book)
    return found


def _own_items(member: Member, book: Book) -> frozenset[str]:
    entry = entry_of(member, book)
    printed = (*entry.kit, *entry.innate, *(code for choice in entry.choices for code in choice))
    return frozenset(printed) | {
        str(code)
        for effect, _source in effects_of(member, book)
        if effect.code == "own_arms"
        for code in effect.get("items")
    }


def _line_breaches(state: WarbandState, member: Member, line: KitLine, book: Book) -> Iterator[Violation]:
    item = book.items[line.item_code]
    if item.code in _own_items(member, book):
        return
    if member.is_hireling:
        yield _violation(
            "own_kit_only",
            "RO-HIRE-02",
            member,
            line,
            book,
            _("%(name)s has fixed equipment and cannot take this: %(item)s."),
        )
        return
    listed = _is_open(state, member, line, item, book)
    if item.item_class == "armour" and not _wears_armour(member, book):
        yield _violation(
            "wears_no_armour",
            "RO-ARMOUR-02",
            member,
            line,
            book,
            _("%(name)s never wears armour such as this: %(item)s."),
        )
    elif _never_uses(member, item, book):
        yield _violation("never_uses", "RO-WHO-03", member, line, book, _("%(name)s never uses this: %(item)s."))
    elif item.slot == "missile" and has_effect(member, book, "no_missile_weapons"):
        yield _violation(
            "no_missiles", "RO-LIST-01", member, line, book, _("%(name)s never shoots and cannot use this: %(item)s.")
        )
    elif not listed and not item.who.allows(tags_of(state, member, book)):
        yield _violation("not_for_him", "RO-WHO-01", member, line, book, _("%(item)s: not available to %(entry)s."))
    elif not listed and item.item_class in (*WEAPONS, "armour") and not _opened_by_skill(member, item, book):
        yield _violation(
            "not_on_list",
            "RO-LIST-01",
            member,
            line,
            book,
            _("The %(item)s is not on the equipment list of %(entry)s."),
        )
    elif not listed and member.kind != "hero" and item.item_class not in WEAPONS:
        yield _violation(
            "henchman_list",
            "RO-LIST-02",
            member,
            line,
            book,
            _("%(item)s: not on the list of %(entry)s. Only heroes can carry it anyway."),
        )
    if line.material_code:
        material = book.items.get(line.material_code)
        if (
            material is None
            or material.made_into != item.slot
            or (material.made_from and item.code not in material.made_from)
            or not material.who.allows(tags_of(state, member, book))
        ):
            yield _violation(
                "material", "RO-MATERIAL-01", member, line, book, _("%(item)s: cannot be made of that metal.")
            )
    if item.hands > _hands(member, book):
        yield _violation(
            "one_hand", "RO-HANDS-01", member, line, book, _("%(name)s does not have enough hands for this: %(item)s.")
        )


def _is_open(state: WarbandState, member: Member, line: KitLine, item: Item, book: Book) -> bool:
    """Whether the warrior's lists or another rule allow them to carry an item. Rules: RO-LIST-01, RO-LIST-03"""
    if item.code == FREE_ITEM or item.code in own_lines(member, book) or open_beside_lists(state, member, item, book):
        return True
    if item.slot == "mount" and has_effect(member, book, "rides_any_mount"):
        return True
    is_arms = item.item_class in (*WEAPONS, "armour")
    return is_arms and was_found(state, line) and item.who.allows(tags_of(state, member, book))


def was_found(state: WarbandState, line: KitLine) -> bool:
    """Whether a warband got an item without paying: it was found, won or taken from a captive. Rule: RO-LIST-03"""
    return not state.is_draft and line.paid_gc == 0


def _never_uses(member: Member, item: Item, book: Book) -> bool:
    """Whether a special rule forbids the member this item or its whole class. Rule: RO-WHO-03"""
    return any(
        (effect.code == "never_uses" and item.code in effect.get("items"))
        or (effect.code == "never_uses_class" and effect.get("item_class") == item.item_class)
        for effect, _name in effects_of(member, book)
    )


def _wears_armour(member: Member, book: Book) -> bool:
    return entry_of(member, book).wears_armour and not has_effect(member, book, "no_armour")


def _opened_by_skill(member: Member, item: Item, book: Book) -> bool:
    return any(
        effect.code == "may_use_any" and effect.get("item_class") == item.item_class
        for effect, _name in effects_of(member, book)
    )


def _hands(member: Member, book: Book) -> int:
    extra = 1 if has_effect(member, book, "extra_hand") else 0
    return max(0, 2 - total(member, book, "loses_hand") + extra)


def _second_breaches(member: Member, lines: Sequence[KitLine], book: Book) -> Iterator[Violation]:
    """Violations for items of which only certain warriors may carry two. Rule: RO-WHO-01"""
    for code in dict.fromkeys(line.item_code for line in lines):
        item = book.items[code]
        own = [line for line in lines if line.item_code == code]
        bars = [e for e in item.effects if e.code == "second_only_for"]
        is_barred = bool(bars) and not any(member.warrior_type_code in e.get("warrior_types") for e in bars)
        if is_barred and sum(line.count for line in own) > 1:
            yield _violation(
                "second_not_for_him", "RO-WHO-01", member, own[-1], book,
                _("%(name)s can carry only one %(item)s, because a second is not available to %(entry)s."),
            )  # fmt: skip


def _slot_breaches(member: Member, lines: Sequence[KitLine], book: Book) -> Iterator[Violation]:
    yield from _second_breaches(member, lines, book)
    own = _own_items(member, book)
    bought = [(line, book.items[line.item_code]) for line in lines if line.item_code not in own]
    close = sum(line.count for line, item in bought if item.slot == "close_combat")
    close -= 1 if any(item.code == FREE_ITEM for _line, item in bought) else 0
    most = book.tables.close_combat_weapons_max
    if close > most:
        yield Violation(
            code="too_many_close",
            rule_id="RO-SLOT-CLOSE-01",
            warrior=member.key,
            sentence=_(
                "Besides the free dagger, %(name)s carries %(count)d close combat weapons; the maximum is %(most)d."
            )
            % {"name": member.name, "count": close, "most": most},
            remedies=_drops(member, [line for line, item in bought if item.slot == "close_combat"], book),
        )
    missile = sum(
        (line.count + 1) // 2 if item.brace else line.count for line, item in bought if item.slot == "missile"
    )
    most = book.tables.missile_weapons_max
    if missile > most:
        yield Violation(
            code="too_many_missile",
            rule_id="RO-SLOT-MISSILE-01",
            warrior=member.key,
            sentence=_("%(name)s carries %(count)d missile weapons; the maximum is %(most)d (a brace counts as one).")
            % {"name": member.name, "count": missile, "most": most},
            remedies=_drops(member, [line for line, item in bought if item.slot == "missile"], book),
        )
    fewest = [
        int(effect.get("amount", 1))
        for effect, _name in effects_of(member, book)
        if effect.code == "missile_weapons_max"
    ]
    if fewest and missile > min(fewest):
        yield Violation(
            code="too_many_missile",
            rule_id="RO-SLOT-MISSILE-01",
            warrior=member.key,
            sentence=_("%(name)s can carry at most %(most)d missile weapons.")
            % {"name": member.name, "most": min(fewest)},
            remedies=_drops(member, [line for line, item in bought if item.slot == "missile"], book),
        )
    yield from _set_breaches(member, lines, bought, book)
    for slot in ARMOUR_SLOTS:
        worn = [line for line, item in bought if item.slot == slot]
        if sum(line.count for line in worn) > 1:
            yield Violation(
                code="armour_twice",
                rule_id="RO-ARMOUR-01",
                warrior=member.key,
                item=slot,
                sentence=_("%(name)s: %(items)s cannot be worn together. Remove all but one.")
                % {"name": member.name, "items": " + ".join(_count_name(line, book) for line in worn)},
                remedies=_drops(member, worn, book),
            )


def _set_breaches(
    member: Member, lines: Sequence[KitLine], bought: Sequence[tuple[KitLine, Item]], book: Book
) -> Iterator[Violation]:
    """Violations for missing required items, and for warriors limited to one of their sets of weapons. Rules:
    RO-SET-01, RO-SET-02"""
    held = {line.item_code for line in lines}
    for effect, _name in effects_of(member, book):
        wanted = effect.get("items") if effect.code == "must_carry" else ()
        if wanted and not held & set(wanted):
            yield Violation(
                code="must_carry",
                rule_id="RO-SET-01",
                warrior=member.key,
                is_lack=True,
                sentence=_("%(name)s must carry one of these: %(items)s.")
                % {"name": member.name, "items": _(" or ").join(book.items[code].name for code in wanted)},
            )
    sets = [set(effect.get("items")) for effect, _name in effects_of(member, book) if effect.code == "arms_set"]
    arms = {item.code for _line, item in bought if item.item_class in (*WEAPONS, "armour")} - {FREE_ITEM}
    loose = any(_opened_by_skill(member, book.items[code], book) for code in arms)
    if sets and not loose and not any(arms <= combination for combination in sets):
        yield Violation(
            code="mixed_sets",
            rule_id="RO-SET-02",
            warrior=member.key,
            sentence=_("%(name)s can use only one of the weapon sets; these cannot be combined.")
            % {"name": member.name},
            remedies=_drops(member, [line for line, item in bought if item.code in arms], book),
        )


def _count_name(line: KitLine, book: Book) -> str:
    name = book.items[line.item_code].name
    return f"{line.count} × {name}" if line.count > 1 else name


def _drops(member: Member, lines: Sequence[KitLine], book: Book) -> tuple[Fix, ...]:
    return tuple(
        Fix(_("Remove the %(item)s") % {"item": book.items[line.item_code].name}, "drop", line.key)
        for line in lines[-2:]
    )


def _violation(code: str, rule_id: str, member: Member, line: KitLine, book: Book, text: str) -> Violation:
    item = book.items[line.item_code]
    return Violation(
        code=code,
        rule_id=rule_id,
        warrior=member.key,
        item=item.code,
        sentence=text % {"name": member.name, "item": item.name, "entry": entry_of(member, book).plural},
        remedies=_drops(member, [line], book),
    )


def held_violations(state: WarbandState, member: Member, book: Book) -> frozenset[Identity]:
    """Existing violations of a member's equipment. Pass them to `why_not_carry` to compute them only once."""
    return frozenset(violation.identity for violation in kit_violations(state, member, state.held_by(member.key), book))


def why_not_carry(
    state: WarbandState,
    member: Member,
    item: str,
    book: Book,
    *,
    count: int = 1,
    material: str = "",
    before: frozenset[Identity] | None = None,
    is_found: bool = False,
) -> Violation | None:
    """The first violation that giving `count` more of an item to this member would cause; None if it is allowed.
    `before` are the member's `held_violations`, for callers that check many items. `is_found`: the item was not paid
    for (see `was_found`)."""
    before = held_violations(state, member, book) if before is None else before
    paid = 0 if is_found else 1
    added = KitLine("", member.key, item, material, count, paid)
    trial: list[KitLine] = []
    for line in state.held_by(member.key):
        if line.item_code == item and line.material_code == material:
            added = KitLine(line.key, line.holder, item, material, line.count + count, line.paid_gc + paid)
            trial.append(added)
        else:
            trial.append(line)
    if added not in trial:
        trial.append(added)
    for violation in _breaches_of_added(state, member, added, trial, book):
        if violation.identity not in before:
            return violation
    return too_many_of_it(state, item, book, more=count * member.headcount) or _no_room_for_companion(
        state, member, book.items[item], count, book
    )


def _breaches_of_added(
    state: WarbandState, member: Member, added: KitLine, trial: Sequence[KitLine], book: Book
) -> Iterator[Violation]:
    """Violations that an added line can cause: first its own, then those of all lines together."""
    if not carries_equipment(member, book):
        yield from kit_violations(state, member, trial, book)
        return
    yield from _line_breaches(state, member, added, book)
    yield from _slot_breaches(member, trial, book)


def _no_room_for_companion(state: WarbandState, member: Member, item: Item, count: int, book: Book) -> Violation | None:
    """The violation if the item is an animal that fights as a warrior and the warband has no room for it. Rule:
    RO-SIZE-MAX-01"""
    if not any(effect.code == "fights_as" for effect in item.effects):
        return None
    models, most = models_of(state, book) + count * member.headcount, size_max(state, book)
    if models <= most:
        return None
    return Violation(
        code="too_many_models",
        rule_id="RO-SIZE-MAX-01",
        warrior=member.key,
        item=item.code,
        sentence=_("The %(item)s counts as a warrior, and the warband is full (maximum %(most)d).")
        % {"item": item.name, "most": most},
    )


def gets_free_dagger(member: Member, book: Book) -> bool:
    """Whether the member gets a free dagger: true for all who use weapons and have no fixed equipment. Rule:
    RO-DAGGER-01"""
    return (
        not member.is_hireling
        and member.kind != "animal"
        and carries_equipment(member, book)
        and FREE_ITEM in book.items
        and not has_effect(member, book, "no_free_dagger")
        and bool(entry_of(member, book).equipment_list)
    )


BARRED: Final = frozenset(("not_for_him", "wears_no_armour", "never_uses", "no_missiles", "own_kit_only"))
"""Rules whose violations cannot be resolved by a skill or a free hand."""


def may_ever_carry(state: WarbandState, member: Member, item: str, book: Book) -> bool:
    """Whether this member could carry an item later, for example after learning a skill or with a free hand."""
    line = KitLine("", member.key, item)
    return carries_equipment(member, book) and not any(
        violation.code in BARRED for violation in _line_breaches(state, member, line, book)
    )
