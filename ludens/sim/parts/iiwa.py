"""The iiwa as MuJoCo sees it: seven links on their axes, stiff servos with the maker's torques, the gripper.

The arm's own controller carries its weight, so the links are weightless here. They touch what they would
harm, the table, the board, pieces and hands, but not each other: the planner never folds the arm so far.
"""

import math
from dataclasses import dataclass

import mujoco

from ludens.robots.iiwa.dimensions import (
    AXES,
    FOREARM_M,
    HIGHEST_RAD,
    MASSES_KG,
    SHOULDER_HEIGHT_M,
    TORQUE_NM,
    UPPER_ARM_M,
    WRIST_TO_FLANGE_M,
)
from ludens.robots.iiwa.gripper import (
    LENGTH_M,
    MAGNET_HEIGHT_M,
    MAGNET_RADIUS_M,
    MASS_KG,
    PRELOAD_N,
    PULL_N,
    SHELL_RADIUS_M,
    SPRING_N_PER_M,
    TRAVEL_M,
)
from ludens.sim.parts.model_spec import GROUP_FIRST_ROBOT, ModelSpec

CYLINDER, CAPSULE, SPHERE = (
    mujoco.mjtGeom.mjGEOM_CYLINDER,
    mujoco.mjtGeom.mjGEOM_CAPSULE,
    mujoco.mjtGeom.mjGEOM_SPHERE,
)
ALUMINIUM = (0.86, 0.87, 0.88, 1.0)
GREY = (0.42, 0.44, 0.46, 1.0)
ORANGE = (0.95, 0.45, 0.05, 1.0)
DARK = (0.16, 0.17, 0.18, 1.0)
COPPER = (0.70, 0.44, 0.24, 1.0)

THINGS, STEEL, ARM = 1, 2, 4
"""Contact classes: what can be bumped into; steel plates, which alone the magnet holds; the arm itself.

Things around it take contacts with `THINGS | ARM`, steel plates with `STEEL`.
"""

HOLD_S = 0.004
"""Time constant of the magnet's contacts: with longer ones MuJoCo lets held things creep."""

GAIN_NM_PER_RAD = (8000.0, 8000.0, 6000.0, 6000.0, 3000.0, 2000.0, 1000.0)
DAMPING_SHARE = 1.0
"""Of critical damping."""
ARMATURE_KG_M2 = (3.0, 3.0, 2.0, 2.0, 0.8, 0.5, 0.3)
"""Rotors behind the gears: they outweigh the links. Our estimate from gear ratios around 100 to 160."""


@dataclass(frozen=True, slots=True)
class _Link:
    """Where a link begins on the one before, about which axis it turns, and how far it reaches."""

    rises_m: float
    axis: tuple[float, float, float]
    length_m: float
    radius_m: float
    colour: str


_UP, _SIDE, _BACK = (0.0, 0.0, 1.0), (0.0, 1.0, 0.0), (0.0, -1.0, 0.0)
_LINKS = (
    _Link(SHOULDER_HEIGHT_M, _UP, 0.0, 0.070, "aluminium"),
    _Link(0.0, _SIDE, 0.5 * UPPER_ARM_M, 0.066, "aluminium"),
    _Link(0.0, _UP, UPPER_ARM_M, 0.064, "aluminium"),
    _Link(UPPER_ARM_M, _BACK, 0.5 * FOREARM_M, 0.060, "aluminium"),
    _Link(0.0, _UP, FOREARM_M, 0.054, "aluminium"),
    _Link(FOREARM_M, _SIDE, 0.0, 0.052, "grey"),
    _Link(0.0, _UP, WRIST_TO_FLANGE_M, 0.040, "grey"),
)


def add_iiwa(spec: ModelSpec, *, name: str) -> None:
    """Add the arm, its base at the origin of the world, x ahead, with its magnet gripper."""
    for part, rgba in (
        ("aluminium", ALUMINIUM),
        ("grey", GREY),
        ("orange", ORANGE),
        ("dark", DARK),
        ("copper", COPPER),
    ):
        spec.add_material(name=f"{name}/{part}", rgba=rgba, specular=0.3, shininess=0.4, reflectance=0.0)
    base = spec.worldbody.add_body(name=name, pos=(0.0, 0.0, 0.0))
    _add_round(base, name=f"{name}/base", material=f"{name}/dark", radius_m=0.10, low_m=0.0, high_m=0.10)
    _add_round(
        base, name=f"{name}/column", material=f"{name}/aluminium", radius_m=0.078, low_m=0.10, high_m=0.28
    )
    body = base
    for index, (axis, link) in enumerate(zip(AXES, _LINKS, strict=True)):
        body = body.add_body(name=f"{name}/{axis}", pos=(0.0, 0.0, link.rises_m), gravcomp=1.0)
        body.add_joint(
            name=f"{name}/{axis}",
            type=mujoco.mjtJoint.mjJNT_HINGE,
            axis=link.axis,
            range=(-HIGHEST_RAD[index], HIGHEST_RAD[index]),
            limited=mujoco.mjtLimited.mjLIMITED_TRUE,
            armature=ARMATURE_KG_M2[index],
            frictionloss=0.5,
        )
        _add_link(body, name=f"{name}/{axis}", number=index, link=link, robot=name)
        _add_servo(spec, name=f"{name}/{axis}", number=index)
    _add_gripper(spec, body, name=name)


def _add_link(body: mujoco.MjsBody, *, name: str, number: int, link: _Link, robot: str) -> None:
    """Add a ball at the axis' point and a tube to the next; together they have the link's mass."""
    mass_kg = float(MASSES_KG[number])
    has_tube = link.length_m > 0.0
    body.add_geom(
        name=f"{name} ball",
        type=SPHERE,
        size=(link.radius_m * 1.08, 0.0, 0.0),
        mass=0.4 * mass_kg if has_tube else mass_kg,
        material=f"{robot}/{link.colour}",
        contype=ARM,
        conaffinity=0,
        group=GROUP_FIRST_ROBOT,
    )
    if not has_tube:
        return
    body.add_geom(
        name=f"{name} tube",
        type=CYLINDER,
        pos=(0.0, 0.0, 0.5 * link.length_m),
        size=(link.radius_m, 0.5 * link.length_m, 0.0),
        mass=0.6 * mass_kg,
        material=f"{robot}/{link.colour}",
        contype=ARM,
        conaffinity=0,
        group=GROUP_FIRST_ROBOT,
    )
    body.add_geom(
        name=f"{name} ring",
        type=CYLINDER,
        pos=(0.0, 0.0, 0.6 * link.length_m),
        size=(link.radius_m * 1.03, 0.006, 0.0),
        mass=0.0,
        material=f"{robot}/orange",
        contype=0,
        conaffinity=0,
        group=GROUP_FIRST_ROBOT,
    )


def _add_servo(spec: ModelSpec, *, name: str, number: int) -> None:
    gain, inertia = GAIN_NM_PER_RAD[number], ARMATURE_KG_M2[number]
    damping = 2.0 * DAMPING_SHARE * math.sqrt(gain * inertia)
    servo = spec.add_actuator(
        name=name,
        trntype=mujoco.mjtTrn.mjTRN_JOINT,
        target=name,
        forcelimited=mujoco.mjtLimited.mjLIMITED_TRUE,
        forcerange=(-TORQUE_NM[number], TORQUE_NM[number]),
    )
    servo.set_to_position(kp=gain, kv=damping)


def _add_gripper(spec: ModelSpec, hand: mujoco.MjsBody, *, name: str) -> None:
    """Add the tube that guides the magnet, and the magnet on its spring."""
    shell_m = LENGTH_M - 0.004
    _add_round(
        hand,
        name=f"{name}/gripper",
        material=f"{name}/orange",
        radius_m=SHELL_RADIUS_M,
        low_m=WRIST_TO_FLANGE_M,
        high_m=WRIST_TO_FLANGE_M + shell_m - TRAVEL_M,
        mass_kg=MASS_KG,
    )
    magnet = hand.add_body(name=f"{name}/magnet", pos=(0.0, 0.0, WRIST_TO_FLANGE_M + LENGTH_M), gravcomp=1.0)
    magnet.add_joint(
        name=f"{name}/magnet",
        type=mujoco.mjtJoint.mjJNT_SLIDE,
        axis=(0.0, 0.0, -1.0),
        range=(0.0, TRAVEL_M),
        limited=mujoco.mjtLimited.mjLIMITED_TRUE,
        stiffness=SPRING_N_PER_M,
        springref=-PRELOAD_N / SPRING_N_PER_M,
        damping=8.0,
    )
    magnet.add_geom(
        name=f"{name}/magnet",
        type=CYLINDER,
        pos=(0.0, 0.0, -0.5 * MAGNET_HEIGHT_M),
        size=(MAGNET_RADIUS_M, 0.5 * MAGNET_HEIGHT_M, 0.0),
        mass=0.06,
        material=f"{name}/copper",
        contype=STEEL,
        conaffinity=0,
        friction=(0.8, 0.01, 0.0005),
        condim=4,
        margin=0.0005,
        priority=1,
        solref=(HOLD_S, 1.0),
        group=GROUP_FIRST_ROBOT,
    )
    pull = spec.add_actuator(
        name=f"{name}/magnet",
        trntype=mujoco.mjtTrn.mjTRN_BODY,
        target=f"{name}/magnet",
        ctrllimited=mujoco.mjtLimited.mjLIMITED_TRUE,
        ctrlrange=(0.0, 2.0),
    )
    pull.set_to_adhesion(gain=PULL_N)


def _add_round(
    body: mujoco.MjsBody,
    *,
    name: str,
    material: str,
    radius_m: float,
    low_m: float,
    high_m: float,
    mass_kg: float = 0.0,
) -> None:
    body.add_geom(
        name=name,
        type=CYLINDER,
        pos=(0.0, 0.0, 0.5 * (low_m + high_m)),
        size=(radius_m, 0.5 * (high_m - low_m), 0.0),
        mass=mass_kg,
        material=material,
        contype=ARM,
        conaffinity=0,
        group=GROUP_FIRST_ROBOT,
    )
