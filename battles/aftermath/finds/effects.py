"""Carries out the effects of finds, rewards and wishes, one ledger entry each (`battles/aftermath/effects/`)."""

from __future__ import annotations

from collections.abc import Sequence

from battles.aftermath.context import AftermathContext
from battles.aftermath.effects.base import EffectRecord, Situation
from battles.aftermath.effects.registry import EFFECTS
from battles.engine.aftermath.tables import Effect
from catalogue.packs.book import EffectData


def carry_out(
    context: AftermathContext, effects: Sequence[Effect], *, because: str, key: str, chosen: str = ""
) -> list[EffectRecord]:
    """Carry out what needs no further choice; return the record of each effect, also of those left for later.

    `chosen` is the warrior whom a find affects. `key` makes the ledger entries unique.
    """
    records: list[EffectRecord] = []
    for number, (code, parameters) in enumerate(effects):
        kind = EFFECTS.get(code)
        if kind is None or (kind.needs_warrior and not chosen):
            records.append({"code": code, "kept": True})
            continue
        by = context.by(f"{key}:{number}")
        records.append(kind.of(parameters).carry_out(Situation(context, because, by, chosen)))
    return records


def describe(record: EffectRecord) -> str:
    """A stored record in a few words; "" for one that changed nothing."""
    kind = EFFECTS.get(record["code"])
    return kind.describe(record) if kind is not None else ""


def as_data(effects: Sequence[Effect]) -> tuple[EffectData, ...]:
    """Engine effects as the catalogue's."""
    return tuple(EffectData(code=code, params=dict(parameters)) for code, parameters in effects)
