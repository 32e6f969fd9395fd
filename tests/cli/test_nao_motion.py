"""`ludens nao motion`: tables, pictures, and a recording from a robot behind LoLA's socket."""

from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread

import pytest
from click.testing import CliRunner

from ludens.cli.main import command
from ludens.core.runtime.clock import RealClock
from ludens.drivers.lola.body import simulated_body
from ludens.drivers.lola.server import LolaServer
from ludens.motion.files import MotionFileError, read_motion
from ludens.robots.nao.joints import INDEX, JOINTS
from ludens.robots.nao.kinematics.stance import stance
from tests.drivers.lola.puppet import socket_path, wait_for

BOW = 'summary = "Bow."\n[[frame]]\nname = "down"\nduration_s = 0.8\njoints_rad = { LHipPitch = -0.6 }\n'


def ludens(*words: str, typed: str = ""):
    return CliRunner().invoke(command, ["nao", "motion", *words], input=typed)


@pytest.fixture
def served() -> Iterator[Path]:
    """A simulated robot whose time goes with its client's."""
    stop = Event()
    with socket_path() as path:
        body = simulated_body(seed=901, noise="default")
        server = LolaServer(body, path, clock=RealClock(), lockstep=True, tell=lambda _: None)
        thread = Thread(target=server.serve, kwargs={"stop": stop})
        thread.start()
        wait_for(path.is_socket)
        yield path
        stop.set()
        thread.join(10.0)


def test_motions_are_listed_with_those_of_a_folder(tmp_path) -> None:
    (tmp_path / "bow.toml").write_text(BOW)
    result = ludens("list", "--folder", str(tmp_path))
    assert result.exit_code == 0, result.output
    assert "Bow." in result.output
    assert "squat" in result.output


def test_a_sound_file_is_shown_and_a_broken_one_is_a_sentence(tmp_path) -> None:
    (tmp_path / "bow.toml").write_text(BOW)
    result = ludens("check", str(tmp_path / "bow.toml"))
    assert result.exit_code == 0
    assert "LHipPitch" in result.output
    (tmp_path / "bow.toml").write_text(BOW.replace("-0.6", "-6.0"))
    result = ludens("check", str(tmp_path / "bow.toml"))
    assert isinstance(result.exception, MotionFileError)
    assert "frame 'down': LHipPitch cannot stand at -6.0000 rad" in str(result.exception)


@pytest.mark.parametrize(("ending", "begin"), [("svg", b"<?xml"), ("png", b"\x89PNG")])
def test_curves_are_drawn(tmp_path, ending: str, begin: bytes) -> None:
    out = tmp_path / f"squat.{ending}"
    assert ludens("show", "squat", "--out", str(out)).exit_code == 0
    assert out.read_bytes().startswith(begin)


def test_a_picture_of_no_known_kind_is_refused(tmp_path) -> None:
    result = ludens("show", "squat", "--out", str(tmp_path / "squat.doc"))
    assert result.exit_code != 0
    assert "end its name in .svg or .png" in result.output


def test_a_posed_robot_becomes_a_file(tmp_path, served: Path) -> None:
    file = tmp_path / "posed.toml"
    typed = "as it stands\n0.5\nas it stands\n1\nagain\n0.7\n-\n\nJust standing.\n"
    result = ludens(
        "record", str(file), "--socket", str(served), "--limp", "arms", "--begins", "standing", typed=typed
    )
    assert result.exit_code == 0, result.output
    assert "already a frame 'as it stands'" in result.output
    assert "Taken back; frames left: 1." in result.output
    motion = read_motion(file)
    assert motion.summary == "Just standing."
    assert [frame.name for frame in motion.frames] == ["as it stands"]
    assert len(motion.frames[0].joints_rad) == len(JOINTS)
    assert motion.frames[0].joints_rad["LKneePitch"] == pytest.approx(stance()[INDEX["LKneePitch"]], abs=0.1)
    again = ludens("record", str(file), "--socket", str(served))
    assert again.exit_code != 0
    assert "exists already" in again.output
