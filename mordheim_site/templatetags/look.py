"""Template tags of the look: icons, ornaments, crests, the theme, the main navigation and form helpers.

None of them queries the database, so that error pages may use them.
"""

import secrets
from typing import Any, Final

from django import template
from django.template.context import Context
from django.templatetags.static import static
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from mordheim_site.look.crest import crest_svg

register = template.Library()

SITE_NAME: Final = "Mordheim Muster"
THEMES: Final = ("light", "dark", "device")
THEME_COOKIE: Final = "theme"

NAV: Final[tuple[tuple[str, str | Promise, str], ...]] = (
    ("/play/", _("Play"), "sword"),
    ("/warbands/", _("Warbands"), "banner"),
    ("/campaigns/", _("Campaigns"), "map"),
    ("/rules/", _("Rules"), "book"),
    ("/search/", _("Search"), "search"),
)

NOTICES: Final[dict[str, tuple[str, str | Promise]]] = {
    "ok": ("tick", _("Done.")),
    "warn": ("warning", _("Mind this.")),
    "bad": ("cross", _("Not done.")),
    "info": ("info", _("Note.")),
}
NOTICE_ALIASES: Final = {"success": "ok", "warning": "warn", "error": "bad", "debug": "info"}


@register.simple_tag
def site_name() -> str:
    """The name on the wordmark and in titles."""
    return SITE_NAME


@register.simple_tag(takes_context=True)
def theme(context: Context) -> str:
    """`light`, `dark` or `device`: the template's own choice, else the reader's cookie."""
    chosen = context.get("theme")
    if chosen is None:
        request = context.get("request")
        chosen = request.COOKIES.get(THEME_COOKIE) if request is not None else None
    return chosen if chosen in THEMES else "device"


@register.simple_tag(takes_context=True)
def main_nav(context: Context) -> list[dict[str, Any]]:
    """The five entries of header and bottom bar, with `is_here` as a value for `aria-current`."""
    request = context.get("request")
    path = request.path if request is not None else ""
    entries = []
    for url, label, glyph in NAV:
        here = "page" if path == url else "true" if path.startswith(url) else ""
        entries.append({"url": url, "label": label, "icon": glyph, "is_here": here})
    return entries


@register.simple_tag
def icon(name: str, label: str = "") -> SafeString:
    """One icon of the sprite; with a label it is an image with that name, else it is hidden from speech."""
    source = static("img/icons.svg")
    if label:
        return format_html(
            '<svg class="icon" role="img" aria-label="{}" width="24" height="24"><use href="{}#{}"/></svg>', label, source, name
        )
    return format_html(
        '<svg class="icon" aria-hidden="true" width="24" height="24"><use href="{}#{}"/></svg>', source, name
    )


@register.simple_tag
def ornament(name: str) -> SafeString:
    """One woodcut ornament: rubble, arch, seal, knot, feather, candle or key. Hidden from speech."""
    return format_html(
        '<svg class="ornament ornament-{}" aria-hidden="true"><use href="{}#o-{}"/></svg>',
        name,
        static("img/ornaments.svg"),
        name,
    )


@register.simple_tag
def crest(seed_or_spec: str, size: int = 48, label: str = "") -> SafeString:
    """A warband's emblem, composed from a spec such as `ink/bend/tower/B` or from any seed text."""
    return crest_svg(str(seed_or_spec), size=size, label=label)


@register.simple_tag
def notice_kind(kind: str) -> dict[str, str | Promise]:
    """The state class, icon and word of a notice; Django's message levels are understood."""
    levels = str(kind).split()
    state = next((NOTICE_ALIASES.get(level, level) for level in levels if NOTICE_ALIASES.get(level, level) in NOTICES), "info")
    glyph, word = NOTICES[state]
    return {"state": state, "icon": glyph, "word": word}


@register.simple_tag
def idempotency_key(key: str = "") -> SafeString:
    """The hidden field that lets a form be sent twice and happen once. A given key is kept on redisplay."""
    return format_html('<input type="hidden" name="idempotency_key" value="{}">', key or secrets.token_urlsafe(16))


@register.simple_tag
def fragment(url: str, target: str) -> SafeString:
    """Attributes for a form that posts to `url` and swaps the region with the id `target` in place."""
    return format_html(
        'action="{}" method="post" hx-post="{}" hx-target="#{}" hx-swap="outerHTML" hx-sync="this:drop" data-fragment',
        url,
        url,
        target,
    )
