"""Animals that are led off the table: a train of stubborn mules on a road, or frightened horses in a paddock.

They are objects to carry, so they cannot be attacked and do not block movement. Rules: SCN-HERD-01, SCN-CARRY-01
"""

from __future__ import annotations

from collections.abc import Mapping
from math import cos, hypot, pi, sin
from typing import TYPE_CHECKING, Any, Final

from battles.engine.events import EffectAdded, EffectEnded, Marked, Rolled
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.hooks import declare_inner, on
from battles.engine.scenarios import tokens
from battles.engine.scenarios.areas import opposite
from battles.engine.scenarios.base import is_able
from battles.engine.scenarios.creatures.figures import is_figure
from battles.engine.scenarios.custom.vocabulary import add_aim
from battles.engine.scenarios.loot import Loot
from battles.engine.scenarios.objectives.carried_objects import CarriedObjects
from battles.engine.scenarios.registry import scenario_of
from battles.engine.state import ACTED, BattleState, Effect, Outcome
from battles.engine.steps.movement.allowances import is_mounted
from battles.engine.table.ground import can_stand
from battles.engine.table.vectors import TOUCH, Body

if TYPE_CHECKING:
    from battles.engine.steps.movement.allowances import Allowance

RULE: Final = "SCN-HERD-01"
ON_HORSE: Final = "on_horse"
declare_inner(ON_HORSE)
HORSE_MOVEMENT: Final = 800
PADDOCK: Final = 600
"""Half the side length of the paddock, in hundredths of an inch."""
TAMED: Final = 4
HEIGHT: Final = 120
FIRST, STEP, MOST_MULES = 200, 160, 6
"""Distance of the first mule from the edge and between mules (hundredths of an inch), and the maximum number of mules.

"""
BOLT: Final = 600
TURN: Final = 60


class Herd(CarriedObjects):
    """Common rules of mules and horses: animals are released when their leader goes out of action, and wander without
    one.
    """

    def free(self, state: BattleState) -> dict[str, tokens.Token]:
        """Animals without a leader."""
        return {key: token for key, token in tokens.tokens(state, self.kind).items() if not token["by"]}

    def _stray(self, ctx: Context, key: str, inches: int, *, within: int = 0) -> None:
        """Move an animal in a random direction, as far as there is room or up to the fence of the paddock."""
        token = ctx.state.marks[key]
        face = ctx.dice.face("scatter")
        ctx.emit(Rolled("scatter", ctx.game.players[0], (face,), rule=RULE))
        angle = pi * TURN * face / 180
        for far in range(100 * inches, 0, -50):
            x, y = round(token["x"] + far * sin(angle)), round(token["y"] + far * cos(angle))
            if self._is_room(ctx.game, x, y, token["z"], within):
                ctx.emit(Marked(key, {**token, "x": x, "y": y}))
                return

    @staticmethod
    def _is_room(game: Game, x: int, y: int, z: int, within: int) -> bool:
        width, length = game.table.width, game.table.length
        if not (tokens.REACH <= x <= width - tokens.REACH and tokens.REACH <= y <= length - tokens.REACH):
            return False
        if within and max(abs(x - width // 2), abs(y - length // 2)) > within:
            return False
        return can_stand(game.table, Body(x, y, z, tokens.REACH, HEIGHT))


class MuleTrain(Herd):
    """One mule for every two defenders, three to six in all, at the defender's end of the road.

    A warrior in contact leads one. At the start of a turn each leader passes a Leadership test, or cannot move. A mule
    without a leader bolts 2D6 inches from a fight within 6 inches, otherwise it wanders D6 inches. All of them leave by
    the edge opposite the defender's.
    """

    code = "mule_train"

    def __init__(self) -> None:
        super().__init__({"kind": "mule", "exit": "far_edge", "wins": "most"})

    def lay_out(self, ctx: Context) -> None:
        """Place the mules, once the defender's edge is known."""

    def turn_start(self, ctx: Context, side: str) -> None:
        if self.total(ctx.state) is None:
            self._line_up(ctx)
        if side not in ctx.game.players:
            return
        from battles.engine.steps.nerve.leaders import take_test

        leaders = sorted({token["by"] for token in tokens.tokens(ctx.state, self.kind).values() if token["by"]})
        for model_id in leaders:
            idle = model_id[0] == side and is_able(ctx.state, model_id) and not ctx.state.models[model_id].engaged
            if idle and not take_test(ctx, model_id, "mule", RULE):
                ctx.note("mule_stubborn", model_id, rule=RULE)
                ctx.flag(model_id, on=ACTED, why="mule_stubborn")
        if side != ctx.state.order[0]:
            return
        for key, token in self.free(ctx.state).items():
            fight = any(
                model.engaged and not model.gone and hypot(model.x - token["x"], model.y - token["y"]) <= BOLT
                for model in ctx.state.models.values()
            )
            rolled = ctx.sum_of("move", side, 2 if fight else 1, rule=RULE).total
            self._stray(ctx, key, rolled)

    def _line_up(self, ctx: Context) -> None:
        defender = str(self.facts(ctx.state).get("defender", ctx.game.players[-1]))
        home = scenario_of(ctx.game).home_edge(ctx.game, ctx.state, defender) or "south"
        own = [
            model_id for model_id, fighter in ctx.fighters.items() if model_id[0] == defender and not is_figure(fighter)
        ]
        count = max(1, min(MOST_MULES, len(own) // 2))
        width, length = ctx.game.table.width, ctx.game.table.length
        for number in range(count):
            deep = FIRST + STEP * number
            x, y = {
                "south": (width // 2, deep), "north": (width // 2, length - deep),
                "west": (deep, length // 2), "east": (width - deep, length // 2),
            }[home]  # fmt: skip
            for aside in sorted(range(-800, 801, 50), key=abs):
                px, py = (x + aside, y) if home in ("south", "north") else (x, y + aside)
                if self._is_room(ctx.game, px, py, 0, 0):
                    self._put(ctx, px, py, "")
                    break
        self.remember(ctx, **{f"total_{self.kind}": len(tokens.tokens(ctx.state, self.kind))})

    def _edges(self, game: Game, state: BattleState, side: str) -> tuple[str, ...]:
        home = scenario_of(game).home_edge(game, state, str(self.facts(state).get("defender", "")))
        return (opposite(home),) if home else ()


class HorseHerd(Herd):
    """Six horses in a paddock of 12 inches run D6+2 inches a turn, until a warrior tames and mounts them.

    A man-sized warrior next to one at the end of a turn mounts it on a 4+, moves as far as the horse, and steals it by
    leaving the table.
    """

    code = "horse_herd"

    def __init__(self, count: int) -> None:
        super().__init__({"kind": "horse", "exit": "any_edge", "wins": "most", "keeps": True})
        self.count = count

    def lay_out(self, ctx: Context) -> None:
        x, y = ctx.game.table.width // 2, ctx.game.table.length // 2
        for number in range(self.count):
            angle = 2 * pi * number / self.count
            for far in range(300, PADDOCK, 25):
                px, py = round(x + far * sin(angle)), round(y + far * cos(angle))
                if self._is_room(ctx.game, px, py, 0, PADDOCK):
                    self._put(ctx, px, py, "")
                    break
        self.remember(ctx, **{f"total_{self.kind}": len(tokens.tokens(ctx.state, self.kind))})

    def turn_start(self, ctx: Context, side: str) -> None:
        if side == ctx.state.order[0]:
            for key in self.free(ctx.state):
                self._stray(ctx, key, ctx.roll("move", side, rule=RULE).total + 2, within=PADDOCK)

    def _may_take(self, ctx: Context) -> Any:
        """A function that returns False for every model: touching a horse is not enough, it has to be tamed."""
        return lambda _who: False

    def may_mount(self, game: Game, state: BattleState, model_id: str) -> bool:
        """Whether this warrior can try to mount a horse: on foot, man-sized, out of combat and without a horse."""
        fighter, model = game.fighters[model_id], state.models[model_id]
        if (
            model_id[0] not in game.players
            or is_figure(fighter)
            or is_mounted(fighter)
            or "large_target" in fighter.keywords
        ):
            return False
        has_one = any(token["by"] == model_id for token in tokens.tokens(state, self.kind).values())
        return tokens.may_carry(game, model_id) and is_able(state, model_id) and not model.engaged and not has_one

    def turn_end(self, ctx: Context, side: str) -> Outcome | None:
        for key, token in self.free(ctx.state).items():
            for model_id, model in tuple(ctx.state.models.items()):
                near = ctx.fighters[model_id].radius + tokens.REACH + TOUCH
                is_near = hypot(model.x - token["x"], model.y - token["y"]) <= near
                if model_id[0] != side or not is_near or not self.may_mount(ctx.game, ctx.state, model_id):
                    continue
                if ctx.roll("die", model_id, need=TAMED, rule=RULE, about="tame").passed:
                    ctx.emit(Marked(key, {**token, "by": model_id}))
                    ctx.note("mounts_horse", model_id, rule=RULE)
                    break
        self.watch(ctx)
        return None

    def _burden(self, ctx: Context) -> None:
        riders = {token["by"] for token in tokens.tokens(ctx.state, self.kind).values()}
        for model_id, model in tuple(ctx.state.models.items()):
            mounted = any(effect.code == ON_HORSE for effect in model.effects)
            if model_id in riders and not mounted and not model.gone:
                ctx.emit(EffectAdded(model_id, Effect(ON_HORSE)))
            elif mounted and model_id not in riders:
                ctx.emit(EffectEnded(model_id, ON_HORSE))

    def loot(self, game: Game, state: BattleState) -> dict[str, Loot]:
        """Animals that were taken off the table, and for the winner also those that its warriors lead."""
        winners = state.outcome.winners if state.outcome else ()
        counts = {
            side: self.off(state, side) + (tokens.held_by(state, side, self.kind) if side in winners else 0)
            for side in game.players
        }
        return {side: {"occasions": {"thing_kept": count} if count else {}} for side, count in counts.items()}


@on("move", ON_HORSE)
def _rides(game: Game, state: BattleState, model_id: str, allowance: Allowance, *, value: int) -> Allowance:
    more = max(0, HORSE_MOVEMENT - allowance.movement)
    return allowance._replace(
        movement=allowance.movement + more,
        walk=allowance.walk + more,
        run=allowance.run + 2 * more,
        charge=allowance.charge + 2 * more,
        climbs=False,
    )


def _mules(plan: Any, _params: Mapping[str, Any]) -> CarriedObjects | str:
    return MuleTrain() if plan.roles else "A mule train needs a defender: let one side attack."


add_aim("mule_train", _mules, deeds=("carries_off", "carries_counter"), occasions=("thing_kept",))
add_aim(
    "horse_herd",
    lambda _plan, params: HorseHerd(int(params["amount"])),
    bounds={"amount": (1, 8)},
    deeds=("carries_off", "carries_counter"),
    occasions=("thing_kept",),
)
