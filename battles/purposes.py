"""Words for what dice are rolled for, why a score is what it is, and how a battle ended, for every page."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from battles.engine.events import Modifier, Rolled

PURPOSES = {
    "hit": gettext_lazy("To hit"),
    "hit2": gettext_lazy("To hit, second roll"),
    "wound": gettext_lazy("To wound"),
    "crit": gettext_lazy("Critical hit"),
    "armour": gettext_lazy("Armour save"),
    "ward": gettext_lazy("Ward save"),
    "regen": gettext_lazy("Regeneration"),
    "helmet": gettext_lazy("Helmet"),
    "injury": gettext_lazy("Injury"),
    "injury2": gettext_lazy("Injury, second wound"),
    "parry": gettext_lazy("Parry"),
    "reroll": gettext_lazy("Re-roll"),
    "char": gettext_lazy("Characteristic test"),
    "ld": gettext_lazy("Leadership test"),
    "flee": gettext_lazy("Flight"),
    "move": gettext_lazy("Movement"),
    "count": gettext_lazy("How many"),
    "rolloff": gettext_lazy("Roll-off"),
    "die": gettext_lazy("Die"),
    "cast": gettext_lazy("To cast"),
    "poison": gettext_lazy("Poison"),
    "wound2": gettext_lazy("To wound, second roll"),
    "scatter": gettext_lazy("Where it goes astray"),
}
ROLL_UNDER = frozenset({"char", "ld"})
"""Purposes whose score must not be passed."""
REASONS = {
    "cover": gettext_lazy("cover"),
    "long_range": gettext_lazy("long range"),
    "moved": gettext_lazy("moved"),
    "several_shots": gettext_lazy("several shots"),
    "large_target": gettext_lazy("large target"),
    "charging_target": gettext_lazy("charging target"),
    "stood_up": gettext_lazy("stood up"),
    "into_combat": gettext_lazy("into combat"),
    "fear": gettext_lazy("fear"),
    "strength": gettext_lazy("strength of the blow"),
    "weapon": gettext_lazy("weapon"),
    "shield": gettext_lazy("shield"),
    "injury_bonus": gettext_lazy("grievous wound"),
    "diving_charge": gettext_lazy("diving charge"),
    "cutting_edge": gettext_lazy("cutting edge"),
    "single_target": gettext_lazy("single target"),
}
ENDINGS = {
    "resigned": gettext_lazy("the other side gave up"),
    "last_standing": gettext_lazy("nobody else is left on the field"),
    "nobody_left": gettext_lazy("nobody is left on the field"),
    "turns_over": gettext_lazy("the last turn is over"),
    "routed": gettext_lazy("the other side routed"),
    "agreed": gettext_lazy("all sides agreed on it"),
    "broken_through": gettext_lazy("the attackers have broken through"),
    "escaped": gettext_lazy("all who were left got away down the street"),
    "treasure_home": gettext_lazy("the treasure is home"),
    "objective_taken": gettext_lazy("the objective is taken"),
    "objective_held": gettext_lazy("the objective was held to the end"),
}


def purpose_word(purpose: str) -> str:
    """What the die is for."""
    return str(PURPOSES.get(purpose, purpose.replace("_", " ").capitalize()))


def reason_word(modifier: Modifier) -> str:
    """One modifier: "cover −1"."""
    sign = f"+{modifier.by}" if modifier.by > 0 else f"−{-modifier.by}"
    return f"{REASONS.get(modifier.reason, modifier.reason.replace('_', ' '))} {sign}"


def ending_word(reason: str) -> str:
    """Why a battle ended."""
    return str(ENDINGS.get(reason, reason.replace("_", " ")))


def needed(event: Rolled) -> str:
    """The score needed with its modifiers, or ""."""
    if not event.need and event.passed is None:
        return ""
    if event.purpose in ROLL_UNDER:
        score = _("%(n)d or less") % {"n": event.need}
    elif event.need > 6 and len(event.faces) == 1:
        score = _("more than a 6")
    else:
        score = f"{event.need}+"
    reasons = ", ".join(reason_word(modifier) for modifier in event.mods)
    return f"{score} ({reasons})" if reasons else score
