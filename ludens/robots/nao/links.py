"""The rigid parts of a NAO in one table: how they hang together, what they weigh, where fixed things sit.

Simulation, kinematics and drawings all read these numbers. A link's frame has its origin in the joint that
moves it and, in the zero posture, the axes of the torso (x forward, y left, z up; arms then point forward).
Only the middle and the left side are written; the right side is mirrored in the plane y = 0.

Offsets and masses are the maker's, as several teams use them. Inertias of torso, head, biceps, thigh, tibia
and foot are published; those of the small links between two joints of one knot (shoulder, hip …) are not and
are those of a solid box of the part's size.
"""

from dataclasses import dataclass, replace

from ludens.robots.nao.joints import changes_sign

Vector = tuple[float, float, float]

X_AXIS: Vector = (1.0, 0.0, 0.0)
Y_AXIS: Vector = (0.0, 1.0, 0.0)
Z_AXIS: Vector = (0.0, 0.0, 1.0)
LEFT_HIP_AXIS: Vector = (0.0, 0.5**0.5, -(0.5**0.5))

UPPER_ARM_M = 0.105
ELBOW_OFFSET_M = 0.015
LOWER_ARM_M = 0.05595
THIGH_M = 0.100
TIBIA_M = 0.1029
ANKLE_HEIGHT_M = 0.04519
HIP_OFFSET_Y_M = 0.050
HIP_OFFSET_Z_M = -0.085


@dataclass(frozen=True, slots=True)
class Link:
    """A rigid part. `joint` turns it about `axis` (in its own frame) at `offset_m` in its parent's frame.

    `center_m` is the centre of mass in the link's frame, `inertia_kgm2` are the moments about it along the
    link's axes.
    """

    name: str
    parent: str
    joint: str
    axis: Vector
    offset_m: Vector
    mass_kg: float
    center_m: Vector
    inertia_kgm2: Vector


def _mm(x: float, y: float, z: float) -> Vector:
    return (x / 1000.0, y / 1000.0, z / 1000.0)


def _published(x: float, y: float, z: float) -> Vector:
    """Return moments written in 10⁻⁴ kg·m²."""
    return (x * 1e-4, y * 1e-4, z * 1e-4)


def _box(mass_kg: float, x_m: float, y_m: float, z_m: float) -> Vector:
    """Return the moments of a solid box."""
    twelfth = mass_kg / 12.0
    return (
        twelfth * (y_m**2 + z_m**2),
        twelfth * (x_m**2 + z_m**2),
        twelfth * (x_m**2 + y_m**2),
    )


_HIP = _mm(0.0, 1e3 * HIP_OFFSET_Y_M, 1e3 * HIP_OFFSET_Z_M)
_AT_PARENT: Vector = (0.0, 0.0, 0.0)

_MIDDLE = (
    Link("Torso", "", "", Z_AXIS, _AT_PARENT, 1.0496, _mm(-4.13, 0, 43.42), _published(30.8, 28.8, 15.9)),
    Link(
        "Neck",
        "Torso",
        "HeadYaw",
        Z_AXIS,
        _mm(0, 0, 126.5),
        0.0784,
        _mm(0, 0, -27.4),
        _box(0.0784, 0.04, 0.04, 0.06),
    ),
    Link(
        "Head",
        "Neck",
        "HeadPitch",
        Y_AXIS,
        _AT_PARENT,
        0.6597,
        _mm(1.09, 1.46, 57.19),
        _published(7.7, 6.8, 7.2),
    ),
)

_LEFT = (
    Link(
        "LShoulder",
        "Torso",
        "LShoulderPitch",
        Y_AXIS,
        _mm(0, 98, 100),
        0.0930,
        _mm(-1.65, -26.63, 0.14),
        _box(0.0930, 0.05, 0.06, 0.05),
    ),
    Link(
        "LBiceps",
        "LShoulder",
        "LShoulderRoll",
        Z_AXIS,
        _AT_PARENT,
        0.1578,
        _mm(24.55, 5.63, 3.3),
        _published(0.9, 2.8, 2.4),
    ),
    Link(
        "LElbow",
        "LBiceps",
        "LElbowYaw",
        X_AXIS,
        (UPPER_ARM_M, ELBOW_OFFSET_M, 0.0),
        0.0648,
        _mm(-27.44, 0, -0.14),
        _box(0.0648, 0.06, 0.035, 0.035),
    ),
    Link(
        "LForeArm",
        "LElbow",
        "LElbowRoll",
        Z_AXIS,
        _AT_PARENT,
        0.0776,
        _mm(25.56, 2.81, 0.76),
        _box(0.0776, 0.06, 0.05, 0.05),
    ),
    Link(
        "LHand",
        "LForeArm",
        "LWristYaw",
        X_AXIS,
        (LOWER_ARM_M, 0.0, 0.0),
        0.1853,
        _mm(34.34, -0.88, 3.08),
        _box(0.1853, 0.09, 0.05, 0.05),
    ),
    Link(
        "LPelvis",
        "Torso",
        "LHipYawPitch",
        LEFT_HIP_AXIS,
        _HIP,
        0.0698,
        _mm(-7.81, -11.14, 26.61),
        _box(0.0698, 0.05, 0.05, 0.05),
    ),
    Link(
        "LHip",
        "LPelvis",
        "LHipRoll",
        X_AXIS,
        _AT_PARENT,
        0.1405,
        _mm(-15.49, 0.29, -5.15),
        _box(0.1405, 0.06, 0.05, 0.05),
    ),
    Link(
        "LThigh",
        "LHip",
        "LHipPitch",
        Y_AXIS,
        _AT_PARENT,
        0.3897,
        _mm(1.38, 2.21, -53.73),
        _published(5.1, 4.7, 3.0),
    ),
    Link(
        "LTibia",
        "LThigh",
        "LKneePitch",
        Y_AXIS,
        (0.0, 0.0, -THIGH_M),
        0.3014,
        _mm(4.53, 2.25, -49.36),
        _published(4.5, 3.9, 1.9),
    ),
    Link(
        "LAnkle",
        "LTibia",
        "LAnklePitch",
        Y_AXIS,
        (0.0, 0.0, -TIBIA_M),
        0.1342,
        _mm(0.45, 0.29, 6.85),
        _box(0.1342, 0.05, 0.05, 0.05),
    ),
    Link(
        "LFoot",
        "LAnkle",
        "LAnkleRoll",
        X_AXIS,
        _AT_PARENT,
        0.1718,
        _mm(25.42, 3.3, -32.39),
        _published(0.9, 3.5, 4.1),
    ),
)


def mirror_vector(vector: Vector) -> Vector:
    """Return a place as the mirror y = 0 shows it."""
    x, y, z = vector
    return (x, -y, z)


def mirror_name(name: str) -> str:
    """Return the right part's name for a left one's; other names stay."""
    return "R" + name[1:] if name.startswith("L") else name


def _mirror_link(link: Link) -> Link:
    """Return the right link of a left one.

    A mirror turns the sense of rotation about x and z; where the joint's sign already says so (rolls, yaws),
    the axis stays as it is.
    """
    x, y, z = link.axis
    sign = -1.0 if changes_sign(link.joint) else 1.0
    return replace(
        link,
        name=mirror_name(link.name),
        parent=mirror_name(link.parent),
        joint=link.joint if link.joint == "LHipYawPitch" else mirror_name(link.joint),
        axis=(-sign * x, sign * y, -sign * z),
        offset_m=mirror_vector(link.offset_m),
        center_m=mirror_vector(link.center_m),
    )


LINKS = (*_MIDDLE, *_LEFT, *(_mirror_link(link) for link in _LEFT))
"""Every link, parents before children. Both pelvises hang on the joint `LHipYawPitch`."""

LINK_INDEX = {link.name: index for index, link in enumerate(LINKS)}

TOTAL_MASS_KG = sum(link.mass_kg for link in LINKS)
