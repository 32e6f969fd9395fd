"""A damaged motion file is refused with a sentence."""

from importlib.resources import files
from pathlib import Path

import pytest

from ludens.motion.files.reading import read_motion
from tests.mutations import survives

pytestmark = pytest.mark.mutations


def test_a_file_with_flipped_lost_and_foreign_bytes(tmp_path: Path) -> None:
    path = tmp_path / "damaged.toml"

    def read(data: bytes) -> None:
        path.write_bytes(data)
        read_motion(path)

    folder = files("ludens.motion.files")
    survives(read, [folder.joinpath(f"{name}.toml").read_bytes() for name in ("stand", "sit", "get_up_back")])
