"""Names of dice rolls, modifiers and results of battles, for every page."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from battles.core.die_text import DICE
from battles.engine.events import Modifier, Rolled
from battles.engine.phrases.dice import AT_MOST
from battles.engine.phrases.log import ENDINGS, fails_by_nature

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
    "count": gettext_lazy("Number rolled"),
    "rolloff": gettext_lazy("Roll-off"),
    "die": gettext_lazy("Die"),
    "cast": gettext_lazy("To cast"),
    "poison": gettext_lazy("Poison"),
    "wound2": gettext_lazy("To wound, second roll"),
    "scatter": gettext_lazy("Scatter"),
}
ROLL_OFFS = {
    "deployment": gettext_lazy("Roll-off: who sets up first"),
    "turn": gettext_lazy("Roll-off: who has the first turn"),
    "role": gettext_lazy("Roll-off: who chooses to attack or defend"),
    "attacker": gettext_lazy("Roll-off: who attacks"),
    "larger": gettext_lazy("Roll-off: which side counts as the larger"),
    "edge": gettext_lazy("Roll-off: who chooses a table edge"),
    "counters": gettext_lazy("Roll-off: who places the first counter"),
    "strikes": gettext_lazy("Roll-off: who strikes first"),
    "target": gettext_lazy("Roll-off: which of the nearest is affected"),
}
"""What a roll-off decides, by `Rolled.about`."""
OWN_LIMBS = frozenset({"fists", "natural weapons"})
"""Names of weapons that take no article."""
INJURIES = frozenset({"injury", "injury2"})
"""Purposes of rolls in which one warrior rolls for an injury of another."""
ROLL_UNDER = frozenset({"char", "ld"})
"""Purposes of rolls that succeed at or below the score."""
REASONS = {
    "cover": gettext_lazy("cover"),
    "long_range": gettext_lazy("long range"),
    "moved": gettext_lazy("moved"),
    "several_shots": gettext_lazy("several shots"),
    "large_target": gettext_lazy("large target"),
    "charging_target": gettext_lazy("charging target"),
    "stood_up": gettext_lazy("stood up this turn"),
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


def purpose_word(purpose: str) -> str:
    """The purpose of a roll as text."""
    return str(PURPOSES.get(purpose, purpose.replace("_", " ").capitalize()))


CHARACTERISTICS = {
    "initiative": gettext_lazy("Initiative test"),
    "strength": gettext_lazy("Strength test"),
    "toughness": gettext_lazy("Toughness test"),
}
TESTS = {
    "climb": gettext_lazy("%(test)s to climb"),
    "descend": gettext_lazy("%(test)s to climb down"),
    "jump": gettext_lazy("%(test)s to jump down"),
    "gap": gettext_lazy("%(test)s to jump the gap"),
    "ladder": gettext_lazy("%(test)s to climb the ladder"),
    "rope": gettext_lazy("%(test)s to climb the rope"),
    "slip": gettext_lazy("%(test)s to stay on the edge"),
    "search": gettext_lazy("%(test)s to find a hidden enemy"),
    "sight": gettext_lazy("%(test)s to find an unseen enemy"),
    "fall": gettext_lazy("%(test)s to land unhurt"),
    "evade": gettext_lazy("%(test)s to evade the charge"),
    "flash": gettext_lazy("%(test)s to charge through the flash"),
    "swamp": gettext_lazy("%(test)s to get out of the swamp"),
    "riddle": gettext_lazy("%(test)s to answer the riddle"),
    "sickness": gettext_lazy("%(test)s to resist the sickness"),
    "drink": gettext_lazy("%(test)s to hold the drink"),
    "fire": gettext_lazy("%(test)s to dodge the falling fire"),
    "marsh": gettext_lazy("%(test)s to get out of the marsh"),
    "smoke": gettext_lazy("%(test)s to endure the smoke"),
    "carry": gettext_lazy("%(test)s to hold on to the goods"),
    "fog": gettext_lazy("%(test)s to endure the fog"),
    "net": gettext_lazy("%(test)s to break out of the net"),
    "second_spell": gettext_lazy("%(test)s to cast a second spell"),
    "spell": gettext_lazy("%(test)s to resist the spell"),
    "river": gettext_lazy("%(test)s to withstand the river"),
    "stay": gettext_lazy("%(test)s to stay in play"),
    "vial": gettext_lazy("%(test)s to withstand the vial"),
    "grip": gettext_lazy("%(test)s to break out of the grip"),
    "rocks": gettext_lazy("%(test)s to dodge the rocks"),
    "wind": gettext_lazy("%(test)s to stay in place in the wind"),
    "surprise": gettext_lazy("%(test)s to be ready in time"),
}
"""The purpose of a characteristic test as text, by the second part of `Rolled.about`."""


def purpose_of(event: Rolled) -> str:
    """The full purpose of a roll as text: "Initiative test to climb", "To hit with the axe", "To wound"."""
    name, colon, purpose = event.about.partition(":")
    if colon:
        test = str(CHARACTERISTICS.get(name, PURPOSES["char"]))
        return str(TESTS[purpose]) % {"test": test} if purpose in TESTS else test
    if event.purpose == "die" and event.about in DICE:
        return str(DICE[event.about])
    if event.purpose == "rolloff":
        return str(ROLL_OFFS.get(event.about, PURPOSES["rolloff"]))
    if event.about == "stagger":
        return _("Stupid: direction")
    word = purpose_word(event.purpose)
    if event.purpose == "helmet" and event.about:
        return _("To avoid being stunned (%(reason)s)") % {"reason": event.about}
    if event.about:
        weapon = event.about.replace("_", " ").lower()
        words = _("%(roll)s with %(weapon)s") if weapon in OWN_LIMBS else _("%(roll)s with the %(weapon)s")
        return words % {"roll": word, "weapon": weapon}
    return word


def reason_word(modifier: Modifier) -> str:
    """One modifier as text: "cover −1"."""
    reason = str(REASONS.get(modifier.reason, modifier.reason.replace("_", " ")))
    if not modifier.by:
        return reason
    return f"{reason} +{modifier.by}" if modifier.by > 0 else f"{reason} −{-modifier.by}"


def ending_word(reason: str) -> str:
    """Why a battle ended, as text."""
    return _(ENDINGS[reason]) if reason in ENDINGS else reason.replace("_", " ")


def modifiers_of(event: Rolled) -> str:
    """The modifiers of a roll as text: "cover −1, long range −1", or ""."""
    return ", ".join(reason_word(modifier) for modifier in event.mods)


def score_of(event: Rolled) -> str:
    """The score needed before modifiers: "4+", "7 or less"; "" if the roll needs no score."""
    if not event.need and event.passed is None:
        return ""
    if event.purpose in ROLL_UNDER or (event.purpose == "die" and event.about in AT_MOST):
        if fails_by_nature(event.faces, event.need, event.passed, under=True):
            return _("%(n)d or less; a 6 always fails") % {"n": event.need}
        return _("%(n)d or less") % {"n": event.need}
    if event.need > 6 and len(event.faces) == 1:
        return _("more than a 6")
    score = f"{event.need}+"
    if fails_by_nature(event.faces, event.need, event.passed, under=False):
        return _("%(score)s; a %(face)d always fails") % {"score": score, "face": event.faces[0]}
    return score


def needed(event: Rolled) -> str:
    """The score needed after modifiers. For a roll that needs no score, only the modifiers, or ""."""
    score, reasons = score_of(event), modifiers_of(event)
    return f"{score} ({reasons})" if score and reasons else score or reasons
