"""Items that grant wishes after a battle: the Lamp of the Djinn and the Monkey's Paw. Rule: AF-DEED-01

When a hero uses the item, all wishes are made at once. Each is a roll on a table of gains; a table of costs is rolled
once for each wish or once for all. If the player has to choose (a skill, an item, a warrior), the choice is a line of
its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from battles.aftermath.activities.searches import ACTIVITY, STAGE
from battles.aftermath.activities.wish_gains import WISH_GAINS
from battles.aftermath.activities.wish_results import WISH_RESULTS
from battles.aftermath.activities.wish_rolls import WishRoll, item_of, lose
from battles.aftermath.context import AftermathContext
from battles.aftermath.finds.effects import carry_out
from battles.aftermath.finds.searchers import list_tags, searchers
from battles.aftermath.stored.activity_lines import DeedLine, WishLine
from battles.aftermath.stored.options import LineOption
from battles.engine.aftermath.exploration import roll_location
from battles.engine.aftermath.injuries import line_at
from battles.models import AftermathLine
from catalogue.packs.book import EffectData
from warbands.core.state import KitLine, Member

WISHES = "grants_wishes"
"""Code of the effect, and kind of the line that asks whether to use the item."""
CHOICE = WishLine.kind
"""Kind of the line that asks what to take for a wish."""
MOST_ROLLS = 30
"""Maximum number of rolls on the table of gains for one use, even if results give further wishes."""


def offer(context: AftermathContext) -> None:
    """Ask about every such item carried by a hero who may search."""
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
    """Make all wishes of one use and return the results. If the item is gone by then, nothing is granted."""
    member = context.state().members[line.subject]
    deed = DeedLine.read(line)
    found = [(kit, effect) for kit, effect in _held(context, member) if kit.item_code == deed.item]
    if not found:
        return replace(deed, told=[])
    kit, effect = found[0]
    sentences: list[str] = []
    left = int(effect.get("times"))
    for number in range(MOST_ROLLS):
        if number >= left:
            break
        left += _roll(context, line, str(effect.get("light")), f"light{number}", sentences)
        if effect.get("dark_each"):
            _roll(context, line, str(effect.get("dark")), f"dark{number}", sentences)
    if not effect.get("dark_each"):
        _roll(context, line, str(effect.get("dark")), "dark", sentences)
    if effect.get("uses") and _times_used(context, line) + 1 >= int(effect.get("uses")):
        lose(context, line, kit, "worn_out")
    return replace(deed, told=sentences)


def _times_used(context: AftermathContext, line: AftermathLine) -> int:
    """How often this warband has used the item before. Uses are counted for the warband, because items can change
    hands."""
    lines = AftermathLine.objects.filter(aftermath__warband_id=context.row.warband_id, kind=ACTIVITY, answer="do")
    return sum(item_of(other) == item_of(line) for other in lines.exclude(pk=line.pk))


def _roll(context: AftermathContext, line: AftermathLine, table: str, key: str, sentences: list[str]) -> int:
    """Roll once on one of the tables. Returns the number of further wishes that the result gives."""
    row = context.place(table)
    found = roll_location(context.roller, row, list_tags(context.state(), context.book))
    outcome = line_at([outcome for outcome in row.outcomes if outcome.low or outcome.high], found.sub_roll)
    sentences.append(outcome.summary if outcome is not None else row.name)
    more = 0
    wish = WishRoll(context, line, key)
    for code, parameters in found.effects:
        if code in WISH_RESULTS:
            more += WISH_RESULTS[code].of(parameters).carry_out(wish)
        elif line.subject in context.state().members:
            because, by = wish.item, f"wish:{line.number}:{key}"
            carry_out(context, [(code, parameters)], because=because, key=by, chosen=line.subject)
    return more


def settle(context: AftermathContext, line: AftermathLine, key: str) -> None:
    """Take what was chosen for a wish, or nothing. Raises the errors of the warband's services."""
    kind, _colon, what = key.partition(":")
    wish = WishLine.read(line)
    gain = WISH_GAINS.get(kind)
    by = context.by(f"wish:{line.number}")
    text = gain.take(context, line, what, wish.item, by) if gain is not None else ""
    context.answered(line, key, replace(wish, got=text))
