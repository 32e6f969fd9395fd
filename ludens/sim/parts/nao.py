"""The NAO as MuJoCo sees it: bodies, joints and shapes from the table of links, and its servos.

Every link is a body named `robot/Link`, the torso simply `robot`. The soles are bodies of their own, fixed to
the feet, so that the force through them can be felt. Hands are in `nao_hand.py`, sensors in `nao_sensors.py`.
"""

from dataclasses import dataclass

import mujoco
import numpy as np

from ludens.geometry import FloatArray, Transform3
from ludens.robots.nao.fingers import FINGERS_KG
from ludens.robots.nao.joints import EFFORT_NM, INDEX, JOINTS, LIMITS
from ludens.robots.nao.links import LINKS, Link, Vector
from ludens.robots.nao.motors import ARMATURE_KGM2, FRICTION_NM, GAIN_NM_PER_RAD, PASSIVE_DAMPING_NMS_PER_RAD
from ludens.robots.nao.noise import NaoVariation
from ludens.robots.nao.places import PLACES
from ludens.robots.nao.shapes import SHAPES, Shape
from ludens.sim.parts.jersey import digit_bars
from ludens.sim.parts.model_spec import GROUP_FIRST_ROBOT, ModelSpec
from ludens.sim.parts.nao_hand import add_hand
from ludens.sim.parts.nao_sensors import HeadCameras, add_sensors

SOLE_KG = 0.02
"""Of the foot's mass, what lies below the pressure cells."""
FIRM = (0.004, 1.0)
"""How hard soles and fingers are: (time constant in s, damping ratio) of a contact."""
RUBBER_FRICTION = 0.9

Rgba = tuple[float, float, float, float]

PAINTS: dict[str, Rgba] = {
    "shell": (0.93, 0.93, 0.94, 1.0),
    "joint": (0.55, 0.56, 0.58, 1.0),
    "dark": (0.07, 0.07, 0.08, 1.0),
    "light": (0.35, 0.75, 1.0, 1.0),
}
BLUE_ACCENT: Rgba = (0.13, 0.33, 0.68, 1.0)
RED_ACCENT: Rgba = (0.78, 0.16, 0.12, 1.0)
GREY_ACCENT: Rgba = (0.42, 0.44, 0.47, 1.0)
BLUE_JERSEY: Rgba = (0.08, 0.20, 0.75, 1.0)
RED_JERSEY: Rgba = (0.80, 0.07, 0.07, 1.0)
JERSEY_COVERS = ("chest", "belly", "breastplate", "shoulder", "shoulder pad")
"""Shapes under a jersey."""
NUMBER: Rgba = (0.97, 0.97, 0.97, 1.0)

GEOM_KINDS = {
    "box": mujoco.mjtGeom.mjGEOM_BOX,
    "ellipsoid": mujoco.mjtGeom.mjGEOM_ELLIPSOID,
    "cylinder": mujoco.mjtGeom.mjGEOM_CYLINDER,
    "capsule": mujoco.mjtGeom.mjGEOM_CAPSULE,
}

KNOTS = (
    ("Torso", "Head"),
    ("Torso", "LBiceps"),
    ("Torso", "LHip"),
    ("Torso", "LThigh"),
    ("LShoulder", "LElbow"),
    ("LBiceps", "LForeArm"),
    ("LElbow", "LHand"),
    ("LPelvis", "LThigh"),
    ("LPelvis", "RPelvis"),
    ("LHip", "RHip"),
    ("LThigh", "LAnkle"),
    ("LTibia", "LFoot"),
    ("LTibia", "LSole"),
    ("LAnkle", "LSole"),
)
"""Parts that overlap by design, because their shapes are simpler than the real ones; they never collide."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NaoLook:
    """What differs between two NAOs to the eye."""

    accent_rgba: Rgba = BLUE_ACCENT
    jersey_rgba: Rgba | None = None  # None: it wears none
    number: int | None = None  # on chest and back


@dataclass(frozen=True, slots=True, kw_only=True)
class NaoBuild:
    """What differs between two NAOs of the same make: drawn once for a robot."""

    mass_factors: FloatArray
    center_shifts_m: FloatArray  # (links, 3)
    friction_factors: FloatArray  # of the 25 joints


def draw_build(variation: NaoVariation, *, friction_sigma: float, random: np.random.Generator) -> NaoBuild:
    """Return a robot of this seed; the one in the table where nothing may vary."""
    return NaoBuild(
        mass_factors=np.clip(1.0 + variation.mass_sigma * random.normal(size=len(LINKS)), 0.7, 1.3),
        center_shifts_m=variation.center_sigma_m * random.normal(size=(len(LINKS), 3)),
        friction_factors=np.clip(1.0 + friction_sigma * random.normal(size=len(JOINTS)), 0.2, 3.0),
    )


def add_nao(
    spec: ModelSpec,
    *,
    name: str,
    ground_from_torso: Transform3,
    build: NaoBuild,
    cameras: HeadCameras,
    look: NaoLook,
    fingers_as_one: bool = False,
) -> None:
    """Add a robot with its torso there; its joints are all zero until they are set."""
    worn = look.jersey_rgba or PAINTS["shell"]
    for paint, colour in (*PAINTS.items(), ("accent", look.accent_rgba), ("jersey", worn)):
        spec.add_material(name=f"{name}/{paint}", rgba=colour, specular=0.3, shininess=0.4, reflectance=0.0)
    bodies: dict[str, mujoco.MjsBody] = {}
    for index, link in enumerate(LINKS):
        if link.parent:
            body = bodies[link.parent].add_body(name=f"{name}/{link.name}", pos=link.offset_m)
            _add_joint(body, link, name=name, friction_factor=build.friction_factors[INDEX[link.joint]])
        else:
            body = spec.worldbody.add_body(
                name=name, pos=ground_from_torso.translation, quat=ground_from_torso.quaternion()
            )
            body.add_freejoint(name=name)
        _weigh(body, link, factor=build.mass_factors[index], shift_m=build.center_shifts_m[index])
        bodies[link.name] = body
    for side in "LR":
        sole_name = f"{side}Sole"
        bodies[sole_name] = bodies[f"{side}Foot"].add_body(name=f"{name}/{sole_name}")
        _set_mass(bodies[sole_name], SOLE_KG, _sole_center(side), (1e-5, 4e-5, 5e-5))
        add_hand(spec, bodies[f"{side}Hand"], name=name, side=side, fingers_as_one=fingers_as_one)
    for shape in SHAPES:
        owner = shape.link[0] + "Sole" if shape.name == "sole" else shape.link
        covered = look.jersey_rgba is not None and shape.name in JERSEY_COVERS
        _add_geom(bodies[owner], shape, name=name, paint="jersey" if covered else shape.paint)
    if look.number is not None:
        _add_number(bodies["Torso"], look.number, name=name)
    for first, second in KNOTS:
        for one, other in {(first, second), (_right(first), _right(second))}:
            spec.add_exclude(
                bodyname1=_body_name(name, one),
                bodyname2=_body_name(name, other),
                name=f"{name}/{one}-{other}",
            )
    _add_servos(spec, name=name)
    add_sensors(spec, bodies, name=name, cameras=cameras)


def _right(link: str) -> str:
    return {"L": "R", "R": "L"}.get(link[0], link[0]) + link[1:]


def _body_name(name: str, link: str) -> str:
    return name if link == "Torso" else f"{name}/{link}"


def joint_name(name: str, link: Link) -> str:
    """Return the MuJoCo joint of a link; the right pelvis has one of its own, coupled to the left one's."""
    return f"{name}/RHipYawPitch" if link.name == "RPelvis" else f"{name}/{link.joint}"


def _add_joint(body: mujoco.MjsBody, link: Link, *, name: str, friction_factor: float) -> None:
    limits, place = LIMITS[link.joint], INDEX[link.joint]
    body.add_joint(
        name=joint_name(name, link),
        type=mujoco.mjtJoint.mjJNT_HINGE,
        axis=link.axis,
        limited=mujoco.mjtLimited.mjLIMITED_TRUE,
        range=(limits.lowest_rad, limits.highest_rad),
        armature=ARMATURE_KGM2[place],
        damping=PASSIVE_DAMPING_NMS_PER_RAD[place],
        frictionloss=FRICTION_NM[place] * friction_factor,
    )


def _weigh(body: mujoco.MjsBody, link: Link, *, factor: float, shift_m: FloatArray) -> None:
    """Give a body its mass, less what soles and fingers take over from feet and hands."""
    mass = link.mass_kg * factor
    center = np.array(link.center_m) + shift_m
    taken, taken_center = 0.0, np.zeros(3)
    if link.name.endswith("Foot"):
        taken, taken_center = SOLE_KG, np.array(_sole_center(link.name[0]))
    elif link.name.endswith("Hand"):
        taken, taken_center = FINGERS_KG, PLACES[f"{link.name[0]}Grip"].link_from_place.translation
    rest = (mass * center - taken * taken_center) / (mass - taken)
    x, y, z = link.inertia_kgm2
    _set_mass(body, mass - taken, tuple(rest.tolist()), (factor * x, factor * y, factor * z))


def _set_mass(body: mujoco.MjsBody, mass_kg: float, center_m: Vector, inertia_kgm2: Vector) -> None:
    body.mass = mass_kg
    body.ipos = center_m
    body.iquat = (1.0, 0.0, 0.0, 0.0)
    body.inertia = inertia_kgm2
    body.explicitinertial = True


def _sole_center(side: str) -> Vector:
    shape = next(shape for shape in SHAPES if shape.name == "sole" and shape.link == f"{side}Foot")
    x, y, z = shape.link_from_shape.translation.tolist()
    return (x, y, z)


def _add_geom(body: mujoco.MjsBody, shape: Shape, *, name: str, paint: str) -> None:
    is_sole = shape.name == "sole"
    body.add_geom(
        name=f"{name}/{shape.link} {shape.name}",
        type=GEOM_KINDS[shape.kind],
        size=shape.size_m,
        pos=shape.link_from_shape.translation,
        quat=shape.link_from_shape.quaternion(),
        material=f"{name}/{paint}",
        mass=0.0,
        contype=int(shape.solid),
        conaffinity=int(shape.solid),
        condim=3,
        friction=(RUBBER_FRICTION if is_sole else 0.5, 0.005, 0.0001),
        solref=FIRM if is_sole else (0.02, 1.0),
        group=GROUP_FIRST_ROBOT,
    )


def _add_number(torso: mujoco.MjsBody, number: int, *, name: str) -> None:
    """Write a number on chest and back; the chest's stands below its button."""
    for x_m, z_m, right in ((0.046, 0.022, 1.0), (-0.056, 0.060, -1.0)):
        for place, bar in enumerate(digit_bars(number)):
            torso.add_geom(
                name=f"{name}/number {place} at {x_m}",
                type=mujoco.mjtGeom.mjGEOM_BOX,
                size=(0.009, 0.5 * bar.width_m, 0.5 * bar.height_m),
                pos=(x_m, right * bar.right_m, z_m + bar.up_m),
                rgba=NUMBER,
                mass=0.0,
                contype=0,
                conaffinity=0,
                group=GROUP_FIRST_ROBOT,
            )


def _add_servos(spec: ModelSpec, *, name: str) -> None:
    """Add a position servo for each joint but the hands (they have theirs), and couple the two hips."""
    for joint in JOINTS:
        if joint.endswith("Hand"):
            continue
        place = INDEX[joint]
        servo = spec.add_actuator(
            name=f"{name}/{joint}",
            trntype=mujoco.mjtTrn.mjTRN_JOINT,
            target=f"{name}/{joint}",
            forcelimited=True,
            forcerange=(-EFFORT_NM[place], EFFORT_NM[place]),
        )
        servo.set_to_position(kp=GAIN_NM_PER_RAD[place], kv=1e-6)
    spec.add_equality(
        name=f"{name}/hips",
        type=mujoco.mjtEq.mjEQ_JOINT,
        objtype=mujoco.mjtObj.mjOBJ_JOINT,
        name1=f"{name}/RHipYawPitch",
        name2=f"{name}/LHipYawPitch",
        data=(0.0, 1.0, *(0.0,) * 10),
        solref=FIRM,
    )
