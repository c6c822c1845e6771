"""Push notifications of battles: encrypted, and posted to the push service of each subscribed device. The service is a
local listener."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.urls import reverse

from accounts.models import User
from battles.aftermath.tests.test_reminders import waiting_for_dice
from battles.aftermath.tests.test_views import league
from battles.play.tests.test_clocks import dealt
from campaigns.models import Notice
from campaigns.notices.tests.test_notices import listener  # noqa: F401 - a fixture
from campaigns.notices.tests.test_push import Browser
from jobs.models import Job

pytestmark = pytest.mark.django_db
RunJobs = Callable[[], list[Job]]


@pytest.fixture
def push_service(request: pytest.FixtureRequest) -> Any:
    """The local listener used as the push service."""
    return request.getfixturevalue("listener")


def received(push_service: Any, device: Browser) -> Iterator[dict[str, str]]:
    """The messages that this device can decrypt, each of which names its sender and contains no plain text."""
    for headers, body in push_service.got:
        if device.can_read(body):
            message = device.read(body)
            assert headers["Content-Encoding"] == "aes128gcm"
            assert headers["Authorization"].startswith("vapid t=")
            assert message["body"].encode() not in body
            yield message


def test_a_player_who_has_to_enter_dice_gets_a_push_message(
    arbitrator: User,
    owner: User,
    rival: User,
    push_service: Any,
    run_jobs: RunJobs,
) -> None:
    devices = {user: Browser(number) for number, user in enumerate((owner, rival, arbitrator))}
    for user, device in devices.items():
        device.on(user)
    battle, _author = waiting_for_dice(league(arbitrator, owner, rival)[1])
    run_jobs()
    address = reverse("battles:aftermath", args=[battle.public_id])
    for player in (owner, rival):
        (message,) = [found for found in received(push_service, devices[player]) if "waits for dice" in found["body"]]
        notice = Notice.objects.get(user=player, source_key__startswith="aftermath-dice:")
        assert (message["url"], message["body"]) == (address, notice.sentence)
    assert not [found for found in received(push_service, devices[arbitrator]) if "waits for dice" in found["body"]]


def test_the_player_whose_turn_it_is_gets_a_push_message(
    owner: User,
    rival: User,
    push_service: Any,
    run_jobs: RunJobs,
) -> None:
    devices = {user: Browser(number) for number, user in enumerate((owner, rival))}
    for user, device in devices.items():
        device.on(user)
    battle = dealt(owner, rival, "week")
    run_jobs()
    address = reverse("battles:board", args=[battle.public_id])
    notices = Notice.objects.filter(kind="battle", sentence__startswith="Your turn in", user__in=devices)
    assert notices, "somebody has the first turn"
    for user, device in devices.items():
        messages = [found for found in received(push_service, device) if "Your turn in" in found["body"]]
        assert [message["body"] for message in messages] == [row.sentence for row in notices if row.user_id == user.pk]
        assert {message["url"] for message in messages} <= {address}
