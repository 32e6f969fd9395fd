"""A NAO's hand: two fingers above and a thumb below, all pulled by one wire.

The wire is a tendon over the three joints, so a finger that meets something stops and the others go on
closing. The thumb's pulley is as strong as those of both fingers together: what is held is not pushed aside.

Where nobody holds anything, all fingers may be one body on one joint, which moves as they would together:
four joints less for physics to solve.
"""

import mujoco

from ludens.robots.nao.fingers import (
    CLOSED_RAD,
    FINGER_KG,
    FINGER_LENGTH_M,
    FINGER_RADIUS_M,
    FINGERS,
    GRIP_Z_M,
    HALF_GAP_M,
    KNUCKLE_X_M,
    OPEN_RAD,
    THUMB_STRENGTH,
    UPPER_Y_M,
)
from ludens.robots.nao.joints import EFFORT_NM, INDEX
from ludens.robots.nao.motors import GAIN_NM_PER_RAD
from ludens.sim.parts.model_spec import GROUP_FIRST_ROBOT, ModelSpec

ALL_STRENGTHS = THUMB_STRENGTH + 2.0
FINGER_PRIORITY = 1
SIDEWAYS_M, UPWARDS = (UPPER_Y_M, -UPPER_Y_M, 0.0), (1.0, 1.0, -1.0)
"""Of the fingers, in their order."""


def add_hand(
    spec: ModelSpec, hand: mujoco.MjsBody, *, name: str, side: str, fingers_as_one: bool = False
) -> None:
    """Add the fingers of one hand, their wire and its motor, named `robot/LHand` or `robot/RHand`."""
    if fingers_as_one:
        _add_as_one(spec, hand, name=name, side=side)
    else:
        _add_fingers(spec, hand, name=name, side=side)
    place = INDEX[f"{side}Hand"]
    motor = spec.add_actuator(
        name=f"{name}/{side}Hand",
        trntype=mujoco.mjtTrn.mjTRN_TENDON,
        target=f"{name}/{side}Hand",
        forcelimited=True,
        forcerange=(-EFFORT_NM[place], EFFORT_NM[place]),
    )
    motor.set_to_position(kp=GAIN_NM_PER_RAD[place], kv=1e-6)


def let_fingers_decide(spec: ModelSpec, *, name: str, friction: float) -> None:
    """Give a robot's fingers a friction that counts, whatever they hold; else the larger of two would."""
    for side in "LR":
        for finger in FINGERS:
            geom = spec.geom(f"{name}/{side} {finger}")
            geom.priority, geom.friction[0] = FINGER_PRIORITY, friction


def _add_fingers(spec: ModelSpec, hand: mujoco.MjsBody, *, name: str, side: str) -> None:
    """Add each finger on its own joint."""
    tendon = spec.add_tendon(name=f"{name}/{side}Hand")
    for finger, y_m, up in zip(FINGERS, SIDEWAYS_M, UPWARDS, strict=True):
        joint = f"{name}/{side} {finger}"
        strength = THUMB_STRENGTH if up < 0.0 else 1.0
        at_m = (KNUCKLE_X_M, y_m, GRIP_Z_M + up * HALF_GAP_M)
        body = _add_knuckle(hand, joint, at_m=at_m, up=up, fingers=1, strength=strength)
        _add_shape(body, joint, from_m=(0.0, 0.0, 0.0), name=name)
        tendon.wrap_joint(joint, strength / ALL_STRENGTHS)
        _exclude_arm(spec, joint, name=name, side=side)
    for first, second in ((0, 1), (0, 2), (1, 2)):
        spec.add_exclude(
            bodyname1=f"{name}/{side} {FINGERS[first]}",
            bodyname2=f"{name}/{side} {FINGERS[second]}",
            name=f"{name}/{side} {FINGERS[first]}-{FINGERS[second]}",
        )


def _add_as_one(spec: ModelSpec, hand: mujoco.MjsBody, *, name: str, side: str) -> None:
    """Add all fingers on one joint, as heavy and as strong as they are together."""
    joint = f"{name}/{side} fingers"
    at_m = (KNUCKLE_X_M, 0.0, GRIP_Z_M)
    body = _add_knuckle(hand, joint, at_m=at_m, up=1.0, fingers=len(FINGERS), strength=ALL_STRENGTHS)
    for finger, y_m, up in zip(FINGERS, SIDEWAYS_M, UPWARDS, strict=True):
        _add_shape(body, f"{name}/{side} {finger}", from_m=(0.0, y_m, up * HALF_GAP_M), name=name)
    spec.add_tendon(name=f"{name}/{side}Hand").wrap_joint(joint, 1.0)
    _exclude_arm(spec, joint, name=name, side=side)


def _add_knuckle(
    hand: mujoco.MjsBody,
    joint: str,
    *,
    at_m: tuple[float, float, float],
    up: float,
    fingers: int,
    strength: float,
) -> mujoco.MjsBody:
    """Add a body of so many fingers that turns about a joint of its own name."""
    body = hand.add_body(name=joint, pos=at_m)
    body.mass = fingers * FINGER_KG
    body.ipos = (0.5 * FINGER_LENGTH_M, 0.0, 0.0)
    body.inertia = (fingers * 1e-7, fingers * 6e-7, fingers * 6e-7)
    body.explicitinertial = True
    body.add_joint(
        name=joint,
        type=mujoco.mjtJoint.mjJNT_HINGE,
        axis=(0.0, up, 0.0),
        limited=mujoco.mjtLimited.mjLIMITED_TRUE,
        range=(OPEN_RAD - 0.05, CLOSED_RAD + 0.05),
        armature=strength * 2e-4,
        damping=strength * 0.004,
        stiffness=strength * 0.05,  # the spring that opens a finger when the wire is let go
        springref=OPEN_RAD,
    )
    return body


def _add_shape(body: mujoco.MjsBody, geom: str, *, from_m: tuple[float, float, float], name: str) -> None:
    x_m, y_m, z_m = from_m
    body.add_geom(
        name=geom,
        type=mujoco.mjtGeom.mjGEOM_CAPSULE,
        fromto=(x_m, y_m, z_m, x_m + FINGER_LENGTH_M, y_m, z_m),
        size=(FINGER_RADIUS_M, 0.0, 0.0),
        mass=0.0,
        material=f"{name}/joint",
        condim=4,
        friction=(1.0, 0.02, 0.0001),
        solref=(0.004, 1.0),
        group=GROUP_FIRST_ROBOT,
    )


def _exclude_arm(spec: ModelSpec, finger: str, *, name: str, side: str) -> None:
    """Fingers never collide with their own hand and forearm."""
    for other in (f"{name}/{side}ForeArm", f"{name}/{side}Hand"):
        spec.add_exclude(bodyname1=finger, bodyname2=other, name=f"{finger}-{other}")
