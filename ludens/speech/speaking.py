"""The robot's own voice: espeak-ng where it is installed; else its words are only shown, and that is told."""

import logging
import subprocess
from shutil import which
from typing import Protocol

from ludens.core.errors import LudensError, in_words
from ludens.speech.sound import Sound, read_wav

LOGGER = logging.getLogger(__name__)
LONGEST_TEXT = 600  # letters in one breath
LONGEST_SYNTHESIS_S = 5.0


class Speaker(Protocol):
    """Says sentences aloud, or does not."""

    def say(self, text: str) -> Sound | None:
        """Begin to say a sentence; one that is still being said is cut short.

        Returns what the loudspeaker plays, where that is known: so it can be taken out of what is heard.
        """
        ...

    def wait(self) -> None:
        """Until nothing is being said any more: a microphone must not hear the robot itself."""
        ...


class Silent:
    """For machines without a voice."""

    def say(self, text: str) -> None:
        """Say nothing."""

    def wait(self) -> None:
        pass


class EspeakSpeaker:
    """Speaks through the loudspeaker of the machine, in a process of its own."""

    def __init__(self, voice: str = "en", *, words_per_minute: int = 160) -> None:
        self._command = ("espeak-ng", "-v", voice, "-s", str(words_per_minute), "--stdin")
        self._process: subprocess.Popen[bytes] | None = None

    def say(self, text: str) -> Sound | None:
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()
            self._process.wait()
        self._process = subprocess.Popen(
            self._command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(text[:LONGEST_TEXT].encode())
            self._process.stdin.close()
        except BrokenPipeError:  # it could not open a loudspeaker and has ended; the words are shown anyway
            LOGGER.warning("espeak-ng ended before it had spoken; is there a loudspeaker?")
        return self._synthesised(text)

    def wait(self) -> None:
        if self._process is not None:
            self._process.wait()

    def _synthesised(self, text: str) -> Sound | None:
        """The same sentence once more, as samples: the program makes the same ones each time."""
        try:
            made = subprocess.run(
                (*self._command, "--stdout"),
                input=text[:LONGEST_TEXT].encode(),
                capture_output=True,
                check=True,
                timeout=LONGEST_SYNTHESIS_S,
            )
            return read_wav(made.stdout)
        except (subprocess.SubprocessError, LudensError) as error:
            LOGGER.warning("What the robot says is not taken out of what it hears: %s", in_words(error))
            return None


def make_speaker(voice: str = "en") -> Speaker:
    """The machine's voice, if it has one."""
    if which("espeak-ng") is not None:
        return EspeakSpeaker(voice)
    LOGGER.warning(
        "The robot answers in writing only: espeak-ng is not installed (apt-get install espeak-ng)."
    )
    return Silent()
