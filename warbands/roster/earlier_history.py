"""History of a warband that was played elsewhere: entered from a paper roster before its first battle here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext_lazy as _

from catalogue.facts import Characteristics
from catalogue.packs.book import Book
from mordheim_site.refusals import Refusal
from warbands.builder.recruiting import member_of
from warbands.core.ledger import ActionContext, EntryDetails, LedgerResult, write
from warbands.core.state import HERO, STASH, WarbandState
from warbands.models import EntryKind, LedgerEntry
from warbands.roster.advances import make_hero
from warbands.roster.injuries import PASSING
from warbands.rules import roster_changes
from warbands.rules.development import skills_open
from warbands.rules.kit import why_not_carry
from warbands.rules.member_facts import entry_of
from warbands.rules.violations import AgainstRules
from warbands.trading.services import NoSuchItem

MOST_OF_A_KIND = 20


class HistoryIsClosed(Refusal):
    """History can be entered only after the founding, and before the warband has fought here."""

    code = "past_is_closed"
    message = _("You can enter a history only after founding and before the warband earns experience here.")
    status = 409


class CannotHave(Refusal):
    """A skill, spell or characteristic that this warrior cannot have."""

    code = "not_his_to_know"
    rule_id = "RO-SKILL-01"

    def __init__(self, name: str, what: str) -> None:
        super().__init__(message=_("%(name)s cannot have %(what)s.") % {"name": name, "what": what})


@dataclass(frozen=True, slots=True, kw_only=True)
class EarlierHistory:
    """A warrior's history elsewhere: codes of the catalogue, points gained by advances, and numbers from the paper
    roster."""

    experience: int
    increases: Mapping[str, int] = field(default_factory=dict)
    skills: Sequence[str] = ()
    spells: Sequence[str] = ()
    injuries: Sequence[tuple[str, int]] = ()
    """(code of the injury, index of the result in its sub-table); the index is -1 for an injury without a sub-table."""
    kills: int = 0
    battles_fought: int = 0


def is_open(warband_id: int, status: str) -> bool:
    """Whether the history of this warband can still be entered."""
    earned = LedgerEntry.objects.filter(warband_id=warband_id, kind=EntryKind.EXPERIENCE)
    return status == "founded" and not earned.exists()


def set_treasury(*, warband_id: int, treasury_gc: int, shards: int, by: ActionContext) -> LedgerResult:
    """Set gold and shards to the values of the paper roster. Raises HistoryIsClosed."""

    def change(state: WarbandState, _facts: Book) -> EntryDetails:
        _must_be_open(warband_id, state)
        state.treasury_gc, state.shards = treasury_gc, shards
        return EntryDetails(EntryKind.ENTERED, "", {"name": state.name}, is_reversible=True)

    return write(warband_id=warband_id, by=by, change=change)


def set_history(*, warband_id: int, warrior: str, past: EarlierHistory, by: ActionContext) -> LedgerResult:
    """Store a warrior's history. Advances earned with the entered experience count as taken. Raises HistoryIsClosed,
    NoSuchWarrior, CannotHave."""

    def change(state: WarbandState, facts: Book) -> EntryDetails:
        _must_be_open(warband_id, state)
        member = member_of(state, warrior)
        entry = entry_of(member, facts)
        member.skills, member.spells, member.injuries = [], [], []
        member.experience = past.experience
        for name in past.increases:
            if name not in Characteristics.names():
                raise CannotHave(member.name, name)
        member.increases = {name: by for name, by in past.increases.items() if by}
        spells = {spell.code for spell in facts.spells_of(entry.spell_list)} if entry.spell_list else set()
        for code in past.spells:
            if code not in spells:
                raise CannotHave(member.name, code)
            member.spells = [*member.spells, code]
        for code in past.skills:
            if code not in {skill.code for skill in skills_open(state, member, facts)}:
                raise CannotHave(member.name, code)
            member.skills = [*member.skills, code]
        member.injuries = [_mark(member.name, code, place, facts) for code, place in past.injuries]
        member.kills, member.battles_fought = past.kills, past.battles_fought
        lines = facts.tables.hero_advances_at if member.kind == HERO else facts.tables.henchman_advances_at
        member.advances_taken = sum(1 for line in lines if member.experience_at_start < line <= past.experience)
        return EntryDetails(EntryKind.ENTERED, warrior, {"name": member.name}, is_reversible=True)

    return write(warband_id=warband_id, by=by, change=change)


def add_items(
    *, warband_id: int, item: str, by: ActionContext, warrior: str = STASH, count: int = 1, material: str = ""
) -> LedgerResult:
    """Add items of the paper roster to a warrior or the stash, including rare ones. They cost nothing and may be used.
    `count` is for each model of a group, `material` the material of a weapon. Raises HistoryIsClosed, NoSuchItem,
    NoSuchWarrior, AgainstRules."""

    def change(state: WarbandState, facts: Book) -> EntryDetails:
        _must_be_open(warband_id, state)
        fact = facts.items.get(item)
        if fact is None or fact.made_into is not None or not 1 <= count <= MOST_OF_A_KIND:
            raise NoSuchItem
        if material and (material not in facts.items or facts.items[material].made_into != fact.slot):
            raise NoSuchItem(fields={"material": [NoSuchItem.message]})
        member = member_of(state, warrior) if warrior else None
        violation = (
            why_not_carry(state, member, item, facts, count=count, material=material) if member is not None else None
        )
        if violation is not None:
            raise AgainstRules(violation)
        roster_changes.buy(state, facts, warrior, item, count=count, material=material, price_gc=0)
        words = {"name": member.name if member is not None else state.name, "item": fact.name, "count": count}
        return EntryDetails(EntryKind.ENTERED, warrior, words, is_reversible=True)

    return write(warband_id=warband_id, by=by, change=change)


def promote_to_hero(
    *, warband_id: int, warrior: str, skill_lists: Sequence[str], by: ActionContext, name: str = ""
) -> LedgerResult:
    """Make one model of a group a hero, as on the paper roster; `subject` of the result is the hero's key. Raises
    HistoryIsClosed, NoSuchWarrior, CannotPromote. Rules: RO-HEROES-01, RO-SKILL-01"""

    def change(state: WarbandState, facts: Book) -> EntryDetails:
        _must_be_open(warband_id, state)
        hero = make_hero(state, member_of(state, warrior), skill_lists, name, facts)
        return EntryDetails(EntryKind.ENTERED, hero.key, {"name": hero.name}, is_reversible=True)

    return write(warband_id=warband_id, by=by, change=change)


def _mark(name: str, code: str, place: int, facts: Book) -> dict[str, object]:
    injury = facts.injuries.get(code)
    outcomes = injury.outcomes if injury is not None else ()
    if injury is None or (outcomes and not 0 <= place < len(outcomes)):
        raise CannotHave(name, code)
    effects = (*injury.effects, *(outcomes[place].effects if outcomes else ()))
    detail = outcomes[place].summary if outcomes else ""
    lasting = [{"code": effect.code, "params": dict(effect.params)} for effect in effects if effect.code not in PASSING]
    return {"code": code, "detail": detail, "effects": lasting}


def _must_be_open(warband_id: int, state: WarbandState) -> None:
    if not is_open(warband_id, state.status):
        raise HistoryIsClosed
