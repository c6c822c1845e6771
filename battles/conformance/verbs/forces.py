"""Verbs of setting up: forces, alliances, whole setups."""

from __future__ import annotations

from typing import Any

from battles.conformance.scene import Scene
from battles.conformance.verbs.registry import ANY, NUMBER, TEXT, verb
from battles.engine.errors import IllegalAction
from battles.engine.scenarios import checks
from battles.engine.setup import game_from_data
from battles.engine.state import Outcome
from battles.engine.steps.turn import alliances


@verb("force", takes={"force": ANY, "tags": ANY}, gives="warnings codes legal")
def check_force(scene: Scene, given: dict[str, Any]) -> None:
    """Check a force: `force` gives models, points, kinds (cavalry, monster, war_machine, chariot, flyer), ranks
    (special, rare, lord), wizard_levels, magic_items, command (standard, battle_standard, musician, champion), faction,
    gear, supplied, has_leader, leader_is_character; `tags` are the scenario's."""
    about: dict[str, Any] = {
        name: frozenset(value) if name == "supplied" else tuple(value) if isinstance(value, list) else value
        for name, value in {"models": 5, **(given.get("force") or {})}.items()
    }
    unknown = sorted(set(about.get("command", ())) - checks.POSTS)
    if unknown:
        raise ValueError(f"command knows {', '.join(sorted(checks.POSTS))}, not {', '.join(unknown)}")
    remarks = checks.check_force(scene.game.rules, checks.Force(**about), tuple(given.get("tags") or ()))
    scene.found |= {
        "warnings": [remark.rule for remark in remarks],
        "codes": [remark.code for remark in remarks if remark.code],
        "legal": not any(remark.is_error for remark in remarks),
    }  # fmt: skip


@verb("setup", takes={"fighter": ANY, "scenario": ANY}, gives="accepted")
def setup(scene: Scene, given: dict[str, Any]) -> None:
    """Create a battle of two ordinary warriors per side, one of them with the given fields; refused with code and
    rule.
    """
    blade = {"code": "blade", "name": "blade"}
    plain: dict[str, Any] = {"name": "Otto", "weapons": [blade]}
    game_from_data(
        {
            "ruleset": scene.game.rules.code, "options": scene.case.options,
            "sides": [
                {"name": "Red", "fighters": [{**plain, "is_leader": True}, {**plain, **(given.get("fighter") or {})}]},
                {"name": "Blue", "fighters": [{**plain, "is_leader": True}, plain]},
            ],
            "table": {"width": 4800, "length": 4800},
            **({"scenario": given["scenario"]} if "scenario" in given else {}),
        }
    )  # fmt: skip
    scene.found["accepted"] = True


@verb("alignment", needs={"text": TEXT}, takes={"offered": ANY}, gives="step")
def ask_alignment(scene: Scene, given: dict[str, Any]) -> None:
    """The step of an alignment given as text, 1 to 5; with `offered`, only if the warband may choose it."""
    if "offered" in given:
        scene.found["step"] = alliances.choose_alignment(given["text"], tuple(given["offered"]))
    else:
        scene.found["step"] = alliances.alignment_step(given["text"])


@verb("alliance", takes={"one": TEXT, "other": TEXT, "in_play": "yes or no", "informal": "yes or no"}, gives="allowed")
def ask_alliance(scene: Scene, given: dict[str, Any]) -> None:
    """Can two sides be formal allies? `in_play`: offered during the battle; `informal`: a mere understanding."""
    one, other = given.get("one", "a"), given.get("other", "b")
    fault: IllegalAction | None
    if given.get("informal"):
        fault = alliances.understanding_fault(scene.game, one, other)
    elif given.get("in_play"):
        fault = alliances.offer_fault(scene.game, scene.state, one, other)
    else:
        fault = alliances.alliance_fault(scene.game, one, other)
    scene.found["allowed"] = fault is None
    if fault is not None:
        scene.found |= {"error": fault.code, "refused": fault.rule}


@verb("exploration_dice", needs={"entitled": NUMBER}, takes={"winners": ANY}, gives="exploration_dice")
def ask_exploration(scene: Scene, given: dict[str, Any]) -> None:
    """How many exploration dice a winner rolls after a win shared by `winners`."""
    outcome = Outcome(tuple(given.get("winners", ("a",))), "last_standing")
    scene.found["exploration_dice"] = alliances.exploration_dice(given["entitled"], outcome)


@verb("table_size", needs={"players": NUMBER}, gives="table")
def ask_table(scene: Scene, given: dict[str, Any]) -> None:
    """The size of the table in inches for this number of players, if the scenario does not give one."""
    scene.found["table"] = [length / 100 for length in checks.table_size(given["players"])]


@verb("preferred_gear", needs={"faction": TEXT}, gives="prefers")
def ask_gear(scene: Scene, given: dict[str, Any]) -> None:
    """The equipment that a faction prefers."""
    scene.found["prefers"] = list(checks.preferred_gear(given["faction"]))


@verb("swapped", needs={"setup": ANY}, gives="sides games")
def ask_swapped(scene: Scene, given: dict[str, Any]) -> None:
    """The names of the sides in the return game of a match with swapped sides."""
    twin = checks.swapped(given["setup"])
    scene.found["sides"] = [side["name"] for side in twin["sides"]]  # type: ignore[attr-defined]
    scene.found["games"] = len((given["setup"], twin))
