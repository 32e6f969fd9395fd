"""The experiment `nao-camera-calibration`: cameras turned by up to 3° about each axis are calibrated.

What counts is where the pixels of a camera look when the head's joints read what they read: the root of the
mean squared angle over the picture. A wrong zero of the head's pitch joint and a camera that is pitched by as
much look the same in every picture, so the calibration makes both good together: `error` is behind the pitch
joint as it reads. `mount_error` is in the head alone, with the joint's zero left in.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from ludens.drivers.simulation import SimulationDriver
from ludens.estimation.camera_pose import CameraPoseEstimatorParameters, EyeCalibration
from ludens.experiments.experiment import AtMost, Experiment
from ludens.experiments.json_values import Json, Row
from ludens.experiments.statistics import crashed, numbers, quantile
from ludens.experiments.trials import TrialRequest
from ludens.geometry import Transform3
from ludens.robots.nao.joints import INDEX
from ludens.robots.nao.noise import load_noise
from ludens.vision.calibration import CameraFit
from ludens.vision.calibration.nao_cameras import EYES, SOURCES, fit_views, look_at_board
from ludens.workbench.world import calibration_world


@dataclass(frozen=True, slots=True, kw_only=True)
class CalibrationOptions:
    """Conditions of the experiment."""

    turned_deg: Annotated[float, Meta(ge=0, le=10, description="At most, about each axis of a camera.")] = 3.0


def calibration_trial(request: TrialRequest[CalibrationOptions]) -> Row:
    """One robot calibrates its cameras."""
    world = calibration_world(noise=request.noise, seed=request.seed, turned_deg=request.options.turned_deg)
    driver = SimulationDriver(world)
    try:
        views = look_at_board(driver)
        fit = fit_views(views)
        pitch_zero_rad = float(world.robots[0].joint_offsets_rad[INDEX["HeadPitch"]])
    finally:
        driver.close()
    row: dict[str, Json] = {
        "views": len(views),
        "before_px": round(fit.before_px, 3),
        "after_px": round(fit.after_px, 3),
        "left_out": fit.left_out,
    }
    for source, eye in SOURCES.items():
        real = world.mounts["nao"][source]
        true = real.robot_from_camera.rotation
        as_read = Transform3.from_rpy(pitch_rad=-pitch_zero_rad).rotation @ true
        nominal, found = EYES[eye], fit.eyes[eye]
        turned = (nominal.head_from_camera @ found.nominal_from_real()).rotation
        errors_rad = {
            "before": real.sight_error_rad(as_read, nominal.head_from_camera.rotation, nominal.camera),
            "error": real.sight_error_rad(as_read, turned, found.camera),
            "mount_error": real.sight_error_rad(true, turned, found.camera),
        }
        row |= {f"{eye}_{name}_deg": round(math.degrees(error), 4) for name, error in errors_rad.items()}
        row[f"{eye}_focal_error"] = round(abs(found.camera.focal_x_px / real.camera.focal_x_px - 1.0), 5)
    return row


def summarise(rows: Sequence[Row]) -> dict[str, Json]:
    """Errors of both cameras together, before and after."""

    def both(name: str) -> list[float]:
        values = [value for eye in SOURCES.values() for value in numbers(rows, f"{eye}_{name}")]
        return values + [math.inf] * (len(SOURCES) * crashed(rows))

    errors = both("error_deg")
    return {
        "before_median_deg": quantile(both("before_deg"), 0.5),
        "error_median_deg": quantile(errors, 0.5),
        "error_worst_tenth_deg": quantile(errors, 0.9),
        "error_worst_deg": quantile(errors, 1.0),
        "mount_error_median_deg": quantile(both("mount_error_deg"), 0.5),
        "focal_error_median": quantile(both("focal_error"), 0.5),
        "views_median": quantile(numbers(rows, "views"), 0.5),
    }


def check(_: CalibrationOptions, noise: str) -> None:
    """Refuse noise that cannot be loaded."""
    load_noise(noise)


CAMERA_CALIBRATION = Experiment(
    name="nao-camera-calibration",
    summary="A NAO whose cameras are turned by up to 3° looks at a board and calibrates them.",
    trial="ludens.workbench.experiments.camera_calibration:calibration_trial",
    options=CalibrationOptions,
    summarise=summarise,
    goal={"error_median_deg": AtMost(0.3), "error_worst_tenth_deg": AtMost(0.3)},
    check=check,
    default_trials=50,
)


def as_parameters(fit: CameraFit) -> CameraPoseEstimatorParameters:
    """Return the result as the parameters of the module that places the cameras."""

    def calibration(name: str) -> EyeCalibration:
        if name not in fit.eyes:
            return EyeCalibration()
        found = fit.eyes[name]
        return EyeCalibration(
            roll_rad=round(found.roll_rad, 6),
            pitch_rad=round(found.pitch_rad, 6),
            yaw_rad=round(found.yaw_rad, 6),
            focal_px=round(found.camera.focal_x_px, 3),
            center_x_px=found.camera.center_x_px,
            center_y_px=found.camera.center_y_px,
            distortion=round(found.camera.radial_distortion[0], 5),
        )

    return CameraPoseEstimatorParameters(top=calibration("top"), bottom=calibration("bottom"))
