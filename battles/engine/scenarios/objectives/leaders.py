"""A leader hunted by the other side: surprised in the camp, safe once off the table.

Rules: SCN-HOME-01, SCN-LEADER-01, SCN-SURPRISED-01
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from battles.engine.events import Removed
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.scenarios.areas import Area, edge_gap, strip, whole_table
from battles.engine.scenarios.base import Scenario, is_able
from battles.engine.scenarios.custom.vocabulary import add_aim, add_place, plays
from battles.engine.scenarios.objectives.escape import edge_spot
from battles.engine.scenarios.registry import scenario_of
from battles.engine.state import MOVED, STUPID, BattleState, Outcome
from battles.engine.table.vectors import TOUCH

CAMP = 1600
"""Depth of the zone of a side that is surprised, in hundredths of an inch."""
LEADER_APART = 1200


class HuntLeader(Scenario):
    """The side whose leader is hunted wins when the leader leaves by its own edge, and loses when the leader is taken
    out of action.

    All models of that side may leave by that edge.
    """

    code = "hunt_leader"

    def __init__(self, role: str) -> None:
        self.role = role

    def leader(self, game: Game, state: BattleState) -> str:
        """The hunted model: the leader, else the warrior of the side with the best Leadership; "" for none."""
        own = [model_id for model_id in game.fighters if plays(state, model_id[0], self.role)]
        led = [model_id for model_id in own if game.fighters[model_id].is_leader]
        return next(iter(led), "") or max(
            own, key=lambda model_id: game.fighters[model_id].profile.leadership, default=""
        )

    def watch(self, ctx: Context) -> None:
        side = ctx.state.active
        if not ctx.state.turn_number or not plays(ctx.state, side, self.role):
            return
        home = scenario_of(ctx.game).home_edge(ctx.game, ctx.state, side)
        for model_id, model in tuple(ctx.state.models.items()):
            if model_id[0] != side or not home or model.engaged or not is_able(ctx.state, model_id):
                continue
            if edge_gap(ctx.game, model.x, model.y, ctx.fighters[model_id].radius, home) <= TOUCH and _has_moved(
                ctx, model_id
            ):
                ctx.note("gets_away", model_id, rule="SCN-LEADER-01")
                ctx.emit(Removed(model_id, "left"))

    def verdict(self, game: Game, state: BattleState) -> Outcome | None:
        model_id = self.leader(game, state) if state.turn_number else ""
        gone = state.models[model_id].gone if model_id else ""
        if gone == "left":
            return Outcome((model_id[0],), "leader_away")
        if gone in ("out", "fled"):
            return Outcome(tuple(side for side in game.sides if side != model_id[0]), "leader_down")
        return None

    def award_for_victim(self, game: Game, state: BattleState, victim: str) -> str:
        return "fells_leader" if victim == self.leader(game, state) else ""

    def goal(self, game: Game, state: BattleState, model_id: str) -> tuple[int, int] | None:
        hunted = self.leader(game, state)
        if model_id == hunted:
            home = scenario_of(game).home_edge(game, state, model_id[0])
            return edge_spot(game, state, model_id, home) if home else None
        if hunted and game.are_enemies(model_id, hunted) and not state.models[hunted].gone:
            return state.models[hunted].x, state.models[hunted].y
        return None


def _has_moved(ctx: Context, model_id: str) -> bool:
    """Whether the model has moved. A model that was set up at the edge leaves only when it moves there."""
    return bool(ctx.state.models[model_id].flags & MOVED)


class Surprised(Scenario):
    """In its first turn a model of the surprised side acts only if a D6 is at most its Initiative; a 6 always fails."""

    code = "surprised"

    def __init__(self, role: str) -> None:
        self.role = role

    def turn_start(self, ctx: Context, side: str) -> None:
        if not plays(ctx.state, side, self.role) or ctx.state.sides[side].turns_taken > 1:
            return
        for model_id, model in tuple(ctx.state.models.items()):
            if model_id[0] != side or model.gone:
                continue
            if ctx.check(
                "char",
                model_id,
                ctx.fighters[model_id].profile.initiative,
                rule="SCN-SURPRISED-01",
                about="initiative:surprise",
            ).passed:
                continue
            ctx.note("surprised", model_id, rule="SCN-SURPRISED-01")
            ctx.flag(model_id, on=STUPID, why="surprised")


def _camp(game: Game, state: BattleState, side: str, _place: Any) -> Area:
    """A strip along the side's own edge, in which the leader is farther than all others from every table edge."""
    edge = scenario_of(game).edge_of(game, state, side)
    return Area((strip(game, edge, CAMP) if edge else whole_table(game),), leader_apart=LEADER_APART)


def _out_of_reach(game: Game, state: BattleState, side: str, _place: Any) -> Area:
    """Everywhere on the table from where no enemy can be charged."""
    return Area((whole_table(game),), beyond_charge=True)


def _role(make: Any) -> Any:
    def made(plan: Any, params: Mapping[str, Any]) -> Scenario | str:
        role = str(params.get("side"))
        if role not in plan.role_names:
            return "Set one of the scenario's sides."
        found: Scenario = make(role)
        return found

    return made


add_aim("hunt_leader", _role(HuntLeader), deeds=("fells_leader",))
add_aim("surprised", _role(Surprised))
add_place("deploy_camp", _camp, has_edge=True)
add_place("deploy_out_of_charge", _out_of_reach, after_enemy=True)
