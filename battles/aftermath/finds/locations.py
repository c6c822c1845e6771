"""Visits to locations: immediate effects and choices. Rules: AF-EXPL-04 to AF-EXPL-07"""

from __future__ import annotations

from battles.aftermath.context import AftermathContext
from battles.aftermath.effects.next_location import LeadsTo
from battles.aftermath.effects.registry import is_immediate
from battles.aftermath.finds.effects import carry_out
from battles.aftermath.finds.location_answers import ANSWERS, Answer
from battles.aftermath.finds.location_offers import Visit, offer_of
from battles.aftermath.finds.searchers import list_tags, passes_test
from battles.aftermath.stored.find_lines import KeptLine, LocationLine
from battles.engine.aftermath.exploration import after_check, roll_location
from battles.engine.aftermath.tables import Effect, LocationRow
from battles.models import AftermathLine

STAGE = "exploration"


def visit(context: AftermathContext, row: LocationRow, seen: frozenset[str] = frozenset()) -> None:
    """Visit a location: carry out effects without a choice, and write lines for choices. Some locations lead to
    another, which is visited next. `seen` are the locations that were already visited. Rules: AF-EXPL-04, AF-EXPL-07"""
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
    offer = offer_of(Visit(context, find, effects))
    pending = offer.pending
    now = [effect for effect in effects if effect not in pending and is_immediate(effect[0])]
    later = [effect for effect in effects if effect not in pending and not is_immediate(effect[0])]
    done = carry_out(context, now, because=row.code, key=f"find:{row.code}")
    found = LocationLine(location=row.code, passed=passed, done=done, pending=pending)
    context.line(STAGE, found, name=row.name, options=offer.options)
    for code, parameters in later:
        context.line(STAGE, KeptLine(code=code, parameters=parameters, location=row.code), name=row.name)
    for code in dict.fromkeys(onward):
        if code not in seen | {row.code}:
            visit(context, context.place(code), seen | {row.code})


def _leader_passes(context: AftermathContext, check: Effect) -> bool:
    """Whether the leader passes a characteristic test: 2D6 for Leadership, else a D6 where 6 always fails. False
    without a leader."""
    leader = context.state().leader()
    return leader is not None and passes_test(context, check, leader)


def settle(context: AftermathContext, line: AftermathLine, key: str) -> None:
    """Carry out the player's choice about a find."""
    kind, _colon, what = key.partition(":")
    found = LocationLine.read(line)
    answer = Answer(context, line, context.place(found.location), found, what)
    context.answered(line, key, ANSWERS[kind].settle(answer))
