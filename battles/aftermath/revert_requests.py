"""Revert requests on the aftermath page: the open one, earlier ones, and the actions of the reader. Read-only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from accounts.models import User
from battles.aftermath.decisions.undo import may_roll_again
from battles.aftermath.models.seeds import AftermathRevert, RevertState
from battles.aftermath.reverts import consent_needed, open_request
from battles.models import Aftermath, Battle


@dataclass(frozen=True, slots=True, kw_only=True)
class RevertPanel:
    """The panel about reverting. `waits_for` are the names of players whose consent is missing, `needs` those of
    players whom a new request would ask."""

    is_open: bool
    asked_by: str
    reason: str
    expires_at: datetime | None
    waits_for: list[str]
    is_asked_of_reader: bool
    is_readers: bool
    needs: list[str]
    last: AftermathRevert | None
    """The latest request that is closed."""
    may_begin_again: bool
    amended_by: str
    """The player who amended the sheet after the revert, while others still have to agree to it; otherwise ""."""


def panel_of(battle: Battle, rows: Sequence[Aftermath], user: User | None) -> RevertPanel:
    """The panel for one reader."""
    request = open_request(battle)
    missing = [player for player in request.needed if player not in request.agreed] if request is not None else []
    needed = consent_needed(battle, list(rows), user.pk) if user is not None else []
    closed = AftermathRevert.objects.filter(battle=battle).exclude(state=RevertState.OPEN)
    author = User.objects.filter(pk=battle.setup.get("amended_by")).first() if battle.match_id is None else None
    return RevertPanel(
        is_open=request is not None,
        asked_by=request.asked_by.shown_name if request is not None and request.asked_by is not None else "",
        reason=request.reason if request is not None else "",
        expires_at=request.expires_at if request is not None else None,
        waits_for=_names(missing),
        is_asked_of_reader=user is not None and user.pk in missing,
        is_readers=request is not None and user is not None and request.asked_by_id == user.pk,
        needs=_names(needed),
        last=closed.select_related("asked_by", "declined_by").last(),
        may_begin_again=may_roll_again(battle, list(rows)),
        amended_by=author.shown_name if author is not None else "",
    )


def _names(people: list[int]) -> list[str]:
    return [user.shown_name for user in User.objects.filter(pk__in=people).order_by("pk")]
