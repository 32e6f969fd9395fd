"""The fingerprint that keeps rows of different code apart."""

from pathlib import Path

import ludens
from ludens.experiments.code_version import code_version, fingerprint


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
