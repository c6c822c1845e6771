"""PostgreSQL was started anew: who comes next is served, instead of an error for each connection that died."""

import os
import subprocess
import sys

import pytest

from tests_support.processes import ROOT

pytestmark = pytest.mark.slow
ASKED_AGAIN = """
import psycopg
from django.db import connection

def server_process():
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return cursor.fetchone()[0]

first = server_process()
connection.close()
known = connection.get_connection_params()
with psycopg.connect(host=known["host"], user=known["user"], dbname=known["dbname"], autocommit=True) as other:
    other.execute("SELECT pg_terminate_backend(%s)", [first])
print("served" if server_process() != first else "the same")
"""


@pytest.mark.postgres
def test_a_connection_that_died_in_the_pool_is_replaced(postgres_url: str) -> None:
    environment = {**os.environ, "DATABASE_URL": postgres_url, "LOG_LEVEL": "CRITICAL"}
    done = subprocess.run(
        [sys.executable, "manage.py", "shell", "--no-imports", "-c", ASKED_AGAIN],
        env=environment, cwd=ROOT, capture_output=True, text=True, timeout=100, check=False,
    )  # fmt: skip
    assert done.stdout.strip() == "served", done.stderr[-2000:]
