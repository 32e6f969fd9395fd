"""The way through key frames: a cubic Bézier curve for every joint, from wherever the joints are.

Between two frames a joint runs along q(u) = (1−u)³ p₀ + 3(1−u)²u p₁ + 3(1−u)u² p₂ + u³ p₃, with u the share
of the time between them. p₀ and p₃ are the frames' angles; the inner points stand at a third of the time
after and before them, along the speed with which the joint passes the frame. A frame can name that speed.
Otherwise it is zero where the joint turns back, stops or holds, and the harmonic mean of both sides' mean
speeds elsewhere (Fritsch and Butland 1984): the joint then never swings beyond two neighbouring frames.
"""

from dataclasses import dataclass

import numpy as np

from ludens.geometry import FloatArray
from ludens.motion.files.motion import Frame, Motion
from ludens.robots.nao.joints import INDEX, JOINTS, SPEED_RADPS

APPROACH_SPEED_SHARE = 0.6
"""Of a joint's fastest speed, on its way from wherever it is to the first frame that names it."""
PEAK_TO_MEAN = 1.5
"""Of the speed along a cubic that starts and ends at rest."""


@dataclass(frozen=True, slots=True, eq=False)
class JointTrack:
    """Key frames as arrays, frames × 25; not a number where a joint has not been named yet."""

    position_rad: FloatArray
    speed_radps: FloatArray  # not a number where the frame names none
    stiffness: FloatArray
    duration_s: FloatArray
    stops: tuple[bool, ...]

    @classmethod
    def of(cls, motion: Motion) -> "JointTrack":
        """Lay a motion out."""
        frames = motion.frames
        position_rad, stiffness = _kept(frames, "joints_rad"), _kept(frames, "stiffness")
        speed_radps = np.full(position_rad.shape, np.nan)
        for number, frame in enumerate(frames):
            for joint, value in frame.speeds_radps.items():
                speed_radps[number, INDEX[joint]] = value
        stops = (*(frame.stops for frame in frames[:-1]), True)
        durations = np.array([frame.duration_s for frame in frames])
        return cls(position_rad, speed_radps, stiffness, durations, stops)


def _kept(frames: tuple[Frame, ...], what: str) -> FloatArray:
    """Return what frames say about joints; each stays as it was until another frame names it."""
    rows: FloatArray = np.full((len(frames), len(JOINTS)), np.nan)
    for number, frame in enumerate(frames):
        if number > 0:
            rows[number] = rows[number - 1]
        for joint, value in getattr(frame, what).items():
            rows[number, INDEX[joint]] = value
    return rows


@dataclass(frozen=True, slots=True, eq=False)
class Curve:
    """Bézier points of all joints for every frame: frames × 4 × 25."""

    points_rad: FloatArray
    stiffness: FloatArray  # frames + 1 × 25: at the start, then at each frame
    duration_s: tuple[float, ...]  # to each frame

    def at(self, frame: int, share: float) -> tuple[FloatArray, FloatArray]:
        """Return positions and stiffnesses after a share of the time to a frame."""
        left = 1.0 - share
        weights = (left * left * left, 3.0 * left * left * share, 3.0 * left * share * share, share**3)
        position_rad: FloatArray = np.array(weights) @ self.points_rad[frame]
        stiffness: FloatArray = left * self.stiffness[frame] + share * self.stiffness[frame + 1]
        return position_rad, stiffness


def curve_from(track: JointTrack, start_rad: FloatArray, start_stiffness: FloatArray) -> Curve:
    """Return the curve that leads from a posture through all frames, at rest at both ends.

    The way from the start to the first frame that names a joint takes as long as that joint needs.
    """
    unknown = np.isnan(track.position_rad)
    position_rad = np.vstack((start_rad, np.where(unknown, start_rad, track.position_rad)))
    stiffness = np.vstack(
        (start_stiffness, np.where(np.isnan(track.stiffness), start_stiffness, track.stiffness))
    )
    way_rad = np.diff(position_rad, axis=0)
    was_unknown = np.vstack((np.ones(len(JOINTS), dtype=bool), unknown[:-1]))
    needed_s = PEAK_TO_MEAN * np.abs(way_rad) / (APPROACH_SPEED_SHARE * SPEED_RADPS)
    duration_s = np.maximum(track.duration_s, np.where(was_unknown, needed_s, 0.0).max(axis=1))
    speed_radps = _speeds(track, way_rad, duration_s)
    third_s = duration_s[:, None] / 3.0
    points_rad = np.stack(
        (
            position_rad[:-1],
            position_rad[:-1] + speed_radps[:-1] * third_s,
            position_rad[1:] - speed_radps[1:] * third_s,
            position_rad[1:],
        ),
        axis=1,
    )
    return Curve(points_rad, stiffness, tuple(duration_s.tolist()))


def _speeds(track: JointTrack, way_rad: FloatArray, duration_s: FloatArray) -> FloatArray:
    """Return the speed of every joint at the start and at each frame."""
    mean_radps = way_rad / duration_s[:, None]
    speeds = np.zeros((len(duration_s) + 1, len(JOINTS)))
    before, after = mean_radps[:-1], mean_radps[1:]
    before_s, after_s = duration_s[:-1, None], duration_s[1:, None]
    goes_on = before * after > 0.0
    weight_before, weight_after = before_s + 2.0 * after_s, 2.0 * before_s + after_s
    with np.errstate(divide="ignore", invalid="ignore"):
        harmonic = (weight_before + weight_after) / (weight_before / before + weight_after / after)
    speeds[1:-1] = np.where(goes_on, harmonic, 0.0)
    speeds[1:][list(track.stops)] = 0.0
    speeds[1:] = np.where(np.isnan(track.speed_radps), speeds[1:], track.speed_radps)
    return speeds


def highest_speed(curve: Curve) -> FloatArray:
    """Return the highest speed of every joint on the way to each frame: frames × 25.

    The speed of a cubic is a quadratic Bézier of its points' differences; it is extreme at an end or
    where its own slope vanishes.
    """
    first, middle, last = _hodograph(curve)
    with np.errstate(divide="ignore", invalid="ignore"):
        share = (first - middle) / (first - 2.0 * middle + last)
    share = np.where((share > 0.0) & (share < 1.0), share, 0.0)
    inner = (1.0 - share) ** 2 * first + 2.0 * (1.0 - share) * share * middle + share**2 * last
    highest: FloatArray = np.maximum(np.maximum(np.abs(first), np.abs(last)), np.abs(inner))
    return highest


def farthest(curve: Curve) -> tuple[FloatArray, FloatArray]:
    """Return the lowest and highest position of every joint on the way to each frame: frames × 25."""
    first, middle, last = _hodograph(curve)
    points = curve.points_rad
    lowest = np.minimum(points[:, 0], points[:, 3])
    highest = np.maximum(points[:, 0], points[:, 3])
    for share in _roots(first, middle, last):
        left = 1.0 - share
        value = (
            left**3 * points[:, 0]
            + 3.0 * left**2 * share * points[:, 1]
            + 3.0 * left * share**2 * points[:, 2]
            + share**3 * points[:, 3]
        )
        lowest, highest = np.minimum(lowest, value), np.maximum(highest, value)
    return lowest, highest


def _hodograph(curve: Curve) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return the three points of the speed's own Bézier curve."""
    speeds = 3.0 * np.diff(curve.points_rad, axis=1) / np.array(curve.duration_s)[:, None, None]
    return speeds[:, 0], speeds[:, 1], speeds[:, 2]


def _roots(first: FloatArray, middle: FloatArray, last: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return where a quadratic Bézier is zero, each limited to the curve; an end where it is nowhere."""
    square, linear = first - 2.0 * middle + last, 2.0 * (middle - first)
    with np.errstate(divide="ignore", invalid="ignore"):
        root = np.sqrt(linear**2 - 4.0 * square * first)
        # The form without cancellation; also right where the square term is none.
        helper = -0.5 * (linear + np.copysign(root, linear))
        one, other = helper / square, first / helper
    inside = (
        np.clip(np.nan_to_num(share, nan=0.0, posinf=1.0, neginf=0.0), 0.0, 1.0) for share in (one, other)
    )
    first_share, second_share = inside
    return first_share, second_share
