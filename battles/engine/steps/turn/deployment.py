"""Deployment: which side sets up, where each model may stand, and a suggested set-up.

A side may move its own models again until it is ready. Rules: SCN-DEPLOY-01, GM-ROUTE-01
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import TypedDict

from battles.engine.commands import Command, Deploy, Ready
from battles.engine.errors import IllegalAction
from battles.engine.events import Placed, apply
from battles.engine.flow import Choice, Context, Step, register
from battles.engine.game import Game
from battles.engine.hooks import listeners
from battles.engine.scenarios.areas import EDGES, Area, edge_gap
from battles.engine.scenarios.registry import scenario_of
from battles.engine.sentences import say
from battles.engine.state import BattleState, Frame
from battles.engine.steps.movement import partners
from battles.engine.steps.turn import companions, infiltrators, redeployment
from battles.engine.steps.turn.deployment_faults import fault_of_leader, fault_of_others, fault_of_sight, ground_fault
from battles.engine.table.ground import (
    heights_at,
    piece_distance,
)
from battles.engine.table.table import Table
from battles.engine.table.vectors import Body
from battles.engine.terrain.buildings.garrisons import wall_fault

GRID = 200
"""Distance between the places that `legal` offers, in hundredths of an inch."""
CLOSE = 50
"""The same distance for a zone that is too crowded for the wide grid."""
OFFERED = 6
"""Number of places offered for each model."""


class Groups(TypedDict):
    """The order of deployment: groups of sides, and the numbers of the first group of infiltrators and of the first
    group that sets up again.
    """

    order: list[list[str]]
    main: int
    again: int


class DeploymentStep(Step):
    """Stages: start, next, asked, placing.

    Data: `order`, the groups of sides; `at`, the current group; `waiting`, the sides of that group that are not ready.
    From the group `main` on, infiltrators are set up; from the group `again` on, warbands that are set up a second
    time.
    """

    kind = "deployment"

    def enter(self, ctx: Context, frame: Frame) -> None:
        scenario = scenario_of(ctx.game)
        if frame.stage == "start":
            scenario.prepare(ctx)
            ctx.replace(stage="next", at=0, **self._groups(ctx, bool(ctx.game.scenario.get("together"))))
        elif frame.stage == "asked":
            question = scenario.question(ctx.game, ctx.state)
            assert question is not None
            assert ctx.answer is not None
            scenario.answered(ctx, question, ctx.answer)
            ctx.replace(stage="next", **self._groups(ctx, frame.data["main"] == 1))
        elif frame.data["at"] >= len(frame.data["order"]):
            ctx.pop()
            for model_id, model in tuple(ctx.state.models.items()):
                for function, parameters in listeners(ctx.fighters[model_id].hooks, model.effects, "deploy"):
                    function(ctx, model_id, **parameters)
        else:
            self._next(ctx, frame)

    def _groups(self, ctx: Context, together: bool) -> Groups:
        """The groups of sides that set up at the same time; then those with infiltrators, then those that set up
        again.
        """
        order = scenario_of(ctx.game).deployment_order(ctx.game, ctx.state)
        groups = [list(order)] if together else [[side] for side in order]
        late = [
            [side]
            for side in order
            if any(model_id[0] == side and infiltrators.comes_late(ctx.game, model_id) for model_id in ctx.fighters)
        ]
        again = [[side] for side in order if redeployment.distance_of(ctx.game, ctx.state, side)]
        return {"order": [*groups, *late, *again], "main": len(groups), "again": len(groups) + len(late)}

    def _next(self, ctx: Context, frame: Frame) -> None:
        group = frame.data["order"][frame.data["at"]]
        question = scenario_of(ctx.game).question(ctx.game, ctx.state)
        if question is not None:
            ctx.replace(stage="asked")
            options = [Choice(key, label, f"{question.prompt}_{key}") for key, label in question.choices]
            ctx.ask(question.side, question.prompt, options, default=question.choices[0][0])
            return
        waiting = [side for side in group if any(True for _ in to_place(ctx.game, ctx.state, side))]
        if waiting:
            ctx.replace(stage="placing", waiting=waiting, owner=waiting[0])
        else:
            ctx.replace(at=frame.data["at"] + 1)

    def owners(self, game: Game, state: BattleState, frame: Frame) -> tuple[str, ...]:
        return tuple(frame.data["waiting"])

    def legal(self, game: Game, state: BattleState, frame: Frame, side: str) -> list[Command]:
        unplaced = [model_id for model_id in to_place(game, state, side) if state.models[model_id].gone]
        if not unplaced:
            return [Ready()]
        own = area_of(game, state, side)
        wide = self._offers(game, state, unplaced, _good_spots(game, state, side, unplaced[0]), own)
        return wide or self._offers(game, state, unplaced, _good_spots(game, state, side, unplaced[0], CLOSE), own)

    @staticmethod
    def _offers(
        game: Game, state: BattleState, unplaced: list[str], spots: tuple[tuple[int, int, int], ...], own: Area
    ) -> list[Command]:
        """Some places for each model that is not placed yet. They are computed once for models of the same kind."""
        step = max(1, len(spots) // OFFERED)
        spread = tuple(spot for start in range(step) for spot in spots[start::step])
        places: dict[tuple[object, ...], list[tuple[int, int, int]]] = {}
        found: list[Command] = []
        for model_id in unplaced:
            kind = _kind_of(game, model_id, own)
            if kind not in places:
                free = (spot for spot in spread if place_fault(game, state, model_id, *spot, own=own) is None)
                places[kind] = list(islice(free, OFFERED))
            found.extend(Deploy(model_id, *spot) for spot in places[kind])
        return found

    def validate(self, game: Game, state: BattleState, frame: Frame, side: str, command: Command) -> None:
        if isinstance(command, Ready):
            missing = [game.name(model_id) for model_id in to_place(game, state, side) if state.models[model_id].gone]
            if missing:
                raise IllegalAction(
                    "not_all_placed", say("Still to be set up: {missing}.", missing=", ".join(missing)), "SCN-DEPLOY-01"
                )
            return
        if not isinstance(command, Deploy):
            raise IllegalAction("not_now", "The warbands are still being set up.", "SCN-DEPLOY-01")
        if command.who not in game.fighters or command.who[0] != side:
            raise IllegalAction("not_yours", "That is not one of your warriors.")
        if scenario_of(game).stays_away(game, state, command.who) or companions.is_summoned(game.fighters[command.who]):
            raise IllegalAction(
                "arrives_later", say("{who} arrives later.", who=game.name(command.who)), "SCN-RESERVE-01"
            )
        if redeployment.is_under_way(state) and command.who not in set(to_place(game, state, side)):
            raise IllegalAction(
                "already_set_up", say("{who} stays where it is.", who=game.name(command.who)), "SCN-DEPLOY-01"
            )
        fault = place_fault(game, state, command.who, command.x, command.y, command.z)
        if fault is not None:
            raise fault

    def decide(self, ctx: Context, frame: Frame, side: str, command: Command) -> None:
        if isinstance(command, Deploy):
            ctx.emit(Placed(command.who, command.x, command.y, command.z))
            return
        waiting = [other for other in frame.data["waiting"] if other != side]
        if waiting:
            ctx.replace(waiting=waiting, owner=waiting[0])
        else:
            ctx.replace(stage="next", at=frame.data["at"] + 1, owner="", waiting=[])


def _kind_of(game: Game, model_id: str, area: Area) -> tuple[object, ...]:
    """Everything that decides where a model may be placed in an area; equal for models with the same possible
    places.
    """
    fighter = game.fighters[model_id]
    own = area.leader_apart or area.beyond_charge or area.unseen
    if own or infiltrators.comes_late(game, model_id) or partners.leash_of(game, model_id):
        return (model_id,)
    return fighter.radius, fighter.height, game.side_of(model_id)


def to_place(game: Game, state: BattleState, side: str) -> Iterator[str]:
    """The models that the side sets up now, whether placed or not. Infiltrators come after all others."""
    if redeployment.is_under_way(state):
        yield from redeployment.models_of(game, state, side)
        return
    scenario = scenario_of(game)
    late = infiltrators.is_late(state)
    for model_id, fighter in game.fighters.items():
        if fighter.side != side or scenario.stays_away(game, state, model_id) or companions.is_summoned(fighter):
            continue
        if infiltrators.comes_late(game, model_id) == late:
            yield model_id


def area_of(game: Game, state: BattleState, side: str) -> Area:
    """The area where a side may set up now.

    If a model has no place, required distances shrink by a quarter at a time, and models that must be near the
    objective may be farther away. If no place hides a model, an ambush is set up in sight, at its full distance.
    """
    if redeployment.is_under_way(state):
        return redeployment.area_of(game, state, side)
    area = scenario_of(game).area(game, state, side)
    unplaced = [model_id for model_id in to_place(game, state, side) if state.models[model_id].gone]
    kept = (area.apart_from_friends, area.apart_from_edges, area.apart_from_enemies, area.near, area.leader_apart)
    if not unplaced or not (any(kept) or area.unseen):
        return area
    for unseen, share in ((True, 4), (False, 4), (False, 3), (False, 2), (False, 1), (False, 0)):
        if unseen and not area.unseen:
            continue
        tried = area._replace(
            apart_from_friends=area.apart_from_friends * share // 4,
            apart_from_edges=area.apart_from_edges * share // 4,
            apart_from_enemies=area.apart_from_enemies * share // 4,
            near=area.near * (8 - share) // 4,
            leader_apart=area.leader_apart * share // 4,
            unseen=unseen,
        )
        for model_id in unplaced:
            for spot in _good_spots(game, state, side, model_id):
                if place_fault(game, state, model_id, *spot, own=tried) is None:
                    return tried
    return area


def place_fault(
    game: Game,
    state: BattleState,
    model_id: str,
    x: int,
    y: int,
    z: int,
    area: Area | None = None,
    own: Area | None = None,
) -> IllegalAction | None:
    """Why a model may not be placed there, or None.

    `own` is the side's area (by default `area_of`). Infiltrators may go beyond it, unless `area` limits them.
    """
    if area is None and infiltrators.comes_late(game, model_id):
        if not infiltrators.is_late(state):
            name = game.name(model_id)
            return IllegalAction(
                "arrives_later", say("{name} is set up after all other models.", name=name), "SCN-DEPLOY-01"
            )
        fault = place_fault(game, state, model_id, x, y, z, infiltrators.area_of(game, model_id))
        fault = fault or infiltrators.fault_of_sight(game, state, model_id, x, y, z)
        if fault is None:
            return None
        own = own or area_of(game, state, model_id[0])
        return fault if place_fault(game, state, model_id, x, y, z, own) is not None else None
    fighter = game.fighters[model_id]
    body = Body(x, y, z, fighter.radius, fighter.height)
    area = area or own or area_of(game, state, model_id[0])
    if not area.holds(x, y, fighter.radius) or (
        area.near_piece and piece_distance(game.table, body, area.near_piece) > area.near
    ):
        return IllegalAction(
            "outside_zone", say("{name} must be set up inside the side's own zone.", name=fighter.name), "SCN-DEPLOY-01"
        )
    if area.apart_from_edges and any(
        edge_gap(game, x, y, fighter.radius, edge) < area.apart_from_edges for edge in EDGES
    ):
        inches = area.apart_from_edges / 100
        return IllegalAction(
            "near_edge",
            say(
                "{name} must stay {inches} inches from the table edges.", name=fighter.name, inches=format(inches, "g")
            ),
            "SCN-DEPLOY-01",
        )
    fault = (
        ground_fault(game.table, body)
        or wall_fault(game, model_id, body)
        or partners.fault_at(game, state, model_id, body)
    )
    fault = fault or fault_of_leader(game, model_id, body, area)
    if fault is None and area.unseen:
        fault = fault_of_sight(game, state, model_id, body)
    if fault is not None:
        return fault
    return fault_of_others(game, state, model_id, body, area)


def _good_spots(
    game: Game, state: BattleState, side: str, model_id: str, grid: int = GRID
) -> tuple[tuple[int, int, int], ...]:
    """Places of a grid in the side's area where this model may stand; those nearest to the middle first."""
    area = scenario_of(game).area(game, state, side)
    fighter = game.fighters[model_id]
    own = _free_ground(game.table, area, fighter.radius, fighter.height, grid)
    if not infiltrators.comes_late(game, model_id):
        return own
    anywhere = _free_ground(game.table, infiltrators.area_of(game, model_id), fighter.radius, fighter.height, grid)
    return tuple(dict.fromkeys(anywhere + own))


def rows(low: int, high: int, radius: int, grid: int) -> range:
    """Positions of bases between two edges, `grid` apart and symmetrical, so that both sides of a table get the same
    places.
    """
    count = max(0, high - low - 2 * radius) // grid + 1
    start = (low + high) // 2 - (count - 1) * grid // 2
    return range(start, start + count * grid, grid)


@lru_cache(maxsize=64)
def _free_ground(table: Table, area: Area, radius: int, height: int, grid: int) -> tuple[tuple[int, int, int], ...]:
    spots: dict[tuple[int, int], None] = {}
    for outline in area.outlines:
        xs, ys = [x for x, _ in outline], [y for _, y in outline]
        for y in rows(min(ys), max(ys), radius, grid):
            for x in rows(min(xs), max(xs), radius, grid):
                if area.holds(x, y, radius):
                    spots[x, y] = None
    half_x, half_y = table.width // 2, table.length // 2
    found = []
    for x, y in sorted(spots, key=lambda p: (abs(p[1] - half_y) + abs(p[0] - half_x), p)):
        for z in heights_at(table, x, y):
            body = Body(x, y, z, radius, height)
            if area.near_piece and piece_distance(table, body, area.near_piece) > area.near:
                continue
            if ground_fault(table, body) is None:
                found.append((x, y, z))
    return tuple(found)


def suggested_deployment(game: Game, state: BattleState, side: str) -> list[Deploy]:
    """A suggested set-up of the models not yet placed, as commands in order, to be followed by `Ready`.

    Models are spread along the zone, shooters high up or behind, the others in front. They are placed from the left as
    each side sees it, so that on a symmetrical table both sides get equivalent places. Models without a free place are
    left out.
    """
    unplaced = [model_id for model_id in to_place(game, state, side) if state.models[model_id].gone]
    if not unplaced:
        return []
    spots = _good_spots(game, state, side, max(unplaced, key=lambda model_id: game.fighters[model_id].radius))
    if not spots:
        return []
    working = state.fork()
    own = area_of(game, state, side)
    xs, ys = [spot[0] for spot in spots], [spot[1] for spot in spots]
    along_x = max(xs) - min(xs) >= max(ys) - min(ys)
    low, high = (min(xs), max(xs)) if along_x else (min(ys), max(ys))
    middle = (game.table.length if along_x else game.table.width) // 2
    turned = -1 if sum(ys if along_x else xs) > middle * len(spots) else 1
    commands: list[Deploy] = []
    for number, model_id in enumerate(unplaced):
        shooter = any(weapon.is_missile and weapon.reach > 800 for weapon in game.fighters[model_id].weapons)
        along = (high - low) * (number + 1) // (len(unplaced) + 1)
        wish = low + along if turned == 1 else high - along

        def cost(
            spot: tuple[int, int, int], wish: int = wish, shooter: bool = shooter
        ) -> tuple[int, tuple[int, int, int]]:
            across, forward = (spot[0], spot[1]) if along_x else (spot[1], spot[0])
            height = -4 * spot[2] if shooter else 3 * spot[2]
            return 2 * abs(across - wish) + abs(forward - middle) * (1 if shooter else 3) + height, (
                turned * spot[0], turned * spot[1], spot[2],
            )  # fmt: skip

        ranked = sorted(spots, key=cost)
        found = _first_free(game, working, model_id, ranked, own)
        if found is None:
            own = area_of(game, working, side)
            found = _first_free(game, working, model_id, ranked, own)
        if found is None:
            close = _good_spots(game, working, side, model_id, CLOSE)
            found = _first_free(game, working, model_id, sorted(close, key=cost), own)
        if found is not None:
            commands.append(Deploy(model_id, *found))
            apply(working, Placed(model_id, *found))
    return commands


def _first_free(
    game: Game, state: BattleState, model_id: str, spots: list[tuple[int, int, int]], own: Area
) -> tuple[int, int, int] | None:
    return next((spot for spot in spots if place_fault(game, state, model_id, *spot, own=own) is None), None)


register(DeploymentStep())
