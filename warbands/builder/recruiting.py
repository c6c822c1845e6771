"""Changes of members: hiring, growing groups, dismissing, mutations, the leader."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from catalogue.packs.book import Book, WarriorType
from mordheim_site.refusals import Refusal
from warbands.core.ledger import ActionContext, EntryDetails, LedgerResult, NotEnoughGold, write
from warbands.core.state import GROUP, HERO, Member, WarbandState
from warbands.models import EntryKind
from warbands.rules import roster_changes
from warbands.rules.check import refuse_if_worse
from warbands.rules.counts import group_max
from warbands.rules.development import mutations_bought_later
from warbands.rules.limits import why_no_new_leader
from warbands.rules.member_facts import has_effect
from warbands.rules.prices import hire_price_gc, mutation_price_gc, veteran_price_gc


class NoSuchEntry(Refusal):
    """The list has no such warrior type, or the type is of another kind."""

    code = "no_such_entry"
    about = ("warrior_type",)
    message = _("This warband's list has no such entry.")
    rule_id = "RO-ENTRY-MAX-01"


class NoSuchWarrior(Refusal):
    """No warrior with this id is on the roster now."""

    code = "no_such_warrior"
    about = ("warrior", "source", "to", "group", "who")
    message = _("No such warrior is on this roster now. Check the id, or reload the page if they have left.")
    status = 409


class NotAGroup(Refusal):
    """Only henchman groups can grow and shrink."""

    code = "not_a_group"
    about = ("warrior", "group", "who")
    message = _("Only a henchman group has more than one warrior.")
    rule_id = "RO-GROUP-SIZE-01"


class OnlyAtRecruitment(Refusal):
    """Mutations can only be bought when a warrior joins."""

    code = "not_at_recruitment"
    about = ("mutation",)
    message = _("Mutations are bought when a warrior joins, and never later.")
    rule_id = "RO-MUT-03"


class OneAtATime(Refusal):
    """Only henchmen can be hired several at once."""

    code = "one_at_a_time"
    message = _("Only henchmen are hired several at once. Hire heroes and hired swords one by one.")
    rule_id = "RO-GROUP-SIZE-01"


class CannotLead(Refusal):
    """Only heroes can lead, and some heroes cannot."""

    code = "cannot_lead"
    about = ("warrior",)
    message = _("Only heroes can lead, and this one never does.")
    rule_id = "RO-LEADER-01"


def member_of(state: WarbandState, warrior: str) -> Member:
    """An active member by key. Raises NoSuchWarrior."""
    member = state.members.get(warrior)
    if member is None or not member.is_active:
        raise NoSuchWarrior
    return member


def hire_hero(
    *, warband_id: int, warrior_type: str, by: ActionContext, name: str = "", price_gc: int | None = None
) -> LedgerResult:
    """Hire a hero of the list. Raises NoSuchEntry, NotEnoughGold, AgainstRules.

    Rules: RO-HEROES-01, RO-ENTRY-MAX-01
    """
    return _hire(warband_id, warrior_type, by, name=name, headcount=1, kinds=("hero",), price_gc=price_gc)


def hire_henchmen(
    *, warband_id: int, warrior_type: str, headcount: int, by: ActionContext, name: str = ""
) -> LedgerResult:
    """Hire a henchman group. Raises NoSuchEntry, NotEnoughGold, AgainstRules. Rule: RO-GROUP-SIZE-01"""
    return _hire(warband_id, warrior_type, by, name=name, headcount=headcount, kinds=("henchman",))


def hire_hired_sword(
    *, warband_id: int, warrior_type: str, by: ActionContext, price_gc: int | None = None
) -> LedgerResult:
    """Hire a hired sword or dramatis persona; `price_gc` when dice decided the fee. Rule: RO-HIRE-01"""
    return _hire(
        warband_id, warrior_type, by, headcount=1, kinds=("hired_sword", "dramatis_persona"), price_gc=price_gc
    )


def hire(*, warband_id: int, warrior_type: str, by: ActionContext, count: int = 1) -> LedgerResult:
    """Hire one more of any warrior type: a hero, a hired sword, or `count` henchmen. Henchmen join a group of their
    kind that has room and no experience; without such a group they start a new one. Used by the + on each row. Raises
    NoSuchEntry, OneAtATime, NotEnoughGold, AgainstRules."""

    def change(state: WarbandState, facts: Book) -> EntryDetails:
        entry = facts.warrior_types.get(warrior_type)
        if entry is not None and entry.kind != "henchman" and count != 1:
            raise OneAtATime(fields={"count": [OneAtATime.message]})
        if entry is not None and entry.kind == "henchman":
            groups = [
                member
                for member in state.of_type(entry.code)
                if member.kind == GROUP
                and member.headcount < group_max(entry, facts)
                and member.experience == entry.starting_experience
            ]
            if groups:
                return _reinforce(state, facts, groups[0], count)
        return _hire_note(state, facts, warrior_type, name="", headcount=count, kinds=(), price_gc=None)

    return write(warband_id=warband_id, by=by, change=change)


def hire_free(
    *, warband_id: int, warrior_type: str, by: ActionContext, because: str = "", past_maximum: bool = False
) -> LedgerResult:
    """Add a warrior for free: to a group of the same kind that has room and no bought items, otherwise as a new member.
    `past_maximum` lets them join a full warband. Raises NoSuchEntry, AgainstRules. Rules: RO-SIZE-MAX-01,
    RO-ENTRY-MAX-01"""

    def change(state: WarbandState, facts: Book) -> EntryDetails:
        entry = facts.warrior_types.get(warrior_type)
        if entry is None or not _is_for(state, entry):
            raise NoSuchEntry
        before = state.copy()
        member = next(
            (
                warrior
                for warrior in state.of_type(entry.code)
                if warrior.kind == GROUP
                and warrior.headcount < group_max(entry, facts)
                and warrior.experience == entry.starting_experience
                and not any(line.paid_gc for line in state.held_by(warrior.key))
            ),
            None,
        )
        if member is None:
            member = roster_changes.hire(state, facts, entry.code, price_gc=0)
        else:
            member.headcount += 1
        if not past_maximum:
            refuse_if_worse(before, state, facts)
        words = {"name": member.name, "entry": entry.name, "count": 1, "price": 0, "because": because}
        return EntryDetails(EntryKind.HIRED, member.key, words, is_reversible=False)

    return write(warband_id=warband_id, by=by, change=change)


def _hire(
    warband_id: int,
    warrior_type: str,
    by: ActionContext,
    *,
    headcount: int,
    kinds: tuple[str, ...],
    name: str = "",
    price_gc: int | None = None,
) -> LedgerResult:
    def change(state: WarbandState, facts: Book) -> EntryDetails:
        return _hire_note(state, facts, warrior_type, name=name, headcount=headcount, kinds=kinds, price_gc=price_gc)

    return write(warband_id=warband_id, by=by, change=change)


def _hire_note(
    state: WarbandState,
    facts: Book,
    warrior_type: str,
    *,
    name: str,
    headcount: int,
    kinds: tuple[str, ...],
    price_gc: int | None,
) -> EntryDetails:
    entry = facts.warrior_types.get(warrior_type)
    if entry is None or (kinds and entry.kind not in kinds) or not _is_for(state, entry):
        raise NoSuchEntry
    if entry.warband_type is None and not facts.deals_in(entry):
        raise NoSuchEntry
    if headcount < 1:
        raise NotAGroup
    if (why_not := why_no_new_leader(state, entry, facts)) is not None:
        raise NoNewLeader(message=why_not)
    price = (hire_price_gc(entry, state, facts) if price_gc is None else price_gc) * headcount
    if price > state.treasury_gc:
        raise NotEnoughGold(price_gc=price, treasury_gc=state.treasury_gc)
    before = state.copy()
    member = roster_changes.hire(
        state, facts, warrior_type, name=name.strip()[:80], headcount=headcount, price_gc=price_gc
    )
    refuse_if_worse(before, state, facts)
    return EntryDetails(
        EntryKind.HIRED,
        member.key,
        {
            "name": member.name,
            "entry": entry.plural if headcount > 1 else entry.name,
            "count": headcount,
            "price": before.treasury_gc - state.treasury_gc,
        },
    )


def _is_for(state: WarbandState, entry: WarriorType) -> bool:
    return entry.warband_type == state.warband_type_code if entry.kind in ("hero", "henchman") else True


def reinforce(*, warband_id: int, warrior: str, by: ActionContext, count: int = 1) -> LedgerResult:
    """Add recruits to a henchman group with the group's equipment; they also cost a surcharge for its experience.
    Rules: RO-VET-01, RO-GROUP-SIZE-01"""

    def change(state: WarbandState, facts: Book) -> EntryDetails:
        return _reinforce(state, facts, member_of(state, warrior), count)

    return write(warband_id=warband_id, by=by, change=change)


def _reinforce(state: WarbandState, facts: Book, group: Member, count: int) -> EntryDetails:
    if group.kind != GROUP or count < 1:
        raise NotAGroup
    price = sum(veteran_price_gc(state, group, facts)) * count
    if price > state.treasury_gc:
        raise NotEnoughGold(price_gc=price, treasury_gc=state.treasury_gc)
    before = state.copy()
    roster_changes.reinforce(state, facts, group, count)
    refuse_if_worse(before, state, facts)
    entry = facts.warrior_types[group.warrior_type_code]
    return EntryDetails(
        EntryKind.REINFORCED,
        group.key,
        {"name": group.name, "entry": entry.name, "count": count, "headcount": group.headcount, "price": price},
    )


def add_to_group(*, warband_id: int, warrior: str, by: ActionContext, because: str = "") -> LedgerResult:
    """Add a warrior to a henchman group for the price of the equipment only. Raises NotAGroup, NotEnoughGold,
    AgainstRules. Rule: RO-GROUP-KIT-01"""

    def change(state: WarbandState, facts: Book) -> EntryDetails:
        group = member_of(state, warrior)
        if group.kind != GROUP:
            raise NotAGroup
        recruit, surcharge, kit = veteran_price_gc(state, group, facts)
        if kit > state.treasury_gc:
            raise NotEnoughGold(price_gc=kit, treasury_gc=state.treasury_gc)
        before = state.copy()
        roster_changes.reinforce(state, facts, group, 1)
        state.treasury_gc += recruit + surcharge
        group.paid_gc -= recruit + surcharge
        refuse_if_worse(before, state, facts)
        entry = facts.warrior_types[group.warrior_type_code]
        words = {"name": group.name, "entry": entry.name, "count": 1, "headcount": group.headcount, "price": kit}
        return EntryDetails(EntryKind.REINFORCED, group.key, {**words, "because": because}, is_reversible=False)

    return write(warband_id=warband_id, by=by, change=change)


def dismiss(*, warband_id: int, warrior: str, by: ActionContext, whole_group: bool = True) -> LedgerResult:
    """Dismiss a member, or one model of a group. A draft gets the gold back; later the equipment goes to the stash."""

    def change(state: WarbandState, facts: Book) -> EntryDetails:
        member = member_of(state, warrior)
        before_gc = state.treasury_gc
        words = {"name": member.name, "entry": facts.warrior_types[member.warrior_type_code].name}
        if member.kind == GROUP and member.headcount > 1 and not whole_group:
            roster_changes.reduce(state, member, refund=state.is_draft)
            words["count"] = "1"
        else:
            roster_changes.dismiss(state, member)
        return EntryDetails(EntryKind.DISMISSED, warrior, {**words, "gold": state.treasury_gc - before_gc})

    return write(warband_id=warband_id, by=by, change=change)


class NoNewLeader(Refusal):
    """A founded warband cannot hire a second leader."""

    code = "no_new_leader"
    about = ("warrior_type",)
    message = _("You cannot hire a new leader: the hero with the highest Leadership leads.")
    rule_id = "RO-LEADER-03"


def mutate(*, warband_id: int, warrior: str, mutation: str, by: ActionContext) -> LedgerResult:
    """Buy a mutation for a recruit: in a draft, or before the first battle. Rules: RO-MUT-01, RO-MUT-03"""

    def change(state: WarbandState, facts: Book) -> EntryDetails:
        member = member_of(state, warrior)
        if mutation not in facts.mutations:
            raise OnlyAtRecruitment
        if not state.is_draft and member.battles_fought and not mutations_bought_later(member, facts):
            raise OnlyAtRecruitment
        price = mutation_price_gc(member, mutation, facts)
        if price > state.treasury_gc:
            raise NotEnoughGold(price_gc=price, treasury_gc=state.treasury_gc)
        before = state.copy()
        roster_changes.mutate(state, facts, member, mutation)
        refuse_if_worse(before, state, facts)
        return EntryDetails(
            EntryKind.MUTATED,
            warrior,
            {"name": member.name, "mutation": facts.mutations[mutation].name, "price": price},
        )

    return write(warband_id=warband_id, by=by, change=change)


def unmutate(*, warband_id: int, warrior: str, mutation: str, by: ActionContext) -> LedgerResult:
    """Remove a mutation in a draft; the prices of the others are recalculated. Rule: RO-MUT-03"""

    def change(state: WarbandState, facts: Book) -> EntryDetails:
        member = member_of(state, warrior)
        if not state.is_draft or mutation not in member.mutations:
            raise OnlyAtRecruitment
        returned = roster_changes.unmutate(state, facts, member, mutation)
        name = facts.mutations[mutation].name
        return EntryDetails(EntryKind.MUTATED, warrior, {"name": member.name, "mutation": name, "price": -returned})

    return write(warband_id=warband_id, by=by, change=change)


class NoSuchChoice(Refusal):
    """The warrior type has no such equipment set, or the warrior has already fought with another."""

    code = "no_such_choice"
    about = ("choice",)
    message = _("This hired sword has no such equipment, or has already fought with another set.")
    rule_id = "RO-HIRE-02"


def choose_arms(*, warband_id: int, warrior: str, choice: int, by: ActionContext) -> LedgerResult:
    """Choose another equipment set of a hired sword's entry, before the first battle. Rule: RO-HIRE-02"""

    def change(state: WarbandState, facts: Book) -> EntryDetails:
        member = member_of(state, warrior)
        entry = facts.warrior_types[member.warrior_type_code]
        if not 0 <= choice < len(entry.choices) or member.battles_fought:
            raise NoSuchChoice
        items = roster_changes.choose_arms(state, facts, member, choice)
        names = ", ".join(facts.items[code].name for code in items)
        return EntryDetails(EntryKind.ARMED, warrior, {"name": member.name, "brings": names})

    return write(warband_id=warband_id, by=by, change=change)


def make_leader(*, warband_id: int, warrior: str, by: ActionContext) -> LedgerResult:
    """Make a hero the leader, replacing the previous one. Raises CannotLead. Rule: RO-LEADER-01"""

    def change(state: WarbandState, facts: Book) -> EntryDetails:
        member = member_of(state, warrior)
        if member.kind != HERO or has_effect(member, facts, "never_leads"):
            raise CannotLead
        old = state.leader()
        if old is not None:
            old.is_leader = False
        member.is_leader = True
        return EntryDetails(EntryKind.LEADER, warrior, {"name": member.name})

    return write(warband_id=warband_id, by=by, change=change)
