"""Arbitrary JSON for tests of code that reads it: values of every type, size and nesting that breaks careless
readers."""

from __future__ import annotations

import copy
import json
from typing import Any

from hypothesis import strategies as st

HUGE = 10**30
NUMBERS = st.one_of(
    st.integers(),
    st.sampled_from([0, -1, 2**31, 2**63, -(2**63), HUGE, -HUGE, 10**400, 1e308, 0.1, -0.0]),
    st.floats(),
)
TEXTS = st.one_of(
    st.text(max_size=12),
    st.sampled_from(["", "\x00", "\ud800", "a" * 5000, "\r\n", "\u202e", "__class__", "0", "NaN", "[[[["]),
)
PLAIN = st.one_of(st.none(), st.booleans(), NUMBERS, TEXTS)


def _wider(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.one_of(st.lists(inner, max_size=5), st.dictionaries(TEXTS, inner, max_size=5))


ANYTHING: st.SearchStrategy[Any] = st.recursive(PLAIN, _wider, max_leaves=15)


def nested(depth: int, kind: str = "list") -> Any:
    """A list in a list, or an object in an object, nested to this depth."""
    value: Any = []
    for _level in range(depth):
        value = [value] if kind == "list" else {"a": value}
    return value


def _places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [path] if path else []
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, inner in pairs:
        found += _places(inner, (*path, name))
    return found


@st.composite
def damaged(draw: st.DrawFn, whole: Any, most: int = 3) -> Any:
    """`whole` (plain JSON) with one to `most` of its values replaced by arbitrary ones or removed."""
    value = copy.deepcopy(whole)
    for _number in range(draw(st.integers(1, most))):
        places = _places(value)
        if not places:
            return draw(ANYTHING)
        *way, last = draw(st.sampled_from(places))
        parent = value
        for step in way:
            parent = parent[step]
        if draw(st.booleans()) or not isinstance(parent, dict):
            parent[last] = draw(ANYTHING)
        else:
            del parent[last]
    return value


def as_bytes(value: Any) -> bytes:
    """JSON as a program would send it; it may contain NaN and halves of surrogate pairs."""
    return json.dumps(value).encode()
