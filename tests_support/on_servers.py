"""`python -m tests_support.on_servers COMMAND...` runs it with DATABASE_URL and REDIS_URL of temporary servers.

REDIS_URLS names a Redis for each of two pytest-xdist workers, which empty their caches between tests. On PostgreSQL
each worker has its own database.
"""

import os
import subprocess
import sys

from tests_support.postgres import temporary_cluster
from tests_support.redis import temporary_redis


def main() -> int:
    with temporary_cluster() as database, temporary_redis() as redis, temporary_redis() as other_redis:
        environment = {
            **os.environ, "DATABASE_URL": database, "REDIS_URL": redis, "REDIS_URLS": f"{redis} {other_redis}",
        }  # fmt: skip
        return subprocess.run(sys.argv[1:], env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
