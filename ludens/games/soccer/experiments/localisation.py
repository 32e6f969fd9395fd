"""The experiment `soccer-localisation`: where does the robot believe to be, and where is it?

It walks between random targets and looks round. With `--kidnap` it is carried elsewhere again and again; a
field is the same from both ends, so that it counts as right again where it is right after half a turn of the
field.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from ludens.core.configuration import Configuration
from ludens.core.contract.driver import Delivery
from ludens.core.contract.observer import Keyed
from ludens.core.runtime.run import Run
from ludens.drivers.simulation import SimulationDriver
from ludens.experiments.experiment import AtLeast, AtMost, Experiment, Goal
from ludens.experiments.json_values import Json, Row
from ludens.experiments.statistics import crashed, numbers, quantile, rate_of
from ludens.experiments.trials import TrialRequest
from ludens.games.soccer.experiments.wanderer import WANDERING
from ludens.games.soccer.world import SoccerMatch, SoccerMatchOptions
from ludens.geometry import Pose2
from ludens.geometry.angles import difference
from ludens.geometry.soccer_field import HALF_TURN
from ludens.messages import FallReport, Fault
from ludens.messages.field import FieldPose
from ludens.robots.nao.noise import load_noise

LOOK_EVERY_S = 0.2
BALL_AWAY_M = (4.65, 3.15)
"""In a corner, out of the way."""
RIGHT_M, RIGHT_RAD = 0.30, math.radians(15.0)
"""A robot so near to what it believes knows where it is."""
STAYS_S = 1.0
"""And does so for as long."""
FIRST_KIDNAP_S, KIDNAP_EVERY_S = 8.0, 28.0
IN_TIME_S = 10.0


@dataclass(frozen=True, slots=True, kw_only=True)
class LocalisationOptions:
    """Conditions of the experiment."""

    length_s: Annotated[float, Meta(gt=0, le=1200, description="Of the walk.")] = 120.0
    kidnap: Annotated[bool, Meta(description="Whether it is carried away again and again.")] = False
    camera_hz: Annotated[float, Meta(gt=0, le=30, description="Pictures a second of each camera.")] = 15.0


class _Watch:
    """Keeps the newest belief, and counts falls."""

    def __init__(self) -> None:
        self.pose: Pose2 | None = None
        self.falls = 0
        self._upright = True

    def on_delivery(self, delivery: Delivery) -> None:
        """Readings are of no interest here."""

    def on_outputs(self, time_ns: int, cycler: str, outputs: Sequence[Keyed]) -> None:
        """Note the belief."""
        for _, message in outputs:
            if isinstance(message, FieldPose):
                self.pose = message.field_from_robot
            elif isinstance(message, FallReport):
                upright = message.state == "upright"
                self.falls += self._upright and not upright
                self._upright = upright

    def on_fault(self, fault: Fault) -> None:
        """Counted by the run."""

    def close(self) -> None:
        """Nothing is kept open."""


def localisation_trial(request: TrialRequest[LocalisationOptions]) -> Row:
    """One walk."""
    options = request.options
    match = SoccerMatch(
        SoccerMatchOptions(
            noise=request.noise, camera_hz=options.camera_hz, ball_m=BALL_AWAY_M, length_s=3600.0
        ),
        seed=request.seed,
    )
    watch = _Watch()
    run = Run(
        WANDERING,
        SimulationDriver(match),
        configuration=Configuration(WANDERING.sections()),
        seed=request.seed,
        observers=[watch],
    )
    with run:
        while match.referee.state != "playing":
            run.run_until(run.time_s + LOOK_EVERY_S)
        began_s, last = run.time_s, match.pose_of()
        kidnapped_s, kidnaps = began_s + FIRST_KIDNAP_S, 0
        errors_m, errors_rad, recoveries_s = [], [], []
        recovery = _Recovery(began_s)
        way_m = 0.0
        while run.time_s < began_s + options.length_s:
            run.run_until(run.time_s + LOOK_EVERY_S)
            truth = match.pose_of()
            way_m += truth.distance_m(last)
            last = truth
            if not options.kidnap:
                error = _error(watch.pose, truth)
                errors_m.append(error[0])
                errors_rad.append(error[1])
                continue
            recovery.look(run.time_s, nearer_error(watch.pose, truth))
            if run.time_s >= kidnapped_s:
                recoveries_s += [recovery.after_s] if kidnaps else []
                if run.time_s + KIDNAP_EVERY_S > began_s + options.length_s:
                    break
                match.carry(match.elsewhere())
                last = match.pose_of()
                kidnaps, kidnapped_s = kidnaps + 1, kidnapped_s + KIDNAP_EVERY_S
                recovery = _Recovery(run.time_s)
        row: dict[str, Json] = {"way_m": round(way_m, 1), "falls": watch.falls, "faults": run.faults.total}
        if options.kidnap:
            return row | {
                "kidnaps": len(recoveries_s),
                "recovered": sum(after_s is not None and after_s <= IN_TIME_S for after_s in recoveries_s),
                "recovery_s": [None if after_s is None else round(after_s, 2) for after_s in recoveries_s],
            }
        return row | {
            "error_median_m": _rounded(errors_m, 0.5),
            "error_worst_tenth_m": _rounded(errors_m, 0.9),
            "error_median_deg": _rounded([math.degrees(value) for value in errors_rad], 0.5),
            "error_worst_tenth_deg": _rounded([math.degrees(value) for value in errors_rad], 0.9),
        }


class _Recovery:
    """How long after a moment the belief is right, and stays so."""

    def __init__(self, since_s: float) -> None:
        self._since_s = since_s
        self._right_s: float | None = None
        self.after_s: float | None = None

    def look(self, time_s: float, error: tuple[float, float]) -> None:
        """Take in the error of now."""
        if error[0] > RIGHT_M or error[1] > RIGHT_RAD:
            self._right_s = None
            return
        self._right_s = time_s if self._right_s is None else self._right_s
        if self.after_s is None and time_s - self._right_s >= STAYS_S:
            self.after_s = self._right_s - self._since_s


def _error(believed: Pose2 | None, truth: Pose2) -> tuple[float, float]:
    """Return how far a belief is off, in m and rad; without any it is as far off as a field is long."""
    if believed is None:
        return 9.0, math.pi
    return believed.distance_m(truth), abs(difference(believed.yaw_rad, truth.yaw_rad))


def nearer_error(believed: Pose2 | None, truth: Pose2) -> tuple[float, float]:
    """Return the error from the truth or from the truth after half a turn of the field, whichever is less."""
    turned = HALF_TURN @ truth
    return min(_error(believed, truth), _error(believed, turned))


def _rounded(values: Sequence[float], probability: float) -> float | None:
    found = quantile(values, probability)
    return None if found is None else round(found, 4)


def summarise(rows: Sequence[Row]) -> dict[str, Json]:
    """Errors over all walks; after kidnapping how often and how soon it was right again."""
    figures: dict[str, Json] = {
        "way_m": sum(numbers(rows, "way_m")),
        "falls": sum(numbers(rows, "falls")),
        "faults": sum(numbers(rows, "faults")),
    }
    counts = numbers(rows, "kidnaps")
    if counts:
        kidnaps = round(sum(counts)) + round(max(counts)) * crashed(
            rows
        )  # of one that crashed none was borne
        times = [time_s for row in rows for time_s in _list(row.get("recovery_s"))]
        return {
            **rate_of("recovered", round(sum(numbers(rows, "recovered"))), trials=kidnaps),
            "recovery_median_s": quantile(times, 0.5),
            "recovery_worst_tenth_s": quantile(times, 0.9),
            "never_recovered": kidnaps - len(times),
            "kidnaps": kidnaps,
            **figures,
        }
    names = ("error_median_m", "error_worst_tenth_m", "error_median_deg", "error_worst_tenth_deg")
    return {**{name: quantile(numbers(rows, name), 0.5) for name in names}, **figures}


def _list(value: Json) -> list[float]:
    return [one for one in value if isinstance(one, float)] if isinstance(value, list) else []


def goals(options: LocalisationOptions) -> dict[str, Goal]:
    """Of a walk, or of being carried away."""
    if options.kidnap:
        return {"recovered_rate": AtLeast(0.95)}
    return {
        "error_median_m": AtMost(0.10),
        "error_worst_tenth_m": AtMost(0.25),
        "error_median_deg": AtMost(5.0),
        "error_worst_tenth_deg": AtMost(12.0),
    }


def check(_: LocalisationOptions, noise: str) -> None:
    """Refuse noise that cannot be loaded."""
    load_noise(noise)


LOCALISATION = Experiment(
    name="soccer-localisation",
    summary="Walking between random targets and looking round: belief and truth; --kidnap carries it away.",
    trial="ludens.games.soccer.experiments.localisation:localisation_trial",
    options=LocalisationOptions,
    summarise=summarise,
    goal=goals,
    paper={"error_median_m": "a few cm (B-Human)"},
    check=check,
    default_trials=20,
)
