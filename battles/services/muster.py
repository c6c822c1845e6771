"""Bringing a battle about: create it, take the second seat, begin.

A battle begins when every seat is taken: the engine reads the setup, refuses what cannot be played with a sentence
for each fault, and rolls the first dice from the committed stream.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from battles.engine.aftermath.house import battle_options
from battles.engine.battle import Battle as EngineBattle
from battles.engine.commitment import fingerprint
from battles.engine.errors import BadSetup
from battles.live import dice_of
from battles.models import Battle, BattleSide, BattleStatus, Visibility
from battles.refusals import NotPlaying, SeatTaken
from battles.services import play
from battles.wording import in_words
from mordheim_site.refusals import Refusal


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """One side before play: fighters as the bridge made them, and who commands them (`bot` empty for a person)."""

    name: str
    fighters: Sequence[dict[str, Any]]
    player_id: int | None = None
    warband_id: int | None = None
    bot: str = ""
    rating: int = 0
    nonce: str = ""
    allies: Sequence[str] = ()
    """Letters of the sides that stand with it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What is played: ruleset and its options, scenario and its data, the table, who may watch."""

    ruleset: str = "core"
    options: dict[str, Any]
    scenario_code: str = "skirmish"
    scenario: dict[str, Any]
    table_name: str = ""
    table: dict[str, Any]
    opponent: str
    visibility: str = Visibility.PUBLIC
    counts: bool = True
    """False for practice: no aftermath follows, whoever fights."""


class CannotBegin(Refusal):
    """The setup cannot be played; one sentence for each fault."""

    code = "cannot_begin"

    def __init__(self, faults: BadSetup) -> None:
        sentences = [in_words(fault.sentence) for fault in faults.faults]
        super().__init__(
            message=" ".join(sentences[:5]),
            rule_id=faults.faults[0].rule or None if faults.faults else None,
            fields={"setup": sentences},
        )


@transaction.atomic
def create(
    *,
    terms: Terms,
    seats: Sequence[Seat],
    created_by_id: int | None,
    now: datetime,
    seed: bytes | None = None,
    match_id: int | None = None,
) -> Battle:
    """Create a battle with its first seats; it begins at once when all are taken.

    One seat and an invited or open opponent leaves it mustering. `seed` is for the season simulator and tests; else
    32 secret bytes are drawn. `match_id` is the league match it decides. Raises CannotBegin.
    """
    secret = secrets.token_bytes(32) if seed is None else seed
    battle = Battle.objects.create(
        match_id=match_id,
        opponent=terms.opponent,
        visibility=terms.visibility,
        counts=terms.counts,
        ruleset=terms.ruleset,
        options=terms.options,
        scenario_code=terms.scenario_code,
        scenario=terms.scenario,
        table_name=terms.table_name,
        table=terms.table,
        created_by_id=created_by_id,
        dice_seed=secret,
        fingerprint=fingerprint(secret),
        moved_at=now,
    )
    for letter, seat in zip("abcdefgh", seats, strict=False):
        _sit(battle, letter, seat)
    if len(seats) >= 2:
        _begin(battle, now)
    return battle


@transaction.atomic
def join(*, battle_id: int, seat: Seat, now: datetime) -> Battle:
    """Take the free seat of a mustering battle and begin it.

    Raises SeatTaken, NotPlaying (given up meanwhile) and CannotBegin.
    """
    battle = Battle.objects.select_for_update().get(pk=battle_id)
    if battle.status == BattleStatus.ABANDONED:
        raise NotPlaying
    taken = BattleSide.objects.filter(battle=battle).count()
    if battle.status != BattleStatus.MUSTERING or taken >= 2:
        raise SeatTaken
    _sit(battle, "abcdefgh"[taken], seat)
    _begin(battle, now)
    return battle


def _sit(battle: Battle, letter: str, seat: Seat) -> BattleSide:
    fields = {"nonce": seat.nonce} if seat.nonce else {}
    return BattleSide.objects.create(
        battle=battle,
        letter=letter,
        name=seat.name,
        warband_id=seat.warband_id,
        player_id=seat.player_id,
        bot=seat.bot,
        fighters=list(seat.fighters),
        rating=seat.rating,
        allies=sorted(seat.allies),
        **fields,
    )


def setup_of(terms: Terms | Battle, seats: Sequence[Seat] | Sequence[BattleSide]) -> dict[str, Any]:
    """What the engine begins with, from the terms and seats or from their rows."""
    return {
        "ruleset": terms.ruleset,
        "options": battle_options(terms.options),
        "scenario": {"code": terms.scenario_code, **terms.scenario},
        "table": terms.table,
        "sides": [_row(seat, with_rating="home" in terms.scenario) for seat in seats],
    }


def _row(seat: Seat | BattleSide, *, with_rating: bool) -> dict[str, Any]:
    """One side of the setup; its rating where a home-made scenario may ask for it."""
    row = {"name": seat.name, "fighters": list(seat.fighters)}
    if seat.allies:
        row["allies"] = list(seat.allies)
    return {**row, "rating": seat.rating} if with_rating else row


def _begin(battle: Battle, now: datetime) -> None:
    sides = list(battle.sides.order_by("letter"))
    battle.setup = setup_of(battle, sides)
    battle.status = BattleStatus.PLAYING
    battle.started_at = now
    battle.save(update_fields=["setup", "status", "started_at"])
    try:
        engine = EngineBattle.begin(battle.setup, dice_of(battle, 0))
    except BadSetup as faults:
        raise CannotBegin(faults) from faults
    play.append(battle, engine, engine.log, side="", actor_id=None, command=None, command_id="begin", now=now)


@transaction.atomic
def give_up_mustering(*, battle_id: int, actor_id: int, now: datetime) -> None:
    """Withdraw a challenge nobody has taken. Raises NotPlaying once it has begun or for anybody but its author."""
    battle = Battle.objects.select_for_update().get(pk=battle_id)
    if battle.status != BattleStatus.MUSTERING or battle.created_by_id != actor_id:
        raise NotPlaying
    battle.status = BattleStatus.ABANDONED
    battle.finished_at = now
    battle.save(update_fields=["status", "finished_at"])
