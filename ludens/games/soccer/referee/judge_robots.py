"""Judges robots in play: fallen, inactive, leaving, holding, hands, defenders, distance, pushing, set.

Each rule is one function of a look at the field, the match and what is remembered of the robot.
"""

import math
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from ludens.games.soccer.referee.field_side import (
    KEEPER,
    FieldSide,
    Point,
    distance_m,
    field_of,
    in_play,
    is_keeper_at_home,
    place_of,
)
from ludens.games.soccer.rules.events import Penalise
from ludens.games.soccer.rules.match import SECOND_NS, Match
from ludens.geometry import Pose2
from ludens.geometry.angles import difference
from ludens.geometry.soccer_field import SoccerField
from ludens.messages.league import MatchPhase, MatchState, PenaltyReason, SetPlay
from ludens.messages.refereeing import FieldRobot, FieldTruth

R = PenaltyReason
GETS_UP_WITHIN_S = 5.0  # begins to
UP_WITHIN_S = 20.0
INACTIVE_S = 10.0  # near the ball
INACTIVE_ANYWHERE_S = 30.0  # a waiting defender is not inactive, a robot that never moves is
NEAR_BALL_M = 1.5
HOLDS_WITHIN_M = 0.12  # from the robot's middle: the ball is between its feet
IN_NET_S = 5.0
MOST_IN_AREA = 2
LEAVES_AREA_S = 3.0  # where nobody but the keeper may be in it
CLEAR_S = 10.0  # at a free kick
CLEAR_M = 0.75
PUSHES_S = 1.0
PUSHES_MPS = 0.05  # towards the other robot, and faster than it
STRIDE_S = 0.5  # over which that is measured: a torso that sways over its feet is at 0.2 m/s in between
STRIDE_NS = round(STRIDE_S * SECOND_NS)
TOUCH_GAP_S = 0.3  # contacts flicker
MOVED_M, MOVED_RAD, MOVED_UP_M = 0.05, math.radians(10.0), 0.03
MOVES_IN_SET_M, MOVES_IN_SET_RAD = 0.1, math.radians(20.0)
SETTLES_S = 1.0  # a step begun in ready may be finished


@dataclass(slots=True)
class RobotHistory:
    """What a referee remembers of one robot; times are of the match, negative where nothing goes on."""

    still_pose: Pose2
    still_height_m: float
    still_since_ns: int
    fallen_since_ns: int = -1
    begins_to_rise: bool = False
    holds_since_ns: int = -1
    in_net_since_ns: int = -1
    in_area_since_ns: int = -1
    set_pose: Pose2 | None = None
    pushes: str = ""  # whom
    pushes_since_ns: int = -1
    pushes_until_ns: int = -1
    way: deque[tuple[int, Point]] = field(default_factory=deque)  # when it was where, in the last stride

    @property
    def velocity_mps(self) -> Point:
        """Mean velocity over the last stride."""
        (before_ns, (x_m, y_m)), (now_ns, (now_x_m, now_y_m)) = self.way[0], self.way[-1]
        elapsed_s = max(now_ns - before_ns, 1) / SECOND_NS
        return (now_x_m - x_m) / elapsed_s, (now_y_m - y_m) / elapsed_s


@dataclass(frozen=True, slots=True)
class Look:
    """Everything a rule may look at."""

    truth: FieldTruth
    match: Match
    robots: list[FieldRobot]  # in play
    histories: dict[str, RobotHistory]

    def seconds_since(self, since_ns: int) -> float:
        """How long something has gone on; negative where it does not."""
        return (self.match.now_ns - since_ns) / SECOND_NS if since_ns >= 0 else -1.0


class Case(NamedTuple):
    """One robot before the judge."""

    robot: FieldRobot
    history: RobotHistory
    look: Look


class RobotJudge:
    """Follows all robots through a match."""

    def __init__(self) -> None:
        self._histories: dict[str, RobotHistory] = {}
        self._state_since_ns = -1

    def look(self, truth: FieldTruth, match: Match) -> Iterator[Penalise]:
        """Yield what robots are penalised for at this moment, each for one thing."""
        if match.state_since_ns != self._state_since_ns:
            self._state_since_ns = match.state_since_ns
            self._histories.clear()
        robots = in_play(truth, match)
        look = Look(truth, match, robots, self._histories)
        names = {robot.name for robot in robots}
        for name in [name for name in self._histories if name not in names]:
            del self._histories[name]
        for robot in robots:
            self._remember(robot, look)
        rules = _rules_of(match)
        for robot in robots:
            case = Case(robot, self._histories[robot.name], look)
            for reason, rule in rules:
                if rule(case):
                    yield Penalise(robot.team, robot.player, reason)
                    break

    def _remember(self, robot: FieldRobot, look: Look) -> None:
        now_ns, pose, place = look.match.now_ns, robot.field_from_robot, place_of(robot)
        it = self._histories.get(robot.name)
        if it is None:
            height_m = robot.torso_height_m
            it = RobotHistory(pose, height_m, now_ns)
            self._histories[robot.name] = it
        moved = _moved(it.still_pose, pose, MOVED_M, MOVED_RAD)
        if moved or abs(robot.torso_height_m - it.still_height_m) > MOVED_UP_M:
            it.still_pose, it.still_height_m, it.still_since_ns = pose, robot.torso_height_m, now_ns
            it.begins_to_rise = it.fallen_since_ns >= 0 and look.seconds_since(it.fallen_since_ns) > 0.5
        it.way.append((now_ns, place))
        while it.way[0][0] < now_ns - STRIDE_NS:
            it.way.popleft()
        if robot.is_upright:
            it.fallen_since_ns, it.begins_to_rise = -1, False
        elif it.fallen_since_ns < 0:
            it.fallen_since_ns = now_ns
        it.in_net_since_ns = _since(it.in_net_since_ns, _is_in_net(robot, field_of(look.match)), now_ns)
        side = FieldSide.of(robot.team, look.match)
        it.in_area_since_ns = _since(it.in_area_since_ns, side.in_own_area(place), now_ns)
        holds = robot.is_upright and distance_m(place, look.truth.ball_m) < HOLDS_WITHIN_M
        it.holds_since_ns = _since(it.holds_since_ns, holds, now_ns)
        _remember_pushing(robot, it, look)


def _since(since_ns: int, is_so: bool, now_ns: int) -> int:
    """Since when something goes on, given since when it did."""
    if not is_so:
        return -1
    return since_ns if since_ns >= 0 else now_ns


def _moved(before: Pose2, now: Pose2, most_m: float, most_rad: float) -> bool:
    return before.distance_m(now) > most_m or abs(difference(now.yaw_rad, before.yaw_rad)) > most_rad


def _is_in_net(robot: FieldRobot, field: SoccerField) -> bool:
    x_m, y_m = place_of(robot)
    return abs(x_m) > field.half_length_m and abs(y_m) < 0.5 * field.goal_width_m


def _remember_pushing(robot: FieldRobot, it: RobotHistory, look: Look) -> None:
    """Follow a contact in which this robot moves against an opponent."""
    now_ns = look.match.now_ns
    others = look.robots if robot.touches else ()
    pushed = next((other for other in others if _pushes(robot, it, other, look)), None)
    if pushed is not None:
        if it.pushes != pushed.name:
            it.pushes, it.pushes_since_ns = pushed.name, now_ns
        it.pushes_until_ns = now_ns
    elif look.seconds_since(it.pushes_until_ns) > TOUCH_GAP_S:
        it.pushes, it.pushes_since_ns, it.pushes_until_ns = "", -1, -1


def _pushes(robot: FieldRobot, it: RobotHistory, other: FieldRobot, look: Look) -> bool:
    """Whether a robot walks into an opponent now, and nothing excuses it."""
    if other.team == robot.team or other.name not in robot.touches or not robot.is_upright:
        return False
    here, there, ball = place_of(robot), place_of(other), look.truth.ball_m
    apart_m = max(distance_m(here, there), 1e-6)
    towards = ((there[0] - here[0]) / apart_m, (there[1] - here[1]) / apart_m)
    theirs = look.histories[other.name].velocity_mps if other.name in look.histories else (0.0, 0.0)
    own = it.velocity_mps
    own_mps = own[0] * towards[0] + own[1] * towards[1]
    their_mps = -(theirs[0] * towards[0] + theirs[1] * towards[1])
    if own_mps < PUSHES_MPS or own_mps <= their_mps:
        return False
    near_ball = distance_m(here, ball) < 0.4
    if near_ball and is_keeper_at_home(robot, look.match):
        return False
    between = distance_m(here, ball) < apart_m and distance_m(there, ball) < apart_m
    if between and _faces(robot, there) and _faces(other, here):
        return False
    sideways = not _faces(robot, there, within_rad=math.radians(60.0))
    return not (sideways and _faces(robot, ball, within_rad=math.radians(45.0)))


def _faces(robot: FieldRobot, place_m: Point, *, within_rad: float = math.radians(45.0)) -> bool:
    x_m, y_m = robot.field_from_robot.inverse().apply(*place_m)
    return abs(math.atan2(y_m, x_m)) < within_rad


# ---------------------------------------------------------------- the rules


def leaves_carpet(case: Case) -> bool:
    """Beyond the turf, or too long in the net."""
    robot, it, look = case
    x_m, y_m = place_of(robot)
    return not field_of(look.match).has_on_turf(x_m, y_m) or look.seconds_since(it.in_net_since_ns) > IN_NET_S


def stays_down(case: Case) -> bool:
    """Fallen, and not getting up in time."""
    _, it, look = case
    if it.fallen_since_ns < 0:
        return False
    down_s = look.seconds_since(it.fallen_since_ns)
    return down_s > UP_WITHIN_S or (down_s > GETS_UP_WITHIN_S and not it.begins_to_rise)


def is_inactive(case: Case) -> bool:
    """Does not walk though the ball is near, or never walks at all.

    Who has not heard of play yet is excused, and who had to wait for the other team's kick-off.
    """
    robot, it, look = case
    if robot.player == KEEPER or not robot.is_upright or look.seconds_since(it.still_since_ns) <= INACTIVE_S:
        return False
    times = look.match.times
    waited_s = times.hidden_s + (0 if robot.team == look.match.kicking else times.kick_off_s)
    heard_ns = look.match.state_since_ns + waited_s * SECOND_NS
    still_s = look.seconds_since(max(it.still_since_ns, heard_ns))
    if look.match.set_play is not SetPlay.NONE or look.match.is_kick_off:
        return False
    is_near = distance_m(place_of(robot), look.truth.ball_m) < NEAR_BALL_M
    return still_s > (INACTIVE_S if is_near else INACTIVE_ANYWHERE_S)


def holds_ball(case: Case) -> bool:
    """Keeps the ball between its feet."""
    robot, it, look = case
    if it.holds_since_ns < 0:
        return False
    book = look.match.book
    most_s = book.keeper_holds_s if is_keeper_at_home(robot, look.match) else book.holds_s
    return look.seconds_since(it.holds_since_ns) > most_s


def plays_with_hands(case: Case) -> bool:
    """Touches the ball with an arm, outside the own area or without being the keeper."""
    robot, _, look = case
    return robot.touches_ball_by_hand and robot.is_upright and not is_keeper_at_home(robot, look.match)


def crowds_area(case: Case) -> bool:
    """In the own penalty area without being the keeper, or the last to make more than two there."""
    robot, it, look = case
    if it.in_area_since_ns < 0:
        return False
    if look.match.book.only_keeper_in_area:
        return robot.player != KEEPER and look.seconds_since(it.in_area_since_ns) > LEAVES_AREA_S
    earlier = [
        other
        for other in look.robots
        if other.team == robot.team
        and other.name != robot.name
        and look.histories[other.name].in_area_since_ns >= 0
        and (look.histories[other.name].in_area_since_ns, other.player) < (it.in_area_since_ns, robot.player)
    ]
    return len(earlier) >= MOST_IN_AREA


def enters_circle(case: Case) -> bool:
    """Inside the centre circle before the other team has kicked off."""
    robot, _, look = case
    if not look.match.is_kick_off or robot.team == look.match.kicking:
        return False
    return distance_m(place_of(robot), (0.0, 0.0)) < field_of(look.match).circle_radius_m


def crowds_free_kick(case: Case) -> bool:
    """Too near to the ball at the other team's free kick, after the time to clear."""
    robot, _, look = case
    match = look.match
    if match.set_play is SetPlay.NONE or robot.team == match.kicking or is_keeper_at_home(robot, match):
        return False
    is_near = distance_m(place_of(robot), look.truth.ball_m) < CLEAR_M
    return is_near and look.seconds_since(match.set_play_since_ns) > CLEAR_S


def pushes_opponent(case: Case) -> bool:
    """Has walked against an opponent for long enough."""
    _, it, look = case
    return it.pushes_since_ns >= 0 and look.seconds_since(it.pushes_since_ns) > PUSHES_S


def is_badly_placed(case: Case) -> bool:
    """In the other half, or in the circle at the other team's kick-off, when set begins."""
    robot, _, look = case
    x_m, _ = FieldSide.of(robot.team, look.match).point(place_of(robot))
    in_circle = distance_m(place_of(robot), (0.0, 0.0)) < field_of(look.match).circle_radius_m
    is_wrong = x_m > 0.0 or (in_circle and robot.team != look.match.kicking)
    return is_wrong and look.match.in_state_ns < SETTLES_S * SECOND_NS


def moves_in_set(case: Case) -> bool:
    """Walks or turns while all shall stand."""
    robot, it, look = case
    if look.match.in_state_ns < SETTLES_S * SECOND_NS:
        return False
    if it.set_pose is None:
        it.set_pose = robot.field_from_robot
    return _moved(it.set_pose, robot.field_from_robot, MOVES_IN_SET_M, MOVES_IN_SET_RAD)


Rule = Callable[[Case], bool]
_ALWAYS: tuple[tuple[PenaltyReason, Rule], ...] = (
    (R.LEAVING_THE_FIELD, leaves_carpet),
    (R.INACTIVE, stays_down),
    (R.PUSHING, pushes_opponent),
)
_RULES: dict[MatchState, tuple[tuple[PenaltyReason, Rule], ...]] = {
    MatchState.READY: _ALWAYS,
    MatchState.SET: (
        (R.ILLEGAL_POSITIONING, is_badly_placed),
        (R.MOTION_IN_SET, moves_in_set),
        (R.INACTIVE, stays_down),
    ),
    MatchState.PLAYING: (
        *_ALWAYS,
        (R.ILLEGAL_BALL_CONTACT, plays_with_hands),
        (R.ILLEGAL_BALL_CONTACT, holds_ball),
        (R.ILLEGAL_DEFENDER, enters_circle),
        (R.ILLEGAL_DEFENDER, crowds_free_kick),
        (R.ILLEGAL_DEFENDER, crowds_area),
        (R.INACTIVE, is_inactive),
    ),
}
_IN_SHOOT_OUT: tuple[tuple[PenaltyReason, Rule], ...] = ((R.ILLEGAL_BALL_CONTACT, plays_with_hands),)
"""All but two robots wait outside then, and those two are carried to their places."""


def _rules_of(match: Match) -> tuple[tuple[PenaltyReason, Rule], ...]:
    if match.phase is MatchPhase.SHOOT_OUT:
        return _IN_SHOOT_OUT if match.state is MatchState.PLAYING else ()
    return _RULES.get(match.state, ())
