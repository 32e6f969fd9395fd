"""The field in physics: robots, the ball and the hall, and hands that may lift any of them."""

import math
from dataclasses import dataclass, replace
from pathlib import Path

import mujoco
import numpy as np

from ludens.games.soccer.world.dummy_touches import DummyTouches
from ludens.games.soccer.world.field_scene import on_turf
from ludens.geometry import Pose2, Transform3
from ludens.geometry.soccer_field import FIELD_2019, SoccerField
from ludens.messages import SceneDescription, ScenePoses
from ludens.robots.nao.kinematics import Posture, ground_from_torso
from ludens.robots.nao.kinematics.stance import stance
from ludens.robots.nao.noise import load_noise
from ludens.robots.nao.places import CAMERA
from ludens.robots.sensor_noise import LightVariation
from ludens.sim.light_switch import LightSwitch
from ludens.sim.lighting.lamps import LAMP_M, RoomLamps, add_lamps, draw_lamps
from ludens.sim.lighting.surface_light import SurfaceLight, level_surface
from ludens.sim.nao.ball import SimulatedBall, add_ball_for
from ludens.sim.nao.carrying import SHORTEST_S, Carriers
from ludens.sim.nao.group import NaoGroup, NaoStart, at_rate, names_of
from ludens.sim.nao.shove import Shoves
from ludens.sim.parts.model_spec import empty_model_spec
from ludens.sim.parts.nao import NaoLook
from ludens.sim.parts.soccer_field import (
    TURF_FRICTION,
    add_bare_turf,
    add_dummies,
    add_goals,
    add_hall,
    add_turf,
    ball_of,
    random_turf,
)
from ludens.sim.random_streams import RandomStreams
from ludens.sim.rendering import Renderer
from ludens.sim.scene import SceneView
from ludens.sim.world import Physics, SimulatedRobot

Point = tuple[float, float]

STEP_NS, COARSE_STEP_NS = 2_000_000, 4_000_000
COARSE_IMPRATIO = 1.0
"""Soles creep a little more than with `empty_model_spec`'s; a step costs half."""
HALL_SCALE = 4.0
"""Of windows beside the field against those beside a table."""
ON_TURF_M = 0.003
HALL_HALF_M = (8.0, 6.0)
"""So far shadows fall on the turf."""
KICK_OFF = Pose2(-0.8, 0.0, 0.0)
"""Where the one robot stands at its kick-off."""
STANDS_M = 0.9 * float(ground_from_torso(Posture(stance())).translation[2])
"""Higher than this is the torso of a robot that stands or walks; one that gets up is lower."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SoccerWorldOptions:
    """What a field holds at the beginning."""

    starts: tuple[Pose2, ...] = (KICK_OFF,)
    names: tuple[str, ...] = ()  # of the robots; without any they are counted
    looks: tuple[NaoLook, ...] = ()
    ball_m: Point = (0.0, 0.0)
    noise: str | Path = "default"
    cameras: bool = True
    camera_hz: float = 10.0
    second_ball_m: Point | None = None  # where another ball lies, if there is one
    dummies_m: tuple[Point, ...] = ()  # where posts as large as robots stand
    scenery: bool = True  # turf and hall as they look; without cameras nobody sees them
    coarse: bool = False  # physics of half as many steps and of hands in one piece, for many robots


class SoccerWorld:
    """A field with robots and a ball."""

    def __init__(self, options: SoccerWorldOptions, *, seed: int, pitch: SoccerField = FIELD_2019) -> None:
        self.pitch = pitch
        streams = RandomStreams(seed)
        noise = at_rate(load_noise(options.noise), options.camera_hz)
        group = NaoGroup(
            options.names or names_of(len(options.starts)),
            noise=noise,
            streams=streams,
            looks=options.looks,
            fingers_as_one=options.coarse,
        )
        self.mounts = group.mounts
        draws = streams.stream("hall")
        spec = empty_model_spec("soccer")
        spec.visual.map.zfar = 30.0
        level = float(np.clip(1.0 + 0.2 * draws.normal(), 0.6, 1.3))
        add_lamps(spec, hall_lamps(noise.light, level=level, random=streams.stream("lamps")))
        if options.scenery:
            add_turf(spec, pitch, random_turf(draws), random=draws, friction=TURF_FRICTION)
        else:
            add_bare_turf(spec, pitch, friction=TURF_FRICTION)
        posts = add_goals(spec, pitch)
        self.dummies, self.dummies_m = add_dummies(spec, options.dummies_m), options.dummies_m
        if options.scenery:
            add_hall(spec, pitch, random=draws)
        spec.option.jacobian = mujoco.mjtJacobian.mjJAC_SPARSE
        if options.coarse:
            spec.option.impratio = COARSE_IMPRATIO
        step_ns = COARSE_STEP_NS if options.coarse else STEP_NS
        group.add_to(spec, [_standing(pose) for pose in options.starts])
        balls = {"ball": options.ball_m, "second ball": options.second_ball_m}
        for ball, place_m in balls.items():
            if place_m is not None:
                add_ball_for(
                    spec,
                    robots=group.names,
                    at_m=place_m,
                    variation=noise.domain,
                    random=streams.stream(ball),
                    also_off=posts,
                    kind=ball_of(pitch),
                    name=ball,
                )
        self.physics = Physics(spec, step_ns=step_ns)
        self.ball = SimulatedBall(self.physics)
        self.second_ball = (
            None if options.second_ball_m is None else SimulatedBall(self.physics, "second ball")
        )
        model, data = self.physics.model, self.physics.data
        group.bend(self.physics)
        self.names = group.names
        self._carriers = Carriers(model, data, bodies=group.names)
        self._shoves = Shoves(model, data, bodies=group.names, step_ns=step_ns)
        self.physics.before_step += [self._carriers.step, self._shoves.step]
        self.light = LightSwitch(model)
        self._dummy_touches = DummyTouches(model, data, names=self.dummies)
        self.physics.after_step.append(self._dummy_touches.look)
        self._renderer = Renderer(
            model,
            data,
            width_px=CAMERA.width_px,
            height_px=CAMERA.height_px,
            light=turf_light(model, data),
        )
        self._scene = SceneView(model, data)
        eyes = ("top/camera", "bottom/camera") if options.cameras else ()
        self.players = group.live(self.physics, self._renderer, eyes=eyes)
        self.robots: tuple[SimulatedRobot, ...] = self.players

    def advance_to(self, time_ns: int) -> None:
        """Let time pass until the last physics step that ends no later than `time_ns`."""
        self.physics.advance_to(time_ns)

    def scene(self, time_ns: int) -> SceneDescription:
        """Return what is there, for onlookers."""
        return on_turf(self._scene.description(time_s=time_ns * 1e-9), self.pitch)

    def scene_poses(self, time_ns: int) -> ScenePoses:
        """Return where it is now, for onlookers."""
        return self._scene.poses(time_s=time_ns * 1e-9)

    def close(self) -> None:
        """Give the drawing context back. May be called twice."""
        self._renderer.close()

    def pose_of(self, robot: int = 0) -> Pose2:
        """Return where a robot really is, by its torso."""
        return Pose2.from_transform3(self.torso_of(robot))

    def torso_of(self, robot: int = 0) -> Transform3:
        """Return a robot's torso on the field, as it really is."""
        body = self.physics.data.body(self.names[robot])
        return Transform3(body.xmat.reshape(3, 3), body.xpos)

    def carry(self, pose: Pose2, *, robot: int = 0) -> None:
        """Lift a robot and put it down elsewhere, upright, with its joints as they are."""
        self._carriers.let_go(robot)
        data = self.physics.data
        joint = self.physics.model.joint(self.names[robot])
        position, speed = int(joint.qposadr[0]), int(joint.dofadr[0])
        torso = self.torso_of(robot)
        is_up = torso.rotation[2, 2] > math.cos(math.radians(30.0))
        height_m = float(torso.translation[2]) + 0.005 if is_up else 0.34
        data.qpos[position : position + 3] = (pose.x_m, pose.y_m, height_m)
        data.qpos[position + 3 : position + 7] = pose.to_transform3().quaternion()
        data.qvel[speed : speed + 6] = 0.0
        self.physics.refresh()

    def lift(self, pose: Pose2, *, robot: int = 0, least_s: float = SHORTEST_S) -> None:
        """Have hands take a robot, from now on, carry it through the air and put it down there."""
        self._carriers.lift(pose, robot=robot, time_ns=self.physics.time_ns, least_s=least_s)

    def stands(self, robot: int = 0) -> bool:
        """Tell whether a robot is on its feet, neither lying nor getting up nor in hands."""
        torso = self.torso_of(robot)
        is_upright = torso.rotation[2, 2] > math.cos(math.radians(30.0))
        return bool(is_upright and torso.translation[2] > STANDS_M) and not self.is_carried(robot)

    def is_carried(self, robot: int = 0) -> bool:
        """Tell whether hands hold a robot now."""
        return self._carriers.is_carried(robot)

    def push(self, impulse_ns: tuple[float, float, float], *, robot: int = 0) -> None:
        """Shove a robot at its chest; the axes are the field's."""
        self._shoves.push(impulse_ns, robot=robot, time_ns=self.physics.time_ns)

    @property
    def touches(self) -> int:
        """How often robots have touched dummies so far."""
        return self._dummy_touches.touches

    def goal(self) -> int:
        """Return whose goal the ball is in: 1 the other one, -1 the own one, 0 none."""
        return goal_at(self.pitch, self.ball.place_m)


def goal_at(pitch: SoccerField, ball_m: Point) -> int:
    """Return whose goal a ball at a place is in: 1 the other one, -1 the own one, 0 none."""
    x_m, y_m = ball_m
    beyond_m = abs(x_m) - pitch.half_length_m - 0.5 * pitch.line_m - pitch.ball_radius_m
    inside = abs(y_m) < 0.5 * pitch.goal_width_m and beyond_m < pitch.goal_depth_m
    return 0 if beyond_m < 0.0 or not inside else (1 if x_m > 0.0 else -1)


def hall_lamps(variation: LightVariation, *, level: float, random: np.random.Generator) -> RoomLamps:
    """Return the lamps of a hall: high ones, and windows far away; nobody sets a lamp on the field."""
    high = replace(variation, low_lamp_probability=0.0)
    return draw_lamps(high, above_m=LAMP_M, level=level, scale=HALL_SCALE, random=random)


def turf_light(model: mujoco.MjModel, data: mujoco.MjData) -> SurfaceLight:
    """Return the light on the turf."""
    return SurfaceLight(model, data, [level_surface((0.0, 0.0, 0.0), HALL_HALF_M, tolerance_m=ON_TURF_M)])


def _standing(pose: Pose2) -> NaoStart:
    start_rad = stance()
    return NaoStart(
        ground_from_torso=pose.to_transform3() @ ground_from_torso(Posture(start_rad)),
        position_rad=start_rad,
    )
