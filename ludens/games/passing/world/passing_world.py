"""One run's passing world. The truth it tells is for scoring only; robots get what their sensors deliver."""

import math
from dataclasses import dataclass, replace

from msgspec import structs

from ludens.games.passing.world.building import (
    PassingWorldOptions,
    Room,
    build_stage,
    draw_room,
    make_renderer,
)
from ludens.games.passing.world.layout import Point, draw_layout, may_walk
from ludens.geometry import Pose2
from ludens.messages import SceneDescription, ScenePoses
from ludens.robots.pioneer import PioneerNoise, load_noise
from ludens.sim.parts.ball import roll_ball
from ludens.sim.parts.model_spec import GROUP_FIRST_ROBOT
from ludens.sim.parts.person import FIGURE_HANDS_M, FIGURE_HEAD_M
from ludens.sim.parts.room import random_obstacle
from ludens.sim.person import BallPerson, PersonHabits
from ludens.sim.pioneer.robot import SimulatedPioneer
from ludens.sim.random_streams import RandomStreams
from ludens.sim.scene import SceneView
from ludens.sim.scenery.person import with_face
from ludens.sim.sensors.camera import mounted_camera
from ludens.sim.watch import ClosestWatch, TouchWatch
from ludens.sim.world import Physics

STEP_NS = 4_000_000
MOST_OBSTACLES = 4


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
    """A pen with everything in it. Implements `ludens.sim.world.World`."""

    def __init__(self, options: PassingWorldOptions, *, seed: int, noise: PioneerNoise) -> None:
        self.options = options
        self._names = ("",) if options.robots == 1 else ("alpha", "beta")
        self._bodies = tuple(name or "robot" for name in self._names)
        streams = RandomStreams(seed)
        room = draw_room(noise.domain, noise.light, ball_rolls=options.ball == "rolling", streams=streams)
        self.ball_deceleration_mps2 = room.ball_deceleration_mps2
        layout_chance = streams.stream("layout")
        count = options.obstacles if options.obstacles >= 0 else layout_chance.integers(MOST_OBSTACLES + 1)
        unplaced = [random_obstacle(0.0, 0.0, random=layout_chance) for _ in range(count)]
        self.layout = draw_layout(
            radii_m=tuple(obstacle.radius_m for obstacle in unplaced),
            robots=options.robots,
            ball=options.ball,
            deceleration_mps2=room.ball_deceleration_mps2,
            target_wall_m=options.target_wall_m,
            random=layout_chance,
        )
        places = zip(unplaced, self.layout.obstacles, strict=True)
        cameras = tuple(
            mounted_camera(noise=noise.camera, random=streams.stream(f"{body}/mounting"))
            for body in self._bodies
        )
        spec = build_stage(
            options,
            layout=self.layout,
            obstacles=tuple(replace(obstacle, x_m=disc.x_m, y_m=disc.y_m) for obstacle, disc in places),
            robots=self._bodies,
            cameras=cameras,
            room=room,
            texture=streams.stream("floor"),
        )
        self.physics = Physics(spec, step_ns=STEP_NS)
        self._renderer = make_renderer(self.physics, gloss=noise.light.gloss) if options.render else None
        self.robots = tuple(
            SimulatedPioneer(
                self.physics,
                name=name,
                body_name=body,
                group=GROUP_FIRST_ROBOT + number,
                noise=noise,
                streams=streams,
                mounted=cameras[number],
                renderer=self._renderer,
                depth=options.depth,
            )
            for number, (name, body) in enumerate(zip(self._names, self._bodies, strict=True))
        )
        model, data = self.physics.model, self.physics.data
        self._view = SceneView(model, data)
        self._touch_watch = TouchWatch(model, data, robots=self._bodies)
        self.physics.after_step.append(self._touch_watch.step)
        roll_ball(model, data, velocity_mps=self.layout.ball_velocity_mps)
        self._closest_watch = self._add_person(room, streams) if options.robots == 1 else None
        self.physics.refresh()

    # ------------------------------------------------------------------ for the driver

    @property
    def time_ns(self) -> int:
        """How much time has passed in this world."""
        return self.physics.time_ns

    def advance_to(self, time_ns: int) -> None:
        """Let time pass."""
        self.physics.advance_to(time_ns)

    def scene(self, time_ns: int) -> SceneDescription:
        """Return what is there, for onlookers."""
        scene = self._view.description(time_s=time_ns * 1e-9)
        return _with_face(scene) if self.options.person_figure else scene

    def scene_poses(self, time_ns: int) -> ScenePoses:
        """Return where it is now, for onlookers."""
        return self._view.poses(time_s=time_ns * 1e-9)

    def close(self) -> None:
        """Give the drawing context back."""
        if self._renderer is not None:
            self._renderer.close()

    # ------------------------------------------------------------------ for scoring

    def truth(self) -> PassingTruth:
        """Return where everything really is."""
        data = self.physics.data
        speed_x, speed_y = data.joint("ball").qvel[:2].tolist()
        return PassingTruth(
            time_s=self.time_ns * 1e-9,
            robots={
                name: self._robot_truth(body) for name, body in zip(self._names, self._bodies, strict=True)
            },
            ball=self._on_floor("ball"),
            ball_velocity_mps=(speed_x, speed_y),
            target=self._on_floor("target") if self.layout.target is not None else None,
        )

    def touches(self) -> frozenset[tuple[str, str]]:
        """Return every (robot, what) contact since the start.

        `what` is `wall`, `obstacle:0` …, `target`, `ball`, or the other robot's name.
        """
        names = dict(zip(self._bodies, self._names, strict=True))
        return frozenset((names[body], what) for body, what in self._touch_watch.touches)

    @property
    def ball_target_closest_m(self) -> float:
        """The smallest distance between the centres of ball and target since the last reset.

        Infinite where there is no target.
        """
        return math.inf if self._closest_watch is None else self._closest_watch.closest_m

    def reset_ball_target_closest(self) -> None:
        """Measure that distance anew from now on."""
        if self._closest_watch is not None:
            self._closest_watch.reset()

    def _on_floor(self, body: str) -> Point:
        x_m, y_m, _ = self.physics.data.body(body).xpos.tolist()
        return x_m, y_m

    def _robot_truth(self, body: str) -> RobotTruth:
        data = self.physics.data
        rotation = data.body(body).xmat
        yaw_rad = math.atan2(rotation[3], rotation[0])
        speeds = data.joint(body).qvel
        return RobotTruth(
            ground_from_robot=Pose2(*self._on_floor(body), yaw_rad),
            forward_mps=float(speeds[0] * math.cos(yaw_rad) + speeds[1] * math.sin(yaw_rad)),
            turn_radps=float(speeds[5]),
        )

    # ------------------------------------------------------------------ the person

    def _add_person(self, room: Room, streams: RandomStreams) -> ClosestWatch:
        """Bring the blue ball to life; return the watch over how near the green one comes."""
        physics, options = self.physics, self.options

        def free(start: Point, goal: Point) -> bool:
            ball, obstacles = self._on_floor("ball"), self.layout.obstacles
            return may_walk(start, goal, ball=ball, obstacles=obstacles, wall_m=options.target_wall_m)

        person = BallPerson(
            physics.model,
            physics.data,
            robot=self._bodies[0],
            habits=PersonHabits(
                walks=options.person == "walking",
                rolls_back=options.rolls_back or options.ball == "passed",
                ball_deceleration_mps2=room.ball_deceleration_mps2,
            ),
            may_walk=free,
            random=streams.stream("person"),
        )
        physics.before_step.append(person.step)
        watch = ClosestWatch(
            physics.data,
            first_body=int(physics.model.body("ball").id),
            second_body=int(physics.model.body("target").id),
        )
        physics.after_step.append(watch.step)
        return watch


def _with_face(scene: SceneDescription) -> SceneDescription:
    """Give the person a face, which only onlookers see."""
    entities = (
        with_face(entity, head_m=FIGURE_HEAD_M, hands_m=FIGURE_HANDS_M) if entity.name == "target" else entity
        for entity in scene.entities
    )
    return structs.replace(scene, entities=tuple(entities))
