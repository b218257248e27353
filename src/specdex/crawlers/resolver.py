"""Names become addresses here, and those that only exist around this machine are refused."""

from collections.abc import Sequence
from typing import Any, Self

from scrapy.crawler import Crawler
from scrapy.resolver import CachingThreadedResolver
from twisted.internet.base import ReactorBase
from twisted.internet.defer import Deferred
from twisted.internet.error import DNSLookupError

from specdex.crawlers.addresses import ALLOW_PRIVATE, OPEN_HOSTS, is_public

__all__ = ["GuardedResolver", "refused_names"]

refused_names: dict[str, str] = {}
"""The names that were refused, and the private addresses they mean."""


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
