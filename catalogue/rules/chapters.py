"""The rules of play in our own words, with the four rulesets side by side. They are read once from `texts/` (one file
per chapter)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import yaml
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from catalogue.rules.rulesets import DEFAULT, ruleset_words

TOLD: Final = Path(__file__).parent / "texts"
RULESETS: Final = ("core", "mordheim", "gazette", "skirmish")
CHAPTERS: Final = {
    "TURN": _("Turns and recovery"), "MV": _("Movement"), "LS": _("Sight and cover"), "SHOOT": _("Shooting"),
    "CC": _("Close combat"), "WND": _("Wounding"), "CRIT": _("Critical hits"), "ARM": _("Armour"),
    "SAVE": _("Wards and other saves"), "INJ": _("Injuries"), "PSY": _("Nerve and leaders"),
    "SPEC": _("Special rules and keywords"), "MAG": _("Magic"), "TR": _("Terrain"),
    "ALLY": _("Allies and several sides"), "SCN": _("Scenarios"), "WB": _("Warbands on the table"),
    "FAC": _("Imperial factions"),
    "CHAR": _("Characteristics and tests"), "DICE": _("Dice"), "GM": _("Measuring and the table"),
    "CONV": _("Conventions"),
}  # fmt: skip
"""Chapters in reading order."""
AS_ABOVE: Final = "as described above"
REFERENCE: Final = re.compile(rf"(?:as )?(?P<ruleset>{'|'.join(RULESETS)})(?:; (?P<more>.+))?")
"""A difference that begins with another ruleset's: "as mordheim", "as mordheim; a stunned model may only crawl"."""


COMPARED: Final = re.compile(rf"\b(as|same numbers as|than in|in) ({'|'.join(RULESETS)})\b")


def with_names(text: str) -> str:
    """A difference with the names of the rulesets that it compares, as players read it: "as in Mordheim (1999
    rulebook)" for "as mordheim"."""

    def named(found: re.Match[str]) -> str:
        words, ruleset = found.groups()
        link = "as in" if words == "as" else words
        return f"{link} {ruleset_words(ruleset).name}"

    return COMPARED.sub(named, text)


@dataclass(frozen=True, slots=True)
class RuleText:
    """One rule. `by_ruleset` has the differences of each ruleset; `decided` is our decision if the rules leave a
    gap."""

    id: str
    title: str
    text: str
    by_ruleset: tuple[tuple[str, str], ...]
    decided: str
    results: tuple[tuple[str, str], ...] = ()
    """The results of a chart that the rule describes: the engine's code of each and its effect."""

    @property
    def chapter(self) -> str:
        return self.id.split("-")[0]

    @property
    def chapter_name(self) -> str:
        """The name of the chapter with this rule."""
        return str(CHAPTERS[self.chapter])

    @property
    def by_ruleset_name(self) -> tuple[tuple[str | Promise, str], ...]:
        """(name of the ruleset, text) for each item of `by_ruleset`."""
        return tuple((ruleset_words(ruleset).name, with_names(text)) for ruleset, text in self.by_ruleset)

    def difference(self, ruleset: str) -> str:
        """How this ruleset differs, complete on its own: what it shares with another ruleset is written out, and "" if
        it does not differ."""
        text = dict(self.by_ruleset)[ruleset]
        if found := REFERENCE.fullmatch(text):
            parts = (self.difference(found["ruleset"]), with_names(found["more"] or ""))
            return "; ".join(part for part in parts if part)
        return with_names(text.removeprefix(AS_ABOVE).removeprefix("; "))

    @property
    def is_same_everywhere(self) -> bool:
        """Whether the rule is the same in all four rulesets."""
        return len({words for _ruleset, words in self.by_ruleset}) == 1


def base_of(ruleset: str) -> str:
    """The ruleset that this one is compared with: the printed rulebook for the site's default, and the default for all
    others."""
    return "mordheim" if ruleset == DEFAULT else DEFAULT


@cache
def chapters() -> dict[str, tuple[RuleText, ...]]:
    """Every rule by chapter, in reading order."""
    return {code: _read(code) for code in CHAPTERS}


def _read(code: str) -> tuple[RuleText, ...]:
    rows = yaml.load((TOLD / f"{code.lower()}.yaml").read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    return tuple(
        RuleText(
            row["id"],
            row["title"],
            row["text"].format(**row["results"]) if "results" in row else row["text"],
            tuple((ruleset, row["rulesets"][ruleset]) for ruleset in RULESETS),
            row.get("decided", ""),
            _results(row),
        )
        for row in rows
    )


def _results(row: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """From `results`, whose effects are parts of the text, or from `result`, the code of the one it describes."""
    return ((row["result"], row["text"]),) if "result" in row else tuple(row.get("results", {}).items())


@cache
def known_ids() -> frozenset[str]:
    """The ids of all rules."""
    return frozenset(rule.id for rules in chapters().values() for rule in rules)


def address_of(rule_id: str) -> str:
    """The address of a rule's text, or "" for rules without one (rules of the roster and the aftermath)."""
    return f"/rules/{rule_id.split('-')[0].lower()}/#{rule_id}" if rule_id in known_ids() else ""
