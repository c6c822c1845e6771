"""What the form of a battle on paper said, or a program's sheet, read and refused with a sentence.

Rules: AF-PAPER-01, AF-PAPER-04
"""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _

from battles.setup.availability import fails_up_to, fit_to_fight
from battles.tabletop.sheet import OPEN, Fall, Sheet, SideSheet
from battles.tabletop.sheet_form import (
    MOST_DEEDS,
    MOST_SHARDS,
    NOBODY,
    deeds_of,
    heroes_of,
    is_hunter,
    slot_name,
    things_of,
)
from campaigns.core.refusals import BadPlaces
from campaigns.matches.outcomes import Ending, is_whole, winners
from catalogue.packs.book import Book, Scenario
from mordheim_site.refusals import Refusal
from warbands.core.company import Company, Member


class BadSheet(Refusal):
    """The sheet says something that cannot be."""

    code = "bad_sheet"
    rule_id = "AF-PAPER-01"


def read(said: Mapping[str, str], companies: Mapping[str, Company], facts: Book) -> Sheet:
    """What the form says. Raises BadSheet with a sentence for what cannot be."""
    scenario = facts.scenarios.get(said.get("scenario", ""))
    if scenario is None:
        raise BadSheet(message=_("Nothing was sent: choose the scenario that was played."))
    ending = _read_ending(said, companies)
    return Sheet(
        sides={letter: _read_side(letter, said, companies, scenario, facts, ending) for letter in companies},
        winner=ending.winner or "",
        places=dict(ending.places),
        teams=dict(ending.teams),
        scenario=scenario.code,
        hand_dice=said.get("dice") == "table",
        is_tracked=said.get("how") == "tracked",
        note=said.get("note", "").strip()[:2000],
    )


def _read_ending(said: Mapping[str, str], companies: Mapping[str, Company]) -> Ending[str]:
    """Who won of two; of three and more the places, and who fought together. Rule: AF-PAPER-04"""
    if len(companies) <= 2:
        winner = said.get("winner", OPEN)
        if winner not in (*companies, ""):
            raise BadSheet(message=_("Nothing was sent: say who won, or that it was a draw."))
        return Ending(winner or None)
    places = {letter: _number(said.get(f"place-{letter}", ""), len(companies)) for letter in companies}
    teams = {letter: party for letter in companies if (party := said.get(f"team-{letter}", "")[:1])}
    ending = Ending(None, places, teams)
    if not is_whole(list(companies), ending):
        raise BadPlaces
    return _with_winner(ending, companies)


def _with_winner(ending: Ending[str], companies: Mapping[str, Company]) -> Ending[str]:
    """The winner beside the places: the first of those who won, None after a draw."""
    won = winners(list(companies), ending)
    return Ending(next((one for one in won if ending.places[one] == 1), None), ending.places, ending.teams)


def _read_side(
    letter: str,
    said: Mapping[str, str],
    companies: Mapping[str, Company],
    scenario: Scenario,
    facts: Book,
    ending: Ending[str],
) -> SideSheet:
    company = companies[letter]
    foes, heroes = _foes(letter, companies, ending), _heroes(letter, companies, ending)
    side = SideSheet(
        shards=_number(said.get(f"shards-{letter}", ""), MOST_SHARDS),
        has_prize=said.get("prize", "") == letter,
        routed=f"routed-{letter}" in said,
        used={} if f"used-known-{letter}" in said else None,
    )
    for one in company.active():
        name = f"{letter}-{one.key}"
        falls = _falls(letter, said, one, foes)
        face = _number(said.get(f"wound-{name}", ""), 6)
        if face and one.key in fit_to_fight(company) and (fails := fails_up_to(company, one.key, facts)):
            side.old_wounds[one.key] = face
            if face <= fails and f"fought-{name}" in said:
                raise BadSheet(
                    message=_("Nothing was sent: the old wound of %(name)s keeps him at home on a %(face)d.")
                    % {"name": one.name, "face": face}
                )
        if f"fought-{name}" not in said:
            if falls:
                raise BadSheet(
                    message=_("Nothing was sent: %(name)s stayed at home, and yet fell.") % {"name": one.name}
                )
            continue
        side.fought.append(one.key)
        side.falls += falls
        mark = said.get(f"mark-{name}", "")
        if mark and is_hunter(one, facts):
            if mark not in heroes:
                raise BadSheet(
                    message=_("Nothing was sent: the mark of %(name)s is no hero of his enemies.") % {"name": one.name}
                )
            side.marks[one.key] = mark
        deeds = {
            reason: count
            for reason, _label in deeds_of(scenario)
            if (count := _number(said.get(f"deed-{name}-{reason}", ""), MOST_DEEDS))
        }
        if deeds:
            side.deeds[one.key] = deeds
        things = {
            item.code: count
            for item in things_of(company, one, facts)
            if (count := _number(said.get(f"used-{name}-{item.code}", ""), MOST_DEEDS))
        }
        if things and side.used is not None:
            side.used[one.key] = things
    if not side.fought:
        raise BadSheet(message=_("Nothing was sent: nobody of %(name)s took the field.") % {"name": company.name})
    return side


def _foes(letter: str, companies: Mapping[str, Company], ending: Ending[str]) -> set[str]:
    """Lines of everybody a side fought against, by roster key."""
    enemies = [company for other, company in companies.items() if not ending.are_allies(letter, other)]
    return {one.key for enemy in enemies for one in enemy.active()}


def _heroes(letter: str, companies: Mapping[str, Company], ending: Ending[str]) -> set[str]:
    """Heroes of everybody a side fought against, by roster key."""
    enemies = [company for other, company in companies.items() if not ending.are_allies(letter, other)]
    return {one.key for one in heroes_of(enemies)}


def _falls(letter: str, said: Mapping[str, str], one: Member, foes: set[str]) -> list[Fall]:
    """The models of a line that went out of action. Raises BadSheet for a foe who is on no roster."""
    found = []
    for number in range(1, one.headcount + 1):
        fell = said.get(slot_name("fell", letter, one, number), "")
        if fell not in ("", NOBODY) and fell not in foes:
            raise BadSheet(
                message=_("Nothing was sent: %(name)s was struck down by somebody who is on no enemy's roster.")
                % {"name": one.name}
            )
        if fell:
            by = "" if fell == NOBODY else fell
            found.append(Fall(one.key, by, slot_name("killing", letter, one, number) in said))
    return found


def _number(text: str, most: int) -> int:
    """A count from the form, none for an empty field. Raises BadSheet for anything else than 0 to `most`."""
    text = text.strip()
    if not text:
        return 0
    if not (text.isascii() and text.isdecimal()) or len(text) > 3 or int(text) > most:
        raise BadSheet(
            message=_("Nothing was sent: %(text)s is no number from 0 to %(most)d.") % {"text": text[:12], "most": most}
        )
    return int(text)


def refuse_bad(sheet: Sheet, companies: Mapping[str, Company], facts: Book) -> None:
    """Raise BadSheet with a sentence for what cannot be on a sheet that did not come from the form."""
    if set(sheet.sides) != set(companies):
        raise BadSheet(message=_("Nothing was sent: a sheet has a side for each warband, lettered from a on."))
    if not is_whole(list(companies), sheet.ending):
        raise BadPlaces
    scenario = facts.scenarios.get(sheet.scenario)
    if scenario is None:
        raise BadSheet(message=_("Nothing was sent: choose the scenario that was played."))
    reasons = {reason for reason, _label in deeds_of(scenario)}
    for letter, side in sheet.sides.items():
        company = companies[letter]
        here = {one.key: one for one in company.active()}
        there = _foes(letter, companies, sheet.ending)
        if not side.fought or not set(side.fought) <= set(here):
            raise BadSheet(message=_("Nothing was sent: say who of %(name)s took the field.") % {"name": company.name})
        for who in {fall.who for fall in side.falls} | set(side.deeds) | set(side.used or {}):
            if who not in side.fought:
                raise BadSheet(message=_("Nothing was sent: only who took the field falls or does deeds."))
        fallen = [fall.who for fall in side.falls]
        if any(fallen.count(who) > here[who].headcount for who in fallen):
            raise BadSheet(message=_("Nothing was sent: more fell than took the field."))
        if any(fall.by and fall.by not in there for fall in side.falls):
            raise BadSheet(message=_("Nothing was sent: somebody fell to a foe who is on no enemy's roster."))
        counts = [(reason, count) for deeds in side.deeds.values() for reason, count in deeds.items()]
        if any(reason not in reasons or not 0 <= count <= MOST_DEEDS for reason, count in counts):
            raise BadSheet(message=_("Nothing was sent: the scenario gives nothing for such a deed."))
        marks = _heroes(letter, companies, sheet.ending)
        if any(
            who not in side.fought or not is_hunter(here[who], facts) or mark not in marks
            for who, mark in side.marks.items()
        ):
            raise BadSheet(message=_("Nothing was sent: a mark is an enemy hero whom a bounty hunter is after."))
        for who, face in side.old_wounds.items():
            if who not in here or (face <= fails_up_to(company, who, facts) and who in side.fought):
                raise BadSheet(message=_("Nothing was sent: an old wound keeps somebody at home who fought."))
