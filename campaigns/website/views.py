"""The league's own site: public pages, without account or JavaScript."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from campaigns.administration import takeover
from campaigns.chronicle.selectors import PAGE, chronicle_of
from campaigns.core.permissions import CampaignAccess, access_to_read
from campaigns.core.selectors import members_of
from campaigns.house_rules.text import differences, formula_words, parts_in_words
from campaigns.matches import view_data
from campaigns.matches.selectors import MatchView, matches_of_entry, next_matches
from campaigns.members.operations import Leave, Withdraw
from campaigns.packs.selectors import packs_text
from campaigns.standings.selectors import entries_of, formula_of, standings_of
from mordheim_site.look.prose import prose
from mordheim_site.operations.pages import carries_out, perform, user_of

HOME_EVENTS = 8
HOME_ROWS = 12
ENTRY_EVENTS = 15


@require_safe
def home(request: HttpRequest, slug: str) -> HttpResponse:
    """The home page of the league: next matches, standings, chronicle, notice."""
    access = access_to_read(request.user, slug)
    campaign = access.campaign
    rows = standings_of(campaign)
    mine = [row.entry for row in rows if access.user_id is not None and row.entry.player_id == access.user_id]
    upcoming = next_matches(campaign, 24)
    cards = [view_data.card(match, access.asker) for match in upcoming]
    cards.sort(key=view_data.urgency)
    own = [card for card in cards if view_data.urgency(card) == 2]
    cards = [card for card in cards if card not in own[2:]]
    return view_data.league_page(
        request,
        "campaigns/website/home.html",
        access,
        "home",
        rows=view_data.standings_rows(rows[:HOME_ROWS], access, view_data.SHORT_CODES),
        columns=view_data.columns(view_data.SHORT_CODES),
        warband_count=sum(not row.entry.is_withdrawn for row in rows),
        is_more=len(rows) > HOME_ROWS,
        cards=cards[:6],
        solo_match=_own_match(upcoming, access) if campaign.is_solo else None,
        is_more_matches=len(cards) > 6 or len(own) > 2,
        told=chronicle_of(campaign, limit=HOME_EVENTS),
        notice=prose(campaign.notice) if campaign.notice else "",
        about=prose(campaign.about) if campaign.about else "",
        mine=[entry for entry in mine if not entry.is_withdrawn],
    )


def _own_match(upcoming: Sequence[MatchView], access: CampaignAccess) -> dict[str, str] | None:
    """The reader's next match in a solo campaign: its title, the opponent, and where it is played."""
    for match in upcoming:
        rivals = [side.name for side in match.sides if side.player_id != access.user_id]
        if len(rivals) < len(match.sides):
            return {"title": match.title, "opponent": " ".join(rivals), "url": view_data.play_url(match)}
    return None


@require_safe
def standings(request: HttpRequest, slug: str) -> HttpResponse:
    """The full standings; `?sort=` sorts them by one column, highest first."""
    access = access_to_read(request.user, slug)
    rows = standings_of(access.campaign)
    sort = request.GET.get("sort", "points")
    if sort in view_data.COLUMN_CODES and sort != "points":
        rows = sorted(rows, key=lambda row: -view_data.column_value(row, sort))
    here = reverse("campaigns:standings", args=[slug])
    rows, query = view_data.named(rows, request, lambda row: f"{row.entry.name} {row.entry.player_name}")
    shown, pages = view_data.paged(rows, request)
    return view_data.league_page(
        request,
        "campaigns/website/standings.html",
        access,
        "standings",
        query=query,
        pages=pages,
        sort=sort,
        rows=view_data.standings_rows(shown, access),
        columns=view_data.columns(sort=sort, url=here),
        formula=formula_words(formula_of(access.campaign)),
    )


@require_safe
def chronicle(request: HttpRequest, slug: str) -> HttpResponse:
    """The chronicle, newest first, in pages."""
    access = access_to_read(request.user, slug)
    before = request.GET.get("before", "")
    chronicle = chronicle_of(
        access.campaign, limit=PAGE + 1, before=int(before) if before.isdecimal() and len(before) < 18 else 0
    )
    return view_data.league_page(
        request,
        "campaigns/website/chronicle.html",
        access,
        "chronicle",
        told=chronicle[:PAGE],
        older=chronicle[PAGE - 1].event_id if len(chronicle) > PAGE else 0,
    )


@require_safe
def people(request: HttpRequest, slug: str) -> HttpResponse:
    """The members of the league and their warbands."""
    access = access_to_read(request.user, slug)
    entries = entries_of(access.campaign)
    members = members_of(access.campaign)
    by_player: dict[int | None, list[dict[str, Any]]] = {}
    for entry in entries:
        if not entry.is_withdrawn:
            item = {"entry": entry, "roster": view_data.roster_url(entry, access)}
            by_player.setdefault(entry.player_id, []).append(item)
    found = [{"member": member, "entries": by_player.get(member.user_id, [])} for member in members]
    found, query = view_data.named(found, request, _words_of)
    shown, pages = view_data.paged(found, request)
    unplayed = [entry for entry in entries if entry.player_id is None and not entry.is_withdrawn]
    gone = [entry for entry in entries if entry.is_withdrawn]
    may_ask = access.is_member and not access.runs_it and takeover.is_inactive(access.campaign, timezone.now())
    return view_data.league_page(
        request,
        "campaigns/website/people.html",
        access,
        "people",
        people=shown,
        pages=pages,
        query=query,
        unplayed=unplayed[:100],
        gone=gone[:100],
        may_take_over=may_ask,
        has_rosters=any(not entry.is_withdrawn and view_data.roster_url(entry, access) for entry in entries),
    )


def _words_of(person: dict[str, Any]) -> str:
    """The text in which a search among members looks: the name and the names of their warbands."""
    return " ".join([person["member"].user.shown_name, *(item["entry"].name for item in person["entries"])])


@require_safe
def entry(request: HttpRequest, slug: str, pid: str) -> HttpResponse:
    """One warband in the league: its place, matches and chronicle."""
    access = access_to_read(request.user, slug)
    rows = standings_of(access.campaign)
    row = next((row for row in rows if row.entry.public_id == pid), None)
    if row is None:
        raise Http404
    is_mine = access.user_id is not None and row.entry.player_id == access.user_id
    return view_data.league_page(
        request,
        "campaigns/website/entry.html",
        access,
        "people",
        **view_data.entry_preview(request, row.entry),
        row=row,
        parts=parts_in_words(row.line, formula_of(access.campaign)),
        roster=view_data.roster_url(row.entry, access),
        cards=[view_data.card(match, access.asker) for match in matches_of_entry(access.campaign, row.entry.id)],
        told=chronicle_of(access.campaign, limit=ENTRY_EVENTS, entry=pid),
        is_mine=is_mine,
        may_paint=(is_mine or access.runs_it) and access.campaign.is_open and not row.entry.is_withdrawn,
        may_challenge=access.is_member and row.entry.player_id != access.user_id and not row.entry.is_withdrawn,
    )


@require_safe
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """The rules of the league, and how they differ from the printed ones."""
    access = access_to_read(request.user, slug)
    return view_data.league_page(
        request,
        "campaigns/website/rules.html",
        access,
        "rules",
        differences=differences(access.campaign),
        packs=packs_text(access.campaign),
        formula=formula_words(formula_of(access.campaign)),
    )


@carries_out(Withdraw)
@require_POST
@login_required
def withdraw(request: HttpRequest, slug: str, pid: str) -> HttpResponse:
    """Withdraw a warband, as its player or an arbitrator."""
    gone = perform(request, Withdraw, Withdraw.target_for(user_of(request), slug=slug, pid=pid))
    messages.success(request, _("%(name)s has left this league. Its results stay.") % {"name": gone.warband.name})
    return redirect("campaigns:people", slug)


@carries_out(Leave)
@require_POST
@login_required
def leave(request: HttpRequest, slug: str) -> HttpResponse:
    """Leave the league with all of the user's warbands."""
    access = access_to_read(request.user, slug)
    perform(request, Leave, access)
    messages.success(request, _("You have left %(name)s.") % {"name": access.campaign.name})
    return redirect("campaigns:list")
