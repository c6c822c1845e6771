"""Pictures of the sprite files: icons, ornaments and the shapes of sides."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final

from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

IMAGES: Final = Path(__file__).resolve().parents[3] / "static" / "img"
ICONS = "img/icons.svg"
_SYMBOL: Final = re.compile(
    r'<symbol id="o-(?P<name>[a-z]+)" (?P<attributes>[^>]*)>(?P<shapes>.*?)</symbol>', re.DOTALL
)


def icon(name: str, label: str = "") -> SafeString:
    """One icon; with a label it is an image with that name, otherwise it is hidden from screen readers."""
    source = static(ICONS)
    if label:
        return format_html(
            '<svg class="icon" role="img" aria-label="{}" width="24" height="24"><use href="{}#{}"/></svg>',
            label,
            source,
            name,
        )
    return format_html(
        '<svg class="icon" aria-hidden="true" width="24" height="24"><use href="{}#{}"/></svg>', source, name
    )


@cache
def _ornaments() -> dict[str, tuple[SafeString, SafeString]]:
    """Attributes and shapes of each ornament, by its name."""
    text = (IMAGES / "ornaments.svg").read_text(encoding="utf-8")
    return {
        found["name"]: (mark_safe(found["attributes"]), mark_safe(found["shapes"]))  # noqa: S308
        for found in _SYMBOL.finditer(text)
    }


def ornament(name: str) -> SafeString:
    """One woodcut ornament; screen readers skip it. It is part of the page, because each page shows few of them and a
    file would be one more request."""
    attributes, shapes = _ornaments()[name]
    return format_html('<svg class="ornament ornament-{}" aria-hidden="true" {}>{}</svg>', name, attributes, shapes)


@cache
def favicon() -> SafeString:
    """The icon of the page as a data address, for the same reason."""
    text = (IMAGES / "favicon.svg").read_text(encoding="utf-8").strip()
    quoted = text.replace("%", "%25").replace("#", "%23").replace("<", "%3C").replace(">", "%3E").replace('"', "'")
    return mark_safe(f"data:image/svg+xml,{quoted}")  # noqa: S308


def side_shape(side: str, label: object) -> SafeString:
    """The shape of a side (a, b, c or d) as an image with a name."""
    return format_html(
        '<svg role="img" aria-label="{}" width="16" height="16"><use href="{}#side-{}"/></svg>',
        label,
        static(ICONS),
        side,
    )
