"""API of a battle after it was played: the replay, the report, the dice."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime
from typing import TypedDict

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.limits import count_request
from accounts.models import User
from battles.aftermath.dice.proof import proof_of
from battles.core import engine_cache
from battles.core.permissions import battle_with_moves
from battles.core.refusals import NoSuchEvent, NotBegun, PlayedWithMiniatures
from battles.engine.view import view as view_of
from battles.engine.view_data import ViewData
from battles.log import replay
from battles.log.lines import Line
from battles.log.replay import ProofJson, ProofRow
from battles.models import Battle
from mordheim_site.api import fields
from mordheim_site.api.read_refusals import refuses
from mordheim_site.api.typed_fields import typed_response


class ChapterJson(TypedDict):
    """One player turn of a report, or the set-up."""

    title: str
    lines: list[Line]


class ReportJson(TypedDict):
    """A battle as text; `outcome` is empty while it is being played."""

    outcome: str
    chapters: list[ChapterJson]
    casualties: list[Line]


class TurnJson(TypedDict):
    """The beginning of a turn."""

    title: str
    event: int


class ReplayJson(TypedDict):
    """The table after an event, and other events to go to (null if there is none): `earlier` and `later` are one
    command away, `casualty_before` and `casualty_after` are the nearest casualties. Lengths of `view` in hundredths of
    an inch."""

    event: int
    last: int
    earlier: int | None
    later: int | None
    casualty_before: int | None
    casualty_after: int | None
    turn: str
    sentence: str
    turns: list[TurnJson]
    lines: list[Line]
    view: ViewData


class SeedJson(TypedDict):
    """A seed of an aftermath; for the battle's own seed, `side` is empty. Each roll is [stream, position from 0,
    faces]. `seed` and the rolls are empty while the seed is secret. Of the `rolled` dice, `matching` can be calculated
    from it."""

    side: str
    number: int
    fingerprint: str
    seed: str
    committed_at: datetime | None
    taken_at: datetime | None
    rolls: list[list[str | int | list[int]]]
    rolled: int
    matching: int


class AftermathDiceJson(TypedDict):
    """The dice of all aftermaths; `typed` is the number of dice rolled at the table."""

    seeds: list[SeedJson]
    typed: int
    is_sound: bool


class DiceJson(TypedDict):
    """Every die of a battle with its purpose, and what is needed to calculate it again."""

    proof: ProofJson
    rolls: list[ProofRow]
    aftermath: AftermathDiceJson


class ReplayQuery(fields.QuerySerializer):
    """Query: the position to show."""

    event = fields.QueryInteger(
        min_value=0,
        required=False,
        help_text="The position after the command of this event; at most `last`. Default: the end.",
    )


def _started(request: Request, pid: str) -> Battle:
    """A battle that has begun. Raises Http404, PlayedWithMiniatures, NotBegun, RateLimitExceeded."""
    count_request(request, "computations")
    return battle_with_moves(request.user if isinstance(request.user, User) else None, pid)


class ReplayView(APIView):
    """A battle at an earlier position."""

    @refuses(NoSuchEvent, NotBegun, PlayedWithMiniatures)
    @extend_schema(parameters=[ReplayQuery], responses=typed_response(ReplayJson), operation_id="battles_replay")
    def get(self, request: Request, pid: str) -> Response:
        battle = _started(request, pid)
        event = fields.read_query(ReplayQuery, request).get("event")
        found = replay.replay_position(battle, event)
        if event is not None and event > found.last:
            refusal = NoSuchEvent(event=event, last=found.last)
            refusal.name_field(("event",))
            raise refusal
        engine = engine_cache.engine_at(battle, found.place)
        return Response(
            {
                "event": found.place,
                "last": found.last,
                "earlier": found.earlier,
                "later": found.later,
                "casualty_before": found.casualty_before,
                "casualty_after": found.casualty_after,
                "turn": found.turn,
                "sentence": found.sentence,
                "turns": [{"title": title, "event": event} for title, event in found.turns],
                "lines": [asdict(line) for line in found.lines],
                "view": view_of(engine, None),
            }
        )


class ReportView(APIView):
    """A battle as text, turn by turn."""

    @extend_schema(responses=typed_response(ReportJson), operation_id="battles_report")
    def get(self, request: Request, pid: str) -> Response:
        report = replay.battle_report(_started(request, pid))
        return Response(
            {
                "outcome": report.outcome,
                "chapters": [
                    {"title": title, "lines": [asdict(line) for line in lines]} for title, lines in report.chapters
                ],
                "casualties": [asdict(line) for line in report.casualties],
            }
        )


class DiceView(APIView):
    """The dice of a battle and its aftermaths, with the proof that the site did not choose them."""

    @extend_schema(responses=typed_response(DiceJson), operation_id="battles_dice")
    def get(self, request: Request, pid: str) -> Response:
        battle = _started(request, pid)
        proof, aftermath = replay.proof(battle), proof_of(battle)
        return Response(
            {
                "proof": proof.as_json,
                "rolls": proof.rows,
                "aftermath": {
                    "seeds": [
                        {
                            "side": seed.side,
                            "number": seed.number,
                            "fingerprint": seed.fingerprint,
                            "seed": seed.seed,
                            "committed_at": seed.committed_at,
                            "taken_at": seed.taken_at,
                            "rolls": [list(roll) for roll in seed.rolls] if seed.seed else [],
                            "rolled": seed.rolled,
                            "matching": seed.matching,
                        }
                        for seed in aftermath.seeds
                    ],
                    "typed": aftermath.typed,
                    "is_sound": aftermath.is_sound,
                },
            }
        )
