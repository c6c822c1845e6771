"""Results of a location: immediate effects and choices. Rules: AF-EXPL-04 to AF-EXPL-07"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from battles.aftermath.context import AftermathContext
from battles.aftermath.finds import player_choices
from battles.aftermath.finds.effects import carry_out
from battles.aftermath.finds.searchers import list_tags, passes_test
from battles.engine.aftermath.exploration import Find, after_check, roll_location
from battles.engine.aftermath.tables import Effect, LocationRow
from battles.models import AftermathLine
from warbands.core.state import HERO

STAGE = "exploration"
CARRIED_OUT = frozenset(
    [
        "gain_gold",
        "gain_shards",
        "gain_item",
        "gain_artefact",
        "gain_experience",
        "gain_warriors",
        "miss_games",
        "dies",
        "gain_skill",
        "opens_skill_list",
        "lose_equipment",
        "may_keep_gem",
        "maximum_bonus",
    ]
)
"""Immediate effects; others are stored until they are needed."""


LEADS = "leads_to"
"""The effect of a location that leads to another."""
ASKED = player_choices.WAITS | frozenset(
    ("characteristic_check", "may_send", "gain_item_of_choice", "gain_gold_rolled")
)
"""Effects with a choice or a check; their results are carried out afterwards."""


def visit(context: AftermathContext, row: LocationRow, seen: frozenset[str] = frozenset()) -> None:
    """Visit a location: carry out what needs no choice, open the choices; some locations lead to another.

    `seen` are the locations visited before. Rules: AF-EXPL-04, AF-EXPL-07
    """
    state = context.state()
    tags = list_tags(state, context.book)
    find = roll_location(context.roller, row, tags)
    effects = find.effects
    said: dict[str, Any] = {"location": row.code, "name": row.name}
    if find.check is not None and not find.needs_hero:
        passed = _leader_passes(context, find.check)
        said["passed"] = passed
        effects += after_check(row, tags, passed)
    onward = [str(parameters["place"]) for code, parameters in effects if code == LEADS]
    effects = tuple(effect for effect in effects if effect[0] != LEADS)
    options, pending = _choices(context, row, find, effects)
    now = [effect for effect in effects if effect not in pending and effect[0] in CARRIED_OUT]
    later = [effect for effect in effects if effect not in pending and effect[0] not in CARRIED_OUT]
    said["done"] = carry_out(context, STAGE, now, because=row.code, key=f"find:{row.code}")
    context.line(STAGE, "location", options=options, pending=[list(effect) for effect in pending], **said)
    for code, parameters in later:
        context.line(STAGE, "kept", code=code, parameters=parameters, location=row.code, name=row.name)
    for code in dict.fromkeys(onward):
        if code not in seen | {row.code}:
            visit(context, context.place(code), seen | {row.code})


def _leader_passes(context: AftermathContext, check: Effect) -> bool:
    """The leader tests a characteristic: 2D6 for Leadership, else a D6 where 6 always fails. Fails without a leader."""
    leader = context.state().leader()
    return leader is not None and passes_test(context, check, leader)


def _choices(
    context: AftermathContext, row: LocationRow, find: Find, effects: Sequence[Effect]
) -> tuple[list[dict[str, Any]], list[Effect]]:
    """Options of a find with a choice, and the effects that depend on it."""
    heroes = [{"key": f"hero:{hero.key}", "label": hero.name} for hero in context.state().active(HERO)]
    if any(code == "may_keep_gem" for code, _ in effects):
        return [{"key": "sell"}, *heroes], list(effects)
    if find.choices:
        whole = [{"key": "sell", "label": find.choices[0].summary}]
        return [*whole, *heroes], [effect for line in find.choices for effect in line.effects]
    if find.needs_hero and heroes:
        return [*heroes, {"key": "nobody"}], []
    chosen = [effect for effect in effects if effect[1].get("to") == "chosen_hero"]
    if chosen and heroes:
        return heroes, chosen
    for effect in effects:
        if effect[0] in player_choices.WAITS:
            return player_choices.options_for(context, effect), [effect]
        if effect[0] == "gain_item_of_choice":
            items = [str(code) for code in effect[1]["items"]]
            return [{"key": f"item:{code}", "label": context.book.items[code].name} for code in items], [effect]
    return [], []


def settle(context: AftermathContext, line: AftermathLine, key: str) -> None:
    """Carry out the choice about a find."""
    kind, _colon, what = key.partition(":")
    row = context.place(line.data["location"])
    tags = list_tags(context.state(), context.book)
    pending: list[Effect] = [(code, dict(parameters)) for code, parameters in line.data.get("pending", [])]
    said: dict[str, Any] = {}
    if kind == "item":
        ((_code, parameters),) = pending
        effects: list[Effect] = [("gain_item", {**parameters, "item": what})]
    elif kind == "sell":
        effects = [effect for effect in pending if effect[0] == "gain_gold"]
    elif kind in ("group", "hire", "kit"):
        by = context.by(f"choice:{line.number}")
        said["then"] = [player_choices.take(context, pending[0], kind, what, because=row.code, by=by)]
        context.answered(line, key, **said)
        return
    elif kind == "nobody":
        effects = []
    elif pending:
        effects = [effect for effect in pending if effect[0] != "gain_gold"]
    else:
        effects, said = _send(context, row, tags, what)
    said["then"] = carry_out(
        context, STAGE, effects, because=row.code, key=f"choice:{line.number}", chosen=what if kind == "hero" else ""
    )
    for code, parameters in effects:
        if code not in CARRIED_OUT:
            context.line(
                STAGE, "kept", subject=what, code=code, parameters=parameters, location=row.code, name=row.name
            )
    context.answered(line, key, **said)


def _send(
    context: AftermathContext, row: LocationRow, tags: frozenset[str], who: str
) -> tuple[list[Effect], dict[str, Any]]:
    """A hero enters the location: a check, or the roll of the sub-table."""
    member = context.state().members[who]
    check = next((effect for effect in row.effects if effect[0] == "characteristic_check"), None)
    if check is not None:
        passed = passes_test(context, check, member)
        return list(after_check(row, tags, passed)), {"passed": passed}
    sub = context.roller.roll(row.roll, row.code, member.name)
    line = next((one for one in row.outcomes if one.low <= sub <= one.high and one.is_for(tags)), None)
    effects = list(line.effects) if line is not None else []
    return [effect for effect in effects if effect[0] != "lose_equipment"], {"roll": sub}
