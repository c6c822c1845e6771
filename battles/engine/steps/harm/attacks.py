"""One attack, shot or hit, from the roll to hit to the Wounds it causes. Rule: CONV-PIPE-01

An `Attack` exists only within one step. A `Group` has the attacks of one model on one enemy in one phase, which are
resolved together (INJ-MULTI-01). `pipeline.resolve` takes a group through all stages.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, overload

from battles.engine import hook_types as types
from battles.engine.events import Modifier
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.hooks import Function, HookFunction, Parameters, listeners
from battles.engine.profile import NO_HOOKS, Weapon
from battles.engine.state import STANDING, BattleState
from battles.engine.traits import Flag

COMBAT = ("blow", "impact", "parting", "stomp")
"""Kinds of attack that belong to close combat."""
WEAPON_USE = ("blow", "shot", "parting")
"""Kinds of attack to which the traits of a weapon and the skills of its wielder apply."""
BURNS, BURNS_ALWAYS, MAGICAL = Flag("flaming"), Flag("flaming_attacks"), Flag("magical")
"""Traits of weapons: flaming like a torch ("flaming"), flaming by the keyword, and magical. Rules: SPEC-FLAMING-01,
SPEC-ETHEREAL-01
"""
NO_WEAPON = Weapon("", "", chart="unarmed")
"""Stands for the missing weapon of falls, impact hits, stomps and spells."""


@dataclass(eq=False)
class Attack:
    """One attack. Faces are natural rolls. Needs are the required scores: 0 if not computed yet, 7 or more if
    impossible.

    The class has no `__slots__`, so that `become` can copy all values with one update of a dictionary.
    """

    who: str
    """Id of the attacker; "" if there is none (a fall, the ground)."""
    whom: str
    how: str
    """Kind of attack: "blow", "shot", "parting", "impact", "stomp", "breath", "fall", "terrain", "spell", "collision",
    "cover" or "ricochet".
    """
    weapon: Weapon = NO_WEAPON
    strength: int = 3
    """Strength that is compared with the Toughness. Rule: WND-STR-01"""
    save_strength: int = 3
    """Strength that determines the modifier of the armour save. Rule: ARM-MOD-01"""
    part: str = "self"
    """Whose profile makes the attack: "self" or "mount". Rule: SPEC-MOUNT-02"""
    automatic: bool = False
    may_be_critical: bool = True
    flaming: bool = False
    magical: bool = False
    spell_damage: bool = False
    poison: str = ""
    """Kind of poison: "keyword" or "item"; "" for none. Rules: SPEC-POISON-01, SPEC-POISON-03"""
    killing_blow: str = ""
    """"killing_blow", "heroic_killing_blow", or "granted" for a heroic one that terrain gives in rulesets without the
    keyword; "" for none.

    Rules: SPEC-KB-01, SPEC-KB-02, TR-PACK-04
    """
    chained: bool = False
    """Whether this is an extra attack that a critical hit gave. Rule: CRIT-UNARMED-BODY-01"""
    rerolls_misses: bool = False
    hits_on: int = 0
    """Score that replaces all other scores to hit; 0 for none."""
    ignores: set[str] = field(default_factory=set)
    """Reasons of modifiers that are ignored, such as cover, long_range, moved or several_shots."""

    need_hit: int = 0
    raw_need_hit: int = 0
    """Score to hit before limits apply: a shot that misses it by one may hit the cover. Rule: SHOOT-COVER-02"""
    hit_mods: list[Modifier] = field(default_factory=list)
    face: int = 0
    hit: bool = False
    rerolled: bool = False
    parried: bool = False

    toughness: int = 3
    need_wound: int = 0
    wound_mods: list[Modifier] = field(default_factory=list)
    wound_worst: int = 7
    """Highest score that the attack can need to wound."""
    wound_face: int = 0
    wounded: bool = False
    critical_face: int = 6
    """Lowest roll to wound that is a critical hit."""
    chart_bonus: int = 0
    poison_critical: bool = False
    critical: bool = False
    chart_result: str = ""

    damage: int = 1
    """Number of Wounds that one unsaved wound of the weapon causes."""
    wounds: int = 1
    save_once: bool = False
    """Whether one save is made before the wounds are multiplied. Rule: ARM-PERWOUND-01"""
    armour: bool = True
    ward: bool = True
    helmet: bool = True
    injury_bonus: int = 0
    on_contact: str = ""
    """Effects of the hit, unless a ward stops it: "hammered", "knock_down"."""
    on_wound: str = ""
    """Effects of a wound that was not saved: "bludgeoned", "sweep", "kebab", "disarm"."""
    warded: bool = False
    unsaved: int = 0
    weapon_label: str = ""
    """Name of the weapon for the log, if the group attacks with several."""

    def copy(self) -> Attack:
        """An independent attack with the same values."""
        twin = Attack.__new__(Attack)
        twin.become(self)
        return twin

    def become(self, other: Attack) -> None:
        """Copy all values from another attack, with copies of its lists; the calculation of odds does this thousands of
        times.
        """
        values = self.__dict__
        values.update(other.__dict__)
        if values["ignores"]:
            values["ignores"] = values["ignores"].copy()
        else:
            values["ignores"] = set()
        values["hit_mods"] = values["hit_mods"][:]
        values["wound_mods"] = values["wound_mods"][:]

    @property
    def lands(self) -> bool:
        """Whether the attack hit and was not parried."""
        return self.hit and not self.parried

    @property
    def in_combat(self) -> bool:
        return self.how in COMBAT


@dataclass(slots=True, eq=False)
class Group:
    """The attacks of one model on one enemy in one phase."""

    who: str
    whom: str
    how: str
    attacks: list[Attack]
    downed: str = ""
    """How attacks on an enemy who was already down are resolved: "out", "hit_is_out", "wound_is_out", "injury_is_out"
    or "". Rules: CC-KD-02, CC-STUN-01
    """
    second: bool = False
    """Whether the target is a second model hit by the same attack: its dice have the purposes "wound2" and "injury2".

    """
    may_slip: bool = True
    posture_before: int = STANDING
    wounds_lost: int = 0
    injuries: int = 0
    """Number of injury dice, rolled and still to be rolled, and of automatic kills."""
    rolling: list[tuple[int, int]] | None = None
    """Dice of the current stage that are still to be rolled, in order, as (pass, index of the attack); None between
    stages.

    The calculation of exact odds merges equal outcomes after each of them.
    """
    saving: list[tuple[int, int, int]] | None = None
    """The saves that are still to be rolled, as `saves.Wound`; None before the first."""
    hurting: list[Any] | None = None
    """The injuries that are still to be rolled, as `injuries.Harm`; None before the Wounds are removed."""
    worst: int = STANDING
    """The worst posture from the injuries rolled so far."""
    decisive: tuple[Any, ...] = ()
    felled: bool = False
    """Whether the attacks put the target down or out of action."""
    out: bool = False
    facts: list[str] = field(default_factory=list)

    def copy(self, *, attacks: bool = True) -> Group:
        """An independent group with the same values. Its attacks are copies, or with `attacks=False` the same
        objects.
        """
        twin = Group.__new__(Group)
        twin.become_but_attacks(self)
        twin.attacks = [attack.copy() for attack in self.attacks] if attacks else self.attacks
        return twin

    def become_but_attacks(self, other: Group) -> None:
        """Copy all values from another group, except its attacks."""
        self.who = other.who
        self.whom = other.whom
        self.how = other.how
        self.downed = other.downed
        self.second = other.second
        self.may_slip = other.may_slip
        self.posture_before = other.posture_before
        self.wounds_lost = other.wounds_lost
        self.injuries = other.injuries
        self.rolling = None if other.rolling is None else other.rolling[:]
        self.saving = None if other.saving is None else other.saving[:]
        self.hurting = None if other.hurting is None else other.hurting[:]
        self.worst = other.worst
        self.decisive = other.decisive
        self.felled = other.felled
        self.out = other.out
        self.facts = other.facts[:]

    @property
    def hits(self) -> int:
        return sum(1 for attack in self.attacks if attack.lands)


Listener = tuple[Function, str, Parameters]
"""A hook function, the model with the trait, and the trait's parameters."""


FACE_READERS: set[HookFunction] = set()
"""Functions of the hook `hit_rolled` that use the natural face of the die, not only whether the attack hit."""


def reads_faces(function: Function) -> Function:
    """Mark a function of the hook `hit_rolled` that uses the natural face of the die, so that exact odds keep it."""
    FACE_READERS.add(function)
    return function


SHOTS_ONLY: set[HookFunction] = set()
"""Functions of the hook `hit_rolled` that affect only shots."""


def only_for_shots(function: Function) -> Function:
    """Mark a function of the hook `hit_rolled` that affects only shots, so that exact odds of close combat attacks skip
    it.
    """
    SHOTS_ONLY.add(function)
    return function


IN_ORDER: set[HookFunction] = set()
"""Functions of the hook `wound_rolled` that affect only attacks of their bearer; see `takes_attacks_in_order`."""


def takes_attacks_in_order(function: Function) -> Function:
    """Mark a function of the hook `wound_rolled` so that exact odds may compute attacks one at a time.

    It must do nothing unless its bearer makes the attack, and then read and change only the attack and the bearer's
    record.
    """
    IN_ORDER.add(function)
    return function


Listeners = Sequence[Listener[Function]]


@overload
def hook_functions_of(
    game: Game, state: BattleState, attack: Attack, hook: Literal["to_hit"]
) -> Listeners[types.ToHitHook]: ...
@overload
def hook_functions_of(
    game: Game, state: BattleState, attack: Attack, hook: Literal["hit_rolled"]
) -> Listeners[types.HitRolledHook]: ...
@overload
def hook_functions_of(
    game: Game, state: BattleState, attack: Attack, hook: Literal["to_wound"]
) -> Listeners[types.ToWoundHook]: ...
@overload
def hook_functions_of(
    game: Game, state: BattleState, attack: Attack, hook: Literal["wound_rolled"]
) -> Listeners[types.WoundRolledHook]: ...
@overload
def hook_functions_of(
    game: Game, state: BattleState, attack: Attack, hook: Literal["critical"]
) -> Listeners[types.CriticalHook]: ...
@overload
def hook_functions_of(
    game: Game, state: BattleState, attack: Attack, hook: Literal["save"]
) -> Listeners[types.SaveHook]: ...
@overload
def hook_functions_of(
    game: Game, state: BattleState, attack: Attack, hook: Literal["save_rolled"]
) -> Listeners[types.SaveRolledHook]: ...
@overload
def hook_functions_of(
    game: Game, state: BattleState, attack: Attack, hook: Literal["injury"]
) -> Listeners[types.InjuryHook]: ...
@overload
def hook_functions_of(
    game: Game, state: BattleState, attack: Attack, hook: Literal["wounded"]
) -> Listeners[types.WoundedHook]: ...
@overload
def hook_functions_of(game: Game, state: BattleState, attack: Attack, hook: str) -> Listeners[HookFunction]: ...
def hook_functions_of(game: Game, state: BattleState, attack: Attack, hook: str) -> Listeners[HookFunction]:
    """The hook functions for an attack: those of the attacker's traits, of the weapon's, then of the target's.

    The traits of attacker and weapon count only when a weapon is used; a mount attacks without its rider's skills.
    """
    found: list[Listener[HookFunction]] = []
    model_id, target, models, fighters = attack.who, attack.whom, state.models, game.fighters
    if attack.how in WEAPON_USE:
        if model_id and attack.part == "self":
            hooks, effects = fighters[model_id].hooks, models[model_id].effects
            if effects or getattr(hooks, hook):
                found.extend((function, model_id, given) for function, given in listeners(hooks, effects, hook))
        hooks = attack.weapon.hooks
        if hooks is not NO_HOOKS:
            for function, parameters in getattr(hooks, hook):
                found.append((function, model_id, parameters))
    hooks, effects = fighters[target].hooks, models[target].effects
    if effects or getattr(hooks, hook):
        found.extend((function, target, given) for function, given in listeners(hooks, effects, hook))
    return found


def take_keywords(attack: Attack, keywords: frozenset[str]) -> None:
    """Apply the attacker's own keywords to an attack.

    Rules: SPEC-POISON-02, SPEC-KB-01, SPEC-KB-02, SPEC-FLAMING-01
    """
    if "poisoned_attacks" in keywords:
        attack.poison = attack.poison or "keyword"
    if "heroic_killing_blow" in keywords:
        attack.killing_blow = "heroic_killing_blow"
    elif "killing_blow" in keywords:
        attack.killing_blow = attack.killing_blow or "killing_blow"
    attack.flaming |= "flaming_attacks" in keywords or is_flaming(attack.weapon)
    attack.magical |= MAGICAL.on(attack.weapon)


def is_flaming(weapon: Weapon) -> bool:
    """Whether the weapon's hits are flaming. Rule: SPEC-FLAMING-01"""
    return BURNS.on(weapon) or BURNS_ALWAYS.on(weapon)


HIGHEST_SHOT = 9
"""The highest score that a shot can reach with a second die. Rule: SHOOT-NEED7-01"""


def second_need(need: int) -> int:
    """The score that the second die of a shot needs, after a 6 on the first. Rule: SHOOT-NEED7-01"""
    return need - 3


def roll_to_hit(ctx: Context, attack: Attack, purpose: str = "hit") -> None:
    """Roll the die to hit of one attack: a 1 always misses; scores above six need a second die.

    Rules: CC-HIT-03, SHOOT-BS-02, SHOOT-NEED7-01
    """
    if attack.automatic:
        attack.hit = True
        return
    need = attack.need_hit
    if need > 6 and ctx.rules.two_dice_past_six and attack.how == "shot":
        if need > HIGHEST_SHOT:
            return
        rolled = ctx.roll(purpose, attack.who, need=6, mods=attack.hit_mods, against=attack.whom, rule="SHOOT-NEED7-01")
        attack.face = rolled.total
        if rolled.passed:
            second = ctx.roll("hit2", attack.who, need=second_need(need), against=attack.whom, rule="SHOOT-NEED7-01")
            attack.hit = second.passed
        return
    rolled = ctx.roll(
        purpose,
        attack.who,
        need=need,
        mods=attack.hit_mods,
        against=attack.whom,
        rule="CONV-PIPE-01",
        about=attack.weapon_label,
    )
    attack.face = rolled.total
    attack.hit = rolled.passed and rolled.total != 1


def reroll_to_hit(ctx: Context, attack: Attack) -> None:
    """Re-roll a die to hit; the second face counts. Rule: DICE-REROLL-01"""
    if attack.rerolled or attack.automatic or not attack.face:
        return
    attack.rerolled = True
    attack.hit = False
    roll_to_hit(ctx, attack, "reroll")
