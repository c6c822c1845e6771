"""Odds between two warriors of a tracked battle, as a sheet over the tracker: all the ways in which they may meet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.limits import limited
from accounts.models import User
from battles.core.viewers import current_user
from battles.engine.odds.shot_odds import COVERS
from battles.odds.fighters import OddsFighter, Unknown, odds_fighter
from battles.odds.matchups import OTHER_SIDE, Strikes, Terms, strikes_of
from battles.odds.text import percent_of
from battles.odds.work import RequestBudget, limited_budget
from battles.tabletop.models import Track
from battles.tabletop.permissions import track_to_read
from battles.tabletop.tracker import services
from catalogue.packs.installed import book
from mordheim_site.refusals import Sentence
from warbands.rules.armour_saves import armour_save

MEETINGS: Final = ("charge", "fight", "charged")
"""Situations in combat: the first charges, a later round, the second charges."""


@dataclass(frozen=True, slots=True)
class Line:
    """What one of the two does to the other: `problem` is a sentence instead of numbers."""

    name: str
    arms: str
    attacks: int = 0
    hit: str = ""
    wounded: str = ""
    out: str = ""
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Meeting:
    """A way in which they meet; lines without weapons for it are left out."""

    title: str
    lines: list[Line]


@dataclass(frozen=True, slots=True)
class Side:
    """One side of the battle: its warriors as (value in the query string, name), and the letters of its enemies."""

    letter: str
    name: str
    choices: list[tuple[str, str]]
    enemies: list[str]
    is_own: bool

    def has(self, value: str) -> bool:
        """Whether this value in a query string is a warrior of the side."""
        return any(value == known for known, _name in self.choices)


@never_cache
@require_safe
@limited("computations")
def track_odds(request: HttpRequest, pid: str) -> HttpResponse:
    """The two warriors as a form, and what they do to each other in combat and at range."""
    user = current_user(request)
    track = track_to_read(user, pid)
    sides = choices_of(track, user)
    first, second = request.GET.get("a", "")[:80], request.GET.get("b", "")[:80]
    is_far, cover = request.GET.get("range") == "far", request.GET.get("cover", "")
    attackers = next((side for side in sides if side.has(first)), sides[0])
    enemies = [side for side in sides if side.letter in attackers.enemies]
    context: dict[str, object] = {
        "track": track, "sides": sides, "enemies": enemies, "first": first, "second": second, "is_far": is_far,
        "cover": cover,
    }  # fmt: skip
    if attackers.has(first) and any(side.has(second) for side in enemies):
        try:
            pair = [odds_fighter(value, [], user, _shared(track, user)) for value in (first, second)]
        except Unknown as error:
            context["problem"] = str(error.args[0])
        else:
            facts, terms = book(), Terms(track.ruleset, "fight", is_far, cover if cover in COVERS else "")
            with limited_budget(request) as work:
                context["meetings"] = list(_meetings(pair[0], pair[1], terms, work))
            context["saves"] = [(fighter.name, armour_save(fighter.state, fighter.member, facts)) for fighter in pair]
            query = {"a": first, "b": second, "rules": track.ruleset, "track": track.public_id}
            context["more"] = urlencode(query)
    elif second:
        context["problem"] = _("These two are not enemies in this battle. Choose an enemy.")
    return render(request, "battles/odds/track_odds.html", context)


def choices_of(track: Track, user: User | None) -> list[Side]:
    """The roster lines of each side that still have a miniature at the table; the reader's own side comes first."""
    now, warbands = services.tally(track), services.warbands_of(track)
    found = []
    for letter, name in now.names.items():
        lines: dict[str, str] = {}
        for piece in now.of(letter):
            if not piece.is_out:
                lines.setdefault(f"{warbands[letter].public_id}.{piece.key}", piece.name)
        is_own = user is not None and warbands[letter].owner_id == user.pk
        found.append(Side(letter, name, list(lines.items()), now.enemies(letter), is_own))
    return sorted(found, key=lambda side: not side.is_own)


def _shared(track: Track, user: User | None) -> frozenset[str]:
    """The warbands whose warriors its players see although they are private."""
    if user is None or not services.may_track(track, user.pk):
        return frozenset()
    return frozenset(warband.public_id for warband in services.warbands_of(track).values())


def _meetings(first: OddsFighter, second: OddsFighter, terms: Terms, work: RequestBudget) -> Iterator[Meeting]:
    titles: dict[str, Sentence] = {
        "charge": _("%(name)s charges") % {"name": first.name},
        "fight": _("No charge: a later round"),
        "charged": _("%(name)s charges") % {"name": second.name},
    }
    for situation in MEETINGS:
        lines = [
            _line(first, second, replace(terms, situation=situation), work),
            _line(second, first, replace(terms, situation=OTHER_SIDE[situation]), work),
        ]
        yield Meeting(str(titles[situation]), [line for line in lines if line is not None])
    shots = [_line(*pair, replace(terms, situation="shot"), work) for pair in ((first, second), (second, first))]
    if lines := [line for line in shots if line is not None]:
        yield Meeting(_("Shooting"), lines)


def _line(first: OddsFighter, second: OddsFighter, terms: Terms, work: RequestBudget) -> Line | None:
    """The attacks of the first on the second; None if it has nothing to attack with."""
    facts = book()
    found: Strikes = strikes_of(first.data(facts), second.data(facts), terms, work)
    if found.is_over_limit:
        return Line(first.name, "", problem=_("too many possible outcomes to calculate here"))
    odds = found.odds
    if odds is None:
        return None
    return Line(
        first.name,
        ", ".join(odds["arms"]),
        odds["attacks"],
        percent_of(odds["hit"]),
        percent_of(odds["wounded"]),
        percent_of(odds["postures"]["out_of_action"]),
    )
