"""`ludens calibrate nao-camera`: a simulated NAO looks at a board and calibrates its two cameras."""

import math
from pathlib import Path
from typing import Any

import click

from ludens.cli.calibrate.robot_file import section_text, write_section
from ludens.cli.numbers import Number, WholeNumber
from ludens.core.configuration.leaves import values_of
from ludens.drivers.simulation import SimulationDriver
from ludens.estimation.camera_pose import CameraPoseEstimatorParameters
from ludens.vision.calibration import CameraFit
from ludens.vision.calibration.nao_cameras import fit_views, look_at_board
from ludens.workbench.experiments.camera_calibration import as_parameters
from ludens.workbench.world import calibration_world

SECTION = "camera_pose_estimator"


@click.command("nao-camera")
@click.option(
    "--by",
    type=click.Choice(("board", "lines")),
    default="board",
    show_default=True,
    help="A board before the robot, or the lines of a soccer field it stands on.",
)
@click.option("--robot", "robot_name", metavar="NAME", help="Write the result into config/robot/NAME.toml.")
@click.option(
    "--config", type=click.Path(file_okay=False, path_type=Path), default=Path("config"), show_default=True
)
@click.option(
    "--picture",
    type=click.Path(dir_okay=False, path_type=Path),
    default=Path("nao-camera-calibration.png"),
    show_default=True,
    help="File of a picture: the board before and after.",
)
@click.option("--seed", type=WholeNumber(0), default=1, show_default=True, help="Of the simulated robot.")
@click.option("--noise", default="default", show_default=True, metavar="off|default|harsh|FILE")
@click.option(
    "--turned",
    "turned_deg",
    type=Number(0, 10),
    default=3.0,
    show_default=True,
    metavar="DEG",
    help="How far the simulated cameras are turned about each axis, at most; by lines: as the noise has it.",
)
def command(
    by: str, robot_name: str | None, config: Path, picture: Path, seed: int, noise: str, turned_deg: float
) -> None:
    """Let a NAO calibrate its cameras.

    It stands; a board (9 × 6 squares of 65 mm, a sheet of A2) stands about 75 cm before it, its middle 30 cm
    high. The head looks at it from twenty sides. From the pictures follow roll, pitch and yaw of both cameras
    and their lenses; where exactly the board stands need not be known.

    With --by lines it stands at its kick-off place on a soccer field and looks round for twelve seconds, as
    before every game; the lines it sees must lie on those of the map. From that also follows how wrongly the
    robot feels its lean. No picture is drawn then.
    """
    if by == "lines":
        _keep(_by_lines(seed=seed, noise=noise), robot_name, config)
        return
    driver = SimulationDriver(calibration_world(noise=noise, seed=seed, turned_deg=turned_deg))
    try:
        views = look_at_board(driver, tell=click.echo)
    finally:
        driver.close()
    fit = fit_views(views)
    from ludens.cli.calibrate.nao_camera_picture import before_and_after

    before_and_after(views, fit).savefig(picture, dpi=120)
    _say(fit, pictures=len(views))
    click.echo(f"{picture}: the corners as found, before (red) and after (green).")
    _keep(as_parameters(fit), robot_name, config)


def _by_lines(*, seed: int, noise: str) -> CameraPoseEstimatorParameters:
    from ludens.games.soccer.field_calibration import CAMERAS, calibrate_on_field

    found = calibrate_on_field(seed=seed, noise=noise)
    for name in CAMERAS:
        before, after = (math.degrees(off[name]) for off in (found.before_rad, found.after_rad))
        told = f"{before:.2f}° off the truth before, {after:.2f}° after."
        click.echo(f"{name}: {told}" if name in found.learnt else f"{name}: too few lines were seen; {told}")
    if found.lean is not None:
        roll, pitch = math.degrees(found.lean.roll_rad), math.degrees(found.lean.pitch_rad)
        click.echo(
            f"lean: {roll:+.2f}° to the right and {pitch:+.2f}° ahead of what the inertial sensors say."
        )
    return found.parameters()


def _keep(found: CameraPoseEstimatorParameters, robot_name: str | None, config: Path) -> None:
    """Write the result into a robot's file, or show it."""
    values = _differences(found)
    if robot_name is None:
        click.echo(
            "\n" + section_text(SECTION, values) + "\nWith --robot NAME it is written to config/robot."
        )
    else:
        path = config / "robot" / f"{robot_name}.toml"
        write_section(path, SECTION, values)
        click.echo(f"{path}: written. Setups load it with --robot {robot_name}.")


def _say(fit: CameraFit, *, pictures: int) -> None:
    click.echo(
        f"{pictures} pictures; corners are off by {fit.before_px:.2f} pixels before and {fit.after_px:.2f} "
        f"after ({fit.left_out} numbers were taken for mistakes)."
    )
    for name, eye in fit.eyes.items():
        roll, pitch, yaw = (math.degrees(angle) for angle in (eye.roll_rad, eye.pitch_rad, eye.yaw_rad))
        click.echo(
            f"{name}: roll {roll:+.2f}°, pitch {pitch:+.2f}°, yaw {yaw:+.2f}°, focal length "
            f"{eye.camera.focal_x_px:.1f} px, k1 {eye.camera.radial_distortion[0]:+.4f}, "
            f"axis at {eye.camera.center_x_px:.1f}, {eye.camera.center_y_px:.1f} px."
        )


def _differences(found: CameraPoseEstimatorParameters) -> dict[str, Any]:
    made = values_of(CameraPoseEstimatorParameters())
    return {key: value for key, value in values_of(found).items() if value != made[key]}
