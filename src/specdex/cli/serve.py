"""The command serve: look at runs in the browser, and correct them."""

import secrets
import signal
import socket
import threading
import webbrowser
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from urllib.parse import quote

import click

from specdex.cli.options import PLACE, preset
from specdex.errors import InputError, MissingExtra

__all__ = ["serve", "serve_runs"]

LOOPBACK = "127.0.0.1"
PORT = 8642
BACKLOG = 128


@click.command()
@click.argument("runs", nargs=-1, type=PLACE, metavar="[RUN...]")
@preset("--host", default=LOOPBACK, help="Where to listen; beyond loopback a token is demanded.")
@preset("--port", type=click.IntRange(0, 65535), default=PORT, help="0 takes any free port.")
@click.option("--token", default="", help="Demand this token of every reader, also on loopback.")
@click.option("--open/--no-open", "opens", default=True, help="Open the browser.")
def serve(runs: tuple[Path, ...], host: str, port: int, token: str, *, opens: bool) -> None:
    """Show runs in the browser: look at them, understand them, correct them.

    Without RUN, all runs in this folder. Listens on loopback only, unless told otherwise; no
    request leaves the machine but those of a harvest, or of a page that you ask for by address.
    A packed run (s3://…) is worked on here meanwhile, and packed in the end if it was changed.

    Example:

        specdex serve camera-run
    """
    with ExitStack() as stack:
        here = [stack.enter_context(_at_hand(each)) for each in runs or _here()]
        serve_runs(here, host=host, port=port, token=token, opens=opens)


@contextmanager
def _at_hand(run: Path) -> Iterator[Path]:
    """The folder of *run*, also where it is packed; whoever ends us by a signal ends well."""
    from specdex.runs.packed import is_packed
    from specdex.runs.working import worked_on

    if not is_packed(run):
        yield run
        return
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with worked_on(run, create=False) as folder, suppress(KeyboardInterrupt):
        yield folder


def serve_runs(
    runs: Iterable[Path],
    *,
    host: str = LOOPBACK,
    port: int = PORT,
    token: str = "",
    opens: bool = True,
) -> None:
    """Serve *runs* until Ctrl-C."""
    try:
        import uvicorn

        from specdex.web.app import app
        from specdex.web.security import is_loopback
    except ImportError as error:
        raise MissingExtra("starlette or uvicorn", "web") from error

    served = _named(runs)
    if not is_loopback(host):
        token = token or secrets.token_urlsafe(16)
    made = app(served, hosts={host}, secret=token, folder=Path.cwd())
    listener = _listener(host, port)
    name = f"[{host}]" if ":" in host else host
    address = f"http://{name}:{listener.getsockname()[1]}/"
    address += f"?token={quote(token)}" if token else ""
    click.echo(f"serving {', '.join(served) or 'no run yet'} at {address}", err=True)
    if opens:
        threading.Timer(0.5, webbrowser.open, [address]).start()
    server = uvicorn.Server(
        uvicorn.Config(
            made, log_level="warning", access_log=False, ws="none", timeout_graceful_shutdown=1
        )
    )
    with listener:
        server.run(sockets=[listener])


def _here() -> Sequence[Path]:
    """The runs in this folder, or this folder where it is one."""
    from specdex.runs import Run

    here = Path()
    if Run.is_one(here):
        return [here.resolve()]
    return sorted(each for each in here.iterdir() if Run.is_one(each))


def _named(runs: Iterable[Path]) -> dict[str, Path]:
    """*runs* by names that addresses may have; an InputError where one is none."""
    from specdex.runs import Run

    found: dict[str, Path] = {}
    for path in runs:
        if not Run.is_one(path):
            raise InputError(f"{path} is not a run folder")
        name = stem = path.resolve().name or "run"
        number = 1
        while name in found:
            number += 1
            name = f"{stem}-{number}"
        found[name] = path.resolve()
    return found


def _listener(host: str, port: int) -> socket.socket:
    """A socket that listens there; an InputError where it cannot."""
    try:
        kind, *_, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        return socket.create_server(place[:2], family=kind, backlog=BACKLOG)
    except OSError as error:
        raise InputError(
            f"cannot listen on {host}, port {port}: {error.strerror or error}"
        ) from error
