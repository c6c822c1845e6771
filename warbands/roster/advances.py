"""Experience, advances, skills, spells, promotion. Every function can safely run twice with the same
`by.source_key`."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _

from battles.engine.profile import CHARACTERISTICS
from catalogue.packs.book import Book
from mordheim_site.public_ids import new_public_id
from mordheim_site.refusals import Refusal
from warbands.builder.recruiting import member_of
from warbands.core.ledger import ActionContext, EntryDetails, LedgerResult, write
from warbands.core.state import GROUP, HERO, Member, WarbandState
from warbands.models import EntryKind
from warbands.rules.check import refuse_if_worse
from warbands.rules.counts import heroes_max
from warbands.rules.development import raised_past_maximum, skills_open
from warbands.rules.member_facts import advances_due, entry_of, gains_experience, lists_open, spell_lists_of
from warbands.rules.names import person_name


class NeverLearns(Refusal):
    """This warrior never gains experience."""

    code = "never_learns"
    rule_id = "RO-EXP-02"


class NoAdvance(Refusal):
    """No advance is due."""

    code = "no_advance"
    rule_id = "RO-ADV-01"
    status = 409


class AtMaximum(Refusal):
    """The characteristic is at the race's maximum, or the henchman has already raised it."""

    code = "at_maximum"
    rule_id = "RO-MAXIMA-01"


class NotOpen(Refusal):
    """The warrior cannot have this skill or spell."""

    code = "not_open"
    rule_id = "RO-SKILL-01"


class CannotPromote(Refusal):
    """The warband has the maximum number of heroes, or this group can have no heroes."""

    code = "cannot_promote"
    about = ("warrior",)
    rule_id = "RO-HEROES-01"


def grant_experience(
    *, warband_id: int, warrior: str, points: int, by: ActionContext, because: str = "", is_reversible: bool = False
) -> LedgerResult:
    """Add experience to a warrior, or to each model of a group. Raises NeverLearns, NoSuchWarrior. Rule: RO-EXP-02"""

    def change(state: WarbandState, facts: Book) -> EntryDetails:
        member = member_of(state, warrior)
        if not gains_experience(member, facts):
            raise NeverLearns(message=_("%(name)s never gains experience.") % {"name": member.name})
        member.experience = max(0, member.experience + points)
        due = advances_due(member, facts)
        words = {"name": member.name, "points": points, "because": because, "total": member.experience, "due": due}
        return EntryDetails(EntryKind.EXPERIENCE, warrior, words, is_reversible)

    return write(warband_id=warband_id, by=by, change=change)


def may_increase(member: Member, characteristic: str, book: Book, by: int = 1) -> bool:
    """Whether an advance may raise this characteristic. Rules: RO-MAXIMA-01, RO-MAXIMA-02"""
    if raised_past_maximum(member, characteristic, book, by=by):
        return False
    return member.kind != GROUP or member.increases.get(characteristic, 0) + by <= book.tables.henchman_increase_max


def take_advance(
    *,
    warband_id: int,
    warrior: str,
    by: ActionContext,
    characteristic: str = "",
    skill: str = "",
    spell: str = "",
    is_free: bool = False,
    detail: str = "",
    is_reversible: bool = False,
) -> LedgerResult:
    """Take one advance: a characteristic up by 1, a skill, or a spell (exactly one of them).

    `is_free`: the advance does not count against the earned ones (the immediate roll of a promotion). `detail`: the
    dice, as text. For a skill that gives something else, only the skill is recorded here. Raises NoAdvance, AtMaximum,
    NotOpen. Rule: RO-ADV-01
    """

    def change(state: WarbandState, facts: Book) -> EntryDetails:
        member = member_of(state, warrior)
        if not is_free and advances_due(member, facts) < 1:
            raise NoAdvance(message=_("%(name)s has no advance to take.") % {"name": member.name})
        before = state.copy()
        words = {"name": member.name, "detail": detail, "characteristic": characteristic}
        if characteristic:
            _raise(member, characteristic, facts)
        elif skill:
            words["learned"] = _learn_skill(state, member, skill, facts)
        elif spell:
            words["learned"] = _learn_spell(member, spell, facts)
        else:
            raise NotOpen(message=_("An advance must be a characteristic, a skill or a spell."))
        if not is_free:
            member.advances_taken += 1
        refuse_if_worse(before, state, facts)
        return EntryDetails(EntryKind.ADVANCED, warrior, words, is_reversible)

    return write(warband_id=warband_id, by=by, change=change)


def _raise(member: Member, characteristic: str, facts: Book) -> None:
    if characteristic not in CHARACTERISTICS or not may_increase(member, characteristic, facts):
        raise AtMaximum(message=_("%(name)s cannot raise this characteristic any further.") % {"name": member.name})
    member.increases = {**member.increases, characteristic: member.increases.get(characteristic, 0) + 1}


def _learn_skill(state: WarbandState, member: Member, skill: str, facts: Book) -> str:
    if skill not in {skill.code for skill in skills_open(state, member, facts)}:
        raise NotOpen(message=_("%(name)s cannot learn this skill.") % {"name": member.name})
    member.skills = [*member.skills, skill]
    return facts.skills[skill].name


def _learn_spell(member: Member, spell: str, facts: Book) -> str:
    found = facts.spells.get(spell)
    if found is None or found.spell_list not in spell_lists_of(member, facts):
        raise NotOpen(message=_("%(name)s cannot learn this spell.") % {"name": member.name}, rule_id="RO-SPELL-01")
    member.spells = [*member.spells, spell]
    return found.name


def learn(
    *,
    warband_id: int,
    warrior: str,
    by: ActionContext,
    skill: str = "",
    spell: str = "",
    skill_list: str = "",
    because: str = "",
    is_reversible: bool = False,
) -> LedgerResult:
    """Learn something outside of an advance (a find, a tome): a skill, a spell, or access to a skill list."""

    def change(state: WarbandState, facts: Book) -> EntryDetails:
        member = member_of(state, warrior)
        if skill:
            if skill not in facts.skills or skill in member.skills:
                raise NotOpen(message=_("%(name)s cannot learn this skill.") % {"name": member.name})
            member.skills = [*member.skills, skill]
            learned = facts.skills[skill].name
        elif spell:
            learned = _learn_spell(member, spell, facts)
        elif skill_list in facts.skill_lists:
            member.skill_lists = [*member.skill_lists, skill_list]
            learned = facts.skill_lists[skill_list].name
        else:
            raise NotOpen(message=_("Choose a skill, a spell or a skill list."))
        return EntryDetails(
            EntryKind.LEARNED, warrior, {"name": member.name, "learned": learned, "because": because}, is_reversible
        )

    return write(warband_id=warband_id, by=by, change=change)


def forget(*, warband_id: int, warrior: str, skill: str, by: ActionContext, because: str = "") -> LedgerResult:
    """Remove a learned skill. Raises NoSuchWarrior, NotOpen."""

    def change(state: WarbandState, facts: Book) -> EntryDetails:
        member = member_of(state, warrior)
        if skill not in member.skills:
            raise NotOpen(message=_("%(name)s does not have this skill.") % {"name": member.name})
        member.skills = [code for code in member.skills if code != skill]
        words = {"name": member.name, "lost": facts.skills[skill].name, "because": because}
        return EntryDetails(EntryKind.LEARNED, warrior, words, is_reversible=False)

    return write(warband_id=warband_id, by=by, change=change)


def skip_advance(
    *, warband_id: int, warrior: str, by: ActionContext, detail: str = "", is_reversible: bool = False
) -> LedgerResult:
    """Count an advance as taken although it has no effect, because everything is at its maximum."""

    def change(state: WarbandState, facts: Book) -> EntryDetails:
        member = member_of(state, warrior)
        if advances_due(member, facts) < 1:
            raise NoAdvance(message=_("%(name)s has no advance to take.") % {"name": member.name})
        member.advances_taken += 1
        return EntryDetails(EntryKind.ADVANCED, warrior, {"name": member.name, "detail": detail}, is_reversible)

    return write(warband_id=warband_id, by=by, change=change)


def talent_lists(state: WarbandState, group: Member, book: Book) -> list[str]:
    """The skill lists from which a member of a group may choose on becoming a hero: those of the warrior type or, if it
    names none, those of the warband's hero types except special lists. Rule: RO-SKILL-01"""
    named = entry_of(group, book).talent_lists
    if named:
        return list(named)
    lists: dict[str, None] = {}
    for entry in book.heroes_of(state.warband_type_code):
        lists.update(dict.fromkeys(code for code in entry.skill_lists if not book.skill_lists[code].special))
    return list(lists)


def promote(
    *,
    warband_id: int,
    warrior: str,
    skill_lists: Sequence[str],
    by: ActionContext,
    name: str = "",
    is_reversible: bool = False,
) -> LedgerResult:
    """Promote one model of a group to hero, with its experience, increases and equipment; the rest of the group rolls
    again. The new hero's advances start from the current experience. `subject` of the result is the new hero's key.
    Raises CannotPromote, NoAdvance. Rules: RO-HEROES-01, RO-ADV-01"""

    def change(state: WarbandState, facts: Book) -> EntryDetails:
        group = member_of(state, warrior)
        if may_become_hero(state, group, facts) and advances_due(group, facts) < 1:
            raise NoAdvance(message=_("%(name)s has no advance to take.") % {"name": group.name})
        hero = make_hero(state, group, skill_lists, name, facts)
        return EntryDetails(EntryKind.PROMOTED, hero.key, {"name": hero.name, "group": group.name}, is_reversible)

    return write(warband_id=warband_id, by=by, change=change)


def may_become_hero(state: WarbandState, group: Member, facts: Book) -> bool:
    """Whether a model of this group can become a hero and a hero slot is free. Rule: RO-HEROES-01"""
    promotes = group.kind == GROUP and entry_of(group, facts).can_be_promoted
    return promotes and len(state.active(HERO)) < heroes_max(state, facts)


def make_hero(state: WarbandState, group: Member, skill_lists: Sequence[str], name: str, facts: Book) -> Member:
    """Make one model of a group a hero with these skill lists, with or without an advance. Raises CannotPromote."""
    if not may_become_hero(state, group, facts):
        raise CannotPromote(
            message=_(
                "%(name)s cannot be promoted to hero: all hero slots are filled, or this group never becomes heroes."
            )
            % {"name": group.name}
        )
    open_lists = talent_lists(state, group, facts)
    wanted = min(facts.tables.playable_skill_lists_for_talent, len(open_lists))
    chosen = list(dict.fromkeys(skill_lists))
    if len(chosen) != wanted or any(code not in open_lists for code in chosen):
        raise CannotPromote(
            message=_("Choose %(count)s of the available hero skill lists.") % {"count": wanted},
            rule_id="RO-SKILL-01",
        )
    return _raised(state, group, chosen, name, facts)


def name_of_promoted(state: WarbandState) -> str:
    """The default name of a new hero. It depends on the seed and size of the roster, never on ids."""
    taken = {member.name for member in state.members.values()}
    return person_name(state.warband_type_code, f"{state.seed}:promoted:{len(state.members)}", taken)


def _raised(state: WarbandState, group: Member, lists: list[str], name: str, facts: Book) -> Member:
    hero = Member(
        key=new_public_id(),
        kind=HERO,
        warrior_type_code=group.warrior_type_code,
        name=name.strip()[:80] or name_of_promoted(state),
        position=state.next_position(),
        paid_gc=group.paid_gc // group.headcount,
        experience=group.experience,
        experience_at_start=group.experience,
        increases=dict(group.increases),
        skills=list(group.skills),
        skill_lists=[code for code in lists if code not in lists_open(group, facts)],
        battles_fought=group.battles_fought,
    )
    state.members[hero.key] = hero
    for line in state.held_by(group.key):
        share = line.paid_gc // group.headcount
        state.add_kit(
            key=new_public_id(),
            holder=hero.key,
            item=line.item_code,
            count=line.count,
            paid_gc=share,
            material=line.material_code,
        )
        line.paid_gc -= share
    group.paid_gc -= hero.paid_gc
    if group.headcount == 1:
        for line in state.held_by(group.key):
            del state.kit[line.key]
        del state.members[group.key]
    else:
        group.headcount -= 1
    return hero
