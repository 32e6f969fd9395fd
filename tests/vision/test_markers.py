import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludens.vision.images import VisionError, lightest
from ludens.vision.markers import MarkerFinder, SeenMarker

FINDER = MarkerFinder("ARUCO_ORIGINAL", edge_px=56)
FROM_ABOVE = MarkerFinder("ARUCO_ORIGINAL", edge_px=56, squareness=0.91)
DICTIONARY = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_ARUCO_ORIGINAL)


def corners(middle_px, *, edge_px=56.0, turn_rad=0.0):
    """Corners of an upright square, clockwise from its upper left, turned clockwise."""
    c, s = np.cos(turn_rad), np.sin(turn_rad)
    around = 0.5 * edge_px * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    return np.array(middle_px) + around @ np.array([[c, s], [-s, c]])


def picture(*placed, ground=120, margin_px=2.5, sigma=3.0):
    """A grey picture with markers (number, corners) on a thin white margin."""
    image = np.full((480, 640), ground, dtype=np.uint8)
    for number, place in placed:
        size = 70
        marker = cv2.aruco.generateImageMarker(DICTIONARY, number, size)
        pad = max(1, round(size * margin_px / 56))
        plate = cv2.copyMakeBorder(marker, pad, pad, pad, pad, cv2.BORDER_CONSTANT, value=(255,))
        from_px = (
            np.array([[pad, pad], [pad + size, pad], [pad + size, pad + size], [pad, pad + size]], np.float32)
            - 0.5
        )
        way = cv2.getPerspectiveTransform(from_px, place.astype(np.float32))
        warped = cv2.warpPerspective(plate, way, (640, 480), flags=cv2.INTER_AREA)
        mask = cv2.warpPerspective(np.full_like(plate, 255), way, (640, 480))
        image = np.where(mask > 127, warped, image)
    grain = np.random.default_rng(0).normal(0.0, sigma, image.shape)
    return np.clip(cv2.GaussianBlur(image, (3, 3), 0.7) + grain, 0, 255).astype(np.uint8)


@settings(max_examples=25, deadline=None)
@given(
    number=st.integers(0, 31),
    x_px=st.floats(80, 560),
    y_px=st.floats(80, 400),
    turn_rad=st.floats(-np.pi, np.pi),
    edge_px=st.floats(46, 70),
)
def test_a_marker_is_read_and_its_corners_are_found_to_half_a_pixel(number, x_px, y_px, turn_rad, edge_px):
    place = corners((x_px, y_px), edge_px=edge_px, turn_rad=turn_rad)

    found = FINDER.find(picture((number, place)), hints_px=[np.array([x_px, y_px])])

    assert [marker.number for marker in found] == [number]
    assert np.abs(found[0].corners_px - place).max() < 0.8
    assert np.abs(found[0].middle_px - (x_px, y_px)).max() < 0.4
    assert found[0].edge_px == pytest.approx(edge_px, abs=1.0)


def test_with_a_thin_margin_on_dark_ground_a_hint_finds_what_the_quick_look_loses():
    places = [
        (number, corners((90 + 90 * (number % 5), 90 + 90 * (number // 5)), turn_rad=0.1 * number))
        for number in range(15)
    ]
    soft = cv2.GaussianBlur(picture(*places, ground=40, margin_px=1.0, sigma=4.0), (5, 5), 0.7)

    with_hints = FINDER.find(soft, hints_px=[place.mean(axis=0) for _, place in places])

    assert len(FINDER.find(soft)) < 15
    assert sorted(marker.number for marker in with_hints) == list(range(15))


def test_the_same_marker_twice_is_reported_twice_and_no_marker_is_reported_twice():
    places = [(7, corners((150, 150))), (7, corners((400, 300)))]

    found = FINDER.find(picture(*places), hints_px=[np.array([160.0, 140.0]), np.array([190.0, 150.0])])

    assert [marker.number for marker in found] == [7, 7]


def test_of_the_markers_before_those_that_rest_are_followed_and_others_are_looked_for_anew():
    rests, shifted, leaves, changes = (corners((100 + 110 * column, 120)) for column in range(4))
    before = FINDER.find(picture((1, rests), (2, shifted), (3, leaves), (4, changes)))
    assert len(before) == 4
    elsewhere, beside = corners((300, 350), turn_rad=0.4), shifted + np.array([1.7, -1.2])

    now = FINDER.find(picture((1, rests), (2, beside), (3, elsewhere), (5, changes)), before=before)

    truth = {1: rests, 2: beside, 3: elsewhere, 5: changes}
    assert sorted(marker.number for marker in now) == sorted(truth)
    for marker in now:
        assert np.abs(marker.corners_px - truth[marker.number]).max() < 0.8


def test_a_marker_that_something_covers_is_not_there_though_it_was():
    seen = picture((1, corners((100, 120))))
    before = FINDER.find(seen)
    seen[:, 110:] = 90

    assert FINDER.find(seen, before=before) == []


def test_what_a_hand_leaves_of_a_marker_is_no_other_marker_and_is_not_followed_as_one():
    whole = picture((1, corners((300, 200))))
    half = whole.copy()
    half[:, :288] = 170  # the rest of its first white column then looks like the margin of marker 0
    misread = FINDER.find(half)
    assert [marker.number for marker in misread] == [0]

    assert FROM_ABOVE.find(half) == []
    assert [marker.number for marker in FROM_ABOVE.find(whole, before=misread)] == [1]


@pytest.mark.parametrize("colour", [(205, 30, 35), (30, 60, 210), (225, 190, 25)])
def test_a_coloured_thing_that_touches_a_marker_does_not_hide_it_in_the_lightest_channel(colour):
    place = corners((320, 240))
    grey = picture((5, place), ground=230)
    coloured = cv2.merge([grey, grey, grey])
    cv2.rectangle(coloured, (300, 268), (325, 300), colour, -1)  # over the margin, to the black square itself

    (found,) = FINDER.find(lightest(coloured))

    assert found.number == 5
    assert np.abs(found.corners_px - place).max() < 1.5
    if max(colour) < 215 and colour[1] < 40:  # a red one is half as dark as black to who sees no colours
        assert not FINDER.find(np.asarray(cv2.cvtColor(coloured, cv2.COLOR_RGB2GRAY)))


def test_squares_of_another_size_and_mirrored_markers_are_none():
    assert FINDER.find(picture((3, corners((300, 200), edge_px=130)))) == []
    mirrored = corners((300, 200))[[1, 0, 3, 2]]
    assert all(marker.number != 3 for marker in FINDER.find(picture((3, mirrored))))


def test_an_empty_picture_and_hints_outside_it_show_nothing():
    grey = picture()

    assert FINDER.find(grey, hints_px=[np.array([-500.0, 20.0]), np.array([9999.0, 20.0])]) == []


def test_the_middle_of_a_marker_seen_aslant_is_where_its_diagonals_cross():
    marker = SeenMarker(0, np.array([[0.0, 0.0], [4.0, 0.0], [3.0, 2.0], [1.0, 2.0]]))

    assert np.allclose(marker.middle_px, (2.0, 4.0 / 3.0))


@pytest.mark.parametrize(("dictionary", "edge_px"), [("NO_SUCH", 50.0), ("ARUCO_ORIGINAL", 4.0)])
def test_what_cannot_be_found_is_refused_with_a_sentence(dictionary, edge_px):
    with pytest.raises(VisionError, match=r"dictionary|pixels"):
        MarkerFinder(dictionary, edge_px=edge_px)
