"""HTTP connections with time limits, because uvicorn has none for requests that arrive slowly."""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from mordheim_site.serve.limits import BODY_PAUSE_SECONDS, HEADER_SECONDS


class TimeoutProtocol(HttpToolsProtocol):
    """Closes connections that stay silent, send a header slowly, or pause within a body. It does not close connections
    while a response is computed, or idle ones, which uvicorn limits itself."""

    header_seconds = HEADER_SECONDS
    pause_seconds = BODY_PAUSE_SECONDS
    _deadline: asyncio.TimerHandle | None = None
    _is_in_body = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait_at_most(self.header_seconds)

    def data_received(self, data: bytes) -> None:
        if self._is_in_body:
            self._wait_at_most(self.pause_seconds)
        super().data_received(data)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._is_in_body = False
        if self._deadline is None:
            # Another request on this connection.
            self._wait_at_most(self.header_seconds)

    def on_headers_complete(self) -> None:
        self._is_in_body = True
        self._wait_at_most(self.pause_seconds)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._is_in_body = False
        self._wait_no_longer()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self._wait_no_longer()
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait_no_longer()
        super().connection_lost(exc)

    def _wait_at_most(self, seconds: float) -> None:
        self._wait_no_longer()
        self._deadline = self.loop.call_later(seconds, self._close)

    def _wait_no_longer(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _close(self) -> None:
        self._deadline = None
        if not self.transport.is_closing():
            self.transport.close()
