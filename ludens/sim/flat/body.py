"""One NAO in the flat world: where it is, what it does, and what it believes about its own way."""

import math
from collections.abc import Iterator
from typing import Literal

import numpy as np

from ludens.geometry import Pose2
from ludens.geometry.angles import wrap
from ludens.messages import HeadRequest, KickRequest, WalkRequest
from ludens.messages.balance import FallDirection, FallState
from ludens.motion.arbiter.arbiter import MotionArbiterParameters
from ludens.motion.look_at import LookAtParameters
from ludens.motion.walk.speed import STILL, Speed
from ludens.motion.walk.step_kick import GENTLEST, StepKick, best_step_place_m
from ludens.robots.nao.kinematics.head import aim_camera, clipped_head
from ludens.robots.nao.places import HEAD_FROM_CAMERA
from ludens.sim.flat.block import DIVES, FlatBlock
from ludens.sim.flat.figures import FlatFigures
from ludens.sim.flat.gait import FlatGait
from ludens.sim.flat.kick import FlatKick

Point = tuple[float, float]
Eye = Literal["top", "bottom"]

LOOKING = LookAtParameters()
STEP_REACH_M, STEP_BESIDE_M = 0.05, 0.045
"""How far from its best place a ball may lie for a kick in walking."""
SWAY_HZ = 2.0
"""Two steps of 0.25 s."""
LYING_M = 0.1
"""Height of the torso of one that lies."""
DRAWN_TOGETHER = 256
MOST_TRIES = MotionArbiterParameters().tries
"""To get up."""


class FlatBody:
    """Kinematics of one robot. Its owner sets what is asked for, calls `step`, and reads what came of it.

    `struck` is set for one step to the way and the direction on the field of a ball that the foot has hit.
    """

    def __init__(
        self,
        start: Pose2,
        figures: FlatFigures,
        random: np.random.Generator,
        *,
        step_s: float,
        ball_radius_m: float,
    ) -> None:
        self._figures, self._step_s, self._ball_radius_m = figures, step_s, ball_radius_m
        self._normals = _normals(random)
        self._random = random
        self._gains = [1.0 + figures.gain_sigma * next(self._normals) for _ in range(3)]
        self._curve_rad_per_m = figures.curve_sigma_rad_per_m * next(self._normals)
        self._slip = 1.0 + figures.slip_sigma * next(self._normals)
        self._root_s = math.sqrt(step_s)
        self.gait = FlatGait(figures, step_s=step_s)
        self.walk = WalkRequest(time_s=0.0)
        self._walked, self._speed = self.walk, STILL  # the request of the last step, and its speed
        self.kick_request = KickRequest(time_s=0.0)
        self.motion = "walk"
        self.penalised = self.made_safe = False  # nothing moves
        self.odometry = Pose2.identity()
        self.way_m = self.turned_rad = 0.0  # of the odometry, for its covariance
        self.head_rad = (0.0, 0.0)
        self.head_radps = 0.0
        self._head_goal_rad = (0.0, 0.0)
        self._eye: Eye = "top"
        self.kick: FlatKick | None = None
        self.block: FlatBlock | None = None  # a keeper's dive that goes on
        self._blocked = ""  # the motion that was done: the same request is no second one
        self.pushed_mps: Point = (0.0, 0.0)  # by others, in this step
        self.struck: tuple[float, float] | None = None
        self.put(start)

    @property
    def pose(self) -> Pose2:
        """Of the torso's shadow on the field."""
        return Pose2(self.x_m, self.y_m, self.yaw_rad)

    @property
    def torso_height_m(self) -> float:
        """Over the floor: low when it has fallen, rising while it gets up."""
        stands_m = self._figures.torso_height_m
        if not self.lies:
            return stands_m
        begins_s = self._figures.falling_s
        share = (self._lies_s - begins_s) / max(self._stands_s - begins_s, 0.1)
        return LYING_M + min(max(share, 0.0), 1.0) * (stands_m - LYING_M)

    def put(self, pose: Pose2) -> None:
        """Lift it and put it down there, upright and still."""
        self.x_m, self.y_m, self.yaw_rad = pose.x_m, pose.y_m, pose.yaw_rad
        self.velocity_mps: Point = (0.0, 0.0)
        self.lies = False  # until it stands and may walk again
        self.fall: FallState = "upright"  # what its lean tells, which is upright before it stands firmly
        self.direction: FallDirection = "forward"
        self._sway_s, self._sway_m = 0.0, 0.0
        self.kick = self.block = None
        self.gait.halt()

    def topple(self, direction: FallDirection) -> None:
        """Fall, unless it lies already."""
        if not self.lies:
            self.lies, self.fall, self.direction = True, "falling", direction
            self.kick = None
            self.gait.halt()
            self.velocity_mps = (0.0, 0.0)
            self._lie_down(direction)

    def look(self, request: HeadRequest) -> None:
        """Aim the head at what shall be seen, with the camera that has less to nod for it."""
        if request.point_m is None:
            self._head_goal_rad = clipped_head(request.yaw_rad, request.pitch_rad)
            return
        x_m, y_m, z_m = request.point_m
        point = x_m, y_m, z_m - self._figures.torso_height_m
        aims = {eye: aim_camera(point, mount) for eye, mount in HEAD_FROM_CAMERA.items()}
        costs = {eye: aim.miss_rad + LOOKING.nod_cost * abs(aim.pitch_rad) for eye, aim in aims.items()}
        other: Eye = "bottom" if self._eye == "top" else "top"
        if request.camera != "either":
            self._eye = request.camera
        elif costs[other] < costs[self._eye] - LOOKING.switch_margin_rad:
            self._eye = other
        self._head_goal_rad = aims[self._eye].yaw_rad, aims[self._eye].pitch_rad

    def step(self, ball_m: Point) -> None:
        """Let one step of time pass; the ball is on the field."""
        self.struck = None
        if self.lies:
            self._lie()
            return
        if self.penalised or self.made_safe:
            self.gait.halt()
            self.kick = self.block = None
            self._move(STILL)
            return
        self._turn_head()
        if self.motion not in DIVES:
            self._blocked = ""
        elif self.motion != self._blocked:
            self._dive()
            return
        if self.motion == "kick" or self.kick is not None:
            self._kick_on(ball_m)
            return
        walk = self.walk
        if walk is not self._walked:
            self._walked = walk
            self._speed = Speed(walk.forward_mps, walk.left_mps, walk.turn_radps)
        asked = None
        if walk.kick != "none":
            asked = StepKick(walk.kick, walk.kick_with_left, walk.kick_strength)
        if self.gait.step(self._speed, asked):
            self._strike_in_step(ball_m)
        self._move(self.gait.speed)

    def chance(self, probability: float) -> bool:
        """Tell whether something of this probability happens."""
        return bool(self._random.random() < probability)

    def normal(self) -> float:
        """Return a number of chance."""
        return next(self._normals)

    def seen_from(self, place_m: Point) -> Point:
        """Return a place of the field before and left of the torso's shadow."""
        dx, dy = place_m[0] - self.x_m, place_m[1] - self.y_m
        cosine, sine = math.cos(self.yaw_rad), math.sin(self.yaw_rad)
        return cosine * dx + sine * dy, -sine * dx + cosine * dy

    def _turn_head(self) -> None:
        f, (yaw, pitch), (goal_yaw, goal_pitch) = self._figures, self.head_rad, self._head_goal_rad
        most_yaw, most_pitch = f.yaw_radps * self._step_s, f.pitch_radps * self._step_s
        turned = min(max(goal_yaw - yaw, -most_yaw), most_yaw)
        nodded = min(max(goal_pitch - pitch, -most_pitch), most_pitch)
        self.head_rad = yaw + turned, pitch + nodded
        self.head_radps = math.hypot(turned, nodded) / self._step_s

    def _kick_on(self, ball_m: Point) -> None:
        """Come to a stand, kick once, and stand until something else is wanted."""
        if self.kick is None:
            if not self.gait.stands:
                self.gait.step(STILL, None)
                self._move(self.gait.speed)
                return
            self.gait.halt()
            self.kick = FlatKick(self.kick_request, self._figures)
        kick = self.kick
        if self.motion != "kick":
            kick.break_off()
            if kick.finished:
                self.kick = None
                return
        if kick.step(self._step_s):
            hit = kick.struck(self.seen_from(ball_m), (self.normal(), self.normal()))
            if hit is not None:
                self.struck = hit[0], self.yaw_rad + hit[1]
            if self.chance(self._figures.kick_fall):
                self.topple("backward")
        self._move(STILL)

    def _dive(self) -> None:
        """Throw itself aside, once for each request."""
        self.block, self._blocked = FlatBlock(self.motion, self._figures), self.motion
        self.topple(DIVES[self.motion][0])

    def _strike_in_step(self, ball_m: Point) -> None:
        f, walk = self._figures, self.walk
        kind = "forward" if walk.kick == "none" else walk.kick
        x_m, y_m = self.seen_from(ball_m)
        best_x, best_y = best_step_place_m(
            kind, with_left=walk.kick_with_left, ball_radius_m=self._ball_radius_m
        )
        if abs(x_m - best_x) > STEP_REACH_M or abs(y_m - best_y) > STEP_BESIDE_M:
            return
        strength = GENTLEST + (1.0 - GENTLEST) * min(max(walk.kick_strength, 0.0), 1.0)
        way_m = strength * f.step_kick_m * max(1.0 + f.step_kick_sigma * self.normal(), 0.2)
        turn_rad = f.step_kick_sigma_rad * self.normal()
        if kind == "side":
            way_m, turn_rad = 0.33 * way_m, turn_rad + math.copysign(0.5 * math.pi, best_y)
        elif kind == "turn":
            way_m, turn_rad = 0.53 * way_m, turn_rad + math.copysign(math.radians(11.0), best_y)
        self.struck = way_m, self.yaw_rad + turn_rad

    def _move(self, speed: Speed) -> None:
        """Move by the speed of the legs and by pushes; odometry feels the legs only, and not quite."""
        f, step_s = self._figures, self._step_s
        forward = left = turn = 0.0
        if speed is not STILL or self.gait.phase == "step":
            gains = self._gains
            forward = gains[0] * speed.forward_mps * step_s + f.wander_m * self._root_s * self.normal()
            left = gains[1] * speed.left_mps * step_s + f.wander_m * self._root_s * self.normal()
            turn = gains[2] * speed.turn_radps * step_s + f.wander_rad * self._root_s * self.normal()
            turn += self._curve_rad_per_m * speed.forward_mps * step_s
            left += self._swayed()
            turned = turn + f.drift_rad * self._root_s * self.normal()
            self.odometry = self.odometry @ Pose2(self._slip * forward, self._slip * left, turned)
            self.way_m += math.hypot(forward, left)
            self.turned_rad += abs(turn)
        cosine, sine = math.cos(self.yaw_rad), math.sin(self.yaw_rad)
        dx, dy = cosine * forward - sine * left, sine * forward + cosine * left
        self.velocity_mps = dx / step_s, dy / step_s
        self.x_m += dx + self.pushed_mps[0] * step_s
        self.y_m += dy + self.pushed_mps[1] * step_s
        self.yaw_rad = wrap(self.yaw_rad + turn)
        self.pushed_mps = (0.0, 0.0)

    def _swayed(self) -> float:
        """Return how far the torso goes to the side in this step, over feet that take turns."""
        before_m = self._sway_m
        self._sway_s = self._sway_s + self._step_s if self.gait.phase == "step" else 0.0
        self._sway_m = self._figures.sway_m * math.sin(2.0 * math.pi * SWAY_HZ * self._sway_s)
        return self._sway_m - before_m

    def _lie(self) -> None:
        """Fall, lie, get up, and find oneself shifted and turned."""
        f = self._figures
        self._lies_s += self._step_s
        if self.block is not None:
            self.block.since_s += self._step_s
        if self._lies_s >= f.falling_s and self.fall == "falling":
            self.fall = "fallen"
        if self._lies_s >= self._upright_s and self.fall == "fallen":
            self.fall = "upright"
        if self._lies_s < self._stands_s:
            return
        self.lies = False
        turn_rad, shift_m = f.get_up_turn_rad * self.normal(), f.get_up_shift_m
        ahead_m, left_m = f.get_up_ahead_m[self._onto_back], 0.0
        if self.block is not None:
            side = DIVES[self.block.motion][1]
            ahead_m, left_m = f.dive_shift_m[0], side * f.dive_shift_m[1]
            turn_rad += side * f.dive_turn_rad
            self.block = None
        ahead_m += shift_m * self.normal()
        moved = self.pose @ Pose2(ahead_m, left_m + shift_m * self.normal(), turn_rad)
        self.x_m, self.y_m, self.yaw_rad = moved.x_m, moved.y_m, moved.yaw_rad
        slipped = Pose2(
            ahead_m + f.lying_slip_m * self.normal(),
            left_m + f.lying_slip_m * self.normal(),
            turn_rad + f.lying_drift_rad * self.normal(),
        )
        self.odometry = self.odometry @ slipped

    def _lie_down(self, direction: FallDirection) -> None:
        """Draw how long it will lie: some tries to get up fail, and each costs its whole time."""
        f = self._figures
        self._onto_back = 0 if direction == "forward" else 1
        once_s, rate = f.get_up_s[self._onto_back]
        tries = 1
        while tries < MOST_TRIES and not self.chance(rate):
            tries += 1
        last_s = f.falling_s + (tries - 1) * once_s
        if self.block is not None:
            last_s += f.dive_roll_s
        self._upright_s = last_s + f.upright_share[self._onto_back] * once_s
        self._stands_s = last_s + once_s + f.get_up_sigma_s * self.normal()
        self._lies_s = 0.0


def _normals(random: np.random.Generator) -> Iterator[float]:
    """Yield numbers of a normal distribution, drawn many at once, since drawing one costs as much."""
    while True:
        yield from random.standard_normal(DRAWN_TOGETHER).tolist()
