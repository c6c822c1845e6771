"""Pages to play a league match on the board: the start page, and the fragment on the page of the match."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from battles.aftermath.selectors import latest_aftermath_of
from battles.core.refusals import NotYourSide
from battles.core.selectors import cards, rows
from battles.core.viewers import current_user
from battles.models import BattleStatus
from battles.setup import match_battles
from battles.setup.match_form import MatchForm
from battles.setup.match_operations import PlayMatch
from battles.setup.table_choice import table_cards
from battles.tabletop.sheets import services as sheets
from battles.tabletop.sheets.sheet import LETTERS
from battles.tabletop.tracker import services as tracker_services
from campaigns.city.match_prizes import has_no_prize
from campaigns.core.actions import REPORTABLE
from campaigns.core.permissions import match_to_read
from campaigns.models import Match
from mordheim_site.operations.pages import carries_out, perform
from mordheim_site.refusals import Refusal


@carries_out(PlayMatch)
@require_http_methods(["GET", "HEAD", "POST"])
def play_match(request: HttpRequest, pid: str) -> HttpResponse:
    """Choose the table and begin. If the match already has a battle, redirect to the board."""
    match, _seat = match_to_read(request.user, pid)
    user = current_user(request)
    known = rows().filter(match=match).exclude(status=BattleStatus.ABANDONED).first()
    if known is not None:
        return redirect("battles:board", pid=known.public_id)
    sides = list(match.sides.select_related("entry__warband").order_by("place"))
    form = MatchForm(
        request.POST if request.method == "POST" else None,
        user_id=user.pk if user else None,
        has_pack=bool(match.campaign.house_rules.get("terrain_pack")),
        has_clock=not match_battles.league_clock(match),
        has_bot=not match_battles.league_bot(match)
        and any(side.entry.player_id is None or side.has_stand_in for side in sides),
        has_map=user is not None and match_battles.map_of(match, user.pk) is not None,
        pins=match.campaign.packs,
    )
    refusal = None
    if request.method == "POST" and form.is_valid():
        try:
            if user is None:
                raise NotYourSide
            chosen = {name: value for name, value in form.cleaned_data.items() if value not in ("", None)}
            battle = perform(request, PlayMatch, match, values={**chosen, "prepares": True, "ends_own_turns": True})
        except Refusal as error:
            refusal = error
        else:
            return redirect("battles:board", pid=battle.public_id)
    context = {
        "match": match,
        "sides": sides,
        "obstacle": match_battles.obstacle(sides, timezone.now()),
        "own_warbands": [
            (side.entry.warband.public_id, side.entry.warband.name)
            for side in sides
            if user is not None and side.entry.warband.owner_id == user.pk
        ],
        "parties": [get_text_list(party, _("and")) for party in match_battles.parties_of(sides)],
        "form": form,
        "refusal": refusal,
        "may_begin": match_battles.may_begin(match, sides, user.pk if user else None),
        "tables": table_cards(form.tables),
        "has_no_stake": has_no_prize(match.campaign, match.district_code),
    }
    return render(request, "battles/setup/match.html", context, status=422 if refusal or form.errors else 200)


@never_cache
@require_safe
def section(request: HttpRequest, pid: str) -> HttpResponse:
    """The battles of a match, as a fragment of its page."""
    match, _seat = match_to_read(request.user, pid)
    user = current_user(request)
    found = cards(rows().filter(match=match).exclude(status=BattleStatus.ABANDONED), user)
    address, words = _sheet(match, user)
    track, track_words = _track(match, is_offered=bool(address) and not found)
    context = {
        "cards": found,
        "aftermath_url": _aftermath(match),
        "sheet_url": address,
        "sheet_words": words,
        "track_url": track,
        "track_words": track_words,
    }
    return render(request, "battles/setup/_match_section.html", context)


def _track(match: Match, *, is_offered: bool) -> tuple[str, str]:
    """(address, label) of the link to track a match turn by turn, or to its tracked battle; empty if there is none."""
    known = tracker_services.open_track(match)
    if known is not None:
        return reverse("battles:track", args=[known.public_id]), _("In progress with miniatures: open the tracker")
    if is_offered:
        return reverse("battles:track_match", args=[match.public_id]), _("Track it turn by turn at the table")
    return "", ""


def _aftermath(match: Match) -> str:
    """The address of the aftermath of a match; "" if it has none yet."""
    found = latest_aftermath_of(match)
    return reverse("battles:aftermath", args=[found.side.battle.public_id]) if found is not None else ""


def _sheet(match: Match, user: User | None) -> tuple[str, str]:
    """(address, label) of the link to the sheet of a tabletop match; empty if there is none."""
    battle = sheets.sheet_of_match(match)
    if battle is not None:
        return reverse("battles:sheet", args=[battle.public_id]), _("Battle sheet")
    sides = list(match.sides.select_related("entry").order_by("place"))
    may_write = match_battles.may_begin(match, sides, user.pk if user is not None else None)
    if 2 <= len(sides) <= len(LETTERS) and may_write and match.status in REPORTABLE:
        return reverse("battles:match_sheet", args=[match.public_id]), _(
            "Played with miniatures: enter the battle sheet"
        )
    return "", ""
