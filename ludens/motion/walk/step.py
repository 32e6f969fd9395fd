"""One step: the body as a linear inverted pendulum, and when and where the swinging foot lands.

The body is a point of mass on a leg of constant height.

With ω² = g / height, centre of mass c, its speed v and the point p where the floor carries it (the ZMP)

    v' = ω² (c - p)        ξ = c + v / ω        ξ' = ω (ξ - p)

ξ is the capture point: where the foot would have to stand for the body to come to rest above it. It runs away
from p and doubles its distance every ln 2 / ω (0.11 s for a NAO); the centre of mass simply follows ξ. So to
walk is to bring ξ, at the end of each step, to the right distance from the next foot.
"""

import math
from typing import NamedTuple

from ludens.geometry import Pose2
from ludens.geometry.easing import eased
from ludens.motion.walk.parameters import WalkParameters
from ludens.motion.walk.speed import Speed

GRAVITY_MPS2 = 9.81

Point = tuple[float, float]


class Pendulum(NamedTuple):
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


READINGS_TO_LAND = 2
"""One reading alone may be noise."""

Carrying = tuple[bool, bool]


class StepTiming:
    """Tells whether the swinging foot has landed before the clock says so, as its pressure tells.

    A foot that meets the floor early (the body tips to its side) then takes the weight at once. It must have
    been off the floor in the present step and carry for two readings: the pressure of a dead or frozen sensor
    does not go and come, so it says nothing, and the clock counts.
    """

    def __init__(self) -> None:
        self._was_free = [False, False]  # in the present step
        self._readings = [0, 0]  # in a row that carry

    def begin(self) -> None:
        """Take note that a step begins."""
        self._was_free = [False, False]

    def feel(self, carrying: Carrying | None) -> None:
        """Take in which feet carry, left and right; nothing when nobody knows."""
        for foot in (0, 1):
            carries = carrying is not None and carrying[foot]
            self._readings[foot] = self._readings[foot] + 1 if carries else 0
            self._was_free[foot] = carrying is not None and (self._was_free[foot] or not carries)

    def has_landed(self, *, left: bool) -> bool:
        """Whether this foot was off the floor in the present step and carries again."""
        foot = 0 if left else 1
        return self._was_free[foot] and self._readings[foot] >= READINGS_TO_LAND


def swing_place(start: Pose2, end: Pose2, phase: float, *, begins: float, ends: float) -> Pose2:
    """Return the foot's place over the floor at `phase` 0 to 1 of its step."""
    return start.interpolate(end, eased((phase - begins) / (ends - begins)))


SWING_RAMP_SHARE = 0.25
"""Of the way up and of the way down, in which a foot gets to its vertical speed and comes to rest again. So
knees need turn a sixth less quickly than along a cosine, at hardly more acceleration."""


def swing_height(phase: float, *, begins: float, lift_m: float) -> float:
    """Return the sole's height: it rises and sinks once between `begins` and the step's end."""
    x = min(max((phase - begins) / (1.0 - begins), 0.0), 1.0)
    way = 1.0 - abs(2.0 * x - 1.0)  # 0 on the floor, 1 at the top
    ramp = SWING_RAMP_SHARE
    near = min(way, 1.0 - way)  # to the nearer of both
    risen = 0.5 * near**2 / ramp if near < ramp else near - 0.5 * ramp
    share = risen / (1.0 - ramp)
    return lift_m * (share if way <= 0.5 else 1.0 - share)


HEEL_ROOM_M = 0.03
"""How much farther apart the feet stand per radian that they open: heels would touch."""


def landing(speed: Speed, parameters: WalkParameters, *, left_swings: bool) -> Pose2:
    """Return the place of the swinging sole at the end of its step, in the frame of the stance sole.

    The body is where both feet would stand side by side around it. A step carries the body on by its share of
    the speed and puts the foot to its side of the new place. Forward, every step does its half. Sideways and
    turning only the foot on that side can open the stance, the other one closes it again: the first does all.
    """
    side = 1.0 if left_swings else -1.0
    half_apart_m = 0.5 * parameters.feet_apart_m
    left_m = 2.0 * parameters.step_s * speed.left_mps
    turn_rad = 2.0 * parameters.step_s * speed.turn_radps
    opens = turn_rad * side > 0.0
    carried = Pose2(
        parameters.step_s * speed.forward_mps,
        left_m if left_m * side > 0.0 else 0.0,
        turn_rad if opens else 0.0,
    )
    # The foot that opens stands farther from the body, and is still there when the other one closes.
    wide_m = half_apart_m + HEEL_ROOM_M * abs(turn_rad)
    stance_from_body = Pose2(0.0, side * (half_apart_m if opens else wide_m), 0.0)
    body_from_foot = Pose2(0.0, side * (wide_m if opens else half_apart_m), 0.0)
    return stance_from_body @ carried @ body_from_foot


def side_by_side(parameters: WalkParameters, *, left_swings: bool) -> Pose2:
    """Return where the other foot stands in a stance at rest."""
    return Pose2(0.0, parameters.feet_apart_m if left_swings else -parameters.feet_apart_m, 0.0)
