"""Template tags for the components of pages: button, field, chip, chips, card, row and empty state. They are available
in every template without `load`. Small components are built in Python, which is faster than including a template.
/design/ shows them in every state. None of them queries the database. The type of a button is always set, because htmx
follows `formaction` only then.

Further attributes of the element are given with underscores instead of hyphens: `data_copy="link"`. True writes the
attribute without a value; False, None and an empty text leave it out (an empty `value` is written).
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django import template
from django.forms import BoundField
from django.urls import reverse
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

from mordheim_site.look.svg.sprites import icon as icon_svg

register = template.Library()

KEPT_WHEN_EMPTY: Final = frozenset({"value", "href"})


def _attributes(values: Mapping[str, object]) -> str:
    """HTML attributes with escaped values, each with a space before it."""
    parts = []
    for key, value in values.items():
        name = key.replace("_", "-")
        if value is True:
            parts.append(f" {name}")
        elif value is not None and value is not False and (value != "" or name in KEPT_WHEN_EMPTY):
            parts.append(f' {name}="{conditional_escape(value)}"')
    return "".join(parts)


def _element(name: str, attributes: Mapping[str, object], content: str) -> SafeString:
    """An element with `content`, which must already be safe."""
    return mark_safe(f"<{name}{_attributes(attributes)}>{content}</{name}>")  # noqa: S308 - every part is escaped


def _address(to: str, arguments: Sequence[object], url: object, suffix: object) -> object:
    return f"{reverse(to, args=arguments)}{suffix}" if to else url


def _button_classes(kind: str, big: bool, extra: str) -> str:
    names = ["button"]
    if kind and kind != "plain":
        names.append(f"button-{kind}")
    if big:
        names.append("button-big")
    return " ".join([*names, extra] if extra else names)


@register.simple_tag
def button(
    label: object,
    *arguments: object,
    kind: str = "plain",
    icon: str = "",
    url: object = "",
    to: str = "",
    suffix: object = "",
    big: bool = False,
    busy: bool = False,
    why: object = "",
    id: str = "",
    dialog: str = "",
    extra: str = "",
    spoken: object = "",
    sign: bool = False,
    in_place: str = "",
    **attributes: object,
) -> SafeString:
    """A button, or a link that looks like one.

    kind: plain, main, quiet or danger. A link has an `url`, or in `to` the name of a route whose `arguments` follow the
    label, perhaps with a `suffix` such as "#dates". `why` is the reason why it cannot be pressed now; it is shown next
    to the button and needs an `id`. `dialog` is the id of the dialog that a link opens, `extra` are further classes,
    `spoken` is added to the label for screen readers, `sign` shows only the icon, and `in_place` is the id of the
    region that a link updates. Raises NoReverseMatch for an unknown route.
    """
    content = conditional_escape(label)
    if spoken:
        content = f'{content}<span class="visually-hidden"> {conditional_escape(spoken)}</span>'
    if icon:
        content = icon_svg(icon) + _element("span", {"class": "visually-hidden" if sign else ""}, content)
    classes = "icon-button" if sign else _button_classes(kind, big, extra)
    if why:
        marks = {"type": "button", "class": classes, "aria_disabled": "true", "aria_describedby": f"{id}-why"}
        reason = _element("span", {"class": "not-now-why", "id": f"{id}-why"}, conditional_escape(why))
        return _element("span", {"class": "not-now"}, _element("button", marks, content) + reason)
    address = _address(to, arguments, url, suffix)
    if address:
        if in_place:
            swap = {"hx_get": str(address).partition("#")[0], "hx_target": f"#{in_place}"}
            attributes = {**swap, "hx_swap": "outerHTML", "hx_push_url": "true", **attributes}
        marks = {"class": classes, "id": id, "href": address, "data_dialog": dialog, **attributes}
        return _element("a", marks, content)
    marks = {"type": "submit", "class": classes, "id": id, "aria_busy": "true" if busy else ""}
    return _element("button", {**marks, **attributes}, content)


@register.simple_block_tag
def button_block(
    content: str,
    *arguments: object,
    kind: str = "plain",
    url: object = "",
    to: str = "",
    suffix: object = "",
    big: bool = False,
    extra: str = "",
    **attributes: object,
) -> SafeString:
    """A button or link that contains markup, for example a part of the label only for screen readers."""
    address = _address(to, arguments, url, suffix)
    classes = _button_classes(kind, big, extra)
    if address:
        return _element("a", {"class": classes, "href": address, **attributes}, content)
    return _element("button", {"type": "submit", "class": classes, **attributes}, content)


@register.inclusion_tag("partials/_field.html")
def field(field: BoundField) -> dict[str, Any]:
    """Label, hint, control and errors of a bound form field."""
    return {"field": field}


@register.simple_tag
def number_field(id: str, name: str, label: object, value: object, **attributes: object) -> SafeString:
    """A short input for a number. `attributes`: step, min, max of the input."""
    control = _attributes({"id": id, "name": name, "type": "number", "value": value, **attributes})
    text = _element("label", {"for": id}, conditional_escape(label))
    return _element("div", {"class": "field is-short"}, f"{text}<input{control}>")


@register.simple_tag
def joined(*parts: object) -> str:
    """The parts concatenated to one text, for an address or value of a component: `{% joined "?match=" match.pk as
    suffix %}`."""
    return "".join(str(part) for part in parts)


@register.filter
def equals(value: object, other: object) -> str:
    """ "true" if both values are equal, otherwise "", for attributes such as aria-current and aria-pressed."""
    return "true" if value == other else ""


@register.simple_tag
def chip(
    label: object,
    *arguments: object,
    note: object = "",
    icon: str = "",
    url: object = "",
    to: str = "",
    suffix: object = "",
    current: object = False,
    chosen: bool = False,
    why: object = "",
    choice: str = "",
    **attributes: object,
) -> SafeString:
    """A chip: a link (`url`, or `to` as for `button`), an input of a form (`choice` is "radio" or "checkbox"), or a
    button.

    `note` is shown after the label in small type. `current` means that the link leads to the current page, `chosen`
    that the chip is selected and has a tick. `why` is the reason why it cannot be chosen.
    """
    words = conditional_escape(label)
    if note or why:
        words = f"{words} {_element('small', {}, conditional_escape(why or note))}"
    if why:
        return _element("span", {"class": "chip is-off"}, icon_svg("lock") + _element("span", {}, words))
    if choice:
        control = _attributes({"type": choice, "checked": bool(chosen), **attributes})
        tick = _element("span", {"class": "chip-tick"}, icon_svg("tick"))
        return _element("label", {"class": "chip"}, f"<input{control}>{tick}{_element('span', {}, words)}")
    glyph = icon_svg("tick" if chosen else icon) if chosen or icon else ""
    content = glyph + _element("span", {}, words) if glyph or note else words
    classes = "chip is-chosen" if chosen else "chip"
    address = _address(to, arguments, url, suffix)
    if address:
        marks = {"class": classes, "href": address, "aria_current": "true" if current or chosen else ""}
        return _element("a", {**marks, **attributes}, content)
    marks = {"type": "submit", "class": classes, "aria_pressed": "true" if chosen else ""}
    return _element("button", {**marks, **attributes}, content)


@register.inclusion_tag("partials/_chips.html")
def chips(label: object, chips: Sequence[Any], name: str = "", many: bool = False) -> dict[str, Any]:
    """A list of chips. They are links, or with a `name` radio buttons (checkboxes if `many`) of the form around
    them."""
    return {"label": label, "chips": chips, "name": name, "many": many}


@register.inclusion_tag("partials/_empty.html")
def empty_state(
    text: object, *arguments: object, url: object = "", to: str = "", label: object = "", icon: str = "", **more: Any
) -> dict[str, Any]:
    """What is shown for an empty list: `text`, a link to the first step (`label` with `url` or `to`), and an
    ornament."""
    return {"text": text, "url": _address(to, arguments, url, ""), "label": label, "icon": icon, **more}


@register.simple_block_tag
def card(content: str, title: object = "", stack: bool = False, extra: str = "", **attributes: object) -> SafeString:
    """A card with content. `title` becomes its heading, `stack` adds space between its parts, `extra` are further
    classes."""
    classes = " ".join(["card", *(["stack"] if stack else []), *([extra] if extra else [])])
    heading = f"<h2>{conditional_escape(title)}</h2>" if title else ""
    return _element("section", {"class": classes, **attributes}, heading + content)


@register.simple_block_tag
def row(content: str, apart: bool = False, extra: str = "", **attributes: object) -> SafeString:
    """Elements next to each other, which wrap if there is not enough room. With `apart`, the first and last are at the
    edges."""
    name = "row-apart" if apart else "row"
    return _element("div", {"class": f"{name} {extra}" if extra else name, **attributes}, content)
