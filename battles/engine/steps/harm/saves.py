"""Saves against each wound: armour first, then special saves and wards.

In rulesets with ward saves, a special save of a skill, spell or item (Step Aside) is a ward save, and one of a body
that heals is regeneration; only the best of them is rolled. In other rulesets the best special save is rolled
separately.

Rules: ARM-TYPES-01 to ARM-PERWOUND-01, SAVE-ORDER-01 to SAVE-MR-01
"""

from __future__ import annotations

from dataclasses import dataclass, field

from battles.engine.events import Modifier
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.state import BattleState
from battles.engine.steps.combat.loadouts import uses_shield
from battles.engine.steps.harm.attacks import Attack, Group, hook_functions_of
from battles.engine.steps.models.size import rides

NO_SAVE = 7
"""Score of a save that is impossible."""


@dataclass(slots=True, eq=False)
class Saves:
    """The saves against one wound, as scores needed; 7 or more is impossible."""

    attack: Attack
    armour: int = NO_SAVE
    """Save of the worn armour, before the attack's modifiers."""
    modifiers: list[Modifier] = field(default_factory=list)
    """Modifiers that make the armour save better (+) or worse (-)."""
    total_modifier: int | None = None
    """Modifier that replaces the one for Strength; None for none."""
    ward: int = NO_SAVE
    regeneration: int = NO_SAVE
    magic_resistance: int = 0
    special: int = NO_SAVE
    """Unmodified save after armour, such as Step Aside. It is part of `ward` in rulesets with wards."""
    regrowth: int = NO_SAVE
    """Unmodified save of a body that heals unless it is burnt. It is part of `regeneration` in rulesets with wards."""
    rerolls_armour: bool = False
    must_reroll: bool = False
    """Whether successful saves must be re-rolled (a curse)."""
    cursed_wards: frozenset[str] = frozenset()
    """Purposes of wards that must be re-rolled when successful. Rule: TR-ARC-SHRINE-01"""
    kind: str = ""
    """Purpose of the save that is being rolled, for the hooks of `save_rolled`."""
    passed: bool = False
    was_rerolled: bool = False
    """Whether a failed save was re-rolled."""

    @property
    def armour_need(self) -> int:
        """The score needed for the armour save after modifiers, at least 2. Rules: ARM-MOD-01, ARM-LIMIT-01"""
        need = self.armour - sum(modifier.by for modifier in self.modifiers)
        return max(2, need) if need < NO_SAVE else NO_SAVE

    @property
    def ward_choice(self) -> tuple[str, int]:
        """The purpose ("ward" or "regen") and the score needed of the best ward.

        Rules: SAVE-WARD-01, SAVE-REGEN-01, SAVE-MR-01
        """
        ward = self.ward
        if self.magic_resistance and self.attack.spell_damage:
            ward = min(ward, NO_SAVE) - self.magic_resistance
        regeneration = NO_SAVE if self.attack.flaming else self.regeneration
        if regeneration < ward:
            return "regen", max(2, regeneration)
        return "ward", max(2, ward)


def armour_penalty(strength: int) -> int:
    """The armour save modifier of a Strength, 0 to -6. Rule: ARM-MOD-01"""
    return -max(0, min(strength, 9) - 3)


def saves_against(game: Game, state: BattleState, attack: Attack) -> Saves:
    """Every save that the target of an attack has against it. Changes nothing."""
    target = attack.whom
    fighter = game.fighters[target]
    saves = Saves(attack, armour=fighter.armour)
    if uses_shield(game, state, target):
        saves.modifiers.append(Modifier("shield", 1, "ARM-TYPES-01"))
    if rides(game, state, target):
        assert fighter.mount is not None
        saves.modifiers.append(Modifier("mounted", fighter.mount.armour_bonus, "SPEC-MOUNT-02"))
    for function, model_id, parameters in hook_functions_of(game, state, attack, "save"):
        function(game, state, model_id, saves, **parameters)
    penalty = armour_penalty(attack.save_strength) if saves.total_modifier is None else saves.total_modifier
    if penalty:
        saves.modifiers.append(Modifier("strength", penalty, "ARM-MOD-01"))
    if attack.weapon.save_modifier:
        saves.modifiers.append(Modifier("weapon", attack.weapon.save_modifier, "ARM-MOD-01"))
    if not attack.armour:
        saves.armour = 99
    if not attack.ward:
        saves.ward = saves.regeneration = saves.special = saves.regrowth = NO_SAVE
        saves.magic_resistance = 0
    _merge_kinds(saves, wards=game.rules.wards)
    return saves


def _merge_kinds(saves: Saves, *, wards: bool) -> None:
    """Keep only the best of the saves that cannot be combined. Rules: SAVE-WARD-01, SAVE-REGEN-01, TR-PACK-04"""
    if wards:
        saves.ward = min(saves.ward, saves.special)
        saves.regeneration = min(saves.regeneration, saves.regrowth)
        saves.special = saves.regrowth = NO_SAVE
    elif saves.regrowth < NO_SAVE:
        saves.special = min(saves.special, saves.regrowth, saves.regeneration)
        saves.regeneration = saves.regrowth = NO_SAVE


def basic_save(game: Game, state: BattleState, model_id: str) -> int:
    """The unmodified save of a model against Strength 3, for pages and bots; 7 means no save."""
    return saves_against(game, state, Attack("", model_id, "blow")).armour_need


ARMOUR, SPECIAL, WARD = range(3)
"""Numbers of the saves, in the order in which they are rolled. Rule: SAVE-ORDER-01"""
FEW = 2
Wound = tuple[int, int, int]
"""A wound that was not saved so far: number of its next save, index of its attack, number of Wounds it costs."""


def take(ctx: Context, group: Group) -> None:
    """Roll the saves of a group: all armour dice in order, then special saves, then wards. Sets `unsaved`."""
    while not roll_next_saves(ctx, group):
        pass


def roll_next_saves(ctx: Context, group: Group) -> bool:
    """Roll the next save of a group, or all if only a few are left. Returns True when none is left. Rule: SAVE-ORDER-01

    Exact odds merge equal outcomes between the rolls, except for the last `FEW`.
    """
    waiting = group.saving
    if waiting is None:
        waiting = group.saving = _wounds_of(group)
    one_by_one = len(waiting) > FEW
    against: dict[int, Saves] = {}
    while waiting:
        wound = min(waiting)
        waiting.remove(wound)
        save, number, worth = wound
        attack = group.attacks[number]
        saves = against.get(number)
        if saves is None:
            saves = against[number] = saves_against(ctx.game, ctx.state, attack)
        purpose, need = _met(saves, save)
        if need < NO_SAVE and _saved(ctx, purpose, need, saves):
            attack.warded = attack.warded or save == WARD
        elif save == WARD:
            attack.unsaved += worth
        else:
            waiting.append((save + 1, number, worth))
        if one_by_one and need < NO_SAVE:
            return not waiting
    return True


def _wounds_of(group: Group) -> list[Wound]:
    """Every wound of a group, each with its first save. Rule: ARM-PERWOUND-01"""
    rows: list[Wound] = []
    for number, attack in enumerate(group.attacks):
        if attack.lands and attack.wounded:
            alone = (ARMOUR, number, attack.wounds if attack.save_once else 1)
            rows.extend([alone] * (1 if attack.save_once else attack.wounds))
    return rows


def _met(saves: Saves, save: int) -> tuple[str, int]:
    """The purpose and the score needed of one save against a wound."""
    if save == ARMOUR:
        return "armour", saves.armour_need
    if save == SPECIAL:
        return "ward", saves.special
    purpose, need = saves.ward_choice
    saves.must_reroll = saves.must_reroll or purpose in saves.cursed_wards
    return purpose, need


def _saved(ctx: Context, purpose: str, need: int, saves: Saves) -> bool:
    attack = saves.attack
    mods = saves.modifiers if purpose == "armour" else ()
    rule = "ARM-MOD-01" if purpose == "armour" else "SAVE-WARD-01"
    rolled = ctx.roll(purpose, attack.whom, need=need, mods=mods, against=attack.who, rule=rule)
    saves.kind = purpose
    saves.passed = rolled.passed and rolled.total != 1
    again = (saves.passed and saves.must_reroll) or (not saves.passed and saves.rerolls_armour)
    if again:
        saves.was_rerolled = not saves.passed
        rolled = ctx.roll("reroll", attack.whom, need=need, against=attack.who, rule="DICE-REROLL-01")
        saves.passed = rolled.passed and rolled.total != 1
    for function, model_id, parameters in hook_functions_of(ctx.game, ctx.state, attack, "save_rolled"):
        function(ctx, model_id, saves, **parameters)
    return saves.passed
