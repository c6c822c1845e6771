"""Division of loot between allies, as agreed before the battle. Rule: ALLY-FORMAL-04"""

from __future__ import annotations

from battles.aftermath.context import AftermathContext, ledger_prefix, write_line
from battles.aftermath.stored.find_lines import GaveShareLine, GotShareLine
from battles.models import Aftermath
from warbands.core.ledger import ActionContext
from warbands.trading import treasury

STAGE = "exploration"


def share_shards(context: AftermathContext, shards: int) -> None:
    """Give half of the found shards, rounded down, to the ally with whom this warband divides its loot. After a shared
    victory, each of the two gives a share of what it found."""
    letter = context.facts.loot_with
    share = shards // 2
    if not letter or not share or not (context.facts.won and context.facts.shared):
        return
    battle_id = context.row.side.battle_id
    row = Aftermath.objects.select_related("side").filter(side__battle_id=battle_id, side__letter=letter).first()
    if row is None:
        return
    treasury.gain_shards(warband_id=context.row.warband_id, shards=-share, by=context.by("divided"), because="division")
    again = f"~{row.attempt}" if row.attempt else ""
    by = ActionContext(
        actor_id=context.actor_id,
        at=context.now,
        source_key=f"{ledger_prefix(row)}divided:{context.row.side.letter}{again}",
    )
    treasury.gain_shards(warband_id=row.warband_id, shards=share, by=by, because="division")
    context.line(STAGE, GaveShareLine(shards=share, to=row.side.name))
    write_line(row, STAGE, GotShareLine(shards=share, of=context.row.side.name))
