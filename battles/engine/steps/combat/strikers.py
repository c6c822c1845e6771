"""The number of attacks of a fighter, the weapons it uses for them, and its possible targets.

Rules: CC-2W-01, CC-ALLOC-01, CC-ALLOC-02, PSY-FRENZY-02
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations, permutations

from battles.engine.flow import Choice
from battles.engine.game import Game
from battles.engine.hooks import listeners
from battles.engine.profile import Weapon
from battles.engine.state import FIRST_ROUND, FRENZIED, BattleState
from battles.engine.steps.combat.loadouts import usable_weapons
from battles.engine.steps.combat.strike_order import WHIPCRACK
from battles.engine.steps.models.bodies import is_out_of_the_fight
from battles.engine.steps.models.characteristics import characteristic
from battles.engine.terrain.buildings.assaults import allowed_targets
from battles.engine.traits import Flag

SHOOTS_IN_COMBAT = Flag("shoots_in_combat")
"""Trait of a weapon: one extra shot in the first round of a combat."""

MOST_SPLITS = 60
"""If there are more splits than this, only those that keep the order of targets are listed."""


@dataclass(slots=True, eq=False)
class Striker:
    """A fighter about to attack; the `attacks` hook may change it."""

    who: str
    weapons: tuple[Weapon, ...]
    """Usable weapons in hand. The first makes the ordinary attacks; each other one makes one extra attack."""
    attacks: int
    """Ordinary attacks, without the extra one of a second weapon."""
    second_attacks: int = 0
    """Number of extra attacks from a pair of weapons, made with the first one."""
    extra: list[Weapon] = field(default_factory=list)
    """The weapons of additional attacks (claws, tails), one for each."""

    def plan(self) -> list[Weapon]:
        """One weapon for each attack, in order."""
        main, *others = self.weapons
        return [main] * max(0, self.attacks) + others + [main] * self.second_attacks + self.extra


def attack_plan(game: Game, state: BattleState, model_id: str, part: str = "self") -> list[Weapon]:
    """The weapon of each attack that a fighter or its mount makes. Changes nothing."""
    fighter = game.fighters[model_id]
    model = state.models[model_id]
    if part == "mount":
        assert fighter.mount is not None
        from battles.engine.steps.combat.natural_weapons import mount_weapon

        return [mount_weapon()] * fighter.mount.profile.attacks
    weapons = _pistols_last(usable_weapons(game, state, model_id))
    if part == "whip":
        return [weapon for weapon in weapons if WHIPCRACK.on(weapon)][:1]
    attacks = characteristic(game, state, model_id, "attacks")
    if model.flags & FRENZIED:
        attacks = attacks * 2 if game.rules.frenzy_doubles else attacks + 1
    striker = Striker(model_id, weapons, min(attacks, 1) if weapons[0].kind == "pistol" else attacks)
    for weapon in weapons:
        for function, parameters in listeners(weapon.hooks, (), "attacks"):
            function(game, state, model_id, striker, **parameters)
    for function, parameters in listeners(fighter.hooks, model.effects, "attacks"):
        function(game, state, model_id, striker, **parameters)
    for other in model.engaged:
        for function, parameters in listeners(game.fighters[other].hooks, state.models[other].effects, "attacks"):
            function(game, state, other, striker, **parameters)
    if model.flags & FIRST_ROUND:
        striker.extra.extend(weapon for weapon in fighter.weapons if SHOOTS_IN_COMBAT.on(weapon))
    return striker.plan()


def _pistols_last(weapons: tuple[Weapon, ...]) -> tuple[Weapon, ...]:
    """The weapons with pistols last: a pistol gives one attack, so another weapon makes the ordinary ones. Rule:
    SHOOT-PISTOL-01
    """
    return tuple(sorted(weapons, key=lambda weapon: weapon.kind == "pistol"))


def legal_targets(game: Game, state: BattleState, model_id: str) -> list[str]:
    """The engaged enemies a model may strike: those who can fight, else all. Rule: CC-ALLOC-02"""
    touching = [other for other in state.models[model_id].engaged if not state.models[other].gone]
    able = [other for other in touching if not is_out_of_the_fight(game, state.models[other])]
    return allowed_targets(game, state, model_id, able or touching)


def splits(count: int, targets: list[str], weapons: Sequence[Weapon] = ()) -> list[tuple[str, ...]]:
    """Every way to divide `count` attacks, as the target of each attack. Attacks at the same target come together.

    The first one puts all attacks on the first target. The order of targets matters only if the attacks come from
    different `weapons`. Rule: CC-ALLOC-01
    """
    orders = permutations if _are_several(weapons) else combinations
    found: list[tuple[str, ...]] = []
    for number in range(1, min(len(targets), count) + 1):
        for chosen in orders(targets, number):
            found.extend(
                tuple(model_id for model_id, share in zip(chosen, parts, strict=True) for _ in range(share))
                for parts in _shares(count, number)
            )
        if len(found) > MOST_SPLITS:
            break
    return found


def _shares(count: int, number: int) -> list[tuple[int, ...]]:
    if number == 1:
        return [(count,)]
    return [(first, *rest) for first in range(count - number + 1, 0, -1) for rest in _shares(count - first, number - 1)]


def _are_several(weapons: Sequence[Weapon]) -> bool:
    return len({weapon.code for weapon in weapons}) > 1


def split_choices(game: Game, count: int, targets: list[str], weapons: Sequence[Weapon] = ()) -> list[Choice]:
    """The splits as options of a decision; the key is the targets joined by commas.

    With different `weapons`, one for each attack, the label names the target of each.
    """
    several = _are_several(weapons)
    choices = []
    for split in splits(count, targets, weapons):
        shares = {model_id: split.count(model_id) for model_id in dict.fromkeys(split)}
        label = ", ".join(f"{share} at {game.name(model_id)}" for model_id, share in shares.items())
        data: dict[str, object] = {"shares": [[model_id, share] for model_id, share in shares.items()]}
        if several:
            label = ", ".join(
                f"{weapon.name} at {game.name(model_id)}" for weapon, model_id in zip(weapons, split, strict=True)
            )
            data["weapons"] = [[weapon.name, model_id] for weapon, model_id in zip(weapons, split, strict=True)]
        choices.append(Choice(",".join(split), label, "split", data))
    return choices
