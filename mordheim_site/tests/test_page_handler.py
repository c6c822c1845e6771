"""Pages over ASGI: one thread per request, complete responses, messages to the sockets of the process."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from asgiref.testing import ApplicationCommunicator
from django.core.signals import request_finished, request_started
from django.http import FileResponse, HttpRequest, HttpResponse
from django.test import override_settings
from django.urls import path

from mordheim_site.serve.pages import PageHandler

seen: dict[str, Any] = {}


def thread_page(request: HttpRequest) -> HttpResponse:
    seen["thread"] = threading.get_ident()
    response = HttpResponse(request.body[::-1] + request.GET.get("q", "").encode(), status=201)
    response.set_cookie("first", "1")
    response.set_cookie("second", "2")
    return response


def file_page(request: HttpRequest) -> FileResponse:
    return FileResponse(Path(seen["file"]).open("rb"), filename="file.bin")


def broken_page(request: HttpRequest) -> HttpResponse:
    raise RuntimeError("broken on purpose")


async def _loop() -> Any:
    return asyncio.get_running_loop()


def loop_page(request: HttpRequest) -> HttpResponse:
    seen["loop"] = async_to_sync(_loop)()
    return HttpResponse("")


urlpatterns = [
    path("thread/", thread_page),
    path("file/", file_page),
    path("broken/", broken_page),
    path("loop/", loop_page),
]
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.filterwarnings("ignore::ResourceWarning")]


async def answer(
    handler: PageHandler, address: str, *, body: bytes = b"", query: bytes = b""
) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
    """Status, headers and content of the response to a POST."""
    scope = {
        "type": "http", "method": "POST", "path": address, "headers": [(b"host", b"testserver")],
        "query_string": query, "client": ("127.0.0.1", 1),
    }  # fmt: skip
    page = ApplicationCommunicator(handler, scope)
    await page.send_input({"type": "http.request", "body": body[:3], "more_body": True})
    await page.send_input({"type": "http.request", "body": body[3:]})
    start = await page.receive_output(timeout=30)
    rest = await page.receive_output(timeout=30)
    await page.wait()
    return start["status"], start["headers"], rest["body"]


@pytest.fixture
def handler() -> Any:
    with override_settings(
        ROOT_URLCONF=__name__, MIDDLEWARE=["mordheim_site.middleware.request_id.RequestIdMiddleware"]
    ):
        yield PageHandler()


def test_a_request_is_carried_out_by_one_thread_from_start_to_end(handler: PageHandler) -> None:
    threads = []

    def note(**_: Any) -> None:
        threads.append(threading.get_ident())

    request_started.connect(note)
    request_finished.connect(note)
    try:
        status, headers, content = asyncio.run(answer(handler, "/thread/", body=b"abcdef", query=b"q=x"))
    finally:
        request_started.disconnect(note)
        request_finished.disconnect(note)
    assert (status, content) == (201, b"fedcbax")
    assert threads == [seen["thread"]] * 2
    assert seen["thread"] != threading.get_ident()
    cookies = sorted(value.split(b";")[0] for name, value in headers if name == b"Set-Cookie")
    assert cookies == [b"first=1", b"second=2"]


def test_a_file_is_sent_completely(handler: PageHandler, tmp_path: Path) -> None:
    seen["file"] = tmp_path / "file.bin"
    seen["file"].write_bytes(bytes(range(256)) * 1000)
    status, headers, content = asyncio.run(answer(handler, "/file/"))
    assert (status, content) == (200, bytes(range(256)) * 1000)
    assert (b"Content-Length", b"256000") in headers


def test_an_error_in_a_view_is_a_response(handler: PageHandler) -> None:
    with override_settings(DEBUG_PROPAGATE_EXCEPTIONS=False):
        assert asyncio.run(answer(handler, "/broken/"))[0] == 500


def test_a_page_reaches_the_event_loop_of_the_sockets(handler: PageHandler) -> None:
    """Messages to watchers go through the connections of this loop."""

    async def both() -> Any:
        await answer(handler, "/loop/")
        return asyncio.get_running_loop()

    assert asyncio.run(both()) is seen["loop"]


def test_requests_run_at_the_same_time(handler: PageHandler) -> None:
    async def three() -> list[int]:
        found = await asyncio.gather(*(answer(handler, "/thread/", body=b"x") for _ in range(3)))
        return [status for status, _headers, _content in found]

    assert asyncio.run(three()) == [201] * 3


def test_a_reader_who_leaves_within_the_body_gets_nothing(handler: PageHandler) -> None:
    async def leave() -> bool:
        page = ApplicationCommunicator(handler, {"type": "http", "method": "POST", "path": "/thread/", "headers": []})
        await page.send_input({"type": "http.disconnect"})
        await page.wait()
        return await page.receive_nothing()

    assert asyncio.run(leave())
