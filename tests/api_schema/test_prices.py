"""Prices and sums of money are whole numbers of gold crowns; dice that are added to a price are text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from tests.shell.world import Town

MONEY = re.compile(r"(^|_)(gc|prices?|costs?)(_|$)")
OTHER = re.compile(r"_dice$|^brace_price$|^sale_prices$")
"""Dice as text ("2D6"), and objects and rows whose own fields are checked."""


def money_fields(schema: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for name, component in schema["components"]["schemas"].items():
        for field, part in component.get("properties", {}).items():
            if MONEY.search(field) and not OTHER.search(field):
                yield f"{name}.{field}", part


def test_every_price_in_the_schema_is_a_whole_number(schema: dict[str, Any]) -> None:
    found = dict(money_fields(schema))
    assert {"Item.price_gc", "RecruitOffer.price_gc", "SaleRow.prices_gc", "DealGoodsShape.gold_gc"} & set(found)
    wrong = [name for name, part in found.items() if part.get("items", part).get("type") != "integer"]
    assert not wrong
    assert len(found) > 15


@pytest.mark.django_db
def test_prices_in_responses_are_numbers(town: Town, client: Client) -> None:
    client.force_login(town.owner)
    sword = client.get("/api/v1/catalogue/items/sword/").json()
    assert (type(sword["price_gc"]), type(sword["price_dice"])) == (int, str)
    offers = client.get(f"/api/v1/warbands/{town.warband.public_id}/offers/").json()
    prices = list(numbers(offers))
    assert len(prices) > 10
    assert {type(price) for price in prices} <= {int, type(None)}


def numbers(data: Any) -> Iterator[Any]:
    """Every value of `price_gc` in a response."""
    if isinstance(data, list):
        for value in data:
            yield from numbers(value)
    if isinstance(data, dict):
        for name, value in data.items():
            if name == "price_gc":
                yield value
            yield from numbers(value)
