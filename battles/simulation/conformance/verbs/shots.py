"""Verbs of shooting."""

from __future__ import annotations

from battles.engine.commands import Detect, Shoot
from battles.engine.errors import IllegalAction
from battles.engine.steps.harm import wounding
from battles.engine.steps.shooting import permission
from battles.engine.steps.shooting import phase as shooting_phase
from battles.engine.steps.shooting.firing import fire
from battles.engine.steps.shooting.phase import BREATH
from battles.engine.steps.shooting.rate_of_fire import plan_of
from battles.engine.steps.shooting.targets import legal_targets
from battles.engine.steps.shooting.to_hit import shot
from battles.simulation.conformance.scene import Scene
from battles.simulation.conformance.values import Step
from battles.simulation.conformance.verbs.registry import FLAG, MODEL, NUMBER, verb


@verb("shot", needs={"who": MODEL, "whom": MODEL}, takes={"weapon": NUMBER, "shots": NUMBER, "charging": FLAG})
def ask_shot(scene: Scene, step: Step) -> None:
    """What one shot needs, without rolling. `weapon` counts from 0; `charging` if the target is charging."""
    model_id, target = scene.id(step.text("who")), scene.id(step.text("whom"))
    weapon = scene.game.fighters[model_id].weapons[step.number("weapon", 0)]
    penalty = scene.game.rules.several_shots_penalty if step.number("shots", 1) > 1 else 0
    scene.attack = shot(
        scene.game, scene.state, model_id, target, weapon, penalty=penalty, reaction=step.flag("charging")
    )
    wounding.prepare(scene.game, scene.state, scene.attack)
    scene.subject = scene.case.subject or step.text("whom")


@verb("shoot", needs={"who": MODEL, "whom": MODEL}, takes={"weapon": NUMBER, "shots": NUMBER, "heading": NUMBER})
def shoot(scene: Scene, step: Step) -> None:
    """Shoot in the shooting phase as a player does; refused if a rule does not allow it."""
    model_id, target = scene.id(step.text("who")), scene.id(step.text("whom"))
    command = Shoot(model_id, target, step.number("weapon", 0), step.number("shots", 0), step.number("heading", 0))
    scene.subject = scene.case.subject or step.text("whom")
    battle = scene.playing()
    before = battle.state.fork()
    scene.command(model_id[0], command)
    scene.attack = shooting_phase.first_shot(scene.game, before, before.flow[-1], command)


@verb("breathe", needs={"who": MODEL}, takes={"heading": NUMBER})
def breathe(scene: Scene, step: Step) -> None:
    """A breath attack in the shooting phase; `heading` is in degrees clockwise from +y."""
    model_id = scene.id(step.text("who"))
    scene.command(model_id[0], Shoot(model_id, "", BREATH, 0, step.number("heading", 0)))


@verb("fire", needs={"who": MODEL, "whom": MODEL}, takes={"weapon": NUMBER, "shots": NUMBER})
def fire_at(scene: Scene, step: Step) -> None:
    """Resolve shots without checking whether the target may be chosen."""
    model_id, target = scene.id(step.text("who")), scene.id(step.text("whom"))
    plan = plan_of(scene.game, scene.state, model_id, step.number("weapon", 0))
    scene.direct(lambda ctx: fire(ctx, model_id, target, plan, step.number("shots", 1)))


@verb("stand_and_shoot", needs={"who": MODEL, "whom": MODEL}, takes={"weapon": NUMBER})
def stand_and_shoot(scene: Scene, step: Step) -> None:
    """A shot of a charged model at its charger."""
    model_id, target = scene.id(step.text("who")), scene.id(step.text("whom"))
    scene.direct(lambda ctx: shooting_phase.react(ctx, model_id, target, step.number("weapon", 0)))
    scene.subject = scene.case.subject or step.text("whom")


@verb("targets_of_shots", needs={"who": MODEL}, takes={"weapon": NUMBER}, gives="legal_targets")
def ask_targets(scene: Scene, step: Step) -> None:
    """The enemies that a shooter can choose."""
    model_id = scene.id(step.text("who"))
    plan = plan_of(scene.game, scene.state, model_id, step.number("weapon", 0))
    scene.found["legal_targets"] = [entry.who for entry in legal_targets(scene.game, scene.state, model_id, plan)]


@verb("may_shoot", needs={"who": MODEL}, gives="may_shoot")
def ask_may_shoot(scene: Scene, step: Step) -> None:
    """Whether a model can shoot now, and the rule that prevents it."""
    try:
        permission.check_may_shoot(scene.game, scene.state, scene.id(step.text("who")))
    except IllegalAction as refusal:
        scene.found |= {"may_shoot": False, "refused": refusal.rule, "error": refusal.code}
    else:
        scene.found["may_shoot"] = True


@verb("detect", needs={"who": MODEL, "whom": MODEL})
def detect(scene: Scene, step: Step) -> None:
    """Search for a hidden enemy in the shooting phase."""
    model_id, target = scene.id(step.text("who")), scene.id(step.text("whom"))
    scene.command(model_id[0], Detect(model_id, target))
    scene.subject = scene.case.subject or step.text("whom")


@verb("may_choose", needs={"who": MODEL}, gives="may_choose")
def ask_may_choose(scene: Scene, step: Step) -> None:
    """The targets that the shooting phase offers to a model."""
    model_id = scene.id(step.text("who"))
    offers = [command for command in scene.playing().legal(model_id[0]) if isinstance(command, Shoot)]
    scene.found["may_choose"] = sorted({scene.name(offer.target) for offer in offers if offer.who == model_id})
