"""The public profile page of a user."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from campaigns.core.presets import preset_of
from campaigns.members.profiles import person_of
from catalogue.rules.rulesets import ruleset_words


@require_safe
def person(request: HttpRequest, pid: str) -> HttpResponse:
    """Public warbands, leagues and templates of one user."""
    found = person_of(pid, request.user.pk)
    if found is None:
        raise Http404
    leagues = [(campaign, preset_of(campaign.preset), ruleset_words(campaign.ruleset)) for campaign in found.leagues]
    return render(request, "campaigns/members/person.html", {"person": found, "leagues": leagues})
