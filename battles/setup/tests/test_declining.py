"""Declining the offer of a rematch."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.dashboard.lines import dashboard_lines
from accounts.models import User
from battles.aftermath.tests.world import ended
from battles.models import Battle, BattleStatus, Opponent
from battles.setup import services
from battles.setup.rematch import rematch
from campaigns.models import Notice
from campaigns.notices.questions import NotInvited

pytestmark = pytest.mark.django_db


@pytest.fixture
def offered(owner: User, rival: User) -> Battle:
    """A rematch that the owner offers to the rival."""
    battle = ended(owner, rival)
    Battle.objects.filter(pk=battle.pk).update(opponent=Opponent.INVITED)
    return rematch(battle_id=battle.pk, actor_id=owner.pk, now=timezone.now())


def offers(user: User) -> list[str]:
    return [str(line.sentence) for line in dashboard_lines(user) if "play again" in str(line.sentence)]


def decline(battle: Battle, user: User) -> None:
    services.decline_rematch(battle_id=battle.pk, actor_id=user.pk, now=timezone.now())


@pytest.mark.parametrize("page", ["/", "/inbox/", "invitation"])
def test_pages_offer_to_decline(page: str, client: Client, owner: User, rival: User, offered: Battle) -> None:
    invitation = reverse("battles:join", args=[offered.public_id])
    address = reverse("battles:decline", args=[offered.public_id])
    client.force_login(owner)
    assert f'action="{address}"' not in client.get(invitation).content.decode()
    client.force_login(rival)
    shown = client.get(invitation if page == "invitation" else page).content.decode()
    assert f'action="{address}"' in shown
    assert client.post(address, {"next": "/inbox/"})["Location"] == "/inbox/"
    assert offers(rival) == []
    for again in ("/", "/inbox/"):
        assert f'action="{address}"' not in client.get(again).content.decode()


def test_declining_ends_the_invitation_and_tells_the_other_player_once(
    owner: User, rival: User, offered: Battle
) -> None:
    decline(offered, rival)
    decline(offered, rival)
    offered.refresh_from_db()
    assert offered.status == BattleStatus.ABANDONED
    assert Notice.objects.filter(user=owner, sentence__startswith=f"{rival.shown_name} declined").count() == 1


def test_others_cannot_decline(owner: User, arbitrator: User, rival: User, offered: Battle) -> None:
    for stranger in (owner, arbitrator):
        with pytest.raises(NotInvited):
            decline(offered, stranger)
    services.cancel_setup(battle_id=offered.pk, actor_id=owner.pk, now=timezone.now())
    with pytest.raises(NotInvited):
        decline(offered, rival)


@pytest.mark.parametrize("status", [BattleStatus.PREPARING, BattleStatus.PLAYING, BattleStatus.FINISHED])
def test_a_battle_that_has_begun_cannot_be_declined(rival: User, offered: Battle, status: BattleStatus) -> None:
    Battle.objects.filter(pk=offered.pk).update(status=status)
    with pytest.raises(NotInvited):
        decline(offered, rival)
    assert offers(rival) == []


def test_the_api_declines(client: Client, owner: User, rival: User, offered: Battle) -> None:
    address = f"/api/v1/battles/{offered.public_id}/decline/"
    client.force_login(owner)
    assert client.post(address, content_type="application/json").status_code == 409
    client.force_login(rival)
    assert [client.post(address, content_type="application/json").status_code for _time in range(2)] == [204, 204]


def test_visitors_have_nothing_to_decline(client: Client, offered: Battle) -> None:
    assert client.post(reverse("battles:decline", args=[offered.public_id])).status_code == 409
