"""The one name and short description of each ruleset, for every page, form and message."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from battles.engine.rulesets.keys import CODES

DEFAULT: Final = "core"


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A ruleset as readers see it."""

    code: str
    name: str | Promise
    about: str | Promise


RULESETS: Final[dict[str, Ruleset]] = {
    "core": Ruleset(
        "core",
        gettext_lazy("Core (community edition)"),
        gettext_lazy("Measuring at any time, critical hits by weapon, and all keywords."),
    ),
    "mordheim": Ruleset(
        "mordheim",
        gettext_lazy("Mordheim (1999 rulebook)"),
        gettext_lazy("Distances are guessed, and there is one chart of critical hits."),
    ),
    "gazette": Ruleset(
        "gazette",
        gettext_lazy("Gazette"),
        gettext_lazy("The early preview rules: fast, incomplete, and played to the last warrior."),
    ),
    "skirmish": Ruleset(
        "skirmish",
        gettext_lazy("Skirmish"),
        gettext_lazy("Small battles with the mass battle rules, each warrior a unit of its own."),
    ),
}
"""Rulesets by code, the site's default first."""


def ruleset_words(code: str) -> Ruleset:
    """Name and description of a ruleset; the bare code for an unknown one."""
    return RULESETS.get(code, Ruleset(code, code, ""))


def ruleset_choices() -> list[Ruleset]:
    """Every ruleset of the engine, the site's default first."""
    return sorted((ruleset_words(code) for code in CODES), key=lambda words: words.code != DEFAULT)
