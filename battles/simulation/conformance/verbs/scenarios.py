"""Verbs about scenarios: what a scenario does at the start of a turn, after a phase and after every command, and how it
ends."""

from __future__ import annotations

from battles.engine.scenarios.registry import scenario_of
from battles.engine.state import Outcome
from battles.simulation.conformance.scene import Scene
from battles.simulation.conformance.values import Step
from battles.simulation.conformance.verbs.registry import ANY, TEXT, verb


@verb("scenario_turn", takes={"side": TEXT})
def scenario_turn(scene: Scene, step: Step) -> None:
    """What the scenario does at the start of a side's turn."""
    side = step.text("side", scene.case.side)
    scene.direct(lambda ctx: scenario_of(scene.game).turn_start(ctx, side))


@verb("scenario_turn_end", takes={"side": TEXT}, gives="score")
def scenario_turn_end(scene: Scene, step: Step) -> None:
    """What the scenario does at the end of a side's turn; `score` lists the score of each side, in the order of
    sides."""
    side = step.text("side", scene.case.side)
    scene.direct(lambda ctx: scenario_of(scene.game).turn_end(ctx, side))
    scene.found["score"] = [scene.state.sides[letter].score for letter in sorted(scene.state.sides)]


@verb("scenario_loot", needs={"winners": ANY}, gives="occasions_a occasions_b")
def scenario_loot(scene: Scene, step: Step) -> None:
    """How often each side has earned each reward of the scenario, if these sides have won the battle."""
    scene.context().state.outcome = Outcome(step.names("winners"), "routed")
    loot = scenario_of(scene.game).loot(scene.game, scene.state)
    for side in scene.game.players:
        scene.found[f"occasions_{side}"] = loot.get(side, {}).get("occasions", {})


@verb("scenario_phase", needs={"phase": TEXT}, takes={"side": TEXT})
def scenario_phase(scene: Scene, step: Step) -> None:
    """What the scenario does at the end of a phase of a side."""
    side = step.text("side", scene.case.side)
    scene.direct(lambda ctx: scenario_of(scene.game).phase_over(ctx, step.text("phase"), side))


@verb("scenario_watch")
def scenario_watch(scene: Scene, step: Step) -> None:
    """What the scenario does after every command: objects are picked up and dropped, and carriers leave the table."""
    scene.direct(lambda ctx: scenario_of(scene.game).watch(ctx))


@verb("scenario_end", gives="ended reason winners")
def ask_end(scene: Scene, step: Step) -> None:
    """Whether the scenario has ended the battle now, for what reason, and which sides have won."""
    outcome = scenario_of(scene.game).verdict(scene.game, scene.state)
    scene.found |= {
        "ended": outcome is not None,
        "reason": outcome.reason if outcome else "none",
        "winners": list(outcome.winners) if outcome else [],
    }
