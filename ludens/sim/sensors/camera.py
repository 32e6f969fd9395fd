"""The webcam: draw, bend, blur, shade, add noise, compress; deliver late, and now and then not at all.

The picture is taken in a camera that is mounted and focused slightly differently from the nominal one; how
differently is drawn once, before the world is built, with `mounted_camera`.
"""

from dataclasses import dataclass, replace
from typing import cast

import cv2
import mujoco
import numpy as np
from numpy.typing import NDArray

from ludens.geometry import FloatArray, PinholeCamera, Transform3
from ludens.messages import CameraImage, DepthImage
from ludens.robots.pioneer import CAMERA, ROBOT_FROM_CAMERA
from ludens.robots.sensor_noise import CameraNoise
from ludens.sim.rendering import Renderer
from ludens.sim.sensors.bending import LensTerms, rays_seen
from ludens.sim.sensors.lens import Lens

GRID = 9
"""Pixels along each side of a picture where directions are compared."""
DEPTH_RANGE_M = 8.0
"""Farther things give no depth."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MountedCamera:
    """The camera as it really is: where it sits on the body that carries it, and what it sees."""

    robot_from_camera: Transform3
    camera: PinholeCamera
    lens: LensTerms

    def sight_error_rad(
        self, link_from_camera: FloatArray, believed: FloatArray, model: PinholeCamera
    ) -> float:
        """Return how far off the directions are that somebody takes the pixels of this camera to look in.

        It is the root of the mean squared angle over the picture. `link_from_camera` is how the camera is
        really turned in what carries it, `believed` how it is taken to be, with this model of its lens. Turn
        and lens count together: a lens whose axis is off its middle looks much like a turned camera.
        """
        corner_px = (self.camera.width_px - 1, self.camera.height_px - 1)
        columns_px, rows_px = (np.linspace(0.0, last_px, GRID) for last_px in corner_px)
        pixels = np.stack(np.meshgrid(columns_px, rows_px), axis=-1)
        true = rays_seen(self.camera, self.lens, pixels) @ link_from_camera.T
        apart = np.linalg.norm(np.cross(true, model.ray(pixels) @ believed.T), axis=-1)
        return float(np.sqrt(np.mean(np.arcsin(np.minimum(apart, 1.0)) ** 2)))


def mounted_camera(
    *,
    noise: CameraNoise,
    random: np.random.Generator,
    nominal_place: Transform3 = ROBOT_FROM_CAMERA,
    nominal: PinholeCamera = CAMERA,
) -> MountedCamera:
    """Return a camera that deviates from the nominal one (the Pioneer's) as mounted cameras do."""
    shift = random.normal(0.0, 1.0, 3) * noise.position_sigma_m
    roll, pitch, yaw = (random.normal(0.0, 1.0, 3) * noise.rotation_sigma_rad).tolist()
    nominal_from_real = Transform3.from_rpy(roll_rad=roll, pitch_rad=pitch, yaw_rad=yaw, translation=shift)
    scale = 1.0 + float(random.normal()) * noise.focal_sigma
    return MountedCamera(
        robot_from_camera=nominal_place @ nominal_from_real,
        camera=replace(nominal, focal_x_px=nominal.focal_x_px * scale, focal_y_px=nominal.focal_y_px * scale),
        lens=ground_lens(noise, width_px=nominal.width_px, random=random),
    )


def ground_lens(noise: CameraNoise, *, width_px: int, random: np.random.Generator) -> LensTerms:
    """Return a lens as they come out of a factory, before pictures of this width."""
    k1, k2, p1, p2, right, down = random.normal(size=6).tolist()
    off_px = noise.center_sigma * width_px
    return LensTerms(
        radial=(k1 * noise.distortion_sigma, k2 * noise.second_distortion_sigma),
        tangential=(p1 * noise.tangential_sigma, p2 * noise.tangential_sigma),
        off_center_px=(right * off_px, down * off_px),
    )


class CameraSensor:
    """Takes the pictures of one camera of a robot; parts in `group`, if given, are out of its view."""

    def __init__(
        self,
        model: mujoco.MjModel,
        data: mujoco.MjData,
        *,
        robot: str,
        group: int | None,
        mounted: MountedCamera,
        renderer: Renderer,
        noise: CameraNoise,
        random: np.random.Generator,
        camera: str = "camera",
    ) -> None:
        self._model, self._data = model, data
        self._name = f"{robot}/{camera}"
        self._number = int(model.camera(self._name).id)
        self._own_group = group
        self._renderer = renderer
        self._noise = noise
        self._random = random
        self._lens = Lens(mounted.camera, noise=noise, terms=mounted.lens, random=random)
        self._encoding = [cv2.IMWRITE_JPEG_QUALITY, noise.jpeg_quality]
        self._time_ns = 0
        spread_s = noise.stamp_offset_spread_s
        offset_s = noise.stamp_offset_s + float(random.uniform(-spread_s, spread_s))
        self._stamp_offset_ns = round(min(offset_s, noise.latency_s) * 1e9)

    def take(self, time_ns: int) -> CameraImage | None:
        """Return the picture of this moment, or None where the frame was lost on the way."""
        lost = self._random.random() < self._noise.dropout_probability
        if lost:
            return None
        nod_radps, turn_radps, roll_radps = self._rates_radps()
        elapsed_s = (time_ns - self._time_ns) * 1e-9
        self._time_ns = time_ns
        drawn = self._renderer.picture(self._name, hidden_group=self._own_group)
        seen = self._lens.expose(
            drawn, turn_radps=turn_radps, nod_radps=nod_radps, roll_radps=roll_radps, elapsed_s=elapsed_s
        )
        encoded = cv2.imencode(".jpg", cv2.cvtColor(seen, cv2.COLOR_RGB2BGR), self._encoding)[1]
        decoded = cast(NDArray[np.uint8], cv2.imdecode(encoded, cv2.IMREAD_COLOR_RGB))
        decoded.setflags(write=False)
        return CameraImage(time_s=self._stamp_s(time_ns), pixels_rgb=decoded, jpeg=encoded.tobytes())

    def measure_depth(self, time_ns: int) -> DepthImage:
        """Return distances as a depth camera there gives them: noisier with the square of distance."""
        depths = self._renderer.depth_m(self._name, hidden_group=self._own_group)
        errors = self._random.standard_normal(depths.shape, dtype=np.float32)
        measured = depths + self._noise.depth_sigma_per_m * depths**2 * errors
        measured[(depths > DEPTH_RANGE_M) | (measured < 0.0)] = 0.0
        measured.setflags(write=False)
        return DepthImage(time_s=self._stamp_s(time_ns), depth_m=measured)

    def _stamp_s(self, time_ns: int) -> float:
        """Return what this camera's clock says of a moment: never more than the time of arrival."""
        return (time_ns + self._stamp_offset_ns) * 1e-9

    def _rates_radps(self) -> tuple[float, float, float]:
        """Return how fast the camera nods up, turns left and rolls to its left, whatever carries it."""
        velocity = np.zeros(6)  # turning, then moving, about the camera's right, up and backward axes
        camera = mujoco.mjtObj.mjOBJ_CAMERA
        mujoco.mj_objectVelocity(self._model, self._data, camera, self._number, velocity, 1)
        return float(velocity[0]), float(velocity[1]), float(velocity[2])

    def latency_ns(self) -> int:
        """Return how long this picture takes to arrive."""
        jitter_s = self._noise.latency_jitter_s * float(self._random.exponential())
        return round((self._noise.latency_s + jitter_s) * 1e9)
