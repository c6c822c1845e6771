"""An aftermath is finished before the next league match of its warband, and no typed dice are lost. Rule:
AF-CONFIRM-02"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from battles.aftermath.stages import runner
from battles.aftermath.tests.test_views import league
from battles.models import Aftermath, Battle, BattleStatus
from battles.setup import match_battles
from battles.tables.library import table_for
from battles.tabletop.sheets import services as sheets
from battles.tabletop.tests.test_sheets import author_and_other, sent, warbands
from campaigns.matches import results
from campaigns.matches.refusals import EarlierDiceAwaited, WarbandArchived
from campaigns.models import Match
from campaigns.rounds import scheduling
from warbands.builder import founding
from warbands.core.tests.factories import by

pytestmark = pytest.mark.django_db
ClientOf = Callable[[User | None], Client]
NOW = timezone.now()


@pytest.fixture
def match(arbitrator: User, owner: User, rival: User) -> Match:
    return league(arbitrator, owner, rival)[1]


def next_match(match: Match) -> Match:
    """Another match of the same two warbands."""
    first, second = match.sides.order_by("place")
    player = first.entry.player_id
    assert player is not None
    return scheduling.challenge(
        campaign_id=match.campaign_id,
        actor_id=player,
        entry_id=first.entry_id,
        other_entry_id=second.entry_id,
        now=NOW,
    )


def counted(match: Match, *, hand_dice: bool) -> Battle:
    """A match with a sheet that both players have confirmed."""
    author, other = author_and_other(match)
    battle = sent(match, author, hand_dice=hand_dice)
    results.agree(match_id=match.pk, actor_id=other.pk, now=NOW)
    runner.run(battle_id=battle.pk, now=NOW)
    return battle


def begin(match: Match, player: User) -> Battle:
    table = table_for(seed="next", density="low", size_in=24)
    return match_battles.begin(match_id=match.pk, actor_id=player.pk, table=table, now=NOW)


def stored(battle: Battle) -> list[tuple[Any, ...]]:
    rows = Aftermath.objects.filter(side__battle=battle).order_by("pk")
    return [(row.asked, row.hand_dice, row.confirmed_at, row.lines.count()) for row in rows]


def test_a_match_does_not_begin_while_dice_of_the_other_player_wait(match: Match, client_of: ClientOf) -> None:
    author, _other = author_and_other(match)
    earlier = counted(match, hand_dice=True)
    before = stored(earlier)
    assert all(dice is not None for dice, *_rest in before)
    following = next_match(match)
    answer = client_of(author).post(f"/api/v1/battles/match/{following.public_id}/play/", {}, "application/json")
    assert (answer.status_code, answer.json()["code"]) == (409, "earlier_dice_awaited")
    for warband in warbands(match):
        assert warband.name in answer.json()["message"]
    page = client_of(author).get(reverse("battles:play_match", args=[following.public_id])).content.decode()
    assert "waits for dice that are rolled at the table" in page
    assert "Start battle" not in page
    assert stored(earlier) == before
    Aftermath.objects.filter(side__battle=earlier).update(due_at=NOW - timedelta(minutes=1))
    assert begin(following, author).match_id == following.pk
    assert all(confirmed is not None for _asked, _hand, confirmed, _lines in stored(earlier))


def test_the_page_says_that_open_choices_are_made_when_the_match_begins(match: Match, client_of: ClientOf) -> None:
    author, _other = author_and_other(match)
    page = client_of(author).get(reverse("battles:play_match", args=[match.public_id])).content.decode()
    assert "made by default, for every player" in " ".join(page.split())
    assert "Start battle" in page


def test_a_second_sheet_is_not_sent_while_dice_wait(match: Match) -> None:
    author, _other = author_and_other(match)
    earlier = counted(match, hand_dice=True)
    before = stored(earlier)
    following = next_match(match)
    with pytest.raises(EarlierDiceAwaited):
        sent(following, author)
    assert stored(earlier) == before
    assert not Battle.objects.filter(match=following).exists()


def test_two_sheets_sent_together_count_one_after_the_other(match: Match) -> None:
    author, other = author_and_other(match)
    following = next_match(match)
    second = sent(following, author, hand_dice=True)
    first = counted(match, hand_dice=True)
    with pytest.raises(EarlierDiceAwaited):
        sheets.agree(battle_id=second.pk, actor_id=other.pk, now=NOW)
    second.refresh_from_db()
    assert second.status == BattleStatus.MUSTERING
    assert not Aftermath.objects.filter(side__battle=second).exists()
    assert all(dice is not None for dice, *_rest in stored(first))


def test_a_sheet_that_counts_finishes_the_earlier_aftermath(match: Match) -> None:
    earlier = counted(match, hand_dice=False)
    assert all(confirmed is None for _asked, _hand, confirmed, _lines in stored(earlier))
    later = counted(next_match(match), hand_dice=True)
    assert all(confirmed is not None for _asked, _hand, confirmed, _lines in stored(earlier))
    assert Aftermath.objects.filter(side__battle=later, confirmed_at__isnull=True).count() == 2


def test_an_archived_warband_is_not_challenged_and_does_not_play(match: Match, client_of: ClientOf) -> None:
    author, other = author_and_other(match)
    theirs = match.sides.select_related("entry__warband").order_by("place")[1].entry
    founding.archive(warband_id=theirs.warband_id, by=by(other))
    for attempt in (lambda: begin(match, author), lambda: sent(match, author), lambda: next_match(match)):
        with pytest.raises(WarbandArchived) as refused:
            attempt()
        assert theirs.warband.name in str(refused.value)
    client = client_of(author)
    mine = match.sides.order_by("place")[0].entry.public_id
    answer = client.post(
        f"/api/v1/campaigns/{match.campaign.slug}/matches/",
        {"entry": mine, "others": [theirs.public_id]},
        "application/json",
    )
    assert (answer.status_code, answer.json()["code"]) == (409, "warband_archived")
    form = client.get(reverse("campaigns:challenge", args=[match.campaign.slug])).content.decode()
    assert theirs.public_id not in form
    page = client.get(reverse("battles:play_match", args=[match.public_id])).content.decode()
    assert "an archived warband cannot play" in page
    founding.restore(warband_id=theirs.warband_id, by=by(other))
    assert begin(match, author).match_id == match.pk
