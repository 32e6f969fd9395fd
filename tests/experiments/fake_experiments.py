"""Small experiments that spawned workers can import: dice, and trials that misbehave on purpose."""

import os
import signal
import time
import weakref
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import numpy as np
from msgspec import Meta

from ludens.experiments.experiment import AtLeast, AtMost, Experiment
from ludens.experiments.json_values import Json, Row
from ludens.experiments.statistics import numbers, quantile, rate
from ludens.experiments.trials import TrialRequest


@dataclass(frozen=True, slots=True)
class DiceOptions:
    """What a throw of dice depends on."""

    sides: Annotated[int, Meta(ge=2, le=100, description="Sides of the die.")] = 6
    delay_ms: Annotated[float, Meta(ge=0, description="How late the result is seen.")] = 100.0
    throw: Annotated[Literal["hand", "cup"], Meta(description="Thrown with what.")] = "hand"
    loaded: Annotated[bool, Meta(description="Always show the highest number.")] = False


def throw_dice(request: TrialRequest[DiceOptions]) -> Row:
    random = np.random.default_rng(request.seed)
    options = request.options
    shown = options.sides if options.loaded else int(random.integers(1, options.sides + 1))
    noise = 0.0 if request.noise == "off" else random.normal()
    return {
        "success": shown == options.sides,
        "shown": shown,
        "time_s": np.float64(1 + abs(noise)).item(),
        "threads": os.environ.get("OMP_NUM_THREADS"),
    }


def summarise_dice(rows: Sequence[Row]) -> dict[str, Json]:
    return {**rate(rows, "success"), "time_median_s": quantile(numbers(rows, "time_s"), 0.5)}


DICE = Experiment(
    name="dice",
    summary="Throws a die and hopes for the highest number.",
    trial="tests.experiments.fake_experiments:throw_dice",
    options=DiceOptions,
    default_trials=12,
    summarise=summarise_dice,
    paper={"success_rate": 0.167},
    goal={"success_rate": AtLeast(0.9), "time_median_s": AtMost(5.0)},
)


@dataclass(frozen=True, slots=True)
class TroubleOptions:
    """Where trials leave traces and which one misbehaves."""

    folder: Annotated[str, Meta(description="Where trials leave traces.")] = ""
    trial: Annotated[int, Meta(description="The trial that misbehaves.")] = 2


def starts(folder: str | Path, index: int) -> list[int]:
    """The processes in which a trial has been started."""
    traces = Path(folder) / f"started-{index}"
    return [int(line) for line in traces.read_text().splitlines()] if traces.exists() else []


def _index(request: TrialRequest[TroubleOptions]) -> int:
    return request.seed % 1_000_000


def _count_start(request: TrialRequest[TroubleOptions]) -> int:
    """How often this trial has been started before; leaves the id of this process behind."""
    before = len(starts(request.options.folder, _index(request)))
    with (Path(request.options.folder) / f"started-{_index(request)}").open("a") as file:
        file.write(f"{os.getpid()}\n")
    return before


def die_once(request: TrialRequest[TroubleOptions]) -> Row:
    before = _count_start(request)
    if _index(request) == request.options.trial and before == 0:
        os.kill(os.getpid(), signal.SIGKILL)
    return {"value": _index(request)}


def die_always(request: TrialRequest[TroubleOptions]) -> Row:
    _count_start(request)
    if _index(request) == request.options.trial:
        os.kill(os.getpid(), signal.SIGKILL)
    return {"value": _index(request)}


def raise_error(request: TrialRequest[TroubleOptions]) -> Row:
    if _index(request) == request.options.trial and not (Path(request.options.folder) / "mended").exists():
        raise ValueError("the die fell off the table")
    return {"value": _index(request)}


def return_object(request: TrialRequest[TroubleOptions]) -> Row:
    return {"value": object()}  # type: ignore[dict-item]


def wait_for_leave(request: TrialRequest[TroubleOptions]) -> Row:
    """From the chosen trial on, finishes only once a file `go` exists."""
    _count_start(request)
    go = Path(request.options.folder) / "go"
    while _index(request) >= request.options.trial and not go.exists():
        time.sleep(0.01)
    return {"value": _index(request)}


def no_figures(rows: Sequence[Row]) -> dict[str, Json]:
    return {}


def trouble(function: str) -> Experiment:
    return Experiment(
        name="trouble",
        summary="Misbehaves.",
        trial=f"tests.experiments.fake_experiments:{function}",
        options=TroubleOptions,
        summarise=no_figures,
    )


WAITING = trouble("wait_for_leave")


class World:
    """Something heavy that only the collector of cycles can free."""

    def __init__(self) -> None:
        self.part = self


WORLDS: list[weakref.ref[World]] = []


def build_a_world(request: TrialRequest[DiceOptions]) -> Row:
    WORLDS.append(weakref.ref(World()))
    return {"success": True}


def break_a_world(request: TrialRequest[DiceOptions]) -> Row:
    build_a_world(request)
    raise ValueError("the world broke")
