"""A live edit becomes a message and is made again from it."""

import math
from dataclasses import dataclass, field, replace
from enum import Enum

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludens.core.errors import LudensError
from ludens.core.runtime.cycler import edit_between, edited
from ludens.messages import ParameterChange, ParameterEdit


class Mood(Enum):
    CALM = "calm"
    WILD = "wild"


@dataclass(frozen=True, slots=True)
class Noise:
    sigma_m: float = 0.1


@dataclass(frozen=True, slots=True)
class Settings:
    gain: float = 1.0
    count: int = 3
    mood: Mood = Mood.CALM
    limit_m: float | None = None
    places: tuple[float, ...] = ()
    noise: Noise = field(default_factory=Noise)


NUMBERS = st.floats(allow_nan=False)
SETTINGS = st.builds(
    Settings,
    gain=NUMBERS,
    count=st.integers(-(2**53), 2**53),
    mood=st.sampled_from(Mood),
    limit_m=st.none() | NUMBERS,
    places=st.lists(NUMBERS, max_size=3).map(tuple),
    noise=st.builds(Noise, NUMBERS),
)


@given(SETTINGS, SETTINGS)
def test_an_edit_made_again_gives_the_same_parameters(before: Settings, after: Settings) -> None:
    assert edited(before, edit_between(before, after, section="amplifier", time_s=1.0)) == after


def test_only_what_changed_is_told_so_that_other_parameters_of_a_replay_stay() -> None:
    after = Settings(gain=2.0, noise=Noise(math.inf))
    edit = edit_between(Settings(), after, section="left/amplifier", time_s=1.5)
    assert (edit.section, edit.time_s) == ("left/amplifier", 1.5)
    assert [change.key for change in edit.changes] == ["gain", "noise.sigma_m"]
    assert edited(Settings(count=7), edit) == replace(after, count=7)


def test_an_edit_of_a_parameter_that_is_gone_is_refused() -> None:
    edit = ParameterEdit(time_s=0.0, section="s", changes=(ParameterChange(key="gian", value="2.0"),))
    with pytest.raises(LudensError, match=r"sets 'gian', which Settings does not have; did you mean 'gain'"):
        edited(Settings(), edit)
