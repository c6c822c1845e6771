"""Carries out the effects of finds, rewards and wishes, each with one ledger entry (`battles/aftermath/effects/`)."""

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
    """Carry out effects that need no further choice. Returns a record for each effect, including those stored for
    later. `chosen` is the warrior who is affected. `key` makes the ledger entries unique."""
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
    """A stored record in a few words; "" if nothing was changed."""
    kind = EFFECTS.get(record["code"])
    return kind.describe(record) if kind is not None else ""


def as_data(effects: Sequence[Effect]) -> tuple[EffectData, ...]:
    """Effects of the engine as effects of the catalogue."""
    return tuple(EffectData(code=code, params=dict(parameters)) for code, parameters in effects)
