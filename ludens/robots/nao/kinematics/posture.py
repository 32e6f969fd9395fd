"""A posture: where every part of the body is when the joints stand so. Computed once, asked often."""

import weakref
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ludens.geometry import FloatArray, Pose2, Transform3
from ludens.robots.nao.kinematics.chains import center_of_mass, link_frames, point_jacobian
from ludens.robots.nao.kinematics.shadow import (
    Mounts,
    Up,
    mount_shadows,
    over_soles,
    point_shadow,
    sole_shadows,
    standing,
)
from ludens.robots.nao.links import LINK_INDEX
from ludens.robots.nao.places import PLACES


class Posture:
    """Forward kinematics of one set of 25 joint positions; every answer is in the torso's frame."""

    def __init__(self, position_rad: FloatArray) -> None:
        self.position_rad = position_rad
        self._rotations, self._origins_m = link_frames(position_rad)

    @classmethod
    def of(cls, position_rad: FloatArray) -> "Posture":
        """Return the posture of a reading: several modules ask in one cycle, the first one has it worked out.

        Only of arrays that cannot be written to; it is forgotten together with them.
        """
        if position_rad.flags.writeable:
            return cls(position_rad)
        number = id(position_rad)
        known = _KNOWN.get(number)
        if known is not None:
            return known[1]
        posture = cls(position_rad.copy())  # with the array itself, both would be kept for ever
        _KNOWN[number] = weakref.ref(position_rad, lambda _: _KNOWN.pop(number, None)), posture
        return posture

    def torso_from_link(self, link: str) -> Transform3:
        """Return where a link is; its name is one of `LINKS`."""
        index = LINK_INDEX[link]
        return Transform3(self._rotations[index], self._origins_m[index])

    def torso_from(self, place: str) -> Transform3:
        """Return where a fixed thing is; its name is one of `PLACES`."""
        fixed = PLACES[place]
        return self.torso_from_link(fixed.link) @ fixed.link_from_place

    def points_in_torso(self, points_in_links_m: FloatArray, *, links: NDArray[np.int64]) -> FloatArray:
        """Return points (count, 3), each given in the frame of a link (by its number), all at once."""
        turned = np.einsum("nij,nj->ni", self._rotations[links], points_in_links_m)
        placed: FloatArray = turned + self._origins_m[links]
        return placed

    def soles_over_floor(self, up_in_torso: Up) -> tuple[Pose2, Pose2]:
        """Return where the left and the right sole are, seen from the robot's frame under the torso."""
        left_and_right = sole_shadows(self._rotations, self._origins_m, up_in_torso)
        return Pose2(*left_and_right[:3]), Pose2(*left_and_right[3:])

    def torso_over_soles(self) -> Pose2:
        """Return where the torso is, seen from midway between the soles, with their mean heading."""
        return Pose2(*over_soles(self._rotations, self._origins_m))

    def point_over_floor(
        self, link: str, point_in_link_m: tuple[float, float, float], up_in_torso: Up
    ) -> tuple[float, float]:
        """Return the shadow of a point of a link, in the robot's frame under the torso."""
        return point_shadow(self._rotations, self._origins_m, up_in_torso, LINK_INDEX[link], point_in_link_m)

    def mounted_over_floor(self, link: str, mounts: Mounts, up_in_torso: Up) -> Mounts:
        """Return where things that are fixed to a link are, in the robot's frame under the torso."""
        return mount_shadows(self._rotations, self._origins_m, up_in_torso, LINK_INDEX[link], mounts)

    def over_floor(self, up_in_torso: Up) -> tuple[FloatArray, float]:
        """Return the rotation robot_from_torso and the torso's height over the lower sole, for this lean.

        The robot's frame lies on the floor under the torso, level, with the torso's heading. Quick: asked in
        every cycle.
        """
        return standing(self._rotations, self._origins_m, up_in_torso)

    @cached_property
    def torso_from_left_sole(self) -> Transform3:
        """The point of the left sole under the ankle, with the sole's axes."""
        return self.torso_from("LSole")

    @cached_property
    def torso_from_right_sole(self) -> Transform3:
        """The point of the right sole under the ankle, with the sole's axes."""
        return self.torso_from("RSole")

    @cached_property
    def center_of_mass_in_torso_m(self) -> FloatArray:
        """The centre of mass of the whole body."""
        return center_of_mass(self._rotations, self._origins_m)

    def jacobian(self, place: str) -> FloatArray:
        """Return how a place moves (3 rows) and turns (3 rows) per radian of each of the 25 joints."""
        return point_jacobian(
            self._rotations,
            self._origins_m,
            link=LINK_INDEX[PLACES[place].link],
            point_in_torso_m=self.torso_from(place).translation,
        )


_KNOWN: dict[int, tuple[weakref.ref[FloatArray], Posture]] = {}
"""By identity of the array."""


def head_over_sole(posture: Posture) -> tuple[Transform3, tuple[float, float]]:
    """Return left_sole_from_head, and how far the weight is left and ahead of the middle between the soles.

    Soles give way under the weight: they tip to the side about x, and forward about y.
    """
    left, right = posture.torso_from_left_sole, posture.torso_from_right_sole
    middle_m = 0.5 * (left.translation + right.translation)
    ahead_m, left_m, _ = (posture.center_of_mass_in_torso_m - middle_m).tolist()
    return left.inverse() @ posture.torso_from_link("Head"), (left_m, ahead_m)
