"""Hostile and broken input at every entry point of the site gets a response below 500, and nothing is changed if it is
refused."""

import io
import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client

from tests.shell.addresses.hostile import BODIES, HOSTILE_TEXTS, HostileInput, Watch, fields_of_forms, fingerprint
from tests.shell.answers import ANSWERS
from tests.shell.world import Town, our_routes, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.timeout(600)]

ROUNDS = 3
# Pages that end the session of the user who sends the request.
LEAVING = ("accounts/logout/", "accounts/2fa", "accounts/password", "accounts/login", "accounts/signup")
TAKES_POST = [address for address, stated in ANSWERS.items() if 405 not in stated[3:] or stated[0] == 405]
# One-click unsubscribe (RFC 8058): mail programs send no CSRF token; the key is in the address.
BY_MAIL_PROGRAMS = {"inbox/stop/<pid:key>/"}


class Sender:
    """Sends requests and records what went wrong."""

    def __init__(self) -> None:
        self.wrong: list[str] = []
        self.answers: dict[int, int] = {}

    def send(self, client: Client, method: str, url: str, text: str = "", **rest: Any) -> int:
        answer = getattr(client, method)(url, **rest)
        if answer.status_code == 429:
            # The limits have their own tests; here every request must be processed.
            cache.clear()
            answer = getattr(client, method)(url, **rest)
        self.answers[answer.status_code] = self.answers.get(answer.status_code, 0) + 1
        if answer.status_code >= 500:
            fault = getattr(answer, "exc_info", None)
            self.wrong.append(f"{answer.status_code} {method} {url} {text[:300]} {fault[1]!r:.300}" if fault else url)
        return int(answer.status_code)


@pytest.fixture
def sender() -> Iterator[Sender]:
    """Fails at the end with all faults together."""
    sending = Sender()
    yield sending
    assert not sending.wrong, f"{len(sending.wrong)} faults:\n" + "\n".join(sorted(set(sending.wrong))[:40])


@pytest.fixture
def watch(town: Town) -> Iterator[Watch]:
    """A watch on the rows: a number that changes when a row changes."""
    watch = Watch()
    yield watch
    watch.close()


def hostile_input_of(town: Town, seed: int) -> HostileInput:
    ids = [
        town.warband.public_id, town.draft.public_id, town.campaign.slug, town.campaign.join_code, town.match.public_id,
        town.battle.public_id, town.league_battle.public_id, town.job.public_id, town.owner.public_id,
        town.rival.public_id, str(town.owner.pk), str(town.match.pk),
        *town.warband.warriors.values_list("public_id", flat=True)[:3],
    ]  # fmt: skip
    return HostileInput(seed, ids)


def people_of(town: Town) -> list[Client]:
    return [signed_in(None), signed_in(town.stranger), signed_in(town.owner)]


@pytest.mark.postgres
@pytest.mark.parametrize("seed", range(2))
def test_forms_with_hostile_fields(town: Town, sender: Sender, watch: Watch, seed: int) -> None:
    enemy, people, before = hostile_input_of(town, seed), people_of(town), watch()
    for address in TAKES_POST:
        for _ in range(ROUNDS):
            person, fields = enemy.dice.choice(people), enemy.form()
            fields = {name: [text.replace("\ud800", "?") for text in texts] for name, texts in fields.items()}
            headers = enemy.dice.choice([{}, {"HX-Request": "true"}, {"Accept": "application/json"}])
            status = sender.send(person, "post", town.url(address), repr(fields), data=fields, headers=headers)
            after = watch()
            if status >= 400 and after != before:
                sender.wrong.append(f"{address} changed something though it answered {status}: {fields!r:.400}")
            before = after
        if address.startswith(LEAVING):
            people = people_of(town)
    assert sum(count for status, count in sender.answers.items() if status >= 400) > 100


@pytest.mark.postgres
@pytest.mark.parametrize("seed", range(2))
def test_json_bodies_valid_and_broken(town: Town, sender: Sender, watch: Watch, seed: int) -> None:
    enemy, people, before = hostile_input_of(town, 100 + seed), people_of(town), watch()
    doors = [address for address in TAKES_POST if address.startswith(("api/", "battles/"))]
    for address in doors:
        for number in range(ROUNDS + 4):
            person, body = enemy.dice.choice(people[1:]), BODIES[number] if seed == 0 and number < 4 else enemy.body()
            status = sender.send(
                person, "post", town.url(address), repr(body[:300]), data=body, content_type="application/json",
                headers={"Accept": "application/json"},
            )  # fmt: skip
            after = watch()
            if status >= 400 and after != before:
                sender.wrong.append(f"{address} changed something though it answered {status}: {body!r:.400}")
            before = after


@pytest.mark.parametrize("body", BODIES, ids=range(len(BODIES)))
def test_every_bad_body_sent_to_a_battle(town: Town, sender: Sender, body: bytes) -> None:
    for name in ("commands", "place", "undo", "chat"):
        for door in (f"/battles/{town.battle.public_id}/{name}/", f"/api/v1/battles/{town.battle.public_id}/{name}/"):
            for accept in ("application/json", "text/html"):
                sender.send(
                    signed_in(town.owner), "post", door, repr(body[:80]), data=body, content_type="application/json",
                    headers={"Accept": accept},
                )  # fmt: skip


@pytest.mark.postgres
def test_query_strings(town: Town, sender: Sender) -> None:
    enemy, people, before = hostile_input_of(town, 7), people_of(town), fingerprint()
    for address, stated in ANSWERS.items():
        if stated[2] == 405 or address.startswith("accounts/"):
            continue
        for _ in range(ROUNDS):
            questions = enemy.questions()
            headers = enemy.dice.choice([{}, {"HX-Request": "true"}])
            sender.send(
                enemy.dice.choice(people), "get", town.url(address), repr(questions), data=questions, headers=headers
            )
    assert fingerprint() == before


@pytest.mark.postgres
def test_hostile_parts_of_addresses(town: Town, sender: Sender) -> None:
    hostile = [
        "%00",
        "%ff",
        "..%2f..",
        "a" * 300,
        "000000000000",
        "zzzzzzzzzzzz",
        "-",
        "%F0%9F%98%80",
        "1e9",
        "%0d%0aX:y",
    ]
    owner = signed_in(town.owner)
    routes = [route for route in our_routes() if "<" in route.address and not route.address.startswith("accounts/^")]
    for number, route in enumerate(routes):
        # Four values per address; five addresses use all of them twice.
        for bad in (hostile * 2)[number * 4 % 10 :][:4]:
            url = "/" + "/".join(bad if part.startswith("<") else part for part in route.address.split("/"))
            assert sender.send(owner, "get", url) != 200 or "catalogue" in url
            sender.send(owner, "post", url, data={})


def test_a_form_without_its_token_changes_nothing(town: Town, sender: Sender) -> None:
    before = fingerprint()
    careless = Client(enforce_csrf_checks=True, raise_request_exception=False)
    careless.force_login(town.owner)
    for address in TAKES_POST:
        if address in BY_MAIL_PROGRAMS:
            continue
        kind = {"data": "{}", "content_type": "application/json"} if address.startswith("api/") else {"data": {}}
        assert sender.send(careless, "post", town.url(address), **kind) in (403, 405), address
    assert fingerprint() == before


def test_unused_methods_and_unexpected_uploads(town: Town, sender: Sender) -> None:
    before, owner = fingerprint(), signed_in(town.owner)
    for address in ANSWERS:
        if address.startswith("accounts/"):
            continue
        url = town.url(address)
        for method in ("put", "patch", "delete", "trace", "options"):
            sender.send(owner, method, url)
        sender.send(owner, "head", url)
    for address in TAKES_POST:
        if address.startswith(("warbands/<", "battles/<")):
            upload = SimpleUploadedFile("x\x00.png", b"\x89PNG" + b"x" * 100, content_type="image/png")
            sender.send(owner, "post", town.url(address), data={"warrior": upload, "text": upload})
    assert fingerprint() == before or sender.answers.get(302)


def test_accepted_hostile_texts_are_shown_as_text(town: Town, sender: Sender) -> None:
    owner = signed_in(town.owner)
    for text in HOSTILE_TEXTS:
        cleaned = text.replace("\ud800", "?")
        sender.send(owner, "post", f"/warbands/{town.draft.public_id}/act/rename/", data={"name": cleaned[:80]})
        sender.send(owner, "post", f"/battles/{town.battle.public_id}/chat/", data={"text": cleaned[:200]})
        sender.send(owner, "post", f"/campaigns/{town.campaign.slug}/manage/notice/", data={"notice": cleaned})
        for url in (f"/warbands/{town.draft.public_id}/draft/", f"/battles/{town.battle.public_id}/", "/"):
            assert sender.send(owner, "get", url) == 200
    notice = {"notice": "<script>alert(1)</script><img src=x onerror=alert(1)>[x](javascript:alert(1))"}
    owner.post(f"/campaigns/{town.campaign.slug}/manage/notice/", data=notice)
    page = owner.get(f"/campaigns/{town.campaign.slug}/").content.decode()
    assert "<script>alert(1)" not in page
    assert "<img src=x" not in page
    assert 'href="javascript:' not in page


def test_the_fingerprint_changes_with_every_row(town: Town, watch: Watch) -> None:
    seen, read = watch(), fingerprint()
    assert (watch(), fingerprint()) == (seen, read)
    town.warband.name = "Otherwise"
    town.warband.save()
    changed = watch()
    assert changed != seen
    assert fingerprint() != read
    try:
        with transaction.atomic():
            town.draft.delete()
            raise LookupError
    except LookupError:
        assert watch() == changed
    town.campaign.matches.all()[0].sides.update(kills=77)
    assert watch() != changed


def test_the_vocabulary_knows_the_forms() -> None:
    assert {"warrior", "opponent", "points_win", "timezone", "size_in", "command"} <= set(fields_of_forms())


def test_the_schema_holds_against_made_up_calls(town: Town) -> None:
    """schemathesis generates valid and invalid calls from the API's schema, and none causes a server error."""
    import schemathesis
    from hypothesis import HealthCheck, Phase, given, settings

    from mordheim_site.wsgi import application

    owner, out = signed_in(town.owner), io.StringIO()
    raw = json.loads(owner.get("/api/v1/schema/?format=json").content)
    schema = schemathesis.openapi.from_dict(raw)
    schema.app = application
    wrong: list[str] = []
    count = 0
    for result in schema.get_all_operations():
        operation = result.ok()

        @given(case=operation.as_strategy())
        @settings(
            max_examples=6, deadline=None, database=None, derandomize=True, phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )  # fmt: skip
        def call(case: Any) -> None:
            nonlocal count
            count += 1
            cache.clear()
            url = case.formatted_path
            url = url.replace("{pid}", town.battle.public_id)
            body = case.body if isinstance(case.body, dict | list | str | int | float | bool | None) else {}
            query = {name: str(value) for name, value in (case.query or {}).items()}
            answer = owner.generic(
                case.method, url, data=json.dumps(body), content_type="application/json",
                query_params=query, headers={"Accept": "application/json"},
            )  # fmt: skip
            if answer.status_code >= 500:
                wrong.append(f"{answer.status_code} {case.method} {url} {body!r:.200}")
            if answer.status_code >= 400 and answer.status_code != 405:
                data = answer.json()
                if not {"code", "message", "fields"} <= set(data):
                    wrong.append(f"{case.method} {url}: an error of another shape: {data!r:.200}")

        call()
    assert count > 100, out.getvalue()
    assert not wrong, "\n".join(sorted(set(wrong))[:30])


def test_a_return_address_is_a_path_of_this_site(town: Town, sender: Sender) -> None:
    owner = signed_in(town.owner)
    act = f"/warbands/{town.draft.public_id}/act/suggest/"
    for bad in (
        "//evil.example/",
        "https://evil.example/",
        "members",
        "javascript:alert(1)",
        "\\\\evil.example",
        "x:y",
    ):
        for url, fields in (
            ("/theme/", {"theme": "dark"}),
            ("/accounts/hand-over/", {"answer": "leave"}),
            (f"/campaigns/{town.campaign.slug}/matches/{town.match.public_id}/act/", {"act": "agree"}),
            (act, {"back": "warrior", "warrior": bad}),
        ):
            answer = owner.post(url, {**fields, "next": bad})
            assert answer.status_code < 500
            assert answer.get("Location", "/").startswith("/")
            assert not answer.get("Location", "/").startswith("//")
