"""Services of tracked battles: start, events, undo, and the transition to the sheet. Rules: AF-TRACK-01, AF-TRACK-02"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from battles.aftermath.activities.belongings import is_gone_once_used
from battles.core.availability import fails_up_to, fit_to_fight
from battles.core.bridge.model_names import names_of
from battles.core.defaults import PLAIN_SCENARIO
from battles.engine.aftermath.house_rules import battle_options
from battles.engine.profile import CHARACTERISTICS
from battles.engine.rulesets.compile import rules_for
from battles.engine.rulesets.keys import Rules
from battles.engine.scenarios.registry import SCENARIOS
from battles.models import Battle, BattleStatus
from battles.play.command_ids import CommandIdUsed
from battles.setup.match_battles import may_begin
from battles.tabletop.conflicts import settle
from battles.tabletop.live import changed_after_commit
from battles.tabletop.models import Track, TrackStep
from battles.tabletop.scenarios import is_open, scenario_for
from battles.tabletop.sheets.form import heroes_of, is_hunter
from battles.tabletop.sheets.services import TABLETOP, NotYourSheet, SheetClosed
from battles.tabletop.sheets.sheet import LETTERS
from battles.tabletop.sheets.warbands import sides_of_warbands
from battles.tabletop.tracker.carried import counts_of
from battles.tabletop.tracker.refusals import AllAllied, DieMissing, NoEvent, NoFighters, TooManyFielded, TrackOver
from battles.tabletop.tracker.tally import KINDS, ImpossibleEvent, RoutTestDue, Tally, apply, rout_due, tally_of
from campaigns.core.actions import REPORTABLE
from campaigns.models import Match
from campaigns.standings.outcomes import Ending, is_whole
from catalogue.packs.installed import book
from catalogue.rules.rulesets import DEFAULT as DEFAULT_RULESET
from mordheim_site.public_ids import new_public_id
from warbands.core.state import ANIMAL, HERO, Member, WarbandState
from warbands.core.state_storage import load_state
from warbands.models import Warband
from warbands.rules.armour_saves import armour_save
from warbands.rules.member_facts import characteristics_of

MOST_STEPS = 2000


def open_track(match: Match) -> Track | None:
    """The tracked battle of a match that has no sheet yet, or None."""
    return Track.objects.filter(match=match, ended_at__isnull=True).order_by("-pk").first()


def may_track(track: Track, user_id: int | None) -> bool:
    """Whether this user is a player of the tracked battle or, in a league, the arbitrator."""
    if user_id is None:
        return False
    if track.match is not None:
        return may_begin(track.match, list(track.match.sides.select_related("entry")), user_id)
    return user_id in {row.owner_id for row in warbands_of(track).values()}


def warbands_of(track: Track) -> dict[str, Warband]:
    """The warbands of this battle by letter."""
    rows = [track.first, track.second, *track.others.all()]
    by_id = {row.public_id: row for row in rows}
    pair = {"a": track.first, "b": track.second}
    return {letter: by_id.get(side.get("warband", "")) or pair[letter] for letter, side in track.setup["sides"].items()}


@transaction.atomic
def start_for_match(*, match_id: int, actor_id: int, data: Mapping[str, str], now: datetime) -> Track:
    """Begin to track a league match, or return the battle that is already tracked. `data` are the values of the start
    form. Raises NotYourSheet, SheetClosed (played on the board, or already reported), NoFighters, DieMissing,
    OtherScenario."""
    match = Match.objects.select_for_update().select_related("campaign").get(pk=match_id)
    sides = list(match.sides.select_related("entry__warband").order_by("place"))
    if not 2 <= len(sides) <= len(LETTERS) or not may_begin(match, sides, actor_id):
        raise NotYourSheet
    data = {**data, "scenario": scenario_for(match, data.get("scenario", ""))}
    known = open_track(match)
    if known is not None:
        return known
    on_board = Battle.objects.filter(match=match).exclude(opponent__in=TABLETOP).exclude(status=BattleStatus.ABANDONED)
    if match.status not in REPORTABLE or on_board.exists():
        raise SheetClosed
    campaign = match.campaign
    rows = [side.entry.warband for side in sides]
    return _start(rows, data, actor_id, now, campaign.ruleset, dict(campaign.house_rules), match)


@transaction.atomic
def start(
    *,
    mine: str,
    theirs: str,
    actor_id: int,
    data: Mapping[str, str],
    now: datetime,
    more: Sequence[str] = (),
    ruleset: str = DEFAULT_RULESET,
) -> Track:
    """Begin to track a battle outside of leagues: `mine` is the user's warband, `theirs` and `more` are any founded
    warbands, all by public id. Raises NoSuchWarband, NoFighters, DieMissing, AllAllied."""
    rows = sides_of_warbands(mine, [theirs, *more], actor_id)
    open_ones = Track.objects.filter(first=rows[0], second=rows[1], match=None, created_by_id=actor_id, ended_at=None)
    for known in open_ones.prefetch_related("others"):
        if [row.pk for row in warbands_of(known).values()] == [row.pk for row in rows]:
            return known
    return _start(rows, data, actor_id, now, ruleset, {}, None)


def _start(
    rows: list[Warband],
    data: Mapping[str, str],
    actor_id: int,
    now: datetime,
    ruleset: str,
    options: dict[str, Any],
    match: Match | None,
) -> Track:
    sides = {
        letter: {"warband": row.public_id, **_muster(letter, load_state(row), data)}
        for letter, row in zip(LETTERS, rows, strict=False)
    }
    scenario, pins = data.get("scenario", ""), match.campaign.packs if match is not None else None
    first = data.get("first", "a")
    teams = {letter: team for letter in sides if (team := data.get(f"team-{letter}", "")[:1])}
    _name_marks(sides, dict(zip(LETTERS, map(load_state, rows), strict=False)), teams, data)
    if not is_whole(list(sides), Ending(None, {}, teams)):
        raise AllAllied
    track = Track.objects.create(
        match=match,
        first=rows[0],
        second=rows[1],
        ruleset=ruleset,
        options=options,
        scenario_code=scenario if is_open(scenario, actor_id, pins) else PLAIN_SCENARIO,
        setup={"sides": sides, "first": first if first in sides else "a", "teams": teams},
        created_by_id=actor_id,
        started_at=now,
        changed_at=now,
    )
    track.others.set(rows[2:])
    return track


def _muster(letter: str, state: WarbandState, data: Mapping[str, str]) -> dict[str, Any]:
    """The line-up of one side: all selected warriors who can fight and do not miss the battle because of an old wound,
    with one miniature for each model."""
    facts, wounds = book(), {}
    fielded: list[Member] = []
    counts: dict[str, int] = {}
    for key in fit_to_fight(state):
        member = state.members[key]
        if f"fights-{letter}-{key}" not in data:
            continue
        fails = fails_up_to(state, key, facts)
        if fails:
            face = data.get(f"wound-{letter}-{key}", "").strip()
            if face not in ("1", "2", "3", "4", "5", "6"):
                raise DieMissing(
                    message=_("Roll a D6 for the old wound of %(name)s and enter the result.") % {"name": member.name}
                )
            wounds[key] = int(face)
            if int(face) <= fails:
                continue
        fielded.append(member)
        counts[key] = _count_of(member, data.get(f"count-{letter}-{key}", ""))
    if not fielded:
        raise NoFighters
    names = names_of(fielded, facts)
    pieces: list[dict[str, Any]] = []
    for member in fielded:
        profile = characteristics_of(member, facts)
        for name in names[member.key][: counts[member.key]]:
            pieces.append(
                {
                    "id": f"{letter}{len(pieces) + 1}",
                    "key": member.key,
                    "name": name,
                    "leadership": profile.leadership,
                    "wounds": profile.wounds,
                    "is_leader": member.is_leader,
                    "is_hero": member.kind == HERO,
                    "may_carry": member.kind != ANIMAL,
                    "line": [getattr(profile, name) for name in CHARACTERISTICS],
                    "save": armour_save(state, member, facts),
                    "things": _things(state, member),
                }
            )
    return {"name": state.name, "pieces": pieces, "old_wounds": wounds}


def _count_of(member: Member, text: str) -> int:
    """How many models of a group fight: all of them if nothing is given. Raises TooManyFielded."""
    if not text:
        return member.headcount
    count = int(text) if text.isascii() and text.isdecimal() and len(text) < 3 else 0
    if not 1 <= count <= member.headcount:
        message = _("%(name)s has %(n)d models. Choose at most that many, or leave the whole group at home.")
        raise TooManyFielded(message=message % {"name": member.name, "n": member.headcount})
    return count


def _name_marks(
    sides: dict[str, dict[str, Any]], companies: dict[str, WarbandState], teams: dict[str, str], data: Mapping[str, str]
) -> None:
    """Record the targets of each side's bounty hunters. A target that is not an enemy hero is ignored. Rule:
    AF-BOUNTY-01"""
    for letter, state in companies.items():
        enemies = [other for side, other in companies.items() if side != letter and not _allied(teams, letter, side)]
        heroes = {member.key for member in heroes_of(enemies)}
        hunters = {str(piece["key"]) for piece in sides[letter]["pieces"]}
        sides[letter]["marks"] = {
            key: mark
            for key in sorted(hunters)
            if (mark := data.get(f"mark-{letter}-{key}", "")) in heroes and is_hunter(state.members[key], book())
        }


def _allied(teams: Mapping[str, str], first: str, other: str) -> bool:
    return bool(teams.get(first)) and teams.get(first) == teams.get(other)


def _things(state: WarbandState, member: Member) -> list[list[str]]:
    """Items that are used up when they are used: (code, name) as often as the member (in a group: each model) has them.
    Rule: AF-USED-01"""
    facts = book()
    found = []
    for line in state.held_by(member.key):
        item = facts.items[line.item_code]
        if is_gone_once_used(item):
            found += [[item.code, item.name]] * max(1, line.count // max(1, member.headcount))
    return found


def rules_of(track: Track) -> Rules:
    """The engine's rules for this battle."""
    return rules_for(track.ruleset, battle_options(track.options))


def steps_of(track: Track) -> list[TrackStep]:
    """Events that were not undone, in order, each with its player."""
    return list(TrackStep.objects.filter(track=track, is_undone=False).select_related("actor").order_by("number"))


def tally(track: Track, steps: list[TrackStep] | None = None) -> Tally:
    """The current state of the battle."""
    events = [(row.kind, row.data) for row in (steps if steps is not None else steps_of(track))]
    return tally_of(track.setup, rules_of(track), events, counts_of(track.scenario_code))


def due(track: Track, now: Tally) -> RoutTestDue | None:
    """The Rout test that is due, or None."""
    scenario = SCENARIOS.get(track.scenario_code)
    return rout_due(now, rules_of(track), scenario_routs=scenario is None or scenario.rout_tests)


@transaction.atomic
def record_event(
    *,
    track_id: str,
    actor_id: int | None,
    kind: str,
    data: dict[str, Any],
    command_id: str,
    now: datetime,
    seen: int | None = None,
    replaces: Sequence[int] = (),
) -> Track:
    """Record an event. Sending the same event again with the same `command_id` changes nothing. `seen` is the number of
    the last event that the player saw; `replaces` are later events that this one contradicts and undoes (see
    `conflicts`). Raises NotYourSheet, TrackOver, CommandIdUsed (the player used the id for another event), Conflict and
    ImpossibleEvent."""
    track = _locked(track_id, actor_id)
    earlier = TrackStep.objects.filter(track=track, actor_id=actor_id, command_id=command_id).first()
    if command_id and earlier is not None:
        if (earlier.kind, earlier.data) != (kind, data):
            raise CommandIdUsed
        return track
    if kind not in KINDS or track.count >= MOST_STEPS:
        raise ImpossibleEvent(message=_("This kind of event is unknown."))
    event: dict[str, Any] = {"kind": kind, "data": data, "actor_id": actor_id, "command_id": command_id}
    if seen is not None and settle(track, seen=seen, replaces=replaces, **event):
        return track
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
def undo_event(*, track_id: str, actor_id: int | None, number: int, now: datetime) -> Track:
    """Undo the last event, whose number on the page is `number`. A repeated request changes nothing. Raises
    NotYourSheet, TrackOver, NoEvent."""
    track = _locked(track_id, actor_id)
    last = TrackStep.objects.filter(track=track, is_undone=False).order_by("-number").first()
    if last is None or last.number < number:
        if TrackStep.objects.filter(track=track, number=number, is_undone=True).exists():
            return track
        raise NoEvent
    if last.number > number:
        raise ImpossibleEvent(
            message=_("Something else was recorded in the meantime. The page now shows the current state.")
        )
    last.is_undone = True
    last.save(update_fields=["is_undone"])
    _touch(track, now)
    return track


def close(*, track: Track, battle: Battle, now: datetime) -> None:
    """Close the tracked battle, because its sheet was sent."""
    track.ended_at, track.battle = now, battle
    track.save(update_fields=["ended_at", "battle"])
    changed_after_commit(track)


def match_cancelled(match: Match, now: datetime) -> None:
    """Close the tracked battle of a cancelled match without a sheet. Called by campaigns."""
    for track in Track.objects.select_for_update().filter(match=match, ended_at=None).order_by("pk"):
        track.ended_at = now
        track.save(update_fields=["ended_at"])
        changed_after_commit(track)


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
    changed_after_commit(track)
