"""Decides what to do: the state machine of a robot that passes a ball back.

    search → navigate → orient → verify → ram → retreat → search

The paper's five states, and four that experience added: `retreat` backs off after a push and watches the
ball, `wander` looks from elsewhere when something is hidden, `wait` leaves the ball to the person who has it,
`blind` stands still while the camera is silent.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated

from ludens.core.contract.declaration import Since, under
from ludens.core.contract.module import CycleTime, Module
from ludens.games.passing.decide.parameters import PassingDeciderParameters
from ludens.geometry import Pose2
from ludens.geometry.angles import difference
from ludens.messages import Doubt, Intention, ObjectBelief, Odometry, PassPlan, Sighting, StateReport
from ludens.robots.pioneer import BODY

STATES = ("search", "wander", "navigate", "orient", "verify", "ram", "retreat", "wait", "blind")
TRANSITIONS = (
    ("search", "navigate"),
    ("search", "wander"),
    ("wander", "search"),
    ("navigate", "orient"),
    ("navigate", "search"),
    ("orient", "verify"),
    ("orient", "search"),
    ("verify", "ram"),
    ("verify", "orient"),
    ("verify", "navigate"),
    ("verify", "search"),
    ("ram", "retreat"),
    ("retreat", "search"),
    ("search", "wait"),
    ("wait", "search"),
    ("blind", "search"),
    *((state, "blind") for state in STATES if state != "blind"),
)

CONTACT_M = BODY.front_x_m + 0.11  # from the robot's origin to the centre of a ball it touches
SHORTEST_FOLLOW_M = 0.05  # the ball may be a little farther away than believed
FOLLOW_FROM_M = 1.2  # passes longer than this leave room to follow the ball
BRAKING_MPS2 = 0.8
BRAKING_ROOM_M = 0.2  # kept between the robot at rest and the target


@dataclass(frozen=True, slots=True)
class _Facts:
    """What the machine looks at in one cycle."""

    time_s: float
    pose: Pose2
    ball: ObjectBelief | None
    target: ObjectBelief | None
    plan: PassPlan | None


class PassingDecider(Module[PassingDeciderParameters]):
    """Chooses the state, and with it the active behaviours and their limits."""

    def start(self) -> None:
        """Begin by looking round."""
        self._state = "search"
        self._since_s = 0.0
        self._reason = "the run begins"
        self._image_s = 0.0
        self._turned_rad = 0.0
        self._yaw_rad: float | None = None
        self._entry = Pose2.identity()
        self._ram_travel_m = 0.0
        self._ram_mps = 0.0
        self._looks = 0
        self._scan = 1
        self._doubts: list[str] = []

    def cycle(
        self,
        now: CycleTime,
        odometry: Odometry,
        images: Annotated[Since[Sighting], under("ball")],
        ball: Annotated[ObjectBelief | None, under("ball")],
        target: Annotated[ObjectBelief | None, under("target")],
        plan: PassPlan | None,
    ) -> tuple[Intention, StateReport, Doubt | None]:
        """Move on in the machine and say what is wanted."""
        facts = _Facts(now.time_s, odometry.odometry_from_robot, ball, target, plan)
        self._doubts.clear()
        self._look(images, facts)
        if facts.time_s - self._image_s > self.parameters.blind_s and self._state != "blind":
            self._enter("blind", "the camera is silent", facts)
        steps: dict[str, Callable[[_Facts], None]] = {
            "search": self._search,
            "wander": self._wander,
            "navigate": self._navigate,
            "orient": self._orient,
            "verify": self._verify,
            "ram": self._ram,
            "retreat": self._retreat,
            "wait": self._wait,
            "blind": self._blind,
        }
        steps[self._state](facts)
        doubt = Doubt(time_s=now.time_s, about=tuple(self._doubts)) if self._doubts else None
        return self._intention(facts), self._report(facts), doubt

    def _look(self, images: tuple[Sighting, ...], facts: _Facts) -> None:
        for image in images:
            self._image_s = facts.time_s
            if image.time_s > self._since_s and image.found is not None:
                self._looks += 1
        yaw_rad = facts.pose.yaw_rad
        if self._yaw_rad is not None:
            self._turned_rad += abs(difference(yaw_rad, self._yaw_rad))
        self._yaw_rad = yaw_rad

    def _enter(self, state: str, reason: str, facts: _Facts, *, doubt: tuple[str, ...] = ()) -> None:
        self._state, self._since_s, self._reason = state, facts.time_s, reason
        self._entry = facts.pose
        self._turned_rad = 0.0
        self._looks = 0
        self._doubts[:] = doubt

    def _known(self, belief: ObjectBelief | None, facts: _Facts) -> bool:
        if belief is None or belief.sightings < self.parameters.known_looks:
            return False
        if facts.time_s - belief.seen_s > self.parameters.known_s:
            return False
        across_m = math.sqrt(belief.bearing_variance_rad2) * belief.range_m
        # Far away less will do: on the way there it is seen again.
        enough_m = self.parameters.known_sigma_m * max(1.0, 0.4 * belief.range_m)
        return max(math.sqrt(belief.range_variance_m2), across_m) < enough_m

    def _search(self, facts: _Facts) -> None:
        if self._known(facts.ball, facts) and self._known(facts.target, facts) and facts.plan is not None:
            if self._theirs(facts.plan, facts.ball):
                self._enter("wait", "the ball is the other's", facts)
            else:
                self._enter("navigate", "ball and target are known", facts)
        elif self._turned_rad > 2.0 * math.pi + 0.3:
            self._enter("wander", "a full turn did not show both", facts)
            self._scan = -self._scan

    def _theirs(self, plan: PassPlan, ball: ObjectBelief | None, *, margin_m: float = 0.0) -> bool:
        """Whether the ball is with the target, or nearer to it where the target plays too."""
        if plan.pass_m < self.parameters.delivered_m + margin_m:
            return True
        return (
            self.parameters.shares_ball and ball is not None and plan.pass_m < ball.range_m - 0.3 + margin_m
        )

    def _wander(self, facts: _Facts) -> None:
        both = self._known(facts.ball, facts) and self._known(facts.target, facts)
        if both or facts.time_s - self._since_s > self.parameters.wander_s:
            self._enter("search", "time to look round again", facts)

    def _navigate(self, facts: _Facts) -> None:
        plan = facts.plan
        if plan is None:
            self._enter("search", "ball or target is lost", facts)
        elif self._theirs(plan, facts.ball):
            self._enter("search", "the ball is the other's", facts)
        elif facts.time_s - self._since_s > self.parameters.navigate_timeout_s:
            self._enter("search", "the stage was not reached in time", facts, doubt=("ball", "target"))
        elif self._arrived(plan):
            self._enter("orient", "the stage is reached", facts)

    def _arrived(self, plan: PassPlan) -> bool:
        # A little stricter than what `verify` accepts, or the two would send the robot to and fro.
        on_line = abs(plan.offset_m) < 0.7 * self.parameters.beside_m
        return on_line and math.hypot(*plan.stage_m) < self.parameters.arrived_m

    def _orient(self, facts: _Facts) -> None:
        if facts.plan is None or facts.ball is None:
            self._enter("search", "ball or target is lost", facts)
        elif abs(facts.ball.bearing_rad) < self.parameters.facing_rad:
            self._enter("verify", "the robot faces the ball", facts)
        elif facts.time_s - self._since_s > self.parameters.orient_timeout_s:
            self._enter("search", "the ball could not be faced", facts, doubt=("ball",))

    def _verify(self, facts: _Facts) -> None:
        if facts.plan is None or facts.ball is None:
            self._enter("search", "ball or target is lost", facts, doubt=("ball",))
        elif self._looks >= self.parameters.looks:
            self._judge(facts, facts.plan, facts.ball)
        elif facts.time_s - self._since_s > self.parameters.verify_timeout_s:
            self._enter("search", "the ball is not where it was expected", facts, doubt=("ball",))

    def _judge(self, facts: _Facts, plan: PassPlan, ball: ObjectBelief) -> None:
        if abs(ball.bearing_rad) > 2.0 * self.parameters.facing_rad:
            self._enter("orient", "the ball is off the axis", facts)
        elif abs(plan.offset_m) > self.parameters.beside_m or plan.before_m < 0.6:
            self._enter("navigate", "the robot stands beside the line", facts)
        else:
            follow_m = min(max(plan.pass_m - FOLLOW_FROM_M, SHORTEST_FOLLOW_M), self.parameters.follow_m)
            self._ram_travel_m = max(plan.before_m - CONTACT_M, 0.2) + follow_m
            self._ram_mps = self._push_speed(plan)
            self._enter("ram", f"lined up within {abs(plan.offset_m) * 100:.0f} cm", facts)

    def _push_speed(self, plan: PassPlan) -> float:
        p = self.parameters
        roll_m = plan.pass_m + p.overshoot_m
        speed_mps = math.sqrt(2.0 * p.ball_deceleration_mps2 * roll_m) / p.push_gain
        # The robot must come to rest before the target, also when that is near.
        stopping_mps = math.sqrt(2.0 * BRAKING_MPS2 * max(plan.pass_m - BRAKING_ROOM_M, 0.0))
        return max(min(speed_mps, stopping_mps, p.fastest_ram_mps), p.slowest_ram_mps)

    def _ram(self, facts: _Facts) -> None:
        travelled_m = math.hypot(facts.pose.x_m - self._entry.x_m, facts.pose.y_m - self._entry.y_m)
        if travelled_m > self._ram_travel_m:
            self._enter("retreat", "the ball is pushed", facts, doubt=("ball", "target"))
        elif facts.time_s - self._since_s > self.parameters.ram_timeout_s:
            self._enter("retreat", "the push took too long", facts, doubt=("ball", "target"))

    def _retreat(self, facts: _Facts) -> None:
        back_m = -(self._entry.inverse() @ facts.pose).x_m
        if back_m > self.parameters.retreat_m or facts.time_s - self._since_s > 4.0:
            self._enter("search", "look where the ball went", facts)

    def _wait(self, facts: _Facts) -> None:
        plan = facts.plan
        if plan is None:
            self._enter("search", "ball or target is lost", facts)
        elif not self._theirs(plan, facts.ball, margin_m=0.15):
            self._enter("search", "the ball comes back", facts)

    def _blind(self, facts: _Facts) -> None:
        if facts.time_s - self._image_s < self.parameters.blind_s:
            self._enter("search", "the camera sees again", facts)

    def _intention(self, facts: _Facts) -> Intention:
        p = self.parameters
        active, forward_mps, turn_radps = {
            "search": (("scan",), 0.0, p.scan_radps),
            "wander": (("avoid", "forward", "wander"), 0.4, p.turn_radps),
            "navigate": (("avoid", "forward", "navigate"), p.travel_mps, p.turn_radps),
            "orient": (("face",), 0.0, p.turn_radps),
            "verify": ((), 0.0, 0.0),
            "ram": (("ram",), self._ram_mps, p.ram_turn_radps),
            "retreat": (("retreat",), p.retreat_mps, 0.0),
            "wait": (("face",), 0.0, p.scan_radps),
            "blind": ((), 0.0, 0.0),
        }[self._state]
        return Intention(
            time_s=facts.time_s,
            state=self._state,
            active=active,
            forward_limit_mps=forward_mps,
            turn_limit_radps=turn_radps,
            scan_direction=self._scan,
        )

    def _report(self, facts: _Facts) -> StateReport:
        return StateReport(
            time_s=facts.time_s,
            state=self._state,
            since_s=self._since_s,
            reason=self._reason,
            states=STATES,
            transitions=TRANSITIONS,
        )
