"""A robot that learns where to shoot, or where to keep: chooses by its table, acts, learns from the reward.

A trainer lays the ball, and puts the robot behind it or before its goal. In which cell the ball lies the
robot sees itself. The reward comes as a message, or by a touch on its head: front for a goal or a save,
middle for the contrary, rear for a missed ball.
"""

import math
from dataclasses import dataclass
from typing import Annotated, Literal, NamedTuple

from msgspec import Meta, structs

from ludens.core.contract.declaration import Kind, Last, Since, under
from ludens.core.contract.module import CycleTime, Module
from ludens.games.soccer.decide.player import PlayerSenses, requests
from ludens.games.soccer.decide.striker import FieldSituation, Striker, Wants
from ludens.games.soccer.learning.lessons import LESSONS, KeeperLesson, LessonName
from ludens.games.soccer.learning.table_drawing import table_shapes
from ludens.games.soccer.show import field_shapes
from ludens.geometry import Pose2
from ludens.geometry.soccer_field import FIELDS
from ludens.messages import (
    Drawing,
    FallReport,
    FootSupport,
    KickReport,
    KickRequest,
    MotionRequest,
    RemoteCommand,
    StateReport,
    TouchState,
    WalkReport,
    WantedJoints,
)
from ludens.messages.field import BallState, FieldPose
from ludens.messages.health import EyesHealth
from ludens.messages.learning import ForgetOrder, KnownTable, LearntTable, Reward
from ludens.messages.listing import Listing, ListingRow
from ludens.messages.scoreboard import Scoreboard
from ludens.messages.soccer import GazePlan, MatchStatus, Obstacles, WalkPlan
from ludens.planning.q_learning import POLICIES, QTable, State, chosen

HEAD_REWARDS = {"head front": 100.0, "head middle": -100.0, "head rear": -200.0}
"""What a touch on the head says of the last shot."""
AIM_M = 3.0
"""So far away lies the point that a shot is aimed at."""
LONGEST_LIST, LATELY = 200, 20
FRESH_S = 0.5
"""A ball seen longer ago is looked at again before anything is chosen, and so long it is looked at."""
RESTS_MPS = 0.1
"""A ball that rolls faster is not the one that the trainer has laid."""
ON_PLACE_M, ON_PLACE_RAD = 0.05, 0.15
"""A keeper so near to its place stands."""
KEEPS = StateReport(
    time_s=0.0, state="keep", since_s=0.0, reason="its table says so", states=("keep",), transitions=()
)


@dataclass(frozen=True, slots=True)
class ShotLearnerParameters:
    """What is learnt, and how actions are chosen meanwhile."""

    lesson: Annotated[
        LessonName,
        Meta(description="Shooting from three places, or past a keeper; or where the keeper stands."),
    ] = "field"
    policy: Annotated[
        Literal["softmax", "epsilon-greedy", "epsilon-soft"],
        Meta(description="By which actions are chosen while it learns."),
    ] = "softmax"
    patience_s: Annotated[
        float, Meta(gt=0, le=10, description="A driven robot stands after so long without news.")
    ] = 0.5


LearntRequests = tuple[
    MotionRequest,
    WalkPlan | None,
    GazePlan | None,
    KickRequest | None,
    StateReport | None,
    LearntTable | None,
]


class ShotPlan(NamedTuple):
    """A shot that was chosen: the ball's cell, what is done there, and where on the field that leads."""

    state: State
    action: str
    side: float
    ball_m: tuple[float, float]
    since_s: float


class ShotLearner(Module[ShotLearnerParameters]):
    """Plays in the striker's place."""

    budget_s = 0.002

    def start(self) -> None:
        """Begin with an empty table."""
        self.table = QTable()
        self._lesson = LESSONS[self.parameters.lesson]
        self._striker = Striker(FIELDS["2011"])
        self._senses = PlayerSenses(patience_s=self.parameters.patience_s)
        self._shot: ShotPlan | None = None
        self._is_new = False  # whether the ball has been laid anew and nothing was chosen for it
        self._play_state = ""
        self._elsewhere_s = 0.0  # when the ball was last not seen before the robot
        self._pressed: frozenset[str] = frozenset()
        self._log: list[ListingRow] = []
        self._rewards: list[float] = []

    def cycle(
        self,
        now: CycleTime,
        ball: BallState | None,
        pose: FieldPose | None,
        status: MatchStatus | None,
        fall: FallReport | None,
        support: FootSupport | None,
        eyes: EyesHealth | None,
        obstacles: Obstacles | None,
        kick: Last[KickReport],
        kicking: Annotated[WantedJoints | None, Kind.LAST, under("kick")],
        walk: Last[WalkReport],
        remote: RemoteCommand | None,
        known: KnownTable | None,
        rewards: Since[Reward],
        forget: ForgetOrder | None,
        touch: TouchState | None,
    ) -> LearntRequests:
        """Choose, shoot, learn."""
        situation = self._senses.situation(
            now.time_s,
            ball=ball,
            pose=pose,
            status=status,
            fall=fall,
            support=support,
            eyes=eyes,
            obstacles=obstacles,
            kick=kick,
            kicking=kicking,
            walk=walk,
            remote=remote,
        )
        if known is not None:
            self.table.put(known.values)
        if forget is not None:
            self.start()
        told = self._senses.status
        self._follow("" if told is None else told.state)
        has_learnt = False
        for value in (*(reward.value for reward in rewards), *self._touched(touch)):
            has_learnt |= self._learn(value)
        if self._is_new and ball is not None and pose is not None and self._is_laid(now.time_s, ball):
            self._choose(now.time_s, pose.field_from_robot, ball)
        wants, report = self._act(now.time_s, situation, pose)
        self._show()
        learnt = None
        if has_learnt or forget is not None:
            learnt = LearntTable(time_s=now.time_s, values=self.table.entries)
        return *requests(now.time_s, wants, report), learnt

    def _act(
        self, time_s: float, situation: FieldSituation, pose: FieldPose | None
    ) -> tuple[Wants, StateReport | None]:
        """Do what was chosen: the striker shoots, a keeper takes its place."""
        lesson, shot, striker = self._lesson, self._shot, self._striker
        if shot is None or isinstance(lesson, KeeperLesson):
            situation.may_play = False
        else:
            direction_rad = lesson.direction_rad(shot.ball_m, shot.action, shot.side)
            situation.mark_m = shot.ball_m
            situation.aim_m = Pose2(*shot.ball_m, direction_rad).apply(AIM_M, 0.0)
        striker.time_s, striker.situation = time_s, situation
        striker.step()
        if isinstance(lesson, KeeperLesson) and striker.state == "wait":
            return self._keep(time_s, lesson, situation, pose)
        return striker.wants, striker.current.report(time_s)

    def _keep(
        self, time_s: float, lesson: KeeperLesson, situation: FieldSituation, pose: FieldPose | None
    ) -> tuple[Wants, StateReport | None]:
        """Walk to the place that was chosen, and stand there."""
        shot = self._shot
        sees = situation.ball is not None and time_s - situation.ball.seen_s < FRESH_S
        gaze = GazePlan(time_s=time_s, mode="ball" if sees else "search")
        if shot is None or pose is None:
            return Wants(walk=WalkPlan(time_s=time_s), gaze=gaze), self._striker.current.report(time_s)
        stand = lesson.stand(shot.ball_m, shot.action, shot.side)
        target = pose.field_from_robot.inverse() @ stand
        plan = WalkPlan(time_s=time_s)
        if math.hypot(target.x_m, target.y_m) > ON_PLACE_M or abs(target.yaw_rad) > ON_PLACE_RAD:
            plan = WalkPlan(time_s=time_s, mode="direct with orientation", target=target)
        return Wants(walk=plan, gaze=gaze), structs.replace(KEEPS, time_s=time_s, since_s=shot.since_s)

    def _follow(self, play_state: str) -> None:
        """Notice that the ball was laid anew."""
        if play_state == "playing" and self._play_state != "playing":
            self._is_new, self._shot = True, None
        elif play_state in ("initial", "set"):
            self._is_new = False
        self._play_state = play_state

    def _is_laid(self, time_s: float, ball: BallState) -> bool:
        """Whether the ball is seen where the trainer lays it, before the robot, by several looks."""
        is_near = math.hypot(*ball.place_m) < self._lesson.ball_within_m
        is_here = is_near and time_s - ball.seen_s < FRESH_S
        if not is_here or math.hypot(*ball.velocity_mps) > RESTS_MPS:
            self._elsewhere_s = time_s
        return time_s - self._elsewhere_s > FRESH_S

    def _choose(self, time_s: float, field_from_robot: Pose2, ball: BallState) -> None:
        """Take the cell that the ball is seen in, and draw an action for it."""
        ball_m = field_from_robot.apply(*ball.place_m)
        state, side = self._lesson.state_of(ball_m)
        actions, policy = self._lesson.actions, POLICIES[self.parameters.policy]
        action = actions[chosen(self.table.values(state, actions), policy, self.random)]
        self._shot, self._is_new = ShotPlan(state, action, side, ball_m, time_s), False

    def _touched(self, touch: TouchState | None) -> list[float]:
        """Return the rewards of new touches on the head."""
        if touch is None:
            return []
        pressed = frozenset(touch.pressed)
        new, self._pressed = pressed - self._pressed, pressed
        return [HEAD_REWARDS[button] for button in sorted(new) if button in HEAD_REWARDS]

    def _learn(self, reward: float) -> bool:
        """Take a reward in for the last shot; True if there was one."""
        if self._shot is None:
            return False
        shot, self._shot = self._shot, None
        self.table.learn(shot.state, shot.action, reward)
        self._rewards.append(reward)
        place = "{:z.1f}, {:z.1f} m".format(*shot.ball_m)
        cells = (str(len(self._rewards)), place, self._lesson.told(shot.action), f"{reward:+.0f}")
        self._log = [ListingRow(cells=cells), *self._log[: LONGEST_LIST - 1]]
        return True

    def _show(self) -> None:
        lesson, table, shot = self._lesson, self.table, self._shot
        now = None if shot is None else (shot.state, shot.side)
        self.debug.drawing(
            "table",
            lambda: Drawing(
                frame="ground",
                shapes=(*field_shapes(FIELDS["2011"]), *table_shapes(lesson, table, now)),
            ),
        )
        self.debug.value(
            "shots", lambda: Listing(columns=("", "ball", "robot", "reward"), rows=tuple(self._log))
        )
        self.debug.value("scoreboard", self._scoreboard)

    def _scoreboard(self) -> Scoreboard:
        goals = sum(reward > 0.0 for reward in self._rewards)
        lately = self._rewards[-LATELY:]
        share = sum(reward > 0.0 for reward in lately) / max(len(lately), 1)
        doing = {
            "playing": self._lesson.doing if self._shot is not None else "Looks at the ball",
            "finished": "Waits for its reward",
        }.get(self._play_state, "Waits for the ball")
        tried = len(self.table)
        return Scoreboard(
            sides=self._lesson.counted,
            scores=(goals, len(self._rewards) - goals),
            clock_s=None,
            second_clock=f"last {len(lately)}: {100.0 * share:.0f} %" if lately else "",
            doing=doing,
            reason=""
            if self._shot is None
            else f"ball at {self._shot.ball_m[0]:z.1f}, {self._shot.ball_m[1]:z.1f} m, "
            + self._lesson.told(self._shot.action),
            results=(f"{tried} of {len(self._lesson.states) * len(self._lesson.actions)} choices tried",),
        )
