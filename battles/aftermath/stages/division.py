"""Loot divided between allies as agreed before the battle. Rule: ALLY-FORMAL-04"""

from __future__ import annotations

from battles.aftermath.account import Account, ledger_prefix, write_line
from battles.models import Aftermath
from warbands.core.ledger import ActionContext
from warbands.trading import treasury

STAGE = "exploration"


def share_shards(account: Account, shards: int) -> None:
    """Give half of the found shards, rounded down, to the ally with whom this warband divides its loot.

    Each of the two shares what it found after a shared victory.
    """
    letter = str(account.facts.get("loot_with", ""))
    share = shards // 2
    if not letter or not share or not (account.facts["won"] and account.facts["shared"]):
        return
    battle_id = account.row.side.battle_id
    row = Aftermath.objects.select_related("side").filter(side__battle_id=battle_id, side__letter=letter).first()
    if row is None:
        return
    treasury.gain_shards(warband_id=account.row.warband_id, shards=-share, by=account.by("divided"), because="division")
    again = f"~{row.attempt}" if row.attempt else ""
    by = ActionContext(
        actor_id=account.actor_id,
        at=account.now,
        source_key=f"{ledger_prefix(row)}divided:{account.row.side.letter}{again}",
    )
    treasury.gain_shards(warband_id=row.warband_id, shards=share, by=by, because="division")
    account.line(STAGE, "gave_share", shards=share, to=row.side.name)
    write_line(row, STAGE, "got_share", data={"shards": share, "of": account.row.side.name})
