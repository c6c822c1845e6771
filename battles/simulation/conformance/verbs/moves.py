"""Verbs of movement, and of commands in general."""

from __future__ import annotations

from battles.engine.commands import Answer, Cast, Charge, EndStep, Move, Segment, from_data
from battles.engine.errors import IllegalAction
from battles.engine.steps.charge.declarations import must_charge
from battles.engine.steps.movement.allowances import allowance_of, budget_of
from battles.engine.steps.movement.crawling import check_crawl
from battles.simulation.conformance.scene import Scene
from battles.simulation.conformance.values import Step, is_measure
from battles.simulation.conformance.verbs.registry import ANY, FLAG, MODEL, MODELS, TEXT, verb

PATH = {"who": MODEL}
HOW = {"path": ANY, "hide": FLAG}


def segments(step: Step) -> tuple[Segment, ...]:
    """The `path` of a step as segments; each part is [x, y], [x, y, height] or [kind, x, y, height], in inches."""
    rows: list[Segment] = []
    for entry in step.rows("path"):
        kind = entry[0] if isinstance(entry[0], str) else "walk"
        x, y, *height = (round(part * 100) for part in entry if is_measure(part))
        rows.append((kind, x, y, height[0] if height else 0))
    return tuple(rows)


def _go(scene: Scene, step: Step, manner: str) -> None:
    model_id = scene.id(step.text("who"))
    battle = scene.playing()
    if battle.state.flow and battle.state.flow[-1].stage == "charges":  # ending the charges may be left out
        scene.command(scene.case.side, EndStep())
    scene.subject = scene.case.subject or step.text("who")
    scene.command(model_id[0], Move(model_id, manner, segments(step), step.flag("hide")))


@verb("walk", needs=PATH, takes=HOW)
def walk(scene: Scene, step: Step) -> None:
    """Walk along a path of [x, y], [x, y, height] or [kind, x, y, height] in inches; kind is climb, ladder, gap ..."""
    _go(scene, step, "walk")


@verb("run", needs=PATH, takes=HOW)
def run(scene: Scene, step: Step) -> None:
    """Run along a path."""
    _go(scene, step, "run")


@verb("go_in", needs=PATH, takes=HOW)
def go_in(scene: Scene, step: Step) -> None:
    """Move to the wall of a garrison building and enter."""
    _go(scene, step, "enter")


@verb("come_out", needs=PATH, takes=HOW)
def come_out(scene: Scene, step: Step) -> None:
    """Leave a garrison building at the only point of the path."""
    _go(scene, step, "leave")


@verb("crawl", needs=PATH, takes=HOW)
def crawl(scene: Scene, step: Step) -> None:
    """Crawl along a path."""
    _go(scene, step, "crawl")


@verb("compulsory", needs=PATH, takes=HOW)
def compulsory(scene: Scene, step: Step) -> None:
    """Make a compulsory move (flight, staggering)."""
    _go(scene, step, "compulsory")


@verb("charge", needs={"who": MODEL, "whom": MODELS}, takes={"path": ANY})
def charge(scene: Scene, step: Step) -> None:
    """Declare a charge at one or more models, along a path if the ruleset lets the player choose it. It is moved when
    declarations end. The targets stay where they are unless the next step is an answer."""
    model_id = scene.id(step.text("who"))
    scene.subject = scene.case.subject or step.text("who")
    scene.command(model_id[0], Charge(model_id, tuple(map(scene.id, step.names("whom"))), segments(step)))


@verb("answer", needs={"option": TEXT}, takes={"side": TEXT})
def answer(scene: Scene, step: Step) -> None:
    """Answer the pending decision with the key of an option; models are given by name."""
    battle = scene.playing()
    option = ",".join(scene.id(part) for part in step.text("option").split(","))
    scene.command(step.text("side", battle.state.flow[-1].owner), Answer(option))


@verb("decision", gives="asked options")
def ask_decision(scene: Scene, step: Step) -> None:
    """The pending decision: its prompt (`asked`, or none) and the keys of its options."""
    flow = scene.playing().state.flow
    frame = flow[-1] if flow and flow[-1].kind == "decision" else None
    scene.found |= {
        "asked": frame.stage if frame else "none",
        "options": [",".join(map(scene.name, row[0].split(","))) for row in frame.data["choices"]] if frame else [],
    }  # fmt: skip


@verb("end", takes={"side": TEXT})
def end(scene: Scene, step: Step) -> None:
    """End the step or phase of a side."""
    scene.command(step.text("side", scene.case.side), EndStep())


@verb("command", needs={"command": ANY}, takes={"side": TEXT})
def command(scene: Scene, step: Step) -> None:
    """Any command in the engine's plain format (`{kind: shoot, who: A, target: B}`), with lengths in hundredths of an
    inch."""
    given = step.sub("command")
    raw = given.data()
    raw |= {name: scene.id(given.text(name)) for name in ("who", "target") if name in given}
    raw |= {name: [scene.id(part) for part in given.names(name)] for name in ("targets",) if name in given}
    scene.command(step.text("side", scene.case.side), from_data(raw))


@verb("allowance", needs={"who": MODEL}, gives="max_move run charge crawl")
def ask_allowance(scene: Scene, step: Step) -> None:
    """The distances in inches that a model may walk (max_move), run and charge now."""
    allowance = allowance_of(scene.game, scene.state, scene.id(step.text("who")))
    scene.found |= {
        "max_move": budget_of(allowance, "walk") / 100, "run": budget_of(allowance, "run") / 100,
        "charge": budget_of(allowance, "charge") / 100,
    }  # fmt: skip


@verb("may_crawl", needs={"who": MODEL}, gives="may_crawl")
def ask_crawl(scene: Scene, step: Step) -> None:
    """The distance in inches that a knocked down model can crawl; 0 if a rule prevents it."""
    try:
        check_crawl(scene.game, scene.state, scene.id(step.text("who")))
    except IllegalAction as refusal:
        scene.found |= {"may_crawl": 0, "refused": refusal.rule}
    else:
        scene.found["may_crawl"] = 2


@verb("charges_offered", needs={"who": MODEL}, gives="charges must_charge")
def ask_offered(scene: Scene, step: Step) -> None:
    """The charges that the movement phase offers to a model, and whether it has to charge. The step is not ended."""
    model_id = scene.id(step.text("who"))
    scene.found["must_charge"] = must_charge(scene.game, scene.state, model_id)
    offers = scene.playing().legal(model_id[0])
    scene.found["charges"] = sorted(
        {t for c in offers if isinstance(c, Charge) and c.who == model_id for t in c.targets}
    )


@verb("charges_of", needs={"who": MODEL}, gives="charges may_charge may_move may_run must_charge")
def ask_charges(scene: Scene, step: Step) -> None:
    """The models that a model can charge, and whether the movement phase offers it a move or a run at all."""
    model_id = scene.id(step.text("who"))
    battle = scene.playing()
    offers = battle.legal(model_id[0])
    scene.found["must_charge"] = must_charge(scene.game, scene.state, model_id)
    charges = {t for c in offers if isinstance(c, Charge) and c.who == model_id for t in c.targets}
    if battle.state.flow[-1].stage == "charges":
        scene.command(model_id[0], EndStep())
        offers = scene.playing().legal(model_id[0])
    moves = [c.manner for c in offers if isinstance(c, Move) and c.who == model_id]
    scene.found |= {
        "charges": sorted(charges), "may_charge": bool(charges), "may_move": bool(moves), "may_run": "run" in moves,
    }  # fmt: skip


@verb("casts_offered", needs={"who": MODEL}, gives="casts")
def ask_casts(scene: Scene, step: Step) -> None:
    """The codes of the spells that the phase offers to a wizard."""
    model_id = scene.id(step.text("who"))
    offers = scene.playing().legal(model_id[0])
    scene.found["casts"] = sorted({c.spell for c in offers if isinstance(c, Cast) and c.who == model_id})


@verb("cast", needs={"who": MODEL, "spell": TEXT}, takes={"whom": MODELS})
def cast(scene: Scene, step: Step) -> None:
    """Cast a spell by its code, with or without targets, in the phase in which the ruleset allows casting."""
    model_id = scene.id(step.text("who"))
    targets = tuple(map(scene.id, step.names("whom")))
    scene.command(model_id[0], Cast(model_id, step.text("spell"), targets))
