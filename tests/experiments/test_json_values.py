"""Rows as bytes."""

import json

import numpy as np
import pytest

from ludens.experiments.json_values import decode_row, encode, pretty


def test_numpy_values_become_plain_ones() -> None:
    row = {"a": np.float32(0.5), "b": np.int64(3), "c": np.array([1.0, 2.0]), "d": np.bool_(True)}
    assert decode_row(encode(row)) == {"a": 0.5, "b": 3, "c": [1.0, 2.0], "d": True}


def test_what_is_no_number_becomes_null() -> None:
    assert encode({"a": float("nan"), "b": float("inf")}) == b'{"a":null,"b":null}'


def test_other_objects_are_refused() -> None:
    with pytest.raises(TypeError, match="not set_iterator"):
        encode({"a": iter({1})})


def test_pretty_is_the_same_object_over_several_lines() -> None:
    value: dict[str, object] = {"a": [1, {"b": None}]}
    assert json.loads(pretty(value)) == value  # type: ignore[arg-type]
    assert "\n" in pretty(value)  # type: ignore[arg-type]
