"""Maps that lead to special locations: those that a hired sword reads after every battle, and those that are followed
instead of exploring. Rules: AF-MAP-03, AF-MAP-04"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from battles.aftermath.context import AftermathContext
from battles.aftermath.finds import locations
from battles.aftermath.finds.effects import carry_out
from battles.aftermath.finds.searchers import list_tags
from battles.aftermath.stored.find_lines import LedByMapLine, MapInsteadLine
from battles.aftermath.stored.options import LineOption
from battles.engine.aftermath.exploration import roll_location
from battles.engine.aftermath.injuries import line_at
from battles.engine.aftermath.tables import Effect
from battles.models import AftermathLine
from catalogue.packs.book import EffectData
from mordheim_site.registry import Registry
from warbands.core.state import STASH, KitLine, Member
from warbands.rules.member_facts import effects_of
from warbands.trading import stash

INSTEAD_OF_EXPLORING = MapInsteadLine.kind
"""Kind of line that asks whether to follow a map instead of exploring."""
FOLLOW, SEARCH = "follow_map", "search_ruins"


@dataclass(slots=True)
class MapDice:
    """What maps add to this exploration: further dice to roll, and dice whose faces are chosen."""

    dice: int = 0
    chosen: int = 0

    def lend(self, field: str, amount: int) -> None:
        setattr(self, field, getattr(self, field) + amount)


LENT: Final[Registry[str, str]] = Registry("dice lent by a map")
"""Effect code of a map -> the field of `MapDice` that it adds to."""
LENT.add("exploration_dice", "dice")
LENT.add("exploration_die_chosen", "chosen")


def consult(context: AftermathContext) -> MapDice:
    """Roll for the map of each warrior who has one and did not go out of action, and carry out the results. Rule:
    AF-MAP-03"""
    lent = MapDice()
    for member, effect in list(_map_readers(context)):
        row = context.place(str(effect.get("place")))
        found = roll_location(context.roller, row, list_tags(context.state(), context.book))
        outcome = line_at([line for line in row.outcomes if line.low or line.high], found.sub_roll)
        now: list[Effect] = []
        for code, parameters in found.effects:
            if code in LENT:
                lent.lend(LENT[code], int(parameters.get("amount", 1)))
            else:
                now.append((code, parameters))
        done = carry_out(context, now, because=row.code, key=f"led:{member.key}")
        what = outcome.summary if outcome is not None else row.name
        context.line(locations.STAGE, LedByMapLine(what=what, done=done), subject=member.key, name=member.name)
    return lent


def _map_readers(context: AftermathContext) -> Iterator[tuple[Member, EffectData]]:
    fallen = context.facts.out_of_action
    for member in context.state().active():
        if member.key in context.facts.fought and member.key not in fallen:
            for effect, _source in effects_of(member, context.book):
                if effect.code == "treasure_map":
                    yield member, effect


def offer(context: AftermathContext) -> bool:
    """Ask whether to follow a map instead of exploring. Returns False if the warband has no map. Rule: AF-MAP-04"""
    found = _map_owned(context)
    if found is None:
        return False
    line, _effect = found
    options: list[LineOption] = [{"key": FOLLOW}, {"key": SEARCH}]
    name = context.book.items[line.item_code].name
    context.line(locations.STAGE, MapInsteadLine(item=line.item_code), name=name, options=options)
    return True


def _map_owned(context: AftermathContext) -> tuple[KitLine, EffectData] | None:
    state = context.state()
    tags = context.book.warband_tags(state.warband_type_code)
    holders = {STASH, *(member.key for member in state.active())}
    for line in state.ordered_kit():
        item = context.book.items[line.item_code]
        for effect in item.effects:
            if effect.code == "treasure_map" and line.holder in holders and item.who.allows(tags):
                return line, effect
    return None


def follow(context: AftermathContext, line: AftermathLine) -> None:
    """Follow the map, which is then used up. If the map was lost in the meantime, nothing happens."""
    found = _map_owned(context)
    context.answered(line, FOLLOW)
    if found is None:
        return
    kit, effect = found
    by = context.by(f"followed:{line.number}")
    stash.lose(warband_id=context.row.warband_id, kit=kit.key, by=by, because="read")
    locations.visit(context, context.place(str(effect.get("place"))))
