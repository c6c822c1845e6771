"""Template tags of the board: keyboard shortcuts."""

from __future__ import annotations

from collections.abc import Mapping

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from battles.board.options.types import ACT_OF

register = template.Library()


@register.simple_tag
def verb_key(keys: Mapping[str, str], verb: str) -> SafeString:
    """The reader's key for an action of the board, or ""."""
    key = keys.get(ACT_OF.get(verb, verb), "") if keys else ""
    return format_html(" <kbd>{}</kbd>", key.upper()) if key else SafeString("")
