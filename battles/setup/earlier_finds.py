"""Effects of earlier finds on the next battle: a way through the catacombs, hatred for grave robbers, a map that
decides the scenario. They are applied and used up when the warbands for a league match are gathered. Rules: AF-EXPL-08,
AF-EXPL-09, AF-MAP-02"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from battles.aftermath.finds.maps import SCENARIO
from battles.aftermath.stored.find_lines import KeptLine
from battles.engine.setup_data import FighterData
from battles.models import AftermathLine
from battles.setup.services import SideTerms
from catalogue.packs.installed import book
from warbands.models import Warband

TUNNEL, HATED = "tunnel_deployment", "hated_next_by"


def bring(seats: Sequence[SideTerms]) -> list[SideTerms]:
    """The sides with the effects of their finds on themselves and their enemies. The finds are then used up."""
    keys = [seat.warband_id for seat in seats if seat.warband_id is not None]
    lines = AftermathLine.objects.filter(aftermath__warband_id__in=keys, kind="kept", answer="")
    read = [(line, KeptLine.read(line)) for line in lines.select_related("aftermath").order_by("pk")]
    kept = [(line, find) for line, find in read if find.code in (TUNNEL, HATED)]
    found = list(seats)
    warbands = {row.pk: row for row in Warband.objects.filter(pk__in=keys)} if kept else {}
    for line, find in kept:
        owner = line.aftermath.warband_id
        place = next(number for number, seat in enumerate(found) if seat.warband_id == owner)
        if find.code == TUNNEL:
            found[place] = replace(found[place], fighters=_from_below(found[place].fighters, find))
            _use(line)
        else:
            enemies = find.codes("enemies")
            for number, seat in enumerate(found):
                other = warbands.get(seat.warband_id or 0)
                if number != place and other is not None and _is_one_of(other, enemies):
                    found[number] = replace(seat, fighters=_hating(seat.fighters, warbands[owner].public_id))
                    _use(line)
    return found


def scenario_pick(warbands: Sequence[int], warband_id: int) -> AftermathLine | None:
    """The map with which this warband (one of those in the match) chooses the scenario: its own, or another warband's
    forgery. The oldest one counts; None without one. Rule: AF-MAP-02"""
    lines = AftermathLine.objects.filter(aftermath__warband_id__in=warbands, kind="kept", answer="")
    for line in lines.select_related("aftermath").order_by("pk"):
        find = KeptLine.read(line)
        if find.code == SCENARIO:
            is_own = line.aftermath.warband_id == warband_id
            if is_own == (find.text("who") == "self"):
                return line
    return None


def use_map(line: AftermathLine) -> None:
    """Mark the map as used."""
    _use(line)


def _is_one_of(warband: Warband, enemies: frozenset[str]) -> bool:
    return bool(enemies & set(book().warband_tags(warband.warband_type_code)))


def _use(line: AftermathLine) -> None:
    line.answer = "used"
    line.save(update_fields=["answer"])


def _from_below(fighters: Sequence[FighterData], passage: KeptLine) -> list[FighterData]:
    """The fighters, with those who start in the catacombs marked: the best in close combat except the leader, up to the
    limit; at least one stays above. `passage` contains the number of warriors, the distance (inches), and the tags that
    cannot use it."""
    never = passage.codes("never")
    able = [
        number
        for number, row in enumerate(fighters)
        if not row["is_leader"] and row["mount"] is None and not never & set(row["tags"])
    ]
    able.sort(key=lambda number: (-_strikes(fighters[number]), number))
    chosen = set(able[: min(passage.number("warriors"), len(fighters) - 1)])
    trait = [TUNNEL, {"distance": passage.number("distance")}]
    return [
        {**row, "skills": [*row["skills"], trait]} if number in chosen else row for number, row in enumerate(fighters)
    ]


def _strikes(row: FighterData) -> int:
    return int(row["profile"]["weapon_skill"]) + 2 * int(row["profile"]["attacks"])


def _hating(fighters: Sequence[FighterData], warband: str) -> list[FighterData]:
    """The fighters with hatred of another warband for this battle."""
    return [{**row, "hates": sorted({*row["hates"], f"warband:{warband}"})} for row in fighters]
