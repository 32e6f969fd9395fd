"""The Pioneer in one table: dimensions, drive limits and the places of its sonars.

Robot frame: origin on the floor midway between the wheels, x forward, y left, z up. Footprint, wheels and
sonar places are the maker's; the front plate is the flat bumper sold with the robot, moved to where it
strikes a ball at half its height, so that the ball leaves along the robot's heading.
"""

import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class BodySize:
    """Dimensions and masses. Heights are above the floor, x and y in the robot frame."""

    wheel_radius_m: float = 0.0975
    track_m: float = 0.33  # between the middles of the two tyres
    front_x_m: float = 0.225  # outer face of the front plate
    rear_x_m: float = -0.286  # 511 mm behind the front plate's face
    width_m: float = 0.425
    bottom_z_m: float = 0.06
    deck_z_m: float = 0.237  # top of the deck
    plate_width_m: float = 0.34
    plate_bottom_z_m: float = 0.04
    plate_top_z_m: float = 0.18
    caster_x_m: float = -0.20
    caster_radius_m: float = 0.0375
    sonar_z_m: float = 0.195
    body_mass_kg: float = 5.4
    battery_mass_kg: float = 3.0
    battery_x_m: float = -0.13  # keeps the robot on its caster when it brakes
    wheel_mass_kg: float = 0.6
    caster_mass_kg: float = 0.2
    marker_radius_m: float = 0.085  # the blue ball by which a fellow robot is recognised
    marker_x_m: float = -0.12
    marker_z_m: float = 0.30  # its centre: it lies in a hole of the deck, below the camera as seen from ahead


@dataclass(frozen=True, slots=True, kw_only=True)
class DriveLimits:
    """What the wheel controller allows, whatever it is told. Speeds are signed both ways."""

    forward_mps: float = 1.2
    turn_radps: float = 2.5
    forward_mps2: float = 1.2
    turn_radps2: float = 4.0
    wheel_torque_nm: float = 4.0  # of one motor after its gear; the wheels would slip at about 4
    watchdog_s: float = 0.5  # without a command for so long, the controller stops the wheels


@dataclass(frozen=True, slots=True)
class SonarPlace:
    """Where a sonar sits and looks, in the robot frame at the sonar ring's height."""

    x_m: float
    y_m: float
    yaw_rad: float


def _ring() -> tuple[SonarPlace, ...]:
    """Return the 16 places clockwise seen from above: the front array from left to right, then the rear
    back to left.

    The maker lists them in millimetres and degrees; the other half of each array mirrors the one written
    here.
    """
    front_left = ((69, 136, 90), (114, 119, 50), (148, 78, 30), (166, 27, 10))
    rear_right = ((-157, -136, -90), (-203, -119, -130), (-237, -78, -150), (-255, -27, -170))
    front = [*front_left, *((x, -y, -degrees) for x, y, degrees in reversed(front_left))]
    rear = [*rear_right, *((x, -y, -degrees) for x, y, degrees in reversed(rear_right))]
    return tuple(SonarPlace(x / 1000.0, y / 1000.0, math.radians(degrees)) for x, y, degrees in front + rear)


BODY = BodySize()

LIMITS = DriveLimits()

SONAR_PLACES = _ring()
"""In the order of `SonarRing.ranges_m`: 0 looks left, 3 and 4 ahead, 7 right, 8 right, 11 and 12 back."""

SONAR_MAX_RANGE_M = 5.0
