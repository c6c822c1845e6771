"""Renders Markdown written by users as clean HTML."""

import html

import markdown
import nh3
from django.utils.html import strip_tags
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import Truncator

PROSE_TAGS = {"p", "ul", "ol", "li", "h2", "h3", "h4", "strong", "em", "code", "pre", "a", "blockquote", "hr", "br"}


def excerpt(text: str, words: int) -> str:
    """The first words of a Markdown text, without markup."""
    return Truncator(html.unescape(strip_tags(prose(text)))).words(words)


def prose(text: str) -> SafeString:
    """Markdown as clean HTML: headings start at the second level; scripts, styles and pictures are removed."""
    page = markdown.markdown(text, extensions=["sane_lists"], output_format="html")
    return mark_safe(nh3.clean(page, tags=PROSE_TAGS, attributes={"a": {"href", "title"}}))
