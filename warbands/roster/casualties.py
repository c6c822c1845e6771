"""Deaths, captures, missed battles. Called by the aftermath. Every function can safely run twice with the same
`by.source_key`."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

from catalogue.packs.book import Book
from mordheim_site.public_ids import new_public_id
from mordheim_site.refusals import Refusal
from warbands.builder.recruiting import NoSuchWarrior, member_of
from warbands.core.ledger import ActionContext, EntryDetails, LedgerResult, write
from warbands.core.state import ACTIVE, CAPTURED, DEAD, GROUP, HIRED, PERSONA, Member, WarbandState
from warbands.models import EntryKind, LedgerEntry
from warbands.rules import roster_changes
from warbands.rules.kit import gets_free_dagger
from warbands.rules.member_facts import characteristics_of, effects_of, has_effect
from warbands.rules.seeds import seeded_number


class NotCaptured(Refusal):
    """Only captives can be released."""

    code = "not_captured"
    message = _("That warrior is not a captive.")
    status = 409


def kill(
    *,
    warband_id: int,
    warrior: str,
    by: ActionContext,
    count: int = 1,
    keep_kit: bool = False,
    because: str = "",
    is_reversible: bool = False,
) -> LedgerResult:
    """Remove a dead hero, or `count` models of a group. Their equipment is lost unless `keep_kit`. A dead leader is
    replaced. Raises NoSuchWarrior. Rule: RO-LEADER-01"""

    def change(state: WarbandState, facts: Book) -> EntryDetails:
        member = member_of(state, warrior)
        count_dead = min(count, member.headcount)
        heir = None
        if member.kind == GROUP and count_dead < member.headcount:
            for _turn in range(count_dead):
                if keep_kit:
                    roster_changes.reduce(state, member, refund=False)
                else:
                    _thin(state, member)
        else:
            roster_changes.strip(state, member, keep=keep_kit)
            member.status, was_leader, member.is_leader = DEAD, member.is_leader, False
            heir = succeed(state, facts, member) if was_leader else None
        words = {
            "name": member.name,
            "entry": facts.warrior_types[member.warrior_type_code].name,
            "count": count_dead,
            "left": 0 if member.status == DEAD else member.headcount,
            "because": because,
            **successor_record(state, facts, member, heir),
        }
        return EntryDetails(EntryKind.KILLED, warrior, words, is_reversible)

    return write(warband_id=warband_id, by=by, change=change)


def _thin(state: WarbandState, group: Member) -> None:
    for line in state.held_by(group.key):
        line.paid_gc -= line.paid_gc // group.headcount
    group.paid_gc -= group.paid_gc // group.headcount
    group.headcount -= 1


def succeed(state: WarbandState, facts: Book, fallen: Member) -> Member | None:
    """Replace a lost leader: by the successor that the rules name, else by the hero with the highest Leadership, then
    with the most experience. Further ties are decided by a roll from the warband's seed. The roll uses positions on the
    roster, because ids are random: with ids, the same battle could give a different leader each time.  Rule:
    RO-LEADER-03"""
    race = facts.warrior_types[fallen.warrior_type_code].race
    for member in state.active(HIRED, PERSONA):
        if any(effect.code == "leads_after" and race in effect.get("races") for effect, _ in effects_of(member, facts)):
            member.is_leader = True
            return member
    heroes = [
        member
        for member in state.active("hero")
        if member.key != fallen.key and not has_effect(member, facts, "never_leads")
    ]
    if not heroes:
        return None
    listed = facts.warband_types[state.warband_type_code]
    rules = (*facts.warrior_types[fallen.warrior_type_code].rules, *listed.rules)
    able = [effect for code in rules for effect in facts.rules[code].effects if effect.code == "leader_successor"]
    named = [str(effect.get("warrior_type")) for effect in able]
    if any(effect.get("or_falls_apart") for effect in able):
        heroes = [member for member in heroes if member.warrior_type_code in named]
    if not heroes:
        return None

    def order(member: Member) -> tuple[bool, int, int, int, int]:
        return (
            member.warrior_type_code in named,
            characteristics_of(member, facts).leadership,
            member.experience,
            seeded_number(f"{state.seed}:heir:{fallen.position}:{member.position}", 6),
            -member.position,
        )

    heir = max(heroes, key=order)
    heir.is_leader = True
    if any(effect.code == "may_rebuy_leader" for code in rules for effect in facts.rules[code].effects):
        mourned = {"code": "leader_mourned", "params": {"battles": heir.battles_fought}}
        heir.injuries = [*heir.injuries, {"code": rules[-1], "detail": "", "effects": [mourned]}]
    return heir


def successor_record(state: WarbandState, facts: Book, fallen: Member, heir: Member | None) -> dict[str, Any]:
    """What the ledger stores about a successor: the name, the Leadership, and the reason: "named", "commands" (a hired
    sword) or "leadership". Rule: RO-LEADER-03"""
    if heir is None:
        return {"heir": ""}
    codes = (
        *facts.warrior_types[fallen.warrior_type_code].rules,
        *facts.warband_types[state.warband_type_code].rules,
    )
    effects = [effect for code in codes for effect in facts.rules[code].effects if effect.code == "leader_successor"]
    is_named = any(effect.get("warrior_type") == heir.warrior_type_code for effect in effects)
    reason = "commands" if heir.is_hireling else "named" if is_named else "leadership"
    return {"heir": heir.name, "heir_reason": reason, "leadership": characteristics_of(heir, facts).leadership}


def capture(
    *, warband_id: int, warrior: str, by: ActionContext, captor: str = "", is_reversible: bool = False
) -> LedgerResult:
    """Mark a member as captured. Their equipment stays with them until their fate is decided. `captor` is the name of
    the warband that captured them."""

    def change(state: WarbandState, facts: Book) -> EntryDetails:
        member = member_of(state, warrior)
        member.status, was_leader, member.is_leader = CAPTURED, member.is_leader, False
        heir = succeed(state, facts, member) if was_leader else None
        led = {"captor": captor, "led": was_leader}
        words = {"name": member.name, **led, **successor_record(state, facts, member, heir)}
        return EntryDetails(EntryKind.CAPTURED, warrior, words, is_reversible)

    return write(warband_id=warband_id, by=by, change=change)


def release(
    *, warband_id: int, warrior: str, by: ActionContext, keep_kit: bool = True, is_reversible: bool = False
) -> LedgerResult:
    """Return a captive, with or without equipment. A former leader takes command again, unless a new leader was hired
    in the meantime. Raises NotCaptured. Rule: RO-LEADER-02"""
    has_led = _led_when_captured(warband_id, warrior)

    def change(state: WarbandState, facts: Book) -> EntryDetails:
        member = state.members.get(warrior)
        if member is None:
            raise NoSuchWarrior
        if member.status != CAPTURED:
            raise NotCaptured
        if not keep_kit:
            roster_changes.strip(state, member, keep=False)
        member.status = ACTIVE
        return EntryDetails(EntryKind.RELEASED, warrior, _take_command(state, facts, member, has_led), is_reversible)

    return write(warband_id=warband_id, by=by, change=change)


def _led_when_captured(warband_id: int, warrior: str) -> bool:
    """Whether this captive led the warband when captured. Older entries name only the successor."""
    captures = LedgerEntry.objects.filter(
        warband_id=warband_id, kind=EntryKind.CAPTURED, subject=warrior, reverted_by__isnull=True
    )
    entry = captures.order_by("number").last()
    return entry is not None and bool(entry.arguments.get("led") or entry.arguments.get("heir"))


def _take_command(state: WarbandState, facts: Book, member: Member, has_led: bool) -> dict[str, Any]:
    """Decide who leads now that this captive is back. Returns plain values for the ledger entry. Rule: RO-LEADER-02"""
    acting = state.leader()
    is_of_leaders = facts.warrior_types[member.warrior_type_code].is_leader
    words: dict[str, Any] = {"name": member.name}
    if acting is None:
        member.is_leader = has_led or is_of_leaders
        return {**words, "leads": True} if member.is_leader else words
    if not has_led:
        return words
    if facts.warrior_types[acting.warrior_type_code].is_leader:
        return {**words, "keeps": acting.name}
    acting.is_leader, member.is_leader = False, True
    acting.injuries = [
        injury
        for injury in acting.injuries
        if not any(effect.get("code") == "leader_mourned" for effect in injury.get("effects", ()))
    ]
    return {**words, "leads": True}


def leave(*, warband_id: int, warrior: str, by: ActionContext, is_reversible: bool = False) -> LedgerResult:
    """Remove a member who leaves the warband, without equipment unless they were hired. A leader is replaced. Raises
    NoSuchWarrior. Rule: RO-LEADER-01"""

    def change(state: WarbandState, facts: Book) -> EntryDetails:
        member = member_of(state, warrior)
        was_leader = member.is_leader
        roster_changes.dismiss(state, member)
        heir = succeed(state, facts, member) if was_leader else None
        entry = facts.warrior_types[member.warrior_type_code].name
        words = {"name": member.name, "entry": entry, "gold": 0, **successor_record(state, facts, member, heir)}
        return EntryDetails(EntryKind.DISMISSED, warrior, words, is_reversible)

    return write(warband_id=warband_id, by=by, change=change)


def miss_next(
    *, warband_id: int, warrior: str, by: ActionContext, battles: int = 1, is_reversible: bool = False
) -> LedgerResult:
    """Add battles to those that the member has to miss."""

    def change(state: WarbandState, _facts: Book) -> EntryDetails:
        member = member_of(state, warrior)
        member.misses_battles += max(1, battles)
        return EntryDetails(EntryKind.MISSES, warrior, {"name": member.name, "count": battles}, is_reversible)

    return write(warband_id=warband_id, by=by, change=change)


def battle_fought(*, warband_id: int, fighters: list[str], kills: dict[str, int], by: ActionContext) -> LedgerResult:
    """Record a battle: count it for `fighters`, add their kills, and reduce the missed battles of members who could not
    take part. At 0 they have recovered."""

    def change(state: WarbandState, _facts: Book) -> EntryDetails:
        fit = []
        for member in state.active():
            if member.key in fighters:
                member.battles_fought += 1
            elif member.misses_battles:
                member.misses_battles -= 1
                if not member.misses_battles:
                    fit.append(member.name)
        for key, count in kills.items():
            if key in state.members:
                state.members[key].kills += count
        return EntryDetails(EntryKind.FOUGHT, "", {"count": len(fighters), "fit": ", ".join(fit)}, is_reversible=False)

    return write(warband_id=warband_id, by=by, change=change)


def lose_kit(
    *,
    warband_id: int,
    warrior: str,
    by: ActionContext,
    because: str = "",
    arms_only: bool = False,
    is_reversible: bool = False,
) -> LedgerResult:
    """Remove all equipment of a member, or only weapons and armour. They get a free dagger again."""

    def change(state: WarbandState, facts: Book) -> EntryDetails:
        member = member_of(state, warrior)
        gone = roster_changes.strip(state, member, keep=False, arms_of=facts if arms_only else None)
        if gets_free_dagger(member, facts):
            state.add_kit(key=new_public_id(), holder=member.key, item="dagger")
        items = ", ".join(facts.items[code].name for code in gone if code != "dagger")
        return EntryDetails(
            EntryKind.LOST_ITEM, warrior, {"item": items, "name": member.name, "because": because}, is_reversible
        )

    return write(warband_id=warband_id, by=by, change=change)
