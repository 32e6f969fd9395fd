"""The body as a point of mass on a leg of constant height: the linear inverted pendulum.

With ω² = g / height, centre of mass c, its speed v and the point p where the floor carries it (the ZMP)

    v' = ω² (c - p)        ξ = c + v / ω        ξ' = ω (ξ - p)

ξ is the capture point: where the foot would have to stand for the body to come to rest above it. It runs away
from p and doubles its distance every ln 2 / ω (0.11 s for a NAO); the centre of mass simply follows ξ. So to
walk is to bring ξ, at the end of each step, to the right distance from the next foot.
"""

import math
from dataclasses import dataclass

from ludens.geometry import Pose2

GRAVITY_MPS2 = 9.81

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Pendulum:
    """Centre of mass and capture point on the floor, in the frame of the stance sole."""

    mass_m: Point
    capture_m: Point

    def moved(self, zmp_m: Point, *, rate_hz: float, elapsed_s: float) -> "Pendulum":
        """Return the pendulum after `elapsed_s` above a fixed ZMP; exact for any time. `rate_hz` is ω."""
        grown = math.exp(rate_hz * elapsed_s)
        shrunk = 1.0 / grown
        mean = 0.5 * (grown - shrunk)
        capture = _away(zmp_m, self.capture_m, grown)
        (ahead, left), (capture_ahead, capture_left), (zmp_ahead, zmp_left) = (
            self.mass_m,
            self.capture_m,
            zmp_m,
        )
        mass = (
            zmp_ahead + (ahead - zmp_ahead) * shrunk + (capture_ahead - zmp_ahead) * mean,
            zmp_left + (left - zmp_left) * shrunk + (capture_left - zmp_left) * mean,
        )
        return Pendulum(mass, capture)

    def seen_from(self, stance_from_next: Pose2) -> "Pendulum":
        """Return the same pendulum in the frame of another foot."""
        next_from_stance = stance_from_next.inverse()
        return Pendulum(next_from_stance.apply(*self.mass_m), next_from_stance.apply(*self.capture_m))


def natural_rate_hz(height_m: float) -> float:
    """Return ω."""
    return math.sqrt(GRAVITY_MPS2 / height_m)


def zmp_towards(capture_m: Point, goal_m: Point, *, rate_hz: float, remaining_s: float) -> Point:
    """Return the ZMP that brings the capture point to its goal in the remaining time."""
    grown = math.exp(rate_hz * remaining_s)
    return (
        (goal_m[0] - grown * capture_m[0]) / (1.0 - grown),
        (goal_m[1] - grown * capture_m[1]) / (1.0 - grown),
    )


def capture_offset(
    first_m: Point, second_m: Point, third_m: Point, *, rate_hz: float, step_s: float
) -> Point:
    """Return where the capture point must stand from the first foot when its step begins.

    The feet carry the weight at `first_m`, then `second_m`, then `third_m`, `step_s` each; the pair of steps
    is then repeated for ever. With k = exp(ω step) and steps s = second - first, t = third - second, the
    offset b fulfils k b = s + b', k b' = t + b.
    """
    grown = math.exp(rate_hz * step_s)
    scale = 1.0 / (grown * grown - 1.0)
    x, y = (
        (grown * (second - first) + (third - second)) * scale
        for first, second, third in zip(first_m, second_m, third_m, strict=True)
    )
    return x, y


def _away(zmp: Point, point: Point, grown: float) -> Point:
    return zmp[0] + (point[0] - zmp[0]) * grown, zmp[1] + (point[1] - zmp[1]) * grown
