"""The file finished trials are kept in: crashes, foreign files, two writers."""

from pathlib import Path

import pytest

import ludens
from ludens.core.errors import LudensError
from ludens.experiments.json_values import encode
from ludens.experiments.result_folder import ROWS_FILE, Header, code_version, fingerprint, open_result_folder

HEADER = Header(experiment="dice", seed=1, noise="off", options={"sides": 6, "pair": (1, 2)}, version="1")


def keep(folder: Path, *trials: int) -> None:
    with open_result_folder(folder, HEADER) as kept:
        for trial in trials:
            kept.append(encode({"trial": trial, "value": trial * 10}))


def found(folder: Path) -> dict[int, object]:
    with open_result_folder(folder, HEADER) as kept:
        return {trial: row["value"] for trial, row in kept.found.items()}


def test_rows_are_found_again(tmp_path: Path) -> None:
    keep(tmp_path / "new" / "folder", 3, 1)
    assert found(tmp_path / "new" / "folder") == {3: 30, 1: 10}


@pytest.mark.parametrize("cut", [1, 5, 12])
def test_a_line_cut_off_by_a_crash_is_dropped_and_writing_goes_on(tmp_path: Path, cut: int) -> None:
    keep(tmp_path, 1, 2)
    rows = tmp_path / ROWS_FILE
    rows.write_bytes(rows.read_bytes()[:-cut])
    assert found(tmp_path) == {1: 10}
    keep(tmp_path, 2)
    assert found(tmp_path) == {1: 10, 2: 20}


def test_a_header_cut_off_by_a_crash_is_written_again(tmp_path: Path) -> None:
    (tmp_path / ROWS_FILE).write_bytes(b'{"experiment":"di')
    keep(tmp_path, 5)
    assert found(tmp_path) == {5: 50}


def test_a_foreign_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / ROWS_FILE).write_bytes(b"my diary\nday two\n")
    with pytest.raises(LudensError, match="is no result of an experiment"):
        found(tmp_path)


def test_a_damaged_line_is_named(tmp_path: Path) -> None:
    keep(tmp_path, 1)
    with (tmp_path / ROWS_FILE).open("ab") as file:
        file.write(b"{}\n")
    with pytest.raises(LudensError, match="Line 3 of"):
        found(tmp_path)


def test_two_runs_cannot_write_to_one_folder(tmp_path: Path) -> None:
    with (
        open_result_folder(tmp_path, HEADER),
        pytest.raises(LudensError, match="Another experiment is writing"),
        open_result_folder(tmp_path, HEADER),
    ):
        pass


def test_a_place_that_is_no_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(LudensError, match="Results cannot be kept in"):
        keep(tmp_path / "file")


def folder_with(folder: Path, **files: str) -> Path:
    folder.mkdir()
    for name, content in files.items():
        (folder / name.replace("__", ".")).write_text(content)
    return folder


def test_equal_files_have_equal_fingerprints_wherever_they_lie(tmp_path: Path) -> None:
    one = folder_with(tmp_path / "one", a__py="x = 1", noise__toml="y = 2", picture__png="p")
    two = folder_with(tmp_path / "two", a__py="x = 1", noise__toml="y = 2")
    assert fingerprint(one) == fingerprint(two)


def test_any_change_of_content_or_name_changes_it(tmp_path: Path) -> None:
    variants = [
        folder_with(tmp_path / "0", a__py="x = 1", noise__toml="y = 2"),
        folder_with(tmp_path / "1", a__py="x = 2", noise__toml="y = 2"),
        folder_with(tmp_path / "2", a__py="x = 1", noise__toml="y = 3"),
        folder_with(tmp_path / "3", b__py="x = 1", noise__toml="y = 2"),
        folder_with(tmp_path / "4", a__py="x = 1"),
    ]
    assert len({fingerprint(folder) for folder in variants}) == len(variants)


def test_the_code_version_begins_with_the_version() -> None:
    assert code_version().startswith(f"{ludens.__version__}+")
