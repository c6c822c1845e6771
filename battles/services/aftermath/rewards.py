"""What the scenario itself brings home: counters and carried shards, the chest. Rule: AF-REWARD-01"""

from __future__ import annotations

from typing import Any

from battles.engine.aftermath.tables import Effect
from battles.services.aftermath import bounty
from battles.services.aftermath.account import Account
from battles.services.aftermath.effects import carry_out
from warbands.services import treasury

STAGE = "rewards"
COUNTED = frozenset(("gain_shards_per", "gain_carried_shards"))
"""Effects whose number the battle, or the sheet, already says."""


def bring_home(account: Account) -> None:
    """Shards that were carried, and for who carried the prize off every line of the scenario's rewards."""
    battle = account.row.side.battle
    lines = account.tables.rewards.get(battle.scenario_code, ())
    loot: dict[str, Any] = account.facts.get("loot", {})
    done: list[dict[str, Any]] = []
    shards = int(loot.get("shards", 0)) if any(code in COUNTED for line in lines for code, _ in line.effects) else 0
    if shards > 0:
        by = account.by("reward:shards")
        treasury.gain_shards(warband_id=account.row.warband_id, shards=shards, by=by, because="scenario")
        done.append({"code": "gain_shards", "shards": shards})
    if loot.get("chest"):
        for number, line in enumerate(lines):
            effects: list[Effect] = [effect for effect in line.effects if effect[0] not in COUNTED]
            if effects and (not line.needs or account.roller.d6("reward") >= line.needs):
                done += carry_out(account, STAGE, effects, because="scenario", key=f"reward:{number}")
    bounty.collect(account)
    if done:
        account.line(STAGE, "reward", scenario=battle.scenario_code, done=done)
