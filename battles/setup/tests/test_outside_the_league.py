"""A warband of a league gains nothing in battles outside of it, unless the league allows them. Rule: AF-LEAGUE-01"""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from battles.core.league_rosters import PlaysInLeague
from battles.models import Battle, Opponent
from battles.setup import new_battle
from battles.setup.new_battle import Army
from battles.tabletop.sheets.warbands import sides_of_warbands
from campaigns.core.tests.factories import entry_of, league, match_between
from campaigns.members import services as members_services
from campaigns.models import Campaign
from warbands.core.tests.factories import founded
from warbands.models import Warband

pytestmark = pytest.mark.django_db


def hot_seat_with(warband: Warband, user: User, *, counts: bool | None = None) -> Battle:
    """A battle of this warband against a suggested one, both played at one screen."""
    return new_battle.create_battle(
        actor_id=user.pk,
        now=timezone.now(),
        seed="outside",
        opponent=Opponent.HOT_SEAT,
        mine=Army(warband=warband.public_id),
        counts=counts,
    )


@pytest.fixture
def warband(owner: User) -> Warband:
    return founded(owner)


@pytest.fixture
def its_league(owner: User, arbitrator: User, warband: Warband) -> Campaign:
    campaign = league(arbitrator)
    members_services.join(join_code=campaign.join_code, actor_id=owner.pk, warband_id=warband.pk, now=timezone.now())
    return campaign


def test_a_warband_without_a_league_may_gain(warband: Warband, owner: User) -> None:
    assert hot_seat_with(warband, owner).counts


def test_a_battle_outside_the_league_is_practice(its_league: Campaign, warband: Warband, owner: User) -> None:
    assert not hot_seat_with(warband, owner).counts
    with pytest.raises(PlaysInLeague) as refused:
        hot_seat_with(warband, owner, counts=True)
    assert list(refused.value.fields) == ["counts"]
    assert its_league.name in str(refused.value.fields["counts"][0])


def test_the_league_may_allow_battles_outside(its_league: Campaign, warband: Warband, owner: User) -> None:
    its_league.house_rules = {"af_outside_battles": True}
    its_league.save(update_fields=["house_rules"])
    assert hot_seat_with(warband, owner).counts
    assert hot_seat_with(warband, owner, counts=True).counts


def test_a_withdrawn_warband_may_gain_again(its_league: Campaign, warband: Warband, owner: User) -> None:
    members_services.withdraw(entry_id=entry_of(its_league, owner).pk, actor_id=owner.pk, now=timezone.now())
    assert hot_seat_with(warband, owner).counts


def test_a_warband_of_a_league_cannot_join_a_battle_that_counts(
    its_league: Campaign, warband: Warband, owner: User, rival: User
) -> None:
    waiting = new_battle.create_battle(
        actor_id=rival.pk,
        now=timezone.now(),
        seed="open",
        opponent=Opponent.OPEN,
        mine=Army(warband=founded(rival).public_id),
    )
    assert waiting.counts
    with pytest.raises(PlaysInLeague):
        new_battle.accept(
            battle_id=waiting.pk, actor_id=owner.pk, army=Army(warband=warband.public_id), now=timezone.now()
        )
    assert waiting.sides.count() == 1


def test_a_tabletop_battle_outside_the_league_names_the_warband(
    its_league: Campaign, warband: Warband, owner: User, rival: User
) -> None:
    free = founded(owner)
    with pytest.raises(PlaysInLeague) as refused:
        sides_of_warbands(warband.public_id, [founded(rival, "undead").public_id], owner.pk)
    assert list(refused.value.fields) == ["mine"]
    with pytest.raises(PlaysInLeague) as refused:
        sides_of_warbands(founded(rival, "undead").public_id, [warband.public_id], rival.pk)
    assert list(refused.value.fields) == ["theirs"]
    assert len(sides_of_warbands(free.public_id, [founded(rival, "undead").public_id], owner.pk)) == 2


def test_league_matches_count(its_league: Campaign, warband: Warband, owner: User, rival: User, client: Client) -> None:
    other = founded(rival, "undead")
    members_services.join(join_code=its_league.join_code, actor_id=rival.pk, warband_id=other.pk, now=timezone.now())
    match = match_between(its_league, owner, rival)
    client.force_login(owner)
    body = {"size_in": 24, "density": "club"}
    answer = client.post(f"/api/v1/battles/match/{match.public_id}/play/", body, content_type="application/json")
    assert answer.status_code == 201, answer.content
    assert Battle.objects.get(match=match).counts
