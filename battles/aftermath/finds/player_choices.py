"""Finds with a player's choice: who takes the prisoner, who is hired as a favour, what is blessed, who wears the gem.
Rule: AF-EXPL-07"""

from __future__ import annotations

from typing import Any

from battles.aftermath.context import AftermathContext
from battles.engine.aftermath.tables import Effect
from catalogue.packs.book import EffectData
from mordheim_site.refusals import Refusal
from warbands.builder import recruiting
from warbands.core.ledger import ActionContext
from warbands.core.state import GROUP
from warbands.roster import lasting_effects
from warbands.rules.limits import why_not_hire
from warbands.rules.member_facts import entry_of
from warbands.rules.prices import hire_price_gc, veteran_price_gc

WAITS = frozenset(("gain_recruit", "free_hired_sword", "bless_weapon"))
"""Effects for which the player chooses a warrior or an item."""
MARKS = {"may_keep_gem": "rare_item_bonus", "maximum_bonus": "maximum_bonus"}
"""Permanent effects of a hero, by their code."""


def options_for(context: AftermathContext, effect: Effect) -> list[dict[str, Any]]:
    """The options for one of these effects, "nobody" last; empty without a choice."""
    code, parameters = effect
    found = {
        "gain_recruit": _groups,
        "free_hired_sword": _hired_swords,
        "bless_weapon": _weapons,
    }[code](context, parameters)
    return [*found, {"key": "nobody"}] if found else []


def _groups(context: AftermathContext, parameters: dict[str, Any]) -> list[dict[str, Any]]:
    state, facts = context.state(), context.book
    race = str(parameters.get("race", ""))
    return [
        {"key": f"group:{one.key}", "label": one.name, "gold": veteran_price_gc(state, one, facts)[2]}
        for one in state.active(GROUP)
        if one.headcount < facts.tables.group_size_max and entry_of(one, facts).race == race
    ]


def _hired_swords(context: AftermathContext, _parameters: dict[str, Any]) -> list[dict[str, Any]]:
    state, facts = context.state(), context.book
    found = []
    for entry in facts.warrior_types.values():
        if entry.kind != "hired_sword":
            continue
        state.treasury_gc += (fee := hire_price_gc(entry, state, facts))
        if why_not_hire(state, entry, facts) is None:
            found.append({"key": f"hire:{entry.code}", "label": entry.name})
        state.treasury_gc -= fee
    return found


def _weapons(context: AftermathContext, _parameters: dict[str, Any]) -> list[dict[str, Any]]:
    state, facts = context.state(), context.book
    found = []
    for line in state.ordered_kit():
        item = facts.items[line.item_code]
        owner = state.members.get(line.holder)
        is_single = owner is None or (owner.headcount == 1 and owner.is_active)
        if item.slot == "close_combat" and not line.material_code and is_single:
            found.append({"key": f"kit:{line.key}", "label": item.name, "of": owner.name if owner else ""})
    return found


def take(
    context: AftermathContext, effect: Effect, kind: str, what: str, *, because: str, by: ActionContext
) -> dict[str, Any]:
    """Carry out the choice for one of these effects. Raises what the warband's services refuse."""
    warband_id = context.row.warband_id
    if kind == "group":
        written = recruiting.add_to_group(warband_id=warband_id, warrior=what, by=by, because=because)
        return {"code": effect[0], "joins": written.arguments["name"], "paid": written.arguments["price"]}
    if kind == "hire":
        recruiting.hire_hired_sword(warband_id=warband_id, warrior_type=what, by=by, price_gc=0)
        return {"code": effect[0], "hired": context.book.warrior_types[what].name}
    line = context.state().kit.get(what)
    name = context.book.items[line.item_code].name if line is not None else ""
    lasting_effects.change_material(
        warband_id=warband_id,
        kit=what,
        material=str(effect[1]["made_of"]),
        by=by,
        because=because,
    )
    return {"code": effect[0], "blessed": name}


def give_permanent_effect(
    context: AftermathContext, effect: Effect, hero: str, *, because: str, by: ActionContext
) -> dict[str, Any]:
    """Give a hero a permanent effect."""
    code, parameters = effect
    acts_as = MARKS[code]
    values: dict[str, Any] = dict(parameters)
    if code == "may_keep_gem":
        values = {"amount": int(parameters["rare_item_bonus"])}
    values.pop("to", None)
    location = context.book.exploration.get(because)
    said = location.name if location is not None else because
    try:
        lasting_effects.add_effects(
            warband_id=context.row.warband_id,
            warrior=hero,
            source=because,
            effects=[EffectData(code=acts_as, params=values)],
            detail=said,
            by=by,
        )
    except Refusal as no:
        return {"code": code, "refused": str(no.message)}
    return {"code": code, "keeps": context.state().members[hero].name, "what": said}
