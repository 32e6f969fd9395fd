"""Files that a person hands to a command, spoilt in the ways programs stumble over, end in a sentence."""

import struct
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from ludens.cli.calibrate.robot_file import write_section
from ludens.cli.launching import recorded_launch
from ludens.core.configuration.files import read_tables
from ludens.core.errors import LudensError
from ludens.core.recording.metadata import RecordingMetadata
from ludens.experiments.result_folder import ROWS_FILE, Header, open_result_folder
from ludens.games.chess.board_game import CHESS_GAME, CONFIGURATION, kept_configuration
from ludens.games.chess.talk.language import load_language
from ludens.games.morris.board_game import MORRIS_GAME
from ludens.games.morris.solution.cpu import CpuBackend
from ludens.games.morris.solution.solve import load_checkpoint
from ludens.games.morris.talk.words import words_of
from ludens.games.soccer.decide.set_positions import load_set_positions
from ludens.games.soccer.referee.orders import read_script
from ludens.games.soccer.see.camera_file import CameraFile
from ludens.games.soccer.see.picture_file import read_picture
from ludens.motion.files import read_motion
from ludens.planning.q_learning import QTable
from ludens.robots.nao.noise import load_noise
from ludens.speech.sound import read_wav
from ludens.table.kept_games import game_to_resume
from ludens.table.terminal import imported_game
from ludens.vision.balls.net import BallNet

SPOILT = {
    "nothing": b"",
    "Latin-1": "# für später".encode("latin-1"),
    "UTF-16": "a = 1\n".encode("utf-16"),
    "zeros": b"\0" * 400,
    "deep JSON": b"[" * 100_000,
    "deep tables": b'{"a":' * 50_000,
    "deep TOML": b"a = " + b"[" * 5000,
    "endless number": b"a = " + b"9" * 5000,
    "endless number in JSON": b'{"a": ' + b"9" * 5000 + b"}",
    "endless digits": b"9" * 5000,
    "too large a number": b"height_m = 1" + b"0" * 400 + b"\n[camera]\nnoise = 1" + b"0" * 400,
    "wrong type": b"[1, 2, 3]",
    "null": b"null",
    "not finite": b"height_m = nan\n1e999 goal 1\n",
    "half a character": b'"\\ud800"',
    "foreign digits": "² goal 1\n".encode(),
    "foreign game": '[FEN "²/8/8 w - - ² ²"]\n\n1. e4'.encode(),
}


def sound(*, width: int, channels: int, rate_hz: int) -> bytes:
    facts = (1, channels, rate_hz, 1, width * channels & 0xFFFF, width * 8)
    content = (
        b"WAVEfmt " + struct.pack("<LHHLLHH", 16, *facts) + b"data" + struct.pack("<L", 999) + bytes(999)
    )
    return b"RIFF" + struct.pack("<L", len(content)) + content


def options_of_a_recording(path: Path) -> None:
    metadata = RecordingMetadata(
        robots=(),
        setup="passing",
        seed=1,
        game="passing",
        options={"ball": path.read_bytes().decode("latin-1")},
    )
    recorded_launch(metadata)


def result_folder(path: Path) -> None:
    folder = path.parent / f"{path.name}.results"
    folder.mkdir(exist_ok=True)
    (folder / ROWS_FILE).write_bytes(path.read_bytes() + b"\n")
    header = Header(experiment="passing", seed=1, noise="default", options={}, version="1")
    with open_result_folder(folder, header):
        pass


READERS: dict[str, Callable[[Path], object]] = {
    "noise": load_noise,
    "configuration": read_tables,
    "calibration": lambda path: write_section(path, "camera", {"tilt": 1.0}),
    "words of chess": lambda path: load_language(str(path)),
    "words of morris": lambda path: words_of(str(path)),
    "game of chess": lambda path: imported_game(CHESS_GAME, str(path)),
    "game of morris": lambda path: imported_game(MORRIS_GAME, str(path)),
    "kept game": lambda path: game_to_resume(path, CHESS_GAME),
    "kept pieces": lambda path: kept_configuration({CONFIGURATION: path.read_bytes().decode("latin-1")}),
    "half a solution": lambda path: load_checkpoint(path, CpuBackend(threads=1), {}),
    "set positions": lambda path: load_set_positions(path.read_bytes()),
    "referee's script": read_script,
    "pose of a camera": CameraFile.read,
    "picture": read_picture,
    "ball net": BallNet.from_file,
    "motion": read_motion,
    "learnt table": lambda path: QTable().load(path),
    "sound": read_wav,
    "results": result_folder,
    "options of a recording": options_of_a_recording,
}


@pytest.mark.parametrize("reader", READERS)
def test_a_spoilt_file_is_read_or_refused_in_a_sentence(reader: str, tmp_path: Path) -> None:
    refused = 0
    for number, (kind, content) in enumerate(SPOILT.items()):
        path = tmp_path / f"{number}.toml"
        path.write_bytes(content)
        try:
            READERS[reader](path)
        except LudensError:
            refused += 1
        except Exception as error:
            raise AssertionError(f"{reader}, {kind}: {type(error).__name__}") from error
    assert refused or reader in {"calibration", "half a solution"}  # which is made anew


@pytest.mark.parametrize("width", [0, 1, 3, 4, 5, 8])
@pytest.mark.parametrize("channels", [0, 1, 65535])
@pytest.mark.parametrize("rate_hz", [0, 1, 16000, 2**32 - 1])
def test_a_sound_of_any_shape_is_read_or_refused(
    width: int, channels: int, rate_hz: int, tmp_path: Path
) -> None:
    path = tmp_path / "sound.wav"
    path.write_bytes(sound(width=width, channels=channels, rate_hz=rate_hz))
    with suppress(LudensError):
        assert read_wav(path).duration_s < 1.0
