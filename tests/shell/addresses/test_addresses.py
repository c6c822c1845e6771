"""Limits use an address that the caller cannot choose; sockets and frames have limits however the site is started;
every response has a permissions policy."""

import asyncio
import ipaddress
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import Client, RequestFactory
from rest_framework.settings import api_settings

from accounts.adapter import AccountAdapter
from accounts.addresses import address_of, address_of_request, address_of_scope
from accounts.models import User
from mordheim_site import environment, sockets
from mordheim_site.serve import commands, web
from mordheim_site.serve.limits import FRAME_BYTES
from mordheim_site.sockets import LimitedSockets
from tests_support.processes import ROOT

PROXIES = [ipaddress.ip_network("127.0.0.1"), ipaddress.ip_network("10.0.0.0/8")]


@pytest.mark.parametrize(
    ("peer", "forwarded", "counted"),
    [
        ("203.0.113.5", "", "203.0.113.5"),
        ("203.0.113.5", "198.51.100.1", "203.0.113.5"),
        ("127.0.0.1", "198.51.100.1", "198.51.100.1"),
        ("127.0.0.1", "1.1.1.1, 198.51.100.1", "198.51.100.1"),
        ("127.0.0.1", "1.1.1.1, 198.51.100.1, 10.0.0.7", "198.51.100.1"),
        ("127.0.0.1", "1.1.1.1,nonsense", "127.0.0.1"),
        ("127.0.0.1", "", "127.0.0.1"),
        ("::ffff:127.0.0.1", "198.51.100.1", "198.51.100.1"),
        ("127.0.0.1", "2001:db8:1:2:3::9", "2001:db8:1:2::"),
        ("", "198.51.100.1", "unknown"),
        ("10.0.0.1", "10.0.0.2,10.0.0.3", "10.0.0.2"),
    ],
)
def test_the_client_address_is_read_from_trusted_proxies_only(
    peer: str, forwarded: str, counted: str, settings: Any
) -> None:
    settings.TRUSTED_PROXIES = PROXIES
    assert address_of(peer=peer, forwarded=forwarded) == counted
    headers = {"HTTP_X_FORWARDED_FOR": forwarded} if forwarded else {}
    request = RequestFactory().get("/", REMOTE_ADDR=peer, **headers)
    scope = {"client": (peer, 1) if peer else None, "headers": [(b"x-forwarded-for", forwarded.encode())]}
    assert address_of_request(request) == AccountAdapter(request).get_client_ip(request) == counted
    assert address_of_scope(scope) == counted
    for throttle in api_settings.DEFAULT_THROTTLE_CLASSES:
        assert throttle().get_ident(request) == counted


def test_without_trusted_proxies_the_header_counts_for_nothing(settings: Any) -> None:
    assert settings.TRUSTED_PROXIES == []
    assert address_of(peer="127.0.0.1", forwarded="198.51.100.1") == "127.0.0.1"


def test_proxies_are_written_as_networks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRUSTED_PROXIES", "127.0.0.1, 10.0.0.0/8,::1")
    assert [str(network) for network in environment.networks("TRUSTED_PROXIES")] == [
        "127.0.0.1/32",
        "10.0.0.0/8",
        "::1/128",
    ]
    monkeypatch.setenv("TRUSTED_PROXIES", "proxy.example")
    with pytest.raises(ImproperlyConfigured):
        environment.networks("TRUSTED_PROXIES")


@pytest.mark.django_db
def test_a_made_up_header_shifts_no_limit_of_the_api(monkeypatch: pytest.MonkeyPatch) -> None:
    for throttle in api_settings.DEFAULT_THROTTLE_CLASSES:
        monkeypatch.setattr(throttle, "THROTTLE_RATES", {"anon": "5/min", "user": "5/min"})
    found = [
        Client(REMOTE_ADDR="203.0.113.5", HTTP_X_FORWARDED_FOR=f"198.51.100.{n}").get("/api/v1/catalogue/").status_code
        for n in range(7)
    ]
    assert found == [200] * 5 + [429] * 2
    assert Client(REMOTE_ADDR="203.0.113.6").get("/api/v1/catalogue/").status_code == 200


@pytest.mark.django_db
def test_checking_packs_has_a_limit_of_its_own(owner: User, client_of: Any, settings: Any) -> None:
    settings.LIMITS = {**settings.LIMITS, "checks": (2, 60)}
    client = client_of(owner)

    def check() -> Any:
        return client.post("/api/v1/packs/check/", {"text": "items: []"}, content_type="application/json")

    assert [check().status_code for _ in range(3)] == [200, 200, 429]
    assert "checked too many packs" in check().json()["message"]


@pytest.mark.django_db
@pytest.mark.parametrize("url", ["/", "/nowhere/", "/api/v1/catalogue/", "/api/v1/nothing/", "/healthz", "/admin/",
                                 "/static/css/board.css", "/accounts/login/"])  # fmt: skip
def test_every_answer_has_a_permissions_policy(url: str, client: Client) -> None:
    policy = client.get(url).headers["Permissions-Policy"]
    for feature in ("camera", "geolocation", "microphone", "payment", "usb"):
        assert f"{feature}=()" in policy
    assert "publickey-credentials-get=(self)" in policy, "passkeys go on working"


class Socket:
    """One connection through the limits to a consumer that accepts and waits."""

    def __init__(self, application: Any, address: str) -> None:
        self.incoming: asyncio.Queue[Any] = asyncio.Queue()
        self.sent: list[Any] = []
        scope = {"type": "websocket", "client": (address, 1), "headers": []}
        self.task = asyncio.ensure_future(application(scope, self.incoming.get, self._send))

    async def _send(self, message: Any) -> None:
        self.sent.append(message)


async def accepts(scope: Any, receive: Any, send: Any) -> None:
    await send({"type": "websocket.accept"})
    while (await receive())["type"] != "websocket.disconnect":
        pass


def test_one_address_has_so_many_sockets_and_others_have_theirs(settings: Any) -> None:
    settings.SOCKETS_PER_ADDRESS = 3

    async def walk() -> None:
        limited = LimitedSockets(accepts)
        mine = [Socket(limited, "203.0.113.5") for _ in range(5)]
        other = Socket(limited, "203.0.113.6")
        await asyncio.sleep(0.05)
        assert [socket.sent[0]["type"] for socket in mine] == ["websocket.accept"] * 3 + ["websocket.close"] * 2
        assert other.sent[0]["type"] == "websocket.accept"
        await mine[0].incoming.put({"type": "websocket.disconnect", "code": 1000})
        await mine[0].task
        again = Socket(limited, "203.0.113.5")
        await asyncio.sleep(0.05)
        assert again.sent[0]["type"] == "websocket.accept", "a socket that is closed makes room"
        for socket in (*mine[1:3], other, again):
            await socket.incoming.put({"type": "websocket.disconnect", "code": 1000})
            await socket.task
        assert not limited.open

    asyncio.run(walk())


def test_a_long_frame_ends_the_socket() -> None:
    async def walk() -> None:
        limited = LimitedSockets(accepts)
        for frame in ({"text": "x" * 5000}, {"bytes": b"x" * 5000}):
            first = Socket(limited, "203.0.113.5")
            await first.incoming.put({"type": "websocket.receive", "text": "short"})
            await first.incoming.put({"type": "websocket.receive", **frame})
            await asyncio.wait_for(first.task, 5)
            assert first.sent[-1] == {"type": "websocket.close", "code": sockets.CLOSE_TOO_BIG}
        assert not limited.open

    asyncio.run(walk())


def test_the_web_process_limits_frames_and_believes_no_header_however_it_is_started() -> None:
    configuration = web.configuration(host="127.0.0.1", port=8000, grace=1)
    assert configuration.ws_max_size == FRAME_BYTES
    assert configuration.proxy_headers is False
    started = {
        "./run": " ".join(commands.web(host="127.0.0.1", port=8000)),
        "Dockerfile": Path(ROOT, "Dockerfile").read_text().replace('", "', " "),
        "systemd": Path(ROOT, "deploy/systemd/mordheim-web.service").read_text(),
    }
    for name, text in started.items():
        assert "python -m mordheim_site.serve.web" in text.replace(sys.executable, "python"), name
        assert "uvicorn mordheim_site" not in text, name
    nginx = Path(ROOT, "deploy/nginx/locations.conf").read_text()
    assert "proxy_set_header X-Forwarded-For $remote_addr;" in nginx
    # A location with its own header would not inherit any of those above.
    assert nginx.rindex("proxy_set_header") < nginx.index("location ")
    assert re.search(r"location /ws/ \{[^}]*limit_conn sockets \d+;", nginx)
    assert "TRUSTED_PROXIES" in Path(ROOT, "docker-compose.yml").read_text()
