"""The chronicle in words: pure functions from events to sentences, without rows or addresses.

A sentence is a phrase with named places; what stands in a place is a name, which may lead to a match or a warband. An
event keeps its words unless its neighbour has just used them.
"""

from campaigns.chronicle import world as _world  # noqa: F401 - registers its tellers
from campaigns.chronicle.parts import Happening, Name, Told
from campaigns.chronicle.sentences import QUIET, tell, tell_all

__all__ = ["QUIET", "Happening", "Name", "Told", "tell", "tell_all"]
