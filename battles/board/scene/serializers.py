"""API shapes of the data for the 3D view."""

from __future__ import annotations

from rest_framework import serializers

from battles.board.scene.geometry import SceneData
from battles.board.scene.rays import Looks
from mordheim_site.api.typed_fields import TypedField


class SceneSerializer(serializers.Serializer[SceneData]):
    """The table as solid geometry, in hundredths of an inch."""

    scene = TypedField(SceneData)


class ModelSightSerializer(serializers.Serializer[Looks]):
    """What a model sees of each enemy, as rays."""

    sight = TypedField(Looks)
