"""Judges every frame of a NAO's body sensors before anybody concludes anything from it."""

from ludens.core.contract.module import Module, NoParameters
from ludens.core.errors import LudensError
from ludens.estimation.frame_checks import (
    FrameTuning,
    FreezeCheck,
    JointCheck,
    imu_problem,
    pressure_problem,
)
from ludens.messages import BodyHealth, FootPressure, ImuReading, JointReadings


class BodySensorError(LudensError):
    """Sensors of the body cannot be believed."""


class BodyWatch(Module[NoParameters]):
    """Says whether a frame can be believed. A frame without joints or inertial reading has no judgement."""

    budget_s = 0.0002

    def start(self) -> None:
        """Begin trusting."""
        self._tuning = FrameTuning()
        self._joints = JointCheck(self._tuning)
        self._freeze = FreezeCheck(self._tuning)

    def cycle(self, joints: JointReadings, imu: ImuReading, pressure: FootPressure | None) -> BodyHealth:
        """Look at one frame."""
        self._freeze.update(imu, joints)
        found = [self._joints.problem(joints), imu_problem(imu, self._tuning)]
        if pressure is not None:
            found.append(pressure_problem(pressure, self._tuning))
        if self._freeze.is_frozen:
            found.append("The body's sensors repeat one frame: they are frozen.")
        broken = [sentence for sentence in found if sentence is not None]
        dead = self._freeze.dead_axes
        limping = [f"The gyroscope's {axis} axis is dead: it never changes." for axis in dead]
        return BodyHealth(
            time_s=joints.time_s,
            frame_is_sound=not broken,
            dead_gyro_axes=dead,
            sentences=(*broken, *limping),
        )


class BodyAlarm(Module[NoParameters]):
    """Makes a fault of every new complaint about the body's sensors, once, so that people are told."""

    def start(self) -> None:
        """Begin in health."""
        self._told: frozenset[str] = frozenset()

    def cycle(self, health: BodyHealth) -> None:
        """Raise what is new; the numbers in a sentence may change without being news."""
        if not health.sentences and not self._told:
            return
        kinds = {_kind(sentence): sentence for sentence in health.sentences}
        told, self._told = self._told, frozenset(kinds)
        news = [sentence for kind, sentence in kinds.items() if kind not in told]
        if news:
            consequence = "" if health.frame_is_sound else " Such frames are not believed."
            raise BodySensorError(" ".join(news) + consequence)


def _kind(sentence: str) -> str:
    return " ".join(word for word in sentence.split() if not any(letter.isdigit() for letter in word))
