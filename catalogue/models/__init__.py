"""Rows of the catalogue room, re-exported one by one."""

from catalogue.models.pack import PackEntry, PackRow

__all__ = ["PackEntry", "PackRow"]
