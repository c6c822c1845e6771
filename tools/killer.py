"""Who deals the kills of `kill_aftermath.py`, and how one waits for a database that is away."""

import os
import random
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
WEB_SHARE = 4
"""One kill in so many is of the web, and with PostgreSQL one in so many of the database."""


class Killer:
    """Counts and deals the kills, of workers until `turns`, of the web until `ends`.

    The database's server is killed and started again where there is one.
    """

    def __init__(self, times: int, seed: int, minutes: float) -> None:
        self.times, self.moments = times, random.Random(seed)
        self.ends, self.turns = time.monotonic() + 60 * minutes, time.monotonic() + 36 * minutes
        self.dealt = {"worker": 0, "web": 0, "database": 0}

    @property
    def left(self) -> int:
        """How many are still to be dealt; none after the time limit, so that the work comes to its end."""
        return self.times - sum(self.dealt.values()) if time.monotonic() < self.ends else 0

    def strike(self, what: str) -> None:
        """Count a kill of `what`, and write it to the file of progress if one is named."""
        self.dealt[what] += 1
        if path := os.environ.get("KILL_PROGRESS"):
            with open(path, "a", encoding="utf-8") as file:
                file.write(f"{time.monotonic():.1f} {what} {sum(self.dealt.values())} of {self.times}\n")

    def strike_database(self) -> bool:
        """Kill the whole database server and start it again, if it is its turn; False if not, or without one."""
        if sum(self.dealt.values()) % WEB_SHARE < WEB_SHARE - 1 or not os.environ.get("KILL_DATABASE", ""):
            return False
        from django.db import connections

        subprocess.run(
            [sys.executable, str(ROOT / "tools/kill_aftermath.py"), "--act", "database"], check=True, timeout=120
        )
        connections.close_all()
        self.strike("database")
        return True


def steadily(ask: Any) -> Any:
    """An answer of the database, asked again while it is away."""
    from django.db import DatabaseError, InterfaceError, connections

    for _ in range(200):
        try:
            return ask()
        except (DatabaseError, InterfaceError):
            connections.close_all()
            time.sleep(0.1)
    return ask()
