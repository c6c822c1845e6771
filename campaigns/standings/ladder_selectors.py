"""The order of a campaign's ladder, calculated from confirmed results. Two queries."""

from __future__ import annotations

from campaigns.models import Campaign, MatchSide, MatchStatus, SideResult
from campaigns.standings.ladder import ladder


def ladder_of(campaign: Campaign) -> list[int]:
    """Entry ids from the top rung down, without withdrawn warbands. Rule: LG-PAIR-07"""
    rows = MatchSide.objects.filter(match__campaign=campaign, match__status=MatchStatus.AGREED, match__is_bye=False)
    played: dict[int, list[tuple[str, int]]] = {}
    for match, entry, result in rows.order_by("match__played_at", "match_id", "place").values_list(
        "match_id", "entry_id", "result"
    ):
        played.setdefault(match, []).append((result, entry))
    wins = [
        (winner, loser)
        for sides in played.values()
        for won, winner in sides
        for lost, loser in sides
        if won == SideResult.WIN and lost == SideResult.LOSS
    ]
    entries = campaign.entries.order_by("joined_at", "pk").values_list("pk", "withdrawn_at")
    order = ladder([pk for pk, _gone in entries], wins)
    gone = {pk for pk, withdrawn in entries if withdrawn is not None}
    return [pk for pk in order if pk not in gone]
