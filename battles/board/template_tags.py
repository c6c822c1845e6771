"""Template tags of the board: keyboard shortcuts, and the rows of models."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from battles.board.model_views import Figure
from battles.board.options.types import ACT_OF

register = template.Library()


@register.simple_tag
def verb_key(keys: Mapping[str, str], verb: str) -> SafeString:
    """The reader's key for an action of the board, or ""."""
    key = keys.get(ACT_OF.get(verb, verb), "") if keys else ""
    return format_html(" <kbd>{}</kbd>", key.upper()) if key else SafeString("")


@register.simple_tag
def figure_row(figure: Figure, selected: Figure | None, view: str) -> SafeString:
    """The row of a model in the lists of warriors."""
    return _row(figure, selected is not None and figure.id == selected.id, view, get_language())


@lru_cache(maxsize=8192)
def _row(figure: Figure, is_selected: bool, view: str, _language: str | None) -> SafeString:
    """Most models do not change from one command to the next."""
    return render_to_string("battles/_figure_row.html", {"figure": figure, "is_selected": is_selected, "view": view})
