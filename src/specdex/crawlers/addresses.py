"""Which network addresses a crawl may speak to: none that only exist around this machine."""

import ipaddress
import socket
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from urllib.parse import urlsplit

__all__ = ["ALLOW_PRIVATE", "OPEN_HOSTS", "addresses_of", "is_public", "literal_address"]

OPEN_HOSTS = "SPECDEX_OPEN_HOSTS"
"""The Scrapy setting that lists hosts which may resolve to any address: the proxy's."""
ALLOW_PRIVATE = "SPECDEX_ALLOW_PRIVATE"
UNICAST = ipaddress.ip_network("2000::/3")
"""Where the addresses of IPv6 are that the internet knows."""
LOOK_UPS = 32
"""Names that are asked for at once."""
UNROUTED = (ipaddress.ip_network("3fff::/20"), ipaddress.ip_network("192.88.99.0/24"))
"""What Python takes for public: addresses of documentation, and of whoever relays 6to4 nearby."""
NAT64 = ipaddress.ip_network("64:ff9b::/96")
"""Where networks without IPv4 put the addresses of those who have nothing else."""


def is_public(address: str) -> bool:
    """Whether *address* is one of the public internet.

    >>> is_public("93.184.216.34"), is_public("127.0.0.1"), is_public("::ffff:10.0.0.1")
    (True, False, False)
    """
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    carried = _carried(parsed) if isinstance(parsed, ipaddress.IPv6Address) else parsed
    if any((carried or parsed) in network for network in UNROUTED):
        return False
    if carried is None:
        return parsed.is_global and parsed in UNICAST
    return carried.is_global and not carried.is_multicast


def _carried(address: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    """The IPv4 address that an address of IPv6 leads to, if any."""
    if address in NAT64:
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour


def addresses_of(hosts: Iterable[str]) -> dict[str, str]:
    """The address of each of *hosts* that has one."""
    named = list(dict.fromkeys(hosts))
    with ThreadPoolExecutor(LOOK_UPS) as pool:
        found = pool.map(_address_of, named)
    return {host: address for host, address in zip(named, found, strict=True) if address}


def _address_of(host: str) -> str:
    try:
        return socket.gethostbyname(host.partition(":")[0])
    except (OSError, UnicodeError):
        return ""


def literal_address(url: str) -> str:
    """The IP address that *url* names in place of a host; empty where it names a host.

    Spellings that only system libraries understand (``127.1``, ``0x7f.1``, ``2130706433``) count.

    >>> literal_address("http://[::1]:80/"), literal_address("http://127.1/")
    ('::1', '127.0.0.1')
    >>> literal_address("http://shop.example/")
    ''
    """
    host = (urlsplit(url).hostname or "").rstrip(".")
    try:
        return str(ipaddress.ip_address(host))
    except ValueError:
        with suppress(OSError, ValueError):
            return socket.inet_ntoa(socket.inet_aton(host))
        return ""
