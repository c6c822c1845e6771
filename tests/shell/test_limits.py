"""Limits of battles, commands and messages: each limit is reached and explained with a sentence, and nothing is
done."""

from collections.abc import Callable

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import Client, RequestFactory

from accounts import limits
from accounts.models import User
from battles.core.tests.factories import hot_seat
from battles.models import Battle, ChatLine
from battles.play.bots.guest_limits import bot_turns_of_guests
from mordheim_site import environment
from mordheim_site.api.docs import SchemaView
from mordheim_site.refusals import Refusal
from tests_support.cast import PASSWORD, make_user
from warbands.models import Warband

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _twice_an_hour(settings) -> None:
    settings.LIMITS = dict.fromkeys(settings.LIMITS, (2, 3600))
    settings.ACCOUNT_RATE_LIMITS = {"signup": "2/h/ip"}


def test_battles_begun_with_one_press_come_to_an_end(client: Client) -> None:
    for _ in range(2):
        assert client.post("/play/now/").status_code == 302
    answer = client.post("/play/now/")
    assert answer.status_code == 429
    text = answer.content.decode()
    assert "too many battles" in text
    assert "Try again in 60 minutes." in text
    assert Battle.objects.count() == 2
    assert client.post("/play/", {"opponent": "bot"}).status_code in (422, 429)
    assert Battle.objects.count() == 2


def test_fresh_guests_from_one_address_share_the_address(settings) -> None:
    settings.LIMITS["battles"] = (1, 3600)
    begun = [Client().post("/play/now/").status_code for _ in range(limits.ADDRESS_SHARE + 2)]
    assert begun == [302] * limits.ADDRESS_SHARE + [429, 429]
    assert Client(REMOTE_ADDR="203.0.113.5").post("/play/now/").status_code == 302


def test_guests_of_one_address_start_a_limited_number_of_battles(settings, owner: User, client_of) -> None:
    """Accounts have limits of their own, and other addresses are not affected."""
    settings.LIMITS["battles"] = (100, 3600)
    settings.GUEST_LIMITS = {**settings.GUEST_LIMITS, "guest_battles": (3, 600)}
    answers = [Client().post("/play/now/") for _ in range(4)]
    assert [answer.status_code for answer in answers] == [302, 302, 302, 429]
    page = answers[3].content.decode()
    assert "Guests at your internet address have started too many battles" in page
    assert "Try again in 10 minutes." in page
    assert 'href="/accounts/signup/"' in page
    assert Client().post("/play/", {"opponent": "bot"}).status_code in (422, 429)
    assert Battle.objects.count() == 3
    assert client_of(owner).post("/play/now/").status_code == 302
    assert Client(REMOTE_ADDR="203.0.113.5").post("/play/now/").status_code == 302


def test_guests_of_one_address_set_off_a_limited_number_of_bot_turns(settings, client: Client) -> None:
    """Only commands after which a bot acts are counted; above the limit nothing is carried out."""
    settings.LIMITS = dict.fromkeys(settings.LIMITS, (1000, 3600))
    settings.GUEST_LIMITS = {**settings.GUEST_LIMITS, "guest_bot_turns": (1, 600)}
    client.post("/play/now/")
    battle = Battle.objects.get()
    guest = battle.sides.exclude(player=None).get().player
    with_bot = RequestFactory().post("/")
    calls = []

    def command(awaited: str) -> None:
        with bot_turns_of_guests(with_bot, guest, battle):
            Battle.objects.filter(pk=battle.pk).update(awaiting=awaited)
            calls.append(awaited)

    bot = battle.sides.exclude(bot="").get().letter
    command("")
    command("")
    command(bot)
    with pytest.raises(limits.RateLimitExceeded, match="played too many turns for guests"):
        command("")
    assert calls == ["", "", bot]
    sent = {"command": '{"kind":"end_step"}', "expected_seq": "0", "command_id": "x"}
    answer = client.post(f"/battles/{battle.public_id}/commands/", sent, headers={"Accept": "application/json"})
    assert answer.status_code == 429
    assert answer.json()["code"] == "too_many"


def test_parallel_commands_of_guests_cannot_pass_the_limit_of_bot_turns(settings, client: Client) -> None:
    """A command that is being carried out is already counted: a second one at the same time is refused, and a refused
    one is uncounted."""
    settings.GUEST_LIMITS = {**settings.GUEST_LIMITS, "guest_bot_turns": (1, 600)}
    client.post("/play/now/")
    battle = Battle.objects.get()
    guest = battle.sides.exclude(player=None).get().player
    bot = battle.sides.exclude(bot="").get().letter
    request = RequestFactory().post("/")
    calls: list[str] = []

    def command(then: Callable[[], None] = lambda: None) -> None:
        with bot_turns_of_guests(request, guest, battle):
            then()
            Battle.objects.filter(pk=battle.pk).update(awaiting=bot)
            calls.append("done")

    def beside() -> None:
        with pytest.raises(limits.RateLimitExceeded):
            command()

    def fails() -> None:
        raise Refusal

    with pytest.raises(Refusal):
        command(fails)
    command(beside)
    assert calls == ["done"]
    with pytest.raises(limits.RateLimitExceeded):
        command()


def test_warbands_by_page_copy_and_program_are_counted_together(owner: User, client_of) -> None:
    client = client_of(owner)
    first = client.post("/warbands/new/reiklanders/")
    pid = first["Location"].split("/")[2]
    assert client.post(f"/warbands/{pid}/copy/").status_code == 302
    page = client.post("/warbands/new/reiklanders/", {"name": "Kept as typed"})
    assert page.status_code == 429
    program = client.post("/api/v1/warbands/", {"warband_type": "skaven"}, content_type="application/json")
    assert program.status_code == 429
    assert program.json()["code"] == "too_many"
    assert set(program.json()) == {"code", "message", "fields"}
    assert Warband.objects.count() == 2
    assert client_of(make_user("other")).post("/warbands/new/reiklanders/").status_code == 302


def test_orders_and_words_by_script_are_refused_in_json(owner: User, client_of) -> None:
    battle, client = hot_seat(owner), client_of(owner)
    for door in ("commands", "chat"):
        body = {"text": "Onward!", "command": "{}", "expected_seq": "0"}
        found = [
            client.post(f"/battles/{battle.public_id}/{door}/", body, headers={"Accept": "application/json"})
            for _ in range(3)
        ]
        assert [answer.status_code == 429 for answer in found] == [False, False, True]
        assert found[-1].json()["code"] == "too_many"
    assert ChatLine.objects.count() == 2


def test_sign_ups_from_one_address_come_to_an_end_on_our_page() -> None:
    for number in range(2):
        made = Client().post("/accounts/signup/", {"username": f"person{number}", "password1": PASSWORD})
        assert made.status_code == 302
    answer = Client().post("/accounts/signup/", {"username": "person9", "password1": PASSWORD})
    assert answer.status_code == 429
    assert "Too many attempts" in answer.content.decode()
    assert not User.objects.filter(username="person9").exists()


@pytest.mark.parametrize(
    ("method", "path", "data"),
    [
        ("get", "/catalogue/warriors/", {}),
        ("get", "/catalogue/items/", {"tier": "all"}),
        ("post", "/warbands/import/", {"text": "A roster that nobody understands"}),
    ],
)
def test_long_lists_and_reading_of_rosters_are_limited_without_an_account(settings, method, path, data) -> None:
    """A list of all warriors counts as several requests."""
    client = Client()
    settings.LIMITS = dict.fromkeys(settings.LIMITS, (10, 3600))
    answers = [getattr(client, method)(path, data).status_code for _ in range(10 * limits.ADDRESS_SHARE + 1)]
    assert answers[0] in (200, 422)
    assert 429 in answers
    refused = answers.index(429)
    assert answers[refused:] == [429] * (len(answers) - refused)


def test_the_api_schema_is_made_once_for_each_format(client: Client) -> None:
    """It used to take 0.4 s of processor time for every anonymous request."""
    SchemaView.made.clear()
    first = client.get("/api/v1/schema/?format=json")
    assert first.json()["openapi"].startswith("3.")
    assert len(SchemaView.made) == 1
    assert client.get("/api/v1/schema/?format=json&version=9").status_code == 400
    again = client.get("/api/v1/schema/?format=json")
    assert (again.content, again.headers["Content-Type"]) == (first.content, first.headers["Content-Type"])
    assert len(SchemaView.made) == 1
    assert b"openapi: 3" in client.get("/api/v1/schema/").content
    assert len(SchemaView.made) == 2


def test_ipv6_addresses_of_one_network_count_as_one() -> None:
    def told(address: str) -> str:
        return limits.address_of(RequestFactory().get("/", REMOTE_ADDR=address))

    assert told("2001:db8:1:2:aaaa::1") == told("2001:db8:1:2:bbbb::9") != told("2001:db8:1:3::1")
    assert told("203.0.113.5") != told("203.0.113.6")
    assert told("nonsense") == "unknown"


def test_a_limit_is_written_as_a_rate(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIMIT_BATTLES", "7/60")
    assert environment.rate("LIMIT_BATTLES", (1, 1)) == (7, 60)
    assert environment.rate_text("LIMIT_BATTLES", (1, 1)) == "7/60s"
    assert environment.rate("LIMIT_OTHER", (1, 1)) == (1, 1)
    for wrong in ("7", "7/", "/60", "0/60", "7/0", "many/60", "-1/60"):
        monkeypatch.setenv("LIMIT_BATTLES", wrong)
        with pytest.raises(ImproperlyConfigured):
            environment.rate("LIMIT_BATTLES", (1, 1))
