"""An arm that reaches down: the held point at a place, fingers closing along a line, the hand steep.

Place (three numbers) and the line along which fingers close (one) leave one of five joints free. It goes into
what is only wished for: a hand that points straight down, and joints away from their limits. Levenberg and
Marquardt's steps on the weighted errors; goals weigh so little that they move the place by less than 0.1 mm.
"""

from dataclasses import dataclass

import numpy as np

from ludens.core.compiled import compiled, compiled_using
from ludens.geometry import FloatArray
from ludens.robots.nao.joints import HIGHEST_RAD, LOWEST_RAD
from ludens.robots.nao.kinematics import five_joints
from ludens.robots.nao.kinematics.arms import LEFT_ARM, RIGHT_ARM
from ludens.robots.nao.kinematics.five_joints import arm_frames, solve_symmetric
from ludens.robots.nao.links import LINK_INDEX, LINKS

MOST_STEPS = 60
CLOSING_M_PER_RAD = 0.05
STEEP_M_PER_RAD = 0.003
LIMIT_M_PER_RAD = 0.004
KEEP_FROM_LIMIT_RAD = 0.15
"""Nearer to a limit a joint is pushed away from it."""
GOOD_M = 5e-4
GOOD_CLOSING_RAD = 0.03


@dataclass(frozen=True, slots=True, eq=False)
class FromAbove:
    """Joints of one arm, in the order of `LEFT_ARM` or `RIGHT_ARM`, and what is left of each wish."""

    position_rad: FloatArray
    error_m: float
    closing_rad: float  # by which the line of closing is missed
    tilt_rad: float  # of the hand against straight down
    margin_rad: float  # to the nearest limit of a joint

    @property
    def reached(self) -> bool:
        """Whether the place is reached and fingers close along the line."""
        return self.error_m < GOOD_M and self.closing_rad < GOOD_CLOSING_RAD


def solve_from_above(
    held_in_torso_m: FloatArray,
    *,
    left: bool,
    held_in_hand_m: FloatArray,
    down_in_torso: FloatArray,
    closing_in_torso: FloatArray,
    start_rad: FloatArray,
) -> FromAbove:
    """Return joints that bring a point of the hand to a place, from a posture that is somewhere near.

    Fingers close along the hand's z axis, the thumb from below: that axis shall lie in the upright plane of
    `closing_in_torso`, a level direction, and point its way.
    """
    arm = LEFT_ARM if left else RIGHT_ARM
    lowest, highest = LOWEST_RAD[arm], HIGHEST_RAD[arm]
    joints, error_m, closing_rad, tilt_rad = _solve(
        np.clip(start_rad, lowest, highest),
        (lowest, highest),
        _CHAINS[left],
        held_in_hand_m,
        held_in_torso_m,
        down_in_torso,
        closing_in_torso,
        (CLOSING_M_PER_RAD, STEEP_M_PER_RAD, LIMIT_M_PER_RAD, KEEP_FROM_LIMIT_RAD),
        MOST_STEPS,
    )
    margin_rad = float(np.minimum(joints - lowest, highest - joints).min())
    return FromAbove(joints, error_m, closing_rad, tilt_rad, margin_rad)


def _chain(side: str) -> tuple[FloatArray, FloatArray]:
    first = LINK_INDEX[f"{side}Shoulder"]
    links = LINKS[first : first + 5]
    return np.array([link.axis for link in links]), np.array([link.offset_m for link in links])


_CHAINS = {True: _chain("L"), False: _chain("R")}


@compiled
def _dot(a: FloatArray, b: FloatArray) -> float:
    product: float = a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
    return product


@compiled
def _cross(a: FloatArray, b: FloatArray) -> FloatArray:
    out = np.empty(3)
    out[0] = a[1] * b[2] - a[2] * b[1]
    out[1] = a[2] * b[0] - a[0] * b[2]
    out[2] = a[0] * b[1] - a[1] * b[0]
    return out


@compiled_using(five_joints)
def _linearised(
    joints: FloatArray,
    limits: tuple[FloatArray, FloatArray],
    chain: tuple[FloatArray, FloatArray],
    held: FloatArray,
    goals: tuple[FloatArray, FloatArray, FloatArray, FloatArray],
    weights: tuple[float, float, float, float],
) -> tuple[FloatArray, FloatArray]:
    """Return the weighted errors (12) and how they change per joint (12, 5)."""
    place_goal, _, closing, aside = goals
    closing_weight, steep_weight, limit_weight, keep = weights
    axes, origins, place, rotation = arm_frames(joints, chain[0], chain[1], held)
    pointing, upper = rotation[:, 0].copy(), rotation[:, 2].copy()
    errors, slopes = np.zeros(12), np.zeros((12, 5))
    away = _dot(upper, closing) < 0.0
    off = _dot(upper, aside)
    for row in range(3):
        errors[row] = place[row] - place_goal[row]
    # Turned the wrong way round, the push back keeps its full size.
    errors[3] = closing_weight * (np.copysign(1.0, off) if away else off)
    errors[4] = steep_weight * _dot(pointing, closing)
    errors[5] = steep_weight * _dot(pointing, aside)
    for joint in range(5):
        moved = _cross(axes[joint], place - origins[joint])
        for row in range(3):
            slopes[row, joint] = moved[row]
        slopes[3, joint] = closing_weight * _dot(_cross(axes[joint], upper), aside)
        turned = _cross(axes[joint], pointing)
        slopes[4, joint] = steep_weight * _dot(turned, closing)
        slopes[5, joint] = steep_weight * _dot(turned, aside)
        low, high = limits[0][joint] + keep, limits[1][joint] - keep
        beyond = min(joints[joint] - low, 0.0) + max(joints[joint] - high, 0.0)
        if beyond != 0.0:
            errors[6 + joint] = limit_weight * beyond
            slopes[6 + joint, joint] = limit_weight
    return errors, slopes


@compiled_using(five_joints)
def _solve(
    start: FloatArray,
    limits: tuple[FloatArray, FloatArray],
    chain: tuple[FloatArray, FloatArray],
    held: FloatArray,
    place_goal: FloatArray,
    down: FloatArray,
    closing: FloatArray,
    weights: tuple[float, float, float, float],
    most_steps: int,
) -> tuple[FloatArray, float, float, float]:
    goals = (place_goal, down, closing, _cross(down, closing))
    joints, damping = start.copy(), 1e-4
    errors, slopes = _linearised(joints, limits, chain, held, goals, weights)
    cost = (errors**2).sum()
    for _ in range(most_steps):
        normal, right = np.zeros((5, 5)), np.zeros(5)
        for joint in range(5):
            right[joint] = -(slopes[:, joint] * errors).sum()
            for other in range(5):
                normal[joint, other] = (slopes[:, joint] * slopes[:, other]).sum()
            normal[joint, joint] += damping + 1e-9
        step = solve_symmetric(normal, right)
        longest = np.abs(step).max()
        if longest > 0.4:
            step *= 0.4 / longest
        trial = np.minimum(np.maximum(joints + step, limits[0]), limits[1])
        trial_errors, trial_slopes = _linearised(trial, limits, chain, held, goals, weights)
        trial_cost = (trial_errors**2).sum()
        if trial_cost < cost:
            gained = cost - trial_cost
            joints, errors, slopes, cost = trial, trial_errors, trial_slopes, trial_cost
            damping = max(0.3 * damping, 1e-8)
            if longest < 1e-5 or gained < 1e-14:
                break
        else:
            damping *= 5.0
            if damping > 10.0:
                break
    _, _, place, rotation = arm_frames(joints, chain[0], chain[1], held)
    left = place - place_goal
    aside = goals[3]
    upper, pointing = rotation[:, 2].copy(), rotation[:, 0].copy()
    closing_rad = abs(np.arctan2(_dot(upper, aside), _dot(upper, closing)))
    tilt_rad = np.arccos(min(max(_dot(pointing, down), -1.0), 1.0))
    return joints, np.sqrt(_dot(left, left)), closing_rad, tilt_rad
