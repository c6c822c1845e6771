"""Template tags of the look: icons, ornaments, crests, the theme, the main navigation and form helpers.

None of them queries the database, so that error pages can use them too.
"""

import secrets
from collections.abc import Sequence
from typing import Any, Final
from urllib.parse import urlencode

from django import template
from django.conf import settings
from django.template.context import Context
from django.templatetags.static import static
from django.utils.functional import Promise
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from mordheim_site.look import prose, words
from mordheim_site.look.svg import sprites
from mordheim_site.look.svg.crest import crest_svg
from mordheim_site.look.tokens import theme_tokens

register = template.Library()

THEMES: Final = ("light", "dark", "device")
THEME_COOKIE: Final = "theme"

NAV: Final[tuple[tuple[str, str | Promise, str], ...]] = (
    ("/play/", _("Play"), "sword"),
    ("/warbands/", _("Warbands"), "banner"),
    ("/campaigns/", _("Leagues"), "map"),
    ("/rules/", _("Rules"), "book"),
    ("/search/", _("Search"), "search"),
)


@register.simple_tag
def site_name() -> str:
    """The name on the wordmark and in titles."""
    return str(settings.SITE_NAME)


@register.simple_tag(takes_context=True)
def theme(context: Context) -> str:
    """The theme of the page: `light`, `dark` or `device`. The template's own choice comes first, then the reader's
    cookie."""
    chosen = context.get("theme")
    if chosen is None:
        request = context.get("request")
        chosen = request.COOKIES.get(THEME_COOKIE) if request is not None else None
    return chosen if chosen in THEMES else "device"


@register.simple_tag(takes_context=True)
def theme_colours(context: Context) -> SafeString:
    """Meta tags with the colour that browsers use for their frame: that of the chosen theme, or one for each theme."""
    chosen = theme(context)
    if chosen != "device":
        return format_html('<meta name="theme-color" content="{}">', theme_tokens(chosen)["page"])
    line = '<meta name="theme-color" media="(prefers-color-scheme: {})" content="{}">'
    return format_html_join("", line, ((each, theme_tokens(each)["page"]) for each in ("light", "dark")))


@register.simple_tag(takes_context=True)
def main_nav(context: Context) -> list[dict[str, Any]]:
    """The five entries of the header and the bottom bar; `is_here` is the value for `aria-current`."""
    request = context.get("request")
    path = request.path if request is not None else ""
    entries = []
    for url, label, glyph in NAV:
        here = "page" if path == url else "true" if path.startswith(url) else ""
        entries.append({"url": url, "label": label, "icon": glyph, "is_here": here})
    return entries


@register.simple_tag
def icon(name: str, label: str = "") -> SafeString:
    """One icon of the sprite. With a label it is an image with that name, otherwise screen readers skip it."""
    return sprites.icon(name, label)


@register.simple_tag
def favicon() -> SafeString:
    """The address of the icon of the page."""
    return sprites.favicon()


@register.simple_tag
def ornament(name: str) -> SafeString:
    """One woodcut ornament: rubble, arch, seal, knot, feather, candle or key. Screen readers skip it."""
    return sprites.ornament(name)


@register.simple_tag
def crest(seed_or_spec: str, size: int = 48, label: str = "") -> SafeString:
    """A warband's emblem, generated from a spec such as `ink/bend/tower/B` or from any seed text."""
    return crest_svg(str(seed_or_spec), size=size, label=label)


@register.simple_tag
def notice_kind(kind: str = "") -> words.Mark:
    """The state class, icon and word of a notice; accepts Django's message levels."""
    return words.notice_mark(str(kind))


@register.simple_tag
def state_of(code: str) -> words.Mark:
    """The class, icon and word of a state code. Raises KeyError for an unknown code."""
    return words.STATES[code]


@register.simple_tag
def provenance(kind: str) -> words.Badge:
    """The badge for an origin of data. Raises KeyError for an unknown kind."""
    return words.PROVENANCE[kind]


@register.simple_tag
def prompt_kicker(state: str = "", who: str = "") -> dict[str, str | Promise]:
    """The line above a prompt that shows whose decision it is, with an icon."""
    mark = words.KICKERS[state or "mine"]
    word: str | Promise = mark.word
    if who and state == "theirs":
        word = _("%(who)s decides") % {"who": who}
    return {"icon": mark.icon, "word": word}


@register.simple_tag
def statline_heads(heads: Sequence[str] | None = None) -> list[dict[str, str | Promise]]:
    """Column headings of a statline with their full names: the nine characteristics, or the given headings."""
    names = dict(words.CHARACTERISTICS)
    return [{"short": short, "name": names.get(short, "")} for short in heads or names]


@register.simple_tag
def statline_reasons(row: dict[str, Any], columns: Sequence[dict[str, Any]]) -> list[str]:
    """Why values differ from the printed ones, as sentences such as `WS 4, was 3: advance`."""
    sentences = []
    for cell, column in zip(row["values"], columns, strict=True):
        if cell.get("why"):
            change = {"head": column["short"], "value": cell["value"], "was": cell.get("was"), "why": cell["why"]}
            sentences.append(str(_("%(head)s %(value)s, was %(was)s: %(why)s") % change))
    return sentences


@register.simple_tag
def experience(points: int, lines: Sequence[int]) -> dict[str, Any]:
    """Values for the experience track: `next` is the experience of the next advance, `boxes` are CSS classes of the
    boxes up to it."""
    upcoming, boxes = words.experience_boxes(points, lines)
    return {"next": upcoming, "boxes": boxes}


@register.simple_tag
def die_face(face: int | None = None, sides: int | None = 6, struck: bool = False) -> SafeString:
    """A die with pips and a digit. It is blank until rolled, and struck through if a re-roll replaced it."""
    if face in (None, ""):
        return format_html(
            '<span class="die"><span class="die-blank"></span><span class="visually-hidden">{}</span></span>',
            _("not rolled"),
        )
    if (sides or 6) == 6 and face in range(1, 7):
        drawn = format_html("{}<span>{}</span>", icon(f"die-{face}"), face)
    else:
        drawn = format_html('<span class="die-other">{}</span>', face)
    if struck:
        return format_html(
            '<del class="die is-struck">{}<span class="visually-hidden"> {}</span></del>', drawn, _("re-rolled")
        )
    return format_html('<span class="die">{}</span>', drawn)


@register.simple_tag
def die_pips(face: int) -> SafeString:
    """A small die with its pips, or a number for a die with more than six sides. A text next to it must say the
    same."""
    if face in range(1, 7):
        return sprites.icon(f"die-{face}")
    return format_html('<span class="die-other">{}</span>', face)


@register.simple_tag
def side_mark(side: str, label: str = "") -> SafeString:
    """The coloured shape of a side (a, b, c or d) with its name for screen readers; for further sides the letter."""
    if side not in words.SIDES:
        text = label or _("Side %(letter)s") % {"letter": side.upper()}
        return format_html('<span class="side-mark" role="img" aria-label="{}">{}</span>', text, side.upper())
    shape = sprites.side_shape(side, label or words.SIDES[side])
    return format_html('<span class="side-mark side-{}">{}</span>', side, shape)


@register.simple_tag
def idempotency_key(key: str = "") -> SafeString:
    """The hidden field with which a form that is submitted twice acts only once. A given key is reused when the form is
    shown again."""
    return format_html('<input type="hidden" name="idempotency_key" value="{}">', key or secrets.token_urlsafe(16))


@register.simple_tag(takes_context=True)
def script(context: Context, path: str) -> SafeString:
    """A module script of the site, with the nonce of the page's content security policy if one is used."""
    nonce = str(getattr(context.get("request"), "csp_nonce", None) or "")
    mark = format_html(' nonce="{}"', nonce) if nonce else ""
    return format_html('<script type="module" src="{}"{}></script>', static(path), mark)


@register.filter
def excerpt(text: str, words: int) -> str:
    """The first words of a text that users wrote in Markdown, without markup."""
    return prose.excerpt(text, words)


@register.simple_tag
def page_query(number: int, **filters: object) -> str:
    """The query string for another page of a list, with its number and the current filters."""
    return "?" + urlencode({"page": number} | {name: value for name, value in filters.items() if value})


@register.simple_tag
def fragment(url: str, target: str) -> SafeString:
    """Attributes for a form that posts to `url` and replaces the region with the id `target` by the response."""
    return format_html(
        'action="{}" method="post" hx-post="{}" hx-target="#{}" hx-swap="outerHTML" hx-sync="this:drop" data-fragment',
        url,
        url,
        target,
    )
