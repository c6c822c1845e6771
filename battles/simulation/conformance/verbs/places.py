"""Verbs of geometry: distances, sight, ground, templates, falls."""

from __future__ import annotations

from battles.engine.commands import Answer, EndStep
from battles.engine.flow import STEPS, Context, run
from battles.engine.state import Frame
from battles.engine.steps.models.bodies import body_of, is_hidden
from battles.engine.steps.models.characteristics import keywords_of
from battles.engine.steps.movement.heights import falling
from battles.engine.steps.movement.hiding.visibility import eye_of, look_between, screens
from battles.engine.steps.shooting.breath import struck
from battles.engine.steps.shooting.cover import sight_of, view
from battles.engine.table.ground import Inside, inside, open_edges_near, same_building, same_floor
from battles.engine.table.sight.rays import crouched, look
from battles.engine.table.sight.value_mode import standing_value
from battles.engine.table.vectors import Spot, distance
from battles.engine.terrain import auras
from battles.engine.terrain.pieces import blood_forest
from battles.simulation.conformance.scene import Scene
from battles.simulation.conformance.values import Step
from battles.simulation.conformance.verbs.registry import MODEL, NUMBER, TEXT, verb


@verb("distance", needs={"one": MODEL, "other": MODEL}, gives="distance")
def ask_distance(scene: Scene, step: Step) -> None:
    """The distance between two models in inches, from base to base, rounded to thousandths."""
    body, other = (body_of(scene.game, scene.state, scene.id(step.text(name))) for name in ("one", "other"))
    scene.found["distance"] = round(distance(body, other) / 100, 3)


@verb("body", needs={"who": MODEL}, gives="foot top")
def ask_body(scene: Scene, step: Step) -> None:
    """The current lowest and highest point of a model's body."""
    body = body_of(scene.game, scene.state, scene.id(step.text("who")))
    scene.found |= {"foot": body.z / 100, "top": (body.z + body.height) / 100}


@verb("eye", needs={"who": MODEL}, gives="eye")
def ask_eye(scene: Scene, step: Step) -> None:
    """The current height of a model's eye."""
    scene.found["eye"] = eye_of(scene.game, scene.state, scene.id(step.text("who")))[2] / 100


@verb("sees", needs={"who": MODEL, "whom": MODEL}, gives="seen rays lines cover")
def ask_sight(scene: Scene, step: Step) -> None:
    """Whether a model sees another, with how many of the 25 rays (5 lines if the ruleset uses sight values), and in
    which cover: none, soft or hard. A hidden model is not seen; its rays go to its crouched silhouette."""
    model_id, target = scene.id(step.text("who")), scene.id(step.text("whom"))
    seen = view(scene.game, scene.state, model_id, target)
    scene.found |= {"seen": seen.seen, "rays": _clear_rays(scene, model_id, target), "cover": seen.cover or "none"}
    if scene.game.rules.sight_mode == "value":
        scene.found["lines"] = look_between(scene.game, scene.state, model_id, target).clear


def _clear_rays(scene: Scene, model_id: str, target: str) -> int:
    """Number of clear rays from a model's eye to another's silhouette, which is crouched while it hides. Rules:
    LS-TRUE-01, MV-HIDE-05"""
    game, state = scene.game, scene.state
    if not is_hidden(state.models[target]):
        return sight_of(game, state, model_id, target).clear
    silhouette = crouched(body_of(game, state, target))
    return look(game.table, eye_of(game, state, model_id), silhouette, screens(game, state, model_id, target)).clear


@verb("sight_value", needs={"who": MODEL}, gives="sight_value")
def ask_value(scene: Scene, step: Step) -> None:
    """The line-of-sight value of a model at its position."""
    model_id = scene.id(step.text("who"))
    fighter = scene.game.fighters[model_id]
    scene.found["sight_value"] = standing_value(
        scene.game.table, body_of(scene.game, scene.state, model_id), fighter.size
    )


@verb("inside", needs={"who": MODEL, "piece": NUMBER}, gives="partly_in inside wholly_in")
def ask_inside(scene: Scene, step: Step) -> None:
    """Whether a model is partly, with its middle, or wholly inside the piece with this number, counted from 1."""
    body = body_of(scene.game, scene.state, scene.id(step.text("who")))
    piece = scene.game.table.pieces[step.number("piece") - 1]
    how = inside(scene.game.table, body, piece.id)
    scene.found |= {
        "partly_in": how >= Inside.PARTLY, "inside": how >= Inside.IN, "wholly_in": how >= Inside.WHOLLY,
    }  # fmt: skip


@verb("edges", needs={"who": MODEL, "reach": NUMBER}, gives="edges drop")
def ask_edges(scene: Scene, step: Step) -> None:
    """The number of open edges within this many inches of a base, and the drop at the nearest one."""
    body = body_of(scene.game, scene.state, scene.id(step.text("who")))
    near = open_edges_near(scene.game.table, body, round(step.measure("reach") * 100))
    scene.found |= {"edges": len(near), "drop": near[0].drop / 100 if near else 0}


@verb("floors", needs={"one": MODEL, "other": MODEL}, gives="same_building same_floor")
def ask_floors(scene: Scene, step: Step) -> None:
    """Whether two models are in the same building, and on the same floor."""
    body, other = (body_of(scene.game, scene.state, scene.id(step.text(name))) for name in ("one", "other"))
    table = scene.game.table
    scene.found |= {"same_building": same_building(table, body, other), "same_floor": same_floor(table, body, other)}


@verb("under_breath", needs={"who": MODEL, "heading": NUMBER}, gives="struck")
def ask_breath(scene: Scene, step: Step) -> None:
    """The models under the template of a breath attack; heading is in degrees clockwise from +y."""
    scene.found["struck"] = struck(scene.game, scene.state, scene.id(step.text("who")), step.number("heading"))


@verb("fall", needs={"who": MODEL, "inches": NUMBER}, takes={"x": NUMBER, "y": NUMBER, "z": NUMBER, "why": TEXT})
def fall(scene: Scene, step: Step) -> None:
    """A model falls this many inches, to its own position or to a point."""
    model_id = scene.id(step.text("who"))
    model = scene.state.models[model_id]
    x, y, z = (round(step.measure(name) * 100) if name in step else getattr(model, name) for name in ("x", "y", "z"))
    height = round(step.measure("inches") * 100)
    scene.direct(lambda ctx: falling.fall(ctx, model_id, height, Spot(x, y, z), step.text("why", "fall")))
    scene.subject = scene.case.subject or step.text("who")


@verb("slip", needs={"who": MODEL}, takes={"why": TEXT}, gives="fell")
def slip(scene: Scene, step: Step) -> None:
    """A model goes down next to an edge. It takes a test if necessary, and may fall."""
    model_id = scene.id(step.text("who"))
    scene.found["fell"] = scene.direct(lambda ctx: falling.slip(ctx, model_id, step.text("why", "injury")))
    scene.subject = scene.case.subject or step.text("who")


@verb("outline", needs={"piece": NUMBER}, gives="outline middle")
def ask_outline(scene: Scene, step: Step) -> None:
    """The current outline of the piece with this number: its corners, and the middle of its bounding box."""
    outline = scene.game.table.pieces[step.number("piece") - 1].outline
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    middle = [(min(xs) + max(xs)) / 200, (min(ys) + max(ys)) / 200]
    scene.found |= {"outline": [[x / 100, y / 100] for x, y in outline], "middle": middle}


@verb("walks_off", needs={"piece": NUMBER})
def walks_off(scene: Scene, step: Step) -> None:
    """A blood forest moves after it has taken a victim."""
    wood = scene.game.table.pieces[step.number("piece") - 1].id
    scene.direct(lambda ctx: blood_forest.move_wood(ctx, wood))


@verb("keywords", needs={"who": MODEL}, gives="keywords")
def ask_keywords(scene: Scene, step: Step) -> None:
    """The current keywords of a model, in alphabetical order."""
    scene.found["keywords"] = sorted(keywords_of(scene.game, scene.state, scene.id(step.text("who"))))


@verb("whole_turn")
def whole_turn(scene: Scene, step: Step) -> None:
    """The side's turn from its beginning until the first command other than routing voluntarily."""

    def play(ctx: Context) -> None:
        below = ctx.state.flow
        about = {"side": ctx.state.active, "number": ctx.state.turn_number}
        ctx.state.flow = (Frame("turn", "begin", about),)
        run(ctx)
        if ctx.state.flow and ctx.state.flow[-1].stage == "give_up":
            top = ctx.top
            STEPS[top.kind].decide(ctx, top, top.owner, EndStep())
            run(ctx)
        ctx.state.flow = below

    scene.direct(play)


@verb("auras")
def take_up_auras(scene: Scene, step: Step) -> None:
    """Apply the effects of special terrain pieces to the models near them."""
    scene.direct(auras.refresh_all)


@verb("terrain_acts", needs={"moment": TEXT}, takes={"answer": TEXT})
def terrain_acts(scene: Scene, step: Step) -> None:
    """Special pieces act at the given moment (turn_start, movement_end, turn_end). A model that may use one answers yes
    or no; the default is no."""

    def play(ctx: Context) -> None:
        depth = len(ctx.state.flow)
        ctx.push(Frame("terrain", step.text("moment")))
        while len(ctx.state.flow) > depth:
            top = ctx.top
            if top.owner:
                STEPS[top.kind].decide(ctx, top, top.owner, Answer(step.text("answer", "no")))
                continue
            STEPS[top.kind].enter(ctx, top)
            ctx.answer = None

    scene.direct(play)
