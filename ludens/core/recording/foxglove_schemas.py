"""The schemas that Foxglove publishes for common robot data, as far as we fill them.

Viewers know these by name and draw them without being told how.
"""

from typing import Any

Schema = dict[str, Any]

NUMBER: Schema = {"type": "number"}
WHOLE_NUMBER: Schema = {"type": "integer"}
TEXT: Schema = {"type": "string"}
BASE64: Schema = {"type": "string", "contentEncoding": "base64"}


def _object(**properties: Schema) -> Schema:
    return {"type": "object", "properties": properties}


def _list(items: Schema) -> Schema:
    return {"type": "array", "items": items}


TIME = {"title": "time", **_object(sec=WHOLE_NUMBER, nsec=WHOLE_NUMBER)}
DURATION = {"title": "duration", **_object(sec=WHOLE_NUMBER, nsec=WHOLE_NUMBER)}
VECTOR = _object(x=NUMBER, y=NUMBER, z=NUMBER)
QUATERNION = _object(x=NUMBER, y=NUMBER, z=NUMBER, w=NUMBER)
POSE = _object(position=VECTOR, orientation=QUATERNION)
COLOR = _object(r=NUMBER, g=NUMBER, b=NUMBER, a=NUMBER)

COMPRESSED_IMAGE = _object(timestamp=TIME, frame_id=TEXT, data=BASE64, format=TEXT, time_s=NUMBER)
RAW_IMAGE = _object(
    timestamp=TIME,
    frame_id=TEXT,
    width=WHOLE_NUMBER,
    height=WHOLE_NUMBER,
    encoding=TEXT,
    step=WHOLE_NUMBER,
    data=BASE64,
    time_s=NUMBER,
)
RAW_AUDIO = _object(
    timestamp=TIME,
    data=BASE64,
    format=TEXT,
    sample_rate=WHOLE_NUMBER,
    number_of_channels=WHOLE_NUMBER,
    time_s=NUMBER,
)
FRAME_TRANSFORM = _object(
    timestamp=TIME, parent_frame_id=TEXT, child_frame_id=TEXT, translation=VECTOR, rotation=QUATERNION
)
FRAME_TRANSFORMS = _object(transforms=_list(FRAME_TRANSFORM), time_s=NUMBER)
JOINT_STATES = _object(
    timestamp=TIME,
    joints=_list(_object(name=TEXT, position=NUMBER, velocity=NUMBER, effort=NUMBER)),
    time_s=NUMBER,
)
LOG = _object(
    timestamp=TIME,
    level={
        "title": "foxglove.LogLevel",
        "oneOf": [
            {"title": name, "const": level}
            for level, name in enumerate(("UNKNOWN", "DEBUG", "INFO", "WARNING", "ERROR", "FATAL"))
        ],
    },
    message=TEXT,
    name=TEXT,
    file=TEXT,
    line=WHOLE_NUMBER,
)
SCENE_UPDATE = _object(
    deletions=_list(_object(timestamp=TIME, type=WHOLE_NUMBER, id=TEXT)),
    entities=_list(
        _object(
            timestamp=TIME,
            frame_id=TEXT,
            id=TEXT,
            lifetime=DURATION,
            frame_locked={"type": "boolean"},
            metadata=_list(_object(key=TEXT, value=TEXT)),
            arrows=_list(_object()),
            cubes=_list(_object(pose=POSE, size=VECTOR, color=COLOR)),
            spheres=_list(_object(pose=POSE, size=VECTOR, color=COLOR)),
            cylinders=_list(
                _object(pose=POSE, size=VECTOR, bottom_scale=NUMBER, top_scale=NUMBER, color=COLOR)
            ),
            lines=_list(_object()),
            triangles=_list(_object()),
            texts=_list(_object()),
            models=_list(_object()),
        )
    ),
)
