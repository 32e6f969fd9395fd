"""`ludens calibrate chess-camera` and `chess-board`: what they print, draw and write."""

import re
import tomllib
from pathlib import Path

from click.testing import CliRunner

from ludens.cli.main import command
from ludens.core.configuration import Configuration
from ludens.core.contract.setup import CyclerPlan, Node, Setup
from ludens.games.chess.calibrate.module import TableCalibrator
from ludens.games.chess.calibrate.stored import POSE_NUMBERS


def calibrate(name: str, folder: Path, *options: str) -> str:
    files = ("--config", str(folder / "config"), "--picture", str(folder / f"{name}.png"))
    arguments = ["calibrate", name, "--seed", "935", "--robot", "lab", *files, *options]
    result = CliRunner().invoke(command, arguments, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def after_mm(output: str) -> tuple[float, float]:
    found = re.search(r"off by up to ([\d.]+) mm before and ([\d.]+) mm after", output)
    assert found is not None
    return float(found[1]), float(found[2])


def test_first_the_camera_then_the_board_come_into_the_robots_file(tmp_path):
    camera = calibrate("chess-camera", tmp_path, "--postures", "9")
    kept = tomllib.loads((tmp_path / "config/robot/lab.toml").read_text())["table_calibrator"]["stored"]
    assert set(kept) == {"base_from_camera", "focal_px", "center_px", "distortion", "second_distortion"}
    before, after = after_mm(camera)
    assert after < 1.0 < 5.0 < before
    took = re.search(r"9 pictures in (\d+) s", camera)
    assert took is not None
    assert int(took[1]) < 60

    board = calibrate("chess-board", tmp_path)

    assert "looking at the plate" not in board
    before, after = after_mm(board)
    assert after < 1.0 < 2.0 < before
    stored = tomllib.loads((tmp_path / "config/robot/lab.toml").read_text())["table_calibrator"]["stored"]
    assert stored["base_from_camera"] == kept["base_from_camera"]
    assert len(stored["base_from_board"]) == POSE_NUMBERS
    setup = Setup("table", (CyclerPlan("eyes", "camera", (Node(TableCalibrator),)),))
    loaded = Configuration.load(
        setup.sections(), directory=tmp_path / "config", robot_names={"": "lab"}
    ).parameters("table_calibrator")
    assert loaded.stored.has_board
    for name in ("chess-camera", "chess-board"):
        assert (tmp_path / f"{name}.png").stat().st_size > 10_000
