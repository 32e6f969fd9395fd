"""The folder of recordings."""

import os
from pathlib import Path

from ludens.studio.recordings import RecordingFolder
from tests.studio.toy import launch


def test_a_shelf_that_does_not_exist_yet_is_empty(tmp_path: Path) -> None:
    assert RecordingFolder(tmp_path / "none").files() == []


def test_new_names_say_what_is_recorded_and_overwrite_nothing(tmp_path: Path) -> None:
    shelf = RecordingFolder(tmp_path / "recordings")
    first = shelf.new_path(launch(seed=7))
    assert first.name == "toy-seed-7-001.mcap"
    first.touch()
    second = shelf.new_path(launch(seed=7))
    assert second.name == "toy-seed-7-002.mcap"
    second.touch()
    first.unlink()
    assert shelf.new_path(launch(seed=7)) == first


def test_the_newest_stands_first_and_other_files_are_left_out(tmp_path: Path) -> None:
    for age_s, name in ((100, "old.mcap"), (0, "new.mcap"), (0, "notes.txt")):
        (tmp_path / name).write_bytes(b"x" * 10)
        os.utime(tmp_path / name, (1_000_000 - age_s, 1_000_000 - age_s))
    files = RecordingFolder(tmp_path).files()
    assert [file.name for file in files] == ["new", "old"]
    assert files[0].size_bytes == 10
