"""Differential drive: what the two wheels do to the robot, and back.

forward = r (right + left) / 2        turn = r (right - left) / track
"""

from dataclasses import dataclass

from ludens.robots.pioneer.body import BodySize


@dataclass(frozen=True, slots=True)
class WheelSpeeds:
    """How fast the wheels turn; positive drives forward."""

    left_radps: float
    right_radps: float


def wheel_speeds(forward_mps: float, turn_radps: float, *, body: BodySize) -> WheelSpeeds:
    """Return the wheel speeds that move the robot so, as long as nothing slips."""
    half_difference_mps = 0.5 * turn_radps * body.track_m
    return WheelSpeeds(
        (forward_mps - half_difference_mps) / body.wheel_radius_m,
        (forward_mps + half_difference_mps) / body.wheel_radius_m,
    )


def body_speeds(wheels: WheelSpeeds, *, body: BodySize) -> tuple[float, float]:
    """Return (forward_mps, turn_radps) of a robot whose wheels turn so."""
    return (
        0.5 * body.wheel_radius_m * (wheels.right_radps + wheels.left_radps),
        body.wheel_radius_m * (wheels.right_radps - wheels.left_radps) / body.track_m,
    )
