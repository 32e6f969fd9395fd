"""The referee's assistants: what a change of the match has them carry on a simulated field."""

from ludens.games.soccer.referee.field_side import FieldSide
from ludens.games.soccer.referee.places import at_kick_off, back_in_play, before_half, for_shot, outside
from ludens.games.soccer.rules.match import Match
from ludens.geometry import Pose2
from ludens.messages.league import MatchPhase, MatchState, PenaltyReason
from ludens.messages.refereeing import FieldRobot, FieldTruth, RefereeHands

IN_PLACE = (
    PenaltyReason.NONE,
    PenaltyReason.MOTION_IN_SET,
    PenaltyReason.MANUAL,
    PenaltyReason.SUBSTITUTE,
)
"""For these nobody is lifted."""


def carried(
    truth: FieldTruth,
    match: Match,
    before: Match | None,
    *,
    ball_m: tuple[float, float] | None = None,
    to_kick_off: bool = False,
) -> RefereeHands | None:
    """What is laid and lifted after a match has changed; `ball_m` is where a call wants the ball.

    With `to_kick_off` robots are carried to their places for a kick-off, to which others walk.
    """
    moved: dict[str, Pose2] = {}
    if before is None or before.state_since_ns != match.state_since_ns:
        if match.state is MatchState.INITIAL and match.phase is MatchPhase.NORMAL:
            moved = {robot.name: _before_half(robot, match) for robot in truth.robots}
        elif match.state is MatchState.READY and to_kick_off:
            moved = {
                robot.name: _at_kick_off(robot, match)
                for robot in truth.robots
                if match.player(robot.team, robot.player).penalty is PenaltyReason.NONE
            }
        elif match.state is MatchState.SET:
            if match.phase is MatchPhase.SHOOT_OUT:
                ball_m, placed = for_shot(truth, match)
                moved = dict(placed)
            else:
                ball_m = (0.0, 0.0)
    same_penalties = before is not None and before.teams is match.teams
    for robot in () if same_penalties else truth.robots:
        place = _lifted(robot, truth, match, before)
        if place is not None:
            moved[robot.name] = place
    if ball_m is None and not moved:
        return None
    return RefereeHands(time_s=truth.time_s, ball_m=ball_m, robots=tuple(moved.items()))


def _lifted(robot: FieldRobot, truth: FieldTruth, match: Match, before: Match | None) -> Pose2 | None:
    """Where a robot is carried whose penalty has begun or ended."""
    now = match.player(robot.team, robot.player).penalty
    was = PenaltyReason.NONE if before is None else before.player(robot.team, robot.player).penalty
    leaves_for_good = now is PenaltyReason.SUBSTITUTE is not was
    if (now in IN_PLACE) == (was in IN_PLACE) and not leaves_for_good:
        return None
    if now not in IN_PLACE or leaves_for_good:
        return outside(robot, match)
    is_playing = match.state in (MatchState.READY, MatchState.SET, MatchState.PLAYING)
    return back_in_play(robot, truth, match) if is_playing else None


def _at_kick_off(robot: FieldRobot, match: Match) -> Pose2:
    side = FieldSide.of(robot.team, match)
    return side.pose(at_kick_off(robot.player, kicks_off=robot.team == match.kicking, field=side.field))


def _before_half(robot: FieldRobot, match: Match) -> Pose2:
    """Where a robot stands before a half; a substitute waits outside."""
    is_substitute = match.player(robot.team, robot.player).penalty is PenaltyReason.SUBSTITUTE
    return outside(robot, match) if is_substitute else before_half(robot, match)
