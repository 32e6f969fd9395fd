"""The commands as a person types them, killed and continued."""

import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path

import pytest

from ludens.cli.main import main
from ludens.games.morris.solution.solve import chosen_stages
from ludens.games.morris.solution.verification import counts_in, known_counts

STAGES = "3-4"


def ludens(*arguments: str) -> list[str]:
    return [
        sys.executable,
        "-c",
        "import sys; from ludens.cli.main import main; main(sys.argv[1:])",
        *arguments,
    ]


def test_killed_three_times_it_goes_on_and_finds_the_same(tmp_path: Path):
    command = ludens(
        "morris", "solve", "--stages", STAGES, "--distance", "--out", str(tmp_path), "--save-every", "0"
    )
    for _ in range(3):
        process = subprocess.Popen(command)
        # Each time it is killed with a little more kept than before.
        kept_before = kept(tmp_path)
        while process.poll() is None and kept(tmp_path) == kept_before:
            time.sleep(0.005)
        process.kill()
        process.wait()
    assert not all((tmp_path / f"{stage}.distances").exists() for stage in chosen_stages(STAGES))
    subprocess.run(command, check=True)
    for stage in chosen_stages(STAGES):
        assert counts_in(tmp_path, stage) == known_counts()[stage]
    assert not list(tmp_path.glob("*.unfinished"))


def kept(folder: Path) -> tuple[object, ...]:
    return tuple((path.name, path.stat().st_mtime_ns) for path in sorted(folder.glob("*.unfinished")))


def test_verify_prints_counts_and_says_that_all_agrees(solved: Path, capsys, tmp_path: Path):
    counts_file = tmp_path / "counts.txt"
    with pytest.raises(SystemExit) as ended:
        main(["morris", "verify", str(solved), "--distance", "--stages", "4-3", "--counts", str(counts_file)])
    assert not ended.value.code
    printed = capsys.readouterr().out
    assert "140,621            269         28,736        26" in printed
    assert "All values of 3 stages agree" in printed
    assert counts_file.read_text().splitlines()[1].startswith("3-3 140621 269 28736 26 ")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["solve", "--stages", "2-2"], "no stage of the game"),
        (["solve", "--device", "abacus"], "abacus"),
        (["verify", "no-such-folder"], "no-such-folder"),
        (["verify", "."], "holds no results"),
        (["verify", ".", "--counts", "x"], "needs --distance"),
        (["verify", ".", "--share", "0"], "share"),
    ],
)
def test_bad_input_gets_a_sentence(arguments, complaint, capsys, tmp_path: Path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as ended:
        main(["morris", *arguments])
    assert ended.value.code
    assert complaint in capsys.readouterr().err


@pytest.mark.skipif(find_spec("cupy") is not None, reason="CuPy is installed here")
def test_without_cupy_the_graphics_card_is_explained(capsys, tmp_path: Path):
    with pytest.raises(SystemExit) as ended:
        main(["morris", "solve", "--device", "gpu", "--stages", "3-3", "--out", str(tmp_path)])
    assert ended.value.code
    assert "pip install 'ludens[gpu]'" in capsys.readouterr().err
