"""Checks of a motion before it may move a robot: numbers, limits, speeds, names that mean something."""

import math
import re
from collections.abc import Iterator

import numpy as np

from ludens.core.errors import did_you_mean
from ludens.motion.files.curve import JointTrack, curve_from, farthest, highest_speed
from ludens.motion.files.motion import PARTS, POSTURES, Condition, Frame, Motion, MotionFileError, Wait
from ludens.motion.poses import posture_of
from ludens.robots.nao.joints import HIGHEST_RAD, JOINTS, LIMITS, LOWEST_RAD, SPEED_RADPS

LONGEST_S = 60.0
STRONGEST_BALANCE_S = 0.5
TOLERANCE = 1e-6
OWN_NAMES = ("walk", "kick", "relax", "pose")
"""Motions that are no files."""

_NAME = re.compile(r"[a-z][a-z0-9_]*")


def check(motion: Motion, *, origin: str) -> None:
    """Raise `MotionFileError` at the first thing that is wrong."""
    for problem in _problems(motion):
        raise MotionFileError(f"{origin}{problem}")


def _problems(motion: Motion) -> Iterator[str]:
    if not _NAME.fullmatch(motion.name) or motion.name in OWN_NAMES:
        yield (
            f": '{motion.name}' is no name for a motion; use small letters, digits and underscores, and none "
            f"of {', '.join(OWN_NAMES)}."
        )
    if not motion.summary.strip():
        yield ": `summary` is empty; say in a line what the motion is for."
    if not motion.begins:
        yield f": `begins` is empty; name a posture: {', '.join(POSTURES)}."
    for what, posture in (*(("begins", begin) for begin in motion.begins), ("ends", motion.ends)):
        if posture not in POSTURES:
            yield f": `{what}` is '{posture}', which is no posture; {did_you_mean(posture, POSTURES)}"
    for part in motion.needs:
        if part not in PARTS:
            yield f": `needs` names '{part}', which is no part of the body; {did_you_mean(part, PARTS)}"
    if not 0.0 <= motion.leans_rad <= math.pi:
        yield f": `leans_rad` is {motion.leans_rad:g}; give 0 (upright) to {math.pi:.2f}."
    if not motion.frames:
        yield ": there is no frame; a motion needs at least one [[frame]]."
    names = [frame.name for frame in motion.frames]
    for number, frame in enumerate(motion.frames):
        if frame.name in names[:number]:
            yield f": two frames are called '{frame.name}'; rename one."
        if frame.speeds_radps and (frame.stops or number + 1 == len(motion.frames)):
            yield f", frame '{frame.name}': joints rest here; `speeds_radps` are for frames passed by."
        for problem in _frame_problems(frame):
            yield f", frame '{frame.name}': {problem}"
    yield from _curve_complaints(motion)


def _frame_problems(frame: Frame) -> Iterator[str]:
    if not 0.0 < frame.duration_s <= LONGEST_S:
        yield (
            f"`duration_s` is {frame.duration_s:g}: each frame comes after the one before it; give seconds "
            f"above 0 and up to {LONGEST_S:g}."
        )
    if not 0.0 <= frame.hold_s <= LONGEST_S:
        yield f"`hold_s` is {frame.hold_s:g}; give seconds from 0 to {LONGEST_S:g}."
    if not 0.0 <= frame.balance_s <= STRONGEST_BALANCE_S:
        yield f"`balance_s` is {frame.balance_s:g}; give 0 to {STRONGEST_BALANCE_S:g}."
    for joint, stiffness in frame.stiffness.items():
        if not 0.0 <= stiffness <= 1.0:
            yield f"the stiffness of {joint} is {stiffness:g}; give 0 (limp) to 1 (full)."
    for joint, angle_rad in frame.joints_rad.items():
        limits = LIMITS[joint]
        if not limits.lowest_rad - TOLERANCE <= angle_rad <= limits.highest_rad + TOLERANCE:
            yield (
                f"{joint} cannot stand at {angle_rad:.4f} rad; it turns from {limits.lowest_rad:.4f} to "
                f"{limits.highest_rad:.4f}."
            )
    for joint, speed_radps in frame.speeds_radps.items():
        if not abs(speed_radps) <= LIMITS[joint].speed_radps:
            yield _too_fast(joint, abs(speed_radps))
    for what, condition in (("wait", frame.wait), ("require", frame.require)):
        if condition is not None:
            yield from (f"`{what}`: {problem}" for problem in _condition_problems(condition))


def _condition_problems(condition: Condition) -> Iterator[str]:
    if not condition.ranges():
        yield "it says nothing; give lean_rad, pitch_rad, roll_rad or turning_below_radps."
    for name, (low, high) in condition.ranges().items():
        if not low <= high or math.isinf(low) or math.isinf(high):
            yield f"{name} is never between {low:g} and {high:g}; give the smaller number first."
    if isinstance(condition, Wait) and not 0.0 <= condition.for_s <= condition.at_most_s <= LONGEST_S:
        yield (
            f"`for_s` is {condition.for_s:g} and `at_most_s` {condition.at_most_s:g}; the first must not be "
            f"above the second, and neither above {LONGEST_S:g}."
        )


def _curve_complaints(motion: Motion) -> Iterator[str]:
    """Look at the curves between frames; the way to a joint's first frame depends on where it will be."""
    track = JointTrack.of(motion)
    start_rad = posture_of("stand")
    for row in track.position_rad[::-1]:
        start_rad = np.where(np.isnan(row), start_rad, row)
    curve = curve_from(track, start_rad, np.ones(len(JOINTS)))
    speeds, (lowest, highest) = highest_speed(curve), farthest(curve)
    for number, frame in enumerate(motion.frames):
        for index, joint in enumerate(JOINTS):
            if speeds[number, index] > SPEED_RADPS[index] * (1.0 + TOLERANCE):
                yield f", frame '{frame.name}': {_too_fast(joint, speeds[number, index])} Give it more time."
            low_rad, high_rad = lowest[number, index], highest[number, index]
            if low_rad < LOWEST_RAD[index] - TOLERANCE or high_rad > HIGHEST_RAD[index] + TOLERANCE:
                yield (
                    f", frame '{frame.name}': on its way {joint} swings from {low_rad:.4f} to {high_rad:.4f} "
                    f"rad, beyond {LOWEST_RAD[index]:.4f} to {HIGHEST_RAD[index]:.4f}. Lower its speeds."
                )


def _too_fast(joint: str, speed_radps: float) -> str:
    return f"{joint} would turn with {speed_radps:.2f} rad/s; its fastest is {LIMITS[joint].speed_radps:.2f}."
