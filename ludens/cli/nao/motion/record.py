"""`ludens nao motion record`: a motion file from a robot that is bent by hand."""

from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from threading import Event, Lock, Thread
from types import TracebackType

import click
import numpy as np

from ludens.cli.launching import known_sections
from ludens.cli.numbers import Number
from ludens.core.configuration import Configuration
from ludens.core.contract.driver import Driver
from ludens.core.errors import LudensError
from ludens.drivers.lola.client import LolaDriver
from ludens.drivers.lola.layout import DEFAULT_SOCKET
from ludens.estimation.joint_calibration import JointCalibrator, JointCalibratorParameters
from ludens.messages import CalibratedJoints, JointCommand, JointReadings
from ludens.motion.files.motion import PARTS, POSTURES, MotionFileError
from ludens.motion.files.recorder import MotionRecorder
from ludens.motion.files.writing import motion_text
from ludens.robots.nao.joints import JOINTS
from ludens.workbench.play import WALKING

PATIENCE_S = 5.0
MEAN_OF = 10
"""Readings that a posture is the mean of: encoders are noisy."""


class PosedRobot:
    """Keeps a driver going in a thread of its own, while somebody thinks about the next posture."""

    def __init__(
        self,
        driver: Driver,
        *,
        limp: Collection[str],
        hold_stiffness: float,
        calibration: JointCalibratorParameters,
    ) -> None:
        self._driver = driver
        self._calibrator = JointCalibrator(calibration)
        self._stiffnesses = tuple(0.0 if joint in limp else hold_stiffness for joint in JOINTS)
        self._lock = Lock()
        self._latest: list[CalibratedJoints] = []
        self._enough = Event()
        self._error: LudensError | None = None
        self._thread = Thread(target=self._keep_going, daemon=True)

    def __enter__(self) -> "PosedRobot":
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with suppress(LudensError):
            self._driver.close()
        self._thread.join(PATIENCE_S)

    def posture(self) -> CalibratedJoints:
        """Return how the joints stand now: the mean of the latest readings."""
        in_time = self._enough.wait(PATIENCE_S)
        if self._error is not None:
            raise self._error
        if not in_time:
            raise LudensError(f"The robot said nothing about its joints for {PATIENCE_S:g} s.")
        with self._lock:
            latest = list(self._latest)
        last = latest[-1]
        return CalibratedJoints(
            time_s=last.time_s,
            position_rad=np.mean([joints.position_rad for joints in latest], axis=0),
            stiffness=last.stiffness,
            current_a=last.current_a,
            temperature_c=last.temperature_c,
            status=last.status,
        )

    def _keep_going(self) -> None:
        held_rad: tuple[float, ...] | None = None
        try:
            while (delivery := self._driver.next_delivery()) is not None:
                for message in delivery.messages:
                    if not isinstance(message, JointReadings):
                        continue
                    if held_rad is None:
                        held_rad = tuple(message.position_rad.tolist())
                    command = JointCommand(
                        time_s=message.time_s,
                        names=JOINTS,
                        positions_rad=held_rad,
                        stiffnesses=self._stiffnesses,
                    )
                    self._driver.command(delivery.robot, command)
                    self._note(message)
        except LudensError as error:
            self._error = error
            self._enough.set()

    def _note(self, readings: JointReadings) -> None:
        calibrated, _ = self._calibrator.cycle(readings)
        if calibrated is None:
            return
        with self._lock:
            self._latest = [*self._latest[-MEAN_OF + 1 :], calibrated]
            if len(self._latest) == MEAN_OF:
                self._enough.set()


@click.command("record")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--socket",
    "path",
    type=click.Path(path_type=Path),
    default=DEFAULT_SOCKET,
    show_default=True,
    help="Of the robot's link LoLA.",
)
@click.option(
    "--limp",
    multiple=True,
    type=click.Choice([*PARTS, "all"]),
    default=("all",),
    show_default=True,
    help="Which part gives way to your hands; may be given often. The others are held as they are.",
)
@click.option("--symmetrical", is_flag=True, help="Take the mean of left and right in every frame.")
@click.option("--begins", type=click.Choice(POSTURES), default="any", show_default=True)
@click.option("--ends", type=click.Choice(POSTURES), default="standing", show_default=True)
@click.option("--robot", help="Read this robot's joint offsets from config/robot/NAME.toml.")
def command(
    file: Path,
    path: Path,
    limp: tuple[str, ...],
    symmetrical: bool,
    begins: str,
    ends: str,
    robot: str | None,
) -> None:
    """Write the motion FILE from postures into which you put a robot, one key frame each.

    Hold the robot: what is limp does not carry it. For each frame give its name and how long the way to it
    takes; an empty name ends, "-" takes the last frame back. An existing file is not overwritten.
    """
    if file.suffix != ".toml" or file.exists():
        raise click.UsageError(f"{file} exists already or does not end in .toml; give another name.")
    recorder = MotionRecorder(file.stem, symmetrical=symmetrical)
    joints = {joint for part, members in PARTS.items() if part in limp or "all" in limp for joint in members}
    calibration = _calibration(robot)
    with PosedRobot(LolaDriver(path), limp=joints, hold_stiffness=0.6, calibration=calibration) as posed:
        click.echo("The robot's joints are yours. An empty name ends the recording.")
        while name := click.prompt(f"Frame {recorder.count + 1}", default="", show_default=False).strip():
            if name == "-":
                recorder.drop_last()
                click.echo(f"Taken back; frames left: {recorder.count}.")
                continue
            duration_s = click.prompt("  seconds to get there", type=Number(0), default=1.0)
            try:
                frame = recorder.capture(posed.posture(), name=name, duration_s=duration_s)
            except MotionFileError as error:
                click.echo(f"  {error}")
                continue
            click.echo(f"  {len(frame.joints_rad)} joints, {frame.duration_s:g} s.")
    if recorder.count == 0:
        click.echo("Nothing was recorded.")
        return
    summary = click.prompt("What is it for, in a line", default="Recorded from a posed robot.")
    file.write_text(
        motion_text(recorder.motion(summary=summary, begins=(begins,), ends=ends)), encoding="utf-8"
    )
    click.echo(f"Frames in {file}: {recorder.count}. Look at them: ludens nao motion check {file}")


def _calibration(robot: str | None) -> JointCalibratorParameters:
    """Return what the robot's file says about its joints; nothing without a name."""
    if robot is None:
        return JointCalibratorParameters()
    configuration = Configuration.load(
        WALKING.sections(), also_known=known_sections(), robot_names={"": robot}
    )
    parameters = configuration.parameters("joint_calibrator")
    assert isinstance(parameters, JointCalibratorParameters)
    return parameters
