"""Draw offers. A side can offer a draw and withdraw the offer; all other sides in play have to accept it, and each can
refuse. An offer is valid until the next turn of the side that made it, and only one can be made in that time. It is not
a command: dice and sequence number do not change before the last side has agreed, so other commands do not become
stale."""

from __future__ import annotations

from datetime import datetime
from functools import partial

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.dashboard import lines as dashboard_lines
from battles.core import engine_cache
from battles.core.refusals import NotPlaying, NotYourSide
from battles.engine.battle import Battle as EngineBattle
from battles.engine.steps.turn.ending import sides_in_play
from battles.engine.steps.turn.rout import losses
from battles.models import Battle, BattleSide, BattleStatus, Issuer, Opponent
from battles.play import runs, turn_notices
from battles.play.live import broadcast
from battles.play.models.draw_offers import DrawOffer, OfferState
from mordheim_site.refusals import Refusal


class NoSuchDrawAction(Refusal):
    code = "no_such_act"
    message = gettext_lazy("A draw can be offered, withdrawn, accepted or declined.")
    status = 400


class NothingOffered(Refusal):
    code = "nothing_offered"
    message = gettext_lazy("There is no draw offer: it was withdrawn, answered, or expired with the turn.")
    status = 409


class OfferedAlready(Refusal):
    code = "offered_already"
    message = gettext_lazy(
        "You already offered a draw since your last turn began. You can offer again in your next turn."
    )
    status = 409


@transaction.atomic
def act(*, battle_id: int, actor_id: int, what: str, now: datetime) -> None:
    """Act for every side of this user that is still in play: `what` is `offer`, `withdraw`, `accept` or `refuse`. A
    repeated request changes nothing; an offer while the other side's offer is open accepts that one. Raises
    NoSuchDrawAction, NotYourSide, NotPlaying, NothingOffered and OfferedAlready."""
    row = Battle.objects.select_for_update().defer("setup", "table").get(pk=battle_id)
    seats = list(BattleSide.objects.filter(battle=row).order_by("letter"))
    own = [seat.letter for seat in seats if actor_id and seat.player_id == actor_id and not seat.bot]
    if not own:
        raise NotYourSide
    if row.status != BattleStatus.PLAYING:
        raise NotPlaying
    if what not in ("offer", "withdraw", "accept", "refuse"):
        raise NoSuchDrawAction
    engine = engine_cache.load(row)
    mine = [letter for letter in sides_in_play(engine.game, engine.state) if letter in own]
    if not mine:
        raise NotYourSide(
            message=_("Your warband has left the field, so the other players decide how the battle ends.")
        )
    offer = DrawOffer.objects.select_for_update().filter(battle=row, state=OfferState.OPEN).first()
    if what == "offer" and offer is None:
        offer = _offer(row, mine, now)
        _let_bots_answer(offer, engine, seats, now)
    elif what == "offer" and offer is not None and offer.side in mine:
        return
    elif offer is None or (what == "withdraw") != (offer.side in mine):
        raise NothingOffered
    elif what in ("accept", "offer"):
        offer.agreed = "".join(sorted({*offer.agreed, *mine}))
        offer.save(update_fields=["agreed"])
    else:
        _close(offer, OfferState.WITHDRAWN if what == "withdraw" else OfferState.REFUSED, now)
        offer.refused_by = mine[0] if what == "refuse" else ""
        offer.save(update_fields=["refused_by"])
    if offer.state == OfferState.OPEN and all(
        letter in offer.agreed for letter in sides_in_play(engine.game, engine.state)
    ):
        _end(row, engine, offer, actor_id, now)
        return
    if what == "offer" and offer.state == OfferState.OPEN:
        turn_notices.draw_offered(row, seats, offer, now)
    for seat in seats:
        transaction.on_commit(partial(dashboard_lines.clear_count, seat.player_id))
    broadcast.changed_after_commit(row)


def _offer(row: Battle, mine: list[str], now: datetime) -> DrawOffer:
    if DrawOffer.objects.filter(battle=row, side__in=mine, is_past=False).exists():
        raise OfferedAlready
    awaited = [letter for letter in mine if letter in row.awaiting]
    side = awaited[0] if awaited else mine[0]
    return DrawOffer.objects.create(battle=row, side=side, agreed="".join(mine), made_at=now)


def _close(offer: DrawOffer, state: OfferState, now: datetime) -> None:
    offer.state, offer.closed_at = state, now
    offer.save(update_fields=["state", "closed_at"])


def _let_bots_answer(offer: DrawOffer, engine: EngineBattle, seats: list[BattleSide], now: datetime) -> None:
    """Let bots answer at once. A bot accepts if it has lost a greater share of its warriors than the side that made the
    offer."""
    in_play = sides_in_play(engine.game, engine.state)
    for letter in [seat.letter for seat in seats if seat.bot and seat.letter in in_play]:
        if _share_lost(engine, letter) <= _share_lost(engine, offer.side):
            offer.refused_by = letter
            offer.save(update_fields=["refused_by"])
            _close(offer, OfferState.REFUSED, now)
            return
        offer.agreed = "".join(sorted({*offer.agreed, letter}))
        offer.save(update_fields=["agreed"])


def _share_lost(engine: EngineBattle, side: str) -> float:
    lost, started = losses(engine.game, engine.state, side)
    return lost / started if started else 0.0


def _end(row: Battle, engine: EngineBattle, offer: DrawOffer, actor_id: int, now: datetime) -> None:
    _close(offer, OfferState.ACCEPTED, now)
    name = engine.game.name(offer.side)
    runs.append(
        row,
        engine,
        engine.agree_draw(),
        side=offer.side,
        actor_id=actor_id,
        command=None,
        issuer=Issuer.DRAW,
        command_id=f"draw-{offer.pk}",
        now=now,
        reason=f"Offered by {name}",
    )


def turns_began(row: Battle, sides: list[str], now: datetime) -> None:
    """Expire the offers of sides whose turn has begun in a locked battle; they may make new ones. No query if no turn
    began, or in battles between bots."""
    if not sides or row.opponent == Opponent.BOTS:
        return
    past = DrawOffer.objects.filter(battle=row, side__in=sides, is_past=False)
    if past.exists():
        past.filter(state=OfferState.OPEN).update(state=OfferState.LAPSED, closed_at=now)
        past.update(is_past=True)


def battle_over(row: Battle, now: datetime) -> None:
    """Expire the open offers of a locked battle that has ended in another way."""
    DrawOffer.objects.filter(battle=row, state=OfferState.OPEN).update(state=OfferState.LAPSED, closed_at=now)
