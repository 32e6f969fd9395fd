"""The passing world: a 6×6 m pen with a ball, a person or a fellow robot to pass to, and obstacles.

`make_world` draws a fair start (the rules stand in `layout.py`) and builds it from the parts of `ludens.sim`. The
truth that a `PassingWorld` tells is for scoring only; robots get what their sensors deliver.
"""

import math
from dataclasses import dataclass, replace
from typing import Annotated, Literal

import numpy as np
from msgspec import Meta

from ludens.games.passing.layout import PEN_M, Layout, Point, draw_layout, may_walk
from ludens.geometry import Pose2
from ludens.messages import SceneDescription, ScenePoses
from ludens.robots.pioneer import CAMERA, PioneerNoise, load_noise
from ludens.sim.chance import Chance
from ludens.sim.parts.ball import (
    BALL_RADIUS_M,
    PLATE_FRICTION,
    ROLLING_DECELERATION_MPS2,
    WALL_FRICTION,
    add_ball,
    let_ball_bounce,
    roll_ball,
)
from ludens.sim.parts.floor import FloorStyle, add_floor, random_floor
from ludens.sim.parts.light import add_lights
from ludens.sim.parts.obstacles import Obstacle, add_obstacle, random_obstacle
from ludens.sim.parts.person import TARGET_RADIUS_M, add_person
from ludens.sim.parts.pioneer import ORANGE, RED, PioneerLook, add_pioneer
from ludens.sim.parts.room import add_backdrop, add_pen
from ludens.sim.parts.stage import GROUP_FIRST_ROBOT, Stage, empty_stage
from ludens.sim.person import Person, PersonHabits
from ludens.sim.pioneer import SimulatedPioneer
from ludens.sim.rendering import Painter
from ludens.sim.scene import SceneView
from ludens.sim.sensors.camera import MountedCamera, mounted_camera
from ludens.sim.shadows import Shadow, ShadowPainter
from ludens.sim.watch import ClosestWatch, TouchWatch
from ludens.sim.world import Physics

STEP_NS = 2_000_000
ROOM_HALF_M = 4.5
TYRE_FRICTION = 0.9
KEEN_DECELERATION_MPS2 = 0.06
"""Of the hard ball that is used where it shall roll: it goes on for eight seconds from 0.5 m/s."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PassingWorldOptions:
    """What kind of world; chance does the rest."""

    obstacles: Annotated[int, Meta(ge=-1, le=4, description="How many; -1 draws 0 to 4 by seed.")] = -1
    ball: Annotated[
        Literal["still", "rolling"],
        Meta(description="Whether the ball rolls at the start, at 0.2 to 0.5 m/s."),
    ] = "still"
    person: Annotated[Literal["still", "walking"], Meta(description="Whether the person walks about.")] = (
        "still"
    )
    person_figure: Annotated[bool, Meta(description="Show a human figure behind the blue ball.")] = False
    rolls_back: Annotated[bool, Meta(description="The person rolls the ball back when it has come.")] = False
    robots: Annotated[
        int, Meta(ge=1, le=2, description="Two robots, alpha and beta, pass to each other; no person.")
    ] = 1
    latency_s: Annotated[
        float | None, Meta(ge=0.0, le=10.0, description="Camera latency; None leaves it to the noise file.")
    ] = None
    noise: Annotated[str, Meta(description="off, default, harsh, or the path of a TOML file.")] = "default"
    render: Annotated[bool, Meta(description="Draw camera images; without, robots have no camera.")] = True
    depth: Annotated[bool, Meta(description="Deliver a depth image with every camera image.")] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RobotTruth:
    """Where a robot is and how it moves, in its own frame."""

    ground_from_robot: Pose2
    forward_mps: float
    turn_radps: float


@dataclass(frozen=True, slots=True, kw_only=True)
class PassingTruth:
    """Everything that matters for scoring, on the floor of the pen; the origin is its middle."""

    time_s: float
    robots: dict[str, RobotTruth]
    ball: Point
    ball_velocity_mps: Point
    target: Point | None  # none where two robots pass to each other


def make_world(options: PassingWorldOptions, seed: int) -> "PassingWorld":
    """Return the world that these options and this seed describe; the same ones give the same world."""
    noise = load_noise(options.noise)
    if options.latency_s is not None:
        noise = replace(noise, camera=replace(noise.camera, latency_s=options.latency_s))
    return PassingWorld(options, seed=seed, noise=noise)


class PassingWorld:
    """One run's world. Implements `ludens.sim.world.World`."""

    def __init__(self, options: PassingWorldOptions, *, seed: int, noise: PioneerNoise) -> None:
        self.options = options
        chance = Chance(seed)
        domain = chance.stream("domain")
        self._names = ("",) if options.robots == 1 else ("alpha", "beta")
        self._bodies = tuple(name or "robot" for name in self._names)
        deceleration = ROLLING_DECELERATION_MPS2 if options.ball == "still" else KEEN_DECELERATION_MPS2
        deceleration *= _factor(noise.domain.ball_friction_sigma, domain)
        layout_chance = chance.stream("layout")
        count = options.obstacles if options.obstacles >= 0 else int(layout_chance.integers(5))
        things = [random_obstacle(0.0, 0.0, chance=layout_chance) for _ in range(count)]
        self.layout = draw_layout(
            radii_m=tuple(thing.radius_m for thing in things),
            robots=options.robots,
            rolling=options.ball == "rolling",
            deceleration_mps2=deceleration,
            target_wall_m=self._target_wall_m,
            chance=layout_chance,
        )
        things = [
            replace(thing, x_m=disc.x_m, y_m=disc.y_m)
            for thing, disc in zip(things, self.layout.obstacles, strict=True)
        ]
        cameras = [
            mounted_camera(noise=noise.camera, chance=chance.stream(f"{body}/mounting"))
            for body in self._bodies
        ]
        stage = self._build(things, cameras, deceleration, noise, domain, chance.stream("floor"))
        self._physics = Physics(stage, step_ns=STEP_NS)
        model = self._physics.model
        self._painter = self._make_painter() if options.render else None
        self.robots = tuple(
            SimulatedPioneer(
                self._physics,
                name=name,
                body_name=body,
                group=GROUP_FIRST_ROBOT + number,
                noise=noise,
                chance=chance,
                mounted=cameras[number],
                painter=self._painter,
                depth=options.depth,
            )
            for number, (name, body) in enumerate(zip(self._names, self._bodies, strict=True))
        )
        self._view = SceneView(model, self._physics.data)
        self._touch_watch = TouchWatch(model, self._physics.data, robots=self._bodies)
        self._physics.after_step.append(self._touch_watch.step)
        roll_ball(model, self._physics.data, velocity_mps=self.layout.ball_velocity_mps)
        if options.robots == 1:
            self._add_person(deceleration, chance.stream("person"))
        self._physics.refresh()

    # ------------------------------------------------------------------ for the driver

    @property
    def time_ns(self) -> int:
        """How much time has passed in this world."""
        return self._physics.time_ns

    def advance_to(self, time_ns: int) -> None:
        """Let time pass."""
        self._physics.advance_to(time_ns)

    def scene(self, time_ns: int) -> SceneDescription:
        """Return what is there, for onlookers."""
        return self._view.description(time_s=time_ns * 1e-9)

    def scene_poses(self, time_ns: int) -> ScenePoses:
        """Return where it is now, for onlookers."""
        return self._view.poses(time_s=time_ns * 1e-9)

    def close(self) -> None:
        """Give the drawing context back."""
        if self._painter is not None:
            self._painter.close()

    # ------------------------------------------------------------------ for scoring

    def truth(self) -> PassingTruth:
        """Return where everything really is."""
        data = self._physics.data
        ball_x, ball_y, _ = data.body("ball").xpos.tolist()
        speed_x, speed_y = data.joint("ball").qvel[:2].tolist()
        return PassingTruth(
            time_s=self.time_ns * 1e-9,
            robots={
                name: self._robot_truth(body) for name, body in zip(self._names, self._bodies, strict=True)
            },
            ball=(ball_x, ball_y),
            ball_velocity_mps=(speed_x, speed_y),
            target=None if self.options.robots > 1 else tuple(data.body("target").xpos[:2].tolist()),
        )

    def touches(self) -> frozenset[tuple[str, str]]:
        """Return every (robot, what) contact since the start.

        `what` is `wall`, `obstacle:0` …, `target`, `ball`, or the other robot's name.
        """
        names = dict(zip(self._bodies, self._names, strict=True))
        return frozenset((names[body], what) for body, what in self._touch_watch.touches)

    @property
    def ball_target_closest_m(self) -> float:
        """The smallest distance between the centres of ball and target since the last reset; infinite without a target."""
        return self._closest_watch.closest_m if self.options.robots == 1 else math.inf

    def reset_ball_target_closest(self) -> None:
        """Measure that distance anew from now on."""
        if self.options.robots == 1:
            self._closest_watch.reset()

    def _robot_truth(self, body: str) -> RobotTruth:
        data = self._physics.data
        x_m, y_m, _ = data.body(body).xpos.tolist()
        rotation = data.body(body).xmat
        yaw_rad = math.atan2(rotation[3], rotation[0])
        speeds = data.joint(body).qvel
        return RobotTruth(
            ground_from_robot=Pose2(x_m, y_m, yaw_rad),
            forward_mps=float(speeds[0] * math.cos(yaw_rad) + speeds[1] * math.sin(yaw_rad)),
            turn_radps=float(speeds[5]),
        )

    # ------------------------------------------------------------------ building

    @property
    def _target_wall_m(self) -> float:
        return 0.6 if self.options.person_figure else 0.4

    def _build(
        self,
        things: list[Obstacle],
        cameras: list[MountedCamera],
        deceleration: float,
        noise: PioneerNoise,
        domain: np.random.Generator,
        floor: np.random.Generator,
    ) -> Stage:
        """Put the parts together; what varies by seed comes from `domain`."""
        variation, layout = noise.domain, self.layout
        stage = empty_stage("passing")
        level = _factor(variation.light_level_sigma, domain)
        shift_x, shift_y = (domain.normal(0.0, 1.0, 2) * variation.light_position_sigma_m).tolist()
        grip = TYRE_FRICTION * _factor(variation.floor_friction_sigma, domain)
        style = random_floor(floor) if variation.vary_floor else FloorStyle()
        add_lights(stage, x_m=1.2 + shift_x, y_m=-1.2 + shift_y, level=level)
        add_floor(stage, half_m=ROOM_HALF_M, style=style, friction=0.8, chance=floor)
        add_backdrop(stage, half_m=ROOM_HALF_M)
        hard = [
            *add_pen(stage, size_m=PEN_M),
            *(add_obstacle(stage, i, thing) for i, thing in enumerate(things)),
        ]
        ball = add_ball(stage, x_m=layout.ball[0], y_m=layout.ball[1], deceleration_mps2=deceleration)
        if layout.target is not None:
            x_m, y_m = layout.target
            hard += add_person(stage, x_m=x_m, y_m=y_m, figure=self.options.person_figure)
        smooth: list[str] = []
        for number, body in enumerate(self._bodies):
            smooth += add_pioneer(
                stage,
                name=body,
                number=number,
                ground_from_robot=layout.robots[number],
                robot_from_camera=cameras[number].robot_from_camera,
                camera=cameras[number].camera,
                tyre_friction=grip,
                look=PioneerLook(paint_rgba=(RED, ORANGE)[number], marker=self.options.robots > 1),
            )
        let_ball_bounce(stage, ball=ball, off=hard, friction=WALL_FRICTION)
        let_ball_bounce(stage, ball=ball, off=smooth, friction=PLATE_FRICTION)
        return stage

    def _make_painter(self) -> Painter:
        """Return what draws for all robots, with soft shadows under balls and fellow robots."""
        model, data = self._physics.model, self._physics.data
        throwers = {"ball": BALL_RADIUS_M}
        if self.options.robots == 1:
            throwers["target"] = TARGET_RADIUS_M
        else:
            throwers |= dict.fromkeys(self._bodies, 0.25)
        shadows = tuple(
            Shadow(radius_m=radius_m, height_m=min(radius_m, 0.1), body=int(model.body(name).id))
            for name, radius_m in throwers.items()
        )
        painter = ShadowPainter(data, shadows, lamp_direction=tuple(model.light_dir[0].tolist()))
        return Painter(model, data, width_px=CAMERA.width_px, height_px=CAMERA.height_px, shadows=painter)

    def _add_person(self, deceleration: float, chance: np.random.Generator) -> None:
        """Bring the blue ball to life and watch how near the green one comes."""
        physics, obstacles = self._physics, self.layout.obstacles

        def free(start: Point, goal: Point) -> bool:
            return may_walk(
                start, goal, ball=self.truth().ball, obstacles=obstacles, wall_m=self._target_wall_m
            )

        person = Person(
            physics.model,
            physics.data,
            robot=self._bodies[0],
            ball_radius_m=BALL_RADIUS_M,
            habits=PersonHabits(
                walks=self.options.person == "walking",
                rolls_back=self.options.rolls_back,
                ball_deceleration_mps2=deceleration,
            ),
            may_walk=free,
            chance=chance,
        )
        physics.before_step.append(person.step)
        self._closest_watch = ClosestWatch(
            physics.data,
            first_body=int(physics.model.body("ball").id),
            second_body=int(physics.model.body("target").id),
        )
        physics.after_step.append(self._closest_watch.step)


def _factor(sigma: float, chance: np.random.Generator) -> float:
    """Return a factor about 1, never absurd."""
    return float(np.clip(1.0 + sigma * chance.normal(), 0.5, 1.6))
