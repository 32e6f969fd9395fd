"""The world as a spectator sees it: simple shapes with poses, for 3D views and recordings.

It is simulation truth. Nothing a robot decides with may read it.
"""

from msgspec import Struct

from ludens.messages.message import TruthMessage

Quaternion = tuple[float, float, float, float]  # w, x, y, z


class SceneShape(Struct, frozen=True, kw_only=True):
    """A primitive fixed to its entity.

    `size_m` is full extents for `box`, (diameter x, y, height) for `cylinder`, diameters for `sphere`.
    """

    kind: str  # "box", "sphere", "cylinder"
    size_m: tuple[float, float, float]
    position_m: tuple[float, float, float]  # in the entity's frame
    orientation: Quaternion  # entity_from_shape
    colour_rgba: tuple[float, float, float, float]
    finish: str = ""  # what it is made of, for viewers that show it: "wood", "felt", "metal", "football" …


class SceneEntity(Struct, frozen=True, kw_only=True):
    """A rigid body: name and shapes."""

    name: str
    shapes: tuple[SceneShape, ...]


class SceneDescription(TruthMessage):
    """What is there; sent once at the start, and again when something appears."""

    entities: tuple[SceneEntity, ...]


class ScenePoses(TruthMessage):
    """Where each entity is: position and orientation `ground_from_entity`, in the order of `names`."""

    names: tuple[str, ...]
    positions_m: tuple[tuple[float, float, float], ...]
    orientations: tuple[Quaternion, ...]
