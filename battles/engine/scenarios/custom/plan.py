"""Reads a custom scenario: turns plain data into a plan, with a sentence for everything that cannot be played.

Rule: SCN-HOME-01

The data are `{"name": str, "roles": bool, "routs": bool, "turns": int, "effects": [{"code": str, "params": {...}}]}`.
The codes are those that packs use for the nine printed scenarios, and a few about forces. Lengths are in inches in the
data and in hundredths of an inch in the plan.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from battles.engine.scenarios.base import Scenario
from battles.engine.scenarios.creatures.figures import read_figures
from battles.engine.scenarios.custom.vocabulary import DEPLOYMENTS, EFFECTS, Read
from battles.engine.scenarios.printed.buildings import DefendTheFind, Occupy
from battles.engine.scenarios.printed.crossing import Breakthrough, StreetFight
from battles.engine.scenarios.printed.encounter import ChanceEncounter
from battles.engine.scenarios.printed.hunt import WyrdstoneHunt
from battles.engine.scenarios.printed.treasure import HiddenTreasure
from battles.engine.sentences import say
from battles.engine.setup_data import FigureData

RULE: Final = "SCN-HOME-01"
MOST_TURNS: Final = 50
MOST_EFFECTS: Final = 24
MOST_NAME: Final = 80
TABLE_SIDES: Final = (24, 30, 36, 48)
FORCES: Final = (
    "models", "heroes", "hired_swords", "dramatis_personae", "wizards", "cavalry", "monsters", "chariots", "flyers",
)  # fmt: skip
CROSSING: Final = (Breakthrough.code, StreetFight.code, HiddenTreasure.code)
"""Codes of aims for which models cross the table to an edge."""
STORIES: Final = ("hunt", "lord_and_few")
BOUNDS: Final[dict[tuple[str, str], tuple[int, int]]] = {
    ("deploy_edge", "distance"): (6, 12), ("deploy_near_objective", "distance"): (4, 12),
    ("deploy_away", "distance"): (4, 24),
    ("deploy_middle", "distance"): (2, 12), ("deploy_corner", "distance"): (4, 12),
    ("deploy_spread", "distance"): (2, 12), ("deploy_spread", "apart"): (2, 8),
    ("deploy_scattered", "distance"): (2, 8),
    ("deploy_scattered", "needs"): (2, 6), ("reinforcements", "needs"): (2, 6), ("reinforcements", "from_turn"): (1, 6),
    ("win_by_majority", "distance"): (2, 12), ("win_by_reaching_edge", "amount"): (1, 10),
    ("win_by_reaching_edge", "distance"): (1, 6), ("wyrdstone_counters", "plus"): (0, 6),
    ("wyrdstone_counters", "edge_distance"): (2, 14), ("wyrdstone_counters", "apart"): (2, 10),
    ("occupy_buildings", "plus"): (0, 6), ("search_buildings", "needs"): (3, 12), ("at_most", "amount"): (0, 60),
    ("at_least", "amount"): (1, 15), ("rating_at_most", "amount"): (10, 2000),
}  # fmt: skip
"""Minimum and maximum of numbers, by (effect, parameter)."""
PLACES: Final = (
    "deploy_edge", "deploy_near_objective", "deploy_away", "deploy_quarter", "deploy_scattered", "deploy_middle",
    "deploy_corner", "deploy_spread",
)  # fmt: skip
ATTACKERS: Final = ("chosen", "larger", "smaller", "lower_rating", "higher_rating", "random")
"""Ways to determine which side is the attacker."""
REWARDED: Final = {
    "wyrdstone_counters": "carries_counter", "win_by_reaching_edge": "breaks_through", "win_by_leaving":
    "first_to_escape", "search_buildings": "finds_chest", "occupy_buildings": "holds_most_buildings",
}  # fmt: skip
"""Aims with the achievement for which they give experience."""
ALWAYS_REWARDED: Final = ("survives", "winning_leader", "enemy_out_of_action")


class Fault(NamedTuple):
    """One part that cannot be played: the index of the effect (-1 for the whole scenario), and a sentence."""

    at: int
    sentence: str


class Place(NamedTuple):
    """Where and how one side sets up."""

    code: str = "deploy_edge"
    distance: int = 800
    any_edges: bool = False
    random_edge: bool = False
    needs: int = 0
    gap: int = 0
    """Minimum distance of a strip to the adjacent table edges, in hundredths of an inch."""
    apart: int = 0
    """Minimum distance between friends, for a side that is spread out (hundredths of an inch)."""

    @property
    def has_edge(self) -> bool:
        """Whether the place is a strip along one edge."""
        if self.code in DEPLOYMENTS:
            return DEPLOYMENTS[self.code].has_edge
        return self.code == "deploy_edge" and not self.any_edges


@dataclass(slots=True)
class Plan:
    """A custom scenario as read from its data. The roles are attacker and defender, or first and second."""

    name: str = ""
    roles: bool = False
    routs: bool = True
    turns: int = 0
    attacker_is: str = "chosen"
    places: dict[str, Place] = field(default_factory=dict)
    """Where each role sets up, in the order in which the sides set up."""
    first_turn: str = ""
    at_limit: str = ""
    aims: list[Scenario] = field(default_factory=list)
    reinforcements: tuple[int, int] = (0, 0)
    """Score needed to arrive, and first turn of arrivals; (0, 0) for no reinforcements."""
    tags: frozenset[str] = frozenset()
    at_most: dict[str, int] = field(default_factory=dict)
    at_least: int = 0
    rating_at_most: int = 0
    table_side: int = 0
    outpost: int = 0
    """Number of defenders present at the start; 0 for all, `surprise.HALF` for half of them."""
    figures: tuple[FigureData, ...] = ()
    """Models that belong to the scenario (see `creatures.figures`)."""

    @property
    def role_names(self) -> tuple[str, str]:
        """The two roles that sides can have."""
        return ("attacker", "defender") if self.roles else ("first", "second")


def read_plan(data: Any) -> tuple[Plan, list[Fault]]:
    """Read a plan with every error in it. A plan with errors cannot be played. Never raises."""
    plan, faults = Plan(), list[Fault]()
    if not isinstance(data, Mapping):
        return plan, [Fault(-1, "A custom scenario must be a mapping of fields.")]
    name, turns, effects = data.get("name", ""), data.get("turns", 0), data.get("effects", [])
    if not isinstance(name, str) or not 0 < len(name) <= MOST_NAME:
        faults.append(Fault(-1, "The name of a scenario must have 1 to 80 characters."))
    else:
        plan.name = name
    plan.roles, plan.routs = data.get("roles") is True, data.get("routs", True) is not False
    if not isinstance(turns, int) or isinstance(turns, bool) or not 0 <= turns <= MOST_TURNS:
        faults.append(Fault(-1, say("A battle lasts at most {most} turns per side; 0 sets no limit.", most=MOST_TURNS)))
    else:
        plan.turns = turns
    if not isinstance(effects, list) or len(effects) > MOST_EFFECTS:
        return plan, [*faults, Fault(-1, say("The effects must be a list of at most {most}.", most=MOST_EFFECTS))]
    plan.figures, wrong_figures = read_figures(data.get("figures", ()), plan.role_names)
    faults += [Fault(-1, sentence) for sentence in wrong_figures]
    codes: list[str] = []
    for at, row in enumerate(effects):
        code = row.get("code") if isinstance(row, Mapping) else None
        params = row.get("params", {}) if isinstance(row, Mapping) else None
        reader = _reader_of(code)
        if not isinstance(code, str) or reader is None or not isinstance(params, Mapping):
            faults.append(Fault(at, say("There is no scenario effect called {code}.", code=repr(code)[:60])))
            continue
        wrong = list(_out_of_bounds(code, params)) or list(reader(plan, params, tuple(codes)))
        faults += [Fault(at, sentence) for sentence in wrong]
        codes.append(code)
    if not faults:
        faults += [Fault(-1, sentence) for sentence in _together(plan, codes)]
    return plan, faults


def _out_of_bounds(code: str, params: Mapping[str, Any]) -> Iterable[str]:
    for (effect, name), (least, most) in BOUNDS.items():
        value = params.get(name)
        if effect == code and (not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most):
            yield say("“{name}” of “{code}” must be {least} to {most}.", name=name, code=code, least=least, most=most)
    for name, (least, most) in EFFECTS[code].bounds.items() if code in EFFECTS else ():
        value = params.get(name, least)
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            yield say("“{name}” of “{code}” must be {least} to {most}.", name=name, code=code, least=least, most=most)


def _sides(plan: Plan, params: Mapping[str, Any]) -> tuple[str, ...]:
    side = params.get("side")
    if side == "both":
        return plan.role_names
    return (str(side),) if side in plan.role_names else ()


def _no_such_side(plan: Plan) -> str:
    if plan.roles:
        return "With an attacker, the side must be attacker, defender or both."
    return "Without an attacker, the side must be first, second or both."


def _place(code: str) -> Read:
    def read(plan: Plan, params: Mapping[str, Any], before: tuple[str, ...]) -> Iterable[str]:
        sides = _sides(plan, params)
        if not sides:
            yield _no_such_side(plan)
        if code == "deploy_scattered" and sides != ("defender",):
            yield "Only a defender can be scattered."
        for side in sides:
            if side in plan.places:
                yield say("The deployment of the {side} is defined twice.", side=side)
            plan.places[side] = Place(
                code,
                100 * int(params.get("distance", 8)),
                params.get("any_edges") is True,
                params.get("random_edge") is True,
                int(params.get("needs", 0)),
                100 * int(params.get("side_gap", 0)),
                100 * int(params.get("apart", 0)),
            )

    return read


def _aim(make: Callable[[Plan, Mapping[str, Any]], Scenario | str]) -> Read:
    def read(plan: Plan, params: Mapping[str, Any], before: tuple[str, ...]) -> Iterable[str]:
        made = make(plan, params)
        if isinstance(made, str):
            yield made
        elif any(type(other) is type(made) for other in plan.aims):
            yield "The same objective is listed twice."
        else:
            plan.aims.append(made)

    return read


def _die(params: Mapping[str, Any]) -> str:
    return str(params.get("dice")) if params.get("dice") in ("D3", "D6") else ""


NO_DIE = "The number must be a roll of a D3 or a D6."


def _counters(plan: Plan, params: Mapping[str, Any]) -> Scenario | str:
    edge, apart = 100 * int(params["edge_distance"]), 100 * int(params["apart"])
    each = params.get("each") is True
    return WyrdstoneHunt(_die(params), int(params["plus"]), edge, apart, each=each) if _die(params) else NO_DIE


def _occupied(plan: Plan, params: Mapping[str, Any]) -> Scenario | str:
    return Occupy(_die(params), int(params["plus"])) if _die(params) else NO_DIE


def _carried(plan: Plan, params: Mapping[str, Any]) -> Scenario | str:
    return ChanceEncounter(_die(params)) if _die(params) else NO_DIE


def _majority(plan: Plan, params: Mapping[str, Any]) -> Scenario | str:
    if not plan.roles or params.get("side") != "attacker":
        return "Only an attacker can win the objective in the middle: let one side attack, and set “side: attacker”."
    return DefendTheFind(100 * int(params["distance"]))


def _reached(plan: Plan, params: Mapping[str, Any]) -> Scenario | str:
    side = params.get("side")
    if side != "both" and not (plan.roles and side == "attacker"):
        return "Either both sides can break through, or only the attacker."
    return Breakthrough(int(params["amount"]), 100 * int(params["distance"]), both=side == "both")


def _left(plan: Plan, params: Mapping[str, Any]) -> Scenario | str:
    side = params.get("side")
    if side != "both" and not (plan.roles and side == "attacker"):
        return "Either both sides can leave by the far edge, or only the attacker."
    return StreetFight(attacker_alone=side == "attacker")


def _searched(plan: Plan, params: Mapping[str, Any]) -> Scenario | str:
    if params.get("dice") != "2D6" or params.get("last_always") is not True:
        return "Buildings must be searched with 2D6; the last one always contains the chest."
    return HiddenTreasure(int(params["needs"]))


def _chest(plan: Plan, params: Mapping[str, Any], before: tuple[str, ...]) -> Iterable[str]:
    if "search_buildings" not in before or params.get("win_by_own_edge") is not True:
        yield "A chest must first be found with “search_buildings”, and is carried off across the side's own edge."


def _reinforced(plan: Plan, params: Mapping[str, Any], before: tuple[str, ...]) -> Iterable[str]:
    if "deploy_scattered" not in before or params.get("side") != "defender":
        yield "Reinforcements need a scattered defender: add “deploy_scattered” first."
    plan.reinforcements = (int(params["needs"]), int(params["from_turn"]))


def _attacker_is(plan: Plan, params: Mapping[str, Any], before: tuple[str, ...]) -> Iterable[str]:
    if not plan.roles or params.get("who") not in ATTACKERS:
        ways = ", ".join(ATTACKERS)
        yield say("The attacker must be chosen by one of {ways}, in a scenario with “has_attacker: true”.", ways=ways)
    plan.attacker_is = str(params.get("who"))


def _first_turn(plan: Plan, params: Mapping[str, Any], before: tuple[str, ...]) -> Iterable[str]:
    if not _sides(plan, params):
        yield _no_such_side(plan)
    plan.first_turn = str(params.get("side"))


def _at_limit(plan: Plan, params: Mapping[str, Any], before: tuple[str, ...]) -> Iterable[str]:
    if not _sides(plan, params) or not plan.turns:
        yield "A winner at the turn limit needs a turn limit, and must be one of the scenario's sides."
    plan.at_limit = str(params.get("side"))


def _at_most(plan: Plan, params: Mapping[str, Any], before: tuple[str, ...]) -> Iterable[str]:
    kind, amount = params.get("kind"), int(params["amount"])
    if kind not in FORCES:
        yield say("A force can have limits for: {kinds}.", kinds=", ".join(FORCES))
    elif kind in plan.at_most:
        yield "The same limit is set twice."
    elif kind in ("models", "heroes") and not amount:
        yield "With these limits, nobody could take part."
    plan.at_most[str(kind)] = amount


def _at_least(plan: Plan, params: Mapping[str, Any], before: tuple[str, ...]) -> Iterable[str]:
    plan.at_least = int(params["amount"])
    return ()


def _rating(plan: Plan, params: Mapping[str, Any], before: tuple[str, ...]) -> Iterable[str]:
    plan.rating_at_most = int(params["amount"])
    return ()


def _table(plan: Plan, params: Mapping[str, Any], before: tuple[str, ...]) -> Iterable[str]:
    side = params.get("amount")
    if side not in TABLE_SIDES or isinstance(side, bool):
        yield say("The side of a table must be one of {sides} inches.", sides=", ".join(map(str, TABLE_SIDES)))
    else:
        plan.table_side = int(side)


def _story(plan: Plan, params: Mapping[str, Any], before: tuple[str, ...]) -> Iterable[str]:
    if params.get("tag") not in STORIES:
        yield say("The story must be one of these: {tags}.", tags=", ".join(STORIES))
    plan.tags |= {str(params.get("tag"))}


_READERS: Final[dict[str, Read]] = {
    **{code: _place(code) for code in PLACES},
    "win_by_majority": _aim(_majority), "win_by_reaching_edge": _aim(_reached), "win_by_leaving": _aim(_left),
    "wyrdstone_counters": _aim(_counters), "carried_shards": _aim(_carried), "search_buildings": _aim(_searched),
    "occupy_buildings": _aim(_occupied), "carry_chest": _chest, "reinforcements": _reinforced,
    "attacker_is": _attacker_is, "first_turn": _first_turn, "win_at_limit": _at_limit, "at_most": _at_most,
    "at_least": _at_least, "rating_at_most": _rating, "table_side": _table, "story": _story,
}  # fmt: skip


def _reader_of(code: Any) -> Read | None:
    if not isinstance(code, str):
        return None
    if code in DEPLOYMENTS:
        return _place(code)
    return EFFECTS[code].read if code in EFFECTS else _READERS.get(code)


def _together(plan: Plan, codes: list[str]) -> Iterable[str]:
    """Errors in the combination of effects that are valid on their own."""
    for role in plan.role_names:
        plan.places.setdefault(role, Place())
    if not plan.roles:
        plan.places = {role: plan.places[role] for role in plan.role_names}
    kinds = [place.code for place in plan.places.values()]
    main = [aim for aim in plan.aims if isinstance(aim, WyrdstoneHunt | Occupy | HiddenTreasure | DefendTheFind)]
    if len(main) > 1:
        yield "Choose only one of these: counters, buildings to hold, the chest, the objective in the middle."
    edges = [place for place in plan.places.values() if place.has_edge]
    crossing = [aim for aim in plan.aims if aim.code in CROSSING]
    if any(aim.code == HiddenTreasure.code for aim in plan.aims) and "carry_chest" not in codes:
        yield "A chest that is searched for must also be carried off: add “carry_chest”."
    if crossing and not edges:
        yield "The side that crosses the table needs its own edge: set “deploy_edge” for that side."
    if len(crossing) > 1:
        yield "Choose only one of these: breaking through, leaving by the far edge, carrying off a chest."
    late = {"deploy_away", *(code for code, added in DEPLOYMENTS.items() if added.after_enemy)}
    if kinds[0] in late:
        yield "A side that deploys away from the enemy is set up after it: list the other side first."
    if kinds.count("deploy_near_objective") == 2:
        yield "Only one side can hold the objective at the start."
    if "deploy_near_objective" in kinds and not any(aim.has_objective for aim in plan.aims):
        yield "Setting up near an objective needs an objective: add “win_by_majority” or “middle_building”."
    if "deploy_scattered" in kinds and "reinforcements" not in codes:
        yield "The missing warriors of a scattered side must arrive at some point: add “reinforcements”."
    if any(place.random_edge and place.any_edges for place in plan.places.values()):
        yield "A side can have either a random edge or all edges, not both."
    if not plan.routs and not plan.turns and not plan.aims:
        yield "Without rout tests, a turn limit or an objective, this battle would only end with the last warrior."
    if plan.at_least > plan.at_most.get("models", 60):
        yield "The minimum number of models is higher than the maximum."
