"""Calling an address that somebody else chose, without lending him this machine's place in its network.

Names are looked up once, every answer has to be a public address, and the call goes to the very address that was
checked. TLS alone, no redirects, no proxies, few bytes read.
"""

from __future__ import annotations

import http.client
import ipaddress
import socket
import ssl
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

from django.utils.translation import gettext_lazy as _

from mordheim_site.refusals import Refusal

PATIENCE_S = 10
PORTS = frozenset({443, 8443})
READ_BYTES = 2048


class BadAddress(Refusal):
    """The address of a webhook is none that may be called."""

    code = "bad_address"
    message = _("Give a whole address that begins with https:// and leads to a public server, on port 443 or 8443.")


class CannotReach(Exception):
    """Nothing was delivered: it may be tried again."""


class NoAnswer(Exception):
    """It was sent, and whether it arrived is not known: sending again might tell the same twice."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back; `status` is the number of HTTP."""

    status: int
    reason: str


def checked(url: str) -> SplitResult:
    """The parts of an address that may be called as far as its words go. Raises BadAddress."""
    try:
        parts = urlsplit(url)
        port = parts.port or 443
    except ValueError as wrong:
        raise BadAddress from wrong
    host = parts.hostname or ""
    if parts.scheme != "https" or not host or parts.username or parts.password or port not in PORTS:
        raise BadAddress
    if len(url) > 400 or any(ord(letter) <= 32 or ord(letter) > 126 for letter in url):
        raise BadAddress
    try:
        literal = ipaddress.ip_address(host)
    except ValueError:
        if "." not in host or host.endswith((".local", ".internal", ".localhost", ".")):
            raise BadAddress from None
    else:
        if not is_public(literal):
            raise BadAddress
    return parts


def is_public(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    """Whether an address belongs to the open net; what hides another address inside is judged by that one."""
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour
        if inner is not None:
            return is_public(inner)
        if address in ipaddress.ip_network("64:ff9b::/96") or address.teredo is not None:
            return False
    return address.is_global and not address.is_multicast and not address.is_reserved


def addresses_of(host: str, port: int) -> list[str]:
    """Every address a name stands for. Raises CannotReach when it stands for none or for one that is not public."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except OSError as lost:
        raise CannotReach(f"the name {host} is not known") from lost
    numbers = list(dict.fromkeys(str(entry[4][0]) for entry in found))
    if not numbers or not all(is_public(ipaddress.ip_address(number.split("%")[0])) for number in numbers):
        raise CannotReach(f"{host} does not lead to a public address")
    return numbers


class _Pinned(http.client.HTTPSConnection):
    """A connection to an address that was checked, under the name that was asked for."""

    def __init__(self, host: str, port: int, number: str, context: ssl.SSLContext) -> None:
        super().__init__(host, port, timeout=PATIENCE_S, context=context)
        self._number = number
        self._tls = context

    def connect(self) -> None:
        raw = socket.create_connection((self._number, self.port), timeout=PATIENCE_S)
        self.sock = self._tls.wrap_socket(raw, server_hostname=self.host)


def post(url: str, body: bytes, headers: dict[str, str], *, context: ssl.SSLContext | None = None) -> Answer:
    """Send once. Raises BadAddress, CannotReach (nothing arrived), NoAnswer (it may have)."""
    parts = checked(url)
    port, host = parts.port or 443, parts.hostname or ""
    number = addresses_of(host, port)[0]
    connection = _Pinned(host, port, number, context or ssl.create_default_context())
    try:
        connection.connect()
    except OSError as lost:
        raise CannotReach(str(lost)[:160]) from lost
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    try:
        connection.request("POST", path, body=body, headers=headers)
        answer = connection.getresponse()
        answer.read(READ_BYTES)
        return Answer(answer.status, str(answer.reason)[:80])
    except (OSError, http.client.HTTPException) as lost:
        raise NoAnswer(str(lost)[:160] or type(lost).__name__) from lost
    finally:
        connection.close()
