"""Names that say their unit."""

import pytest

from ludens.experiments.json_values import Json
from ludens.experiments.quantities import quantity, shown


@pytest.mark.parametrize(
    ("name", "words", "unit", "label"),
    [
        ("time_median_s", "time median", "s", "time median [s]"),
        ("success_rate", "success rate", "%", "success rate [%]"),
        ("closest_m", "closest", "m", "closest [m]"),
        ("speed_mps", "speed", "m/s", "speed [m/s]"),
        ("pictures_kbps", "pictures", "kB/s", "pictures [kB/s]"),
        ("collisions", "collisions", "", "collisions"),
        ("s", "s", "", "s"),
    ],
)
def test_words_and_unit_are_read_from_a_name(name: str, words: str, unit: str, label: str) -> None:
    what = quantity(name)
    assert (what.words, what.unit, what.label) == (words, unit, label)


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (0.9756, "%", "97.6 %"),
        (12.3456, "s", "12.3 s"),
        (0.00012345, "rad", "0.000123 rad"),
        (1234567, "", "1234567"),
        (None, "s", "–"),
        (True, "", "yes"),
        ("about 80", "", "about 80"),
    ],
)
def test_values_are_shown_as_a_person_reads_them(value: Json, unit: str, text: str) -> None:
    assert shown(value, unit=unit) == text
