"""Template context for shared partials, made from results of selectors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from django.core.paginator import Page, Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import NoReverseMatch, reverse
from django.utils import formats, timezone
from django.utils.translation import gettext as _

from campaigns.core.actions import Viewer
from campaigns.core.permissions import CampaignAccess
from campaigns.core.presets import preset_of
from campaigns.matches.selectors import MatchView, SideView
from campaigns.models import Campaign
from campaigns.standings.selectors import EntryView, StandingRow
from catalogue.rules.rulesets import ruleset_words
from mordheim_site.refusals import Refusal
from warbands.models import Visibility

STATES = {
    "planned": "scheduled",
    "playing": "live",
    "reported": "reported",
    "agreed": "agreed",
    "disputed": "disputed",
}


def league_page(request: HttpRequest, template: str, access: CampaignAccess, here: str, **context: Any) -> HttpResponse:
    """Render a page of the league's site with frame, tabs and `context`. The HTTP status is `status`, or that of
    `refusal`."""
    refusal = context.get("refusal")
    status = context.pop("status", refusal.status if isinstance(refusal, Refusal) else 200)
    campaign = access.campaign
    return render(
        request,
        template,
        {
            "campaign": campaign,
            "access": access,
            "tabs": _tabs(access, here),
            "preset": preset_of(campaign.preset),
            "ruleset": ruleset_words(campaign.ruleset),
            "canonical": request.build_absolute_uri(_canonical(campaign, here)),
            "preview": request.build_absolute_uri(reverse("campaigns:preview", args=[campaign.slug])),
            "crumbs": [{"label": _("Leagues"), "url": reverse("campaigns:list")}],
            **context,
        },
        status=status,
    )


def _canonical(campaign: Campaign, here: str) -> str:
    page = here if here not in ("dashboard", "invite") else "home"
    return reverse(f"campaigns:{page}", args=[campaign.slug])


def _tabs(access: CampaignAccess, here: str) -> list[dict[str, Any]]:
    pages = [
        ("home", _("League")),
        ("standings", _("Standings")),
        ("matches", _("Matches")),
        ("chronicle", _("Chronicle")),
        ("posts", _("News")),
        ("statistics", _("Statistics")),
        ("people", _("Members")),
        ("deals", _("Deals")),
        ("rules", _("Rules")),
    ]
    if access.campaign.map_code or access.campaign.resources or access.runs_it:
        pages.insert(5, ("city", _("City")))
    if access.runs_it:
        pages.append(("dashboard", _("Dashboard")))
    slug = access.campaign.slug
    return [
        {"label": label, "url": reverse(f"campaigns:{name}", args=[slug]), "is_here": name == here}
        for name, label in pages
    ]


PAGE_ROWS = 40
Row = TypeVar("Row")


def named(rows: list[Row], request: HttpRequest, words: Callable[[Row], str]) -> tuple[list[Row], str]:
    """(rows whose text contains every word of `?q=`, the query)."""
    query = request.GET.get("q", "").strip()[:60]
    search_words = query.casefold().split()
    return [row for row in rows if all(word in words(row).casefold() for word in search_words)], query


def paged(rows: list[Row], request: HttpRequest) -> tuple[list[Row], Page[Row]]:
    """(rows of the page `?page=`, forty at a time; position of the page)."""
    page = Paginator(rows, PAGE_ROWS).get_page(request.GET.get("page", "1")[:6])
    return list(page.object_list), page


COLUMN_CODES = ("points", "played", "won", "drawn", "lost", "kills", "losses", "rating")
SHORT_CODES = ("points", "played", "won", "rating")


def column_value(row: StandingRow, code: str) -> int:
    """The value of a line of the standings in the column with this code."""
    return int(getattr(row.line, code))


def standings_rows(
    rows: list[StandingRow], access: CampaignAccess, codes: tuple[str, ...] = COLUMN_CODES
) -> list[dict[str, Any]]:
    """Rows for the standings partial with the columns `codes`."""
    slug = access.campaign.slug
    return [
        {
            "place": row.line.place,
            "name": row.entry.name,
            "url": reverse("campaigns:entry", args=[slug, row.entry.public_id]),
            "crest": row.entry.crest,
            "cells": [column_value(row, code) for code in codes],
            "is_mine": access.user_id is not None and row.entry.player_id == access.user_id,
            "note": _note(row.entry),
            "is_painted": row.line.extras.is_painted,
        }
        for row in rows
    ]


def columns(codes: tuple[str, ...] = COLUMN_CODES, sort: str = "points", url: str = "") -> list[dict[str, Any]]:
    """Column headings of the standings; with `url`, each is a link that sorts by the column."""
    words = {
        "points": _("Points"),
        "played": _("Played"),
        "won": _("Won"),
        "drawn": _("Drawn"),
        "lost": _("Lost"),
        "kills": _("Taken out"),
        "losses": _("Own out"),
        "rating": _("Rating"),
    }
    return [
        {
            "label": words[code],
            "url": f"{url}?sort={code}" if url else "",
            "sorted": "descending" if url and code == sort else "",
        }
        for code in codes
    ]


def _note(entry: EntryView) -> str:
    player = entry.player_name or _("non-player warband")
    return _("%(who)s, withdrawn") % {"who": player} if entry.is_withdrawn else player


def roster_url(entry: EntryView, access: CampaignAccess) -> str:
    """The URL of a roster if the reader may view it, else "": public rosters are for all, those shared by link for
    members of the campaign."""
    url = reverse("warbands:roster", args=[entry.warband_public_id])
    if entry.visibility == Visibility.PUBLIC or (access.user_id is not None and entry.player_id == access.user_id):
        return url
    if entry.visibility == Visibility.LINK and access.is_member:
        return f"{url}?key={entry.share_key}"
    return ""


def entry_preview(request: HttpRequest, entry: EntryView) -> dict[str, str]:
    """The link preview of the warband, used instead of the league's if its roster is public."""
    if entry.visibility != Visibility.PUBLIC:
        return {}
    return {"preview": request.build_absolute_uri(reverse("warbands:preview", args=[entry.warband_public_id]))}


def match_time(match: MatchView) -> str:
    """The date of a match, in the reader's time zone."""
    if match.played_at is not None:
        return formats.date_format(timezone.localtime(match.played_at), "D j F Y")
    if match.planned_for is not None:
        return _("%(when)s your time") % {
            "when": formats.date_format(timezone.localtime(match.planned_for), "D j F, H:i")
        }
    if match.ends_on is not None and match.status != "agreed":
        return _("by %(day)s") % {"day": formats.date_format(match.ends_on, "D j F")}
    return ""


def result_words(side: SideView, match: MatchView) -> str:
    """The result of a side as text, "won, 2 out of action", with its own casualties; empty before there is a result."""
    word = {"win": _("won"), "draw": _("drew"), "loss": _("lost")}.get(side.result, "")
    if not word:
        return ""
    if match.status == "disputed":
        word = _("%(word)s, reported by them") % {"word": word}
    if side.finish:
        word = _("%(word)s, place %(n)d") % {"word": word, "n": side.finish}
    if side.team:
        word = _("%(word)s, with party %(party)s") % {"word": word, "party": side.team.upper()}
    if side.losses:
        return _("%(word)s, %(n)d out of action") % {"word": word, "n": side.losses}
    return word


def card(match: MatchView, asker: Viewer) -> dict[str, Any]:
    """Parameters of the match partial, with the actions of this reader."""
    state = "bye" if match.is_bye else STATES.get(match.status, "info")
    if state == "agreed":
        state = {"board": "played_here", "tracked": "played_tabletop"}.get(match.how, state)
    acts = match.acts_for(asker)
    url = reverse("campaigns:match", args=[match.slug, match.public_id])
    buttons = _buttons(match, acts, url)
    return {
        "id": match.public_id,
        "state": state,
        "title": match.title,
        "names": match.names,
        "url": url,
        "act_url": reverse("campaigns:match_act", args=[match.slug, match.public_id]),
        "sides": [
            {
                "name": side.name,
                "url": reverse("campaigns:entry", args=[match.slug, side.public_id]),
                "crest": side.crest,
                "result": result_words(side, match),
            }
            for side in match.sides
        ],
        "when": match_time(match),
        "scenario": match.scenario,
        "actions": buttons or [{"label": _("Review"), "icon": "eye", "url": url, "kind": "quiet"}],
        "own_actions": [button for button in buttons if not button.get("url", "").startswith(url)],
        "posts": any(code in acts for code in ("agree", "dispute")),
        "acts": acts,
    }


def play_url(match: MatchView) -> str:
    """The URL to play a match on the board; empty on a site without a board."""
    try:
        return reverse("battles:play_match", args=[match.public_id])
    except NoReverseMatch:
        return ""


def urgency(card: dict[str, Any]) -> int:
    """Sort key of a match for the reader: first those that need an answer, then in progress, then playable, then the
    others."""
    acts = card["acts"]
    if "agree" in acts or (card["state"] == "disputed" and "rule" in acts):
        return 0
    if card["state"] == "live":
        return 1
    return 2 if "report" in acts and card["state"] == "scheduled" else 3


def _buttons(match: MatchView, acts: tuple[str, ...], url: str) -> list[dict[str, Any]]:
    board = play_url(match)
    buttons: list[dict[str, Any]] = []
    if "agree" in acts:
        buttons.append({"label": _("Confirm"), "icon": "tick", "name": "act", "value": "agree"})
        buttons.append({"label": _("Reject"), "icon": "cross", "name": "act", "value": "dispute"})
    elif "play" in acts and board:
        word = _("Go to the board") if match.status == "playing" else _("Play on the board")
        buttons.append({"label": word, "icon": "sword", "url": board})
    if "report" in acts and "agree" not in acts and match.status != "reported":
        buttons.append({"label": _("Report"), "icon": "quill", "url": f"{url}#report"})
    if "decline" in acts:
        buttons.append({"label": _("Decline"), "icon": "cross", "url": f"{url}#decline", "kind": "quiet"})
    if "rule" in acts and match.status == "disputed":
        buttons.append({"label": _("Decide"), "icon": "scales", "url": f"{url}#rule"})
    if buttons:
        buttons[0]["kind"] = "main"
    return buttons
