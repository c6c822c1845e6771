"""The site for uvicorn: pages over HTTP, live battles over WebSocket (`battles/play/live/routing.py`)."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mordheim_site.settings")
# Django must be set up before any app with models is imported.
django.setup(set_prefix=False)

from channels.auth import AuthMiddlewareStack  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from channels.security.websocket import AllowedHostsOriginValidator  # noqa: E402
from django.urls import get_resolver  # noqa: E402

from battles.play.live.routing import websocket_urlpatterns as battle_sockets  # noqa: E402
from battles.tabletop.live import websocket_urlpatterns as tabletop_sockets  # noqa: E402
from catalogue.packs.installed import book  # noqa: E402
from mordheim_site.postgresql.statement_limit import WEB_SECONDS, StatementLimit  # noqa: E402
from mordheim_site.serve.pages import PageHandler  # noqa: E402
from mordheim_site.serve.settled import settle  # noqa: E402
from mordheim_site.sockets import (  # noqa: E402
    LimitedSockets,
    OriginOrKeyAuthentication,
    SignedInSockets,
    SocketWithoutRedis,
    UnknownSocket,
)

sockets = SocketWithoutRedis(URLRouter([*battle_sockets, *tabletop_sockets]))  # type: ignore[arg-type]
application = ProtocolTypeRouter(
    {
        "http": PageHandler(),
        "websocket": LimitedSockets(
            OriginOrKeyAuthentication(
                pages=AllowedHostsOriginValidator(UnknownSocket(AuthMiddlewareStack(SignedInSockets(sockets)))),
                programs=UnknownSocket(sockets),
            )
        ),
    }
)

StatementLimit.seconds = WEB_SECONDS

# The catalogue, the views, the addresses and the modules stay in memory, and forked processes share them. Otherwise the
# first page of each process would collect the addresses, which copies 10 MB.
book()
assert get_resolver().reverse_dict
settle()
