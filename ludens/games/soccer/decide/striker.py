"""The striker: finds the ball, walks behind it, plays it towards the goal, and looks where it went.

A state machine whose states read like what the robot does. It sees the world only through what its own eyes
and legs have made of it: the ball in its frame, its pose on the field, whether it stands, which eyes see.
"""

import math
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from ludens.core.behaviour import Behaviour, StateMachine, state
from ludens.games.soccer.decide.play_choice import PlayChoice, PlayKind, choose_play, directions_past
from ludens.games.soccer.decide.team_choice import FieldPlayers, choose_team_play
from ludens.games.soccer.move.planner import is_behind
from ludens.geometry import Pose2
from ludens.geometry.angles import difference
from ludens.geometry.soccer_field import FIELD_2019, SoccerField
from ludens.messages import KickRequest, RemoteCommand, WantedJoints
from ludens.messages.field import BallState, FieldPose
from ludens.messages.soccer import GazePlan, WalkPlan
from ludens.motion.kick import KickProgress, best_place_m
from ludens.motion.walk.step_kick import best_step_place_m

Point = tuple[float, float]

STANDS = Pose2.identity()
FRESH_S = 0.5
"""A ball seen longer ago is not kicked: it is looked at again first."""
LOST_S = 4.0
"""A ball not seen for so long is searched for."""
LOST_ERROR = 6.5
"""Of the pose: beyond, the robot looks where it is before it plays."""
KICK_SLACK_M = (0.022, 0.022)
STANDS_NEARER_M = 0.012
"""It comes from behind, and stands before it is quite there: so much nearer to the ball than best it aims."""
KICK_SLACK_RAD = math.radians(6.0)
STEP_SLACK_M = (0.03, 0.025)
COASTS_S = 0.15
"""A robot that is asked to stop goes on as it walks for about so long."""
AIMED_SLACK_M = 0.13
"""A ball that is seen farther than this from where the foot aims has been moved: the kick is broken off. The
torso, in whose frame places are, sways by some centimetres meanwhile."""
VANISHED_S = 0.8
"""A ball not seen for so long before the swing is not kicked."""
BEFORE_SWING = ("", "get ready", "shift", "draw back")
"""Phases of a kick in which it can still be broken off."""
SEARCH_TURN_RADPS = 0.5
WATCH_S = 1.5
LONGEST_KICK_S = 6.0
LONGEST_ALIGN_S = 9.0
OUT_OF_REACH = "the ball lies out of the foot's reach"
LONGEST_LOCALISE_S = 10.0
LOOKS_FROM_HERE_S = 2.5
"""A lost robot that has looked round so long and sees too little, such as the border only, turns about."""
AT_FEET_M = 0.30
"""A ball that vanishes nearer than this may lie between the feet, where no eye sees it."""
UNSEEN_AT_FEET_S = 1.2
STEP_BACK_MPS, STEP_BACK_S = -0.08, 2.2
STILL_HERE_M = 0.5
"""A ball that lies nearer than this after a kick was hardly touched: the next kick is another one."""
CAREFUL = 0.7
"""Share of its speed with which it walks up to a penalty shot."""
LEFT_MARK_M, LEFT_MARK_S = 0.35, 0.8
"""A ball seen farther than this from the penalty mark for so long has been touched."""
ROOM_M = 0.30
"""Between the middles of two robots that stand beside each other and do not touch."""
ROOM_DIFFERS_M = 0.03
LEAST_ROOM_M = 0.22
"""With less, two robots touch."""
ROLLS_MPS = 0.25
"""A ball that is faster surely rolls."""
PUSHED_M = 0.7
"""A ball that was dribbled farther away than this is walked up to again."""

DIVES = ("dive_left", "dive_right")
DIVES_S = 3.0
"""For how long a dive is asked for."""
STEPS_UP_M, LONGEST_STEP_UP_S = 0.5, 6.0
"""A ball so near is stepped up to before a person's kick, for so long at most."""
CHOOSES_EVERY_S = 0.25
"""In a match between teams, where choosing takes some time."""


@dataclass(slots=True)
class FieldSituation:
    """What the striker knows in this cycle."""

    ball: BallState | None = None
    pose: FieldPose | None = None
    may_play: bool = True
    upright: bool = True
    lifted: bool = False  # whether it stands on nothing
    top_sees: bool = True
    bottom_sees: bool = True
    kick: WantedJoints | None = None  # what a kick from a stand wants of the joints, while it has the body
    kick_phase: str = ""
    kick_refused: bool = False
    step_kick: str = ""
    walks: Pose2 = STANDS  # how it walks now: forward and left in m/s, turning in rad/s
    obstacles_m: tuple[Point, ...] = ()  # in the robot's frame
    remote: RemoteCommand | None = None  # of a person who has taken over
    aim_m: Point | None = None  # of a single shot, on the field: the ball is touched once and goes there
    mark_m: Point | None = None  # where the ball of that shot lies; None: on the penalty mark
    players: FieldPlayers | None = None  # of a match between teams; None: it plays alone
    awaits_mates: bool = False  # at an own free kick: it does not kick before they are in place


@dataclass(slots=True)
class Wants:
    """What the striker asks of the body in this cycle."""

    motion: str = "walk"
    walk: WalkPlan | None = None
    gaze: GazePlan | None = None
    kick: KickRequest | None = None


class Striker(StateMachine):
    """Plays for one goal. Its owner sets `time_s` and `situation`, steps it, and reads `wants`."""

    first = "wait"
    interrupts = ("wait", "get_up", "carried", "driven", "blind", "localise", "leave_goal", "shot_taken")

    def __init__(self, pitch: SoccerField = FIELD_2019) -> None:
        super().__init__(reason="the game has not begun")
        self._pitch = pitch
        self.situation = FieldSituation()
        self.wants = Wants()
        self._with_left = True
        self._last_side_left = True
        self._localise_s = 1.0  # for how long at least it looks where it is
        self._vain_kicks = {True: 0, False: 0}  # with the left foot, with the right one
        self._refused_kicks = 0  # one after the other
        self._kick_asked = -1  # which kick or dive of a person's was begun
        self._dive = ""
        self._on_mark_s = 0.0  # when the ball of a penalty shot may last have lain on its mark
        self._choice_before: PlayChoice | None = None  # in a match between teams
        self._chosen_s = 0.0

    def step(self) -> None:
        """Decide what to do now; a robot that may not play, lies, hangs or is blind does nothing else."""
        if self.situation.ball is not None:
            self._last_side_left = self.situation.ball.place_m[1] >= 0.0
        urgent = self.urgent()
        if urgent is not None and self.state != urgent[0]:
            if urgent[0] == "get_up" and self.state == "kick":
                self._vain_kicks[self._with_left] += 1
            self.interrupt(*urgent)
        super().step()

    def begin(self, reason: str) -> None:
        """Begin to play the ball, whatever was before; kicks that failed in another place are forgotten."""
        self._vain_kicks = {True: 0, False: 0}
        self._refused_kicks = 0
        self._choice_before = None
        self.interrupt("wait", reason)

    def urgent(self) -> tuple[str, str] | None:
        """Return the state that must be entered whatever goes on, and why."""
        here = self.situation
        if not here.may_play:
            return "wait", "the game is not running"
        if not here.upright:
            return "get_up", "it fell"
        if here.lifted:
            return "carried", "somebody has lifted it"
        if here.remote is not None:
            refused = self.current.reason == OUT_OF_REACH
            return (
                None
                if self.state in ("kick", "step_up", "block")
                else ("driven", OUT_OF_REACH if refused else "you have the controls")
            )
        if not (here.top_sees or here.bottom_sees):
            return "blind", "no camera gives a picture it can use"
        if here.aim_m is not None and self.state != "kick" and self._ball_left_mark():
            return "shot_taken", "the ball has left its mark"
        return None

    @state
    def wait(self) -> Behaviour[Literal["search"]]:
        """Stand until the game runs."""
        while not self.situation.may_play:
            self._stand(self._gaze("survey"))
            yield
        return self.to("search", "the game runs")

    @state
    def get_up(self) -> Behaviour[Literal["localise"]]:
        """Let the body get up by itself."""
        while not self.situation.upright:
            self._stand(self._gaze("straight"))
            yield
        self._localise_s = 1.0
        return self.to("localise", "it stands again")

    @state
    def carried(self) -> Behaviour[Literal["localise"]]:
        """Hold still in somebody's hands."""
        while self.situation.lifted:
            self._stand(self._gaze("straight"))
            yield
        self._localise_s = 3.0
        return self.to("localise", "it was put down, perhaps elsewhere")

    @state
    def blind(self) -> Behaviour[Literal["localise"]]:
        """Stand until an eye sees again."""
        while not (self.situation.top_sees or self.situation.bottom_sees):
            self._stand(self._gaze("look around"))
            yield
        self._localise_s = 1.0
        return self.to("localise", "it sees again")

    @state
    def search(self) -> Behaviour[Literal["approach", "localise", "leave_goal"]]:
        """Look round for the ball, first to the side where it was, then turn on the spot."""
        since_s = self.time_s
        while not self._knows_ball():
            if self.stands_in_goal():
                return self.to("leave_goal", "it stands in a goal")
            turn = SEARCH_TURN_RADPS if self._last_side_left else -SEARCH_TURN_RADPS
            if self.time_s - since_s < 2.6:
                turn = 0.0
            self._walk(WalkPlan(time_s=self.time_s, mode="velocity", turn_radps=turn))
            self.wants.gaze = self._gaze("search", first_left=self._last_side_left)
            yield
        if self.is_lost():
            return self.to("localise", "it sees the ball, but not where it is itself")
        return self.to(
            "approach", "it sees several balls and plays one" if self._ball.others else "the ball is seen"
        )

    @state
    def localise(self) -> Behaviour[Literal["search", "approach"]]:
        """Look at landmarks until the pose explains them: stand, and where that takes long, turn about."""
        least_s, self._localise_s = self._localise_s, 1.0
        while self.elapsed_s < least_s or (self.is_lost() and self.elapsed_s < LONGEST_LOCALISE_S):
            self._stand(self._gaze("survey"))
            if self.elapsed_s > max(least_s, LOOKS_FROM_HERE_S):
                turn_radps = SEARCH_TURN_RADPS
                self._walk(WalkPlan(time_s=self.time_s, mode="velocity", turn_radps=turn_radps))
            yield
        knows = "it still does not know where it is" if self.is_lost() else "it knows where it is"
        return self.to("approach" if self._knows_ball() else "search", knows)

    @state
    def approach(
        self,
    ) -> Behaviour[
        Literal["align", "dribble", "search", "localise", "step_back", "leave_goal", "await_referee"]
    ]:
        """Walk behind the ball, to where it is played from."""
        while True:
            if not self._knows_ball():
                return self.to("search", "the ball is lost")
            if self.is_lost():
                return self.to("localise", "what it sees does not fit where it thinks to be")
            if self.stands_in_goal():
                return self.to("leave_goal", "it stands in a goal")
            if self._ball_is_in_goal():
                return self.to("await_referee", "the ball lies in a goal")
            if self._ball_hides_at_feet():
                return self.to("step_back", "the ball may lie between its feet")
            choice, target = self._planned()
            ball_m = self._ball_to_meet_m()
            behind = is_behind(target, ball_m)
            may_push = not self.situation.awaits_mates
            if may_push and choice.kind == "dribble" and behind and math.hypot(*ball_m) < PUSHED_M:
                return self.to("dribble", "it stands behind the ball, and need not or cannot kick")
            if math.hypot(target.x_m, target.y_m) < 0.16 and behind:
                return self.to("align", "it stands behind the ball")
            self._walk(
                WalkPlan(
                    time_s=self.time_s,
                    mode="walk behind ball",
                    target=target,
                    ball_m=ball_m,
                    speed=1.0 if self.situation.aim_m is None else CAREFUL,
                )
            )
            near = math.hypot(*ball_m) < 0.6
            self.wants.gaze = self._gaze("ball" if near else "ball and landmarks")
            yield

    @state
    def align(self) -> Behaviour[Literal["kick", "step_kick", "approach", "search", "step_back"]]:
        """Step to the very place; look at the ball all the time."""
        steady, waited_s = 0, 0.0
        while True:
            if not self._knows_ball():
                return self.to("search", "the ball is lost")
            if self._ball_hides_at_feet():
                return self.to("step_back", "the ball may lie between its feet")
            waits = self.situation.awaits_mates
            waited_s = self.elapsed_s if waits else waited_s
            choice, target = self._planned(keep_foot=True)
            slack, coasts_s = (STEP_SLACK_M, 0.0) if choice.kind == "step kick" else (KICK_SLACK_M, COASTS_S)
            # Where it was too far away for a kick, it stands better the next time.
            share = 1.0 / (1.0 + min(self._refused_kicks, 2))
            walks = self.situation.walks
            on_place = (
                abs(target.x_m - coasts_s * walks.x_m) < share * slack[0]
                and abs(target.y_m - coasts_s * walks.y_m) < share * slack[1]
            )
            turned = abs(difference(target.yaw_rad, coasts_s * walks.yaw_rad)) < KICK_SLACK_RAD
            steady = steady + 1 if on_place and turned and self._sees_ball() else 0
            if steady >= 2 and waits:
                self._stand(self._gaze("ball"))
                yield
                continue
            if steady >= 2:
                kick: Literal["kick", "step_kick"] = "step_kick" if choice.kind == "step kick" else "kick"
                return self.to(kick, "the ball lies before the foot")
            if choice.kind == "dribble" and not waits:
                return self.to("approach", "a kick would not get through")
            is_long = self.elapsed_s - waited_s > LONGEST_ALIGN_S
            if math.hypot(target.x_m, target.y_m) > 0.35 or is_long:
                return self.to("approach", "the ball is not where it was")
            self._walk(
                WalkPlan(
                    time_s=self.time_s,
                    mode="direct with orientation",
                    target=target,
                    ball_m=self._ball.place_m,
                    speed=1.0 if self.situation.aim_m is None else CAREFUL,
                )
            )
            self.wants.gaze = self._gaze("ball")
            yield

    @state
    def kick(self) -> Behaviour[Literal["watch", "approach", "step_back", "shot_taken"]]:
        """Kick from a stand; as long as the foot has not swung, the ball must be seen where it aims.

        A person who asks for a kick gets one, ball or not.
        """
        progress, by_person = KickProgress(), self.situation.remote is not None
        chosen = None if by_person else self._choice_before
        strength = 1.0 if chosen is None else chosen.strength
        aimed_m = self._ball.place_m if self._knows_ball() else None
        while not progress.look(self.situation.kick):
            if self.elapsed_s > LONGEST_KICK_S:
                return self.to("approach", "the kick took too long")
            if self.situation.kick_phase in BEFORE_SWING and not by_person:
                if not self._knows_ball() or self.time_s - self._ball.seen_s > VANISHED_S:
                    return self.to("step_back", "the ball vanished before the kick")
                if self.situation.kick is None or aimed_m is None:
                    aimed_m = self._ball.place_m
                elif math.dist(self._ball.place_m, aimed_m) > AIMED_SLACK_M:
                    return self.to("approach", "the ball was moved away before the kick")
            self.wants = Wants(
                motion="kick",
                walk=WalkPlan(time_s=self.time_s),
                gaze=self._gaze("ball"),
                kick=KickRequest(
                    time_s=self.time_s,
                    kind="forward",
                    with_left=self._with_left,
                    strength=strength,
                    ball_m=aimed_m,
                    ball_radius_m=self._pitch.ball_radius_m,
                ),
            )
            yield
        self._refused_kicks = self._refused_kicks + 1 if self.situation.kick_refused else 0
        if self._refused_kicks:
            return self.to("approach", OUT_OF_REACH)
        if self.situation.aim_m is not None:
            return self.to("shot_taken", "the ball is kicked")
        return self.to("watch", "the ball is kicked")

    @state
    def step_kick(self) -> Behaviour[Literal["watch", "approach"]]:
        """Kick in walking: a preparing step and a kicking one."""
        while self.elapsed_s < 3.0:
            if self.situation.step_kick in ("", "wait") and self.elapsed_s > 0.1 and not self._sees_ball():
                return self.to("approach", "the ball is not where it was")
            self._walk(
                WalkPlan(
                    time_s=self.time_s,
                    mode="velocity",
                    forward_mps=0.06,
                    kick="forward",
                    kick_with_left=self._with_left,
                )
            )
            self.wants.gaze = self._gaze("ball")
            yield
            if self.situation.step_kick == "done":
                return self.to("watch", "the ball is kicked")
        return self.to("approach", "the kick took too long")

    @state
    def dribble(self) -> Behaviour[Literal["approach", "search"]]:
        """Walk at the ball, so that the feet push it on, as long as it stands behind it."""
        while True:
            if not self._knows_ball():
                return self.to("search", "the ball is lost")
            choice, target = self._planned()
            ball_m = self._ball.place_m
            begins = self.elapsed_s == 0.0  # it may choose otherwise than it did before it dribbled
            if choice.kind != "dribble" and not begins:
                return self.to("approach", "the way is free for a kick")
            if not begins and (not is_behind(target, ball_m) or math.hypot(*ball_m) > PUSHED_M):
                return self.to("approach", "the ball rolled away")
            self._walk(WalkPlan(time_s=self.time_s, mode="dribble", target=target, ball_m=ball_m))
            self.wants.gaze = self._gaze("ball")
            yield

    @state
    def step_back(self) -> Behaviour[Literal["approach", "search"]]:
        """Walk backwards until the ball that lay at the feet is seen again."""
        while self.elapsed_s < STEP_BACK_S:
            self._walk(WalkPlan(time_s=self.time_s, mode="velocity", forward_mps=STEP_BACK_MPS))
            self.wants.gaze = GazePlan(time_s=self.time_s, mode="point", point_m=(0.15, 0.0, 0.05))
            yield
            if self._sees_ball() and self.elapsed_s > 0.8:
                return self.to("approach", "it sees the ball again")
        return self.to("search", "the ball was not at its feet")

    @state
    def leave_goal(self) -> Behaviour[Literal["localise"]]:
        """Walk out of a goal through its mouth."""
        while self.stands_in_goal(margin_m=-0.25) and self.elapsed_s < 25.0:
            pose = self._field_from_robot
            end = math.copysign(self._pitch.half_length_m - 0.45, pose.x_m)
            inwards_rad = math.pi if end > 0.0 else 0.0
            target = Pose2(end, max(min(pose.y_m, 0.3), -0.3), inwards_rad)
            self._walk(WalkPlan(time_s=self.time_s, mode="direct", target=pose.inverse() @ target))
            self.wants.gaze = self._gaze("look around")
            yield
        return self.to("localise", "it has left the goal")

    @state
    def await_referee(self) -> Behaviour[Literal["localise", "search", "approach"]]:
        """Stand until somebody takes the ball out of the goal."""
        while self.elapsed_s < 10.0:
            if not self._knows_ball():
                return self.to("search", "the ball was taken away")
            if not self._ball_is_in_goal():
                return self.to("approach", "the ball lies on the field again")
            self._stand(self._gaze("ball and landmarks"))
            yield
        return self.to("localise", "nobody takes the ball out: perhaps it is elsewhere itself")

    @state
    def watch(self) -> Behaviour[Literal["approach", "search"]]:
        """Look where the ball goes, until it is seen to have gone."""
        while self.elapsed_s < WATCH_S and not self._sees_ball_gone():
            away_m = min(0.8 + 1.0 * self.elapsed_s, 2.2)
            self._stand(GazePlan(time_s=self.time_s, mode="point", point_m=(away_m, 0.0, 0.05)))
            yield
        if not self._knows_ball():
            return self.to("search", "it did not see where the ball went")
        if math.hypot(*self._ball.place_m) < STILL_HERE_M:
            self._vain_kicks[self._with_left] += 1
            return self.to("approach", "the ball is still here: it tries another kick")
        return self.to("approach", "it follows the ball")

    @state
    def shot_taken(self) -> Behaviour[Literal["search"]]:
        """Stay away from the ball after a penalty shot: a second touch would be against the rules."""
        while self.situation.aim_m is not None:
            self._stand(self._gaze("ball"))
            yield
        return self.to("search", "the game goes on")

    @state
    def block(self) -> Behaviour[Literal["driven"]]:
        """Throw itself to a side, as a person at the controls of a keeper has asked."""
        while self.elapsed_s < DIVES_S:
            self.wants = Wants(motion=self._dive, walk=WalkPlan(time_s=self.time_s), gaze=self._gaze("ball"))
            yield
        return self.to("driven", "it has thrown itself")

    @state
    def step_up(self) -> Behaviour[Literal["kick", "driven"]]:
        """Step to the place before the foot that a person will kick with, headed as it is."""
        steady = 0
        while self.elapsed_s < LONGEST_STEP_UP_S and (told := self.situation.remote) is not None:
            if any((told.forward_mps, told.left_mps, told.turn_radps)) or not self._knows_ball():
                return self.to("driven", "you walk on")
            target = self._stand_for(self._ball.place_m, 0.0, "kick", self._with_left)
            on_place = abs(target.x_m) < KICK_SLACK_M[0] and abs(target.y_m) < KICK_SLACK_M[1]
            steady = steady + 1 if on_place else 0
            if steady >= 3:
                break
            plan = WalkPlan(
                time_s=self.time_s,
                mode="direct with orientation",
                target=target,
                ball_m=self._ball.place_m,
            )
            self._walk(plan)
            self.wants.gaze = self._gaze("ball")
            yield
        return self.to("kick", "you asked for it")

    @state
    def driven(self) -> Behaviour[Literal["kick", "step_up", "block", "search"]]:
        """Walk as a person says who has taken over, kick when asked; the head follows the ball by itself.

        A ball that is near, but not before the foot, is stepped up to first.
        """
        while (told := self.situation.remote) is not None:
            if told.motion in DIVES and told.asked != self._kick_asked:
                self._kick_asked, self._dive = told.asked, told.motion
                return self.to("block", "you asked for it")
            if told.motion == "kick" and told.asked != self._kick_asked:
                self._kick_asked, self._with_left = told.asked, told.kick_with_left
                if self._knows_ball() and math.hypot(*self._ball.place_m) < STEPS_UP_M:
                    return self.to("step_up", "you asked for a kick")
                return self.to("kick", "you asked for it")
            self._walk(
                WalkPlan(
                    time_s=self.time_s,
                    forward_mps=told.forward_mps,
                    left_mps=told.left_mps,
                    turn_radps=told.turn_radps,
                )
            )
            self.wants.gaze = self._gaze("ball" if self._knows_ball() else "straight")
            yield
        return self.to("search", "it plays by itself again")

    @property
    def _ball(self) -> BallState:
        assert self.situation.ball is not None
        return self.situation.ball

    @property
    def _field_from_robot(self) -> Pose2:
        return self.situation.pose.field_from_robot if self.situation.pose else Pose2.identity()

    def _knows_ball(self) -> bool:
        return self.situation.ball is not None and self.time_s - self.situation.ball.seen_s < LOST_S

    def _sees_ball(self) -> bool:
        return self.situation.ball is not None and self.time_s - self.situation.ball.seen_s < FRESH_S

    def _ball_hides_at_feet(self) -> bool:
        """Whether a ball that was just here is seen by no eye."""
        unseen_s = self.time_s - self._ball.seen_s
        return unseen_s > UNSEEN_AT_FEET_S and math.hypot(*self._ball.place_m) < AT_FEET_M

    def is_lost(self) -> bool:
        """Whether it does not know where it is on the field."""
        return self.situation.pose is None or self.situation.pose.error > LOST_ERROR

    def stands_in_goal(self, *, margin_m: float = 0.0) -> bool:
        """Whether it believes to stand in a goal; a negative margin counts the ground before it too."""
        here = self._field_from_robot
        known = self.situation.pose is not None and not self.is_lost()
        beyond_m = abs(here.x_m) - self._pitch.half_length_m - 0.05
        return known and beyond_m > margin_m and abs(here.y_m) < 0.5 * self._pitch.goal_width_m + 0.1

    def _ball_is_in_goal(self) -> bool:
        """Whether the ball surely lies behind a goal line, seen just now."""
        x_m, y_m = self._field_from_robot.apply(*self._ball.place_m)
        beyond_m = abs(x_m) - self._pitch.half_length_m
        return self._sees_ball() and beyond_m > 0.25 and abs(y_m) < 0.5 * self._pitch.goal_width_m

    def _sees_ball_gone(self) -> bool:
        """Whether the ball has been seen away from the feet since this state was entered."""
        ball = self.situation.ball
        if ball is None or ball.seen_s <= self.time_s - self.elapsed_s:
            return False
        return math.hypot(*ball.place_m) > STILL_HERE_M

    def _ball_left_mark(self) -> bool:
        """Whether the ball of a single shot surely does not lie on its mark any more, by several looks."""
        mark_m = self.situation.mark_m or (self._pitch.half_length_m - self._pitch.mark_from_goal_m, 0.0)
        seen = self._knows_ball() and self._sees_ball() and not self.is_lost()
        off_m = math.dist(self._field_from_robot.apply(*self._ball.place_m), mark_m) if seen else 0.0
        if off_m < LEFT_MARK_M:
            self._on_mark_s = self.time_s
        return self.time_s - self._on_mark_s > LEFT_MARK_S

    def _planned(self, *, keep_foot: bool = False) -> tuple[PlayChoice, Pose2]:
        """Return how to play the ball and where to stand for it, in the robot's frame."""
        field_from_robot, ball_m = self._field_from_robot, self._ball_to_meet_m()
        choice = self._choice(field_from_robot, ball_m)
        if self.situation.aim_m is None and choice.kind != "dribble" and min(self._vain_kicks.values()):
            # Neither foot kicks well on this floor from a stand; pushing the ball on works always.
            choice = replace(choice, kind="step kick" if sum(self._vain_kicks.values()) < 5 else "dribble")
        direction_rad = difference(choice.direction_rad, field_from_robot.yaw_rad)
        if not keep_foot:
            # A foot that dragged over the floor will do so again: the other one is better.
            left, right = self._vain_kicks[True], self._vain_kicks[False]
            better = self._better_foot_is_left(direction_rad, choice.kind)
            self._with_left = better if left == right else left < right
        target = self._stand_for(ball_m, direction_rad, choice.kind, self._with_left)
        alone = self.situation.aim_m is None and self.situation.players is None
        if alone and self._room_m(target) < ROOM_M:
            return self._round_the_ball(choice, target)
        return choice, target

    def _ball_to_meet_m(self) -> Point:
        """Return where the ball is, or, where it rolls far away, where it comes to rest."""
        ball = self._ball
        rolls = math.hypot(*ball.velocity_mps) > ROLLS_MPS and math.hypot(*ball.place_m) > PUSHED_M
        return ball.destination_m if rolls and math.hypot(*ball.destination_m) > PUSHED_M else ball.place_m

    def _round_the_ball(self, choice: PlayChoice, target: Pose2) -> tuple[PlayChoice, Pose2]:
        """Return another direction in which to push the ball, with room for the robot behind it.

        That is what to do about somebody who stands beside the ball (001, §4.4.1); where there is no room on
        any side, it is played from where there is most, or as it would be without.
        """
        most_m = LEAST_ROOM_M
        ball_m, field_from_robot = self._ball.place_m, self._field_from_robot
        obstacles_m = [field_from_robot.apply(*obstacle_m) for obstacle_m in self.situation.obstacles_m]
        for turned_rad in directions_past(field_from_robot.apply(*ball_m), choice.direction_rad, obstacles_m):
            direction_rad = difference(turned_rad, field_from_robot.yaw_rad)
            with_left = self._better_foot_is_left(direction_rad, "dribble")
            turned = self._stand_for(ball_m, direction_rad, "dribble", with_left)
            room_m = self._room_m(turned)
            if room_m >= ROOM_M:
                return PlayChoice("dribble", turned_rad), turned
            if room_m > most_m:
                most_m, choice, target = room_m, PlayChoice("dribble", turned_rad), turned
        return choice, target

    def _better_foot_is_left(self, direction_rad: float, kind: PlayKind) -> bool:
        """Return which foot leaves more room to what stands beside it; where both do, which is nearer."""
        left, right = (
            self._stand_for(self._ball.place_m, direction_rad, kind, side) for side in (True, False)
        )
        left_m, right_m = self._room_m(left), self._room_m(right)
        if min(left_m, right_m) < ROOM_M and abs(left_m - right_m) > ROOM_DIFFERS_M:
            return left_m > right_m
        return math.hypot(left.x_m, left.y_m) <= math.hypot(right.x_m, right.y_m)

    def _stand_for(self, ball_m: Point, direction_rad: float, kind: PlayKind, with_left: bool) -> Pose2:
        return stand_for(ball_m, direction_rad, kind, with_left, pitch=self._pitch)

    def _room_m(self, target: Pose2) -> float:
        """Return how far the nearest thing is from where the robot would stand."""
        obstacles_m = self.situation.obstacles_m
        return min(
            (math.dist(place_m, (target.x_m, target.y_m)) for place_m in obstacles_m), default=math.inf
        )

    def _choice(self, field_from_robot: Pose2, ball_m: Point) -> PlayChoice:
        """Return how to play the ball, alone or among others."""
        here = self.situation
        facing_rad = field_from_robot.yaw_rad + math.atan2(ball_m[1], ball_m[0])
        may_kick = here.bottom_sees  # who does not see its feet does not know when to kick
        if here.aim_m is not None:
            x_m, y_m = field_from_robot.apply(*ball_m)
            return PlayChoice("kick", math.atan2(here.aim_m[1] - y_m, here.aim_m[0] - x_m))
        if here.players is not None:
            if self._choice_before is not None and self.time_s - self._chosen_s < CHOOSES_EVERY_S:
                return self._choice_before
            self._chosen_s = self.time_s
            self._choice_before = choose_team_play(
                field_from_robot.apply(*ball_m),
                here.players,
                facing_rad=facing_rad,
                away_m=math.hypot(*ball_m),
                last=self._choice_before,
                may_kick=may_kick,
                pitch=self._pitch,
            )
            return self._choice_before
        return choose_play(
            field_from_robot.apply(*ball_m),
            obstacles_m=[field_from_robot.apply(*obstacle_m) for obstacle_m in here.obstacles_m],
            facing_rad=facing_rad if math.hypot(*ball_m) < PUSHED_M else None,
            dribbles=self.state == "dribble",
            may_kick=may_kick,
            pitch=self._pitch,
        )

    def _gaze(
        self,
        mode: Literal["straight", "look around", "survey", "ball", "ball and landmarks", "search"],
        *,
        first_left: bool = True,
    ) -> GazePlan:
        return GazePlan(time_s=self.time_s, mode=mode, first_left=first_left)

    def _stand(self, gaze: GazePlan) -> None:
        self.wants = Wants(walk=WalkPlan(time_s=self.time_s), gaze=gaze)

    def _walk(self, plan: WalkPlan) -> None:
        self.wants = Wants(walk=plan, gaze=self.wants.gaze)


@lru_cache
def _place(kind: PlayKind, with_left: bool, ball_radius_m: float) -> Point:
    if kind == "kick":
        kick = KickRequest(time_s=0.0, kind="forward", with_left=with_left, ball_radius_m=ball_radius_m)
        x_m, y_m = best_place_m(kick)
        return x_m - STANDS_NEARER_M, y_m
    return best_step_place_m("forward", with_left=with_left, ball_radius_m=ball_radius_m)


def stand_for(
    ball_m: Point, direction_rad: float, kind: PlayKind, with_left: bool, *, pitch: SoccerField = FIELD_2019
) -> Pose2:
    """Return the pose from which the ball of a field lies before a foot, headed in a direction."""
    x_m, y_m = _place(kind, with_left, pitch.ball_radius_m)
    cosine, sine = math.cos(direction_rad), math.sin(direction_rad)
    return Pose2(ball_m[0] - cosine * x_m + sine * y_m, ball_m[1] - sine * x_m - cosine * y_m, direction_rad)
