"""The socket of a battle: greeting, and events as they happen, with and without the channel layer of Redis."""

import asyncio
import json
from collections.abc import Iterable
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from django.conf import settings
from django.test import Client, override_settings
from django.utils import timezone

from accounts.api_keys import services as api_keys_services
from accounts.models import User
from battles.core.tests.factories import hot_seat
from battles.models import Battle
from battles.play import chat, commands
from battles.play.live import broadcast, event_tail
from mordheim_site import sockets
from mordheim_site.asgi import application
from tests_support.cast import make_user

LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
pytestmark = pytest.mark.django_db(transaction=True)


def battle_of_one() -> Battle:
    return hot_seat(make_user("watched"))


def give_up(battle: Battle) -> None:
    commands.carry_out_command(
        battle_id=battle.pk,
        actor_id=battle.created_by_id,
        side=battle.awaiting[0],
        command={"kind": "resign"},
        expected_seq=battle.seq,
        command_id="over",
        now=timezone.now(),
    )


BROWSER = ((b"origin", b"http://localhost"), (b"host", b"localhost"))


def socket_of(address: str, headers: Iterable[tuple[bytes, bytes]] = BROWSER) -> ApplicationCommunicator:
    """A socket to the site's own ASGI application, opened as by a browser on the site, or with other headers."""
    scope = {
        "type": "websocket",
        "path": address,
        "query_string": b"",
        "headers": list(headers),
        "subprotocols": [],
    }
    return ApplicationCommunicator(application, scope)


async def opened(socket: ApplicationCommunicator) -> bool:
    """Whether the socket was accepted."""
    await socket.send_input({"type": "websocket.connect"})
    return bool((await socket.receive_output(5))["type"] == "websocket.accept")


async def heard_on(socket: ApplicationCommunicator) -> dict[str, Any]:
    """The next message on the socket."""
    data: dict[str, Any] = json.loads((await socket.receive_output(10))["text"])
    return data


async def watch(battle: Battle, then: Any) -> list[dict[str, Any]]:
    """Open a socket, run `then`, and return the messages received."""
    socket = socket_of(f"/ws/battles/{battle.public_id}/")
    assert await opened(socket)
    heard = [await heard_on(socket)]
    await then()
    heard.append(await heard_on(socket))
    await socket.send_input({"type": "websocket.disconnect", "code": 1000})
    await socket.wait(5)
    return heard


@override_settings(EMBEDDED=False, CHANNEL_LAYERS=LAYERS)
def test_a_run_is_pushed_through_the_layer() -> None:
    battle = battle_of_one()

    async def then() -> None:
        await asyncio.to_thread(give_up, battle)

    hello, messages = asyncio.run(watch(battle, then))
    assert hello == {"seq": battle.seq, "hello": True}
    assert messages["seq"] > battle.seq
    assert messages["first"] == battle.seq + 1
    assert messages["events"][0][0] == "BattleEnded"


@override_settings(CHANNEL_LAYERS=LAYERS)
def test_an_unknown_battle_has_no_socket() -> None:
    assert asyncio.run(opened(socket_of("/ws/battles/AAAAAAAAAAAA/"))) is False


def test_without_redis_new_events_are_read_from_the_database() -> None:
    battle = battle_of_one()
    before = max((pk for pk, _group, _body in broadcast.newest_runs(0)), default=0)
    give_up(battle)
    runs = broadcast.newest_runs(before)
    assert [group for _pk, group, _body in runs] == [broadcast.group_of(battle.public_id)]
    body = runs[0][2]
    assert body["first"] == battle.seq + 1
    assert all(entry[0] != "FlowSet" for entry in body["events"])


def test_the_event_watch_runs_only_in_an_embedded_process() -> None:
    with override_settings(EMBEDDED=False):
        before = event_tail._task
        event_tail.open_watch()
        assert event_tail._task is before


@override_settings(CHANNEL_LAYERS=LAYERS)
def test_the_gallery_hears_players_as_they_talk() -> None:
    battle = battle_of_one()

    async def then() -> None:
        data = {"battle_id": battle.pk, "author_id": battle.created_by_id, "text": "Well met."}
        await asyncio.to_thread(lambda: chat.post_message(**data))

    _hello, messages = asyncio.run(watch(battle, then))
    assert messages == {"said": {"author": "watched", "side": "a", "text": "Well met."}}


@pytest.mark.parametrize("scheme", [b"Bearer", b"Token"])
def test_a_program_opens_a_socket_with_its_key(scheme: bytes) -> None:
    battle = battle_of_one()
    key = api_keys_services.create_key(user_id=battle.created_by_id or 0, name="bot").encode()

    async def heard(header: bytes) -> bool:
        socket = socket_of(f"/ws/battles/{battle.public_id}/", [(b"authorization", header), (b"host", b"localhost")])
        is_open = await opened(socket)
        if is_open:
            assert (await heard_on(socket))["seq"] == battle.seq
        return is_open

    with override_settings(CHANNEL_LAYERS=LAYERS):
        assert asyncio.run(heard(scheme + b" " + key))
        for wrong in (b"", scheme, scheme + b" wrong", b"Basic " + key):
            assert not asyncio.run(heard(wrong))


def test_a_socket_is_closed_when_its_key_is_revoked() -> None:
    battle = battle_of_one()
    owner = battle.created_by_id or 0
    key = api_keys_services.create_key(user_id=owner, name="bot").encode()

    async def closed() -> Any:
        headers = [(b"authorization", b"Bearer " + key), (b"host", b"localhost")]
        socket = socket_of(f"/ws/battles/{battle.public_id}/", headers)
        assert await opened(socket)
        await heard_on(socket)
        await asyncio.to_thread(lambda: api_keys_services.revoke_key(user_id=owner))
        data = {"battle_id": battle.pk, "author_id": owner, "text": "Well met."}
        await asyncio.to_thread(lambda: chat.post_message(**data))
        return await socket.receive_output(10)

    with override_settings(CHANNEL_LAYERS=LAYERS):
        assert asyncio.run(closed()) == {"type": "websocket.close", "code": sockets.CLOSE_KEY_REVOKED}


@pytest.mark.parametrize("has_message", [True, False])
@pytest.mark.parametrize("ending", ["logout", "password", "deactivated"])
def test_a_socket_is_closed_when_its_session_ends(
    ending: str, has_message: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    battle, client = battle_of_one(), Client()
    owner = User.objects.get(pk=battle.created_by_id)
    client.force_login(owner)
    cookie = f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}".encode()
    if not has_message:
        monkeypatch.setattr(sockets, "CHECK_S", 0.1)

    def talk() -> None:
        chat.post_message(battle_id=battle.pk, author_id=owner.pk, text="Well met.")

    def end() -> None:
        if ending == "logout":
            client.logout()
        elif ending == "password":
            owner.set_password("a new password of mine")
            owner.save()
        else:
            User.objects.filter(pk=owner.pk).update(is_active=False)

    async def closed() -> Any:
        socket = socket_of(f"/ws/battles/{battle.public_id}/", [*BROWSER, (b"cookie", cookie)])
        assert await opened(socket)
        await heard_on(socket)
        await asyncio.to_thread(talk)
        assert (await heard_on(socket))["said"]["text"] == "Well met."
        await asyncio.to_thread(end)
        if has_message:
            await asyncio.to_thread(talk)
        return await socket.receive_output(10)

    with override_settings(CHANNEL_LAYERS=LAYERS):
        assert asyncio.run(closed()) == {"type": "websocket.close", "code": sockets.CLOSE_SIGNED_OUT}


def test_a_page_of_another_site_opens_no_socket() -> None:
    battle = battle_of_one()
    key = api_keys_services.create_key(user_id=battle.created_by_id or 0, name="bot").encode()
    strange = [(b"origin", b"https://elsewhere.example"), (b"host", b"localhost"), (b"authorization", b"Token " + key)]
    with override_settings(CHANNEL_LAYERS=LAYERS):
        assert not asyncio.run(opened(socket_of(f"/ws/battles/{battle.public_id}/", strange)))
