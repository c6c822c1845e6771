"""The response of every address of the site to every kind of user, and that reading changes nothing."""

import asyncio

import pytest
from asgiref.testing import ApplicationCommunicator
from django.core.cache import cache
from django.test import Client

from mordheim_site.asgi import application
from tests.shell.addresses.hostile import fingerprint
from tests.shell.answers import ANSWERS, CIRCLE_ALONE
from tests.shell.answers.by_role import ARBITRATOR, OF_THE_LEAGUE, RIVAL, STAFF, STAFF_ACTS
from tests.shell.answers.refused import REFUSED
from tests.shell.world import Town, counting_writes, our_routes, routes, signed_in
from tests_support.cast import make_user

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(600)]

NOTHING_NOW = {"nothing_listed", "nothing_to_foresee"}
SECTIONS = sorted({address.split("/")[0] for address in ANSWERS})


def in_section(section: str) -> list[str]:
    return [address for address in ANSWERS if address.split("/")[0] == section]


def send(client: Client, address: str, url: str) -> int:
    if address.startswith("api/"):
        return client.post(url, data="{}", content_type="application/json").status_code
    return client.post(url).status_code


def usual(person: str, address: str) -> int:
    """The status of GET for this user where no other is stated: members of the league read its pages like the owner,
    staff read what is closed to strangers; everyone else is a stranger."""
    _visitor, stranger, owner, _visitors_act, _strangers_act = ANSWERS[address]
    if person == "staff":
        return owner if stranger == 404 else stranger
    return owner if address.startswith(OF_THE_LEAGUE) else stranger


def usual_act(address: str) -> int:
    """The status of an empty POST by staff: they may change nothing that strangers may not; where that is closed, they
    are refused."""
    return REFUSED if ANSWERS[address][4] == 404 else ANSWERS[address][4]


def test_every_address_has_a_stated_answer() -> None:
    known = {route.address for route in our_routes()}
    assert not known - set(ANSWERS), "say in tests/shell/answers/ who gets what answer there"
    assert not set(ANSWERS) - known, "these addresses are gone: take them out of tests/shell/answers/"


def fits(found: int, stated: int) -> bool:
    return found // 100 == 4 if stated == REFUSED else found == stated


def others_find(section: str, town: Town) -> list[str]:
    """Statuses for a fellow player, the league's second arbitrator and staff that differ from those stated."""
    staff = make_user("staff")
    staff.is_staff = staff.is_superuser = True
    staff.save(update_fields=["is_staff", "is_superuser"])
    people = {"rival": (town.rival, RIVAL), "arbitrator": (town.arbitrator, ARBITRATOR), "staff": (staff, STAFF)}
    wrong = []
    for person, (user, differing) in people.items():
        client = signed_in(user)
        for address in in_section(section):
            url, stated = town.url(address), differing.get(address, usual(person, address))
            with counting_writes() as written:
                found = client.get(url).status_code
            if not fits(found, stated):
                wrong.append(f"{person} at {address}: stated {stated}, found {found}")
            if written:
                wrong.append(f"{person} at {address}: GET wrote {written[0][:40]}")
            if person == "staff":
                found, stated = send(client, address, url), STAFF_ACTS.get(address, usual_act(address))
                if not fits(found, stated):
                    wrong.append(f"{person} at {address}: POST stated {stated}, found {found}")
                client.force_login(user)
    return wrong


@pytest.mark.slow
@pytest.mark.parametrize("section", SECTIONS)
def test_every_user_gets_the_stated_answer_and_reading_writes_nothing(section: str, town: Town) -> None:
    people = [signed_in(None), signed_in(town.stranger), signed_in(town.owner)]
    wrong = []
    for address in in_section(section):
        url, stated = town.url(address), ANSWERS[address]
        cache.clear()  # there are more addresses than a visitor may read in a minute
        with counting_writes() as written:
            found = [person.get(url).status_code for person in people]
        found += [send(person, address, url) for person in people[:2]]
        people[1].force_login(town.stranger)
        if not all(map(fits, found, stated)):
            wrong.append(f"{address}: stated {stated}, found {tuple(found)}")
        if written:
            wrong.append(f"{address}: GET wrote {written}")
    wrong += others_find(section, town)
    assert not wrong, "\n".join(wrong)


def test_only_known_addresses_state_an_answer_of_their_own() -> None:
    for differing in (RIVAL, ARBITRATOR, STAFF):
        assert set(differing) <= set(ANSWERS)
    for person, differing in (("rival", RIVAL), ("arbitrator", ARBITRATOR), ("staff", STAFF)):
        assert not [address for address, answer in differing.items() if answer == usual(person, address)]


def test_a_stranger_finds_nothing_of_a_closed_circles_battle(town: Town) -> None:
    before, outsiders = fingerprint(), (signed_in(None), signed_in(town.stranger))
    for address in CIRCLE_ALONE:
        url = town.url(address).replace(town.battle.public_id, town.league_battle.public_id)
        for person in outsiders:
            assert person.get(url).status_code in (401, 404, 405), url
            assert send(person, address, url) in (401, 403, 404, 405), url
        inside = signed_in(town.rival).get(url, headers={"accept": "application/json"})
        assert inside.status_code != 500, url
        # A member may learn that a model can do nothing now: another 404 than the one for strangers. This battle also
        # has no aftermath.
        if inside.status_code == 404:
            assert inside["Content-Type"] == "application/json", url
            missing = {"not_found"} if "<pid:aid>" in address else set()
            assert inside.json()["code"] in NOTHING_NOW | missing, url
    lists = ["/battles/", "/battles/?live", "/api/v1/battles/", "/api/v1/battles/?which=live"]
    for url in lists:
        assert town.league_battle.public_id not in signed_in(town.stranger).get(url).content.decode()
        assert town.battle.public_id not in signed_in(town.stranger).get(url).content.decode()
    assert fingerprint() == before


async def opens(address: str, cookie: str) -> bool:
    """Whether the site's own ASGI application accepts this socket for the user of the cookie."""
    headers = [(b"origin", b"http://localhost"), (b"host", b"localhost"), (b"cookie", f"sessionid={cookie}".encode())]
    scope = {"type": "websocket", "path": address, "query_string": b"", "headers": headers, "subprotocols": []}
    socket = ApplicationCommunicator(application, scope)
    await socket.send_input({"type": "websocket.connect"})
    accepted = (await socket.receive_output(5))["type"] == "websocket.accept"
    await socket.send_input({"type": "websocket.disconnect", "code": 1000})
    await socket.wait(5)
    return accepted


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("name", "may"), [("owner", True), ("rival", True), ("stranger", False), ("visitor", False)])
def test_the_socket_of_a_closed_circle_opens_for_its_people(town: Town, name: str, may: bool) -> None:
    person = getattr(town, name, None)
    cookie = signed_in(person).cookies["sessionid"].value if person is not None else "none"
    assert asyncio.run(opens(f"/ws/battles/{town.league_battle.public_id}/", cookie)) is may
    assert asyncio.run(opens(f"/ws/battles/{town.battle.public_id}/", cookie)) is True


ACTS = [address for address, stated in ANSWERS.items() if {403, 404} & set(stated[3:]) and 201 not in stated]


def test_a_strangers_press_changes_nothing(town: Town) -> None:
    before, outsiders = fingerprint(), (signed_in(None), signed_in(town.stranger))
    for address in ACTS:
        for person in outsiders:
            for method in ("post", "put", "patch", "delete"):
                answer = getattr(person, method)(town.url(address), data="{}", content_type="application/json")
                assert 400 <= answer.status_code < 500 or answer.status_code == 302, (method, address)
    assert fingerprint() == before


def test_the_admin_is_for_staff_alone(town: Town) -> None:
    lists = [
        f"/{route.address}" for route in routes() if route.address.startswith("admin/") and "<" not in route.address
    ]
    assert len(lists) > 20
    doors = {"/admin/login/", "/admin/logout/", "/admin/jsi18n/", "/admin/password_change/"}
    for url in lists:
        if url in doors or "(?P" in url:
            continue
        for person in (signed_in(None), signed_in(town.stranger), signed_in(town.owner)):
            answer = person.get(url)
            assert answer.status_code == 302, url
            assert "/admin/login/" in answer["Location"]


def test_staff_read_the_admin_and_every_list_of_it_opens(town: Town) -> None:
    town.stranger.is_staff = town.stranger.is_superuser = True
    town.stranger.save(update_fields=["is_staff", "is_superuser"])
    staff = signed_in(town.stranger)
    for route in routes():
        if route.address.startswith("admin/") and "<" not in route.address and "(?P" not in route.address:
            if route.address in ("admin/logout/", "admin/autocomplete/", "admin/login/"):
                continue
            with counting_writes() as written:
                assert staff.get(f"/{route.address}").status_code in (200, 302, 403), route.address
            assert not written
