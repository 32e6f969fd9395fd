"""A plain world for NAOs: a floor, a lamp and one or more robots that stand side by side.

Games build their own worlds; this one is for trying the body and walking, and serves as an example.
"""

import math
from dataclasses import dataclass, replace
from pathlib import Path

import mujoco
import numpy as np

from ludens.geometry import FloatArray, Pose2, Transform3
from ludens.messages import SceneDescription, ScenePoses
from ludens.robots.nao.fingers import CLOSED_RAD, FINGERS
from ludens.robots.nao.joints import INDEX
from ludens.robots.nao.kinematics import Posture, ground_from_torso
from ludens.robots.nao.links import LINKS
from ludens.robots.nao.noise import NaoNoise, load_noise
from ludens.robots.nao.places import BOTTOM_CAMERA, CAMERA, PLACES, TOP_CAMERA
from ludens.robots.nao.stance import stance
from ludens.sim.chance import Chance
from ludens.sim.nao.ball import SimulatedBall, add_ball_for
from ludens.sim.nao.calibration_stand import CalibrationStand, add_stand
from ludens.sim.nao.robot import SimulatedNao
from ludens.sim.nao.shove import Shove
from ludens.sim.parts.floor import FloorStyle, add_floor
from ludens.sim.parts.light import add_lights
from ludens.sim.parts.nao import BLUE_ACCENT, RED_ACCENT, NaoLook, add_nao, draw_build, joint_name
from ludens.sim.parts.nao_sensors import BOTTOM, TOP, HeadCameras
from ludens.sim.parts.stage import Stage, empty_stage
from ludens.sim.rendering import Painter
from ludens.sim.scene import SceneView
from ludens.sim.sensors.camera import CameraSensor, MountedCamera, mounted_camera
from ludens.sim.world import Physics

STEP_NS = 2_000_000
SHOVE_S = 0.05
GRAVITY_MPS2 = 9.81
FLOOR_FRICTION = 0.8
FLOOR_HALF_M = 4.0
APART_M = 0.8
LOWEST_SQUAT_M = 0.18
SOURCES = {"top/camera": (TOP, TOP_CAMERA), "bottom/camera": (BOTTOM, BOTTOM_CAMERA)}


@dataclass(frozen=True, slots=True, kw_only=True)
class NaoWorldOptions:
    """What a plain world holds."""

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
        chance = Chance(seed)
        noise = load_noise(options.noise)
        if options.camera_hz is not None:
            noise = replace(noise, camera=replace(noise.camera, rate_hz=options.camera_hz))
        start_rad = stance()
        names = ("nao",) if options.robots == 1 else tuple(f"nao{number}" for number in range(options.robots))
        self.mounts = mounts = {name: _mounted(noise, chance, name, options.stand) for name in names}
        stage = _stage(noise, chance, mounts, start_rad)
        if options.stand is not None:
            add_stand(stage, options.stand, chance.stream("stand"))
        if options.ball_m is not None:
            draws = chance.stream("ball")
            add_ball_for(stage, robots=names, at_m=options.ball_m, variation=noise.domain, chance=draws)
        self.physics = Physics(stage, step_ns=STEP_NS)
        self.ball = None if options.ball_m is None else SimulatedBall(self.physics)
        self._shoves: dict[int, Shove] = {}
        self.physics.before_step.append(self._shove)
        model, data = self.physics.model, self.physics.data
        model.opt.gravity[:] = _gravity_mps2(options)
        for name in names:
            set_joints(model, data, robot=name, position_rad=start_rad)
        self.physics.refresh()
        self._painter = Painter(model, data, width_px=CAMERA.width_px, height_px=CAMERA.height_px)
        self._scene = SceneView(model, data)
        self.robots = tuple(
            SimulatedNao(
                self.physics,
                name="" if len(names) == 1 else name,
                body_name=name,
                start_rad=start_rad,
                stiffness=options.stiffness,
                noise=noise,
                chance=chance,
                cameras={
                    source: self._camera(name, source, mounts[name], noise, chance)
                    for source in (options.eyes if options.render else ())
                },
            )
            for name in names
        )

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
        self._painter.close()

    def push(
        self, impulse_ns: tuple[float, float, float], *, robot: int = 0, duration_s: float = SHOVE_S
    ) -> None:
        """Shove a robot at its chest: a force over `duration_s` that amounts to this impulse, from now on.

        A robot that is already being shoved feels the new force instead of what is left of the old one.
        """
        duration_ns = max(round(duration_s * 1e9 / STEP_NS), 1) * STEP_NS
        self._shoves[robot] = Shove(
            self.physics.model,
            self.physics.data,
            body=self._body_name(robot),
            force_n=np.array(impulse_ns) / (duration_ns * 1e-9),
            until_ns=self.physics.time_ns + duration_ns,
        )

    def _shove(self, time_ns: int) -> None:
        if self._shoves:
            self._shoves = {robot: shove for robot, shove in self._shoves.items() if shove.act(time_ns)}

    def ground_from_torso(self, *, robot: int = 0) -> Transform3:
        """Return where a robot's torso really is."""
        body = self.physics.data.body(self._body_name(robot))
        return Transform3(body.xmat.reshape(3, 3), body.xpos)

    def _body_name(self, robot: int) -> str:
        return "nao" if len(self.robots) == 1 else f"nao{robot}"

    def _camera(
        self, name: str, source: str, mounts: dict[str, MountedCamera], noise: NaoNoise, chance: Chance
    ) -> CameraSensor:
        camera, _ = SOURCES[source]
        return CameraSensor(
            self.physics.model,
            self.physics.data,
            robot=name,
            group=None,
            mounted=mounts[source],
            painter=self._painter,
            noise=noise.camera,
            chance=chance.stream(f"{name}/{source}"),
            camera=camera,
        )


def _gravity_mps2(options: NaoWorldOptions) -> FloatArray:
    """Return gravity in the axes of the floor: a slope is a floor on which things are drawn aside."""
    aside = math.sin(options.tilt_rad)
    x, y = aside * math.cos(options.downhill_rad), aside * math.sin(options.downhill_rad)
    return GRAVITY_MPS2 * np.array([x, y, -math.cos(options.tilt_rad)])


def set_joints(model: mujoco.MjModel, data: mujoco.MjData, *, robot: str, position_rad: FloatArray) -> None:
    """Put a robot's joints there at once; hands close."""
    for link in LINKS:
        if link.joint:
            address = int(model.joint(joint_name(robot, link)).qposadr[0])
            data.qpos[address] = position_rad[INDEX[link.joint]]
    for side in "LR":
        for finger in FINGERS:
            data.qpos[int(model.joint(f"{robot}/{side} {finger}").qposadr[0])] = CLOSED_RAD


def _mounted(
    noise: NaoNoise, chance: Chance, name: str, stand: CalibrationStand | None
) -> dict[str, MountedCamera]:
    mounted = {}
    for source, (_, place) in SOURCES.items():
        nominal_place = PLACES[place].link_from_place
        draws = chance.stream(f"{name}/{source} mount")
        drawn = mounted_camera(noise=noise.camera, chance=draws, nominal_place=nominal_place, nominal=CAMERA)
        turned = stand and stand.mounted(source, drawn, nominal_place=nominal_place)
        mounted[source] = turned or drawn
    return mounted


def _stage(
    noise: NaoNoise, chance: Chance, mounts: dict[str, dict[str, MountedCamera]], start_rad: FloatArray
) -> Stage:
    stage = empty_stage("nao")
    add_lights(stage)
    draws = chance.stream("domain")
    grip = float(np.clip(1.0 + noise.domain.floor_friction_sigma * draws.normal(), 0.4, 1.6))
    add_floor(stage, half_m=FLOOR_HALF_M, style=FloorStyle(), friction=FLOOR_FRICTION * grip, chance=draws)
    standing = ground_from_torso(Posture(start_rad))
    for number, (name, cameras) in enumerate(mounts.items()):
        place = Pose2(0.0, APART_M * (number - 0.5 * (len(mounts) - 1)), 0.0).to_transform3()
        add_nao(
            stage,
            name=name,
            ground_from_torso=place @ standing,
            build=draw_build(
                noise.domain,
                friction_sigma=noise.motors.friction_sigma,
                chance=chance.stream(f"{name}/build"),
            ),
            cameras=HeadCameras(
                head_from_top=cameras["top/camera"].robot_from_camera,
                head_from_bottom=cameras["bottom/camera"].robot_from_camera,
                top=cameras["top/camera"].camera,
                bottom=cameras["bottom/camera"].camera,
            ),
            look=NaoLook(accent_rgba=(BLUE_ACCENT, RED_ACCENT)[number % 2]),
        )
    return stage


def has_fallen(ground_from_torso: Transform3) -> bool:
    """Tell whether a torso lies rather than stands: leaning by more than 45°, or lower than any squat."""
    leaning = ground_from_torso.rotation[2, 2] < math.cos(math.pi / 4.0)
    return bool(leaning or ground_from_torso.translation[2] < LOWEST_SQUAT_M)
