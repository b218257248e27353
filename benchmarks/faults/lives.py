"""Lives of a process that ends at a fault, and what must hold of the run that it leaves."""

import json
import os
import random
import shutil
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import cycle
from pathlib import Path

from benchmarks.faults.layer import Fault, arm, calls, keep_safe, lose_power
from benchmarks.faults.stages import Held, Stage, World, held
from specdex.errors import SpecdexError

__all__ = ["Trial", "fault_points", "killed_harvests"]

FAULTS = tuple(fault for fault in Fault if fault is not Fault.COUNT)
SAID, BROKE = 1, 99
"""How a life ends that says one sentence, and one that ends with a traceback."""
NEAREST, FARTHEST, GROWTH = 4, 90, 1.4
"""Calls that the first life of a harvest lasts at least, and at most; each later one may last
longer, since a long transaction needs one life."""
STEPS = 40
"""Lives of one step, before some last longer."""
NEVER = 10**9
"""A call that is never reached."""


@dataclass
class Trial:
    """What was tried, and what did not hold."""

    points: int = 0
    kills: int = 0
    broken: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Life:
    """How a process ended, and what it had told before."""

    code: int
    calls: int = 0
    told: tuple[str, ...] = ()
    words: str = ""


def lived(do: Callable[..., None], folder: Path, fault: Fault, at: int) -> Life:
    """Do it in a process of its own, with *fault* at the call of number *at*."""
    book, shadow = folder.with_suffix(".told"), folder.with_suffix(".safe")
    shutil.rmtree(shadow, ignore_errors=True)
    book.write_text("", encoding="utf-8")
    if fault is Fault.POWER:
        keep_safe(folder, shadow)
    child = os.fork()
    if not child:
        _live(do, folder, book, (shadow, fault, at))
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if fault is Fault.POWER and status < 0:
        lose_power(folder, shadow)
    lines = [json.loads(line) for line in book.read_text(encoding="utf-8").splitlines()]
    last = lines.pop() if lines and isinstance(lines[-1], dict) else {}
    told = tuple(url for line in lines for url in line)
    return Life(status, last.get("calls", 0), told, last.get("words", ""))


def _live(do: Callable[..., None], folder: Path, book: Path, how: tuple[Path, Fault, int]) -> None:
    """What the process does; it never returns."""
    shadow, fault, at = how
    code, words = BROKE, ""
    with book.open("a", encoding="utf-8") as file:

        def tell(said: object) -> None:
            file.write(json.dumps(said) + "\n")
            file.flush()

        try:
            arm(folder, shadow, fault, at)
            do(folder, tell)
            code = 0
        except SpecdexError as error:
            code, words = SAID, str(error)
        except BaseException:  # noqa: BLE001 - what else comes is what is looked for
            words = traceback.format_exc()
        finally:
            counted = calls()
            arm(folder, shadow, Fault.COUNT, -1)
            tell({"calls": counted, "words": words})
            sys.stderr.flush()
            os._exit(code)


def fault_points(world: World, place: Path, points: int) -> Trial:
    """Let every verb of *world* meet *points* faults at most, spread over its calls."""
    trial, base = Trial(), place / "base"
    a_stage = max(1, points // len(world.stages))
    for stage in world.stages:
        before = place / f"before-{stage.name}"
        if base.exists():
            shutil.copytree(base, before)
        life = lived(stage.do, base, Fault.COUNT, -1)
        if life.code:
            trial.broken.append(f"{stage.name}: {life.words}")
            return trial
        wanted = held(base)
        for fault, at in _spread(life.calls, a_stage):
            trial.points += 1
            run = place / "run"
            _copied(before, run)
            trial.broken += _broken(stage, run, wanted, (fault, at))
    return trial


def _spread(calls_made: int, points: int) -> Iterator[tuple[Fault, int]]:
    """So many faults, spread over all calls, of all kinds in turn."""
    every = [(fault, at) for at in range(1, calls_made + 1) for fault in FAULTS]
    step = max(1.0, len(every) / points)
    for number in range(min(points, len(every))):
        yield every[int(number * step)]


def _copied(source: Path, target: Path) -> None:
    shutil.rmtree(target, ignore_errors=True)
    if source.exists():
        shutil.copytree(source, target)


def _broken(stage: Stage, run: Path, wanted: Held, where: tuple[Fault, int]) -> list[str]:
    """What does not hold after a fault: of what was told, and of what going on comes to."""
    fault, at = where
    life = lived(stage.do, run, fault, at)
    title = f"{stage.name}, {fault.name.lower()} at call {at}"
    if life.code == BROKE:
        return [f"{title}: {life.words}"]
    again = lived(stage.do, run, Fault.COUNT, -1)
    if again.code:
        return [f"{title}, going on: {again.words}"]
    try:
        found = held(run)
    except (AssertionError, SpecdexError) as error:
        return [f"{title}: {error!r}"]
    kept = {each.url for each in found["StoredPage"]}
    lost = [url for url in life.told if url not in kept]
    return [
        *([f"{title}: lost {lost[0]}"] if lost else []),
        *_others(title, wanted, found),
    ]


def _others(title: str, wanted: Held, found: Held) -> Iterator[str]:
    """What a run holds otherwise than an undisturbed one, with an example of each kind."""
    for name in wanted:
        missing, more = wanted[name] - found[name], found[name] - wanted[name]
        if missing or more:
            examples = " / ".join(repr(next(iter(each)))[:400] for each in (missing, more) if each)
            yield f"{title}: {len(missing)} {name} missing, {len(more)} more: {examples}"


def killed_harvests(
    world: World, place: Path, kills: int, seed: int = 1, tell: Callable[[str], object] = str
) -> Trial:
    """Harvest *world* again and again, killed again and again, until there were *kills*.

    Every other harvest is killed after each of its steps, the others at any call.
    """
    trial, chance = Trial(), random.Random(seed)  # noqa: S311 - no secret
    whole = place / "whole"
    life = lived(world.harvest, whole, Fault.COUNT, -1)
    if life.code:
        trial.broken.append(life.words)
        return trial
    wanted = held(whole)
    for death in cycle((_at_a_call, _after_a_step)):
        if trial.kills >= kills or trial.broken:
            break
        run = place / "run"
        _copied(place / "none", run)
        lives: list[Life] = []
        while not lives or lives[-1].code < 0:
            lives.append(death(world, run, chance, len(lives)))
        trial.kills += len(lives) - 1
        trial.broken += _amiss(run, lives, wanted)
        tell(f"{trial.kills} kills, {len(trial.broken)} broken promises so far")
    return trial


def _at_a_call(world: World, run: Path, chance: random.Random, deaths: int) -> Life:
    """A life that ends at some call that changes a file."""
    farthest = int(FARTHEST * GROWTH**deaths)
    fault = chance.choice((Fault.KILL, Fault.POWER))
    return lived(world.harvest, run, fault, chance.randint(NEAREST, farthest))


def _after_a_step(world: World, run: Path, chance: random.Random, deaths: int) -> Life:
    """A life that ends after one step, or some."""
    fault = chance.choice((Fault.KILL, Fault.POWER))
    last = 1 + int(chance.random() * deaths / STEPS)
    return lived(partial(world.harvest, last=last), run, fault, NEVER)


def _amiss(run: Path, lives: Sequence[Life], wanted: Held) -> list[str]:
    """What does not hold of a harvest after all its *lives*."""
    title = f"a harvest after {len(lives) - 1} kills"
    if lives[-1].code:
        return [f"{title}: {lives[-1].words}"]
    found = held(run)
    told = {url for life in lives for url in life.told}
    lost = told - {each.url for each in found["StoredPage"]}
    return [
        *([f"{title}: pages that were told are lost"] if lost else []),
        *_others(title, wanted, found),
    ]
