"""The running gear of a Pioneer: two driven wheels and a caster; and the inertial sensors that feel it.

Wheels are ellipsoids: they touch the floor in one point and do not scrub when the robot turns. The caster
slides without friction instead of swivelling.
"""

import math

import mujoco

from ludens.robots.pioneer import BODY, LIMITS
from ludens.sim.parts.model_spec import ModelSpec

TYRE_HALF_WIDTH_M = 0.02
WHEEL_GAIN_NMS = 3.0
"""Torque per rad/s of wheel speed error; stiff enough to hold the speed, soft enough for 2 ms steps."""


def add_running_gear(
    spec: ModelSpec, chassis: mujoco.MjsBody, *, name: str, group: int, tyre_friction: float
) -> None:
    """Add the wheels with their velocity servos, and the caster."""
    radius = BODY.wheel_radius_m
    for side, y_m in (("left", 0.5 * BODY.track_m), ("right", -0.5 * BODY.track_m)):
        wheel = chassis.add_body(name=f"{name}/{side} wheel", pos=(0.0, y_m, radius))
        wheel.add_joint(
            name=f"{name}/{side} wheel",
            type=mujoco.mjtJoint.mjJNT_HINGE,
            axis=(0.0, 1.0, 0.0),
            armature=0.01,
        )
        wheel.add_geom(
            name=f"{name}/{side} tyre",
            type=mujoco.mjtGeom.mjGEOM_ELLIPSOID,
            size=(radius, TYRE_HALF_WIDTH_M, radius),
            mass=BODY.wheel_mass_kg,
            material=f"{name}/black",
            condim=3,
            friction=(tyre_friction, 0.005, 0.0001),
            priority=1,
            group=group,
        )
        wheel.add_geom(
            name=f"{name}/{side} hub",
            type=mujoco.mjtGeom.mjGEOM_CYLINDER,
            size=(0.045, 0.021, 0.0),
            quat=(math.cos(math.pi / 4.0), math.sin(math.pi / 4.0), 0.0, 0.0),
            mass=0.0,
            material=f"{name}/steel",
            contype=0,
            conaffinity=0,
            group=group,
        )
        servo = spec.add_actuator(
            name=f"{name}/{side} wheel",
            trntype=mujoco.mjtTrn.mjTRN_JOINT,
            target=f"{name}/{side} wheel",
            forcelimited=True,
            forcerange=(-LIMITS.wheel_torque_nm, LIMITS.wheel_torque_nm),
        )
        servo.set_to_velocity(kv=WHEEL_GAIN_NMS)
    chassis.add_geom(
        name=f"{name}/caster",
        type=mujoco.mjtGeom.mjGEOM_SPHERE,
        pos=(BODY.caster_x_m, 0.0, BODY.caster_radius_m),
        size=(BODY.caster_radius_m, 0.0, 0.0),
        mass=BODY.caster_mass_kg,
        material=f"{name}/black",
        condim=1,
        priority=2,
        group=group,
    )


def add_imu(spec: ModelSpec, chassis: mujoco.MjsBody, *, name: str) -> None:
    """Add gyroscope and accelerometer above the axle."""
    chassis.add_site(name=f"{name}/imu", pos=(0.0, 0.0, 0.15))
    for kind, sensor in (
        ("gyroscope", mujoco.mjtSensor.mjSENS_GYRO),
        ("accelerometer", mujoco.mjtSensor.mjSENS_ACCELEROMETER),
    ):
        spec.add_sensor(
            name=f"{name}/{kind}", type=sensor, objtype=mujoco.mjtObj.mjOBJ_SITE, objname=f"{name}/imu"
        )
