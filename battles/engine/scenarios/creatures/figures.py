"""Models that belong to a scenario: creatures of a neutral side, and people who join one of the sides.

Rule: SCN-NEUTRAL-01

A scenario's data lists them as `figures`: `{"code", "name", "count", "joins", "acts", "leash", "fighter"}`. `cast` adds
them to the setup as ordinary fighters with the trait `figure`, so that the usual rules apply to them. Neutral ones form
a side after the players' sides and wait in reserve until the scenario places them. Figures are on no roster: they gain
nothing and have no aftermath.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import cos, pi, sin
from typing import Any, Final, NamedTuple

from battles.engine.errors import IllegalAction
from battles.engine.events import Marked, Placed, Removed
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.hooks import declare_inner, on
from battles.engine.profile import Fighter, fighter_from_data
from battles.engine.sentences import say
from battles.engine.setup_data import FighterData, FigureData, SetupData
from battles.engine.state import BattleState
from battles.engine.table.ground import heights_at
from battles.engine.table.placement import end_fault
from battles.engine.table.vectors import Body, within
from battles.engine.traits import Flag, Values

FIGURE: Final = Flag("figure")
declare_inner(FIGURE.code)
HOMES: Final = "figure_homes"
"""Key of a mark: model id -> [x, y], where a figure was first placed."""
ACTS: Final = ("hunts", "guards", "shoots", "stays")
"""Behaviour of neutral figures.

"hunts": charge or approach the nearest model; "guards": the same within their leash; "shoots": stay and shoot at the
nearest model; "stays": only fight back.

"""
MOST: Final = 30
RING, STEPS, FAR = 40, 24, 1600
"""For the search for a free place: distance between rings, points on each, and maximum distance (hundredths of an
inch).
"""


class Part(NamedTuple):
    """What a figure does in the scenario."""

    code: str
    joins: str = ""
    """Role of the side that it fights for; "" for a neutral figure."""
    acts: str = "hunts"
    leash: int = 0
    """Maximum distance from where it was placed, in hundredths of an inch; 0 for no limit."""
    earns: bool = True
    """Whether taking the figure out of action earns the usual experience."""
    absent: bool = False
    """Whether the figure is not set up with its side, because the scenario brings it later."""


PARTS: Final[Values[Part | None]] = Values(FIGURE.code, lambda given: Part(**given))


def part_of(fighter: Fighter) -> Part | None:
    """The fighter's part in the scenario; None for models of a warband."""
    return PARTS.first(fighter, None)


def is_figure(fighter: Fighter) -> bool:
    """Whether the model belongs to the scenario."""
    return FIGURE.of(fighter)


def earns_nothing(fighter: Fighter) -> bool:
    """Whether taking the model out of action gives no experience, because it is too weak or friendly."""
    part = part_of(fighter)
    return part is not None and not part.earns


def named(game: Game, code: str) -> list[str]:
    """Ids of the figures with a code, in order."""
    return [model_id for model_id, fighter in game.fighters.items() if (part := part_of(fighter)) and part.code == code]


def cast(setup: SetupData) -> SetupData:
    """The setup with the figures of its scenario added to the sides; unchanged if the scenario has none. A second call
    changes nothing.
    """
    home = setup.get("scenario", {}).get("home")
    sides = list(setup["sides"])
    if not isinstance(home, dict) or not home.get("figures") or any(side.get("neutral") for side in sides):
        return setup
    rows = home["figures"]
    neutral: list[FighterData] = []
    for row in rows:
        models = [_model(row, number) for number in range(row["count"])]
        if row.get("joins"):
            sides = [{**side, "fighters": [*side.get("fighters", ()), *models]} for side in sides]
        else:
            neutral += models
    if neutral:
        name = str(home.get("neutrals") or rows[0]["name"])
        sides.append({"name": name, "neutral": True, "fighters": neutral})
    return {**setup, "sides": sides}


def read_figures(raw: Any, roles: tuple[str, str]) -> tuple[tuple[FigureData, ...], list[str]]:
    """The figures of a scenario's data, and a sentence for every error in them. Never raises."""
    if not isinstance(raw, list | tuple) or len(raw) > 8:
        return (), ["The figures of a scenario must be a list of at most 8."]
    found: list[FigureData] = []
    wrong: list[str] = []
    for row in raw:
        fault = _fault_of(row, roles)
        if fault:
            wrong.append(fault)
        else:
            figure: FigureData = row
            found.append(figure.copy())
    if not wrong and sum(row["count"] for row in found) > MOST:
        wrong.append(say("A scenario can bring at most {most} models.", most=MOST))
    return tuple(found), wrong


def _fault_of(row: Any, roles: tuple[str, str]) -> str:
    """Why a figure cannot be used, or ""."""
    if not isinstance(row, Mapping) or not all(isinstance(row.get(key), str) for key in ("code", "name")):
        return "A figure needs a code and a name."
    if not _is_count(row.get("count"), 1) or not _is_count(row.get("leash", 0), 0):
        return say("The number of a figure must be 1 to {most}, and its leash a distance.", most=MOST)
    if row.get("joins", "") not in ("", *roles, "both") or row.get("acts", ACTS[0]) not in ACTS:
        sides = " or ".join(roles)
        return say("A figure must join one of {sides} and have a known behaviour.", sides=sides)
    try:
        fighter_from_data({**row["fighter"], "id": "z1", "name": row["name"]})
    except IllegalAction as fault:
        return str(fault)
    except (TypeError, ValueError, KeyError):
        return say("The figure {name} cannot be read.", name=row["name"])
    return ""


def _is_count(value: Any, least: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= (MOST if least else 10_000)


def _model(row: FigureData, number: int) -> FighterData:
    fields: Mapping[str, object] = row
    about = {name: fields[name] for name in Part._fields if name in fields}
    fighter = row["fighter"]
    name = row["name"] if row["count"] == 1 else f"{row['name']} {number + 1}"
    return {**fighter, "name": name, "skills": [*fighter.get("skills", ()), [FIGURE.code, about]]}


def home_of(state: BattleState, model_id: str) -> tuple[int, int] | None:
    """Where a figure was first placed."""
    spot = (state.marks.get(HOMES) or {}).get(model_id)
    return (spot[0], spot[1]) if spot else None


def set_down(ctx: Context, model_id: str, x: int, y: int, *, away: int = 0) -> bool:
    """Place a figure from the reserve in the free place nearest to a point, never in contact.

    It is at least `away` hundredths of an inch from every base. Returns False if there is no room; the figure then
    stays in reserve.
    """
    spot = free_place(ctx.game, ctx.state, model_id, x, y, away)
    if spot is None:
        return False
    ctx.emit(Placed(model_id, *spot))
    ctx.emit(Marked(HOMES, {**(ctx.state.marks.get(HOMES) or {}), model_id: [x, y]}))
    ctx.note("figure_appears", model_id, rule="SCN-NEUTRAL-01")
    return True


def free_place(
    game: Game, state: BattleState, model_id: str, x: int, y: int, away: int = 0
) -> tuple[int, int, int] | None:
    """The free place nearest to a point, searched on rings around it. At each spot the lowest surface is tried
    first.
    """
    from battles.engine.steps.models.bodies import body_of
    from battles.engine.steps.movement.movers import others_of

    fighter, others = game.fighters[model_id], others_of(game, state, model_id)
    bodies = [
        body_of(game, state, other) for other, model in state.models.items() if other != model_id and not model.gone
    ]
    gap = max(away, 20)
    for far in range(0, FAR, RING):
        for step in range(STEPS if far else 1):
            angle = 2 * pi * step / STEPS
            px, py = round(x + far * sin(angle)), round(y + far * cos(angle))
            if not (fighter.radius <= px <= game.table.width - fighter.radius):
                continue
            if not (fighter.radius <= py <= game.table.length - fighter.radius):
                continue
            for z in heights_at(game.table, px, py)[:1]:
                there = Body(px, py, z, fighter.radius, fighter.height)
                if any(within(there, body, gap) for body in bodies):
                    continue
                if end_fault(game.table, there, others) is None:
                    return px, py, z
    return None


def in_reserve(game: Game, state: BattleState, code: str) -> list[str]:
    """Neutral figures with a code that have not arrived yet."""
    return [model_id for model_id in named(game, code) if state.models[model_id].gone == "reserve"]


def on_the_table(game: Game, state: BattleState, code: str) -> list[str]:
    """Figures with a code that are on the table."""
    return [model_id for model_id in named(game, code) if not state.models[model_id].gone]


@on("deploy", FIGURE.code)
def send_home(ctx: Context, model_id: str, *, joins: str = "", absent: bool = False, **_: Any) -> None:
    """After deployment, remove a figure that joins the other side's role."""
    if joins and not absent and ctx.state.models[model_id].gone == "reserve":
        ctx.emit(Removed(model_id, "away"))
