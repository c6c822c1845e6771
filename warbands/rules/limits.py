"""Checks the numbers on a roster: size, warrior types, leader, heroes, groups, hired swords, gold."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from catalogue.packs.book import Book, WarriorType
from mordheim_site.refusals import Sentence
from warbands.core.state import GROUP, HERO, OF_THE_BAND, Member, WarbandState
from warbands.rules.counts import entry_max, group_max, headcount_of, heroes_max, models_of, size_max
from warbands.rules.dependencies import dependency_violations, hireling_violations, not_for_hire
from warbands.rules.member_facts import rules_of_list
from warbands.rules.prices import hire_price_gc, hire_shards
from warbands.rules.violations import Fix, Violation


def limit_violations(state: WarbandState, book: Book) -> list[Violation]:
    """All violations of the number limits of a roster."""
    return [
        *_size(state, book),
        *_entries(state, book),
        *_leader(state, book),
        *_heroes(state, book),
        *_groups(state, book),
        *hireling_violations(state, book),
        *dependency_violations(state, book),
        *_gold(state),
    ]


def _size(state: WarbandState, book: Book) -> Iterator[Violation]:
    listed = book.warband_types[state.warband_type_code]
    models, most = models_of(state, book), size_max(state, book)
    if models < listed.size_min:
        yield Violation(
            code="too_few_models",
            rule_id="RO-SIZE-MIN-01",
            is_lack=True,
            sentence=ngettext(
                "The warband needs %(least)d models and has %(count)d.",
                "The warband needs %(least)d models and has %(count)d.",
                models,
            )
            % {"least": listed.size_min, "count": models},
            remedies=tuple(
                Fix(_("Add: %(entry)s") % {"entry": entry.name}, "hire", entry.code)
                for entry in sorted(
                    book.henchmen_of(state.warband_type_code), key=lambda warrior_type: warrior_type.price_gc
                )[:2]
            ),
        )
    if models > most:
        yield Violation(
            code="too_many_models",
            rule_id="RO-SIZE-MAX-01",
            sentence=_("A warband of %(type)s can have at most %(most)d models; this would be %(count)d.")
            % {"type": listed.name, "most": most, "count": models},
            remedies=_dismiss(state.active(*OF_THE_BAND)[-1:]),
        )


def _dismiss(members: list[Member]) -> tuple[Fix, ...]:
    return tuple(Fix(_("Dismiss %(name)s") % {"name": member.name}, "dismiss", member.key) for member in members)


def _entries(state: WarbandState, book: Book) -> Iterator[Violation]:
    listed = {entry.code for entry in book.warrior_types_of(state.warband_type_code)}
    for entry in book.warrior_types_of(state.warband_type_code):
        count = headcount_of(state, entry.code, book)
        if count < entry.minimum and not entry.is_leader and state.is_draft:
            yield Violation(
                code="entry_too_few",
                rule_id="RO-ENTRY-MIN-01",
                is_lack=True,
                item=entry.code,
                sentence=_("The warband needs at least %(least)d %(entry)s and has %(count)d.")
                % {"least": entry.minimum, "entry": entry.plural if entry.minimum != 1 else entry.name, "count": count},
                remedies=(Fix(_("Add: %(entry)s") % {"entry": entry.name}, "hire", entry.code),),
            )
        most = entry_max(state, entry, book)
        if most is not None and count > most:
            yield Violation(
                code="entry_too_many",
                rule_id="RO-ENTRY-MAX-01",
                item=entry.code,
                sentence=_("The maximum is %(most)d %(entry)s; this would be %(count)d.")
                % {"most": most, "entry": entry.name if most == 1 else entry.plural, "count": count},
                remedies=_dismiss(state.of_type(entry.code)[-1:]),
            )
    for member in state.active(HERO, GROUP):
        if member.warrior_type_code not in listed:
            yield Violation(
                code="not_of_this_list",
                rule_id="RO-ENTRY-MAX-01",
                warrior=member.key,
                sentence=_("%(name)s is not an entry of this list.") % {"name": member.name},
                remedies=_dismiss([member]),
            )


def _leader(state: WarbandState, book: Book) -> Iterator[Violation]:
    leaders = [member for member in state.active() if member.is_leader]
    if not leaders:
        entry = book.leader_of(state.warband_type_code)
        yield Violation(
            code="no_leader",
            rule_id="RO-LEADER-01",
            is_lack=True,
            sentence=_("The warband has no leader. Hire one: %(entry)s.") % {"entry": entry.name}
            if state.is_draft
            else _("The warband has no leader. Choose a hero as leader."),
            remedies=(Fix(_("Add: %(entry)s") % {"entry": entry.name}, "hire", entry.code),)
            if state.is_draft
            else tuple(
                Fix(_("Make %(name)s the leader") % {"name": member.name}, "lead", member.key)
                for member in state.active(HERO)[:1]
            ),
        )
    elif len(leaders) > 1:
        yield Violation(
            code="two_leaders",
            rule_id="RO-LEADER-01",
            sentence=_("A warband can have only one leader, not %(names)s.")
            % {"names": ", ".join(member.name for member in leaders)},
        )


def _heroes(state: WarbandState, book: Book) -> Iterator[Violation]:
    heroes = state.active(HERO)
    most = heroes_max(state, book)
    if len(heroes) > most:
        yield Violation(
            code="too_many_heroes",
            rule_id="RO-HEROES-01",
            sentence=_("The maximum is %(most)d heroes; this would be %(count)d.")
            % {"most": most, "count": len(heroes)},
            remedies=_dismiss(heroes[-1:]),
        )


def _groups(state: WarbandState, book: Book) -> Iterator[Violation]:
    for group in state.active(GROUP):
        most = group_max(book.warrior_types[group.warrior_type_code], book)
        if group.headcount > most:
            yield Violation(
                code="group_too_big",
                rule_id="RO-GROUP-SIZE-01",
                warrior=group.key,
                sentence=_(
                    "A group can have at most %(most)d models; this one would have %(count)d. Start a second group."
                )
                % {"most": most, "count": group.headcount},
            )


def _gold(state: WarbandState) -> Iterator[Violation]:
    if state.treasury_gc < 0:
        yield Violation(
            code="overspent",
            rule_id="RO-FOUND-GOLD-01" if state.is_draft else "RO-GOLD-01",
            sentence=_("The warband has spent %(over)d gc more than it has.") % {"over": -state.treasury_gc},
        )


def why_no_new_leader(state: WarbandState, entry: WarriorType, book: Book) -> Sentence | None:
    """Why a founded warband that lost its leader cannot hire a new one; None if it still has a leader or its list
    allows it. Rule: RO-LEADER-03"""
    if state.is_draft or not entry.is_leader or entry.warband_type != state.warband_type_code:
        return None
    if state.of_type(entry.code):
        return None
    if any(effect.code == "may_rebuy_leader" for effect in rules_of_list(state, book)):
        return None
    return _("You cannot hire a new leader: the hero with the highest Leadership leads.")


def why_not_hire(state: WarbandState, entry: WarriorType, book: Book, *, count: int = 1) -> Sentence | None:
    """Why `count` more of a warrior type cannot join now: the first limit they would break, or the missing gold. None
    if they may join."""
    if not_for_hire(entry, book):
        return _("%(entry)s cannot be bought; they join in other ways.") % {"entry": entry.plural}
    if (why_not := why_no_new_leader(state, entry, book)) is not None:
        return why_not
    before = {violation.identity for violation in limit_violations(state, book)}
    kind = {"henchman": GROUP}.get(entry.kind, entry.kind)
    probe = Member(key="?", kind=kind, warrior_type_code=entry.code, name=entry.name, headcount=count)
    probe.is_leader = entry.is_leader and state.leader() is None
    state.members["?"] = probe
    try:
        after = limit_violations(state, book)
    finally:
        del state.members["?"]
    for violation in after:
        if not violation.is_lack and violation.identity not in before:
            return violation.sentence
    shards = hire_shards(entry, book)
    if shards > state.shards:
        return _("Costs %(count)d wyrdstone; you have %(held)d") % {"count": shards, "held": state.shards}
    price = hire_price_gc(entry, state, book) * count
    if price > state.treasury_gc:
        return _("Costs %(price)d gc; you have %(left)d gc") % {"price": price, "left": state.treasury_gc}
    return None
