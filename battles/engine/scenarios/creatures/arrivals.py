"""How a scenario's figures arrive on the table, and who gains experience from taking them out of action.

`figures_at` places them at the start of the battle, `figures_wake` when a warrior comes near, `figures_rise` adds more
every round from markers on the table. Rule: SCN-NEUTRAL-01
"""

from __future__ import annotations

from collections.abc import Mapping
from math import cos, pi, sin
from typing import Any

from battles.engine.dice import counted
from battles.engine.events import Removed, Rolled
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.scenarios import tokens
from battles.engine.scenarios.base import Award, Scenario
from battles.engine.scenarios.creatures.figures import in_reserve, named, part_of, set_down
from battles.engine.scenarios.creatures.spirits import drive_back
from battles.engine.scenarios.custom.vocabulary import add_effect
from battles.engine.scenarios.loot import Loot
from battles.engine.scenarios.printed.buildings import buildings
from battles.engine.state import BattleState

AWAY = 100
"""Minimum distance between a figure that a scenario places and all other models, in hundredths of an inch."""
RISING_AWAY = 100
GRAVE = "grave"
RING = 750
"""Distance from the middle of the table for figures placed around it, in hundredths of an inch."""
FRACTIONS = ((1, 4), (3, 4), (2, 2), (1, 3), (3, 3), (2, 1))
"""Positions of markers: sixths of the table's width and fifths of its length."""
FELLED = "felled"
"""Key of a fact: id of a figure -> id of the warrior who took it out of action."""


def spot_of(game: Game, place: str, number: int = 0) -> tuple[int, int]:
    """The point on the table that a scenario's place name stands for.

    This is the middle of the table, of the building nearest to it ("building"), of one of the other buildings by their
    distance from the middle ("buildings"), or one of six points around the middle ("ring"). `number` chooses between
    several.
    """
    width, length = game.table.width, game.table.length
    if place == "ring":
        angle = pi * number / 3
        return width // 2 + round(RING * sin(angle)), length // 2 + round(RING * cos(angle))
    found = buildings(game)
    if place in ("building", "buildings") and found:
        outline = game.table.piece(found[number % len(found) if place == "buildings" else 0]).outline
        return sum(x for x, _ in outline) // len(outline), sum(y for _, y in outline) // len(outline)
    return width // 2, length // 2


class Creatures(Scenario):
    """Neutral figures of one kind: where and when they arrive."""

    code = "creatures"

    def __init__(
        self, figure: str, place: str = "middle", near: int = 0, dice: str = "", markers: int = 0, from_turn: int = 1
    ) -> None:
        self.figure, self.place, self.near, self.dice = figure, place, near, dice
        self.markers, self.from_turn = markers, from_turn

    def lay_out(self, ctx: Context) -> None:
        for number in range(self.markers):
            across, along = FRACTIONS[number % len(FRACTIONS)]
            x, y = ctx.game.table.width * across // 4, ctx.game.table.length * along // 5
            tokens.put(ctx, len(tokens.tokens(ctx.state)) + 1, GRAVE, x, y, 0)

    def turn_start(self, ctx: Context, side: str) -> None:
        if not ctx.state.order or side != ctx.state.order[0] or ctx.state.turn_number < self.from_turn:
            return
        if self.dice:
            self._rise(ctx)
        elif not self.near:
            for number, model_id in enumerate(in_reserve(ctx.game, ctx.state, self.figure)):
                set_down(ctx, model_id, *spot_of(ctx.game, self.place, number), away=AWAY)

    def _rise(self, ctx: Context) -> None:
        face = ctx.dice.face("count")
        ctx.emit(Rolled("count", ctx.game.neutral, (face,), rule="SCN-NEUTRAL-01"))
        graves = list(tokens.tokens(ctx.state, GRAVE).values())
        coming = in_reserve(ctx.game, ctx.state, self.figure)[: counted(face, self.dice)]
        for number, model_id in enumerate(coming if graves else ()):
            roll = ctx.dice.face("die")
            ctx.emit(Rolled("die", model_id, (roll,), rule="SCN-NEUTRAL-01", about="grave"))
            grave = graves[(roll - 1 + number) % len(graves)]
            set_down(ctx, model_id, grave["x"], grave["y"], away=RISING_AWAY)

    def watch(self, ctx: Context) -> None:
        if not ctx.state.turn_number:
            return
        if self.near:
            for model_id in in_reserve(ctx.game, ctx.state, self.figure):
                self._wake(ctx, model_id)
        record_kill(ctx, self, self.figure)

    def phase_over(self, ctx: Context, phase: str, side: str) -> None:
        if phase == "combat":
            drive_back(ctx, self.figure)

    def _wake(self, ctx: Context, model_id: str) -> None:
        x, y = spot_of(ctx.game, self.place)
        for other, model in ctx.state.models.items():
            reach = self.near + ctx.fighters[other].radius
            if other[0] not in ctx.game.players or model.gone:
                continue
            if (model.x - x) ** 2 + (model.y - y) ** 2 <= reach * reach:
                set_down(ctx, model_id, x, y, away=AWAY)
                return

    def awards(self, game: Game, state: BattleState) -> list[Award]:
        return [Award(by, 1, f"fells_{self.figure}") for _who, by in killed_by(self, game, state, self.figure)]

    def loot(self, game: Game, state: BattleState) -> dict[str, Loot]:
        found: dict[str, Loot] = {}
        for _who, by in killed_by(self, game, state, self.figure):
            counts = found.setdefault(by[0], {"occasions": {}})["occasions"]
            counts[f"felled_{self.figure}"] = counts.get(f"felled_{self.figure}", 0) + 1
        return found


def record_kill(ctx: Context, scenario: Scenario, figure: str) -> None:
    """Record who took a figure out of action, from this command's log."""
    facts = scenario.facts(ctx.state).get(FELLED, {})
    new = {
        event.who: event.by
        for event in ctx.events
        if isinstance(event, Removed) and event.why == "out" and event.by and event.who not in facts
    }
    new = {
        model_id: by
        for model_id, by in new.items()
        if (part := part_of(ctx.fighters[model_id])) and part.code == figure
    }
    if new:
        scenario.remember(ctx, **{FELLED: {**facts, **new}})


def killed_by(scenario: Scenario, game: Game, state: BattleState, figure: str) -> list[tuple[str, str]]:
    """(figure, warrior) for each figure of a kind that a warrior of a roster took out of action."""
    facts: dict[str, str] = scenario.facts(state).get(FELLED, {})
    own = set(named(game, figure))
    return [
        (model_id, by)
        for model_id, by in facts.items()
        if model_id in own and by in game.fighters and not part_of(game.fighters[by])
    ]


def _reader(make: Any) -> Any:
    def read(plan: Any, params: Mapping[str, Any], _before: tuple[str, ...]) -> Any:
        figure = str(params.get("figure", ""))
        if figure not in [row["code"] for row in plan.figures]:
            yield "The creatures must be listed in the scenario's figures."
        else:
            plan.aims.append(make(figure, params))

    return read


add_effect("figures_at", _reader(lambda figure, params: Creatures(figure, str(params.get("place", "middle")))))
add_effect(
    "figures_wake",
    _reader(
        lambda figure, params: Creatures(figure, str(params.get("place", "middle")), 100 * int(params["distance"]))
    ),
    bounds={"distance": (1, 12)},
)
add_effect(
    "figures_rise",
    _reader(
        lambda figure, params: Creatures(
            figure, dice=str(params["dice"]), markers=int(params["markers"]), from_turn=int(params.get("from_turn", 1))
        )
    ),
    bounds={"markers": (1, 6), "from_turn": (1, 6)},
)
