"""Converts battles, results of commands and annotations to JSON for the API."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from accounts.models import User
from battles.core import selectors
from battles.core.permissions import battle_to_read, sides_of
from battles.engine.aftermath.house_rules import battle_options
from battles.engine.view import view as view_of
from battles.models import Battle
from battles.play import annotations as board_annotations
from battles.play import runs
from battles.play.clocks.view import clock_of
from battles.play.draw_offers.view import DrawCard, draw_card
from battles.play.page import screen
from battles.play.serializers import CardSerializer

CORNERS = ("x0", "y0", "x1", "y1")


def card_shape(battle: Battle, user: User | None) -> Any:
    """One battle in a list, as JSON (CardSerializer)."""
    return CardSerializer(selectors.card_of(battle, user.pk if user is not None else None)).data


def battle_shape(user: User | None, pid: str) -> dict[str, object]:
    """One battle as this user may see it, loaded from the database again, as JSON (BattleSerializer). Raises
    Http404."""
    battle = battle_to_read(user, pid)
    mine = tuple(side.letter for side in sides_of(user, battle))
    side = next((letter for letter in mine if letter in battle.awaiting), mine[0] if mine else "")
    clock = clock_of(battle, mine, timezone.now())
    engine = screen.engine_of(battle) if battle.started_at is not None else None
    draw = draw_card(battle, engine, mine) if engine is not None else DrawCard()
    return {
        "card": card_shape(battle, user),
        "seq": battle.seq,
        "side": side if side in battle.awaiting else "",
        "fingerprint": battle.fingerprint,
        "ruleset": battle.ruleset,
        "house_rules": battle_options(battle.options),
        "standing": next((seat.orders for seat in battle.sides.all() if seat.letter in mine), {}),
        "clock": clock.as_json() if clock is not None else None,
        "draw": draw.as_json(),
        "view": view_of(engine, side or None) if engine is not None else {},
    }


def played_shape(played: runs.Played) -> dict[str, object]:
    """The result of a command, as JSON (PlayedSerializer)."""
    return {"seq": played.seq, "first": played.first, "events": played.data, "repeated": played.repeated}


def annotations_shape(user: User | None, battle: Battle) -> list[dict[str, object]]:
    """The annotations of this turn that the user may see, in inches, as JSON (MarkShownSerializer)."""
    mine = tuple(side.letter for side in sides_of(user, battle))
    return [
        {"kind": mark.kind, "side": mark.side, **{name: getattr(mark, name) / 100 for name in CORNERS}}
        for mark in board_annotations.marks_for(battle, mine)
    ]
