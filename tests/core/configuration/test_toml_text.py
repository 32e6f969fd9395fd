"""What we write, the standard library reads back."""

import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludens.core.configuration.toml_text import key_text, value_text

numbers = st.integers(-(2**63), 2**63 - 1) | st.floats(allow_nan=False)
plain = st.text() | st.booleans() | numbers
values = st.recursive(plain, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=10)


@given(st.lists(st.text(), min_size=1, max_size=3), values)
def test_keys_and_values_come_back_equal_and_of_the_same_type(parts: list[str], value: Any) -> None:
    table: Any = tomllib.loads(f"{key_text(parts)} = {value_text(value)}")
    for part in parts:
        table = table[part]
    assert table == value
    assert repr(table) == repr(value)


def test_what_toml_cannot_write_is_refused() -> None:
    with pytest.raises(TypeError, match="no way to write None"):
        value_text(None)
