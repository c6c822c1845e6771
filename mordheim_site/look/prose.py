"""Renders Markdown written by users as clean HTML, in time proportional to its length."""

import html
import re
from typing import Final

import cmarkgfm
import nh3
from cmarkgfm.cmark import Options
from django.utils.html import linebreaks, strip_tags
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import Truncator

PROSE_TAGS = {"p", "ul", "ol", "li", "h2", "h3", "h4", "strong", "em", "code", "pre", "a", "blockquote", "hr", "br"}
MOST_NESTED: Final = 40
"""Texts with more nested elements, such as quotes of quotes, are shown as they were typed: cleaning takes time with the
square of the depth."""
_TAG: Final = re.compile(r"<(/?)([a-z][a-z0-9]*)")
_WITHOUT_END: Final = frozenset({"br", "hr", "img"})


def excerpt(text: str, words: int) -> str:
    """The first words of a Markdown text, without markup."""
    return Truncator(html.unescape(strip_tags(prose(text)))).words(words)


def prose(text: str) -> SafeString:
    """Markdown (CommonMark) as clean HTML: headings start at the second level; scripts, styles and pictures are
    removed."""
    # Raw HTML is let through here because nh3 removes what is not allowed.
    page = cmarkgfm.markdown_to_html(text, options=Options.CMARK_OPT_UNSAFE)
    if _depth(page) > MOST_NESTED:
        return mark_safe(linebreaks(text, autoescape=True))
    return mark_safe(nh3.clean(page, tags=PROSE_TAGS, attributes={"a": {"href", "title"}}))


def _depth(page: str) -> int:
    """The largest number of elements open at the same time."""
    depth = most = 0
    for end, name in _TAG.findall(page):
        if name in _WITHOUT_END:
            continue
        depth += -1 if end else 1
        most = max(most, depth)
    return most
