import numpy as np
import pytest

from ludens.geometry.soccer_field import FIELD_2011, FIELD_2019


@pytest.mark.parametrize("pitch", [FIELD_2011, FIELD_2019])
def test_a_field_is_the_same_after_half_a_turn(pitch):
    for points in (*pitch.crossings.values(), pitch.marks_m, pitch.posts_m):
        turned = sorted(map(tuple, np.round(-points, 9) + 0.0))
        assert turned == sorted(map(tuple, np.round(points, 9) + 0.0))


@pytest.mark.parametrize("pitch", [FIELD_2011, FIELD_2019])
def test_every_corner_and_junction_lies_on_two_lines(pitch):
    for x_m, y_m in np.concatenate((pitch.crossings["L"], pitch.crossings["T"])):
        on_line = 0
        for x1, y1, x2, y2 in pitch.lines_m:
            length = np.hypot(x2 - x1, y2 - y1)
            off = abs((x2 - x1) * (y_m - y1) - (y2 - y1) * (x_m - x1)) / length
            along = ((x_m - x1) * (x2 - x1) + (y_m - y1) * (y2 - y1)) / length
            on_line += bool(off < 1e-9 and -1e-9 <= along <= length + 1e-9)
        assert on_line == 2


def test_the_field_of_2019_has_the_leagues_measures():
    assert (FIELD_2019.length_m, FIELD_2019.width_m) == (9.0, 6.0)
    assert {kind: len(places) for kind, places in FIELD_2019.crossings.items()} == {"L": 8, "T": 6, "X": 2}
    assert FIELD_2019.marks_m[1].tolist() == pytest.approx([3.2, 0.0])
    assert FIELD_2019.has_on_turf(5.19, 3.69)
    assert not FIELD_2019.has_on_turf(5.21, 0.0)
