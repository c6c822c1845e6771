"""Input and output types of the chronicle."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe

from campaigns.core.event_data import EventData


@dataclass(frozen=True, slots=True)
class EventFacts:
    """An event as plain values. `key` is stable and chooses the wording."""

    kind: str
    at: datetime.datetime
    key: str
    data: EventData = field(default_factory=EventData)
    actor: str = ""


@dataclass(frozen=True, slots=True)
class Name:
    """A name in a sentence, which may link to a match or an entry: `room` is its kind (or empty),
    `public_id` its id.
    """

    text: str
    room: str = ""
    public_id: str = ""


@dataclass(frozen=True, slots=True)
class ChronicleText:
    """One entry of the chronicle. `title` is plain; `sentences` contain the names of `names` in braces."""

    title: str
    sentences: tuple[str, ...] = ()
    names: Mapping[str, Name] = field(default_factory=dict)
    leads_to: Name | None = None
    is_pivotal: bool = False

    def plain(self) -> str:
        """The text without links, for feeds and speech."""
        return " ".join(
            sentence.format(**{key: name.text for key, name in self.names.items()}) for sentence in self.sentences
        )

    def html(self, address_of: Callable[[Name], str]) -> SafeString:
        """The text with every name escaped, and a link on those that `address_of` knows."""
        links = {key: _linked(name, address_of(name)) for key, name in self.names.items()}
        sentences = [format_html(conditional_escape(sentence), **links) for sentence in self.sentences]
        return mark_safe(" ".join(sentences))


def _linked(name: Name, address: str) -> SafeString:
    if not address:
        return conditional_escape(name.text)
    return format_html('<a href="{}">{}</a>', address, name.text)
