"""The chronicle as text: pure functions from events to sentences, without database rows or addresses.

A sentence is a phrase with named placeholders; a placeholder holds a name, which may link to a match or a warband. An
event keeps its phrase unless the previous event has just used it.
"""

from campaigns.chronicle import world as _world  # noqa: F401 - registers its tellers
from campaigns.chronicle.parts import Happening, Name, Told
from campaigns.chronicle.sentences import QUIET, tell, tell_all

__all__ = ["QUIET", "Happening", "Name", "Told", "tell", "tell_all"]
