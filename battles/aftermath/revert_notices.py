"""Notices about reverting an aftermath. Rule: AF-BACK-03"""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from django.urls import reverse
from django.utils import formats
from django.utils.translation import gettext as _

from accounts.models import User
from battles.aftermath.models.seeds import AftermathRevert, RevertState
from battles.core.selectors import title_of
from battles.models import Battle
from campaigns.matches.references import references
from campaigns.notices import delivery
from warbands.models import Warband


def revert_asked(request: AftermathRevert, now: datetime) -> None:
    """Notify players whose consent a revert needs. Rule: AF-BACK-03"""
    asker = request.asked_by.shown_name if request.asked_by is not None else ""
    for player in User.objects.filter(pk__in=request.needed):
        words = _("%(who)s asks to revert the aftermath of %(battle)s: %(reason)s Accept or decline by %(when)s.") % {
            "who": asker,
            "battle": title_of(request.battle),
            "reason": _sentence(request.reason),
            "when": local_time(request.expires_at, player),
        }
        _write_about(request, [player.pk], words, "asked", now)


def revert_answered(request: AftermathRevert, now: datetime) -> None:
    """Notify everyone concerned that a revert request was answered."""
    names = {"battle": title_of(request.battle)}
    if request.state == RevertState.DONE:
        words = _("The aftermath of %(battle)s was reverted: all players agreed.") % names
    else:
        player = request.declined_by.shown_name if request.declined_by is not None else ""
        words = _("%(who)s declined to revert the aftermath of %(battle)s, so it remains.") % {**names, "who": player}
    _write_about(request, [request.asked_by_id, *request.needed], words, request.state, now)


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else f"{text}."


def _write_about(request: AftermathRevert, people: list[int | None], words: str, part: str, now: datetime) -> None:
    match = request.battle.match
    delivery.write_notices(
        people,
        campaign=match.campaign if match is not None else None,
        kind="answer",
        sentence=words[:400],
        url=reverse("battles:aftermath", args=[request.battle.public_id]),
        source=f"revert:{request.pk}:{part}",
        now=now,
        about=references(match=match, battle=request.battle.public_id, warbands=warbands_of(request.battle)),
    )


def local_time(moment: datetime, reader: User) -> str:
    """ "Thu 5 March, 20:00", in the reader's time zone."""
    own = moment.astimezone(ZoneInfo(reader.timezone))
    return formats.date_format(own, "D j F, H:i")


def warbands_of(row: Battle) -> list[Warband]:
    """The warbands of a battle, in the order of the sides."""
    sides = row.sides.select_related("warband").order_by("letter")
    return [side.warband for side in sides if side.warband is not None]
