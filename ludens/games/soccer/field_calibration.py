"""A simulated NAO calibrates its cameras by the lines of the field, as it does before every game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ludens.core.configuration import Configuration
from ludens.core.contract.driver import Delivery
from ludens.core.contract.observer import Keyed
from ludens.core.runtime.run import Run
from ludens.drivers.simulation import SimulationDriver
from ludens.estimation.camera_pose import CameraPoseEstimatorParameters, EyeCalibration, LeanCalibration
from ludens.games.soccer.setups import STRIKER
from ludens.games.soccer.world import SoccerMatch, SoccerMatchOptions
from ludens.games.soccer.world.soccer_world import KICK_OFF
from ludens.geometry import Pose2, Transform3
from ludens.messages import CameraLearnt, Fault, LeanLearnt
from ludens.robots.nao.joints import INDEX
from ludens.robots.nao.places import BOTTOM_CAMERA, TOP_CAMERA

LONGEST_S = 12.0
"""What the referee leaves before a kick-off."""
CAMERAS = {"top": TOP_CAMERA, "bottom": BOTTOM_CAMERA}


@dataclass(frozen=True, slots=True)
class FieldCalibration:
    """What each camera learnt, and how far off its sight is, as made and as learnt, in rad."""

    learnt: Mapping[str, CameraLearnt]
    before_rad: Mapping[str, float]
    after_rad: Mapping[str, float]

    lean: LeanLearnt | None = None

    def parameters(self) -> CameraPoseEstimatorParameters:
        """Return it as parameters of the module that places the cameras."""
        top, bottom = (EyeCalibration().corrected(self.learnt.get(name)) for name in CAMERAS)
        roll_rad, pitch_rad = (0.0, 0.0) if self.lean is None else (self.lean.roll_rad, self.lean.pitch_rad)
        return CameraPoseEstimatorParameters(
            top=top, bottom=bottom, lean=LeanCalibration(roll_rad=roll_rad, pitch_rad=pitch_rad)
        )


class CalibrationObserver:
    """Keeps what each camera learnt last, and the lean."""

    def __init__(self) -> None:
        self.learnt: dict[str, CameraLearnt] = {}
        self.lean: LeanLearnt | None = None

    def on_delivery(self, delivery: Delivery) -> None:
        """Readings are of no interest here."""

    def on_outputs(self, time_ns: int, cycler: str, outputs: Sequence[Keyed]) -> None:
        """Note what was learnt; a key ends with the camera and the message's type."""
        for key, message in outputs:
            if isinstance(message, CameraLearnt):
                self.learnt[key.split("/")[-2]] = message
            elif isinstance(message, LeanLearnt):
                self.lean = message

    def on_fault(self, fault: Fault) -> None:
        """Counted by the run."""

    def close(self) -> None:
        """Nothing is kept open."""

    def compared_with(self, match: SoccerMatch) -> FieldCalibration:
        """Return what was learnt beside the truth; a wrong zero of the head's pitch is the camera's."""
        pitch_zero_rad = float(match.players[0].joint_offsets_rad[INDEX["HeadPitch"]])
        (mounts,) = match.mounts.values()
        before: dict[str, float] = {}
        after: dict[str, float] = {}
        for name, place in CAMERAS.items():
            real = mounts[f"{name}/camera"]
            as_read = (
                Transform3.from_rpy(pitch_rad=-pitch_zero_rad).rotation @ real.robot_from_camera.rotation
            )
            as_made = EyeCalibration()
            for errors, eye in ((before, as_made), (after, as_made.corrected(self.learnt.get(name)))):
                errors[name] = real.sight_error_rad(as_read, eye.head_from_camera(place).rotation, eye.camera)
        return FieldCalibration(self.learnt, before, after, self.lean)


def calibrate_on_field(*, seed: int, noise: str, start: Pose2 = KICK_OFF) -> FieldCalibration:
    """Let a robot stand where it begins and look round for as long as the referee leaves."""
    match = SoccerMatch(SoccerMatchOptions(noise=noise, starts=(start,)), seed=seed)
    watch = CalibrationObserver()
    configuration = Configuration(STRIKER.sections())
    with Run(
        STRIKER, SimulationDriver(match), configuration=configuration, seed=seed, observers=[watch]
    ) as run:
        run.run_until(LONGEST_S)
        return watch.compared_with(match)
