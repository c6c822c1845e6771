"""Decides which internet addresses the site may call: globally routable unicast addresses that do not embed another
address."""

from __future__ import annotations

import ipaddress
from typing import Final

_Address = ipaddress.IPv4Address | ipaddress.IPv6Address
_Network = ipaddress.IPv4Network | ipaddress.IPv6Network


def _networks(*texts: str) -> tuple[_Network, ...]:
    return tuple(ipaddress.ip_network(text) for text in texts)


UNICAST: Final = _networks("1.0.0.0/8", "2.0.0.0/7", "4.0.0.0/6", "8.0.0.0/5", "16.0.0.0/4", "32.0.0.0/3", "64.0.0.0/2",
                           "128.0.0.0/2", "192.0.0.0/3", "2000::/3")  # fmt: skip
"""Networks that IANA assigns for unicast. Everything else is refused."""

SPECIAL: Final = _networks(
    # Private networks, carrier networks, this machine, the local link.
    "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.168.0.0/16",
    # Protocol assignments (192.0.0.8 among them), documentation, benchmarks, anycast relays and sinks.
    "192.0.0.0/24", "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24", "192.175.48.0/24",
    "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
    # Inside one cloud provider, this is the address of the virtual machine's host.
    "168.63.129.16/32",
    # Protocol assignments with Teredo and ORCHID, documentation, 6to4, sinks.
    "2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20",
)  # fmt: skip
"""Networks in UNICAST that are private, unused, or tunnels to a hidden IPv4 address. IPv4-mapped addresses
(::ffff:0:0/96), NAT64 (64:ff9b::/96) and fec0::/10 are outside of 2000::/3 anyway."""


def is_public(address: _Address) -> bool:
    """Whether this is an address of the public internet."""
    if isinstance(address, ipaddress.IPv6Address) and address.scope_id:
        return False
    return (
        any(address in network for network in UNICAST)
        and not any(address in network for network in SPECIAL)
        and address.is_global
        and not (address.is_multicast or address.is_reserved)
    )
