"""A battle played with miniatures is not labelled as played on the site."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from battles.aftermath.stages import runner
from battles.aftermath.tests.test_views import league
from battles.core.selectors import card_of
from battles.core.tests.factories import hot_seat
from battles.tabletop.sheets import services as sheets
from battles.tabletop.tests.test_sheets import author_and_other, sent
from campaigns.models import Match
from warbands.core.tests.factories import NOON

pytestmark = pytest.mark.django_db
ClientOf = Callable[[User | None], Client]
HERE, MINIATURES = "Played here", "Played with miniatures"


@pytest.fixture
def match(arbitrator: User, owner: User, rival: User) -> Match:
    return league(arbitrator, owner, rival)[1]


@pytest.mark.parametrize(("how", "label"), [("tracked", MINIATURES), ("reported", "Confirmed")])
def test_a_match_played_at_a_real_table_says_so(
    how: str, label: str, match: Match, owner: User, client_of: ClientOf
) -> None:
    author, other = author_and_other(match)
    battle = sent(match, author, is_tracked=how == "tracked")
    sheets.agree(battle_id=battle.pk, actor_id=other.pk, now=NOON)
    runner.run(battle_id=battle.pk, now=NOON)
    match.refresh_from_db()
    assert match.how == how
    slug = match.campaign.slug
    for name, args in (("matches", [slug]), ("match", [slug, match.public_id])):
        page = client_of(owner).get(reverse(f"campaigns:{name}", args=args)).content.decode()
        assert label in page
        assert HERE not in page
    battle.refresh_from_db()
    assert card_of(battle, owner.pk).state == "played_tabletop"


def test_a_battle_on_the_site_is_labelled_as_played_here(owner: User) -> None:
    battle = hot_seat(owner)
    battle.status = "finished"
    assert card_of(battle, owner.pk).state == "played_here"
