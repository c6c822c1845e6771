"""Keys for wounds whose saves were rolled: wounds with equal keys lead to the same injury roll and the same effects."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.hooks import listeners
from battles.engine.state import BattleState
from battles.engine.steps.harm.attacks import Attack, Group
from battles.engine.steps.harm.injuries import Harm, harm_of, injury_result

InjuryKey = Callable[[Attack], Hashable]


def injury_key_of(ctx: Context, group: Group) -> InjuryKey | None:
    """A key function for unsaved wounds: the facts that the injury roll depends on. None if all facts may matter.

    They do if the first wound affects a mount or a rider may lose control, if a hook reacts to lost Wounds, or if a
    lasting effect changes injuries: it might end before they are rolled. Rules: INJ-CAV-01, INJ-TABLE-01
    """
    game, state = ctx.game, ctx.state
    if game.rules.hr_cavalry_first_wound or game.rules.hr_losing_control or _is_unsteady(game, state, group):
        return None
    known: dict[Hashable, Hashable] = {}

    def key_of(attack: Attack) -> Hashable:
        made = (
            id(attack.weapon), attack.who, attack.how, attack.part, attack.injury_bonus, attack.helmet,
            attack.critical, attack.killing_blow,
        )  # fmt: skip
        found = known.get(made)
        if found is None:
            harm = harm_of(ctx, attack)
            found = known[made] = _read_of(harm, helmet=bool(harm.avoid_stun))
        return found

    return key_of


def _is_unsteady(game: Game, state: BattleState, group: Group) -> bool:
    for model_id in {group.who, group.whom} - {""}:
        hooks, effects = game.fighters[model_id].hooks, state.models[model_id].effects
        own = listeners(hooks, (), "injury")
        if listeners(hooks, effects, "wounded") or len(listeners(hooks, effects, "injury")) > len(own):
            return True
    return any(listeners(attack.weapon.hooks, (), "wounded") for attack in group.attacks)


def _read_of(harm: Harm, *, helmet: bool) -> Hashable:
    """The injury result of each face, and what may change it afterwards.

    `helmet`: whether a helmet could prevent a stunned result.
    """
    faces = tuple(injury_result(face + harm.bonus, harm.knocked_down_to, harm.stunned_to) for face in range(1, 7))
    return (
        faces, helmet and harm.helmet, harm.stunned_is_knocked_down, harm.knocked_down_is_nothing,
        harm.stunned_is_nothing, harm.avoid_stun, harm.marks_the_dead,
    )  # fmt: skip
