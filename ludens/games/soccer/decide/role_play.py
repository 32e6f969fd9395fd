"""What a player does that does not play the ball: ready and set, its role's place, searching, free kicks.

A state for each; the game and the role say which. Its owner sets `time_s` and `situation`, steps it, and
reads `wants`, as with the striker, which plays the ball.
"""

import math
from dataclasses import dataclass, field
from enum import IntFlag
from typing import Literal

from ludens.core.behaviour import Behaviour, StateMachine, state
from ludens.games.soccer.decide.dive_choice import RollingLooks, choose_block
from ludens.games.soccer.decide.legal_places import (
    FREE_KICK_M,
    MARGIN_M,
    area_is_full,
    clear_of,
    clear_of_lane,
    in_own_area,
    is_behind_line,
    out_of_own_area,
    way_past_own_area,
    way_round,
)
from ludens.games.soccer.decide.set_positions import SetPositions, load_set_positions
from ludens.games.soccer.decide.stations import (
    BISHOP_CROSSES_M,
    bishop_place,
    defender_place,
    keeper_place,
    on_line,
    own_goal_m,
    support_place,
    within,
)
from ludens.games.soccer.decide.striker import FieldSituation, Wants
from ludens.geometry import Pose2
from ludens.geometry.angles import difference
from ludens.geometry.soccer_field import FIELDS, FieldName
from ludens.messages.league import MatchPhase, SetPlay
from ludens.messages.soccer import GazePlan, MatchStatus, WalkPlan
from ludens.messages.team import BallSearch, Role, TeamBall, Teammate

Point = tuple[float, float]

KICK_OFF_S = 10.0
"""So long at most the team without the kick-off waits."""
MOVED_BALL_M = 0.3
"""A ball so far from the centre has been kicked off."""
STRIKERS_GROUND_M = 0.5
"""Nobody but the striker comes nearer to the ball."""
KICKS_M = 0.6
"""A striker so near to the ball is about to play it where it is turned."""
SEES_S = 1.0
"""A ball seen so lately is followed by the own eyes."""
STARES_S, STARES_M, SEARCHES_S = 1.0, 3.0, 4.0
"""Where it looked so long and so near without seeing the ball, it is not: it looks round for a while."""
IDLE_S = 6.0
"""After standing for so long it shifts its feet: a robot that never moves counts as inactive."""
SHIFTS_S, SHIFTS_RADPS = 1.2, 0.45
BESIDE_M = 0.9
"""So near to its place it keeps facing the ball on the way."""
SEARCH_TURN_RADPS = 0.5
DIVES_S = 3.0
"""For how long a dive is asked for."""
KEEPER_TURNS_RAD = 0.5
"""So far at most the keeper turns to the ball: who dives to its side falls into the goal if turned more."""
WATCHES_M = 3.5
"""A ball nearer than this the keeper does not let out of its sight for landmarks."""


OUT_OF_GOAL_M = 0.5
"""Before a goal line a robot has left the goal."""


HOME_M = 0.05
"""Within the edge of its area, for a keeper that may be wrong about where it stands."""


GUARDS = (Role.KEEPER, Role.REPLACEMENT_KEEPER)
"""Whose place is in the own penalty area; all others walk round it."""


class KeeperMay(IntFlag):
    """What somebody in the goal is permitted to do besides walking, as bits of one number."""

    DIVE = 1
    STAY_AT_FREE_KICK = 2  # nearer to the ball than others must be, in its own area


KEEPER_MAY = KeeperMay.DIVE | KeeperMay.STAY_AT_FREE_KICK
REPLACEMENT_MAY = KeeperMay(0)
"""It has no hands: only number one may touch the ball with them."""


@dataclass(frozen=True, slots=True)
class Slack:
    """How exactly a place is held: walked to until within the first, left alone within the second."""

    reached_m: float = 0.12
    left_m: float = 0.35
    reached_rad: float = 0.2
    left_rad: float = 0.6


ROUGHLY, EXACTLY = Slack(), Slack(0.05, 0.12, 0.12, 0.35)


@dataclass(slots=True)
class TeamSituation:
    """What a player of a team knows in this cycle, besides what a lone striker knows."""

    field: FieldSituation = field(default_factory=FieldSituation)
    status: MatchStatus | None = None
    role: Role = Role.NONE
    role_reason: str = ""
    takes_over: bool = False  # whether it is the striker from the next change of roles on
    ball_m: Point | None = None  # on the field, by the knowledge of the whole team
    team_ball: TeamBall | None = None  # the same, and who knows it
    mates: tuple[Teammate, ...] = ()  # that may play, without itself
    search: BallSearch | None = None


class RolePlay(StateMachine):
    """Does whatever the game and the role ask of a player away from the ball."""

    first = "stand_by"
    interrupts = (
        "stand_by",
        "ready",
        "set_still",
        "keep_goal",
        "replace_keeper",
        "defend",
        "support",
        "lurk",
        "hold_off",
        "take_over",
        "find_ball",
    )

    def __init__(self, positions: SetPositions | None = None, *, field: FieldName = "2019") -> None:
        super().__init__(reason="the game has not begun")
        self.situation = TeamSituation()
        self.wants = Wants()
        self._pitch = FIELDS[field]
        self._positions = load_set_positions(field=field) if positions is None else positions
        self._play_state = ""
        self._role = Role.NONE  # that the present state was entered with
        self._kick_off_s: float | None = None  # since when the other team may kick off, until it has
        self._last_ball_m: Point = (0.0, 0.0)
        self._is_ball_left = True  # of the line between the goals' middles, for a bishop
        self._walks = False
        self._stands_since_s = 0.0
        self._stared_m: Point = (0.0, 0.0)  # where on the field the ball should be, and it looks in vain
        self._stares_since_s = 0.0
        self._block, self._block_s = "", 0.0  # what it throws itself into, and since when
        self._rolling = RollingLooks()

    def step(self) -> None:
        """Enter the state that is called for, and go on with it."""
        called, reason = self.called_for()
        if called != self.state or self.situation.role is not self._role:
            self._walks, self._role = True, self.situation.role
            self.interrupt(called, reason)
        super().step()

    def look(self) -> None:
        """Take in how the game goes on; once a cycle, whoever acts in it."""
        here = self.situation
        now_state = "" if here.status is None else here.status.state
        if here.ball_m is not None:
            self._last_ball_m = here.ball_m
        if now_state != self._play_state:
            is_theirs = here.status is not None and not here.status.own_kick_off
            begins = self._play_state == "set" and now_state == "playing" and is_theirs
            self._kick_off_s = self.time_s if begins else None
            self._play_state = now_state
        if self._kick_off_s is not None and (
            self.time_s - self._kick_off_s > KICK_OFF_S
            or (here.ball_m is not None and math.hypot(*here.ball_m) > MOVED_BALL_M)
        ):
            self._kick_off_s = None

    def may_play_ball(self) -> bool:
        """Whether the own team may touch the ball: it is in play, or the free kick is the own one."""
        return self._kick_off_s is None and not self._is_their_free_kick()

    def called_for(self) -> tuple[str, str]:
        """Return the state that game and role ask for, and why."""
        here = self.situation
        if here.status is None or here.status.penalised or here.status.state in ("initial", "finished"):
            return "stand_by", "the game is not running"
        if here.status.state == "ready":
            return "ready", f"{here.role}: {here.role_reason}"
        if here.status.state == "set":
            return "set_still", "nobody may move before the whistle"
        why = f"{here.role}: {here.role_reason}"
        match here.role:
            case Role.KEEPER:
                return "keep_goal", why
            case Role.REPLACEMENT_KEEPER:
                return "replace_keeper", why
            case Role.NONE:
                return "stand_by", why
        if here.ball_m is None and here.search is not None:
            return "find_ball", f"{here.role}: nobody knows where the ball is"
        if here.takes_over and here.role is not Role.STRIKER and self.may_play_ball():
            return "take_over", f"{here.role}: it will be the striker in a moment"
        match here.role:
            case Role.LEFT_DEFENDER | Role.RIGHT_DEFENDER:
                return "defend", why
            case Role.BISHOP:
                return "lurk", why
            case Role.STRIKER:
                return "hold_off", "striker: the other team has the ball first"
            case _:
                return "support", why

    @state
    def stand_by(self) -> Behaviour[None]:
        """Stand and look round."""
        while True:
            self._stand(self._gaze("survey"))
            yield

    @state
    def ready(self) -> Behaviour[None]:
        """Walk to the place for the kick-off, and face the ball there."""
        while True:
            status = self.situation.status
            kicks_off = status is not None and status.own_kick_off
            place_m = self._positions.place(self.situation.role, kicks_off=kicks_off)
            if place_m is None:
                self._stand(self._gaze("look around"))
            else:
                self._hold(place_m, facing_m=(0.0, 0.0), slack=EXACTLY, ball_m=None)
                self.wants.gaze = self._gaze("localise")
            yield

    @state
    def set_still(self) -> Behaviour[None]:
        """Stand; only the head moves."""
        while True:
            self._stand(self._at_ball((0.0, 0.0)))
            yield

    @state
    def keep_goal(self) -> Behaviour[None]:
        """Stay on the line from the ball to the middle of the goal."""
        while True:
            self._guard(KEEPER_MAY)
            yield

    @state
    def replace_keeper(self) -> Behaviour[None]:
        """Do as the keeper does, without hands."""
        while True:
            self._guard(REPLACEMENT_MAY)
            yield

    @state
    def defend(self) -> Behaviour[None]:
        """Stand beside the line from the ball to the goal, on one of three lines across the field."""
        while True:
            here = self.situation
            alone = not any(
                mate.role in (Role.LEFT_DEFENDER, Role.RIGHT_DEFENDER)
                for mate in here.mates
                if mate.role is not here.role
            )
            place_m = defender_place(here.role, self._last_ball_m, alone=alone, pitch=self._pitch)
            self._hold(out_of_own_area(place_m, pitch=self._pitch))
            yield

    @state
    def support(self) -> Behaviour[None]:
        """Stay behind the striker; between ball and goal while the other team has a free kick."""
        while True:
            blocks = self._is_their_free_kick()
            place_m = support_place(self._last_ball_m, blocks=blocks, pitch=self._pitch)
            self._hold(out_of_own_area(place_m, pitch=self._pitch))
            yield

    @state
    def lurk(self) -> Behaviour[None]:
        """Wait for a pass before the other goal."""
        while True:
            if abs(self._last_ball_m[1]) > BISHOP_CROSSES_M:
                self._is_ball_left = self._last_ball_m[1] > 0.0
            place_m = bishop_place(self._last_ball_m, is_ball_left=self._is_ball_left, pitch=self._pitch)
            self._hold(place_m)
            yield

    @state
    def hold_off(self) -> Behaviour[None]:
        """Wait between the ball and the own goal, as near as the rules allow, until the ball is in play."""
        while True:
            place_m = on_line(self._last_ball_m, own_goal_m(self._pitch), FREE_KICK_M + MARGIN_M)
            self._hold(out_of_own_area(place_m, pitch=self._pitch), slack=EXACTLY)
            yield

    @state
    def take_over(self) -> Behaviour[None]:
        """Go to the ball already, as near as others than the striker may."""
        while True:
            self._hold(on_line(self._last_ball_m, own_goal_m(self._pitch), STRIKERS_GROUND_M))
            yield

    @state
    def find_ball(self) -> Behaviour[None]:
        """Walk to where the team would have it look for the ball, and look there."""
        while (search := self.situation.search) is not None:
            ahead_m = search.stand_at.apply(1.0, 0.0)
            self._hold((search.stand_at.x_m, search.stand_at.y_m), facing_m=ahead_m, ball_m=None)
            self.wants.gaze = self._gaze("search")
            yield
        return None

    def _guard(self, may: KeeperMay) -> None:
        """Stand in the goal as the ball is now; aside where the striker plays it there."""
        if KeeperMay.DIVE in may and self._throws_itself():
            return
        ball_m = self._last_ball_m
        striker = next((mate for mate in self.situation.mates if mate.role is Role.STRIKER), None)
        at_ball_m = None
        if striker is not None:
            at_m = striker.field_from_robot.x_m, striker.field_from_robot.y_m
            at_ball_m = at_m if math.dist(at_m, ball_m) < 1.0 else None
        status = self.situation.status
        is_shot = status is not None and status.phase is MatchPhase.SHOOT_OUT
        pitch = self._pitch
        place_m = own_goal_m(pitch) if is_shot else keeper_place(ball_m, at_ball_m, pitch=pitch)
        is_free = not self._is_their_free_kick()
        stays = KeeperMay.STAY_AT_FREE_KICK in may and (is_free or self._is_home())
        most_rad = 0.0 if is_shot else KEEPER_TURNS_RAD
        bearing_rad = math.atan2(ball_m[1] - place_m[1], ball_m[0] - place_m[0])
        yaw_rad = within(bearing_rad, -most_rad, most_rad)
        faced_m = Pose2(*place_m, yaw_rad).apply(math.dist(ball_m, place_m), 0.0)
        self._hold(place_m, facing_m=faced_m, slack=EXACTLY, keeps_clear=not stays)
        ball = self.situation.field.ball
        if ball is not None and self.time_s - ball.seen_s < SEES_S and math.hypot(*ball.place_m) < WATCHES_M:
            self.wants.gaze = self._gaze("ball")

    def _throws_itself(self) -> bool:
        """Dive or step before a ball that would go in; True while it does."""
        here = self.situation.field
        if self._block and self.time_s - self._block_s > DIVES_S:
            self._block = ""
        if not self._block and here.pose is not None:
            looks = self._rolling.count(here.ball)
            choice = choose_block(
                here.ball,
                here.pose.field_from_robot,
                time_s=self.time_s,
                looks=looks,
                team_ball=self.situation.team_ball,
                pitch=self._pitch,
            )
            if choice.kind == "step":
                target = Pose2(0.0, choice.aside_m, 0.0)
                plan = WalkPlan(time_s=self.time_s, mode="direct with orientation", target=target)
                self.wants = Wants(walk=plan, gaze=self._gaze("ball"))
                self._walks = True
                return True
            if choice.kind != "none":
                self._block, self._block_s = choice.kind, self.time_s
        if self._block:
            walk = WalkPlan(time_s=self.time_s)
            self.wants = Wants(motion=self._block, walk=walk, gaze=self._gaze("ball"))
        return bool(self._block)

    def _is_their_free_kick(self) -> bool:
        status = self.situation.status
        return status is not None and status.set_play is not SetPlay.NONE and not status.own_set_play

    def _forbidden(self) -> tuple[Point, float]:
        """Return the disc that it must not enter now: round the ball, or at a kick-off the circle."""
        if self._kick_off_s is not None:
            return (0.0, 0.0), self._pitch.circle_radius_m + MARGIN_M
        radius_m = FREE_KICK_M + MARGIN_M if self._is_their_free_kick() else STRIKERS_GROUND_M
        return self._last_ball_m, radius_m

    def _kick_lane_rad(self) -> float | None:
        """Return where the own striker is turned that stands at the ball: there it will kick."""
        for mate in self.situation.mates:
            at = mate.field_from_robot
            if mate.role is Role.STRIKER and math.dist((at.x_m, at.y_m), self._last_ball_m) < KICKS_M:
                return at.yaw_rad
        return None

    def _hold(
        self,
        place_m: Point,
        *,
        facing_m: Point | None = None,
        slack: Slack = ROUGHLY,
        ball_m: Point | None = (0.0, 0.0),
        keeps_clear: bool = True,
    ) -> None:
        """Walk to a place of the field as far as the rules allow it, face the ball there, and stand.

        With no `ball_m` nothing has to be kept clear of.
        """
        here = self.situation.field.pose
        if here is None:
            self._stand(self._gaze("survey"))
            return
        pose = here.field_from_robot
        at_m, way_m = (pose.x_m, pose.y_m), place_m
        pitch = self._pitch
        keeps_clear = keeps_clear and ball_m is not None
        if is_behind_line(at_m, pitch) and not is_behind_line(place_m, pitch):
            self._slip(pose, self._before_line(at_m, keeps_clear=keeps_clear))
            return
        mates_m = ((m.field_from_robot.x_m, m.field_from_robot.y_m) for m in self.situation.mates)
        if area_is_full(mates_m, pitch=pitch):
            place_m = way_m = out_of_own_area(place_m, pitch=pitch)
        guards = self.situation.role in GUARDS
        if keeps_clear:
            centre_m, radius_m = self._forbidden()
            if math.dist(at_m, centre_m) < radius_m - 0.5 * MARGIN_M:
                self._slip(pose, clear_of(at_m, centre_m, radius_m + 0.1, enters_area=guards, pitch=pitch))
                return
            lane_rad = self._kick_lane_rad()
            if lane_rad is not None:
                place_m = clear_of_lane(place_m, self._last_ball_m, lane_rad)
            place_m = clear_of(place_m, centre_m, radius_m, enters_area=guards, pitch=pitch)
            way_m = way_round(at_m, place_m, centre_m, radius_m - 0.05, pitch=pitch)
        if not guards:
            way_m = way_past_own_area(at_m, way_m, pitch=pitch)
        faced_m = self._last_ball_m if facing_m is None else facing_m
        yaw_rad = math.atan2(faced_m[1] - place_m[1], faced_m[0] - place_m[0])
        self._go(pose, Pose2(*place_m, yaw_rad), way_m, slack)
        self.wants.gaze = self._at_ball(faced_m)

    def _slip(self, pose: Pose2, place_m: Point) -> None:
        """Leave forbidden ground the quickest way: without turning first."""
        self._walks = True
        target = pose.inverse() @ Pose2(*place_m, pose.yaw_rad)
        plan = WalkPlan(time_s=self.time_s, mode="path with orientation", target=target)
        self.wants = Wants(walk=plan, gaze=self._at_ball(self._last_ball_m))

    def _go(self, pose: Pose2, place: Pose2, way_m: Point, slack: Slack) -> None:
        """Walk on, or stand where it has come close enough."""
        left_m = math.dist((pose.x_m, pose.y_m), (place.x_m, place.y_m))
        turn_rad = difference(place.yaw_rad, pose.yaw_rad)
        if self._walks:
            self._walks = left_m > slack.reached_m or abs(turn_rad) > slack.reached_rad
            self._stands_since_s = self.time_s
        else:
            self._walks = left_m > slack.left_m or abs(turn_rad) > slack.left_rad
        if not self._walks:
            self._idle()
            return
        target = pose.inverse() @ Pose2(*way_m, place.yaw_rad)
        mode: Literal["path", "path with orientation"] = "path"
        if left_m < BESIDE_M:
            mode = "path with orientation"
        self.wants = Wants(walk=WalkPlan(time_s=self.time_s, mode=mode, target=target))

    def _idle(self) -> None:
        """Stand; shift the feet now and then, to one side and back. A keeper waits, and may."""
        stood_s = self.time_s - self._stands_since_s
        turns, since_s = divmod(stood_s, IDLE_S)
        turn_radps = 0.0
        if turns >= 1.0 and since_s < SHIFTS_S and self.situation.role is not Role.KEEPER:
            turn_radps = SHIFTS_RADPS if turns % 2.0 else -SHIFTS_RADPS
        self.wants = Wants(walk=WalkPlan(time_s=self.time_s, turn_radps=turn_radps))

    def _stand(self, gaze: GazePlan) -> None:
        self.wants = Wants(walk=WalkPlan(time_s=self.time_s), gaze=gaze)

    def _gaze(
        self, mode: Literal["survey", "look around", "localise", "search", "ball", "ball and landmarks"]
    ) -> GazePlan:
        return GazePlan(time_s=self.time_s, mode=mode)

    def _at_ball(self, place_m: Point) -> GazePlan:
        """Look at the ball it sees; else where it should be on the field; else round."""
        ball, pose = self.situation.field.ball, self.situation.field.pose
        if ball is not None and self.time_s - ball.seen_s < SEES_S:
            self._stared_m, self._stares_since_s = place_m, ball.seen_s
            return self._gaze("ball and landmarks")
        if pose is None or self.situation.ball_m is None:
            return self._gaze("search")
        x_m, y_m = pose.field_from_robot.inverse().apply(*place_m)
        if self._stares_in_vain(place_m, math.hypot(x_m, y_m)):
            return self._gaze("search")
        return GazePlan(time_s=self.time_s, mode="point", point_m=(x_m, y_m, 0.05))

    def _stares_in_vain(self, place_m: Point, away_m: float) -> bool:
        """Whether a ball that it looks for is not where it should be, by its own eyes."""
        if away_m > STARES_M or math.dist(place_m, self._stared_m) > 0.5:
            self._stared_m, self._stares_since_s = place_m, self.time_s
        return (self.time_s - self._stares_since_s) % (STARES_S + SEARCHES_S) > STARES_S

    def _is_home(self) -> bool:
        """Whether it surely stands in its own penalty area."""
        here = self.situation.field.pose
        if here is None:
            return True
        at_m = here.field_from_robot.x_m, here.field_from_robot.y_m
        return in_own_area(at_m, margin_m=-HOME_M, pitch=self._pitch)

    def _before_line(self, at_m: Point, *, keeps_clear: bool) -> Point:
        """Return where to come out from behind a goal line."""
        (x_m, y_m), pitch = at_m, self._pitch
        if abs(y_m) < 0.5 * pitch.goal_width_m:  # in the goal: through its mouth
            y_m = within(y_m, -0.4, 0.4)
            return math.copysign(pitch.half_length_m - OUT_OF_GOAL_M, x_m), y_m
        ahead_m = math.copysign(pitch.half_length_m - OUT_OF_GOAL_M, x_m), y_m  # the net is in the way
        centre_m, radius_m = self._forbidden()
        if keeps_clear and math.dist(ahead_m, centre_m) < radius_m:
            return x_m, math.copysign(pitch.goal_width_m + OUT_OF_GOAL_M, y_m)
        return ahead_m
