"""A bot that plays for a player who cannot come: allowed by an arbitrator for one match on the board. The player
keeps the warband, and decides its aftermath. Rule: LG-RESULT-01"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from campaigns.core.actions import Viewer
from campaigns.core.arbitrators import is_run_by
from campaigns.core.events import record
from campaigns.core.refusals import NotTheArbitrator
from campaigns.matches.refusals import not_open
from campaigns.models import Match, MatchSide, MatchStatus
from mordheim_site.refusals import Refusal


class NoPlayerToReplace(Refusal):
    """The warband has no player, so a bot plays it anyway."""

    code = "no_player_to_replace"
    about = ("entry",)
    message = _("This warband has no player. A bot plays it anyway.")


class NobodyLeft(Refusal):
    """Then no side would have a player."""

    code = "nobody_left"
    about = ("entry",)
    message = _("A bot cannot play for this player too: at least one side needs a player.")


@transaction.atomic
def set_stand_in(*, match_id: int, actor_id: int, side: MatchSide, has_stand_in: bool, now: datetime) -> Match:
    """Let a bot play one side of a planned match, or end that. Only arbitrators can allow it; the player of the side
    can end it. A repeated request changes nothing. Raises NotTheArbitrator, MatchNotOpen, NoPlayerToReplace,
    NobodyLeft."""
    match = Match.objects.select_for_update().get(pk=match_id)
    asker = Viewer(actor_id, is_run_by(match.campaign_id, actor_id))
    sides = list(match.sides.select_related("entry__warband").order_by("place"))
    chosen = next(row for row in sides if row.pk == side.pk)
    is_own = asker.user_id is not None and chosen.entry.player_id == asker.user_id
    if not asker.runs_it and (has_stand_in or not is_own):
        raise NotTheArbitrator
    if match.status != MatchStatus.PLANNED or match.is_bye:
        raise not_open(match)
    if chosen.has_stand_in == has_stand_in:
        return match
    if has_stand_in and chosen.entry.player_id is None:
        raise NoPlayerToReplace
    others = [row for row in sides if row.pk != chosen.pk]
    if has_stand_in and not any(row.entry.player_id is not None and not row.has_stand_in for row in others):
        raise NobodyLeft
    chosen.has_stand_in = has_stand_in
    chosen.save(update_fields=["has_stand_in"])
    names = [row.entry.warband.name for row in sides]
    event = "stand_in_allowed" if has_stand_in else "stand_in_ended"
    record(
        match.campaign,
        event,
        at=now,
        actor_id=actor_id,
        match=match.public_id,
        warbands=names,
        warband=chosen.entry.warband.name,
    )
    return match
