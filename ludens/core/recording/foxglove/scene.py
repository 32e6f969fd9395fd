"""The 3D scene: each entity is fixed to a frame of its own name, and the poses move the frames."""

from ludens.core.recording.converters import object_converter
from ludens.core.recording.foxglove.members import (
    Plain,
    exact_time_s,
    numbers,
    quaternion,
    stamp,
    vector,
)
from ludens.messages import SceneDescription, SceneEntity, ScenePoses, SceneShape

GROUND = "ground"

_SCENE = object_converter(SceneDescription)


def pack_scene(scene: SceneDescription) -> Plain:
    """Every entity with its shapes, sorted by kind; our own order stands beside it."""
    entities = [_entity(entity, scene.time_s) for entity in scene.entities]
    return {"deletions": [], "entities": entities, "scene": _SCENE.pack(scene)}


def unpack_scene(plain: Plain) -> SceneDescription:
    """The description again."""
    scene: SceneDescription = _SCENE.unpack(plain["scene"])
    return scene


def pack_poses(poses: ScenePoses) -> Plain:
    """Where each entity's frame stands on the ground."""
    timestamp = stamp(poses.time_s)
    rows = zip(poses.names, poses.positions_m, poses.orientations, strict=True)
    transforms = [
        {
            "timestamp": timestamp,
            "parent_frame_id": GROUND,
            "child_frame_id": name,
            "translation": vector(position),
            "rotation": quaternion(orientation),
        }
        for name, position, orientation in rows
    ]
    return {"transforms": transforms, "time_s": poses.time_s}


def unpack_poses(plain: Plain) -> ScenePoses:
    """The poses again."""
    rows = plain["transforms"]
    return ScenePoses(
        time_s=exact_time_s(plain),
        names=tuple(row["child_frame_id"] for row in rows),
        positions_m=tuple(numbers(row["translation"], "xyz") for row in rows),
        orientations=tuple(numbers(row["rotation"], "wxyz") for row in rows),
    )


def _entity(entity: SceneEntity, time_s: float) -> Plain:
    def primitives(kind: str) -> list[Plain]:
        return [_primitive(shape) for shape in entity.shapes if shape.kind == kind]

    return {
        "timestamp": stamp(time_s),
        "frame_id": entity.name,
        "id": entity.name,
        "lifetime": {"sec": 0, "nsec": 0},  # until replaced
        "frame_locked": True,
        "metadata": [],
        "arrows": [],
        "cubes": primitives("box"),
        "spheres": primitives("sphere"),
        "cylinders": [
            cylinder | {"bottom_scale": 1.0, "top_scale": 1.0} for cylinder in primitives("cylinder")
        ],
        "lines": [],
        "triangles": [],
        "texts": [],
        "models": [],
    }


def _primitive(shape: SceneShape) -> Plain:
    red, green, blue, alpha = shape.colour_rgba
    return {
        "pose": {"position": vector(shape.position_m), "orientation": quaternion(shape.orientation)},
        "size": vector(shape.size_m),
        "color": {"r": red, "g": green, "b": blue, "a": alpha},
    }
