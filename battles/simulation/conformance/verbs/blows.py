"""Verbs of close combat, wounds and saves."""

from __future__ import annotations

from battles.engine.commands import Fight
from battles.engine.state import Frame
from battles.engine.steps.combat import impact_and_stomps, loadouts
from battles.engine.steps.combat import phase as combat_phase
from battles.engine.steps.combat.parrying import means_of_parry
from battles.engine.steps.combat.strike_order import entries_of, may_strike
from battles.engine.steps.combat.strikers import attack_plan, legal_targets, splits
from battles.engine.steps.combat.striking import blow
from battles.engine.steps.harm import injuries, pipeline, wounding
from battles.engine.steps.harm.automatic_hits import hit_automatically
from battles.simulation.conformance.scene import Scene
from battles.simulation.conformance.values import Step
from battles.simulation.conformance.verbs.registry import FLAG, MODEL, MODELS, NUMBER, TEXT, verb


@verb("blow", needs={"who": MODEL, "whom": MODEL}, takes={"attack": NUMBER})
def ask_blow(scene: Scene, step: Step) -> None:
    """What one attack needs, without rolling: need_hit, need_wound, save, strength, save_modifier, modifiers."""
    model_id, target = scene.id(step.text("who")), scene.id(step.text("whom"))
    weapon = attack_plan(scene.game, scene.state, model_id)[step.number("attack", 1) - 1]
    scene.attack = blow(scene.game, scene.state, model_id, target, weapon)
    wounding.prepare(scene.game, scene.state, scene.attack)
    scene.subject = scene.case.subject or step.text("whom")


@verb("strike", needs={"who": MODEL, "whom": MODEL}, takes={"count": NUMBER, "part": TEXT, "down_before": MODELS})
def strike(scene: Scene, step: Step) -> None:
    """All attacks of one fighter against one enemy (or the first `count`), resolved together from hit to injury; `part:
    mount` uses the attacks of the mount. `down_before` lists the models that were knocked down or stunned at the start
    of the phase, if that matters."""
    model_id, target = scene.id(step.text("who")), scene.id(step.text("whom"))
    part = step.text("part", "self")
    plan = attack_plan(scene.game, scene.state, model_id, part)[: step.number_or_none("count")]
    down = [scene.id(name) for name in step.names("down_before")] if "down_before" in step else None
    scene.direct(lambda ctx: combat_phase.strike(ctx, model_id, target, plan, part=part, down=down))


@verb("fight", takes={"answers": "value"})
def fight(scene: Scene, step: Step) -> None:
    """The combat phase of the active side: all models strike in order. Decisions are answered by prompt with
    `answers` (allocate, loadout, stomp ...), otherwise by default.
    """
    scene.command(scene.case.side, Fight())
    scene.answer_all(step.sub("answers"))


@verb("attacks", needs={"who": MODEL}, takes={"part": TEXT}, gives="attacks weapons")
def ask_attacks(scene: Scene, step: Step) -> None:
    """The number of attacks of a fighter now, and the weapons used."""
    model_id = scene.id(step.text("who"))
    part = step.text("part", "self")
    entries = [entry.part for entry in entries_of(scene.game, scene.state, model_id)]
    plan = attack_plan(scene.game, scene.state, model_id, part) if part in entries else []
    scene.found |= {"attacks": len(plan), "weapons": [weapon.code for weapon in plan]}


@verb("may_fight", needs={"who": MODEL}, gives="may_fight")
def ask_may_fight(scene: Scene, step: Step) -> None:
    """Whether a model can fight now."""
    scene.found["may_fight"] = may_strike(scene.game, scene.state, scene.id(step.text("who")))


@verb("strike_order", gives="strike_order")
def ask_order(scene: Scene, step: Step) -> None:
    """The striking order without roll-offs, as names; mounts and impact hits are `A:mount` and `A:impact`."""
    entries = [entry for model_id in scene.state.models for entry in entries_of(scene.game, scene.state, model_id)]
    entries.sort(key=lambda entry: (entry.bucket, -entry.initiative))
    scene.found["strike_order"] = [
        scene.name(entry.who) + ("" if entry.part == "self" else f":{entry.part}") for entry in entries
    ]


@verb("targets_of_blows", needs={"who": MODEL}, gives="legal_targets")
def ask_targets(scene: Scene, step: Step) -> None:
    """The models that a fighter can attack."""
    scene.found["legal_targets"] = legal_targets(scene.game, scene.state, scene.id(step.text("who")))


@verb("splits", needs={"who": MODEL}, gives="splits")
def ask_splits(scene: Scene, step: Step) -> None:
    """The ways in which a fighter can divide its attacks among its targets, each as `2-1` in the order of the targets'
    names."""
    model_id = scene.id(step.text("who"))
    targets = legal_targets(scene.game, scene.state, model_id)
    count = len(attack_plan(scene.game, scene.state, model_id))
    shares = {"-".join(str(split.count(target)) for target in targets) for split in splits(count, targets)}
    scene.found["splits"] = sorted(shares)


@verb("loadouts", needs={"who": MODEL}, gives="loadouts must_choose")
def ask_loadouts(scene: Scene, step: Step) -> None:
    """The combinations of weapons that a fighter can use, and whether it has to choose now."""
    model_id = scene.id(step.text("who"))
    options = loadouts.options(scene.game, scene.state, model_id)
    scene.found["loadouts"] = [loadouts.describe(scene.game.fighters[model_id], option) for option in options]
    scene.found["must_choose"] = loadouts.must_choose(scene.game, scene.state, model_id)


@verb("can_parry", needs={"who": MODEL}, gives="can_parry")
def ask_parry(scene: Scene, step: Step) -> None:
    """Whether a model can parry now, with its weapons and in its state."""
    scene.found["can_parry"] = means_of_parry(scene.game, scene.state, scene.id(step.text("who"))) is not None


@verb("wound_need", needs={"strength": NUMBER, "toughness": NUMBER}, gives="wound_need")
def ask_wound(scene: Scene, step: Step) -> None:
    """The roll needed to wound, from Strength and Toughness only."""
    scene.found["wound_need"] = wounding.wound_need(scene.game.rules, step.number("strength"), step.number("toughness"))


@verb(
    "hits", needs={"whom": MODEL},
    takes={"count": NUMBER, "strength": NUMBER, "how": TEXT, "by": MODEL, "armour": FLAG, "flaming": FLAG,
           "magical": FLAG, "spell_damage": FLAG},
)  # fmt: skip
def hits(scene: Scene, step: Step) -> None:
    """Automatic hits at a Strength (by default 1 hit at Strength 3), from a fall, a spell or terrain; `how` is fall,
    spell, terrain ..."""
    words = ("armour", "flaming", "magical", "spell_damage")
    about = {name: step.flag(name) for name in words if name in step}
    how = step.text("how", "spell")
    if how == "fall":
        about = {"armour": False, "may_slip": False, **about}
    target, by = scene.id(step.text("whom")), scene.id(step.text("by", ""))
    scene.direct(
        lambda ctx: hit_automatically(
            ctx, target, step.number("strength", 3), step.number("count", 1), how=how, by=by, **about
        )
    )


@verb("lose_wounds", needs={"whom": MODEL}, takes={"count": NUMBER, "how": TEXT, "armour": FLAG})
def lose_wounds(scene: Scene, step: Step) -> None:
    """Wounds without a roll to wound (dangerous ground): saves, injuries and posture as usual."""
    target = scene.id(step.text("whom"))
    scene.direct(
        lambda ctx: pipeline.lose_wounds(
            ctx, target, step.number("count", 1), how=step.text("how", "terrain"), armour=step.flag("armour")
        )
    )


@verb("take_out", needs={"whom": MODEL})
def take_out(scene: Scene, step: Step) -> None:
    """Put a model out of action."""
    scene.direct(lambda ctx: injuries.take_out(ctx, scene.id(step.text("whom"))))
    scene.subject = step.text("whom")


@verb("impact", needs={"who": MODEL, "whom": MODEL}, gives="impact_hits")
def impact(scene: Scene, step: Step) -> None:
    """The impact hits of a charger on one enemy. There are none unless they have a place in the striking order."""
    model_id, target = scene.id(step.text("who")), scene.id(step.text("whom"))
    due = any(entry.part == "impact" for entry in entries_of(scene.game, scene.state, model_id))
    scene.found["impact_hits"] = 0
    if due:
        ctx = scene.context()
        count = impact_and_stomps.impact_count(ctx, model_id)
        scene.found["impact_hits"] = count
        scene.keep(ctx, impact_and_stomps.impact(ctx, model_id, target, count))


@verb("stomps", needs={"who": MODEL}, takes={"rolled": FLAG}, gives="legal_targets stomps stomp_allowed")
def ask_stomps(scene: Scene, step: Step) -> None:
    """The models that a large model can stomp on, and how often. With `rolled: yes`, the D6 of a gigantic model is
    rolled."""
    model_id = scene.id(step.text("who"))
    targets = impact_and_stomps.stomp_targets(scene.game, scene.state, model_id)
    scene.found |= {"legal_targets": targets, "stomp_allowed": bool(targets)}
    if step.flag("rolled"):
        scene.found["stomps"] = scene.direct(lambda ctx: impact_and_stomps.stomp_count(ctx, model_id))


@verb("stomp", needs={"who": MODEL, "whom": MODEL})
def stomp(scene: Scene, step: Step) -> None:
    """Stomp on a model once."""
    model_id, target = scene.id(step.text("who")), scene.id(step.text("whom"))
    scene.direct(lambda ctx: impact_and_stomps.stomp(ctx, model_id, [target])[0])
    scene.subject = scene.case.subject or step.text("whom")


@verb("parting_blows", needs={"who": MODEL})
def parting(scene: Scene, step: Step) -> None:
    """The attacks against a model that leaves its combat."""
    scene.steps_until_idle(Frame("parting", "start", {"who": scene.id(step.text("who"))}))
    scene.subject = scene.case.subject or step.text("who")
