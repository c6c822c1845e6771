"""Tracking a battle with miniatures: muster, every press once, the last one taken back, and on to the sheet.

Rules: AF-TRACK-01, AF-TRACK-02
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from battles.aftermath.activities.belongings import is_gone_once_used
from battles.core.model_names import names_of
from battles.engine.aftermath.house import battle_options
from battles.engine.profile import CHARACTERISTICS
from battles.engine.rulesets.compile import rules_for
from battles.engine.rulesets.keys import Rules
from battles.engine.scenarios.registry import SCENARIOS
from battles.models import Battle, BattleStatus
from battles.play.command_ids import CommandIdUsed
from battles.setup.availability import fails_up_to, fit_to_fight
from battles.setup.match_battles import may_begin
from battles.tabletop.models import Track, TrackStep
from battles.tabletop.scenarios import is_open
from battles.tabletop.sheet import LETTERS
from battles.tabletop.sheet_form import heroes_of, is_hunter
from battles.tabletop.sheets import PAPER, NotYourSheet, SheetClosed, founded_sides
from battles.tabletop.tracker import KINDS, NotSo, RoutDue, Tally, apply, rout_due, tally_of
from campaigns.matches.actions import REPORTABLE
from campaigns.matches.outcomes import Ending, is_whole
from campaigns.models import Match
from catalogue.packs.installed import book
from mordheim_site.public_ids import new_public_id
from mordheim_site.refusals import Refusal
from warbands.core.company import Company, Member
from warbands.core.loading import company_of
from warbands.models import Warband
from warbands.rules.reading import characteristics_of
from warbands.rules.saving import armour_save

MOST_STEPS = 2000


class NobodyFights(Refusal):
    """A side without a single miniature."""

    code = "nobody_fights"
    message = gettext_lazy("Each side needs at least one warrior on the table.")
    rule_id = "AF-TRACK-01"


class AllAllied(Refusal):
    """Everybody on one side of the table."""

    code = "all_allied"
    message = gettext_lazy("Not everybody can be allied: somebody has to stand against them.")
    rule_id = "AF-TRACK-02"


class DieWanted(Refusal):
    """An old wound is rolled for before the battle."""

    code = "die_wanted"
    rule_id = "AF-MUSTER-02"


class TrackOver(Refusal):
    """The sheet was sent."""

    code = "track_over"
    message = gettext_lazy("This battle has its sheet: nothing more is tracked.")
    rule_id = "AF-TRACK-01"
    status = 409


class NothingPressed(Refusal):
    """There is no press left to take back."""

    code = "nothing_pressed"
    message = gettext_lazy("There is nothing to take back.")
    rule_id = "AF-TRACK-01"
    status = 409


def open_track(match: Match) -> Track | None:
    """The track of a match that has no sheet yet."""
    return Track.objects.filter(match=match, ended_at__isnull=True).order_by("-pk").first()


def may_track(track: Track, user_id: int | None) -> bool:
    """Its players, and in a league who runs it."""
    if user_id is None:
        return False
    if track.match is not None:
        return may_begin(track.match, list(track.match.sides.select_related("entry")), user_id)
    return user_id in {row.owner_id for row in warbands_of(track).values()}


def warbands_of(track: Track) -> dict[str, Warband]:
    """The warbands at this table by letter."""
    rows = [track.first, track.second, *track.others.all()]
    by_id = {row.public_id: row for row in rows}
    pair = {"a": track.first, "b": track.second}
    return {letter: by_id.get(side.get("warband", "")) or pair[letter] for letter, side in track.setup["sides"].items()}


@transaction.atomic
def start_for_match(*, match_id: int, actor_id: int, said: Mapping[str, str], now: datetime) -> Track:
    """Begin to track a league match, or give back the track it has. `said` is the form of the muster.

    Raises NotYourSheet, SheetClosed (on the board, or reported already), NobodyFights, DieWanted.
    """
    match = Match.objects.select_for_update().select_related("campaign").get(pk=match_id)
    sides = list(match.sides.select_related("entry__warband").order_by("place"))
    if not 2 <= len(sides) <= len(LETTERS) or not may_begin(match, sides, actor_id):
        raise NotYourSheet
    known = open_track(match)
    if known is not None:
        return known
    on_board = Battle.objects.filter(match=match).exclude(opponent__in=PAPER).exclude(status=BattleStatus.ABANDONED)
    if match.status not in REPORTABLE or on_board.exists():
        raise SheetClosed
    campaign = match.campaign
    rows = [side.entry.warband for side in sides]
    return _start(rows, said, actor_id, now, campaign.ruleset, dict(campaign.house_rules), match)


@transaction.atomic
def start(
    *, mine: str, theirs: str, actor_id: int, said: Mapping[str, str], now: datetime, more: Sequence[str] = ()
) -> Track:
    """Begin outside of leagues: `mine` is the actor's, `theirs` and `more` anybody's, all founded, by public id.

    Raises NoSuchWarband, NobodyFights, DieWanted, AllAllied.
    """
    rows = founded_sides(mine, [theirs, *more], actor_id)
    open_ones = Track.objects.filter(first=rows[0], second=rows[1], match=None, created_by_id=actor_id, ended_at=None)
    for known in open_ones.prefetch_related("others"):
        if [row.pk for row in warbands_of(known).values()] == [row.pk for row in rows]:
            return known
    return _start(rows, said, actor_id, now, "core", {}, None)


def _start(
    rows: list[Warband],
    said: Mapping[str, str],
    actor_id: int,
    now: datetime,
    ruleset: str,
    options: dict[str, Any],
    match: Match | None,
) -> Track:
    sides = {
        letter: {"warband": row.public_id, **_muster(letter, company_of(row), said)}
        for letter, row in zip(LETTERS, rows, strict=False)
    }
    scenario, pins = said.get("scenario", ""), match.campaign.packs if match is not None else None
    first = said.get("first", "a")
    teams = {letter: team for letter in sides if (team := said.get(f"team-{letter}", "")[:1])}
    _name_marks(sides, dict(zip(LETTERS, map(company_of, rows), strict=False)), teams, said)
    if not is_whole(list(sides), Ending(None, {}, teams)):
        raise AllAllied
    track = Track.objects.create(
        match=match,
        first=rows[0],
        second=rows[1],
        ruleset=ruleset,
        options=options,
        scenario_code=scenario if is_open(scenario, actor_id, pins) else "skirmish",
        setup={"sides": sides, "first": first if first in sides else "a", "teams": teams},
        created_by_id=actor_id,
        started_at=now,
        changed_at=now,
    )
    track.others.set(rows[2:])
    return track


def _muster(letter: str, company: Company, said: Mapping[str, str]) -> dict[str, Any]:
    """One side: everybody fit who is ticked and whom no old wound keeps home, a miniature each."""
    facts, wounds = book(), {}
    fielded = []
    for key in fit_to_fight(company):
        member = company.members[key]
        if f"fights-{letter}-{key}" not in said:
            continue
        fails = fails_up_to(company, key, facts)
        if fails:
            face = said.get(f"wound-{letter}-{key}", "").strip()
            if face not in ("1", "2", "3", "4", "5", "6"):
                raise DieWanted(
                    message=_("Roll a D6 for the old wound of %(name)s and put in the face.") % {"name": member.name}
                )
            wounds[key] = int(face)
            if int(face) <= fails:
                continue
        fielded.append(member)
    if not fielded:
        raise NobodyFights
    names = names_of(fielded, facts)
    pieces: list[dict[str, Any]] = []
    for member in fielded:
        profile = characteristics_of(member, facts)
        for name in names[member.key]:
            pieces.append(
                {
                    "id": f"{letter}{len(pieces) + 1}",
                    "key": member.key,
                    "name": name,
                    "leadership": profile.leadership,
                    "wounds": profile.wounds,
                    "is_leader": member.is_leader,
                    "line": [getattr(profile, name) for name in CHARACTERISTICS],
                    "save": armour_save(company, member, facts),
                    "things": _things(company, member),
                }
            )
    return {"name": company.name, "pieces": pieces, "old_wounds": wounds}


def _name_marks(
    sides: dict[str, dict[str, Any]], companies: dict[str, Company], teams: dict[str, str], said: Mapping[str, str]
) -> None:
    """Write down whom the bounty hunters of each side are after; one who is no enemy's hero is left out.

    Rule: AF-BOUNTY-01
    """
    for letter, company in companies.items():
        enemies = [other for side, other in companies.items() if side != letter and not _allied(teams, letter, side)]
        heroes = {one.key for one in heroes_of(enemies)}
        hunters = {str(piece["key"]) for piece in sides[letter]["pieces"]}
        sides[letter]["marks"] = {
            key: mark
            for key in sorted(hunters)
            if (mark := said.get(f"mark-{letter}-{key}", "")) in heroes and is_hunter(company.members[key], book())
        }


def _allied(teams: Mapping[str, str], one: str, other: str) -> bool:
    return bool(teams.get(one)) and teams.get(one) == teams.get(other)


def _things(company: Company, member: Member) -> list[list[str]]:
    """What is gone once it is used, code and name, as often as the member (of a group each model) carries it.

    Rule: AF-USED-01
    """
    facts = book()
    found = []
    for line in company.held_by(member.key):
        item = facts.items[line.item_code]
        if is_gone_once_used(item):
            found += [[item.code, item.name]] * max(1, line.count // max(1, member.headcount))
    return found


def rules_of(track: Track) -> Rules:
    """The rules in force on this table."""
    return rules_for(track.ruleset, battle_options(track.options))


def steps_of(track: Track) -> list[TrackStep]:
    """Presses that stand, in order, each with who made it."""
    return list(TrackStep.objects.filter(track=track, is_undone=False).select_related("actor").order_by("number"))


def tally(track: Track, steps: list[TrackStep] | None = None) -> Tally:
    """Where the battle stands."""
    rows = steps if steps is not None else steps_of(track)
    return tally_of(track.setup, rules_of(track), [(row.kind, row.data) for row in rows])


def due(track: Track, now: Tally) -> RoutDue | None:
    """The Rout test that is due on this table."""
    scenario = SCENARIOS.get(track.scenario_code)
    return rout_due(now, rules_of(track), scenario_routs=scenario is None or scenario.rout_tests)


@transaction.atomic
def press(
    *, track_id: str, actor_id: int | None, kind: str, data: dict[str, Any], command_id: str, now: datetime
) -> Track:
    """Write down what happened. The same tap with the same `command_id` again changes nothing.

    Raises NotYourSheet, TrackOver, CommandIdUsed (the player's id stands for another tap) and NotSo.
    """
    track = _locked(track_id, actor_id)
    earlier = TrackStep.objects.filter(track=track, actor_id=actor_id, command_id=command_id).first()
    if command_id and earlier is not None:
        if (earlier.kind, earlier.data) != (kind, data):
            raise CommandIdUsed
        return track
    if kind not in KINDS or track.count >= MOST_STEPS:
        raise NotSo(message=_("That is nothing that happens on a table."))
    apply(tally(track), kind, data)
    track.count += 1
    TrackStep.objects.create(
        track=track,
        number=track.count,
        kind=kind,
        data=data,
        actor_id=actor_id,
        at=now,
        command_id=command_id or new_public_id(),
    )
    _touch(track, now)
    return track


@transaction.atomic
def take_back(*, track_id: str, actor_id: int | None, number: int, now: datetime) -> Track:
    """Take the last press back, `number` as the page showed it; pressed again it changes nothing.

    Raises NotYourSheet, TrackOver, NothingPressed.
    """
    track = _locked(track_id, actor_id)
    last = TrackStep.objects.filter(track=track, is_undone=False).order_by("-number").first()
    if last is None or last.number < number:
        if TrackStep.objects.filter(track=track, number=number, is_undone=True).exists():
            return track
        raise NothingPressed
    if last.number > number:
        raise NotSo(message=_("Something else was pressed meanwhile. Here is the table now."))
    last.is_undone = True
    last.save(update_fields=["is_undone"])
    _touch(track, now)
    return track


def close(*, track: Track, battle: Battle, now: datetime) -> None:
    """The sheet was sent: the track ends with it."""
    Track.objects.filter(pk=track.pk).update(ended_at=now, battle=battle)


def _locked(track_id: str, actor_id: int | None) -> Track:
    track = (
        Track.objects.select_for_update(of=("self",)).select_related("match", "first", "second").get(public_id=track_id)
    )
    if not may_track(track, actor_id):
        raise NotYourSheet
    if track.ended_at is not None:
        raise TrackOver
    return track


def _touch(track: Track, now: datetime) -> None:
    track.changed_at = now
    track.save(update_fields=["count", "changed_at"])
