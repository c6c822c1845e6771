"""Pictures of the sprite files: icons, ornaments and the shapes of sides."""

from __future__ import annotations

from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

ICONS = "img/icons.svg"
ORNAMENTS = "img/ornaments.svg"


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


def ornament(name: str) -> SafeString:
    """One woodcut ornament; screen readers skip it."""
    return format_html(
        '<svg class="ornament ornament-{}" aria-hidden="true"><use href="{}#o-{}"/></svg>',
        name,
        static(ORNAMENTS),
        name,
    )


def side_shape(side: str, label: object) -> SafeString:
    """The shape of a side (a, b, c or d) as an image with a name."""
    return format_html(
        '<svg role="img" aria-label="{}" width="16" height="16"><use href="{}#side-{}"/></svg>',
        label,
        static(ICONS),
        side,
    )
