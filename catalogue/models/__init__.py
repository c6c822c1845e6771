"""Models of the catalogue app."""

from catalogue.models.custom_pack import CustomPack, PackRelease, PackVisibility
from catalogue.models.pack import PackEntry, PackRow

__all__ = ["CustomPack", "PackEntry", "PackRelease", "PackRow", "PackVisibility"]
