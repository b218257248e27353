"""What others see of a harvest that is at work, and what they may ask of it, also from elsewhere.

A run folder has two files for that: ``harvest.jsonl``, in which the harvest tells what it does and
which it holds locked for as long as it lives, and ``harvest.order``, where anybody writes that it
shall pause or stop. Both may be missing, and neither is needed to go on.
"""

import fcntl
import json
import os
import time
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Any, Self

from specdex.clock import now
from specdex.errors import InputError, SpecdexError, StoreError
from specdex.records import json_of
from specdex.settings import HarvestSettings

__all__ = ["ORDERS", "AtWork", "Diary", "Stopped", "at_work", "give_order"]

DIARY, ORDER = "harvest.jsonl", "harvest.order"
PAUSE, GO_ON, STOP = "pause", "resume", "stop"
ORDERS = (PAUSE, GO_ON, STOP)
NAP = 0.25
"""Seconds between two looks at the order while it pauses."""
TRIES = 5
TOLD = 200
"""Sentences that are looked at."""
READ = 1 << 18
"""Bytes of a diary that are read."""


class Stopped(SpecdexError):  # noqa: N818 - reads as what happened
    """Somebody asked a harvest to stop; nothing is lost, and starting again goes on."""


class Diary:
    """Tells what the harvest in *folder* does, and obeys what others ask of it.

    A StoreError where another harvest is at work there.
    """

    def __init__(self, folder: Path, settings: HarvestSettings) -> None:
        self._folder, self._settings = folder, settings
        self._file: IO[str] | None = None

    def __enter__(self) -> Self:
        with suppress(OSError):
            self._file = _held(self._folder / DIARY)
            if self._file is None:
                raise StoreError(_busy(self._folder))
        with suppress(OSError):
            (self._folder / ORDER).unlink()
        budget = asdict(self._settings.budget)
        self._write({"pid": os.getpid(), "category": self._settings.category, "budget": budget})
        return self

    def __exit__(self, *exc: object) -> None:
        if self._file is not None:
            self._file.close()

    def tell(self, sentence: str) -> None:
        """Write *sentence* down."""
        self._write({"said": sentence})

    def obey(self) -> None:
        """Wait while it shall pause; Stopped where it shall stop."""
        order = _order(self._folder)
        if order == PAUSE:
            self.tell("paused")
            while (order := _order(self._folder)) == PAUSE:
                time.sleep(NAP)
            self.tell("going on" if order != STOP else "stopping")
        if order == STOP:
            with suppress(OSError):
                (self._folder / ORDER).unlink()
            raise Stopped(f"stopped, as somebody asked; `specdex harvest {self._folder}` goes on")

    def _write(self, line: dict[str, Any]) -> None:
        if self._file is not None:
            with suppress(OSError):
                self._file.write(json.dumps({"time": now(), **line}, ensure_ascii=False) + "\n")
                self._file.flush()


def _held(path: Path) -> IO[str] | None:
    """The emptied file at *path*, locked; None where another harvest tells of itself there."""
    file = path.open("a", encoding="utf-8")
    for _ in range(TRIES):
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            # perhaps somebody only looks whether it is held
            time.sleep(NAP / TRIES)
            continue
        file.truncate(0)
        return file
    file.close()
    return None


def _busy(folder: Path) -> str:
    """Why a second harvest does not begin."""
    who = ""
    with suppress(OSError, ValueError, KeyError, TypeError), (folder / DIARY).open("rb") as file:
        who = f" (process {json_of(file.readline())['pid']})"
    return f"another harvest{who} is at work in {folder}; wait for it, or stop it there"


@dataclass(frozen=True, slots=True)
class AtWork:
    """A harvest as its diary tells it."""

    running: bool
    paused: bool = False
    category: str = ""
    started: str = ""
    max_pages: int = 0
    """Of one site."""
    max_minutes: float = 0.0
    said: tuple[tuple[str, str], ...] = ()
    """When it said what, the last first."""


def at_work(folder: Path) -> AtWork | None:
    """The harvest that is, or was last, at work in *folder*; None where none told of itself."""
    try:
        with (folder / DIARY).open("rb") as file:
            running = not _unlocked(file)
            lines = file.read(READ).decode("utf-8", "replace").splitlines()
    except OSError:
        return None
    told = []
    for line in lines:
        with suppress(ValueError):
            told.append(json_of(line))
    told = [each for each in told if isinstance(each, dict)]
    if not told:
        return None
    first = told[0]
    budget = first["budget"] if isinstance(first.get("budget"), dict) else {}
    said = [(each.get("time", ""), each["said"]) for each in told[1:] if "said" in each]
    return AtWork(
        running,
        running and _order(folder) == PAUSE,
        first.get("category", ""),
        first.get("time", ""),
        budget.get("max_pages", 0),
        budget.get("max_minutes", 0.0),
        tuple(reversed(said[-TOLD:])),
    )


def give_order(folder: Path, word: str) -> None:
    """Ask the harvest in *folder* to pause, resume or stop; an InputError where none is at work."""
    if word not in ORDERS:
        raise InputError(f"a harvest can {', '.join(ORDERS)}, not {word!r}")
    known = at_work(folder)
    if known is None or not known.running:
        raise InputError("no harvest is at work in this run")
    part = folder / f"{ORDER}.part"
    part.write_text(word, encoding="utf-8")
    part.replace(folder / ORDER)


def _order(folder: Path) -> str:
    try:
        return (folder / ORDER).read_text(encoding="utf-8").strip()
    except OSError:
        return ""


def _unlocked(file: IO[bytes]) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
