"""Operations on the portraits of warriors."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from accounts.models import User
from mordheim_site.operations.base import Call, Operation
from mordheim_site.operations.types import FileContent
from mordheim_site.pictures import NotAPicture, PictureTooLarge
from warbands.builder.recruiting import NoSuchWarrior
from warbands.core.permissions import ReadOnly, warband_to_act_on
from warbands.models import Portrait, Warband
from warbands.portraits import services
from warbands.portraits.serializers import PortraitOut


class PortraitOperation(Operation, who="the owner of the warband", knows_keys=False, errors=(ReadOnly,)):
    """Base of the operations on the portrait of a warrior; the target is the warband and the warrior's id."""

    @classmethod
    def target_for(cls, actor: User, **address: Any) -> tuple[Warband, str]:
        """The warband and the id of the warrior. Raises Http404, ReadOnly."""
        return warband_to_act_on(actor, address["pid"]), address["wid"]


class SetPortrait(
    PortraitOperation,
    name="warrior_portrait_set",
    limit="pictures",
    response=PortraitOut,
    example={"content": "R0lGODlhAQABAIAAAAAAAP///yH5BAAAAAAALAAAAAABAAEAAAIBRAA7"},
    errors=(NoSuchWarrior, NotAPicture, PictureTooLarge),
):
    """Upload the portrait of a warrior: a JPEG, PNG, WebP or GIF. It replaces an earlier one."""

    content: FileContent

    def carry_out(self, target: tuple[Warband, str], call: Call) -> Portrait:
        warband, warrior = target
        return services.set_portrait(warband_id=warband.pk, warrior=warrior, upload=self.content, at=call.at)

    @classmethod
    def response_of(cls, target: tuple[Warband, str], result: Portrait, call: Call) -> Any:
        return {"id": result.public_id, "address": reverse("warbands:picture", args=[result.public_id])}


class RemovePortrait(PortraitOperation, name="warrior_portrait_remove", status=204):
    """Delete the portrait of a warrior."""

    def carry_out(self, target: tuple[Warband, str], call: Call) -> None:
        warband, warrior = target
        services.remove_portrait(warband_id=warband.pk, warrior=warrior)


OPERATIONS = (SetPortrait, RemovePortrait)
