"""NAOs in a world: their cameras are mounted and their bodies built first, then they come alive in physics.

Every world with NAOs is made in these two steps, because bodies must be there before MuJoCo compiles a model
and motors and sensors only work on what it has compiled.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import mujoco

from ludens.geometry import FloatArray, Transform3
from ludens.robots.nao.fingers import CLOSED_RAD
from ludens.robots.nao.joints import INDEX
from ludens.robots.nao.links import LINKS
from ludens.robots.nao.noise import NaoNoise
from ludens.robots.nao.places import BOTTOM_CAMERA, CAMERA, PLACES, TOP_CAMERA
from ludens.sim.nao.motor_group import MotorGroup
from ludens.sim.nao.robot import SimulatedNao
from ludens.sim.nao.uneven_floor import UnevenFloor
from ludens.sim.parts.floor import lay_carpet, let_floor_decide
from ludens.sim.parts.model_spec import ModelSpec
from ludens.sim.parts.nao import (
    BLUE_ACCENT,
    RED_ACCENT,
    RUBBER_FRICTION,
    NaoLook,
    add_nao,
    draw_build,
    joint_name,
)
from ludens.sim.parts.nao_hand import let_fingers_decide
from ludens.sim.parts.nao_sensors import BOTTOM, TOP, HeadCameras
from ludens.sim.random_streams import RandomStreams
from ludens.sim.rendering import Renderer
from ludens.sim.sensors.camera import CameraSensor, MountedCamera, mounted_camera
from ludens.sim.world import Physics

LEAST_FRICTION, MOST_FRICTION = 0.4, 1.6
"""Of what the noise file says, as far as floors differ."""
SOURCES = {"top/camera": (TOP, TOP_CAMERA), "bottom/camera": (BOTTOM, BOTTOM_CAMERA)}
Remount = Callable[[str, MountedCamera, Transform3], MountedCamera]
"""How a camera was turned: its source, the camera as drawn at random, its nominal place."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class NaoStart:
    """Where a robot is at the beginning, and how it holds its joints."""

    ground_from_torso: Transform3
    position_rad: FloatArray


def names_of(count: int) -> tuple[str, ...]:
    """Names of so many robots in the model."""
    return ("nao",) if count == 1 else tuple(f"nao{number}" for number in range(count))


def at_rate(noise: NaoNoise, camera_hz: float | None) -> NaoNoise:
    """The same noise with another rate of pictures, if one is given."""
    return noise if camera_hz is None else replace(noise, camera=replace(noise.camera, rate_hz=camera_hz))


class NaoGroup:
    """The NAOs of one world. `mounts` are their cameras as they really are, by robot and source."""

    def __init__(
        self,
        names: Sequence[str],
        *,
        noise: NaoNoise,
        streams: RandomStreams,
        remount: Remount | None = None,
        looks: Sequence[NaoLook] = (),
        fingers_as_one: bool = False,
    ) -> None:
        self.names = tuple(names)
        self._fingers_as_one = fingers_as_one
        self._looks = tuple(looks) or tuple(
            NaoLook(accent_rgba=(BLUE_ACCENT, RED_ACCENT)[place % 2]) for place in range(len(self.names))
        )
        self._noise, self._streams = noise, streams
        self._starts: tuple[NaoStart, ...] = ()
        self.mounts = {name: self._mounted(name, remount) for name in self.names}

    def add_to(self, spec: ModelSpec, starts: Iterable[NaoStart]) -> None:
        """Build every robot at its start, on a floor that is there already."""
        self._starts = tuple(starts)
        self._furnish_floor(spec)
        for name, start, look in zip(self.names, self._starts, self._looks, strict=True):
            cameras = self.mounts[name]
            add_nao(
                spec,
                name=name,
                ground_from_torso=start.ground_from_torso,
                build=draw_build(
                    self._noise.domain,
                    friction_sigma=self._noise.motors.friction_sigma,
                    random=self._streams.stream(f"{name}/build"),
                ),
                cameras=HeadCameras(
                    head_from_top=cameras["top/camera"].robot_from_camera,
                    head_from_bottom=cameras["bottom/camera"].robot_from_camera,
                    top=cameras["top/camera"].camera,
                    bottom=cameras["bottom/camera"].camera,
                ),
                look=look,
                fingers_as_one=self._fingers_as_one,
            )
            if self._noise.domain.finger_friction > 0.0:
                let_fingers_decide(spec, name=name, friction=self._noise.domain.finger_friction)

    def bend(self, physics: Physics) -> None:
        """Put all joints where they are at the start."""
        for name, start in zip(self.names, self._starts, strict=True):
            set_joints(physics.model, physics.data, robot=name, position_rad=start.position_rad)
        physics.refresh()

    def live(
        self, physics: Physics, renderer: Renderer, *, eyes: Iterable[str], stiffness: float = 1.0
    ) -> tuple[SimulatedNao, ...]:
        """Return the robots with their motors and senses; of the cameras only `eyes` give pictures."""
        eyes = tuple(eyes)
        if self._noise.domain.carpet_rise_sigma_m > 0.0:
            uneven = UnevenFloor(
                physics.model,
                physics.data,
                robots=self.names,
                rise_sigma_m=self._noise.domain.carpet_rise_sigma_m,
                random=self._streams.stream("carpet"),
            )
            physics.before_step.append(uneven.step)
        motors = MotorGroup(physics.model, physics.data, noise=self._noise.motors)
        physics.before_step.append(motors.step)
        return tuple(
            SimulatedNao(
                physics,
                motors=motors,
                name="" if self.names == names_of(1) else name,
                body_name=name,
                start_rad=start.position_rad,
                stiffness=stiffness,
                noise=self._noise,
                streams=self._streams,
                cameras={source: self._camera(physics, renderer, name, source) for source in eyes},
            )
            for name, start in zip(self.names, self._starts, strict=True)
        )

    def _furnish_floor(self, spec: ModelSpec) -> None:
        """Let the floor be slippery or soft, where it is."""
        domain = self._noise.domain
        if domain.floor_friction > 0.0:
            draw = float(self._streams.stream("floor friction").normal())
            factor = min(max(1.0 + domain.floor_friction_spread * draw, LEAST_FRICTION), MOST_FRICTION)
            let_floor_decide(spec, friction=factor * domain.floor_friction)
        if domain.carpet_sink_m > 0.0:
            lay_carpet(spec, sink_m=domain.carpet_sink_m, sole_friction=RUBBER_FRICTION)

    def _camera(self, physics: Physics, renderer: Renderer, name: str, source: str) -> CameraSensor:
        camera, _ = SOURCES[source]
        return CameraSensor(
            physics.model,
            physics.data,
            robot=name,
            group=None,
            mounted=self.mounts[name][source],
            renderer=renderer,
            noise=self._noise.camera,
            random=self._streams.stream(f"{name}/{source}"),
            camera=camera,
        )

    def _mounted(self, name: str, remount: Remount | None) -> Mapping[str, MountedCamera]:
        mounted = {}
        for source, (_, place) in SOURCES.items():
            nominal_place = PLACES[place].link_from_place
            draws = self._streams.stream(f"{name}/{source} mount")
            drawn = mounted_camera(
                noise=self._noise.camera, random=draws, nominal_place=nominal_place, nominal=CAMERA
            )
            mounted[source] = drawn if remount is None else remount(source, drawn, nominal_place)
        return mounted


def set_joints(model: mujoco.MjModel, data: mujoco.MjData, *, robot: str, position_rad: FloatArray) -> None:
    """Put a robot's joints there at once; hands close."""
    for link in LINKS:
        if link.joint:
            address = int(model.joint(joint_name(robot, link)).qposadr[0])
            data.qpos[address] = position_rad[INDEX[link.joint]]
    for side in "LR":
        wire = model.tendon(f"{robot}/{side}Hand").id
        first = int(model.tendon_adr[wire])
        pulled = model.wrap_objid[first : first + int(model.tendon_num[wire])]
        data.qpos[model.jnt_qposadr[pulled]] = CLOSED_RAD
