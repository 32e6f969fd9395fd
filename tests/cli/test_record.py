"""`ludens record`: whatever ends it, the file is complete and replays as it was."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ludens.cli import EXIT_STOPPED
from ludens.cli.main import main
from ludens.core.recording import Recording

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(("kill", "wait_s"), [(signal.SIGINT, 0.0), (signal.SIGTERM, 0.037)])
def test_a_recording_stopped_in_the_middle_shows_no_difference(
    tmp_path: Path, kill: signal.Signals, wait_s: float, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "run.mcap"
    command = [sys.executable, "-m", "ludens.cli.main", "record", "passing", "--setup", "passing-truth"]
    process = subprocess.Popen(
        [*command, "--duration", "100000", "--out", str(path)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    while process.poll() is None and (not path.exists() or path.stat().st_size < 20_000):
        time.sleep(0.01)
    time.sleep(wait_s)
    process.send_signal(kill)
    said, complained = process.communicate(timeout=60)
    assert process.returncode == EXIT_STOPPED, complained
    assert f"{path}: " in said
    assert "Traceback" not in complained
    with Recording.open(path) as recording:
        assert recording.warning is None
    with pytest.raises(SystemExit) as ended:
        main(["replay", str(path), "--compare"])
    assert ended.value.code in (None, 0), capsys.readouterr().out
    assert "No difference in " in capsys.readouterr().out
