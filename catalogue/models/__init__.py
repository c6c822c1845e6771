"""Rows of the catalogue room, re-exported one by one."""

from catalogue.models.custom_pack import OwnPack, PackRelease, PackVisibility
from catalogue.models.pack import PackEntry, PackRow

__all__ = ["OwnPack", "PackEntry", "PackRelease", "PackRow", "PackVisibility"]
