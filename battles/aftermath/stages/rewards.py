"""Rewards of the scenario: counters, shards that were carried, the chest. Rule: AF-REWARD-01"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from battles.aftermath.context import AftermathContext
from battles.aftermath.effects.base import EffectRecord
from battles.aftermath.finds.effects import carry_out
from battles.aftermath.stored.facts import StoredFacts
from battles.aftermath.stored.find_lines import RewardLine
from battles.aftermath.warriors import bounty
from battles.engine.aftermath.tables import Effect, OutcomeRow
from warbands.trading import treasury

STAGE = "rewards"
COUNTED = frozenset(("gain_shards_per", "gain_carried_shards"))
"""Effects whose number is already known from the battle or the sheet."""
OCCASION = "reward_for"
"""Code of the effect that names the occasion of a reward, and the dice that pick a row of a table."""


def apply_rewards(context: AftermathContext) -> None:
    """Give shards that were carried, every reward for the side that took the prize, and the rewards for occasions: a
    victory, each counter, each beast killed."""
    battle = context.row.side.battle
    lines = context.tables.rewards.get(battle.scenario_code, ())
    loot = context.facts.loot
    done: list[EffectRecord] = []
    shards = int(loot.get("shards", 0)) if any(code in COUNTED for line in lines for code, _ in line.effects) else 0
    if shards > 0:
        by = context.by("reward:shards")
        treasury.gain_shards(warband_id=context.row.warband_id, shards=shards, by=by, because="scenario")
        done.append({"code": "gain_shards", "shards": shards})
    if loot.get("chest"):
        for number, line in enumerate(lines):
            effects = _gains(line)
            if effects and _occasion(line) is None and (not line.needs or context.roller.d6("reward") >= line.needs):
                done += carry_out(context, effects, because="scenario", key=f"reward:{number}")
    done += _given_for(context, lines, occasions_of(context.facts))
    bounty.collect(context)
    if done:
        context.line(STAGE, RewardLine(scenario=battle.scenario_code, done=done))


def occasions_of(facts: StoredFacts) -> dict[str, int]:
    """How often each occasion happened for a side: as counted on the board or by a sheet. Facts of earlier sheets
    have none, and only the winner counts."""
    loot = facts.loot
    if "occasions" in loot:
        return {str(name): int(count) for name, count in loot["occasions"].items()}
    if facts.drawn:
        return {}
    return {"winner": 1} if facts.won else {"loser": 1}


def _occasion(line: OutcomeRow) -> Mapping[str, object] | None:
    return next((parameters for code, parameters in line.effects if code == OCCASION), None)


def _shared_value(lines: Sequence[tuple[int, OutcomeRow]], name: str) -> str:
    """A value that one row of an occasion states for all its rows, or ""."""
    return next((str(about[name]) for _, line in lines if name in (about := _occasion(line) or {})), "")


def _gains(line: OutcomeRow) -> list[Effect]:
    return [effect for effect in line.effects if effect[0] not in COUNTED and effect[0] != OCCASION]


def _given_for(context: AftermathContext, lines: Sequence[OutcomeRow], occasions: dict[str, int]) -> list[EffectRecord]:
    """Give the rewards of each occasion, as often as it happened. One roll picks among the rows of a table."""
    done: list[EffectRecord] = []
    for name, count in sorted(occasions.items()):
        own = [(number, line) for number, line in enumerate(lines) if (_occasion(line) or {}).get("occasion") == name]
        dice, times = _shared_value(own, "dice"), _shared_value(own, "times")
        total = sum(context.roller.roll(times, "reward") for _ in range(count)) if times else count
        for time in range(total if own else 0):
            face = context.roller.roll(dice, "reward") if dice else 0
            for number, line in own:
                if line.high and not line.low <= face <= line.high:
                    continue
                if line.needs and context.roller.d6("reward") < line.needs:
                    continue
                done += carry_out(context, _gains(line), because="scenario", key=f"reward:{number}:{time}")
    return done
