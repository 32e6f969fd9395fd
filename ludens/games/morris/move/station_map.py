"""From where a hand reaches best: a map over how deep a place lies behind the table's edge.

Stations are square to the edge and, for all points, equally far from it: so a robot that stays where it is
reaches near and deep ones. For every depth, offsets to the side are tried, each also with the robot a
centimetre and 1.5° off in four ways: what counts is the worst of them, with men on all sides. So the robot
stands where it still reaches when it stands somewhat elsewhere. The right hand's map is the left one's in the
mirror.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass

from ludens.games.morris.board.measures import MorrisMeasures
from ludens.geometry import Pose2, Transform3
from ludens.manipulation.clearance import surroundings
from ludens.manipulation.leaning import feet_of, torso_from_stance
from ludens.manipulation.parameters import ManipulationParameters
from ludens.manipulation.reaching import ReachPlan, ReachTarget, reaches
from ludens.messages.manipulation import Hand
from ludens.motion.walk.module import standing
from ludens.motion.walk.parameters import WalkParameters
from ludens.robots.nao.kinematics import Posture

DEPTHS_M = (0.01, 0.03, 0.055, 0.08, 0.105, 0.13, 0.155, 0.18)
BACKS_M = (0.10, 0.085, 0.115)
"""Of the torso's shadow behind the edge, the first one that reaches: all three squares do at 10 cm. Nearer, a
step too far would touch the table; what lies deeper, or at the edge itself, is reached from the others."""
ASIDES_M = (0.095, 0.11)
"""Of the place, to the side of the hand: where a robot that walks goes to."""
LEAST_ASIDES_M, MOST_ASIDES_M = (0.075,), (0.145, 0.18)
"""Likewise: from where a robot that stands there already may reach, outwards from the best."""
WORSE = 0.16
"""Additional cost that such a reach may have: some 8° of tilt."""
OFF_M, OFF_RAD = 0.01, math.radians(1.5)
UNREACHED = 2.0
OUT_OF_REACH = 9.0


@dataclass(frozen=True, slots=True, kw_only=True)
class StationRow:
    """Where to stand for places at one depth, for the left hand, and what the reach is like there."""

    depth_m: float
    back_m: float
    aside_m: float
    aside_least_m: float  # between these a robot that stands there already need not walk
    aside_most_m: float
    cost: float  # at its station, the worst when it is somewhat off; from `UNREACHED` on it is out of reach
    lean_rad: float
    tilt_rad: float
    margin_rad: float


def make_station_map(measures: MorrisMeasures | None = None) -> tuple[StationRow, ...]:
    """Work the map out: some ten seconds on one core."""
    planner = ReachPlanner(measures or MorrisMeasures())
    return tuple(_row(planner, depth_m) for depth_m in DEPTHS_M)


def _row(planner: "ReachPlanner", depth_m: float) -> StationRow:
    for back_m in BACKS_M:
        tried = {aside_m: _worst(planner, depth_m, back_m, aside_m) for aside_m in ASIDES_M}
        aside_m = min(tried, key=lambda one: tried[one][0])
        cost, good = tried[aside_m]
        if cost < UNREACHED:
            break

    def farthest(asides_m: tuple[float, ...]) -> float:
        reached_m = aside_m
        for one in asides_m:
            if cost >= UNREACHED or _worst(planner, depth_m, back_m, one)[0] > cost + WORSE:
                break
            reached_m = one
        return reached_m

    return StationRow(
        depth_m=depth_m,
        back_m=back_m,
        aside_m=aside_m,
        aside_least_m=farthest(LEAST_ASIDES_M),
        aside_most_m=farthest(MOST_ASIDES_M),
        cost=cost,
        lean_rad=0.0 if good is None else good.leaning.lean_rad,
        tilt_rad=0.0 if good is None else good.tilt_rad,
        margin_rad=0.0 if good is None else good.margin_rad,
    )


def _worst(
    planner: "ReachPlanner", depth_m: float, back_m: float, aside_m: float
) -> tuple[float, ReachPlan | None]:
    """Return the highest cost of a robot that stands about there, and how it reaches when it is exact."""
    good = planner.reach_from(depth_m, Pose2(-back_m, -aside_m, 0.0))
    if good is None:
        return OUT_OF_REACH, None
    off = [planner.reach_from(depth_m, station) for station in _off(back_m, aside_m)]
    return max(good.cost, *(UNREACHED if reach is None else reach.cost for reach in off)), good


def _off(back_m: float, aside_m: float) -> Iterator[Pose2]:
    for ahead_m, left_m, turn_rad in (
        (OFF_M, OFF_M, OFF_RAD),
        (OFF_M, -OFF_M, -OFF_RAD),
        (-OFF_M, OFF_M, -OFF_RAD),
        (-OFF_M, -OFF_M, OFF_RAD),
    ):
        yield Pose2(ahead_m - back_m, left_m - aside_m, turn_rad)


class ReachPlanner:
    """Plans reaches of a robot that stands as the walk leaves it."""

    def __init__(self, measures: MorrisMeasures) -> None:
        self._measures = measures
        self._parameters = ManipulationParameters(**measures.of_manipulation())
        self._position_rad = standing(WalkParameters())
        posture = Posture(self._position_rad)
        self._feet = feet_of(posture)
        self._stance_from_robot = Pose2.from_transform3(torso_from_stance(posture).inverse())

    def reach_from(self, depth_m: float, edge_from_robot: Pose2) -> ReachPlan | None:
        """Return how the left hand reaches a place among men, at the middle of the near side."""
        place_m = (0.0, depth_m - 0.5 * self._measures.table_width_m)
        apart_m = self._measures.squares_m[0] - self._measures.squares_m[1]
        beside_m = self._measures.squares_m[-1]
        neighbours = tuple(
            (place_m[0] + x_m, place_m[1] + y_m)
            for x_m, y_m in ((0.0, apart_m), (0.0, -apart_m), (beside_m, 0.0), (-beside_m, 0.0))
        )
        station = Pose2(0.0, -0.5 * self._measures.table_width_m, 0.5 * math.pi) @ edge_from_robot
        return self.reach("left", place_m, station, neighbours_m=neighbours)

    def reach(
        self,
        hand: Hand,
        place_m: tuple[float, float],
        board_from_robot: Pose2,
        *,
        yaw_rad: float = 0.0,
        neighbours_m: tuple[tuple[float, float], ...] = (),
    ) -> ReachPlan | None:
        """Return the best reach from a station, if there is one."""
        p = self._parameters
        around = surroundings(
            neighbours_m, object_m=p.object_m, plate_m=p.plate_m, plate_height_m=p.plate_height_m
        )
        flat = (self._stance_from_robot @ board_from_robot.inverse()).to_transform3()
        found = reaches(
            ReachTarget(hand, place_m, 0.5 * p.object_m, yaw_rad, around),
            feet=self._feet,
            stance_from_board=Transform3.from_translation(0.0, 0.0, p.table_height_m) @ flat,
            position_rad=self._position_rad,
            parameters=p,
        )
        return min((one for one in found if one is not None), key=lambda one: one.cost, default=None)
