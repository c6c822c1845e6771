"""Verbs that ask about rules, dice, characteristics and distances."""

from __future__ import annotations

from battles.engine import special_dice
from battles.engine.dice import d3
from battles.engine.errors import IllegalAction
from battles.engine.profile import HUMAN, SIZE_BY_KIND, SIZES
from battles.engine.roll_offs import roll_off
from battles.engine.rulesets.compile import rules_for
from battles.engine.rulesets.phases import phase_named, phase_titles
from battles.engine.state import Frame
from battles.engine.steps.magic import casting, spellbook
from battles.engine.steps.magic import phase as magic_phase
from battles.engine.steps.models.bodies import body_of
from battles.engine.steps.models.characteristics import characteristic
from battles.engine.steps.models.size import is_large
from battles.engine.steps.nerve import leaders
from battles.engine.table.ground import is_elevated
from battles.engine.table.vectors import within
from battles.simulation.conformance.scene import Scene
from battles.simulation.conformance.values import Step
from battles.simulation.conformance.verbs.registry import MODEL, MODELS, NUMBER, TEXT, verb


@verb("rules_for", needs={"ruleset": TEXT}, takes={"options": "value"}, gives="accepted")
def ask_rules(scene: Scene, step: Step) -> None:
    """The rules of a ruleset by name, with options: accepted, or refused with the code as `error`."""
    rules_for(step.text("ruleset"), step.sub("options").data())
    scene.found["accepted"] = True


@verb("phases", gives="phases")
def ask_phases(scene: Scene, step: Step) -> None:
    """The phases of a turn in order, by their names in this ruleset."""
    scene.found["phases"] = list(phase_titles(scene.game.rules))


@verb("phase", needs={"name": TEXT}, gives="phase")
def ask_phase(scene: Scene, step: Step) -> None:
    """The engine's name for a phase, or refused with no_such_phase."""
    scene.found["phase"] = phase_named(scene.game.rules, step.text("name"))


@verb("artillery", gives="value")
def throw_artillery(scene: Scene, step: Step) -> None:
    """Roll an artillery die: inches, or misfire."""
    scene.found["value"] = scene.direct(lambda ctx: special_dice.artillery(ctx, "")) or "misfire"


@verb("scatter", needs={"point": "value", "inches": NUMBER}, gives="point direct_hit")
def throw_scatter(scene: Scene, step: Step) -> None:
    """Roll a scatter die for a point: the point where it lands, and whether it is a direct hit."""
    x, y = (round(part * 100) for part in step.measures("point"))
    far = round(step.measure("inches") * 100)
    x, y, direct = scene.direct(lambda ctx: special_dice.scatter(ctx, "", x, y, far))
    scene.found |= {"point": [x / 100, y / 100], "direct_hit": direct}


@verb("rule", needs={"key": TEXT}, gives="value")
def ask_rule(scene: Scene, step: Step) -> None:
    """The value of one key of the active rules (battles/engine/rulesets/keys.py)."""
    scene.found["value"] = getattr(scene.game.rules, step.text("key"))


@verb("human", gives="M WS BS S T W I A Ld")
def ask_human(scene: Scene, step: Step) -> None:
    """The profile of an ordinary human."""
    scene.found |= dict(zip(("M", "WS", "BS", "S", "T", "W", "I", "A", "Ld"), HUMAN, strict=True))


@verb("roll", takes={"dice": NUMBER, "plus": NUMBER, "kind": TEXT}, gives="total")
def roll(scene: Scene, step: Step) -> None:
    """Roll dice with the purpose `die` and add them; with `kind: D3`, each face is halved."""
    ctx = scene.context()
    faces = ctx.sum_of("die", "", step.number("dice", 1)).faces
    scene.keep(ctx)
    halved = step.text("kind", "") == "D3"
    scene.found["total"] = sum(d3(face) if halved else face for face in faces) + step.number("plus", 0)


@verb("roll_off", needs={"models": MODELS}, gives="order")
def ask_roll_off(scene: Scene, step: Step) -> None:
    """Models roll off for first place."""
    ids = tuple(scene.id(name) for name in step.names("models"))
    scene.found["order"] = scene.direct(lambda ctx: roll_off(ctx, ids, about="strikes"))


@verb("turn_order", needs={"sides": "value"}, gives="order")
def ask_turn_order(scene: Scene, step: Step) -> None:
    """Sides roll off for the order of turns."""
    scene.found["order"] = scene.direct(lambda ctx: roll_off(ctx, step.names("sides"), about="turn"))


@verb("characteristic", needs={"who": MODEL, "name": TEXT}, gives="value")
def ask_value(scene: Scene, step: Step) -> None:
    """The current value of a characteristic, by its full name (weapon_skill)."""
    scene.found["value"] = characteristic(scene.game, scene.state, scene.id(step.text("who")), step.text("name"))


@verb("test", needs={"who": MODEL, "name": TEXT}, gives="passed")
def test(scene: Scene, step: Step) -> None:
    """A characteristic test: one D6 with the purpose `char`, equal to or below the characteristic, which is given by
    its full name."""
    model_id = scene.id(step.text("who"))
    value = characteristic(scene.game, scene.state, model_id, step.text("name"))
    scene.found["passed"] = scene.direct(lambda ctx: ctx.check("char", model_id, value, rule="CHAR-TEST-01").passed)


@verb("leadership_test", needs={"who": MODEL}, takes={"reason": TEXT, "own_only": "yes or no"}, gives="passed")
def leadership_test(scene: Scene, step: Step) -> None:
    """A Leadership test with its reason (fear, all_alone, rally, panic ...), with the Leadership of a nearby leader if
    possible."""
    model_id, reason = scene.id(step.text("who")), step.text("reason", "fear")
    own = step.flag("own_only")
    scene.found["passed"] = scene.direct(
        lambda ctx: leaders.take_test(ctx, model_id, reason, "CHAR-LD-01", own_only=own)
    )


@verb("leadership", needs={"who": MODEL}, gives="value lent_by")
def ask_leadership(scene: Scene, step: Step) -> None:
    """The Leadership that a model uses for tests, and the model that it comes from."""
    value, lent_by = leaders.leadership_of(scene.game, scene.state, scene.id(step.text("who")))
    scene.found |= {"value": value, "lent_by": lent_by}


@verb("leader", takes={"side": TEXT}, gives="leader")
def ask_leader(scene: Scene, step: Step) -> None:
    """The leader of a side."""
    scene.found["leader"] = leaders.leader_of(scene.game, step.text("side", "a"))


@verb("size", needs={"who": MODEL}, gives="size rank large")
def ask_size(scene: Scene, step: Step) -> None:
    """The size of a model, its rank among the sizes (0 is small), and whether it is a large target."""
    model_id = scene.id(step.text("who"))
    fighter = scene.game.fighters[model_id]
    scene.found |= {"size": fighter.size, "rank": fighter.size_rank, "large": is_large(scene.game, model_id)}


@verb("larger", needs={"one": TEXT, "other": TEXT}, gives="larger")
def ask_larger(scene: Scene, step: Step) -> None:
    """The larger of two kinds of model."""
    scene.found["larger"] = max(
        (step.text("one"), step.text("other")), key=lambda kind: SIZES.index(SIZE_BY_KIND[kind])
    )


@verb("within", needs={"one": MODEL, "other": MODEL, "inches": NUMBER}, gives="within")
def ask_within(scene: Scene, step: Step) -> None:
    """Whether two models are within this many inches of each other, from base to base."""
    body, other = (body_of(scene.game, scene.state, scene.id(step.text(name))) for name in ("one", "other"))
    scene.found["within"] = within(body, other, round(step.measure("inches") * 100))


@verb("elevated", needs={"who": MODEL}, gives="elevated")
def ask_elevated(scene: Scene, step: Step) -> None:
    """Whether a model stands high enough to choose its targets freely."""
    scene.found["elevated"] = is_elevated(body_of(scene.game, scene.state, scene.id(step.text("who"))))


@verb("may_cast", needs={"who": MODEL}, gives="may_cast")
def ask_may_cast(scene: Scene, step: Step) -> None:
    """Whether a wizard can cast now, and the rule that prevents it."""
    try:
        magic_phase.check_may_cast(scene.game, scene.state, scene.id(step.text("who")))
    except IllegalAction as refusal:
        scene.found |= {"may_cast": False, "refused": refusal.rule, "error": refusal.code}
    else:
        scene.found["may_cast"] = True


@verb("unit_of", needs={"target": MODEL, "by": MODEL}, gives="unit")
def ask_unit(scene: Scene, step: Step) -> None:
    """The models that count as one unit with the target of an enemy's spell."""
    scene.found["unit"] = spellbook.unit_of(
        scene.game, scene.state, scene.id(step.text("target")), scene.id(step.text("by"))
    )


@verb("caster_level", needs={"who": MODEL}, gives="caster_level")
def ask_caster_level(scene: Scene, step: Step) -> None:
    """The level at which models of a kind that casts together can cast."""
    scene.found["caster_level"] = magic_phase.caster_level(scene.game, scene.state, scene.id(step.text("who")))


@verb("wither")
def remove_withered(scene: Scene, step: Step) -> None:
    """Remove models whose Strength or Toughness is 0 because of effects."""
    scene.direct(casting.remove_withered)


@verb("frame", needs={"kind": TEXT}, takes={"stage": TEXT, "data": "value"})
def frame(scene: Scene, step: Step) -> None:
    """Run one frame of the flow until a side must decide (docs/developers/engine.md)."""
    scene.steps_until_idle(Frame(step.text("kind"), step.text("stage", "start"), step.sub("data").data()))
