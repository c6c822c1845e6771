"""Calls to addresses from users end in time, read little, and do not affect other calls (items 1.7 and 1.10)."""

import ipaddress
import itertools
import socket
import ssl
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest

from campaigns.core import outgoing_limits, outgoing_requests
from campaigns.core.outgoing_requests import CannotReach, HostBusy, NoAnswer
from campaigns.core.public_addresses import is_public

Behaviour = Callable[[socket.socket, ssl.SSLContext], None]
QUICK = b"HTTP/1.1 204 No Content\r\n\r\n"
LIMIT_S = 1.0
PLENTY_S = 30.0
"""Longer than anything takes that does not wait for the other side, even on a busy machine."""


def secured(raw: socket.socket, tls: ssl.SSLContext) -> ssl.SSLSocket:
    sock = tls.wrap_socket(raw, server_side=True)
    sock.recv(65536)
    return sock


def answers(data: bytes) -> Behaviour:
    return lambda raw, tls: secured(raw, tls).sendall(data)


def drips(data: bytes) -> Behaviour:
    """Sends one byte every 0.2 s, which is less than any timeout of a single read."""

    def drip(raw: socket.socket, tls: ssl.SSLContext) -> None:
        sock = secured(raw, tls)
        for byte in itertools.cycle(data):
            sock.sendall(bytes((byte,)))
            time.sleep(0.2)

    return drip


def handshake_drips(raw: socket.socket, tls: ssl.SSLContext) -> None:
    """Sends the head of a TLS record of 16 KB, then its bytes one by one."""
    raw.sendall(b"\x16\x03\x03\x40\x00")
    while True:
        raw.sendall(b"\x02")
        time.sleep(0.2)


def silent(raw: socket.socket, tls: ssl.SSLContext) -> None:
    time.sleep(8)


def floods(data: bytes) -> Behaviour:
    def flood(raw: socket.socket, tls: ssl.SSLContext) -> None:
        sock = secured(raw, tls)
        while True:
            sock.sendall(data)

    return flood


class Server:
    """TLS on 127.0.0.1. Each connection behaves as `behaviours` says for the name that the client requested."""

    def __init__(self, folder: Path) -> None:
        made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=hook.example"]
        names = "subjectAltName=DNS:hook.example,DNS:quick.example,DNS:slow.example"
        more = ["-addext", names, "-keyout", f"{folder}/key.pem", "-out", f"{folder}/c.pem"]
        subprocess.run([*made, *more], check=True, capture_output=True, timeout=60)
        self.tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.tls.load_cert_chain(f"{folder}/c.pem", f"{folder}/key.pem")
        self.trusted = ssl.create_default_context(cafile=f"{folder}/c.pem")
        self.behaviours: dict[str, Behaviour] = {}
        self.called: list[str] = []
        self.socket = socket.create_server(("127.0.0.1", 0), backlog=100)
        self.port = self.socket.getsockname()[1]
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                raw, _address = self.socket.accept()
                threading.Thread(target=self._treat, args=(raw,), daemon=True).start()

    def _treat(self, raw: socket.socket) -> None:
        with suppress(OSError), raw:
            name = raw.recv(40, socket.MSG_WAITALL).rstrip(b".").decode()
            self.called.append(name)
            self.behaviours.get(name, answers(QUICK))(raw, self.tls)


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """Only in this test may the site call 127.0.0.1. The requested name is sent before the handshake, 40 bytes long."""
    made = Server(tmp_path)
    real = socket.create_connection
    numbers = {"hook.example": "93.184.216.1", "quick.example": "93.184.216.2", "slow.example": "93.184.216.3"}
    names = {number: name for name, number in numbers.items()}

    def connect(address: tuple[str, int], timeout: float) -> socket.socket:
        raw = real(("127.0.0.1", made.port), timeout)
        raw.sendall(names[address[0]].encode().ljust(40, b"."))
        return raw

    monkeypatch.setattr(outgoing_requests, "addresses_of", lambda host, port: [numbers[host]])
    monkeypatch.setattr(outgoing_requests, "TOTAL_S", LIMIT_S)
    monkeypatch.setattr(socket, "create_connection", connect)
    monkeypatch.setattr(ssl, "create_default_context", lambda: made.trusted)
    yield made
    made.socket.close()


def send(host: str = "hook.example") -> outgoing_requests.Answer:
    return outgoing_requests.post(f"https://{host}/in", b"{}", {})


def test_the_limit_of_a_whole_call_is_ten_seconds() -> None:
    assert outgoing_requests.TOTAL_S == 10


@pytest.mark.parametrize(
    ("behaviour", "error"),
    [
        (drips(b"HTTP/1.1 200 OK\r\n"), NoAnswer),
        (drips(b"HTTP/1.1 100 Continue\r\n\r\n"), NoAnswer),
        (silent, CannotReach),
        (handshake_drips, CannotReach),
        (lambda raw, tls: silent(secured(raw, tls), tls), NoAnswer),
    ],
)
def test_a_slow_server_holds_a_call_no_longer_than_the_limit(
    server: Server, behaviour: Behaviour, error: type[Exception]
) -> None:
    server.behaviours["hook.example"] = behaviour
    began = time.monotonic()
    with pytest.raises(error, match="too slow"):
        send()
    assert LIMIT_S * 0.9 < time.monotonic() - began < LIMIT_S + 30


def test_a_slow_name_server_holds_a_call_no_longer_than_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outgoing_requests, "TOTAL_S", LIMIT_S)
    monkeypatch.setattr(socket, "getaddrinfo", lambda *args, **kwargs: time.sleep(4) or [])
    began = time.monotonic()
    with pytest.raises(CannotReach, match="too slow"):
        send()
    assert time.monotonic() - began < LIMIT_S + 30


@pytest.mark.parametrize("data", [b"X: y\r\n", b"x", b"HTTP/1.1 100 Continue\r\n\r\n", b"HTTP/1.1 200 OK\r\nX: y\r\n"])
def test_an_endless_answer_is_read_a_little_way(server: Server, data: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outgoing_requests, "TOTAL_S", 2 * PLENTY_S)
    server.behaviours["hook.example"] = floods(data)
    began = time.monotonic()
    with pytest.raises(NoAnswer):
        send()
    assert time.monotonic() - began < PLENTY_S, "ended by its length"


def endless_body(raw: socket.socket, tls: ssl.SSLContext) -> None:
    sock = secured(raw, tls)
    sock.sendall(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
    while True:
        sock.sendall(b"1000\r\n" + b"x" * 4096 + b"\r\n")


def test_an_endless_body_is_not_read(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outgoing_requests, "TOTAL_S", 2 * PLENTY_S)
    server.behaviours["hook.example"] = endless_body
    began = time.monotonic()
    assert send().status == 200
    assert time.monotonic() - began < PLENTY_S


def test_a_redirect_is_an_answer_and_is_not_followed(server: Server) -> None:
    moved = b"HTTP/1.1 302 Found\r\nLocation: https://quick.example/\r\nContent-Length: 0\r\n\r\n"
    server.behaviours["hook.example"] = answers(moved)
    assert send().status == 302
    assert server.called == ["hook.example"]


def test_a_slow_host_is_skipped_for_a_while_and_others_are_called(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.behaviours["slow.example"] = silent
    with pytest.raises(CannotReach):
        send("slow.example")
    began = time.monotonic()
    for _ in range(20):
        with pytest.raises(HostBusy) as busy:
            send("slow.example")
        assert 50 < busy.value.seconds <= outgoing_limits.REST_S
    assert send("quick.example").status == 204
    assert time.monotonic() - began < PLENTY_S
    assert server.called.count("slow.example") == 1
    later = time.time() + outgoing_limits.REST_S + 1
    monkeypatch.setattr(time, "time", lambda: later)
    server.behaviours.clear()
    assert send("slow.example").status == 204
    assert send("slow.example").status == 204


def test_a_host_gets_at_most_two_calls_at_a_time(server: Server) -> None:
    server.behaviours["slow.example"] = silent

    def attempt(_number: int) -> str:
        try:
            send("slow.example")
        except (HostBusy, CannotReach) as error:
            return type(error).__name__
        return "sent"

    with ThreadPoolExecutor(10) as pool:
        found = sorted(pool.map(attempt, range(10)))
    assert found == ["CannotReach"] * 2 + ["HostBusy"] * 8
    assert not outgoing_limits._calls


def test_nothing_is_left_open_after_a_call(server: Server) -> None:
    server.behaviours["hook.example"] = drips(b"HTTP/1.1 200 OK\r\n")
    for _ in range(3):
        with suppress(NoAnswer, HostBusy):
            send()
    for _ in range(5):
        send("quick.example")
    assert not outgoing_limits._calls
    time.sleep(0.3)
    assert not [thread for thread in threading.enumerate() if thread.name == "deadline"]


NOT_PUBLIC = [
    "0.0.0.0", "10.0.0.1", "100.64.0.1", "100.100.100.200", "127.0.0.1", "127.255.255.254", "169.254.169.254",
    "172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.0.8", "192.0.0.9", "192.0.0.170", "192.0.0.192", "192.0.2.1",
    "192.88.99.1", "192.168.0.1", "198.18.0.1", "198.19.255.255", "198.51.100.1", "203.0.113.1", "224.0.0.1",
    "239.255.255.250", "240.0.0.1", "255.255.255.255", "168.63.129.16",
    "::", "::1", "::7f00:1", "::ffff:127.0.0.1", "::ffff:8.8.8.8", "::ffff:0:8.8.8.8", "64:ff9b::7f00:1",
    "64:ff9b::808:808", "64:ff9b:1::1", "100::1", "2001::1", "2001:0:7f00:1::", "2001:2::1", "2001:10::1",
    "2001:20::1", "2001:db8::1", "2002:7f00:1::", "2002:808:808::", "3fff::1", "4000::1", "5f00::1", "fc00::1",
    "fd00::1", "fe80::1", "fe80::1%eth0", "fec0::1", "feff::1", "ff02::1", "2606:2800:220:1::1%eth0",
]  # fmt: skip
PUBLIC = [
    "1.1.1.1", "8.8.8.8", "93.184.216.34", "9.9.9.9", "100.63.255.255", "100.128.0.1", "172.15.0.1", "172.32.0.1",
    "192.0.1.1", "192.88.98.1", "198.17.0.1", "198.20.0.1", "223.255.255.254",
    "2001:4860:4860::8888", "2606:2800:220:1::1", "2a00:1450:4001:800::200e", "2001:200::1", "2003::1",
]  # fmt: skip


@pytest.mark.parametrize("number", NOT_PUBLIC)
def test_addresses_that_are_not_public(number: str) -> None:
    assert not is_public(ipaddress.ip_address(number))


@pytest.mark.parametrize("number", PUBLIC)
def test_addresses_that_are_public(number: str) -> None:
    assert is_public(ipaddress.ip_address(number))


@pytest.mark.parametrize("written", ["127.1", "0x7f.1", "0177.0.0.1", "2130706433", "0"])
def test_other_ways_to_write_an_address_lead_to_the_same_check(written: str) -> None:
    with pytest.raises((outgoing_requests.BadAddress, CannotReach)):
        outgoing_requests.post(f"https://{written}/", b"", {})


def test_a_name_that_changes_its_address_is_called_at_the_one_that_was_checked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """DNS rebinding: the second lookup would return an internal address."""
    addresses = iter(["93.184.216.34", "127.0.0.1", "127.0.0.1"])
    called: list[str] = []
    entry = (socket.AF_INET, socket.SOCK_STREAM, 6, "")
    monkeypatch.setattr(socket, "getaddrinfo", lambda *args, **kwargs: [(*entry, (next(addresses), 443))])

    def connect(address: tuple[str, int], timeout: float) -> socket.socket:
        called.append(address[0])
        raise OSError("not today")

    monkeypatch.setattr(socket, "create_connection", connect)
    with pytest.raises(CannotReach):
        outgoing_requests.post("https://hook.example/", b"", {})
    assert called == ["93.184.216.34"]
    assert next(addresses) == "127.0.0.1", "looked up once"


@pytest.mark.parametrize(
    "host", ["127.1", "0x7f.1", "127.0.1", "10.1", "0.0", "017700000001.0", "localhost.localdomain"]
)
def test_short_forms_of_private_addresses_are_refused_when_they_are_entered(host: str) -> None:
    """Name lookup accepts these as IPv4 addresses although Python does not recognise them as such."""
    with pytest.raises(outgoing_requests.BadAddress):
        outgoing_requests.checked(f"https://{host}/hook")


def test_ordinary_names_stay_allowed() -> None:
    for host in ("example.com", "hooks.example.co.uk", "xn--bcher-kva.example", "3com.com"):
        assert outgoing_requests.checked(f"https://{host}/hook").hostname == host
