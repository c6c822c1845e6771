"""Parsing and validation of battle sheets, from the form or the API.

Rules: AF-PAPER-01, AF-PAPER-04
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from django.utils.translation import gettext as _

from battles.core.availability import fails_up_to, fit_to_fight
from battles.tabletop.sheets import refusals
from battles.tabletop.sheets.form import (
    MOST_DEEDS,
    MOST_SHARDS,
    NOBODY,
    awards_of,
    counts_shards,
    has_prize,
    heroes_of,
    is_hunter,
    slot_name,
    things_of,
)
from battles.tabletop.sheets.occasions import has_roles, occasion_field, occasions_asked
from battles.tabletop.sheets.refusals import BadSheet
from battles.tabletop.sheets.sheet import OPEN, Fall, Sheet, SideSheet
from campaigns.core.refusals import BadPlaces
from campaigns.matches.refusals import ForSeveralSides, WinnerNotFirst
from campaigns.standings.outcomes import Ending, is_whole, is_winner_first, winners
from catalogue.packs.book import Book, Scenario
from warbands.core.state import Member, WarbandState


def read(data: Mapping[str, str], companies: Mapping[str, WarbandState], facts: Book) -> Sheet:
    """The sheet in a form. Raises BadSheet with a sentence for anything that is impossible."""
    scenario = facts.scenarios.get(data.get("scenario", ""))
    if scenario is None:
        raise BadSheet(message=_("The sheet was not sent: choose the scenario that was played."))
    ending = _read_ending(data, companies)
    return Sheet(
        sides={letter: _read_side(letter, data, companies, scenario, facts, ending) for letter in companies},
        winner=ending.winner or "",
        attacker=_attacker(data, companies, scenario),
        places=dict(ending.places),
        teams=dict(ending.teams),
        scenario=scenario.code,
        hand_dice=data.get("dice") == "table",
        is_tracked=data.get("how") == "tracked",
        note=data.get("note", "").strip()[:2000],
    )


def _read_ending(data: Mapping[str, str], companies: Mapping[str, WarbandState]) -> Ending[str]:
    """For two sides, the winner; for three or more, the ranking and the allies. Rule: AF-PAPER-04"""
    if len(companies) <= 2:
        winner = data.get("winner", OPEN)
        if winner not in (*companies, ""):
            raise BadSheet(message=_("The sheet was not sent: enter the winner, or a tie."))
        return Ending(winner or None)
    places = {letter: _number(data.get(f"place-{letter}", ""), len(companies)) for letter in companies}
    teams = {letter: party for letter in companies if (party := data.get(f"team-{letter}", "")[:1])}
    ending = Ending(None, places, teams)
    if not is_whole(list(companies), ending):
        raise BadPlaces
    return _with_winner(ending, companies)


def _attacker(data: Mapping[str, str], companies: Mapping[str, WarbandState], scenario: Scenario) -> str:
    """The side that attacked, "" if the rewards do not depend on it. Raises AttackerMissing."""
    if not has_roles(scenario):
        return ""
    attacker = data.get("attacker", "")
    if attacker not in companies:
        raise refusals.AttackerMissing
    return attacker


def _with_winner(ending: Ending[str], companies: Mapping[str, WarbandState]) -> Ending[str]:
    """The ending with its winner derived from the places: the first of the sides that won, None after a tie."""
    won = winners(list(companies), ending)
    return Ending(next((letter for letter in won if ending.places[letter] == 1), None), ending.places, ending.teams)


def _read_side(
    letter: str,
    data: Mapping[str, str],
    companies: Mapping[str, WarbandState],
    scenario: Scenario,
    facts: Book,
    ending: Ending[str],
) -> SideSheet:
    state = companies[letter]
    enemies, heroes = _enemies(letter, companies, ending), _heroes(letter, companies, ending)
    side = SideSheet(
        shards=_number(data.get(f"shards-{letter}", ""), MOST_SHARDS),
        has_prize=data.get("prize", "") == letter,
        occasions=_occasions(letter, data, scenario),
        routed=f"routed-{letter}" in data,
        used={} if f"used-known-{letter}" in data else None,
    )
    for member in state.active():
        name = f"{letter}-{member.key}"
        falls = _falls(letter, data, member, enemies)
        face = _number(data.get(f"wound-{name}", ""), 6)
        if face and member.key in fit_to_fight(state) and (fails := fails_up_to(state, member.key, facts)):
            side.old_wounds[member.key] = face
            if face <= fails and f"fought-{name}" in data:
                raise BadSheet(
                    message=_("The sheet was not sent: with a %(face)d for the old wound, %(name)s misses the battle.")
                    % {"name": member.name, "face": face}
                )
        if f"fought-{name}" not in data:
            if falls:
                raise BadSheet(
                    message=_("The sheet was not sent: %(name)s was absent but went out of action.")
                    % {"name": member.name}
                )
            continue
        side.fought.append(member.key)
        side.falls += falls
        mark = data.get(f"mark-{name}", "")
        if mark and is_hunter(member, facts):
            if mark not in heroes:
                raise BadSheet(
                    message=_("The sheet was not sent: the target of %(name)s must be an enemy hero.")
                    % {"name": member.name}
                )
            side.marks[member.key] = mark
        deeds = {
            reason: count
            for reason, _label in awards_of(scenario)
            if (count := _number(data.get(f"deed-{name}-{reason}", ""), MOST_DEEDS))
        }
        if deeds:
            side.deeds[member.key] = deeds
        used = {
            item.code: count
            for item in things_of(state, member, facts)
            if (count := _number(data.get(f"used-{name}-{item.code}", ""), MOST_DEEDS))
        }
        if used and side.used is not None:
            side.used[member.key] = used
    if not side.fought:
        raise BadSheet(message=_("The sheet was not sent: no warrior of %(name)s took part.") % {"name": state.name})
    return side


def _occasions(letter: str, data: Mapping[str, str], scenario: Scenario) -> dict[str, int]:
    """How often each occasion for rewards happened for a side. Raises BadSheet for a number that is too large."""
    counts = {
        occasion.code: _number(data.get(occasion_field(letter, occasion.code), ""), occasion.most)
        for occasion in occasions_asked(scenario)
    }
    return {code: count for code, count in counts.items() if count}


def _enemies(letter: str, companies: Mapping[str, WarbandState], ending: Ending[str]) -> set[str]:
    """Roster keys of the lines of all enemies of a side."""
    enemies = [state for other, state in companies.items() if not ending.are_allies(letter, other)]
    return {member.key for enemy in enemies for member in enemy.active()}


def _heroes(letter: str, companies: Mapping[str, WarbandState], ending: Ending[str]) -> set[str]:
    """Roster keys of the heroes of all enemies of a side."""
    enemies = [state for other, state in companies.items() if not ending.are_allies(letter, other)]
    return {member.key for member in heroes_of(enemies)}


def _falls(letter: str, data: Mapping[str, str], member: Member, enemies: set[str]) -> list[Fall]:
    """The models of a line that went out of action. Raises BadSheet for an attacker who is not on a roster."""
    found = []
    for number in range(1, member.headcount + 1):
        fell = data.get(slot_name("fell", letter, member, number), "")
        if fell not in ("", NOBODY) and fell not in enemies:
            raise BadSheet(
                message=_("The sheet was not sent: the attacker of %(name)s is not on an enemy's roster.")
                % {"name": member.name}
            )
        if fell:
            by = "" if fell == NOBODY else fell
            found.append(Fall(member.key, by, slot_name("killing", letter, member, number) in data))
    return found


def _number(text: str, most: int) -> int:
    """A count from the form; 0 for an empty field. Raises BadSheet if it is not between 0 and `most`."""
    text = text.strip()
    if not text:
        return 0
    if not (text.isascii() and text.isdecimal()) or len(text) > 3 or int(text) > most:
        raise BadSheet(
            message=_("The sheet was not sent: %(text)s is not a number from 0 to %(most)d.")
            % {"text": text[:12], "most": most}
        )
    return int(text)


def refuse_bad(sheet: Sheet, companies: Mapping[str, WarbandState], facts: Book) -> None:
    """Raise a kind of BadSheet, BadPlaces, WinnerNotFirst or ForSeveralSides, with the field, for anything impossible
    in a sheet from the API."""
    if set(sheet.sides) != set(companies):
        raise refusals.WrongSides.at("sides")
    if sheet.winner and sheet.winner not in companies:
        raise refusals.UnknownWinner.at("winner")
    if len(companies) <= 2:
        for field, named in (("places", sheet.places), ("teams", sheet.teams)):
            if named:
                raise ForSeveralSides(fields={field: [ForSeveralSides.message]})
    if not is_whole(list(companies), sheet.ending):
        raise BadPlaces
    if not is_winner_first(list(companies), sheet.ending):
        raise WinnerNotFirst
    scenario = facts.scenarios.get(sheet.scenario)
    if scenario is None:
        raise refusals.UnknownScenario.at("scenario")
    if sheet.attacker not in companies and (sheet.attacker or has_roles(scenario)):
        raise refusals.AttackerMissing.at("attacker")
    _refuse_bad_loot(sheet, scenario)
    reasons = {reason for reason, _label in awards_of(scenario)}
    for letter, side in sheet.sides.items():
        enemies, heroes = _enemies(letter, companies, sheet.ending), _heroes(letter, companies, sheet.ending)
        _refuse_bad_side(side, f"sides.{letter}", companies[letter], enemies, heroes, reasons, facts)


def _refuse_bad_loot(sheet: Sheet, scenario: Scenario) -> None:
    """Raise ShardsNotCounted, NoPrize or UnknownOccasion for loot for which the scenario has no rewards, or for too
    much of it. Rule: AF-REWARD-01"""
    most = {occasion.code: occasion.most for occasion in occasions_asked(scenario)}
    for letter, side in sheet.sides.items():
        if side.shards and not counts_shards(scenario):
            raise refusals.ShardsNotCounted.at(f"sides.{letter}.shards")
        if side.has_prize and not has_prize(scenario):
            raise refusals.NoPrize.at(f"sides.{letter}.has_prize")
        for code, count in side.occasions.items():
            if not 0 <= count <= most.get(code, -1):
                raise refusals.UnknownOccasion.at(f"sides.{letter}.occasions.{code}")


def _refuse_bad_side(
    side: SideSheet,
    path: str,
    state: WarbandState,
    enemies: Collection[str],
    heroes: Collection[str],
    reasons: Collection[str],
    facts: Book,
) -> None:
    """Raise a kind of BadSheet for the first impossible value of one side."""
    here = {member.key: member for member in state.active()}
    if not side.fought:
        raise refusals.NoParticipants.at(f"{path}.fought")
    for number, warrior in enumerate(side.fought):
        if warrior not in here:
            raise refusals.NotOnRoster.at(f"{path}.fought.{number}")
    for number, fall in enumerate(side.falls):
        if fall.who not in side.fought:
            raise refusals.DidNotFight.at(f"{path}.falls.{number}.who")
        if [other.who for other in side.falls[: number + 1]].count(fall.who) > here[fall.who].headcount:
            raise refusals.TooManyFalls.at(f"{path}.falls.{number}.who")
        if fall.by and fall.by not in enemies:
            raise refusals.UnknownAttacker.at(f"{path}.falls.{number}.by")
    for name, counts in (("deeds", side.deeds), ("used", side.used or {})):
        for warrior in counts:
            if warrior not in side.fought:
                raise refusals.DidNotFight.at(f"{path}.{name}.{warrior}")
    for warrior, deeds in side.deeds.items():
        for reason, count in deeds.items():
            if reason not in reasons or not 0 <= count <= MOST_DEEDS:
                raise refusals.UnknownDeed.at(f"{path}.deeds.{warrior}.{reason}")
    for warrior, used in (side.used or {}).items():
        items = {item.code for item in things_of(state, here[warrior], facts)}
        for code in used:
            if code not in items:
                raise refusals.NotUsedUp.at(f"{path}.used.{warrior}.{code}")
    for warrior, mark in side.marks.items():
        if warrior not in side.fought:
            raise refusals.DidNotFight.at(f"{path}.marks.{warrior}")
        if not is_hunter(here[warrior], facts):
            raise refusals.NotABountyHunter.at(f"{path}.marks.{warrior}")
        if mark not in heroes:
            raise refusals.BadMark.at(f"{path}.marks.{warrior}")
    for warrior, face in side.old_wounds.items():
        if warrior not in here:
            raise refusals.NotOnRoster.at(f"{path}.old_wounds.{warrior}")
        fails = fails_up_to(state, warrior, facts) if warrior in fit_to_fight(state) else 0
        if not fails:
            raise refusals.NoOldWound.at(f"{path}.old_wounds.{warrior}")
        if face <= fails and warrior in side.fought:
            raise refusals.MissesBattle.at(f"{path}.old_wounds.{warrior}")
