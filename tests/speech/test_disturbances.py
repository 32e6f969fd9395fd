import numpy as np
import pytest

from ludens.speech.disturbances import in_room, with_babble
from ludens.speech.sound import RATE_HZ, Sound


def tone(pitch_hz: float, seconds: float = 1.0) -> Sound:
    times_s = np.arange(round(seconds * RATE_HZ)) / RATE_HZ
    return Sound((0.5 * np.sin(2.0 * np.pi * pitch_hz * times_s)).astype(np.float32))


@pytest.mark.parametrize("ratio_db", [0.0, 10.0])
def test_others_are_together_as_much_softer_as_is_said_and_speak_all_the_time(ratio_db: float):
    voice, random = tone(200.0, 2.0), np.random.default_rng(901)
    babble = with_babble(voice, [tone(310.0, 0.7), tone(470.0, 0.4)], ratio_db=ratio_db, random=random)
    added = babble.samples - voice.samples
    assert 10.0 * np.log10(np.mean(voice.samples**2) / np.mean(added**2)) == pytest.approx(ratio_db, abs=0.3)
    assert min(np.abs(part).max() for part in np.array_split(added, 10)) > 0.01


def test_a_room_goes_on_after_the_voice_and_dies_away_in_its_time():
    click = Sound(np.zeros(RATE_HZ, np.float32))
    click.samples[100] = 0.5
    heard = in_room(click, reverberation_s=0.5, random=np.random.default_rng(902)).samples
    assert len(heard) == len(click.samples)
    assert np.argmax(np.abs(heard)) == 100
    loudness_db = [10.0 * np.log10(np.mean(heard[at : at + 800] ** 2)) for at in (500, 4500)]
    assert loudness_db[0] - loudness_db[1] == pytest.approx(30.0, abs=3.0)  # a quarter second is half of it
    assert np.abs(heard[100 + RATE_HZ // 2 + 10 :]).max() < 1e-6
    echoes = np.delete(heard, 100)
    assert np.sum(echoes**2) == pytest.approx(heard[100] ** 2, rel=0.01)
