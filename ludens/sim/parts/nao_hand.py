"""A NAO's hand: two fingers above and a thumb below, all pulled by one wire.

The wire is a tendon over the three joints, so a finger that meets something stops and the others go on
closing. The thumb's pulley is as strong as those of both fingers together: what is held is not pushed aside.
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


def add_hand(spec: ModelSpec, hand: mujoco.MjsBody, *, name: str, side: str) -> None:
    """Add the fingers of one hand, their wire and its motor, named `robot/LHand` or `robot/RHand`."""
    tendon = spec.add_tendon(name=f"{name}/{side}Hand")
    for finger, y_m, up in zip(FINGERS, (UPPER_Y_M, -UPPER_Y_M, 0.0), (1.0, 1.0, -1.0), strict=True):
        joint = f"{name}/{side} {finger}"
        body = hand.add_body(name=joint, pos=(KNUCKLE_X_M, y_m, GRIP_Z_M + up * HALF_GAP_M))
        body.mass = FINGER_KG
        body.ipos = (0.5 * FINGER_LENGTH_M, 0.0, 0.0)
        body.inertia = (1e-7, 6e-7, 6e-7)
        body.explicitinertial = True
        strength = THUMB_STRENGTH if up < 0.0 else 1.0
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
        body.add_geom(
            name=joint,
            type=mujoco.mjtGeom.mjGEOM_CAPSULE,
            fromto=(0.0, 0.0, 0.0, FINGER_LENGTH_M, 0.0, 0.0),
            size=(FINGER_RADIUS_M, 0.0, 0.0),
            mass=0.0,
            material=f"{name}/joint",
            condim=4,
            friction=(1.0, 0.02, 0.0001),
            solref=(0.004, 1.0),
            group=GROUP_FIRST_ROBOT,
        )
        tendon.wrap_joint(joint, strength / (THUMB_STRENGTH + 2.0))
        for other in (f"{name}/{side}ForeArm", f"{name}/{side}Hand"):
            spec.add_exclude(bodyname1=joint, bodyname2=other, name=f"{joint}-{other}")
    for first, second in ((0, 1), (0, 2), (1, 2)):
        spec.add_exclude(
            bodyname1=f"{name}/{side} {FINGERS[first]}",
            bodyname2=f"{name}/{side} {FINGERS[second]}",
            name=f"{name}/{side} {FINGERS[first]}-{FINGERS[second]}",
        )
    place = INDEX[f"{side}Hand"]
    motor = spec.add_actuator(
        name=f"{name}/{side}Hand",
        trntype=mujoco.mjtTrn.mjTRN_TENDON,
        target=f"{name}/{side}Hand",
        forcelimited=True,
        forcerange=(-EFFORT_NM[place], EFFORT_NM[place]),
    )
    motor.set_to_position(kp=GAIN_NM_PER_RAD[place], kv=1e-6)
