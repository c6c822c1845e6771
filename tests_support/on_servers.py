"""`python -m tests_support.on_servers COMMAND...` runs it with DATABASE_URL and REDIS_URL of temporary servers."""

import os
import subprocess
import sys

from tests_support.postgres import temporary_cluster
from tests_support.redis import temporary_redis


def main() -> int:
    with temporary_cluster() as database, temporary_redis() as redis:
        environment = {**os.environ, "DATABASE_URL": database, "REDIS_URL": redis}
        return subprocess.run(sys.argv[1:], env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
