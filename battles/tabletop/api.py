"""API of tabletop battles: sheets, and battles tracked turn by turn."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from django.http import Http404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from battles.core.permissions import battle_to_read
from battles.models import Battle, BattleStatus, Track
from battles.play.api import caller, checked, signed_in
from battles.setup import match_battles
from battles.tabletop import amendments, sheet_reader, sheets, tracker_commands
from battles.tabletop import serializers as said
from battles.tabletop.permissions import track_to_read
from battles.tabletop.sheet import LETTERS, Fall, Sheet, SideSheet
from campaigns.core.permissions import match_to_read
from campaigns.models import Match
from catalogue.packs.installed import book
from warbands.core.state import WarbandState
from warbands.core.state_storage import load_state


def sheet_from(wanted: dict[str, Any], companies: dict[str, WarbandState]) -> Sheet:
    """The sheet of a request, validated like that of the form. Raises BadSheet."""
    sides = {}
    for letter, side in wanted["sides"].items():
        falls = [Fall(**dict(fall)) for fall in side.pop("falls", ())]
        sides[letter] = SideSheet(falls=falls, **side)
    names = ("winner", "places", "teams", "scenario", "hand_dice", "is_tracked", "note")
    sheet = Sheet(sides, **{name: wanted[name] for name in names})
    sheet_reader.refuse_bad(sheet, companies, book())
    return sheet


def _shape(battle: Battle) -> Response:
    return Response({"battle": battle.public_id, "status": battle.status, "sheet": battle.setup["sheet"]})


class NewSheetView(APIView):
    """Send a sheet outside of leagues."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(request=said.NewSheetRequest, responses={201: said.SheetShape}, operation_id="sheets_send")
    def post(self, request: Request) -> Response:
        user, wanted = signed_in(request), checked(said.NewSheetRequest, request)
        mine, theirs, more = wanted["mine"], wanted["theirs"], wanted["more"]
        found = sheets.sides_of_warbands(mine, [theirs, *more], user.pk)
        sheet = sheet_from(wanted, {letter: load_state(row) for letter, row in zip(LETTERS, found, strict=False)})
        battle = sheets.send(mine=mine, theirs=theirs, more=more, actor_id=user.pk, sheet=sheet, now=timezone.now())
        answer = _shape(battle)
        answer.status_code = 201
        return answer


class MatchSheetView(APIView):
    """The sheet of a league match; sending it reports the match."""

    @extend_schema(responses=said.SheetShape, operation_id="sheets_of_match")
    def get(self, request: Request, pid: str) -> Response:
        match, _seat = match_to_read(request.user, pid)
        battle = sheets.sheet_of_match(match)
        if battle is None:
            raise Http404
        return _shape(battle)

    @extend_schema(request=said.SheetRequest, responses=said.SheetShape, operation_id="sheets_report")
    def put(self, request: Request, pid: str) -> Response:
        match, _seat = match_to_read(request.user, pid)
        user = signed_in(request)
        sides = list(match.sides.select_related("entry__warband").order_by("place"))
        if not 2 <= len(sides) <= len(LETTERS) or not match_battles.may_begin(match, sides, user.pk):
            raise sheets.NotYourSheet
        companies = {letter: load_state(side.entry.warband) for letter, side in zip(LETTERS, sides, strict=False)}
        sheet = sheet_from(checked(said.SheetRequest, request), companies)
        return _shape(sheets.send_for_match(match_id=match.pk, actor_id=user.pk, sheet=sheet, now=timezone.now()))


class SheetView(APIView):
    """A sheet to confirm: agree or refuse. After a revert it can be rewritten, with a reason."""

    @extend_schema(responses=said.SheetShape, operation_id="sheets_read")
    def get(self, request: Request, pid: str) -> Response:
        return _shape(_on_paper(request, pid))

    @extend_schema(request=said.SheetAnswer, responses=said.SheetShape, operation_id="sheets_answer")
    def post(self, request: Request, pid: str) -> Response:
        battle, user = _on_paper(request, pid), signed_in(request)
        act = sheets.agree if checked(said.SheetAnswer, request)["act"] == "agree" else sheets.refuse
        return _shape(act(battle_id=battle.pk, actor_id=user.pk, now=timezone.now()))

    @extend_schema(request=said.SheetRequest, responses=said.SheetShape, operation_id="sheets_amend")
    def put(self, request: Request, pid: str) -> Response:
        battle, user = _on_paper(request, pid), signed_in(request)
        wanted = checked(said.SheetRequest, request)
        sides = battle.sides.all()
        sheet = sheet_from(
            wanted, {side.letter: load_state(side.warband) for side in sides if side.warband is not None}
        )
        return _shape(
            amendments.amend(
                battle_id=battle.pk, actor_id=user.pk, sheet=sheet, reason=wanted["reason"], now=timezone.now()
            )
        )


def _on_paper(request: Request, pid: str) -> Battle:
    battle = battle_to_read(caller(request), pid)
    if not battle.is_on_paper or battle.status == BattleStatus.ABANDONED:
        raise Http404
    return battle


class TrackView(APIView):
    """A tracked battle; POST records an event at the table."""

    @extend_schema(responses=said.TrackShape, operation_id="tracks_read")
    def get(self, request: Request, pid: str) -> Response:
        return _track(track_to_read(caller(request), pid))

    @extend_schema(request=said.PressRequest, responses=said.TrackShape, operation_id="tracks_press")
    def post(self, request: Request, pid: str) -> Response:
        row, user = track_to_read(caller(request), pid), signed_in(request)
        wanted, now = checked(said.PressRequest, request), timezone.now()
        if wanted["kind"] == "back":
            number = wanted["data"].get("number")
            place = number if type(number) is int else 0
            done = tracker_commands.undo_event(track_id=row.public_id, actor_id=user.pk, number=place, now=now)
        else:
            done = tracker_commands.record_event(
                track_id=row.public_id,
                actor_id=user.pk,
                kind=wanted["kind"],
                data=_plain(wanted["data"]),
                command_id=wanted["command_id"],
                now=now,
            )
        return _track(done)


def _plain(data: dict[str, Any]) -> dict[str, Any]:
    """The fields that an event may have, as short plain values."""
    words, counts = ("piece", "by", "posture", "side", "text", "thing"), ("turn", "phase", "lost")
    names = (*words, *counts, "killing_blow", "passed", "willing")
    kept = {name: data[name] for name in names if isinstance(data.get(name), str | int | bool)}
    return {name: value[:300] if isinstance(value, str) else value for name, value in kept.items()}


class MatchTrackView(APIView):
    """Begin to track a league match with all warriors who can fight (old wounds as `{roster key: face}`)."""

    @extend_schema(responses=said.TrackShape, operation_id="tracks_of_match")
    def get(self, request: Request, pid: str) -> Response:
        match, _seat = match_to_read(request.user, pid)
        row = tracker_commands.open_track(match)
        if row is None:
            raise Http404
        return _track(row)

    @extend_schema(request=said.TrackRequest, responses={201: said.TrackShape}, operation_id="tracks_begin")
    def post(self, request: Request, pid: str) -> Response:
        match, _seat = match_to_read(request.user, pid)
        user, wanted = signed_in(request), checked(said.TrackRequest, request)
        row = tracker_commands.start_for_match(
            match_id=match.pk, actor_id=user.pk, said=_muster(match, wanted), now=timezone.now()
        )
        answer = _track(row)
        answer.status_code = 201
        return answer


def _muster(match: Match, wanted: dict[str, Any]) -> dict[str, str]:
    """The muster form that corresponds to a request."""
    said_so = {"scenario": wanted["scenario"], "first": wanted["first"]}
    said_so |= {f"team-{letter}": team for letter, team in wanted["teams"].items()}
    sides = match.sides.select_related("entry__warband").order_by("place")
    for letter, side in zip(LETTERS, sides, strict=False):
        for one in load_state(side.entry.warband).active():
            if one.key not in wanted["at_home"]:
                said_so[f"fights-{letter}-{one.key}"] = "on"
            if one.key in wanted["old_wounds"]:
                said_so[f"wound-{letter}-{one.key}"] = str(wanted["old_wounds"][one.key])
            if one.key in wanted["marks"]:
                said_so[f"mark-{letter}-{one.key}"] = wanted["marks"][one.key]
    return said_so


def _track(row: Track) -> Response:
    steps = tracker_commands.steps_of(row)
    now = tracker_commands.tally(row, steps)
    due = tracker_commands.due(row, now)
    return Response(
        {
            "id": row.public_id,
            "turn": now.turn,
            "side": now.active,
            "phase": now.phase,
            "phases": list(now.phases),
            "sides": now.names,
            "teams": now.teams,
            "pieces": [asdict(piece) for piece in now.pieces.values()],
            "routed": now.routed,
            "notes": now.notes,
            "rout_due": asdict(due) if due is not None else None,
            "last": steps[-1].number if steps else 0,
            "ended_at": row.ended_at.isoformat() if row.ended_at else None,
        }
    )
