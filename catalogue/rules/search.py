"""Rules of play in the site search: chapters and rules by title, id and text."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from typing import Any, Final

from django.urls import reverse
from django.utils.text import Truncator
from django.utils.translation import gettext_lazy as _

from catalogue.rules.chapters import CHAPTERS, RuleText, address_of, chapters
from catalogue.search.index import MAX_HITS, Hit, Index, Line, Section, fold, line_of

ABOUT_LETTERS: Final = 180
CHAPTER: Final = "chapter"
SURE: Final = 0.6
"""Least score of a rule that is shown although it does not have the words of the query, because of a typo."""
ALIASES: Final[dict[str, tuple[str, ...]]] = {
    "PSY-ROUT-01": ("rout test", "rout tests", "break test", "routing"),
    "TURN-RALLY-01": ("rally", "rallying"),
    "TURN-STAND-01": ("stand up", "getting up"),
    "MV-HIDE-01": ("hiding", "hide", "hidden"),
    "MV-CLIMB-04": ("climb", "climbing", "climbing test"),
    "MV-JUMPDN-01": ("jump down", "jumping"),
    "MV-FALL-01": ("falling", "fall"),
    "MV-RUN-01": ("run", "running"),
    "MV-INT-01": ("interception", "intercept"),
    "PSY-FEAR-01": ("fear", "fear test"),
    "PSY-STUPID-01": ("stupidity test",),
    "PSY-ALONE-01": ("all alone", "all alone test"),
    "ARM-TYPES-01": ("armour save", "armour saves"),
    "CC-2W-01": ("two weapons", "dual wield", "dual wielding"),
    "CC-PARRY-01": ("parry", "parrying"),
    "CC-ORDER-01": ("who strikes first", "strike order"),
    "INJ-TABLE-01": ("injury roll", "injury rolls"),
}
"""Rule id -> other words that players type for it. The rule comes first for these words."""
ARTICLE: Final = re.compile(r"^(?:the|an?) ", re.IGNORECASE)
DEFINITION: Final = re.compile(r"What (?:is )?an? (.+?)(?: is)?")
"""Pattern for titles of rules that define a term."""


@cache
def _index() -> Index:
    rules = [rule for chapter_rules in chapters().values() for rule in chapter_rules]
    return Index(
        [
            *(line_of(CHAPTER, code, str(name)) for code, name in CHAPTERS.items()),
            *map(_line, rules),
            *(replace(_line(rule), **_named(alias)) for rule in rules for alias in ALIASES.get(rule.id, ())),
        ]
    )


def _line(rule: RuleText) -> Line:
    """A rule as an indexed line. It is found by its title without an article; a rule that defines a term is found by
    the term itself, so that it comes first."""
    term = DEFINITION.fullmatch(rule.title)
    found = line_of("rule", rule.id, term[1] if term else ARTICLE.sub("", rule.title, count=1), rule.text, rule.id)
    return replace(found, name=rule.title)


def _named(alias: str) -> dict[str, Any]:
    """The parts of a line by which it is found, for another name."""
    found = line_of("rule", "", alias)
    return {"folded": found.folded, "words": found.words, "trigrams": found.trigrams}


def _found(query: str) -> list[tuple[float, Line]]:
    """(score, line) of each rule and chapter close to a query, once each, best first."""
    found: dict[str, tuple[float, Line]] = {}
    for score, line in _index().find(fold(ARTICLE.sub("", query.strip(), count=1))):
        found.setdefault(line.code, (score, line))
    return list(found.values())


def ranked_ids(query: str) -> list[str]:
    """The ids of the rules close to a query, best match first."""
    return [line.code for score, line in _found(query) if line.kind != CHAPTER and score >= SURE]


def rules_found(query: str, reader: Any) -> Section | None:
    """Rules and chapters that match the query, best match first. No database query."""
    found = _found(query)
    hits = tuple(
        Hit(line.name, reverse("catalogue:rules_chapter", args=[line.code.lower()]), "", score, str(_("chapter")))
        if line.kind == CHAPTER
        else Hit(line.name, address_of(line.code), Truncator(line.about).chars(ABOUT_LETTERS), score, line.code)
        for score, line in found[:MAX_HITS]
    )
    more = f"{reverse('catalogue:rules')}?q={query}" if len(found) > MAX_HITS else ""
    return Section(_("Rules of play"), hits, len(found), more_url=more, comes_first=True) if hits else None
