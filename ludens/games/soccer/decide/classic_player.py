"""The player of 001: states that each have one action, whose end leads to the next state (its table 4.8.4).

| role   | state                | action              | then              |
| ------ | -------------------- | ------------------- | ----------------- |
| both   | penalised            | wait unpenalised    | initial           |
| both   | fallen               | stand up            | initial           |
| player | initial              | wait and localise   | see_ball_far1     |
| player | see_ball_far1        | walk 1: to the ball | see_ball_far2     |
| player | see_ball_far2        | walk 2: round it    | see_ball_far3     |
| player | see_ball_far3        | walk 3: sideways    | see_ball_far4     |
| player | see_ball_far4        | walk 4: small steps | at_ball           |
| player | at_ball              | kick                | initial           |
| goalie | initial              | wait and localise   | goalie_bad_pos    |
| goalie | goalie_good_pos      | stay                | goalie_bad_pos    |
| goalie | goalie_bad_pos       | adjust              | goalie_good_pos   |

An action that cannot go on, because the ball is gone, fails and leads back to `initial`; 001 does not say
what then. A robot that falls or is penalised breaks off whatever it does in the same step. 001's goalie
crouched where it stood; this one throws itself before a ball, as our keeper does.

Obstacles are passed as in 001, §4.4.1: without the ball the robot turns away from one that is near, goes a
very small distance and looks again; with it, it goes round the ball until the way is free and plays it past.
A field player that does not see the ball goes where its mate, whom it asks, sees it; into the own penalty
area, where the rules allow the goalie only, it does not go.
"""

import math
from typing import Literal

from ludens.core.behaviour import Behaviour, StateMachine, state
from ludens.games.soccer.decide.dive_choice import choose_block
from ludens.games.soccer.decide.legal_places import in_own_area, out_of_own_area
from ludens.games.soccer.decide.play_choice import directions_past
from ludens.games.soccer.decide.striker import KICK_SLACK_M, KICK_SLACK_RAD, FieldSituation, Wants, stand_for
from ludens.geometry import Pose2
from ludens.geometry.angles import difference
from ludens.geometry.soccer_field import FIELD_2011, SoccerField
from ludens.messages import KickRequest
from ludens.messages.field import BallState
from ludens.messages.soccer import GazePlan, WalkPlan
from ludens.motion.kick import KickProgress

Point = tuple[float, float]
ClassicRole = Literal["player", "goalie"]

LOST_S = 3.0
"""A ball not seen for so long is searched for."""
FRESH_S = 0.5
LOST_ERROR = 6.5
LOOKS_S = 2.6
"""Before it turns about in search of the ball."""
SEARCH_TURN_RADPS = 0.5
NEAR_M = 0.50
"""From the ball: there the walk round it begins."""
GOAL_LOOK_S, BALL_LOOK_S = 0.9, 0.8
"""In turns on the way round the ball: 001 looked at the ball again after three steps."""
TOO_NEAR_M = 0.15
STEP_BACK_MPS = -0.06
AIMED_RAD = math.radians(9.0)
"""Between the robot's heading and the goal's direction, to go on."""
BESIDE_M = 0.03
"""Beside the place before one foot, to go on."""
SHORT_OF_M = 0.07
"""So far behind the place for a kick it steps aside."""
STEADY = 3
LONGEST_KICK_S = 6.0
AIMED_SLACK_M, VANISHED_S = 0.13, 0.8
"""A ball that is seen elsewhere before the swing, or not seen for so long, is not kicked."""
BEFORE_SWING = ("", "get ready", "shift", "draw back")
LONGEST_S = 20.0
"""Of one action; then it begins anew."""
GOOD_RAD = math.radians(10.0)
STAYS_RAD = math.radians(18.0)
"""Angles of the ball before the goalie: it steps aside until it is good, and stays until it is bad."""
GOALIE_SIDE_MPS = 0.08
GOALIE_WIDEST_M = 0.45
MIDDLE_M = 0.08
BLOCKS_S = 3.0
"""It lies long before."""
OBSTACLE_M, OBSTACLE_RAD = 0.45, math.radians(40.0)
"""So near, to the middle of what stands ahead, it is in the way: 001 takes 0.3 m to where it begins."""
TURNS_AWAY_RADPS, TURNS_AWAY_S = 0.7, 1.0
STEPS_PAST_MPS, STEPS_PAST_S = 0.1, 1.2
TOLD_M = 0.7
"""A ball that a mate has told of is looked for from so near."""


class ClassicPlayer(StateMachine):
    """A field player or a goalie of 2011. Its owner sets `time_s` and `situation` and reads `wants`."""

    first = "initial"
    interrupts = ("penalised", "fallen", "driven", "initial")

    def __init__(self, role: ClassicRole = "player", pitch: SoccerField = FIELD_2011) -> None:
        super().__init__(reason="the game has not begun")
        self.role: ClassicRole = role
        self.situation = FieldSituation()
        self.is_penalised = False
        self.told_ball_m: Point | None = None  # in the robot's frame, as its mate sees it
        self.wants = Wants()
        self._pitch = pitch
        self._with_left = True
        self._side_left = True  # where the ball was last
        self._last_ball: BallState | None = None
        self._kick_asked = 0

    def step(self) -> None:
        """Decide what to do now."""
        here = self.situation
        if here.ball is not None:
            self._last_ball, self._side_left = here.ball, here.ball.place_m[1] >= 0.0
        if self.is_penalised and self.state != "penalised":
            self.interrupt("penalised", "the referee says so")
        elif not self.is_penalised and not here.upright and self.state != "fallen":
            self.interrupt("fallen", "it lies on the floor")
        elif here.remote is not None and self.state not in ("penalised", "fallen", "driven", "at_ball"):
            self.interrupt("driven", "you have taken over")
        elif not here.may_play and self.state not in ("initial", "penalised", "fallen", "driven"):
            self.interrupt("initial", "the game is not running")
        super().step()

    @state
    def penalised(self) -> Behaviour[Literal["initial"]]:
        """Do nothing at all until the penalty ends: the head does not move either."""
        while self.is_penalised:
            self._stand(None)
            yield
        return self.to("initial", "the penalty is over")

    @state
    def fallen(self) -> Behaviour[Literal["initial"]]:
        """Let the body get up by itself."""
        while not self.situation.upright:
            self._stand("straight")
            yield
        return self.to("initial", "it stands again")

    @state
    def initial(self) -> Behaviour[Literal["see_ball_far1", "goalie_bad_pos"]]:
        """Wait for the game, then until the ball and the own place are known; a field player turns about."""
        since_s = self.time_s
        while not self.situation.may_play or not self._knows_ball() or self._is_lost():
            if not self.situation.may_play:
                since_s = self.time_s
                self._stand("survey")
            elif self._knows_ball() or self.role == "goalie" or self.time_s - since_s < LOOKS_S:
                self._stand("survey" if self._knows_ball() else "search")
            elif (told_m := self.told_ball_m) is not None and math.hypot(*told_m) > TOLD_M:
                yield from self._pass_obstacle()
                self._go_towards(told_m, "search", short_m=0.8 * TOLD_M)
            else:
                turn_radps = SEARCH_TURN_RADPS if self._side_left else -SEARCH_TURN_RADPS
                self._walk(WalkPlan(time_s=self.time_s, turn_radps=turn_radps), "search")
            yield
        if self.role == "goalie":
            return self.to("goalie_bad_pos", "the ball is seen")
        return self.to("see_ball_far1", "the ball is seen")

    @state
    def see_ball_far1(self) -> Behaviour[Literal["see_ball_far2", "initial"]]:
        """Walk up to the ball, past what stands in the way."""
        while math.hypot(*self._ball_m) > NEAR_M or self._is_goalies_ball():
            if self._is_vain():
                return self.to("initial", "the ball is lost")
            yield from self._pass_obstacle()
            if self._is_goalies_ball():
                self._wait_for_goalie()
            else:
                self._go_towards(self._ball_m, "ball and landmarks", short_m=0.8 * NEAR_M)
            yield
        return self.to("see_ball_far2", "the ball is near")

    def _go_towards(
        self, place_m: Point, gaze: Literal["ball and landmarks", "search"], *, short_m: float
    ) -> None:
        """Walk up to a place, as far as some way before it."""
        away_m = max(math.hypot(*place_m), short_m)
        share = 1.0 - short_m / away_m
        target = Pose2(place_m[0] * share, place_m[1] * share, math.atan2(place_m[1], place_m[0]))
        self._walk(WalkPlan(time_s=self.time_s, mode="path", target=target), gaze)

    def _is_goalies_ball(self) -> bool:
        """Whether the ball lies where the rules allow the goalie only."""
        place_m = self._field_from_robot.apply(*self._ball_m)
        return in_own_area(place_m, margin_m=0.1, pitch=self._pitch)

    def _wait_for_goalie(self) -> None:
        """Stand before the own penalty area, and face the ball."""
        here, ball_m = self._field_from_robot, self._field_from_robot.apply(*self._ball_m)
        place_m = out_of_own_area(ball_m, pitch=self._pitch)
        yaw_rad = math.atan2(ball_m[1] - place_m[1], ball_m[0] - place_m[0])
        target = here.inverse() @ Pose2(*place_m, yaw_rad)
        plan = WalkPlan(time_s=self.time_s, mode="path with orientation", target=target)
        self._walk(plan, "ball and landmarks")

    def _pass_obstacle(self) -> Behaviour[None]:
        """Turn away from what is near ahead and go on a little, until nothing is; else do nothing."""
        while (bearing_rad := self._obstacle_rad()) is not None:
            turn_radps = -math.copysign(TURNS_AWAY_RADPS, bearing_rad)
            until_s = self.time_s + TURNS_AWAY_S
            while self.time_s < until_s:
                self._walk(WalkPlan(time_s=self.time_s, turn_radps=turn_radps), "search")
                yield
            until_s = self.time_s + STEPS_PAST_S
            while self.time_s < until_s and self._obstacle_rad() is None:
                self._walk(WalkPlan(time_s=self.time_s, forward_mps=STEPS_PAST_MPS), "search")
                yield

    def _obstacle_rad(self) -> float | None:
        """Return the bearing of the nearest thing that is in the way."""
        ahead = [
            (math.hypot(x_m, y_m), math.atan2(y_m, x_m))
            for x_m, y_m in self.situation.obstacles_m
            if math.hypot(x_m, y_m) < OBSTACLE_M and abs(math.atan2(y_m, x_m)) < OBSTACLE_RAD
        ]
        return min(ahead)[1] if ahead else None

    @state
    def see_ball_far2(self) -> Behaviour[Literal["see_ball_far3", "initial"]]:
        """Step round the ball until the goal is ahead of it; look at the goal and at the ball in turns."""
        self._choose_foot()
        while abs(self._goal_rad()) > AIMED_RAD or self._behind().x_m > 0.2:
            if self._is_vain():
                return self.to("initial", "the ball is lost")
            at_goal = self.elapsed_s % (GOAL_LOOK_S + BALL_LOOK_S) < GOAL_LOOK_S
            gaze = self._goal_gaze() if at_goal and self._sees_ball(1.5) else self._gaze("ball")
            if math.hypot(*self._ball_m) < TOO_NEAR_M:
                plan = WalkPlan(time_s=self.time_s, forward_mps=STEP_BACK_MPS)
            else:
                plan = WalkPlan(
                    time_s=self.time_s, mode="walk behind ball", target=self._behind(), ball_m=self._ball_m
                )
            self.wants = Wants(walk=plan, gaze=gaze)
            yield
        return self.to("see_ball_far3", "the goal is ahead of the ball")

    @state
    def see_ball_far3(self) -> Behaviour[Literal["see_ball_far4", "initial"]]:
        """Step aside until the ball is before one foot."""
        self._choose_foot()
        while abs(self._behind().y_m) > BESIDE_M or abs(self._goal_rad()) > 1.3 * AIMED_RAD:
            if self._is_vain():
                return self.to("initial", "the ball is lost")
            self._step_to(self._behind())
            yield
        return self.to("see_ball_far4", "the ball is before a foot")

    @state
    def see_ball_far4(self) -> Behaviour[Literal["at_ball", "initial"]]:
        """Step forward until the ball is near enough to be kicked."""
        steady = 0
        while steady < STEADY:
            target = self._place()
            if self._is_vain() or math.hypot(target.x_m, target.y_m) > 0.4:
                return self.to("initial", "the ball is not where it was")
            on_place = abs(target.x_m) < KICK_SLACK_M[0] and abs(target.y_m) < KICK_SLACK_M[1]
            turned = abs(target.yaw_rad) < KICK_SLACK_RAD
            steady = steady + 1 if on_place and turned and self._sees_ball() else 0
            self._step_to(target)
            yield
        return self.to("at_ball", "the ball lies before the foot")

    @state
    def at_ball(self) -> Behaviour[Literal["initial"]]:
        """Kick; as long as the foot has not swung, the ball must be seen where it aims."""
        progress = KickProgress()
        aimed_m = self._ball_m
        while not progress.look(self.situation.kick):
            if self.elapsed_s > LONGEST_KICK_S:
                return self.to("initial", "the kick took too long")
            if self.situation.kick_phase in BEFORE_SWING:
                if not self._sees_ball(VANISHED_S):
                    return self.to("initial", "the ball vanished before the kick")
                if self.situation.kick is None:
                    aimed_m = self._ball_m
                elif math.dist(self._ball_m, aimed_m) > AIMED_SLACK_M:
                    return self.to("initial", "the ball was moved away before the kick")
            self.wants = Wants(
                motion="kick",
                walk=WalkPlan(time_s=self.time_s),
                gaze=self._gaze("ball"),
                kick=KickRequest(
                    time_s=self.time_s,
                    kind="forward",
                    with_left=self._with_left,
                    ball_m=aimed_m,
                    ball_radius_m=self._pitch.ball_radius_m,
                ),
            )
            yield
        return self.to("initial", "the ball is kicked")

    @state
    def goalie_bad_pos(self) -> Behaviour[Literal["goalie_good_pos"]]:
        """Step aside until the ball is ahead; without a ball, back to the goal's middle."""
        while True:
            yield from self._block()
            aside_m = self._aside_m()
            if self._knows_ball():
                bearing_rad = math.atan2(self._ball_m[1], self._ball_m[0])
                left = math.copysign(1.0, bearing_rad)
                if abs(bearing_rad) < GOOD_RAD or left * aside_m > GOALIE_WIDEST_M:
                    return self.to("goalie_good_pos", "the ball is ahead")
            else:
                left = -math.copysign(1.0, aside_m)
                if abs(aside_m) < MIDDLE_M:
                    return self.to("goalie_good_pos", "it stands in the middle and sees no ball")
            turn_radps = -0.8 * self._heading_rad()
            self._walk(
                WalkPlan(time_s=self.time_s, left_mps=left * GOALIE_SIDE_MPS, turn_radps=turn_radps),
                "ball" if self._knows_ball() else "search",
            )
            yield

    def _block(self) -> Behaviour[None]:
        """Throw itself before a ball that would go in, as long as that takes; else do nothing."""
        ball, pose = self.situation.ball, self.situation.pose
        if ball is None or pose is None:
            return
        choice = choose_block(ball, pose.field_from_robot, time_s=self.time_s, pitch=self._pitch)
        until_s = self.time_s + BLOCKS_S
        while choice.kind in ("dive_left", "dive_right") and self.time_s < until_s:
            self.wants = Wants(motion=choice.kind, walk=WalkPlan(time_s=self.time_s), gaze=self._gaze("ball"))
            yield

    @state
    def goalie_good_pos(self) -> Behaviour[Literal["goalie_bad_pos"]]:
        """Stay until the ball is no more ahead, or not seen."""
        knew = self._knows_ball()
        while self._knows_ball() == knew:
            yield from self._block()
            if knew:
                bearing_rad = math.atan2(self._ball_m[1], self._ball_m[0])
                left = math.copysign(1.0, bearing_rad)
                if abs(bearing_rad) > STAYS_RAD and left * self._aside_m() < GOALIE_WIDEST_M:
                    return self.to("goalie_bad_pos", "the ball is aside")
            self._stand("ball" if knew else "search")
            yield
        return self.to("goalie_bad_pos", "it sees the ball" if not knew else "it lost the ball")

    @state
    def driven(self) -> Behaviour[Literal["at_ball", "initial"]]:
        """Walk as a person says who has taken over, kick when asked; the head follows the ball by itself."""
        while (told := self.situation.remote) is not None:
            if told.motion == "kick" and told.asked != self._kick_asked and self._knows_ball():
                self._kick_asked, self._with_left = told.asked, told.kick_with_left
                return self.to("at_ball", "you asked for it")
            plan = WalkPlan(
                time_s=self.time_s,
                forward_mps=told.forward_mps,
                left_mps=told.left_mps,
                turn_radps=told.turn_radps,
            )
            self._walk(plan, "ball" if self._knows_ball() else "search")
            yield
        return self.to("initial", "it plays by itself again")

    @property
    def _ball_m(self) -> Point:
        """Where the ball is, or was when it was last known."""
        assert self._last_ball is not None
        return self._last_ball.place_m

    @property
    def _field_from_robot(self) -> Pose2:
        return Pose2.identity() if self.situation.pose is None else self.situation.pose.field_from_robot

    def _knows_ball(self) -> bool:
        return self.situation.ball is not None and self.time_s - self.situation.ball.seen_s < LOST_S

    def _sees_ball(self, within_s: float = FRESH_S) -> bool:
        return self.situation.ball is not None and self.time_s - self.situation.ball.seen_s < within_s

    def _is_lost(self) -> bool:
        return self.situation.pose is None or self.situation.pose.error > LOST_ERROR

    def _is_vain(self) -> bool:
        return not self._knows_ball() or self.elapsed_s > LONGEST_S

    def _goal_m(self) -> Point:
        """The middle of the other goal, in the robot's frame."""
        return self._field_from_robot.inverse().apply(self._pitch.half_length_m, 0.0)

    def _goal_rad(self) -> float:
        """Direction in which the ball is played, in the robot's frame: 0 is straight ahead.

        It is that of the goal's middle, or where something stands in that way the nearest one past it: the
        robot goes round the ball until the way is free, and plays the ball past (001, §4.4.1).
        """
        (goal_x, goal_y), (ball_x, ball_y) = self._goal_m(), self._ball_m
        goal_rad = math.atan2(goal_y - ball_y, goal_x - ball_x)
        return next(directions_past(self._ball_m, goal_rad, self.situation.obstacles_m), goal_rad)

    def _place(self) -> Pose2:
        """Where to stand for the kick, in the robot's frame."""
        return stand_for(self._ball_m, self._goal_rad(), "kick", self._with_left, pitch=self._pitch)

    def _behind(self) -> Pose2:
        """Some way behind that place."""
        return self._place() @ Pose2(-SHORT_OF_M, 0.0, 0.0)

    def _choose_foot(self) -> None:
        """Take the foot whose place is nearer."""
        places = {
            left: stand_for(self._ball_m, self._goal_rad(), "kick", left, pitch=self._pitch)
            for left in (True, False)
        }
        self._with_left = min(places, key=lambda left: math.hypot(places[left].x_m, places[left].y_m))

    def _aside_m(self) -> float:
        """How far left of the goal's middle the goalie stands, as it faces the field."""
        return self._field_from_robot.y_m

    def _heading_rad(self) -> float:
        return difference(self._field_from_robot.yaw_rad, 0.0)

    def _gaze(self, mode: Literal["straight", "survey", "ball", "ball and landmarks", "search"]) -> GazePlan:
        return GazePlan(time_s=self.time_s, mode=mode, first_left=self._side_left)

    def _goal_gaze(self) -> GazePlan:
        x_m, y_m = self._goal_m()
        return GazePlan(time_s=self.time_s, mode="point", point_m=(x_m, y_m, 0.1))

    def _stand(self, gaze: Literal["straight", "survey", "ball", "search"] | None) -> None:
        plan = None if gaze is None else self._gaze(gaze)
        self.wants = Wants(walk=WalkPlan(time_s=self.time_s), gaze=plan)

    def _walk(self, plan: WalkPlan, gaze: Literal["ball", "ball and landmarks", "search"]) -> None:
        self.wants = Wants(walk=plan, gaze=self._gaze(gaze))

    def _step_to(self, target: Pose2) -> None:
        plan = WalkPlan(
            time_s=self.time_s, mode="direct with orientation", target=target, ball_m=self._ball_m
        )
        self._walk(plan, "ball")
