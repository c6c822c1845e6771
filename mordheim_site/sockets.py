"""A WebSocket address nobody answers is closed politely instead of ending in a traceback."""

import logging
from collections.abc import Awaitable, Callable
from typing import Any

logger = logging.getLogger(__name__)

ASGIApp = Callable[[Any, Any, Any], Awaitable[None]]
CLOSE_NO_SUCH_ADDRESS = 4404


class UnknownSocket:
    """Wrap channels' router, which raises ValueError for an address it does not know."""

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
