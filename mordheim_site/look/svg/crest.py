"""Warband emblems: a shield with field, stripe, charge and letter, rendered as SVG from a short text.

A spec is `field/stripe/charge/letter`, each part a code below (`ink/bend/lantern/B`); parts may be left out. Any other
text is a seed: the same text always gives the same emblem, with its first letter on it.
"""

import hashlib
from typing import Final, NamedTuple

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

#: Field colours with the tincture of stripes upon them; parchment stands out on each field and on each stripe.
FIELDS: Final[dict[str, tuple[str, str]]] = {
    "ink": ("#2b2620", "#5c5246"),
    "oxblood": ("#5c1d2c", "#8a3a48"),
    "moss": ("#2a4330", "#4c6b4d"),
    "slate": ("#2a4259", "#4b6883"),
    "plum": ("#44305a", "#6d5584"),
    "ochre": ("#6a4712", "#8a6526"),
}
#: Drawn within the outline of the shield, so that no clip path with an id of its own is needed.
STRIPES: Final[dict[str, str]] = {
    "none": "",
    "pale": "M17 1 17 52.1 19.6 53.3 24 55 28.4 53.3 31 52.1 31 1z",
    "fess": "M1 19 1.1 29.9 1.8 34 46.2 34 46.9 29.9 47 19z",
    "bend": "M1 1 1 7 42.2 42.8 44.1 39.8 45.1 37.6 46.3 33.3 14 1z",
    "sinister": "M34 1 1.7 33.3 2.9 37.6 3.9 39.8 5.8 42.8 47 7 47 1z",
    "chief": "M1 1 1 13 47 13 47 1z",
    "chevron": "M24 14 2.3 35.7 3.9 39.8 5.1 41.8 7 44.3 24 28 41 44.3 42.9 41.8 44.1 39.8 45.7 35.7z",
    "cross": "M1 19 1.1 29 19 29 19 53 24 55 29 53 29 29 46.9 29 47 19 29 19 29 1 19 1 19 19z",
    "parted": "M24 1 24 55 30.6 52.3 34.7 50 38.3 47.1 41.5 43.7 44.1 39.8 45.1 37.6 45.9 35.2 46.5 32.6 46.9 29.9 47 27 47 1z",
    "quarters": "M47 1 24 1 24 27 47 27zM24 27 1 27 1.1 29.9 1.5 32.6 2.1 35.2 2.9 37.6 3.9 39.8 6.5 43.7 9.7 47.1 13.3 50 17.4 52.3 24 55z",
}
CHARGES: Final[dict[str, str]] = {
    "none": "",
    "lantern": "M21 9a3 3 0 0 1 6 0v2h3l2 4H16l2-4h3zm1.5 2h3V9a1.5 1.5 0 0 0-3 0zM17 17h14l-1.5 17h-11zm7 4c-2 3-3 4-3 6.500a3 3 0 0 0 6 0C27 25 26 24 24 21zM16 36h16v3H16z",
    "tower": "M15 10h4v3h3v-3h4v3h3v-3h4v8l-3 2v14h3v4H15v-4h3V20l-3-2zm7 14v6h4v-6a2 2 0 0 0-4 0z",
    "dagger": "M24 6l3 5v14h6v3h-6v9a3 3 0 1 1-6 0v-9h-6v-3h6V11z",
    "moon": "M29 9a14 14 0 1 0 0 27 11 11 0 1 1 0-27z",
    "bell": "M24 8c7 0 8 6 8 12 0 6 2 8 4 10v3H12v-3c2-2 4-4 4-10 0-6 1-12 8-12zm-3 27h6a3 3 0 0 1-6 0z",
    "key": "M24 7a6.5 6.5 0 0 1 2 12.700V24h4v3h-4v3h5v7h-3v-4h-4v5h-4V19.700A6.5 6.5 0 0 1 24 7zm0 3.500a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
    "crow": "M10 16l7-5c4-3 8 0 9 4l10 16 2 6-6-2-7-2-1 5h-3l1-5-2-1-1 6h-3l1-7c-4-3-5-8-3-12l-4-1zm8-1a1.3 1.3 0 1 0 0 2.600 1.3 1.3 0 0 0 0-2.600z",
    "hand": "M14 20l3-1 2 4V10h3v10h1V8h3v12h1V9h3v12h1V12h3v14c0 6-3 8-4 12h-9c-1-6-6-10-7-18z",
    "tooth": "M14 9c4-3 7 1 10 1s6-4 10-1c4 4 1 10 0 14-1 5-1 13-4 15-3 1-3-9-6-9s-3 10-6 9c-3-2-3-10-4-15-1-4-4-10 0-14z",
    "wheel": "M24 8a15 15 0 1 1 0 30 15 15 0 0 1 0-30zm0 3.500a11.5 11.5 0 0 0-3 .4V19l3-1.5 3 1.500v-7.100a11.5 11.5 0 0 0-3-.4zm-6.5 2A11.5 11.5 0 0 0 12.7 21l6.3 1zm13 0L29 22l6.3-1a11.5 11.5 0 0 0-4.800-7.500zM12.7 25a11.5 11.5 0 0 0 5.800 8L19 24zm22.600 0L29 24l.5 9a11.5 11.5 0 0 0 5.800-8zM24 28.5 21.5 27v7.200a11.5 11.5 0 0 0 5 0V27z",
    "flame": "M24 7c1 6 9 9 9 18a9 9 0 0 1-18 0c0-5 3-6 4-10 2 1 3 3 3 5 2-3 3-7 2-13zm0 18c-2 2-3 3-3 5a3 3 0 0 0 6 0c0-2-1-3-3-5z",
    "skull": "M24 8c8 0 12 5 12 11 0 4-2 6-3 8l-2 1v5H17v-5l-2-1c-1-2-3-4-3-8 0-6 4-11 12-11zm-5 9a3.3 3.3 0 1 0 0 6.600 3.3 3.3 0 0 0 0-6.600zm10 0a3.3 3.3 0 1 0 0 6.600 3.3 3.3 0 0 0 0-6.600zm-5 7-1.5 4h3zM18 35h12v3h-3v-2h-1.500v2h-3v-2H21v2h-3z",
}
SHIELD: Final = "M1 1h46v26c0 16-11 24-23 28C12 51 1 43 1 27z"
PARCHMENT: Final = "#f4efdf"


class Crest(NamedTuple):
    """The four parts of an emblem; `letter` is one character or empty."""

    field: str
    stripe: str
    charge: str
    letter: str

    def spec(self) -> str:
        """The text that produces this emblem."""
        return "/".join(self)


def parse_crest(text: str) -> Crest:
    """The emblem of a spec, or the one generated from a seed text. A text with unknown parts counts as a seed."""
    parts = [part.strip() for part in text.split("/")]
    if 1 < len(parts) <= 4:
        parts += ["none", "none", ""][len(parts) - 1 :]
        field, stripe, charge, letter = parts
        if field in FIELDS and stripe in STRIPES and charge in CHARGES and len(letter) <= 1:
            return Crest(field, stripe, charge, letter)
    digest = hashlib.sha256(text.encode()).digest()
    charges = [code for code in CHARGES if code != "none"]
    letter = next((character.upper() for character in text if character.isalnum()), "")
    return Crest(
        list(FIELDS)[digest[0] % len(FIELDS)],
        list(STRIPES)[digest[1] % len(STRIPES)],
        charges[digest[2] % len(charges)],
        letter,
    )


def crest_svg(text: str, *, size: int = 48, label: str = "") -> SafeString:
    """The emblem as an SVG element `size` pixels high; labelled with `label`, or hidden from screen readers without
    one."""
    crest = parse_crest(text)
    ground, stripe = FIELDS[crest.field]
    name = format_html('role="img" aria-label="{}"', label) if label else mark_safe('aria-hidden="true"')
    shape = (
        format_html('<path d="{}" fill="{}"/>', STRIPES[crest.stripe], stripe)
        if STRIPES[crest.stripe]
        else mark_safe("")
    )
    badge = (
        format_html(
            '<circle cx="24" cy="46" r="7.5" fill="{}" stroke="{}"/><text x="24" y="49.7" text-anchor="middle"'
            ' font-family="Charter, Georgia, serif" font-weight="700" font-size="10.5" fill="{}">{}</text>',
            PARCHMENT,
            ground,
            ground,
            crest.letter,
        )
        if crest.letter
        else mark_safe("")
    )
    return format_html(
        '<svg class="crest" viewBox="-1 -1 50 58" width="{}" height="{}" {}><path d="{}" fill="{}"/>{}'
        '<path d="{}" fill="{}" fill-rule="evenodd" stroke="{}" stroke-width=".8" paint-order="stroke"/>{}<path d="{}" fill="none" class="crest-edge"/></svg>',
        round(size * 50 / 58),
        size,
        name,
        SHIELD,
        ground,
        shape,
        CHARGES[crest.charge],
        PARCHMENT,
        ground,
        badge,
        SHIELD,
    )
