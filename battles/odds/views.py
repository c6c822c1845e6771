"""The page with exact odds between two warriors. All its parameters are in the address."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.limits import limited
from accounts.models import User
from battles.core.viewers import current_user
from battles.engine.setup_data import FighterData
from battles.odds import fighters, matchups
from battles.odds.answer_data import AttackAnswer, FighterGroup, KitRow, ShownAttacks
from battles.odds.fighters import OddsFighter, Unknown
from battles.odds.matchups import Strikes
from battles.odds.text import bar_of, best_of, duel_rows, how_they_meet, outcome_rows, percent_of
from battles.odds.work import RequestBudget, limited_budget
from battles.setup.forms import RULESETS
from battles.tabletop.selectors import track_named
from battles.tabletop.tracker import services as tracker_services
from catalogue.packs.book import Book
from catalogue.packs.installed import book

DEFAULTS = {"a": "reiklanders_mercenary_captain", "b": "skaven_assassin_adept"}
"""The fighters shown by default."""


@dataclass(frozen=True, slots=True)
class Question:
    """The content of a query string: two warriors, the situation, and what could not be understood."""

    first: OddsFighter
    second: OddsFighter
    terms: matchups.Terms
    faults: list[str]
    missing: frozenset[str] = frozenset()
    """The sides ("a" and "b") whose warrior was not found. A placeholder is used for them and nothing is computed."""
    track: str = ""
    """Public id of the tracked battle from which the page was opened; "" otherwise."""

    def address(self, **changes: object) -> str:
        """The query string for these parameters, or with other values for some of them (`a`, `ak`, `how` ...)."""
        parts: dict[str, object] = {
            "a": self.first.value, "ak": self.first.kit, "b": self.second.value, "bk": self.second.kit,
            "rules": self.terms.ruleset, "how": self.terms.situation,
            "range": "far" if self.terms.far else "", "cover": self.terms.cover,
            "moved": "1" if self.terms.moved else "", "track": self.track,
        }  # fmt: skip
        parts |= changes
        return "?" + urlencode([(name, value) for name, value in parts.items() if value], doseq=True)


def question_of(given: QueryDict, request: HttpRequest) -> Question:
    """Parse a query string. Unknown warriors are listed in `faults`. With `track`, the players of that battle see both
    warbands."""
    user, faults, found, missing = current_user(request), [], [], set()
    track, shared = _tracked(given, user)
    for side in "ab":
        kit = [code for text in given.getlist(f"{side}k")[:20] for code in text[:400].split(",")]
        try:
            found.append(
                fighters.odds_fighter(given.get(side, DEFAULTS[side])[:80] or DEFAULTS[side], kit, user, shared)
            )
        except Unknown as error:
            faults.append(str(error.args[0]))
            missing.add(side)
            found.append(fighters.odds_fighter(DEFAULTS[side], (), user))
    return Question(found[0], found[1], matchups.Terms.read(given), faults, frozenset(missing), track)


def _tracked(given: QueryDict, user: User | None) -> tuple[str, frozenset[str]]:
    """The tracked battle from which the page was opened, and the public ids of its warbands; empty values if the user
    does not play in it."""
    pid = given.get("track", "")[:12]
    row = track_named(pid) if pid and user is not None else None
    if row is None or user is None or not tracker_services.may_track(row, user.pk):
        return "", frozenset()
    return pid, frozenset(warband.public_id for warband in tracker_services.warbands_of(row).values())


@require_safe
@limited("computations")
def odds(request: HttpRequest) -> HttpResponse:
    """The page: the parameters as a form, the odds as a picture and a table, and the effect of other weapons."""
    with limited_budget(request) as work:
        return page(request, work)


def page(request: HttpRequest, work: RequestBudget) -> HttpResponse:
    """The page of `odds`. All its computations share the states of `work`."""
    question = question_of(request.GET, request)
    facts = book()
    if question.missing:
        return render(request, "battles/odds/odds.html", _form(request, question, facts))
    first, second = question.first.data(facts), question.second.data(facts)
    answer = matchups.odds_between(first, second, question.terms, work)
    duel = None
    if question.terms.situation != "shot" and "end" in request.GET:
        duel = duel_rows(question, matchups.duel_between(first, second, question.terms, work))
    present = Strikes(answer["strikes"], "strikes" in answer["over_limit"])
    others, left_out = _other_arms(question, present, second, facts, work)
    context = {
        **_form(request, question, facts),
        "meeting": how_they_meet(question),
        "strikes": _shown(answer["strikes"]),
        "back": _shown(answer["back"]),
        "over_limit": answer["over_limit"],
        "others": others,
        "left_out": left_out,
        "link": request.build_absolute_uri(request.path) + question.address(),
        "end_link": question.address(end="1"),
        "duel": duel,
    }
    return render(request, "battles/odds/odds.html", context)


def _form(request: HttpRequest, question: Question, facts: Book) -> dict[str, object]:
    """Template context for the form of the page, with or without results below it."""
    return {
        "asked": question,
        "sides": [
            {"letter": "a", "who": question.first, "legend": _("Attacker"), "is_missing": "a" in question.missing},
            {"letter": "b", "who": question.second, "legend": _("Defender"), "is_missing": "b" in question.missing},
        ],
        "people": _people(request, facts),
        "rulesets": RULESETS,
        "turned": question.address(
            a=question.second.value, ak=question.second.kit, b=question.first.value, bk=question.first.kit
        ),
    }


@require_safe
@limited("computations")
def duel(request: HttpRequest) -> HttpResponse:
    """How the duel ends, as a fragment that the script of the page loads."""
    question = question_of(request.GET, request)
    if question.missing:
        raise Http404
    facts = book()
    with limited_budget(request) as work:
        found = matchups.duel_between(question.first.data(facts), question.second.data(facts), question.terms, work)
    return render(request, "battles/odds/_duel.html", {"asked": question, "duel": duel_rows(question, found)})


def _people(request: HttpRequest, facts: Book) -> list[FighterGroup]:
    """The groups of the two select lists: the reader's own warriors first, then every list."""
    own: list[FighterGroup] = [
        {"label": label, "rows": rows} for label, rows in fighters.own_warriors(current_user(request))
    ]
    lists: list[FighterGroup] = [
        {"label": label, "rows": [(entry.code, entry.name) for entry in entries]}
        for label, entries in fighters.hireable(facts)
    ]
    return own + lists


def _shown(odds: AttackAnswer | None) -> ShownAttacks | None:
    if odds is None:
        return None
    return {
        "hit": percent_of(odds["hit"]),
        "wounded": percent_of(odds["wounded"]),
        "arms": odds["arms"],
        "attacks": odds["attacks"],
        "rows": outcome_rows(odds),
        "bar": bar_of(odds),
    }


def _other_arms(
    question: Question, present: Strikes, second: FighterData, facts: Book, work: RequestBudget
) -> tuple[list[KitRow], int]:
    """A row for each set of equipment that the attacker could use instead, after the `present` one, with the best
    marked. Also returns how many were left out because computing them would exceed the states left for the request."""
    able = fighters.may_hold(question.first.state, question.first.member, facts)
    shooting = question.terms.situation == "shot"
    rows: list[KitRow] = []
    kits = matchups.other_kits(question.first, able, facts, shooting=shooting)
    left_out = 0
    for number, kit in enumerate(kits):
        if number and not work.left:
            left_out += len(kits) - number
            break
        found, is_over_limit = present
        if number:
            found, is_over_limit = matchups.strikes_of(question.first.data(facts, kit), second, question.terms, work)
        left_out += is_over_limit
        if found is None or any(row["arms"] == ", ".join(found["arms"]) for row in rows):
            continue
        rows.append(
            {
                "arms": ", ".join(found["arms"]), "attacks": found["attacks"], "is_now": number == 0,
                "hit": found["hit"], "wounded": found["wounded"], "out": found["postures"]["out_of_action"],
                "url": question.address(ak=kit), "cells": [],
            }
        )  # fmt: skip
    return best_of(rows), left_out
