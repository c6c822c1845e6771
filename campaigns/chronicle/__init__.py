"""The chronicle as text: pure functions from events to sentences, without access to the database or to addresses.

A sentence is a phrase with named placeholders for names, which may link to a match or a warband. Each event always gets
the same one of several phrases, unless the previous event has just used it.
"""

from campaigns.chronicle import league_sentences as _world  # noqa: F401 - registers its tellers
from campaigns.chronicle.parts import ChronicleText, EventFacts, Name
from campaigns.chronicle.sentences import QUIET, event_text, event_texts

__all__ = ["QUIET", "EventFacts", "Name", "ChronicleText", "event_text", "event_texts"]
