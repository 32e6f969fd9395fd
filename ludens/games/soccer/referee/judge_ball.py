"""Judges the ball: who touched it last, whether it is out or in a goal, and where it is laid then."""

import math
from dataclasses import dataclass

from ludens.games.soccer.referee.field_side import FieldSide, Point, distance_m, field_of, in_play
from ludens.games.soccer.rules import events as e
from ludens.games.soccer.rules.match import SECOND_NS, Match
from ludens.geometry.soccer_field import FIELD_2019
from ludens.messages.league import MatchPhase, MatchState, PenaltyReason, SetPlay
from ludens.messages.refereeing import FieldRobot, FieldTruth

GOAL_KICK_Y_M = 1.1
STUCK_M = 0.3
"""A ball that has not moved this far for long is stuck."""
THROW_IN_M = 0.4
"""From a side line to the line on which a ball is laid that was out, where no free kicks are given."""
THROWN_BACK_M = 1.0
"""So far it is laid towards the goal of the team that has kicked it out."""


ONE_TOUCH_S = 0.3
"""Contacts nearer to each other than this are one touch: a foot rolls the ball along."""


@dataclass(frozen=True, slots=True)
class RefereeCall:
    """What a judge calls, and where the ball is to be laid; words where there is nothing else to say."""

    events: tuple[e.Event, ...] = ()
    ball_m: Point | None = None
    words: str = ""


class BallJudge:
    """Follows the ball through a match."""

    def __init__(self) -> None:
        self._field = FIELD_2019  # of the match that it looks at
        self.last_touch: FieldRobot | None = None
        self._kicker: FieldRobot | None = None  # who alone has touched the ball since the kick-off
        self._touched_ns = -1  # when the striker of a shot last touched the ball; negative: not yet
        self._is_first_kick = False
        self._state_since_ns = -1
        self._rests_at_m: Point = (0.0, 0.0)
        self._rests_since_ns = 0

    def look(self, truth: FieldTruth, match: Match) -> RefereeCall:
        """What is called at this moment; nothing while play does not go on."""
        self._field = field_of(match)
        if match.state_since_ns != self._state_since_ns:
            self._begin(match)
        if match.state is not MatchState.PLAYING:
            return RefereeCall()
        played = self._touches(truth, match)
        if self._is_beyond(truth.ball_m):
            return self._out(truth, match)
        if match.phase is MatchPhase.SHOOT_OUT and self._touches_again(truth, match):
            return RefereeCall((e.Finish(),))
        if played:
            return RefereeCall((e.BallPlayed(),))
        return self._stuck(truth, match)

    def _begin(self, match: Match) -> None:
        self._state_since_ns = match.state_since_ns
        self._kicker, self._is_first_kick, self._touched_ns = None, True, -1
        self._rests_since_ns = match.now_ns
        self.last_touch = None

    def _touches(self, truth: FieldTruth, match: Match) -> bool:
        """Follow who touches the ball; True when the team that kicks has played it."""
        played = False
        for robot in in_play(truth, match):
            if not robot.touches_ball:
                continue
            is_new = self._kicker is not None and self._kicker.name != robot.name
            left_circle = distance_m(truth.ball_m, (0.0, 0.0)) > self._field.circle_radius_m
            if is_new or (left_circle and self._kicker is not None):
                self._is_first_kick = False
            self._kicker = self._kicker or robot
            self.last_touch = robot
            waits = match.kick_off_open or match.set_play is not SetPlay.NONE
            played = played or (waits and robot.team == match.kicking)
        return played

    def _touches_again(self, truth: FieldTruth, match: Match) -> bool:
        """Whether the striker of a shot touches a ball that it has let go: it may do so once only."""
        touches = (one for one in in_play(truth, match) if one.touches_ball and one.team == match.kicking)
        if not match.book.one_touch or not any(touches):
            return False
        again = self._touched_ns >= 0 and match.now_ns - self._touched_ns > ONE_TOUCH_S * SECOND_NS
        self._touched_ns = match.now_ns
        return again

    def _is_beyond(self, ball_m: Point) -> bool:
        """Whether no part of the ball is over a line any more."""
        edge_m = 0.5 * self._field.line_m + self._field.ball_radius_m
        return (
            abs(ball_m[0]) > self._field.half_length_m + edge_m
            or abs(ball_m[1]) > self._field.half_width_m + edge_m
        )

    def _out(self, truth: FieldTruth, match: Match) -> RefereeCall:
        x_m, y_m = truth.ball_m
        attacking = match.attacks_right if x_m > 0.0 else 1 - match.attacks_right
        edge_m = 0.5 * self._field.line_m + self._field.ball_radius_m
        behind_goal_line = abs(x_m) > self._field.half_length_m + edge_m
        between_posts = abs(y_m) < 0.5 * self._field.goal_width_m - self._field.post_radius_m
        is_low = truth.ball_height_m < self._field.goal_height_m
        if behind_goal_line and between_posts and is_low:
            return self._in_goal(match, attacking)
        if match.phase is MatchPhase.SHOOT_OUT:
            return RefereeCall((e.Finish(),))
        touched_by = match.kicking if self.last_touch is None else self.last_touch.team
        if match.book.throws_in:
            return self._thrown_in(truth.ball_m, match, touched_by, attacking if behind_goal_line else None)
        if not behind_goal_line:
            side = 1.0 if y_m > 0.0 else -1.0
            half_m = self._field.half_length_m
            place = (min(max(x_m, -half_m), half_m), side * self._field.half_width_m)
            return RefereeCall((e.FreeKick(SetPlay.KICK_IN, 1 - touched_by),), place)
        if touched_by == attacking:
            return self._goal_kick(match, attacking, y_m)
        corner = (
            self._field.half_length_m * (1.0 if x_m > 0.0 else -1.0),
            self._field.half_width_m * (1.0 if y_m > 0.0 else -1.0),
        )
        return RefereeCall((e.FreeKick(SetPlay.CORNER_KICK, attacking),), corner)

    def _thrown_in(self, ball_m: Point, match: Match, touched_by: int, attacking: int | None) -> RefereeCall:
        """Lay a ball that is out back on the line for that; play goes on.

        Over a side line it is laid back towards the goal of whoever kicked it out. Over a goal line,
        which the team `attacking` attacks, it comes to the end of that line if a defender has touched it
        last, and to the middle of the field if an attacker has.
        """
        y_m = math.copysign(self._field.half_width_m - THROW_IN_M, ball_m[1])
        end_m = self._field.half_length_m - self._field.box_length_m
        if attacking is None:
            back_m = FieldSide.of(touched_by, match).sign * THROWN_BACK_M
            x_m = min(max(ball_m[0] - back_m, -end_m), end_m)
        else:
            x_m = 0.0 if touched_by == attacking else math.copysign(end_m, ball_m[0])
        return RefereeCall(ball_m=(x_m, y_m), words="Throw-in.")

    def _in_goal(self, match: Match, attacking: int) -> RefereeCall:
        kicker = self.last_touch
        if match.phase is MatchPhase.SHOOT_OUT:
            return RefereeCall((e.Goal(attacking) if attacking == match.kicking else e.Finish(),))
        is_own = kicker is not None and kicker.team == attacking
        if kicker is not None and is_own and kicker.touches_ball_by_hand:
            return self._goal_kick(match, attacking, 1.0, kicker, PenaltyReason.ILLEGAL_BALL_CONTACT)
        if kicker is not None and is_own and self._is_first_kick and match.kicking == attacking:
            return self._goal_kick(match, attacking, 1.0, kicker, PenaltyReason.KICK_OFF_GOAL)
        return RefereeCall((e.Goal(attacking),))

    def _goal_kick(
        self,
        match: Match,
        attacking: int,
        y_m: float,
        robot: FieldRobot | None = None,
        reason: PenaltyReason = PenaltyReason.NONE,
    ) -> RefereeCall:
        defending = 1 - attacking
        mark_x_m = self._field.half_length_m - self._field.mark_from_goal_m
        side = FieldSide.of(defending, match)
        _, own_y_m = side.point((0.0, y_m))
        place = side.point((-mark_x_m, GOAL_KICK_Y_M if own_y_m > 0.0 else -GOAL_KICK_Y_M))
        called: tuple[e.Event, ...] = (e.FreeKick(SetPlay.GOAL_FREE_KICK, defending),)
        if robot is not None:
            called = (e.Penalise(robot.team, robot.player, reason), *called)
        return RefereeCall(called, place)

    def _stuck(self, truth: FieldTruth, match: Match) -> RefereeCall:
        """Call a game stuck whose ball nobody moves."""
        if distance_m(truth.ball_m, self._rests_at_m) > STUCK_M:
            self._rests_at_m, self._rests_since_ns = truth.ball_m, match.now_ns
        rests_s = (match.now_ns - self._rests_since_ns) / SECOND_NS
        callable_now = match.in_state_ns >= match.book.stuck_after_s * SECOND_NS
        if match.phase is not MatchPhase.NORMAL or rests_s < match.book.stuck_s or not callable_now:
            return RefereeCall()
        blamed = match.kicking if self.last_touch is None else self.last_touch.team
        return RefereeCall((e.GameStuck(1 - blamed),))
