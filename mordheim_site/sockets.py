"""ASGI wrappers around the WebSocket consumers: limits, and a clean close for unknown addresses."""

import asyncio
import contextlib
import logging
from collections import Counter
from collections.abc import Awaitable, Callable
from importlib import import_module
from typing import Any, Final

from channels.db import database_sync_to_async
from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.utils.crypto import constant_time_compare
from redis.exceptions import RedisError

from accounts.addresses import address_of_scope
from accounts.api_keys.services import is_valid_header, user_of_header
from accounts.models import User
from mordheim_site import redis_state
from mordheim_site.monitoring import metrics
from mordheim_site.serve.limits import FRAME_BYTES

logger = logging.getLogger(__name__)

CHECK_S: Final = 15
"""Seconds between two checks of the API key or the session of an open socket."""

ASGIApp = Callable[[Any, Any, Any], Awaitable[None]]
CLOSE_NO_SUCH_ADDRESS: Final = 4404
CLOSE_KEY_REVOKED: Final = 4401
CLOSE_SIGNED_OUT: Final = 4401
CLOSE_TOO_BIG: Final = 1009
CLOSE_TRY_AGAIN_LATER: Final = 1013


class UnknownSocket:
    """Wraps channels' router, which raises ValueError for unknown addresses."""

    def __init__(self, application: ASGIApp) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        try:
            await self.application(scope, receive, send)
        except ValueError as error:
            if "No route found" not in str(error):
                raise
            logger.info("socket refused: no such address")
            await send({"type": "websocket.close", "code": CLOSE_NO_SUCH_ADDRESS})


class SocketWithoutRedis:
    """Closes a socket that needs Redis while it is unavailable. The page that opened it tries again later and asks for
    news meanwhile."""

    def __init__(self, application: ASGIApp) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        try:
            if settings.EMBEDDED or redis_state.state.may_ask():
                await self.application(scope, receive, send)
                return
        except RedisError as error:
            if not redis_state.is_unavailable(error):
                raise
            redis_state.state.failed(error)
        with contextlib.suppress(RuntimeError, OSError):
            await send({"type": "websocket.close", "code": CLOSE_TRY_AGAIN_LATER})


class OriginOrKeyAuthentication:
    """Chooses how a socket is authenticated: browsers name the page that opens it in the header Origin, programs send
    an API key instead. A program without a valid key is refused."""

    def __init__(self, pages: ASGIApp, programs: ASGIApp) -> None:
        self.pages = pages
        self.programs = programs

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        headers = dict(scope["headers"])
        if b"origin" in headers:
            await self.pages(scope, receive, send)
            return
        header = headers.get(b"authorization", b"").decode("latin-1")
        user = await database_sync_to_async(user_of_header)(header)
        if user is None:
            logger.info("socket refused: neither a page of this site nor a valid API key")
            # Until it is accepted, the server answers 403.
            await send({"type": "websocket.close"})
            return
        is_valid = database_sync_to_async(is_valid_header)
        await while_valid(
            lambda: is_valid(header),
            send,
            lambda checked: self.programs({**scope, "user": user}, receive, checked),
        )


class SignedInSockets:
    """Closes the sockets of a session that was signed out, or whose user changed the password or was deactivated. Needs
    channels' AuthMiddlewareStack around it."""

    def __init__(self, application: ASGIApp) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        user, key = scope["user"], scope["session"].session_key
        if not user.is_authenticated:
            await self.application(scope, receive, send)
            return
        user_id = user.pk
        is_valid = database_sync_to_async(is_signed_in)
        await while_valid(
            lambda: is_valid(key, user_id), send, lambda checked: self.application(scope, receive, checked)
        )


def is_signed_in(session_key: str, user_id: int) -> bool:
    """Whether the session is still that of this active user with their current password. Two queries."""
    session = import_module(settings.SESSION_ENGINE).SessionStore(session_key)
    user = User.objects.filter(pk=user_id, is_active=True).first()
    if user is None or session.get(SESSION_KEY) != str(user_id):
        return False
    known = session.get(HASH_SESSION_KEY, "")
    hashes = [user.get_session_auth_hash(), *user.get_session_auth_fallback_hash()]
    return any(constant_time_compare(known, current) for current in hashes)


async def while_valid(
    is_valid: Callable[[], Awaitable[bool]], send: Any, run: Callable[[Any], Awaitable[None]]
) -> None:
    """Run a socket, and close it when its API key or session is no longer valid: before the next message is sent, and
    at the latest after CHECK_S seconds. Each process checks its own sockets in the database."""
    is_closed = False

    async def close() -> None:
        nonlocal is_closed
        if not is_closed:
            is_closed = True
            await send({"type": "websocket.close", "code": CLOSE_KEY_REVOKED})

    async def checked(message: Any) -> None:
        if is_closed:
            return
        if message["type"] == "websocket.send" and not await is_valid():
            await close()
            return
        await send(message)

    async def watch() -> None:
        await asyncio.sleep(CHECK_S)
        while await is_valid():
            await asyncio.sleep(CHECK_S)
        with contextlib.suppress(RuntimeError, OSError):
            await close()

    watcher = asyncio.create_task(watch())
    try:
        await run(checked)
    finally:
        watcher.cancel()


class LimitedSockets:
    """Refuses more than settings.SOCKETS_PER_ADDRESS open sockets per client address, and closes sockets that send long
    frames. Counted per process, regardless of the command that started the site."""

    def __init__(self, application: ASGIApp) -> None:
        self.application = application
        self.open: Counter[str] = Counter()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        address = address_of_scope(scope)
        if self.open[address] >= settings.SOCKETS_PER_ADDRESS:
            logger.info("socket refused: too many of one address")
            # Until it is accepted, the server answers 403.
            await send({"type": "websocket.close"})
            return
        self.open[address] += 1
        metrics.SOCKETS.inc()
        try:
            await self.application(scope, self._limited(receive, send), send)
        finally:
            self.open[address] -= 1
            metrics.SOCKETS.dec()
            if not self.open[address]:
                del self.open[address]

    def _limited(self, receive: Any, send: Any) -> Callable[[], Awaitable[Any]]:
        async def next_message() -> Any:
            message = await receive()
            if message["type"] == "websocket.receive" and _size_of(message) > FRAME_BYTES:
                await send({"type": "websocket.close", "code": CLOSE_TOO_BIG})
                return {"type": "websocket.disconnect", "code": CLOSE_TOO_BIG}
            return message

        return next_message


def _size_of(message: Any) -> int:
    """Size of a frame in bytes; for text at least one byte per character."""
    return max(len(message.get("bytes") or b""), len(message.get("text") or ""))
