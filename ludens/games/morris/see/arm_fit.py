"""By how much the joints of the arms are off, from pictures of a man that each hand turns before the camera.

An encoder's zero is off by half a degree, after a while by more. Five such joints put a hand half a
centimetre beside where they say it is. But a camera that knows how it sits sees the man that a hand holds,
and joints of the arm turned in other ways move it otherwise in the picture. What is not known is

    zero of five joints of each arm, and of the head's yaw, which moves all that is seen against both arms
    turn and place of the camera, as far as its calibration has left them open
    where in each hand the man sits, which slips a little whenever the hand is turned

All are held near what is usual, so that a few pictures tell what they can and no more. Once the arms are
known, any picture tells where a hand holds what it was given.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from ludens.geometry import FloatArray, Transform3
from ludens.manipulation.clearance import held_in_hand_m
from ludens.manipulation.reaching import arm_of, torso_from_hand
from ludens.messages import CameraPose
from ludens.messages.manipulation import Hand
from ludens.robots.nao.joints import HEAD_YAW, JOINTS
from ludens.robots.nao.kinematics import Posture
from ludens.vision.calibration.least_squares import minimise

SIDES: tuple[Hand, Hand] = ("left", "right")
JOINT_SIGMA_RAD = 0.015
"""Between a robot that was calibrated last month and one that was last year."""
TURN_SIGMA_RAD, PLACE_SIGMA_M = 0.004, 0.001
HELD_SIGMA_M = (0.005, 0.004, 0.0015)
"""Along the fingers, across them, and the way they close: they meet in the middle."""
SLIP_SIGMA_M = (0.001, 0.0015, 0.0005)
"""Likewise, from one posture to the next."""
PIXEL_SIGMA_PX = 2.5
"""Of a man's middle: outlines, and how it is turned between the fingers."""
OUTLIER = 3.0
_ARMS = [arm_of(side) for side in SIDES]
LEARNT = [joint for arm in _ARMS for joint in range(arm.start, arm.stop)] + [HEAD_YAW]
"""The joints that are learnt, among the 25."""
COUNT = len(LEARNT)
KNOWN = COUNT + 6
"""Numbers of robot and camera; those of the men follow."""
_SIGMA = np.array([JOINT_SIGMA_RAD] * COUNT + [TURN_SIGMA_RAD] * 3 + [PLACE_SIGMA_M] * 3)


@dataclass(frozen=True, slots=True, eq=False)
class ArmSighting:
    """The middle of a held man in one picture, and the joints as they were read then."""

    hand: Hand
    posture: int  # its number: pictures of one posture of one hand follow each other
    position_rad: FloatArray  # all joints, nothing taken off
    place: CameraPose
    middle_px: tuple[float, float]


@dataclass(frozen=True, slots=True, eq=False)
class ArmFit:
    """What pictures of both hands say, and how well they agree."""

    numbers: FloatArray  # what is not known of robot and camera, beyond what was known before
    offsets_rad: Mapping[str, float]  # reading minus truth of each joint that was learnt, by name
    held_m: Mapping[
        Hand, FloatArray
    ]  # where each hand that was seen holds its man at last, in the hand's frame
    worst_hold: float  # in sigmas of what is usual, of all places where a man was held
    before_px: float  # by which the middle picture is missed, with the joints as they are read
    after_px: float


def fit_arms(sightings: Sequence[ArmSighting], *, known_rad: FloatArray) -> ArmFit:
    """Return the offsets that explain the pictures best; `known_rad` (25) are those known before."""
    postures = list(dict.fromkeys((sighting.hand, sighting.posture) for sighting in sightings))
    start = np.zeros(KNOWN + 3 * len(postures))
    weights = np.ones(2 * len(sightings))
    is_same_hand = [before[0] == after[0] for before, after in pairwise(postures)]

    def misses(numbers: FloatArray) -> FloatArray:
        """Return by how many sigmas each picture, and what is usual, is missed."""
        men_m = numbers[KNOWN:].reshape(-1, 3)
        missed = [
            _missed_px(sighting, numbers, held_in_hand_m() + men_m[postures.index(key)], known_rad)
            for sighting, key in zip(sightings, keys, strict=True)
        ]
        usual = [men_m[0] / HELD_SIGMA_M]
        for number, same in enumerate(is_same_hand):
            now_m = men_m[number + 1]
            usual.append((now_m - men_m[number]) / SLIP_SIGMA_M if same else now_m / HELD_SIGMA_M)
        return np.concatenate(
            (weights * np.concatenate(missed) / PIXEL_SIGMA_PX, numbers[:KNOWN] / _SIGMA, *usual)
        )

    keys = [(sighting.hand, sighting.posture) for sighting in sightings]
    scale = np.concatenate((_SIGMA, np.tile(HELD_SIGMA_M, len(postures))))
    before_px = _usual_miss_px(misses(start)[: len(weights)])
    found = minimise(misses, start, scale=scale).x
    size = np.abs(misses(found)[: len(weights)])
    weights = np.minimum(1.0, OUTLIER / np.maximum(size, 1e-9))  # what is far off counts less
    found = minimise(misses, found, scale=scale).x
    weights = np.ones(2 * len(sightings))  # how well it fits is told by all pictures alike
    after_px = _usual_miss_px(misses(found)[: len(weights)])
    offsets_rad = known_rad[LEARNT] + found[:COUNT]
    names = [JOINTS[joint] for joint in LEARNT]
    men_m = found[KNOWN:].reshape(-1, 3)
    held_m = {hand: held_in_hand_m() + man_m for (hand, _), man_m in zip(postures, men_m, strict=True)}
    return ArmFit(
        numbers=found[:KNOWN],
        offsets_rad=dict(zip(names, offsets_rad.tolist(), strict=True)),
        held_m=held_m,
        worst_hold=float(np.abs(men_m / HELD_SIGMA_M).max()),
        before_px=before_px,
        after_px=after_px,
    )


def held_point(sightings: Sequence[ArmSighting], numbers: FloatArray, *, known_rad: FloatArray) -> FloatArray:
    """Return where a hand holds its man, in the hand's frame, by pictures and arms that were learnt."""

    def misses(off_m: FloatArray) -> FloatArray:
        missed = [
            _missed_px(sighting, numbers, held_in_hand_m() + off_m, known_rad) for sighting in sightings
        ]
        return np.concatenate((np.concatenate(missed) / PIXEL_SIGMA_PX, off_m / HELD_SIGMA_M))

    found: FloatArray = minimise(misses, np.zeros(3), scale=np.array(HELD_SIGMA_M)).x
    return held_in_hand_m() + found


def _missed_px(
    sighting: ArmSighting, numbers: FloatArray, held_m: FloatArray, known_rad: FloatArray
) -> FloatArray:
    """Return how far from where it was found the man should be, right and down."""
    position_rad = sighting.position_rad - known_rad
    position_rad[LEARNT] -= numbers[:COUNT]
    roll_rad, pitch_rad, yaw_rad, *shift_m = numbers[COUNT:KNOWN].tolist()
    posture = Posture(position_rad)
    askew = Transform3.from_rpy(
        roll_rad=roll_rad, pitch_rad=pitch_rad, yaw_rad=yaw_rad, translation=tuple(shift_m)
    )
    torso_from_camera = posture.torso_from_link("Head") @ sighting.place.head_from_camera @ askew
    man_m = torso_from_hand(posture, sighting.hand).apply(held_m)
    missed: FloatArray = sighting.place.camera.project(torso_from_camera.inverse().apply(man_m)) - (
        sighting.middle_px
    )
    return missed


def _usual_miss_px(misses: FloatArray) -> float:
    """Return the median distance by which pictures are missed: a single strange one does not move it."""
    return PIXEL_SIGMA_PX * float(np.median(np.hypot(*misses.reshape(-1, 2).T)))
