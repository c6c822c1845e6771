"""Types of the events that go into the chronicle and of the texts that come out."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe

from campaigns.core.event_data import EventData


@dataclass(frozen=True, slots=True)
class EventFacts:
    """An event as plain values. `key` is stable and decides the wording."""

    kind: str
    at: datetime.datetime
    key: str
    data: EventData = field(default_factory=EventData)
    actor: str = ""


@dataclass(frozen=True, slots=True)
class Name:
    """A name in a sentence. It may link to a match or a league entry: `room` is the kind of link target ("" for none),
    `public_id` its id."""

    text: str
    room: str = ""
    public_id: str = ""


@dataclass(frozen=True, slots=True)
class ChronicleText:
    """One entry of the chronicle as text. `title` is plain text; `sentences` have placeholders in braces for the names
    in `names`."""

    title: str
    sentences: tuple[str, ...] = ()
    names: Mapping[str, Name] = field(default_factory=dict)
    leads_to: Name | None = None
    is_pivotal: bool = False

    def plain(self) -> str:
        """The text without links, for feeds and screen readers."""
        return " ".join(
            sentence.format(**{key: name.text for key, name in self.names.items()}) for sentence in self.sentences
        )

    def html(self, address_of: Callable[[Name], str]) -> SafeString:
        """The text as HTML: names are escaped, and linked if `address_of` has an address for them."""
        links = {key: _linked(name, address_of(name)) for key, name in self.names.items()}
        sentences = [format_html(conditional_escape(sentence), **links) for sentence in self.sentences]
        return mark_safe(" ".join(sentences))


def _linked(name: Name, address: str) -> SafeString:
    if not address:
        return conditional_escape(name.text)
    return format_html('<a href="{}">{}</a>', address, name.text)
