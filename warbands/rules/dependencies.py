"""Rules about which members depend on each other: warriors who need others, hired swords and members they refuse to
serve with, and recruits who must come first."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from catalogue.packs.book import Book, WarriorType, Who
from warbands.core.state import GROUP, HERO, HIRED, PERSONA, Member, WarbandState
from warbands.rules.counts import headcount_of, headcount_together, rules_of
from warbands.rules.member_facts import effects_of, has_effect, rules_of_list, tags_of
from warbands.rules.violations import Fix, Violation


def not_for_hire(entry: WarriorType, book: Book) -> bool:
    """Whether a warrior type can never be hired, because it joins in another way, such as captives. Rule:
    RO-ENTRY-MIN-02"""
    return any(True for _effect in rules_of(entry, book, "not_for_hire"))


def missing_companions(state: WarbandState, member: Member, book: Book) -> tuple[str, ...]:
    """Warrior types of which the member needs at least one if none is on the roster; empty if nothing is missing. Rule:
    RO-ENTRY-MAX-02"""
    for effect in rules_of(book.warrior_types[member.warrior_type_code], book, "needs_company"):
        wanted = [str(code) for code in effect.get("warrior_types")]
        if not headcount_together(state, wanted):
            return tuple(wanted)
    return ()


def _new_leader_too_soon(state: WarbandState, book: Book) -> Iterator[Violation]:
    """Violations of lists in which a new leader may be hired only a number of battles after the old one died. Rule:
    RO-LEADER-01"""
    waits = [
        int(rule.get("after_battles", 1)) for rule in rules_of_list(state, book) if rule.code == "may_rebuy_leader"
    ]
    if state.is_draft or not waits:
        return
    first = book.leader_of(state.warband_type_code)
    mourned = any(
        past.battles_fought - int(effect.get("battles", 0)) <= max(waits)
        for past in state.active(HERO)
        for effect, _source in effects_of(past, book)
        if effect.code == "leader_mourned"
    )
    for member in state.of_type(first.code):
        if mourned and not member.battles_fought:
            yield Violation(
                code="leader_too_soon",
                rule_id="RO-LEADER-01",
                warrior=member.key,
                sentence=_("A new %(entry)s can be hired only after another battle.") % {"entry": first.name},
                remedies=_let_go(member),
            )


def dependency_violations(state: WarbandState, book: Book) -> list[Violation]:
    """All violations of dependencies between the members of one roster."""
    return [
        *_companions(state, book),
        *_first_recruits(state, book),
        *_singles(state, book),
        *_new_leader_too_soon(state, book),
        *_possessions(state, book),
    ]


def missing_items(state: WarbandState, book: Book) -> list[list[str]]:
    """Items that a draft of this list still needs: for each requirement, the item codes of which one is enough. Rule:
    RO-SET-03"""
    owned = {line.item_code for line in state.kit.values()}
    wanted = [list(map(str, effect.get("items"))) for effect in rules_of_list(state, book) if effect.code == "must_own"]
    return [items for items in wanted if state.is_draft and not owned & set(items)]


def _possessions(state: WarbandState, book: Book) -> Iterator[Violation]:
    """Violations for items that some warbands must have when they are founded. Rule: RO-SET-03"""
    for items in missing_items(state, book):
        yield Violation(
            code="must_own",
            rule_id="RO-SET-03",
            is_lack=True,
            item=items[0],
            sentence=_("The warband is missing this item: %(items)s. Buy it for one of its heroes.")
            % {"items": _(" or ").join(book.items[code].name for code in items)},
        )


def _companions(state: WarbandState, book: Book) -> Iterator[Violation]:
    for member in state.active(HERO, GROUP):
        wanted = missing_companions(state, member, book)
        if wanted:
            names = _(" or ").join(book.warrior_types[code].name for code in wanted)
            yield Violation(
                code="needs_company",
                rule_id="RO-ENTRY-MAX-02",
                warrior=member.key,
                is_lack=not state.is_draft,
                sentence=_("%(name)s stays in camp until the warband has this warrior: %(entries)s.")
                % {"name": member.name, "entries": names},
                remedies=_let_go(member),
            )


def _first_recruits(state: WarbandState, book: Book) -> Iterator[Violation]:
    """Violations for warrior types that must be filled before others are recruited. Rule: RO-ENTRY-MIN-02"""
    if state.is_draft:
        return
    for entry in book.warrior_types_of(state.warband_type_code):
        for effect in rules_of(entry, book, "recruited_first"):
            short = int(effect.get("amount", 1)) - headcount_of(state, entry.code, book)
            if short > 0:
                # Identified by the number of others, so that one more of the others is a new violation.
                others = sum(
                    member.headcount for member in state.active(HERO, GROUP) if member.warrior_type_code != entry.code
                )
                yield Violation(
                    code="recruited_first",
                    rule_id="RO-ENTRY-MIN-02",
                    warrior=str(others),
                    item=entry.code,
                    sentence=_("Recruit %(entry)s first: %(count)d more before other warriors can join.")
                    % {"entry": entry.plural, "count": short},
                )


def _singles(state: WarbandState, book: Book) -> Iterator[Violation]:
    """Violations for items with a maximum number per warband. Rule: RO-WHO-02"""
    for code in dict.fromkeys(line.item_code for line in state.kit.values()):
        violation = too_many_of_it(state, code, book)
        if violation is not None:
            yield violation


def too_many_of_it(state: WarbandState, item: str, book: Book, *, more: int = 0) -> Violation | None:
    """The violation if the warband would have too many of an item with `more` of it; None if it is allowed. Rule:
    RO-WHO-02"""
    bounds = [int(effect.get("amount", 1)) for effect in book.items[item].effects if effect.code == "per_warband"]
    if not bounds:
        return None
    held = more
    for line in state.kit.values():
        member = state.members.get(line.holder)
        if line.item_code == item and (member is None or member.is_active):
            held += line.count * (member.headcount if member else 1)
    if held <= min(bounds):
        return None
    words = {"most": min(bounds), "item": book.items[item].name}
    return Violation(
        code="too_many_of_it",
        rule_id="RO-WHO-02",
        item=item,
        sentence=_("A warband can have at most %(most)d %(item)s.") % words,
    )


def would_serve(state: WarbandState, entry: WarriorType, book: Book) -> bool:
    """Whether a hired sword serves this list, considering their terms, the list's terms, and the skills of its leader.
    Rule: RO-HIRE-01"""
    if book.may_hire(entry.code, state.warband_type_code):
        return True
    hire = entry.hire
    leader = state.leader()
    if hire is None or leader is None:
        return False
    opened = [effect for effect, _name in effects_of(leader, book) if effect.code == "hires_as"]
    return any(hire.may_hire.allows(frozenset(map(str, effect.get("groups")))) for effect in opened)


def hireling_violations(state: WarbandState, book: Book) -> list[Violation]:
    """Violations for hired swords who do not serve this list, are on the roster twice, refuse another member, or are
    excluded by the campaign. Rules: RO-HIRE-01, RO-HOUSE-01"""
    found = []
    seen: dict[str, int] = {}
    for member in state.active(HIRED, PERSONA):
        entry = book.warrior_types[member.warrior_type_code]
        if not would_serve(state, entry, book):
            found.append(_refusal(member, entry, "will_not_serve", _("%(entry)s: does not serve this warband.")))
        if not (state.house.hired_swords if member.kind == HIRED else state.house.personae):
            found.append(_barred(member, entry))
        seen[entry.code] = seen.get(entry.code, 0) + 1
        if seen[entry.code] == (entry.maximum or 1) + 1:
            found.append(
                _refusal(member, entry, "hireling_twice", _("A warband can have only one %(entry)s."), by_entry=True)
            )
        found += _disliked(state, member, book)
    return found


def _refusal(member: Member, entry: WarriorType, code: str, text: str, *, by_entry: bool = False) -> Violation:
    return Violation(
        code=code,
        rule_id="RO-HIRE-01",
        warrior="" if by_entry else member.key,
        item=entry.code,
        sentence=text % {"entry": entry.name},
        remedies=_let_go(member),
    )


def _barred(member: Member, entry: WarriorType) -> Violation:
    return Violation(
        code="barred_by_house",
        rule_id="RO-HOUSE-01",
        warrior=member.key,
        item=entry.code,
        sentence=_("This league does not allow hired swords.")
        if member.kind == HIRED
        else _("This league does not allow dramatis personae."),
        remedies=_let_go(member),
    )


def _disliked(state: WarbandState, member: Member, book: Book) -> Iterator[Violation]:
    """Violations for members with whom this one never serves. Rule: RO-HIRE-04"""
    for effect, _source in effects_of(member, book):
        if effect.code != "refuses_company":
            continue
        refused = Who(only=tuple(map(str, effect.get("who"))))
        spared = frozenset(map(str, effect.get("spares", ())))
        for other in state.active():
            tags = tags_of(state, other, book)
            if other.key != member.key and refused.allows(tags) and not tags & spared:
                yield Violation(
                    code="refuses_company",
                    rule_id="RO-HIRE-04",
                    warrior=member.key,
                    item=other.warrior_type_code,
                    sentence=_("%(name)s never serves with %(other)s.") % {"name": member.name, "other": other.name},
                    remedies=_let_go(member),
                )
                return


def _let_go(member: Member) -> tuple[Fix, ...]:
    return (Fix(_("Dismiss %(name)s") % {"name": member.name}, "dismiss", member.key),)


def stays_in_camp(state: WarbandState, member: Member, facts: Book) -> bool:
    """Whether a member cannot fight, always or now: wagons, beasts without their master. Rule: RO-FIELD-01"""
    return has_effect(member, facts, "not_fielded") or bool(missing_companions(state, member, facts))
