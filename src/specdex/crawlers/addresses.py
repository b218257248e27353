"""Which network addresses a crawl may speak to: none that only exist around this machine."""

import ipaddress
from collections.abc import Sequence
from typing import Any, Self, cast
from urllib.parse import urlsplit

from scrapy.crawler import Crawler
from scrapy.resolver import CachingThreadedResolver
from twisted.internet.base import ReactorBase
from twisted.internet.defer import Deferred
from twisted.internet.error import DNSLookupError

__all__ = [
    "ALLOW_PRIVATE",
    "OPEN_HOSTS",
    "GuardedResolver",
    "is_public",
    "literal_address",
    "refused_names",
]

OPEN_HOSTS = "SPECDEX_OPEN_HOSTS"
"""The Scrapy setting that lists hosts which may resolve to any address: the proxy's."""
ALLOW_PRIVATE = "SPECDEX_ALLOW_PRIVATE"


refused_names: dict[str, str] = {}
"""The names that were refused, and the private addresses they mean."""


def is_public(address: str) -> bool:
    """Whether *address* is one of the public internet.

    >>> is_public("93.184.216.34"), is_public("127.0.0.1"), is_public("::ffff:10.0.0.1")
    (True, False, False)
    """
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    mapped = getattr(parsed, "ipv4_mapped", None)
    target = mapped or parsed
    return bool(target.is_global and not target.is_multicast)


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
        return _loose_address(host)


def _loose_address(host: str) -> str:
    """An IPv4 address in one of the old spellings of ``inet_aton``."""
    parts = host.split(".")
    if not 0 < len(parts) <= 4:  # noqa: PLR2004 - four bytes
        return ""
    numbers = [_number(part) for part in parts]
    if any(number is None for number in numbers):
        return ""
    *high, low = cast("list[int]", numbers)
    value = low + sum(byte << (24 - 8 * place) for place, byte in enumerate(high))
    return str(ipaddress.IPv4Address(value & 0xFFFFFFFF))


def _number(part: str) -> int | None:
    try:
        if part.lower().startswith("0x"):
            return int(part, 16)
        return int(part, 8) if part.startswith("0") and len(part) > 1 else int(part, 10)
    except ValueError:
        return None


class GuardedResolver(CachingThreadedResolver):
    """Resolves names, and refuses those that mean a private address.

    What it returns is what is connected to, so a name that changes its address between two
    requests, or after a redirect, is caught as well.
    """

    open_hosts: frozenset[str] = frozenset()
    allow_private: bool = False

    @classmethod
    def from_crawler(cls, crawler: Crawler, reactor: ReactorBase) -> Self:
        """The resolver with the hosts that settings let pass."""
        resolver = super().from_crawler(crawler, reactor)
        resolver.open_hosts = frozenset(crawler.settings.getlist(OPEN_HOSTS))
        resolver.allow_private = crawler.settings.getbool(ALLOW_PRIVATE)
        return resolver

    def getHostByName(  # noqa: N802 - twisted's name
        self, name: str, timeout: Sequence[int] = ()
    ) -> "Deferred[str]":
        """The address of *name*; fails where it is private."""
        found = super().getHostByName(name, timeout)
        if not self.allow_private and name not in self.open_hosts:
            found.addCallback(self._checked, name)
        return found

    def _checked(self, address: Any, name: str) -> str:
        if not is_public(str(address)):
            # Twisted forgets why a name could not be resolved
            refused_names[name] = str(address)
            raise DNSLookupError(f"{name} is at the private address {address}")
        return str(address)
