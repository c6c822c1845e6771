"""Stealth: a side that has not been spotted yet, wandering sentries, and a beacon that calls for help.

Rules: SCN-STEALTH-01, SCN-BEACON-01, SCN-SIGHT-01
"""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot
from typing import TYPE_CHECKING, Any, Final

from battles.engine.events import EffectAdded, EffectEnded, Placed, Rolled
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.hooks import declare_inner, on
from battles.engine.scenarios.base import Award, Scenario, is_able, random_edge
from battles.engine.scenarios.creatures.figures import is_figure
from battles.engine.scenarios.custom.vocabulary import add_aim, add_effect, plays
from battles.engine.scenarios.printed.buildings import body, buildings
from battles.engine.scenarios.printed.surprise import HALF, free_spot
from battles.engine.state import CAST, CHARGED, SHOT, BattleState, Effect
from battles.engine.table.ground import piece_distance

if TYPE_CHECKING:
    from battles.engine.steps.movement.allowances import Allowance
    from battles.engine.steps.nerve.leaders import LeadershipTest

RULE: Final = "SCN-STEALTH-01"
BEACON_RULE: Final = "SCN-BEACON-01"
UNSPOTTED, SNEAKS, WARY, AT_HOME = "unspotted", "sneaks", "wary", "at_home"
declare_inner(UNSPOTTED, SNEAKS, WARY, AT_HOME)
LOUD: Final = CHARGED | SHOT | CAST
TOWER_NEAR: Final = 800
BESIDE: Final = 100
FIRST_NEED: Final = 6


class Stealth(Scenario):
    """A side cannot be seen until it is spotted: by its actions, by coming near an enemy, or by a roll of the guards.

    `sneaks`: its models move D6 inches a turn, and a D6 of the other side with the same result spots it. `sentries`:
    until then the other side moves D6 inches. `wary`: the other side neither runs nor charges. `each`: every warrior is
    spotted individually; the first time, the other side stops being wary.
    """

    code = "stealth"

    def __init__(self, role: str, *, sneaks: bool, sentries: bool, wary: bool, each: bool) -> None:
        self.role, self.sneaks, self.sentries, self.wary, self.each = role, sneaks, sentries, wary, each

    def lay_out(self, ctx: Context) -> None:
        if "building" not in self.facts(ctx.state):
            found = buildings(ctx.game)
            self.remember(ctx, building=found[0] if found else "")

    def is_spotted(self, state: BattleState) -> bool:
        """Whether the other side has spotted the attackers."""
        return bool(self.facts(state).get("spotted"))

    def turn_start(self, ctx: Context, side: str) -> None:
        if side not in ctx.game.players or self.is_spotted(ctx.state):
            return
        facts, mine = self.facts(ctx.state), plays(ctx.state, side, self.role)
        if not facts.get("creeping"):
            self.remember(ctx, creeping=True)
            for model_id in ctx.state.models:
                if plays(ctx.state, model_id[0], self.role):
                    ctx.emit(EffectAdded(model_id, Effect(UNSPOTTED)))
                elif self.wary and model_id[0] in ctx.game.players:
                    ctx.emit(EffectAdded(model_id, Effect(WARY)))
        if mine and self.sneaks:
            face = self._pace(ctx, side)
            self.remember(ctx, pace=face)
        elif not mine and self.sneaks:
            face = ctx.roll("die", side, rule=RULE, about="spotted").total
            if face == self.facts(ctx.state).get("pace"):
                self._spot(ctx)
                return
        if not mine and self.sentries:
            self._pace(ctx, side)

    @staticmethod
    def _pace(ctx: Context, side: str) -> int:
        """Roll how many inches all models of a side move this turn."""
        face = ctx.dice.face("move")
        ctx.emit(Rolled("move", side, (face,), rule=RULE))
        for model_id, model in tuple(ctx.state.models.items()):
            if model_id[0] == side:
                if any(effect.code == SNEAKS for effect in model.effects):
                    ctx.emit(EffectEnded(model_id, SNEAKS))
                ctx.emit(EffectAdded(model_id, Effect(SNEAKS, face)))
        return face

    def watch(self, ctx: Context) -> None:
        if not ctx.state.turn_number or not self.facts(ctx.state).get("creeping"):
            return
        for model_id, model in tuple(ctx.state.models.items()):
            if not any(effect.code == UNSPOTTED for effect in model.effects) or model.gone:
                continue
            if model.engaged or model.flags & LOUD or self._is_noticed(ctx.game, ctx.state, model_id):
                ctx.note("spotted", model_id, rule=RULE)
                ctx.emit(EffectEnded(model_id, UNSPOTTED))
                if not self.is_spotted(ctx.state):
                    self._spot(ctx)

    def _is_noticed(self, game: Game, state: BattleState, model_id: str) -> bool:
        """Whether the model is within 8 inches of the tower, or within an enemy's Initiative in inches."""
        from battles.engine.steps.models.characteristics import characteristic

        building = str(self.facts(state).get("building", ""))
        if self.sneaks and building and piece_distance(game.table, body(game, state, model_id), building) <= TOWER_NEAR:
            return True
        mine = state.models[model_id]
        return any(
            hypot(model.x - mine.x, model.y - mine.y)
            <= 100 * characteristic(game, state, enemy, "initiative") + game.fighters[enemy].radius
            for enemy, model in state.models.items()
            if not model.gone and game.are_enemies(model_id, enemy) and is_able(state, enemy)
        )

    def _spot(self, ctx: Context) -> None:
        """Raise the alarm: caution and sneaking end, and all models can be seen, unless each is spotted
        individually.
        """
        self.remember(ctx, spotted=True)
        ctx.note("alarm", rule=RULE)
        over = {SNEAKS, WARY} if self.each else {SNEAKS, WARY, UNSPOTTED}
        for model_id, model in tuple(ctx.state.models.items()):
            for code in sorted({effect.code for effect in model.effects} & over):
                ctx.emit(EffectEnded(model_id, code))


class NeverAlone(Scenario):
    """Models of this side do not test for being All Alone."""

    code = "never_alone"

    def __init__(self, role: str) -> None:
        self.role = role

    def turn_start(self, ctx: Context, side: str) -> None:
        if self.facts(ctx.state).get("at_home"):
            return
        self.remember(ctx, at_home=True)
        for model_id in ctx.state.models:
            if plays(ctx.state, model_id[0], self.role):
                ctx.emit(EffectAdded(model_id, Effect(AT_HOME)))


class Beacon(Scenario):
    """Only part of the defender's warband is present. A fire on the tower calls the others, once the enemy is spotted.

    A warrior who begins its turn at the tower and was not hurt since the last attempt lights it on a 6+, then on a 5+,
    and so on. The others arrive at once, from one edge.
    """

    code = "beacon"

    def lit(self, state: BattleState) -> str:
        """Id of the warrior who has lit the fire; "" for none."""
        return str(self.facts(state).get("beacon", ""))

    def keeper(self, game: Game, state: BattleState) -> str:
        """Id of the able defender nearest to the tower."""
        building = str(self.facts(state).get("building", ""))
        own = [
            model_id
            for model_id, fighter in game.fighters.items()
            if plays(state, model_id[0], "defender") and is_able(state, model_id) and not is_figure(fighter)
        ]
        if not building or not own:
            return ""
        return min(
            own,
            key=lambda model_id: (piece_distance(game.table, body(game, state, model_id), building), int(model_id[1:])),
        )

    def turn_start(self, ctx: Context, side: str) -> None:
        facts = self.facts(ctx.state)
        if not plays(ctx.state, side, "defender") or self.lit(ctx.state) or not facts.get("spotted"):
            return
        model_id = self.keeper(ctx.game, ctx.state)
        building = str(facts.get("building", ""))
        if not model_id or ctx.state.models[model_id].engaged:
            return
        if piece_distance(ctx.game.table, body(ctx.game, ctx.state, model_id), building) > BESIDE:
            return
        model = ctx.state.models[model_id]
        place = [model_id, model.x, model.y, model.wounds]
        tries = int(facts.get("tries", 0)) + 1 if facts.get("keeper") == place else 1
        self.remember(ctx, keeper=place, tries=tries)
        if ctx.roll("die", model_id, need=max(2, FIRST_NEED + 1 - tries), rule=BEACON_RULE, about="beacon").passed:
            ctx.note("lights_beacon", model_id, rule=BEACON_RULE)
            self.remember(ctx, beacon=model_id)
            self._arrive(ctx, side)

    def _arrive(self, ctx: Context, side: str) -> None:
        absent = list(self.facts(ctx.state).get("absent", ()))
        edge = random_edge(ctx, side) if absent else ""
        for model_id in tuple(absent):
            spot = free_spot(ctx.game, ctx.state, model_id, edge)
            if spot is not None:
                ctx.emit(Placed(model_id, *spot))
                absent.remove(model_id)
        self.remember(ctx, absent=absent)

    def goal(self, game: Game, state: BattleState, model_id: str) -> tuple[int, int] | None:
        """The goal of the model nearest to the tower: stay next to it until the fire burns."""
        building = str(self.facts(state).get("building", ""))
        if (
            self.lit(state)
            or not building
            or not plays(state, model_id[0], "defender")
            or model_id != self.keeper(game, state)
        ):
            return None
        model = state.models[model_id]
        if piece_distance(game.table, body(game, state, model_id), building) <= BESIDE:
            return model.x, model.y
        outline = game.table.piece(building).outline
        return sum(x for x, _ in outline) // len(outline), sum(y for _, y in outline) // len(outline)

    def awards(self, game: Game, state: BattleState) -> list[Award]:
        model_id = self.lit(state)
        return [Award(model_id, 1, "lights_beacon")] if model_id else []


@on("seen_by", UNSPOTTED)
def _stays_unseen(game: Game, state: BattleState, model_id: str, watcher: str, seen: bool, **_: Any) -> bool:
    return False


@on("move", SNEAKS)
def _goes_slowly(game: Game, state: BattleState, model_id: str, allowance: Allowance, *, value: int) -> Allowance:
    pace = 100 * value
    return allowance._replace(walk=min(allowance.walk, pace), run=min(allowance.run, pace), may_run=False)


@on("leadership", AT_HOME)
def _is_at_home(game: Game, state: BattleState, model_id: str, test: LeadershipTest, **_: Any) -> LeadershipTest:
    return test._replace(needed=False) if test.reason == "all_alone" else test


@on("move", WARY)
def _goes_warily(game: Game, state: BattleState, model_id: str, allowance: Allowance, *, value: int) -> Allowance:
    return allowance._replace(may_run=False, may_charge=False)


def _stealth(plan: Any, params: Mapping[str, Any]) -> Scenario | str:
    if not plan.roles or params.get("side") not in plan.role_names:
        return "The side that approaches unseen must be the attacker or the defender."
    words = {name: params.get(name) is True for name in ("sneaks", "sentries", "wary", "each")}
    return Stealth(str(params["side"]), **words)


def _beacon(plan: Any, _params: Mapping[str, Any], before: tuple[str, ...]) -> Any:
    if "stealth" not in before:
        yield "A beacon is lit when the enemy is spotted: add “stealth” first."
    plan.outpost = HALF
    plan.aims.append(Beacon())


def _never_alone(plan: Any, params: Mapping[str, Any]) -> Scenario | str:
    if params.get("side") not in plan.role_names:
        return "The side that is never alone must be one of the scenario's sides."
    return NeverAlone(str(params["side"]))


add_aim("stealth", _stealth)
add_aim("never_alone", _never_alone)
add_effect("beacon", _beacon, deeds=("lights_beacon",))
