"""Saves a suggested warband of a battle as a draft of its player."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from battles.core.suggested_warbands import list_of, sides_to_save
from battles.models import Battle
from mordheim_site.refusals import Refusal
from warbands.builder import founding
from warbands.core.drafts import Started
from warbands.core.ledger import ActionContext


class NothingToSave(Refusal):
    code = "nothing_to_save"
    message = _("Only a suggested warband that you played can be saved.")
    status = 403


@transaction.atomic
def save_warband(battle: Battle, user: User, letter: str, now: datetime) -> Started:
    """Start a draft with the warriors, equipment and names of the side `letter` ("" for the only one). Doing it again
    returns the same draft. Raises NothingToSave, TooManyForGuest."""
    side = next((each for each in sides_to_save(user, battle) if letter in ("", each.letter)), None)
    if side is None:
        raise NothingToSave
    started = founding.start_draft(
        owner_id=user.pk,
        warband_type=list_of(side),
        at=now,
        name=side.name,
        source_key=f"battle:{battle.public_id}:{side.letter}",
        is_guest=user.is_guest,
    )
    if not started.was_there:
        names = {
            fighter["roster_id"]: fighter["name"] if fighter["role"] == "hero" else "" for fighter in side.fighters
        }
        context = ActionContext(actor_id=user.pk, at=now)
        founding.suggest(warband_id=started.warband_id, by=context, names=list(names.values()))
    return started
