"""Named places where skills, gear, spells, terrain and conditions have their say.

A trait is a code with parameters on a fighter, a weapon, or an effect on a model. A function registered for a code on
a hook is called at
that place of the rules with the context of the moment. Rules code asks hooks, never for a skill by name. Registration
happens at import; `compile_hooks` picks, once a fighter, the functions that its traits bring.

| hook | called with | may |
|---|---|---|
| characteristic | (game, state, who, name, value) -> value | change a characteristic while it holds |
| attacks | (game, state, who, striker: Striker) | change the number of attacks of a fighter's turn to strike |
| strike_order | (game, state, who, entry) -> entry | move a fighter in the striking order |
| to_hit | (game, state, who, attack: Attack) | add modifiers, set automatic or forbid criticals |
| hit_rolled | (ctx, who, attack: Attack) | re-roll or react to the face |
| parry | (game, state, who, parry: Parry) | allow, forbid, re-roll |
| to_wound | (game, state, who, attack: Attack) | add modifiers, change strength |
| wound_rolled | (ctx, who, attack: Attack) | re-roll or react to the face |
| critical | (ctx, who, attack: Attack) | change what counts as a critical and its chart die |
| save | (game, state, who, saves: Saves) | change, forbid or add saves |
| save_rolled | (ctx, who, saves: Saves) | re-roll a save |
| injury | (ctx, who, injury: Injury) | change bands, bonus, result |
| wounded | (ctx, who, group: Group) | react to Wounds lost |
| shot_landed | (ctx, who, attack: Attack) | of the weapon, when a shot has been worked out |
| struck | (ctx, who, group: Group) | when all blows at one enemy are rolled and parried |
| foe_out | (ctx, who, whom) | when somebody he fought went out of action by his hand |
| before_combat | (ctx, who) | when a combat phase begins |
| before_out | (ctx, who, by) -> bool | True keeps a model in play |
| lost_control | (ctx, who, posture, group: Group) | of a rider, with what the table for losing control says |
| move | (game, state, who, allowance) -> allowance | change allowances and permissions of a move |
| charge | (ctx, who, target) | at contact |
| climb | (game, state, who, test) -> test | change a movement test |
| sight | (game, state, who, target, seen) -> seen | see or be unseen |
| seen_by | (game, state, who, watcher, seen) -> seen | keep out of somebody's sight |
| dares | (ctx, who, charger, target) -> bool | at a declared charge, of charger and target: False fails it |
| shoot | (game, state, who, plan) -> plan | change shots, range, who may shoot |
| leadership | (game, state, who, test) -> test | change a leadership test |
| psychology | (game, state, who, keywords) -> keywords | give or take keywords |
| recovery | (ctx, who) | in the recovery phase |
| turn_start | (ctx, who) | at the very start of the owner's turn |
| turn_end | (ctx, who) | at the end of the owner's turn |
| deploy | (ctx, who) | when everybody is set up |
| spell | (ctx, casting) | around casting |
| spell_aimed | (game, state, who, casting) | on a target, before the roll: make it harder |

`game`, `state` and `who` never change anything; hooks that get `ctx` may emit events and roll dice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any

HOOKS = (
    "characteristic", "attacks", "strike_order", "to_hit", "hit_rolled", "parry", "to_wound", "wound_rolled",
    "critical", "save", "save_rolled", "injury", "wounded", "shot_landed", "struck", "foe_out", "before_combat",
    "before_out", "lost_control", "move", "charge", "climb", "sight", "seen_by", "dares", "shoot", "leadership",
    "psychology", "recovery", "turn_start", "turn_end", "deploy", "spell", "spell_aimed",
)  # fmt: skip

HookFunction = Callable[..., Any]
Bound = tuple[HookFunction, dict[str, Any]]
"""A hook function with the parameters of its trait; called as function(..., **parameters)."""

_REGISTRY: dict[str, dict[str, list[HookFunction]]] = {}


def on(hook: str, *codes: str) -> Callable[[HookFunction], HookFunction]:
    """Decorator: register a function for these trait codes on a hook."""
    if hook not in HOOKS:
        raise ValueError(f"no hook is named {hook!r}")

    def register(function: HookFunction) -> HookFunction:
        for code in codes:
            _REGISTRY.setdefault(code, {}).setdefault(hook, []).append(function)
        return function

    return register


INNER_CODES: set[str] = set()
"""Codes that only the engine gives to models and weapons, besides those with a colon (terrain); no pack names them."""


def declare_inner(*codes: str) -> None:
    """Register codes of lasting effects and keywords that only the engine gives."""
    INNER_CODES.update(codes)


def known_codes() -> frozenset[str]:
    """Every trait code with a hook function."""
    return frozenset(_REGISTRY)


class HookTable:
    """The functions of one fighter, one tuple per hook, in trait order."""

    __slots__ = HOOKS

    def __init__(self, traits: Iterable[tuple[str, dict[str, Any]]]) -> None:
        found: dict[str, list[Bound]] = {hook: [] for hook in HOOKS}
        for code, parameters in traits:
            for hook, functions in _REGISTRY.get(code, {}).items():
                found[hook].extend((function, parameters) for function in functions)
        for hook in HOOKS:
            setattr(self, hook, tuple(found[hook]))


def compile_hooks(traits: Iterable[tuple[str, dict[str, Any]]]) -> HookTable:
    """The hook table for these traits (code, parameters)."""
    return HookTable(traits)


@cache
def effect_hooks(code: str) -> HookTable:
    """The hook table of a lasting effect; its functions get the effect's value as the parameter `value`."""
    return HookTable(((code, {}),))


def listeners(hooks: HookTable, effects: Sequence[tuple[str, int, int, str]], hook: str) -> Sequence[Bound]:
    """All functions for a hook on one model now: its traits first, then its lasting effects in order."""
    own: tuple[Bound, ...] = getattr(hooks, hook)
    if not effects:
        return own
    found = list(own)
    for effect in effects:
        for function, _ in getattr(effect_hooks(effect[0]), hook):
            found.append((function, {"value": effect[1]}))
    return found
