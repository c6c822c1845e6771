"""Counts the kills of `kill_aftermath.py` and decides what is killed next; also waits while the database is
unavailable."""

import os
import random
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
WEB_SHARE = 4
"""One kill in this many hits the web server, and with PostgreSQL one in this many the database."""


class Killer:
    """Counts and decides the kills: of workers until `turns`, of the web server until `ends`. If there is a database
    server, it is killed and started again."""

    def __init__(self, times: int, seed: int, minutes: float) -> None:
        self.times, self.moments = times, random.Random(seed)
        self.ends, self.turns = time.monotonic() + 60 * minutes, time.monotonic() + 36 * minutes
        self.dealt = {"worker": 0, "web": 0, "database": 0}

    @property
    def left(self) -> int:
        """Number of kills that are left; 0 after the time limit, so that the work can finish."""
        return self.times - sum(self.dealt.values()) if time.monotonic() < self.ends else 0

    def strike(self, what: str) -> None:
        """Count a kill of `what`, and write it to the progress file if there is one."""
        self.dealt[what] += 1
        if path := os.environ.get("KILL_PROGRESS"):
            with open(path, "a", encoding="utf-8") as file:
                file.write(f"{time.monotonic():.1f} {what} {sum(self.dealt.values())} of {self.times}\n")

    def strike_database(self) -> bool:
        """Kill the whole database server and start it again if it is due. Returns False if it is not due or there is no
        server."""
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
    """The result of a query, which is repeated while the database is unavailable."""
    from django.db import DatabaseError, InterfaceError, connections

    for _ in range(200):
        try:
            return ask()
        except (DatabaseError, InterfaceError):
            connections.close_all()
            time.sleep(0.1)
    return ask()
