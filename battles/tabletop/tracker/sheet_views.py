"""Pages that the tracker shows in a dialog; each also works as a page of its own. A script of the tracker shows one
part of such a page, marked with `data-sheet-part`, in the dialog."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from battles.core.viewers import current_user
from battles.tabletop.permissions import track_to_read
from battles.tabletop.tracker import services
from battles.tabletop.tracker.cards import cards_of
from battles.tabletop.tracker.dice import casters_of, tables_of
from battles.tabletop.tracker.guide import guide_of, scenario_of
from catalogue.rules.rulesets import ruleset_words


@never_cache
@require_safe
def cards(request: HttpRequest, pid: str) -> HttpResponse:
    """The cards of all warriors at the table, and explanations of the rules on them."""
    user = current_user(request)
    row = track_to_read(user, pid)
    sides, terms = cards_of(row, user)
    return render(request, "battles/tabletop/track_cards.html", {"track": row, "sides": sides, "terms": terms})


@never_cache
@require_safe
def guide(request: HttpRequest, pid: str) -> HttpResponse:
    """The guide for each phase, by the ruleset of the battle, and its scenario."""
    row = track_to_read(current_user(request), pid)
    context = {
        "track": row,
        "phases": guide_of(row),
        "scenario": scenario_of(row),
        "ruleset": ruleset_words(row.ruleset).name,
    }
    return render(request, "battles/tabletop/track_guide.html", context)


@never_cache
@require_safe
def dice(request: HttpRequest, pid: str) -> HttpResponse:
    """Dice that the page rolls by itself, for any purpose and for the tables of the battle's ruleset."""
    user = current_user(request)
    row = track_to_read(user, pid)
    context = {
        "track": row,
        "tables": tables_of(services.rules_of(row)),
        "casters": casters_of(row, user),
        "dice": ("D6", "2D6", "D3", "D66"),
        "counts": (2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20),
        "ruleset": ruleset_words(row.ruleset).name,
    }
    return render(request, "battles/tabletop/track_dice.html", context)
