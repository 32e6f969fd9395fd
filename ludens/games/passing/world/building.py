"""Building the scene of a passing world from parts, varied by seed as one room varies from another."""

from dataclasses import dataclass
from typing import Annotated, Literal

import numpy as np
from msgspec import Meta

from ludens.games.passing.world.layout import PEN_M, BallStart, StartLayout
from ludens.robots.pioneer import CAMERA
from ludens.robots.pioneer.noise import DomainVariation
from ludens.robots.sensor_noise import LightVariation
from ludens.sim.lighting.lamps import RoomLamps, add_lamps, draw_lamps
from ludens.sim.lighting.surface_light import SurfaceLight, level_surface
from ludens.sim.parts.ball import (
    PLATE_FRICTION,
    ROLLING_DECELERATION_MPS2,
    WALL_FRICTION,
    add_ball,
    let_ball_bounce,
)
from ludens.sim.parts.floor import FloorStyle, add_floor, random_floor
from ludens.sim.parts.model_spec import ModelSpec, empty_model_spec
from ludens.sim.parts.person import add_person
from ludens.sim.parts.pioneer import ORANGE, RED, PioneerLook, add_pioneer
from ludens.sim.parts.room import Obstacle, add_backdrop, add_obstacle, add_pen
from ludens.sim.random_streams import RandomStreams
from ludens.sim.rendering import Renderer
from ludens.sim.sensors.camera import MountedCamera
from ludens.sim.world import Physics

ROOM_HALF_M = 4.5
FLOOR_FRICTION = 0.8
TYRE_FRICTION = 0.9
KEEN_DECELERATION_MPS2 = 0.06
"""Of the hard ball that is used where it shall roll: it goes on for eight seconds from 0.5 m/s."""
ROOM_SCALE = 3.0
"""Of lamps beside the pen against those beside a table."""
ON_FLOOR_M = 0.003


@dataclass(frozen=True, slots=True, kw_only=True)
class PassingWorldOptions:
    """Options of a passing world."""

    obstacles: Annotated[int, Meta(ge=-1, le=4, description="How many; -1 draws 0 to 4 by seed.")] = -1
    ball: Annotated[
        BallStart,
        Meta(description="Rolling: at 0.2 to 0.5 m/s, anywhere; passed: to the robot, when that looks."),
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
        Annotated[float, Meta(ge=0.0, le=10.0)] | None,
        Meta(description="Camera latency; None leaves it to the noise file."),
    ] = None
    noise: Annotated[str, Meta(description="off, default, harsh, or the path of a TOML file.")] = "default"
    render: Annotated[bool, Meta(description="Draw camera images; without, robots have no camera.")] = True
    depth: Annotated[bool, Meta(description="Deliver a depth image with every camera image.")] = False

    @property
    def target_wall_m(self) -> float:
        """How far the blue ball keeps from walls: a figure needs room behind it."""
        return 0.6 if self.person_figure else 0.4


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """What differs from one room to the next."""

    lamps: RoomLamps
    tyre_friction: float
    ball_deceleration_mps2: float
    floor: FloorStyle


def draw_room(
    variation: DomainVariation, light: LightVariation, *, ball_rolls: bool, streams: RandomStreams
) -> Room:
    """Return a room of this seed; the plain one where nothing may vary."""
    draws = streams.stream("domain")
    level, grip, roll, shift_x, shift_y = draws.normal(0.0, 1.0, 5).tolist()
    deceleration = KEEN_DECELERATION_MPS2 if ball_rolls else ROLLING_DECELERATION_MPS2
    return Room(
        lamps=draw_lamps(
            light,
            above_m=(
                1.2 + variation.light_position_sigma_m * shift_x,
                -1.2 + variation.light_position_sigma_m * shift_y,
            ),
            level=_factor(variation.light_level_sigma * level),
            scale=ROOM_SCALE,
            random=streams.stream("lamps"),
        ),
        tyre_friction=TYRE_FRICTION * _factor(variation.floor_friction_sigma * grip),
        ball_deceleration_mps2=deceleration * _factor(variation.ball_friction_sigma * roll),
        floor=random_floor(draws) if variation.vary_floor else FloorStyle(),
    )


def _factor(deviation: float) -> float:
    """Return a factor about 1, never absurd."""
    return float(np.clip(1.0 + deviation, 0.5, 1.6))


def build_stage(
    options: PassingWorldOptions,
    *,
    layout: StartLayout,
    obstacles: tuple[Obstacle, ...],
    robots: tuple[str, ...],
    cameras: tuple[MountedCamera, ...],
    room: Room,
    texture: np.random.Generator,
) -> ModelSpec:
    """Put the parts together."""
    spec = empty_model_spec("passing")
    add_lamps(spec, room.lamps)
    add_floor(spec, half_m=ROOM_HALF_M, style=room.floor, friction=FLOOR_FRICTION, random=texture)
    add_backdrop(spec, half_m=ROOM_HALF_M)
    hard = list(add_pen(spec, size_m=PEN_M))
    hard += [add_obstacle(spec, number, obstacle) for number, obstacle in enumerate(obstacles)]
    ball = add_ball(
        spec, x_m=layout.ball[0], y_m=layout.ball[1], deceleration_mps2=room.ball_deceleration_mps2
    )
    if layout.target is not None:
        x_m, y_m = layout.target
        hard += add_person(spec, x_m=x_m, y_m=y_m, figure=options.person_figure)
    smooth: list[str] = []
    for number, name in enumerate(robots):
        smooth += add_pioneer(
            spec,
            name=name,
            number=number,
            ground_from_robot=layout.robots[number],
            robot_from_camera=cameras[number].robot_from_camera,
            camera=cameras[number].camera,
            tyre_friction=room.tyre_friction,
            look=PioneerLook(paint_rgba=(RED, ORANGE)[number], marker=len(robots) > 1),
        )
    let_ball_bounce(spec, ball=ball, off=hard, friction=WALL_FRICTION)
    let_ball_bounce(spec, ball=ball, off=smooth, friction=PLATE_FRICTION)
    return spec


def make_renderer(physics: Physics, *, gloss: float) -> Renderer:
    """Return what draws for all robots, with shadows on the floor and what it mirrors of lamps."""
    floor = level_surface((0.0, 0.0, 0.0), (0.5 * PEN_M, 0.5 * PEN_M), tolerance_m=ON_FLOOR_M)
    return Renderer(
        physics.model,
        physics.data,
        width_px=CAMERA.width_px,
        height_px=CAMERA.height_px,
        light=SurfaceLight(physics.model, physics.data, [floor], gloss=gloss),
    )
