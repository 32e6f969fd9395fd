"""Our messages in the forms that Foxglove publishes, so that viewers show them without being told how.

Of the 3D scene each entity is fixed to a frame of its own name, and the poses move the frames.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ludens.core.contract.keys import join
from ludens.core.errors import RecordingError
from ludens.core.recording import foxglove_media as media
from ludens.core.recording import foxglove_schemas as schemas
from ludens.core.recording.converters import object_converter, unpack_number
from ludens.core.recording.foxglove_media import (
    Plain,
    exact_time_s,
    numbers,
    quaternion,
    stamp,
    vector,
)
from ludens.core.recording.foxglove_schemas import Schema
from ludens.geometry import Pose2
from ludens.messages import (
    AudioChunk,
    CameraImage,
    DepthImage,
    Fault,
    JointStates,
    Message,
    Odometry,
    SceneDescription,
    SceneEntity,
    ScenePoses,
    SceneShape,
    SpeakerCommand,
)


@dataclass(frozen=True, slots=True)
class Form:
    """A schema that viewers know, and both ways between our message and its members.

    The members hold all that is needed to rebuild our message exactly; what the standard has no place for
    stands in members of our own (`time_s`, `fault`, `scene`), which viewers ignore.
    """

    name: str
    schema: Schema
    pack: Callable[[Any], Plain]
    unpack: Callable[[Plain], Message]


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


_ERROR_LEVEL = 4
_FAULT = object_converter(Fault)


def pack_joints(joints: JointStates) -> Plain:
    """One row a joint; what a robot does not measure is left out."""
    columns = {
        "position": joints.positions_rad,
        "velocity": joints.velocities_radps,
        "effort": joints.torques_nm,
    }
    measured = {name: values for name, values in columns.items() if values}
    wrong = [name for name, values in measured.items() if len(values) != len(joints.names)]
    if wrong:
        raise RecordingError(
            f"JointStates has {len(joints.names)} names, but another number of values for {', '.join(wrong)}."
        )
    rows = [
        {"name": joint, **{name: values[index] for name, values in measured.items()}}
        for index, joint in enumerate(joints.names)
    ]
    return {"timestamp": stamp(joints.time_s), "joints": rows, "time_s": joints.time_s}


def unpack_joints(plain: Plain) -> JointStates:
    """The joints again."""
    rows = plain["joints"]

    def column(name: str) -> tuple[float, ...]:
        return tuple(unpack_number(row[name]) for row in rows if name in row)

    return JointStates(
        time_s=exact_time_s(plain),
        names=tuple(row["name"] for row in rows),
        positions_rad=column("position"),
        velocities_radps=column("velocity"),
        torques_nm=column("effort"),
    )


def pack_fault(fault: Fault) -> Plain:
    """A line in the log; the whole fault stands beside it."""
    return {
        "timestamp": stamp(fault.time_s),
        "level": _ERROR_LEVEL,
        "message": f"{fault.what} {fault.consequence}",
        "name": fault.where,
        "file": "",
        "line": 0,
        "fault": _FAULT.pack(fault),
    }


def unpack_fault(plain: Plain) -> Fault:
    """The fault again."""
    fault: Fault = _FAULT.unpack(plain["fault"])
    return fault


def odometry_transform(odometry: Odometry, robot: str) -> Plain:
    """`robot_from_odometry` as a moving frame, for viewers only; the message itself is recorded as it is.

    The robot is the parent: in simulation its own parent is the ground, and a frame may have only one.
    """
    pose = odometry.odometry_from_robot
    finite = all(map(math.isfinite, (pose.x_m, pose.y_m, pose.yaw_rad)))
    back = pose.inverse() if finite else Pose2(math.nan, math.nan, math.nan)
    return {
        "timestamp": stamp(odometry.time_s),
        "parent_frame_id": robot or "robot",  # as the scene calls it
        "child_frame_id": join(robot, "odometry"),
        "translation": {"x": back.x_m, "y": back.y_m, "z": 0.0},
        "rotation": {
            "x": 0.0,
            "y": 0.0,
            "z": math.sin(0.5 * back.yaw_rad),
            "w": math.cos(0.5 * back.yaw_rad),
        },
    }


FORMS: dict[type[Message], Form] = {
    CameraImage: Form(
        "foxglove.CompressedImage", schemas.COMPRESSED_IMAGE, media.pack_image, media.unpack_image
    ),
    DepthImage: Form("foxglove.RawImage", schemas.RAW_IMAGE, media.pack_depth, media.unpack_depth),
    AudioChunk: Form("foxglove.RawAudio", schemas.RAW_AUDIO, media.pack_sound, media.unpack_heard),
    SpeakerCommand: Form("foxglove.RawAudio", schemas.RAW_AUDIO, media.pack_sound, media.unpack_spoken),
    JointStates: Form("foxglove.JointStates", schemas.JOINT_STATES, pack_joints, unpack_joints),
    Fault: Form("foxglove.Log", schemas.LOG, pack_fault, unpack_fault),
    SceneDescription: Form("foxglove.SceneUpdate", schemas.SCENE_UPDATE, pack_scene, unpack_scene),
    ScenePoses: Form("foxglove.FrameTransforms", schemas.FRAME_TRANSFORMS, pack_poses, unpack_poses),
}

__all__ = ["FORMS", "Form", "odometry_transform"]
