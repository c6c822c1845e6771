"""Answers to choices at a location: one class for each kind of option. To add one, list it in ANSWERS. The options of
effects with a choice are added automatically from their classes.

Rules: AF-EXPL-05 to AF-EXPL-07
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol

from battles.aftermath.context import AftermathContext
from battles.aftermath.effects.base import ChoiceEffect, Situation
from battles.aftermath.effects.check import CharacteristicCheck
from battles.aftermath.effects.gold import GainGold
from battles.aftermath.effects.lost_equipment import LoseEquipment
from battles.aftermath.effects.registry import EFFECTS, choice_of, is_immediate
from battles.aftermath.finds.effects import carry_out
from battles.aftermath.finds.searchers import list_tags, passes_test
from battles.aftermath.stored.find_lines import KeptLine, LocationLine
from battles.engine.aftermath.exploration import after_check
from battles.engine.aftermath.tables import Effect, LocationRow
from battles.models import AftermathLine
from mordheim_site.registry import Registry, UnknownKey

STAGE = "exploration"


@dataclass(frozen=True, slots=True)
class Answer:
    """The chosen option of a location's line; `what` is the part of its key after the colon."""

    context: AftermathContext
    line: AftermathLine
    row: LocationRow
    found: LocationLine
    what: str


class LocationAnswer(Protocol):
    """How one kind of option is carried out."""

    def settle(self, answer: Answer) -> LocationLine:
        """Carry out the answer. Returns the contents of the line with the results."""


class TakeOption:
    """An option of an effect with a choice."""

    def settle(self, answer: Answer) -> LocationLine:
        ((code, parameters),) = answer.found.pending_effects()[:1]
        choice = choice_of(code)
        if choice is None:
            raise UnknownKey(f"The effect {code!r} has no choice.")
        by = answer.context.by(f"choice:{answer.line.number}")
        done = choice.of(parameters).take(Situation(answer.context, answer.row.code, by), answer.what)
        return replace(answer.found, then=[done])


class Sell:
    """Sell the find."""

    def settle(self, answer: Answer) -> LocationLine:
        effects = [effect for effect in answer.found.pending_effects() if effect[0] == GainGold.code]
        return _carried_out(answer, answer.found, effects)


class Decline:
    """Do not enter the location."""

    def settle(self, answer: Answer) -> LocationLine:
        return _carried_out(answer, answer.found, [])


class ChooseHero:
    """The chosen hero gets what was found; if nothing is pending, the hero enters the location."""

    def settle(self, answer: Answer) -> LocationLine:
        pending = answer.found.pending_effects()
        if pending:
            effects = [effect for effect in pending if effect[0] != GainGold.code]
            return _carried_out(answer, answer.found, effects, chosen=answer.what)
        effects, found = _send(answer)
        return _carried_out(answer, found, effects, chosen=answer.what)


ANSWERS: Final[Registry[str, LocationAnswer]] = Registry("answer at a location")

for _kind in sorted({effect.option_kind for effect in EFFECTS.values() if issubclass(effect, ChoiceEffect)}):
    ANSWERS.add(_kind, TakeOption())
ANSWERS.add("sell", Sell())
ANSWERS.add("nobody", Decline())
ANSWERS.add("hero", ChooseHero())


def _carried_out(answer: Answer, found: LocationLine, effects: Sequence[Effect], chosen: str = "") -> LocationLine:
    """Carry out effects, for the chosen hero if there is one. Effects for later get lines of their own."""
    context, code = answer.context, answer.row.code
    then = carry_out(context, effects, because=code, key=f"choice:{answer.line.number}", chosen=chosen)
    for effect, parameters in effects:
        if not is_immediate(effect):
            kept = KeptLine(code=effect, parameters=parameters, location=code)
            context.line(STAGE, kept, subject=answer.what, name=answer.row.name)
    return replace(found, then=then)


def _send(answer: Answer) -> tuple[list[Effect], LocationLine]:
    """Send a hero into the location: make the check, or roll on its table."""
    context, row, found = answer.context, answer.row, answer.found
    state = context.state()
    tags, member = list_tags(state, context.book), state.members[answer.what]
    check = next((effect for effect in row.effects if effect[0] == CharacteristicCheck.code), None)
    if check is not None:
        passed = passes_test(context, check, member)
        return list(after_check(row, tags, passed)), replace(found, passed=passed)
    sub = context.roller.roll(row.roll, row.code, member.name)
    outcome = next(
        (outcome for outcome in row.outcomes if outcome.low <= sub <= outcome.high and outcome.is_for(tags)), None
    )
    effects = outcome.effects if outcome is not None else ()
    return [effect for effect in effects if effect[0] != LoseEquipment.code], replace(found, roll=sub)
