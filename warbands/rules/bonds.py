"""Dependencies between members: entries that need others, hired swords and whom they refuse, recruits who come
first."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from catalogue.packs.book import Book, WarriorType, Who
from warbands.core.company import GROUP, HERO, HIRED, PERSONA, Company, Member
from warbands.rules.breaches import Breach, Mending
from warbands.rules.counting import headcount_of, headcount_together, rules_of
from warbands.rules.reading import effects_of, rules_of_list, tags_of


def not_for_hire(entry: WarriorType, book: Book) -> bool:
    """Whether an entry can never be bought: captives and others join in other ways. Rule: RO-ENTRY-MIN-02"""
    return any(True for _effect in rules_of(entry, book, "not_for_hire"))


def lacks_company(company: Company, member: Member, book: Book) -> tuple[str, ...]:
    """Entries of which one is needed for a member and none is present; empty if nothing is missing.

    Rule: RO-ENTRY-MAX-02
    """
    for effect in rules_of(book.warrior_types[member.warrior_type_code], book, "needs_company"):
        wanted = [str(code) for code in effect.get("warrior_types")]
        if not headcount_together(company, wanted):
            return tuple(wanted)
    return ()


def _new_leader_too_soon(company: Company, book: Book) -> Iterator[Breach]:
    """In some lists a new leader may be bought only some battles after the old one died. Rule: RO-LEADER-01"""
    waits = [int(one.get("after_battles", 1)) for one in rules_of_list(company, book) if one.code == "may_rebuy_leader"]
    if company.is_draft or not waits:
        return
    first = book.leader_of(company.warband_type_code)
    mourned = any(
        one.battles_fought - int(effect.get("battles", 0)) <= max(waits)
        for one in company.active(HERO)
        for effect, _source in effects_of(one, book)
        if effect.code == "leader_mourned"
    )
    for member in company.of_type(first.code):
        if mourned and not member.battles_fought:
            yield Breach(
                code="leader_too_soon",
                rule_id="RO-LEADER-01",
                warrior=member.key,
                sentence=_("A new %(entry)s can be hired only after another battle.") % {"entry": first.name},
                mending=_let_go(member),
            )


def bond_breaches(company: Company, book: Book) -> list[Breach]:
    """All breaches of dependencies between the members of one roster."""
    return [
        *_companions(company, book),
        *_first_recruits(company, book),
        *_singles(company, book),
        *_new_leader_too_soon(company, book),
        *_possessions(company, book),
    ]


def possessions_lacking(company: Company, book: Book) -> list[list[str]]:
    """Item codes of which a draft of this list still needs one, a list for each requirement. Rule: RO-SET-03"""
    owned = {line.item_code for line in company.kit.values()}
    wanted = [list(map(str, one.get("items"))) for one in rules_of_list(company, book) if one.code == "must_own"]
    return [items for items in wanted if company.is_draft and not owned & set(items)]


def _possessions(company: Company, book: Book) -> Iterator[Breach]:
    """Items that some warbands must have when founded. Rule: RO-SET-03"""
    for items in possessions_lacking(company, book):
        yield Breach(
            code="must_own",
            rule_id="RO-SET-03",
            is_lack=True,
            item=items[0],
            sentence=_("The warband needs a %(items)s. Buy it for one of its heroes.")
            % {"items": _(" or ").join(book.items[code].name for code in items)},
        )


def _companions(company: Company, book: Book) -> Iterator[Breach]:
    for member in company.active(HERO, GROUP):
        wanted = lacks_company(company, member, book)
        if wanted:
            names = _(" or ").join(book.warrior_types[code].name for code in wanted)
            yield Breach(
                code="needs_company",
                rule_id="RO-ENTRY-MAX-02",
                warrior=member.key,
                is_lack=not company.is_draft,
                sentence=_("%(name)s needs a %(entries)s in the warband and stays in camp without one.")
                % {"name": member.name, "entries": names},
                mending=_let_go(member),
            )


def _first_recruits(company: Company, book: Book) -> Iterator[Breach]:
    """Entries that must be filled before others are recruited. Rule: RO-ENTRY-MIN-02"""
    if company.is_draft:
        return
    for entry in book.warrior_types_of(company.warband_type_code):
        for effect in rules_of(entry, book, "recruited_first"):
            short = int(effect.get("amount", 1)) - headcount_of(company, entry.code, book)
            if short > 0:
                # Identified by how many others there are, so that one more of the others is a new breach.
                others = sum(
                    one.headcount for one in company.active(HERO, GROUP) if one.warrior_type_code != entry.code
                )
                yield Breach(
                    code="recruited_first",
                    rule_id="RO-ENTRY-MIN-02",
                    warrior=str(others),
                    item=entry.code,
                    sentence=_("Recruit %(entry)s first: %(count)d more before other warriors can join.")
                    % {"entry": entry.plural, "count": short},
                )


def _singles(company: Company, book: Book) -> Iterator[Breach]:
    """Items with a maximum number per warband. Rule: RO-WHO-02"""
    for code in dict.fromkeys(line.item_code for line in company.kit.values()):
        breach = too_many_of_it(company, code, book)
        if breach is not None:
            yield breach


def too_many_of_it(company: Company, item: str, book: Book, *, more: int = 0) -> Breach | None:
    """Whether the warband would have too many of an item with `more` of it. Rule: RO-WHO-02"""
    bounds = [int(effect.get("amount", 1)) for effect in book.items[item].effects if effect.code == "per_warband"]
    if not bounds:
        return None
    held = more
    for line in company.kit.values():
        member = company.members.get(line.holder)
        if line.item_code == item and (member is None or member.is_active):
            held += line.count * (member.headcount if member else 1)
    if held <= min(bounds):
        return None
    words = {"most": min(bounds), "item": book.items[item].name}
    return Breach(
        code="too_many_of_it",
        rule_id="RO-WHO-02",
        item=item,
        sentence=_("A warband can have at most %(most)d %(item)s.") % words,
    )


def would_serve(company: Company, entry: WarriorType, book: Book) -> bool:
    """Whether a hired sword serves this list, by their terms, the list's, and the skills of its leader.

    Rule: RO-HIRE-01
    """
    if book.may_hire(entry.code, company.warband_type_code):
        return True
    hire = entry.hire
    leader = company.leader()
    if hire is None or leader is None:
        return False
    opened = [effect for effect, _name in effects_of(leader, book) if effect.code == "hires_as"]
    return any(hire.may_hire.allows(frozenset(map(str, effect.get("groups")))) for effect in opened)


def hireling_breaches(company: Company, book: Book) -> list[Breach]:
    """Hired swords who do not serve this list, are on the roster twice, refuse another member, or are excluded by the
    campaign.

    Rules: RO-HIRE-01, RO-HOUSE-01
    """
    found = []
    seen: dict[str, int] = {}
    for one in company.active(HIRED, PERSONA):
        entry = book.warrior_types[one.warrior_type_code]
        if not would_serve(company, entry, book):
            found.append(_refusal(one, entry, "will_not_serve", _("A %(entry)s does not serve this warband.")))
        if not (company.house.hired_swords if one.kind == HIRED else company.house.personae):
            found.append(_barred(one, entry))
        seen[entry.code] = seen.get(entry.code, 0) + 1
        if seen[entry.code] == (entry.maximum or 1) + 1:
            found.append(
                _refusal(one, entry, "hireling_twice", _("A warband can have only one %(entry)s."), by_entry=True)
            )
        found += _disliked(company, one, book)
    return found


def _refusal(one: Member, entry: WarriorType, code: str, text: str, *, by_entry: bool = False) -> Breach:
    return Breach(
        code=code,
        rule_id="RO-HIRE-01",
        warrior="" if by_entry else one.key,
        item=entry.code,
        sentence=text % {"entry": entry.name},
        mending=_let_go(one),
    )


def _barred(member: Member, entry: WarriorType) -> Breach:
    return Breach(
        code="barred_by_house",
        rule_id="RO-HOUSE-01",
        warrior=member.key,
        item=entry.code,
        sentence=_("This campaign does not allow hired swords.")
        if member.kind == HIRED
        else _("This campaign does not allow dramatis personae."),
        mending=_let_go(member),
    )


def _disliked(company: Company, member: Member, book: Book) -> Iterator[Breach]:
    """Members with whom this one never serves. Rule: RO-HIRE-04"""
    for effect, _source in effects_of(member, book):
        if effect.code != "refuses_company":
            continue
        refused = Who(only=tuple(map(str, effect.get("who"))))
        spared = frozenset(map(str, effect.get("spares", ())))
        for other in company.active():
            tags = tags_of(company, other, book)
            if other.key != member.key and refused.allows(tags) and not tags & spared:
                yield Breach(
                    code="refuses_company",
                    rule_id="RO-HIRE-04",
                    warrior=member.key,
                    item=other.warrior_type_code,
                    sentence=_("%(name)s never serves with %(other)s.") % {"name": member.name, "other": other.name},
                    mending=_let_go(member),
                )
                return


def _let_go(member: Member) -> tuple[Mending, ...]:
    return (Mending(_("Dismiss %(name)s") % {"name": member.name}, "dismiss", member.key),)
