"""A suggested warband of a finished battle can be saved as a draft."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from battles.models import Battle, BattleSide, BattleStatus, Opponent
from battles.setup.new_battle import Army
from battles.setup.tests.test_rematch import finished
from catalogue.packs.installed import book
from warbands.core.state_storage import load_state
from warbands.core.tests.factories import founded
from warbands.models import Warband, WarbandStatus

pytestmark = pytest.mark.django_db
LISTS = sorted(listed.code for listed in book().lists_of(1))


def side_of(battle: Battle, letter: str = "a") -> BattleSide:
    return battle.sides.get(letter=letter)


@pytest.mark.parametrize("warband_type", LISTS)
def test_the_draft_has_the_warriors_names_and_kit_of_the_battle(client: Client, owner: User, warband_type: str) -> None:
    battle = finished(owner, opponent=Opponent.BOT, mine=Army(warband_type=warband_type))
    client.force_login(owner)
    answer = client.post(f"/battles/{battle.public_id}/save-warband/")
    draft = Warband.objects.get(owner=owner)
    assert answer["Location"] == f"/warbands/{draft.public_id}/"
    assert (draft.status, draft.warband_type_code) == (WarbandStatus.DRAFT, warband_type)
    side, state = side_of(battle), load_state(draft)
    assert draft.name == side.name
    assert state.models_count() == len(side.fighters)
    heroes = [fighter["name"] for fighter in side.fighters if fighter["role"] == "hero"]
    assert [member.name for member in state.active()][: len(heroes)] == heroes
    facts = book()
    for member, fighter in zip(state.active(), side.fighters, strict=False):
        if fighter["role"] == "hero":
            carried = {facts.items[line.item_code].code for line in state.held_by(member.key)}
            assert {weapon["code"] for weapon in fighter["weapons"]} <= carried | {"dagger", "natural_weapons"}


def test_a_second_press_opens_the_same_draft(client: Client, owner: User) -> None:
    battle = finished(owner, opponent=Opponent.HOT_SEAT)
    client.force_login(owner)
    places = [
        client.post(f"/battles/{battle.public_id}/save-warband/", {"side": side})["Location"] for side in ("b", "b")
    ]
    assert places[0] == places[1]
    assert [row.name for row in Warband.objects.all()] == [side_of(battle, "b").name]


def test_the_api_answers_the_second_request_with_the_same_draft(client: Client, owner: User) -> None:
    battle = finished(owner, opponent=Opponent.BOT)
    client.force_login(owner)
    address = f"/api/v1/battles/{battle.public_id}/save-warband/"
    assert client.post(address, {}, content_type="application/json").status_code == 201
    assert client.post(address, {}, content_type="application/json").status_code == 200


def test_nobody_saves_the_warband_of_another_or_one_with_a_roster(client: Client, owner: User, rival: User) -> None:
    battle = finished(owner, opponent=Opponent.BOT)
    client.force_login(rival)
    assert client.post(f"/battles/{battle.public_id}/save-warband/").status_code == 403
    client.force_login(owner)
    assert client.post(f"/battles/{battle.public_id}/save-warband/", {"side": "b"}).status_code == 403
    own = founded(owner, "reiklanders")
    roster = finished(owner, opponent=Opponent.BOT, mine=Army(warband=own.public_id))
    assert client.post(f"/battles/{roster.public_id}/save-warband/").status_code == 403
    Battle.objects.filter(pk=battle.pk).update(status=BattleStatus.PLAYING)
    assert client.post(f"/battles/{battle.public_id}/save-warband/").status_code == 403
    assert not Warband.objects.filter(status=WarbandStatus.DRAFT).exists()
