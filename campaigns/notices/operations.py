"""Operations on a user's notifications: read them, choose them, and add or remove devices."""

from __future__ import annotations

from typing import Annotated, Any

from django.shortcuts import get_object_or_404
from pydantic import Field

from accounts.models import User
from campaigns.core.notice_rules import KINDS
from campaigns.deals.api_shapes import choices_shape, device_shape
from campaigns.deals.serializers import ChoicesShape, DeviceShape
from campaigns.models import NoticeChoice, PushDevice, Rhythm
from campaigns.notices import mail, push
from mordheim_site.operations.base import Call, Operation
from mordheim_site.operations.types import choice, required_text, text


class NoticeOperation(Operation, who="every signed-in user", knows_keys=False):
    """Base of operations on the caller's own notifications."""

    @classmethod
    def target_for(cls, actor: User, **address: Any) -> Any:
        """No target: the operation is about the caller."""
        return None


class MarkRead(NoticeOperation, name="notices_read", status=204):
    """Mark all notices of your inbox as read."""

    def carry_out(self, target: None, call: Call) -> None:
        mail.mark_read(user_id=call.actor.pk, now=call.at)


class ChooseNotices(
    NoticeOperation,
    name="notices_choose",
    response=ChoicesShape,
    example={"muted": [], "rhythm": "daily"},
):
    """Choose which events notify you, and whether by mail."""

    muted: Annotated[list[Annotated[str, *choice(sorted(KINDS))]], Field(max_length=len(KINDS))]
    rhythm: Annotated[str, *choice(Rhythm.values)]

    def carry_out(self, target: None, call: Call) -> NoticeChoice:
        return mail.choose(user_id=call.actor.pk, muted=self.muted, rhythm=self.rhythm)

    @classmethod
    def response_of(cls, target: None, result: NoticeChoice, call: Call) -> dict[str, Any]:
        return choices_shape(result)


class AddDevice(
    NoticeOperation,
    name="notices_device_on",
    component="DeviceRequest",
    limit="messages",
    status=201,
    response=DeviceShape,
    example={"endpoint": "https://push.example.org/abc", "point": "BEl62iUY", "auth": "8eDyX_uC", "name": "Phone"},
    errors=(push.NoPush, push.NoSuchDevice),
):
    """Add a device for push notifications: endpoint, public key (p256dh) and secret of its subscription, base64url."""

    endpoint: Annotated[str, *required_text(400)]
    point: Annotated[str, *required_text(100)]
    auth: Annotated[str, *required_text(40)]
    name: Annotated[str, *text(60)] = ""

    def carry_out(self, target: None, call: Call) -> PushDevice:
        return push.switch_on(user_id=call.actor.pk, now=call.at, **self.model_dump())

    @classmethod
    def response_of(cls, target: None, result: PushDevice, call: Call) -> dict[str, Any]:
        return device_shape(result)


class RemoveDevice(NoticeOperation, name="notices_device_off", status=204, knows_keys=False):
    """Send no more push notifications to a device."""

    @classmethod
    def target_for(cls, actor: User, **address: Any) -> str:
        """The id of the caller's device. Raises Http404."""
        return get_object_or_404(PushDevice, user=actor, public_id=address["pid"]).public_id

    def carry_out(self, target: str, call: Call) -> None:
        push.switch_off(user_id=call.actor.pk, device=target)


OPERATIONS = (MarkRead, ChooseNotices, AddDevice, RemoveDevice)
