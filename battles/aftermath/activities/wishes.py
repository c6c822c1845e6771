"""Things that grant wishes after a battle: the Lamp of the Djinn and the Monkey's Paw. Rule: AF-DEED-01

A hero makes all wishes of a use at once. Each is a roll on a table of gains; a table of costs is rolled once for each
wish or once for all. What a wish leaves open (which skill, which item, who joins) is a line of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from battles.aftermath.activities.searches import ACTIVITY, STAGE
from battles.aftermath.context import AftermathContext
from battles.aftermath.effects.base import Amount
from battles.aftermath.finds.effects import carry_out
from battles.aftermath.finds.searchers import list_tags, searchers
from battles.aftermath.stages import injuries
from battles.aftermath.stored.activity_lines import DeedLine, WishLine
from battles.aftermath.stored.options import LineOption
from battles.engine.aftermath.exploration import roll_location
from battles.engine.aftermath.injuries import line_at, serious_injuries
from battles.models import AftermathLine
from catalogue.packs.book import EffectData
from warbands.builder import recruiting
from warbands.core.state import GROUP, HERO, STASH, KitLine, Member
from warbands.roster import advances, casualties
from warbands.rules.development import skills_open
from warbands.rules.member_facts import entry_of, gains_experience
from warbands.trading import stash, treasury

Thing = TypeVar("Thing")

WISHES = "grants_wishes"
"""Code of the effect, and the kind of the line that asks whether it is used."""
CHOICE = WishLine.kind
"""The line that asks what a wish brings."""
MOST_ROLLS = 30
"""Rolls on the table of gains for one use, however often it says to roll again."""


def offer(context: AftermathContext) -> None:
    """Ask about every such thing that a hero who searches carries."""
    for member in list(searchers(context)):
        for line, _effect in _held(context, member):
            options: list[LineOption] = [{"key": "do"}, {"key": "no_deed"}]
            contents = DeedLine(deed=WISHES, item=line.item_code)
            context.line(STAGE, contents, subject=member.key, name=member.name, options=options)


def _held(context: AftermathContext, member: Member) -> Iterator[tuple[KitLine, EffectData]]:
    for line in context.state().held_by(member.key):
        for effect in context.book.items[line.item_code].effects:
            if effect.code == WISHES:
                yield line, effect


def make(context: AftermathContext, line: AftermathLine) -> DeedLine:
    """Make all wishes of one use; returns the results. A thing that is gone by then grants nothing."""
    member = context.state().members[line.subject]
    deed = DeedLine.read(line)
    found = [(kit, effect) for kit, effect in _held(context, member) if kit.item_code == deed.item]
    if not found:
        return replace(deed, told=[])
    kit, effect = found[0]
    told: list[str] = []
    left = int(effect.get("times"))
    for number in range(MOST_ROLLS):
        if number >= left:
            break
        left += _roll(context, line, str(effect.get("light")), f"light{number}", told)
        if effect.get("dark_each"):
            _roll(context, line, str(effect.get("dark")), f"dark{number}", told)
    if not effect.get("dark_each"):
        _roll(context, line, str(effect.get("dark")), "dark", told)
    if effect.get("uses") and _times_used(context, line) + 1 >= int(effect.get("uses")):
        _lose(context, line, kit, "worn_out")
    return replace(deed, told=told)


def _times_used(context: AftermathContext, line: AftermathLine) -> int:
    """How often this warband used the thing before: it may change hands."""
    lines = AftermathLine.objects.filter(aftermath__warband_id=context.row.warband_id, kind=ACTIVITY, answer="do")
    return sum(_item(one) == _item(line) for one in lines.exclude(pk=line.pk))


def _item(line: AftermathLine) -> str:
    """The code of the thing that grants the wishes of a line."""
    return DeedLine.read(line).item or ""


def _roll(context: AftermathContext, line: AftermathLine, table: str, key: str, told: list[str]) -> int:
    """One roll on one of the tables; gives how many more wishes it brings."""
    row = context.place(table)
    found = roll_location(context.roller, row, list_tags(context.state(), context.book))
    outcome = line_at([one for one in row.outcomes if one.low or one.high], found.sub_roll)
    told.append(outcome.summary if outcome is not None else row.name)
    more = 0
    for code, parameters in found.effects:
        if code == "wish_again":
            more += int(parameters["amount"])
        elif code == "wish_for":
            _grant(context, line, parameters)
        elif code == "wish_costs":
            _cost(context, line, key, parameters)
        elif line.subject in context.state().members:
            carry_out(
                context, [(code, parameters)], because=_item(line), key=f"wish:{line.number}:{key}",
                chosen=line.subject,
            )  # fmt: skip
    return more


def _pick(context: AftermathContext, things: Sequence[Thing], name: str) -> Thing:
    """One of these, each as likely as another: D6 read as digits, rolled again when they name none."""
    count = 1
    while 6**count < len(things):
        count += 1
    while True:
        number = 0
        for face in context.roller.faces(count, "wish", name):
            number = 6 * number + face - 1
        if number < 6**count // len(things) * len(things):
            return things[number % len(things)]


# -- gains -------------------------------------------------------------------------------------------------------------


def _grant(context: AftermathContext, line: AftermathLine, parameters: Mapping[str, object]) -> None:
    """Ask for the item; an item at random is one of the same things, by the die."""
    state, book = context.state(), context.book
    member = state.members.get(line.subject)
    if member is None or not member.is_active:
        return
    what, entry = str(parameters["what"]), entry_of(member, book)
    found: list[LineOption]
    if what == "skill":
        found = [{"key": f"skill:{one.code}", "label": one.name} for one in skills_open(state, member, book)]
    elif what == "item":
        entries = book.equipment_lists[entry.equipment_list].entries if entry.equipment_list else ()
        found = [{"key": f"item:{one.item}", "label": book.items[one.item].name} for one in entries]
        if parameters.get("random") and found:
            found = [_pick(context, found, member.name)]
    else:
        own = (one for one in book.warrior_types.values() if one.warband_type == state.warband_type_code)
        fit = (one for one in own if one.kind == what and not one.is_leader)
        found = [{"key": f"recruit:{one.code}", "label": one.name} for one in fit]
    contents = WishLine(item=_item(line), what=what)
    context.line(STAGE, contents, subject=member.key, name=member.name, options=[*found, {"key": "nobody"}])


def settle(context: AftermathContext, line: AftermathLine, key: str) -> None:
    """Take what was wished for, or nothing. Raises what the warband's services refuse."""
    kind, _colon, what = key.partition(":")
    wish = WishLine.read(line)
    warband_id, because, by = context.row.warband_id, wish.item, context.by(f"wish:{line.number}")
    said = ""
    if kind == "skill":
        advances.learn(warband_id=warband_id, warrior=line.subject, skill=what, by=by, because=because)
        said = context.book.skills[what].name
    elif kind == "item":
        stash.add(warband_id=warband_id, item=what, by=by, warrior=STASH, because=because)
        said = context.book.items[what].name
    elif kind == "recruit":
        recruiting.hire_free(warband_id=warband_id, warrior_type=what, by=by, because=because, past_maximum=True)
        said = context.book.warrior_types[what].name
    context.answered(line, key, replace(wish, got=said))


# -- costs -------------------------------------------------------------------------------------------------------------


def _cost(context: AftermathContext, line: AftermathLine, key: str, parameters: Mapping[str, object]) -> None:
    state = context.state()
    member = state.members.get(line.subject)
    if member is None or not member.is_active:
        return
    what, name = str(parameters["what"]), member.name
    warband_id, because, by = context.row.warband_id, _item(line), context.by(f"cost:{line.number}:{key}")
    if what == "gold":
        gold = min(state.treasury_gc, Amount.read(parameters).roll(context, "wish", name))
        if gold:
            treasury.spend(warband_id=warband_id, gold_gc=gold, by=by, because=because)
    elif what == "experience" and gains_experience(member, context.book):
        lost = Amount.read(parameters).roll(context, "wish", name)
        advances.grant_experience(warband_id=warband_id, warrior=member.key, points=-lost, by=by, because=because)
    elif what == "skill" and member.skills:
        skill = _pick(context, member.skills, name)
        advances.forget(warband_id=warband_id, warrior=member.key, skill=skill, by=by, because=because)
    elif what == "weapons":
        _lose_weapons(context, line, key, Amount.read(parameters).roll(context, "wish", name))
    elif what == "itself":
        kit = state.line(member.key, _item(line))
        if kit is not None:
            _lose(context, line, kit, "wished_away")
    elif what == "injury":
        suffered = serious_injuries(context.roller, context.tables.injuries, name)
        injuries.apply_injuries(context, f"wish{line.number}.{key}", member, suffered)
    elif what in ("hero", "henchman"):
        others = state.active(HERO if what == "hero" else GROUP)
        if others:
            gone = _pick(context, others, name)
            casualties.kill(warband_id=warband_id, warrior=gone.key, by=by, because=because)


def _lose_weapons(context: AftermathContext, line: AftermathLine, key: str, count: int) -> None:
    """So many weapons of the warband, each at random, the daggers that all have aside."""
    for number in range(count):
        state, items = context.state(), context.book.items
        arms = [
            one for one in state.ordered_kit()
            if items[one.item_code].slot in ("close_combat", "missile") and one.item_code != "dagger"
        ]  # fmt: skip
        if not arms:
            return
        kit = _pick(context, arms, line.subject_name)
        _lose(context, line, kit, f"weapon:{key}:{number}")


def _lose(context: AftermathContext, line: AftermathLine, kit: KitLine, why: str) -> None:
    by = context.by(f"wish:{line.number}:{why}")
    stash.lose(warband_id=context.row.warband_id, kit=kit.key, count=1, by=by, because=_item(line))
