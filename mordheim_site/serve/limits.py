"""Limits of the web process that are the same on every machine."""

from typing import Final

FRAME_BYTES: Final = 4096
"""Maximum length of a WebSocket frame in bytes. Browsers send nothing, so longer frames are not needed."""
CONNECTIONS: Final = 1000
"""Maximum number of open connections of a process; further requests get 503 at once."""
HEADER_SECONDS: Final = 15.0
"""Seconds within which a complete header must arrive."""
BODY_PAUSE_SECONDS: Final = 15.0
"""Maximum pause in seconds while a body arrives."""
KEEP_ALIVE_SECONDS: Final = 75
"""Seconds after which an idle connection is closed. nginx keeps its connections for 60 s: if the site closed them
first, nginx could send a command on a connection that is being closed, and the player would see the maintenance
page."""
