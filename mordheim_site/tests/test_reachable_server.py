"""A database server that is down is noticed at once, not after the timeout of the pool."""

from __future__ import annotations

import socket
from pathlib import Path

import psycopg
import pytest

from mordheim_site.postgresql.reachable import Server


@pytest.fixture(autouse=True)
def _nothing_known() -> None:
    Server.forget()


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


def test_a_refused_connection_is_an_error_of_the_database() -> None:
    with pytest.raises(psycopg.OperationalError, match="does not accept connections"):
        Server.check({"HOST": "127.0.0.1", "PORT": free_port()})


def test_a_missing_socket_is_an_error_of_the_database(tmp_path: Path) -> None:
    with pytest.raises(psycopg.OperationalError, match="does not accept connections"):
        Server.check({"HOST": str(tmp_path), "PORT": ""})


def test_a_server_that_was_reachable_is_not_asked_again_at_once() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        settings = {"HOST": "127.0.0.1", "PORT": server.getsockname()[1]}
        Server.check(settings)
    Server.check(settings)
    Server.forget()
    with pytest.raises(psycopg.OperationalError):
        Server.check(settings)
