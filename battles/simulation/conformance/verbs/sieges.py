"""Verbs of assaults on garrison buildings."""

from __future__ import annotations

from battles.engine.commands import Answer
from battles.engine.events import Marked
from battles.engine.flow import STEPS, Context
from battles.engine.steps.models import contact
from battles.engine.table.vectors import distance
from battles.engine.terrain.buildings import assault_results, assaults, hits
from battles.engine.terrain.buildings.garrisons import bodies_between, occupants
from battles.simulation.conformance.scene import Scene
from battles.simulation.conformance.values import Step
from battles.simulation.conformance.verbs.registry import ANY, FLAG, MODEL, MODELS, NUMBER, TEXT, verb


def _section(scene: Scene, step: Step) -> str:
    return scene.game.table.pieces[step.number("piece") - 1].id


def _dealt(ctx: Context, section: str, dealt: dict[str, int]) -> None:
    key = assaults.ASSAULT + section
    if dealt:
        ctx.emit(Marked(key, {**ctx.state.marks[key], "dealt": dict(dealt)}))


@verb("assault", needs={"who": MODELS, "piece": NUMBER}, takes={"dealt": ANY})
def assault(scene: Scene, step: Step) -> None:
    """Models at the wall of a garrison building assault it. `dealt` are the Wounds that each side has caused in the
    assault so far."""

    def play(ctx: Context) -> None:
        for name in step.names("who"):
            assaults.join(ctx, scene.id(name), _section(scene, step))
        _dealt(ctx, _section(scene, step), step.sub("dealt").whole_numbers())

    scene.direct(play)


@verb("sally", needs={"who": MODELS, "piece": NUMBER}, takes={"dealt": ANY})
def sally(scene: Scene, step: Step) -> None:
    """The garrison fights models in front of its door. `dealt` are the Wounds that each side has caused in the fight so
    far."""
    section = _section(scene, step)

    def play(ctx: Context) -> None:
        outside = [scene.id(name) for name in step.names("who")]
        assault_results.sally(ctx, section, outside, occupants(ctx.state, section))
        _dealt(ctx, section, step.sub("dealt").whole_numbers())

    scene.direct(play)


@verb("pieces", gives="outlines")
def ask_pieces(scene: Scene, step: Step) -> None:
    """The bounding boxes of all compiled pieces, each as [x0, y0, x1, y1]."""
    boxes = []
    for piece in scene.game.table.pieces:
        xs, ys = [x for x, _ in piece.outline], [y for _, y in piece.outline]
        boxes.append([min(xs) / 100, min(ys) / 100, max(xs) / 100, max(ys) / 100])
    scene.found["outlines"] = boxes


@verb("range", needs={"one": MODEL, "other": MODEL}, gives="range")
def ask_range(scene: Scene, step: Step) -> None:
    """The range of a shot between two models in inches, measured from the wall for models inside a building."""
    first, other = scene.id(step.text("one")), scene.id(step.text("other"))
    scene.found["range"] = round(distance(*bodies_between(scene.game, scene.state, first, other)) / 100, 2)


@verb("burst", needs={"piece": NUMBER, "strength": NUMBER}, takes={"low": NUMBER, "over": FLAG}, gives="struck")
def burst(scene: Scene, step: Step) -> None:
    """A template touches the garrison building with this number; `over`: its middle is over the building."""
    section = _section(scene, step)
    scene.found["struck"] = scene.direct(
        lambda ctx: hits.burst(
            ctx, section, step.number("strength"), low_strength=step.number("low", 0), over=step.flag("over", True)
        )
    )


@verb("picks", needs={"who": MODEL, "whom": MODEL})
def picks(scene: Scene, step: Step) -> None:
    """A member of an assault party or garrison chooses its target in combat."""
    model_id, target = scene.id(step.text("who")), scene.id(step.text("whom"))
    scene.direct(lambda ctx: assaults.note_picks(ctx, model_id, [target]))


@verb("settle_assault", needs={"piece": NUMBER}, takes={"answer": TEXT})
def settle_assault(scene: Scene, step: Step) -> None:
    """The result of an assault after the fight. Attackers who may enter answer `enter` or `back`."""

    def play(ctx: Context) -> None:
        depth = len(ctx.state.flow)
        assault_results.begin(ctx)
        while len(ctx.state.flow) > depth:
            top = ctx.top
            if top.owner:
                STEPS[top.kind].decide(ctx, top, top.owner, Answer(step.text("answer", top.data["silence"])))
                continue
            STEPS[top.kind].enter(ctx, top)
            ctx.answer = None

    scene.direct(play)


@verb("run_into", needs={"who": MODEL, "whom": MODEL})
def run_into(scene: Scene, step: Step) -> None:
    """A random mover moves into another model, and they fight."""
    model_id, target = scene.id(step.text("who")), scene.id(step.text("whom"))

    def play(ctx: Context) -> None:
        contact.engage(ctx, model_id, target)
        assaults.abandon(ctx, target, model_id)

    scene.found["direct"] = True
    scene.direct(play)
