"""The only code that turns hits into harm: for shots, attacks, falls, stomps, spells and terrain.

Rules: CONV-PIPE-01, DICE-ORDER-01

Other steps call `resolve` with a group of attacks, or `hit_automatically` or `lose_wounds`.
"""

from __future__ import annotations

from battles.engine.events import Attacked
from battles.engine.flow import AGAIN, ON, OVER, Context
from battles.engine.hooks import listeners
from battles.engine.state import FOUGHT, HAMMERED, KNOCKED_DOWN, STANDING
from battles.engine.steps.combat import extra_attacks, knockback, parrying
from battles.engine.steps.harm import criticals, injuries, saves
from battles.engine.steps.harm.attacks import NO_WEAPON, Attack, Group, hook_functions_of, reroll_to_hit, roll_to_hit
from battles.engine.steps.harm.automatic_hits import resolved_by
from battles.engine.steps.harm.wounding import roll_wound
from battles.engine.steps.models.characteristics import keywords_of
from battles.engine.steps.movement.heights import falling

FEW = 2
"""With this many dice or fewer a stage rolls all at once, since merging outcomes in between would take longer."""
FLAMMABLE_STRENGTH = 4
"""Strength of the additional hit on a flammable model. Rule: SPEC-FLAMMABLE-01"""


def resolve(ctx: Context, group: Group) -> Group:
    """Resolve a group of attacks, from the roll to hit to the posture of the target.

    Returns the group with its results.
    """
    model = ctx.model(group.whom)
    if model.gone or not group.attacks:
        return group
    group.posture_before = model.posture
    first = group.attacks[0]
    ctx.emit(Attacked(group.who, group.whom, first.weapon.name, group.how, len(group.attacks), _name_weapons(group)))
    if group.downed == "out":
        ctx.note("finished", group.who, group.whom, rule="CC-STUN-01")
        group.out = group.felled = injuries.take_out(ctx, group.whom, by=group.who)
        return group
    ctx.go_through(STAGES, group)
    return group


def _name_weapons(group: Group) -> tuple[str, ...]:
    """The names of a group's weapons if it attacks with several; each attack then gets the name for its own dice."""
    names = tuple(dict.fromkeys(attack.weapon.name for attack in group.attacks))
    if len(names) < 2:
        return ()
    for attack in group.attacks:
        attack.weapon_label = attack.weapon.name
    return names


def roll_hits(ctx: Context, group: Group) -> None:
    """Roll all dice to hit of a group, then the re-rolls of misses; then apply what can stop a hit (dodges, charms)."""
    while not roll_next_hit(ctx, group):
        pass


def roll_next_hit(ctx: Context, group: Group) -> bool:
    """Roll the next die to hit of a group, in the order of `roll_hits`. Returns True when all hits are settled."""
    attacks = group.attacks
    if group.rolling is None:
        group.rolling = [(0, number) for number in range(len(attacks))]
        group.rolling += [(1, number) for number, attack in enumerate(attacks) if attack.rerolls_misses]
    while group.rolling:
        again, number = group.rolling.pop(0)
        if not again:
            roll_to_hit(ctx, attacks[number])
        elif attacks[number].hit:
            continue
        else:
            reroll_to_hit(ctx, attacks[number])
        if group.rolling and len(attacks) > FEW:
            return False
    group.rolling = None
    for attack in attacks:
        for function, model_id, parameters in hook_functions_of(ctx.game, ctx.state, attack, "hit_rolled"):
            function(ctx, model_id, attack, **parameters)
    extra_attacks.double(group)
    return True


def _set_alight(ctx: Context, group: Group) -> None:
    """Add one more hit for every flaming hit on a flammable model. Rule: SPEC-FLAMMABLE-01"""
    if "flammable" not in keywords_of(ctx.game, ctx.state, group.whom):
        return
    attacks: list[Attack] = []
    for attack in group.attacks:
        attacks.append(attack)
        if attack.flaming and attack.lands:
            attacks.append(
                Attack(
                    attack.who, group.whom, "flames", NO_WEAPON, FLAMMABLE_STRENGTH, FLAMMABLE_STRENGTH,
                    automatic=True, may_be_critical=False, hit=True,
                )
            )  # fmt: skip
    group.attacks = attacks


def _contact_effects(ctx: Context, group: Group) -> None:
    """Apply effects of a critical hit other than its wound, unless a ward stopped the hit.

    Rules: CRIT-BLUD-HAMMERED-01, CRIT-THRUST-THRUST-01
    """
    for attack in group.attacks:
        model = ctx.model(group.whom)
        if model.gone or not attack.critical or attack.warded:
            continue
        if attack.on_contact == "hammered" and not model.flags & FOUGHT:
            ctx.flag(group.whom, on=HAMMERED, why="hammered")
        elif attack.on_contact == "knock_down":
            injuries.worsen(ctx, group.whom, KNOCKED_DOWN, by=group.who, why="thrust")
            group.felled = group.felled or group.posture_before == STANDING
        elif attack.on_contact == "disarm":
            knockback.disarm(ctx, group.whom)


def _slip(ctx: Context, group: Group) -> None:
    """Check whether a model that goes down falls from an edge nearby. Rule: INJ-EDGE-01"""
    model = ctx.model(group.whom)
    if group.felled and group.may_slip and not model.gone:
        falling.slip(ctx, group.whom, group.how, group.who)


# -- the stages in order; each says what follows -----------------------------------------------------------------------


def _hits(ctx: Context, group: Group) -> int:
    if not roll_next_hit(ctx, group):
        return AGAIN
    return ON if any(attack.lands for attack in group.attacks) else OVER


def _parried(ctx: Context, group: Group) -> bool:
    parrying.parry(ctx, group)
    if group.how == "blow" and group.who:
        for function, given in listeners(ctx.fighter(group.who).hooks, ctx.model(group.who).effects, "struck"):
            function(ctx, group.who, group, **given)
    if not group.hits:
        return True
    if group.downed == "hit_is_out":
        group.out = group.felled = injuries.take_out(ctx, group.whom, by=group.who)
        return True
    if ctx.rules.keywords:
        _set_alight(ctx, group)
    return False


def _wounds(ctx: Context, group: Group) -> int:
    """Make every roll to wound in order, then the extra attacks of weapons that attack again. Rule: CONV-PIPE-01"""
    attacks = group.attacks
    if group.rolling is None:
        group.rolling = [(0, number) for number, attack in enumerate(attacks) if attack.lands]
        group.rolling += [
            (1, number) for number, attack in enumerate(attacks) if extra_attacks.may_press_on(group, attack)
        ]
    one_by_one = len(group.rolling) > FEW
    while group.rolling:
        pressing, number = group.rolling.pop(0)
        if pressing:
            extra_attacks.press_on(ctx, group, attacks[number])
        else:
            roll_wound(ctx, attacks[number], "wound2" if group.second else "wound")
        if group.rolling and one_by_one:
            return AGAIN
    group.rolling = None
    return ON if any(attack.lands and attack.wounded for attack in group.attacks) else OVER


def _criticals(ctx: Context, group: Group) -> int:
    return ON if criticals.find_next_critical(ctx, group) else AGAIN


def _saves(ctx: Context, group: Group) -> int:
    if not saves.roll_next_saves(ctx, group):
        return AGAIN
    return ON if any(attack.unsaved or attack.critical for attack in group.attacks) else OVER


def _injuries(ctx: Context, group: Group) -> int:
    return ON if injuries.is_settled(ctx, group) else AGAIN


def _aftermath(ctx: Context, group: Group) -> bool:
    _contact_effects(ctx, group)
    _slip(ctx, group)
    knockback.throw(ctx, group)
    return True


STAGES = (_hits, _parried, _wounds, _criticals, _saves, _injuries, _aftermath)
"""The stages of a group, in the order of its dice. Rule: CONV-PIPE-01"""


def lose_wounds(
    ctx: Context, target: str, count: int = 1, *, how: str, by: str = "", armour: bool = False, ward: bool = True
) -> Group:
    """Wound a model without a roll to wound (dangerous ground, some spells), with saves, injuries and posture as usual.

    Rule: SPEC-DT-01
    """
    attacks = [
        Attack(by, target, how, NO_WEAPON, 0, 0, automatic=True, hit=True, wounded=True, armour=armour, ward=ward)
        for _ in range(count)
    ]
    group = Group(by, target, how, attacks, posture_before=ctx.model(target).posture)
    if ctx.model(target).gone:
        return group
    ctx.emit(Attacked(by, target, "", how, count))
    saves.take(ctx, group)
    injuries.suffer(ctx, group)
    _slip(ctx, group)
    return group


resolved_by(resolve)
