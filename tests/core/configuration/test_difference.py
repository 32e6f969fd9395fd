"""What is exported gives the same configuration when it is loaded again."""

from dataclasses import fields
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludens.core.configuration import Configuration, ConfigurationError
from tests.core.configuration.conftest import WriteFile
from tests.core.configuration.samples import BOTH, RANGE, TRACKER, TWO_ROBOTS, TrackerParameters

PATHS = ["alpha/ball/tracker", "beta/ball/tracker", "alpha/sonar/filter", "beta/sonar/filter"]

small = st.floats(0.0, 1e6, allow_nan=False)
values: dict[str, st.SearchStrategy[Any]] = {
    "gate": st.floats(1e-9, 10.0),
    "timeout_s": small | st.just(float("inf")),
    "count": st.integers(1, 2**60),
    "enabled": st.booleans(),
    "label": st.text(),
    "side": st.sampled_from(["left", "right"]),
    "mode": st.sampled_from(["fast", "careful"]),
    "weights": st.lists(small, max_size=3),
    "noise.bearing_rad": small,
    "noise.distance_m": st.floats(allow_nan=False),
    "corners": st.lists(
        st.fixed_dictionaries({"bearing_rad": small}, optional={"distance_m": small}), max_size=2
    ),
    "limit": small,
}
settings = st.lists(
    st.sampled_from(sorted(values)).flatmap(lambda key: st.tuples(st.just(key), values[key])), max_size=6
)
addresses = st.sampled_from(["", "alpha.", "beta."])


def test_the_sample_values_cover_every_parameter() -> None:
    assert {key.partition(".")[0] for key in values} == {field.name for field in fields(TrackerParameters)}


@given(st.lists(st.tuples(addresses, settings), max_size=3))
def test_a_difference_from_the_defaults_loads_to_the_same_parameters(
    edits: list[tuple[str, list[tuple[str, Any]]]],
) -> None:
    edited = Configuration.load(TWO_ROBOTS)
    for robot, keyed in edits:
        for key, value in keyed:
            edited.edit(f"{robot}ball.tracker.{key}", value)
    with TemporaryDirectory() as folder:
        (Path(folder) / "location").mkdir()
        (Path(folder) / "location" / "saved.toml").write_text(edited.difference(), encoding="utf-8")
        loaded = Configuration.load(TWO_ROBOTS, directory=Path(folder), location="saved")
    assert [loaded.parameters(path) for path in PATHS] == [edited.parameters(path) for path in PATHS]
    assert loaded.difference() == edited.difference()
    assert loaded.difference("location") == ""


def test_only_what_differs_is_written_and_what_all_robots_share_is_written_once() -> None:
    configuration = Configuration.load(TWO_ROBOTS)
    assert configuration.difference() == ""
    configuration.edit("ball.tracker.gate", 2.0)
    configuration.edit("ball.tracker.count", 4)  # as by default
    configuration.edit("beta.ball.tracker.noise.bearing_rad", 0.5)
    assert configuration.difference() == (
        "[ball.tracker]\ngate = 2.0\n\n[beta.ball.tracker]\nnoise.bearing_rad = 0.5\n"
    )


def test_against_a_layer_only_what_stands_above_it_is_written(write: WriteFile, tmp_path: Path) -> None:
    write("location/lab", "[ball.tracker]\ngate = 1.0\ncount = 1")
    write("robot/pioneer-1", "[ball.tracker]\ngate = 2.0\ntimeout_s = 2.0")
    write("robot-at-location/pioneer-1@lab", "[ball.tracker]\nlabel = 'pair'")
    load = partial(
        Configuration.load, BOTH, directory=tmp_path, location="lab", robot_names={"": "pioneer-1"}
    )
    configuration = load(overrides=["ball.tracker.mode=careful"])
    configuration.edit("ball.tracker.count", 9)
    live = 'count = 9\nmode = "careful"\n'
    pair = 'count = 9\nlabel = "pair"\nmode = "careful"\n'
    assert configuration.difference("robot-at-location") == f"[ball.tracker]\n{live}"
    assert configuration.difference("robot") == f"[ball.tracker]\n{pair}"
    assert configuration.difference("location") == f"[ball.tracker]\ngate = 2.0\ntimeout_s = 2.0\n{pair}"
    write("robot-at-location/pioneer-1@lab", configuration.difference("robot"))
    assert load().parameters("ball/tracker") == configuration.parameters("ball/tracker")


def test_a_value_set_back_to_its_default_is_written_when_a_lower_layer_changed_it(
    write: WriteFile, tmp_path: Path
) -> None:
    write("location/lab", "[ball.tracker]\ngate = 1.0")
    configuration = Configuration.load(BOTH, directory=tmp_path, location="lab")
    configuration.edit("ball.tracker.gate", 3.0)
    assert configuration.difference("default") == ""
    assert configuration.difference("location") == "[ball.tracker]\ngate = 3.0\n"


def test_a_saved_difference_stands_above_files_and_below_the_command_line(
    write: WriteFile, tmp_path: Path
) -> None:
    write("location/lab", "[ball.tracker]\ngate = 1.0\ncount = 2")
    saved = "[ball.tracker]\ngate = 2.0\nmode = 'careful'\n[sonar.filter]\nnearest_m = 1.0"
    load = partial(Configuration.load, [TRACKER], also_known=[RANGE], directory=tmp_path, location="lab")
    parameters = load(saved=saved, overrides=["ball.tracker.mode=fast"]).parameters("ball/tracker")
    assert parameters == TrackerParameters(gate=2.0, count=2, mode="fast")
    with pytest.raises(ConfigurationError, match=r"saved configuration: .*did you mean 'gate'"):
        load(saved="[ball.tracker]\ngat = 1.0")
    with pytest.raises(ConfigurationError, match=r"saved configuration is not valid TOML: .*line 2"):
        load(saved="[ball]\ngate 3")


def test_the_difference_of_one_robot_is_ready_for_its_own_file(write: WriteFile, tmp_path: Path) -> None:
    configuration = Configuration.load(TWO_ROBOTS)
    configuration.edit("alpha.ball.tracker.gate", 2.0)
    configuration.edit("beta.ball.tracker.gate", 1.0)
    write("robot/pioneer-1", configuration.difference(robot="alpha"))
    names = {"alpha": "pioneer-1"}
    loaded = Configuration.load(TWO_ROBOTS, directory=tmp_path, robot_names=names)
    assert loaded.parameters("alpha/ball/tracker").gate == 2.0
    assert loaded.parameters("beta/ball/tracker").gate == 3.0
