"""Fighters of the odds page: warriors of rosters and warrior types of the catalogue, with chosen equipment. A warrior
is a catalogue code ("undead_vampire") or `<warband>.<warrior>` of a roster that the reader may see. Equipment is a list
of item codes; an empty list means what the warrior has, or what the warrior type starts with."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext as _

from accounts.models import User
from battles.core.bridge.fighters import fighter_of
from battles.engine.setup_data import FighterData
from catalogue.packs.book import FREE_ITEM, Book, Item, WarriorType
from catalogue.packs.installed import book
from warbands.core.permissions import may_read
from warbands.core.state import Member, WarbandState
from warbands.core.state_storage import load_state
from warbands.models import Warband, WarbandStatus
from warbands.rules.kit import why_not_carry
from warbands.rules.roster_changes import hire
from warbands.rules.suggestions import usual_items
from warbands.shared.selectors import warbands_of

WEAPON_SLOTS: Final = ("close_combat", "missile")
ARMOUR_SLOTS: Final = ("shield", "buckler", "helmet", "body_armour")
SLOTS: Final = (*WEAPON_SLOTS, *ARMOUR_SLOTS)
MOST_ITEMS: Final = 8
TWICE: Final = "-2"
"""Suffix in the code of a second piece of the same weapon: "sword-2"."""


@dataclass(frozen=True, slots=True)
class Gear:
    """One item that a warrior may hold, and whether it is chosen."""

    code: str
    label: str
    slot: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class OddsFighter:
    """A warrior with equipment, for the engine."""

    value: str
    """The warrior's value in a query string."""
    name: str
    line: str
    """The warrior's type and warband, as text."""
    kit: tuple[str, ...]
    gear: tuple[Gear, ...]
    state: WarbandState
    member: Member
    is_own: bool = False
    """Whether the equipment is that of the roster and was not chosen."""

    def data(self, facts: Book, kit: Sequence[str] | None = None) -> FighterData:
        """Fighter data for the engine, with other equipment if `kit` is given. Ids and the leader's role are removed,
        so that equal fighters have equal data."""
        state = self.state
        if kit is not None or not self.is_own:
            state = with_kit(state, self.member, self.kit if kit is None else kit)
        row = fighter_of(state, self.member, facts, name=self.name)
        return {**row, "id": "", "roster_id": "", "is_leader": False}


class Unknown(Exception):
    """The warrior does not exist, or the reader may not see them. `args[0]` is the message."""


def with_kit(state: WarbandState, member: Member, kit: Sequence[str]) -> WarbandState:
    """The warband with exactly these items for this member. Mounts and equipment other than arms are not changed."""
    facts = book()
    twin = state.copy()
    for line in twin.held_by(member.key):
        if facts.items[line.item_code].slot in SLOTS:
            del twin.kit[line.key]
    for number, code in enumerate(kit):
        twin.add_kit(key=f"odds-{number}", holder=member.key, item=code.removesuffix(TWICE))
    return twin


def hireable(facts: Book) -> list[tuple[str, list[WarriorType]]]:
    """The warrior types of every list, then hired swords and others, as (heading, warrior types)."""
    groups: list[tuple[str, list[WarriorType]]] = [
        (kind.name, list(facts.warrior_types_of(code)))
        for code, kind in sorted(facts.warband_types.items(), key=lambda row: row[1].name)
    ]
    free = [entry for entry in facts.warrior_types.values() if entry.warband_type is None and entry.kind != "animal"]
    return [*groups, (_("Hired swords and characters"), free)]


@lru_cache(maxsize=256)
def _hired(code: str, version: str) -> tuple[WarbandState, Member]:
    """A new warrior of a type in a new warband. `version` is that of the Book; it is part of the cache key."""
    facts = book()
    entry = facts.warrior_types[code]
    home = entry.warband_type or next(
        (listed for listed in facts.warband_types if facts.may_hire(code, listed)), next(iter(facts.warband_types))
    )
    state = WarbandState(
        key="odds", name="", warband_type_code=home, founding_gold_gc=10_000, treasury_gc=10_000, seed="odds"
    )
    keys = iter(range(1_000))
    member = hire(state, facts, code, name=entry.name, price_gc=0, new_key=lambda: f"odds-{next(keys)}")
    return state, member


def odds_fighter(
    value: str, kit: Sequence[str], user: User | None, shared: AbstractSet[str] = frozenset()
) -> OddsFighter:
    """The warrior in a query string. Raises Unknown. `shared` are public ids of warbands that this reader may see as
    opponents in a battle."""
    facts = book()
    if "." in value:
        return _of_roster(value, kit, user, facts, shared)
    if value not in facts.warrior_types or facts.warrior_types[value].kind == "animal":
        raise Unknown(_("No warrior in the lists has this name. Choose one below."))
    state, member = _hired(value, facts.version)
    entry = facts.warrior_types[value]
    held = _allowed(kit, state, member, facts) or _started_with(state, member, facts)
    home = facts.warband_types[entry.warband_type].name if entry.warband_type else _("for hire")
    gear = tuple(_gear(state, member, held, facts))
    return OddsFighter(value, entry.name, home, held, gear, state, member)


def _of_roster(value: str, kit: Sequence[str], user: User | None, facts: Book, shared: AbstractSet[str]) -> OddsFighter:
    pid, _dot, key = value.partition(".")
    row = Warband.objects.select_related("owner").filter(public_id=pid[:40]).first()
    if row is None or not (row.public_id in shared or _sees(user, row)):
        raise Unknown(_("You cannot view that roster. Choose a warrior below."))
    state = load_state(row)
    member = state.members.get(key)
    if member is None:
        raise Unknown(_("No warrior on that roster has this name. Choose a warrior below."))
    held = _allowed(kit, state, member, facts)
    own = _carried(state, member, facts)
    gear = tuple(_gear(state, member, held or own, facts))
    entry = facts.warrior_types[member.warrior_type_code].name
    return OddsFighter(value, member.name, f"{entry}, {row.name}", held or own, gear, state, member, is_own=not held)


def _sees(user: User | None, row: Warband) -> bool:
    return may_read(user or AnonymousUser(), row)


def _carried(state: WarbandState, member: Member, facts: Book) -> tuple[str, ...]:
    """The warrior's weapons and armour; a second piece of an item has its own code."""
    found: list[str] = []
    for line in state.held_by(member.key):
        if facts.items[line.item_code].slot in SLOTS:
            found.extend([line.item_code, line.item_code + TWICE][: min(2, line.count)])
    return tuple(found)


def _started_with(state: WarbandState, member: Member, facts: Book) -> tuple[str, ...]:
    """The warrior's starting equipment, and the most useful weapon of the list."""
    own = list(_carried(state, member, facts))
    if any(code != FREE_ITEM for code in own):
        return tuple(own)
    for code in usual_items(state, member, facts):
        if facts.items[code].slot == "close_combat" and code not in own:
            return (code, *own)
    return tuple(own)


def may_hold(state: WarbandState, member: Member, facts: Book) -> list[Item]:
    """Weapons and armour that the warrior may ever hold: those of the list, and those that they have."""
    held = {line.item_code for line in state.held_by(member.key)}
    listed = [*facts.entries_for(member.warrior_type_code), FREE_ITEM, *sorted(held)]
    empty = with_kit(state, member, ())
    return [
        facts.items[code]
        for code in dict.fromkeys(listed)
        if facts.items[code].slot in SLOTS and (code in held or why_not_carry(empty, member, code, facts) is None)
    ]


def _allowed(kit: Sequence[str], state: WarbandState, member: Member, facts: Book) -> tuple[str, ...]:
    """The requested items that the warrior may hold, without repeats."""
    able = {item.code for item in may_hold(state, member, facts)}
    wanted = [code for code in dict.fromkeys(kit) if code.removesuffix(TWICE) in able]
    return tuple(wanted[:MOST_ITEMS])


def _gear(state: WarbandState, member: Member, held: Sequence[str], facts: Book) -> list[Gear]:
    rows: list[Gear] = []
    for item in may_hold(state, member, facts):
        rows.append(Gear(item.code, item.name, item.slot, item.code in held))
        if item.slot == "close_combat" and item.hands == 1 and not item.pair:
            second = item.code + TWICE
            rows.append(Gear(second, _("a second %(item)s") % {"item": item.name.lower()}, item.slot, second in held))
    return sorted(rows, key=lambda row: SLOTS.index(row.slot))


def own_warriors(user: User | None) -> list[tuple[str, list[tuple[str, str]]]]:
    """The reader's own warriors by warband: (warband, [(value, name)]). Two queries."""
    if user is None:
        return []
    rows = warbands_of(user.pk).exclude(status=WarbandStatus.DRAFT).prefetch_related("warriors")[:20]
    return [
        (
            row.name,
            [
                (f"{row.public_id}.{warrior.public_id}", warrior.name)
                for warrior in row.warriors.all()
                if warrior.status == "active"
            ],
        )
        for row in rows
    ]
