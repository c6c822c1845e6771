"""What the API returns about a warband's offers and settings, which only its owner gets."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from accounts.api_keys import services as api_keys_services
from accounts.models import User
from warbands.core.state_storage import load_state
from warbands.core.tests.factories import draft, founded
from warbands.models import Visibility, Warband

pytestmark = pytest.mark.django_db


def get(user: User, address: str, status: int = 200, scopes: tuple[str, ...] = ("warbands",)) -> Any:
    key = api_keys_services.create_key(user_id=user.pk, name="offers", scopes=list(scopes))
    answer = Client(headers={"Authorization": f"Bearer {key}"}).get(f"/api/v1/warbands/{address}")
    assert answer.status_code == status, answer.content[:300]
    return answer.json()


def post(user: User, address: str, body: dict[str, Any]) -> Any:
    key = api_keys_services.create_key(user_id=user.pk, name="offers")
    client = Client(headers={"Authorization": f"Bearer {key}"})
    return client.post(f"/api/v1/warbands/{address}", body, "application/json").json()


def test_what_is_offered_can_be_bought_for_the_stated_price(owner: User) -> None:
    warband = founded(owner)
    group = next(member for member in load_state(warband).active("henchman_group") if member.headcount > 1)
    Warband.objects.filter(pk=warband.pk).update(treasury_gc=500)
    offers = get(owner, f"{warband.public_id}/offers/?warrior={group.key}")
    open_ones = [offer for offer in offers["items"] if not offer["why_not"] and not offer["material"]]
    offer = min(open_ones, key=lambda item: item["price_gc"])
    assert offer["price_gc"] == offer["each_gc"] * group.headcount
    bought = post(owner, f"{warband.public_id}/actions/buy/", {"warrior": group.key, "item": offer["item"]})
    assert bought["gold_delta_gc"] == -offer["price_gc"]
    assert bought["roster"]["treasury_gc"] == 500 - offer["price_gc"]


def test_recruits_and_hired_swords_have_prices_limits_and_reasons(owner: User) -> None:
    warband = draft(owner)
    offers = get(owner, f"{warband.public_id}/offers/")
    captain = next(recruit for recruit in offers["recruits"] if recruit["count"])
    assert (captain["maximum"], captain["minimum"]) == (1, 1)
    assert captain["why_not"]
    champion = next(recruit for recruit in offers["recruits"] if recruit["warrior_type"] == "reiklanders_champion")
    hired = post(owner, f"{warband.public_id}/actions/hire/", {"warrior_type": champion["warrior_type"]})
    assert hired["gold_delta_gc"] == -champion["price_gc"]
    pit_fighter = next(sword for sword in offers["hired_swords"] if sword["warrior_type"] == "pit_fighter")
    assert (pit_fighter["price_gc"], pit_fighter["upkeep_gc"]) == (30, 15)


def test_rare_items_say_the_roll_and_the_dice_of_their_price(owner: User) -> None:
    offers = get(owner, f"{founded(owner).public_id}/offers/")["items"]
    cloak = next(offer for offer in offers if offer["item"] == "elven_cloak")
    assert (cloak["rarity"], cloak["each_gc"], cloak["dice"]) == (12, 100, "D6x10")
    assert "12" in cloak["why_not"]


def test_only_the_owner_reads_offers_and_settings(owner: User, stranger: User) -> None:
    warband = founded(owner)
    Warband.objects.filter(pk=warband.pk).update(visibility=Visibility.PUBLIC)
    for address in (f"{warband.public_id}/offers/", f"{warband.public_id}/settings/"):
        assert get(stranger, address, 403)["code"] == "read_only"
    get(owner, f"{warband.public_id}/offers/?warrior=4kPq8ZxTn2Lw", 404)


def test_the_share_key_is_for_keys_that_may_change_warbands(owner: User, stranger: User) -> None:
    warband = founded(owner)
    Warband.objects.filter(pk=warband.pk).update(visibility=Visibility.LINK)
    settings = get(owner, f"{warband.public_id}/settings/")
    assert settings["visibility"] == "link"
    assert get(stranger, f"{warband.public_id}/?key={settings['share_key']}")["public_id"] == warband.public_id
    reader = get(owner, f"{warband.public_id}/settings/", scopes=("campaigns",))
    assert (reader["share_key"], reader["visibility"]) == ("", "link")
