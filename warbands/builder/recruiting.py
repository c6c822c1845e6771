"""Who joins and who leaves: heroes, henchmen, hired swords, groups growing, mutations, the leader."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from catalogue.packs.book import Book, WarriorType
from mordheim_site.refusals import Refusal
from warbands.core.company import GROUP, HERO, Company, Member
from warbands.core.ledger import By, Note, NotEnoughGold, Written, write
from warbands.models import EntryKind
from warbands.rules import acts
from warbands.rules.check import refuse_if_worse
from warbands.rules.counting import group_max
from warbands.rules.growth import mutations_bought_later
from warbands.rules.limits import why_not_lead_anew
from warbands.rules.prices import hire_price_gc, mutation_price_gc, veteran_price_gc
from warbands.rules.reading import has_effect


class NoSuchEntry(Refusal):
    """The list has no such entry, or it is not of the kind asked for."""

    code = "no_such_entry"
    message = _("This warband's list has no such entry.")
    rule_id = "RO-ENTRY-MAX-01"


class NoSuchWarrior(Refusal):
    """Nobody of that id is on the roster now."""

    code = "no_such_warrior"
    message = _("That warrior is not on the roster any more.")
    status = 409


class NotAGroup(Refusal):
    """Only henchman groups grow and shrink."""

    code = "not_a_group"
    message = _("Only a henchman group has more than one warrior.")
    rule_id = "RO-GROUP-SIZE-01"


class NotAtRecruitment(Refusal):
    """Mutations are bought when a warrior joins."""

    code = "not_at_recruitment"
    message = _("Mutations are bought when a warrior joins, and never later.")
    rule_id = "RO-MUT-03"


class CannotLead(Refusal):
    """Only a hero leads, and some never do."""

    code = "cannot_lead"
    message = _("Only a hero leads, and this one never does.")
    rule_id = "RO-LEADER-01"


def member_of(company: Company, warrior: str) -> Member:
    """An active member by key. Raises NoSuchWarrior."""
    member = company.members.get(warrior)
    if member is None or not member.is_active:
        raise NoSuchWarrior
    return member


def hire_hero(*, warband_id: int, warrior_type: str, by: By, name: str = "", price_gc: int | None = None) -> Written:
    """Take on a hero of the list. Raises NoSuchEntry, NotEnoughGold, AgainstRules.

    Rules: RO-HEROES-01, RO-ENTRY-MAX-01
    """
    return _hire(warband_id, warrior_type, by, name=name, headcount=1, kinds=("hero",), price_gc=price_gc)


def hire_henchmen(*, warband_id: int, warrior_type: str, headcount: int, by: By, name: str = "") -> Written:
    """Take on a henchman group. Raises NoSuchEntry, NotEnoughGold, AgainstRules. Rule: RO-GROUP-SIZE-01"""
    return _hire(warband_id, warrior_type, by, name=name, headcount=headcount, kinds=("henchman",))


def hire_hired_sword(*, warband_id: int, warrior_type: str, by: By, price_gc: int | None = None) -> Written:
    """Take on a hired sword or dramatis persona; `price_gc` when dice decided the fee. Rule: RO-HIRE-01"""
    return _hire(
        warband_id, warrior_type, by, headcount=1, kinds=("hired_sword", "dramatis_persona"), price_gc=price_gc
    )


def hire(*, warband_id: int, warrior_type: str, by: By, count: int = 1) -> Written:
    """One more of any entry: a hero, a hireling, or `count` henchmen for a group of their kind with room, no veterans.

    Without such a group they start one. What the + on a row does.
    """

    def change(company: Company, facts: Book) -> Note:
        entry = facts.warrior_types.get(warrior_type)
        if entry is not None and entry.kind == "henchman":
            groups = [
                one
                for one in company.of_type(entry.code)
                if one.kind == GROUP
                and one.headcount < group_max(entry, facts)
                and one.experience == entry.starting_experience
            ]
            if groups:
                return _reinforce(company, facts, groups[0], count)
        headcount = count if entry is not None and entry.kind == "henchman" else 1
        return _hire_note(company, facts, warrior_type, name="", headcount=headcount, kinds=(), price_gc=None)

    return write(warband_id=warband_id, by=by, change=change)


def hire_free(*, warband_id: int, warrior_type: str, by: By, because: str = "", past_maximum: bool = False) -> Written:
    """Add a warrior for free: to a group of the same kind with room and without bought items, otherwise as a new line.

    `past_maximum` lets them join a full warband. Raises NoSuchEntry, AgainstRules. Rules: RO-SIZE-MAX-01,
    RO-ENTRY-MAX-01
    """

    def change(company: Company, facts: Book) -> Note:
        entry = facts.warrior_types.get(warrior_type)
        if entry is None or not _is_for(company, entry):
            raise NoSuchEntry
        before = company.copy()
        member = next(
            (
                one
                for one in company.of_type(entry.code)
                if one.kind == GROUP
                and one.headcount < group_max(entry, facts)
                and one.experience == entry.starting_experience
                and not any(line.paid_gc for line in company.held_by(one.key))
            ),
            None,
        )
        if member is None:
            member = acts.hire(company, facts, entry.code, price_gc=0)
        else:
            member.headcount += 1
        if not past_maximum:
            refuse_if_worse(before, company, facts)
        words = {"name": member.name, "entry": entry.name, "count": 1, "price": 0, "because": because}
        return Note(EntryKind.HIRED, member.key, words, is_reversible=False)

    return write(warband_id=warband_id, by=by, change=change)


def _hire(
    warband_id: int,
    warrior_type: str,
    by: By,
    *,
    headcount: int,
    kinds: tuple[str, ...],
    name: str = "",
    price_gc: int | None = None,
) -> Written:
    def change(company: Company, facts: Book) -> Note:
        return _hire_note(company, facts, warrior_type, name=name, headcount=headcount, kinds=kinds, price_gc=price_gc)

    return write(warband_id=warband_id, by=by, change=change)


def _hire_note(
    company: Company,
    facts: Book,
    warrior_type: str,
    *,
    name: str,
    headcount: int,
    kinds: tuple[str, ...],
    price_gc: int | None,
) -> Note:
    entry = facts.warrior_types.get(warrior_type)
    if entry is None or (kinds and entry.kind not in kinds) or not _is_for(company, entry):
        raise NoSuchEntry
    if entry.warband_type is None and not facts.deals_in(entry):
        raise NoSuchEntry
    if headcount < 1:
        raise NotAGroup
    if (why_not := why_not_lead_anew(company, entry, facts)) is not None:
        raise NoNewLeader(message=why_not)
    price = (hire_price_gc(entry, company, facts) if price_gc is None else price_gc) * headcount
    if price > company.treasury_gc:
        raise NotEnoughGold(price_gc=price, treasury_gc=company.treasury_gc)
    before = company.copy()
    member = acts.hire(company, facts, warrior_type, name=name.strip()[:80], headcount=headcount, price_gc=price_gc)
    refuse_if_worse(before, company, facts)
    return Note(
        EntryKind.HIRED,
        member.key,
        {
            "name": member.name,
            "entry": entry.plural if headcount > 1 else entry.name,
            "count": headcount,
            "price": before.treasury_gc - company.treasury_gc,
        },
    )


def _is_for(company: Company, entry: WarriorType) -> bool:
    return entry.warband_type == company.warband_type_code if entry.kind in ("hero", "henchman") else True


def reinforce(*, warband_id: int, warrior: str, by: By, count: int = 1) -> Written:
    """Add recruits to a henchman group with its kit; its experience is paid for. Rules: RO-VET-01, RO-GROUP-SIZE-01"""

    def change(company: Company, facts: Book) -> Note:
        return _reinforce(company, facts, member_of(company, warrior), count)

    return write(warband_id=warband_id, by=by, change=change)


def _reinforce(company: Company, facts: Book, group: Member, count: int) -> Note:
    if group.kind != GROUP or count < 1:
        raise NotAGroup
    price = sum(veteran_price_gc(company, group, facts)) * count
    if price > company.treasury_gc:
        raise NotEnoughGold(price_gc=price, treasury_gc=company.treasury_gc)
    before = company.copy()
    acts.reinforce(company, facts, group, count)
    refuse_if_worse(before, company, facts)
    entry = facts.warrior_types[group.warrior_type_code]
    return Note(
        EntryKind.REINFORCED,
        group.key,
        {"name": group.name, "entry": entry.name, "count": count, "headcount": group.headcount, "price": price},
    )


def take_in(*, warband_id: int, warrior: str, by: By, because: str = "") -> Written:
    """Add a warrior to a henchman group for the price of the equipment only. Raises NotAGroup, NotEnoughGold,
    AgainstRules. Rule: RO-GROUP-KIT-01"""

    def change(company: Company, facts: Book) -> Note:
        group = member_of(company, warrior)
        if group.kind != GROUP:
            raise NotAGroup
        recruit, surcharge, kit = veteran_price_gc(company, group, facts)
        if kit > company.treasury_gc:
            raise NotEnoughGold(price_gc=kit, treasury_gc=company.treasury_gc)
        before = company.copy()
        acts.reinforce(company, facts, group, 1)
        company.treasury_gc += recruit + surcharge
        group.paid_gc -= recruit + surcharge
        refuse_if_worse(before, company, facts)
        entry = facts.warrior_types[group.warrior_type_code]
        words = {"name": group.name, "entry": entry.name, "count": 1, "headcount": group.headcount, "price": kit}
        return Note(EntryKind.REINFORCED, group.key, {**words, "because": because}, is_reversible=False)

    return write(warband_id=warband_id, by=by, change=change)


def dismiss(*, warband_id: int, warrior: str, by: By, whole_group: bool = True) -> Written:
    """Dismiss a member, or one of a group. A draft gets the gold back; later the equipment goes to the stash."""

    def change(company: Company, facts: Book) -> Note:
        member = member_of(company, warrior)
        before_gc = company.treasury_gc
        words = {"name": member.name, "entry": facts.warrior_types[member.warrior_type_code].name}
        if member.kind == GROUP and member.headcount > 1 and not whole_group:
            acts.reduce(company, member, refund=company.is_draft)
            words["count"] = "1"
        else:
            acts.dismiss(company, member)
        return Note(EntryKind.DISMISSED, warrior, {**words, "gold": company.treasury_gc - before_gc})

    return write(warband_id=warband_id, by=by, change=change)


class NoNewLeader(Refusal):
    """A founded warband hires no second leader."""

    code = "no_new_leader"
    message = _("You cannot hire a new leader: the hero with the highest Leadership leads.")
    rule_id = "RO-LEADER-03"


def mutate(*, warband_id: int, warrior: str, mutation: str, by: By) -> Written:
    """Buy a mutation for a recruit: in a draft, or before the first battle. Rules: RO-MUT-01, RO-MUT-03"""

    def change(company: Company, facts: Book) -> Note:
        member = member_of(company, warrior)
        if mutation not in facts.mutations:
            raise NotAtRecruitment
        if not company.is_draft and member.battles_fought and not mutations_bought_later(member, facts):
            raise NotAtRecruitment
        price = mutation_price_gc(member, mutation, facts)
        if price > company.treasury_gc:
            raise NotEnoughGold(price_gc=price, treasury_gc=company.treasury_gc)
        before = company.copy()
        acts.mutate(company, facts, member, mutation)
        refuse_if_worse(before, company, facts)
        return Note(
            EntryKind.MUTATED,
            warrior,
            {"name": member.name, "mutation": facts.mutations[mutation].name, "price": price},
        )

    return write(warband_id=warband_id, by=by, change=change)


def unmutate(*, warband_id: int, warrior: str, mutation: str, by: By) -> Written:
    """Remove a mutation in a draft; the prices of the others are recalculated. Rule: RO-MUT-03"""

    def change(company: Company, facts: Book) -> Note:
        member = member_of(company, warrior)
        if not company.is_draft or mutation not in member.mutations:
            raise NotAtRecruitment
        returned = acts.unmutate(company, facts, member, mutation)
        name = facts.mutations[mutation].name
        return Note(EntryKind.MUTATED, warrior, {"name": member.name, "mutation": name, "price": -returned})

    return write(warband_id=warband_id, by=by, change=change)


class NoSuchChoice(Refusal):
    """The entry brings no such kit, or the warrior has fought with another."""

    code = "no_such_choice"
    message = _("This hired sword has no such equipment, or has already fought with another set.")
    rule_id = "RO-HIRE-02"


def choose_arms(*, warband_id: int, warrior: str, choice: int, by: By) -> Written:
    """Choose another equipment set of a hired sword's entry, before the first battle. Rule: RO-HIRE-02"""

    def change(company: Company, facts: Book) -> Note:
        member = member_of(company, warrior)
        entry = facts.warrior_types[member.warrior_type_code]
        if not 0 <= choice < len(entry.choices) or member.battles_fought:
            raise NoSuchChoice
        items = acts.choose_arms(company, facts, member, choice)
        names = ", ".join(facts.items[code].name for code in items)
        return Note(EntryKind.ARMED, warrior, {"name": member.name, "brings": names})

    return write(warband_id=warband_id, by=by, change=change)


def make_leader(*, warband_id: int, warrior: str, by: By) -> Written:
    """Make a hero the leader, replacing the previous one. Raises CannotLead. Rule: RO-LEADER-01"""

    def change(company: Company, facts: Book) -> Note:
        member = member_of(company, warrior)
        if member.kind != HERO or has_effect(member, facts, "never_leads"):
            raise CannotLead
        old = company.leader()
        if old is not None:
            old.is_leader = False
        member.is_leader = True
        return Note(EntryKind.LEADER, warrior, {"name": member.name})

    return write(warband_id=warband_id, by=by, change=change)
