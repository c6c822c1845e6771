"""What the services of a host have used: processor time of its processes, and queries of the database."""

from __future__ import annotations

import os
import re
import subprocess
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests_support.host import Host
from tools.memory import processes

POSTGRES_SETTINGS: Final = "shared_preload_libraries = 'pg_stat_statements'\npg_stat_statements.max = 10000\n"
"""Settings with which PostgreSQL counts queries (package postgresql-contrib, part of Debian's postgresql)."""
_COUNT: Final = """
SELECT coalesce(sum(calls), 0)::bigint FROM pg_stat_statements
WHERE query !~* '^\\s*(begin|commit|rollback|savepoint|release|set|create|$)'
"""


@dataclass(frozen=True, slots=True)
class Usage:
    """Seconds of processor time of the web processes and of PostgreSQL, and the number of queries."""

    web: float
    database: float
    queries: int

    def __sub__(self, earlier: Usage) -> Usage:
        return Usage(self.web - earlier.web, self.database - earlier.database, self.queries - earlier.queries)


def usage_of(host: Host) -> Usage:
    """What the site has used since it was started. The first call lets PostgreSQL count queries."""
    _psql(host, "CREATE EXTENSION IF NOT EXISTS pg_stat_statements")
    queries = int(_psql(host, _COUNT))
    web = sum(_processor_seconds(pid) for pid in processes(host)["mordheim-web"])
    postmaster = int((host.cluster / "data/postmaster.pid").read_text(encoding="ascii").split()[0])
    # The postmaster has the sum of the processes that have ended.
    database = sum(map(_processor_seconds, _children(postmaster))) + _processor_seconds(postmaster, with_ended=True)
    return Usage(web, database, queries)


def nginx_errors(host: Host) -> Counter[str]:
    """The messages in nginx's error log, without what differs from one to the next."""
    path = host.root / "var/log/nginx/error.log"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return Counter(re.sub(r"^.*?\d+#\d+: (\*\d+ )?|, client: .*", "", line) for line in lines)


def _psql(host: Host, query: str) -> str:
    done = subprocess.run(
        ["psql", "--no-psqlrc", "--tuples-only", "--no-align", "--dbname", "postgres", "--command", query],
        env=host.environment(), capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    return done.stdout.strip()


def _fields(pid: int) -> list[str]:
    """The fields of /proc/PID/stat after the name; none if the process has ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()
    except (FileNotFoundError, ProcessLookupError):
        return []


def _processor_seconds(pid: int, *, with_ended: bool = False) -> float:
    """User and system time of a process, with that of its ended children if requested."""
    return sum(map(int, _fields(pid)[11 : 15 if with_ended else 13])) / os.sysconf("SC_CLK_TCK")


def _children(parent: int) -> list[int]:
    pids = [int(path.name) for path in Path("/proc").glob("[0-9]*")]
    return [pid for pid in pids if (fields := _fields(pid)) and int(fields[1]) == parent]
