"""Classes of recorded messages are found by their names, also those that only some game imports."""

import subprocess
import sys

import pytest

from ludens.core.errors import RecordingError
from ludens.core.recording.registry import MessageRegistry

FRESH = """
import sys
from ludens.core.recording.registry import MessageRegistry
assert "ludens.messages.morris_game" not in sys.modules
print(MessageRegistry().find("ludens.messages.morris_game", "MorrisGame").__module__)
"""


def test_messages_of_a_game_that_nobody_has_imported_are_found():
    told = subprocess.run([sys.executable, "-c", FRESH], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "ludens.messages.morris_game"


def test_what_does_not_exist_is_a_sentence():
    for module in ("ludens.messages.nothing", "somewhere.else"):
        with pytest.raises(RecordingError, match="type Nonsense"):
            MessageRegistry().find(module, "Nonsense")
