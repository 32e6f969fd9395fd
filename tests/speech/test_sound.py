"""Sound in and out of files, and rooms with noise."""

import wave

import numpy as np
import pytest

from ludens.core.errors import LudensError
from ludens.speech.disturbances import with_noise
from ludens.speech.sound import RATE_HZ, Sound, from_samples, read_wav, write_wav


def tone(rate_hz=RATE_HZ, pitch_hz=440.0, duration_s=0.5):
    times = np.arange(round(rate_hz * duration_s)) / rate_hz
    return (0.5 * np.sin(2 * np.pi * pitch_hz * times)).astype(np.float32)


def strongest_pitch_hz(sound):
    spectrum = np.abs(np.fft.rfft(sound.samples))
    return float(np.fft.rfftfreq(len(sound.samples), 1 / RATE_HZ)[spectrum.argmax()])


def test_what_is_written_is_read_back(tmp_path):
    write_wav(Sound(tone()), tmp_path / "tone.wav")
    again = read_wav(tmp_path / "tone.wav")
    assert np.allclose(again.samples, tone(), atol=1e-4)


@pytest.mark.parametrize("rate_hz", [8000, 22050, 44100, 48000])
def test_every_rate_becomes_ours_without_changing_the_pitch(rate_hz):
    sound = from_samples(tone(rate_hz), rate_hz)
    assert sound.duration_s == pytest.approx(0.5, abs=0.01)
    assert strongest_pitch_hz(sound) == pytest.approx(440.0, abs=3.0)


def test_a_pitch_that_our_rate_cannot_carry_does_not_fold_back():
    sound = from_samples(tone(48000, pitch_hz=15000.0), 48000)
    assert np.abs(sound.samples[200:-200]).max() < 0.02


@pytest.mark.parametrize(("width", "channels"), [(1, 1), (2, 2), (3, 1), (4, 2)])
def test_files_of_all_widths_and_channels_are_read(tmp_path, width, channels):
    samples = tone()
    whole = np.round(samples * (2 ** (8 * width - 1) - 1)).astype(np.int64) + (128 if width == 1 else 0)
    data = whole.astype("<i8").view(np.uint8).reshape(-1, 8)[:, :width]
    with wave.open(str(tmp_path / "sound.wav"), "wb") as file:
        file.setnchannels(channels)
        file.setsampwidth(width)
        file.setframerate(RATE_HZ)
        file.writeframes(np.repeat(data[:, None, :], channels, axis=1).tobytes())
    assert np.allclose(read_wav(tmp_path / "sound.wav").samples, samples, atol=0.02)


def test_what_is_no_wav_file_is_refused_in_a_sentence(tmp_path):
    with pytest.raises(LudensError, match="There is no file"):
        read_wav(tmp_path / "nothing.wav")
    (tmp_path / "text.wav").write_text("hello")
    with pytest.raises(LudensError, match="cannot be read"):
        read_wav(tmp_path / "text.wav")


@pytest.mark.parametrize("ratio_db", [20.0, 10.0])
def test_noise_lies_as_far_under_the_speech_as_asked(ratio_db):
    sound = Sound(tone(duration_s=2.0))
    noise = with_noise(sound, ratio_db=ratio_db, random=np.random.default_rng(900)).samples - sound.samples
    loud = sound.samples[np.abs(sound.samples) > 0.01]
    measured_db = 10 * np.log10(np.mean(loud**2) / np.mean(noise**2))
    assert measured_db == pytest.approx(ratio_db, abs=0.1)
