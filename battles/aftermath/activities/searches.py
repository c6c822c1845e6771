"""Setting out on a search after the walk: who may go, once each, and what must be done before. Rule: AF-RARE-01"""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

from battles.aftermath import dice_requests
from battles.aftermath.account import Account, write_line
from battles.aftermath.finds.searchers import searchers
from battles.models import Aftermath, AftermathLine
from mordheim_site.refusals import Refusal

STAGE = "market"
SEARCHES = ("seek", "persona")
DEED = "deed"
"""The line of something done beside a search, or in place of it."""


class CannotSearch(Refusal):
    """This hero went out of action, was not there, or has been on his search."""

    code = "cannot_search"
    message = _("He goes on no search now: each hero who stood to the end of the battle goes once.")
    rule_id = "AF-RARE-01"
    status = 409


class NothingToSeek(Refusal):
    """Such a thing is not rare, or nobody of that name may be hired."""

    code = "nothing_to_seek"
    message = _("That cannot be searched for. Choose a rare thing or a person of the lists.")
    rule_id = "AF-RARE-01"


class TooSoon(Refusal):
    """The walk has not come so far."""

    code = "too_soon"
    message = _("The earlier stages of the aftermath come first. Try again when they are rolled.")
    rule_id = "AF-ORDER-01"
    status = 409


def ready(row: Aftermath) -> None:
    """Raise TooSoon while the walk is not over, DiceFirst while dice are waited for."""
    if row.stage != "over":
        raise TooSoon
    if row.asked is not None:
        raise dice_requests.DiceFirst


def set_out(row: Aftermath, account: Account, hero: str, kind: str, **data: Any) -> AftermathLine:
    """Write the line of a search; what comes of it is another step. Raises CannotSearch."""
    if hero not in {one.key for one in searchers(account) if not searched(row, one.key)}:
        raise CannotSearch
    member = account.company().members[hero]
    return write_line(row, STAGE, kind, subject=hero, name=member.name, data={**data, "at": "out"})


def searched(row: Aftermath, hero: str) -> bool:
    """Has he been on his one search?"""
    mine = AftermathLine.objects.filter(aftermath=row, stage=STAGE, subject=hero)
    return mine.filter(kind__in=SEARCHES).exists() or mine.filter(kind=DEED, answer="do", data__instead=True).exists()
