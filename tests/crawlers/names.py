"""Names that mean what a test wants in the process that fetches, which notes whom it speaks to.

``ALLOWED``, an address of this machine, stands for one of the internet.
"""

import os
import socket
import sys
from itertools import count

ALLOWED = "127.0.0.2"
SITE = "stranger.example"
NAMES = {
    SITE: ALLOWED,
    f"home.{SITE}": "127.0.0.1",
    f"cloud.{SITE}": "169.254.169.254",
    f"router.{SITE}": "192.168.0.1",
    f"mapped.{SITE}": "::ffff:127.0.0.1",
    f"carried.{SITE}": "64:ff9b::7f00:1",
}
REBOUND = f"rebound.{SITE}"
"""Means the allowed address whenever it is looked up for the first, third … time, else our own."""
NOTES = "SPECDEX_TEST_NOTES"
_looks = count()


def look_up(name):
    """What *name* means now."""
    if name == REBOUND:
        return (ALLOWED, "127.0.0.1")[next(_looks) % 2]
    if name in NAMES:
        return NAMES[name]
    # what the system understands without asking anybody
    try:
        return socket.inet_ntoa(socket.inet_aton("127.0.0.1" if name == "localhost" else name))
    except OSError as error:
        raise socket.gaierror(socket.EAI_NONAME, "unknown") from error


def looked_up(name, port, *_, **__):
    address = look_up(name if isinstance(name, str) else name.decode())
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    return [(family, socket.SOCK_STREAM, 6, "", (address, int(port or 0)))]


def pretend():
    """Let names mean this from now on, and note each connection."""
    from specdex.crawlers import addresses, gate, manners, renderer  # noqa: PLC0415

    notes = os.open(os.environ[NOTES], os.O_WRONLY | os.O_APPEND | os.O_CREAT)

    def listen(event, arguments):
        if event == "socket.connect" and isinstance(arguments[1], tuple):
            os.write(notes, f"{arguments[1][0]}\n".encode())

    sys.addaudithook(listen)
    real = addresses.is_public
    for module in (addresses, gate, manners, renderer):
        module.is_public = lambda address: address == ALLOWED or real(address)
    socket.gethostbyname = look_up
    socket.getaddrinfo = looked_up


def fetch(line, politeness, budget):
    """What the process that fetches does, with these names."""
    from specdex.crawlers import process  # noqa: PLC0415

    pretend()
    process.fetch(line, politeness, budget)
