"""SVG elements as safe text, with every attribute escaped.

Attributes are keyword arguments: a trailing underscore is left out (`class_`), underscores become hyphens
(`stroke_width`), names with capitals stay (`viewBox`). An attribute that is None is left out. Floats get at most two
decimals.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

Point = tuple[float, float]


def number(value: float) -> str:
    """The number as text: at most two decimals, no trailing zeros."""
    return f"{value:.2f}".rstrip("0").rstrip(".") or "0"


def _escaped(value: object) -> str:
    return conditional_escape(value if isinstance(value, str) else str(value))


@cache
def _name(keyword: str) -> str:
    return keyword.rstrip("_").replace("_", "-")


def _start(tag: str, attributes: dict[str, object]) -> str:
    parts = [f"<{tag}"]
    for keyword, value in attributes.items():
        if value is not None:
            text = number(value) if isinstance(value, float) else _escaped(value)
            parts.append(f' {_name(keyword)}="{text}"')
    return "".join(parts)


def element(tag: str, /, *content: object, **attributes: object) -> SafeString:
    """An element with its content; text that is not marked as safe is escaped. Without content the element closes
    itself."""
    start = _start(tag, attributes)
    inside = joined(content)
    return mark_safe(f"{start}>{inside}</{tag}>" if content else f"{start}/>")  # noqa: S308 - every part is escaped


def joined(parts: Iterable[object]) -> SafeString:
    """Concatenate elements or texts; text that is not marked as safe is escaped."""
    return mark_safe("".join(_escaped(part) for part in parts))  # noqa: S308 - every part is escaped


def drawing(*content: object, **attributes: object) -> SafeString:
    """An `svg` element. Give it a `role` and `aria_label`, or `aria_hidden="true"`."""
    return element("svg", joined(content), **attributes)


def group(*content: object, at: Point | None = None, **attributes: object) -> SafeString:
    """A `g` element, translated to `at` if given."""
    moved = {} if at is None else {"transform": f"translate({number(at[0])} {number(at[1])})"}
    return element("g", joined(content), **attributes, **moved)


def path(d: str, **attributes: object) -> SafeString:
    """A path with the commands `d`. `classes` and other attributes come before `d` in the markup."""
    return element("path", **attributes, d=d)


def circle(center: Point, radius: float, **attributes: object) -> SafeString:
    """A circle around `center`."""
    return element("circle", **attributes, cx=float(center[0]), cy=float(center[1]), r=float(radius))


def line_through(points: Iterable[Point], *, closed: bool = False) -> str:
    """Path commands through the points."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + ("Z" if closed else "")


def upright(text: object, *, y: str, class_: str) -> SafeString:
    """Text that stays upright when the board is rotated."""
    return group(element("text", text, class_=class_, y=y), class_="upright")
