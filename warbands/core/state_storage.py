"""Conversion between rows and plain values."""

from __future__ import annotations

from dataclasses import asdict, fields
from typing import Final

from warbands.core.house_rules import stored_switches
from warbands.core.state import STASH, KitLine, Member, WarbandState
from warbands.models import Kit, Warband, Warrior

MEMBER_FIELDS: Final = tuple(field.name for field in fields(Member) if field.name != "key")
KIT_FIELDS: Final = ("item_code", "material_code", "count", "paid_gc")


def load_state(warband: Warband) -> WarbandState:
    """The whole warband as plain values. Two queries for any size."""
    holders: dict[int, str] = {}
    state = empty_state(warband)
    state.treasury_gc, state.shards, state.status = warband.treasury_gc, warband.shards, warband.status
    warriors = Warrior.objects.filter(warband=warband).order_by("position", "pk")
    for pk, key, *values in warriors.values_list("pk", "public_id", *MEMBER_FIELDS):
        holders[pk] = key
        state.members[key] = Member(key=key, **dict(zip(MEMBER_FIELDS, values, strict=True)))
    lines = Kit.objects.filter(warband=warband).order_by("pk")
    for key, warrior_id, *values in lines.values_list("public_id", "warrior_id", *KIT_FIELDS):
        holder = holders[warrior_id] if warrior_id is not None else STASH
        state.kit[key] = KitLine(key=key, holder=holder, **dict(zip(KIT_FIELDS, values, strict=True)))
    return state


def empty_state(warband: Warband) -> WarbandState:
    """The warband before its first ledger entry."""
    return WarbandState(
        key=warband.public_id,
        name=warband.name,
        warband_type_code=warband.warband_type_code,
        founding_gold_gc=warband.founding_gold_gc,
        seed=warband.seed,
        house=stored_switches(warband.house_rules),
        ruleset=warband.league_ruleset,
    )


def store(warband: Warband, before: WarbandState, after: WarbandState) -> None:
    """Write the rows that differ between two states of a locked warband. At most six queries."""
    gone_kit = [key for key in before.kit if key not in after.kit]
    if gone_kit:
        Kit.objects.filter(warband=warband, public_id__in=gone_kit).delete()
    gone = [key for key in before.members if key not in after.members]
    if gone:
        Warrior.objects.filter(warband=warband, public_id__in=gone).delete()
    new = [member for key, member in after.members.items() if key not in before.members]
    changed = [
        member for key, member in after.members.items() if key in before.members and before.members[key] != member
    ]
    touched_kit = [line for key, line in after.kit.items() if before.kit.get(key) != line]
    if changed or touched_kit:
        rows = {row.public_id: row for row in Warrior.objects.filter(warband=warband).only("public_id")}
    else:
        rows = {}
    # A leader steps down before another steps up: the database allows one at a time.
    changed.sort(key=lambda member: member.is_leader and member.is_active)
    for member in changed:
        _fill(rows[member.key], member)
    if changed:
        names = [name for name in MEMBER_FIELDS if any(_differ(before, member, name) for member in changed)]
        demoted = [rows[member.key] for member in changed if not (member.is_leader and member.is_active)]
        raised = [rows[member.key] for member in changed if member.is_leader and member.is_active]
        for batch in (demoted, raised):
            if batch:
                Warrior.objects.bulk_update(batch, names)
    created = Warrior.objects.bulk_create(
        [_fill(Warrior(warband=warband, public_id=member.key), member) for member in new]
    )
    rows.update({row.public_id: row for row in created})
    _store_kit(warband, before, touched_kit, rows)


def _differ(before: WarbandState, member: Member, name: str) -> bool:
    return bool(getattr(before.members[member.key], name) != getattr(member, name))


def _fill(row: Warrior, member: Member) -> Warrior:
    values = asdict(member)
    for name in MEMBER_FIELDS:
        setattr(row, name, values[name])
    return row


def _store_kit(warband: Warband, before: WarbandState, touched: list[KitLine], rows: dict[str, Warrior]) -> None:
    old = [line.key for line in touched if line.key in before.kit]
    kept = {row.public_id: row for row in Kit.objects.filter(warband=warband, public_id__in=old)} if old else {}
    for line in touched:
        row = kept.get(line.key) or Kit(warband=warband, public_id=line.key)
        row.warrior = rows[line.holder] if line.holder else None
        for name in KIT_FIELDS:
            setattr(row, name, getattr(line, name))
        if line.key not in before.kit:
            kept[line.key] = row
    new = [kept[line.key] for line in touched if line.key not in before.kit]
    changed = [kept[line.key] for line in touched if line.key in before.kit]
    if changed:
        Kit.objects.bulk_update(changed, ["warrior", *KIT_FIELDS])
    if new:
        Kit.objects.bulk_create(new)
