"""The experiment `morris-camera`: what a robot at the table gains by finding out how its camera sits.

Each robot begins the same game twice, with self-calibration and with its camera as made. A moment later,
while it stands and waits, its beliefs are compared with the truth: its place and heading at the board, and
where the board's points are for its hands, which hang on the same torso as the camera.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from msgspec import Meta

from ludens.core.configuration import Configuration
from ludens.core.contract.driver import Delivery, behind
from ludens.core.contract.observer import Keyed
from ludens.core.runtime.game import Launch
from ludens.core.runtime.run import Run
from ludens.drivers.simulation import SimulationDriver
from ludens.experiments.experiment import Experiment
from ludens.experiments.json_values import Json, Row
from ludens.experiments.statistics import numbers, quantile
from ludens.experiments.trials import TrialRequest
from ludens.games.morris.options import MorrisPlayOptions
from ludens.games.morris.play import GAME, MORRIS
from ludens.games.morris.world import MorrisWorld
from ludens.geometry import FloatArray, Pose2, Transform3
from ludens.geometry.angles import difference
from ludens.messages import CalibratedJoints, Fault, TorsoOrientation
from ludens.messages.manipulation import BoardPose
from ludens.robots.nao.kinematics import Posture
from ludens.robots.nao.noise import load_noise

CONDITIONS = {"as_made": False, "after_lesson": True}
FIGURES = ("heading_rad", "place_m", "points_m")


@dataclass(frozen=True, slots=True, kw_only=True)
class CameraOptions:
    """When to compare."""

    after_s: Annotated[float, Meta(ge=10, le=60, description="From the start of the game.")] = 14.0
    for_s: Annotated[float, Meta(gt=0, le=10, description="Beliefs are compared for so long.")] = 1.0


class Belief:
    """The newest of what a robot believes about itself and the board."""

    def __init__(self) -> None:
        self.place: BoardPose | None = None
        self.joints: CalibratedJoints | None = None
        self.orientation: TorsoOrientation | None = None

    def on_outputs(self, time_ns: int, cycler: str, outputs: Sequence[Keyed]) -> None:
        """Take over what is new."""
        for _, message in outputs:
            match message:
                case BoardPose():
                    self.place = message
                case CalibratedJoints():
                    self.joints = message
                case TorsoOrientation():
                    self.orientation = message

    def on_delivery(self, delivery: Delivery) -> None:
        """Of no interest."""

    def on_fault(self, fault: Fault) -> None:
        """Of no interest."""

    def close(self) -> None:
        """Nothing is kept open."""

    def errors(self, world: MorrisWorld) -> tuple[float, float, float] | None:
        """Return those of heading, place and, on average, points for the hands; nothing before a belief."""
        if self.place is None or self.joints is None or self.orientation is None:
            return None
        ground_from_torso = world.ground_from_torso()
        true, believed = Pose2.from_transform3(ground_from_torso), self.place.board_from_robot
        level, height_m = Posture.of(self.joints.position_rad).over_floor(self.orientation.up_in_torso)
        robot_from_torso = Transform3(level, np.array([0.0, 0.0, height_m]))
        ground_from_board = world.measures.ground_from_board()
        points_m = np.pad(world.measures.points_m(), ((0, 0), (0, 1)))
        found_m = (robot_from_torso.inverse() @ self.place.robot_from_board).apply(points_m)
        missed_m: FloatArray = found_m - (ground_from_torso.inverse() @ ground_from_board).apply(points_m)
        return (
            abs(difference(believed.yaw_rad, true.yaw_rad)),
            believed.distance_m(true),
            float(np.hypot(missed_m[:, 0], missed_m[:, 1]).mean()),
        )


def camera_trial(request: TrialRequest[CameraOptions]) -> Row:
    """The beginning of a game, twice."""
    row: Row = {}
    for condition, calibrate in CONDITIONS.items():
        play = MorrisPlayOptions(noise=request.noise, calibrate=calibrate)
        launch = Launch(GAME, MORRIS, play, request.seed, Configuration.load(MORRIS.sections()))
        belief = Belief()
        with launch.start(observers=[belief]) as run:
            errors = _compared(run, belief, request.options)
        for figure, error in zip(FIGURES, errors, strict=True):
            row[f"{condition}_{figure}"] = round(error, 5) if math.isfinite(error) else None
    return row


def _compared(run: Run, belief: Belief, options: CameraOptions) -> list[float]:
    """Return the mean of each error while the robot waits; not a number where it believes nothing."""
    driver = behind(run.driver, SimulationDriver)
    assert driver is not None
    assert isinstance(driver.world, MorrisWorld)
    run.run_until(options.after_s)
    seen = []
    while run.time_s < options.after_s + options.for_s and run.step() is not None:
        errors = belief.errors(driver.world)
        if errors is not None:
            seen.append(errors)
    return np.mean(seen, axis=0).tolist() if seen else [math.nan] * len(FIGURES)


def summarise(rows: Sequence[Row]) -> dict[str, Json]:
    """Mean and worst errors, under each condition."""
    figures: dict[str, Json] = {}
    for condition in CONDITIONS:
        for figure in FIGURES:
            name, unit = figure.rsplit("_", 1)
            errors = numbers(rows, f"{condition}_{figure}")
            figures[f"{condition}_{name}_mean_{unit}"] = float(np.mean(errors)) if errors else None
            figures[f"{condition}_{name}_worst_{unit}"] = quantile(errors, 1.0)
    return figures


def check(_: CameraOptions, noise: str) -> None:
    """Refuse noise that cannot be loaded."""
    load_noise(noise)


CAMERA = Experiment(
    name="morris-camera",
    summary="A NAO at the table finds out how its camera sits; how well it knows board and points then.",
    trial="ludens.games.morris.experiments.camera:camera_trial",
    options=CameraOptions,
    summarise=summarise,
    check=check,
    default_trials=20,
)
