"""The web process: `python -m mordheim_site.serve.web`.

It runs uvicorn with the limits of the site. With `--processes` it loads the site once and forks, so that the processes
share most of their memory; then Redis is needed, so that messages reach boards that are open in other processes.
"""

from __future__ import annotations

import argparse
import os
import shutil
import socket
import sys
import tempfile
from typing import Final

from uvicorn import Config, Server

from mordheim_site.monitoring.logs import log_all
from mordheim_site.serve.forks import Forks
from mordheim_site.serve.limits import CONNECTIONS, FRAME_BYTES, KEEP_ALIVE_SECONDS

METRICS_FOLDER: Final = "PROMETHEUS_MULTIPROC_DIR"


def main(arguments: list[str] | None = None) -> None:
    options = parsed(arguments)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mordheim_site.settings")
    log_all()
    config = configuration(host=options.host, port=options.port, grace=options.grace)
    if options.processes == 1:
        config.load()
        Server(config).run()
        return
    if not os.environ.get("REDIS_URL"):
        sys.exit("--processes needs REDIS_URL: without it a board gets only the events of its own process.")
    # The processes count in files, and each of them serves the totals. Set this before anything imports the counters.
    folder = os.environ[METRICS_FOLDER] = tempfile.mkdtemp(prefix="mordheim-metrics-")
    try:
        config.load()
        listener = config.bind_socket()
        Forks(lambda: serve(config, listener), count=options.processes, when_ended=forget_metrics).run()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def parsed(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m mordheim_site.serve.web", description="Serve pages and sockets.")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--processes", type=int, default=1, help="more than one needs REDIS_URL")
    parser.add_argument("--grace", type=int, default=10, help="seconds that open requests get when the process stops")
    return parser.parse_args(arguments)


def configuration(*, host: str, port: int, grace: int) -> Config:
    """The uvicorn configuration of every web process, with its limits. Logging is that of the site
    (settings.LOGGING)."""
    return Config(
        "mordheim_site.asgi:application",
        host=host,
        port=port,
        http="mordheim_site.serve.protocol:TimeoutProtocol",
        limit_concurrency=CONNECTIONS,
        backlog=512,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        ws_max_size=FRAME_BYTES,
        # accounts/addresses.py reads X-Forwarded-For, from TRUSTED_PROXIES only.
        proxy_headers=False,
        access_log=False,
        log_config=None,
        server_header=False,
        timeout_graceful_shutdown=grace,
    )


def serve(config: Config, listener: socket.socket) -> None:
    """Run one of several web processes."""
    Server(config).run(sockets=[listener])


def forget_metrics(pid: int) -> None:
    """Remove the gauges of a process that has ended."""
    from prometheus_client.multiprocess import mark_process_dead

    mark_process_dead(pid)  # type: ignore[no-untyped-call]


if __name__ == "__main__":
    main()
