"""Looting of warriors who died after a battle. Rule: AF-INJ-07"""

from __future__ import annotations

from battles.aftermath.context import AftermathContext, ledger_prefix, write_line
from battles.aftermath.stored.injury_lines import LootedLine
from battles.models import Aftermath
from warbands.core.ledger import ActionContext
from warbands.core.state import KitLine
from warbands.core.state_storage import load_state
from warbands.rules.member_facts import effects_of
from warbands.trading import stash

STAGE = "injuries"


def loot_fallen(context: AftermathContext, key: str, name: str, kit: list[KitLine]) -> None:
    """Give the items of a dead warrior to the first warband whose looters roll high enough; this can be the warrior's
    own. One die is rolled for each looter who fought. `key` makes the ledger entries unique."""
    left = [line for line in kit if line.paid_gc or line.item_code != "dagger"]
    if not left:
        return
    rows = Aftermath.objects.select_related("warband", "side").filter(side__battle_id=context.row.side.battle_id)
    for row in rows.order_by("pk"):
        for member in load_state(row.warband).active():
            for effect, _source in effects_of(member, context.book):
                if effect.code != "recovers_dead" or member.key not in row.battle_facts.fought:
                    continue
                faces = context.roller.faces(member.headcount, "loot", member.name)
                if max(faces) >= int(effect.get("needs")):
                    _take(context, row, key, name, left)
                    return


def _take(context: AftermathContext, row: Aftermath, key: str, name: str, kit: list[KitLine]) -> None:
    again = f"~{row.attempt}" if row.attempt else ""
    for number, line in enumerate(kit):
        by = ActionContext(
            actor_id=context.actor_id,
            at=context.now,
            source_key=f"{ledger_prefix(row)}loot:{context.row.side.letter}:{key}:{number}{again}",
        )
        stash.add(
            warband_id=row.warband_id,
            item=line.item_code,
            count=line.count,
            material=line.material_code,
            by=by,
            because="looted",
        )
    items = [context.book.items[line.item_code].name for line in kit]
    write_line(row, STAGE, LootedLine(of=context.row.side.name, items=items), name=name)
