"""The striker: finds the ball, walks behind it, plays it towards the goal, and looks where it went.

A state machine whose states read like what the robot does. It sees the world only through what its own eyes
and legs have made of it: the ball in its frame, its pose on the field, whether it stands.
"""

import math
from dataclasses import dataclass
from typing import Literal

from ludens.core.behaviour import Behaviour, StateMachine, state
from ludens.games.soccer.decide.play_choice import PlayChoice, PlayKind, choose_play
from ludens.games.soccer.move.planner import is_behind
from ludens.geometry import Pose2
from ludens.geometry.angles import difference
from ludens.messages import KickRequest, RemoteCommand
from ludens.messages.field import BallState, FieldPose
from ludens.messages.soccer import GazePlan, WalkPlan
from ludens.motion.kick import best_place_m
from ludens.motion.walk.step_kick import best_step_place_m

Point = tuple[float, float]

FRESH_S = 0.5
"""A ball seen longer ago is not kicked: it is looked at again first."""
LOST_S = 4.0
"""A ball not seen for so long is searched for."""
LOST_ERROR = 6.5
"""Of the pose: beyond, the robot looks where it is before it plays."""
KICK_SLACK_M = (0.022, 0.022)
KICK_SLACK_RAD = math.radians(6.0)
STEP_SLACK_M = (0.03, 0.025)
SEARCH_TURN_RADPS = 0.5
WATCH_S = 1.5
LONGEST_KICK_S = 6.0
LONGEST_ALIGN_S = 9.0
OUT_OF_REACH = "the ball lies out of the foot's reach"


@dataclass(slots=True)
class FieldSituation:
    """What the striker knows in this cycle."""

    ball: BallState | None = None
    pose: FieldPose | None = None
    may_play: bool = True
    upright: bool = True
    kick_finished: bool = False
    kick_refused: bool = False
    step_kick: str = ""
    obstacles_m: tuple[Point, ...] = ()  # on the field
    remote: RemoteCommand | None = None  # of a person who has taken over


@dataclass(slots=True)
class Wants:
    """What the striker asks of the body in this cycle."""

    motion: str = "walk"
    walk: WalkPlan | None = None
    gaze: GazePlan | None = None
    kick: KickRequest | None = None


class Striker(StateMachine):
    """Plays for one goal. Its owner sets `time_s` and `world`, steps it, and reads `wants`."""

    first = "wait"
    interrupts = ("wait", "get_up", "driven")

    def __init__(self) -> None:
        super().__init__(reason="the game has not begun")
        self.situation = FieldSituation()
        self.wants = Wants()
        self._choice: PlayChoice | None = None
        self._with_left = True
        self._last_side_left = True
        self._kick_asked = -1  # which kick of a person's was begun

    def step(self) -> None:
        """Decide what to do now; who fell or may not play does nothing else."""
        if self.situation.ball is not None:
            self._last_side_left = self.situation.ball.place_m[1] >= 0.0
        if not self.situation.may_play and self.state != "wait":
            self.interrupt("wait", "the game is not running")
        elif not self.situation.upright and self.state not in ("get_up", "wait"):
            self.interrupt("get_up", "it fell")
        elif self.situation.remote is not None and self.state not in ("wait", "get_up", "driven", "kick"):
            refused = self.current.reason == OUT_OF_REACH
            self.interrupt("driven", OUT_OF_REACH if refused else "you have the controls")
        super().step()

    @state
    def wait(self) -> Behaviour[Literal["search", "localise"]]:
        """Stand until the game runs."""
        while not self.situation.may_play:
            self._stand(GazePlan(time_s=self.time_s, mode="survey"))
            yield
        return self.to("search", "the game runs")

    @state
    def get_up(self) -> Behaviour[Literal["search", "localise"]]:
        """Let the body get up by itself."""
        while not self.situation.upright:
            self._stand(GazePlan(time_s=self.time_s, mode="straight"))
            yield
        return self.to("localise", "it stands again")

    @state
    def search(self) -> Behaviour[Literal["approach", "localise"]]:
        """Look round for the ball, first to the side where it was, then turn on the spot."""
        since_s = self.time_s
        while not self._knows_ball():
            turn = SEARCH_TURN_RADPS if self._last_side_left else -SEARCH_TURN_RADPS
            if self.time_s - since_s < 2.6:
                turn = 0.0
            self._walk(WalkPlan(time_s=self.time_s, mode="velocity", turn_radps=turn))
            self.wants.gaze = GazePlan(time_s=self.time_s, mode="search", first_left=self._last_side_left)
            yield
        if self._is_lost():
            return self.to("localise", "it sees the ball, but not where it is itself")
        return self.to("approach", "the ball is seen")

    @state
    def localise(self) -> Behaviour[Literal["search", "approach"]]:
        """Stand and look at landmarks until the pose explains them."""
        since_s = self.time_s
        while self.time_s - since_s < 1.0 or (self._is_lost() and self.time_s - since_s < 8.0):
            self._stand(GazePlan(time_s=self.time_s, mode="survey"))
            yield
        if self._knows_ball():
            return self.to("approach", "it knows where it is")
        return self.to("search", "it knows where it is")

    @state
    def approach(self) -> Behaviour[Literal["align", "search", "localise"]]:
        """Walk behind the ball, to where it is played from."""
        while True:
            if not self._knows_ball():
                return self.to("search", "the ball is lost")
            if self._is_lost():
                return self.to("localise", "what it sees does not fit where it thinks to be")
            choice, target = self._planned()
            ball_m = self._ball.place_m
            if math.hypot(target.x_m, target.y_m) < 0.16 and is_behind(target, ball_m):
                return self.to("align", "it stands behind the ball")
            mode: Literal["dribble", "walk behind ball"] = "walk behind ball"
            if choice.kind == "dribble":
                mode = "dribble"
            self._walk(WalkPlan(time_s=self.time_s, mode=mode, target=target, ball_m=ball_m))
            near = math.hypot(*ball_m) < 0.6
            self.wants.gaze = GazePlan(time_s=self.time_s, mode="ball" if near else "ball and landmarks")
            yield

    @state
    def align(self) -> Behaviour[Literal["kick", "step_kick", "approach", "search"]]:
        """Step to the very place; look at the ball all the time."""
        since_s = self.time_s
        steady = 0
        while True:
            if not self._knows_ball():
                return self.to("search", "the ball is lost")
            choice, target = self._planned(keep_foot=True)
            slack = STEP_SLACK_M if choice.kind == "step kick" else KICK_SLACK_M
            on_place = abs(target.x_m) < slack[0] and abs(target.y_m) < slack[1]
            turned = abs(difference(target.yaw_rad, 0.0)) < KICK_SLACK_RAD
            fresh = self.time_s - self._ball.seen_s < FRESH_S
            steady = steady + 1 if on_place and turned and fresh else 0
            if steady >= 3:
                if choice.kind == "step kick":
                    return self.to("step_kick", "the ball lies before the foot")
                return self.to("kick", "the ball lies before the foot")
            if math.hypot(target.x_m, target.y_m) > 0.35 or self.time_s - since_s > LONGEST_ALIGN_S:
                return self.to("approach", "the ball is not where it was")
            self._walk(
                WalkPlan(
                    time_s=self.time_s,
                    mode="direct with orientation",
                    target=target,
                    ball_m=self._ball.place_m,
                )
            )
            self.wants.gaze = GazePlan(time_s=self.time_s, mode="ball")
            yield

    @state
    def kick(self) -> Behaviour[Literal["watch", "approach"]]:
        """Kick from a stand."""
        since_s = self.time_s
        ball_m = self._ball.place_m if self.situation.ball is not None else None
        while self.time_s - since_s < LONGEST_KICK_S:
            if self.situation.ball is not None and self.time_s - self.situation.ball.seen_s < FRESH_S:
                ball_m = self.situation.ball.place_m
            self.wants = Wants(
                motion="kick",
                walk=WalkPlan(time_s=self.time_s),
                gaze=GazePlan(time_s=self.time_s, mode="ball"),
                kick=KickRequest(
                    time_s=self.time_s, kind="forward", with_left=self._with_left, ball_m=ball_m
                ),
            )
            yield
            if self.situation.kick_refused and self.time_s - since_s > 0.3:
                return self.to("approach", OUT_OF_REACH)
            if self.situation.kick_finished and self.time_s - since_s > 1.0:
                return self.to("watch", "the ball is kicked")
        return self.to("approach", "the kick took too long")

    @state
    def step_kick(self) -> Behaviour[Literal["watch", "approach"]]:
        """Kick in walking: a preparing step and a kicking one."""
        since_s = self.time_s
        while self.time_s - since_s < 3.0:
            self._walk(
                WalkPlan(
                    time_s=self.time_s,
                    mode="velocity",
                    forward_mps=0.06,
                    kick="forward",
                    kick_with_left=self._with_left,
                )
            )
            self.wants.gaze = GazePlan(time_s=self.time_s, mode="ball")
            yield
            if self.situation.step_kick == "done":
                return self.to("watch", "the ball is kicked")
        return self.to("approach", "the kick took too long")

    @state
    def watch(self) -> Behaviour[Literal["approach", "search"]]:
        """Look where the ball goes."""
        since_s = self.time_s
        while self.time_s - since_s < WATCH_S:
            self._walk(WalkPlan(time_s=self.time_s))
            away_m = min(0.8 + 1.0 * (self.time_s - since_s), 2.2)
            self.wants.gaze = GazePlan(time_s=self.time_s, mode="point", point_m=(away_m, 0.0, 0.05))
            yield
        if self._knows_ball():
            return self.to("approach", "it follows the ball")
        return self.to("search", "it did not see where the ball went")

    @state
    def driven(self) -> Behaviour[Literal["kick", "search"]]:
        """Walk as a person says who has taken over, kick when asked; the head follows the ball by itself."""
        while (told := self.situation.remote) is not None:
            if told.motion == "kick" and told.asked != self._kick_asked:
                self._kick_asked, self._with_left = told.asked, told.kick_with_left
                return self.to("kick", "you asked for it")
            self._walk(
                WalkPlan(
                    time_s=self.time_s,
                    forward_mps=told.forward_mps,
                    left_mps=told.left_mps,
                    turn_radps=told.turn_radps,
                )
            )
            self.wants.gaze = GazePlan(time_s=self.time_s, mode="ball" if self._knows_ball() else "straight")
            yield
        return self.to("search", "it plays by itself again")

    @property
    def _ball(self) -> BallState:
        assert self.situation.ball is not None
        return self.situation.ball

    def _knows_ball(self) -> bool:
        return self.situation.ball is not None and self.time_s - self.situation.ball.seen_s < LOST_S

    def _is_lost(self) -> bool:
        return self.situation.pose is None or self.situation.pose.error > LOST_ERROR

    def _planned(self, *, keep_foot: bool = False) -> tuple[PlayChoice, Pose2]:
        """Return how to play the ball and where to stand for it, in the robot's frame."""
        field_from_robot = self.situation.pose.field_from_robot if self.situation.pose else Pose2.identity()
        ball_on_field = field_from_robot.apply(*self._ball.place_m)
        choice = choose_play(ball_on_field, obstacles_m=self.situation.obstacles_m)
        direction_rad = difference(choice.direction_rad, field_from_robot.yaw_rad)
        if not keep_foot:
            self._with_left = _nearer_foot_is_left(self._ball.place_m, direction_rad, choice.kind)
        return choice, _stand_for(self._ball.place_m, direction_rad, choice.kind, self._with_left)

    def _stand(self, gaze: GazePlan) -> None:
        self.wants = Wants(walk=WalkPlan(time_s=self.time_s), gaze=gaze)

    def _walk(self, plan: WalkPlan) -> None:
        self.wants = Wants(walk=plan, gaze=self.wants.gaze)


def _place(kind: PlayKind, with_left: bool) -> Point:
    if kind == "kick":
        return best_place_m(KickRequest(time_s=0.0, kind="forward", with_left=with_left))
    x_m, y_m = best_step_place_m("forward", with_left=with_left)
    return x_m, y_m


_PLACES = {
    (kind, left): _place(kind, left) for kind in ("kick", "step kick", "dribble") for left in (True, False)
}


def _stand_for(ball_m: Point, direction_rad: float, kind: PlayKind, with_left: bool) -> Pose2:
    """Return the pose from which the ball lies before a foot, headed in a direction."""
    x_m, y_m = _PLACES[kind, with_left]
    cosine, sine = math.cos(direction_rad), math.sin(direction_rad)
    return Pose2(ball_m[0] - cosine * x_m + sine * y_m, ball_m[1] - sine * x_m - cosine * y_m, direction_rad)


def _nearer_foot_is_left(ball_m: Point, direction_rad: float, kind: PlayKind) -> bool:
    """Return which foot needs the shorter way."""
    left, right = (_stand_for(ball_m, direction_rad, kind, side) for side in (True, False))
    return math.hypot(left.x_m, left.y_m) <= math.hypot(right.x_m, right.y_m)
