"""What a sheet of a league match needs of its warbands: none is archived, and their earlier aftermaths are finished.
Rule: AF-CONFIRM-02"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from battles.aftermath.decisions import earlier
from battles.models import Battle
from campaigns.rounds.scheduling import refuse_archived
from warbands.models import Warband


def must_be_ready(warbands: Sequence[Warband], now: datetime) -> None:
    """Raise WarbandArchived or EarlierDiceAwaited if these warbands cannot play a league match now."""
    refuse_archived(warbands)
    if (refusal := earlier.awaited_dice([warband.pk for warband in warbands], now)) is not None:
        raise refusal


def finish_earlier(battle: Battle, now: datetime) -> None:
    """Finish the earlier aftermaths of the warbands of a sheet that counts from now on. Raises EarlierDiceAwaited."""
    earlier.finish_before_match([side.warband_id for side in battle.sides.all() if side.warband_id], now)
