"""Dramatis personae found by a hero, and hired swords who are hired for a fee. Rules: AF-PERSONA-01, AF-PERSONA-02"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from battles.aftermath.activities.searches import STAGE, NothingToSearchFor, ready, start_search
from battles.aftermath.context import AftermathContext, write_line
from battles.aftermath.decisions.undo_points import undo_point
from battles.aftermath.dice import requests as dice_requests
from battles.aftermath.finds.searchers import passes_test
from battles.aftermath.stored.activity_lines import HOME, OUT, HireLine, PersonaLine
from battles.aftermath.stored.line import note_dice, update
from battles.aftermath.stored.options import LineOption
from battles.aftermath.warriors import hirelings
from battles.engine.aftermath.rolls import DiceWanted
from battles.models import Aftermath, AftermathLine
from catalogue.packs.book import WarriorType
from mordheim_site.refusals import Refusal
from warbands.builder import recruiting
from warbands.core.ledger import NotEnoughGold
from warbands.core.state import STASH, WarbandState
from warbands.rules.prices import hire_price_gc
from warbands.trading import services as trading_services
from warbands.trading import stash


class NotAvailable(Refusal):
    """The person served too recently, or has already declined in this aftermath."""

    code = "not_now"
    rule_id = "AF-PERSONA-03"
    status = 409


class NotForHire(Refusal):
    """No hired sword has this code."""

    code = "not_for_hire"
    about = ("entry", "thing")
    message = _("There is no such hired sword. Choose one from the list.")
    rule_id = "RO-HIRE-01"


def _said_no(row: Aftermath, entry: str) -> bool:
    hired = AftermathLine.objects.filter(aftermath=row, stage=STAGE, kind="hire", data__entry=entry)
    return hired.filter(data__came=False).exists()


def persona_of(context: AftermathContext, code: str, state: WarbandState | None = None) -> WarriorType | None:
    """The dramatis persona with this code, or None if this warband may not hire them. Passing the `state` saves
    queries. Rule: RO-HOUSE-01"""
    entry = context.book.warrior_types.get(code)
    if entry is None or entry.kind != "dramatis_persona" or entry.hire is None:
        return None
    state = state or context.state()
    tags = context.book.warband_tags(state.warband_type_code)
    if not (state.house.personae and entry.hire.may_hire.allows(tags)) or state.of_type(code):
        return None
    return None if hirelings.served_recently(context.row, state, entry, context) else entry


@transaction.atomic
def seek_persona(
    row: Aftermath, *, hero: str, persona: str, now: datetime, actor_id: int | None, key: str = ""
) -> AftermathLine | None:
    """Send a hero to find a dramatis persona: a D6 up to the hero's Initiative succeeds, a 6 always fails. Returns None
    if dice are requested from the player. Raises TooSoon, CannotSearch, NothingToSearchFor. Rule: AF-PERSONA-01"""
    ready(row)
    context = AftermathContext(row, now, actor_id=actor_id)
    entry = persona_of(context, persona)
    if entry is None:
        raise NothingToSearchFor
    line = start_search(row, context, hero, PersonaLine(persona=entry.code, person=entry.name, key=key, at=OUT))
    try:
        with transaction.atomic():
            look_for_person(row, line, now, actor_id)
    except DiceWanted as wanted:
        dice_requests.ask(row, wanted, line=line.public_id)
        return None
    return line


def look_for_person(row: Aftermath, line: AftermathLine, now: datetime, actor_id: int | None) -> None:
    """Roll for whether the persona is found and joins. Raises DiceWanted."""
    context = AftermathContext(row, now, line, actor_id)
    state = context.state()
    search = PersonaLine.read(line)
    entry = context.book.warrior_types[search.persona]
    found = passes_test(
        context, ("characteristic_check", {"characteristic": "initiative"}), state.members[line.subject]
    )
    comes = found and _joins(context, entry)
    options: list[LineOption] = []
    if comes:
        price = hire_price_gc(entry, state, context.book)
        paid_in = _paid_in(context, entry)
        if paid_in and any(held.item_code == paid_in for held in state.held_by(STASH)):
            options.append({"key": "item", "item": context.book.items[paid_in].name})
        options = [{"key": "hire", "gold": price}, *options, {"key": "leave"}]
    line.rolls = [*line.rolls, *context.rolls()]
    update(line, replace(search, found=found, comes=comes, at=HOME))
    note_dice(line, context.dice_position)
    line.options = options
    line.save(update_fields=["rolls", "data", "options"])
    row.faces = []
    row.save(update_fields=["faces"])


def _joins(context: AftermathContext, entry: WarriorType) -> bool:
    """Whether the persona joins. Some join only the weaker side, on a die that depends on how much weaker it is. Rule:
    AF-PERSONA-02"""
    for code in entry.rules:
        for effect in context.book.rules[code].effects:
            if effect.code == "joins_by_rating_gap":
                gap = context.facts.enemy_rating - context.facts.rating
                needs = 0
                for low, need in zip(effect.get("gaps"), effect.get("needs"), strict=True):
                    needs = int(need) if gap >= int(low) else needs
                return bool(needs) and context.roller.d6("joins", entry.name) >= needs
    return hirelings.roll_to_join(context, entry)


def _paid_in(context: AftermathContext, entry: WarriorType) -> str:
    for code in entry.rules:
        for effect in context.book.rules[code].effects:
            if effect.code == "hire_for_item":
                return str(effect.get("item"))
    return ""


def settle_person(context: AftermathContext, line: AftermathLine, key: str) -> None:
    """Hire the persona who was found, for gold or in the way they prefer, or decline. Raises NotEnoughGold,
    AgainstRules."""
    by = context.by(f"market:{line.number}")
    if key in ("hire", "item"):
        code = PersonaLine.read(line).persona
        if key == "item":
            _pay_with(context, line, _paid_in(context, context.book.warrior_types[code]))
        free = 0 if key == "item" else None
        recruiting.hire_hired_sword(warband_id=context.row.warband_id, warrior_type=code, by=by, price_gc=free)
    context.answered(line, key)


def _pay_with(context: AftermathContext, line: AftermathLine, item: str) -> None:
    held = context.state().line(STASH, item)
    if held is None:
        raise trading_services.NoSuchKit
    by = context.by(f"market-item:{line.number}")
    stash.lose(warband_id=context.row.warband_id, kit=held.key, by=by, because="persona")


@transaction.atomic
def hire(row: Aftermath, *, entry: str, now: datetime, actor_id: int | None, key: str = "") -> AftermathLine:
    """Hire a hired sword for their fee. Raises TooSoon, NotForHire, NotAvailable, NotEnoughGold, AgainstRules.
    Rule: RO-HIRE-01"""
    ready(row)
    context = AftermathContext(row, now, actor_id=actor_id)
    found = context.book.warrior_types.get(entry)
    if found is None or found.kind != "hired_sword":
        raise NotForHire
    if hirelings.served_recently(row, context.state(), found, context) or _said_no(row, entry):
        raise NotAvailable(message=_("%(name)s will not join this time.") % {"name": found.name})
    before = undo_point(row)
    row.hand_dice = False  # Not stored: the price of a hireling is rolled here.
    contents = HireLine(key=key, entry=entry)
    line = write_line(row, STAGE, contents, name=found.name, options=[{"key": "hire"}])
    line.before = before
    if not hirelings.roll_to_join(context, found):
        context.answered(line, "hire", replace(contents, came=False))
        context.close()
        return line
    price, dice = hire_price_gc(found, context.state(), context.book), found.hire.hire_dice if found.hire else ""
    if dice:
        price += context.roller.roll(dice, "price", found.name)
    came = True
    try:
        with transaction.atomic():
            recruiting.hire_hired_sword(
                warband_id=row.warband_id, warrior_type=entry, by=context.by(f"hire:{line.number}"), price_gc=price
            )
    except NotEnoughGold:
        # A price that was rolled is final: if the refusal undid it, the same dice could be used for something else.
        if not dice:
            raise
        came = False
    context.answered(line, "hire", replace(contents, price=price, came=None if came else False))
    context.close()
    return line
