"""A board on a stand before a NAO, as people put one there to calibrate its cameras.

Nobody measures where it stands: it deviates by some centimetres and degrees from where it should be, by seed.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import mujoco
import numpy as np
from numpy.typing import NDArray

from ludens.geometry import Transform3
from ludens.sim.parts.model_spec import GROUP_WORLD, ModelSpec
from ludens.sim.sensors.camera import MountedCamera

HALF_THICK_M = 0.002
MARGIN_M = 0.02


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CalibrationStand:
    """A printed board, and how the cameras that look at it are mounted."""

    print: NDArray[np.uint8]  # grey levels, height × width
    size_m: tuple[float, float]  # width and height of the print
    middle_m: tuple[float, float, float] = (0.75, 0.0, 0.30)  # forward, left, up from between the feet
    back_rad: float = 0.3  # how far it leans away from the robot
    place_sigma_m: float = 0.02
    turn_sigma_rad: float = 0.05
    turned_rad: Mapping[str, tuple[float, float, float]] = field(default_factory=dict)
    """Roll, pitch and yaw of cameras by source, in place of what the noise file would draw."""

    def ground_from_board(self) -> Transform3:
        """Return where the middle of the board should be: x to its right, y up, z towards the robot."""
        sine, cosine = math.sin(self.back_rad), math.cos(self.back_rad)
        axes = ((0.0, -1.0, 0.0), (sine, 0.0, cosine), (-cosine, 0.0, sine))
        return Transform3(np.array(axes).T, np.array(self.middle_m))

    def mounted(self, source: str, drawn: MountedCamera, nominal_place: Transform3) -> MountedCamera:
        """Return a camera turned as this stand's options say; as drawn where they say nothing."""
        if source not in self.turned_rad:
            return drawn
        roll_rad, pitch_rad, yaw_rad = self.turned_rad[source]
        shift_m = nominal_place.inverse().apply(drawn.robot_from_camera.translation)
        turn = Transform3.from_rpy(
            roll_rad=roll_rad, pitch_rad=pitch_rad, yaw_rad=yaw_rad, translation=shift_m
        )
        return replace(drawn, robot_from_camera=nominal_place @ turn)


def add_stand(spec: ModelSpec, stand: CalibrationStand, random: np.random.Generator) -> None:
    """Add the board, on a larger white plate; a texture would also show on a thick board's sides."""
    shift_m = stand.place_sigma_m * random.normal(size=3)
    roll, pitch, yaw = (stand.turn_sigma_rad * random.normal(size=3)).tolist()
    place = stand.ground_from_board() @ Transform3.from_rpy(
        roll_rad=roll, pitch_rad=pitch, yaw_rad=yaw, translation=shift_m
    )
    height_px, width_px = stand.print.shape
    texture = spec.add_texture(
        name="calibration board",
        type=mujoco.mjtTexture.mjTEXTURE_2D,
        width=width_px,
        height=height_px,
        nchannel=3,
    )
    texture.data = np.repeat(stand.print[:, :, np.newaxis], 3, axis=2).tobytes()
    material = spec.add_material(name="calibration board")
    material.textures[mujoco.mjtTextureRole.mjTEXROLE_RGB] = "calibration board"
    material.specular = material.reflectance = 0.0
    body = spec.worldbody.add_body(name="calibration board", pos=place.translation, quat=place.quaternion())
    width_m, height_m = stand.size_m
    for name, grow_m, behind_m, look in (
        ("print", 0.0, 0.0, {"material": "calibration board"}),
        ("plate", MARGIN_M, 2.2 * HALF_THICK_M, {"rgba": (0.93, 0.93, 0.93, 1.0)}),
    ):
        body.add_geom(
            name=f"calibration board {name}",
            type=mujoco.mjtGeom.mjGEOM_BOX,
            size=(0.5 * width_m + grow_m, 0.5 * height_m + grow_m, HALF_THICK_M),
            pos=(0.0, 0.0, -HALF_THICK_M - behind_m),
            contype=0,
            conaffinity=0,
            group=GROUP_WORLD,
            **look,
        )
