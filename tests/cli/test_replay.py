"""`ludens replay`: a recorded run is computed again."""

from pathlib import Path

import pytest

from ludens.cli.main import main
from ludens.core.configuration import Configuration
from ludens.core.recording import Recorder, metadata_of
from ludens.core.runtime.game import Launch
from ludens.games.passing.play import GAME
from ludens.games.passing.world import PassingWorldOptions
from tests.core.recording.test_damage import rewritten
from tests.mutations import COUNT, attempt, chance, mutated

SETUP = GAME.setup("passing-truth")  # the quickest


def record(path: Path, *, edit: bool, end_s: float = 2.0) -> None:
    configuration = Configuration(SETUP.sections())
    launch = Launch(GAME, SETUP, PassingWorldOptions(), 1, configuration)
    driver = GAME.make_driver(SETUP, launch.options, launch.seed)
    with launch.start(driver=driver, observers=[Recorder(path, metadata_of(launch, driver.robots))]) as run:
        run.run_until(end_s / 2)
        if edit:
            configuration.edit("passing_decider.scan_radps", 0.3)
        run.run_until(end_s)


@pytest.mark.parametrize("edit", [False, True])
def test_a_replay_shows_no_difference_also_after_an_edit_in_mid_run(
    tmp_path: Path, edit: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "run.mcap"
    record(path, edit=edit)
    with pytest.raises(SystemExit) as ended:
        main(["replay", str(path), "--compare"])
    assert ended.value.code in (None, 0)
    assert "No difference in " in capsys.readouterr().out


def test_a_recording_of_which_nothing_can_be_read_is_not_said_to_be_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "run.mcap"
    record(path, edit=False, end_s=0.5)
    whole = path.read_bytes()
    for share in range(40, 0, -1):  # the longest beginning of which no message is left
        path.write_bytes(whole[: len(whole) * share // 40])
        with pytest.raises(SystemExit) as ended:
            main(["replay", str(path), "--compare"])
        said = capsys.readouterr()
        assert "No difference in 0 messages" not in said.out
        if "There is nothing to compare" in said.err:
            assert ended.value.code not in (None, 0)
            return
    pytest.fail("No beginning of the recording is without messages.")


@pytest.mark.mutations
def test_a_damaged_recording_ends_in_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole, path = tmp_path / "whole.mcap", tmp_path / "damaged.mcap"
    record(whole, edit=True, end_s=0.2)

    def replay() -> None:
        with pytest.raises(SystemExit) as ended:
            main(["replay", str(path), "--compare"])
        assert ended.value.code in (None, 0, 1, 2)

    for number in range(max(COUNT // 10, 20)):
        random = chance(number)
        if number % 2:
            rewritten(whole, path, random)
        else:
            path.write_bytes(mutated(whole.read_bytes(), random))
        attempt(replay, f"mutation {number}")
        assert "Traceback" not in capsys.readouterr().err
