"""Exact odds between two warriors: one page with its whole question in the address."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.limits import limited, spend
from battles.core.viewers import person
from battles.odds import fighters, matchups
from battles.odds.fighters import Sparrer, Unknown
from battles.odds.text import bar_of, best_of, duel_told, how_they_meet, outcome_rows, percent_of
from battles.setup.forms import RULESETS
from catalogue.packs.installed import book

DEFAULTS = {"a": "reiklanders_mercenary_captain", "b": "skaven_assassin_adept"}
"""The default fighters."""


@dataclass(frozen=True, slots=True)
class Question:
    """What a query string asks: two warriors, the terms, and what was not understood."""

    first: Sparrer
    second: Sparrer
    terms: matchups.Terms
    faults: list[str]

    def address(self, **changes: Any) -> str:
        """The query string that asks this, or the same with other parts (`a`, `ak`, `how` ...)."""
        parts: dict[str, Any] = {
            "a": self.first.value, "ak": self.first.kit, "b": self.second.value, "bk": self.second.kit,
            "rules": self.terms.ruleset, "how": self.terms.situation,
            "range": "far" if self.terms.far else "", "cover": self.terms.cover,
            "moved": "1" if self.terms.moved else "",
        }  # fmt: skip
        parts |= changes
        return "?" + urlencode([(name, value) for name, value in parts.items() if value], doseq=True)


def question_of(given: QueryDict, request: HttpRequest) -> Question:
    """Read a query string; unknown warriors are replaced and named in `faults`."""
    user, faults, found = person(request), [], []
    for side in "ab":
        kit = [code for text in given.getlist(f"{side}k")[:20] for code in text[:400].split(",")]
        try:
            found.append(fighters.sparrer(given.get(side, DEFAULTS[side])[:80] or DEFAULTS[side], kit, user))
        except Unknown as no:
            faults.append(str(no.args[0]))
            found.append(fighters.sparrer(DEFAULTS[side], (), user))
    return Question(found[0], found[1], matchups.Terms.read(given), faults)


STATES_PER_UNIT = 2_000
"""States that count as one more request towards the limit of computations."""


@require_safe
@limited("computations")
def odds(request: HttpRequest) -> HttpResponse:
    """The question as a form, its answer as a picture and a table, and what other arms would change."""
    return page(request, matchups.Work())


def page(request: HttpRequest, work: matchups.Work) -> HttpResponse:
    """The page of `odds`; all its computations share the states of `work`."""
    asked = question_of(request.GET, request)
    facts = book()
    first, second = asked.first.data(facts), asked.second.data(facts)
    answer = matchups.odds_between(first, second, asked.terms, work)
    duel = None
    if asked.terms.situation != "shot" and "end" in request.GET:
        duel = duel_told(asked, matchups.duel_between(first, second, asked.terms, work))
    others, left_out = _other_arms(asked, second, facts, work)
    charge(request, work)
    context = {
        "asked": asked,
        "sides": [
            {"letter": "a", "who": asked.first, "legend": _("Attacker")},
            {"letter": "b", "who": asked.second, "legend": _("Defender")},
        ],
        "people": _people(request, facts),
        "rulesets": RULESETS,
        "meeting": how_they_meet(asked),
        "strikes": _told(answer["strikes"]),
        "back": _told(answer["back"]),
        "over_limit": answer["over_limit"],
        "others": others,
        "left_out": left_out,
        "turned": asked.address(a=asked.second.value, ak=asked.second.kit, b=asked.first.value, bk=asked.first.kit),
        "link": request.build_absolute_uri(request.path) + asked.address(),
        "end_link": asked.address(end="1"),
        "duel": duel,
    }
    return render(request, "battles/odds.html", context)


def charge(request: HttpRequest, work: matchups.Work) -> None:
    """Count the states that a request explored towards the reader's limit of computations. Raises TooMany."""
    if work.spent >= STATES_PER_UNIT:
        spend(request, "computations", units=work.spent // STATES_PER_UNIT)


@require_safe
@limited("computations")
def duel(request: HttpRequest) -> HttpResponse:
    """How the duel ends, as a fragment for the script of the page."""
    asked = question_of(request.GET, request)
    facts = book()
    work = matchups.Work()
    found = matchups.duel_between(asked.first.data(facts), asked.second.data(facts), asked.terms, work)
    charge(request, work)
    return render(request, "battles/_duel.html", {"asked": asked, "duel": duel_told(asked, found)})


def _people(request: HttpRequest, facts: Any) -> list[dict[str, Any]]:
    """Whom the two selects offer: own warriors first, then every list."""
    own = [{"label": label, "rows": rows} for label, rows in fighters.own_warriors(person(request))]
    lists = [
        {"label": label, "rows": [(entry.code, entry.name) for entry in entries]}
        for label, entries in fighters.hireable(facts)
    ]
    return own + lists


def _told(odds: dict[str, Any] | None) -> dict[str, Any] | None:
    if odds is None:
        return None
    return {**odds, "rows": outcome_rows(odds), "bar": bar_of(odds), "hit": percent_of(odds["hit"]),
            "wounded": percent_of(odds["wounded"])}  # fmt: skip


def _other_arms(
    asked: Question, second: dict[str, Any], facts: Any, work: matchups.Work
) -> tuple[list[dict[str, Any]], int]:
    """A row for each kit that the attacker could hold instead, the present one first, the best marked; and how many
    kits were left out because their attacks have too many outcomes for the rest of the request's states."""
    able = fighters.may_hold(asked.first.company, asked.first.member, facts)
    shooting = asked.terms.situation == "shot"
    rows: list[dict[str, Any]] = []
    kits = matchups.other_kits(asked.first, able, facts, shooting=shooting)
    left_out = 0
    for number, kit in enumerate(kits):
        if not work.left:
            left_out += len(kits) - number
            break
        data = asked.first.data(facts) if number == 0 else asked.first.data(facts, kit)
        found, is_over_limit = matchups.strikes_of(data, second, asked.terms, work)
        left_out += is_over_limit
        if found is None or any(row["arms"] == ", ".join(found["arms"]) for row in rows):
            continue
        rows.append(
            {
                "arms": ", ".join(found["arms"]), "attacks": found["attacks"], "is_now": number == 0,
                "hit": found["hit"], "wounded": found["wounded"], "out": found["postures"]["out_of_action"],
                "url": asked.address(ak=kit),
            }
        )  # fmt: skip
    return best_of(rows), left_out
