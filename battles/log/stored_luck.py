"""The luck of finished battles: computed once from the stored events, and added up for the warbands of a league."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from battles.engine import events as log
from battles.log.luck import COUNTED, Tally, luck_of, signed
from battles.models import Battle, BattleEvent, BattleSide, BattleStatus
from campaigns.statistics.luck import WarbandLuck

if TYPE_CHECKING:
    from collections.abc import Iterator


def luck_of_battle(battle: Battle) -> dict[str, list[float]]:
    """[rolls, successes, expected successes] of each side, by letter, from the stored events. Two queries."""
    runs = BattleEvent.objects.filter(battle=battle, is_undone=False, has_dice=True).order_by("seq").only("data")
    letters = list(battle.sides.values_list("letter", flat=True))

    def happened() -> Iterator[log.Event]:
        for run in runs:
            yield from (log.from_data(data) for data in run.data if data[0] in COUNTED)

    found = {letter: side.whole for letter, side in luck_of(letters, happened()).items()}
    return {letter: [tally.rolls, tally.successes, round(tally.expected, 3)] for letter, tally in found.items()}


def luck_of_warbands(match_ids: Sequence[int]) -> list[WarbandLuck]:
    """The luck of all warbands in the battles of these matches, luckiest first. One query."""
    rows = BattleSide.objects.filter(
        battle__match_id__in=match_ids,
        battle__status=BattleStatus.FINISHED,
        luck__isnull=False,
        warband__isnull=False,
    )
    found: dict[int, Tally] = {}
    battles: dict[int, int] = {}
    for warband, stored in rows.order_by("pk").values_list("warband_id", "luck"):
        rolls, successes, expected = stored or (0, 0, 0.0)
        found.setdefault(warband, Tally()).add(Tally(int(rolls), int(successes), expected))
        battles[warband] = battles.get(warband, 0) + 1
    ordered = sorted(found.items(), key=lambda row: -row[1].luck)
    return [
        WarbandLuck(
            warband_id=warband,
            battles=battles[warband],
            rolls=tally.rolls,
            successes=tally.successes,
            expected=round(tally.expected, 1),
            luck=round(tally.luck, 1),
            text=signed(tally.luck),
        )
        for warband, tally in ordered
        if tally.rolls
    ]
