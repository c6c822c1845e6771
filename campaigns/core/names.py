"""The name of a match, made from the names of its warbands."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _


def versus(names: Sequence[str]) -> str:
    """The first against the others: "The Broken Lanterns against the Rat Tithe and the Ash Choir"."""
    others, last = ", ".join(names[1:-1]), names[-1]
    other = _("%(others)s and %(last)s") % {"others": others, "last": last} if others else last
    return _("%(one)s against %(other)s") % {"one": names[0], "other": other}
