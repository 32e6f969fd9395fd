"""`ludens replay`: a recorded run is computed again."""

from pathlib import Path

import pytest

from ludens.cli.main import main
from ludens.core.configuration import Configuration
from ludens.core.recording import Recorder, metadata_of
from ludens.core.runtime.game import Launch
from ludens.games.passing.play import GAME
from ludens.games.passing.world import PassingWorldOptions

SETUP = GAME.setup("passing-truth")  # the quickest


def record(path: Path, *, edit: bool) -> None:
    configuration = Configuration(SETUP.sections())
    launch = Launch(GAME, SETUP, PassingWorldOptions(), 1, configuration)
    driver = GAME.make_driver(SETUP, launch.options, launch.seed)
    with launch.start(driver=driver, observers=[Recorder(path, metadata_of(launch, driver.robots))]) as run:
        run.run_until(1.0)
        if edit:
            configuration.edit("passing_decider.scan_radps", 0.3)
        run.run_until(2.0)


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
