"""A file layer that fails where it is told to, under everything that a process writes.

It is a small library in C that is preloaded, so that SQLite's own writes pass it, too.
"""

import ctypes
import os
import shutil
import subprocess
from enum import IntEnum
from pathlib import Path

__all__ = ["Fault", "arm", "build", "calls", "is_possible", "keep_safe", "lose_power"]

SOURCE = Path(__file__).with_name("layer.c")


class Fault(IntEnum):
    """What happens at the n-th call; the numbers are those of ``layer.c``."""

    COUNT = 0
    """Nothing: calls are counted."""
    IO_ERROR = 1
    NO_SPACE = 2
    """Once."""
    FULL = 3
    """From then on, as on a full disk."""
    SHORT = 4
    """Half of the bytes are written."""
    KILL = 5
    POWER = 6
    """The process is killed, and what was not synced is lost (``lose_power``)."""


def is_possible() -> bool:
    """Whether this machine can build and preload the layer."""
    return os.uname().sysname == "Linux" and shutil.which("cc") is not None


def build(folder: Path) -> Path:
    """The layer, compiled into *folder*."""
    library = folder / "layer.so"
    command = ["cc", "-shared", "-fPIC", "-O1", "-o", str(library), str(SOURCE), "-ldl"]
    subprocess.run(command, check=True)  # noqa: S603 - our own words
    return library


def keep_safe(folder: Path, shadow: Path) -> None:
    """Take what is below *folder* for synced: it was there before."""
    shadow.mkdir(parents=True, exist_ok=True)
    for path in folder.rglob("*") if folder.exists() else ():
        if path.is_file():
            (shadow / str(path.stat().st_ino)).write_bytes(path.read_bytes())


def arm(folder: Path, shadow: Path, fault: Fault, at: int) -> None:
    """Let *fault* happen at the call of number *at* that changes a file below *folder*."""
    shadow.mkdir(parents=True, exist_ok=True)
    layer = ctypes.CDLL(None)
    layer.faults_arm(os.fsencode(f"{folder}/"), os.fsencode(shadow), int(fault), ctypes.c_long(at))


def calls() -> int:
    """The calls that were counted since."""
    counted = ctypes.CDLL(None).faults_calls
    counted.restype = ctypes.c_long
    return int(counted())


def lose_power(folder: Path, shadow: Path) -> None:
    """Leave of each file below *folder* what was last synced, and nothing of others."""
    for path in folder.rglob("*"):
        if path.is_file():
            safe = shadow / str(path.stat().st_ino)
            path.write_bytes(safe.read_bytes() if safe.exists() else b"")
            if path.name.endswith("-shm"):
                path.unlink()
