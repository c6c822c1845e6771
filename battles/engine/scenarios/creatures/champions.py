"""Scenario features around one person or place: a hired sword whose loss decides the battle, a side that routs later, a
monster's lair.

Rules: SCN-CHAMPION-01, SCN-NEUTRAL-01, PSY-ROUT-01
"""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot
from typing import Any, Final

from battles.engine.events import Removed, Rolled
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.scenarios.base import ROUT_PERCENT, Award, Scenario
from battles.engine.scenarios.creatures.arrivals import killed_by, record_kill, spot_of
from battles.engine.scenarios.creatures.figures import in_reserve, is_figure, named, on_the_table, set_down
from battles.engine.scenarios.custom.vocabulary import add_aim, add_effect
from battles.engine.scenarios.loot import Loot
from battles.engine.state import BattleState, Outcome

FALLS: Final = ("rout", "lose", "test")
"""Effects of losing a champion: the side routs at its next turn ("rout"), loses ("lose"), or takes a rout test at once
("test").
"""
LOST = ("out", "fled")
AWAY = 100
MOST_HEROES = 6
"""Maximum number of heroes of a side who find something."""


class Champion(Scenario):
    """A fighter of the scenario whose loss affects the result."""

    code = "champion"

    def __init__(self, figure: str, falls: str) -> None:
        self.figure, self.falls = figure, falls

    def fallen(self, game: Game, state: BattleState) -> list[str]:
        """Ids of champions of this kind who are out of action."""
        return [model_id for model_id in named(game, self.figure) if state.models[model_id].gone in LOST]

    def watch(self, ctx: Context) -> None:
        if ctx.state.turn_number:
            record_kill(ctx, self, self.figure)

    def turn_start(self, ctx: Context, side: str) -> None:
        if self.falls != "rout" or not any(model_id[0] == side for model_id in self.fallen(ctx.game, ctx.state)):
            return
        from battles.engine.steps.turn import ending, rout

        if not ctx.state.sides[side].routed:
            rout.rout_party(ctx, side)
            ending.settle(ctx)

    def phase_over(self, ctx: Context, phase: str, side: str) -> None:
        if self.falls != "test":
            return
        from battles.engine.steps.turn import rout

        tested: list[str] = self.facts(ctx.state).get("tested", [])
        for model_id in self.fallen(ctx.game, ctx.state):
            if model_id not in tested:
                self.remember(ctx, tested=[*tested, model_id])
                if not ctx.state.sides[model_id[0]].routed:
                    rout.take_rout_test(ctx, model_id[0])

    def verdict(self, game: Game, state: BattleState) -> Outcome | None:
        lost = {model_id[0] for model_id in self.fallen(game, state)} if self.falls == "lose" else set()
        winners = tuple(side for side in game.players if side not in lost)
        return Outcome(winners, "leader_down") if lost and len(winners) == 1 else None

    def awards(self, game: Game, state: BattleState) -> list[Award]:
        return [Award(by, 1, f"fells_{self.figure}") for _who, by in killed_by(self, game, state, self.figure)]


class WinningHeroes(Scenario):
    """Every hero of the winning side who is still in the battle gains experience, or finds something."""

    code = "winning_heroes"

    def heroes(self, game: Game, state: BattleState) -> list[str]:
        """Heroes of the winning side's roster who have not been taken out of action."""
        winners = state.outcome.winners if state.outcome else ()
        own = [
            model_id for model_id, fighter in game.fighters.items() if model_id[0] in winners and fighter.role == "hero"
        ]
        return [
            model_id
            for model_id in own
            if state.models[model_id].gone not in LOST and not is_figure(game.fighters[model_id])
        ]

    def awards(self, game: Game, state: BattleState) -> list[Award]:
        return [Award(model_id, 1, "winning_hero") for model_id in self.heroes(game, state)]

    def loot(self, game: Game, state: BattleState) -> dict[str, Loot]:
        found: dict[str, Loot] = {}
        for model_id in self.heroes(game, state):
            counts = found.setdefault(model_id[0], {"occasions": {"winning_hero": 0}})["occasions"]
            counts["winning_hero"] = min(MOST_HEROES, counts["winning_hero"] + 1)
        return found


class RoutShare(Scenario):
    """One side takes no rout tests until it has lost more than a quarter of its models."""

    code = "rout_share"

    def __init__(self, role: str, percent: int) -> None:
        self.role, self.percent = role, percent

    def rout_percent(self, game: Game, state: BattleState, side: str) -> int:
        return self.percent if self.facts(state).get(self.role) == side else ROUT_PERCENT


class Lair(Scenario):
    """One of several monsters, chosen by a D6, is in the middle of the table. If only one side is nearby when it
    goes out of action, that side gets its hoard.
    """

    code = "lair"

    def __init__(self, figures: list[str], near: int) -> None:
        self.figures, self.near = figures, near

    def turn_start(self, ctx: Context, side: str) -> None:
        if "monster" in self.facts(ctx.state):
            return
        face = ctx.dice.face("die")
        ctx.emit(Rolled("die", ctx.game.neutral, (face,), rule="SCN-NEUTRAL-01", about="monster"))
        chosen = self.figures[(face - 1) % len(self.figures)]
        self.remember(ctx, monster=chosen)
        for figure in self.figures:
            for model_id in in_reserve(ctx.game, ctx.state, figure):
                if figure != chosen:
                    ctx.emit(Removed(model_id, "away"))
                else:
                    set_down(ctx, model_id, *spot_of(ctx.game, "building"), away=AWAY)

    def watch(self, ctx: Context) -> None:
        if ctx.state.turn_number and "monster" in self.facts(ctx.state):
            record_kill(ctx, self, str(self.facts(ctx.state)["monster"]))

    def verdict(self, game: Game, state: BattleState) -> Outcome | None:
        monster = self.facts(state).get("monster")
        if not monster or on_the_table(game, state, monster) or in_reserve(game, state, monster):
            return None
        x, y = spot_of(game, "building")
        there = {
            model_id[0]
            for model_id, model in state.models.items()
            if not model.gone and model_id[0] in game.players and hypot(model.x - x, model.y - y) <= self.near
        }
        return Outcome((there.pop(),), "lair_taken") if len(there) == 1 else None

    def awards(self, game: Game, state: BattleState) -> list[Award]:
        monster = str(self.facts(state).get("monster", ""))
        return [Award(by, 1, "fells_monster") for _who, by in killed_by(self, game, state, monster)]

    def loot(self, game: Game, state: BattleState) -> dict[str, Loot]:
        taken = state.outcome is not None and state.outcome.reason == "lair_taken"
        winners = state.outcome.winners if state.outcome is not None and taken else ()
        return {side: {"occasions": {"lair_held": 1}} for side in winners}


def _champion(plan: Any, params: Mapping[str, Any], _before: tuple[str, ...]) -> Any:
    figure, falls = str(params.get("figure", "")), params.get("falls")
    if figure not in [row["code"] for row in plan.figures] or falls not in FALLS:
        yield "A champion must be listed in the scenario's figures, and its fall must mean rout, lose or test."
    else:
        plan.aims.append(Champion(figure, str(falls)))


def _share(plan: Any, params: Mapping[str, Any]) -> Scenario | str:
    if not plan.roles or params.get("side") not in plan.role_names:
        return "The side that holds out longer must be the attacker or the defender."
    return RoutShare(str(params["side"]), int(params["percent"]))


def _lair(plan: Any, params: Mapping[str, Any]) -> Scenario | str:
    figures = [str(row["code"]) for row in plan.figures if not row.get("joins")]
    if not figures:
        return "A lair needs a monster in the scenario's figures."
    return Lair(figures, 100 * int(params["distance"]) + 300)


def _outpost(plan: Any, params: Mapping[str, Any], _before: tuple[str, ...]) -> Any:
    if not plan.roles:
        yield "Only a defender can have an outpost: let one side attack."
    plan.outpost = int(params["amount"])


add_aim("winning_heroes", lambda _plan, _params: WinningHeroes(), deeds=("winning_hero",), occasions=("winning_hero",))
add_effect("champion", _champion)
add_effect("outpost", _outpost, bounds={"amount": (1, 12)})
add_aim("rout_share", _share, bounds={"percent": (10, 90)})
add_aim("lair", _lair, bounds={"distance": (2, 12)}, deeds=("fells_monster",), occasions=("lair_held",))
