"""Shooting, close combat, armour, critical hits and injuries of a ruleset in short lines. Every number is read from the
engine. Rules: CC-ORDER-01, CC-HIT-03, SHOOT-MOD-01, SHOOT-CLOSE-01, ARM-TYPES-01, CRIT-TRIG-01, INJ-TABLE-01"""

from __future__ import annotations

from typing import Final

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from battles.core.dice_text import REASONS
from battles.engine.rulesets.keys import Rules
from battles.engine.steps.combat.striking import worst_need
from battles.engine.steps.harm.attacks import HIGHEST_SHOT, second_need
from battles.engine.steps.harm.injuries import HELMET_NEEDS
from battles.engine.steps.shooting.to_hit import shot_modifiers
from battles.engine.table.ground import ELEVATED
from battles.tabletop.quick_reference.parts import Line, Part, inches, sentences, signed
from battles.tabletop.score_tables import criticals, score_tables
from battles.tabletop.tracker.dice import tables_of
from catalogue.packs.installed import book
from mordheim_site.refusals import Sentence

MOST: Final = 10
"""Highest characteristic in the tables."""
ARMOUR: Final = ("light_armour", "heavy_armour", "gromril_armour", "shield")
"""Items whose saves are listed."""
PRINTED_REASONS: Final[dict[str, Sentence]] = {
    "soft_cover": gettext_lazy("soft cover"),
    "hard_cover": gettext_lazy("hard cover"),
    "into_combat": gettext_lazy("into a combat (snipers only)"),
}
"""Reasons of modifiers that `REASONS` does not have, or that need more words in print."""


def combat_part(rules: Rules) -> Part:
    """The tables to hit and to wound in close combat, the striking order, two weapons, parries, and models that are
    down."""
    to_hit, _shots, to_wound, _saves = score_tables(rules, MOST)
    return Part(
        _("Close combat"),
        (
            Line(_("Limits"), _limits(rules)),
            Line(_("Striking order"), _order(rules)),
            Line(_("Two weapons"), _two_weapons(rules)),
            Line(_("Parry"), _parry(rules)),
            Line(_("Enemies that are down"), _("No attacks on them while in contact with a standing enemy.")),
            Line(_("Knocked down enemy"), _knocked_down(rules)),
            Line(_("Stunned enemy"), _stunned(rules)),
        ),
        (to_hit, to_wound),
    )


def _limits(rules: Rules) -> str:
    """Rule: CC-HIT-03"""
    worst = worst_need(rules)
    limit = _("a 6 always hits") if worst == 6 else _("never worse than %(worst)d+") % {"worst": worst}
    return _("A 1 always misses; %(limit)s.") % {"limit": limit}


def _order(rules: Rules) -> str:
    """Rules: CC-ORDER-01, CC-ORDER-02"""
    groups = [
        _("impact hits") if rules.keywords else "",
        _("chargers and models that strike first"),
        _("others"),
        _("weapons that strike last (also when charging)"),
        _("models that stood up this turn"),
    ]
    numbered = [f"{number} {group}" for number, group in enumerate(filter(None, groups), 1)]
    return _("%(groups)s. In each group higher Initiative first; if equal, roll off.") % {"groups": ", ".join(numbered)}


def _two_weapons(rules: Rules) -> str:
    """Rules: CC-2W-01, CC-2W-02"""
    text = _("+1 Attack, which must be taken") if rules.second_weapon_is_compulsory else _("+1 Attack")
    if rules.second_weapon_penalty:
        penalty = {"penalty": signed(-rules.second_weapon_penalty)}
        text += _(", and %(penalty)s Weapon Skill for all attacks") % penalty
    return text + "."


def _parry(rules: Rules) -> str:
    """Rules: CC-PARRY-01 to CC-PARRY-06"""
    if rules.parry == "none":
        return _("Not used.")
    gear = (
        _("Gear marked as parrying, once a phase:") if rules.parry == "marked" else _("Sword or buckler, once a phase:")
    )
    reroll = (
        _("Re-roll: buckler with sword, or two swords.")
        if rules.two_swords_reroll_parry
        else _("Re-roll: buckler with sword.")
    )
    return sentences(
        gear,
        _("roll above the highest die that hit. Not against a 6, or Strength of twice your own."),
        reroll if rules.parry == "all" else "",
    )


def _knocked_down(rules: Rules) -> str:
    """Rules: CC-KD-01, CC-KD-02"""
    hit = _("Hit automatically.") if rules.knocked_down_hit_automatically else _("Roll to hit.")
    result = {
        "wound_is_out": _("Wounded and not saved: out of action."),
        "hit_is_out": _("Hit: out of action, if it was down when the phase began."),
        "injury_is_out": _("Wounds and saves as usual; each injury is out of action."),
    }[rules.blow_at_knocked_down]
    return sentences(hit, result)


def _stunned(rules: Rules) -> str:
    """Rule: CC-STUN-01"""
    if rules.blow_at_stunned == "out":
        return _("Any attack: out of action, no dice.")
    return _("Hit automatically. Wounds and saves as usual; each injury is out of action.")


def shooting_part(rules: Rules) -> Part:
    """The table to hit with its modifiers, and the choice of a target. Rules: SHOOT-MOD-01, SHOOT-CLOSE-01"""
    shots = score_tables(rules, MOST)[1]
    modifiers = [f"{_reason(reason)} {signed(by)}" for reason, by in shot_modifiers(rules).items()]
    beyond = ", ".join(f"{need} = 6 {_('and')} {second_need(need)}+" for need in range(7, HIGHEST_SHOT + 1))
    return Part(
        _("Shooting"),
        (
            Line(_("Modifiers"), ", ".join(modifiers) + "."),
            Line(
                _("Limits"),
                _("A 1 always misses. Needing more than 6: %(beyond)s (second die).") % {"beyond": beyond}
                if rules.two_dice_past_six
                else _("A 1 always misses; more than 6 cannot be rolled."),
            ),
            Line(_("Target"), _target(rules)),
            Line(
                _("Range"),
                _("Choose, then measure: out of range misses.")
                if rules.out_of_range_may_be_chosen
                else _("Measure first; out of range cannot be chosen."),
            ),
            Line(
                _("From above"),
                _("More than %(height)s up: any enemy in sight, unless one is in the same building.")
                % {"height": inches(ELEVATED)},
            ),
            Line(_("No shot"), _barred(rules)),
            Line(_("Cover"), _("A shot that misses by 1 hits the cover instead.")),
        ),
        (shots,),
    )


def _reason(code: str) -> str:
    return str(PRINTED_REASONS[code] if code in PRINTED_REASONS else REASONS[code])


def _target(rules: Rules) -> str:
    """Rules: SHOOT-CLOSE-01 to SHOOT-CLOSE-04, SHOOT-ENG-01"""
    return sentences(
        _("The nearest enemy in sight who is not hidden and not in combat;"),
        _("a farther one if it is easier to hit;") if rules.easier_target_may_be_chosen else "",
        _("models of size Large or more always, if seen.")
        if rules.large_by_size
        else _("large targets always, if seen."),
        _("Enemies that are down or fleeing may be left out.")
        if rules.downed_targets == "ignorable"
        else _("Enemies that are down or fleeing are left out at street level."),
    )


def _barred(rules: Rules) -> str:
    """Rule: SHOOT-WHO-01"""
    states = [_("engaged"), _("ran"), _("failed charge"), _("rallied"), _("fleeing"), _("down")]
    if not rules.fallen_may_shoot:
        states.append(_("fell"))
    if not rules.search_failed_may_shoot:
        states.append(_("failed search"))
    return capfirst(", ".join(states)) + "."


def armour_part(rules: Rules) -> Part:
    """Saves of armour and how Strength lowers them. Rules: ARM-TYPES-01, ARM-MOD-01, ARM-LIMIT-01"""
    items = book().items
    saves = []
    for code in ARMOUR:
        item = items[code]
        saves.append(f"{item.name} {f'{item.save}+' if item.save else signed(item.save_bonus)}")
    lines = [
        Line(_("Saves"), ", ".join(saves) + "."),
        Line(_("Limits"), _("A 1 always fails. Each wound allows one save. No save against falls.")),
    ]
    if rules.helmets:
        lines.append(Line(_("Helmet"), _("Stunned becomes knocked down on %(needs)d+.") % {"needs": HELMET_NEEDS}))
    if rules.wards:
        lines.append(Line(_("Ward, regeneration"), _("After the armour save; only the best of them.")))
    return Part(_("Armour"), lines, (score_tables(rules, MOST)[3],))


def criticals_part(rules: Rules) -> Part:
    """When an attack is a critical hit, and the charts. Rules: CRIT-TRIG-01 to CRIT-SCOPE-01"""
    when = sentences(
        _("A natural 6 to wound;") if rules.critical_needs_less_than_six else _("A natural 6 to wound."),
        _("not if a 6 is needed anyway.") if rules.critical_needs_less_than_six else "",
        _("Each warrior at most %(most)d in a combat phase.") % {"most": rules.criticals_per_phase}
        if rules.criticals_per_phase
        else "",
        "" if rules.automatic_hits_may_be_critical else _("Never by automatic hits."),
    )
    lines = [Line(_("When"), when)]
    charts = tables_of(rules)[2:]
    if not charts:
        lines += [Line(_("Effect"), rule.text) for rule in criticals(rules)[3:]]
    return Part(_("Critical hits"), lines, charts=charts)


def injuries_part(rules: Rules) -> Part:
    """The injury tables, and what models that are down may do. Rules: INJ-WOUND-01, INJ-TABLE-01, INJ-KD-01"""
    return Part(
        _("Injuries"),
        (
            Line(_("When"), _("The wound that takes the last Wound, and each one after it: one roll.")),
            Line(_("Several"), _("Roll one die for each wound of the same attacker, and keep the highest.")),
            Line(_("Knocked down"), _("No attack, shot or spell; stands up in its next recovery phase.")),
            Line(_("Stunned"), _("Nothing; becomes knocked down in its next recovery phase.")),
        ),
        charts=tables_of(rules)[:2],
    )
