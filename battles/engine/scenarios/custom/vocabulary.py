"""Effects of scenario plans beyond the printed scenarios, which other modules add on import.

Rule: SCN-HOME-01

When `plan` does not know an effect's code, it uses the reader registered here. An aim may give experience for its own
achievements; packs name one as the reason of an award.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from battles.engine.game import Game
from battles.engine.registry import Registry
from battles.engine.scenarios.areas import Area
from battles.engine.scenarios.base import Scenario, facts_of
from battles.engine.state import BattleState

if TYPE_CHECKING:
    from battles.engine.scenarios.custom.plan import Plan

Read = Callable[["Plan", Mapping[str, Any], tuple[str, ...]], Iterable[str]]
"""Function that adds an effect to a plan and yields a sentence for every error in it."""
Make = Callable[["Plan", Mapping[str, Any]], "Scenario | str"]
"""Function that creates an aim; it returns a string with the reason if it cannot."""


class PlanEffect(NamedTuple):
    """One effect of a plan."""

    read: Read
    bounds: Mapping[str, tuple[int, int]]
    """Minimum and maximum of each parameter. A parameter that is not listed is not checked."""
    deeds: tuple[str, ...] = ()
    """Achievements for which the effect gives experience, by code."""
    occasions: tuple[str, ...] = ()
    """Achievements that the scenario's rewards can refer to, by code."""


WhereTo = Callable[[Game, BattleState, str, Any], Area]
"""Function that returns the deployment area for a side and its place in the plan."""


class PlacePlan(NamedTuple):
    """A kind of deployment."""

    area: WhereTo
    has_edge: bool = False
    """Whether each side has its own edge and is prompted for it."""
    after_enemy: bool = False
    """Whether the deployment needs the other side to be on the table first."""


DEPLOYMENTS: Registry[PlacePlan] = Registry("deployment of scenarios")
EFFECTS: Registry[PlanEffect] = Registry("effect of scenarios")


def add_effect(
    code: str,
    read: Read,
    *,
    bounds: Mapping[str, tuple[int, int]] | None = None,
    deeds: tuple[str, ...] = (),
    occasions: tuple[str, ...] = (),
) -> None:
    """Register an effect for plans. Raises DuplicateCode."""
    EFFECTS.add(code, PlanEffect(read, bounds or {}, deeds, occasions))


def add_aim(
    code: str,
    make: Make,
    *,
    bounds: Mapping[str, tuple[int, int]] | None = None,
    deeds: tuple[str, ...] = (),
    occasions: tuple[str, ...] = (),
) -> None:
    """Register an aim for plans. A plan can have each aim only once."""

    def read(plan: Plan, params: Mapping[str, Any], before: tuple[str, ...]) -> Iterable[str]:
        made = make(plan, params)
        if isinstance(made, str):
            yield made
        elif code in before:
            yield "The same objective is listed twice."
        else:
            plan.aims.append(made)

    add_effect(code, read, bounds=bounds, deeds=deeds, occasions=occasions)


def add_place(code: str, area: WhereTo, *, has_edge: bool = False, after_enemy: bool = False) -> None:
    """Register a kind of deployment for plans. Raises DuplicateCode."""
    DEPLOYMENTS.add(code, PlacePlan(area, has_edge, after_enemy))


def award_codes_of(codes: Iterable[str]) -> frozenset[str]:
    """Codes of the experience awards that these effects can give."""
    return frozenset(deed for code in codes if code in EFFECTS for deed in EFFECTS[code].deeds)


def occasions_of(codes: Iterable[str]) -> frozenset[str]:
    """Codes of the rewards that these effects can give."""
    return frozenset(occasion for code in codes if code in EFFECTS for occasion in EFFECTS[code].occasions)


def plays(state: BattleState, side: str, role: str) -> bool:
    """Whether the side has this role: "attacker", "defender", "first", "second", or "both" for every side."""
    facts = facts_of(state)
    if role in ("attacker", "defender"):
        return facts.get(role) == side
    order = facts.get("order") or ("",)
    return role == "both" or (order[0] == side) == (role == "first")
