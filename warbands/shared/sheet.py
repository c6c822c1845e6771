"""The roster as immutable values for pages, print, API and battles. Five queries for any size."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from battles.engine.profile import CHARACTERISTICS
from catalogue.packs.alignments import ALIGNMENT_WORDS, offered_alignment
from catalogue.packs.book import FREE_ITEM, Book
from catalogue.pages.gear_rules import gear_note
from warbands.core.books import book_of
from warbands.core.injury_sources import injury_source
from warbands.core.state import KitLine, Member, WarbandState, section_number
from warbands.core.state_storage import load_state
from warbands.models import Portrait, Warband, WarriorKind, WarriorStatus
from warbands.rules.armour_saves import armour_save
from warbands.rules.check import check_roster
from warbands.rules.counts import heroes_max, models_of, size_max
from warbands.rules.member_facts import (
    ABBREVIATIONS,
    advances_due,
    changes_of,
    characteristics_of,
    entry_of,
    gains_experience,
    lists_open,
)
from warbands.rules.profiles import profile_of
from warbands.rules.rating import Rating, rating_line, rating_of, worth_gc
from warbands.rules.violations import Violation
from warbands.shared.house_rule_text import house_lines


def _term(*words: str) -> str:
    return f"t-{zlib.crc32('/'.join(words).encode()):x}"


@dataclass(frozen=True, slots=True)
class Named:
    """A fact on a warrior: its code, printed name, our short text, and its kind ("" if unknown)."""

    code: str
    name: str
    summary: str = ""
    kind: str = ""

    @property
    def term(self) -> str:
        """The id of the panel with its explanation; equal texts share a panel."""
        return _term(self.kind, self.code, self.summary)


@dataclass(frozen=True, slots=True)
class StatCell:
    """One characteristic: the shown value, the printed one when it differs, and the reason."""

    name: str
    short: str
    value: str
    was: str | None = None
    why: str = ""


@dataclass(frozen=True, slots=True)
class RosterKit:
    """One line of equipment. `count` is for each model; `is_free` marks the free dagger."""

    key: str
    item_code: str
    name: str
    count: int
    material_code: str
    item_class: str
    slot: str
    paid_gc: int
    is_free: bool
    summary: str
    profile: str = ""
    """Range, Strength and hands of a weapon, or the characteristics of a mount."""
    ruleset_note: str = ""
    """What the item does under the ruleset of the warband's league; empty outside leagues."""

    @property
    def words(self) -> str:
        """The profile and our text; without the profile if the text of a weapon already states the Strength."""
        is_told = self.slot == "close_combat" and "Strength" in self.summary
        text = ". ".join(part for part in ("" if is_told else self.profile, self.summary) if part)
        return f"{text} {self.ruleset_note}".strip()

    @property
    def term(self) -> str:
        """The id of the panel with its explanation."""
        return _term("items", self.item_code, self.material_code)

    @property
    def label(self) -> str:
        """The text on a chip."""
        return f"{self.count} × {self.name}" if self.count > 1 else self.name

    @property
    def icon(self) -> str:
        """The icon of the item's class."""
        return {
            "close_combat": "sword",
            "missile": "bow",
            "black_powder": "flame",
            "armour": "helmet" if self.slot == "helmet" else "shield",
            "animal": "boot",
            "artefact": "star",
        }.get(self.item_class, "chest")


@dataclass(frozen=True, slots=True)
class RosterWarrior:
    """One line of the roster with everything a page needs."""

    key: str
    name: str
    kind: str
    kind_label: str
    entry_code: str
    entry_name: str
    headcount: int
    is_leader: bool
    is_hireling: bool
    status: str
    misses_battles: int
    experience: int
    lines: tuple[int, ...]
    gains_experience: bool
    advances_due: int
    stats: tuple[StatCell, ...]
    save: str
    kit: tuple[RosterKit, ...]
    skills: tuple[Named, ...]
    spells: tuple[Named, ...]
    mutations: tuple[Named, ...]
    injuries: tuple[Named, ...]
    rules: tuple[Named, ...]
    skill_lists: tuple[Named, ...]
    rating: int
    paid_gc: int
    upkeep_gc: int | None
    may_choose_arms: bool
    kills: int
    battles_fought: int
    notes: str
    crest: str
    breaches: tuple[Violation, ...]
    portrait: str = ""
    """The public id of the portrait, or ""."""

    @property
    def absence(self) -> str:
        """Whether the warrior misses battles, for sheets and cards; "" if not."""
        if not self.misses_battles:
            return ""
        words = ngettext("Misses the next battle", "Misses the next %(n)d battles", self.misses_battles)
        return words % {"n": self.misses_battles}

    @property
    def is_active(self) -> bool:
        """Whether the warrior is on the roster now."""
        return self.status == "active"

    @property
    def status_label(self) -> str:
        """Whether the warrior is on the roster, captured, dead or gone, as text."""
        return str(WarriorStatus(self.status).label)

    @property
    def is_group(self) -> bool:
        """Whether this is a henchman group."""
        return self.kind == "henchman_group"

    @property
    def kit_text(self) -> str:
        """Equipment on one line."""
        return ", ".join(line.label for line in self.kit)

    @property
    def kit_profiles(self) -> str:
        """Equipment on one line, with the profiles of weapons and mounts."""
        return ", ".join(f"{line.label} ({line.profile})" if line.profile else line.label for line in self.kit)


@dataclass(frozen=True, slots=True)
class Roster:
    """A warband for display: warriors in roster order, stash, totals, rating, legality."""

    public_id: str
    name: str
    type_code: str
    type_name: str
    owner_name: str
    owner_id: int
    status: str
    version: int
    crest: str
    treasury_gc: int
    founding_gold_gc: int
    shards: int
    models: int
    models_max: int
    models_min: int
    heroes: int
    heroes_max: int
    warriors: tuple[RosterWarrior, ...]
    gone: tuple[RosterWarrior, ...]
    stash: tuple[RosterKit, ...]
    rating: Rating
    worth_gc: int
    breaches: tuple[Violation, ...]
    notes_public: str
    house_rules: tuple[dict[str, Any], ...]
    alignment: str = ""
    """Code of `catalogue.packs.alignments.ALIGNMENT_WORDS`; empty if the list offers none."""

    @property
    def alignment_word(self) -> str:
        """The alignment as text."""
        return str(ALIGNMENT_WORDS.get(self.alignment, ""))

    @property
    def house_lines(self) -> tuple[str, ...]:
        """The house rules as text. Rule: RO-HOUSE-01"""
        return house_lines(self.house_rules)

    @property
    def violation_lines(self) -> tuple[str, ...]:
        """One sentence for each violation."""
        return tuple(str(violation.sentence) for violation in self.breaches)

    @property
    def is_draft(self) -> bool:
        """Whether the warband is not founded yet."""
        return self.status == "draft"

    @property
    def is_legal(self) -> bool:
        """Whether there are no violations."""
        return not self.breaches

    def warrior(self, key: str) -> RosterWarrior | None:
        """One line by its key, including those of former members."""
        return next((warrior for warrior in (*self.warriors, *self.gone) if warrior.key == key), None)

    def of_kind(self, *kinds: str) -> tuple[RosterWarrior, ...]:
        """Active lines of these kinds."""
        return tuple(warrior for warrior in self.warriors if warrior.kind in kinds)


def portraits_of(warband: Warband) -> dict[str, str]:
    """Public ids of the portraits, by warrior."""
    return dict(Portrait.objects.filter(warband=warband).values_list("warrior_key", "public_id"))


def roster_of(
    warband: Warband, state: WarbandState | None = None, *, portraits: dict[str, str] | None = None
) -> Roster:
    """The roster of a warband whose owner is loaded. Passing a `state` saves two queries, or shows an earlier state;
    passing the `portraits` saves one."""
    state = state or load_state(warband)
    facts = book_of(warband)
    listed = facts.warband_types[state.warband_type_code]
    breaches = tuple(check_roster(state, facts))
    pictures = portraits if portraits is not None else portraits_of(warband)
    lines = [
        _warrior(state, member, facts, breaches, pictures)
        for member in sorted(
            state.members.values(), key=lambda warrior: (section_number(warrior), warrior.position, warrior.key)
        )
    ]
    return Roster(
        public_id=warband.public_id,
        name=state.name,
        type_code=listed.code,
        type_name=listed.name,
        owner_name=warband.owner.shown_name,
        owner_id=warband.owner_id,
        status=state.status,
        version=warband.version,
        crest=warband.emblem,
        treasury_gc=state.treasury_gc,
        founding_gold_gc=state.founding_gold_gc,
        shards=state.shards,
        models=models_of(state, facts),
        models_max=size_max(state, facts),
        models_min=listed.size_min,
        heroes=len(state.active("hero")),
        heroes_max=heroes_max(state, facts),
        warriors=tuple(line for line in lines if line.is_active),
        gone=tuple(line for line in lines if not line.is_active),
        stash=tuple(_kit(line, facts, state.ruleset) for line in state.held_by("")),
        rating=rating_of(state, facts),
        worth_gc=worth_gc(state),
        breaches=breaches,
        notes_public=warband.notes_public,
        house_rules=tuple(warband.house_rules),
        alignment=offered_alignment(listed, warband.alignment),
    )


def _kit(line: KitLine, facts: Book, ruleset: str) -> RosterKit:
    item = facts.items[line.item_code]
    name = item.name
    if line.material_code and line.material_code in facts.items:
        name = f"{name} ({facts.items[line.material_code].name})"
    is_free = line.item_code == FREE_ITEM and line.paid_gc == 0 and bool(line.holder)
    return RosterKit(
        line.key,
        item.code,
        name,
        line.count,
        line.material_code,
        item.item_class,
        item.slot,
        line.paid_gc,
        is_free,
        item.summary,
        profile_of(item, facts),
        gear_note(item, ruleset),
    )


def kind_label(member: Member, facts: Book) -> str:
    """ "Leader, hero", "Henchman group", ..."""
    label = str(WarriorKind(member.kind).label)
    return _("Leader") if member.is_leader else label


def _warrior(
    state: WarbandState, member: Member, facts: Book, breaches: tuple[Violation, ...], pictures: dict[str, str]
) -> RosterWarrior:
    entry = entry_of(member, facts)
    hire = entry.hire
    held = state.held_by(member.key)
    return RosterWarrior(
        key=member.key,
        name=member.name,
        kind=member.kind,
        kind_label=kind_label(member, facts),
        entry_code=entry.code,
        entry_name=entry.plural if member.headcount > 1 else entry.name,
        headcount=member.headcount,
        is_leader=member.is_leader,
        is_hireling=member.is_hireling,
        status=member.status,
        misses_battles=member.misses_battles,
        experience=member.experience,
        lines=facts.tables.hero_advances_at if member.kind == "hero" else facts.tables.henchman_advances_at,
        gains_experience=gains_experience(member, facts),
        advances_due=advances_due(member, facts),
        stats=statline(member, facts),
        save=armour_save(state, member, facts),
        kit=tuple(_kit(line, facts, state.ruleset) for line in held),
        skills=tuple(_named(facts, "skills", code) for code in (*entry.skills, *member.skills)),
        spells=tuple(_named(facts, "spells", code) for code in member.spells),
        mutations=tuple(_named(facts, "mutations", code) for code in member.mutations),
        injuries=tuple(_injury(injury, facts) for injury in member.injuries),
        rules=tuple(_named(facts, "rules", code) for code in entry.rules),
        skill_lists=tuple(_named(facts, "skill_lists", code) for code in lists_open(member, facts)),
        rating=rating_line(state, member, facts).total if member.is_active else 0,
        paid_gc=member.paid_gc,
        upkeep_gc=hire.upkeep_gc if hire is not None else None,
        may_choose_arms=bool(entry.choices) and not member.battles_fought,
        kills=member.kills,
        battles_fought=member.battles_fought,
        notes=member.notes,
        crest=member.crest,
        breaches=tuple(violation for violation in breaches if violation.warrior == member.key),
        portrait=pictures.get(member.key, ""),
    )


def _named(facts: Book, kind: str, code: str) -> Named:
    fact = getattr(facts, kind).get(code)
    return Named(code, fact.name, fact.summary, kind) if fact is not None else Named(code, code)


def _injury(injury: dict[str, Any], facts: Book) -> Named:
    known = injury_source(injury["code"], facts)
    name = known.name if known is not None else injury["code"]
    words = injury.get("detail") or (known.summary if known is not None else "")
    return Named(injury["code"], name, words, "injuries" if injury["code"] in facts.injuries else "")


def statline(member: Member, facts: Book) -> tuple[StatCell, ...]:
    """Nine cells with the current values, and where they differ, the printed values and the reasons."""
    printed, now = entry_of(member, facts).characteristics, characteristics_of(member, facts)
    changes = changes_of(member, facts)
    cells = []
    for name, (short, shown), (_short, was) in zip(CHARACTERISTICS, now.row(), printed.row(), strict=True):
        why = ", ".join(
            f"{change.amount:+d} {_('advance') if change.because == 'advance' else change.because}"
            for change in changes
            if change.characteristic == name
        )
        cells.append(StatCell(name, ABBREVIATIONS[name] if short else short, shown, was if was != shown else None, why))
    return tuple(cells)
