"""Services to create, join and begin a battle. A battle begins when every side has joined: the engine reads the setup
and rolls the first dice from the committed stream. If the setup cannot be played, it is refused with a sentence for
each fault."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from accounts.models import User
from battles.core.defaults import PLAIN_SCENARIO
from battles.core.dice_preparation import DICE_WAIT
from battles.core.engine_cache import dice_of
from battles.core.engine_text import translate
from battles.core.league_rosters import check_outside, leagues_of
from battles.core.refusals import NotPlaying, SideTaken
from battles.engine.aftermath.house_rules import battle_options
from battles.engine.battle import Battle as EngineBattle
from battles.engine.commitment import fingerprint
from battles.engine.dice import PlainDice
from battles.engine.errors import BadSetup
from battles.engine.scenarios.creatures.figures import cast
from battles.engine.setup_data import FighterData, Options, ScenarioData, SetupData, SideData
from battles.engine.table.piece_data import TableData
from battles.models import Battle, BattleSide, BattleStatus, Issuer, Visibility
from battles.play import runs, turn_notices
from catalogue.rules.rulesets import DEFAULT as DEFAULT_RULESET
from mordheim_site.refusals import Refusal


@dataclass(frozen=True, slots=True, kw_only=True)
class SideTerms:
    """One side before the battle: fighters as the engine needs them, and the player (`bot` is empty for a person)."""

    name: str
    fighters: Sequence[FighterData]
    player_id: int | None = None
    warband_id: int | None = None
    bot: str = ""
    rating: int = 0
    nonce: str = ""
    allies: Sequence[str] = ()
    """Letters of its allies."""
    alignment: str = ""
    """The alignment of the warband. Rule: ALLY-ALIGN-01"""
    tags: Sequence[str] = ()
    """Tags of the whole warband that rules may refer to: its list, its groups, and the warbands it distrusts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """Terms of a battle: ruleset with options, scenario with its data, table, visibility."""

    ruleset: str = DEFAULT_RULESET
    options: Options
    scenario_code: str = PLAIN_SCENARIO
    scenario: ScenarioData
    table_name: str = ""
    table: TableData
    opponent: str
    visibility: str = Visibility.PUBLIC
    counts: bool = True
    """Whether an aftermath follows; False for practice."""
    ends_own_turns: bool = False
    """Whether turns of people end only with their "End turn" and never automatically."""
    hints: bool = False
    """Whether both players may ask for hints, if the battle changes no roster (`Battle.gives_hints`)."""


class CannotBegin(Refusal):
    """The setup cannot be played; the message has one sentence for each fault."""

    code = "cannot_begin"

    def __init__(self, faults: BadSetup) -> None:
        sentences = [translate(fault.sentence) for fault in faults.faults]
        super().__init__(
            message=" ".join(sentences[:5]),
            rule_id=faults.faults[0].rule or None if faults.faults else None,
            fields={"setup": sentences},
        )


@transaction.atomic
def create(
    *,
    terms: Terms,
    seats: Sequence[SideTerms],
    created_by_id: int | None,
    now: datetime,
    seed: bytes | None = None,
    match_id: int | None = None,
    prepares: bool = False,
    set_up: bool = False,
) -> Battle:
    """Create a battle with its first sides. It begins at once if all have joined. With `prepares`, the players add to
    the dice first (`nonces.py`), and `set_up` places all models afterwards. With only one side, the battle waits for
    the invited or any opponent. `seed` is for the season simulator and tests; otherwise 32 secret bytes are drawn.
    `match_id` is the league match it decides. Without one, a battle with a warband of a league is practice, unless the
    league allows other battles (AF-LEAGUE-01). Raises CannotBegin."""
    secret = secrets.token_bytes(32) if seed is None else seed
    battle = Battle.objects.create(
        match_id=match_id,
        opponent=terms.opponent,
        visibility=terms.visibility,
        counts=terms.counts and not (match_id is None and leagues_of(seat.warband_id for seat in seats)),
        ruleset=terms.ruleset,
        options=terms.options,
        scenario_code=terms.scenario_code,
        scenario=terms.scenario,
        table_name=terms.table_name,
        table=terms.table,
        created_by_id=created_by_id,
        dice_seed=secret,
        fingerprint=fingerprint(secret),
        dice_protocol=1,
        on_begin={
            **({"set_up": True} if set_up else {}),
            **({"prepares": True} if prepares else {}),
            **({"ends_own_turns": True} if terms.ends_own_turns else {}),
            **({"hints": True} if terms.hints else {}),
        },
        moved_at=now,
    )
    for letter, seat in zip("abcdefgh", seats, strict=False):
        _sit(battle, letter, seat)
    if len(seats) >= 2:
        _go_on(battle, now, prepares=prepares)
    return battle


@transaction.atomic
def join(*, battle_id: int, seat: SideTerms, now: datetime, prepares: bool = False) -> Battle:
    """Take the free side of a waiting battle and begin it.

    The players first contribute nonces to the dice if one of them wants this: with `prepares`, or if the host chose it
    or has already committed. Raises SideTaken, NotPlaying (withdrawn in the meantime), CannotBegin, and PlaysInLeague
    for a warband of a league if the battle counts.
    """
    battle = Battle.objects.select_for_update().get(pk=battle_id)
    if battle.status == BattleStatus.ABANDONED:
        raise NotPlaying
    taken = BattleSide.objects.filter(battle=battle).count()
    if battle.status != BattleStatus.MUSTERING or taken >= 2:
        raise SideTaken
    if battle.counts and battle.match_id is None:
        check_outside([seat.warband_id])
    wanted = bool(battle.on_begin.get("prepares")) or battle.sides.exclude(nonce_commitment="").exists()
    _sit(battle, "abcdefgh"[taken], seat)
    _go_on(battle, now, prepares=prepares or wanted)
    turn_notices.rematch_closed(battle)
    return battle


def _sit(battle: Battle, letter: str, seat: SideTerms) -> BattleSide:
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
        alignment=seat.alignment,
        tags=sorted(seat.tags),
        nonce=seat.nonce,
    )


def setup_of(terms: Terms | Battle, seats: Sequence[SideTerms] | Sequence[BattleSide]) -> SetupData:
    """The engine's setup for these terms and sides, or for the rows of a stored battle."""
    scenario: ScenarioData = terms.scenario
    waits = terms.ends_own_turns if isinstance(terms, Terms) else bool(terms.on_begin.get("ends_own_turns"))
    return cast(
        {
            "ruleset": terms.ruleset,
            "options": battle_options(terms.options),
            "scenario": {"code": terms.scenario_code, **scenario},
            "table": terms.table,
            "sides": [_row(seat, with_rating="home" in scenario, waits=waits) for seat in seats],
        }
    )


def _row(seat: SideTerms | BattleSide, *, with_rating: bool, waits: bool) -> SideData:
    """One side of the setup. It has a rating if a custom scenario needs it. With `waits`, turns of a person do not end
    automatically."""
    row: SideData = {"name": seat.name, "fighters": list(seat.fighters)}
    if seat.allies:
        row["allies"] = list(seat.allies)
    if seat.alignment:
        row["alignment"] = seat.alignment
    if waits and seat.player_id is not None and not seat.bot:
        row["ends_own_turns"] = True
    if seat.tags:
        row["tags"] = list(seat.tags)
    return {**row, "rating": seat.rating} if with_rating else row


def _go_on(battle: Battle, now: datetime, *, prepares: bool) -> None:
    """Continue after all sides have joined: begin, or first let the players contribute nonces to the dice."""
    if not prepares or not battle.sides.filter(bot="", player__isnull=False).exists():
        begin(battle, now)
        return
    try:
        # The dice are discarded: this only checks, before anybody waits, whether the battle can be played.
        EngineBattle.begin(setup_of(battle, list(battle.sides.order_by("letter"))), PlainDice(0))
    except BadSetup as faults:
        raise CannotBegin(faults) from faults
    battle.status, battle.dice_due_at = BattleStatus.PREPARING, now + DICE_WAIT
    battle.save(update_fields=["status", "dice_due_at"])


def begin(battle: Battle, now: datetime) -> None:
    """Begin a locked battle with all its sides, and roll the first dice. Raises CannotBegin."""
    sides = list(battle.sides.order_by("letter"))
    battle.setup = setup_of(battle, sides)
    battle.status = BattleStatus.PLAYING
    battle.started_at = now
    battle.save(update_fields=["setup", "status", "started_at"])
    try:
        engine = EngineBattle.begin(battle.setup, dice_of(battle, 0))
    except BadSetup as faults:
        raise CannotBegin(faults) from faults
    runs.append(
        battle,
        engine,
        engine.log,
        side="",
        actor_id=None,
        command=None,
        issuer=Issuer.START,
        command_id="begin",
        now=now,
    )


@transaction.atomic
def cancel_setup(*, battle_id: int, actor_id: int, now: datetime) -> None:
    """Withdraw a challenge that has no opponent. Raises NotPlaying once it has begun, and for every other user than its
    author."""
    battle = Battle.objects.select_for_update().get(pk=battle_id)
    if battle.status != BattleStatus.MUSTERING or battle.created_by_id != actor_id:
        raise NotPlaying
    _abandon(battle, now)


@transaction.atomic
def decline_rematch(*, battle_id: int, actor_id: int, now: datetime) -> None:
    """Decline the offer of a rematch: it is withdrawn, and the player who offered it is notified. Doing it again
    changes nothing. Raises NotInvited once it has begun, and for every user who was not offered it."""
    battle = Battle.objects.select_for_update().get(pk=battle_id)
    if turn_notices.decline_rematch(battle, User.objects.get(pk=actor_id), now):
        _abandon(battle, now)


def _abandon(battle: Battle, now: datetime) -> None:
    battle.status = BattleStatus.ABANDONED
    battle.finished_at = now
    battle.save(update_fields=["status", "finished_at"])
    turn_notices.rematch_closed(battle)
