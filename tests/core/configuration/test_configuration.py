"""Layers, live edits and what is told about every parameter."""

from functools import partial
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from ludens.core.configuration import Configuration, ConfigurationError
from ludens.core.contract.setup import Section
from tests.core.configuration.conftest import WriteFile
from tests.core.configuration.samples import (
    BOTH,
    RANGE,
    TRACKER,
    TWO_ROBOTS,
    Noise,
    RangeParameters,
    Side,
    TrackerParameters,
)


def test_without_files_a_section_has_the_defaults_of_its_class() -> None:
    configuration = Configuration.load(BOTH)
    assert configuration.parameters("ball/tracker") == TrackerParameters()
    assert configuration.parameters("sonar/filter") == RangeParameters()


def test_a_section_s_own_defaults_stand_above_those_of_the_class_and_below_every_file(
    write: WriteFile, tmp_path: Path
) -> None:
    section = Section("", "ball/tracker", TrackerParameters, {"gate": 2.0, "noise": Noise(0.3, 0.4)})
    assert Configuration.load([section]).parameters("ball/tracker").noise == Noise(0.3, 0.4)
    write("location/lab", "[ball.tracker]\ngate = 1.5\nnoise.distance_m = 0.9")
    parameters = Configuration.load([section], directory=tmp_path, location="lab").parameters("ball/tracker")
    assert parameters == TrackerParameters(gate=1.5, noise=Noise(0.3, 0.9))


def test_every_layer_wins_over_those_below_it(write: WriteFile, tmp_path: Path) -> None:
    layers = ["location/lab", "robot/pioneer-1", "robot-at-location/pioneer-1@lab"]
    gates = [1.0, 2.0, 3.0, 4.0, 5.0]
    for height in range(1, len(gates) + 1):
        for name, gate in zip(layers, gates[: min(height, 3)], strict=False):
            write(name, f"[ball.tracker]\ngate = {gate}")
        for name in layers[height:]:
            write(name, "")
        configuration = Configuration.load(
            BOTH,
            directory=tmp_path,
            location="lab",
            robot_names={"": "pioneer-1"},
            overrides=["ball.tracker.gate=4.0"] if height >= 4 else [],
        )
        if height == 5:
            configuration.edit("ball.tracker.gate", 5.0)
        assert configuration.parameters("ball/tracker").gate == gates[height - 1]


def test_a_robot_s_file_holds_for_that_robot_only(write: WriteFile, tmp_path: Path) -> None:
    write("robot/pioneer-1", "[ball.tracker]\ngate = 1.0")
    write("robot/pioneer-2", "[ball.tracker]\ngate = 2.0")
    names = {"alpha": "pioneer-1", "beta": "pioneer-2"}
    configuration = Configuration.load(TWO_ROBOTS, directory=tmp_path, robot_names=names)
    assert configuration.parameters("alpha/ball/tracker").gate == 1.0
    assert configuration.parameters("beta/ball/tracker").gate == 2.0


def test_a_table_with_the_robot_s_name_holds_for_it_alone_and_wins(write: WriteFile, tmp_path: Path) -> None:
    write("location/lab", "[alpha.ball.tracker]\ngate = 1.0\n[ball.tracker]\ngate = 2.0\ncount = 7")
    configuration = Configuration.load(TWO_ROBOTS, directory=tmp_path, location="lab")
    alpha, beta = (configuration.parameters(f"{robot}/ball/tracker") for robot in ("alpha", "beta"))
    assert (alpha.gate, beta.gate) == (1.0, 2.0)
    assert (alpha.count, beta.count) == (7, 7)


def test_a_table_for_another_robot_has_no_place_in_a_robot_s_file(write: WriteFile, tmp_path: Path) -> None:
    write("robot/pioneer-1", "[beta.ball.tracker]\ngate = 1.0")
    with pytest.raises(ConfigurationError, match=r"'beta\.ball\.tracker\.gate' is for another robot"):
        Configuration.load(TWO_ROBOTS, directory=tmp_path, robot_names={"alpha": "pioneer-1"})


def test_every_sort_of_value_can_be_set(write: WriteFile, tmp_path: Path) -> None:
    write(
        "location/lab",
        """
        [ball.tracker]
        gate = 2
        count = 9
        enabled = false
        label = "roter Ball"
        side = "right"
        mode = "careful"
        weights = [0.1, 1]
        limit = 4.5
        corners = [{ bearing_rad = 0.1 }, { bearing_rad = 0.2, distance_m = 3 }]
        [ball.tracker.noise]
        distance_m = 0.7
        """,
    )
    parameters = Configuration.load(BOTH, directory=tmp_path, location="lab").parameters("ball/tracker")
    assert parameters == TrackerParameters(
        gate=2.0,
        count=9,
        enabled=False,
        label="roter Ball",
        side=Side.RIGHT,
        mode="careful",
        weights=(0.1, 1.0),
        noise=Noise(bearing_rad=0.05, distance_m=0.7),
        corners=(Noise(0.1, 0.1), Noise(0.2, 3.0)),
        limit=4.5,
    )


def test_a_file_may_speak_about_sections_of_other_setups_but_not_nonsense_about_them(
    write: WriteFile, tmp_path: Path
) -> None:
    write("location/lab", "[sonar.filter]\nnearest_m = 1.0")
    load = partial(Configuration.load, [TRACKER], also_known=[RANGE], directory=tmp_path, location="lab")
    configuration = load()
    assert [field.section for field in configuration.fields()] == ["ball/tracker"] * 12
    with pytest.raises(ConfigurationError, match="no section 'sonar/filter' in this run"):
        configuration.parameters("sonar/filter")
    with pytest.raises(ConfigurationError, match=r"no section 'sonar\.filter'"):
        configuration.edit("sonar.filter.nearest_m", 1.0)
    write("location/lab", "[sonar.filter]\nnearest = 1.0")
    with pytest.raises(ConfigurationError, match="did you mean 'nearest_m'"):
        load()


def test_a_live_edit_tells_path_and_new_parameters_and_can_be_taken_back() -> None:
    configuration = Configuration.load(TWO_ROBOTS)
    told: list[tuple[str, Any]] = []

    def listener(path: str, parameters: Any) -> None:
        told.append((path, parameters))

    configuration.subscribe(listener)
    configuration.edit("alpha.ball.tracker.noise.bearing_rad", 0.5)
    expected = TrackerParameters(noise=Noise(0.5, 0.1))
    assert told == [("alpha/ball/tracker", expected)]
    assert configuration.parameters("alpha/ball/tracker") == expected
    assert configuration.parameters("beta/ball/tracker") == TrackerParameters()
    configuration.edit("ball.tracker.side", Side.RIGHT)
    assert [path for path, _ in told[1:]] == ["alpha/ball/tracker", "beta/ball/tracker"]
    configuration.reset_live()
    assert configuration.parameters("alpha/ball/tracker") == TrackerParameters()
    assert len(told) == 5


def test_the_edit_of_one_parameter_can_be_taken_back_alone() -> None:
    configuration = Configuration.load(TWO_ROBOTS)
    for key, value in (("gate", 2.0), ("count", 9)):
        configuration.edit(f"ball.tracker.{key}", value)
    told: list[str] = []
    configuration.subscribe(lambda path, parameters: told.append(path))
    configuration.reset_live("alpha.ball.tracker.gate")
    assert configuration.parameters("alpha/ball/tracker") == TrackerParameters(count=9)
    assert configuration.parameters("beta/ball/tracker") == TrackerParameters(gate=2.0, count=9)
    configuration.reset_live("ball.tracker.gate")
    assert configuration.parameters("beta/ball/tracker") == TrackerParameters(count=9)
    assert told == ["alpha/ball/tracker", "beta/ball/tracker"]
    with pytest.raises(ConfigurationError, match="did you mean 'gate'"):
        configuration.reset_live("ball.tracker.gat")


@pytest.mark.parametrize(
    ("address", "value", "sentence"),
    [
        (
            "ball.tracker.gate",
            -1.0,
            r"live edit: 'ball\.tracker\.gate' is -1\.0, but must be a number above 0",
        ),
        ("ball.tracker.gate", 11, "and at most 10"),
        ("ball.tracker.gate", float("nan"), "must be a number"),
        ("ball.tracker.gate", None, "must be a number"),
        ("ball.tracker.limit", None, "a file has no word for nothing"),
        ("ball.tracker.count", 1.5, "must be a whole number at least 1"),
        ("ball.tracker.enabled", "yes", "must be true or false"),
        ("ball.tracker.label", 3, "must be text"),
        ("ball.tracker.side", "up", "must be one of 'left', 'right'"),
        ("ball.tracker.mode", "slow", "must be one of 'fast', 'careful'"),
        ("ball.tracker.weights", [0.5, -1], r"\$\[1\]"),
        ("ball.tracker.corners", [{"bearing": 1.0}], "has no part called 'bearing'"),
        ("ball.tracker.gat", 1.0, "has no parameter 'gat'; did you mean 'gate'"),
        ("ball.tracker.noise.bearing", 1.0, "did you mean 'noise.bearing_rad'"),
        ("ball.tracke.gate", 1.0, "no section 'ball.tracke'; did you mean 'ball.tracker'"),
        ("ball.tracker", 1.0, "'ball.tracker' is a section, not a value"),
        ("sonar.filter.nearest_m", 9.0, "nearest_m must be below farthest_m"),
    ],
)
def test_a_bad_live_edit_is_refused_with_a_sentence_and_changes_nothing(
    address: str, value: Any, sentence: str
) -> None:
    configuration = Configuration.load(BOTH)
    with pytest.raises(ConfigurationError, match=sentence):
        configuration.edit(address, value)
    assert configuration.parameters("ball/tracker") == TrackerParameters()
    assert configuration.parameters("sonar/filter") == RangeParameters()
    assert configuration.difference() == ""


def test_two_parameters_that_depend_on_each_other_are_edited_together() -> None:
    configuration = Configuration.load(BOTH)
    configuration.edit("sonar.filter", {"nearest_m": 6.0, "farthest_m": 8.0})
    assert configuration.parameters("sonar/filter") == RangeParameters(6.0, 8.0)


def test_layers_may_disagree_with_a_rule_that_their_sum_keeps(write: WriteFile, tmp_path: Path) -> None:
    write("location/hall", "[sonar.filter]\nnearest_m = 6.0")
    write("robot/pioneer-1", "[sonar.filter]\nfarthest_m = 8.0")
    load = partial(Configuration.load, BOTH, directory=tmp_path, location="hall")
    configuration = load(robot_names={"": "pioneer-1"})
    assert configuration.parameters("sonar/filter") == RangeParameters(6.0, 8.0)
    with pytest.raises(
        ConfigurationError, match=r"hall\.toml: section 'sonar/filter': nearest_m must be below"
    ):
        load()


def test_edits_from_many_threads_are_all_told_in_the_order_in_which_they_hold() -> None:
    configuration = Configuration.load(TWO_ROBOTS)
    told: list[int] = []
    configuration.subscribe(lambda path, parameters: told.append(parameters.count))

    def edit_often(robot: str) -> None:
        for count in range(1, 51):
            configuration.edit(f"{robot}.ball.tracker.count", count)

    threads = [Thread(target=edit_often, args=(robot,)) for robot in ("alpha", "beta")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(told) == sorted([*range(1, 51)] * 2)
    assert [configuration.parameters(f"{robot}/ball/tracker").count for robot in ("alpha", "beta")] == [
        50,
        50,
    ]


def test_every_parameter_is_described(write: WriteFile, tmp_path: Path) -> None:
    path = write("location/lab", "[ball.tracker]\ngate = 2.0\nside = 'right'")
    configuration = Configuration.load(
        BOTH, directory=tmp_path, location="lab", overrides=["ball.tracker.count=8"]
    )
    configuration.edit("ball.tracker.noise.bearing_rad", 0.5)
    fields = {field.address: field for field in configuration.fields()}
    gate = fields["ball.tracker.gate"]
    assert (gate.kind, gate.value, gate.default, gate.minimum, gate.maximum) == (
        "number",
        2.0,
        3.0,
        0.0,
        10.0,
    )
    assert gate.description == "How many sigmas away is too far"
    assert (gate.layer, gate.origin) == ("location", str(path))
    side = fields["ball.tracker.side"]
    assert (side.kind, side.value, side.default, side.choices) == (
        "choice",
        "right",
        "left",
        ("left", "right"),
    )
    assert (fields["ball.tracker.count"].layer, fields["ball.tracker.count"].kind) == (
        "command line",
        "whole number",
    )
    bearing = fields["ball.tracker.noise.bearing_rad"]
    assert (bearing.layer, bearing.unit, bearing.key) == ("live", "rad", "noise.bearing_rad")
    assert (fields["sonar.filter.nearest_m"].layer, fields["sonar.filter.nearest_m"].unit) == ("default", "m")
    assert fields["ball.tracker.enabled"].kind == "truth value"
    assert fields["ball.tracker.mode"].choices == ("fast", "careful")


def test_defaults_in_the_code_are_checked_too() -> None:
    with pytest.raises(
        ConfigurationError, match=r"defaults in the code: 'ball/tracker\.gate' is -3\.0, but must"
    ):
        Configuration.load([Section("", "ball/tracker", TrackerParameters, {"gate": -3.0})])
    with pytest.raises(ConfigurationError, match=r"do not make a TrackerParameters: .*gates"):
        Configuration.load([Section("", "ball/tracker", TrackerParameters, {"gates": 3.0})])


def test_a_robot_whose_name_hides_a_section_is_refused() -> None:
    sections = [Section("ball", "tracker", RangeParameters), Section("", "ball/tracker", TrackerParameters)]
    with pytest.raises(ConfigurationError, match="Give the robot another name"):
        Configuration.load(sections)
