"""Decides what to do: the behaviour of a robot that passes a ball back.

    search → navigate → orient → verify → ram → retreat → search

The paper's five states, and six that experience added: `watch` looks whether a ball just found rolls, `meet`
stops one that does, `retreat` backs off after a push and watches the ball, `wander` looks from elsewhere when
something is hidden, `wait` leaves the ball to the person who has it, `blind` stands still while the camera is
silent.
"""

import math
from dataclasses import dataclass
from typing import Annotated, Literal

from msgspec import Meta

from ludens.core.behaviour import Behaviour, StateMachine, state, transitions_of
from ludens.core.contract.declaration import Since, under
from ludens.core.contract.module import CycleTime, Module
from ludens.games.passing.meet import CONTACT_M
from ludens.geometry import Pose2
from ludens.geometry.angles import difference
from ludens.messages import (
    Doubt,
    Intention,
    MeetingPlan,
    ObjectBelief,
    Odometry,
    PassPlan,
    Sighting,
    StateReport,
)

SHORTEST_FOLLOW_M = 0.05  # the ball may be a little farther away than believed
FOLLOW_FROM_M = 1.2  # passes longer than this leave room to follow the ball
BRAKING_MPS2 = 0.8
BRAKING_ROOM_M = 0.2  # kept between the robot at rest and the target
LONGEST_RETREAT_S = 4.0
WATCHED_AGAIN_S = 10.0  # a ball that was watched is left alone for so long: a full turn takes less
TOUCHING_M = CONTACT_M - 0.05  # a ball believed so near must touch, also where its path was foreseen too long
ARRIVING_S = (
    1.6  # for a ball that must touch to do so, where it came slower than foreseen, and to come to rest
)
SETTLING_S = 0.8  # for a plan that is gone to come back
HELD_M = 0.6  # from the target: a person reaches so far
OUT_OF_SIGHT_M = 0.9  # the camera sees the floor from here on


@dataclass(frozen=True, slots=True)
class PassingDeciderParameters:
    """Time-outs, tolerances and speeds of the states."""

    scan_radps: Annotated[float, Meta(gt=0, le=2, description="Turn rate while searching.")] = 0.8
    hasty_scan_radps: Annotated[
        float, Meta(gt=0, le=2.5, description="Turn rate of the first turn, until the ball is seen.")
    ] = 1.4
    watch_s: Annotated[
        float, Meta(ge=0, le=10, description="Longest look at a ball just found: does it roll?")
    ] = 2.0
    watch_looks: Annotated[
        int, Meta(ge=1, le=50, description="Images of a ball just found that show whether it rolls.")
    ] = 6
    offered_s: Annotated[
        float, Meta(ge=0, le=60, description="Longest look at a ball just found that somebody may hold.")
    ] = 2.5
    expect_s: Annotated[
        float, Meta(ge=0, le=60, description="How long a ball that may hide the person is watched.")
    ] = 8.0
    meet_mps: Annotated[float, Meta(gt=0, le=1.2, description="Speed on the way to a rolling ball.")] = 1.0
    meet_turn_radps: Annotated[
        float, Meta(gt=0, le=2.5, description="Fastest turn on the way to a rolling ball.")
    ] = 2.0
    meet_timeout_s: Annotated[float, Meta(gt=0, le=60, description="Then search again.")] = 10.0
    travel_mps: Annotated[float, Meta(gt=0, le=1.2, description="Speed on the way to the stage.")] = 0.6
    turn_radps: Annotated[float, Meta(gt=0, le=2.5, description="Fastest turn while navigating.")] = 1.2
    ram_turn_radps: Annotated[float, Meta(gt=0, le=2.5, description="Fastest turn while ramming.")] = 0.8
    retreat_mps: Annotated[float, Meta(gt=0, le=1, description="Speed of backing off.")] = 0.3
    retreat_m: Annotated[float, Meta(ge=0, le=2, description="How far to back off after a push.")] = 0.4
    navigate_timeout_s: Annotated[float, Meta(gt=0, le=600, description="Then search again.")] = 30.0
    orient_timeout_s: Annotated[float, Meta(gt=0, le=60, description="Then search again.")] = 8.0
    verify_timeout_s: Annotated[float, Meta(gt=0, le=60, description="Then search again.")] = 4.0
    ram_timeout_s: Annotated[float, Meta(gt=0, le=60, description="Longest push.")] = 3.0
    wander_s: Annotated[
        float, Meta(gt=0, le=60, description="How long to drive on before looking again.")
    ] = 3.0
    wait_unseen_s: Annotated[
        float,
        Meta(gt=0, le=60, description="How long an unseen ball is left to the other."),
    ] = 6.0
    arrived_m: Annotated[float, Meta(gt=0, le=1, description="So near the stage counts as there.")] = 0.1
    facing_rad: Annotated[
        float, Meta(gt=0, le=1, description="Bearing at which the robot faces the ball.")
    ] = 0.06
    looks: Annotated[int, Meta(ge=1, le=50, description="Images of the ball wanted before pushing.")] = 4
    beside_m: Annotated[
        float, Meta(gt=0, le=1, description="So far beside the line of the pass, the push still finds back.")
    ] = 0.05
    known_sigma_m: Annotated[float, Meta(gt=0, le=2, description="Known well enough to navigate by.")] = 0.5
    known_looks: Annotated[int, Meta(ge=1, le=50, description="Images of a thing that make it known.")] = 5
    known_s: Annotated[
        float, Meta(gt=0, le=600, description="A belief older than this is looked up again.")
    ] = 40.0
    blind_s: Annotated[
        float, Meta(gt=0, le=60, description="Silence of the camera that stops the robot.")
    ] = 1.5
    delivered_m: Annotated[
        float, Meta(gt=0, le=2, description="Ball so near the target has been passed.")
    ] = 0.33
    shares_ball: Annotated[
        bool, Meta(description="Leave the ball to the target while that is nearer: it plays too.")
    ] = False
    ball_deceleration_mps2: Annotated[float, Meta(gt=0, le=5, description="Of a rolling ball.")] = 0.15
    push_gain: Annotated[float, Meta(gt=0, le=5, description="Speed of the ball over speed of the push.")] = (
        0.9
    )
    overshoot_m: Annotated[
        float, Meta(ge=0, le=5, description="How far past the target the ball may roll.")
    ] = 0.9
    follow_m: Annotated[
        float, Meta(ge=0, le=2, description="How long a push stays with the ball, where there is room.")
    ] = 0.5
    slowest_ram_mps: Annotated[float, Meta(gt=0, le=1.2, description="Slowest push.")] = 0.35
    fastest_ram_mps: Annotated[float, Meta(gt=0, le=1.2, description="Fastest push.")] = 1.2


@dataclass(frozen=True, slots=True)
class _Facts:
    """What the machine looks at in one cycle."""

    pose: Pose2
    images: tuple[Sighting, ...]
    ball: ObjectBelief | None
    target: ObjectBelief | None
    plan: PassPlan | None
    meeting: MeetingPlan | None


class PassingMachine(StateMachine):
    """The states of passing. Each waits for what ends it; a state begins in the cycle after the one before.

    Its owner sets `time_s`, `facts` and `parameters` before each step.
    """

    first = "search"
    interrupts = ("blind",)

    def __init__(self, parameters: PassingDeciderParameters, facts: _Facts) -> None:
        super().__init__(reason="the run begins")
        self.parameters, self.facts = parameters, facts
        self.doubts: tuple[str, ...] = ()
        """What the last step no longer trusts, by name: beliefs, or the stage of the plan."""
        self.scan_direction = 1
        self.push_mps = 0.0
        self.is_hasty = True
        """Whether nothing was found yet, and no full turn was in vain."""
        self._watched_s = -math.inf
        self._has_expected = False  # a ball that hides the person was watched since the robot stood elsewhere
        self._image_s = 0.0
        self._push_travel_m = 0.0
        self.step()

    def look(self) -> None:
        """Note when an image came last; without any for a while, stand still."""
        self.doubts = ()
        if self.facts.images:
            self._image_s = self.time_s
        if self._is_blind and self.state != "blind":
            self.interrupt("blind", "the camera is silent")

    @state
    def search(self) -> Behaviour[Literal["navigate", "wander", "wait", "watch", "meet"]]:
        """Turn on the spot until ball and target are known."""
        yaw_rad, turned_rad = self.facts.pose.yaw_rad, 0.0
        while True:
            yield
            turned_rad += abs(difference(self.facts.pose.yaw_rad, yaw_rad))
            yaw_rad = self.facts.pose.yaw_rad
            if self._can_meet:
                return self.to("meet", "the ball rolls and can be met")
            if self._both_known and self.facts.plan is not None:
                if self._is_theirs(self.facts.plan):
                    if not self._is_stale(self.facts.ball):
                        return self.to("wait", "the ball is the other's")
                elif not (self._may_be_held and self._is_new(self.facts.ball)):
                    return self.to("navigate", "ball and target are known")
            if self._is_new(self.facts.ball):
                return self.to("watch", "there is the ball")
            if (
                turned_rad > 2.0 * math.pi + 0.3
                and self._is_known(self.facts.ball)
                and not self._has_expected
            ):
                self._has_expected = True
                return self.to("watch", "the ball may hide the person, who may roll it")
            if turned_rad > 2.0 * math.pi + 0.3:
                self.scan_direction = -self.scan_direction
                self.is_hasty = self._has_expected = False
                return self.to("wander", "a full turn did not show both")

    @state
    def watch(self) -> Behaviour[Literal["meet", "search"]]:
        """Face a ball just found, to see whether it rolls; for longer where somebody may hold it."""
        p = self.parameters
        self.is_hasty = False
        looks = 0
        while True:
            self._watched_s = self.time_s
            yield
            if self._may_be_held:
                if self.elapsed_s > (p.expect_s if self._has_expected else p.offered_s):
                    break
            elif self.elapsed_s > p.watch_s or looks >= p.watch_looks:
                break
            looks += sum(image.found is not None for image in self.facts.images)
            if self._can_meet:
                return self.to("meet", "the ball rolls and can be met")
            if self._has_expected and self._both_known:
                break
        return self.to("search", "the ball was looked at")

    @state
    def meet(self) -> Behaviour[Literal["retreat", "search"]]:
        """Drive to where a rolling ball will be, and let it roll against the front."""
        planned_s = self.time_s
        touched_s: float | None = None
        while True:
            yield
            ball = self.facts.ball
            if ball is None:
                return self.to("search", "the ball is lost")
            meeting, range_m = self.facts.meeting, ball.range_m
            if meeting is not None:
                planned_s, range_m = self.time_s, math.hypot(*meeting.ball_now_m)
            if touched_s is None and range_m < TOUCHING_M:
                touched_s = self.time_s
            if touched_s is not None and self.time_s - touched_s > ARRIVING_S:
                return self._backing_off("the ball is met")
            timed_out = self.elapsed_s > self.parameters.meet_timeout_s
            is_near = ball.range_m < OUT_OF_SIGHT_M
            patience_s = ARRIVING_S if is_near or touched_s is not None else SETTLING_S
            if timed_out or self.time_s - planned_s > patience_s:
                if is_near:
                    return self._backing_off("the ball must be near")
                return self.to("search", "the ball cannot be met any more")

    @state
    def wander(self) -> Behaviour[Literal["search"]]:
        """Drive on for a while, to look from elsewhere."""
        yield
        while not self._both_known and self.elapsed_s <= self.parameters.wander_s:
            yield
        return self.to("search", "time to look round again")

    @state
    def navigate(self) -> Behaviour[Literal["orient", "search", "meet"]]:
        """Drive to the stage, behind the ball on the line of the pass."""
        while True:
            yield
            plan = self.facts.plan
            if plan is None:
                return self.to("search", "ball or target is lost")
            if self._is_theirs(plan):
                return self.to("search", "the ball is the other's")
            if self._can_meet:
                return self.to("meet", "the ball rolls and can be met")
            if self.elapsed_s > self.parameters.navigate_timeout_s:
                return self._doubting("ball", "target", "stage", why="the stage was not reached in time")
            if self._has_arrived(plan):
                return self.to("orient", "the stage is reached")

    @state
    def orient(self) -> Behaviour[Literal["verify", "search"]]:
        """Turn towards the ball."""
        while True:
            yield
            ball = self.facts.ball
            if self.facts.plan is None or ball is None:
                return self.to("search", "ball or target is lost")
            if abs(ball.bearing_rad) < self.parameters.facing_rad:
                return self.to("verify", "the robot faces the ball")
            if self.elapsed_s > self.parameters.orient_timeout_s:
                return self._doubting("ball", why="the ball could not be faced")

    @state
    def verify(self) -> Behaviour[Literal["ram", "orient", "navigate", "search"]]:
        """Stand and look, until enough new images show the ball; then judge where the robot stands."""
        looks = 0
        while True:
            yield
            looks += sum(
                image.time_s > self.current.since_s and image.found is not None for image in self.facts.images
            )
            plan, ball = self.facts.plan, self.facts.ball
            if plan is None or ball is None:
                return self._doubting("ball", why="ball or target is lost")
            if looks >= self.parameters.looks:
                return self._verdict(plan, ball)
            if self.elapsed_s > self.parameters.verify_timeout_s:
                return self._doubting("ball", why="the ball is not where it was expected")

    @state
    def ram(self) -> Behaviour[Literal["retreat"]]:
        """Drive through the ball."""
        entry = self.facts.pose
        while True:
            yield
            pose = self.facts.pose
            if math.hypot(pose.x_m - entry.x_m, pose.y_m - entry.y_m) > self._push_travel_m:
                why = "the ball is pushed"
                break
            if self.elapsed_s > self.parameters.ram_timeout_s:
                why = "the push took too long"
                break
        self.doubts = ("ball", "target")
        return self.to("retreat", why)

    @state
    def retreat(self) -> Behaviour[Literal["search"]]:
        """Back off, so that ball and person come into the camera's sight again."""
        entry = self.facts.pose
        yield
        while (
            -(entry.inverse() @ self.facts.pose).x_m <= self.parameters.retreat_m
            and self.elapsed_s <= LONGEST_RETREAT_S
        ):
            yield
        return self.to("search", "look where the ball went")

    @state
    def wait(self) -> Behaviour[Literal["search"]]:
        """Leave the ball to whoever has it."""
        while True:
            yield
            if self.facts.plan is None:
                return self.to("search", "ball or target is lost")
            if not self._is_theirs(self.facts.plan, margin_m=0.15):
                return self.to("search", "the ball comes back")
            if self._is_stale(self.facts.ball):
                return self._doubting("ball", why="the ball is not in sight where the other should have it")

    @state
    def blind(self) -> Behaviour[Literal["search"]]:
        """Stand still until the camera sends images again."""
        yield
        while self._is_blind:
            yield
        return self.to("search", "the camera sees again")

    @property
    def _is_blind(self) -> bool:
        return self.time_s - self._image_s > self.parameters.blind_s

    @property
    def _both_known(self) -> bool:
        return self._is_known(self.facts.ball) and self._is_known(self.facts.target)

    def _is_known(self, belief: ObjectBelief | None) -> bool:
        if belief is None or belief.sightings < self.parameters.known_looks:
            return False
        if self.time_s - belief.seen_s > self.parameters.known_s:
            return False
        across_m = math.sqrt(belief.bearing_variance_rad2) * belief.range_m
        # Far away less will do: on the way there it is seen again.
        enough_m = self.parameters.known_sigma_m * max(1.0, 0.4 * belief.range_m)
        return max(math.sqrt(belief.range_variance_m2), across_m) < enough_m

    @property
    def _can_meet(self) -> bool:
        ball, plan = self.facts.ball, self.facts.plan
        if ball is None or self.facts.meeting is None or ball.sightings < self.parameters.looks:
            return False
        return plan is None or not self._is_theirs(plan)

    def _is_new(self, ball: ObjectBelief | None) -> bool:
        """Whether the ball is in sight and was not watched lately."""
        return (
            ball is not None
            and self.time_s - ball.seen_s < 0.5
            and self.time_s - self._watched_s > WATCHED_AGAIN_S
        )

    def _is_stale(self, ball: ObjectBelief | None) -> bool:
        """Whether the ball was in no image for longer than the robot waits for whoever has it."""
        return ball is None or self.time_s - ball.seen_s > self.parameters.wait_unseen_s

    @property
    def _may_be_held(self) -> bool:
        """Whether somebody may hold the ball: who is behind it is hidden by it, or they are near it."""
        plan = self.facts.plan
        return plan is None or not self._is_known(self.facts.target) or plan.pass_m < HELD_M

    def _is_theirs(self, plan: PassPlan, *, margin_m: float = 0.0) -> bool:
        """Whether the ball is with the target, or nearer to it where the target plays too."""
        if plan.pass_m < self.parameters.delivered_m + margin_m:
            return True
        ball = self.facts.ball
        return (
            self.parameters.shares_ball and ball is not None and plan.pass_m < ball.range_m - 0.3 + margin_m
        )

    def _has_arrived(self, plan: PassPlan) -> bool:
        # A little stricter than what `verify` accepts, or the two would send the robot to and fro.
        on_line = abs(plan.offset_m) < 0.7 * self.parameters.beside_m
        return on_line and math.hypot(*plan.stage_m) < self.parameters.arrived_m

    def _backing_off(self, why: str) -> Literal["retreat"]:
        """Retreat from a ball whose path has ended somewhere before the front."""
        self.doubts = ("ball",)
        return self.to("retreat", why)

    def _doubting(self, *beliefs: str, why: str) -> Literal["search"]:
        """Search again, and have trackers and planner doubt these."""
        self.doubts = beliefs
        return self.to("search", why)

    def _verdict(self, plan: PassPlan, ball: ObjectBelief) -> Literal["ram", "orient", "navigate"]:
        """Return what follows a good look at the ball; note how to push it where the robot is lined up."""
        if abs(ball.bearing_rad) > 2.0 * self.parameters.facing_rad:
            return self.to("orient", "the ball is off the axis")
        if abs(plan.offset_m) > self.parameters.beside_m or plan.before_m < 0.6:
            return self.to("navigate", "the robot stands beside the line")
        follow_m = min(max(plan.pass_m - FOLLOW_FROM_M, SHORTEST_FOLLOW_M), self.parameters.follow_m)
        self._push_travel_m = max(plan.before_m - CONTACT_M, 0.2) + follow_m
        self.push_mps = self._push_speed_mps(plan)
        return self.to("ram", f"lined up within {abs(plan.offset_m) * 100:.0f} cm")

    def _push_speed_mps(self, plan: PassPlan) -> float:
        p = self.parameters
        roll_m = plan.pass_m + p.overshoot_m
        speed_mps = math.sqrt(2.0 * p.ball_deceleration_mps2 * roll_m) / p.push_gain
        # The robot must come to rest before the target, also when that is near.
        stopping_mps = math.sqrt(2.0 * BRAKING_MPS2 * max(plan.pass_m - BRAKING_ROOM_M, 0.0))
        return max(min(speed_mps, stopping_mps, p.fastest_ram_mps), p.slowest_ram_mps)


STATES, TRANSITIONS = transitions_of(PassingMachine)


class PassingDecider(Module[PassingDeciderParameters]):
    """Steps the state machine, and says which behaviours are active in its state and how fast they may go."""

    def start(self) -> None:
        """Nothing was decided yet."""
        self._machine: PassingMachine | None = None

    def cycle(
        self,
        now: CycleTime,
        odometry: Odometry,
        images: Annotated[Since[Sighting], under("ball")],
        ball: Annotated[ObjectBelief | None, under("ball")],
        target: Annotated[ObjectBelief | None, under("target")],
        plan: PassPlan | None,
        meeting: MeetingPlan | None,
    ) -> tuple[Intention, StateReport, Doubt | None]:
        """Move on in the machine and say what is wanted."""
        facts = _Facts(odometry.odometry_from_robot, images, ball, target, plan, meeting)
        machine = self._machine = self._machine or PassingMachine(self.parameters, facts)
        machine.time_s, machine.parameters, machine.facts = now.time_s, self.parameters, facts
        machine.look()
        machine.step()
        doubt = Doubt(time_s=now.time_s, about=machine.doubts) if machine.doubts else None
        return self._intention(machine), machine.current.described(now.time_s), doubt

    def _intention(self, machine: PassingMachine) -> Intention:
        p = self.parameters
        active, forward_mps, turn_radps = {
            "search": (("scan",), 0.0, p.hasty_scan_radps if machine.is_hasty else p.scan_radps),
            "watch": (("face",), 0.0, p.meet_turn_radps),
            "meet": (("meet",), p.meet_mps, p.meet_turn_radps),
            "wander": (("avoid", "forward", "wander"), 0.4, p.turn_radps),
            "navigate": (("avoid", "forward", "navigate"), p.travel_mps, p.turn_radps),
            "orient": (("face",), 0.0, p.turn_radps),
            "verify": ((), 0.0, 0.0),
            "ram": (("ram",), machine.push_mps, p.ram_turn_radps),
            "retreat": (("retreat",), p.retreat_mps, 0.0),
            "wait": (("face",), 0.0, p.scan_radps),
            "blind": ((), 0.0, 0.0),
        }[machine.state]
        return Intention(
            time_s=machine.time_s,
            state=machine.state,
            active=active,
            forward_limit_mps=forward_mps,
            turn_limit_radps=turn_radps,
            scan_direction=machine.scan_direction,
        )
