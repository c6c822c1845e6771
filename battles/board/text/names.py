"""Lists of names in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext


def listed_names(names: Sequence[str], most: int) -> str:
    """Names joined with commas and "and". If there are more than `most`, the rest are counted: "Otto, Karl and 3
    others"."""
    shown = list(names)
    if len(shown) > most:
        left = len(shown) - most
        shown = [*shown[:most], ngettext("%(n)d other", "%(n)d others", left) % {"n": left}]
    if len(shown) < 2:
        return "".join(shown)
    return _("%(names)s and %(last)s") % {"names": ", ".join(shown[:-1]), "last": shown[-1]}
