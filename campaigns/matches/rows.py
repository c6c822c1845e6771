"""Creates rows of matches and their sides."""

from __future__ import annotations

from collections.abc import Sequence

from campaigns.models import Campaign, Entry, Match, MatchSide, MatchStatus, Round

MOST_MATCHES = 2000

Pair = tuple[Entry, ...]
"""Type: the entries of a match, usually two; one entry alone has a bye."""


def new_matches(
    campaign: Campaign, round_: Round | None, pairs: Sequence[Pair], *, best_of: int = 1, groups: Sequence[str] = ()
) -> list[Match]:
    """Create rows of matches and their sides; `groups` names the group of each pair. A battle with several sides is
    always a single game. Two writes in total."""
    made = Match.objects.bulk_create(
        Match(
            campaign=campaign,
            round=round_,
            is_bye=len(entries) == 1,
            best_of=best_of if len(entries) == 2 else 1,
            group=groups[place] if groups else "",
            status=MatchStatus.AGREED if len(entries) == 1 else MatchStatus.PLANNED,
        )
        for place, entries in enumerate(pairs)
    )
    MatchSide.objects.bulk_create(
        MatchSide(match=match, entry=entry, place=place)
        for match, entries in zip(made, pairs, strict=True)
        for place, entry in enumerate(entries)
    )
    return made
