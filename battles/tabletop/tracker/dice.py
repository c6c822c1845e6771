"""The tables of a tracked battle for dice that the page rolls: injuries, critical hits, and the spells at the table.

The entries come from the engine, their texts from the rules. Rules: INJ-TABLE-01, CRIT-CLASS-01, MAG-WHO-01
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from battles.engine.rulesets.keys import Rules
from battles.engine.state import OUT_OF_ACTION, POSTURE_NAMES
from battles.engine.steps.harm.criticals import chart_entries
from battles.engine.steps.harm.injuries import CONCUSSED_TO, KNOCKED_DOWN_TO, STUNNED_TO, injury_result
from battles.log.note_text import DETAILS
from battles.tabletop.models import Track
from battles.tabletop.score_tables import CHARTS
from battles.tabletop.tracker import services
from battles.tabletop.tracker.cards import SpellLine, cards_of
from battles.tabletop.tracker.text import posture_words
from catalogue.rules.chapters import AS_ABOVE, RuleText, chapters
from catalogue.rules.rulesets import ruleset_words
from mordheim_site.refusals import Sentence

CHART_TITLES: Final[dict[str, Sentence]] = {
    "": gettext_lazy("Critical hits"),
    "missile": gettext_lazy("Critical hits: missiles"),
    "bladed": gettext_lazy("Critical hits: blades"),
    "bludgeoning": gettext_lazy("Critical hits: clubs, hammers and flails"),
    "thrusting": gettext_lazy("Critical hits: spears, halberds and lances"),
    "unarmed": gettext_lazy("Critical hits: unarmed and beasts"),
}
"""By the engine's class of weapon; the first is for a ruleset with one chart."""
OPTIONAL: Final = "optional chart: "
SAME: Final = "same on the optional chart"
INJURY_BONUSES: Final = (0, 1, 2)
"""What critical hits and some weapons add to an injury roll."""


@dataclass(frozen=True, slots=True)
class DiceRow:
    """The result of the rolls from `low` to `high`."""

    low: int
    high: int
    name: str
    text: str = ""

    @property
    def rolls(self) -> str:
        """The rolls as text: "3-4"."""
        return str(self.low) if self.low == self.high else f"{self.low}\N{EN DASH}{self.high}"


@dataclass(frozen=True, slots=True)
class DiceTable:
    """A table for a D6: `bonuses` are the modifiers that its roll can have."""

    id: str
    title: str
    rows: list[DiceRow]
    rule_id: str
    bonuses: Sequence[int] = (0,)


@dataclass(frozen=True, slots=True)
class Caster:
    """A warrior at the table who knows spells, with their difficulties."""

    name: str
    spells: list[SpellLine]


def tables_of(rules: Rules) -> list[DiceTable]:
    """The injury tables and the charts of critical hits of a ruleset."""
    bonuses = INJURY_BONUSES if chart_entries(rules) else (0,)
    tables = [
        DiceTable("table-injury", _("Injuries"), _injuries(KNOCKED_DOWN_TO), "INJ-TABLE-01", bonuses=bonuses),
        DiceTable(
            "table-concussion",
            _("Injuries by weapons with concussion"),
            _injuries(CONCUSSED_TO),
            "INJ-TABLE-01",
            bonuses=bonuses,
        ),
    ]
    texts = _texts(rules)
    for code, entries in chart_entries(rules).items():
        rows = _grouped([(capfirst(str(DETAILS[entry])), _text(rules, *texts[entry])) for entry in entries])
        rule_id = "CRIT-CLASS-01" if code else texts[entries[0]][0].id
        tables.append(DiceTable(f"table-critical-{code or 'all'}", str(CHART_TITLES[code]), rows, rule_id))
    return tables


def _injuries(knocked_down_to: int) -> list[DiceRow]:
    words = {**posture_words(), POSTURE_NAMES[OUT_OF_ACTION]: _("Out of action")}
    results = [POSTURE_NAMES[injury_result(face, knocked_down_to, STUNNED_TO)] for face in range(1, 7)]
    return _grouped([(str(words[result]), "") for result in results])


def _grouped(by_face: Sequence[tuple[str, str]]) -> list[DiceRow]:
    """One row for equal results on neighbouring faces."""
    rows = []
    for (name, text), faces in groupby(enumerate(by_face, 1), key=lambda pair: pair[1]):
        numbers = [face for face, _result in faces]
        rows.append(DiceRow(numbers[0], numbers[-1], name, text))
    return rows


def _texts(rules: Rules) -> dict[str, tuple[RuleText, str]]:
    """The rule and the effect of each entry of the ruleset's charts."""
    known = {rule.id: rule for rule in chapters()["CRIT"]}
    return {
        entry: (known[rule_id], effect)
        for rule_id in CHARTS[rules.criticals]
        for entry, effect in known[rule_id].results
    }


def _text(rules: Rules, rule: RuleText, effect: str) -> str:
    """The effect, and how it differs in a ruleset that borrows the charts by class of weapon."""
    text = capfirst(effect).rstrip(".") + "."
    difference = dict(rule.by_ruleset)[rules.code].removeprefix(OPTIONAL)
    if rules.criticals != "class" or rules.class_chart_edition == "core" or difference in (AS_ABOVE, SAME):
        return text
    return f"{text} {ruleset_words(rules.code).name}: {difference}."


def casters_of(track: Track, user: User | None) -> list[Caster]:
    """The warriors with spells who are still at the table, of the warbands whose cards the reader sees."""
    there = {(piece.side, piece.key) for piece in services.tally(track).pieces.values() if not piece.is_out}
    return [
        Caster(card.name, card.spells)
        for side in cards_of(track, user)[0]
        for card in side.cards
        if card.spells and card.warrior is not None and (side.letter, card.warrior.key) in there
    ]
