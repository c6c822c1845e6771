"""Pages over ASGI, each carried out by one thread from start to end.

Django's own handler changes between the event loop and a thread for every middleware that looks at views, and creates
a thread for each request. All views and middleware of this site are synchronous, so here a request changes to a thread
once. Sockets stay on the event loop of the same process.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

from asgiref.sync import sync_to_async
from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix

from mordheim_site.middleware.monitoring_pages import PAGES as MACHINE_PAGES

THREADS: Final = 32
"""Threads of a process. Requests beyond wait for a thread."""


class PageHandler(ASGIHandler):
    """Django's handler with synchronous middleware in one thread. A streamed response is read before it is sent: it
    comes from a file, and the thread must not wait for a slow reader."""

    def __init__(self) -> None:
        self.load_middleware(is_async=False)
        self._page = self._in_threads(THREADS, "page")
        # Monitoring gets an answer even while all threads wait for the database.
        self._machine_page = self._in_threads(2, "monitoring")

    def _in_threads(self, count: int, name: str) -> Callable[[Any, Any], Awaitable[list[dict[str, Any]]]]:
        threads = ThreadPoolExecutor(max_workers=count, thread_name_prefix=name)
        return sync_to_async(self.carry_out, thread_sensitive=False, executor=threads)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            raise ValueError(f"only HTTP is handled here, not {scope['type']}")
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        try:
            carry_out = self._machine_page if scope["path"] in MACHINE_PAGES else self._page
            messages = await carry_out(scope, body)
        finally:
            body.close()
        for message in messages:
            await send(message)

    def carry_out(self, scope: Any, body: Any) -> list[dict[str, Any]]:
        """The messages of the response. Its resources and the database connection are given back."""
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=self.__class__, scope=scope)
        request, error = self.create_request(scope, body)
        response = self.get_response(request) if request is not None else error
        assert response is not None
        response._handler_class = self.__class__  # type: ignore[attr-defined]
        try:
            return messages_of(response)
        finally:
            response.close()


def messages_of(response: HttpResponseBase) -> list[dict[str, Any]]:
    """A response as messages of ASGI."""
    headers = [(name.encode("ascii"), value.encode("latin-1")) for name, value in response.items()]
    headers += [
        (b"Set-Cookie", cookie.output(header="").encode("ascii").strip()) for cookie in response.cookies.values()
    ]
    content = b"".join(response)
    return [
        {"type": "http.response.start", "status": response.status_code, "headers": headers},
        {"type": "http.response.body", "body": content},
    ]
