"""Renders Markdown written by users as clean HTML."""

import markdown
import nh3
from django.utils.safestring import SafeString, mark_safe

PROSE_TAGS = {"p", "ul", "ol", "li", "h2", "h3", "h4", "strong", "em", "code", "pre", "a", "blockquote", "hr", "br"}


def prose(text: str) -> SafeString:
    """Markdown as clean HTML: headings from the second level on, no scripts, styles or pictures."""
    html = markdown.markdown(text, extensions=["sane_lists"], output_format="html")
    return mark_safe(nh3.clean(html, tags=PROSE_TAGS, attributes={"a": {"href", "title"}}))
