"""Hooks: the places in the rules where skills, gear, spells, terrain and conditions apply.

A trait is a code with parameters on a fighter, a weapon, or an effect on a model. A function registered for a code on a
hook is called at that place of the rules. Rules code calls hooks and does not ask for a skill by name. Functions are
registered at import; `compile_hooks` selects the functions for each fighter's traits once.

`hook_types` has one Protocol for each hook: what its functions are called with, and what they may do. `on` and
`listeners` take the hook's name as a literal, so that the type checker compares every function and every call with the
Protocol.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any, Literal, TypeVar, overload

from battles.engine import hook_types as types

HOOKS = (
    "characteristic", "attacks", "strike_order", "to_hit", "hit_rolled", "parry", "parry_with", "to_wound",
    "wound_rolled", "critical", "save", "save_rolled", "injury", "wounded", "shot_landed", "struck", "enemy_out",
    "before_combat", "before_out", "lost_control", "move", "charge", "climb", "sight", "seen_by", "dares", "shoot",
    "leadership", "psychology", "recovery", "turn_start", "turn_end", "deploy", "spell", "spell_aimed",
)  # fmt: skip

HookFunction = Callable[..., Any]
"""A function of any hook."""
Function = TypeVar("Function", bound=HookFunction)
Parameters = dict[str, Any]
"""Parameters of a trait as the packs give them: plain values, passed to hook functions by name."""
Trait = tuple[str, Parameters]
"""The code of a trait with its parameters: ("parry", {}), ("strength_bonus", {"by": 2, "first_round": True})."""
Bound = tuple[HookFunction, Parameters]
"""A hook function with the parameters of its trait; called as function(..., **parameters)."""

_REGISTRY: dict[str, dict[str, list[HookFunction]]] = {}


Register = Callable[[Function], Function]


@overload
def on(hook: Literal["characteristic"], *codes: str) -> Register[types.CharacteristicHook]: ...
@overload
def on(hook: Literal["attacks"], *codes: str) -> Register[types.AttacksHook]: ...
@overload
def on(hook: Literal["strike_order"], *codes: str) -> Register[types.StrikeOrderHook]: ...
@overload
def on(hook: Literal["to_hit"], *codes: str) -> Register[types.ToHitHook]: ...
@overload
def on(hook: Literal["hit_rolled"], *codes: str) -> Register[types.HitRolledHook]: ...
@overload
def on(hook: Literal["parry"], *codes: str) -> Register[types.ParryHook]: ...
@overload
def on(hook: Literal["parry_with"], *codes: str) -> Register[types.ParryWithHook]: ...
@overload
def on(hook: Literal["to_wound"], *codes: str) -> Register[types.ToWoundHook]: ...
@overload
def on(hook: Literal["wound_rolled"], *codes: str) -> Register[types.WoundRolledHook]: ...
@overload
def on(hook: Literal["critical"], *codes: str) -> Register[types.CriticalHook]: ...
@overload
def on(hook: Literal["save"], *codes: str) -> Register[types.SaveHook]: ...
@overload
def on(hook: Literal["save_rolled"], *codes: str) -> Register[types.SaveRolledHook]: ...
@overload
def on(hook: Literal["injury"], *codes: str) -> Register[types.InjuryHook]: ...
@overload
def on(hook: Literal["wounded"], *codes: str) -> Register[types.WoundedHook]: ...
@overload
def on(hook: Literal["shot_landed"], *codes: str) -> Register[types.ShotLandedHook]: ...
@overload
def on(hook: Literal["struck"], *codes: str) -> Register[types.StruckHook]: ...
@overload
def on(hook: Literal["enemy_out"], *codes: str) -> Register[types.EnemyOutHook]: ...
@overload
def on(hook: Literal["before_combat"], *codes: str) -> Register[types.BeforeCombatHook]: ...
@overload
def on(hook: Literal["before_out"], *codes: str) -> Register[types.BeforeOutHook]: ...
@overload
def on(hook: Literal["lost_control"], *codes: str) -> Register[types.LostControlHook]: ...
@overload
def on(hook: Literal["move"], *codes: str) -> Register[types.MoveHook]: ...
@overload
def on(hook: Literal["charge"], *codes: str) -> Register[types.ChargeHook]: ...
@overload
def on(hook: Literal["climb"], *codes: str) -> Register[types.ClimbHook]: ...
@overload
def on(hook: Literal["sight"], *codes: str) -> Register[types.SightHook]: ...
@overload
def on(hook: Literal["seen_by"], *codes: str) -> Register[types.SeenByHook]: ...
@overload
def on(hook: Literal["dares"], *codes: str) -> Register[types.DaresHook]: ...
@overload
def on(hook: Literal["shoot"], *codes: str) -> Register[types.ShootHook]: ...
@overload
def on(hook: Literal["leadership"], *codes: str) -> Register[types.LeadershipHook]: ...
@overload
def on(hook: Literal["psychology"], *codes: str) -> Register[types.PsychologyHook]: ...
@overload
def on(hook: Literal["recovery"], *codes: str) -> Register[types.RecoveryHook]: ...
@overload
def on(hook: Literal["turn_start"], *codes: str) -> Register[types.TurnStartHook]: ...
@overload
def on(hook: Literal["turn_end"], *codes: str) -> Register[types.TurnEndHook]: ...
@overload
def on(hook: Literal["deploy"], *codes: str) -> Register[types.DeployHook]: ...
@overload
def on(hook: Literal["spell"], *codes: str) -> Register[types.SpellHook]: ...
@overload
def on(hook: Literal["spell_aimed"], *codes: str) -> Register[types.SpellAimedHook]: ...
def on(hook: str, *codes: str) -> Register[HookFunction]:
    """Decorator: register a function for these trait codes on a hook."""
    if hook not in HOOKS:
        raise ValueError(f"no hook is named {hook!r}")

    def register(function: HookFunction) -> HookFunction:
        for code in codes:
            _REGISTRY.setdefault(code, {}).setdefault(hook, []).append(function)
        return function

    return register


INNER_CODES: set[str] = set()
"""Codes that only the engine gives to models and weapons, not the packs. Terrain codes, which have a colon, are not
listed.
"""


def declare_inner(*codes: str) -> None:
    """Register codes of lasting effects and keywords that only the engine sets."""
    INNER_CODES.update(codes)


def known_codes() -> frozenset[str]:
    """Every trait code with a hook function."""
    return frozenset(_REGISTRY)


def functions_on(hook: str) -> list[tuple[str, HookFunction]]:
    """Every function registered on a hook, with the code of its trait."""
    return [(code, function) for code, hooks in _REGISTRY.items() for function in hooks.get(hook, ())]


class HookTable:
    """The hook functions of one fighter: one tuple per hook, in the order of its traits."""

    __slots__ = HOOKS

    def __init__(self, traits: Iterable[Trait]) -> None:
        found: dict[str, list[Bound]] = {hook: [] for hook in HOOKS}
        for code, parameters in traits:
            for hook, functions in _REGISTRY.get(code, {}).items():
                found[hook].extend((function, parameters) for function in functions)
        for hook in HOOKS:
            setattr(self, hook, tuple(found[hook]))


def compile_hooks(traits: Iterable[Trait]) -> HookTable:
    """The hook table for these traits (code, parameters)."""
    return HookTable(traits)


@cache
def effect_hooks(code: str) -> HookTable:
    """The hook table of a lasting effect; its functions receive the effect's value as the parameter `value`."""
    return HookTable(((code, {}),))


Effects = Sequence[tuple[str, int, int, str]]
"""Lasting effects of a model: code, value, last turn, owner (`state.Effect`)."""
Calls = Sequence[tuple[Function, Parameters]]
"""Functions of a hook with the parameters of their traits."""


@overload
def listeners(
    hooks: HookTable, effects: Effects, hook: Literal["characteristic"]
) -> Calls[types.CharacteristicHook]: ...
@overload
def listeners(hooks: HookTable, effects: Effects, hook: Literal["attacks"]) -> Calls[types.AttacksHook]: ...
@overload
def listeners(hooks: HookTable, effects: Effects, hook: Literal["strike_order"]) -> Calls[types.StrikeOrderHook]: ...
@overload
def listeners(hooks: HookTable, effects: Effects, hook: Literal["to_hit"]) -> Calls[types.ToHitHook]: ...
@overload
def listeners(hooks: HookTable, effects: Effects, hook: Literal["hit_rolled"]) -> Calls[types.HitRolledHook]: ...
@overload
def listeners(hooks: HookTable, effects: Effects, hook: Literal["parry"]) -> Calls[types.ParryHook]: ...
@overload
def listeners(hooks: HookTable, effects: Effects, hook: Literal["parry_with"]) -> Calls[types.ParryWithHook]: ...
@overload
def listeners(hooks: HookTable, effects: Effects, hook: Literal["to_wound"]) -> Calls[types.ToWoundHook]: ...
@overload
def listeners(hooks: HookTable, effects: Effects, hook: Literal["wound_rolled"]) -> Calls[types.WoundRolledHook]: ...
@overload
def listeners(hooks: HookTable, effects: Effects, hook: Literal["critical"]) -> Calls[types.CriticalHook]: ...
@overload
def listeners(hooks: HookTable, effects: Effects, hook: Literal["save"]) -> Calls[types.SaveHook]: ...
@overload
def listeners(hooks: HookTable, effects: Effects, hook: Literal["save_rolled"]) -> Calls[types.SaveRolledHook]: ...
@overload
def listeners(hooks: HookTable, effects: Effects, hook: Literal["injury"]) -> Calls[types.InjuryHook]: ...
@overload
def listeners(hooks: HookTable, effects: Effects, hook: Literal["wounded"]) -> Calls[types.WoundedHook]: ...
@overload
def listeners(hooks: HookTable, effects: Effects, hook: Literal["shot_landed"]) -> Calls[types.ShotLandedHook]: ...
@overload
def listeners(hooks: HookTable, effects: Effects, hook: Literal["struck"]) -> Calls[types.StruckHook]: ...
@overload
def listeners(hooks: HookTable, effects: Effects, hook: Literal["enemy_out"]) -> Calls[types.EnemyOutHook]: ...
@overload
def listeners(hooks: HookTable, effects: Effects, hook: Literal["before_combat"]) -> Calls[types.BeforeCombatHook]: ...
@overload
def listeners(hooks: HookTable, effects: Effects, hook: Literal["before_out"]) -> Calls[types.BeforeOutHook]: ...
@overload
def listeners(hooks: HookTable, effects: Effects, hook: Literal["lost_control"]) -> Calls[types.LostControlHook]: ...
@overload
def listeners(hooks: HookTable, effects: Effects, hook: Literal["move"]) -> Calls[types.MoveHook]: ...
@overload
def listeners(hooks: HookTable, effects: Effects, hook: Literal["charge"]) -> Calls[types.ChargeHook]: ...
@overload
def listeners(hooks: HookTable, effects: Effects, hook: Literal["climb"]) -> Calls[types.ClimbHook]: ...
@overload
def listeners(hooks: HookTable, effects: Effects, hook: Literal["sight"]) -> Calls[types.SightHook]: ...
@overload
def listeners(hooks: HookTable, effects: Effects, hook: Literal["seen_by"]) -> Calls[types.SeenByHook]: ...
@overload
def listeners(hooks: HookTable, effects: Effects, hook: Literal["dares"]) -> Calls[types.DaresHook]: ...
@overload
def listeners(hooks: HookTable, effects: Effects, hook: Literal["shoot"]) -> Calls[types.ShootHook]: ...
@overload
def listeners(hooks: HookTable, effects: Effects, hook: Literal["leadership"]) -> Calls[types.LeadershipHook]: ...
@overload
def listeners(hooks: HookTable, effects: Effects, hook: Literal["psychology"]) -> Calls[types.PsychologyHook]: ...
@overload
def listeners(hooks: HookTable, effects: Effects, hook: Literal["recovery"]) -> Calls[types.RecoveryHook]: ...
@overload
def listeners(hooks: HookTable, effects: Effects, hook: Literal["turn_start"]) -> Calls[types.TurnStartHook]: ...
@overload
def listeners(hooks: HookTable, effects: Effects, hook: Literal["turn_end"]) -> Calls[types.TurnEndHook]: ...
@overload
def listeners(hooks: HookTable, effects: Effects, hook: Literal["deploy"]) -> Calls[types.DeployHook]: ...
@overload
def listeners(hooks: HookTable, effects: Effects, hook: Literal["spell"]) -> Calls[types.SpellHook]: ...
@overload
def listeners(hooks: HookTable, effects: Effects, hook: Literal["spell_aimed"]) -> Calls[types.SpellAimedHook]: ...
@overload
def listeners(hooks: HookTable, effects: Effects, hook: str) -> Calls[HookFunction]: ...
def listeners(hooks: HookTable, effects: Effects, hook: str) -> Calls[HookFunction]:
    """All functions of a hook for one model now: those of its traits first, then those of its lasting effects in
    order.
    """
    own: tuple[Bound, ...] = getattr(hooks, hook)
    if not effects:
        return own
    found = list(own)
    for effect in effects:
        for function, _ in getattr(effect_hooks(effect[0]), hook):
            found.append((function, {"value": effect[1]}))
    return found
