"""What equipment does under each ruleset, where the rulesets differ, as sentences.

Every sentence belongs to a value of one of the engine's ruleset switches (`battles.engine.rulesets.keys.Rules`), so a
ruleset that changes a switch changes the sentence. Rules: CC-PARRY-01, CC-PARRY-04, CC-PARRY-06, ARM-TYPES-01,
ARM-HELMET-01, SPEC-POISON-01, SPEC-POISON-02, PSY-FRENZY-02
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from battles.engine.rulesets.compile import rules_for
from battles.engine.rulesets.keys import CODES
from catalogue.packs.book import Item
from catalogue.packs.cells import Text
from catalogue.rules.rulesets import RULESETS


@dataclass(frozen=True, slots=True)
class GearRule:
    """A rule about some items, with one sentence for each value of a ruleset switch. Items are selected by slot or by
    effect, except those with an effect in `unless` or a slot in `unless_slots`. `%(needs)s` in a sentence is the number
    of that effect, or 4 for items that match only by slot."""

    switch: str
    """A field of `Rules`; "" for a rule that is the same in all rulesets."""
    sentences: Mapping[object, Text]
    """Value of the switch -> sentence. A value may have no sentence."""
    effects: frozenset[str] = frozenset()
    slots: frozenset[str] = frozenset()
    unless: frozenset[str] = frozenset()
    unless_slots: frozenset[str] = frozenset()
    poisons: frozenset[str] = frozenset()
    """If not empty, the rule is only about items with a `poison` effect of one of these poisons."""
    only_if: Mapping[str, object] = field(default_factory=dict)
    """The rule applies only if these other switches have these values."""

    def is_about(self, item: Item) -> bool:
        """Whether the rule is about this item."""
        codes = {effect.code for effect in item.effects}
        if codes & self.unless or item.slot in self.unless_slots:
            return False
        if self.poisons:
            return any(effect.code == "poison" and effect.get("poison") in self.poisons for effect in item.effects)
        return item.slot in self.slots or bool(codes & self.effects)

    def sentence_for(self, item: Item, ruleset: str) -> str:
        """The sentence about this item under a ruleset, or ""."""
        rules = rules_for(ruleset)
        if not self.is_about(item) or any(getattr(rules, name) != value for name, value in self.only_if.items()):
            return ""
        sentence = self.sentences.get(getattr(rules, self.switch) if self.switch else None, "")
        if not sentence:
            return ""
        figures = (int(effect.get("needs", 4)) for effect in item.effects if effect.code in self.effects)
        return str(sentence) % {"needs": next(figures, 4)}


_CANNOT_PARRY: Final = gettext_lazy("Cannot parry.")
_PARRIES_ALL: Final[dict[str, object]] = {"parry": "all"}

GEAR_RULES: Final[tuple[GearRule, ...]] = (
    GearRule(
        "parry",
        {
            "all": gettext_lazy("Can parry one hit in each combat phase."),
            "marked": _CANNOT_PARRY,
            "none": _CANNOT_PARRY,
        },
        effects=frozenset({"parry"}),
    ),
    GearRule(
        "parry",
        {
            "all": gettext_lazy("Parries the first hit of each combat on %(needs)s+."),
            "marked": _CANNOT_PARRY,
            "none": _CANNOT_PARRY,
        },
        effects=frozenset({"parry_on"}),
    ),
    GearRule(
        "parry",
        {"all": gettext_lazy("Re-rolls a failed parry if a sword or another parrying weapon is in the other hand.")},
        slots=frozenset({"buckler"}),
    ),
    GearRule(
        "two_swords_reroll_parry",
        {True: gettext_lazy("A warrior with two parrying weapons re-rolls a failed parry.")},
        effects=frozenset({"parry", "parry_on"}),
        unless=frozenset({"parry_twice"}),
        unless_slots=frozenset({"buckler"}),
        only_if=_PARRIES_ALL,
    ),
    GearRule(
        "knocked_down_may_parry",
        {
            True: gettext_lazy("A knocked-down warrior can still parry."),
            False: gettext_lazy("A knocked-down warrior cannot parry."),
        },
        effects=frozenset({"parry", "parry_on"}),
        only_if=_PARRIES_ALL,
    ),
    GearRule("parry", {"marked": gettext_lazy("Breaks no weapons, because that takes a parry.")},
             effects=frozenset({"breaks_weapons"})),
    GearRule(
        "helmets",
        {
            True: gettext_lazy("A stunned result becomes knocked down on a D6 of %(needs)s or more."),
            False: gettext_lazy("Does not help against a stunned result."),
        },
        effects=frozenset({"avoid_stun"}),
        slots=frozenset({"helmet"}),
    ),
    GearRule(
        "",
        {None: gettext_lazy("Improves the armour save by 1; in combat only while it is in hand.")},
        slots=frozenset({"shield"}),
    ),
    GearRule(
        "poison_on_six",
        {
            "core": gettext_lazy("A 6 to hit wounds without a roll, unless the attack needs a 6 to hit."),
            "always": gettext_lazy("A 6 to hit wounds without a roll."),
            "items": gettext_lazy("A 6 to hit wounds without a roll; a second 6 makes it a critical hit."),
        },
        poisons=frozenset({"black_lotus"}),
        unless=frozenset({"no_critical"}),
    ),
    GearRule(
        "frenzy_doubles",
        {
            True: gettext_lazy("Frenzy doubles the Attacks."),
            False: gettext_lazy("Frenzy adds 1 Attack."),
        },
        effects=frozenset({"frenzy"}),
    ),
)  # fmt: skip


def gear_sentences(item: Item, ruleset: str) -> tuple[str, ...]:
    """What an item does under a ruleset: one sentence for each rule about it. Empty if it does the same in all
    rulesets. Raises IllegalAction (unknown_ruleset)."""
    found = (rule.sentence_for(item, ruleset) for rule in GEAR_RULES)
    return tuple(sentence for sentence in found if sentence)


def gear_note(item: Item, ruleset: str) -> str:
    """The sentences for the ruleset of a league, after the name of the ruleset; "" outside leagues or if there are
    none."""
    sentences = gear_sentences(item, ruleset) if ruleset in CODES else ()
    if not sentences:
        return ""
    return _("%(ruleset)s: %(sentences)s") % {"ruleset": RULESETS[ruleset].name, "sentences": " ".join(sentences)}
