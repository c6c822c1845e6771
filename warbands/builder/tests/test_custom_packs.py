"""A warband of a custom pack is founded, equipped, saved and copied like any other, with the version it was founded
with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from catalogue.custom_packs.library import book_with
from catalogue.custom_packs.selectors import sample
from catalogue.custom_packs.tests.factories import next_version, released, swapped
from warbands.builder import founding, recruiting
from warbands.builder.founding import NoSuchType
from warbands.core.books import book_of
from warbands.core.tests.factories import NOON, assert_reconciled, by, draft, founded, look
from warbands.models import Warband
from warbands.rules.check import check_roster
from warbands.trading import services as trading_services
from warbands.trading.services import NotForSale

pytestmark = pytest.mark.django_db

GOODS = (
    "pack: {code: goods, name: Goods, tier: 3, publication: Own pack, edition: First}\n"
    "items: [{code: tin_horn, name: Tin Horn, item_class: misc, slot: misc, price_gc: 3}]\n"
)


def test_a_suggested_band_of_an_own_list_is_legal_and_reconciles(owner: User) -> None:
    release = released(owner).code
    warband = founded(owner, f"{release}_sewer_watch")
    state, facts = look(warband), book_of(warband)
    assert check_roster(state, facts) == []
    assert {member.warrior_type_code.removeprefix(f"{release}_") for member in state.members.values()} >= {
        "watch_sergeant",
        "watchman",
    }
    assert warband.pack_pins[release.rpartition("_")[0]] == 1
    assert_reconciled(warband)


def test_limits_and_prices_of_an_own_list_hold(owner: User) -> None:
    release = released(owner).code
    warband = draft(owner, f"{release}_sewer_watch")
    sergeant = look(warband).leader()
    assert sergeant is not None
    trading_services.buy(warband_id=warband.pk, item=f"{release}_drain_hook", warrior=sergeant.key, by=by(owner))
    assert look(warband).treasury_gc == 500 - 60 - 12
    with pytest.raises(Exception, match="Watch Sergeant"):
        recruiting.hire(warband_id=warband.pk, warrior_type=f"{release}_watch_sergeant", by=by(owner))
    assert_reconciled(warband)


def test_a_founded_warband_stays_on_its_version(owner: User) -> None:
    first = released(owner)
    warband = founded(owner, f"{first.code}_sewer_watch")
    before = look(warband)
    next_version(first, swapped(("price_gc: 25\n", "price_gc: 40\n")))
    assert look(warband) == before
    assert book_of(warband).warrior_types[f"{first.code}_watchman"].price_gc == 25


def test_an_unknown_or_unreleased_list_founds_nothing(owner: User) -> None:
    pack = released(owner).pack
    for code in (f"own_{pack.key}_0_sewer_watch", f"own_{pack.key}_9_sewer_watch", "own_aaaaaaaa_1_sewer_watch"):
        with pytest.raises(NoSuchType):
            founding.start_draft(owner_id=owner.pk, warband_type=code, at=NOON)
    assert not Warband.objects.exists()


def test_only_the_author_can_use_a_list_of_a_private_pack(
    owner: User, stranger: User, client_of: Callable[[User | None], Client]
) -> None:
    listed = f"{released(owner).code}_sewer_watch"
    with pytest.raises(NoSuchType):
        founding.start_draft(owner_id=stranger.pk, warband_type=listed, at=NOON)
    answer = client_of(stranger).post("/api/v1/warbands/", {"warband_type": listed}, content_type="application/json")
    assert answer.status_code == 404
    assert not Warband.objects.exists()


def test_a_thing_of_an_own_pack_is_sold_where_it_is_played_with(owner: User) -> None:
    goods = released(owner, GOODS)
    horn = f"{goods.code}_tin_horn"
    plain = founded(owner, "reiklanders")
    with pytest.raises(NotForSale):
        trading_services.buy(warband_id=plain.pk, item=horn, by=by(owner))
    plain.pack_pins = {**plain.pack_pins, goods.pack.code: 1}
    plain.save(update_fields=["pack_pins"])
    trading_services.buy(warband_id=plain.pk, item=horn, by=by(owner))
    assert [line.item_code for line in look(plain).held_by("")] == [horn]
    assert_reconciled(plain)


def test_a_publication_left_out_sells_and_lends_no_one(owner: User) -> None:
    pins = {"town_cryer": None}
    facts = book_with(pins)
    gone = next(
        code
        for code in facts.items.keys() ^ book_with({}).items.keys()
        if book_with({}).items[code].price_gc and book_with({}).items[code].rarity is None
    )
    warband = founded(owner, "reiklanders")
    warband.pack_pins = {**warband.pack_pins, **pins}
    warband.save(update_fields=["pack_pins"])
    with pytest.raises(NotForSale):
        trading_services.buy(warband_id=warband.pk, item=gone, by=by(owner))


def test_a_copy_stands_on_the_same_version(owner: User, rival: User) -> None:
    first = released(owner)
    warband = founded(owner, f"{first.code}_sewer_watch")
    started = founding.copy_warband(warband_id=warband.pk, owner_id=rival.pk, at=NOON)
    copy = Warband.objects.get(pk=started.warband_id)
    assert copy.warband_type_code == warband.warband_type_code
    assert copy.pack_pins[first.pack.code] == 1


def test_the_pages_open_for_who_may_read_the_pack(
    owner: User, stranger: User, client_of: Callable[[User | None], Client]
) -> None:
    private = released(owner)
    address = f"/warbands/new/{private.code}_sewer_watch/"
    assert client_of(owner).get(address).status_code == 200
    assert client_of(stranger).get(address).status_code == 404
    assert client_of(stranger).post(address).status_code == 404
    shared = released(owner, sample() + "# shared\n", visibility="link")
    answer = client_of(stranger).post(f"/warbands/new/{shared.code}_sewer_watch/", {"name": "Borrowed"})
    assert answer.status_code == 302
    assert client_of(stranger).get(answer["Location"]).status_code == 200


def test_the_roster_of_an_own_list_asks_one_query_more_for_the_leagues_that_use_its_pack(
    owner: User, client_of: Callable[[User | None], Client], django_assert_max_num_queries: Any
) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    own = founded(owner, f"{released(owner).code}_sewer_watch")
    plain = founded(owner, "reiklanders")
    client, counts = client_of(owner), []
    for warband in (own, plain):
        client.get(f"/warbands/{warband.public_id}/")
        with CaptureQueriesContext(
            connection,
        ) as queries:
            assert client.get(f"/warbands/{warband.public_id}/").status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1] + 1
