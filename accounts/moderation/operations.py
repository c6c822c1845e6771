"""Operations of staff on names, pictures and packs of users, and of the owners on the notices."""

from __future__ import annotations

from typing import Annotated, Any

from django.http import Http404
from pydantic import Field

from accounts.models import Removal, User
from accounts.moderation import services
from accounts.moderation.serializers import RemovalShape, shape_of
from accounts.problem_reports.operations import PAGE
from mordheim_site.operations.base import Call, Operation
from mordheim_site.operations.types import required_text


class ModerationOperation(
    Operation, who="staff with the permission to add removals", response=RemovalShape, knows_keys=False
):
    """Base of the operations of staff."""

    @classmethod
    def response_of(cls, target: Any, result: Removal, call: Call) -> dict[str, Any]:
        return shape_of(result)


class RemoveContent(
    ModerationOperation,
    name="moderation_remove",
    status=201,
    errors=(services.NothingToRemove,),
    component="RemovalRequest",
    example={"kind": "warband_name", "key": "9sRt2VbYm5Qd", "reason": "This name insults another player."},
):
    """Remove a name, a picture or a pack. The owner sees the reason."""

    kind: Annotated[str, Field(max_length=20, description="portrait, pack, user_name, warband_name or campaign_name.")]
    key: Annotated[str, Field(max_length=64, description="The id of the portrait, pack, user or warband, or the slug.")]
    reason: Annotated[str, *required_text(500)]
    page: Annotated[str, Field(pattern=PAGE, description="The address on this site where it was seen.")] = ""

    @classmethod
    def target_for(cls, actor: User, **address: Any) -> None:
        _staff_only(actor)

    def carry_out(self, target: None, call: Call) -> Removal:
        return services.remove(
            kind=self.kind, key=self.key, reason=self.reason, page=self.page, by=call.actor, at=call.at
        )


class RestoreContent(ModerationOperation, name="moderation_restore", errors=(services.CannotRestore,)):
    """Restore what was removed."""

    @classmethod
    def target_for(cls, actor: User, **address: Any) -> Removal:
        _staff_only(actor)
        return _removal(public_id=address["pid"])

    def carry_out(self, target: Removal, call: Call) -> Removal:
        return services.restore(removal_id=target.pk, by=call.actor, at=call.at)


class ReadRemoval(Operation, name="removal_read", who="the owner of what was removed", status=204, knows_keys=False):
    """Mark the notice of a removal as read, so that it leaves the dashboard."""

    @classmethod
    def target_for(cls, actor: User, **address: Any) -> Removal:
        return _removal(public_id=address["pid"], owner=actor)

    def carry_out(self, target: Removal, call: Call) -> None:
        services.mark_read(removal_id=target.pk, at=call.at)


def _staff_only(actor: User) -> None:
    if not services.may_moderate(actor):
        raise Http404


def _removal(**wanted: Any) -> Removal:
    removal = Removal.objects.filter(**wanted).first()
    if removal is None:
        raise Http404
    return removal


OPERATIONS = (RemoveContent, RestoreContent, ReadRemoval)
