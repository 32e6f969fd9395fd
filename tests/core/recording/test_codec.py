"""Messages come back from JSON exactly as they were."""

import json
import math
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from ludens.core.recording import RecordingError
from ludens.core.recording.codec import codec_of
from ludens.messages import AudioChunk, DepthImage, ImuReading, JointStates, Message, Odometry, SonarRing
from tests.core.recording.samples import MESSAGE_TYPES, Everything, Unusual, identical, messages_of


@given(st.sampled_from(MESSAGE_TYPES).flatmap(messages_of))
def test_every_message_comes_back_identical(message: Message) -> None:
    codec = codec_of(type(message))
    data = codec.encode(message)
    assert identical(codec.decode(data), message)
    assert codec.encode(codec.decode(data)) == data


@given(st.sampled_from(MESSAGE_TYPES).flatmap(messages_of))
def test_what_is_written_is_json_that_every_reader_takes(message: Message) -> None:
    def refuse(word: str) -> None:
        raise AssertionError(f"{word} is not JSON")

    written = json.loads(codec_of(type(message)).encode(message), parse_constant=refuse)
    assert isinstance(written, dict)


def test_the_quick_way_and_the_long_way_write_the_same_text() -> None:
    message = ImuReading(
        time_s=0.1, angular_velocity_radps=(1e-7, -0.0, 3.0), linear_acceleration_mps2=(1e22, 5e-324, 2)
    )
    written = codec_of(ImuReading).encode(message)
    assert json.loads(written) == {
        "time_s": 0.1,
        "angular_velocity_radps": [1e-7, -0.0, 3.0],
        "linear_acceleration_mps2": [1e22, 5e-324, 2],
    }
    broken = ImuReading(
        time_s=0.1,
        angular_velocity_radps=(math.nan, math.inf, -math.inf),
        linear_acceleration_mps2=(1e22, 5e-324, 2),
    )
    long_way = codec_of(ImuReading).encode(broken)
    assert long_way == written.replace(b"1e-7,-0.0,3.0", b'"NaN","Infinity","-Infinity"')


def test_numbers_of_numpy_are_taken_as_numbers() -> None:
    message = SonarRing(time_s=np.float64(1.5), ranges_m=(np.float32(0.25), np.float64("nan"), np.int64(3)))  # type: ignore[arg-type]
    back = codec_of(SonarRing).decode(codec_of(SonarRing).encode(message))
    assert isinstance(back, SonarRing)
    assert back.ranges_m[0] == 0.25
    assert math.isnan(back.ranges_m[1])
    assert type(back.time_s) is float


def test_arrays_come_back_in_memory_of_their_own() -> None:
    class Picture(Message, eq=False):
        pixels: NDArray[np.uint8]

    original = Picture(time_s=0.0, pixels=np.arange(300, dtype=np.uint8).reshape(10, 30).T)
    back: Any = codec_of(Picture).decode(codec_of(Picture).encode(original))
    np.testing.assert_array_equal(back.pixels, original.pixels)
    back.pixels[0, 0] = 7


@pytest.mark.parametrize(
    ("annotation", "sentence"),
    [
        (object, "Strange.field has the type <class 'object'>, which cannot be recorded"),
        (complex, "cannot be recorded"),
        (float | str, "which a recording cannot tell apart"),
    ],
)
def test_a_field_that_cannot_be_recorded_is_named(annotation: Any, sentence: str) -> None:
    class Strange(Message):
        field: annotation

    with pytest.raises(RecordingError, match=sentence):
        codec_of(Strange)


@pytest.mark.parametrize(
    ("message", "sentence"),
    [
        (DepthImage(time_s=0.0, depth_m=np.zeros((2, 2))), "must be an array of float32, height × width"),  # type: ignore[arg-type]
        (AudioChunk(time_s=0.0, samples=np.zeros(3, np.int16), sample_rate_hz=8000), "frames × channels"),
        (
            JointStates(
                time_s=0.0, names=("a", "b"), positions_rad=(1.0,), velocities_radps=(), torques_nm=()
            ),
            "2 names, but another number of values for position",
        ),
    ],
)
def test_a_message_that_contradicts_itself_is_refused(message: Message, sentence: str) -> None:
    with pytest.raises(RecordingError, match=sentence):
        codec_of(type(message)).encode(message)


def test_an_array_of_objects_is_refused() -> None:
    class Odd(Message, eq=False):
        array: NDArray[Any]

    with pytest.raises(RecordingError, match="An array of object cannot be recorded"):
        codec_of(Odd).encode(Odd(time_s=0.0, array=np.array([None])))


def test_a_class_that_changed_since_is_read_if_its_defaults_allow_it() -> None:
    class Grown(Message):
        old: float
        new: float = 3.0

    codec = codec_of(Grown)
    assert codec.decode(b'{"time_s": 1.0, "old": 2.0, "gone": 9}') == Grown(time_s=1.0, old=2.0, new=3.0)
    with pytest.raises(RecordingError, match=r"A recorded Grown cannot be read: .*old.*another version"):
        codec.decode(b'{"time_s": 1.0}')


FOXGLOVE_LEAVES = {"boolean", "string", "number", "integer"}


def check_viewers_understand(schema: dict[str, Any]) -> None:
    """The rules of Foxglove's reader of JSON schemas; it refuses a channel for anything else."""
    assert schema["type"] == "object"
    for field in schema["properties"].values():
        if "oneOf" in field:
            assert all(isinstance(choice["const"], int) for choice in field["oneOf"])
        elif field["type"] == "object":
            check_viewers_understand(field)
        elif field["type"] == "array":
            assert field["items"]["type"] in FOXGLOVE_LEAVES | {"object"}
            assert "contentEncoding" not in field["items"]
            if field["items"]["type"] == "object":
                check_viewers_understand(field["items"])
        else:
            assert field["type"] in FOXGLOVE_LEAVES
            assert field.get("contentEncoding", "base64") == "base64"


@pytest.mark.parametrize("kind", MESSAGE_TYPES)
def test_schemas_keep_to_what_viewers_understand(kind: type[Message]) -> None:
    codec = codec_of(kind)
    check_viewers_understand(json.loads(msgspec.json.encode(codec.schema)))
    assert codec.schema_name.partition(".")[0] in ("ludens", "foxglove")


def test_a_schema_describes_what_it_can() -> None:
    schema = codec_of(Everything).schema
    assert schema["description"] == "All that a field can be."
    assert schema["properties"]["number"] == {"type": "number"}
    assert schema["properties"]["row"] == {"type": "array", "items": {"type": "number"}}
    assert schema["properties"]["pose"]["properties"]["yaw_rad"] == {"type": "number"}
    assert "grid" not in schema["properties"]
    assert codec_of(Odometry).schema_name == "ludens.Odometry"
    assert codec_of(Unusual).schema["properties"]["corner"] == {"type": "string"}
