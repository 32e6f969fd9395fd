"""The ball as the team knows it: one place out of what several robots say, some of them wrongly.

Every player keeps a buffer with the newest ball of each robot. Balls that lie together vote for each other:
the largest group wins, and among equal ones the one that has been seen for the longest time. So one robot
that takes a foot for the ball does not beat two that see the ball; nor does it while their messages get lost,
because who was outvoted is doubted for some time. Where nobody sees the ball, the rules may know.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from ludens.core.contract.module import CycleTime, Module
from ludens.games.soccer.know.free_kick_places import laid_near, may_lie
from ludens.geometry.soccer_field import FIELDS, FieldName
from ludens.messages import Circle, Drawing, Shape
from ludens.messages.league import GameControl, MatchPhase, SetPlay
from ludens.messages.soccer import MatchStatus
from ludens.messages.team import BallOrigin, TeamBall, Teammate, Teammates

Point = tuple[float, float]

CENTRE_M = (0.0, 0.0)
STILL_MPS = 0.05
ROLLS_MPS = 0.4
OUTVOTES = 1.7
"""With so many votes for one ball others are doubted: two robots that see it, not quite at one place."""
BESIDE_M, IN_VAIN_S = 1.2, 4.0
"""A robot that has been so near to a place for so long, and sees no ball, knows that there is none."""
ORANGE = "#ff8f4c"


@dataclass(frozen=True, slots=True)
class TeamBallFilterParameters:
    """Which balls count, and how well robots see and know where they are."""

    field: Annotated[FieldName, Meta(description="By its year.")] = "2019"
    fresh_s: Annotated[float, Meta(gt=0, le=5, description="A ball is taken in if seen so lately.")] = 0.5
    forget_s: Annotated[float, Meta(gt=0, le=20, description="One not seen for so long is dropped.")] = 3.0
    together_m: Annotated[float, Meta(gt=0, le=3, description="So near, two balls are one.")] = 1.0
    farthest_together_m: Annotated[
        float, Meta(gt=0, le=5, description="The same, where both are seen from far away.")
    ] = 1.6
    deceleration_mps2: Annotated[float, Meta(gt=0, le=3, description="Of a ball that rolls.")] = 0.35
    camera_rad: Annotated[float, Meta(gt=0, le=0.1, description="How well a camera's angle is known.")] = 0.01
    camera_height_m: Annotated[float, Meta(gt=0, le=1)] = 0.5
    pose_m: Annotated[float, Meta(gt=0, le=1, description="How well robots know where they are.")] = 0.08
    heading_rad: Annotated[float, Meta(gt=0, le=0.5)] = 0.04
    ages_mps: Annotated[float, Meta(ge=0, le=2, description="How fast an old place gets uncertain.")] = 0.1
    lost_sight: Annotated[
        float, Meta(ge=0, lt=0.5, description="Vote of a robot that does not see its ball any more.")
    ] = 0.4
    glancing: Annotated[
        float, Meta(gt=0.5, le=1, description="Vote of one that has just looked at landmarks instead.")
    ] = 0.6
    glancing_s: Annotated[float, Meta(ge=0, le=5, description="For so long at most.")] = 1.6
    unsure: Annotated[
        float, Meta(ge=0, lt=1, description="Share of the vote of one that does not know where it is.")
    ] = 0.5
    unsure_m: Annotated[float, Meta(gt=0, le=5, description="How well such a robot places its ball.")] = 0.5
    doubt_s: Annotated[
        float, Meta(ge=0, le=30, description="For so long a ball counts nothing that was outvoted there.")
    ] = 4.0
    kick_off_s: Annotated[
        float, Meta(ge=0, le=30, description="For so long after set a ball that nobody sees lies there yet.")
    ] = 5.0


@dataclass(slots=True, eq=False)
class _Ball:
    """The ball as one robot sees it."""

    player: int
    told_s: float
    seen_s: float
    since_s: float  # it has been seen here, or rolling from here
    place_m: Point  # when it was told
    velocity_mps: Point
    away_m: float  # from the robot that sees it
    variance_m2: float  # of the place, when it was told
    vote: float = 1.0
    is_sure: bool = True  # whether that robot knows where it is
    now_m: Point = (0.0, 0.0)


class TeamBallFilter(Module[TeamBallFilterParameters]):
    """Says where the ball is, on which behaviours can rely."""

    def start(self) -> None:
        """Begin without a ball."""
        self._pitch = FIELDS[self.parameters.field]
        self._balls: dict[int, _Ball] = {}
        self._outvoted: dict[int, tuple[float, Point]] = {}  # when and where, by number
        self._phase = MatchPhase.NORMAL
        self._set_s = -math.inf  # when the state was last set
        self._last_m: Point = CENTRE_M  # where the ball was known last
        self._set_play = SetPlay.NONE
        self._left_m: Point | None = None  # where it was before this free kick; None: in vain looked for
        self._beside_s: float | None = None  # since when the robot is where the rules lay it, in vain

    def cycle(
        self, now: CycleTime, team: Teammates, status: MatchStatus | None, control: GameControl | None
    ) -> TeamBall:
        """Take in what all say; choose."""
        if control is not None:
            self._phase = control.phase
        me = team.me
        for mate in team.players:
            if mate is me or not mate.penalised:
                self._take(mate)
        time_s, p = now.time_s, self.parameters
        self._balls = {
            player: ball for player, ball in self._balls.items() if 0.0 <= time_s - ball.seen_s < p.forget_s
        }
        for ball in self._balls.values():
            ball.now_m = rolled_m(ball.place_m, ball.velocity_mps, time_s - ball.told_s, p.deceleration_mps2)
        if status is not None and status.set_play is not self._set_play:
            self._set_play, self._left_m, self._beside_s = status.set_play, self._last_m, None
        if status is not None and self._set_play is not SetPlay.NONE:
            self._drop_impossible(status)
        own = self._balls.get(team.own)
        votes, group = self._largest(time_s)
        if own is not None and not me.is_sure and votes <= 1.0:
            group = [own]  # whatever its place on the field is, it sees it
        self.debug.drawing("balls", lambda: self._drawing(group))
        if not group:
            return self._by_rules(time_s, me, status)
        self._set_s = -math.inf  # from now on the rules know less than eyes
        place_m = self._last_m = self._middle(group, own if own in group else None, time_s)
        nearest = min(group, key=lambda ball: ball.away_m)
        return TeamBall(
            time_s=time_s,
            origin=BallOrigin.OWN if own in group else BallOrigin.MATES,
            place_m=place_m,
            velocity_mps=_slowed(nearest.velocity_mps, time_s - nearest.told_s, p.deceleration_mps2),
            in_robot_m=me.field_from_robot.inverse().apply(*place_m),
            seen_s=max(ball.seen_s for ball in group),
            observers=len(group),
        )

    def _drop_impossible(self, status: MatchStatus) -> None:
        """Forget balls that lie where none lies at this free kick; one that rolls has been kicked since."""
        self._balls = {
            player: ball
            for player, ball in self._balls.items()
            if math.hypot(*ball.velocity_mps) > ROLLS_MPS or may_lie(status, ball.now_m)
        }

    def _take(self, mate: Teammate) -> None:
        """Put a mate's ball into the buffer, in place of its last one, if it has just been seen."""
        known = self._balls.get(mate.player)
        if known is not None and known.told_s == mate.told_s:
            return
        if mate.ball_m is None or mate.ball_seen_s is None:
            return
        p = self.parameters
        age_s, (x_m, y_m) = mate.told_s - mate.ball_seen_s, mate.ball_m
        if not self._pitch.has_on_turf(x_m, y_m):
            return
        at = mate.field_from_robot
        if age_s > p.glancing_s and known is None:
            return
        away_m = math.hypot(x_m - at.x_m, y_m - at.y_m)
        moved = known is None or math.dist(known.now_m, mate.ball_m) > p.together_m
        along_m = p.camera_rad * (p.camera_height_m + away_m**2 / p.camera_height_m)
        vote = 1.0 if age_s <= p.fresh_s else p.glancing if age_s <= p.glancing_s else p.lost_sight
        self._balls[mate.player] = _Ball(
            player=mate.player,
            told_s=mate.told_s,
            seen_s=mate.ball_seen_s,
            since_s=mate.ball_seen_s if known is None or moved else known.since_s,
            place_m=mate.ball_m,
            velocity_mps=mate.ball_mps,
            away_m=away_m,
            variance_m2=mate.ball_sigma_m**2 + along_m**2 + (not mate.is_sure) * p.unsure_m**2,
            vote=vote if mate.is_sure else p.unsure * vote,
            is_sure=mate.is_sure,
        )

    def _largest(self, time_s: float) -> tuple[float, list[_Ball]]:
        """Return the balls that most robots vote for, and the votes; of equal ones those seen for longest."""
        p, balls = self.parameters, list(self._balls.values())
        near_m = 0.5 * p.together_m
        if not self._outvoted:  # the usual case, at less cost
            votes = 0.0
            for ball in balls:
                if not ball.is_sure or math.dist(ball.now_m, balls[0].now_m) >= near_m:
                    break
                votes += ball.vote
            else:
                return votes, balls
        trusted = [ball for ball in balls if not self._is_doubted(ball, time_s)]
        if not any(ball.is_sure for ball in trusted):
            return 0.0, []
        votes, _, _, best = max(
            (self._votes_for(middle, trusted), -min(ball.since_s for ball in group), -number, group)
            for number, middle in enumerate(trusted)
            if middle.is_sure
            for group in ([ball for ball in trusted if self._together(ball, middle)],)
        )
        if votes >= OUTVOTES:
            for ball in balls:
                if not any(self._near(ball, one) for one in best):
                    self._outvoted[ball.player] = time_s, ball.now_m
        return votes, best

    def _votes_for(self, middle: _Ball, balls: Sequence[_Ball]) -> float:
        """Return how many robots vote for a ball; one whose own lies farther off does so in part."""
        return sum(
            ball.vote * (1.0 if self._together(ball, middle) else self._near(ball, middle)) for ball in balls
        )

    def _near(self, one: _Ball, other: _Ball) -> float:
        """Return by how much two balls may be one, by their distance: from 1 to 0."""
        apart = math.dist(one.now_m, other.now_m) / self.parameters.together_m
        return min(max(2.0 - apart, 0.0), 1.0)

    def _together(self, one: _Ball, other: _Ball) -> bool:
        p, away_m = self.parameters, math.dist(one.now_m, other.now_m)
        if away_m < p.together_m or away_m >= p.farthest_together_m:
            return away_m < p.farthest_together_m
        return away_m < 2.0 * math.sqrt(one.variance_m2 + other.variance_m2)

    def _is_doubted(self, ball: _Ball, time_s: float) -> bool:
        """Whether a robot saw the ball here when others had seen it elsewhere."""
        if ball.player not in self._outvoted:
            return False
        then_s, there_m = self._outvoted[ball.player]
        if not 0.0 <= time_s - then_s < self.parameters.doubt_s:
            del self._outvoted[ball.player]
            return False
        return math.dist(there_m, ball.now_m) < self.parameters.together_m

    def _middle(self, group: Sequence[_Ball], own: _Ball | None, time_s: float) -> Point:
        """Return the mean of a group by how sure each is; its own ball it sees whatever its own pose."""
        p = self.parameters
        if len(group) == 1:
            return group[0].now_m
        total = x_m = y_m = 0.0
        for ball in group:
            speed_mps = math.hypot(*ball.velocity_mps)
            aged_m = (p.ages_mps + 0.3 * speed_mps) * (time_s - ball.seen_s)
            variance = ball.variance_m2 + aged_m**2
            if ball is not own:
                pose_m2 = p.pose_m**2 + (p.heading_rad * ball.away_m) ** 2
                own_m2 = 0.0 if own is None else p.pose_m**2 + (p.heading_rad * own.away_m) ** 2
                variance += pose_m2 + own_m2
            total += 1.0 / variance
            x_m += ball.now_m[0] / variance
            y_m += ball.now_m[1] / variance
        return x_m / total, y_m / total

    def _by_rules(self, time_s: float, me: Teammate, status: MatchStatus | None) -> TeamBall:
        """Return the ball where the state of the game says that it lies, if it says so."""
        place_m = None if status is None else self._laid(time_s, status) or self._laid_out(time_s, me, status)
        if place_m is None:
            return TeamBall(time_s=time_s, origin=BallOrigin.NOBODY)
        return TeamBall(
            time_s=time_s,
            origin=BallOrigin.RULES,
            place_m=place_m,
            in_robot_m=me.field_from_robot.inverse().apply(*place_m),
            seen_s=time_s,
        )

    def _laid(self, time_s: float, status: MatchStatus) -> Point | None:
        if status.state == "set":
            self._set_s = time_s
        elif status.state != "playing" or not 0.0 <= time_s - self._set_s < self.parameters.kick_off_s:
            return None
        if self._phase is MatchPhase.SHOOT_OUT or status.set_play is SetPlay.PENALTY_KICK:
            mark_m = self._pitch.half_length_m - self._pitch.mark_from_goal_m
            return (mark_m if status.own_kick_off else -mark_m), 0.0
        return CENTRE_M

    def _laid_out(self, time_s: float, me: Teammate, status: MatchStatus) -> Point | None:
        """Return where the ball lies for a free kick, until the robot has been there and not found it.

        Then it lies in the other corner, or nobody knows.
        """
        if status.state != "playing" or self._left_m is None:
            return None
        place_m = laid_near(status, self._left_m)
        at = me.field_from_robot
        if place_m is None or math.dist(place_m, (at.x_m, at.y_m)) > BESIDE_M:
            self._beside_s = None
            return place_m
        self._beside_s = time_s if self._beside_s is None else self._beside_s
        if time_s - self._beside_s > IN_VAIN_S:
            self._beside_s = None
            x_m, y_m = self._left_m
            is_other = (y_m > 0.0) is not (self._last_m[1] > 0.0)
            self._left_m = None if is_other else (x_m, -y_m)
        return place_m

    def _drawing(self, group: Sequence[_Ball]) -> Drawing:
        shapes: list[Shape] = [
            Circle(center=ball.now_m, radius=0.07, colour=ORANGE, filled=ball in group)
            for ball in self._balls.values()
        ]
        return Drawing(frame="ground", shapes=tuple(shapes))


def rolled_m(place_m: Point, velocity_mps: Point, after_s: float, deceleration_mps2: float) -> Point:
    """Return where a ball is that rolls out."""
    speed_mps = math.hypot(*velocity_mps)
    if speed_mps < STILL_MPS or after_s <= 0.0:
        return place_m
    rolls_s = min(after_s, speed_mps / deceleration_mps2)
    share_s = rolls_s - 0.5 * deceleration_mps2 * rolls_s**2 / speed_mps
    return place_m[0] + share_s * velocity_mps[0], place_m[1] + share_s * velocity_mps[1]


def _slowed(velocity_mps: Point, after_s: float, deceleration_mps2: float) -> Point:
    speed_mps = math.hypot(*velocity_mps)
    if speed_mps < STILL_MPS:
        return velocity_mps
    share = max(1.0 - deceleration_mps2 * max(after_s, 0.0) / speed_mps, 0.0)
    return share * velocity_mps[0], share * velocity_mps[1]
