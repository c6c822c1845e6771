"""What an edition advises against in the forces of a battle: said once, to whoever deals it. Nothing of it stops a
battle."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest
from django.utils.translation import gettext as _

from battles.core.engine_text import in_words
from battles.engine.scenarios.checks import remarks_on
from battles.engine.setup import game_from_data
from battles.models import Battle

MOST_TOLD = 6


def advice_on(battle: Battle) -> list[str]:
    """A sentence with its rule id for each remark about a battle that has begun; none before."""
    if not battle.setup:
        return []
    game = game_from_data(battle.setup)
    told = [
        _("A word to %(side)s: %(sentence)s (%(rule)s)")
        % {"side": game.name(side), "sentence": in_words(remark.sentence), "rule": remark.rule}
        for side, remark in remarks_on(game)
    ]
    return told[:MOST_TOLD]


def say_advice(request: HttpRequest, battle: Battle) -> None:
    """Say it on the next page."""
    for sentence in advice_on(battle):
        messages.info(request, sentence)
