"""Limits of the web process that do not depend on the machine."""

from typing import Final

FRAME_BYTES: Final = 4096
"""Longest WebSocket frame. Browsers send nothing, so frames need not be longer."""
CONNECTIONS: Final = 1000
"""Open connections of a process; further requests get 503 at once."""
HEADER_SECONDS: Final = 15.0
"""A whole header must arrive within this time."""
BODY_PAUSE_SECONDS: Final = 15.0
"""Longest pause while a body arrives."""
