"""A plain world for NAOs: a floor, a lamp and one or more robots that stand side by side.

Games build their own worlds; this one is for trying the body and walking, and serves as an example.
"""

import math
from dataclasses import dataclass
from pathlib import Path

import mujoco
import numpy as np

from ludens.geometry import FloatArray, Pose2, Transform3
from ludens.messages import SceneDescription, ScenePoses
from ludens.robots.nao.kinematics import Posture, ground_from_torso
from ludens.robots.nao.kinematics.stance import stance
from ludens.robots.nao.noise import load_noise
from ludens.robots.nao.places import CAMERA
from ludens.sim.lighting.lamps import RoomLamps, add_lamps
from ludens.sim.nao.ball import SimulatedBall, add_ball_for
from ludens.sim.nao.calibration_stand import CalibrationStand, add_stand
from ludens.sim.nao.group import NaoGroup, NaoStart, at_rate, names_of
from ludens.sim.nao.shove import SHOVE_S, Shoves
from ludens.sim.parts.floor import FloorStyle, add_floor
from ludens.sim.parts.model_spec import ModelSpec, empty_model_spec
from ludens.sim.random_streams import RandomStreams
from ludens.sim.rendering import Renderer
from ludens.sim.scene import SceneView
from ludens.sim.world import Physics

STEP_NS = 2_000_000
GRAVITY_MPS2 = 9.81
FLOOR_FRICTION = 0.8
FLOOR_HALF_M = 4.0
APART_M = 0.8
LOWEST_SQUAT_M = 0.18


@dataclass(frozen=True, slots=True, kw_only=True)
class NaoWorldOptions:
    """Contents of a plain world."""

    robots: int = 1
    noise: str | Path = "default"
    render: bool = False  # whether there are camera pictures
    eyes: tuple[str, ...] = ("top/camera", "bottom/camera")  # of which cameras, if there are any
    camera_hz: float | None = None  # pictures a second; None leaves it to the noise file
    stiffness: float = 1.0  # at the start, until a command says otherwise
    ball_m: tuple[float, float] | None = None  # where a soccer ball lies, if there is one
    tilt_rad: float = 0.0  # of the floor
    downhill_rad: float = 0.0  # which way the tilted floor falls, from the robots' heading at the start
    stand: CalibrationStand | None = None  # a board to calibrate cameras with, if there is one


class NaoWorld:
    """NAOs on a floor."""

    def __init__(self, options: NaoWorldOptions, *, seed: int) -> None:
        streams = RandomStreams(seed)
        noise = at_rate(load_noise(options.noise), options.camera_hz)
        remount = options.stand.mounted if options.stand is not None else None
        group = NaoGroup(names_of(options.robots), noise=noise, streams=streams, remount=remount)
        self.mounts = group.mounts
        spec = _make_spec(streams)
        _reckon_fast(spec, robots=options.robots)
        group.add_to(spec, _side_by_side(options.robots))
        if options.stand is not None:
            add_stand(spec, options.stand, streams.stream("stand"))
        if options.ball_m is not None:
            draws = streams.stream("ball")
            add_ball_for(spec, robots=group.names, at_m=options.ball_m, variation=noise.domain, random=draws)
        self.physics = Physics(spec, step_ns=STEP_NS)
        self.ball = None if options.ball_m is None else SimulatedBall(self.physics)
        model, data = self.physics.model, self.physics.data
        self._shoves = Shoves(model, data, bodies=group.names, step_ns=STEP_NS)
        self.physics.before_step.append(self._shoves.step)
        model.opt.gravity[:] = _gravity_mps2(options)
        group.bend(self.physics)
        self._renderer = Renderer(model, data, width_px=CAMERA.width_px, height_px=CAMERA.height_px)
        self._scene = SceneView(model, data)
        eyes = options.eyes if options.render else ()
        self.robots = group.live(self.physics, self._renderer, eyes=eyes, stiffness=options.stiffness)

    def advance_to(self, time_ns: int) -> None:
        """Let time pass until the last physics step that ends no later than `time_ns`."""
        self.physics.advance_to(time_ns)

    def scene(self, time_ns: int) -> SceneDescription:
        """Return what is there, for onlookers."""
        return self._scene.description(time_s=time_ns * 1e-9)

    def scene_poses(self, time_ns: int) -> ScenePoses:
        """Return where it is now, for onlookers."""
        return self._scene.poses(time_s=time_ns * 1e-9)

    def close(self) -> None:
        """Give the drawing context back. May be called twice."""
        self._renderer.close()

    def push(
        self, impulse_ns: tuple[float, float, float], *, robot: int = 0, duration_s: float = SHOVE_S
    ) -> None:
        """Shove a robot at its chest with this impulse, from now on."""
        self._shoves.push(impulse_ns, robot=robot, time_ns=self.physics.time_ns, duration_s=duration_s)

    def ground_from_torso(self, *, robot: int = 0) -> Transform3:
        """Return where a robot's torso really is."""
        body = self.physics.data.body(self._body_name(robot))
        return Transform3(body.xmat.reshape(3, 3), body.xpos)

    def _body_name(self, robot: int) -> str:
        return "nao" if len(self.robots) == 1 else f"nao{robot}"


def _gravity_mps2(options: NaoWorldOptions) -> FloatArray:
    """Return gravity in the axes of the floor: a slope is a floor on which things are drawn aside."""
    aside = math.sin(options.tilt_rad)
    x, y = aside * math.cos(options.downhill_rad), aside * math.sin(options.downhill_rad)
    return GRAVITY_MPS2 * np.array([x, y, -math.cos(options.tilt_rad)])


def _reckon_fast(spec: ModelSpec, *, robots: int) -> None:
    """Choose how constraints are solved; the same forces come out, a fifth sooner for one robot that walks.

    By itself MuJoCo takes small models for dense; but a NAO's joints depend on few others. One robot is one
    island of bodies that touch each other, and need not be searched for more.
    """
    spec.option.jacobian = mujoco.mjtJacobian.mjJAC_SPARSE
    if robots == 1:
        spec.option.disableflags |= int(mujoco.mjtDisableBit.mjDSBL_ISLAND)


def _make_spec(streams: RandomStreams) -> ModelSpec:
    spec = empty_model_spec("nao")
    add_lamps(spec, RoomLamps())
    draws = streams.stream("domain")
    add_floor(spec, half_m=FLOOR_HALF_M, style=FloorStyle(), friction=FLOOR_FRICTION, random=draws)
    return spec


def _side_by_side(count: int) -> list[NaoStart]:
    start_rad = stance()
    standing = ground_from_torso(Posture(start_rad))
    places = (Pose2(0.0, APART_M * (number - 0.5 * (count - 1)), 0.0) for number in range(count))
    return [
        NaoStart(ground_from_torso=place.to_transform3() @ standing, position_rad=start_rad)
        for place in places
    ]


def has_fallen(ground_from_torso: Transform3) -> bool:
    """Tell whether a torso lies rather than stands: leaning by more than 45°, or lower than any squat."""
    leaning = ground_from_torso.rotation[2, 2] < math.cos(math.pi / 4.0)
    return bool(leaning or ground_from_torso.translation[2] < LOWEST_SQUAT_M)
