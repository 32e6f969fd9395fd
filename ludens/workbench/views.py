"""For people who look on: a drawing of how the body stands, and in words what it is doing.

The drawing shows, from above, soles, pressures, support, centre of pressure and of mass. It costs
nothing while nobody watches, and no module reads it.
"""

import math

import numpy as np

from ludens.core.contract.declaration import Last
from ludens.core.contract.module import CycleTime, Module, NoParameters
from ludens.geometry import FloatArray, Transform3
from ludens.messages import (
    CalibratedJoints,
    Circle,
    Drawing,
    FallReport,
    FootPressure,
    MotionReason,
    MotionWeights,
    Polyline,
    Shape,
    StateReport,
    TorsoAngles,
    WalkReport,
)
from ludens.messages.drawing import Point
from ludens.robots.nao.kinematics import Posture, robot_from_torso
from ludens.robots.nao.places import (
    LEFT_PRESSURE_IN_SOLE_M,
    RIGHT_PRESSURE_IN_SOLE_M,
    SOLE_BACK_M,
    SOLE_FRONT_M,
    SOLE_INNER_M,
    SOLE_OUTER_M,
)

LOADED_N = 2.0
"""A foot that carries this stands on the floor; less is noise."""
CELL_RADIUS_M_PER_ROOT_N = 0.0045
SOLE, SUPPORT, PRESSURE, MASS = "#8fa3bb", "#3fb68b", "#ff8f4c", "#4c8dff"

LEFT_SOLE_M = np.array(
    [
        (SOLE_FRONT_M, SOLE_OUTER_M, 0.0),
        (SOLE_FRONT_M, -SOLE_INNER_M, 0.0),
        (-SOLE_BACK_M, -SOLE_INNER_M, 0.0),
        (-SOLE_BACK_M, SOLE_OUTER_M, 0.0),
    ]
)
RIGHT_SOLE_M = LEFT_SOLE_M * (1.0, -1.0, 1.0)


class BalanceView(Module[NoParameters]):
    """Publishes the drawing `balance` in the robot's frame, and the distance of mass from pressure."""

    def cycle(self, joints: CalibratedJoints, pressure: FootPressure, lean: TorsoAngles | None) -> None:
        """Draw, when somebody looks."""
        self.debug.drawing("balance", lambda: balance_drawing(joints, pressure, lean))
        self.debug.plot("load_n", sum(pressure.left_n) + sum(pressure.right_n))


def balance_drawing(joints: CalibratedJoints, pressure: FootPressure, lean: TorsoAngles | None) -> Drawing:
    """Return soles, cells, support polygon, centre of pressure (orange) and of mass (blue) from above."""
    posture = Posture(joints.position_rad)
    lean_rad = None if lean is None else (lean.roll_rad, lean.pitch_rad)
    standing = robot_from_torso(posture, lean_rad=lean_rad)
    feet = (
        (standing @ posture.torso_from_left_sole, LEFT_SOLE_M, LEFT_PRESSURE_IN_SOLE_M, pressure.left_n),
        (standing @ posture.torso_from_right_sole, RIGHT_SOLE_M, RIGHT_PRESSURE_IN_SOLE_M, pressure.right_n),
    )
    shapes: list[Shape] = []
    carrying: list[Point] = []
    moment, load_n = np.zeros(2), 0.0
    for robot_from_sole, corners_m, cells_m, forces_n in feet:
        corners = _on_floor(robot_from_sole, corners_m)
        shapes.append(Polyline(points=tuple(corners), colour=SOLE, closed=True, width=1.5))
        for cell, force_n in zip(_on_floor(robot_from_sole, np.array(cells_m)), forces_n, strict=True):
            radius_m = CELL_RADIUS_M_PER_ROOT_N * math.sqrt(max(force_n, 0.0))
            shapes.append(Circle(center=cell, radius=radius_m, colour=PRESSURE, filled=True))
            moment += force_n * np.array(cell)
            load_n += force_n
        if sum(forces_n) >= LOADED_N:
            carrying += corners
    support = convex_hull(carrying)
    if support:
        shapes.append(Polyline(points=support, colour=SUPPORT, closed=True, width=2.5))
    if load_n >= LOADED_N:
        shapes.append(Circle(center=_point(moment / load_n), radius=0.006, colour=PRESSURE, filled=True))
    mass_m = _point(standing.apply(posture.center_of_mass_in_torso_m))
    shapes += _cross(mass_m)
    return Drawing(frame="robot", shapes=tuple(shapes))


def convex_hull(points: list[Point]) -> tuple[Point, ...]:
    """Return the corners of the smallest convex polygon round points, counter-clockwise (Andrew's chain)."""
    ordered = sorted(set(points))

    def chain(way: list[Point]) -> list[Point]:
        corners: list[Point] = []
        for point in way:
            while len(corners) > 1 and _turns_right(corners[-2], corners[-1], point):
                corners.pop()
            corners.append(point)
        return corners[:-1]

    return tuple(chain(ordered) + chain(ordered[::-1]))


def _turns_right(a: Point, b: Point, c: Point) -> bool:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) <= 0.0


def _on_floor(robot_from_sole: Transform3, points_m: FloatArray) -> list[Point]:
    return [_point(robot_from_sole.apply(point)) for point in points_m]


def _point(place_m: FloatArray) -> Point:
    return round(float(place_m[0]), 4), round(float(place_m[1]), 4)


def _cross(at_m: Point) -> list[Shape]:
    x_m, y_m = at_m
    arm_m = 0.012
    return [
        Circle(center=at_m, radius=0.009, colour=MASS),
        Polyline(points=((x_m - arm_m, y_m), (x_m + arm_m, y_m)), colour=MASS),
        Polyline(points=((x_m, y_m - arm_m), (x_m, y_m + arm_m)), colour=MASS),
    ]


STATES = ("stand", "walk", "kick", "play", "relax", "fall", "lie")
TRANSITIONS = (
    ("stand", "walk"),
    ("walk", "stand"),
    ("stand", "kick"),
    ("kick", "stand"),
    ("stand", "play"),
    ("play", "stand"),
    ("stand", "relax"),
    ("relax", "stand"),
    ("walk", "fall"),
    ("fall", "lie"),
    ("lie", "play"),
)


class BodyReporter(Module[NoParameters]):
    """A state report from the motion that has the joints, the legs' phase and whether the body stands."""

    def start(self) -> None:
        """It stands."""
        self._state, self._since_s, self._reason = "stand", 0.0, ""

    def cycle(
        self,
        now: CycleTime,
        weights: MotionWeights,
        walk: Last[WalkReport],
        balance: FallReport | None,
    ) -> StateReport:
        """Name the state."""
        state, reason = _state(weights, walk, balance)
        if state != self._state:
            self._since_s = now.time_s
        self._state, self._reason = state, reason
        return StateReport(
            time_s=now.time_s,
            state=state,
            since_s=self._since_s,
            reason=reason,
            states=STATES,
            transitions=TRANSITIONS,
        )


def _state(weights: MotionWeights, walk: WalkReport | None, balance: FallReport | None) -> tuple[str, str]:
    motion, reason = weights.motion, explanation(weights)
    if balance is not None and balance.state == "falling":
        return "fall", f"it tips {balance.direction}"
    if balance is not None and balance.state == "fallen" and weights.of("files") < 0.5:
        return "lie", f"it fell {balance.direction}"
    if motion in ("kick", "relax"):
        return motion, reason or "it was asked for"
    if motion != "walk":
        return "play", f"of the motion '{motion}'" + (f" ({reason})" if reason else "")
    if walk is not None and walk.phase in ("start", "step", "stop"):
        return "walk", reason or "a speed is wanted"
    return "stand", reason or "nothing else is wanted"


def explanation(weights: MotionWeights) -> str:
    """Return in words why the body does not do what was asked for, or what it needs; else nothing."""
    details = weights.details
    match weights.reason:
        case None:
            return ""
        case MotionReason.GETTING_UP if weights.attempt > 1:
            return f"getting up, attempt {weights.attempt}"
        case MotionReason.GIVEN_UP:
            return f"lies limp: {details}"
        case MotionReason.DAMAGED:
            return f"{details} is damaged, which the motion needs"
        case MotionReason.ON_THE_WAY:
            return f"first '{details}'"
        case MotionReason.NO_WAY:
            return f"no motion leads there from {details}"
        case MotionReason.UNKNOWN:
            return details
        case MotionReason.ENDED_ON_FLOOR:
            return f"'{details}' ended on the floor; it is done again when asked for anew"
        case MotionReason.HOT:
            return f"rest is needed: {details} is hot"
        case _:
            return weights.reason.value
