"""Gives every request an id, for the response, the log and the audit log. A valid id from the proxy is used, otherwise
a new one."""

import re
import uuid
from collections.abc import Awaitable, Callable

from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from accounts.addresses import address_of_request
from mordheim_site.monitoring.logs import current_address, current_request_id

HEADER = "X-Request-ID"
ACCEPTED = re.compile(r"[0-9A-Za-z_-]{8,64}")


def request_id_of(request: HttpRequest) -> str:
    """The caller's id if it consists of 8 to 64 letters, digits or hyphens, otherwise a new one."""
    given = request.headers.get(HEADER, "")
    return given if ACCEPTED.fullmatch(given) else uuid.uuid4().hex


class RequestIdMiddleware:
    """The outermost middleware. It supports sync and async, so that no request needs a thread because of it."""

    sync_capable = True
    async_capable = True

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase | Awaitable[HttpResponseBase]]) -> None:
        self.get_response = get_response
        self.is_async = iscoroutinefunction(get_response)
        if self.is_async:
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> HttpResponseBase | Awaitable[HttpResponseBase]:
        if self.is_async:
            return self._call_async(request)
        token = current_request_id.set(request_id_of(request))
        address = current_address.set(address_of_request(request))
        try:
            response = self.get_response(request)
            assert not isinstance(response, Awaitable)
            response[HEADER] = current_request_id.get()
            return response
        finally:
            current_request_id.reset(token)
            current_address.reset(address)

    async def _call_async(self, request: HttpRequest) -> HttpResponseBase:
        token = current_request_id.set(request_id_of(request))
        address = current_address.set(address_of_request(request))
        try:
            answer = self.get_response(request)
            assert isinstance(answer, Awaitable)
            response = await answer
            response[HEADER] = current_request_id.get()
            return response
        finally:
            current_request_id.reset(token)
            current_address.reset(address)
