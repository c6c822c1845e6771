"""Verbs about setting up battles: forces, alliances, complete setups."""

from __future__ import annotations

from battles.engine.errors import IllegalAction
from battles.engine.scenarios import checks
from battles.engine.setup import game_from_data
from battles.engine.state import Outcome
from battles.engine.steps.turn import alliances
from battles.simulation.conformance.case_reader import Value
from battles.simulation.conformance.scene import Scene
from battles.simulation.conformance.values import Fields, Step
from battles.simulation.conformance.verbs.registry import ANY, NUMBER, TEXT, verb


@verb("force", takes={"force": ANY, "tags": ANY}, gives="warnings codes legal")
def check_force(scene: Scene, step: Step) -> None:
    """Check a force. `force` has the fields models, points, kinds (cavalry, monster, war_machine, chariot, flyer),
    ranks (special, rare, lord), wizard_levels, magic_items, command (standard, battle_standard, musician, champion),
    faction, gear, supplied, has_leader, leader_is_character; `tags` are the scenario's."""
    remarks = checks.check_force(scene.game.rules, _force(step.sub("force")), step.names("tags"))
    scene.found |= {
        "warnings": [remark.rule for remark in remarks],
        "codes": [remark.code for remark in remarks if remark.code],
        "legal": not any(remark.is_error for remark in remarks),
    }  # fmt: skip


def _force(about: Fields) -> checks.Force:
    for name in about:
        if name not in checks.Force._fields:
            about.fail(name, f"A force has no {name}. It has {', '.join(checks.Force._fields)}.")
    unknown = sorted(set(about.names("command")) - checks.POSTS)
    if unknown:
        about.fail("command", f"command knows {', '.join(sorted(checks.POSTS))}, not {', '.join(unknown)}.")
    return checks.Force(
        models=about.number("models", 5), points=about.number("points", 0), kinds=about.names("kinds"),
        ranks=about.names("ranks"), wizard_levels=about.numbers("wizard_levels"),
        magic_items=about.number("magic_items", 0), command=about.names("command"),
        faction=about.text("faction", ""), gear=about.names("gear"), supplied=frozenset(about.names("supplied")),
        has_leader=about.flag("has_leader", True), leader_is_character=about.flag("leader_is_character", True),
    )  # fmt: skip


@verb("setup", takes={"fighter": ANY, "scenario": ANY}, gives="accepted")
def setup(scene: Scene, step: Step) -> None:
    """Create a battle of two ordinary warriors per side, one of them with the given fields. If it is refused, the code
    and the rule are results."""
    plain: dict[str, Value] = {"name": "Otto", "weapons": [{"code": "blade", "name": "blade"}]}
    game_from_data(
        {
            "ruleset": scene.game.rules.code, "options": scene.case.options,
            "sides": [
                {"name": "Red", "fighters": [{**plain, "is_leader": True}, {**plain, **step.sub("fighter").data()}]},
                {"name": "Blue", "fighters": [{**plain, "is_leader": True}, plain]},
            ],
            "table": {"width": 4800, "length": 4800},
            **({"scenario": step.value("scenario")} if "scenario" in step else {}),
        }
    )  # fmt: skip
    scene.found["accepted"] = True


@verb("alignment", needs={"text": TEXT}, takes={"offered": ANY}, gives="step")
def ask_alignment(scene: Scene, step: Step) -> None:
    """The number, 1 to 5, of an alignment given as text. With `offered`, only if the warband may choose it."""
    if "offered" in step:
        scene.found["step"] = alliances.choose_alignment(step.text("text"), step.names("offered"))
    else:
        scene.found["step"] = alliances.alignment_step(step.text("text"))


@verb("alliance", takes={"one": TEXT, "other": TEXT, "in_play": "yes or no", "informal": "yes or no"}, gives="allowed")
def ask_alliance(scene: Scene, step: Step) -> None:
    """Whether two sides can be formal allies. `in_play`: the alliance is offered during the battle; `informal`: it is
    only an understanding."""
    first, other = step.text("one", "a"), step.text("other", "b")
    fault: IllegalAction | None
    if step.flag("informal"):
        fault = alliances.informal_alliance_fault(scene.game, first, other)
    elif step.flag("in_play"):
        fault = alliances.offer_fault(scene.game, scene.state, first, other)
    else:
        fault = alliances.alliance_fault(scene.game, first, other)
    scene.found["allowed"] = fault is None
    if fault is not None:
        scene.found |= {"error": fault.code, "refused": fault.rule}


@verb("exploration_dice", needs={"entitled": NUMBER}, takes={"winners": ANY}, gives="exploration_dice")
def ask_exploration(scene: Scene, step: Step) -> None:
    """The number of exploration dice that a winner rolls if `winners` sides share the victory."""
    outcome = Outcome(step.names("winners") or ("a",), "last_standing")
    scene.found["exploration_dice"] = alliances.exploration_dice(step.number("entitled"), outcome)


@verb("table_size", needs={"players": NUMBER}, gives="table")
def ask_table(scene: Scene, step: Step) -> None:
    """The size of the table in inches for this number of players, if the scenario does not state one."""
    scene.found["table"] = [length / 100 for length in checks.table_size(step.number("players"))]


@verb("preferred_gear", needs={"faction": TEXT}, gives="prefers")
def ask_gear(scene: Scene, step: Step) -> None:
    """The equipment that a faction prefers."""
    scene.found["prefers"] = list(checks.preferred_gear(step.text("faction")))


@verb("swapped", needs={"setup": ANY}, gives="sides games")
def ask_swapped(scene: Scene, step: Step) -> None:
    """The names of the sides in the return game of a match in which the sides are swapped."""
    setup: dict[str, object] = {**step.sub("setup").data()}
    sides = checks.swapped(setup)["sides"]
    scene.found["sides"] = [side["name"] for side in sides] if isinstance(sides, list) else []
    scene.found["games"] = 2
