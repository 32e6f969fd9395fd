"""`ludens film`: a recording becomes a film or a picture."""

from pathlib import Path

import pytest
from PIL import Image

from ludens.cli.main import main


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path: Path = tmp_path_factory.mktemp("film") / "run.mcap"
    with pytest.raises(SystemExit):
        main(["record", "passing", "--seed", "3", "--duration", "0.6", "--out", str(path)])
    return path


def film(*arguments: str) -> object:
    with pytest.raises(SystemExit) as ended:
        main(["film", *arguments])
    return ended.value.code


def test_a_film_shows_the_scene_and_what_the_robot_saw(
    recording: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "run.webp"
    size = ("--width", "160", "--height", "100", "--pictures", "10")
    assert film(str(recording), "--from", "0.1", "--to", "0.5", "--eyes", *size, "--out", str(target)) in (
        None,
        0,
    )
    assert "5 pictures" in capsys.readouterr().out
    with Image.open(target) as drawn:
        assert drawn.size == (226, 100)  # the scene, and a column with the camera
        assert getattr(drawn, "n_frames", 1) == 5


def test_one_moment_becomes_a_picture_from_any_view(recording: Path, tmp_path: Path) -> None:
    target = tmp_path / "run.png"
    assert film(str(recording), "--from", "0.3", "--view", "its eye", "--out", str(target)) in (None, 0)
    with Image.open(target) as drawn:
        assert drawn.size == (640, 400)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--view", "moon"), "There is no view 'moon'; there is: above, action"),
        (("--from", "99"), "ends after 0.6 s; a film cannot begin at 99 s."),
        (("--out", "run.avi"), "its name ends in one of .gif, .webp, .webm, .png."),
    ],
)
def test_what_cannot_be_filmed_is_told(
    recording: Path, words: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert film(str(recording), *words) == 2
    assert sentence in capsys.readouterr().err
