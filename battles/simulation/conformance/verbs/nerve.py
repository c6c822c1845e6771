"""Verbs about psychology: recovery, rout, fleeing, fear, all alone, panic."""

from __future__ import annotations

from battles.engine.battle import Battle
from battles.engine.commands import EndStep, GiveUp
from battles.engine.state import STUPID, Frame
from battles.engine.steps.combat.breaking import take_flight
from battles.engine.steps.models.bodies import enemies_of
from battles.engine.steps.nerve import all_alone, fear, flight, panic
from battles.engine.steps.nerve.leaders import rout_leader, take_test
from battles.engine.steps.nerve.psychology import hates, is_immune
from battles.engine.steps.turn import rout
from battles.engine.steps.turn.start import stupidity_test
from battles.simulation.conformance.scene import Scene
from battles.simulation.conformance.values import Step
from battles.simulation.conformance.verbs.registry import MODEL, TEXT, verb


@verb("recovery", takes={"answers": "value"})
def recovery(scene: Scene, step: Step) -> None:
    """The recovery phase of the active side, and everything that follows automatically before the first command."""
    scene.playing()
    scene.answer_all(step.sub("answers"))


@verb("turn_start")
def turn_start(scene: Scene, step: Step) -> None:
    """The start of the side's turn: the Rout test and the other tests, until the first command after them."""
    start_turn(scene)
    battle = scene.playing()
    while battle.outcome is None and scene.case.side in battle.awaiting() and _at_start(battle):
        scene.command(scene.case.side, EndStep())
        battle = scene.playing()


def _at_start(battle: Battle) -> bool:
    return battle.state.flow[-1].kind == "turn_start"


@verb("give_up")
def give_up(scene: Scene, step: Step) -> None:
    """The side routs voluntarily at the start of its turn."""
    start_turn(scene)
    scene.command(scene.case.side, GiveUp())


def start_turn(scene: Scene) -> None:
    """Put the battle at the start of the turn."""
    if scene.battle is None:
        bottom = scene.state.flow[:1]
        turn = {"side": scene.case.side, "number": scene.case.number, "phase": 0}
        scene.state.flow = (*bottom, Frame("turn", "phases", turn), Frame("turn_start", "start"))
        scene.start = scene.state.fork()


@verb("rout_due", takes={"side": TEXT}, gives="test_due may_give_up losses value by")
def ask_rout(scene: Scene, step: Step) -> None:
    """Whether a Rout test is due, whether the side may rout voluntarily, how many models are lost, and whose Leadership
    is used."""
    game, state, side = scene.game, scene.state, step.text("side", "a")
    by, value = rout_leader(game, state, side)
    scene.found |= {
        "test_due": rout.test_due(game, state, side), "may_give_up": rout.may_give_up(game, state, side),
        "losses": list(rout.losses(game, state, side)), "value": value, "by": by,
    }  # fmt: skip


@verb("rout_test", takes={"side": TEXT}, gives="passed")
def rout_test(scene: Scene, step: Step) -> None:
    """Take a Rout test on its own."""
    scene.found["passed"] = scene.direct(lambda ctx: rout.take_rout_test(ctx, step.text("side", "a")))


@verb("alone", needs={"who": MODEL}, gives="test_due passed")
def alone(scene: Scene, step: Step) -> None:
    """The all-alone test of a model at the end of its side's combat phase, and the flight if it fails."""
    model_id = scene.id(step.text("who"))
    due = scene.game.rules.all_alone and all_alone.is_all_alone(scene.game, scene.state, model_id)
    scene.found["test_due"] = due
    scene.subject = scene.case.subject or step.text("who")
    if due and scene.dice.position == 0 and scene.case.dice not in ("", "none"):
        scene.steps_until_idle(Frame("all_alone", "next", {"queue": [model_id]}))


@verb("flee", needs={"who": MODEL}, takes={"cause": TEXT})
def flee(scene: Scene, step: Step) -> None:
    """A model breaks and flees for the first time; `cause` is all_alone, panic ..."""
    model_id = scene.id(step.text("who"))
    scene.direct(lambda ctx: flight.first_flight(ctx, model_id, step.text("cause", "all_alone")))
    scene.subject = scene.case.subject or step.text("who")


@verb("flee_on", needs={"who": MODEL})
def flee_on(scene: Scene, step: Step) -> None:
    """A fleeing model continues to flee."""
    scene.direct(lambda ctx: flight.flee_on(ctx, scene.id(step.text("who"))))
    scene.subject = scene.case.subject or step.text("who")


@verb("fears", needs={"who": MODEL, "whom": MODEL}, gives="fears test_due")
def ask_fear(scene: Scene, step: Step) -> None:
    """The test that a model has to take because of another: fear, terror or none."""
    reason = fear.fear_of(scene.game, scene.state, scene.id(step.text("who")), scene.id(step.text("whom")))
    scene.found |= {"fears": reason or "none", "test_due": bool(reason)}


@verb("face_charge", needs={"who": MODEL, "whom": MODEL}, gives="passed")
def face_charge(scene: Scene, step: Step) -> None:
    """A model is charged (or intercepted) by another, and takes a test if necessary."""
    model_id, target = scene.id(step.text("who")), scene.id(step.text("whom"))
    scene.found["passed"] = scene.direct(lambda ctx: fear.faces_charge(ctx, model_id, target))


@verb("dare_to_charge", needs={"who": MODEL, "whom": MODEL}, gives="passed")
def charge_nerve_test(scene: Scene, step: Step) -> None:
    """A model wants to charge another, and takes a test if necessary."""
    model_id, target = scene.id(step.text("who")), scene.id(step.text("whom"))
    scene.found["passed"] = scene.direct(lambda ctx: fear.dares_to_charge(ctx, model_id, target))


@verb("dare_to_intercept", needs={"who": MODEL, "whom": MODEL}, gives="passed")
def intercept_nerve_test(scene: Scene, step: Step) -> None:
    """A model wants to intercept a charger, and takes a test if necessary."""
    model_id, target = scene.id(step.text("who")), scene.id(step.text("whom"))
    scene.found["passed"] = scene.direct(lambda ctx: fear.dares_to_intercept(ctx, model_id, target))


@verb("hates", needs={"who": MODEL, "whom": MODEL}, gives="hates")
def ask_hates(scene: Scene, step: Step) -> None:
    """Whether a model hates another."""
    scene.found["hates"] = hates(scene.game, scene.state, scene.id(step.text("who")), scene.id(step.text("whom")))


@verb("immune", needs={"who": MODEL}, gives="immune")
def ask_immune(scene: Scene, step: Step) -> None:
    """Whether a model is immune to psychology now."""
    scene.found["immune"] = is_immune(scene.game, scene.state, scene.id(step.text("who")))


@verb("wits", needs={"who": MODEL}, gives="may_act")
def test_wits(scene: Scene, step: Step) -> None:
    """The stupidity test of a model at the start of its turn."""
    model_id = scene.id(step.text("who"))
    scene.direct(lambda ctx: stupidity_test(ctx, model_id))
    scene.found["may_act"] = not scene.state.models[model_id].flags & STUPID
    scene.subject = scene.case.subject or step.text("who")


@verb("panic_at_start", takes={"side": TEXT})
def panic_at_start(scene: Scene, step: Step) -> None:
    """The check for fleeing friends at the start of a turn."""
    scene.direct(lambda ctx: panic.panic_from_fleeing_friends(ctx, step.text("side", "a")))


@verb("friend_lost", needs={"who": MODEL, "friend": MODEL}, takes={"phase": TEXT}, gives="test_due passed")
def friend_lost(scene: Scene, step: Step) -> None:
    """A friend is taken out of action in a phase. The result is whether the model panics."""
    model_id, friend = scene.id(step.text("who")), scene.id(step.text("friend"))
    before = panic.before_phase(scene.game, scene.state, step.text("phase", "combat"))
    scene.state.models[friend] = scene.state.models[friend]._replace(gone="out", posture=3)
    due = before is not None and panic.frightened(scene.game, scene.state, model_id, panic.before_of(before))
    scene.found["test_due"] = due
    scene.subject = scene.case.subject or step.text("who")
    if due:
        passed = scene.direct(lambda ctx: take_test(ctx, model_id, "panic", "PSY-PANIC-01"))
        scene.found["passed"] = passed
        if not passed:
            scene.direct(lambda ctx: take_flight(ctx, model_id, "panic"))


@verb("enemies_of", needs={"who": MODEL}, gives="enemies")
def ask_enemies(scene: Scene, step: Step) -> None:
    """The models on the table that are enemies of a model."""
    scene.found["enemies"] = sorted(enemies_of(scene.game, scene.state, scene.id(step.text("who"))))
