"""What a NAO feels and sees with, as MuJoCo has it: inertia, force through the soles, touch, cameras."""

from dataclasses import dataclass

import mujoco

from ludens.geometry import PinholeCamera, Transform3
from ludens.robots.nao.places import PLACES
from ludens.sim.parts.model_spec import ModelSpec, add_viewpoint

TOP, BOTTOM = "top camera", "bottom camera"

_ZONES: dict[str, tuple[str, tuple[float, float, float], tuple[float, float, float]]] = {
    "chest button": ("Torso", (0.060, 0.0, 0.066), (0.012, 0.012, 0.012)),
    "head front": ("Head", (0.0312, 0.0, 0.1014), (0.013, 0.016, 0.012)),
    "head middle": ("Head", (0.0010, 0.0, 0.1099), (0.014, 0.016, 0.012)),
    "head rear": ("Head", (-0.0257, 0.0, 0.1045), (0.013, 0.016, 0.012)),
    "left foot bumper left": ("LFoot", (0.108, 0.0270, -0.0285), (0.008, 0.021, 0.0125)),
    "left foot bumper right": ("LFoot", (0.108, -0.0150, -0.0285), (0.008, 0.021, 0.0125)),
    "left hand back": ("LHand", (0.032, 0.0, 0.012), (0.024, 0.018, 0.006)),
    "left hand left": ("LHand", (0.032, 0.021, -0.002), (0.024, 0.005, 0.014)),
    "left hand right": ("LHand", (0.032, -0.021, -0.002), (0.024, 0.005, 0.014)),
}
"""Link, middle and half size of each zone that feels touch; feet and hands of the right side are mirrored."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class HeadCameras:
    """Both cameras as they really are: `head_from_camera` and what each sees."""

    head_from_top: Transform3
    head_from_bottom: Transform3
    top: PinholeCamera
    bottom: PinholeCamera


def touch_zones() -> dict[str, tuple[str, tuple[float, float, float], tuple[float, float, float]]]:
    """Return link, middle and half size of all 14 zones by name."""
    zones = dict(_ZONES)
    for name, (link, (x, y, z), half) in _ZONES.items():
        if link[0] == "L":
            limb, _, rest = name.removeprefix("left ").rpartition(" ")
            swapped = {"left": "right", "right": "left"}.get(rest, rest)
            zones[f"right {limb} {swapped}"] = ("R" + link[1:], (x, -y, z), half)
    return zones


def add_sensors(
    spec: ModelSpec, bodies: dict[str, mujoco.MjsBody], *, name: str, cameras: HeadCameras
) -> None:
    """Add every sensor to the bodies of one robot, by link."""
    for place, sensor, kind in (
        ("Gyroscope", "gyroscope", mujoco.mjtSensor.mjSENS_GYRO),
        ("Accelerometer", "accelerometer", mujoco.mjtSensor.mjSENS_ACCELEROMETER),
    ):
        bodies["Torso"].add_site(name=f"{name}/{sensor}", pos=PLACES[place].link_from_place.translation)
        _add_sensor(spec, f"{name}/{sensor}", kind, site=f"{name}/{sensor}")
    for side in "LR":
        site = f"{name}/{side}Sole"
        bodies[f"{side}Sole"].add_site(name=site, pos=PLACES[f"{side}Sole"].link_from_place.translation)
        _add_sensor(spec, f"{site} force", mujoco.mjtSensor.mjSENS_FORCE, site=site)
        _add_sensor(spec, f"{site} torque", mujoco.mjtSensor.mjSENS_TORQUE, site=site)
    for zone, (link, middle, half) in touch_zones().items():
        bodies[link].add_site(name=f"{name}/{zone}", type=mujoco.mjtGeom.mjGEOM_BOX, pos=middle, size=half)
        _add_sensor(spec, f"{name}/{zone}", mujoco.mjtSensor.mjSENS_TOUCH, site=f"{name}/{zone}")
    for viewpoint, head_from_camera, camera in (
        (TOP, cameras.head_from_top, cameras.top),
        (BOTTOM, cameras.head_from_bottom, cameras.bottom),
    ):
        add_viewpoint(
            bodies["Head"], name=f"{name}/{viewpoint}", body_from_camera=head_from_camera, camera=camera
        )


def _add_sensor(spec: ModelSpec, name: str, kind: mujoco.mjtSensor, *, site: str) -> None:
    spec.add_sensor(name=name, type=kind, objtype=mujoco.mjtObj.mjOBJ_SITE, objname=site)
