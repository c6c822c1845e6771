"""The results of a case, by the names that cases use for them."""

from __future__ import annotations

from collections.abc import Callable
from math import hypot

from battles.engine.events import Attacked, Event, Moved, Noted, Removed, Rolled, WoundsLost
from battles.engine.state import (
    FLEEING,
    FOUGHT,
    FRENZIED,
    HAMMERED,
    HIDDEN,
    POSTURE_NAMES,
    RALLIED,
    SHOT,
    STOOD_UP,
    flag_names,
)
from battles.engine.steps.harm.attacks import Attack
from battles.engine.steps.harm.saves import basic_save, saves_against
from battles.engine.steps.models.characteristics import characteristic
from battles.engine.steps.nerve.psychology import is_incapacitated
from battles.engine.terrain.buildings.garrisons import garrison_of
from battles.simulation.conformance.arena import SHORT, state_of
from battles.simulation.conformance.case_reader import Value
from battles.simulation.conformance.dice_log import outcomes
from battles.simulation.conformance.scene import Scene

NOTHING = object()
"""Returned if there is no result with this name."""


def find(scene: Scene, name: str) -> object:
    """The result with a name of conformance.md, with the names that the case uses; NOTHING if there is none."""
    if name in scene.found:
        return scene.named(scene.found[name])
    model_id, dot, part = name.rpartition(".")
    if dot:
        return scene.named(_of_model(scene, scene.ids[model_id], part))
    if name in CASE:
        return scene.named(CASE[name](scene))
    if scene.subject:
        return scene.named(_of_model(scene, scene.ids[scene.subject], name))
    return NOTHING


def _of_model(scene: Scene, model_id: str, part: str) -> object:
    if part in MODEL:
        return MODEL[part](scene, model_id)
    return characteristic(scene.game, scene.state, model_id, SHORT.get(part.lower(), part))


# -- models -----------------------------------------------------------------------------------------------------------


def _state(scene: Scene, model_id: str) -> str:
    if scene.state.models[model_id].gone == "fled":
        return "out_of_action"
    events = [event for event in scene.events if getattr(event, "who", "") == model_id]
    led_to = state_of(events, model_id)
    return POSTURE_NAMES[scene.start.models[model_id].posture] if led_to == "standing" else led_to


def _place(scene: Scene, model_id: str) -> list[float]:
    model = scene.state.models[model_id]
    return [model.x / 100, model.y / 100, *([model.z / 100] if model.z else [])]


def _spent(scene: Scene, model_id: str) -> float:
    return sum(event.spent for event in scene.events if isinstance(event, Moved) and event.who == model_id) / 100


def _flag(bit: int) -> Callable[[Scene, str], object]:
    return lambda scene, model_id: bool(scene.state.models[model_id].flags & bit)


MODEL: dict[str, Callable[[Scene, str], object]] = {
    "state": _state,
    "posture": lambda scene, model_id: POSTURE_NAMES[scene.state.models[model_id].posture],
    "wounds_left": lambda scene, model_id: scene.state.models[model_id].wounds,
    "fleeing": _flag(FLEEING), "rallied": _flag(RALLIED), "hidden": _flag(HIDDEN), "frenzied": _flag(FRENZIED),
    "hammered": _flag(HAMMERED), "fought": _flag(FOUGHT), "stood_up": _flag(STOOD_UP), "shot_spent": _flag(SHOT),
    "engaged": lambda scene, model_id: bool(scene.state.models[model_id].engaged),
    "opponents": lambda scene, model_id: scene.state.models[model_id].engaged,
    "flags": lambda scene, model_id: flag_names(scene.state.models[model_id].flags),
    "at": _place,
    "garrison": lambda scene, model_id: bool(garrison_of(scene.state, model_id)),
    "height": lambda scene, model_id: scene.state.models[model_id].z / 100,
    "on_table": lambda scene, model_id: scene.state.models[model_id].on_table,
    "gone": lambda scene, model_id: scene.state.models[model_id].gone or False,
    "spent": _spent,
    "effects": lambda scene, model_id: [effect.code for effect in scene.state.models[model_id].effects],
    "incapacitated": lambda scene, model_id: is_incapacitated(scene.state, model_id),
    "armour_worn": lambda scene, model_id: basic_save(scene.game, scene.state, model_id),
}  # fmt: skip


# -- attacks and dice -------------------------------------------------------------------------------------------------


def _attacks(scene: Scene) -> list[Attack]:
    return [attack for group in scene.groups for attack in group.attacks]


def _first(scene: Scene) -> Attack | None:
    attacks = _attacks(scene)
    return attacks[0] if attacks else scene.attack


def _rolled(scene: Scene, *purposes: str) -> list[Rolled]:
    return [event for event in scene.events if isinstance(event, Rolled) and event.purpose in purposes]


def _notes(scene: Scene) -> list[str]:
    return [event.what for event in scene.events if isinstance(event, Noted)]


def _need(purpose: str, field: str) -> Callable[[Scene], object]:
    def need(scene: Scene) -> object:
        first = _first(scene)
        if first is not None:
            return getattr(first, field)
        rolls = _rolled(scene, purpose)
        return rolls[0].need if rolls else NOTHING

    return need


def _hits(scene: Scene) -> int:
    if scene.groups:
        return sum(group.hits for group in scene.groups)
    return sum(outcomes(scene.events, "hit")) - sum(1 for what in _notes(scene) if what == "parried")


def _wounds(scene: Scene) -> int:
    if scene.groups:
        return sum(group.wounds_lost for group in scene.groups)
    return sum(event.lost for event in scene.events if isinstance(event, WoundsLost))


def _criticals(scene: Scene) -> int:
    if scene.groups:
        return sum(attack.critical for attack in _attacks(scene))
    return sum(1 for what in _notes(scene) if what == "critical")


def _result(scene: Scene) -> object:
    return next((attack.chart_result for attack in _attacks(scene) if attack.chart_result), "")


def _chart(scene: Scene) -> object:
    first = _first(scene)
    return NOTHING if first is None else first.weapon.chart


def _facts(scene: Scene) -> bool:
    return any("killing_blow" in event.facts for event in scene.events if isinstance(event, Removed))


def _poisoned(scene: Scene) -> int:
    return sum(1 for what in _notes(scene) if what == "poisoned")


def _save(scene: Scene) -> object:
    first = _first(scene)
    return NOTHING if first is None else saves_against(scene.game, scene.start, first).armour_need


def _save_modifier(scene: Scene) -> object:
    first = _first(scene)
    if first is None:
        return NOTHING
    reasons = ("strength", "weapon")
    return sum(mod.by for mod in saves_against(scene.game, scene.start, first).modifiers if mod.reason in reasons)


def _wounds_before_saves(scene: Scene) -> int:
    if scene.groups:
        return sum(attack.wounded for attack in _attacks(scene))
    return sum(outcomes(scene.events, "wound")) + sum(outcomes(scene.events, "wound2")) + _poisoned(scene)


def _saved(scene: Scene) -> bool:
    return _wounds_before_saves(scene) > 0 and not _wounds(scene)


def _modifiers(scene: Scene) -> object:
    first = _first(scene)
    return NOTHING if first is None else [f"{mod.reason} {mod.by:+d}" for mod in first.hit_mods]


def _pushed(scene: Scene) -> float:
    """The distance by which the subject was pushed, as the sum of straight lines."""
    model_id = scene.ids[scene.subject]
    start = scene.start.models[model_id]
    x, y, far = start.x, start.y, 0.0
    for event in scene.events:
        if isinstance(event, Moved) and event.who == model_id:
            _, tx, ty, _ = event.path[-1]
            far += hypot(tx - x, ty - y) if event.manner == "push" else 0
            x, y = tx, ty
    return round(far / 100, 2)


def _moved(scene: Scene) -> float:
    """The movement that the subject used for its own moves."""
    return _spent(scene, scene.ids[scene.subject])


def _mount(scene: Scene) -> str:
    used = scene.state.models[scene.ids[scene.subject]].used
    return "dead" if any(code == "mount_lost" for code, _ in used) else "alive"


def _order(scene: Scene) -> list[str]:
    return [event.who for event in scene.events if isinstance(event, Attacked)]


def _injury_totals(scene: Scene) -> list[int]:
    return [sum(roll.faces) + sum(mod.by for mod in roll.mods) for roll in _rolled(scene, "injury", "injury2")]


CASE: dict[str, Callable[[Scene], object]] = {
    "need_hit": _need("hit", "need_hit"),
    "need_wound": _need("wound", "need_wound"),
    "save": _save, "save_modifier": _save_modifier,
    "strength": lambda scene: getattr(_first(scene), "strength", NOTHING),
    "flaming": lambda scene: getattr(_first(scene), "flaming", NOTHING),
    "magical": lambda scene: getattr(_first(scene), "magical", NOTHING),
    "modifiers": _modifiers,
    "hits": _hits, "hits_left": _hits, "wounds": _wounds,
    "wounds_before_saves": _wounds_before_saves,
    "critical": lambda scene: _criticals(scene) > 0, "criticals": _criticals,
    "chart": _chart,
    "result": _result,
    "parried": lambda scene: any(a.parried for a in _attacks(scene)) or "parried" in _notes(scene),
    "parry_allowed": lambda scene: bool(_rolled(scene, "parry")),
    "reroll_allowed": lambda scene: bool(_rolled(scene, "reroll")),
    "further_reroll": lambda scene: len(_rolled(scene, "reroll")) > 1,
    "saved": _saved,
    "armour_allowed": lambda scene: bool(_rolled(scene, "armour")),
    "armour_rolled": lambda scene: bool(_rolled(scene, "armour")),
    "helmet_rolls": lambda scene: len(_rolled(scene, "helmet")),
    "injury_totals": _injury_totals,
    "injury_rolls": lambda scene: len(_rolled(scene, "injury")),
    "automatic_wounds": _poisoned,
    "automatic_wound": lambda scene: _poisoned(scene) > 0, "poison": lambda scene: _poisoned(scene) > 0,
    "killing_blow": _facts, "removed_from_roster": _facts,
    "mount": _mount,
    "pushed": _pushed, "moved": _moved,
    "struck_cover": lambda scene: "cover_struck" in _notes(scene),
    "rolls": lambda scene: [event.purpose for event in scene.events if isinstance(event, Rolled)],
    "notes": _notes,
    "passed": lambda scene: next((roll.passed for roll in reversed(_rolled(scene, "ld", "char"))), NOTHING),
    "test_due": lambda scene: bool(_rolled(scene, "ld", "char")),
    "order": _order,
    "game_over": lambda scene: scene.state.outcome is not None,
    "winner": lambda scene: scene.state.outcome.winners[0] if scene.state.outcome else NOTHING,
    "winners": lambda scene: scene.state.outcome.winners if scene.state.outcome else NOTHING,
    "refused": lambda scene: False, "error": lambda scene: False,
}  # fmt: skip


def events_missing(scene: Scene, wanted: Value) -> str:
    """The first expected event that is not found in the log after the events before it, as text; "" if all are
    found."""
    if not isinstance(wanted, list):
        return f"events must be a list, not {wanted!r}"
    rest = iter(scene.events)
    for row in wanted:
        if not any(_matches(scene, event, row) for event in rest):
            return f"no such event in its place: {row}"
    return ""


def _matches(scene: Scene, event: Event, row: Value) -> bool:
    if not isinstance(row, dict):
        return False
    fields = event._asdict()
    for name, value in row.items():
        if name == "kind":
            if type(event).__name__ != value:
                return False
        elif name not in fields or scene.named(fields[name]) != value:
            return False
    return True
