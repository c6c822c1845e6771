"""The form of a battle sheet: its fields for the rosters, with their values. Rules: AF-PAPER-01, AF-PAPER-04"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from battles.aftermath.activities.belongings import is_gone_once_used
from battles.aftermath.labels import REASONS
from battles.aftermath.stages.rewards import COUNTED, OCCASION
from battles.core.availability import fails_up_to, fit_to_fight
from battles.core.defaults import PLAIN_SCENARIO
from battles.tabletop.sheets.occasions import has_roles, occasion_field, occasion_lines, occasions_asked
from battles.tabletop.sheets.sheet import OPEN, Sheet, SideSheet
from campaigns.standings.outcomes import DRAW, LOSS, PARTIES, WIN
from catalogue.packs.book import Book, Item, Scenario
from warbands.core.state import HERO, Member, WarbandState
from warbands.rules.member_facts import has_effect

USUAL = frozenset(("survives", "winning_leader", "enemy_out_of_action", "underdog"))
MOST_DEEDS = 20
MOST_SHARDS = 12
NOBODY = "-"
"""Value for a model that is out of action by an unknown attacker."""


@dataclass(frozen=True, slots=True)
class DeedField:
    """One of the scenario's reasons for experience, for one warrior."""

    name: str
    label: str
    value: int


@dataclass(frozen=True, slots=True)
class OccasionField:
    """One occasion for rewards that the players count, for one side."""

    name: str
    label: str
    value: int
    most: int
    is_flag: bool


@dataclass(frozen=True, slots=True)
class Slot:
    """One model of a roster line. `fell` is the selected value: "" not out of action, "-" attacker unknown, otherwise
    the key of the attacker."""

    name: str
    number: int
    fell: str
    killing_name: str
    killing_blow: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class WarriorRow:
    """One roster line of the form. `wound` is the D6 for an old wound, None if there is none; `wound_name` is its
    field."""

    key: str
    name: str
    entry: str
    headcount: int
    fought: bool
    models: list[Slot]
    wound_name: str
    wound: int | None
    wound_fails: int
    deeds: list[DeedField]
    things: list[DeedField]
    hunts: bool
    """Whether the line is a bounty hunter, so that the form asks for the target."""
    mark_name: str
    mark: str

    @property
    def out(self) -> int:
        """Number of models of the line that went out of action."""
        return sum(1 for model in self.models if model.fell)

    @property
    def is_group(self) -> bool:
        """Whether the line has several models."""
        return self.headcount > 1


@dataclass(frozen=True, slots=True, kw_only=True)
class SideForm:
    """One warband in the form. `foes` are the enemies' lines under the name of each enemy; `place` is 0 if it is not
    known yet."""

    letter: str
    name: str
    rows: list[WarriorRow]
    foes: list[tuple[str, list[tuple[str, str]]]]
    heroes: list[tuple[str, str]]
    """Heroes of the enemies, leaders first."""
    place: int
    team: str
    shards: int
    has_prize: bool
    occasions: list[OccasionField]
    routed: bool
    knows_used: bool
    """Whether used items are already recorded. Otherwise the aftermath asks about them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetForm:
    """The whole form."""

    sides: list[SideForm]
    winner: str
    asks_attacker: bool
    """Whether rewards of the scenario depend on which side attacked."""
    attacker: str
    scenario: str
    scenarios: list[tuple[str, str]]
    asks_shards: bool
    asks_prize: bool
    asks_killing: bool
    hand_dice: bool
    is_tracked: bool
    note: str
    places: list[int]
    teams: list[tuple[str, str]]
    won: list[str]
    drew: list[str]

    @property
    def has_many(self) -> bool:
        """Whether there are three sides or more, so that the form asks for the ranking and the allies."""
        return len(self.sides) > 2


def form_of_sheet(
    companies: Mapping[str, WarbandState],
    facts: Book,
    sheet: Sheet | None,
    scenario: str,
    *,
    asks_killing: bool = True,
    scenarios: Sequence[tuple[str, str]] = (),
) -> SheetForm:
    """The form for all rosters, filled from an earlier sheet. `asks_killing` is whether the ruleset has killing blows
    that affect the roster (SPEC-KB-02). `scenarios` are the available ones (`scenarios.offered`)."""
    chosen = facts.scenarios.get(sheet.scenario if sheet is not None and not scenario else scenario or PLAIN_SCENARIO)
    return SheetForm(
        sides=[_side(letter, companies, facts, sheet, chosen) for letter in companies],
        winner=sheet.winner if sheet is not None else "?",
        asks_attacker=has_roles(chosen),
        attacker=sheet.attacker if sheet is not None else "",
        scenario=chosen.code if chosen is not None else PLAIN_SCENARIO,
        scenarios=list(scenarios),
        asks_shards=counts_shards(chosen),
        asks_prize=has_prize(chosen),
        asks_killing=asks_killing,
        hand_dice=sheet.hand_dice if sheet is not None else False,
        is_tracked=sheet.is_tracked if sheet is not None else False,
        note=sheet.note if sheet is not None else "",
        places=list(range(1, len(companies) + 1)),
        teams=[(party.lower(), party) for party in PARTIES[: len(companies) // 2]],
        won=_names_with_result(companies, sheet, WIN),
        drew=_names_with_result(companies, sheet, DRAW),
    )


def _names_with_result(companies: Mapping[str, WarbandState], sheet: Sheet | None, result: str) -> list[str]:
    """Names of the warbands with this result on a sheet; empty while it is not known."""
    if sheet is None or sheet.winner == OPEN:
        return []
    results = sheet.results()
    return [state.name for letter, state in companies.items() if results.get(letter) == result]


def counts_shards(scenario: Scenario | None) -> bool:
    """Whether shards that warriors carry off the table are among the rewards, so that the sheet asks for them. Rule:
    AF-REWARD-01"""
    return any(code in COUNTED for code in _loot_codes(scenario))


def has_prize(scenario: Scenario | None) -> bool:
    """Whether a reward goes to the side that takes the prize. Rule: AF-REWARD-01"""
    return any(code not in COUNTED for code in _loot_codes(scenario))


def _loot_codes(scenario: Scenario | None) -> list[str]:
    """Codes of the effects of all rewards that do not depend on an occasion."""
    lines = [[effect.code for effect in line.effects] for line in (scenario.rewards if scenario is not None else ())]
    return [code for line in lines if OCCASION not in line for code in line]


def awards_of(scenario: Scenario | None) -> list[tuple[str, str]]:
    """(code, text) of the scenario's reasons for experience that only the players can know."""
    if scenario is None:
        return []
    return [
        (award.reason, str(REASONS.get(award.reason, award.summary)))
        for award in scenario.experience
        if award.reason not in USUAL
    ]


def _side(
    letter: str, companies: Mapping[str, WarbandState], facts: Book, sheet: Sheet | None, scenario: Scenario | None
) -> SideForm:
    state = companies[letter]
    written = sheet.sides.get(letter) if sheet is not None else None
    others = [company for other, company in companies.items() if other != letter]
    fit = set(fit_to_fight(state))
    wounds = {key: fails_up_to(state, key, facts) for key in fit}
    return SideForm(
        letter=letter,
        name=state.name,
        rows=[
            _row(letter, member, state, facts, written, member.key in fit, scenario, wounds.get(member.key, 0))
            for member in state.active()
        ],
        foes=[(enemy.name, [(member.key, member.name) for member in enemy.active()]) for enemy in others],
        heroes=[(hero.key, hero.name) for hero in heroes_of(others)],
        place=_place(letter, sheet) if sheet is not None else 0,
        team=sheet.teams.get(letter, "") if sheet is not None else "",
        shards=written.shards if written is not None else 0,
        has_prize=written.has_prize if written is not None else False,
        occasions=[
            OccasionField(
                occasion_field(letter, occasion.code),
                occasion.label,
                written.occasions.get(occasion.code, 0) if written is not None else 0,
                occasion.most,
                occasion.is_flag,
            )
            for occasion in occasions_asked(scenario)
        ],
        routed=written.routed if written is not None else False,
        knows_used=written is not None and written.used is not None,
    )


def heroes_of(companies: Iterable[WarbandState]) -> list[Member]:
    """Possible targets of a bounty hunter: enemy heroes, leaders first. Rule: AF-BOUNTY-01"""
    return sorted(
        (member for state in companies for member in state.active(HERO)), key=lambda member: not member.is_leader
    )


def is_hunter(member: Member, facts: Book) -> bool:
    """Whether the warrior hunts a target. Rule: AF-BOUNTY-01"""
    return has_effect(member, facts, "bounty")


def _place(letter: str, sheet: Sheet) -> int:
    """The place of a side on a sheet. If the sheet has no places, 1 or 2 by the winner; 0 while it is not known."""
    if sheet.places or sheet.winner == OPEN:
        return sheet.places.get(letter, 0)
    return 2 if sheet.results().get(letter) == LOSS else 1


def _row(
    letter: str,
    member: Member,
    state: WarbandState,
    facts: Book,
    written: SideSheet | None,
    is_fit: bool,
    scenario: Scenario | None,
    wound_fails: int,
) -> WarriorRow:
    falls = [fall for fall in written.falls if fall.who == member.key] if written is not None else []
    deeds = written.deeds.get(member.key, {}) if written is not None else {}
    used = (written.used or {}).get(member.key, {}) if written is not None else {}
    return WarriorRow(
        key=member.key,
        name=member.name,
        entry=facts.warrior_types[member.warrior_type_code].name,
        headcount=member.headcount,
        fought=member.key in written.fought if written is not None else is_fit,
        models=[
            Slot(
                slot_name("fell", letter, member, number),
                number,
                (falls[number - 1].by or NOBODY) if number <= len(falls) else "",
                slot_name("killing", letter, member, number),
                number <= len(falls) and falls[number - 1].killing_blow,
            )
            for number in range(1, member.headcount + 1)
        ],
        wound_name=f"wound-{letter}-{member.key}",
        wound=(written.old_wounds.get(member.key, 0) if written is not None else 0) if wound_fails else None,
        wound_fails=wound_fails,
        deeds=[
            DeedField(f"deed-{letter}-{member.key}-{reason}", label, deeds.get(reason, 0))
            for reason, label in awards_of(scenario)
        ],
        things=[
            DeedField(f"used-{letter}-{member.key}-{item.code}", item.name, used.get(item.code, 0))
            for item in things_of(state, member, facts)
        ]
        if written is not None and written.used is not None
        else [],
        hunts=is_hunter(member, facts),
        mark_name=f"mark-{letter}-{member.key}",
        mark=written.marks.get(member.key, "") if written is not None else "",
    )


def things_of(state: WarbandState, member: Member, facts: Book) -> list[Item]:
    """The warrior's items that are used up when they are used. Rule: AF-USED-01"""
    held = [facts.items[line.item_code] for line in state.held_by(member.key)]
    return [item for item in held if is_gone_once_used(item)]


def slot_name(what: str, letter: str, member: Member, number: int) -> str:
    """The name of a model's field; for a line of only one model it has no number."""
    return f"{what}-{letter}-{member.key}" + (f"-{number}" if member.headcount > 1 else "")


def sheet_text(sheet: Sheet, companies: Mapping[str, WarbandState]) -> dict[str, list[str]]:
    """The contents of a sheet as lines of text for each side, for the players who have to confirm it."""
    names = {member.key: member.name for state in companies.values() for member in state.members.values()}
    found: dict[str, list[str]] = {}
    for letter, side in sheet.sides.items():
        lines = found.setdefault(letter, [])
        counted: dict[tuple[str, str, bool], int] = {}
        for fall in side.falls:
            shape = (fall.who, fall.by, fall.killing_blow)
            counted[shape] = counted.get(shape, 0) + 1
        for (warrior, by, killing_blow), count in counted.items():
            words = {"name": names.get(warrior, warrior), "by": names.get(by, by), "n": count}
            text = _("%(name)s out of action, by %(by)s") if by else _("%(name)s out of action")
            blow = _(", by a killing blow") if killing_blow else ""
            lines.append(text % words + blow + (f" × {count}" if count > 1 else ""))
        for warrior, mark in side.marks.items():
            lines.append(
                _("%(name)s hunted %(mark)s") % {"name": names.get(warrior, warrior), "mark": names.get(mark, mark)}
            )
        for warrior, face in side.old_wounds.items():
            lines.append(
                _("%(name)s rolled a %(face)d for the old wound") % {"name": names.get(warrior, warrior), "face": face}
            )
        for warrior, deeds in side.deeds.items():
            for reason, count in deeds.items():
                label = str(REASONS.get(reason, reason.replace("_", " ")))
                lines.append(f"{names.get(warrior, warrior)}: {label} × {count}")
        if side.shards:
            lines.append(ngettext("%(n)d shard taken", "%(n)d shards taken", side.shards) % {"n": side.shards})
        if side.has_prize:
            lines.append(_("took the prize"))
        if sheet.attacker == letter:
            lines.append(_("attacked"))
        lines += occasion_lines(sheet, letter)
        if side.routed:
            lines.append(_("routed"))
    return found
