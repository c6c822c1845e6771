"""Finds the client address of a request or socket. All limits of pages, the API and sockets use it.

`X-Forwarded-For` counts only from proxies named in settings.TRUSTED_PROXIES. Any client can send the header, so only
its right end, written by the nearest proxy, is trusted.
"""

import ipaddress
from typing import Any, Final

from django.conf import settings

IPV6_PREFIX: Final = 64
UNKNOWN: Final = "unknown"


def address_of(*, peer: str, forwarded: str) -> str:
    """The address to count by; for IPv6 the network, because one household has billions of addresses.

    `peer` is the other end of the connection, `forwarded` the header X-Forwarded-For. Of the addresses written by
    trusted proxies, the nearest one that is not itself a trusted proxy counts.
    """
    nearest = _read(peer)
    for address in reversed(forwarded.split(",")) if forwarded else ():
        if nearest is None or not _is_trusted(nearest):
            break
        further = _read(address)
        if further is None:
            break
        nearest = further
    if nearest is None:
        return UNKNOWN
    if isinstance(nearest, ipaddress.IPv6Address):
        if nearest.ipv4_mapped is not None:
            return str(nearest.ipv4_mapped)
        return str(ipaddress.ip_network((int(nearest), IPV6_PREFIX), strict=False).network_address)
    return str(nearest)


def address_of_request(request: Any) -> str:
    """`address_of` for a request of Django or of Django REST framework."""
    meta = request.META
    return address_of(peer=meta.get("REMOTE_ADDR", ""), forwarded=meta.get("HTTP_X_FORWARDED_FOR", ""))


def address_of_scope(scope: Any) -> str:
    """`address_of` for an ASGI scope."""
    forwarded = [value.decode("latin-1") for name, value in scope.get("headers", ()) if name == b"x-forwarded-for"]
    client = scope.get("client")
    return address_of(peer=client[0] if client else "", forwarded=",".join(forwarded))


def _read(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(text.strip().partition("%")[0])
    except ValueError:
        return None


def _is_trusted(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    plain = getattr(address, "ipv4_mapped", None) or address
    return any(plain in network for network in settings.TRUSTED_PROXIES)
