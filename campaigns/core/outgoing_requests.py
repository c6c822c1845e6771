"""HTTP calls to addresses from users. They cannot reach the server's own network: a name is looked up once, every
address has to be public, and the call goes to exactly the address that was checked. HTTPS only, no redirects, no
proxies, few bytes read, and never longer than TOTAL_S, however slow the name server, the handshake or the response
is."""

from __future__ import annotations

import contextlib
import http.client
import io
import ipaddress
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, TypeVar
from urllib.parse import SplitResult, urlsplit

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from campaigns.core import outgoing_limits
from campaigns.core.outgoing_limits import HostBusy
from campaigns.core.public_addresses import is_public
from mordheim_site.refusals import Refusal

__all__ = ["Answer", "BadAddress", "HostBusy", "CannotReach", "NoAnswer", "checked", "is_public", "post"]

TOTAL_S: Final = 10.0
"""Seconds from the lookup of the name to the last byte that is read."""
LOCAL_HOSTS: Final = frozenset({"localhost", "127.0.0.1", "::1"})
PORTS: Final = frozenset({443, 8443})
READ_BYTES: Final = 16 * 1024
"""Bytes to read: enough for the status and headers of a response. The body is not read."""
MOST_LOOKUPS: Final = 16
"""Maximum number of names that are looked up at the same time. A lookup continues in the background after its caller
has given up."""

T = TypeVar("T")

_lookups = threading.BoundedSemaphore(MOST_LOOKUPS)


class BadAddress(Refusal):
    """This address may not be called."""

    code = "bad_address"
    about = ("url",)
    message = _("Enter a complete address that begins with https:// and leads to a public server, on port 443 or 8443.")


class CannotReach(Exception):
    """The message was not delivered; it can be sent again."""


class NoAnswer(Exception):
    """The message was sent, but it is unknown whether it arrived: sending it again might deliver it twice."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The response; `status` is the HTTP status code."""

    status: int
    reason: str


def checked(url: str) -> SplitResult:
    """Parse an outgoing URL and check its scheme, host and port. Raises BadAddress."""
    try:
        parts = urlsplit(url)
        port = parts.port or 443
    except ValueError as wrong:
        raise BadAddress from wrong
    host = parts.hostname or ""
    if is_local(parts):
        return parts
    if parts.scheme != "https" or not host or parts.username or parts.password or port not in PORTS:
        raise BadAddress
    if len(url) > 400 or any(ord(letter) <= 32 or ord(letter) > 126 for letter in url):
        raise BadAddress
    try:
        literal = ipaddress.ip_address(host)
    except ValueError:
        # Python does not read 127.1, 0x7f.1 and 127.0.1 as addresses, but name resolution reads them as IPv4 addresses.
        last = host.rpartition(".")[2]
        if "." not in host or not last.isascii() or (not last.isalpha() and not last.startswith("xn--")):
            raise BadAddress from None
        if host.endswith((".local", ".internal", ".localhost", ".localdomain")):
            raise BadAddress from None
    else:
        if not is_public(literal):
            raise BadAddress
    return parts


def is_local(parts: SplitResult) -> bool:
    """Whether this is an http address on this machine that the setting LOCAL_WEBHOOKS allows."""
    return bool(settings.LOCAL_WEBHOOKS) and parts.scheme == "http" and parts.hostname in LOCAL_HOSTS


def addresses_of(host: str, port: int) -> list[str]:
    """Every IP address of a host name. Raises CannotReach if there is none, or if one is not public."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except OSError as lost:
        raise CannotReach(f"the name {host} is not known") from lost
    numbers = list(dict.fromkeys(str(entry[4][0]) for entry in found))
    if not numbers or not all(is_public(ipaddress.ip_address(number)) for number in numbers):
        raise CannotReach(f"{host} does not lead to a public address")
    return numbers


class _Deadline:
    """A point in time by which everything has to be done."""

    def __init__(self, seconds: float) -> None:
        self._at = time.monotonic() + seconds

    @property
    def left(self) -> float:
        """The remaining seconds, at least 0.01, because a timeout of 0 would mean "do not wait"."""
        return max(0.01, self._at - time.monotonic())

    @property
    def is_over(self) -> bool:
        return time.monotonic() >= self._at


def _looked_up(host: str, port: int, deadline: _Deadline) -> list[str]:
    """`addresses_of` in a separate thread with a time limit, because a lookup cannot be interrupted. Raises
    CannotReach."""
    if not _lookups.acquire(timeout=deadline.left):
        raise CannotReach("too many names are being looked up")
    found: list[list[str] | CannotReach] = []

    def look_up() -> None:
        try:
            found.append(addresses_of(host, port))
        except CannotReach as lost:
            found.append(lost)
        finally:
            _lookups.release()

    thread = threading.Thread(target=look_up, name="lookup", daemon=True)
    thread.start()
    thread.join(deadline.left)
    if not found:
        raise CannotReach(f"the name {host} could not be looked up in time")
    if isinstance(found[0], CannotReach):
        raise found[0]
    return found[0]


class _FewBytes(io.RawIOBase):
    """Reads at most READ_BYTES from a socket. Raises HTTPException if there is more."""

    def __init__(self, sock: socket.socket) -> None:
        self._sock = sock
        self._left = READ_BYTES

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: object) -> int:
        if self._left <= 0:
            raise http.client.HTTPException("the answer is too long")
        view = memoryview(buffer)[: self._left]  # type: ignore[arg-type]
        number = self._sock.recv_into(view)
        self._left -= number
        return number


class _Response(http.client.HTTPResponse):
    def __init__(self, sock: socket.socket, *args: object, **kwargs: object) -> None:
        super().__init__(sock, *args, **kwargs)  # type: ignore[arg-type]
        self.fp.close()
        self.fp = io.BufferedReader(_FewBytes(sock))


class _Pinned(http.client.HTTPSConnection):
    """A connection over an existing socket, under the requested host name."""

    response_class = _Response

    def __init__(self, host: str, port: int, sock: ssl.SSLSocket) -> None:
        super().__init__(host, port)
        self.sock = sock


@contextlib.contextmanager
def _cut_at(deadline: _Deadline, sock: socket.socket) -> Iterator[None]:
    """Close the connection when the deadline passes. A socket timeout starts again with every byte, so it would not
    stop a peer that sends single bytes slowly."""
    # A separate handle: if the TLS socket itself were shut down, its reader would continue without encryption.
    handle = sock.dup()

    def cut() -> None:
        with contextlib.suppress(OSError):
            handle.shutdown(socket.SHUT_RDWR)

    timer = threading.Timer(deadline.left, cut)
    timer.daemon, timer.name = True, "deadline"
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        handle.close()


def post(url: str, body: bytes, headers: dict[str, str], *, context: ssl.SSLContext | None = None) -> Answer:
    """Send a message once, in at most TOTAL_S seconds. Raises BadAddress, HostBusy (not sent: its host has too many
    calls or was slow), CannotReach (not delivered), NoAnswer (it may have been delivered)."""
    parts = checked(url)
    host, deadline = parts.hostname or "", _Deadline(TOTAL_S)
    outgoing_limits.refuse_paused_host(host)
    with outgoing_limits.request_slot(host):
        try:
            answer = _sent(parts, body, headers, deadline, context)
        except (CannotReach, NoAnswer) as lost:
            if deadline.is_over:
                outgoing_limits.pause_host(host)
                raise type(lost)(f"too slow: not done in {TOTAL_S:.0f} s") from lost
            raise
    outgoing_limits.clear_limits(host)
    return answer


def _sent(
    parts: SplitResult, body: bytes, headers: dict[str, str], deadline: _Deadline, context: ssl.SSLContext | None
) -> Answer:
    host, port = parts.hostname or "", parts.port or (80 if is_local(parts) else 443)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")

    def exchange(connection: http.client.HTTPConnection) -> Answer:
        connection.request("POST", path, body=body, headers=headers)
        answer = connection.getresponse()
        return Answer(answer.status, str(answer.reason)[:80])

    if is_local(parts):
        with contextlib.closing(http.client.HTTPConnection(host, port, timeout=deadline.left)) as connection:
            _or_raise(CannotReach, connection.connect)
            return _or_raise(NoAnswer, lambda: exchange(connection))
    number = _looked_up(host, port, deadline)[0]
    with outgoing_limits.request_slot(number), contextlib.ExitStack() as open_sockets:

        def connect() -> ssl.SSLSocket:
            raw = open_sockets.enter_context(socket.create_connection((number, port), timeout=deadline.left))
            open_sockets.enter_context(_cut_at(deadline, raw))
            tls = context or ssl.create_default_context()
            return open_sockets.enter_context(tls.wrap_socket(raw, server_hostname=host))

        sock = _or_raise(CannotReach, connect)
        return _or_raise(NoAnswer, lambda: exchange(_Pinned(host, port, sock)))


def _or_raise(error: type[Exception], act: Callable[[], T]) -> T:
    """The result of `act`; network failures are raised as `error`."""
    try:
        return act()
    except (OSError, http.client.HTTPException) as lost:
        raise error(str(lost)[:160] or type(lost).__name__) from lost
