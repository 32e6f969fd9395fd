"""Which rolling balls could be met at all, by truth: the bound against which meetings are scored.

Two robots are imagined, both at the limits of their drive and on the straight way, obstacles left out. One
knows everything from the start. The other turns until the ball comes into its camera, and knows it three
images later. A ball that even the first one cannot touch before it is nearly at rest, nobody can.
"""

import math

from ludens.games.passing.meet import CONTACT_M
from ludens.games.passing.world.layout import Point, StartLayout
from ludens.geometry.angles import difference
from ludens.robots.pioneer import CAMERA, LIMITS

STEP_S = 0.02
KNOWN_S = 0.4  # three images more at 10 Hz, the last of them 0.1 s old
HALF_VIEW_RAD = math.atan2(CAMERA.width_px / 2, CAMERA.focal_x_px)
SQUARE_RAD = 0.3  # off its heading, the robot drives and turns at once


def can_be_met(
    layout: StartLayout, *, deceleration_mps2: float, rolls_mps: float, scan_radps: float | None = None
) -> bool:
    """Tell whether a ball can be touched while it is faster than `rolls_mps`.

    By a robot that knows everything, or with `scan_radps` by one that first has to turn to the ball.
    """
    robot = layout.robots[0]
    speed_mps = math.hypot(*layout.ball_velocity_mps)
    steps = int((speed_mps - rolls_mps) / deceleration_mps2 / STEP_S)
    yaw_rad, known_s = robot.yaw_rad, 0.0
    if scan_radps is not None:
        for step in range(steps):
            bearing_rad, _ = _seen(layout, deceleration_mps2, step * STEP_S)
            yaw_rad = robot.yaw_rad + scan_radps * step * STEP_S
            if abs(difference(bearing_rad, yaw_rad)) < HALF_VIEW_RAD:
                known_s = step * STEP_S + KNOWN_S
                break
        else:
            return False
    for step in range(steps):
        bearing_rad, range_m = _seen(layout, deceleration_mps2, step * STEP_S)
        turn_rad = max(abs(difference(bearing_rad, yaw_rad)) - SQUARE_RAD, 0.0)
        needed_s = _turn_s(turn_rad) + _drive_s(max(range_m - CONTACT_M, 0.0))
        if known_s + needed_s <= step * STEP_S:
            return True
    return False


def _seen(layout: StartLayout, deceleration_mps2: float, time_s: float) -> Point:
    """Return bearing and range of the rolling ball from the robot's start, in the pen's frame."""
    speed_x, speed_y = layout.ball_velocity_mps
    share = time_s - 0.5 * deceleration_mps2 * time_s**2 / math.hypot(speed_x, speed_y)
    robot = layout.robots[0]
    x_m = layout.ball[0] + share * speed_x - robot.x_m
    y_m = layout.ball[1] + share * speed_y - robot.y_m
    return math.atan2(y_m, x_m), math.hypot(x_m, y_m)


def _turn_s(angle_rad: float) -> float:
    """From rest to rest."""
    if angle_rad < LIMITS.turn_radps**2 / LIMITS.turn_radps2:
        return 2.0 * math.sqrt(angle_rad / LIMITS.turn_radps2)
    return angle_rad / LIMITS.turn_radps + LIMITS.turn_radps / LIMITS.turn_radps2


def _drive_s(way_m: float) -> float:
    """From rest, without braking."""
    rising_m = 0.5 * LIMITS.forward_mps**2 / LIMITS.forward_mps2
    if way_m < rising_m:
        return math.sqrt(2.0 * way_m / LIMITS.forward_mps2)
    return LIMITS.forward_mps / LIMITS.forward_mps2 + (way_m - rising_m) / LIMITS.forward_mps
