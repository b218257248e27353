"""Keys come from the environment, travel only where they are safe, and are shown nowhere."""

import os
from urllib.parse import urlsplit

from specdex.errors import InputError
from specdex.urls import is_web

__all__ = ["checked_address", "key", "shown"]

LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})
"""Where plain http is as good as https."""


def key(*names: str) -> str:
    """The key in the first of the environment's variables *names* that is set.

    An InputError names them where none is, or where what is set can be no key.
    """
    for name in names:
        value = os.environ.get(name, "").strip()
        if value and not (value.isascii() and value.isprintable()):
            raise InputError(f"what {name} holds cannot be a key")
        if value:
            return value
    raise InputError(f"a key is needed: set {' or '.join(names)} in the environment")


def checked_address(address: str, *, keyed: bool = False) -> str:
    """*address* without a slash at its end.

    An InputError where it is none of the web, or where a key in it or for it is unsafe.
    """
    if not is_web(address):
        raise InputError(f"{shown(address)!r} is not an http address")
    parts = urlsplit(address)
    if parts.username is not None or parts.password is not None:
        raise InputError(f"{shown(address)}: a key belongs in the environment, not in the address")
    if keyed and parts.scheme != "https" and parts.hostname not in LOOPBACK:
        raise InputError(f"{shown(address)}: a key is sent over https only")
    return address.rstrip("/")


def shown(url: str) -> str:
    """*url* as it may be printed and kept: without user, password, query and fragment.

    >>> shown("http://me:secret@search.example:80/search?q=x&key=secret")
    'http://search.example:80/search'
    """
    try:
        parts = urlsplit(url)
    except ValueError:
        return "the address"
    return parts._replace(netloc=parts.netloc.rpartition("@")[2], query="", fragment="").geturl()
