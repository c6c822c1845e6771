"""Template tags for links to rules."""

from __future__ import annotations

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from catalogue.rules.chapters import address_of

register = template.Library()


@register.simple_tag
def rule_link(rule_id: str) -> SafeString:
    """A rule id as a link to its text; plain text for rules without a text, "" for an empty id."""
    if not rule_id:
        return SafeString("")
    address = address_of(rule_id)
    if not address:
        return format_html("<code>{}</code>", rule_id)
    return format_html('<a class="rule-link" href="{}"><code>{}</code></a>', address, rule_id)
