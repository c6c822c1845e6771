"""Sentences with names in them, kept together with their pattern so that pages can translate them."""

from __future__ import annotations


class Sentence(str):
    """English text that remembers the `pattern` it was made from and the `values` filled into it."""

    __slots__ = ("pattern", "values")
    pattern: str
    values: dict[str, object]


def say(pattern: str, **values: object) -> Sentence:
    """Fill in the `{name}` placeholders of a pattern."""
    sentence = Sentence(pattern.format(**values))
    sentence.pattern = pattern
    sentence.values = values
    return sentence
