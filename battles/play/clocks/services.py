"""Turn clocks of battles. They are created with the battle, updated with every command, and a job acts after a timeout.
The server measures the time: rows store the remaining time and when it was last updated, so nothing is lost in a
restart. Commands and events do not contain the clock. After a timeout the server gives a normal command, and the log
shows the reason."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from battles.core import engine_cache
from battles.core.refusals import NotPlaying, NotYourSide
from battles.engine import commands
from battles.engine.battle import Battle as EngineBattle
from battles.engine.commands import Resign
from battles.engine.state import BattleState
from battles.models import Battle, BattleSide, BattleStatus, Issuer, Opponent
from battles.play import chat, runs
from battles.play.clocks import rules as clocks_rules
from battles.play.clocks.timeouts import default_command
from battles.play.live import broadcast
from battles.play.models.clocks import BattleClock
from campaigns.core.events import record
from campaigns.core.refusals import ReasonNeeded
from campaigns.matches.turn_clocks import CLOCKS
from campaigns.models import Match, Membership, Role
from mordheim_site.isolation import isolated
from mordheim_site.refusals import Refusal

CLOCKED = (Opponent.INVITED, Opponent.OPEN)
"""Kinds of battles that may have a clock: those between people on different screens."""

MOST_ORDERS = 200
"""Maximum number of commands after one timeout; a turn needs fewer."""


class NoSuchClock(Refusal):
    code = "no_such_clock"
    about = ("clock",)
    message = gettext_lazy("This turn clock does not exist. Choose one from the list.")


class NoClock(Refusal):
    code = "no_clock"
    message = gettext_lazy("This battle is played without a clock.")
    status = 409


class TimeIsUp(Refusal):
    code = "time_is_up"
    message = gettext_lazy("Your time ran out. The default decision is carried out for you in a moment.")
    status = 409


class NothingToClaim(Refusal):
    code = "nothing_to_claim"
    message = gettext_lazy("You cannot claim the battle yet: the other side's time must run out twice first.")
    status = 409


@transaction.atomic
def add_clock(*, battle_id: int, code: str, now: datetime) -> None:
    """Add a clock to a battle between people. For "" and "none" nothing is added, and battles with bots or on one
    screen never have one. Raises NoSuchClock."""
    if code in ("", "none"):
        return
    if code not in CLOCKS:
        raise NoSuchClock
    battle = Battle.objects.select_for_update().get(pk=battle_id)
    if battle.opponent not in CLOCKED:
        return
    clock, is_new = BattleClock.objects.get_or_create(battle=battle, defaults={"code": code})
    if is_new and battle.status == BattleStatus.PLAYING:
        engine = engine_cache.load(battle)
        _moved(battle, clock, engine.state, engine.awaiting(), now, turn_changed=False)


def clock_of_row(row: Battle) -> BattleClock | None:
    """The clock of a locked battle; None without one. It is loaded once for each battle row and shared by everything
    that changes it; the lock of the battle protects it. No query for battles that never have one (see `add_clock`)."""
    if row.opponent not in CLOCKED:
        return None
    clock: BattleClock | None = getattr(row, "clock", None)
    return clock


def moved(row: Battle, engine: EngineBattle, now: datetime, *, turn_changed: bool) -> None:
    """Update the clock of a locked battle after an event: subtract the time that was used, and start the time of the
    sides that have to act. One query if there is no clock."""
    clock = clock_of_row(row)
    if clock is not None:
        _moved(row, clock, engine.state, engine.awaiting(), now, turn_changed=turn_changed)


def _moved(
    row: Battle, clock: BattleClock, state: BattleState, awaited: tuple[str, ...], now: datetime, *, turn_changed: bool
) -> None:
    if not clock.left:
        people = [seat.letter for seat in row.sides.all() if not seat.bot]
        clocks_rules.start_clock(clock, "".join(sorted(people)))
    clocks_rules.settle(clock, now)
    if state.outcome is None:
        clocks_rules.drop_sides(clock, [letter for letter, record in state.sides.items() if record.routed])
    if turn_changed:
        clocks_rules.new_turn(clock, state.active)
    clocks_rules.run(clock, state, awaited, now)
    clock.save()


def check_in_time(row: Battle, side: str, now: datetime) -> None:
    """Refuse a command that arrives after the timeout. Raises TimeIsUp."""
    clock = clock_of_row(row)
    if clock is not None and clocks_rules.is_out(clock, side, now):
        raise TimeIsUp


def pass_due(*, now: datetime) -> int:
    """Carry out the timeouts that are due. Returns the number of battles. A second run finds none."""
    due = list(BattleClock.objects.filter(due_at__lte=now).order_by("due_at").values_list("battle_id", flat=True))
    passed = 0
    for battle_id in due:
        with isolated("battles.pass_due", battle_id):
            passed += pass_time(battle_id=battle_id, now=now)
    return passed


@transaction.atomic
def pass_time(*, battle_id: int, now: datetime) -> bool:
    """Give the default commands for the sides whose time has run out: a single one for an answer, or the rest of the
    turn. Returns False if nothing is due any more."""
    row = Battle.objects.select_for_update().defer("setup", "table").get(pk=battle_id)
    clock = BattleClock.objects.select_for_update().get(battle=row)
    row.clock = clock  # type: ignore[attr-defined]
    if row.status != BattleStatus.PLAYING:
        BattleClock.objects.filter(pk=clock.pk).update(due_at=None, running={})
        return False
    late = [letter for letter in clock.running if clocks_rules.is_out(clock, letter, now)]
    for letter in late:
        clock.refresh_from_db()
        if not clocks_rules.is_out(clock, letter, now):
            continue
        whole_turn = clock.running[letter] == "turn"
        engine = engine_cache.load(row)
        clocks_rules.count_out(clock, letter, engine.state)
        clock.save(update_fields=["outs", "out_turns"])
        _play_defaults(row, engine, letter, now, whole_turn=whole_turn)
    return bool(late)


def _play_defaults(row: Battle, engine: EngineBattle, side: str, now: datetime, *, whole_turn: bool) -> None:
    turn = (engine.state.turn_number, engine.state.active)
    for _number in range(MOST_ORDERS):
        if side not in engine.awaiting() or row.status != BattleStatus.PLAYING:
            return
        order = default_command(engine, side)
        runs.append(
            row,
            engine,
            engine.play(side, order),
            side=side,
            actor_id=None,
            command=commands.to_data(order),
            issuer=Issuer.TIMEOUT,
            command_id=f"silence-{row.seq}",
            now=now,
            reason="Timeout",
        )
        if not whole_turn or (engine.state.turn_number, engine.state.active) != turn:
            return


def people_of(row: Battle, actor_id: int) -> tuple[str, bool]:
    """(letter of this user's side or "", whether they run the league). Two queries at most."""
    seat = BattleSide.objects.filter(battle=row, player_id=actor_id, bot="").first() if actor_id else None
    if seat is not None:
        return seat.letter, False
    return "", runs_league(row, actor_id)


def runs_league(row: Battle, actor_id: int) -> bool:
    """Whether this user runs the league whose match the battle decides."""
    if not row.match_id or not actor_id:
        return False
    running = Membership.objects.filter(role__in=(Role.ARBITRATOR, Role.CO_ARBITRATOR), left_at__isnull=True)
    return running.filter(campaign__matches=row.match_id, user_id=actor_id).exists()


@transaction.atomic
def act(*, battle_id: int, actor_id: int, what: str, side: str = "", now: datetime, reason: str = "") -> None:
    """Change the clock: `what` is `give` (time to another side), `pause`, `resume`, or `claim` (victory). A pause
    starts once both sides have asked for it. An arbitrator can pause alone and give time to either side, with a
    `reason` that is shown on the board, in the chronicle and in the players' inboxes. Raises NoClock, NotPlaying,
    NotYourSide, NothingToClaim, ReasonNeeded."""
    row = Battle.objects.select_for_update().defer("setup", "table").get(pk=battle_id)
    letter, rules = people_of(row, actor_id)
    if not letter and not rules:
        raise NotYourSide
    clock = BattleClock.objects.select_for_update().filter(battle=row).first()
    if clock is None:
        raise NoClock
    if row.status != BattleStatus.PLAYING:
        raise NotPlaying
    why = " ".join(reason.split())[:300]
    if rules and what in ("give", "pause") and not why:
        raise ReasonNeeded
    if what == "claim":
        _claim(row, clock, letter, actor_id, now)
        return
    if what == "give":
        others = [other for other in clock.left if other != letter]
        if not others or (side and side not in others):
            raise NotYourSide
        side = side or others[0]
        _give(clock, side, now)
    elif what == "pause":
        _pause(clock, letter, now, alone=rules)
    elif what == "resume":
        _resume(clock, now)
    else:
        raise NoSuchClock
    clock.save()
    if rules and why:
        _tell_why(row, actor_id, given=side if what == "give" else "", why=why, now=now)
    broadcast.changed_after_commit(row)


def _tell_why(row: Battle, actor_id: int, *, given: str, why: str, now: datetime) -> None:
    """Publish what the arbitrator did and why. `given` is the side that got more time, "" for a pause."""
    names = {seat.letter: seat.name for seat in BattleSide.objects.filter(battle=row)}
    if given:
        text = _("More time for %(side)s: %(why)s") % {"side": names[given], "why": why}
    else:
        text = _("The clock is paused: %(why)s") % {"why": why}
    chat.post_message(battle_id=row.pk, author_id=actor_id, text=text)
    match = Match.objects.select_related("campaign").get(battles=row)
    sides = [
        {"entry": side.entry.public_id, "warband": side.entry.warband.name}
        for side in match.sides.select_related("entry__warband").order_by("place")
    ]
    record(
        match.campaign,
        "clock_ruled",
        at=now,
        actor_id=actor_id,
        match=match.public_id,
        sides=sides,
        given=names.get(given, ""),
        reason=why,
    )


def _give(clock: BattleClock, side: str, now: datetime) -> None:
    if clock.paused_at is None:
        clocks_rules.settle(clock, now)
    clock.left[side] = float(clock.left[side]) + clock.terms.more
    if side in clock.running and clock.running[side] != "turn":
        clock.running[side] = float(clock.running[side]) + clock.terms.more
    clocks_rules.set_due(clock)


def _pause(clock: BattleClock, letter: str, now: datetime, *, alone: bool) -> None:
    if clock.paused_at is not None:
        return
    clock.wants_pause = "".join(sorted({*clock.wants_pause, letter}))
    if alone or all(other in clock.wants_pause for other in clock.left):
        clocks_rules.settle(clock, now)
        clock.paused_at = now
        clock.wants_pause = ""


def _resume(clock: BattleClock, now: datetime) -> None:
    clock.wants_pause = ""
    if clock.paused_at is None:
        return
    clock.paused_at = None
    clock.since = now
    clocks_rules.set_due(clock)


def _claim(row: Battle, clock: BattleClock, letter: str, actor_id: int, now: datetime) -> None:
    loser = next((other for other in clocks_rules.may_be_claimed(clock) if other != letter), "")
    if not loser:
        raise NothingToClaim
    engine = engine_cache.load(row)
    happened = engine.play(loser, Resign())
    runs.append(
        row,
        engine,
        happened,
        side=loser,
        actor_id=actor_id,
        command=commands.to_data(Resign()),
        issuer=Issuer.CLAIM,
        command_id=f"claim-{row.seq}",
        now=now,
        reason="Claimed after two timeouts",
    )
