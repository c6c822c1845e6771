"""The engine's English sentences in the reader's language. Their patterns are the keys of the catalogue of messages."""

from __future__ import annotations

from django.utils.translation import gettext

from battles.engine.sentences import Sentence


def in_words(said: str) -> str:
    """A sentence of the engine as this reader reads it; without a translation it stays English."""
    if not said:
        return ""
    if isinstance(said, Sentence):
        values = {
            name: in_words(value) if isinstance(value, Sentence) else value for name, value in said.values.items()
        }
        return gettext(said.pattern).format(**values)
    return gettext(said)
