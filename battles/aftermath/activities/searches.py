"""Starts a search after the aftermath's rolls: which heroes may search, once each, and what must be finished first.
Rule: AF-RARE-01"""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from battles.aftermath.context import AftermathContext, write_line
from battles.aftermath.dice import requests as dice_requests
from battles.aftermath.finds.searchers import searchers
from battles.aftermath.stored.activity_lines import DeedLine, PersonaLine, SeekLine
from battles.models import Aftermath, AftermathLine
from mordheim_site.refusals import Refusal

STAGE = "market"
SEARCHES = (SeekLine.kind, PersonaLine.kind)
ACTIVITY = DeedLine.kind
"""Kind of line for an activity in addition to a search or instead of one."""


class CannotSearch(Refusal):
    """This hero went out of action, was absent, or has already searched."""

    code = "cannot_search"
    about = ("hero",)
    message = _(
        "This hero cannot search now. Each hero who was still standing at the end of the battle can search once."
    )
    rule_id = "AF-RARE-01"
    status = 409


class NothingToSearchFor(Refusal):
    """The item is not rare, or the person cannot be hired."""

    code = "nothing_to_seek"
    about = ("item", "persona", "thing")
    message = _("You cannot search for that. Choose a rare item or a person from the lists.")
    rule_id = "AF-RARE-01"


class TooSoon(Refusal):
    """The aftermath has not reached this stage."""

    code = "too_soon"
    message = _("Earlier stages of the aftermath are not finished: make their choices, or wait until they are rolled.")
    rule_id = "AF-ORDER-01"
    status = 409


def ready(row: Aftermath) -> None:
    """Raise DiceStillRequested while the player has to enter dice, and TooSoon before the rolls are finished."""
    if row.asked is not None:
        raise dice_requests.DiceStillRequested
    if row.stage != "over":
        raise TooSoon


def start_search(row: Aftermath, context: AftermathContext, hero: str, search: SeekLine | PersonaLine) -> AftermathLine:
    """Write the line of a search; a later step rolls for it. Raises CannotSearch."""
    if hero not in {warrior.key for warrior in searchers(context) if not searched(row, warrior.key)}:
        raise CannotSearch
    member = context.state().members[hero]
    return write_line(row, STAGE, search, subject=hero, name=member.name)


def searched(row: Aftermath, hero: str) -> bool:
    """Whether the hero has already searched."""
    mine = AftermathLine.objects.filter(aftermath=row, stage=STAGE, subject=hero)
    return (
        mine.filter(kind__in=SEARCHES).exists() or mine.filter(kind=ACTIVITY, answer="do", data__instead=True).exists()
    )
