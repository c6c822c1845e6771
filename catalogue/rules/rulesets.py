"""The name and short description of each ruleset, used on every page, form and message."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from battles.engine.rulesets.keys import CODES

DEFAULT: Final = "core"


@dataclass(frozen=True, slots=True)
class Ruleset:
    """Name and description of a ruleset."""

    code: str
    name: str | Promise
    about: str | Promise
    lines: tuple[str | Promise, ...] = ()
    """Three lines that say what distinguishes this ruleset."""


RULESETS: Final[dict[str, Ruleset]] = {
    "core": Ruleset(
        "core",
        gettext_lazy("Core (community edition)"),
        gettext_lazy("Measuring at any time, critical hits by weapon, and all keywords."),
        (
            gettext_lazy("Measure at any time; you only see targets that are in range."),
            gettext_lazy("Every class of weapon has its own chart of critical hits."),
            gettext_lazy("Keywords such as terror, ward and regeneration; the rules are complete and current."),
        ),
    ),
    "mordheim": Ruleset(
        "mordheim",
        gettext_lazy("Mordheim (1999 rulebook)"),
        gettext_lazy("Distances are guessed, and there is one chart of critical hits."),
        (
            gettext_lazy("Guess distances for charges and shots: one that falls short is lost."),
            gettext_lazy("One chart of critical hits for every weapon."),
            gettext_lazy("The classic league game, with rout tests from a quarter of the warband lost."),
        ),
    ),
    "gazette": Ruleset(
        "gazette",
        gettext_lazy("Gazette"),
        gettext_lazy("The early preview rules: fast, incomplete, and played to the last warrior."),
        (
            gettext_lazy("No rout tests: a battle is fought until one side is gone."),
            gettext_lazy("A charge with an enemy in its way is not allowed at all."),
            gettext_lazy("Few special rules, so a battle is short; distances are guessed."),
        ),
    ),
    "skirmish": Ruleset(
        "skirmish",
        gettext_lazy("Skirmish"),
        gettext_lazy("Small battles with the mass battle rules, each warrior a unit of its own."),
        (
            gettext_lazy("A charged warrior may hold, stand and shoot, or flee."),
            gettext_lazy("Lone models are harder to hit with missiles; distances are guessed."),
            gettext_lazy("Magic has a phase of its own, and warbands are picked by points."),
        ),
    ),
}
"""Rulesets by code, the site's default first."""


def ruleset_words(code: str) -> Ruleset:
    """Name and description of a ruleset; for an unknown ruleset, its code."""
    return RULESETS.get(code, Ruleset(code, code, ""))


def ruleset_choices() -> list[Ruleset]:
    """Every ruleset of the engine, the site's default first."""
    return sorted((ruleset_words(code) for code in CODES), key=lambda words: words.code != DEFAULT)
