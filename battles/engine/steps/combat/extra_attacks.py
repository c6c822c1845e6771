"""Extra attacks: double barrels, and thin blades that attack again after a hit that does not wound.

Rules: CONV-PIPE-01, CC-HIT-03
"""

from __future__ import annotations

from battles.engine.events import Modifier
from battles.engine.flow import Context
from battles.engine.steps.harm.attacks import Attack, Group, roll_to_hit
from battles.engine.steps.harm.wounding import roll_wound
from battles.engine.traits import Flag

HITS_TWICE, BARRAGE = Flag("hits_twice"), Flag("barrage")
"""Traits of weapons: every hit counts twice ("hits_twice"), a hit that does not wound gives another attack ("barrage").

"""
MOST_BLOWS = 5
"""Maximum number of extra attacks after one attack; by then each needs a 6 to hit."""


def double(group: Group) -> None:
    """Count every hit with both barrels twice."""
    attacks: list[Attack] = []
    for attack in group.attacks:
        attacks.append(attack)
        if attack.hit and HITS_TWICE.on(attack.weapon):
            attacks.append(attack.copy())
    group.attacks = attacks


def may_press_on(group: Group, attack: Attack) -> bool:
    """Whether a hit that does not wound could give another attack."""
    return group.how == "blow" and attack.lands and not attack.automatic and BARRAGE.on(attack.weapon)


def press_on(ctx: Context, group: Group, attack: Attack) -> None:
    """Make more attacks after one that did not wound, each 1 harder to hit, until one misses or wounds."""
    last = attack
    for _ in range(MOST_BLOWS):
        if not last.lands or last.wounded:
            return
        last = _again(last)
        roll_to_hit(ctx, last)
        if last.hit:
            roll_wound(ctx, last)
        group.attacks.append(last)


def _again(attack: Attack) -> Attack:
    """The next attack: like the last one but 1 harder to hit, with 6 as the highest score needed."""
    blow = attack.copy()
    blow.need_hit = blow.raw_need_hit = min(6, attack.need_hit + 1)
    blow.hit_mods.append(Modifier("pressing_on", -1))
    blow.wound_mods.clear()
    blow.face = blow.wound_face = blow.need_wound = 0
    blow.hit = blow.parried = blow.rerolled = blow.wounded = blow.poison_critical = False
    return blow
