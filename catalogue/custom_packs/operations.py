"""Operations on custom packs: create, check, save, release, share, copy, delete."""

from __future__ import annotations

from typing import Annotated, Any

from django.utils.translation import gettext_lazy as _
from pydantic import Field

from accounts.guests.services import AccountNeeded
from accounts.models import User
from accounts.moderation.services import RemovedByStaff
from catalogue.custom_packs import serializers, services
from catalogue.custom_packs.api_shapes import pack_shape
from catalogue.custom_packs.permissions import NotYourPack, pack_to_edit, pack_to_read
from catalogue.custom_packs.reader import CustomPackReading, read_custom_pack
from catalogue.models import CustomPack, PackRelease, PackVisibility
from catalogue.packs.strict_yaml import MAX_BYTES
from mordheim_site.api.fields import LARGEST
from mordheim_site.operations.base import Call, Operation
from mordheim_site.operations.types import choice, whole
from mordheim_site.refusals import Refusal

PackText = Annotated[
    str,
    Field(max_length=MAX_BYTES, description="YAML as `guides/?name=packs` describes, or the same as JSON."),
]
Edition = Annotated[
    int, *whole(1, LARGEST), Field(description="The edition of the draft that the caller saw; each change raises it.")
]


class NothingChosen(Refusal):
    """The request sets neither the visibility nor whether the pack is archived."""

    code = "no_such_choice"
    message = _(
        "Choose who can read the pack (only you, anyone with the link, or everyone), or whether it is archived."
    )


class NoSuchVersion(Refusal):
    """The pack has no version of this number."""

    code = "no_such_version"
    about = ("number",)
    message = _("This version does not exist, so nothing was copied.")


def check_author(actor: User) -> None:
    """Raise AccountNeeded for a guest."""
    if actor.is_guest:
        raise AccountNeeded


class PackOperation(Operation, who="the author of the pack", errors=(NotYourPack,)):
    """Base of the operations on one pack; the response is the pack."""

    @classmethod
    def target_for(cls, actor: User, **address: Any) -> CustomPack:
        """The pack. Raises Http404, NotYourPack."""
        return pack_to_edit(actor, address["pid"])

    @classmethod
    def response_of(cls, target: CustomPack, result: Any, call: Call) -> Any:
        return pack_shape(result, call.actor)


class CreatePack(
    Operation,
    name="packs_begin",
    who="everyone with an account",
    component="TextIn",
    limit="packs",
    status=201,
    response=serializers.PackOut,
    example={"text": "pack: {code: my_pack, name: New pack, tier: 3, publication: My notes, edition: First}"},
    errors=(AccountNeeded, services.TooManyPacks, services.InvalidPackText),
):
    """Create a pack with this text as its draft, with or without mistakes."""

    text: PackText

    @classmethod
    def target_for(cls, actor: User, **address: Any) -> None:
        """No target: the pack does not exist yet. Raises AccountNeeded."""
        check_author(actor)

    def carry_out(self, target: None, call: Call) -> CustomPack:
        return services.create_pack(owner_id=call.actor.pk, text=self.text, at=call.at, source_key=call.source_key[:64])

    @classmethod
    def response_of(cls, target: None, result: CustomPack, call: Call) -> Any:
        return pack_shape(result, call.actor)


class CheckPack(
    Operation,
    name="packs_check",
    who="everyone who is signed in",
    component="CheckIn",
    limit="checks",
    knows_keys=False,
    response=serializers.CheckOut,
    example={"text": "items: [{code: rope_of_silk}]"},
):
    """Check the text of a pack: every mistake, and advice for its scenarios. Nothing is saved."""

    text: PackText

    @classmethod
    def target_for(cls, actor: User, **address: Any) -> None:
        """No target: the text belongs to no pack."""

    def carry_out(self, target: None, call: Call) -> CustomPackReading:
        return read_custom_pack(self.text)

    @classmethod
    def response_of(cls, target: None, result: CustomPackReading, call: Call) -> Any:
        return serializers.check_shape(result)


class SaveDraft(
    PackOperation,
    name="packs_keep",
    component="DraftIn",
    limit="commands",
    knows_keys=False,
    response=serializers.PackOut,
    example={
        "edition": 1,
        "text": "pack: {code: my_pack, name: New pack, tier: 3, publication: My notes, edition: First}",
    },
    errors=(services.StaleDraft, services.InvalidPackText),
):
    """Save the draft of a pack, with or without mistakes. `edition` is the one that it was made from."""

    text: PackText
    edition: Edition

    def carry_out(self, target: CustomPack, call: Call) -> CustomPack:
        return services.save_draft(pack_id=target.pk, text=self.text, edition=self.edition, at=call.at)


class DeletePack(
    PackOperation,
    name="packs_delete",
    knows_keys=False,
    status=204,
    errors=(services.PackWasReleased,),
):
    """Delete a pack that was never released."""

    def carry_out(self, target: CustomPack, call: Call) -> None:
        services.delete(pack_id=target.pk)

    @classmethod
    def response_of(cls, target: CustomPack, result: None, call: Call) -> None:
        return None


class ReleasePack(
    PackOperation,
    name="packs_release",
    component="ReleaseIn",
    limit="packs",
    knows_keys=False,
    status=201,
    response=serializers.VersionOut,
    example={"edition": 1, "note": "First version"},
    errors=(services.StaleDraft, services.PackHasMistakes, services.NothingNew, services.InvalidPackText),
):
    """Release the draft as the next version, which never changes again."""

    edition: Edition
    note: Annotated[str, Field(max_length=300)] = ""

    def carry_out(self, target: CustomPack, call: Call) -> PackRelease:
        return services.release(pack_id=target.pk, note=self.note, edition=self.edition, at=call.at)

    @classmethod
    def response_of(cls, target: CustomPack, result: PackRelease, call: Call) -> Any:
        return serializers.version_shape(result)


class SharePack(
    PackOperation,
    name="packs_share",
    component="ShareIn",
    knows_keys=False,
    response=serializers.PackOut,
    example={"visibility": "public"},
    errors=(NothingChosen, RemovedByStaff),
):
    """Choose who can read a pack, and archive or restore it."""

    visibility: Annotated[str, *choice(PackVisibility.values)] | None = None
    is_put_away: Annotated[bool | None, Field(description="Archive the pack, or restore it.")] = None

    def carry_out(self, target: CustomPack, call: Call) -> CustomPack:
        if self.visibility is None and self.is_put_away is None:
            raise NothingChosen
        pack = target
        if self.visibility is not None:
            pack = services.share(pack_id=target.pk, visibility=self.visibility)
        if self.is_put_away is not None:
            pack = services.archive(pack_id=target.pk, at=call.at if self.is_put_away else None)
        return pack


class ForkPack(
    Operation,
    name="packs_fork",
    who="everyone with an account who may read the pack",
    component="ForkIn",
    limit="packs",
    status=201,
    response=serializers.PackOut,
    example={"number": 1},
    errors=(AccountNeeded, NoSuchVersion, services.TooManyPacks),
):
    """Copy a version of a pack as the draft of a pack of your own."""

    number: Annotated[int, *whole(1, 999)]

    @classmethod
    def target_for(cls, actor: User, **address: Any) -> CustomPack:
        """The pack. Raises Http404, AccountNeeded."""
        pack = pack_to_read(actor, address["pid"])
        check_author(actor)
        return pack

    def carry_out(self, target: CustomPack, call: Call) -> CustomPack:
        release = PackRelease.objects.select_related("pack").filter(pack=target, number=self.number).first()
        if release is None:
            raise NoSuchVersion
        return services.fork(release=release, owner_id=call.actor.pk, at=call.at, source_key=call.source_key[:64])

    @classmethod
    def response_of(cls, target: CustomPack, result: CustomPack, call: Call) -> Any:
        return pack_shape(result, call.actor)


OPERATIONS = (CreatePack, CheckPack, SaveDraft, DeletePack, ReleasePack, SharePack, ForkPack)
