"""Maps that lead to a special location: those a hired sword consults after every battle, and one followed instead of
exploring. Rules: AF-MAP-03, AF-MAP-04"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from battles.aftermath.account import Account
from battles.aftermath.finds import locations
from battles.aftermath.finds.effects import carry_out
from battles.aftermath.finds.searchers import list_tags
from battles.engine.aftermath.exploration import look_around
from battles.engine.aftermath.injuries import line_at
from battles.engine.aftermath.tables import Effect
from battles.models import AftermathLine
from catalogue.packs.book import EffectData
from warbands.core.state import STASH, KitLine, Member
from warbands.rules.member_facts import effects_of
from warbands.trading import stash

INSTEAD = "map_instead"
"""Kind of line that asks whether to follow a map instead of exploring."""
FOLLOW, SEARCH = "follow_map", "search_ruins"


@dataclass(slots=True)
class Lent:
    """What maps add to this exploration: rolled dice, and dice whose faces are chosen."""

    dice: int = 0
    chosen: int = 0


def consult(account: Account) -> Lent:
    """Roll for the map of each warrior who has one and was still standing; its results are immediate.

    Rule: AF-MAP-03
    """
    lent = Lent()
    for member, effect in list(_map_readers(account)):
        row = account.place(str(effect.get("place")))
        found = look_around(account.roller, row, list_tags(account.state(), account.book))
        outcome = line_at([line for line in row.outcomes if line.low or line.high], found.sub_roll)
        now: list[Effect] = []
        for code, parameters in found.effects:
            if code == "exploration_dice":
                lent.dice += int(parameters.get("amount", 1))
            elif code == "exploration_die_chosen":
                lent.chosen += int(parameters.get("amount", 1))
            else:
                now.append((code, parameters))
        done = carry_out(account, locations.STAGE, now, because=row.code, key=f"led:{member.key}")
        what = outcome.summary if outcome is not None else row.name
        account.line(locations.STAGE, "led_by_map", subject=member.key, name=member.name, what=what, done=done)
    return lent


def _map_readers(account: Account) -> Iterator[tuple[Member, EffectData]]:
    fallen = {str(one["roster_id"]) for one in account.facts["fallen"]}
    for member in account.state().active():
        if member.key in account.facts["fought"] and member.key not in fallen:
            for effect, _source in effects_of(member, account.book):
                if effect.code == "treasure_map":
                    yield member, effect


def offer(account: Account) -> bool:
    """Ask whether to follow a map instead of exploring; False without a map.

    Rule: AF-MAP-04
    """
    found = _map_owned(account)
    if found is None:
        return False
    line, _effect = found
    options: list[dict[str, Any]] = [{"key": FOLLOW}, {"key": SEARCH}]
    account.line(
        locations.STAGE, INSTEAD, name=account.book.items[line.item_code].name, item=line.item_code, options=options
    )
    return True


def _map_owned(account: Account) -> tuple[KitLine, EffectData] | None:
    state = account.state()
    tags = account.book.warband_tags(state.warband_type_code)
    holders = {STASH, *(member.key for member in state.active())}
    for line in state.ordered_kit():
        item = account.book.items[line.item_code]
        for effect in item.effects:
            if effect.code == "treasure_map" and line.holder in holders and item.who.allows(tags):
                return line, effect
    return None


def follow(account: Account, line: AftermathLine) -> None:
    """Follow the map, which is then used up. A map that was lost in the meantime leads nowhere."""
    found = _map_owned(account)
    account.answered(line, FOLLOW)
    if found is None:
        return
    kit, effect = found
    by = account.by(f"followed:{line.number}")
    stash.lose(warband_id=account.row.warband_id, kit=kit.key, by=by, because="read")
    locations.visit(account, account.place(str(effect.get("place"))))
