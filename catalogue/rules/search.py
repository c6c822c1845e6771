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
DEFINITION: Final = re.compile(r"What (?:is )?an? (.+?)(?: is)?")
"""Pattern for titles of rules that define a term."""


@cache
def _index() -> Index:
    rules = [rule for chapter_rules in chapters().values() for rule in chapter_rules]
    return Index(
        [
            *(line_of(CHAPTER, code, str(name)) for code, name in CHAPTERS.items()),
            *map(_line, rules),
        ]
    )


def _line(rule: RuleText) -> Line:
    """A rule as an indexed line. It is found by its title; a rule that defines a term is found by the term itself, so
    that it comes first."""
    term = DEFINITION.fullmatch(rule.title)
    found = line_of("rule", rule.id, term[1] if term else rule.title, rule.text, rule.id)
    return replace(found, name=rule.title)


def ranked_ids(query: str) -> list[str]:
    """The ids of the rules close to a query, best match first."""
    return [line.code for score, line in _index().find(fold(query)) if line.kind != CHAPTER and score >= SURE]


def rules_found(query: str, reader: Any) -> Section | None:
    """Rules and chapters that match the query, best match first. No database query."""
    found = _index().find(fold(query))
    hits = tuple(
        Hit(line.name, reverse("catalogue:rules_chapter", args=[line.code.lower()]), "", score, str(_("chapter")))
        if line.kind == CHAPTER
        else Hit(line.name, address_of(line.code), Truncator(line.about).chars(ABOUT_LETTERS), score, line.code)
        for score, line in found[:MAX_HITS]
    )
    more = f"{reverse('catalogue:rules')}?q={query}" if len(found) > MAX_HITS else ""
    return Section(_("Rules of play"), hits, len(found), more_url=more, comes_first=True) if hits else None
