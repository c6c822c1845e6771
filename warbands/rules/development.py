"""Rules about one member's development: mutations, skills, spells, increases, experience."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from django.utils.translation import gettext as _

from catalogue.packs.book import Book, Characteristics, EffectData, Mutation, Skill
from mordheim_site.refusals import Sentence
from warbands.core.state import ANIMAL, GROUP, HERO, Member, WarbandState
from warbands.rules.member_facts import effects_of, entry_of, lists_open, spell_lists_of, tags_of, total
from warbands.rules.violations import Fix, Violation


def development_violations(state: WarbandState, member: Member, book: Book) -> list[Violation]:
    """All violations in one member's mutations, skills, spells and increases."""
    return [
        *_mutations(state, member, book),
        *_skills(state, member, book),
        *_spells(member, book),
        *_maxima(member, book),
        *_experience(state, member, book),
    ]


def mutations_needed(member: Member, book: Book) -> int:
    """The number of mutations that a member of this type must have. Rule: RO-MUT-02"""
    entry = entry_of(member, book)
    wanted = max(
        (
            int(effect.get("amount", 1))
            for code in entry.rules
            for effect in book.rules[code].effects
            if effect.code == "mutations_at_least"
        ),
        default=0,
    )
    return max(wanted, 1 if entry.mutations == "must" else 0)


def mutations_bought_later(member: Member, book: Book) -> int:
    """Number of mutations that a skill allows the member to buy after joining. Rule: RO-MUT-03"""
    return total(member, book, "buys_mutation")


def mutations_most(member: Member, book: Book) -> int:
    """Maximum number of mutations: that of the warrior type plus those a skill allows. Rule: RO-MUT-01"""
    entry = entry_of(member, book)
    most = 0 if entry.mutations == "none" else entry.mutations_max if entry.mutations_max is not None else 99
    return most + mutations_bought_later(member, book)


def mutations_open(member: Member, book: Book) -> tuple[Mutation, ...]:
    """The mutations, blessings or marks that the member may have. Rule: RO-MUT-01"""
    if not mutations_most(member, book):
        return ()
    own = book.gifts_for(member.warrior_type_code)
    if not mutations_bought_later(member, book) or not any(is_mark(mutation) for mutation in own):
        return own
    tags = book.tags_of(member.warrior_type_code)
    return (
        *own,
        *(mutation for mutation in book.mutations.values() if mutation not in own and mutation.who.allows(tags)),
    )


def is_mark(mutation: Mutation) -> bool:
    """Whether this mutation is the mark of a god. No warrior can have two."""
    return any(effect.code == "marks_bearer" for effect in mutation.effects)


def has_mark(member: Member, book: Book) -> bool:
    """Whether the warrior already has a mark."""
    return any(is_mark(book.mutations[code]) for code in member.mutations if code in book.mutations)


def too_many_have(state: WarbandState, member: Member, mutation: str, book: Book) -> bool:
    """Whether the maximum number of members with this mutation or blessing is reached. Rule: RO-MUT-01"""
    found = book.mutations.get(mutation)
    bounds = [
        int(effect.get("amount", 1)) for effect in (found.effects if found else ()) if effect.code == "per_warband"
    ]
    others = sum(1 for other in state.active() if mutation in other.mutations and other.key != member.key)
    return bool(bounds) and others >= min(bounds)


def only_once(mutation: str, book: Book) -> bool:
    """Whether a warrior can have this only once: true for marks and blessings. Other mutations may be taken again.
    Rule: RO-MUT-01"""
    found = book.mutations.get(mutation)
    return found is not None and any(effect.code == "once_each" for effect in found.effects)


def _mutations(state: WarbandState, member: Member, book: Book) -> Iterator[Violation]:
    most = mutations_most(member, book)
    if len(member.mutations) > most:
        yield Violation(
            code="no_mutations" if not most else "too_many_mutations",
            rule_id="RO-MUT-01",
            warrior=member.key,
            sentence=_("%(name)s cannot have mutations.") % {"name": member.name}
            if not most
            else _("%(name)s can have at most %(most)d mutations.") % {"name": member.name, "most": most},
        )
    if any(member.mutations.count(code) > 1 and only_once(code, book) for code in member.mutations):
        yield Violation(
            code="mutation_twice",
            rule_id="RO-MUT-01",
            warrior=member.key,
            sentence=_("%(name)s has the same mutation twice.") % {"name": member.name},
        )
    if sum(1 for code in member.mutations if code in book.mutations and is_mark(book.mutations[code])) > 1:
        yield Violation(
            code="two_marks",
            rule_id="RO-MUT-01",
            warrior=member.key,
            sentence=_("%(name)s has two marks. Remove one; a warrior can have only one.") % {"name": member.name},
        )
    may_have = mutations_open(member, book) if member.mutations else ()
    for code in sorted(set(member.mutations) - {mutation.code for mutation in may_have}) if most else ():
        yield Violation(
            code="mutation_not_his",
            rule_id="RO-MUT-01",
            warrior=member.key,
            item=code,
            sentence=_("%(name)s cannot have this mutation: %(mutation)s.")
            % {"mutation": book.mutations[code].name if code in book.mutations else code, "name": member.name},
        )
    for code in sorted(set(member.mutations)):
        if too_many_have(state, member, code, book):
            yield Violation(
                code="too_many_have_it",
                rule_id="RO-MUT-01",
                warrior=member.key,
                item=code,
                sentence=_("%(mutation)s: another member of the warband already has it.")
                % {"mutation": book.mutations[code].name},
            )
    if len(member.mutations) < mutations_needed(member, book):
        cheapest = sorted(mutations_open(member, book), key=lambda mutation: mutation.price_gc)[:2]
        yield Violation(
            code="needs_mutation",
            rule_id="RO-MUT-02",
            warrior=member.key,
            is_lack=True,
            sentence=_("%(name)s needs a mutation.") % {"name": member.name},
            remedies=tuple(
                Fix(
                    _("%(mutation)s, %(price)d gc") % {"mutation": mutation.name, "price": mutation.price_gc},
                    "mutate",
                    f"{member.key}:{mutation.code}",
                )
                for mutation in cheapest
            ),
        )


def skills_open(state: WarbandState, member: Member, book: Book) -> list[Skill]:
    """Every skill that the member may still learn, in order of the lists. Rule: RO-SKILL-01"""
    tags = tags_of(state, member, book)
    entry = entry_of(member, book)
    known = {*member.skills, *entry.skills}
    barred = _excluded(member, book)
    listed = [skill for code in lists_open(member, book) for skill in book.skills_of(code) if skill.who.allows(tags)]
    single = [book.skills[code] for code in entry.single_skills]
    return [
        skill
        for skill in dict.fromkeys((*listed, *single))
        if skill.code not in known | barred
        and not _excludes(skill) & known
        and _unmet(state, member, skill, book) is None
    ]


def _unmet(state: WarbandState, member: Member, skill: Skill, book: Book) -> Sentence | None:
    """A requirement of a skill that the member does not meet: another skill, experience, a maximum. None if all are
    met. Rule: RO-SKILL-03"""
    for effect in skill.effects:
        check = REQUIREMENTS.get(effect.code)
        unmet = check(state, member, skill, effect, book) if check is not None else None
        if unmet is not None:
            return unmet
    return None


def _lacks_skill(state: WarbandState, member: Member, skill: Skill, effect: EffectData, book: Book) -> Sentence | None:
    wanted = book.skills[str(effect.get("skill"))]
    if wanted.code in (*member.skills, *entry_of(member, book).skills):
        return None
    return _("%(skill)s requires %(other)s.") % {"skill": skill.name, "other": wanted.name}


def _lacks_gift(state: WarbandState, member: Member, skill: Skill, effect: EffectData, book: Book) -> Sentence | None:
    wanted = str(effect.get("mutation"))
    if wanted in member.mutations:
        return None
    return _("%(skill)s requires %(other)s.") % {"skill": skill.name, "other": book.mutations[wanted].name}


def _lacks_experience(
    state: WarbandState, member: Member, skill: Skill, effect: EffectData, book: Book
) -> Sentence | None:
    points = int(effect.get("amount", 0))
    if member.experience >= points:
        return None
    return _("%(skill)s requires %(points)d experience.") % {"skill": skill.name, "points": points}


def _limit_reached(
    state: WarbandState, member: Member, skill: Skill, effect: EffectData, book: Book
) -> Sentence | None:
    most = int(effect.get("amount", 1))
    others = sum(1 for warrior in state.active() if skill.code in warrior.skills and warrior.key != member.key)
    if others < most:
        return None
    return _("At most %(most)d members of a warband can have %(skill)s.") % {"most": most, "skill": skill.name}


Requirement = Callable[[WarbandState, Member, Skill, EffectData, Book], "Sentence | None"]
"""Function that returns what is wrong if a member has this skill, or None."""
REQUIREMENTS: Final[dict[str, Requirement]] = {
    "needs_skill": _lacks_skill,
    "needs_gift": _lacks_gift,
    "needs_experience": _lacks_experience,
    "skill_limit": _limit_reached,
}
"""Checks for the requirements of a skill, by the code of the effect that states the requirement."""


def _excluded(member: Member, book: Book) -> set[str]:
    return {str(effect.get("skill")) for effect, _source in effects_of(member, book) if effect.code == "excludes_skill"}


def _excludes(skill: Skill) -> set[str]:
    return {str(effect.get("skill")) for effect in skill.effects if effect.code == "excludes_skill"}


def _skills(state: WarbandState, member: Member, book: Book) -> Iterator[Violation]:
    lists = set(lists_open(member, book))
    tags = tags_of(state, member, book)
    single = entry_of(member, book).single_skills
    for code in member.skills:
        skill = book.skills.get(code)
        if code in single:
            continue
        if skill is not None and (unmet := _unmet(state, member, skill, book)) is not None:
            yield Violation(code="skill_unmet", rule_id="RO-SKILL-03", warrior=member.key, item=code, sentence=unmet)
        if skill is None or skill.skill_list not in lists or not skill.who.allows(tags):
            yield Violation(
                code="skill_not_open",
                rule_id="RO-SKILL-01",
                warrior=member.key,
                item=code,
                sentence=_("%(skill)s is not open to %(name)s.")
                % {"skill": skill.name if skill else code, "name": member.name},
            )
    if len(set(member.skills)) != len(member.skills):
        yield Violation(
            code="skill_twice",
            rule_id="RO-SKILL-01",
            warrior=member.key,
            sentence=_("%(name)s has the same skill twice.") % {"name": member.name},
        )
    for code in sorted(_excluded(member, book) & set(member.skills)):
        yield Violation(
            code="skills_clash",
            rule_id="RO-SKILL-02",
            warrior=member.key,
            item=code,
            sentence=_("%(skill)s cannot be combined with another skill of %(name)s.")
            % {"skill": book.skills[code].name, "name": member.name},
        )


def _spells(member: Member, book: Book) -> Iterator[Violation]:
    entry = entry_of(member, book)
    own = spell_lists_of(member, book)
    for code in dict.fromkeys(member.spells):
        spell = book.spells.get(code)
        if spell is None or spell.spell_list not in own:
            yield Violation(
                code="spell_not_his",
                rule_id="RO-SPELL-01",
                warrior=member.key,
                item=code,
                sentence=_("%(spell)s is not on the list of %(name)s.")
                % {"spell": spell.name if spell else code, "name": member.name},
            )
    never_casts = any(effect.code == "never_casts" for effect, _source in effects_of(member, book))
    if len(member.spells) < entry.starting_spells and not never_casts:
        yield Violation(
            code="spells_missing",
            rule_id="RO-SPELL-02",
            warrior=member.key,
            is_lack=True,
            sentence=_("%(name)s has not learned a first spell.") % {"name": member.name},
        )


def maxima_of(member: Member, book: Book) -> Characteristics | None:
    """The member's maximum characteristics: those of the race, or of the race that a skill gives. Rule: RO-MAXIMA-01"""
    lifted = [str(effect.get("race")) for effect, _source in effects_of(member, book) if effect.code == "uses_maxima"]
    return book.maxima_for(lifted[-1] if lifted else entry_of(member, book).race)


def raised_past_maximum(member: Member, characteristic: str, book: Book, *, by: int = 0) -> bool:
    """Whether a characteristic is above the race's maximum because of advances, or would be after `by` more. Rule:
    RO-MAXIMA-01"""
    entry = entry_of(member, book)
    maxima = maxima_of(member, book)
    gained = member.increases.get(characteristic, 0) + by
    if maxima is None or gained <= 0:
        return False
    most = int(getattr(maxima, characteristic)) + sum(
        int(effect.get("amount", 0))
        for effect, _source in effects_of(member, book)
        if effect.code == "maximum_bonus" and effect.get("characteristic") == characteristic
    )
    return int(getattr(entry.characteristics, characteristic)) + gained > most


def _maxima(member: Member, book: Book) -> Iterator[Violation]:
    for name, amount in member.increases.items():
        if raised_past_maximum(member, name, book):
            yield Violation(
                code="past_maximum",
                rule_id="RO-MAXIMA-01",
                warrior=member.key,
                item=name,
                sentence=_("%(name)s is above the maximum of the race.") % {"name": member.name},
            )
        if member.kind == GROUP and amount > book.tables.henchman_increase_max:
            yield Violation(
                code="henchman_twice",
                rule_id="RO-MAXIMA-02",
                warrior=member.key,
                item=name,
                sentence=_("Henchmen can raise each characteristic once; %(name)s raised one twice.")
                % {"name": member.name},
            )


def _experience(state: WarbandState, member: Member, book: Book) -> Iterator[Violation]:
    entry = entry_of(member, book)
    if state.is_draft and member.kind in (HERO, GROUP, ANIMAL) and member.experience != entry.starting_experience:
        yield Violation(
            code="starting_experience",
            rule_id="RO-EXP-01",
            warrior=member.key,
            sentence=_("%(name)s starts with %(points)d experience.")
            % {"name": member.name, "points": entry.starting_experience},
        )
