"""Favourite warband lists of a user: the operation that marks one, and the API that lists them."""

from __future__ import annotations

from typing import Annotated, Any

from drf_spectacular.utils import extend_schema
from pydantic import Field
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import User
from accounts.services import mark_favourite_list
from catalogue.packs.installed import book
from mordheim_site.operations.api import handler_of
from mordheim_site.operations.base import Call, Operation
from mordheim_site.operations.types import Code
from warbands.builder.founding import NoSuchType


class FavouritesOut(serializers.Serializer[Any]):
    """The favourite warband lists of a user, in the order in which they were marked."""

    favourites = serializers.ListField(child=serializers.CharField(), help_text="Codes of warband lists.")


class MarkFavourite(
    Operation,
    name="warbands_mark_favourite",
    who="everyone, also guests",
    knows_keys=False,
    response=FavouritesOut,
    example={"warband_type": "reiklanders", "favourite": True},
    errors=(NoSuchType,),
):
    """Mark a warband list as a favourite, or remove the mark. Favourites come first where a warband is started."""

    warband_type: Annotated[Code, Field(description="The code of a warband list.")]
    favourite: Annotated[bool, Field(description="Whether the list is a favourite from now on.")] = True

    @classmethod
    def target_for(cls, actor: User, **address: Any) -> User:
        return actor

    def carry_out(self, target: User, call: Call) -> list[str]:
        """Raises NoSuchType for a list that the site does not have."""
        if self.favourite and self.warband_type not in book().warband_types:
            raise NoSuchType
        return mark_favourite_list(user_id=target.pk, code=self.warband_type, is_favourite=self.favourite)

    @classmethod
    def response_of(cls, target: User, result: list[str], call: Call) -> Any:
        return FavouritesOut({"favourites": result}).data


class FavouritesView(APIView):
    """The caller's favourite warband lists."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(responses=FavouritesOut, operation_id="warbands_favourites")
    def get(self, request: Request) -> Response:
        assert isinstance(request.user, User)
        return Response(FavouritesOut({"favourites": request.user.favourite_lists}).data)

    post = handler_of(MarkFavourite)
