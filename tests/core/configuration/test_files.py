"""Files that are missing, broken or say things that do not exist."""

from pathlib import Path

import pytest

from ludens.core.configuration import Configuration, ConfigurationError
from tests.core.configuration.conftest import WriteFile
from tests.core.configuration.samples import BOTH, TWO_ROBOTS


def load_location(directory: Path) -> Configuration:
    return Configuration.load(BOTH, directory=directory, location="lab")


def test_a_missing_location_or_robot_is_named_with_what_exists(write: WriteFile, tmp_path: Path) -> None:
    write("location/kitchen", "")
    write("robot/pioneer-1", "")
    with pytest.raises(ConfigurationError, match=r"no location called 'lab'.*there is: kitchen"):
        load_location(tmp_path)
    with pytest.raises(ConfigurationError, match=r"no robot called 'pioneer-2'.*did you mean 'pioneer-1'"):
        Configuration.load(BOTH, directory=tmp_path, robot_names={"": "pioneer-2"})
    with pytest.raises(ConfigurationError, match=r"does not exist; there is none"):
        load_location(tmp_path / "elsewhere")


def test_a_pair_of_robot_and_location_needs_no_file(write: WriteFile, tmp_path: Path) -> None:
    write("location/lab", "")
    write("robot/pioneer-1", "[ball.tracker]\ncount = 9")
    names = {"alpha": "pioneer-1", "beta": "pioneer-1"}
    configuration = Configuration.load(TWO_ROBOTS, directory=tmp_path, location="lab", robot_names=names)
    assert configuration.parameters("beta/ball/tracker").count == 9


def test_what_is_not_toml_is_refused_with_file_and_line(write: WriteFile, tmp_path: Path) -> None:
    write("location/lab", "[ball.tracker]\ngate = 1.0\ncount 3\n")
    with pytest.raises(ConfigurationError, match=r"lab\.toml is not valid TOML: .*line 3"):
        load_location(tmp_path)


def test_what_is_not_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "location").mkdir()
    (tmp_path / "location" / "lab.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ConfigurationError, match="not a text file"):
        load_location(tmp_path)


def test_what_cannot_be_read_is_refused(tmp_path: Path) -> None:
    (tmp_path / "location" / "lab.toml").mkdir(parents=True)
    with pytest.raises(ConfigurationError, match="cannot be read: Is a directory"):
        load_location(tmp_path)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[ball.trackr]\ngate = 1.0", r"no section 'ball\.trackr'; did you mean 'ball\.tracker'\?"),
        (
            "[bal.tracker]\ngate = 1.0\ncount = 2",
            r"no section 'bal\.tracker'; did you mean 'ball\.tracker'\?",
        ),
        ("gate = 1.0", r"no section 'gate'; there is: ball\.tracker, sonar\.filter"),
        ("[ball]\ntracker = 3", r"'ball\.tracker' is a section, not a value"),
        ("[ball.tracker]\ngat = 1.0", r"'ball\.tracker' has no parameter 'gat'; did you mean 'gate'\?"),
        ("[ball.tracker.noise]\nspread = 1.0", r"has no parameter 'noise\.spread'"),
        ("[ball.tracker]\ngate = 'wide'", r"'ball\.tracker\.gate' is 'wide', but must be a number above 0"),
        (
            "[ball.tracker]\ntimeout_s = -1",
            r"'ball\.tracker\.timeout_s' is -1, but must be a number at least 0",
        ),
        ("[ball.tracker]\nweights = 1", r"'ball\.tracker\.weights' is 1, but must be of the type tuple"),
    ],
)
def test_a_wrong_file_is_refused_with_file_key_and_nearest_name(
    write: WriteFile, tmp_path: Path, text: str, sentence: str
) -> None:
    path = write("location/lab", text)
    with pytest.raises(ConfigurationError, match=sentence) as caught:
        load_location(tmp_path)
    assert str(caught.value).startswith(f"{path}: ")
