"""Advice of a ruleset about the forces in a battle, shown once to the player who starts it. It never prevents a
battle."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest
from django.utils.translation import gettext as _

from battles.core.engine_text import translate
from battles.engine.scenarios.checks import remarks_on
from battles.engine.setup import game_from_data
from battles.models import Battle

MOST_TOLD = 6


def advice_on(battle: Battle) -> list[str]:
    """One sentence with its rule id for each piece of advice about a battle that has begun; empty before that."""
    if not battle.setup:
        return []
    game = game_from_data(battle.setup)
    sentences = [
        _("Advice for %(side)s: %(sentence)s (%(rule)s)")
        % {"side": game.name(side), "sentence": translate(remark.sentence), "rule": remark.rule}
        for side, remark in remarks_on(game)
    ]
    return sentences[:MOST_TOLD]


def show_advice(request: HttpRequest, battle: Battle) -> None:
    """Show the advice on the next page."""
    for sentence in advice_on(battle):
        messages.info(request, sentence)
