"""Messages of every sort, a short run made of them, and what it means to come back exactly."""

import types
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any, ClassVar, Literal, Union, get_args, get_origin, get_type_hints

import cv2
import numpy as np
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from numpy.typing import NDArray

from ludens import messages as m
from ludens.core.contract.capabilities import BASE_VELOCITY, CAMERA, ODOMETRY, SONAR
from ludens.core.contract.driver import Delivery, RobotDescription, Source
from ludens.core.contract.observer import Keyed
from ludens.core.recording import Recorder, RecordingMetadata
from ludens.core.recording.foxglove_media import decode_image
from ludens.geometry import Pose2
from ludens.messages import field_names


class Mood(Enum):
    HAPPY = "happy"
    TIRED = "tired"


class Level(Enum):
    LOW = 1
    HIGH = 2


class Corner(Enum):
    LEFT = (0, 1)
    RIGHT = (1, 1)


@dataclass(frozen=True, slots=True)
class Belief:
    mean: NDArray[np.float64]
    count: int = 1


class Everything(m.Message, eq=False):
    """All that a field can be.

    This part of the text is not for the schema.
    """

    number: float
    whole: int
    truth: bool
    text: str
    raw: bytes
    pose: Pose2
    mood: Mood
    level: Level
    word: Literal["yes", "no"]
    pair: tuple[float, int]
    row: tuple[float, ...]
    grid: tuple[tuple[float, float], ...]
    listed: list[str]
    either: int | float
    maybe: float | None
    nested: Belief | None
    table: dict[str, tuple[float, float, float]]
    small: NDArray[np.float32]
    large: NDArray[np.uint8]


class Unusual(m.Message):
    """What msgspec alone could not write and read back."""

    corner: Corner
    shape: m.Circle | m.Text
    shapes: tuple[m.Shape, ...]
    squares: dict[int, str]
    names: frozenset[str]


class Seen(m.Message):
    """Something small that a module produces."""

    bearing_rad: float
    sure: bool = True


class Scratch(m.Message):
    """Too large to keep."""

    recorded: ClassVar[bool] = False

    labels: tuple[int, ...]


numbers = st.floats()  # also those that are none
texts = st.text(max_size=8)


def values(annotation: Any) -> st.SearchStrategy[Any]:
    """Values of an annotated type."""
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is np.ndarray:
        dtype = np.dtype(get_args(arguments[1])[0])
        return hnp.arrays(dtype, hnp.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=5))
    if origin is tuple and arguments[-1] is Ellipsis:
        return st.lists(values(arguments[0]), max_size=4).map(tuple)
    if origin is tuple:
        return st.tuples(*map(values, arguments))
    if origin is list:
        return st.lists(values(arguments[0]), max_size=4)
    if origin is frozenset:
        return st.frozensets(values(arguments[0]), max_size=4)
    if origin in (dict, Mapping):
        return st.dictionaries(values(arguments[0]), values(arguments[1]), max_size=3)
    if origin in (Union, types.UnionType):
        return st.one_of(*map(values, arguments))
    if origin is Literal:
        return st.sampled_from(arguments)
    if isinstance(annotation, type) and (names := field_names(annotation)) is not None:
        hints = get_type_hints(annotation)
        return st.builds(annotation, **{name: values(hints[name]) for name in names})
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return st.sampled_from(annotation)
    simple: dict[Any, st.SearchStrategy[Any]] = {
        float: numbers,
        int: st.integers(),
        bool: st.booleans(),
        str: texts,
        bytes: st.binary(max_size=20),
        type(None): st.none(),
    }
    return simple[annotation]


def jpeg_image(time_s: float, *, seed: int = 0) -> m.CameraImage:
    """An image as a camera delivers it."""
    noise = np.random.default_rng(seed).integers(0, 256, (12, 16, 3), dtype=np.uint8)
    jpeg = cv2.imencode(".jpg", cv2.resize(noise, (32, 24)))[1].tobytes()
    return m.CameraImage(time_s=time_s, pixels_rgb=decode_image(jpeg), jpeg=jpeg)


def _columns(count: int, item: st.SearchStrategy[Any]) -> st.SearchStrategy[tuple[Any, ...]]:
    return st.lists(item, min_size=count, max_size=count).map(tuple)


def _joints(names: Sequence[str]) -> st.SearchStrategy[m.JointStates]:
    column = _columns(len(names), numbers)
    return st.builds(
        m.JointStates,
        names=st.just(tuple(names)),
        positions_rad=column,
        velocities_radps=column | st.just(()),
        torques_nm=column | st.just(()),
        time_s=numbers,
    )


def _poses(names: Sequence[str]) -> st.SearchStrategy[m.ScenePoses]:
    return st.builds(
        m.ScenePoses,
        names=st.just(tuple(names)),
        positions_m=_columns(len(names), st.tuples(*[numbers] * 3)),
        orientations=_columns(len(names), st.tuples(*[numbers] * 4)),
        time_s=numbers,
    )


def _sound(kind: type[Any]) -> st.SearchStrategy[Any]:
    shapes = st.tuples(st.integers(0, 5), st.integers(1, 3))
    return st.builds(
        kind, time_s=numbers, samples=hnp.arrays(np.int16, shapes), sample_rate_hz=st.integers(1, 96_000)
    )


SPECIAL: dict[type[m.Message], st.SearchStrategy[Any]] = {
    m.CameraImage: st.builds(jpeg_image, numbers, seed=st.integers(0, 3))
    | st.builds(
        m.CameraImage,
        time_s=numbers,
        pixels_rgb=hnp.arrays(np.uint8, st.tuples(st.integers(1, 4), st.integers(1, 4), st.just(3))),
        jpeg=st.just(b""),
    ),
    m.DepthImage: st.builds(
        m.DepthImage, time_s=numbers, depth_m=hnp.arrays(np.float32, hnp.array_shapes(min_dims=2, max_dims=2))
    ),
    m.AudioChunk: _sound(m.AudioChunk),
    m.SpeakerCommand: _sound(m.SpeakerCommand),
    m.JointStates: st.lists(texts, max_size=3).flatmap(_joints),
    m.ScenePoses: st.lists(texts, max_size=3).flatmap(_poses),
}

MESSAGE_TYPES = [
    kind
    for kind in (getattr(m, name) for name in m.__all__)
    if isinstance(kind, type) and issubclass(kind, m.Message) and kind not in (m.Message, m.TruthMessage)
    if kind.recorded
] + [Everything, Unusual]


def messages_of(kind: type[m.Message]) -> st.SearchStrategy[Any]:
    """Messages of a class, as far as they make sense."""
    return SPECIAL[kind] if kind in SPECIAL else values(kind)


def identical(one: Any, other: Any) -> bool:
    """The same to the bit, types included; all numbers that are none count as one."""
    if type(one) is not type(other):
        return False
    if isinstance(one, np.ndarray):
        same_kind = one.dtype == other.dtype and one.shape == other.shape
        return same_kind and np.array_equal(one, other, equal_nan=one.dtype.kind == "f")
    if (names := field_names(type(one))) is not None:
        return all(identical(getattr(one, name), getattr(other, name)) for name in names)
    if isinstance(one, (tuple, list)):
        return len(one) == len(other) and all(map(identical, one, other))
    if isinstance(one, dict):
        return list(one) == list(other) and all(identical(one[key], other[key]) for key in one)
    return one == other if isinstance(one, (set, frozenset)) else repr(one) == repr(other)


PIONEER = RobotDescription(
    name="alpha",
    model="pioneer",
    sources=(Source("body", 0.02, (ODOMETRY, SONAR)), Source("camera", 0.1, (CAMERA,))),
    actuators=(BASE_VELOCITY,),
)
METADATA = RecordingMetadata(
    robots=(PIONEER,),
    setup="passing",
    seed=7,
    configuration="[ball.tracker]\ngate = 2.0\n",
    game="passing",
    options={"noise": "default", "ball": "rolling"},
)

Event = Delivery | tuple[int, str, tuple[Keyed, ...]] | m.Fault


def short_run(duration_s: float = 2.0) -> Iterator[Event]:
    """A run of one robot: body at 50 Hz, camera at 10 Hz and late, something produced in every cycle."""
    random = np.random.default_rng(3)
    for step in range(round(duration_s * 50)):
        time_ns, time_s = step * 20_000_000, step * 0.02
        x, y, yaw, *ranges = random.normal(size=19).tolist()
        odometry = m.Odometry(
            time_s=time_s, odometry_from_robot=Pose2(x, y, yaw), forward_mps=x, turn_radps=yaw
        )
        sonar = m.SonarRing(time_s=time_s - 0.005, ranges_m=tuple(ranges))
        yield Delivery(time_ns, "alpha", "body", (odometry, sonar))
        command = m.BaseVelocityCommand(time_s=time_s, forward_mps=x, turn_radps=y)
        produced = (
            ("alpha/ball/Seen", Seen(time_s=time_s, bearing_rad=yaw)),
            ("alpha/BaseVelocityCommand", command),
        )
        yield time_ns, "alpha/body", produced
        if step % 5 == 4:
            yield Delivery(time_ns + 7, "alpha", "camera", (jpeg_image(time_s - 0.1, seed=step),))
            yield (
                time_ns + 7,
                "alpha/camera",
                (("alpha/target/Seen", Seen(time_s=time_s - 0.1, bearing_rad=y)),),
            )
        if step % 40 == 20:
            yield m.Fault(
                time_s=time_s, where="camera", what="No image came.", consequence="The robot waits."
            )
        if step % 50 == 49:
            yield Delivery(time_ns + 9, "", "spectator", ())


def play(events: Sequence[Event] | Iterator[Event], observer: Any) -> None:
    """Tell an observer what happened."""
    for event in events:
        if isinstance(event, Delivery):
            observer.on_delivery(event)
        elif isinstance(event, m.Fault):
            observer.on_fault(event)
        else:
            observer.on_outputs(*event)


def record(path: Path, duration_s: float = 2.0, *, metadata: RecordingMetadata = METADATA) -> Path:
    """A finished recording of the short run."""
    recorder = Recorder(path, metadata)
    play(short_run(duration_s), recorder)
    recorder.close()
    return path
