"""A damaged configuration file is refused with a sentence."""

from pathlib import Path

import pytest

from ludens.core.configuration import Configuration
from ludens.core.configuration.files import parse_override
from ludens.games.passing.play import GAME
from tests.mutations import attempt, survives

pytestmark = pytest.mark.mutations
SETUP = GAME.setup("passing-truth")
TEXT = """# a place
[passing_decider]
scan_radps = 0.5
"""


def test_a_file_with_flipped_lost_and_foreign_bytes(tmp_path: Path) -> None:
    folder = tmp_path / "location"
    folder.mkdir()
    path = folder / "here.toml"
    saved = Configuration(SETUP.sections())
    saved.edit("passing_decider.scan_radps", 0.3)

    def read(data: bytes) -> None:
        path.write_bytes(data)
        Configuration.load(SETUP.sections(), location="here", directory=tmp_path)

    def read_saved(data: bytes) -> None:
        Configuration.load(SETUP.sections(), saved=data.decode("utf-8", "replace"))

    survives(read, [TEXT.encode()])
    survives(read_saved, [saved.difference().encode()])


@pytest.mark.parametrize("written", ["9" * 5000, "[" * 5000, "²", "1e999", "0x" + "f" * 5000, "\x00", "nan"])
def test_no_value_on_the_command_line_ends_in_a_traceback(written: str) -> None:
    def read() -> None:
        parse_override(f"passing_decider.scan_radps={written}")
        Configuration.load(SETUP.sections(), overrides=(f"passing_decider.scan_radps={written}",))

    attempt(read, written[:20])
