"""Results of a location: immediate effects and choices. Rules: AF-EXPL-04 to AF-EXPL-07"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from battles.aftermath.context import AftermathContext
from battles.aftermath.effects.base import Situation
from battles.aftermath.effects.check import CharacteristicCheck
from battles.aftermath.effects.gem import MayKeepGem
from battles.aftermath.effects.gold import GainGold
from battles.aftermath.effects.lost_equipment import LoseEquipment
from battles.aftermath.effects.onward import LeadsTo
from battles.aftermath.effects.registry import choice_of, is_immediate
from battles.aftermath.finds.effects import carry_out
from battles.aftermath.finds.searchers import list_tags, passes_test
from battles.aftermath.stored.find_lines import KeptLine, LocationLine
from battles.aftermath.stored.options import LineOption
from battles.engine.aftermath.exploration import Find, after_check, roll_location
from battles.engine.aftermath.tables import Effect, LocationRow
from battles.models import AftermathLine
from mordheim_site.registry import UnknownKey
from warbands.core.state import HERO

STAGE = "exploration"
CHOSEN_KINDS = ("item", "group", "hire", "kit")
"""Kinds of options that an effect with a choice offers."""


def visit(context: AftermathContext, row: LocationRow, seen: frozenset[str] = frozenset()) -> None:
    """Visit a location: carry out what needs no choice, open the choices; some locations lead to another.

    `seen` are the locations visited before. Rules: AF-EXPL-04, AF-EXPL-07
    """
    state = context.state()
    tags = list_tags(state, context.book)
    find = roll_location(context.roller, row, tags)
    effects = find.effects
    passed: bool | None = None
    if find.check is not None and not find.needs_hero:
        passed = _leader_passes(context, find.check)
        effects += after_check(row, tags, passed)
    onward = [LeadsTo.of(parameters).place for code, parameters in effects if code == LeadsTo.code]
    effects = tuple(effect for effect in effects if effect[0] != LeadsTo.code)
    options, pending = _choices(context, row, find, effects)
    now = [effect for effect in effects if effect not in pending and is_immediate(effect[0])]
    later = [effect for effect in effects if effect not in pending and not is_immediate(effect[0])]
    done = carry_out(context, now, because=row.code, key=f"find:{row.code}")
    found = LocationLine(location=row.code, passed=passed, done=done, pending=pending)
    context.line(STAGE, found, name=row.name, options=options)
    for code, parameters in later:
        context.line(STAGE, KeptLine(code=code, parameters=parameters, location=row.code), name=row.name)
    for code in dict.fromkeys(onward):
        if code not in seen | {row.code}:
            visit(context, context.place(code), seen | {row.code})


def _leader_passes(context: AftermathContext, check: Effect) -> bool:
    """The leader tests a characteristic: 2D6 for Leadership, else a D6 where 6 always fails. Fails without a leader."""
    leader = context.state().leader()
    return leader is not None and passes_test(context, check, leader)


def _choices(
    context: AftermathContext, row: LocationRow, find: Find, effects: Sequence[Effect]
) -> tuple[list[LineOption], list[Effect]]:
    """Options of a find with a choice, and the effects that depend on it."""
    heroes: list[LineOption] = [
        {"key": f"hero:{hero.key}", "label": hero.name} for hero in context.state().active(HERO)
    ]
    if any(code == MayKeepGem.code for code, _ in effects):
        return [{"key": "sell"}, *heroes], list(effects)
    if find.choices:
        whole: list[LineOption] = [{"key": "sell", "label": find.choices[0].summary}]
        return [*whole, *heroes], [effect for line in find.choices for effect in line.effects]
    if find.needs_hero and heroes:
        return [*heroes, {"key": "nobody"}], []
    chosen = [effect for effect in effects if effect[1].get("to") == "chosen_hero"]
    if chosen and heroes:
        return heroes, chosen
    for code, parameters in effects:
        choice = choice_of(code)
        if choice is not None:
            return choice.of(parameters).options_to_choose(context), [(code, parameters)]
    return [], []


def settle(context: AftermathContext, line: AftermathLine, key: str) -> None:
    """Carry out the choice about a find."""
    kind, _colon, what = key.partition(":")
    found = LocationLine.read(line)
    row = context.place(found.location)
    tags = list_tags(context.state(), context.book)
    pending = found.pending_effects()
    if kind in CHOSEN_KINDS:
        ((code, parameters),) = pending[:1]
        choice = choice_of(code)
        if choice is None:
            raise UnknownKey(f"The effect {code!r} has no choice.")
        situation = Situation(context, row.code, context.by(f"choice:{line.number}"))
        context.answered(line, key, replace(found, then=[choice.of(parameters).take(situation, what)]))
        return
    effects: list[Effect]
    if kind == "sell":
        effects = [effect for effect in pending if effect[0] == GainGold.code]
    elif kind == "nobody":
        effects = []
    elif pending:
        effects = [effect for effect in pending if effect[0] != GainGold.code]
    else:
        effects, found = _send(context, row, tags, what, found)
    then = carry_out(
        context, effects, because=row.code, key=f"choice:{line.number}", chosen=what if kind == "hero" else ""
    )
    for code, parameters in effects:
        if not is_immediate(code):
            kept = KeptLine(code=code, parameters=parameters, location=row.code)
            context.line(STAGE, kept, subject=what, name=row.name)
    context.answered(line, key, replace(found, then=then))


def _send(
    context: AftermathContext, row: LocationRow, tags: frozenset[str], who: str, found: LocationLine
) -> tuple[list[Effect], LocationLine]:
    """A hero enters the location: a check, or the roll of the sub-table."""
    member = context.state().members[who]
    check = next((effect for effect in row.effects if effect[0] == CharacteristicCheck.code), None)
    if check is not None:
        passed = passes_test(context, check, member)
        return list(after_check(row, tags, passed)), replace(found, passed=passed)
    sub = context.roller.roll(row.roll, row.code, member.name)
    line = next((one for one in row.outcomes if one.low <= sub <= one.high and one.is_for(tags)), None)
    effects = list(line.effects) if line is not None else []
    return [effect for effect in effects if effect[0] != LoseEquipment.code], replace(found, roll=sub)
