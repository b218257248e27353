"""Scrapy's settings, from ours."""

import os
from typing import Any
from urllib.parse import urlsplit

from specdex.crawlers.addresses import ALLOW_PRIVATE, OPEN_HOSTS
from specdex.crawlers.browser import browser_settings
from specdex.settings import Budget, Politeness

__all__ = ["scrapy_settings"]

MAX_DELAY = 60.0
MAX_REDIRECTS = 6
RETRIES = 2
DNS_SECONDS = 20
RESOLVER = "specdex.crawlers.resolver.GuardedResolver"
PROXIES = ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY", "all_proxy", "ALL_PROXY")


def scrapy_settings(politeness: Politeness, budget: Budget) -> dict[str, Any]:
    """The settings of a crawl; nothing of Scrapy listens, phones home or logs."""
    settings = {
        **_manners(politeness),
        **_limits(politeness, budget),
        **_safety(politeness),
        **_silence(),
    }
    browser = browser_settings(politeness, _proxy(politeness))
    handlers = {**settings["DOWNLOAD_HANDLERS"], **browser.get("DOWNLOAD_HANDLERS", {})}
    return {**settings, **browser, "DOWNLOAD_HANDLERS": handlers}


def _manners(politeness: Politeness) -> dict[str, Any]:
    return {
        "USER_AGENT": politeness.user_agent,
        "ROBOTSTXT_OBEY": politeness.robots,
        "ROBOTSTXT_USER_AGENT": politeness.user_agent.partition("/")[0],
        "DOWNLOAD_DELAY": politeness.delay,
        "DOWNLOAD_DELAY_JITTER": 0,
        "CONCURRENT_REQUESTS_PER_DOMAIN": 1,
        "AUTOTHROTTLE_ENABLED": politeness.delay > 0,
        "AUTOTHROTTLE_START_DELAY": politeness.delay,
        "AUTOTHROTTLE_MAX_DELAY": max(MAX_DELAY, politeness.delay),
        "RETRY_TIMES": RETRIES,
        # a jar for each site, for this crawl alone: some shops show nothing without a cookie
        "COOKIES_ENABLED": True,
        "DEFAULT_REQUEST_HEADERS": {
            "Accept": "text/html,application/xhtml+xml;q=0.9,*/*;q=0.1",
            "Accept-Language": "en,*;q=0.5",
        },
    }


def _limits(politeness: Politeness, budget: Budget) -> dict[str, Any]:
    return {
        "DOWNLOAD_TIMEOUT": politeness.timeout,
        "DNS_TIMEOUT": min(DNS_SECONDS, politeness.timeout),
        "DOWNLOAD_MAXSIZE": budget.max_bytes,
        "DOWNLOAD_WARNSIZE": 0,
        "DOWNLOAD_FAIL_ON_DATALOSS": True,
        "REDIRECT_MAX_TIMES": MAX_REDIRECTS,
        "METAREFRESH_ENABLED": False,
    }


def _safety(politeness: Politeness) -> dict[str, Any]:
    return {
        "DOWNLOADER_MIDDLEWARES": {
            "specdex.crawlers.manners.Guard": 40,
            "specdex.crawlers.manners.BackOff": 550,
            "scrapy.downloadermiddlewares.retry.RetryMiddleware": None,
            "scrapy.downloadermiddlewares.offsite.OffsiteMiddleware": None,
            "scrapy.downloadermiddlewares.robotstxt.RobotsTxtMiddleware": None,
            "specdex.crawlers.manners.CarefulRobots": 100,
            "scrapy.downloadermiddlewares.httpauth.HttpAuthMiddleware": None,
        },
        "DOWNLOAD_HANDLERS": {"data": None, "file": None, "ftp": None, "s3": None},
        "TWISTED_DNS_RESOLVER": RESOLVER,
        ALLOW_PRIVATE: politeness.allow_private,
        OPEN_HOSTS: _proxy_hosts(politeness),
    }


def _silence() -> dict[str, Any]:
    return {
        "LOG_ENABLED": False,
        "TELNETCONSOLE_ENABLED": False,
        "REMOTE_CONTROL_ENABLED": False,
        "MEMUSAGE_ENABLED": False,
        "STATS_DUMP": False,
        "DOWNLOADER_STATS": False,
        "EXTENSIONS": {
            "scrapy.extensions.corestats.CoreStats": None,
            "scrapy.extensions.logcount.LogCount": None,
            "scrapy.extensions.telnet.TelnetConsole": None,
            "scrapy.extensions.logstats.LogStats": None,
            "scrapy.extensions.memusage.MemoryUsage": None,
            "scrapy.extensions.feedexport.FeedExporter": None,
        },
    }


def _proxy(politeness: Politeness) -> str:
    """The proxy that a browser has to use."""
    return politeness.proxy or next(filter(None, map(os.environ.get, PROXIES)), "")


def _proxy_hosts(politeness: Politeness) -> list[str]:
    """The hosts of the proxies in use: they may well be on this machine."""
    proxies = [politeness.proxy, *(os.environ.get(name, "") for name in PROXIES)]
    hosts = (
        urlsplit(proxy if "//" in proxy else f"//{proxy}").hostname for proxy in proxies if proxy
    )
    return sorted({host for host in hosts if host})
