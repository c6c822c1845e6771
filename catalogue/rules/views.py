"""The rules in our own words: chapters, and the four rulesets side by side."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from catalogue.rules.chapters import AS_ABOVE, CHAPTERS, RULESETS, RuleText, base_of, chapters
from catalogue.rules.rulesets import ruleset_choices, ruleset_words
from catalogue.rules.search import ranked_ids


def _matches(rule: RuleText, wanted: str) -> bool:
    words = f"{rule.id} {rule.title} {rule.text} {' '.join(text for _ruleset, text in rule.by_ruleset)}".casefold()
    return all(part in words for part in wanted.casefold().split())


def _differs(rule: RuleText, ruleset: str, base: str) -> bool:
    texts = dict(rule.by_ruleset)
    return not base or texts[ruleset] != texts[base]


def _ranked(wanted: str) -> list[RuleText]:
    """The rules with all words of a query, best match first; if there are none, those with similar words."""
    known = {rule.id: rule for rules in chapters().values() for rule in rules}
    scored = [known[rule_id] for rule_id in ranked_ids(wanted) if rule_id in known]
    exact = [rule for rule in known.values() if _matches(rule, wanted)]
    best = [rule for rule in scored if _matches(rule, wanted)]
    return [*best, *(rule for rule in exact if rule not in best)] or scored


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """All rules by chapter; `q` searches them, best match first; `ruleset` shows only those that differ in it (see
    `base_of`)."""
    wanted = request.GET.get("q", "")[:60].strip()
    ruleset = request.GET.get("ruleset", "")
    base = base_of(ruleset) if ruleset in RULESETS else ""
    rows = [
        {
            "code": code.lower(),
            "name": CHAPTERS[code],
            "rules": [rule for rule in rules if _differs(rule, ruleset, base)],
        }
        for code, rules in chapters().items()
    ]
    found = [row for row in rows if row["rules"]]
    context: dict[str, object] = {
        "rows": found,
        "query": wanted,
        "found": [rule for rule in _ranked(wanted) if _differs(rule, ruleset, base)] if wanted else [],
        "count": sum(len(list(row["rules"])) for row in found),
        "rulesets": ruleset_choices(),
    }
    if base:
        context["ruleset"], context["base"] = ruleset_words(ruleset), ruleset_words(base)
    return render(request, "catalogue/rules/index.html", context)


@require_safe
def chapter(request: HttpRequest, code: str) -> HttpResponse:
    """One chapter in full. 404 for an unknown one."""
    rules = chapters().get(code.upper())
    if rules is None:
        raise Http404
    codes = [known.lower() for known in CHAPTERS]
    place = codes.index(code.lower())
    context = {
        "code": code.lower(),
        "name": CHAPTERS[code.upper()],
        "rules": rules,
        "as_above": AS_ABOVE,
        "chapters": [(known.lower(), name) for known, name in CHAPTERS.items()],
        "before": codes[place - 1] if place else "",
        "after": codes[place + 1] if place + 1 < len(codes) else "",
        "crumbs": [{"label": _("Rules"), "url": reverse("catalogue:rules")}],
    }
    return render(request, "catalogue/rules/chapter.html", context)
