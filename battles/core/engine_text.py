"""Translation of the engine's English sentences. Their patterns are message ids of the translation catalogue."""

from __future__ import annotations

from django.utils.translation import gettext

from battles.engine.sentences import Sentence


def translate(text: str) -> str:
    """A sentence of the engine in the reader's language, or in English if there is no translation."""
    if not text:
        return ""
    if isinstance(text, Sentence):
        values = {
            name: translate(value) if isinstance(value, Sentence) else value for name, value in text.values.items()
        }
        return gettext(text.pattern).format(**values)
    return gettext(text)
