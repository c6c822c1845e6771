"""The basic scores of a ruleset as small tables for phones. They are part of the page, so they need no network. Rules:
CC-HIT-01, SHOOT-BS-01, WND-TABLE-01, ARM-MOD-01, CRIT-TRIG-01"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from battles.engine.rulesets.keys import Rules
from battles.engine.steps.combat.striking import blow_need
from battles.engine.steps.harm.saves import armour_penalty
from battles.engine.steps.harm.wounding import IMPOSSIBLE, wound_need
from battles.engine.steps.shooting.to_hit import BEST, basic_need
from catalogue.rules.chapters import RuleText, chapters

MOST: Final = 7
"""Highest characteristic with a row or a column."""
CHARTS: Final = {
    "double": ("CRIT-SKIRMISH-01",),
    "gazette": ("CRIT-GAZ-01",),
    "basic": ("CRIT-MORD-01",),
    "class": (
        "CRIT-MISSILE-01", "CRIT-MISSILE-RICO-01", "CRIT-BLADE-01", "CRIT-BLUD-HAMMERED-01", "CRIT-BLUD-CRUSH-01",
        "CRIT-BLUD-SWEEP-01", "CRIT-BLUD-OUT-01", "CRIT-THRUST-STAB-01", "CRIT-THRUST-THRUST-01",
        "CRIT-THRUST-KEBAB-01", "CRIT-UNARMED-BODY-01", "CRIT-UNARMED-FORCE-01",
    ),
}  # fmt: skip
"""Rules about the effects of critical hits, by the value of the ruleset's key."""


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """A table: `corner` is the text of its corner cell; each row begins with its heading."""

    title: str
    corner: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]


def score_tables(rules: Rules, most: int = MOST) -> list[ScoreTable]:
    """Tables of this ruleset: to hit, to shoot, to wound, and the armour save modifier of Strength. `most` is the
    highest characteristic in them."""
    values = range(1, most + 1)
    heads = tuple(str(value) for value in values)
    return [
        ScoreTable(
            _("To hit in combat: enemy WS across, your WS down"),
            _("WS"),
            heads,
            tuple((str(mine), tuple(_score(blow_need(rules, mine, theirs)) for theirs in values)) for mine in values),
        ),
        ScoreTable(
            _("To hit with a shot, before modifiers"),
            _("BS"),
            heads,
            ((_("needs"), tuple(_score(max(BEST, basic_need(skill))) for skill in values)),),
        ),
        ScoreTable(
            _("To wound: Toughness across, Strength down"),
            _("S / T"),
            heads,
            tuple((str(mine), tuple(_score(wound_need(rules, mine, theirs)) for theirs in values)) for mine in values),
        ),
        ScoreTable(
            _("Armour save modifier by Strength"),
            _("S"),
            heads,
            ((_("save"), tuple(str(armour_penalty(value)) if value > 3 else "–" for value in values)),),
        ),
    ]


def criticals(rules: Rules) -> list[RuleText]:
    """When an attack is a critical hit in this ruleset, and its effect, in the words of the site's rules."""
    known = {rule.id: rule for rule in chapters()["CRIT"]}
    return [known[rule_id] for rule_id in ("CRIT-TRIG-01", "CRIT-NEED6-01", "CRIT-CAP-01", *CHARTS[rules.criticals])]


def _score(need: int) -> str:
    return f"{need}+" if need < IMPOSSIBLE else "–"
