"""A bare hall with one Pioneer, at a place and with noise of the test's choice."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

from ludens.geometry import Pose2
from ludens.messages import BaseVelocityCommand, Message
from ludens.robots.pioneer import CAMERA, PioneerNoise, load_noise
from ludens.sim.lighting.lamps import RoomLamps, add_lamps
from ludens.sim.parts.ball import PLATE_FRICTION, WALL_FRICTION, add_ball, let_ball_bounce
from ludens.sim.parts.floor import FloorStyle, add_floor
from ludens.sim.parts.model_spec import GROUP_FIRST_ROBOT, empty_model_spec
from ludens.sim.parts.person import add_person
from ludens.sim.parts.pioneer import PioneerLook, add_pioneer
from ludens.sim.parts.room import Obstacle, add_backdrop, add_obstacle, add_pen
from ludens.sim.pioneer.robot import SimulatedPioneer
from ludens.sim.random_streams import RandomStreams
from ludens.sim.rendering import Renderer
from ludens.sim.sensors.camera import MountedCamera, mounted_camera
from ludens.sim.world import Physics

STEP_NS = 2_000_000
BODY_NS = 20_000_000


@dataclass
class Hall:
    """What a test needs to hold: the physics, the robot and the real camera."""

    physics: Physics
    robot: SimulatedPioneer
    mounted: MountedCamera
    renderer: Renderer
    readings: list[Message] = field(default_factory=list)

    def run(
        self, seconds: float, *, forward_mps: float = 0.0, turn_radps: float = 0.0, command: bool = True
    ) -> None:
        """Drive for a while, commanded and measured at 50 Hz."""
        body = self.robot.sources[0]
        for _ in range(round(seconds * 1e9) // BODY_NS):
            now_ns = self.physics.time_ns
            if command:
                order = BaseVelocityCommand(
                    time_s=now_ns * 1e-9, forward_mps=forward_mps, turn_radps=turn_radps
                )
                self.robot.command(order, time_ns=now_ns)
            self.physics.advance_to(now_ns + BODY_NS)
            self.readings += body.capture(self.physics.time_ns)

    def all_of(self, kind: type[Any]) -> list[Any]:
        return [reading for reading in self.readings if isinstance(reading, kind)]

    def pose(self) -> Pose2:
        data = self.physics.data
        rotation = data.body("robot").xmat
        x_m, y_m, _ = data.body("robot").xpos.tolist()
        return Pose2(x_m, y_m, float(np.arctan2(rotation[3], rotation[0])))

    def ball(self) -> tuple[float, float]:
        x_m, y_m, _ = self.physics.data.body("ball").xpos.tolist()
        return x_m, y_m

    def ball_speed(self) -> tuple[float, float]:
        speed_x, speed_y = self.physics.data.joint("ball").qvel[:2].tolist()
        return speed_x, speed_y


@pytest.fixture
def make_hall() -> Iterator[Callable[..., Hall]]:
    """Return the builder of halls; what they draw with is given back at the end."""
    halls: list[Hall] = []

    def build(
        *,
        robot: Pose2 = Pose2(0.0, 0.0, 0.0),
        noise: PioneerNoise | str = "off",
        seed: int = 1,
        size_m: float = 6.0,
        ball: tuple[float, float] | None = None,
        target: tuple[float, float] | None = None,
        obstacles: tuple[Obstacle, ...] = (),
        depth: bool = False,
    ) -> Hall:
        figures = load_noise(noise) if isinstance(noise, str) else noise
        streams = RandomStreams(seed)
        spec = empty_model_spec("hall")
        add_lamps(spec, RoomLamps())
        add_floor(spec, half_m=4.5, style=FloorStyle(), friction=0.8, random=streams.stream("floor"))
        add_backdrop(spec, half_m=4.5)
        hard = [*add_pen(spec, size_m=size_m)]
        hard += [add_obstacle(spec, number, obstacle) for number, obstacle in enumerate(obstacles)]
        if target is not None:
            hard += add_person(spec, x_m=target[0], y_m=target[1], figure=False)
        mounted = mounted_camera(noise=figures.camera, random=streams.stream("mounting"))
        strikers = add_pioneer(
            spec,
            name="robot",
            number=0,
            ground_from_robot=robot,
            robot_from_camera=mounted.robot_from_camera,
            camera=mounted.camera,
            tyre_friction=0.9,
            look=PioneerLook(),
        )
        if ball is not None:
            add_ball(spec, x_m=ball[0], y_m=ball[1])
            let_ball_bounce(spec, ball="ball", off=hard, friction=WALL_FRICTION)
            let_ball_bounce(spec, ball="ball", off=strikers, friction=PLATE_FRICTION)
        physics = Physics(spec, step_ns=STEP_NS)
        renderer = Renderer(physics.model, physics.data, width_px=CAMERA.width_px, height_px=CAMERA.height_px)
        pioneer = SimulatedPioneer(
            physics,
            name="",
            body_name="robot",
            group=GROUP_FIRST_ROBOT,
            noise=figures,
            streams=streams,
            mounted=mounted,
            renderer=renderer,
            depth=depth,
        )
        halls.append(Hall(physics, pioneer, mounted, renderer))
        return halls[-1]

    yield build
    for hall in halls:
        hall.renderer.close()
