"""What one phone records is sent to every other page on which the tabletop battle is open."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from battles.aftermath.tests.test_views import league
from battles.play.tests.test_sockets import LAYERS, heard_on, opened, socket_of
from battles.tabletop.tests.test_sheets import author_and_other
from battles.tabletop.tests.test_tracker import begun, press
from battles.tabletop.tracker import services as tracker_services

pytestmark = pytest.mark.django_db(transaction=True)
ClientOf = Callable[[User | None], Client]


@override_settings(CHANNEL_LAYERS=LAYERS)
def test_a_spectator_hears_of_each_entry_and_of_its_undoing(arbitrator: User, owner: User, rival: User) -> None:
    match = league(arbitrator, owner, rival)[1]
    author, _other = author_and_other(match)
    track = begun(match, author)

    async def watched() -> list[str]:
        socket = socket_of(f"/ws/battles/track/{track.public_id}/")
        assert await opened(socket)
        versions = [(await heard_on(socket))["version"]]
        await asyncio.to_thread(press, track, author, "note", "tap-1", text="Rain.")
        versions.append((await heard_on(socket))["version"])
        await asyncio.to_thread(
            lambda: tracker_services.undo_event(
                track_id=track.public_id, actor_id=author.pk, number=1, now=timezone.now()
            )
        )
        versions.append((await heard_on(socket))["version"])
        await socket.send_input({"type": "websocket.disconnect", "code": 1000})
        await socket.wait(5)
        return versions

    versions = asyncio.run(watched())
    track.refresh_from_db()
    assert len(set(versions)) == 3
    assert versions[-1] == track.version


@override_settings(CHANNEL_LAYERS=LAYERS)
def test_an_unknown_tabletop_battle_has_no_socket() -> None:
    assert asyncio.run(opened(socket_of("/ws/battles/track/AAAAAAAAAAAA/"))) is False


def test_a_page_that_shows_the_current_version_gets_an_empty_answer(
    arbitrator: User, owner: User, rival: User, client_of: ClientOf
) -> None:
    match = league(arbitrator, owner, rival)[1]
    author, other = author_and_other(match)
    track = begun(match, author)
    address = reverse("battles:track", args=[track.public_id])
    shown = {"since": track.version}
    assert client_of(other).get(address, shown, headers={"HX-Request": "true"}).status_code == 204
    press(track, author, "note", "tap-1", text="Rain.")
    changed = client_of(other).get(address, shown, headers={"HX-Request": "true"})
    assert changed.status_code == 200
    assert "Rain." in changed.content.decode()
