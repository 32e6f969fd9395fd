"""The body while hands work: what it has been told so far, and moves from there, eased.

Arms move by their joints, the torso by its place over the feet; legs follow in every cycle.
"""

from dataclasses import dataclass, field

import numpy as np

from ludens.geometry import FloatArray, Transform3
from ludens.motion.handling.feet import Feet, feet_of, torso_from_stance
from ludens.motion.poses import PEAK_TO_MEAN, eased
from ludens.robots.nao.joints import SPEED_RADPS, within_limits
from ludens.robots.nao.kinematics import LEGS, Posture

SPEED_SHARE = 0.7
"""Of a joint's fastest speed."""


@dataclass(frozen=True, slots=True, eq=False)
class Torso:
    """A torso over the feet as numbers that can be mixed: x, y, z, roll, pitch, yaw in the stance frame."""

    values: FloatArray

    @staticmethod
    def of(stance_from_torso: Transform3) -> "Torso":
        """Return it as numbers."""
        return Torso(np.array([*stance_from_torso.translation, *stance_from_torso.rpy()]))

    @property
    def lean_rad(self) -> float:
        """Forward."""
        return float(self.values[4])

    def transform(self) -> Transform3:
        """Return stance_from_torso."""
        x_m, y_m, z_m, roll_rad, pitch_rad, yaw_rad = self.values.tolist()
        return Transform3.from_rpy(
            roll_rad=roll_rad, pitch_rad=pitch_rad, yaw_rad=yaw_rad, translation=(x_m, y_m, z_m)
        )


@dataclass(frozen=True, slots=True, eq=False)
class Move:
    """Where joints and torso go, and in which time; several postures are passed without a stop."""

    duration_s: float
    joints: dict[int, tuple[float, ...]] = field(
        default_factory=dict
    )  # by number: angles to pass, the last to stay
    late: frozenset[int] = frozenset()  # joints that begin in the second half, when the others are there
    torso: Torso | None = None


class HandlingBody:
    """Follows one move after the other."""

    def __init__(self, position_rad: FloatArray) -> None:
        posture = Posture(position_rad)
        self.feet: Feet = feet_of(posture)
        self.torso = Torso.of(torso_from_stance(posture).inverse())
        self.position_rad = within_limits(position_rad)
        self._from_rad, self._from_torso = self.position_rad, self.torso
        self._move: Move | None = None
        self._since_s = self._duration_s = 0.0

    @property
    def rests(self) -> bool:
        """Whether the last move has come to its end."""
        return self._move is None

    def begin(self, move: Move) -> None:
        """Go there from where the body has been told to be; slower than asked if a joint needs more time."""
        self._move, self._since_s = move, 0.0
        self._duration_s = max(move.duration_s, self._needed_s(move))
        self._from_rad, self._from_torso = self.position_rad, self.torso

    def _needed_s(self, move: Move) -> float:
        """Return the least time in which no joint of arms and hands is faster than it may be."""
        halves = 2.0 if move.late else 1.0
        needed_s = [
            halves
            * len(angles)
            * PEAK_TO_MEAN
            * float(np.abs(np.diff([self.position_rad[joint], *angles])).max())
            / (SPEED_SHARE * SPEED_RADPS[joint])
            for joint, angles in move.joints.items()
        ]
        return max(needed_s, default=0.0)

    def stop(self) -> None:
        """Stay here."""
        self._move = None

    def advance(self, elapsed_s: float) -> None:
        """Let time pass."""
        move = self._move
        if move is None:
            return
        self._since_s += elapsed_s
        share = min(self._since_s / self._duration_s, 1.0)
        position_rad = self._from_rad.copy()
        for joint, angles in move.joints.items():
            own = share if not move.late else (2.0 * share - 1.0 if joint in move.late else 2.0 * share)
            knots = (float(self._from_rad[joint]), *angles)
            position_rad[joint] = np.interp(eased(own) * len(angles), np.arange(len(knots)), knots)
        if move.torso is not None:
            mixed = self._from_torso.values + eased(share) * (move.torso.values - self._from_torso.values)
            self.torso = Torso(mixed)
            position_rad, _ = self.feet.with_legs(position_rad, self.torso.transform())
        else:
            position_rad[LEGS] = self.position_rad[LEGS]
        self.position_rad = within_limits(position_rad)
        if share >= 1.0:
            self._move = None
