"""Help that the page shows now: a lesson of the first battle, or a hint. Users can turn both off."""

from __future__ import annotations

from collections.abc import Sequence

from accounts.models import User
from accounts.settings.board_settings import board_settings
from battles.board.coach import Lesson, lesson_of
from battles.board.hints import Hint, hint_of
from battles.board.model_views import Figure
from battles.board.options.choices import Choices
from battles.engine.battle import Battle as EngineBattle
from battles.models import Battle


def guidance_of(
    engine: EngineBattle,
    battle: Battle,
    user: User | None,
    side: str,
    figures: Sequence[Figure],
    selected: str,
    choices: Choices | None,
) -> Lesson | Hint | None:
    """The lesson or hint for a player of this battle. `side` is the user's side that is to act, or ""."""
    if user is None or all(seat.player_id != user.pk for seat in battle.sides.all()):
        return None
    settings = board_settings(user.board_settings)
    if not settings.hints:
        return None
    if battle.origin.get("coach"):
        return lesson_of(engine, battle, side, selected, choices)
    return hint_of(engine, side, figures, choices, settings.seen_hints)
