"""Synthetic people: voices of the speech synthesisers that are installed, for tests and simulated players.

A voice is named `engine:voice`, such as `espeak-ng:en-gb+f3`, `flite:slt`, `festival:kal_diphone` or
`pico:en-GB`. Each engine is a program of its own; none is needed to play.
"""

import subprocess
import sys
from dataclasses import dataclass
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory

from ludens.core.errors import LudensError, did_you_mean
from ludens.speech.sound import Sound, from_samples, read_wav, write_wav

LONGEST_S = 30.0  # that an engine may take for a sentence
HOW_TO_INSTALL = {
    "espeak-ng": "on Debian: apt-get install espeak-ng",
    "flite": "on Debian: apt-get install flite",
    "festival": "on Debian: apt-get install festival festvox-kallpc16k",
    "pico": "pip install py-nanotts",
}


@dataclass(frozen=True, slots=True)
class Voice:
    """One voice of one engine; `speed` 1 is its usual one."""

    engine: str
    name: str
    speed: float = 1.0

    def __str__(self) -> str:
        return f"{self.engine}:{self.name}" + (f"@{self.speed:g}" if self.speed != 1.0 else "")


def parse_voice(text: str) -> Voice:
    """A voice from its name, `engine:voice` or `engine:voice@speed`."""
    engine, _, rest = text.partition(":")
    if engine not in HOW_TO_INSTALL:
        raise LudensError(f"There is no engine '{engine}' for voices; {did_you_mean(engine, HOW_TO_INSTALL)}")
    name, _, speed = rest.partition("@")
    return Voice(engine, name, float(speed) if speed else 1.0)


def is_installed(engine: str) -> bool:
    """Whether an engine is there."""
    return find_spec("py_nanotts") is not None if engine == "pico" else which(engine) is not None


def speak(text: str, voice: Voice, *, cache: Path | None = None) -> Sound:
    """A sentence in a voice. With a cache folder, the same sentence is made once."""
    kept = None if cache is None else cache / f"{_fingerprint(text, voice)}.wav"
    if kept is not None and kept.is_file():
        return read_wav(kept)
    if not is_installed(voice.engine):
        raise LudensError(f"The voice {voice} needs {voice.engine}; {HOW_TO_INSTALL[voice.engine]}.")
    sound = _synthesised(text, voice)
    if kept is not None:
        kept.parent.mkdir(parents=True, exist_ok=True)
        write_wav(sound, kept)
    return sound


def _fingerprint(text: str, voice: Voice) -> str:
    return sha256(f"{voice}\n{text}".encode()).hexdigest()[:24]


def _synthesised(text: str, voice: Voice) -> Sound:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "said.wav"
        try:
            subprocess.run(
                _command(text, voice, file),
                input=_script(text, voice, file),
                capture_output=True,
                check=True,
                timeout=LONGEST_S,
            )
            sound = read_wav(file)
        except (subprocess.SubprocessError, LudensError) as error:
            raise LudensError(f"The voice {voice} could not say '{text}': {error}.") from error
    peak = float(abs(sound.samples).max(initial=0.0))
    return Sound(sound.samples * (0.5 / peak)) if peak > 0.0 else from_samples(sound.samples, 16000)


def _command(text: str, voice: Voice, file: Path) -> list[str]:
    match voice.engine:
        case "espeak-ng":
            return ["espeak-ng", "-v", voice.name, "-s", str(round(165 * voice.speed)), "-w", str(file), text]
        case "flite":
            stretch = f"duration_stretch={1.0 / voice.speed:.3f}"
            return ["flite", "-voice", voice.name, "--setf", stretch, "-t", text, "-o", str(file)]
        case "festival":
            return ["festival", "--pipe"]
        case _:
            options = ["-v", voice.name, "--speed", f"{voice.speed:g}", "-o", str(file)]
            return [sys.executable, "-m", "py_nanotts", *options, text]


def _script(text: str, voice: Voice, file: Path) -> bytes | None:
    """What festival is told in its own language; the others take their orders as arguments."""
    if voice.engine != "festival":
        return None
    quoted = text.replace('"', "")
    stretch = f"(Parameter.set 'Duration_Stretch {1.0 / voice.speed:.3f})"
    made = f'(utt.synth (Utterance Text "{quoted}"))'
    return f'(voice_{voice.name}) {stretch} (utt.save.wave {made} "{file}")'.encode()
