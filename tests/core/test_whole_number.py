"""Numbers as people write them, and what is none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludens.core.whole_number import whole_number


@given(number=st.integers(-(10**18) + 1, 10**18 - 1))
def test_a_number_is_read_as_it_is_written(number: int):
    assert whole_number(str(number), least=-(10**18)) == number


@given(text=st.text())
def test_any_text_is_a_number_or_none(text: str):
    number = whole_number(text)
    assert number is None or int(text) == number


@pytest.mark.parametrize("text", ["", "-", "--1", "²", "௫", "1_0", "+1", " 1", "1.0", "9" * 5000, "nan"])
def test_what_only_looks_like_a_number_is_none(text: str):
    assert whole_number(text, least=-10) is None


def test_a_number_outside_its_limits_is_none():
    assert [whole_number(text, least=1, most=3) for text in "01234"] == [None, 1, 2, 3, None]
    assert whole_number("-1") is None
