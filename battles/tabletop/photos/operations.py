"""Operations on the photos of a tracked battle."""

from __future__ import annotations

from typing import Annotated, Any

from accounts.models import User
from battles.models import TrackPhoto
from battles.tabletop.models import Track
from battles.tabletop.permissions import track_to_read
from battles.tabletop.photos import services
from battles.tabletop.photos.selectors import photos_of
from battles.tabletop.photos.serializers import PhotoShape, photo_shapes
from battles.tabletop.sheets.services import NotYourSheet
from mordheim_site.operations.base import Call, Operation
from mordheim_site.operations.types import FileContent, text
from mordheim_site.pictures import NotAPicture, PictureTooLarge


class AddPhoto(
    Operation,
    name="tracks_photo_add",
    who="the players of the battle",
    component="TrackPhotoRequest",
    limit="pictures",
    status=201,
    response=PhotoShape,
    example={"content": "R0lGODlhAQABAIAAAAAAAP///yH5BAAAAAAALAAAAAABAAEAAAIBRAA7", "description": "The last stand"},
    errors=(NotYourSheet, services.TooManyPhotos, NotAPicture, PictureTooLarge),
):
    """Add a photo to a tracked battle: a JPEG, PNG, WebP or GIF. It may also be added after the battle."""

    content: FileContent
    description: Annotated[str, *text(200)] = ""

    @classmethod
    def target_for(cls, actor: User, **address: Any) -> Track:
        """The tracked battle. Raises Http404."""
        return track_to_read(actor, address["pid"])

    def carry_out(self, target: Track, call: Call) -> TrackPhoto:
        return services.add_photo(
            track_id=target.public_id,
            actor_id=call.actor.pk,
            upload=self.content,
            description=self.description,
            command_id=call.source_key,
            now=call.at,
        )

    @classmethod
    def response_of(cls, target: Track, result: TrackPhoto, call: Call) -> Any:
        views = [view for view in photos_of(target, call.actor.pk) if view.id == result.public_id]
        return photo_shapes(views)[0]


class RemovePhoto(
    Operation,
    name="tracks_photo_remove",
    who="the player who added the photo",
    knows_keys=False,
    status=204,
    errors=(services.NotYourPhoto,),
):
    """Remove a photo that you added to a tracked battle."""

    @classmethod
    def target_for(cls, actor: User, **address: Any) -> tuple[Track, str]:
        """The tracked battle and the id of the photo. Raises Http404."""
        return track_to_read(actor, address["pid"]), address["photo"]

    def carry_out(self, target: tuple[Track, str], call: Call) -> None:
        track, photo = target
        services.remove_photo(track_id=track.public_id, actor_id=call.actor.pk, public_id=photo, now=call.at)


OPERATIONS = (AddPhoto, RemovePhoto)
