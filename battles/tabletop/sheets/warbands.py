"""The warbands of a battle with miniatures outside of leagues."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from battles.core.league_rosters import PlaysInLeague, leagues_of
from battles.tabletop.permissions import warband_address
from battles.tabletop.sheets.sheet import LETTERS
from mordheim_site.refusals import Refusal
from warbands.core.permissions import may_read as may_read_warband
from warbands.models import Warband, WarbandStatus


class NoSuchWarband(Refusal):
    """The warband is not founded, is named twice, or there are too many for one battle."""

    code = "no_such_warband"
    message = _("Choose a founded warband of yours and one to five others that are visible to you.")
    rule_id = "AF-PAPER-01"


def _field_of(place: int) -> str:
    """The input field of a warband, by its position among all."""
    return ("mine", "theirs", "more")[min(place, 2)]


def readable_warbands(actor: User, mine: str, theirs: str, more: Sequence[str]) -> list[Warband]:
    """The warbands of a battle outside of leagues, each by its `warband_address` as text; the user must be allowed to
    view all of them. Raises NoSuchWarband."""
    addresses = [warband_address(text) for text in (mine, theirs, *more)]
    public_ids = [address.public_id for address in addresses]
    rows = {row.public_id: row for row in Warband.objects.filter(public_id__in=public_ids)}
    for place, (public_id, share_key) in enumerate(addresses):
        row = rows.get(public_id)
        if row is None or public_id in public_ids[:place] or not may_read_warband(actor, row, share_key=share_key):
            raise NoSuchWarband(fields={_field_of(place): [NoSuchWarband.message]})
    return [rows[public_id] for public_id in public_ids]


def sides_of_warbands(mine: str, others: Sequence[str], actor_id: int) -> list[Warband]:
    """The warbands of a battle outside of leagues by public id, the user's own first. Raises NoSuchWarband, and
    PlaysInLeague for a warband of a league that allows no other battles."""
    public_ids = [mine, *others]
    rows = {row.public_id: row for row in Warband.objects.filter(public_id__in=public_ids)}
    if not 2 <= len(public_ids) <= len(LETTERS):
        raise NoSuchWarband
    for place, public_id in enumerate(public_ids):
        row = rows.get(public_id)
        is_usable = row is not None and row.status == WarbandStatus.FOUNDED and public_id not in public_ids[:place]
        if row is None or not is_usable or (place == 0 and row.owner_id != actor_id):
            raise NoSuchWarband(fields={_field_of(place): [NoSuchWarband.message]})
    bound = leagues_of(row.pk for row in rows.values())
    for place, public_id in enumerate(public_ids):
        if league := bound.get(rows[public_id].pk):
            raise PlaysInLeague([league], _field_of(place))
    return [rows[public_id] for public_id in public_ids]
