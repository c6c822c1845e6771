"""One Protocol for each hook: what its functions are called with, when, and what they may do.

Hooks with `game` and `state` change nothing but the subject they are given or return; hooks with `ctx` may emit events
and roll dice. `who` is the model with the trait, or with the weapon. After the positional arguments come the parameters
of the trait, by name, as the packs give them; their types are those of each function.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from battles.engine.flow import Context
    from battles.engine.game import Game
    from battles.engine.state import BattleState
    from battles.engine.steps.combat.parrying import Parry
    from battles.engine.steps.combat.strike_order import Entry
    from battles.engine.steps.combat.strikers import Striker
    from battles.engine.steps.harm.attacks import Attack, Group
    from battles.engine.steps.harm.injuries import Injury
    from battles.engine.steps.harm.saves import Saves
    from battles.engine.steps.magic.spellbook import Casting
    from battles.engine.steps.movement.allowances import Allowance
    from battles.engine.steps.movement.initiative_tests import MoveTest
    from battles.engine.steps.nerve.leaders import LeadershipTest
    from battles.engine.steps.shooting.rate_of_fire import ShotPlan


class CharacteristicHook(Protocol):
    """Change a characteristic (`name`) while the trait applies."""

    def __call__(
        self, game: Game, state: BattleState, model_id: str, name: str, value: int, /, *args: Any, **parameters: Any
    ) -> int: ...


class AttacksHook(Protocol):
    """Change the number of attacks of a fighter whose turn to strike has come, or of its enemies."""

    def __call__(
        self, game: Game, state: BattleState, model_id: str, striker: Striker, /, *args: Any, **parameters: Any
    ) -> None: ...


class StrikeOrderHook(Protocol):
    """Change a fighter's place in the striking order."""

    def __call__(
        self, game: Game, state: BattleState, model_id: str, entry: Entry, /, *args: Any, **parameters: Any
    ) -> Entry: ...


class ToHitHook(Protocol):
    """Add modifiers to the roll to hit, set automatic hits or forbid critical hits."""

    def __call__(
        self, game: Game, state: BattleState, model_id: str, attack: Attack, /, *args: Any, **parameters: Any
    ) -> None: ...


class HitRolledHook(Protocol):
    """Re-roll the roll to hit or react to its face."""

    def __call__(self, ctx: Context, model_id: str, attack: Attack, /, *args: Any, **parameters: Any) -> None: ...


class ParryHook(Protocol):
    """Allow, forbid or re-roll a parry."""

    def __call__(
        self, game: Game, state: BattleState, model_id: str, parry: Parry, /, *args: Any, **parameters: Any
    ) -> None: ...


class ParryWithHook(Protocol):
    """For a weapon in hand: what the model can parry with."""

    def __call__(
        self, game: Game, state: BattleState, model_id: str, parry: Parry, /, *args: Any, **parameters: Any
    ) -> None: ...


class ToWoundHook(Protocol):
    """Add modifiers to the roll to wound, or change the Strength."""

    def __call__(
        self, game: Game, state: BattleState, model_id: str, attack: Attack, /, *args: Any, **parameters: Any
    ) -> None: ...


class WoundRolledHook(Protocol):
    """Re-roll the roll to wound or react to its face."""

    def __call__(self, ctx: Context, model_id: str, attack: Attack, /, *args: Any, **parameters: Any) -> None: ...


class CriticalHook(Protocol):
    """Change which rolls count as critical hits, or the roll on the critical hit chart."""

    def __call__(self, ctx: Context, model_id: str, attack: Attack, /, *args: Any, **parameters: Any) -> None: ...


class SaveHook(Protocol):
    """Change, forbid or add saves."""

    def __call__(
        self, game: Game, state: BattleState, model_id: str, saves: Saves, /, *args: Any, **parameters: Any
    ) -> None: ...


class SaveRolledHook(Protocol):
    """Re-roll a save."""

    def __call__(self, ctx: Context, model_id: str, saves: Saves, /, *args: Any, **parameters: Any) -> None: ...


class InjuryHook(Protocol):
    """Change the bands, bonus or result of an injury."""

    def __call__(self, ctx: Context, model_id: str, injury: Injury, /, *args: Any, **parameters: Any) -> None: ...


class WoundedHook(Protocol):
    """React to the loss of Wounds."""

    def __call__(self, ctx: Context, model_id: str, group: Group, /, *args: Any, **parameters: Any) -> None: ...


class ShotLandedHook(Protocol):
    """For a weapon: react to a shot that has been resolved."""

    def __call__(self, ctx: Context, model_id: str, attack: Attack, /, *args: Any, **parameters: Any) -> None: ...


class StruckHook(Protocol):
    """React when all attacks on one enemy have been rolled and parried."""

    def __call__(self, ctx: Context, model_id: str, group: Group, /, *args: Any, **parameters: Any) -> None: ...


class EnemyOutHook(Protocol):
    """React when the model takes an enemy out of action."""

    def __call__(self, ctx: Context, model_id: str, target: str, /, *args: Any, **parameters: Any) -> None: ...


class BeforeCombatHook(Protocol):
    """Called when a combat phase begins."""

    def __call__(self, ctx: Context, model_id: str, /, *args: Any, **parameters: Any) -> None: ...


class BeforeOutHook(Protocol):
    """Decide whether the model stays in play instead of going out of action (`by`: the attacker's id or "")."""

    def __call__(self, ctx: Context, model_id: str, by: str, /, *args: Any, **parameters: Any) -> bool: ...


class LostControlHook(Protocol):
    """For a rider: carry out a result of the table for losing control."""

    def __call__(
        self, ctx: Context, model_id: str, posture: int, group: Group, /, *args: Any, **parameters: Any
    ) -> None: ...


class MoveHook(Protocol):
    """Change the allowances and permissions of a move."""

    def __call__(
        self, game: Game, state: BattleState, model_id: str, allowance: Allowance, /, *args: Any, **parameters: Any
    ) -> Allowance: ...


class ChargeHook(Protocol):
    """Called when a charge makes contact."""

    def __call__(self, ctx: Context, model_id: str, target: str, /, *args: Any, **parameters: Any) -> None: ...


class ClimbHook(Protocol):
    """Change a test taken during a move."""

    def __call__(
        self, game: Game, state: BattleState, model_id: str, test: MoveTest, /, *args: Any, **parameters: Any
    ) -> MoveTest: ...


class SightHook(Protocol):
    """Decide whether the model sees a target; `seen` is the answer so far."""

    def __call__(
        self, game: Game, state: BattleState, model_id: str, target: str, seen: bool, /, *args: Any, **parameters: Any
    ) -> bool: ...


class SeenByHook(Protocol):
    """Decide whether a watcher sees the model; `seen` is the answer so far."""

    def __call__(
        self, game: Game, state: BattleState, model_id: str, watcher: str, seen: bool, /, *args: Any, **parameters: Any
    ) -> bool: ...


class DaresHook(Protocol):
    """Called for charger and target of a declared charge: returning False makes the charge fail."""

    def __call__(
        self, ctx: Context, model_id: str, charger: str, target: str, /, *args: Any, **parameters: Any
    ) -> bool: ...


class ShootHook(Protocol):
    """Change the number of shots, the range, or the permission to shoot."""

    def __call__(
        self, game: Game, state: BattleState, model_id: str, plan: ShotPlan, /, *args: Any, **parameters: Any
    ) -> ShotPlan: ...


class LeadershipHook(Protocol):
    """Change a Leadership test."""

    def __call__(
        self, game: Game, state: BattleState, model_id: str, test: LeadershipTest, /, *args: Any, **parameters: Any
    ) -> LeadershipTest: ...


class PsychologyHook(Protocol):
    """Add or remove psychology keywords."""

    def __call__(
        self, game: Game, state: BattleState, model_id: str, keywords: frozenset[str], /, *args: Any, **parameters: Any
    ) -> frozenset[str]: ...


class RecoveryHook(Protocol):
    """Called in the recovery phase."""

    def __call__(self, ctx: Context, model_id: str, /, *args: Any, **parameters: Any) -> None: ...


class TurnStartHook(Protocol):
    """Called at the very start of the owner's turn."""

    def __call__(self, ctx: Context, model_id: str, /, *args: Any, **parameters: Any) -> None: ...


class TurnEndHook(Protocol):
    """Called at the end of the owner's turn."""

    def __call__(self, ctx: Context, model_id: str, /, *args: Any, **parameters: Any) -> None: ...


class DeployHook(Protocol):
    """Called when all sides are set up."""

    def __call__(self, ctx: Context, model_id: str, /, *args: Any, **parameters: Any) -> None: ...


class SpellHook(Protocol):
    """For the caster: react to the casting. For a target: returning True cancels the spell."""

    def __call__(
        self, ctx: Context, model_id: str, casting: Casting, /, *args: Any, **parameters: Any
    ) -> bool | None: ...


class SpellAimedHook(Protocol):
    """For a target, before the roll: change the difficulty of the spell."""

    def __call__(
        self, game: Game, state: BattleState, model_id: str, casting: Casting, /, *args: Any, **parameters: Any
    ) -> None: ...
