"""The Pioneer as MuJoCo sees it: hull, deck, front plate and camera stand, on its running gear.

Everything drawn can touch things, but for the hubs. What makes it move is in `running_gear.py`.
"""

import math
from dataclasses import dataclass

import mujoco

from ludens.geometry import PinholeCamera, Pose2, Transform3
from ludens.robots.pioneer import BODY
from ludens.sim.parts.model_spec import GROUP_FIRST_ROBOT, ModelSpec, add_viewpoint
from ludens.sim.parts.person import BLUE
from ludens.sim.parts.running_gear import add_imu, add_running_gear

RED = (0.72, 0.12, 0.10, 1.0)
ORANGE = (0.85, 0.42, 0.08, 1.0)
BLACK = (0.12, 0.12, 0.13, 1.0)
STEEL = (0.55, 0.55, 0.56, 1.0)
GOLD = (0.72, 0.58, 0.28, 1.0)
DECK_THICKNESS_M = 0.02

BOX = mujoco.mjtGeom.mjGEOM_BOX
CYLINDER = mujoco.mjtGeom.mjGEOM_CYLINDER


@dataclass(frozen=True, slots=True, kw_only=True)
class PioneerLook:
    """Appearance of one Pioneer: paint, and the blue marker that makes one the other's target."""

    paint_rgba: tuple[float, float, float, float] = RED
    marker: bool = False


def add_pioneer(
    spec: ModelSpec,
    *,
    name: str,
    number: int,
    ground_from_robot: Pose2,
    robot_from_camera: Transform3,
    camera: PinholeCamera,
    tyre_friction: float,
    look: PioneerLook,
) -> tuple[str, ...]:
    """Add robot `number` under `name` and return the names of the geoms that can strike a ball."""
    group = GROUP_FIRST_ROBOT + number
    half_yaw = 0.5 * ground_from_robot.yaw_rad
    chassis = spec.worldbody.add_body(
        name=name,
        pos=(ground_from_robot.x_m, ground_from_robot.y_m, 0.0),
        quat=(math.cos(half_yaw), 0.0, 0.0, math.sin(half_yaw)),
    )
    chassis.add_freejoint(name=name)
    for part, colour in (("paint", look.paint_rgba), ("black", BLACK), ("steel", STEEL), ("gold", GOLD)):
        spec.add_material(name=f"{name}/{part}", rgba=colour, specular=0.4, shininess=0.4, reflectance=0.0)
    strikers = _add_shell(chassis, name=name, group=group)
    _add_camera_stand(chassis, name=name, group=group)
    add_viewpoint(chassis, name=f"{name}/camera", body_from_camera=robot_from_camera, camera=camera)
    if look.marker:
        strikers += (_add_marker(chassis, name=name, group=group),)
    add_running_gear(spec, chassis, name=name, group=group, tyre_friction=tyre_friction)
    add_imu(spec, chassis, name=name)
    return strikers


def _add_shell(chassis: mujoco.MjsBody, *, name: str, group: int) -> tuple[str, ...]:
    """Add the painted hull, the round-ended black deck over the wheels, the sonar arrays and the plate."""
    hull_top = BODY.deck_z_m - DECK_THICKNESS_M
    hull_middle, hull_half = 0.5 * (BODY.bottom_z_m + hull_top), 0.5 * (hull_top - BODY.bottom_z_m)
    deck_middle = BODY.deck_z_m - 0.5 * DECK_THICKNESS_M
    deck_radius = 0.5 * BODY.width_m
    front_center_x = BODY.front_x_m - deck_radius - 0.02
    rear_center_x = BODY.rear_x_m + deck_radius
    deck_half_length = 0.5 * (front_center_x - rear_center_x)
    deck_center_x = 0.5 * (front_center_x + rear_center_x)
    chassis.add_geom(
        name=f"{name}/hull",
        type=BOX,
        pos=(-0.015, 0.0, hull_middle),
        size=(0.22, 0.13, hull_half),
        mass=BODY.body_mass_kg,
        material=f"{name}/paint",
        group=group,
    )
    chassis.add_geom(
        name=f"{name}/battery",
        type=BOX,
        pos=(BODY.battery_x_m, 0.0, hull_middle),
        size=(0.06, 0.09, 0.6 * hull_half),
        mass=BODY.battery_mass_kg,
        material=f"{name}/black",
        contype=0,
        conaffinity=0,
        group=group,
    )
    for end, center_x in (("front", front_center_x), ("rear", rear_center_x)):
        chassis.add_geom(
            name=f"{name}/{end} deck",
            type=CYLINDER,
            pos=(center_x, 0.0, deck_middle),
            size=(deck_radius, 0.5 * DECK_THICKNESS_M, 0.0),
            mass=0.0,
            material=f"{name}/black",
            group=group,
        )
        chassis.add_geom(
            name=f"{name}/{end} sonars",
            type=CYLINDER,
            pos=(center_x, 0.0, BODY.sonar_z_m),
            size=(deck_radius - 0.03, 0.02, 0.0),
            mass=0.0,
            material=f"{name}/gold",
            group=group,
        )
    chassis.add_geom(
        name=f"{name}/deck",
        type=BOX,
        pos=(deck_center_x, 0.0, deck_middle),
        size=(deck_half_length, deck_radius, 0.5 * DECK_THICKNESS_M),
        mass=0.0,
        material=f"{name}/black",
        group=group,
    )
    plate = f"{name}/plate"
    chassis.add_geom(
        name=plate,
        type=BOX,
        pos=(BODY.front_x_m - 0.01, 0.0, 0.5 * (BODY.plate_bottom_z_m + BODY.plate_top_z_m)),
        size=(0.01, 0.5 * BODY.plate_width_m, 0.5 * (BODY.plate_top_z_m - BODY.plate_bottom_z_m)),
        mass=0.0,
        material=f"{name}/black",
        group=group,
    )
    return (plate, f"{name}/hull", f"{name}/front deck", f"{name}/rear deck")


def _add_camera_stand(chassis: mujoco.MjsBody, *, name: str, group: int) -> None:
    """Add a portal that carries the webcam and hides nothing behind it but its own thin posts."""
    x_m, top_z = 0.10, 0.40
    middle_z, half_height = 0.5 * (BODY.deck_z_m + top_z), 0.5 * (top_z - BODY.deck_z_m)
    for side, y_m in (("left", 0.115), ("right", -0.115)):
        chassis.add_geom(
            name=f"{name}/{side} post",
            type=BOX,
            pos=(x_m, y_m, middle_z),
            size=(0.008, 0.008, half_height),
            mass=0.0,
            material=f"{name}/steel",
            group=group,
        )
    chassis.add_geom(
        name=f"{name}/beam",
        type=BOX,
        pos=(x_m, 0.0, top_z),
        size=(0.008, 0.123, 0.008),
        mass=0.0,
        material=f"{name}/steel",
        group=group,
    )
    chassis.add_geom(
        name=f"{name}/webcam",
        type=BOX,
        pos=(x_m + 0.005, 0.0, top_z),
        size=(0.014, 0.03, 0.015),
        mass=0.0,
        material=f"{name}/black",
        group=group,
    )


def _add_marker(chassis: mujoco.MjsBody, *, name: str, group: int) -> str:
    """Add the blue ball that lies in a hole of the deck, for the fellow robot to see."""
    marker = f"{name}/marker"
    chassis.add_geom(
        name=marker,
        type=mujoco.mjtGeom.mjGEOM_SPHERE,
        pos=(BODY.marker_x_m, 0.0, BODY.marker_z_m),
        size=(BODY.marker_radius_m, 0.0, 0.0),
        mass=0.0,
        rgba=BLUE,
        group=group,
    )
    return marker
