"""One idempotency key, one action: also for simultaneous requests, and never for another body."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection, connections
from django.test import Client
from django.utils import timezone

from accounts import idempotency
from accounts.api_keys import services as api_keys_services
from accounts.models import RequestKey, User
from battles.models import Track
from campaigns.core.tests.factories import league
from campaigns.models import Campaign, Entry, Faction, Webhook
from catalogue.custom_packs.selectors import sample
from catalogue.models import CustomPack
from tests_support.cast import make_user
from warbands.core.tests.factories import founded
from warbands.models import Template, Warband

PARALLEL = 10


def at_once(ask: Any) -> list[Any]:
    """The results of `ask(number)` in ten threads, each with its own connection. SQLite has its test database in
    memory, where writers do not wait for each other, so there they run in sequence."""
    if connection.vendor == "sqlite":
        return [ask(number) for number in range(PARALLEL)]

    def one(number: int) -> Any:
        try:
            return ask(number)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(PARALLEL) as pool:
        return list(pool.map(one, range(PARALLEL)))


def program(user: User) -> Any:
    """A function that posts as a program of this user, each time with a new client."""
    key = api_keys_services.create_key(user_id=user.pk)

    def post(address: str, body: dict[str, Any], once: str, **more: str) -> Any:
        headers = {"Authorization": f"Token {key}", "Idempotency-Key": once, **more}
        return Client(headers=headers).post(f"/api/v1/{address}", body, content_type="application/json")

    return post


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_ten_requests_at_the_same_moment_with_one_key_act_once() -> None:
    owner = make_user("owner")
    post = program(owner)
    start = {"warband_type": "reiklanders", "name": "Once"}
    answers = at_once(lambda _number: post("warbands/", start, "one"))
    assert {answer.status_code for answer in answers} <= {200, 201}
    assert len({answer.json()["public_id"] for answer in answers}) == 1
    assert Warband.objects.count() == 1
    pid = founded(owner).public_id
    at_once(lambda _number: post("warbands/templates/", {"warband": pid, "name": "T"}, "two"))
    assert Template.objects.count() == 1
    at_once(lambda _number: post("packs/", {"text": sample()}, "three"))
    assert CustomPack.objects.count() == 1
    at_once(lambda _number: post("campaigns/", {"name": "League"}, "four"))
    assert Campaign.objects.count() == 1


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_ten_presses_of_one_form_at_the_same_moment_act_once() -> None:
    owner = make_user("owner")

    def press(_number: int) -> int:
        client = Client()
        client.force_login(owner)
        return client.post("/warbands/new/reiklanders/", {"name": "Once", "idempotency_key": "press"}).status_code

    assert set(at_once(press)) == {302}
    assert Warband.objects.count() == 1


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_ten_different_keys_act_ten_times() -> None:
    post = program(make_user("owner"))
    answers = at_once(lambda number: post("warbands/", {"warband_type": "reiklanders"}, f"key-{number}"))
    assert [answer.status_code for answer in answers] == [201] * PARALLEL
    assert Warband.objects.count() == PARALLEL


@pytest.mark.django_db
def test_a_key_is_refused_for_another_request_and_belongs_to_one_person(owner: User, rival: User) -> None:
    post, other = program(owner), program(rival)
    start = {"warband_type": "reiklanders", "name": "Once"}
    assert post("warbands/", start, "one").status_code == 201
    assert post("warbands/", dict(reversed(start.items())), "one").status_code == 200
    refused = post("warbands/", {**start, "name": "Twice"}, "one")
    assert (refused.status_code, refused.json()["code"]) == (422, "idempotency_key_used")
    assert post("campaigns/", start, "one").json()["code"] == "idempotency_key_used"
    assert other("warbands/", {**start, "name": "Twice"}, "one").status_code == 201
    assert sorted(Warband.objects.values_list("name", flat=True)) == ["Once", "Twice"]


@pytest.mark.django_db
def test_a_refused_request_leaves_its_key_free(owner: User) -> None:
    post = program(owner)
    assert post("warbands/", {"warband_type": "nobody"}, "one").status_code == 404
    assert not RequestKey.objects.exists()
    assert post("warbands/", {"warband_type": "reiklanders"}, "one").status_code == 201


@pytest.mark.django_db
def test_keys_that_would_be_cut_short_are_refused(owner: User) -> None:
    post = program(owner)
    for key in ("x" * 57, "a\tb", "Grüße"):
        refused = post("warbands/", {"warband_type": "reiklanders"}, key)
        assert (refused.status_code, refused.json()["code"]) == (422, "bad_idempotency_key")
    assert post("warbands/", {"warband_type": "reiklanders"}, "x" * 56).status_code == 201


@pytest.mark.django_db
def test_old_keys_are_deleted(owner: User) -> None:
    idempotency.claim(user_id=owner.pk, key="old", digest="1")
    now = timezone.now()
    assert idempotency.sweep(now=now + idempotency.KEPT / 2) == 0
    assert idempotency.sweep(now=now + idempotency.KEPT * 2) == 1


@pytest.mark.django_db
@pytest.mark.parametrize("what", ["join", "faction", "non-player", "webhook", "track"])
def test_a_key_creates_one_and_is_refused_for_another_body(
    what: str, owner: User, rival: User, arbitrator: User
) -> None:
    campaign, body = league(arbitrator, (owner, rival)), dict[str, Any]()
    root, post = f"campaigns/{campaign.slug}/", program(arbitrator)
    other: dict[str, Any]
    count: Callable[[], int]
    if what == "join":
        address, count = "campaigns/join/", Entry.objects.count
        body, other = ({"join_code": campaign.join_code, "warband": founded(arbitrator).public_id} for _ in range(2))
    elif what == "faction":
        address, count = f"{root}factions/", Faction.objects.count
        body, other = {"name": "Reikland"}, {"name": "Marienburg"}
    elif what == "non-player":
        address, count = f"{root}non-players/", Entry.objects.count
        body, other = ({"warband": founded(arbitrator).public_id} for _ in range(2))
    elif what == "webhook":
        address, count = f"{root}webhooks/", Webhook.objects.count
        body, other = {"url": "https://example.org/a"}, {"url": "https://example.org/b"}
    else:
        address, count = "battles/track/", Track.objects.count
        mine, theirs = founded(arbitrator).public_id, founded(arbitrator, "undead").public_id
        body, other = {"mine": mine, "theirs": theirs}, {"mine": theirs, "theirs": mine}
    before = count()
    first, again = (post(address, body, "one") for _ in range(2))
    assert (first.status_code, again.status_code, again.json()) == (201, 201, first.json())
    assert count() == before + 1
    refused = post(address, other, "one")
    assert (refused.status_code, refused.json()["code"]) == (422, "idempotency_key_used")
    assert count() == before + 1
